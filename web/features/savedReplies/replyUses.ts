/** When each saved reply was inserted last, by its id (ISO-8601). Kept in this browser: it only orders a list. */
export type ReplyUses = Readonly<Record<string, string>>;

const keyOf = (userId: number) => `silong_reply_uses_${userId}`;

export function readUses(userId: number): ReplyUses {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(keyOf(userId)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const entries: [string, unknown][] = Object.entries(stored);
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** @param existing what is saved now; what was deleted is forgotten. */
export function keepUse(userId: number, id: number, existing: readonly { id: number }[], now: Date): void {
  const uses = readUses(userId);
  const kept = existing.flatMap((reply): [string, string][] => {
    const at = reply.id === id ? now.toISOString() : uses[reply.id];
    return at ? [[String(reply.id), at]] : [];
  });
  try {
    window.localStorage.setItem(keyOf(userId), JSON.stringify(Object.fromEntries(kept)));
  } catch (error) {
    console.warn('The use of a saved reply could not be kept', error);
  }
}

/** What was used last comes first; the others follow in the order they have. */
export function sortByUse<Reply extends { id: number }>(replies: readonly Reply[], uses: ReplyUses): Reply[] {
  return [...replies].sort((one, other) => (uses[other.id] ?? '').localeCompare(uses[one.id] ?? ''));
}
