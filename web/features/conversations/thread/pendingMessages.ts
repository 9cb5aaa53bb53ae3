import { newClientId } from '#web/lib/apiClient.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { forgetWithSession, readStoredSession } from '#web/platform/sessionStorage.ts';

/** A sent text, under the id by which the server knows it. */
interface Attempt {
  content: string;
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

interface StoredDrafts {
  /** The account: the tab may be loaded again for another one. */
  userId: number | null;
  drafts: Readonly<Record<string, Partial<Draft>>>;
}

const blank: Draft = { text: '', attempt: null, status: 'idle', error: null };

const ownerId = () => readStoredSession()?.user.id ?? null;

/** Ends with the tab: drafts are private. */
const drafts = createStore<Readonly<Record<string, Draft>>>(
  {},
  {
    area: 'sessionStorage',
    key: 'silong_drafts',
    read: readDrafts,
    write: (kept): StoredDrafts => ({ userId: ownerId(), drafts: kept }),
  },
);

function readDrafts(stored: unknown): Record<string, Draft> {
  const { userId, drafts: kept } = (stored ?? {}) as Partial<StoredDrafts>;
  if (!kept || userId !== ownerId()) return {};
  return Object.fromEntries(
    Object.entries(kept).map(([key, { text = '', attempt = null }]) => [
      key,
      { ...blank, text: String(text), attempt },
    ]),
  );
}

export const readDraft = (key: string): Draft => drafts.get()[key] ?? blank;

export function changeDraft(key: string, change: Partial<Draft>): void {
  const { [key]: before = blank, ...others } = drafts.get();
  const after = { ...before, ...change };
  drafts.set(after.text || after.attempt ? { ...others, [key]: after } : others);
}

/** The conversation exists now; the draft written before it moves along. */
export function moveDraft(from: string, to: string): void {
  const { [from]: moved, ...others } = drafts.get();
  if (moved) drafts.set(others[to] ? others : { ...others, [to]: moved });
}

/** The attempt to send this text. The same text again has the same id, so that a message that did arrive is not repeated. */
export function beginAttempt(key: string, content: string, now = new Date()): Attempt {
  const { attempt: before } = readDraft(key);
  const attempt =
    before?.content === content ? before : { content, clientId: newClientId(), at: now.toISOString() };
  changeDraft(key, { text: content, attempt, status: 'sending', error: null });
  return attempt;
}

/** The server has stored the attempt. Text written since stays. */
export function finishAttempt(key: string, clientId: string): void {
  const { attempt, text } = readDraft(key);
  if (attempt?.clientId !== clientId) return;
  changeDraft(key, { ...blank, text: text.trim() === attempt.content ? '' : text });
}

/** The text is back where it was written. */
export function failAttempt(key: string, clientId: string, error: string): void {
  if (readDraft(key).attempt?.clientId === clientId) changeDraft(key, { status: 'failed', error });
}

/** One person's drafts are never shown to the next. */
export function clearDrafts(): void {
  drafts.set({});
}
forgetWithSession(clearDrafts);

/** How many conversations hold something that is written and not sent. */
export const useDraftCount = (): number =>
  useStore(drafts, (all) => Object.values(all).filter(({ text }) => text.trim() !== '').length);

/** The texts that are being sent. Typing does not rerender. */
export const useAttempt = (key: string): Attempt | null =>
  useStore(drafts, ({ [key]: draft = blank }) => (draft.status === 'sending' ? draft.attempt : null));

export const useDraft = (key: string): Draft => useStore(drafts, ({ [key]: draft = blank }) => draft);
