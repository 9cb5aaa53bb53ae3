import type { SignedInUser } from '#server/http/access.ts';
import type { PersonalSettings } from '#shared/contracts/settings.ts';

type Caller = Pick<SignedInUser, 'id' | 'role'> | null;

/** Whether a reviewer's own settings let this caller see who wrote. Oneself and admins always do. */
export function canSeeReviewer(
  caller: Caller,
  reviewerId: number,
  visibility: PersonalSettings['privacy']['profileVisibility'],
): boolean {
  if (caller?.id === reviewerId || caller?.role === 'admin') return true;
  return visibility === 'public' || (visibility === 'agents-only' && caller?.role === 'agent');
}
