import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useConnection } from '#web/lib/socket.ts';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { useNow } from '#web/lib/useNow.ts';
import type { ChatTarget } from '../ChatProvider.tsx';
import { closedReason } from '../list/listData.ts';
import { cacheChange } from '../live.ts';
import { showThread } from '../onScreen.ts';
import { useMailOf, withMail } from '../ownInquiries.ts';
import { putRead } from '../queries.ts';
import { useChatTarget } from '../useChatTarget.ts';
import { MessageComposer } from './MessageComposer.tsx';
import { MessageLog, useThreadScroll } from './MessageLog.tsx';
import { changeDraft, useDraft } from './pendingMessages.ts';
import { sendDraft } from './sendDraft.ts';
import { ThreadHeader } from './ThreadHeader.tsx';
import {
  ClosedNotice,
  ConnectionNotice,
  ThreadLoading,
  ThreadStart,
  ThreadTrouble,
} from './ThreadNotices.tsx';
import { newestUnread, type ThreadData } from './threadData.ts';
import { useChatThread, useIsOtherTyping, useTypingSignal } from './useChatThread.ts';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Reports read messages to the server: only visible ones, in a focused window. */
function useMarkRead(
  id: number | null,
  thread: ThreadData | undefined,
  userId: number,
  isAtEnd: boolean,
): void {
  const client = useQueryClient();
  const isVisible = useSyncExternalStore(
    subscribe,
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
    putRead(id).then(
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
  /** Content before the person: a way back. */
  before?: ReactNode;
  /** Content at the end of the header: a way out. */
  after?: ReactNode;
  /** The person goes to another page from here. */
  onLeave?: () => void;
  titleId?: string;
  /** The text box takes the focus. */
  isFocused: boolean;
}

const unknown = { name: '', avatar_url: null };

/** A keyboard that comes up by itself would hide half of a phone's messages. */
const hasFinePointer = () => matchesMedia('hover');

/** A whole conversation: header, messages and composer. Fills its parent. */
export function ConversationView(props: ConversationViewProps) {
  const { target, userId, before, after, onLeave, titleId, isFocused } = props;
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
    if (isReady && isFocused && hasFinePointer()) input.current?.focus({ preventScroll: true });
  }, [isReady, isFocused]);

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

  const header = { titleId: titleId ?? ownTitleId, before, after };
  if (state === 'missing' || state === 'failed' || chat.isFailed)
    return (
      <div className="flex flex-col h-full min-h-0 bg-surface">
        <ThreadHeader {...header} about={about ?? null} />
        <ThreadTrouble isMissing={state === 'missing'} onRetry={state === 'failed' ? retry : chat.retry} />
      </div>
    );

  return (
    <div className="flex flex-col h-full min-h-0 bg-surface">
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
          name={about?.participant.name ?? ''}
          isAboutProperty={about?.property != null}
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
          recipient={about?.participant.name ?? ''}
          property={about?.property ?? null}
          draft={draft}
          onText={write}
          onSend={send}
        />
      )}
    </div>
  );
}
