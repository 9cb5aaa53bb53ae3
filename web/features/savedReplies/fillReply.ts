export interface ReplyFacts {
  /** Whom it is written to. */
  name: string;
  /** The listing's title; null when it is about none. */
  property: string | null;
  agent: string;
}

export const placeholderHelp = '{name}, {property} and {agent} are filled in when you insert it.';

/** Puts the facts in place of {name}, {property} and {agent}; other braces stay as they are. */
export function fillReply(text: string, { name, property, agent }: ReplyFacts): string {
  const values = new Map([
    ['name', name],
    ['property', property ?? 'the property'],
    ['agent', agent],
  ]);
  return text.replace(/\{(\w+)\}/g, (braces, word: string) => values.get(word.toLowerCase()) ?? braces);
}

/** Puts words into a text where the cursor stands. Nothing that was typed is lost, and no two words run together. */
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
