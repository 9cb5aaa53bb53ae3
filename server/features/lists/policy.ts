import type { ListRole } from '#shared/contracts/lists.ts';

/** Renaming, deleting, inviting, and removing others. All other actions are open to every member. */
export const managesList = (role: ListRole): boolean => role === 'owner';

/** The first name and the initial of the last: 'Maria S.'. A name of one word stays whole. */
export function nameAmongMembers(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}
