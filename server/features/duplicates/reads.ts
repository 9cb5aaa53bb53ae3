import { Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { PropertyModel } from '#server/db/models.ts';
import { isAmong, pick, readAll, type Sql, SqlBuilder } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic, PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { withDecodingSlot } from '#server/media/pictures.ts';
import { fileName, hashOfAddress } from '#server/media/store.ts';
import { foldAddress } from '#shared/gazetteer/names.ts';
import {
  bandsOf,
  fingerprintRow,
  type Home,
  isSimilar,
  METRES_A_DEGREE,
  nearBands,
  PLACE_TOLERANCE_METRES,
  PRICE_TOLERANCE,
  readFingerprint,
} from './policy.ts';

/** Index queries for the few candidates that a listing is compared with. */

/** A picture that more other listings show is common. */
const FEW_LISTINGS = 4;
/** Bounds for pictures that thousands of listings show. */
const MOST_NEAR_PRINTS = 20_000;
const MOST_USES = 5_000;
/** Candidates with most pictures in common. */
const MOST_CANDIDATES = 60;
const MOST_ADDRESSES = 2_000;

const BAND_COLUMNS = ['band_1', 'band_2', 'band_3', 'band_4'] as const;

/** `common`: hashes of the listing's own pictures that many other listings show. */
export async function findByPictures(db: Database, home: Home) {
  const near = await findNearPrints(db, home);
  const uses = await readAll<{ media_hash: string; property_id: number }>(
    db,
    (sql) => `SELECT media_hash, property_id FROM listing_pictures
      WHERE ${isAmong(sql, 'media_hash', [...near.keys()])} AND property_id <> ${sql.bind(home.id)} LIMIT ${MOST_USES}`,
  );
  const listingsOf = new Map<string, Set<number>>();
  for (const { media_hash, property_id } of uses)
    for (const own of near.get(media_hash) ?? [])
      listingsOf.set(own, (listingsOf.get(own) ?? new Set()).add(property_id));

  const shared = new Map<number, number>();
  for (const listings of listingsOf.values()) for (const id of listings) shared.set(id, (shared.get(id) ?? 0) + 1);
  const ids = [...shared].sort(([, one], [, other]) => other - one).map(([id]) => id);
  const common = [...listingsOf].filter(([, listings]) => listings.size > FEW_LISTINGS);
  return { ids: ids.slice(0, MOST_CANDIDATES), common: new Set(common.map(([own]) => own)) };
}

/** Stored pictures similar to the listing's → hashes of the listing's own similar pictures. */
async function findNearPrints(db: Database, { pictures }: Home): Promise<Map<string, string[]>> {
  if (pictures.length === 0) return new Map();
  const prints = pictures.map(({ fingerprint }) => fingerprint);
  const { text, parameters } = nearPrintsQuery(db, prints);
  const rows = await db.readRows<{ media_hash: string; fingerprint: string }>(text, parameters);
  const near = new Map<string, string[]>();
  for (const { media_hash, fingerprint } of rows) {
    const owns = pictures.filter((own) => isSimilar(own.fingerprint, fingerprint));
    const hashes = owns.map((own) => own.mediaHash);
    if (hashes.length > 0) near.set(media_hash, hashes);
  }
  return near;
}

export function nearPrintsQuery({ dialect }: Pick<Database, 'dialect'>, fingerprints: readonly string[]) {
  const sql = new SqlBuilder(dialect);
  const bands = fingerprints.map(bandsOf);
  const parts = BAND_COLUMNS.map((column, at) => {
    const values = new Set(bands.flatMap((own) => nearBands(own[at] ?? 0)));
    return `SELECT media_hash, fingerprint FROM picture_fingerprints WHERE ${isAmong(sql, column, [...values])}`;
  });
  return sql.finish(`${parts.join(' UNION ')} LIMIT ${MOST_NEAR_PRINTS}`);
}

/** Ids of listings of the same kind, about the same price and the same place. */
export async function findByFacts(db: Database, home: Home): Promise<number[]> {
  const [near, addressed] = await Promise.all([
    readPlaces(db, placeQuery(db, home)),
    readPlaces(db, addressQuery(db, home)),
  ]);
  const address = foldAddress(home.address);
  return [...near, ...addressed.filter((row) => foldAddress(row.address) === address)].map(({ id }) => id);
}

const readPlaces = async (db: Database, query: Sql | null): Promise<{ id: number; address: string }[]> =>
  query ? db.readRows(query.text, query.parameters) : [];

/** Null if the listing has no coordinates. */
export function placeQuery({ dialect }: Pick<Database, 'dialect'>, home: Home): Sql | null {
  const { latitude, longitude } = home;
  if (latitude === null || longitude === null) return null;
  const sql = new SqlBuilder(dialect);
  const north = PLACE_TOLERANCE_METRES / METRES_A_DEGREE;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  return sql.finish(`${select(sql, home)}
    AND p.latitude BETWEEN ${sql.bind(latitude - north)} AND ${sql.bind(latitude + north)}
    AND p.longitude BETWEEN ${sql.bind(longitude - east)} AND ${sql.bind(longitude + east)}
    AND ${only(sql, 'p.listing_type')} = ${sql.bind(home.listingType)}
    AND ${only(sql, 'p.price')} ${aboutPrice(sql, home)} LIMIT ${MOST_CANDIDATES}`);
}

/** Listings of the city with an address to compare, because either listing has no coordinates. */
export function addressQuery({ dialect }: Pick<Database, 'dialect'>, home: Home): Sql {
  const sql = new SqlBuilder(dialect);
  const city = home.citySlug === null ? 'p.city_slug IS NULL' : `p.city_slug = ${sql.bind(home.citySlug)}`;
  const placeless = home.latitude === null ? '' : `AND ${only(sql, 'p.latitude')} IS NULL`;
  return sql.finish(`${select(sql, home)} AND ${city} AND p.listing_type = ${sql.bind(home.listingType)}
    AND p.price ${aboutPrice(sql, home)} ${placeless} LIMIT ${MOST_ADDRESSES}`);
}

function select(sql: SqlBuilder, { id, type }: Home): string {
  return `SELECT p.id, p.address FROM properties p WHERE ${PUBLIC_ONLY} AND p.id <> ${sql.bind(id)}
    AND ${only(sql, 'p.type')} = ${sql.bind(type)}`;
}

function aboutPrice(sql: SqlBuilder, { price }: Home): string {
  const lowest = price * (1 - PRICE_TOLERANCE);
  return `BETWEEN ${sql.bind(lowest)} AND ${sql.bind(price / (1 - PRICE_TOLERANCE))}`;
}

/** A unary plus keeps SQLite from using an index for the condition if a narrower one exists. */
const only = ({ dialect }: SqlBuilder, column: string) => (dialect === 'sqlite' ? `+${column}` : column);

/** Only available and pending listings are compared: a sold home may be listed again. */
function isComparable(listing: PropertyModel): boolean {
  const { status, agent_id } = listing;
  return isPublic(listing) && agent_id !== null && (status === 'available' || status === 'pending');
}

export async function readHomes(db: Database, ids: readonly number[]): Promise<Home[]> {
  const { Property, PictureFingerprint } = db.models;
  const listings = (await Property.findAll({ where: { id: [...ids] } })).filter(isComparable);
  const rows = await PictureFingerprint.findAll({ where: { media_hash: hashesOf(listings) } });
  const fingerprints = new Map(rows.map(({ media_hash, fingerprint }) => [media_hash, fingerprint]));
  return listings.map((listing) => toHome(listing, fingerprints));
}

function toHome(listing: PropertyModel, fingerprints: ReadonlyMap<string, string | null>): Home {
  return {
    ...pick(listing, 'id', 'type', 'title', 'price', 'address', 'city', 'latitude', 'longitude', 'bedrooms'),
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

/** Keeps a listing until the transaction ends. @returns whether it is unchanged since it was read. */
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

/**
 * Updates the index of pictures for a listing; the pictures of a listing that is not compared leave it.
 * @returns whether the index has the listing's latest state; later changes are compared later.
 */
export async function indexPictures(context: ServerContext, listing: PropertyModel): Promise<boolean> {
  const { db } = context;
  const { PictureFingerprint, ListingPicture, Media } = db.models;
  const { known, fresh } = await readFingerprints(context, isComparable(listing) ? hashesOf([listing]) : []);
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
    const added = [...fresh].filter(([hash]) => kept.has(hash));
    await PictureFingerprint.bulkCreate(
      added.map(([hash, fingerprint]) => fingerprintRow(hash, fingerprint)),
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

const hashesOf = (listings: readonly PropertyModel[]) => [
  ...new Set(listings.flatMap(({ images }) => images.flatMap((address) => hashOfAddress(address) ?? []))),
];

/** Stored and new fingerprints by hash; null: the picture shows too little. Pictures without a file are left out. */
async function readFingerprints({ db, media, log }: ServerContext, hashes: readonly string[]) {
  const rows = await db.models.PictureFingerprint.findAll({ where: { media_hash: [...hashes] } });
  const known = new Map(rows.map(({ media_hash, fingerprint }) => [media_hash, fingerprint]));
  const fresh = new Map<string, string | null>();
  // One after the other, to leave CPU time for requests.
  for (const hash of hashes.filter((one) => !known.has(one)))
    try {
      const small = await media.store.read(fileName(hash, READ_WIDTH));
      const bytes = small ?? (await media.store.read(fileName(hash, null)));
      if (bytes) fresh.set(hash, await withDecodingSlot('fingerprints', () => readFingerprint(bytes)));
    } catch (error) {
      log.warn({ err: error, hash }, 'a picture could not be compared with others');
    }
  return { known, fresh };
}
