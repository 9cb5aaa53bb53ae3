import { scoped } from '#web/platform/scope.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { readStored, writeStored } from './store.ts';

/**
 * Words that a person has written and not sent. They belong to the person whose id is in their key, outlive the session,
 * the tab and the browser, and are forgotten when another person signs in or their owner says so at the log-out. Words of
 * guests end with the tab.
 */
const OWNED = /^silong_(?:.+_draft_(\d+)$|property_draft_(\d+)_|talk_(\d+)_|sending_(\d+)$)/;
/** Keys of sent calls without an answer: kept and forgotten like drafts, but no drafts. */
const IS_SENT = /^silong_sending_/;

export function draftKey(name: string, userId: number | undefined): string {
  return userId === undefined ? `silong_${name}_draft_visitor` : `silong_${name}_draft_${userId}`;
}

/** Of a talk: a conversation, an answer or a note of the Desk. */
export const talkKey = (userId: number, name: string): string => `silong_talk_${userId}_${name}`;

function ownerOf(key: string): number | null {
  const [, ...found] = OWNED.exec(key) ?? [];
  const id = found.find(Boolean);
  return id === undefined ? null : Number(id);
}

const areaOf = (key: string) => (ownerOf(key) === null ? 'sessionStorage' : 'localStorage');

/** Words that the browser did not store, as it is full or refuses: they last as long as the page. */
const unstored = scoped(() => new Map<string, unknown>());
/** Persons whose words were forgotten at their log-out; a closing form writes them no more. */
const forgotten = scoped(() => new Set<number>());

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function hold(key: string, value: unknown): void {
  if (value === undefined) unstored().delete(key);
  else unstored().set(key, value);
  if (unstored().size > 0) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
}

/** Whether words of this key may be written now: they never come back once their owner has gone. */
function isWritable(key: string): boolean {
  const owner = ownerOf(key);
  const userId = readStoredSession()?.user.id;
  if (owner !== null && owner === userId) forgotten().delete(owner);
  return owner === null || owner === userId || (userId === undefined && !forgotten().has(owner));
}

export const readWords = (key: string): unknown =>
  unstored().has(key) ? unstored().get(key) : readStored(areaOf(key), key);

/** @param value undefined: there are none any more. @returns false: they last as long as the page, which asks before it goes. */
export function writeWords(key: string, value: unknown): boolean {
  if (value !== undefined && !isWritable(key)) return true;
  const isStored = writeStored(areaOf(key), key, value);
  hold(key, isStored ? undefined : value);
  return isStored || value === undefined;
}

function keysOf(isWanted: (owner: number) => boolean): string[] {
  const isOurs = (key: string) => {
    const owner = ownerOf(key);
    return owner !== null && isWanted(owner);
  };
  return [...new Set([...storedKeys(), ...unstored().keys()])].filter(isOurs);
}

function storedKeys(): string[] {
  try {
    const { localStorage } = window;
    return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  } catch {
    // A browser that allows no storage holds none.
    return [];
  }
}

/** A person's words of talks, by their names. */
export function talksOf(userId: number): Record<string, unknown> {
  const start = talkKey(userId, '');
  const keys = keysOf((owner) => owner === userId).filter((key) => key.startsWith(start));
  return Object.fromEntries(keys.map((key) => [key.slice(start.length), readWords(key)]));
}

/** A person's half-written words, each with the text that shows best what it is; empty where there is none. */
export function unsentWords(userId: number): { key: string; excerpt: string }[] {
  const start = talkKey(userId, '');
  const isTalk = (key: string) => key.startsWith(start);
  const wordsIn = (key: string) => {
    const words = readWords(key);
    return isTalk(key) ? (words as { text?: unknown } | null)?.text : words;
  };
  return keysOf((owner) => owner === userId)
    .filter((key) => !IS_SENT.test(key))
    .map((key) => ({ key, excerpt: excerptOf(wordsIn(key)) }))
    .filter(({ key, excerpt }) => excerpt !== '' || !isTalk(key));
}

/** Addresses of pictures, and the body of a call. */
const isWritten = (text: string) => !/^(\/|https?:|data:|blob:|\{")/.test(text);

/** The longest text in it. */
function excerptOf(value: unknown): string {
  if (typeof value === 'string') return isWritten(value) ? value.trim() : '';
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .map(excerptOf)
    .reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** At a wanted log-out, for which its owner was asked. */
export function forgetWords(userId: number): void {
  forgotten().add(userId);
  forgetAll((owner) => owner === userId);
}

/** Another person has signed in. */
export function forgetWordsOfOthers(userId: number): void {
  forgetAll((owner) => owner !== userId);
}

function forgetAll(isMeant: (owner: number) => boolean): void {
  for (const key of keysOf(isMeant)) {
    writeWords(key, undefined);
    for (const listener of listeners()) listener(key, undefined);
  }
}

type WordsListener = (key: string, value: unknown) => void;
const listeners = scoped(() => new Set<WordsListener>());

/** Follows what other tabs write, and what is forgotten. @param value undefined: the words are gone. @returns ends it. */
export function listenToWords(listener: WordsListener): () => void {
  const onStorage = ({ key, storageArea }: StorageEvent) => {
    // A storage that was emptied as a whole forgets nothing that is still open here.
    if (key !== null && storageArea === window.localStorage && ownerOf(key) !== null)
      listener(key, readStored('localStorage', key));
  };
  listeners().add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners().delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
