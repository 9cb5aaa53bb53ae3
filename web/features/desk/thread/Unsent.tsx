import { CircleAlert, Clock3 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { HeldReply, TimelineEntry } from '#shared/contracts/desk.ts';
import { MessageRun, useAttempt } from '#web/features/conversations/index.ts';
import {
  discardQueued,
  isCall,
  isHeld,
  type OutboxEntry,
  retryQueued,
  useOutbox,
} from '#web/features/offline/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { NOTE } from '../client/NoteCard.tsx';
import { channelOf, takeRefusedBack, takeReplyBack, useHeldFiles, useUnsent, wordsOf } from '../sending.ts';
import { noteKey } from './channels.ts';

export interface ShownClient {
  userId: number;
  /** Answers that the server holds for the agent. */
  held: readonly HeldReply[];
  conversations: readonly Conversation[];
  newestFirst: readonly TimelineEntry[];
}

type UnsentProps = ShownClient & { box: HTMLElement | null; clientId: number };

/** The agent's unsent entries for this client: held, being sent, waiting or refused. */
export function Unsent({ box, clientId, ...shown }: UnsentProps) {
  const { userId, newestFirst, held } = shown;
  const note = useAttempt(noteKey(clientId));
  const elsewhere = useElsewhere(shown);
  // Its answer is in the timeline a moment before it is out of the outbox.
  const isThere = useMemo(
    () =>
      new Set(
        newestFirst.map((entry) => {
          if (entry.kind === 'message') return entry.message.client_id;
          return entry.kind === 'reply' ? entry.reply.client_id : null;
        }),
      ),
    [newestFirst],
  );
  const unsent = useUnsent(userId, clientId).filter(({ id }) => !isThere.has(id));
  const refused = held.filter(({ error, client_id: id }) => error && !unsent.some((entry) => entry.id === id));
  const replies = unsent.filter(({ kind }) => kind === 'deskReply');
  const newNotes = unsent.filter(({ call }) => call === 'desk.addNote');
  const changes = unsent.filter((entry) => !replies.includes(entry) && !newNotes.includes(entry));
  const newest = replies.at(-1)?.id ?? note?.clientId;
  const shownLast = useRef(newest);
  useEffect(() => {
    // A new entry scrolls into view, also while the agent reads further up.
    if (newest && newest !== shownLast.current && box) box.scrollTop = 0;
    shownLast.current = newest;
  }, [newest, box]);
  return (
    <>
      {refused.map((one) => (
        <Refused key={one.client_id} clientId={clientId} held={one} />
      ))}
      {elsewhere.length > 0 && <Bubbles entries={elsewhere} />}
      {replies.map((entry) => (
        <div key={entry.id}>
          <Bubbles entries={[entry]} />
          <ReplyActs entry={entry} clientId={clientId} />
        </div>
      ))}
      {newNotes.map((entry) => (
        <div key={entry.id}>
          <PendingNote text={entry.detail} />
          <ChangeState entry={entry} />
        </div>
      ))}
      {note && <PendingNote text={note.content} />}
      {changes.map((entry) => (
        <ChangeState key={entry.id} entry={entry} isNamed />
      ))}
    </>
  );
}

const PENDING_NOTE = `max-w-[min(36rem,88%)] mt-2.5 mx-1 ml-auto py-2 px-3 text-sm opacity-70 wrap-anywhere whitespace-pre-line ${NOTE}`;
const PendingNote = ({ text }: { text: string }) => (
  <p dir="auto" className={PENDING_NOTE}>
    {text}
  </p>
);
const STATE = 'flex flex-wrap items-center justify-end gap-x-3 gap-y-0.5 pt-0.5 px-2 text-xs text-right';

const Act = ({ words, ...button }: ComponentProps<'button'> & { words: string }) => (
  <button {...button} type="button" className={ACT}>
    {words}
  </button>
);
const ACT = 'min-h-7 px-1 text-primary font-semibold underline-offset-2 hover:underline pointer-coarse:min-h-11';

/** Entries from other screens of the console wait in their own lanes. */
function useElsewhere({ userId, conversations, newestFirst }: ShownClient): OutboxEntry[] {
  return useOutbox(userId).filter(
    (entry) =>
      conversations.some(({ id }) => isCall(entry, 'conversations.send', { id })) ||
      newestFirst.some(
        (shown) =>
          shown.kind === 'inquiry' &&
          isCall(entry, 'inquiries.reply', { id: userId, contactId: shown.inquiry.id }),
      ),
  );
}

/** The server held it after the page was gone, and could not send it. */
function Refused({ clientId, held }: { clientId: number; held: HeldReply }) {
  const { client_id: key, content, attachments, not_before: created_at, error } = held;
  const take = (isEdited: boolean) =>
    takeRefusedBack(clientId, held, isEdited).catch((failure: unknown) =>
      showToast(failureSentence(failure, t('This did not work. Please try again.')), 'error'),
    );
  const message = { key, content, attachments, created_at, isOwn: true, state: 'refused' as const };
  return (
    <div className="pt-2.5 px-1">
      <MessageRun
        run={{ isOwn: true, author: null, messages: [message] }}
        participant={{ name: '', avatar_url: null }}
      />
      <NotSent error={error}>
        <Act words={t('Edit')} onClick={() => void take(true)} />
        <Act words={t('Discard')} onClick={() => void take(false)} />
      </NotSent>
    </div>
  );
}

const NotSent = ({ error, children }: { error: string | null; children: ReactNode }) => (
  <div className={`${STATE} text-danger`} role="alert">
    <span className="inline-flex items-center gap-1 font-semibold">
      <CircleAlert className="flex-none" size={13} />
      {t('Not sent. {error}', { error: error ?? '' })}
    </span>
    {children}
  </div>
);

function Bubbles({ entries }: { entries: readonly OutboxEntry[] }) {
  const held = useHeldFiles();
  const messages = entries.map((entry) => {
    const { id: key, detail, createdAt: created_at, state } = entry;
    const attachments = held.get(key);
    return {
      key,
      ...(attachments ? { content: wordsOf(entry), attachments } : { content: detail }),
      created_at,
      isOwn: true,
      state: state === 'waiting' && isHeld(entry) ? ('sending' as const) : state,
    };
  });
  return (
    <div className="pt-2.5 px-1">
      <MessageRun run={{ isOwn: true, author: null, messages }} participant={{ name: '', avatar_url: null }} />
    </div>
  );
}

/** How far an answer got, and the way back. */
function ReplyActs({ entry, clientId }: { entry: OutboxEntry; clientId: number }) {
  const { id, userId, state, error } = entry;
  const takeBack = () => void takeReplyBack(userId, { id, clientId, content: wordsOf(entry) });
  if (state === 'refused')
    return (
      <NotSent error={error}>
        <Act words={t('Edit')} onClick={takeBack} />
        <Act words={t('Try Again')} onClick={() => void retryQueued(userId, id)} />
        <Act words={t('Discard')} onClick={() => void discardQueued(userId, id)} />
      </NotSent>
    );
  const isNoted = channelOf(entry) === 'phone' || channelOf(entry) === 'sms';
  return (
    <p className={`${STATE} text-muted`} role="status">
      <span>
        {state === 'sending' || isHeld(entry)
          ? isNoted
            ? t('Recording…')
            : t('Sending…')
          : error
            ? t('Waiting to be sent. We keep trying: {error}', { error })
            : t('Waiting to be sent')}
      </span>
      {state === 'waiting' && <Act words={t('Undo')} aria-keyshortcuts="u" onClick={takeBack} />}
    </p>
  );
}

/** A change that was shown at once, and has not arrived. */
function ChangeState({ entry, isNamed = false }: { entry: OutboxEntry; isNamed?: boolean }) {
  const { id, userId, state, detail, error } = entry;
  const discard = async () => {
    if (!(await discardQueued(userId, id)))
      showToast(t('It is already on its way. If it does not arrive, it will not be sent again.'), 'info');
  };
  const isRefused = state === 'refused';
  return (
    <p className={`${STATE} ${isRefused ? 'text-danger' : 'text-muted'}`} role="status">
      <Clock3 className="flex-none" size={13} />
      {isNamed && (
        <span dir="auto" className="min-w-0 font-semibold whitespace-pre-line">
          {detail}
        </span>
      )}
      <span>
        {isRefused
          ? t('Not made: {error}', { error: error ?? '' })
          : state === 'sending'
            ? t('Being sent')
            : t('Waiting to be sent')}
      </span>
      {isRefused && <Act words={t('Discard')} onClick={() => void discard()} />}
    </p>
  );
}
