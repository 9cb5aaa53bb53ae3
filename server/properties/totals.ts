import type { Database } from '#server/db/connection.ts';
import { toNumber } from '#server/db/rows.ts';
import type { ListingFilter } from './listFilter.ts';
import { countQuery, mapCountQuery, type Sql } from './listQuery.ts';
import { SharedCache } from './sharedCache.ts';

/** Counting is nearly the whole cost of a list. Another process's change shows after at most `usableMs`. */
const FRESH_MS = 2_000;
const USABLE_MS = 5_000;
const MAX_TOTALS = 20_000;

/** How many public listings a filter matches, kept for a few seconds. */
export class ListingTotals {
  private readonly cache = new SharedCache<number>({
    freshMs: FRESH_MS,
    usableMs: USABLE_MS,
    // Keys count by their length: at some 300 characters each.
    maxSize: MAX_TOTALS * 300,
    sizeOf: () => 1,
  });

  constructor(private readonly db: Database) {}

  ofList(filter: ListingFilter): Promise<number> {
    return this.count('list', filter, countQuery);
  }

  /** Only those with coordinates. */
  ofMap(filter: ListingFilter): Promise<number> {
    return this.count('map', filter, mapCountQuery);
  }

  clear(): void {
    this.cache.clear();
  }

  private count(
    kind: string,
    filter: ListingFilter,
    buildQuery: (dialect: Database['dialect'], filter: ListingFilter) => Sql,
  ): Promise<number> {
    return this.cache.get(kind + JSON.stringify(filter), async () => {
      const { text, parameters } = buildQuery(this.db.dialect, filter);
      const [row] = await this.db.readRows<{ total: number | string }>(text, parameters);
      return toNumber(row?.total ?? 0);
    });
  }
}
