import type { BuildingModel } from '#server/db/models.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { isAllowed } from '#shared/adminRoles.ts';
import type { BuildingPage } from '#shared/contracts/buildings.ts';

type Caller = Pick<SignedInUser, 'adminRole' | 'isApprovedAgent'>;

/** Approved agents, and admins who moderate listings. */
export function canAdd(user: Caller): boolean {
  return user.isApprovedAgent || isAllowed(user.adminRole, 'listings.moderate');
}

/** @param hasListingIn whether the caller has a listing in the building */
export function editingOf(user: Caller | null, hasListingIn: boolean): BuildingPage['may_edit'] {
  if (isAllowed(user?.adminRole, 'listings.moderate')) return 'all';
  return user?.isApprovedAgent && hasListingIn ? 'empty' : null;
}

/** Facts about a building, as the columns of its row. */
export const factColumns = [
  'address',
  'latitude',
  'longitude',
  'developer',
  'year_built',
  'floors',
  'description',
  'amenities',
  'pets',
  'short_lets',
  'smoking',
  'moving_hours',
  'floor_plans',
] as const satisfies readonly (keyof BuildingModel)[];

export const isEmptyFact = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
