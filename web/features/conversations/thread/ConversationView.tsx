import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, SendHorizontal, SquareArrowOutUpRight, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import {
  AttachButton,
  AttachedFiles,
  areReady,
  attachFiles,
  pasteInto,
  useAttachedFiles,
} from '#web/features/attachments/index.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useFileDrop } from '#web/forms/DropZone.tsx';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { isComposing } from '#web/lib/isComposing.ts';
import { invalidateList } from '#web/lib/pagedList.ts';
import { useConnection } from '#web/lib/socket.ts';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { useNow } from '#web/lib/useNow.ts';
import { desktopConsole } from '#web/platform/desktop.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { controlClass } from '#web/ui/controls/Field.tsx';
import { useGrowing } from '#web/ui/controls/growingArea.ts';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';
import { ConnectionNotice } from '#web/ui/states/ConnectionNotice.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { ChatTarget } from '../ChatProvider.tsx';
import { closedReason } from '../list/listData.ts';
import { cacheChange } from '../live.ts';
import { useMailOf, withMail } from '../ownInquiries.ts';
import { conversationPages } from '../queries.ts';
import { showThread } from '../readMarks.ts';
import { MessageLog, useThreadScroll } from './MessageLog.tsx';
import { changeDraft, type Draft, useDraft } from './pendingMessages.ts';
import { sendDraft } from './sendDraft.ts';
import {
  ClosedNotice,
  ThreadHeader,
  ThreadLoading,
  ThreadStart,
  type ThreadSubject,
  ThreadTrouble,
} from './ThreadParts.tsx';
import { newestUnread, type ThreadData } from './threadData.ts';
import { useChatTarget, useChatThread, useIsOtherTyping, useTypingSignal } from './useChatThread.ts';

function listenToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Reports read messages to the server: only visible ones, in a focused window. */
function useMarkRead(id: number | null, thread: ThreadData | undefined, userId: number, isAtEnd: boolean) {
  const client = useQueryClient();
  const isVisible = useSyncExternalStore(
    listenToVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  );
  const connection = useConnection();
  const markedUpTo = useRef(0);
  const unreadId = (thread?.isLoaded && newestUnread(thread, userId)?.id) || 0;

  useEffect(() => (id === null ? undefined : showThread(id)), [id]);

  useEffect(() => {
    // Read marks made without a connection are sent once it is back.
    if (id === null || !isVisible || !isAtEnd || unreadId <= markedUpTo.current || connection === 'offline')
      return;
    markedUpTo.current = unreadId;
    callApi('conversations.read', { params: { id } }).then(
      () => cacheChange(client, id, { unread_count: 0 }),
      (error: unknown) => {
        console.warn('A conversation could not be marked as read', error);
        markedUpTo.current = 0;
      },
    );
  }, [client, id, unreadId, isVisible, isAtEnd, connection]);
}

interface ConversationViewProps {
  target: ChatTarget;
  userId: number;
  /** Content at the end of the header: a way out. */
  after?: ReactNode;
  onLeave?: () => void;
  titleId?: string;
}

const DROP_TARGET = 'outline-2 -outline-offset-4 outline-dashed outline-primary';

const unknown = { name: '', avatar_url: null };

/** A keyboard that comes up by itself would hide half of a phone's messages. */
const hasFinePointer = () => matchesMedia('hover');

/** A whole conversation: header, messages and composer. Fills its parent. */
export function ConversationView(props: ConversationViewProps) {
  const { target, userId, after, onLeave, titleId } = props;
  const client = useQueryClient();
  const ownTitleId = useId();
  const { id, conversation, about, addressee, draftKey, state, retry, onStarted } = useChatTarget(target);
  const draft = useDraft(draftKey);
  const sides = {
    userId,
    ownSide: conversation?.own_side ?? ('user' as const),
    participantId: conversation?.participant.id ?? null,
  };
  const chat = useChatThread(id, sides, draftKey, draft);
  const { thread } = chat;
  const isAsker = conversation ? conversation.own_side === 'user' : 'agent' in target;
  const mail = useMailOf({
    conversationId: id,
    agentId: (isAsker && about?.participant.id) || null,
    propertyId: about?.property?.id ?? null,
  });
  const hasOlder = thread?.hasOlder === true;
  const messages = useMemo(() => withMail(chat.messages, mail, hasOlder), [chat.messages, mail, hasOlder]);
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const scroll = useThreadScroll(box, id, messages);
  const typing = useTypingSignal(id);
  const isTyping = useIsOtherTyping(id, userId);
  const now = useNow();
  useMarkRead(id, thread, userId, scroll.isAtEnd);

  const isLoading = state === 'loading' || (id !== null && !thread?.isLoaded);
  const isReady = !isLoading && state === 'ready';
  const reason = conversation && closedReason(conversation.status, conversation.participant.id === null);

  useEffect(() => {
    if (isReady && hasFinePointer()) input.current?.focus({ preventScroll: true });
  }, [isReady]);

  const send = () => {
    typing.stop();
    void sendDraft(client, draftKey, addressee, userId).then((startedId) => {
      if (startedId !== null && startedId !== id) onStarted(startedId);
    });
  };
  const write = (text: string) => {
    changeDraft(draftKey, { text, status: 'idle', error: null });
    typing.onText(text);
  };

  const isWritable = isReady && !reason;
  const drop = useFileDrop((files) => {
    if (isWritable) attachFiles(draftKey, files);
    input.current?.focus();
  });

  const header = { titleId: titleId ?? ownTitleId, after };
  if (state === 'missing' || state === 'failed' || chat.isFailed)
    return (
      <div className="flex flex-col h-full min-h-0 bg-surface">
        <ThreadHeader {...header} about={about ?? null} />
        <ThreadTrouble isMissing={state === 'missing'} onRetry={state === 'failed' ? retry : chat.retry} />
      </div>
    );

  return (
    <div
      {...drop.handlers}
      className={`flex flex-col h-full min-h-0 bg-surface ${drop.isOver && isWritable ? DROP_TARGET : ''}`}
    >
      <ThreadHeader {...header} about={about} onLeave={onLeave} />
      <ConnectionNotice />
      {isLoading ? (
        <ThreadLoading />
      ) : messages.length > 0 ? (
        <MessageLog
          box={box}
          onBox={setBox}
          participant={about?.participant ?? unknown}
          messages={messages}
          scroll={scroll}
          isTyping={isTyping}
          hasOlder={hasOlder}
          older={chat.older}
          onLoadOlder={chat.loadOlder}
          now={now}
        />
      ) : (
        <ThreadStart
          about={about}
          onSuggest={(text) => {
            write(text);
            input.current?.focus();
          }}
        />
      )}
      {reason ? (
        <ClosedNotice reason={reason} />
      ) : (
        <MessageComposer
          input={input}
          about={about}
          draft={draft}
          draftKey={draftKey}
          onText={write}
          onSend={send}
        />
      )}
    </div>
  );
}

type ChatDialogProps = { target: ChatTarget; userId: number; onClose(): void };

const SIZE = 'w-[min(35rem,100vw_-_2rem)] h-[min(46rem,100dvh_-_3rem)]';
const ABOVE_KEYBOARD =
  'max-md:inset-[var(--visible-top,0)_0_auto] max-md:w-full max-md:h-[var(--visible-height,100dvh)] max-md:m-0';

/** On a phone it is the whole screen above the keyboard. */
export function ChatDialog({ target, userId, onClose }: ChatDialogProps) {
  const titleId = useId();
  const client = useQueryClient();
  const bridge = desktopConsole()?.bridge;
  const conversationId = 'conversationId' in target ? target.conversationId : null;
  const { props, close, layer } = useModal({
    onClose() {
      onClose();
      void invalidateList(client, conversationPages);
    },
  });
  useKeyboardInset(props.ref);

  return (
    <dialog
      {...props}
      className={`dialog max-w-none max-h-none overflow-hidden rounded-lg max-md:rounded-none ${SIZE} ${ABOVE_KEYBOARD}`}
      aria-labelledby={titleId}
    >
      <ConversationView
        target={target}
        userId={userId}
        titleId={titleId}
        after={
          <>
            {bridge && conversationId !== null && (
              <IconButton
                label={t('Open in its own window')}
                icon={<SquareArrowOutUpRight size={20} />}
                onClick={() => {
                  bridge.call('openThread', conversationId).catch((error: unknown) => console.warn(error));
                  close();
                }}
              />
            )}
            <IconButton label={t('Close chat')} icon={<X size={22} />} onClick={close} />
          </>
        }
        onLeave={close}
      />
      {layer}
    </dialog>
  );
}

/**
 * Keeps `--visible-height` and `--visible-top` of an element at the part of the window above the on-screen
 * keyboard: not every browser takes the keyboard out of 100dvh.
 */
function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const follow = () => {
      // Zoomed in by two fingers, the visible part is not the part above the keyboard.
      if (viewport.scale > 1.01) return;
      element.current?.style.setProperty('--visible-height', `${viewport.height}px`);
      element.current?.style.setProperty('--visible-top', `${viewport.offsetTop}px`);
    };
    follow();
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
    };
  }, [element]);
}

const SavedRepliesButton = lazyWithRetry(
  async () => (await import('#web/features/savedReplies/index.ts')).SavedRepliesButton,
  'none',
);

interface MessageComposerProps {
  input: RefObject<HTMLTextAreaElement | null>;
  about: ThreadSubject | undefined;
  draft: Draft;
  draftKey: string;
  onText(text: string): void;
  onSend(): void;
}

/** From here on the characters that are left are counted. */
const COUNT_FROM = MAX_MESSAGE_LENGTH - 300;

const BOX = 'flex-1 min-h-11 max-h-36 py-[0.59375rem] px-4 rounded-[1.375rem] leading-[1.4] resize-none';

/** Enter sends, Shift+Enter begins a new line. While sending it takes nothing, but keeps the focus and the keyboard. */
function MessageComposer({ input, about, draft, draftKey, onText, onSend }: MessageComposerProps) {
  const recipient = about?.participant.name ?? '';
  const id = useId();
  const { user } = useSession();
  const isSending = draft.status === 'sending';
  // The messages show a text that is being sent.
  const text = isSending ? '' : draft.text;
  const files = useAttachedFiles(draftKey);
  const isBlank = text.trim() === '' && files.length === 0;
  const left = MAX_MESSAGE_LENGTH - text.length;

  useGrowing(input, text);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    onSend();
  };

  return (
    <form
      className="bottom-bar"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
        input.current?.focus();
      }}
    >
      {draft.status === 'failed' && (
        <p className="flex gap-2 mb-2 text-danger text-sm font-[550]" role="alert">
          <CircleAlert className="flex-none mt-0.75" size={16} />
          <span>{t('Not sent. {error}', { error: draft.error ?? '' })}</span>
        </p>
      )}
      <AttachedFiles draftKey={draftKey} isDisabled={isSending} />
      <div className="flex items-end gap-2 max-sm:gap-1">
        <AttachButton draftKey={draftKey} isDisabled={isSending} onChosen={() => input.current?.focus()} />
        {user?.role === 'agent' && (
          <Suspense fallback={<span className="flex-none w-11" />}>
            <SavedRepliesButton
              input={input}
              name={recipient}
              property={about?.property ?? null}
              maxLength={MAX_MESSAGE_LENGTH}
              isDisabled={isSending}
              isCompact
              onText={onText}
            />
          </Suspense>
        )}
        <label className="visuallyHidden" htmlFor={id}>
          {t('Message to {recipient}', { recipient })}
        </label>
        <textarea
          dir="auto"
          ref={input}
          id={id}
          className={`${controlClass} ${BOX} aria-disabled:bg-sunken`}
          rows={1}
          placeholder={t('Type a message…')}
          value={text}
          maxLength={MAX_MESSAGE_LENGTH}
          readOnly={isSending}
          aria-disabled={isSending}
          enterKeyHint="send"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={pasteInto(draftKey)}
        />
        <button
          type="submit"
          className="icon-btn btn-primary pl-0.5 rounded-full active:scale-94 disabled:border-line disabled:bg-sunken disabled:opacity-100"
          aria-label={t('Send message')}
          title={t('Send message')}
          disabled={isBlank || isSending || !areReady(files)}
          // The text box keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
        >
          <SendHorizontal size={20} />
        </button>
      </div>
      {text.length > COUNT_FROM && (
        <p className="mt-1 text-muted text-xs text-right" role="status">
          {t('{left, plural, one {# character left} other {# characters left}}', { left })}
        </p>
      )}
    </form>
  );
}
