import type { Database } from '#server/db/connection.ts';
import { type Sql, SqlBuilder } from '#server/db/sql.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { foldText } from '#shared/places.ts';
import { bandsOf, isSimilar, nearBands } from './policy/fingerprint.ts';
import { type Home, METRES_A_DEGREE, PLACE_TOLERANCE_METRES, PRICE_TOLERANCE } from './policy.ts';

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

interface PictureCandidates {
  ids: number[];
  /** Hashes of the listing's own pictures that many other listings show. */
  common: ReadonlySet<string>;
}

export async function findByPictures(db: Database, home: Home): Promise<PictureCandidates> {
  const near = await findNearPrints(db, home);
  const uses = await findUses(db, home, [...near.keys()]);
  const listingsOf = new Map<string, Set<number>>();
  for (const { media_hash, property_id } of uses)
    for (const own of near.get(media_hash) ?? [])
      listingsOf.set(own, (listingsOf.get(own) ?? new Set()).add(property_id));

  const shared = new Map<number, number>();
  for (const listings of listingsOf.values())
    for (const id of listings) shared.set(id, (shared.get(id) ?? 0) + 1);
  const ids = [...shared].sort(([, one], [, other]) => other - one).map(([id]) => id);
  const common = [...listingsOf].filter(([, listings]) => listings.size > FEW_LISTINGS);
  return { ids: ids.slice(0, MOST_CANDIDATES), common: new Set(common.map(([own]) => own)) };
}

/** Stored pictures similar to the listing's → hashes of the listing's own similar pictures. */
async function findNearPrints(db: Database, { pictures }: Home): Promise<Map<string, string[]>> {
  if (pictures.length === 0) return new Map();
  const { text, parameters } = nearPrintsQuery(
    db,
    pictures.map(({ fingerprint }) => fingerprint),
  );
  const rows = await db.readRows<{ media_hash: string; fingerprint: string }>(text, parameters);
  const near = new Map<string, string[]>();
  for (const { media_hash, fingerprint } of rows) {
    const owns = pictures.filter((own) => isSimilar(own.fingerprint, fingerprint));
    if (owns.length > 0)
      near.set(
        media_hash,
        owns.map((own) => own.mediaHash),
      );
  }
  return near;
}

export function nearPrintsQuery(
  { dialect }: Pick<Database, 'dialect'>,
  fingerprints: readonly string[],
): Sql {
  const sql = new SqlBuilder(dialect);
  const bands = fingerprints.map(bandsOf);
  const parts = BAND_COLUMNS.map((column, at) => {
    const values = new Set(bands.flatMap((own) => nearBands(own[at] ?? 0)));
    return `SELECT media_hash, fingerprint FROM picture_fingerprints WHERE ${isIn(sql, column, [...values])}`;
  });
  return sql.finish(`${parts.join(' UNION ')} LIMIT ${MOST_NEAR_PRINTS}`);
}

async function findUses(
  db: Database,
  { id }: Home,
  hashes: readonly string[],
): Promise<{ media_hash: string; property_id: number }[]> {
  if (hashes.length === 0) return [];
  const sql = new SqlBuilder(db.dialect);
  const { text, parameters } = sql.finish(`SELECT media_hash, property_id FROM listing_pictures
    WHERE ${isIn(sql, 'media_hash', hashes)} AND property_id <> ${sql.bind(id)} LIMIT ${MOST_USES}`);
  return db.readRows(text, parameters);
}

/** One parameter for any number of values keeps the statement's text, and its preparation. */
function isIn(sql: SqlBuilder, column: string, values: readonly (string | number)[]): string {
  return sql.dialect === 'sqlite'
    ? `${column} IN (SELECT value FROM json_each(${sql.bind(JSON.stringify(values))}))`
    : `${column} = ANY(${sql.bind(values)})`;
}

/** Ids of listings of the same kind, about the same price and the same place. */
export async function findByFacts(db: Database, home: Home): Promise<number[]> {
  const [near, addressed] = await Promise.all([
    readPlaces(db, placeQuery(db, home)),
    readPlaces(db, addressQuery(db, home)),
  ]);
  const address = foldText(home.address);
  return [...near, ...addressed.filter((row) => foldText(row.address) === address)].map(({ id }) => id);
}

async function readPlaces(db: Database, query: Sql | null): Promise<{ id: number; address: string }[]> {
  return query ? db.readRows(query.text, query.parameters) : [];
}

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
function only({ dialect }: SqlBuilder, column: string): string {
  return dialect === 'sqlite' ? `+${column}` : column;
}
