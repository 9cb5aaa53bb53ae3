import { isAmong, readAll, toJson } from '#server/db/sql.ts';
import type { PropertyFacets, PropertyFilterQuery } from '#shared/contracts/properties.ts';
import { type FilterName, filterNames, filters } from '#shared/listing/filters.ts';
import { mediaKinds, propertyTypes } from '#shared/listing/vocabulary.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { readFilter } from './filter.ts';
import { findListings } from './findListings.ts';
import type { ListingIndex } from './listingIndex.ts';
import type { ListingReads } from './liveListings.ts';
import { intersect, NO_SLOTS, type SlotSet } from './slotSets.ts';

type Query = PropertyFilterQuery;

/** The choices of a filter of the table, by their words in the address. */
function choicesOf(name: FilterName): Record<string, Query> {
  const filter = filters[name];
  const values =
    filter.value === 'number'
      ? (filter.counted ?? [])
      : filter.value === 'flag'
        ? [true, false]
        : filter.values;
  return Object.fromEntries(values.map((value) => [String(value), { [name]: value }]));
}

/** By filter, what a visitor may choose of it. */
const choices: Record<string, Record<string, Query>> = {
  type: Object.fromEntries(propertyTypes.map((type) => [type, { type }])),
  ...Object.fromEntries(
    filterNames.filter((name) => name !== 'status').map((name) => [name, choicesOf(name)]),
  ),
  media: Object.fromEntries(mediaKinds.map((kind) => [kind, { media: [kind] }])),
};
const counted = Object.keys(choices).filter((name) => Object.keys(choices[name] ?? {}).length > 0);

/** Left out of the query for the choices of one filter. Only one number of bedrooms is chosen at once. */
const without = (query: Query, names: readonly string[]): Query => ({
  ...query,
  ...Object.fromEntries(names.map((name) => [name, undefined])),
});
const rooms = ['bedrooms', 'beds_exact'];
const prices = ['min_price', 'max_price'];

/** Features stand in whole rows: of more matches than `most` those of a sample are counted. */
const featuresLimit = { most: 10_000, sample: 5_000 };
/** While the index is not there, so many listings are looked at. */
const MOST_READ = 20_000;
const COMMON_FEATURES = 16;
const BARS = 24;

/** How many listings each further choice would leave, and how their prices are spread. */
export async function readFacets(reads: ListingReads, query: Query): Promise<PropertyFacets> {
  const now = reads.now();
  const { total } = await findListings(reads, readFilter(query, now), { limit: 0 });
  if (total === 0 && !readFilter(query, now)) return { total, is_estimate: false, counts: {}, prices: null };
  const licensed = await reads.listings.licensedAgents(manilaDay(now));
  const index = (await reads.listings.current()) ?? (await readOpen(reads, query));
  // The index may change with the next await: everything that is read of it is read here.
  const find = (asked: Query): SlotSet => {
    const filter = readFilter(asked, now);
    return filter ? index.find(filter, { licensed }) : NO_SLOTS;
  };
  const countChoices = (name: string) => {
    const rest = find(without(query, rooms.includes(name) ? rooms : [name]));
    const figures = Object.entries(choices[name] ?? {}).map(([value, choice]) => [
      value,
      intersect([rest, find(choice)]).size,
    ]);
    return Object.fromEntries(figures) as Record<string, number>;
  };
  const counts = Object.fromEntries(counted.map((name) => [name, countChoices(name)]));
  const ofOffer = { listing_type: readFilter(query, now)?.listing_type ?? 'sale' } as const;
  const spread = spreadPrices(index.numbersOf(find({ ...without(query, prices), ...ofOffer }), 'price'));
  const featured = find(without(query, ['features']));
  const { everyNth, project, isEstimate } = samplingOf(featured.size);
  const ids = index.idsOf(featured, everyNth);

  const rows = await readAll<{ features: string[] | string }>(
    reads.db,
    (sql) => `SELECT p.features FROM properties p WHERE ${isAmong(sql, 'p.id', ids)}`,
  );
  const common = commonest(rows.map((row) => toJson<string[]>(row.features))).slice(0, COMMON_FEATURES);
  const features = Object.fromEntries(common.map(([feature, count]) => [feature, project(count)]));
  return {
    total,
    is_estimate: isEstimate || index.size === MOST_READ,
    counts: { ...counts, features },
    prices: spread,
  };
}

/** The listings that any of the counts may hold, from the database. */
async function readOpen(reads: ListingReads, query: Query): Promise<ListingIndex> {
  const filter = readFilter(without(query, [...counted, ...prices, 'features']), reads.now());
  if (!filter) throw new Error('A query without its contradictions contradicts itself');
  return reads.listings.readMatching(filter, MOST_READ);
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

/** Which of the listings are read, and what their number says of all. Two digits are enough of an estimate. */
function samplingOf(total: number) {
  const everyNth = total > featuresLimit.most ? Math.ceil(total / featuresLimit.sample) : 1;
  const isEstimate = everyNth > 1;
  const project = (count: number) => (isEstimate ? Number((count * everyNth).toPrecision(2)) : count);
  return { everyNth, project, isEstimate };
}

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

/** Each feature with how many of the lists it stands in, the most first; as most of them write it. */
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
  // A comma parts the features that are asked for: one that holds it cannot be.
  return all.filter(([feature]) => feature !== '' && !feature.includes(',')).toSorted(mostFirst);
}
