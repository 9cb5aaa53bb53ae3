import { isAmong, readAll, readKeys, type SqlBuilder, toNumber } from '#server/db/sql.ts';
import type { ListingType, PropertySort } from '#shared/listing/vocabulary.ts';
import type { TileRange } from '#shared/mapTiles.ts';
import { presentMapPoint, readMapRows, readPublicRows } from '../reads.ts';
import { CellGrid, priceBand, unitX, unitY } from './clusters.ts';
import { countOfPreferred, publicWhere } from './conditions.ts';
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
  const { sort = 'newest', ...part } = request;
  if (sort !== 'relevance') return { total: found.size, ids: index.page(found, sort, { offset: 0, ...part }) };
  const tiers = index.byPreferred(found, filter).map((tier) => ({
    size: tier.size,
    read: async (offset: number, limit: number) => {
      const ranked = index.rank(filter, options, reads.now(), tier);
      const first = ranked.slice(offset, offset + limit);
      const rest = { offset: Math.max(0, offset - ranked.length), limit: limit - first.length, without: ranked };
      return [...first, ...index.page(tier, 'newest', rest)];
    },
  }));
  return { total: found.size, ids: await readTiers(tiers, part) };
}

interface Tier {
  size: number;
  read(offset: number, limit: number): Promise<number[]>;
}

/** A part of lists that follow each other. */
async function readTiers(tiers: readonly Tier[], { offset = 0, limit }: Pick<Request, 'offset' | 'limit'>) {
  const ids: number[] = [];
  let before = 0;
  for (const { size, read } of tiers) {
    const from = Math.max(0, offset - before);
    if (from < size && ids.length < limit)
      ids.push(...(await read(from, Math.min(limit - ids.length, size - from))));
    before += size;
  }
  return ids;
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
  const { preferred } = filter;
  const hasTiers = sort === 'relevance' && preferred.length > 0;
  const rankOf = (sql: SqlBuilder) => (hasTiers ? countOfPreferred(sql, preferred) : '0');
  const groups = await readAll<Record<'rank' | 'size', number | string>>(
    db,
    (sql) => `SELECT ${rankOf(sql)} AS "rank", COUNT(*) AS size FROM properties p
      WHERE ${publicWhere(sql, filter)}${onMap}${hasTiers ? ' GROUP BY 1 ORDER BY 1 DESC' : ''}`,
  );
  const tiers = groups.map(({ rank, size }): Tier => {
    const isOfTier = (sql: SqlBuilder) => (hasTiers ? ` AND ${rankOf(sql)} = ${toNumber(rank)}` : '');
    return {
      size: toNumber(size),
      async read(from, wanted) {
        let ranked: number[] = [];
        if (sort === 'relevance' && filter.search) {
          const index = await listings.readMatching(filter, MOST_RANKED, isOfTier);
          ranked = index.rank({ ...filter, licensed: null }, {}, now());
        }
        const first = ranked.slice(from, from + wanted);
        const others = await readKeys<number>(
          db,
          (sql) => `SELECT p.id AS key FROM properties p WHERE ${publicWhere(sql, filter)}${onMap}${isOfTier(sql)}
            ${ranked.length > 0 ? `AND NOT (${isAmong(sql, 'p.id', ranked)})` : ''}
            ORDER BY ${orders[sort]}, p.id DESC
            LIMIT ${sql.bind(wanted - first.length)} OFFSET ${sql.bind(Math.max(0, from - ranked.length))}`,
        );
        return [...first, ...others];
      },
    };
  });
  const total = tiers.reduce((sum, { size }) => sum + size, 0);
  return { total, ids: await readTiers(tiers, { offset, limit }) };
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
