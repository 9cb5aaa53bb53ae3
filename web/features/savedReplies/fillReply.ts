import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { readTexts, writeStored } from '#web/lib/store.ts';

interface ReplyFacts {
  name: string;
  /** The listing's title; null when it is about none. */
  property: string | null;
  /** The listing's price in words; null without a listing or an answer. */
  price: string | null;
  agent: string;
}

export const placeholderHelp = msg(
  "'{name}', '{property}', '{price}' and '{agent}' are filled in when you insert it.",
);

/** Whether the listing's price has to be known before the text can be filled in. */
export const namesPrice = (text: string): boolean => /\{price\}/i.test(text);

/** Puts the facts in place of {name}, {property}, {price} and {agent}; other braces stay as they are. */
export function fillReply(text: string, { name, property, price, agent }: ReplyFacts): string {
  const values = new Map([
    ['name', name],
    ['property', property ?? t('the property')],
    ['price', price ?? t('the listed price')],
    ['agent', agent],
  ]);
  return text.replace(/\{(\w+)\}/g, (braces, word: string) => values.get(word.toLowerCase()) ?? braces);
}

/** Inserts words into a text at the cursor. Typed text stays, and no two words run together. */
export function insertWords(text: string, at: number, words: string): { text: string; cursor: number } {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const inserted = `${/\S$/.test(before) ? ' ' : ''}${words}${/^\S/.test(after) ? ' ' : ''}`;
  return { text: before + inserted + after, cursor: at + inserted.length };
}

/** Every word must occur in the title or the text. */
export function findReplies<Reply extends { title: string; text: string }>(
  replies: readonly Reply[],
  search: string,
): Reply[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return replies.filter(({ title, text }) => {
    const all = `${title}\n${text}`.toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** When each saved reply was inserted last, by its id (ISO-8601). Kept in this browser: it only orders a list. */
type ReplyUses = Readonly<Record<string, string>>;

const keyOf = (userId: number) => `silong_reply_uses_${userId}`;

export const readUses = (userId: number): ReplyUses => readTexts('localStorage', keyOf(userId));

/** @param existing the saved replies; uses of deleted ones are forgotten. */
export function keepUse(userId: number, id: number, existing: readonly { id: number }[], now: Date): void {
  const uses = readUses(userId);
  const kept = existing.flatMap((reply): [string, string][] => {
    const at = reply.id === id ? now.toISOString() : uses[reply.id];
    return at ? [[String(reply.id), at]] : [];
  });
  writeStored('localStorage', keyOf(userId), Object.fromEntries(kept));
}

/** The last used reply first; the others keep their order. */
export function sortByUse<Reply extends { id: number }>(replies: readonly Reply[], uses: ReplyUses): Reply[] {
  return [...replies].sort((one, other) => (uses[other.id] ?? '').localeCompare(uses[one.id] ?? ''));
}
