import type { SignedInUser } from '#server/http/access.ts';
import type { ModerationStatus } from '#shared/contracts/properties.ts';

interface OwnedListing {
  agent_id: number | null;
  moderation_status: ModerationStatus;
}

/** The rule of `isPublic` as a condition on the listing `p`. A literal, so that the partial indexes apply. */
export const PUBLIC_ONLY = "p.moderation_status = 'active'";

export function isPublic(listing: Pick<OwnedListing, 'moderation_status'>): boolean {
  return listing.moderation_status === 'active';
}

export function isOwner(user: Pick<SignedInUser, 'id'> | null, listing: OwnedListing): boolean {
  return user !== null && user.id === listing.agent_id;
}

export const NOT_YOURS = 'You may only change your own listings';

/** Whether there can be any listing this user may change. */
export function canEditSome(user: Pick<SignedInUser, 'role' | 'isApprovedAgent'>): boolean {
  return user.role === 'admin' || user.isApprovedAgent;
}

/** Its agent, while still an approved one, and admins. */
export function canEdit(
  user: Pick<SignedInUser, 'id' | 'role' | 'isApprovedAgent'>,
  listing: OwnedListing,
): boolean {
  return canEditSome(user) && (user.role === 'admin' || isOwner(user, listing));
}

/** A hidden listing is seen by its agent and by admins; to everyone else it does not exist. */
export function canSee(user: Pick<SignedInUser, 'id' | 'role'> | null, listing: OwnedListing): boolean {
  return isPublic(listing) || isOwner(user, listing) || user?.role === 'admin';
}
