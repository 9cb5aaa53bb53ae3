import { readTexts, writeStored } from '#web/lib/store.ts';

/** When each saved reply was inserted last, by its id (ISO-8601). Kept in this browser: it only orders a list. */
export type ReplyUses = Readonly<Record<string, string>>;

const keyOf = (userId: number) => `silong_reply_uses_${userId}`;

export function readUses(userId: number): ReplyUses {
  return readTexts('localStorage', keyOf(userId));
}

/** @param existing what is saved now; what was deleted is forgotten. */
export function keepUse(userId: number, id: number, existing: readonly { id: number }[], now: Date): void {
  const uses = readUses(userId);
  const kept = existing.flatMap((reply): [string, string][] => {
    const at = reply.id === id ? now.toISOString() : uses[reply.id];
    return at ? [[String(reply.id), at]] : [];
  });
  writeStored('localStorage', keyOf(userId), Object.fromEntries(kept));
}

/** What was used last comes first; the others follow in the order they have. */
export function sortByUse<Reply extends { id: number }>(replies: readonly Reply[], uses: ReplyUses): Reply[] {
  return [...replies].sort((one, other) => (uses[other.id] ?? '').localeCompare(uses[one.id] ?? ''));
}
