import type { Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { PropertyModel } from '#server/db/models/properties.ts';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import { hashOfAddress } from '#server/media/names.ts';
import type { Home } from './rule.ts';

/** Only available and pending listings are compared: a sold home may be listed again by anybody. */
export function isComparable(listing: PropertyModel): boolean {
  const { status, agent_id } = listing;
  return isPublic(listing) && agent_id !== null && (status === 'available' || status === 'pending');
}

/** Those of the listings that are compared at all, with the pictures that are in the index. */
export async function readHomes(db: Database, ids: readonly number[]): Promise<Home[]> {
  const { Property, PictureFingerprint } = db.models;
  const listings = (await Property.findAll({ where: { id: [...ids] } })).filter(isComparable);
  const hashes = listings.flatMap(({ images }) => images.flatMap((address) => hashOfAddress(address) ?? []));
  const rows = await PictureFingerprint.findAll({ where: { media_hash: [...new Set(hashes)] } });
  const fingerprints = new Map(rows.map(({ media_hash, fingerprint }) => [media_hash, fingerprint]));
  return listings.map((listing) => toHome(listing, fingerprints));
}

function toHome(listing: PropertyModel, fingerprints: ReadonlyMap<string, string | null>): Home {
  const { id, type, title, price, address, city, latitude, longitude } = listing;
  return {
    id,
    type,
    title,
    price,
    address,
    city,
    latitude,
    longitude,
    agentId: listing.agent_id,
    listingType: listing.listing_type,
    area: listing.area_sqm,
    citySlug: listing.city_slug,
    floor: listing.floor_level,
    createdAt: listing.created_at,
    pictures: listing.images.flatMap((image) => {
      const mediaHash = hashOfAddress(image);
      const fingerprint = mediaHash && fingerprints.get(mediaHash);
      return fingerprint ? [{ address: image, mediaHash, fingerprint }] : [];
    }),
  };
}

/** Keeps a listing from being deleted until the transaction ends. @returns whether it still is as it was read. */
export async function lockUnchanged(
  { db }: ServerContext,
  { id, updated_at }: Pick<PropertyModel, 'id' | 'updated_at'>,
  transaction: Transaction,
): Promise<boolean> {
  const current = await db.models.Property.findByPk(id, {
    attributes: ['id', 'updated_at'],
    transaction,
    lock: transaction.LOCK.KEY_SHARE,
  });
  return current?.updated_at.getTime() === updated_at.getTime();
}
