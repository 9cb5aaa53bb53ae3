import { type ListingFilter, textTerms } from './filter.ts';

export interface PageWindow {
  limit: number;
  offset: number;
  /** How many listings match, with and without the words: they tell which way of finding the page is cheap. */
  total: number;
  totalWithoutText: number;
}

/** Up to this many matches it is cheaper to find them all and sort than to walk the listings in order. */
const FEW_MATCHES = 1_000;
/** Up to this many listings it is cheaper to read their words while walking than to collect all matches first. */
const FEW_TO_WALK = 4_000;

export type OrderColumn = 'created_at' | 'price' | 'area_sqm';
export type Column =
  | OrderColumn
  | 'id'
  | 'listing_type'
  | 'type'
  | 'status'
  | 'latitude'
  | 'city_slug'
  | 'district_slug';

/** How SQLite is to find the matches; PostgreSQL has statistics and decides by itself. */
export interface QueryPlan {
  /** The column listings are walked by until the page is full; null when all matches are needed anyway. */
  walkedBy: OrderColumn | null;
  readsText: boolean;
}

export const ALL_MATCHES: QueryPlan = { walkedBy: null, readsText: false };

export function buildQueryPlan(filter: ListingFilter, order: OrderColumn, window: PageWindow): QueryPlan {
  const { limit, offset, total, totalWithoutText } = window;
  const wanted = offset + limit;
  const hasText = textTerms(filter).length > 0;
  const toWalk = Math.min(totalWithoutText, (wanted * totalWithoutText) / Math.max(total, 1));
  if (hasText && toWalk <= FEW_TO_WALK) return { walkedBy: order, readsText: true };
  const needsAll = total <= wanted || (total <= FEW_MATCHES && (hasText || filter.bbox !== null));
  return { walkedBy: needsAll ? null : order, readsText: false };
}

/**
 * The columns SQLite may look up in an index: without statistics it would prefer any condition to the order that
 * lets it stop after one page.
 */
export function drivingColumns(filter: ListingFilter, walkedBy: OrderColumn | null): Set<Column> {
  const byPrice: Column[] = walkedBy === 'price' || walkedBy === null ? ['price'] : [];
  if (textTerms(filter).length > 0 && !walkedBy) return new Set(['id']);
  if (filter.place && filter.place.column !== 'region_slug')
    return new Set([filter.place.column, 'listing_type', ...byPrice]);
  if (filter.bbox && !walkedBy) return new Set(['latitude']);
  if (walkedBy === 'area_sqm') return new Set();
  if (filter.listingType) return new Set(['listing_type', ...byPrice]);
  if (byPrice.length > 0 && (walkedBy || filter.minPrice !== null || filter.maxPrice !== null))
    return new Set(byPrice);
  if (filter.status) return new Set(['status']);
  return new Set(filter.types?.length === 1 ? ['type'] : []);
}
