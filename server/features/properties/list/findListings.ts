import { isAmong, readAll, readCounts, readKeys, toNumber } from '#server/db/sql.ts';
import type { ListingType, PropertySort } from '#shared/listing/vocabulary.ts';
import type { TileRange } from '#shared/mapTiles.ts';
import { presentMapPoint, readMapRows, readPublicRows } from '../reads.ts';
import { CellGrid, priceBand, unitX, unitY } from './clusters.ts';
import { publicWhere } from './conditions.ts';
import type { Bounds, ListingFilter } from './filter.ts';
import type { ListingReads } from './liveListings.ts';

interface Request {
  /** Newest first by default. */
  sort?: PropertySort;
  offset?: number;
  /** 0: only the number is wanted. */
  limit: number;
  isOnMap?: boolean;
}

interface Found {
  total: number;
  /** The ids of the requested part, in its order. */
  ids: number[];
}

export async function readFound(reads: ListingReads, filter: ListingFilter | null, request: Request) {
  const { total, ids } = await findListings(reads, filter, request);
  return { total, rows: await readPublicRows(reads.db, ids) };
}

/** The public listings that a filter finds, in memory or by plain SQL. @param filter null: no listing can match. */
export async function findListings(reads: ListingReads, filter: ListingFilter | null, request: Request) {
  if (!filter) return { total: 0, ids: [] };
  const inMemory = await reads.listings.find(filter, request.isOnMap);
  if (!inMemory) return findInDatabase(reads, filter, request);
  const { index, options, found } = inMemory;
  const { sort = 'newest', offset = 0, limit } = request;
  const ranked = sort === 'relevance' ? index.rank(filter, options, reads.now(), found) : [];
  const first = ranked.slice(offset, offset + limit);
  const rest = { offset: Math.max(0, offset - ranked.length), limit: limit - first.length, without: ranked };
  const others = index.page(found, sort === 'relevance' ? 'newest' : sort, rest);
  return { total: found.size, ids: [...first, ...others] };
}

const orders: Record<PropertySort, string> = {
  newest: 'p.created_at DESC',
  price_asc: 'p.price ASC',
  price_desc: 'p.price DESC',
  area_desc: 'p.area_sqm DESC',
  relevance: 'p.created_at DESC',
};

/** Number of the latest added matches that are ranked by relevance; the others follow, the newest first. */
const MOST_RANKED = 1_000;

async function findInDatabase(
  { db, listings, now }: ListingReads,
  filter: ListingFilter,
  { sort = 'newest', offset = 0, limit, isOnMap = false }: Request,
): Promise<Found> {
  const onMap = isOnMap ? ' AND p.latitude IS NOT NULL AND p.longitude IS NOT NULL' : '';
  const { total } = await readCounts<'total'>(
    db,
    (sql) => `SELECT COUNT(*) AS total FROM properties p WHERE ${publicWhere(sql, filter)}${onMap}`,
  );
  if (offset >= total || limit === 0) return { total, ids: [] };
  let ranked: number[] = [];
  if (sort === 'relevance' && filter.search) {
    const index = await listings.readMatching(filter, MOST_RANKED);
    ranked = index.rank({ ...filter, licensed: null }, {}, now());
  }
  const first = ranked.slice(offset, offset + limit);
  const others = await readKeys<number>(
    db,
    (sql) => `SELECT p.id AS key FROM properties p WHERE ${publicWhere(sql, filter)}${onMap}
      ${ranked.length > 0 ? `AND NOT (${isAmong(sql, 'p.id', ranked)})` : ''}
      ORDER BY ${orders[sort]}, p.id DESC
      LIMIT ${sql.bind(limit - first.length)} OFFSET ${sql.bind(Math.max(0, offset - ranked.length))}`,
  );
  return { total, ids: [...first, ...others] };
}

type MarkRow = Record<'id' | 'longitude' | 'latitude' | 'price', number | string> & {
  listing_type: ListingType;
};

/** The marks of some tiles; `total` counts matches with coordinates anywhere. @param filter null: nothing matches */
export async function readClusters(reads: ListingReads, filter: ListingFilter | null, tiles: TileRange) {
  const inMemory = filter && (await reads.listings.find(filter, true));
  const total = inMemory
    ? inMemory.found.size
    : (await findListings(reads, filter, { limit: 0, isOnMap: true })).total;
  if (!filter || total === 0) return { clusters: [], points: [], total: 0 };
  const grid = new CellGrid(tiles);
  const bbox = intersectionOf(filter.bbox, grid.bounds);
  if (bbox !== 'nothing') {
    if (inMemory) inMemory.index.fill(grid, bbox ? inMemory.index.within(inMemory.found, bbox) : inMemory.found);
    else await readMarks(reads, { ...filter, bbox }, grid);
  }
  const { clusters, lone } = grid.readMarks();
  return { clusters, points: (await readMapRows(reads.db, lone)).map(presentMapPoint), total };
}

async function readMarks({ db }: ListingReads, filter: ListingFilter, grid: CellGrid): Promise<void> {
  const rows = await readAll<MarkRow>(
    db,
    (sql) => `SELECT p.id, p.longitude, p.latitude, p.price, p.listing_type FROM properties p
      WHERE ${publicWhere(sql, filter)} AND p.latitude IS NOT NULL AND p.longitude IS NOT NULL`,
  );
  for (const { id, longitude, latitude, price, listing_type } of rows)
    grid.add(
      toNumber(id),
      unitX(toNumber(longitude)),
      unitY(toNumber(latitude)),
      toNumber(price),
      priceBand(listing_type, toNumber(price)),
    );
}

/** Null is everywhere. */
function intersectionOf(one: Bounds | null, other: Bounds | null): Bounds | null | 'nothing' {
  if (!one || !other) return one ?? other;
  const both = {
    west: Math.max(one.west, other.west),
    south: Math.max(one.south, other.south),
    east: Math.min(one.east, other.east),
    north: Math.min(one.north, other.north),
  };
  return both.west <= both.east && both.south <= both.north ? both : 'nothing';
}
