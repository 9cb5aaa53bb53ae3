import { LRUCache } from 'lru-cache';
import { TypedFastBitSet } from 'typedfastbitset';
import { toNumber } from '#server/db/sql.ts';
import { daysBefore, STALE_AFTER_DAYS } from '#shared/freshness.ts';
import type { ListingType, PropertySort } from '#shared/listing/vocabulary.ts';
import { type CellGrid, priceBand, unitX, unitY } from './clusters.ts';
import {
  type Held,
  type RangedColumn,
  rangedColumns,
  stepsOf,
  type WordColumn,
  wordColumns,
} from './conditions.ts';
import type { Bounds, ListingFilter } from './filter.ts';
import { inTitle, type SearchTerm } from './searchText.ts';
import {
  bitsOf,
  except,
  forEachSlot,
  hasSlot,
  intersect,
  keepSlots,
  lengthened,
  manyOf,
  NO_SLOTS,
  Posting,
  type SlotSet,
  unite,
  ValueRanges,
} from './slotSets.ts';

/** Columns of a listing as numbers; NaN for missing ones. Times are in milliseconds since 1970. */
const columnNames = [
  ...rangedColumns,
  'id',
  'agent_id',
  'fresh_at',
  'text_hash',
  'unit_x',
  'unit_y',
  'price_band',
] as const;
type ColumnName = (typeof columnNames)[number];
type Value = string | number | boolean | null;

/** Columns derived from the others: from the text, and for the map, see `CellGrid`. */
const derivedNames = ['text_hash', 'unit_x', 'unit_y', 'price_band'] as const;
type Derived = (typeof derivedNames)[number];

/** A public listing as `indexedColumns` reads it: either database's own kinds of values. */
export type IndexedRow = Record<Exclude<ColumnName, Derived | 'fresh_at' | 'created_at'>, number | string | null> &
  Record<WordColumn, Value> & {
    created_at: Date | string;
    fresh_at: Date | string | null;
    search_text: string;
  };

/** Name → SQL, of the listing `p`. */
export const indexedColumns: Record<string, string> = Object.fromEntries(
  [
    ...columnNames.filter((name) => !derivedNames.some((derived) => derived === name)),
    ...wordColumns,
    'search_text',
  ].map((name) => [name, `p.${name}`]),
);

const isTruth: ReadonlySet<WordColumn> = new Set(['furnished', 'allows_pets', 'has_video', 'has_plan']);
const fact = (name: WordColumn, value: Value): string =>
  `\u0001${name}:${isTruth.has(name) ? value === true || value === 1 : value}`;

/** The word of listings with coordinates. */
const LOCATED = '\u0001located';

const termKey = ({ words, placeMark, homes = [] }: SearchTerm): string =>
  [words.join(' '), placeMark ?? '', ...homes.map(({ column, ids }) => `${column} ${ids}`)].join(' ');

/** Ranked: the latest matches, and the latest with all words in title or place. Others follow by time. */
const RANKED_LATEST = 500;
const RANKED_NAMED = 500;
/** Words beyond these do not decide which match stands first. */
const RANKED_TERMS = 6;

/** `licensed`: the agents whose licence check is in force, where the filter asks for that. */
interface FindOptions {
  licensed?: ReadonlySet<number> | undefined;
  isOnMap?: boolean;
}

const FIRST_CAPACITY = 1_024;
/** Number of listings sorted at once: some milliseconds. */
const SORTED_AT_ONCE = 20_000;
/** Limit up to which listings are inserted one by one. */
const FEW = 16;
/** With a million listings each may take 125 KB. */
const MOST_COMBINED_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 200;
/** Cost of an element of a sort and of a step of a walk, in nanoseconds. */
const SORT_NS = 25;
const WALK_NS = 6;

/**
 * The data of all public listings that the public list needs, in memory: it finds, counts and orders the matches
 * of a filter without the database. A listing has a slot, which never changes: a changed listing gets another
 * slot, and its old one is dead. Results are valid until the next change.
 */
export class ListingIndex {
  /** Slots ever given. */
  private used = 0;
  private live = 0;
  private readonly alive = new TypedFastBitSet();
  private readonly slotOf = new Map<number, number>();
  private columns = Object.fromEntries(
    columnNames.map((name) => [name, new Float64Array(FIRST_CAPACITY)]),
  ) as Record<ColumnName, Float64Array>;
  private readonly ranges = Object.fromEntries(rangedColumns.map((name) => [name, new ValueRanges()])) as Record<
    RangedColumn,
    ValueRanges
  >;
  private readonly vocabulary = new Vocabulary();
  /** Sets combined of several words and facts since the last change, by their key. */
  private readonly combined = new LRUCache<string, SlotSet>({
    maxSize: MOST_COMBINED_BYTES,
    sizeCalculation: ({ slots, bits }) => ENTRY_BYTES + (slots ?? bits.words).byteLength,
  });
  /** Each backwards: a list is walked from the end, where new listings usually come. */
  private readonly orders: Record<Exclude<PropertySort, 'relevance'> | 'id', SlotOrder>;

  constructor() {
    const by = (name: ColumnName, sign = 1) =>
      new SlotOrder((one, other) => {
        const { [name]: column, id } = this.columns;
        return sign * at(column, one) - sign * at(column, other) || at(id, one) - at(id, other);
      });
    this.orders = {
      id: by('id'),
      newest: by('created_at'),
      price_asc: by('price', -1),
      price_desc: by('price'),
      area_desc: by('area_sqm'),
    };
  }

  get size(): number {
    return this.live;
  }

  has(id: number): boolean {
    return this.slotOf.has(id);
  }

  /** Whether more slots are dead than alive: loading anew is cheaper. */
  get isFragmented(): boolean {
    return this.used > 10_000 && this.used > 2 * this.live;
  }

  /** Adds the first listings, without their orders. */
  load(rows: readonly IndexedRow[]): void {
    for (const row of rows) this.add(row);
  }

  /** After the last `load`: orders all of them, and lets others work in between. */
  async order(): Promise<void> {
    this.vocabulary.sort();
    for (const order of Object.values(this.orders)) await order.fill(this.used);
    for (const name of rangedColumns) {
      const column = this.columns[name];
      this.ranges[name].divide(column, this.used);
      for (let slot = 0; slot < this.used; slot++) {
        this.ranges[name].add(slot, at(column, slot));
        if (slot % SORTED_AT_ONCE === 0) await pause();
      }
    }
  }

  /** Applies changes. @param ids all listings that may have changed @param rows the public ones among them */
  update(ids: readonly number[], rows: readonly IndexedRow[]): void {
    this.combined.clear();
    const current = new Map(rows.map((row) => [Number(row.id), row]));
    const added: number[] = [];
    const removed: number[] = [];
    for (const id of ids) {
      const row = current.get(id);
      const slot = this.slotOf.get(id);
      if (slot !== undefined && row && this.holds(slot, row)) continue;
      if (slot !== undefined) {
        this.slotOf.delete(id);
        this.alive.remove(slot);
        this.live -= 1;
        removed.push(slot);
      }
      if (row) added.push(this.add(row));
    }
    for (const order of Object.values(this.orders)) {
      order.remove(removed);
      order.insert(added);
    }
  }

  find(filter: ListingFilter, { licensed = new Set(), isOnMap = false }: FindOptions = {}): SlotSet {
    const steps = stepsOf(filter, licensed);
    const { search, features } = filter;
    const alive = manyOf(this.alive, this.live);
    const asked = new Map<string, () => SlotSet>();
    for (const step of steps) {
      if ('has' in step || 'terms' in step) asked.set(...this.holdingOne(step));
      else if ('either' in step) asked.set(...this.holdingAny(step.either));
      else if ('neither' in step) {
        const [key, find] = this.holdingAny(step.neither);
        asked.set(`!${key}`, () => this.together(`!${key}`, () => except(alive, find())));
      }
    }
    if (isOnMap) asked.set(LOCATED, () => this.vocabulary.holding(LOCATED));
    const meant = search?.id == null ? undefined : this.slotOf.get(search.id);
    const words = [...features, ...(meant === undefined ? (search?.terms ?? []) : [])];
    for (const term of words) asked.set(termKey(term), () => this.withTerm(term));
    // A moved price or map asks again for the same words and facts.
    let set = this.together(['', ...asked.keys()].join('&'), () =>
      intersect([alive, ...[...asked.values()].map((find) => find())]),
    );
    if (search && meant !== undefined) {
      const found = search.terms.map((term) => this.withTerm(term));
      set = intersect([set, unite([intersect(found), { slots: Uint32Array.of(meant), bits: null, size: 1 }])]);
    }
    // A column is read once for both its bounds.
    const ranges = new Map<RangedColumn, [number, number]>();
    for (const step of steps) {
      if (!('column' in step)) continue;
      const [from, to] = ranges.get(step.column) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      ranges.set(step.column, [Math.max(from, step.least ?? from), Math.min(to, step.most ?? to)]);
    }
    for (const [column, [from, to]] of ranges) set = this.between(set, column, from, to);
    for (const step of steps)
      if ('test' in step) set = keepSlots(set, (slot) => step.test((column) => at(this.columns[column], slot)));
    return set;
  }

  within(set: SlotSet, { south, west, north, east }: Bounds): SlotSet {
    return this.between(this.between(set, 'latitude', south, north), 'longitude', west, east);
  }

  private between(set: SlotSet, name: RangedColumn, from: number, to: number): SlotSet {
    return this.ranges[name].keep(set, this.columns[name], from, to);
  }

  /** The ids of a page, in the order of the list. @param without ids that earlier pages have */
  page(
    set: SlotSet,
    sort: Exclude<PropertySort, 'relevance'> | 'id',
    { offset, limit, without = [] }: { offset: number; limit: number; without?: readonly number[] },
  ): number[] {
    const out = new Set(without.map((id) => this.slotOf.get(id)));
    const rest = out.size > 0 ? keepSlots(set, (slot) => !out.has(slot)) : set;
    const wanted = Math.min(offset + limit, rest.size);
    if (wanted <= offset) return [];
    const order = this.orders[sort];
    const { id } = this.columns;
    const idOf = (slot: number) => at(id, slot);
    if (rest.size === order.length) return order.part(offset, wanted).map(idOf);
    const sorting = rest.size * Math.log2(rest.size + 1) * SORT_NS;
    const walking = wanted * (order.length / rest.size) * WALK_NS;
    const slots = walking > sorting ? order.sort(rest) : order.walk(rest, wanted);
    return Array.from(slots.subarray(offset, wanted), idOf);
  }

  newestFirst(): number[] {
    return this.page(manyOf(this.alive, this.live), 'newest', { offset: 0, limit: this.size });
  }

  /** Ids of a set, in no order. @param everyNth only ids that are a multiple of it */
  idsOf(set: SlotSet, everyNth = 1): number[] {
    return this.numbersOf(set, 'id').filter((id) => id % everyNth === 0);
  }

  numbersOf(set: SlotSet, column: 'id' | RangedColumn): number[] {
    const numbers: number[] = [];
    forEachSlot(set, (slot) => numbers.push(at(this.columns[column], slot)));
    return numbers;
  }

  fill(grid: CellGrid, set: SlotSet): void {
    const { id, unit_x, unit_y, price, price_band } = this.columns;
    forEachSlot(set, (slot) =>
      grid.add(at(id, slot), at(unit_x, slot), at(unit_y, slot), at(price, slot), at(price_band, slot)),
    );
  }

  /**
   * Ids of the matches that are ranked by relevance, the most relevant first: a listing in the named place comes
   * before all others, then each word counts double in the title, and once more as a whole word there. A stale
   * listing loses as much as one whole word.
   * @param found the matches of the filter
   */
  rank(filter: ListingFilter, options: FindOptions, now: Date, found = this.find(filter, options)) {
    const { search } = filter;
    if (!search) return [];
    const terms = search.terms.slice(0, RANKED_TERMS);
    const candidates = new Set(this.page(found, 'id', { offset: 0, limit: RANKED_LATEST }));
    if (found.size > RANKED_LATEST) {
      const named = terms.map((term) =>
        term.placeMark ? { words: [term.placeMark], placeMark: null } : inTitle(term),
      );
      const others = search.terms.slice(RANKED_TERMS);
      const asNamed = this.find({ ...filter, search: { terms: [...named, ...others], id: null } }, options);
      const inName = intersect([found, asNamed]);
      for (const id of this.page(inName, 'id', { offset: 0, limit: RANKED_NAMED })) candidates.add(id);
      const { id } = search;
      const meant = id === null ? undefined : this.slotOf.get(id);
      if (id !== null && meant !== undefined && hasSlot(found, meant)) candidates.add(id);
    }
    const scored = terms.map((term) => ({
      inTitle: this.withTerm(inTitle(term)),
      exactly: unite([
        intersect(term.words.map((word) => this.vocabulary.holding(word))),
        ...(term.placeMark ? [this.vocabulary.holding(term.placeMark)] : []),
      ]),
      inPlace: term.placeMark ? this.vocabulary.holding(term.placeMark) : NO_SLOTS,
    }));
    const available = this.vocabulary.holding(fact('status', 'available'));
    const staleSince = daysBefore(now, STALE_AFTER_DAYS).getTime();
    const { created_at, fresh_at } = this.columns;
    const score = (id: number, slot: number) => {
      let points = id === search.id ? 100 : 0;
      for (const term of scored) {
        if (hasSlot(term.inTitle, slot)) points += 2;
        if (hasSlot(term.exactly, slot)) points += 1;
        if (hasSlot(term.inPlace, slot)) points += 3 * RANKED_TERMS;
      }
      return hasSlot(available, slot) && at(fresh_at, slot) <= staleSince ? points - 1 : points;
    };
    return [...candidates]
      .map((id) => {
        const slot = this.slotOf.get(id) ?? 0;
        return { id, score: score(id, slot), createdAt: at(created_at, slot) };
      })
      .sort((one, other) => other.score - one.score || other.createdAt - one.createdAt || other.id - one.id)
      .map(({ id }) => id);
  }

  /** Whether any listing meets all of the terms. */
  knows(terms: readonly SearchTerm[]): boolean {
    const alive = manyOf(this.alive, this.live);
    return intersect([alive, ...terms.map((term) => this.withTerm(term))]).size > 0;
  }

  /** The matches by how many of the words that only rank they have, the most first; without such words all at once. */
  byPreferred(found: SlotSet, { preferred }: ListingFilter): SlotSet[] {
    let tiers = [found];
    for (const term of preferred) {
      const having = this.withTerm(term);
      const [least, most] = [
        [...tiers, NO_SLOTS],
        [NO_SLOTS, ...tiers],
      ];
      tiers = least.map((without, at) =>
        unite([except(without, having), intersect([most[at] ?? NO_SLOTS, having])]),
      );
    }
    return tiers.toReversed().filter(({ size }) => size > 0);
  }

  /** A key and the way to the listings that have it. */
  private holdingOne(held: Held): [key: string, find: () => SlotSet] {
    if ('terms' in held) {
      const key = held.terms.map(termKey).join('+');
      return [key, () => intersect(held.terms.map((term) => this.withTerm(term)))];
    }
    const words = held.anyOf.map((value) => fact(held.has, value));
    const key = words.join();
    return [key, () => this.together(key, () => unite(words.map((word) => this.vocabulary.holding(word))))];
  }

  private holdingAny(some: readonly Held[]): [key: string, find: () => SlotSet] {
    const all = some.map((held) => this.holdingOne(held));
    const key = all.map(([one]) => one).join('|');
    return [key, () => this.together(key, () => unite(all.map(([, find]) => find())))];
  }

  private withTerm(term: SearchTerm): SlotSet {
    const { words, placeMark, homes = [] } = term;
    return this.together(termKey(term), () => {
      const all = intersect(words.map((word) => this.vocabulary.beginning(word)));
      const named = homes.flatMap(({ column, ids }) => ids.map((id) => fact(column, id)));
      const others = placeMark ? [placeMark, ...named] : named;
      return others.length > 0 ? unite([all, ...others.map((word) => this.vocabulary.holding(word))]) : all;
    });
  }

  private together(asked: string, build: () => SlotSet): SlotSet {
    const known = this.combined.get(asked);
    if (known) return known;
    const set = build();
    this.combined.set(asked, set);
    return set;
  }

  private add(row: IndexedRow): number {
    const slot = this.used;
    if (slot === this.columns.id.length) this.grow();
    this.used += 1;
    for (const name of columnNames) this.columns[name][slot] = numberOf(row, name);
    for (const name of rangedColumns) this.ranges[name].add(slot, at(this.columns[name], slot));
    for (const name of wordColumns) if (row[name] !== null) this.vocabulary.add(fact(name, row[name]), slot);
    if (row.latitude !== null && row.longitude !== null) this.vocabulary.add(LOCATED, slot);
    for (const word of row.search_text.split(' ')) if (word) this.vocabulary.add(word, slot);
    this.slotOf.set(Number(row.id), slot);
    this.alive.add(slot);
    this.live += 1;
    return slot;
  }

  private holds(slot: number, row: IndexedRow): boolean {
    return (
      columnNames.every((name) => Object.is(this.columns[name][slot], numberOf(row, name))) &&
      wordColumns.every(
        (name) => row[name] === null || hasSlot(this.vocabulary.holding(fact(name, row[name])), slot),
      )
    );
  }

  private grow(): void {
    for (const name of columnNames) {
      const larger = new Float64Array(2 * this.used);
      larger.set(this.columns[name]);
      this.columns[name] = larger;
    }
  }
}

function numberOf(row: IndexedRow, name: ColumnName): number {
  switch (name) {
    case 'text_hash':
      return hashOf(row.search_text) + wordColumns.filter((fact) => row[fact] === null).length;
    case 'unit_x':
      return row.longitude === null ? Number.NaN : unitX(toNumber(row.longitude));
    case 'unit_y':
      return row.latitude === null ? Number.NaN : unitY(toNumber(row.latitude));
    case 'price_band':
      return priceBand(row.listing_type as ListingType, toNumber(row.price ?? 0));
    case 'created_at':
      return timeOf(row.created_at);
    case 'fresh_at':
      return timeOf(row.fresh_at ?? row.created_at);
    default:
      return row[name] === null ? Number.NaN : toNumber(row[name]);
  }
}

/** SQLite hands over '2026-11-27 02:03:36.123 +00:00'. */
const timeOf = (value: Date | string) => (value instanceof Date ? value.getTime() : Date.parse(value));

/** 53 bits: two texts of one listing have the same one time in nine quadrillions. */
function hashOf(text: string): number {
  let [one, other] = [0x811c9dc5, 0x1b873593];
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
  }
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}

const at = (column: Float64Array, slot: number): number => column[slot] as number;

class Vocabulary {
  private readonly postings = new Map<string, Posting>();
  private sorted: string[] = [];
  private unsorted: string[] = [];

  add(word: string, slot: number): void {
    let posting = this.postings.get(word);
    if (!posting) {
      posting = new Posting();
      this.postings.set(word, posting);
      this.unsorted.push(word);
    }
    posting.add(slot);
  }

  holding(word: string): SlotSet {
    return this.postings.get(word)?.set ?? NO_SLOTS;
  }

  /** The listings with a word that begins like this. */
  beginning(start: string): SlotSet {
    this.sort();
    const { sorted } = this;
    const sets: SlotSet[] = [];
    for (let place = firstFrom(sorted, start); sorted[place]?.startsWith(start); place++)
      sets.push(this.holding(sorted[place] ?? ''));
    return unite(sets);
  }

  sort(): void {
    const { unsorted } = this;
    if (unsorted.length === 0) return;
    if (unsorted.length <= FEW)
      for (const word of unsorted) this.sorted.splice(firstFrom(this.sorted, word), 0, word);
    else this.sorted = this.sorted.concat(unsorted).sort((one, other) => (one < other ? -1 : 1));
    this.unsorted = [];
  }
}

/** The first place before `end` where the test fails, by halves: it holds for all places before. */
function firstPlace(end: number, isBefore: (place: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const firstFrom = (sorted: readonly string[], word: string) =>
  firstPlace(sorted.length, (place) => (sorted[place] ?? '') < word);

/** All slots that are alive in one order. */
class SlotOrder {
  private slots: Uint32Array = NONE;
  length = 0;

  constructor(private readonly compare: (one: number, other: number) => number) {}

  /** Orders all from 0 on, a few milliseconds at a time. */
  async fill(count: number): Promise<void> {
    let runs: Uint32Array[] = [];
    for (let start = 0; start < count; start += SORTED_AT_ONCE) {
      const length = Math.min(SORTED_AT_ONCE, count - start);
      runs.push(Uint32Array.from({ length }, (_, index) => start + index).sort(this.compare));
      await pause();
    }
    while (runs.length > 1) {
      const merged: Uint32Array[] = [];
      for (let place = 0; place < runs.length; place += 2) {
        merged.push(this.merge(runs[place] ?? NONE, runs[place + 1] ?? NONE));
        await pause();
      }
      runs = merged;
    }
    this.slots = runs[0] ?? NONE;
    this.length = count;
  }

  /** Before others are inserted. @param removed with the values by which they are in the order */
  remove(removed: readonly number[]): void {
    if (removed.length <= FEW) {
      for (const slot of removed) {
        const place = this.placeOf(slot);
        this.slots.copyWithin(place, place + 1, this.length);
        this.length -= 1;
      }
      return;
    }
    const dead = new Set(removed);
    const alive = this.slots.subarray(0, this.length).filter((slot) => !dead.has(slot));
    this.slots.set(alive);
    this.length = alive.length;
  }

  insert(added: readonly number[]): void {
    if (this.length + added.length > this.slots.length)
      this.slots = lengthened(this.slots, Math.max(FIRST_CAPACITY, 2 * (this.length + added.length)));
    if (added.length <= FEW) {
      for (const slot of added) {
        const place = this.placeOf(slot);
        this.slots.copyWithin(place + 1, place, this.length);
        this.slots[place] = slot;
        this.length += 1;
      }
      return;
    }
    const merged = this.merge(this.slots.subarray(0, this.length), Uint32Array.from(added).sort(this.compare));
    this.slots.set(merged);
    this.length = merged.length;
  }

  /** The listings between two places, counted from the end. */
  part(start: number, end: number): number[] {
    const part: number[] = [];
    for (let place = start; place < end; place++) part.push(this.slots[this.length - 1 - place] as number);
    return part;
  }

  /** The first of a set on the way from the end. */
  walk(set: SlotSet, wanted: number): Uint32Array {
    const bits = set.bits ?? bitsOf(set.slots);
    const found = new Uint32Array(wanted);
    let count = 0;
    for (let place = this.length - 1; place >= 0 && count < wanted; place--) {
      const slot = this.slots[place] as number;
      if (bits.has(slot)) found[count++] = slot;
    }
    return found.subarray(0, count);
  }

  /** A whole set. */
  sort(set: SlotSet): Uint32Array {
    const slots = set.slots?.slice() ?? Uint32Array.from(set.bits?.array() ?? []);
    return slots.sort((one, other) => this.compare(other, one));
  }

  private placeOf(slot: number): number {
    return firstPlace(this.length, (place) => this.compare(this.slots[place] as number, slot) < 0);
  }

  private merge(one: Uint32Array, other: Uint32Array): Uint32Array<ArrayBuffer> {
    const merged = new Uint32Array(one.length + other.length);
    let [left, right] = [0, 0];
    for (let place = 0; place < merged.length; place++) {
      const takesLeft =
        right >= other.length ||
        (left < one.length && this.compare(one[left] as number, other[right] as number) <= 0);
      merged[place] = (takesLeft ? one[left++] : other[right++]) as number;
    }
    return merged;
  }
}

const NONE = new Uint32Array(0);

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
