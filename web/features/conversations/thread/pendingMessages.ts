import type { Attachment } from '#shared/contracts/attachments.ts';
import { moveFiles, putFilesBack, takeFiles } from '#web/features/attachments/index.ts';
import { newClientId } from '#web/lib/apiClient.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { forgetWithSession, readStoredSession } from '#web/platform/sessionStorage.ts';

/** A sent text, under the id by which the server knows it. */
export interface Attempt {
  content: string;
  attachments: Attachment[];
  clientId: string;
  /** When it was first sent, ISO-8601. */
  at: string;
}

/** An account's unconfirmed texts in one conversation. */
export interface Draft {
  text: string;
  attempt: Attempt | null;
  status: 'idle' | 'sending' | 'failed';
  /** Why the last attempt failed, for people. */
  error: string | null;
}

type Drafts = Readonly<Record<string, Draft>>;

/** One account's: they outlive its session, and the first draft of another account replaces them. */
interface OwnedDrafts {
  userId: number | null;
  drafts: Drafts;
}

const blank: Draft = { text: '', attempt: null, status: 'idle', error: null };

const ownerId = () => readStoredSession()?.user.id ?? null;

/** Ends with the tab: drafts are private. */
const store = createStore<OwnedDrafts>(
  { userId: null, drafts: {} },
  { area: 'sessionStorage', key: 'silong_drafts', read: readStoredDrafts },
);

function readStoredDrafts(stored: unknown): OwnedDrafts {
  const { userId = null, drafts = {} } = (stored ?? {}) as Partial<OwnedDrafts>;
  return { userId, drafts: unsent(drafts) };
}

/** As after a pause: nothing is on its way. */
const unsent = (drafts: Readonly<Record<string, Partial<Draft>>>): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).map(([key, { text = '', attempt = null }]) => [
      key,
      { ...blank, text: String(text), attempt },
    ]),
  );

const none: Drafts = {};
/** One person's drafts are never shown to the next. */
const ownOf = ({ userId, drafts }: OwnedDrafts): Drafts => (userId === ownerId() ? drafts : none);
const readOwn = () => ownOf(store.get());
const writeOwn = (drafts: Drafts) => store.set({ userId: ownerId(), drafts });

export const readDraft = (key: string): Draft => readOwn()[key] ?? blank;

export function changeDraft(key: string, change: Partial<Draft>): void {
  const { [key]: before = blank, ...others } = readOwn();
  const after = { ...before, ...change };
  writeOwn(after.text || after.attempt ? { ...others, [key]: after } : others);
}

/** The conversation exists now; the draft written before it moves along. */
export function moveDraft(from: string, to: string): void {
  const { [from]: moved, ...others } = readOwn();
  if (moved) writeOwn(others[to] ? others : { ...others, [to]: moved });
  moveFiles(from, to);
}

/**
 * The attempt to send this text with the draft's files. The same again has the same id, so that a message that did arrive is
 * not repeated.
 */
export function beginAttempt(key: string, content: string, now = new Date()): Attempt {
  const { attempt: before } = readDraft(key);
  const attachments = takeFiles(key);
  const isSame = before?.content === content && idsOf(before.attachments) === idsOf(attachments);
  const attempt = isSame
    ? { ...before, attachments }
    : { content, attachments, clientId: newClientId(), at: now.toISOString() };
  changeDraft(key, { text: content, attempt, status: 'sending', error: null });
  return attempt;
}

const idsOf = (attachments: readonly Attachment[] | undefined = []) => String(attachments.map(({ id }) => id));

/** The server has stored the attempt. Text written since stays. */
export function finishAttempt(key: string, clientId: string): void {
  const { attempt, text } = readDraft(key);
  if (attempt?.clientId !== clientId) return;
  changeDraft(key, { ...blank, text: text.trim() === attempt.content ? '' : text });
}

/** The text and the files are back where they were written. */
export function failAttempt(key: string, clientId: string, error: string): void {
  const { attempt } = readDraft(key);
  if (attempt?.clientId !== clientId) return;
  putFilesBack(key, attempt.attachments);
  changeDraft(key, { status: 'failed', error });
}

// The session's end stops what was on its way; the words wait for their writer.
forgetWithSession(() => store.set(readStoredDrafts(store.get())));

/** How many conversations hold something that is written and not sent. */
export const useDraftCount = (): number =>
  useStore(store, (all) => Object.values(ownOf(all)).filter(({ text }) => text.trim() !== '').length);

/** The texts that are being sent. Typing does not rerender. */
export const useAttempt = (key: string): Attempt | null =>
  useStore(store, (all) => {
    const { status, attempt } = ownOf(all)[key] ?? blank;
    return status === 'sending' ? attempt : null;
  });

export const useDraft = (key: string): Draft => useStore(store, (all) => ownOf(all)[key] ?? blank);
