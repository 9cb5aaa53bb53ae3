import { CircleAlert, Lock, Mail, MessagesSquare, Phone, SendHorizontal, Smartphone } from 'lucide-react';
import {
  type FormEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { DeskRow, TimelineEntry } from '#shared/contracts/desk.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { MAX_INQUIRY_REPLY_LENGTH, MAX_MESSAGE_LENGTH, MAX_NOTE_LENGTH } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';
import {
  beginAttempt,
  changeDraft,
  failAttempt,
  settleAttempt,
  useDraft,
  useTypingSignal,
} from '#web/features/conversations/index.ts';
import { useColleagues } from '#web/features/offices/index.ts';
import { SavedRepliesButton } from '#web/features/savedReplies/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { keepKeys, useDroppedKeys, useKeptKeys } from '#web/lib/keptKeys.ts';
import { isMac, keyCaps } from '#web/lib/shortcutKeys.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { storedText } from '#web/lib/storedText.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/NativeSelect.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { useNotes } from '../clientChanges.ts';
import { type HeldReply, holdReply } from '../sending.ts';
import {
  type Channel,
  channelsOf,
  chooseWay,
  findWays,
  isNoted,
  type Way,
  wayId,
  wayProperty,
} from './channels.ts';
import { chooseMode, noteKey, replyKey, useMode } from './composerState.ts';
import { OfferTimes } from './OfferTimes.tsx';

export interface ComposerHandle {
  /** Opens it for an answer to this inquiry, with this text where nothing is written yet. */
  answer(inquiry: Inquiry, text?: string): void;
}

interface ComposerProps {
  client: DeskRow;
  userId: number;
  conversations: readonly Conversation[];
  /** The loaded part of the timeline. */
  newestFirst: readonly TimelineEntry[];
  /** An answer is on its way; it can be taken back. */
  onSent(): void;
  onTakenBack(): void;
  ref: Ref<ComposerHandle>;
}

const channelWords: Record<Channel | 'note', Message> = {
  chat: msg('Chat'),
  email: msg('Email'),
  phone: msg('Call'),
  sms: msg('SMS'),
  note: msg('Note'),
};
const channelIcons = { chat: MessagesSquare, email: Mail, phone: Phone, sms: Smartphone, note: Lock };

const COUNT_LAST = 300;

/**
 * Where the agent writes: an answer by the way the client used last, or by another one, or a note the client never sees. What is
 * typed is kept here and in the drafts alone, so that nothing else is drawn anew by a key.
 */
export function Composer(props: ComposerProps) {
  const { client, userId, conversations, newestFirst, onSent, onTakenBack, ref } = props;
  const { id: clientId, name, user_id, kind } = client;
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const mode = useMode(clientId);
  const ways = useMemo(
    () => findWays(conversations, newestFirst, { user_id, kind }),
    [conversations, newestFirst, user_id, kind],
  );
  const way = chooseWay(ways, newestFirst, mode.choice);
  const isNote = mode.isNote || way === null;
  const channels: (Channel | 'note')[] = [...channelsOf(ways), 'note'];
  const channel = isNote ? 'note' : way.channel;
  const draftKey = isNote ? noteKey(clientId) : replyKey(clientId);
  const draft = useDraft(draftKey);
  const isSending = draft.status === 'sending';
  // What is on its way stands in the timeline.
  const text = isSending ? '' : draft.text;
  const property = way && wayProperty(way);
  const typing = useTypingSignal(way?.channel === 'chat' ? (way.conversation?.id ?? null) : null);
  const notes = useNotes(clientId);
  const isInOffice = useColleagues() !== null;
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    // What was begun goes on at its end.
    const end = input.current?.value.length ?? 0;
    input.current?.setSelectionRange(end, end);
    return () => {
      isThere.current = false;
    };
  }, []);
  const maxLength = isNote
    ? MAX_NOTE_LENGTH
    : channel === 'chat'
      ? MAX_MESSAGE_LENGTH
      : MAX_INQUIRY_REPLY_LENGTH;

  const write = (words: string) => {
    changeDraft(draftKey, { text: words, status: 'idle', error: null });
    if (channel === 'chat') typing.onText(words);
  };
  const focus = () => requestAnimationFrame(() => input.current?.focus());
  useImperativeHandle(ref, () => ({
    answer(inquiry, words) {
      chooseMode(clientId, { isNote: false, choice: { channel: 'email', id: inquiry.id } });
      if (words) changeDraft(replyKey(clientId), { text: words, status: 'idle', error: null });
      focus();
    },
  }));
  // Taken away in the middle of a word, it goes on with the word if it comes back.
  const leave = useEffectEvent((box: HTMLTextAreaElement | null) => {
    if (box && document.activeElement === box) keepKeys(draftKey);
  });
  useLayoutEffect(() => {
    const box = input.current;
    return () => leave(box);
  }, []);
  useKeptKeys(draftKey, () => input.current, { isReady: !isSending });
  useDroppedKeys([replyKey(clientId)], way === null, () =>
    showToast(t('There is no open chat or inquiry to answer.'), 'error'),
  );

  /** Under the id of its attempt, so that the words come back where they were written if it fails. */
  const attempt = async (
    content: string,
    store: (attemptId: string) => Promise<void>,
    failure: string,
  ): Promise<boolean> => {
    const { clientId: attemptId } = beginAttempt(draftKey, content);
    try {
      await store(attemptId);
    } catch (error) {
      failAttempt(draftKey, attemptId, failureSentence(error, failure));
      return false;
    }
    settleAttempt(draftKey, attemptId);
    return true;
  };

  const send = async () => {
    const content = text.trim();
    if (content === '' || isSending || content.length > maxLength) return;
    typing.stop();
    if (isNote || !way) {
      await attempt(content, () => notes.add(content), t('The note could not be saved.'));
      return;
    }
    const addressed = addressOf(way);
    const isKept = await attempt(
      content,
      (attemptId) => holdReply({ ...addressed, clientId, name, content, id: attemptId, onTakenBack }),
      t('Failed to send reply'),
    );
    // The agent may be with somebody else by now.
    if (isKept && isThere.current) onSent();
  };
  useShortcut({
    keys: 'mod+enter',
    label: t('Send what is written'),
    group: t('Desk'),
    run: () => {
      if (document.activeElement === input.current) void send();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
    input.current?.focus();
  };

  const targets = isNote ? [] : ways.filter((other) => other.channel === way.channel);
  const left = maxLength - text.length;
  return (
    <form
      className={`flex-none grid grid-cols-1 gap-2 pt-2 px-4 pb-[max(var(--s-space-3),env(safe-area-inset-bottom))] border-t ${isNote ? NOTE_GROUND : 'border-t-line bg-surface'}`}
      onSubmit={submit}
    >
      <div className="flex flex-wrap items-center gap-y-1 gap-x-3">
        <fieldset className="flex flex-wrap gap-0.5 min-w-0 m-0 p-0 border-0" disabled={isSending}>
          <legend className="visuallyHidden">{t('Answer by')}</legend>
          {channels.map((offered) => {
            const Icon = channelIcons[offered];
            return (
              <label key={offered} className={PILL}>
                <input
                  type="radio"
                  className="absolute inset-0 w-full h-full m-0 opacity-0 cursor-[inherit]"
                  name={`${id}-channel`}
                  value={offered}
                  checked={offered === channel}
                  onChange={() =>
                    chooseMode(
                      clientId,
                      offered === 'note'
                        ? { ...mode, isNote: true }
                        : { isNote: false, choice: { channel: offered } },
                    )
                  }
                />
                <Icon size={14} aria-hidden="true" />
                {t(channelWords[offered])}
              </label>
            );
          })}
        </fieldset>
        {targets.length > 1 && way ? (
          <NativeSelect
            label={way.channel === 'chat' ? t('Conversation') : t('Inquiry')}
            isLabelHidden
            className="ml-auto min-w-0 max-w-64 [&_select]:h-8! [&_select]:text-[0.8125rem]!"
            value={String(wayId(way))}
            options={targets.map((target) => ({ value: String(wayId(target)), label: aboutWords(target) }))}
            isDisabled={isSending}
            onChange={(chosen) =>
              chooseMode(clientId, {
                isNote: false,
                choice: { channel: way.channel, id: Number(chosen) },
              })
            }
          />
        ) : (
          property &&
          !isNote && (
            <span
              dir="auto"
              className="ml-auto min-w-0 truncate text-muted text-[0.8125rem] @max-[27rem]:hidden"
              title={property.title}
            >
              {property.title}
            </span>
          )
        )}
      </div>
      {draft.status === 'failed' && (
        <p className="flex gap-2 text-danger text-sm font-[550]" role="alert">
          <CircleAlert className="flex-none mt-0.75" size={16} aria-hidden="true" />
          <span>
            {isNote
              ? t('Not saved. {error}', { error: draft.error ?? '' })
              : t('Not sent. {error}', { error: draft.error ?? '' })}
          </span>
        </p>
      )}
      <label className="visuallyHidden" htmlFor={id}>
        {isNote
          ? t('Private note about {name}', { name })
          : isNoted(way.channel)
            ? t('What you told {name}', { name })
            : t('Message to {recipient}', { recipient: name })}
      </label>
      <textarea
        dir="auto"
        ref={input}
        id={id}
        // Below 16 px iPhones zoom the page when the field takes the focus.
        className={`w-full min-h-19 max-md:min-h-11 max-h-[35dvh] py-2 px-3 border rounded-[0.625rem] text-[length:max(0.9375rem,16px)] lg:text-[0.9375rem] leading-[1.45] resize-none [field-sizing:content] placeholder:text-muted placeholder:opacity-100 focus-visible:outline-2 focus-visible:-outline-offset-1 ${isNote ? NOTE_FIELD : 'border-line-control bg-surface focus-visible:border-primary'}`}
        rows={1}
        placeholder={placeholderOf(channel, isInOffice)}
        value={text}
        maxLength={maxLength}
        readOnly={isSending}
        aria-describedby={`${id}-hint`}
        aria-keyshortcuts="Control+Enter"
        onChange={(event) => write(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        {!isNote && (
          <span className="flex items-center gap-1">
            <SavedRepliesButton
              input={input}
              name={name}
              property={property}
              maxLength={maxLength}
              isDisabled={isSending}
              isCompact
              isOpenedBySlash
              onText={write}
            />
          </span>
        )}
        {!isNote && property && (
          <OfferTimes
            agentId={userId}
            property={property}
            isDisabled={isSending}
            onWords={(words) => {
              write(text.trim() === '' ? words : `${text.trimEnd()}\n${words}`);
              focus();
            }}
          />
        )}
        <p
          id={`${id}-hint`}
          className="flex-1 min-w-0 text-muted text-xs leading-[1.35] @max-[30rem]:empty:hidden @max-[30rem]:order-first @max-[30rem]:basis-full"
        >
          {left < COUNT_LAST
            ? t('{left, plural, one {# character left} other {# characters left}}', { left })
            : way === null
              ? t('Private: the client never sees it. There is no open chat or inquiry to answer.')
              : way.channel === 'chat' && !way.conversation
                ? t('This starts a chat with {name}.', { name })
                : hintOf(channel, way.channel === 'chat' ? null : way.inquiry)}
        </p>
        <Button
          type="submit"
          size="small"
          className={`ml-auto ${isNote ? 'bg-accent! text-[#2b1d00]! hover:brightness-95' : ''}`}
          disabled={text.trim() === '' || isSending}
          // The text box keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
        >
          {isNote ? <Lock size={15} aria-hidden="true" /> : <SendHorizontal size={15} aria-hidden="true" />}
          {isNote
            ? t('Save Note')
            : isNoted(way.channel)
              ? t('Record Reply')
              : way.channel === 'email'
                ? t('Send Email')
                : t('Send')}
          <span
            className="font-medium opacity-75 @max-[34rem]:hidden pointer-coarse:hidden"
            aria-hidden="true"
          >
            {keyCaps('mod+enter', isMac()).flat().join(' ')}
          </span>
        </Button>
      </div>
    </form>
  );
}

/** Nobody takes a note for an answer: another ground, another line, another button. */
const NOTE_GROUND =
  'border-t-[color-mix(in_srgb,var(--s-accent)_55%,var(--s-border))] bg-[color-mix(in_srgb,var(--s-accent)_13%,var(--s-surface))]';
const NOTE_FIELD =
  'border-dashed border-warning bg-[color-mix(in_srgb,var(--s-accent)_6%,var(--s-surface))] focus-visible:outline-warning';
const PILL =
  'relative inline-flex items-center gap-1.5 min-h-8 px-2.5 rounded-sm text-muted text-[0.8125rem] font-semibold whitespace-nowrap cursor-pointer hover:text-ink has-checked:bg-primary-soft has-checked:text-primary has-[[value=note]:checked]:bg-[color-mix(in_srgb,var(--s-accent)_35%,var(--s-surface))] has-[[value=note]:checked]:text-ink has-focus-visible:outline-2 has-focus-visible:outline-primary pointer-coarse:min-h-control max-sm:px-2';

/** What the server has to know to find the same conversation or inquiry. */
function addressOf(way: Way): Pick<HeldReply, 'channel' | 'property_id' | 'inquiry_id'> {
  if (way.channel !== 'chat') return { channel: way.channel, inquiry_id: way.inquiry.id };
  return way.conversation
    ? { channel: 'chat', property_id: way.conversation.property?.id ?? null }
    : { channel: 'chat' };
}

function aboutWords(way: Way): string {
  const title = wayProperty(way)?.title;
  if (way.channel === 'chat' && way.conversation)
    return [storedText(way.conversation.subject), title].filter(Boolean).join(' · ');
  return title ?? t('No listing');
}

function placeholderOf(channel: Channel | 'note', isInOffice: boolean): string {
  if (channel === 'note')
    return isInOffice
      ? t('Write a note. Your office may see it. The client never does.')
      : t('Write a note. Only you will see it.');
  if (channel === 'phone' || channel === 'sms') return t('What did you tell them?');
  return channel === 'email'
    ? t('Write an email… or / for a saved reply')
    : t('Write a message… or / for a saved reply');
}

function hintOf(channel: Channel | 'note', inquiry: Inquiry | null): string {
  if (channel === 'note') return t('Private: the client never sees it.');
  if (channel === 'email')
    return t('To {email}. Answers go to your inbox.', {
      email: inquiry?.email ?? '',
    });
  if (channel === 'phone' || channel === 'sms')
    return t('Nothing is sent. Call or text {phone} yourself.', {
      phone: inquiry?.phone ?? '',
    });
  return '';
}
