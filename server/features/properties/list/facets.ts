import { isAmong, readAll, toJson } from '#server/db/sql.ts';
import type { PropertyFacets, PropertyFilterQuery } from '#shared/contracts/properties.ts';
import { type FilterName, filterNames, filters } from '#shared/listing/filters.ts';
import { mediaKinds, propertyTypes } from '#shared/listing/vocabulary.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { type ListingFilter, readFilter } from './filter.ts';
import { findListings } from './findListings.ts';
import type { ListingReads } from './liveListings.ts';
import { intersect, NO_SLOTS } from './slotSets.ts';

type Query = PropertyFilterQuery;

/** The choices of a filter of the table, by their words in the address. */
function choicesOf(name: FilterName): Record<string, Query> {
  const filter = filters[name];
  const values =
    filter.value === 'number' ? (filter.counted ?? []) : filter.value === 'flag' ? [true, false] : filter.values;
  return Object.fromEntries(values.map((value) => [String(value), { [name]: value }]));
}

const choices: Record<string, Record<string, Query>> = {
  type: Object.fromEntries(propertyTypes.map((type) => [type, { type: [type] }])),
  ...Object.fromEntries(filterNames.filter((name) => name !== 'status').map((name) => [name, choicesOf(name)])),
  media: Object.fromEntries(mediaKinds.map((kind) => [kind, { media: [kind] }])),
};
const counted = Object.keys(choices).filter((name) => Object.keys(choices[name] ?? {}).length > 0);

/** Fields of the filter that are named otherwise than in the query. */
const fields: Record<string, keyof ListingFilter> = { type: 'types', listed_within: 'listedSince' };

/** Left out for the choices of one filter, and for prices. */
const without = (filter: ListingFilter, names: readonly string[]): ListingFilter => ({
  ...filter,
  ...Object.fromEntries(names.map((name) => [fields[name] ?? name, null])),
});
/** An exact number of bedrooms stands in place of both bounds, and a bound in place of it. */
const rooms = ['bedrooms', 'max_bedrooms', 'beds_exact'];
const replacedBy: Record<string, readonly string[]> = { bedrooms: ['bedrooms', 'beds_exact'], beds_exact: rooms };
const prices = ['min_price', 'max_price'];

/** Features are stored in whole rows: beyond `most` matches only a sample of rows is counted. */
const featuresLimit = { most: 10_000, sample: 5_000 };
/** Limit of the listings that are read while the index is not loaded. */
const MOST_READ = 20_000;
const COMMON_FEATURES = 16;
const BARS = 24;

/** How many listings each further choice would leave, and how their prices are spread. */
export async function readFacets(reads: ListingReads, query: Query): Promise<PropertyFacets> {
  const now = reads.now();
  const filter = readFilter(query, now);
  if (!filter) return { total: 0, is_estimate: false, counts: {}, prices: null };
  const { total } = await findListings(reads, filter, { limit: 0 });
  const licensed = await reads.listings.licensedAgents(manilaDay(now));
  // The index may change with the next await: all its data is read before.
  const inMemory = await reads.listings.current();
  const index =
    inMemory ??
    (await reads.listings.readMatching(
      { ...without(filter, [...counted, ...rooms, ...prices]), features: [] },
      MOST_READ,
    ));
  const find = (asked: ListingFilter | null) => (asked ? index.find(asked, { licensed }) : NO_SLOTS);
  const countChoices = (name: string) => {
    const rest = find(without(filter, replacedBy[name] ?? [name]));
    const figures = Object.entries(choices[name] ?? {}).map(([value, choice]) => [
      value,
      intersect([rest, find(readFilter(choice, now))]).size,
    ]);
    return Object.fromEntries(figures) as Record<string, number>;
  };
  const counts = Object.fromEntries(counted.map((name) => [name, countChoices(name)]));
  const priced = { ...without(filter, prices), listing_type: filter.listing_type ?? filter.offers?.[0] ?? 'sale' };
  const spread = spreadPrices(index.numbersOf(find(priced), 'price'));
  const featured = find({ ...filter, features: [] });
  const { most, sample } = featuresLimit;
  const everyNth = featured.size > most ? Math.ceil(featured.size / sample) : 1;
  // Two digits are enough of an estimate.
  const project = (count: number) => (everyNth > 1 ? Number((count * everyNth).toPrecision(2)) : count);
  const ids = index.idsOf(featured, everyNth);

  const rows = await readAll<{ features: string[] | string }>(
    reads.db,
    (sql) => `SELECT p.features FROM properties p WHERE ${isAmong(sql, 'p.id', ids)}`,
  );
  const common = commonest(rows.map((row) => toJson<string[]>(row.features))).slice(0, COMMON_FEATURES);
  const features = Object.fromEntries(common.map(([feature, count]) => [feature, project(count)]));
  return {
    total,
    is_estimate: everyNth > 1 || (!inMemory && index.size === MOST_READ),
    counts: { ...counts, features },
    prices: spread,
  };
}

/** Rents and prices are never mixed. @param prices pesos @returns null where fewer than two listings have one */
function spreadPrices(prices: readonly number[]): PropertyFacets['prices'] {
  if (prices.length < 2) return null;
  const [min, max] = [
    prices.reduce((one, other) => Math.min(one, other)),
    prices.reduce((one, other) => Math.max(one, other)),
  ];
  const bounds = priceBounds(min, max);
  const figures = bounds.slice(1).map(() => 0);
  for (const price of prices) {
    const above = bounds.findIndex((bound, at) => at > 0 && price < bound);
    const bar = above < 0 ? figures.length - 1 : above - 1;
    figures[bar] = (figures[bar] ?? 0) + 1;
  }
  const bars = figures.map((count, at) => ({ from: bounds[at] ?? min, to: bounds[at + 1] ?? max, count }));
  return { min, max, bars };
}

const CENTAVO = 0.01;

/**
 * From below the lowest price to the highest, each some part higher than the one before: steps of equal pesos would put
 * nearly all homes into the first. Rounded to two digits; fewer than BARS where prices lie close together.
 */
function priceBounds(min: number, max: number): number[] {
  const first = roundedDown(min);
  const step = (max / first) ** (1 / BARS);
  const between = Array.from({ length: BARS - 1 }, (_, at) => roundedDown(first * step ** (at + 1)));
  const inner = [...new Set(between)].filter((bound) => bound > first && bound < max);
  return [first, ...inner, max];
}

function roundedDown(price: number): number {
  const unit = Math.max(1, 10 ** (Math.floor(Math.log10(price)) - 1));
  return Math.max(CENTAVO, Math.floor(price / unit) * unit);
}

/** Each feature with the number of lists that contain it, the most first; spelled as most of them spell it. */
function commonest(lists: readonly string[][]): [feature: string, count: number][] {
  const found = new Map<string, { count: number; spellings: Map<string, number> }>();
  for (const list of lists) {
    const own = new Map(list.map((feature) => [feature.trim().toLowerCase(), feature.trim()]));
    for (const [key, spelling] of own) {
      const one = found.get(key) ?? { count: 0, spellings: new Map<string, number>() };
      one.count += 1;
      one.spellings.set(spelling, (one.spellings.get(spelling) ?? 0) + 1);
      found.set(key, one);
    }
  }
  const mostFirst = ([one, count]: [string, number], [other, others]: [string, number]) =>
    others - count || one.localeCompare(other);
  const all = [...found.values()].map(({ count, spellings }): [string, number] => {
    const [usual] = [...spellings].toSorted(mostFirst);
    return [usual?.[0] ?? '', count];
  });
  // A comma separates the requested features: a feature that contains one cannot be requested.
  return all.filter(([feature]) => feature !== '' && !feature.includes(',')).toSorted(mostFirst);
}
