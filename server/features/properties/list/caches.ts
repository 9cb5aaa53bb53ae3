import type { Dialect } from '#server/db/connection.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import { readKeysOf, readRecords, type Sql, toNumber } from '#server/db/sql.ts';
import { digestOf, ReadyAnswer } from '#server/http/answers.ts';
import {
  type ContactLimit,
  type ContactReader,
  contactsIn,
  hideContacts,
} from '#server/http/limits/contactLimit.ts';
import type { PropertySort } from '#shared/contracts/properties.ts';
import { type ListingRow, type MapRow, readMapRows, readPublicRows } from '../reads.ts';
import {
  chooseWordLookup,
  FEW_TO_LOOK_UP,
  isIndexedWhole,
  type ListingFilter,
  type PageWindow,
  type Totals,
  textTerms,
  type WordLookup,
  withoutText,
} from './filter.ts';
import { type ListingText, writeText } from './listingTexts.ts';
import type { ListingReads } from './liveListings.ts';
import {
  countQuery,
  indexedCountQuery,
  mapCountQuery,
  mapQuery,
  pageQuery,
  rankedQuery,
  roughCountQuery,
} from './query.ts';

/** Counting is nearly the whole cost of a list. Another process's change shows after at most `usableMs`. */
const FRESH_MS = 2_000;
const USABLE_MS = 5_000;
const MAX_TOTALS = 20_000;

/** What only tells the way to find matches may be old. */
const ROUGH_FRESH_MS = 60_000;
const ROUGH_USABLE_MS = 10 * 60_000;
/** Up to so many are counted for it. */
const ROUGHLY_COUNTED = 50_000;

type CountQuery = (dialect: Dialect, filter: ListingFilter, wordLookup: WordLookup) => Sql;

/** How many public listings a filter matches, kept for a few seconds. */
export class ListingTotals {
  private readonly cache = new SharedCache<number>({
    freshMs: FRESH_MS,
    usableMs: USABLE_MS,
    // Keys count by their length: at some 300 characters each.
    maxSize: MAX_TOTALS * 300,
    sizeOf: () => 1,
  });

  private readonly rough = new SharedCache<number>({
    freshMs: ROUGH_FRESH_MS,
    usableMs: ROUGH_USABLE_MS,
    maxSize: MAX_TOTALS * 300,
    sizeOf: () => 1,
  });

  constructor(private readonly context: ListingReads) {}

  get counts() {
    return this.cache.counts;
  }

  ofList(filter: ListingFilter): Promise<Totals> {
    return this.countAll('list', filter, countQuery);
  }

  /** Only those with coordinates. */
  ofMap(filter: ListingFilter): Promise<Totals> {
    return this.countAll('map', filter, mapCountQuery);
  }

  /** Of the list alone, without what tells how to find its pages. */
  async listTotal(filter: ListingFilter): Promise<number> {
    const known = await this.countInMemory('list', filter);
    if (known !== null) return known;
    const wordLookup = await this.wordLookup('list', filter);
    return this.count('list', filter, (dialect) => countQuery(dialect, filter, wordLookup));
  }

  clear(): void {
    this.cache.clear();
  }

  private async countInMemory(kind: 'list' | 'map', filter: ListingFilter): Promise<number | null> {
    const inMemory = await this.context.listings.find(filter, kind === 'map');
    return inMemory ? inMemory.found.size : null;
  }

  private async countAll(kind: 'list' | 'map', filter: ListingFilter, build: CountQuery): Promise<Totals> {
    const known = await this.countInMemory(kind, filter);
    if (known !== null) return { total: known, totalWithoutText: known, wordLookup: 'lookedUp' };
    const wordLookup = await this.wordLookup(kind, filter);
    const total = await this.count(kind, filter, (dialect) => build(dialect, filter, wordLookup));
    const isPlanned = this.context.db.dialect === 'sqlite' && total > 0 && textTerms(filter).length > 0;
    const totalWithoutText = isPlanned ? Math.max(total, await this.roughlyWithoutText(filter)) : total;
    return { total, totalWithoutText, wordLookup };
  }

  private async wordLookup(kind: 'list' | 'map', filter: ListingFilter): Promise<WordLookup> {
    const isWhole = kind === 'list' && isIndexedWhole(filter);
    if (this.context.db.dialect === 'postgres' || isWhole || textTerms(filter).length === 0)
      return 'lookedUp';
    const indexed = await this.roughly(`words${JSON.stringify(filter)}`, () =>
      indexedCountQuery(filter, FEW_TO_LOOK_UP + 1),
    );
    return chooseWordLookup(indexed, await this.roughlyWithoutText(filter));
  }

  private roughlyWithoutText(filter: ListingFilter): Promise<number> {
    const key = `rest${JSON.stringify(withoutText(filter))}`;
    return this.roughly(key, () => roughCountQuery(filter, ROUGHLY_COUNTED));
  }

  private count(kind: string, filter: ListingFilter, build: (dialect: Dialect) => Sql): Promise<number> {
    return this.cache.get(kind + JSON.stringify(filter), () =>
      this.readTotal(build(this.context.db.dialect)),
    );
  }

  private roughly(key: string, build: () => Sql): Promise<number> {
    return this.rough.get(key, () => this.readTotal(build()));
  }

  private async readTotal({ text, parameters }: Sql): Promise<number> {
    const [row] = await this.context.db.readRows<{ total: number | string }>(text, parameters);
    return toNumber(row?.total ?? 0);
  }
}

/** Ids take eight bytes each. */
const MAX_RANKED_BYTES = 16 * 1024 * 1024;

/** The rows of a list's pages. The order by relevance is computed for all pages at once, and kept for as long as totals. */
export class ListingPages {
  private readonly rankings = new SharedCache<number[]>({
    freshMs: FRESH_MS,
    usableMs: USABLE_MS,
    maxSize: MAX_RANKED_BYTES,
    sizeOf: (ids) => 8 * ids.length + 1,
  });

  constructor(private readonly context: ListingReads) {}

  clear(): void {
    this.rankings.clear();
  }

  /** @returns null while they are not in memory. */
  private async findInMemory(
    filter: ListingFilter,
    sort: PropertySort,
    { offset, limit }: PageWindow,
  ): Promise<number[] | null> {
    const { listings, now } = this.context;
    const inMemory = await listings.find(filter);
    if (!inMemory) return null;
    const { index, options, found } = inMemory;
    if (sort !== 'relevance' || !filter.search)
      return index.page(found, sort === 'relevance' ? 'newest' : sort, { offset, limit });
    const ranked = index.rank(filter, options, now());
    const first = ranked.slice(offset, offset + limit);
    if (first.length === limit) return first;
    const rest = {
      offset: Math.max(0, offset - ranked.length),
      limit: limit - first.length,
      without: ranked,
    };
    return [...first, ...index.page(found, 'newest', rest)];
  }

  /** The listings of a page as they stand in answers. */
  async readTexts(filter: ListingFilter, sort: PropertySort, window: PageWindow): Promise<ListingText[]> {
    const known = await this.findInMemory(filter, sort, window);
    return known
      ? this.context.listings.texts.getAll(known)
      : (await this.readRows(filter, sort, window)).map(writeText);
  }

  async read(filter: ListingFilter, sort: PropertySort, window: PageWindow): Promise<ListingRow[]> {
    const known = await this.findInMemory(filter, sort, window);
    return known ? readPublicRows(this.context.db, known) : this.readRows(filter, sort, window);
  }

  private async readRows(
    filter: ListingFilter,
    sort: PropertySort,
    window: PageWindow,
  ): Promise<ListingRow[]> {
    if (sort !== 'relevance' || !filter.search) return this.readWalked(filter, { ...window, sort });
    const { db, now } = this.context;
    const ranked = await this.rankings.get(JSON.stringify(filter), () =>
      readKeysOf<number>(db, rankedQuery(db.dialect, filter, window, now())),
    );
    const { limit, offset, total } = window;
    const rows = await readPublicRows(db, ranked.slice(offset, offset + limit));
    const missing = Math.min(total, offset + limit) - Math.max(ranked.length, offset);
    if (missing <= 0) return rows;
    const rest = { offset: Math.max(0, offset - ranked.length), limit: missing, without: ranked };
    return [...rows, ...(await this.readWalked(filter, { ...window, ...rest, sort: 'newest' }))];
  }

  /** Those with coordinates, as marks of a map: the newest. */
  async readMap(filter: ListingFilter, window: PageWindow): Promise<MapRow[]> {
    const { db, listings } = this.context;
    const inMemory = await listings.find(filter, true);
    if (inMemory) return readMapRows(db, inMemory.index.page(inMemory.found, 'newest', window));
    const { text, parameters } = mapQuery(db.dialect, filter, window);
    return readRecords<MapRow>(db, text, parameters);
  }

  private readWalked(filter: ListingFilter, request: Parameters<typeof pageQuery>[2]): Promise<ListingRow[]> {
    const { db } = this.context;
    const { text, parameters } = pageQuery(db.dialect, filter, request);
    return readRecords<ListingRow>(db, text, parameters);
  }
}

const answerOf = (data: unknown) => ReadyAnswer.of(JSON.stringify({ success: true, data }));

/** The data of an answer as bytes: written listings, and what stands around them. */
export class WrittenData {
  private constructor(
    readonly answer: ReadyAnswer,
    readonly agentIds: readonly number[],
  ) {}

  /** One listing. */
  static ofListing(text: ListingText): WrittenData {
    return WrittenData.of([text], '', '');
  }

  /** An object with `properties` and what else is to stand in it. */
  static ofList(texts: readonly ListingText[], rest: object): WrittenData {
    const others = JSON.stringify(rest).slice(1);
    return WrittenData.of(texts, '{"properties":[', `]${others.length > 1 ? ',' : ''}${others}`);
  }

  private static of(texts: readonly ListingText[], start: string, end: string): WrittenData {
    const parts: Buffer[] = [Buffer.from(`{"success":true,"data":${start}`)];
    let written = start + end;
    const agentIds: number[] = [];
    for (const { json, digest, agentId } of texts) {
      if (parts.length > 1) parts.push(COMMA);
      parts.push(json);
      written += digest;
      if (agentId !== null) agentIds.push(agentId);
    }
    parts.push(Buffer.from(`${end}}`));
    return new WrittenData(new ReadyAnswer(parts, `"${digestOf(written)}"`), agentIds);
  }
}

const COMMA: Buffer = Buffer.from(',');

const KEPT_MS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Whole public answers, written once and sent to everyone who asks within a second. */
export class AnswerCache {
  /** The same without the contact data of anybody. */
  private readonly withoutContacts = new WeakMap<ReadyAnswer, ReadyAnswer>();
  private readonly cache = new SharedCache<ReadyAnswer>({
    freshMs: KEPT_MS,
    usableMs: KEPT_MS,
    maxSize: MAX_BYTES,
    sizeOf: (answer) => answer.length,
  });

  get counts() {
    return this.cache.counts;
  }

  /** @param build the answer's data; what it throws is not kept. */
  get(key: string, build: () => Promise<unknown>): Promise<ReadyAnswer> {
    return this.cache.get(key, async () => this.keep(key, answerOf(await build())));
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
      const ready = this.keep(key, data instanceof WrittenData ? data.answer : answerOf(data));
      ready.contactIds = data instanceof WrittenData ? data.agentIds : contactsIn(data).map(({ id }) => id);
      return ready;
    });
    const hidden = limit.check(reader, answer.contactIds);
    if (!hidden) return answer;
    const hide = () => {
      const { data } = JSON.parse(String(answer.body)) as { data: unknown };
      return answerOf(hideContacts(data, hidden));
    };
    if (hidden.until) return hide();
    // The same for everybody.
    const bare = this.withoutContacts.get(answer) ?? hide();
    bare.keeper = answer.keeper;
    this.withoutContacts.set(answer, bare);
    return bare;
  }

  private keep(key: string, ready: ReadyAnswer): ReadyAnswer {
    ready.keeper = {
      isCurrent: () => this.cache.holds(key, ready),
      countHit: () => {
        this.cache.counts.hits += 1;
      },
    };
    return ready;
  }

  forget(key: string): void {
    this.cache.forget(key);
  }

  clear(): void {
    this.cache.clear();
  }
}
