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
import { filterNames, filters, wordsOfFilters } from '#shared/listing/filters.ts';
import { searchTitle, titledFilters } from '#shared/listing/searchTitle.ts';
import { listingTypes, type PropertySort, propertyTypes } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { findPlace, shortNameOf } from '#shared/places.ts';

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
const REPEATED = new Set(['area', 'reach', 'reach_name']);

type Asked = Record<string, string | string[]>;

/** Reads the address as the page does: the first of several values, without values that say nothing. */
export function readFilteredList(search: URLSearchParams): FilteredList {
  const given = new URLSearchParams();
  for (const [name, value] of search)
    if (value.trim() && (REPEATED.has(name) || !given.has(name))) given.append(name, value.trim());
  const type = given.get('type');
  // The home page's cards say ?type=sale. The page reads contradicting offers as the one with a parameter of its own.
  const offer = given.get('listing_type');
  const isContradiction = isOneOf(listingTypes, type) && offer !== null && offer !== type;
  if (isOneOf(listingTypes, type)) {
    given.delete('type');
    given.set('listing_type', offer ?? type);
  }
  const asked: Asked = {};
  let isUnderstood = !isContradiction;
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    const value = REPEATED.has(name) ? values : (values[0] ?? '');
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!schema || asksForNothing(name, String(value))) continue;
    if (schema.safeParse(value).success) asked[name] = value;
    else isUnderstood = false;
  }
  // The number of bedrooms is in one of two filters.
  if ('beds_exact' in asked) delete asked.bedrooms;
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
  const place = typeof asked.location === 'string' ? findPlace(asked.location) : undefined;
  const names = Object.keys(asked);
  if (!names.every((name) => isOneOf(OWN, name)) || ('location' in asked && !place)) return BARE;
  const area = place && areas.find(({ slug }) => slug === place.slug);
  if (area && page === 1 && names.length === 1) return `/locations/${area.slug}`;
  const name = place && shortNameOf(place);
  // Common names count only beside their city's.
  const isSpelled = name !== undefined && findPlace(name)?.slug === place?.slug;
  return addressOf({ ...asked, ...(isSpelled && { location: name }) }, page);
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

/** The homes of a place as its own page counts and shows them. @param now of the server. */
export async function readPlaceList(lists: ListingReads, location: string, limit: number, now: Date) {
  return readFound(lists, readFilter({ location, ...OFFERED }, now), { limit });
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
  const found = asked.location ? findPlace(asked.location) : undefined;
  const place = found ? shortNameOf(found) : isFound ? asked.location : undefined;
  const type = propertyTypes.find((known) => known === asked.type);
  const sentence = searchTitle({ ...asked, type }, place ?? '', say);
  const untitled = Object.fromEntries(titledFilters.map((name) => [name, null]));
  const filtered = wordsOfFilters({ ...asked, ...untitled, status: null });
  const known = filtered.map(({ words }) => (typeof words === 'string' ? words : say(words)));
  const own = isFound ? [...(asked.features ?? []), ...(asked.search ? [`“${asked.search}”`] : [])] : [];
  const title = [sentence, ...known, ...own].join(' · ');
  return page > 1 ? say(msg('{title}, page {page}', { title, page: String(page) })) : title;
}
