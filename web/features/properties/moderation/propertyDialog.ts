import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { AdminProperty } from '#shared/contracts/propertyModeration.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';

/** What takes a listing off the site, for which its agent is told why. */
export type TakingOff = Extract<ModerationStatus, 'inactive' | 'rejected'>;

/** The one dialog that is open over the listings. */
export type PropertyDialog =
  | { kind: 'view' | 'edit' | 'delete'; property: AdminProperty }
  | { kind: 'takeOff'; property: AdminProperty; status: TakingOff };

export function isTakingOff(status: ModerationStatus): status is TakingOff {
  return status === 'inactive' || status === 'rejected';
}

/** As its agent sees it, for the form that both use: there `status` is the agent's own word. */
export function toOwnProperty(listing: AdminProperty): OwnProperty {
  const { status, listing_status, ...property } = listing;
  return { ...property, status: listing_status, moderation_status: status };
}

/** 'Ayala Avenue, Makati City, Metro Manila', without what is not given. */
export function joinLocation({ address, city, province }: AdminProperty['location']): string {
  return [address, city, province].filter((part) => part.trim() !== '').join(', ');
}
