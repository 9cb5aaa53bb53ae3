import { useCallback } from 'react';
import type { ListingType, PropertySort, PropertyType } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { type Message, msg } from '#shared/messages.ts';
import type { MapBounds } from '#web/features/map/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { type UrlCodec, useUrlState } from '#web/lib/urlState.ts';

export type ListView = 'grid' | 'map';

/** Everything the list shows follows from this, and this follows from the address: Back, Forward and reload work by themselves. */
export interface ListState {
  search: string;
  type: PropertyType | null;
  listingType: ListingType | null;
  location: string;
  /** Pesos. */
  minPrice: number;
  maxPrice: number;
  /** At least that many; 0 is any. */
  bedrooms: number;
  bathrooms: number;
  /** Null is the usual order: by relevance while searching, else the newest first. */
  sort: PropertySort | null;
  page: number;
  view: ListView;
  /** west,south,east,north in degrees: the part of the map the visitor searches. */
  bbox: string | null;
}

export type ListQuery = Record<string, string | number>;

/** Bounds of the price filter, as the specification sets them: at them there is no filter. */
export const MIN_PRICE = 0;
export const MAX_PRICE = 50_000_000;
export const MAX_BEDROOMS = 5;
export const MAX_BATHROOMS = 4;
export const PAGE_SIZE = 20;

const MAX_SEARCH_LENGTH = 200;
const MAX_LOCATION_LENGTH = 100;
const MAX_PAGE = 1_000_000;

export const emptyState: ListState = {
  search: '',
  type: null,
  listingType: null,
  location: '',
  minPrice: MIN_PRICE,
  maxPrice: MAX_PRICE,
  bedrooms: 0,
  bathrooms: 0,
  sort: null,
  page: 1,
  view: 'grid',
  bbox: null,
};

const sortLabels: Record<PropertySort, Message> = {
  relevance: msg('Most relevant'),
  newest: msg('Newest'),
  price_asc: msg('Price: low to high'),
  price_desc: msg('Price: high to low'),
  area_desc: msg('Largest'),
};

/** What cannot be understood in an address is left out, as if it had not been asked. */
export function readListState(params: URLSearchParams): ListState {
  const type = params.get('type');
  const search = readText(params.get('search'), MAX_SEARCH_LENGTH);
  const sort = oneOf(sortLabels, params.get('sort'));
  const area = readArea(params.get('bbox') ?? '');
  return {
    search,
    type: oneOf(propertyTypeLabel, type),
    // The home page's cards say ?type=sale.
    listingType: oneOf(listingTypeLabel, params.get('listing_type')) ?? oneOf(listingTypeLabel, type),
    location: readText(params.get('location'), MAX_LOCATION_LENGTH),
    minPrice: readWhole(params.get('min_price')) ?? MIN_PRICE,
    maxPrice: Math.min(readWhole(params.get('max_price')) ?? MAX_PRICE, MAX_PRICE),
    bedrooms: Math.min(readWhole(params.get('bedrooms')) ?? 0, MAX_BEDROOMS),
    bathrooms: Math.min(readWhole(params.get('bathrooms')) ?? 0, MAX_BATHROOMS),
    sort: sort === usualSort(search) || (sort === 'relevance' && search === '') ? null : sort,
    page: Math.min(Math.max(readWhole(params.get('page')) ?? 1, 1), MAX_PAGE),
    view: params.get('view') === 'map' ? 'map' : 'grid',
    bbox: area ? writeBbox(area) : null,
  };
}

/** The address of a state, without what is as usual. `readListState` reads it back. */
export function writeListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams(filterParams(state));
  if (state.sort) params.set('sort', state.sort);
  if (state.page > 1) params.set('page', String(state.page));
  if (state.view === 'map') params.set('view', 'map');
  return params;
}

/** What is asked of `GET /api/properties`. */
export function listQuery(state: ListState): ListQuery {
  return { ...mapQuery(state), sort: effectiveSort(state), page: state.page, limit: PAGE_SIZE };
}

/** What is asked of `GET /api/properties/map`: the same filters, without order and page. */
export function mapQuery(state: ListState): ListQuery {
  return { status: 'available', ...filterParams(state) };
}

function filterParams(state: ListState): Record<string, string> {
  const { search, type, location, minPrice, maxPrice, bedrooms, bathrooms, listingType, bbox } = state;
  const filters = {
    search: search.trim(),
    type,
    location,
    min_price: minPrice > MIN_PRICE && minPrice,
    max_price: maxPrice < MAX_PRICE && String(maxPrice),
    bedrooms,
    bathrooms,
    listing_type: listingType,
    bbox,
  };
  const set = Object.entries(filters).filter(([, value]) => value);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/**
 * A changed filter begins again at the first page, and another place leaves the part of the map that was searched.
 * A change that names the page itself keeps it.
 */
export function changeState(state: ListState, change: Partial<ListState>): ListState {
  const isSameResults = Object.keys(change).every((key) => key === 'page' || key === 'view');
  const next = {
    ...state,
    ...(isSameResults ? {} : { page: 1 }),
    ...(change.location !== undefined ? { bbox: null } : {}),
    ...change,
  };
  return readListState(writeListState(next));
}

/** Everything but the way of looking at it. */
export function clearFilters(state: ListState): ListState {
  return { ...emptyState, view: state.view };
}

function usualSort(search: string): PropertySort {
  return search.trim() ? 'relevance' : 'newest';
}

export function effectiveSort(state: ListState): PropertySort {
  return state.sort ?? usualSort(state.search);
}

export function sortOptions(state: ListState): { value: PropertySort; label: string }[] {
  const sorts: PropertySort[] = ['newest', 'price_asc', 'price_desc', 'area_desc'];
  if (state.search.trim()) sorts.unshift('relevance');
  return sorts.map((value) => ({ value, label: t(sortLabels[value]) }));
}

/** Filters of the advanced panel that are set: it starts expanded when there are any. A price range counts once. */
export function countAdvancedFilters(state: ListState): number {
  return [
    state.minPrice > MIN_PRICE || state.maxPrice < MAX_PRICE,
    state.location !== '',
    state.bedrooms > 0,
    state.bathrooms > 0,
    state.listingType !== null,
  ].filter(Boolean).length;
}

function readText(text: string | null, maxLength: number): string {
  return (text ?? '').trim().slice(0, maxLength);
}

function readWhole(text: string | null): number | null {
  return text !== null && /^\d{1,12}(\.\d+)?$/.test(text) ? Math.trunc(Number(text)) : null;
}

function oneOf<Known extends string>(known: Record<Known, unknown>, text: string | null): Known | null {
  return text !== null && Object.hasOwn(known, text) ? (text as Known) : null;
}

/** The area that `writeBbox` wrote; undefined for what is none. */
export function readArea(text: string): MapBounds | undefined {
  const edges = text.split(',').map((edge) => (edge.trim() === '' ? Number.NaN : Number(edge)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = edges;
  const isArea = edges.length === 4 && edges.every(Number.isFinite) && west <= east && south <= north;
  return isArea ? { west, south, east, north } : undefined;
}

/** About ten metres is as fine as a search by eye needs. */
export function writeBbox({ west, south, east, north }: MapBounds): string {
  return [west, south, east, north].map((edge) => String(Number(edge.toFixed(4)))).join();
}

interface ChangeOptions {
  /** The field being typed in: the steps of one text share a history entry. */
  typedIn?: keyof ListState;
  /** Puts right what the address says, rather than going somewhere. */
  isCorrection?: boolean;
}

export type ListStateControl = ReturnType<typeof useListState>;

const codec: UrlCodec<ListState> = { read: readListState, write: writeListState };

/** The list's state, kept in the address alone. */
export function useListState() {
  const [state, show] = useUrlState(codec);
  const change = useCallback(
    (changes: Partial<ListState>, { typedIn, isCorrection = false }: ChangeOptions = {}) =>
      show((latest) => changeState(latest, changes), {
        isReplacing: isCorrection,
        ...(typedIn ? { typedIn } : {}),
      }),
    [show],
  );
  const clear = useCallback(() => show(clearFilters), [show]);
  /** The address of the list with this changed, for links. */
  const hrefWith = (changes: Partial<ListState>) =>
    `/properties?${writeListState(changeState(state, changes))}`;
  return { state, change, clear, hrefWith };
}
