import { Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { PropertyModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import { withDecodingSlot } from '#server/media/pictures.ts';
import { fileName, hashOfAddress } from '#server/media/store.ts';
import { bandsOf, readFingerprint } from '../policy/fingerprint.ts';
import type { Home } from '../policy.ts';

/** Only available and pending listings are compared: a sold home may be listed again. */
export function isComparable(listing: PropertyModel): boolean {
  const { status, agent_id } = listing;
  return isPublic(listing) && agent_id !== null && (status === 'available' || status === 'pending');
}

/** The comparable listings, with their indexed pictures. */
export async function readHomes(db: Database, ids: readonly number[]): Promise<Home[]> {
  const { Property, PictureFingerprint } = db.models;
  const listings = (await Property.findAll({ where: { id: [...ids] } })).filter(isComparable);
  const hashes = listings.flatMap(({ images }) => images.flatMap((address) => hashOfAddress(address) ?? []));
  const rows = await PictureFingerprint.findAll({ where: { media_hash: [...new Set(hashes)] } });
  const fingerprints = new Map(rows.map(({ media_hash, fingerprint }) => [media_hash, fingerprint]));
  return listings.map((listing) => toHome(listing, fingerprints));
}

function toHome(listing: PropertyModel, fingerprints: ReadonlyMap<string, string | null>): Home {
  const { id, type, title, price, address, city, latitude, longitude, bedrooms } = listing;
  return {
    id,
    type,
    title,
    price,
    address,
    city,
    latitude,
    longitude,
    bedrooms,
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

/**
 * Keeps a listing from being deleted until the transaction ends.
 * @returns whether it is unchanged since it was read.
 */
export async function lockUnchanged(
  { db }: ServerContext,
  { id, updated_at }: Pick<PropertyModel, 'id' | 'updated_at'>,
): Promise<boolean> {
  const current = await db.models.Property.findByPk(id, {
    attributes: ['id', 'updated_at'],
    lock: Transaction.LOCK.KEY_SHARE,
  });
  return current?.updated_at.getTime() === updated_at.getTime();
}

/** The smallest width: cards have usually created it already. */
const READ_WIDTH = 320;

/** Fingerprints by hash; null for a picture that shows too little. */
type Fingerprints = Map<string, string | null>;

/**
 * Updates the index of pictures for a listing.
 * @param isCompared otherwise its pictures leave the index.
 * @returns whether the index has the listing's latest state; later changes are compared later.
 */
export async function indexPictures(
  context: ServerContext,
  listing: PropertyModel,
  isCompared: boolean,
): Promise<boolean> {
  const { db } = context;
  const { PictureFingerprint, ListingPicture, Media } = db.models;
  const hashes = isCompared ? hashesOf(listing) : [];
  const { known, fresh } = await readFingerprints(context, hashes);
  return db.transaction(async () => {
    if (!(await lockUnchanged(context, listing))) return false;
    // Pictures deleted by the clean-up are left out; the others stay locked until the commit.
    const held = await Media.findAll({
      attributes: ['hash'],
      where: { hash: [...known.keys(), ...fresh.keys()] },
      order: [['hash', 'ASC']],
      lock: Transaction.LOCK.KEY_SHARE,
    });
    const kept = new Set(held.map(({ hash }) => hash));
    await PictureFingerprint.bulkCreate(
      [...fresh].filter(([hash]) => kept.has(hash)).map(([hash, fingerprint]) => rowOf(hash, fingerprint)),
      { ignoreDuplicates: true },
    );
    await ListingPicture.destroy({ where: { property_id: listing.id } });
    await ListingPicture.bulkCreate(
      [...kept].map((media_hash) => ({ property_id: listing.id, media_hash })),
      // Another process may store the same state of the listing at the same time.
      { ignoreDuplicates: true },
    );
    return true;
  });
}

function hashesOf({ images }: PropertyModel): string[] {
  return [...new Set(images.flatMap((address) => hashOfAddress(address) ?? []))];
}

function rowOf(media_hash: string, fingerprint: string | null) {
  const [band_1, band_2, band_3, band_4] = fingerprint ? bandsOf(fingerprint) : [null, null, null, null];
  return { media_hash, fingerprint, band_1, band_2, band_3, band_4 };
}

/** Stored and new fingerprints. Pictures without a file are left out, and tried again next time. */
async function readFingerprints(
  context: ServerContext,
  hashes: readonly string[],
): Promise<{ known: Fingerprints; fresh: Fingerprints }> {
  const rows = await context.db.models.PictureFingerprint.findAll({ where: { media_hash: [...hashes] } });
  const known: Fingerprints = new Map(rows.map(({ media_hash, fingerprint }) => [media_hash, fingerprint]));
  const fresh: Fingerprints = new Map();
  // One after the other, to leave CPU time for requests.
  for (const hash of hashes.filter((one) => !known.has(one))) {
    const fingerprint = await makeFingerprint(context, hash);
    if (fingerprint !== undefined) fresh.set(hash, fingerprint);
  }
  return { known, fresh };
}

async function makeFingerprint(
  { media, log }: ServerContext,
  hash: string,
): Promise<string | null | undefined> {
  try {
    const small = await media.store.read(fileName(hash, READ_WIDTH));
    const bytes = small ?? (await media.store.read(fileName(hash, null)));
    return bytes ? await withDecodingSlot('fingerprints', () => readFingerprint(bytes)) : undefined;
  } catch (error) {
    log.warn({ err: error, hash }, 'a picture could not be compared with others');
    return undefined;
  }
}
