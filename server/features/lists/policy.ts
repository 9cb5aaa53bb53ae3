import type { ListRole } from '#shared/contracts/lists.ts';

/** Renaming, deleting, inviting, and removing others. Everything else is every member's. */
export const managesList = (role: ListRole): boolean => role === 'owner';

/** The first name and the initial of the last: 'Maria S.'. Who has one word for a name is called by it. */
export function nameAmongMembers(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}
