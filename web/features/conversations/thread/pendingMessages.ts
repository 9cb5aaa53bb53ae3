import type { Attachment } from '#shared/contracts/attachments.ts';
import { moveFiles, putFilesBack, takeFiles } from '#web/features/attachments/index.ts';
import { newClientId } from '#web/lib/apiClient.ts';
import { forgetWordsOfOthers, listenToWords, talkKey, talksOf, writeWords } from '#web/lib/keptWords.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { scoped } from '#web/platform/scope.ts';
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

/** One account's: they outlive its session and its tab. */
interface OwnedDrafts {
  userId: number | null;
  drafts: Drafts;
}

const blank: Draft = { text: '', attempt: null, status: 'idle', error: null };
const none: Drafts = {};

const ownerId = () => readStoredSession()?.user.id ?? null;

/** In the tab's storage too, where an earlier version of the page looks for them. */
const store = createStore<OwnedDrafts>(
  { userId: null, drafts: {} },
  { area: 'sessionStorage', key: 'silong_drafts', read: readTab, write: forTab },
);

/** Drafts that another tab has sent meanwhile, as they are shared no more, do not come back. */
function readTab(stored: unknown): OwnedDrafts {
  const { userId = null, drafts = {} } = (stored ?? {}) as Partial<{
    userId: number;
    drafts: Record<string, Partial<StoredDraft>>;
  }>;
  const own = Object.entries(drafts).filter(([, { isShared }]) => !isShared);
  const owner = ownerId() ?? userId;
  return {
    userId: owner,
    drafts: { ...(userId === owner ? unsent(Object.fromEntries(own)) : none), ...readShared(owner) },
  };
}

interface StoredDraft extends Draft {
  /** Every tab reads it. */
  isShared: boolean;
}

function forTab({ userId, drafts }: OwnedDrafts) {
  const stored = Object.entries(drafts).map(([key, draft]): [string, StoredDraft] => [
    key,
    { ...draft, isShared: userId !== null && !unshared().has(key) },
  ]);
  return { userId, drafts: Object.fromEntries(stored) };
}

/** Drafts that the browser would not store for all tabs. */
const unshared = scoped(() => new Set<string>());

/** As after a pause: nothing is on its way. */
const unsent = (drafts: Readonly<Record<string, Partial<Draft>>>): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).map(([key, { text = '', attempt = null }]) => [
      key,
      { ...blank, text: String(text), attempt },
    ]),
  );

/** An account's drafts of all tabs. */
const readShared = (userId: number | null): Drafts =>
  userId === null ? none : unsent(talksOf(userId) as Record<string, Partial<Draft>>);

/** Those of an account that has signed in since. */
const later = scoped<OwnedDrafts>(() => ({ userId: null, drafts: none }));

/** One person's drafts are never shown to the next. */
function ownOf({ userId, drafts }: OwnedDrafts): Drafts {
  const owner = ownerId();
  if (userId === owner) return drafts;
  if (later().userId !== owner) later.set({ userId: owner, drafts: readShared(owner) });
  return later().drafts;
}
const readOwn = () => ownOf(store.get());

function writeOwn(drafts: Drafts, ...changed: string[]): void {
  const userId = ownerId();
  if (userId !== null) {
    if (store.get().userId !== userId) forgetWordsOfOthers(userId);
    for (const key of changed) share(userId, key, drafts[key]);
  }
  store.set({ userId, drafts });
}

function share(userId: number, key: string, draft: Draft | undefined): void {
  const isStored = writeWords(talkKey(userId, key), draft && { text: draft.text, attempt: draft.attempt });
  if (isStored) unshared().delete(key);
  else unshared().add(key);
}

/** A draft that is written or sent in one tab is so in all of them. */
if (typeof window !== 'undefined')
  listenToWords((shared, value) => {
    later.set({ userId: null, drafts: none });
    const { userId, drafts } = store.get();
    const start = userId === null ? '' : talkKey(userId, '');
    const key = shared.startsWith(start) ? shared.slice(start.length) : '';
    const { [key]: before, ...others } = drafts;
    // This tab hears from the server itself what becomes of what it sends.
    const isOther = userId === null || key === '' || before?.status === 'sending';
    const changed = value === undefined ? others : { ...others, ...unsent({ [key]: value as Partial<Draft> }) };
    store.set({ userId, drafts: isOther ? drafts : changed });
  });

export const readDraft = (key: string): Draft => readOwn()[key] ?? blank;

export function changeDraft(key: string, change: Partial<Draft>): void {
  const { [key]: before = blank, ...others } = readOwn();
  const after = { ...before, ...change };
  writeOwn(after.text || after.attempt ? { ...others, [key]: after } : others, key);
}

/** The conversation exists now; the draft written before it moves along. */
export function moveDraft(from: string, to: string): void {
  const { [from]: moved, ...others } = readOwn();
  if (moved) writeOwn(others[to] ? others : { ...others, [to]: moved }, from, to);
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

// The session's end stops what was on its way; the words wait for their writer, unless they were forgotten.
forgetWithSession(() => {
  const { userId, drafts } = store.get();
  later.set({ userId: null, drafts: none });
  store.set({ userId, drafts: unsent(drafts) });
});

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
