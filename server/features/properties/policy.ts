import { columnsEqual, hasValues } from '#server/db/sql.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ForbiddenError } from '#server/http/errors.ts';
import { isAllowed } from '#shared/adminRoles.ts';
import type { ModerationStatus } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';

interface OwnedListing {
  agent_id: number | null;
  moderation_status: ModerationStatus;
  /** As either database has it. */
  is_draft: boolean | number;
}

export const publicListing = { moderation_status: 'active' } as const;
export const PUBLIC_ONLY = columnsEqual('p', publicListing);

export const isPublic = (listing: Pick<OwnedListing, 'moderation_status'>): boolean =>
  hasValues(listing, publicListing);

/** Whether the listing `p` was posted: hidden or not, but no draft. */
export const POSTED = 'NOT p.is_draft';

export const isOwner = (user: Pick<SignedInUser, 'id'> | null, listing: Pick<OwnedListing, 'agent_id'>): boolean =>
  user !== null && user.id === listing.agent_id;

export const NOT_YOURS = msg('You can only change your own listings');

/** Refuses callers who may change no listing before a large body is read. @throws {ForbiddenError} */
export function authorizeLargeBody({ adminRole, isApprovedAgent }: SignedInUser): void {
  if (!isApprovedAgent && !isAllowed(adminRole, 'listings.moderate')) throw new ForbiddenError(NOT_YOURS);
}

/** The listing's agent, while still an approved one, and admins who moderate listings. */
export function canEdit(
  user: Pick<SignedInUser, 'id' | 'adminRole' | 'isApprovedAgent'>,
  listing: Pick<OwnedListing, 'agent_id'>,
): boolean {
  return isAllowed(user.adminRole, 'listings.moderate') || (user.isApprovedAgent && isOwner(user, listing));
}

/** A hidden listing exists for its agent and for admins who read listings only; a draft for its agent alone. */
export const canSee = (user: Pick<SignedInUser, 'id' | 'adminRole'> | null, listing: OwnedListing): boolean =>
  isPublic(listing) ||
  isOwner(user, listing) ||
  (!listing.is_draft && isAllowed(user?.adminRole, 'listings.read'));

/** The office's own number is shown to the listing's agent, colleagues of one office and admins who read listings. */
export function canSeeReference(
  user: Pick<SignedInUser, 'id' | 'adminRole'>,
  listing: Pick<OwnedListing, 'agent_id'>,
  areColleagues: boolean,
): boolean {
  return isOwner(user, listing) || areColleagues || isAllowed(user.adminRole, 'listings.read');
}

/** Listings that `canSee` allows beyond public ones, drafts apart, as a condition on the listing `p`; null if there are none. */
export function visibleOnlyTo(
  user: Pick<SignedInUser, 'id' | 'role' | 'adminRole'>,
  bind: (value: unknown) => string,
): string | null {
  if (isAllowed(user.adminRole, 'listings.read')) return `NOT (${PUBLIC_ONLY}) AND ${POSTED}`;
  return user.role === 'agent' ? `p.agent_id = ${bind(user.id)} AND ${POSTED}` : null;
}
