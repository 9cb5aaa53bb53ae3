import type { Database } from '#server/db/connection.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import { toJson, toNumber } from '#server/db/sql.ts';
import type { PropertyFacets, PropertyFilterQuery } from '#shared/contracts/properties.ts';
import { completions, listingTypes, mediaKinds, propertyTypes } from '#shared/listing/vocabulary.ts';
import type { ListingTotals } from './caches.ts';
import { type ListingFilter, readFilter } from './filter.ts';
import { choicesQuery, featuresQuery, priceSpanQuery } from './query.ts';

type Choice = PropertyFilterQuery;

const numbered = <Name extends keyof Choice>(name: Name, values: readonly Choice[Name][]) =>
  Object.fromEntries(values.map((value) => [String(value), { [name]: value } as Choice]));

const flags = [true, false];

/** By filter, what a visitor may choose of it. */
const choicesOf: Record<string, Record<string, Choice>> = {
  type: numbered('type', propertyTypes),
  listing_type: numbered('listing_type', listingTypes),
  bedrooms: numbered('bedrooms', [1, 2, 3, 4, 5]),
  beds_exact: numbered('beds_exact', [0, 1, 2, 3, 4, 5]),
  furnished: numbered('furnished', flags),
  parking: numbered('parking', [1, 2, 3]),
  pets: numbered('pets', flags),
  completion: numbered('completion', completions),
  listed_within: numbered('listed_within', [1, 3, 7, 14, 30, 90]),
  licensed: numbered('licensed', flags),
  media: Object.fromEntries(mediaKinds.map((kind) => [kind, { media: [kind] }])),
};

/** What of a list's filter is left out for the choices of one. Nobody chooses two numbers of bedrooms at once. */
const leftOut: Record<string, Partial<ListingFilter>> = {
  type: { types: null },
  listing_type: { listingType: null },
  bedrooms: { bedrooms: null, bedsExact: null },
  beds_exact: { bedrooms: null, bedsExact: null },
  furnished: { furnished: null },
  parking: { parking: null },
  pets: { allowsPets: null },
  completion: { completion: null },
  listed_within: { listedSince: null },
  licensed: { licensed: null },
  media: { media: null },
};

/** Up to so many matches are counted one by one; of more so many are, and the figures projected from them. */
const choicesLimit = { most: 100_000, sample: 50_000 };
/** The same of features, for which whole rows are read. */
const featuresLimit = { most: 10_000, sample: 5_000 };
const COMMON_FEATURES = 16;
const BARS = 24;

/** They cost more than a list, and nobody misses a listing of the last seconds in them. */
const FRESH_MS = 5_000;
const USABLE_MS = 30_000;
const MAX_BYTES = 16 * 1024 * 1024;

export class ListingFacets {
  private readonly cache = new SharedCache<PropertyFacets>({
    freshMs: FRESH_MS,
    usableMs: USABLE_MS,
    maxSize: MAX_BYTES,
    sizeOf: (facets) => JSON.stringify(facets).length,
  });

  constructor(
    private readonly db: Database,
    private readonly totals: ListingTotals,
  ) {}

  get counts() {
    return this.cache.counts;
  }

  clear(): void {
    this.cache.clear();
  }

  async read(query: PropertyFilterQuery, now: Date): Promise<PropertyFacets> {
    const filter = readFilter(query, now);
    if (!filter) return { total: 0, is_estimate: false, counts: {}, prices: null };
    return this.cache.get(JSON.stringify(filter), () => this.count(filter, now));
  }

  private async count(filter: ListingFilter, now: Date): Promise<PropertyFacets> {
    const { total } = await this.totals.ofList(filter);
    const groups = new Map<string, { filter: ListingFilter; names: string[] }>();
    for (const [name, without] of Object.entries(leftOut)) {
      const rest = { ...filter, ...without };
      const key = JSON.stringify(rest);
      const group = groups.get(key) ?? { filter: rest, names: [] };
      groups.set(key, { ...group, names: [...group.names, name] });
    }
    const parts = await Promise.all([...groups.values()].map((group) => this.countGroup(group, now)));
    const common = await this.countFeatures({ ...filter, features: [] });
    const spread = await this.spreadPrices(filter, readFilter({}, now));
    return {
      total,
      is_estimate: [common, spread, ...parts].some(({ isEstimate }) => isEstimate),
      counts: { ...Object.assign({}, ...parts.map(({ counts }) => counts)), features: common.features },
      prices: spread.prices,
    };
  }

  /** Of filters that leave the same listings: all choices in one pass over them. */
  private async countGroup({ filter, names }: { filter: ListingFilter; names: string[] }, now: Date) {
    const choices = names.flatMap((name) =>
      Object.entries(choicesOf[name] ?? {}).map(([value, query]) => ({ name, value, query })),
    );
    const { figures, isEstimate } = await this.countEach(
      filter,
      choices.map(({ query }) => readFilter(query, now)).filter((choice) => choice !== null),
    );
    const counts: PropertyFacets['counts'] = Object.fromEntries(names.map((name) => [name, {}]));
    choices.forEach(({ name, value }, at) => {
      counts[name] = { ...counts[name], [value]: figures[at] ?? 0 };
    });
    return { counts, isEstimate };
  }

  private async countEach(filter: ListingFilter, choices: readonly ListingFilter[]) {
    const { total } = await this.totals.ofList(filter);
    const { everyNth, project, isEstimate } = samplingOf(total, choicesLimit);
    const { text, parameters } = choicesQuery(this.db.dialect, filter, choices, everyNth);
    const [row] = await this.db.readRows<Record<string, number | string>>(text, parameters);
    return { figures: choices.map((_, at) => project(toNumber(row?.[`c${at}`] ?? 0))), isEstimate };
  }

  /** How many have each of the commonest, letters' case apart, as most of them write it. */
  private async countFeatures(filter: ListingFilter) {
    const { total } = await this.totals.ofList(filter);
    const { everyNth, project, isEstimate } = samplingOf(total, featuresLimit);
    const { text, parameters } = featuresQuery(this.db.dialect, filter, everyNth);
    const rows = await this.db.readRows<{ features: string[] | string }>(text, parameters);
    const common = commonest(rows.map((row) => toJson<string[]>(row.features))).slice(0, COMMON_FEATURES);
    return {
      features: Object.fromEntries(common.map(([feature, count]) => [feature, project(count)])),
      isEstimate,
    };
  }

  /** Rents and prices are never mixed: without a word of rent or lease those of sales are told. */
  private async spreadPrices(whole: ListingFilter, any: ListingFilter | null) {
    const listingType = whole.listingType ?? 'sale';
    const filter = { ...whole, minPrice: null, maxPrice: null, listingType };
    const { text, parameters } = priceSpanQuery(this.db.dialect, filter);
    const [row] = await this.db.readRows<Record<'lowest' | 'highest' | 'total', number | string | null>>(
      text,
      parameters,
    );
    if (!any || toNumber(row?.total ?? 0) < 2) return { prices: null, isEstimate: false };
    const [min, max] = [toNumber(row?.lowest ?? 0), toNumber(row?.highest ?? 0)];
    const bounds = priceBounds(min, max);
    const below = bounds.slice(1, -1).map((bound) => ({ ...any, maxPrice: bound - CENTAVO }));
    const { figures, isEstimate } = await this.countEach(filter, [...below, { ...any, minPrice: 0 }]);
    const bars = figures.map((count, at) => ({
      from: bounds[at] ?? min,
      to: bounds[at + 1] ?? max,
      count: Math.max(0, count - (figures[at - 1] ?? 0)),
    }));
    return { prices: { min, max, bars }, isEstimate };
  }
}

const CENTAVO = 0.01;

/** Which of the listings are counted, and what their number says of all. Two digits are enough of what is not exact. */
function samplingOf(total: number, { most, sample }: typeof choicesLimit) {
  const everyNth = total > most ? Math.ceil(total / sample) : 1;
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
