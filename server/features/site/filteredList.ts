import type { z } from 'zod';
import { readFilter } from '#server/features/properties/list/filter.ts';
import { readFound } from '#server/features/properties/list/findListings.ts';
import type { ListingReads } from '#server/features/properties/list/liveListings.ts';
import { SearchReader } from '#server/features/properties/list/searchReader.ts';
import type { ListingRow } from '#server/features/properties/reads.ts';
import { areas } from '#shared/areas.ts';
import {
  LIST_PAGE_SIZE,
  type PropertyFilterQuery,
  propertyFilterQuery,
  propertyListQuery,
} from '#shared/contracts/properties.ts';
import { knownPlaceBySlug } from '#shared/gazetteer/knownPlaces.ts';
import { filterNames, filters, withoutFeatureWords } from '#shared/listing/filters.ts';
import { listTitle } from '#shared/listing/searchTitle.ts';
import { listingTypes, type PropertySort, propertyTypes } from '#shared/listing/vocabulary.ts';
import type { Message } from '#shared/messages.ts';
import { findPlace, findPlaces, sharedNameIn, shortNameOf } from '#shared/places.ts';

/** A page of the public list by its address: the question, and where search engines and messengers find it. */
interface FilteredList {
  /** As the list call is asked by the page. */
  query: PropertyFilterQuery;
  sort: PropertySort;
  page: number;
  /** The page's own address, in one spelling: '/properties?type=condo&page=2'. */
  path: string;
  /** The address for search engines; the bare list for filters that make no page of their own. */
  canonicalPath: string;
}

const BARE = '/properties';

/** These of them make a page of its own, in the order of the page's own links. */
const OWN = ['type', 'location', 'listing_type'] as const;
/** The page has available homes only, whatever its address says. */
const OFFERED = { status: 'available' } as const;
const { status: _offered, ...parts } = propertyFilterQuery.shape;
const schemas: Readonly<Record<string, z.ZodType>> = parts;
const REPEATED = new Set([
  ...['type', 'location', 'exclude_location', 'exclude_type', 'exclude_features', 'near'],
  ...['area', 'reach', 'reach_name'],
]);
/** Their values belong together in pairs, and may be repeated. */
const REACHES = new Set(['reach', 'reach_name']);
/** Written in lower case. */
const CHOICES = new Set(['type', 'exclude_type', 'listing_type', 'near']);

type Asked = Record<string, string | string[]>;

/** Reads the address as the page does: the first of several values of most filters, without values that say nothing. */
export function readFilteredList(search: URLSearchParams): FilteredList {
  const given = new URLSearchParams();
  for (const [name, text] of search) {
    const value = CHOICES.has(name) ? text.trim().toLowerCase() : text.trim();
    const isFurther = REPEATED.has(name) ? given.has(name, value) && !REACHES.has(name) : given.has(name);
    if (value && !isFurther) given.append(name, value);
  }
  // The home page's cards say ?type=sale. The page reads contradicting offers as the one with a parameter of its own.
  const types = given.getAll('type');
  const offers = types.filter((type) => isOneOf(listingTypes, type));
  const offer = given.get('listing_type');
  const isContradiction = offers.length > 1 || (offers.length === 1 && offer !== null && offer !== offers[0]);
  for (const one of offers) given.delete('type', one);
  if (offer === null && offers.length === 1) given.set('listing_type', offers.join());
  const asked: Asked = {};
  let isUnderstood = !isContradiction;
  for (const name of new Set(given.keys())) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!schema) continue;
    const isValid = (value: string | string[]) => schema.safeParse(value).success;
    if (REPEATED.has(name)) {
      const values = given.getAll(name);
      const valid = isValid(values) ? values : values.filter((value) => isValid([value]));
      if (valid.length < values.length || !isValid(valid)) isUnderstood = false;
      if (valid.length > 0 && isValid(valid)) asked[name] = valid;
      continue;
    }
    const value = given.get(name) ?? '';
    if (asksForNothing(name, value)) continue;
    if (isValid(value)) asked[name] = value;
    else isUnderstood = false;
  }
  // The number of bedrooms is in one of two filters.
  if ('beds_exact' in asked) for (const name of ['bedrooms', 'max_bedrooms']) delete asked[name];
  if (!('near' in asked)) delete asked.near_m;
  const usual = asked.search ? 'relevance' : 'newest';
  const order = propertyListQuery.shape.sort.safeParse(given.get('sort') ?? undefined).data ?? usual;
  const sort = order === 'relevance' ? usual : order;
  const pageText = given.get('page') ?? '';
  const page = /^[1-9]\d{0,5}$/.test(pageText) ? Number(pageText) : 1;
  return {
    query: { ...propertyFilterQuery.parse(asked), ...OFFERED },
    sort,
    page,
    path: addressOf(asked, page, sort === usual ? null : sort),
    canonicalPath: isUnderstood ? canonicalOf(asked, page) : BARE,
  };
}

/** Zero bedrooms, or the end of the price slider. */
function asksForNothing(name: string, value: string): boolean {
  if (name === 'exact') return value === '0';
  const known = filterNames.find((one) => one === name);
  const filter = known && filters[known];
  return filter?.value === 'number' && filter.none !== undefined && Number(value) === filter.none;
}

const isOneOf = <Value extends string>(known: readonly Value[], value: unknown): value is Value =>
  known.some((one) => one === value);

function addressOf(asked: Asked, page: number, sort: PropertySort | null = null): string {
  const names = [...new Set([...OWN, ...Object.keys(schemas)])].filter((name) => name in asked);
  const params = new URLSearchParams(
    names.flatMap((name) => [asked[name] ?? []].flat().map((value): [string, string] => [name, value])),
  );
  if (sort) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `${BARE}?${params}` : BARE;
}

/** One address for each list of the same homes, whatever its order; a place alone has a page of its own. */
function canonicalOf(asked: Asked, page: number): string {
  const names = Object.keys(asked);
  const [near, ...furtherNear] = [asked.near ?? []].flat();
  if (near && furtherNear.length === 0 && names.length === 1 && page === 1) return `/near/${near}`;
  const texts = [asked.location ?? []].flat();
  const places = texts.map(findPlaces);
  if (!names.every((name) => isOneOf(OWN, name)) || places.some(({ length }) => length === 0)) return BARE;
  const [place, ...others] = new Set(places.flat());
  const area = place && others.length === 0 && areas.find(({ slug }) => slug === place.slug);
  if (area && page === 1 && names.length === 1) return `/locations/${area.slug}`;
  const spelled = places.flatMap((some, at) =>
    some.map((one) => {
      const name = shortNameOf(one);
      // Common names count only beside their city's.
      const text = texts[at] ?? one.slug;
      const isSame = findPlace(name)?.slug === one.slug && sharedNameIn(name) === sharedNameIn(text);
      return isSame ? name : some.length > 1 ? one.slug : text;
    }),
  );
  const types = propertyTypes.filter((type) => asked.type?.includes(type));
  return addressOf(
    {
      ...asked,
      ...(spelled.length > 0 && { location: [...new Set(spelled)].sort() }),
      ...(types.length > 0 && { type: types }),
    },
    page,
  );
}

/** A listed page and its homes, in the order in which it shows them. */
export interface ListedPage {
  rows: ListingRow[];
  /** Of all pages. */
  total: number;
  /** On the pages before. */
  before: number;
  /** The query, with the filters that were read out of the words. */
  asked: PropertyFilterQuery;
}

export async function readListed(
  lists: ListingReads,
  { query, sort, page }: Pick<FilteredList, 'query' | 'sort' | 'page'>,
): Promise<ListedPage> {
  const before = (page - 1) * LIST_PAGE_SIZE;
  const { filter, query: asked } = await new SearchReader(lists).read(query);
  const { rows, total } = await readFound(lists, filter, { sort, limit: LIST_PAGE_SIZE, offset: before });
  return { rows, total, before, asked };
}

/** The homes of a place, or near one, as its own page counts and shows them. @param now of the server. */
export async function readPlaceList(
  lists: ListingReads,
  where: Pick<PropertyFilterQuery, 'location' | 'near'>,
  limit: number,
  now: Date,
) {
  return readFound(lists, readFilter({ ...where, ...OFFERED }, now), { limit });
}

/**
 * 'Condominiums for sale in Makati up to ₱5M · Furnished · “pool”'.
 * @param isFound homes have these words; else the title has none of the address's own words.
 * @param say in the page's language.
 */
export function titleOfList(
  asked: PropertyFilterQuery,
  { page, isFound }: { page: number; isFound: boolean },
  say: (message: Message) => string,
): string {
  const namesOf = (texts: readonly string[] = []) => [
    ...new Set(
      texts.flatMap((text) => {
        const found = findPlaces(text).map(shortNameOf);
        return found.length > 0 || !isFound ? found : [text];
      }),
    ),
  ];
  const typesIn = (types: readonly string[] = []) => types.filter((type) => isOneOf(propertyTypes, type));
  const near = (asked.near ?? []).flatMap((slug) => knownPlaceBySlug(slug)?.name ?? []);
  const places = { places: namesOf(asked.location), near };
  const without = (asked.exclude_features ?? []).map((feature) => say(withoutFeatureWords(feature)));
  const own = isFound
    ? [...(asked.features ?? []), ...without, ...(asked.search ? [`“${asked.search}”`] : [])]
    : [];
  const rest = {
    excludedPlaces: namesOf(asked.exclude_location),
    excludedTypes: typesIn(asked.exclude_type),
    media: asked.media ?? [],
    ...{ own, page },
  };
  return listTitle({ ...asked, types: typesIn(asked.type) }, places, rest, say);
}
