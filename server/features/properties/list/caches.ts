import type { Database, Dialect } from '#server/db/connection.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import { type Sql, toNumber } from '#server/db/sql.ts';
import {
  type ContactLimit,
  type ContactReader,
  contactsIn,
  hideContacts,
} from '#server/http/contactLimit.ts';
import { ReadyAnswer } from '#server/http/routing.ts';
import { type ListingFilter, textTerms, withoutText } from './filter.ts';
import { countQuery, mapCountQuery } from './query.ts';

/** Counting is nearly the whole cost of a list. Another process's change shows after at most `usableMs`. */
const FRESH_MS = 2_000;
const USABLE_MS = 5_000;
const MAX_TOTALS = 20_000;

type CountQuery = (dialect: Dialect, filter: ListingFilter) => Sql;

export interface Totals {
  total: number;
  /** The same without the filter's words; not more than `total` when it has none. */
  totalWithoutText: number;
}

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

  get counts() {
    return this.cache.counts;
  }

  ofList(filter: ListingFilter): Promise<Totals> {
    return this.countBoth('list', filter, countQuery);
  }

  /** Only those with coordinates. */
  ofMap(filter: ListingFilter): Promise<Totals> {
    return this.countBoth('map', filter, mapCountQuery);
  }

  /** Of the list alone, without what tells how to find its pages. */
  listTotal(filter: ListingFilter): Promise<number> {
    return this.count('list', filter, countQuery);
  }

  clear(): void {
    this.cache.clear();
  }

  private async countBoth(kind: string, filter: ListingFilter, buildQuery: CountQuery): Promise<Totals> {
    const total = await this.count(kind, filter, buildQuery);
    if (textTerms(filter).length === 0 || total === 0) return { total, totalWithoutText: total };
    return { total, totalWithoutText: await this.count(kind, withoutText(filter), buildQuery) };
  }

  private count(kind: string, filter: ListingFilter, buildQuery: CountQuery): Promise<number> {
    return this.cache.get(kind + JSON.stringify(filter), async () => {
      const { text, parameters } = buildQuery(this.db.dialect, filter);
      const [row] = await this.db.readRows<{ total: number | string }>(text, parameters);
      return toNumber(row?.total ?? 0);
    });
  }
}

const KEPT_MS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Whole public answers, written once and sent to everyone who asks within a second. */
export class AnswerCache {
  /** Whose contact data an answer tells. */
  private readonly agents = new WeakMap<ReadyAnswer, number[]>();
  private readonly cache = new SharedCache<ReadyAnswer>({
    freshMs: KEPT_MS,
    usableMs: KEPT_MS,
    maxSize: MAX_BYTES,
    sizeOf: (answer) => answer.body.length,
  });

  get counts() {
    return this.cache.counts;
  }

  /** @param build the answer's data; what it throws is not kept. */
  get(key: string, build: () => Promise<unknown>): Promise<ReadyAnswer> {
    return this.cache.get(key, async () =>
      ReadyAnswer.of(JSON.stringify({ success: true, data: await build() })),
    );
  }

  /** The same for one caller, without contact data beyond what one may collect. */
  async getFor(
    limit: ContactLimit,
    reader: ContactReader,
    key: string,
    build: () => Promise<unknown>,
  ): Promise<ReadyAnswer> {
    const answer = await this.cache.get(key, async () => {
      const data = await build();
      const ready = ReadyAnswer.of(JSON.stringify({ success: true, data }));
      this.agents.set(
        ready,
        contactsIn(data).map(({ id }) => id),
      );
      return ready;
    });
    const hidden = limit.check(reader, this.agents.get(answer) ?? []);
    if (!hidden) return answer;
    const { data } = JSON.parse(String(answer.body)) as { data: unknown };
    return ReadyAnswer.of(JSON.stringify({ success: true, data: hideContacts(data, hidden) }));
  }

  forget(key: string): void {
    this.cache.forget(key);
  }

  clear(): void {
    this.cache.clear();
  }
}
