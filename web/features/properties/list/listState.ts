import { useCallback } from 'react';
import type { SpokenFilters, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyTypeLabel, travelModeLabel } from '#shared/labels.ts';
import {
  MAX_EXCLUDED_FEATURES,
  MAX_LOCATIONS,
  MAX_NEAR_METRES,
  MAX_REACH_MINUTES,
  MAX_REACH_NAME,
  MAX_REACHES,
  MAX_SEARCH_LENGTH,
  MAX_TYPES,
  MIN_NEAR_METRES,
  USUAL_NEAR_METRES,
} from '#shared/limits.ts';
import { type FilterName, type FilterValues, filterNames, filters, groupOf } from '#shared/listing/filters.ts';
import { type MediaKind, mediaOf, type PropertySort, type PropertyType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import type { Reach, TravelMode } from '#shared/travelTime.ts';
import type { MapBounds } from '#web/features/map/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { type UrlCodec, useUrlState } from '#web/lib/urlState.ts';

export type ListView = 'grid' | 'map';

/** The filters of the table that the page has; null is no filter. The list itself contains available listings. */
type PageFilter = Exclude<FilterName, 'status'>;
type TableState = { [Name in PageFilter]: FilterValues[Name] | null };
const pageFilters = filterNames.filter((name): name is PageFilter => name !== 'status');

/** The state of the list, kept in the address: Back, Forward and reload work by themselves. */
export interface ListState extends TableState {
  search: string;
  /** Any of them. */
  types: PropertyType[];
  /** Any of them. */
  locations: string[];
  /** None of them. */
  excludedTypes: PropertyType[];
  excludedLocations: string[];
  excludedFeatures: string[];
  /** Slugs of known places, any of them. */
  near: string[];
  /** Metres; null is the usual distance. */
  near_m: number | null;
  /** All of them. */
  features: string[];
  /** All of them. */
  media: MediaKind[];
  /** Null is the usual order: by relevance while searching, else the newest first. */
  sort: PropertySort | null;
  page: number;
  view: ListView;
  /** west,south,east,north in degrees: the part of the map the visitor searches. */
  bbox: string | null;
  /** Drawn on the map, each lat,lng;lat,lng;… in degrees; a listing in any of them matches. */
  areas: string[];
  /** Within minutes of all these places, each lat,lng,mode,minutes,name. The name is for readers and may be empty. */
  reaches: string[];
  /** The search is looked for word by word: no filter is read out of it. */
  exact: boolean;
}

export type ListQuery = Record<string, string | number | readonly string[]>;

export const PAGE_SIZE = 20;

const MAX_LOCATION_LENGTH = 100;
const MAX_PAGE = 1_000_000;
const MAX_FEATURES = 20;
const MAX_FEATURES_LENGTH = 500;
const MAX_EXCLUDED_LENGTH = 100;
const SLUG = /^[a-z0-9-]{1,100}$/;
/** As the call has them. */
const MAX_AREAS = 5;
const MIN_AREA_POINTS = 3;
const MAX_AREA_POINTS = 200;

export const emptyState: ListState = {
  ...(Object.fromEntries(pageFilters.map((name) => [name, null])) as TableState),
  search: '',
  types: [],
  locations: [],
  excludedTypes: [],
  excludedLocations: [],
  excludedFeatures: [],
  near: [],
  near_m: null,
  features: [],
  media: [],
  sort: null,
  page: 1,
  view: 'grid',
  bbox: null,
  areas: [],
  reaches: [],
  exact: false,
};

const sortLabels: Record<PropertySort, Message> = {
  relevance: msg('Most relevant'),
  newest: msg('Newest'),
  price_asc: msg('Price: low to high'),
  price_desc: msg('Price: high to low'),
  area_desc: msg('Largest'),
};

/** A filter of the table as an address has it; null where it is absent, or cannot be understood. */
function readFilter(name: PageFilter, text: string | null): FilterValues[PageFilter] | null {
  const filter = filters[name];
  if (filter.value === 'flag') return { true: true, false: false }[plainText(text)] ?? null;
  if (filter.value === 'choice') return oneOf<string>(filter.labels, text) as FilterValues[PageFilter] | null;
  const whole = readWhole(text, String(filter.max).length);
  const number = filter.as === 'sqm' && whole !== null ? Math.round(Number(text) * 100) / 100 : whole;
  if (number === null || number === filter.none || number < filter.min || number > filter.max) return null;
  return Math.min(number, filter.most ?? number);
}

/** Filters of an address that cannot be understood are left out. */
export function readListState(params: URLSearchParams): ListState {
  const table = Object.fromEntries(
    pageFilters.map((name) => [name, readFilter(name, params.get(name))]),
  ) as TableState;
  const search = readText(params.get('search'), MAX_SEARCH_LENGTH);
  const sort = oneOf(sortLabels, params.get('sort'));
  const area = readArea(params.get('bbox') ?? '');
  const typesIn = (name: string) =>
    someOf(
      params.getAll(name).map((type) => oneOf(propertyTypeLabel, type)),
      MAX_TYPES,
    );
  const textsIn = (name: string, maxLength: number, max: number) =>
    someOf(
      params.getAll(name).map((text) => readText(text, maxLength)),
      max,
    );
  const near = someOf(
    params.getAll('near').map((slug) => SLUG.exec(plainText(slug))?.[0]),
    MAX_LOCATIONS,
  );
  // The home page's cards say ?type=sale.
  const offers = someOf(
    params.getAll('type').map((type) => oneOf(listingTypeLabel, type)),
    MAX_TYPES,
  );
  return {
    ...table,
    search,
    types: typesIn('type'),
    listing_type: table.listing_type ?? (offers.length === 1 ? (offers[0] ?? null) : null),
    // The number of bedrooms is in one of two filters.
    ...(table.beds_exact === null ? {} : { bedrooms: null, max_bedrooms: null }),
    locations: textsIn('location', MAX_LOCATION_LENGTH, MAX_LOCATIONS),
    excludedTypes: typesIn('exclude_type'),
    excludedLocations: textsIn('exclude_location', MAX_LOCATION_LENGTH, MAX_LOCATIONS),
    excludedFeatures: textsIn('exclude_features', MAX_EXCLUDED_LENGTH, MAX_EXCLUDED_FEATURES),
    near,
    near_m: near.length > 0 ? readDistance(params.get('near_m')) : null,
    features: readFeatures(params.get('features') ?? ''),
    media: mediaOf(params.get('media') ?? ''),
    sort: sort === usualSort(search) || (sort === 'relevance' && search === '') ? null : sort,
    page: Math.min(Math.max(readWhole(params.get('page')) ?? 1, 1), MAX_PAGE),
    view: params.get('view') === 'map' ? 'map' : 'grid',
    bbox: area ? writeBbox(area) : null,
    areas: params.getAll('area').filter(isDrawnArea).slice(0, MAX_AREAS),
    reaches: readReaches(params.getAll('reach'), params.getAll('reach_name')),
    exact: search !== '' && params.get('exact') === '1',
  };
}

/** The address of a state, without default values. `readListState` reads it back. */
export function writeListState(state: ListState): URLSearchParams {
  const params = addressOf(filterParams(state));
  for (const area of state.areas) params.append('area', area);
  for (const { query, name } of state.reaches.map(readReach)) {
    params.append('reach', query);
    params.append('reach_name', name);
  }
  if (state.sort) params.set('sort', state.sort);
  if (state.page > 1) params.set('page', String(state.page));
  if (state.view === 'map') params.set('view', 'map');
  return params;
}

/** The query of `GET /api/properties`. */
export const listQuery = (state: ListState): ListQuery => ({
  ...mapQuery(state),
  sort: effectiveSort(state),
  page: state.page,
  limit: PAGE_SIZE,
});

/** The query of the calls for the map: the same filters, without order and page. */
export function mapQuery(state: ListState): ListQuery {
  const drawn = state.areas.length > 0 && { area: state.areas };
  const reach = state.reaches.length > 0 && { reach: state.reaches.map((text) => readReach(text).query) };
  return { status: 'available', ...filterParams(state), ...drawn, ...reach };
}

export function savedQuery(state: ListState): string {
  const params = addressOf(mapQuery(state));
  for (const text of state.reaches) params.append('reach_name', readReach(text).name);
  if (state.sort) params.append('sort', state.sort);
  return String(params);
}

/** Every filter but drawn areas and minutes to places, of which there may be several. */
function filterParams(state: ListState): Record<string, string | string[]> {
  const search = state.search.trim();
  const table = pageFilters
    .filter((name) => readFilter(name, String(state[name])) !== null)
    .map((name) => [name, String(state[name])]);
  const { features, media, bbox, exact, near, near_m } = state;
  const all = {
    ...{ search, type: state.types, location: state.locations },
    ...{ exclude_type: state.excludedTypes, exclude_location: state.excludedLocations },
    ...{ exclude_features: state.excludedFeatures, near, near_m: near_m === null ? '' : String(near_m) },
    ...Object.fromEntries(table),
    ...{ features: features.join(','), media: media.join(','), bbox, exact: exact && search && '1' },
  };
  return Object.fromEntries(
    Object.entries<string | string[] | null | false>(all).filter(([, value]) => value && value.length > 0),
  ) as Record<string, string | string[]>;
}

/** Several values of one name are a repeated name. */
const addressOf = (query: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );

/** Another filter begins at the first page; another place removes the building and the searched part of the map. */
export function changeState(state: ListState, change: Partial<ListState>): ListState {
  const isSameResults = Object.keys(change).every((key) => key === 'page' || key === 'view');
  const next = {
    ...state,
    ...(isSameResults ? {} : { page: 1 }),
    ...(change.locations !== undefined ? { bbox: null, areas: [], building: null } : {}),
    ...(change.search !== undefined && change.search.trim() !== state.search ? { exact: false } : {}),
    ...(change.bedrooms || (change.max_bedrooms ?? null) !== null ? { beds_exact: null } : {}),
    ...change,
  };
  // A place or type that is asked for is not left out any more.
  if (change.types) next.excludedTypes = withoutThese(next.excludedTypes, change.types);
  if (change.locations) next.excludedLocations = withoutThese(next.excludedLocations, change.locations);
  return readListState(writeListState(next));
}

const withoutThese = <Value extends string>(values: readonly Value[], these: readonly Value[]): Value[] => {
  const gone = new Set(these.map(plainText));
  return values.filter((value) => !gone.has(plainText(value)));
};

/** Clears all filters, not the view and the sort order. */
export const clearFilters = (state: ListState): ListState => ({ ...emptyState, view: state.view });

/** Filters read out of the words become explicit, so that each can be removed; the address's own filters win. */
export function withUnderstood(state: ListState, understood: UnderstoodSearch): ListState {
  const read = readListState(addressOfFilters(understood.filters));
  const given = namedIn(state);
  if (rooms.some((name) => given[name] !== undefined)) for (const name of rooms) read[name] = null;
  if (given.near) read.near_m = null;
  const search = understood.words.trim();
  return { ...read, ...given, search, sort: search ? state.sort : null, exact: search !== '' };
}

const rooms = ['bedrooms', 'max_bedrooms', 'beds_exact'] as const;

/** Filters as an answer names them, as an address of the list. */
export const addressOfFilters = (asked: SpokenFilters): URLSearchParams => addressOf(asked);

export const namedIn = (state: ListState): Partial<ListState> =>
  Object.fromEntries(
    Object.entries(state).filter(
      ([name, value]) => value !== emptyState[name as keyof ListState] && String(value) !== '',
    ),
  );

/** The changes by a suggestion, which is an address of the list: the filters that it names, and its words. */
export function suggestedChange(url: string): Partial<ListState> {
  const suggested = readListState(new URLSearchParams(url.split('?')[1]));
  return { ...namedIn(suggested), search: suggested.search };
}

const usualSort = (search: string): PropertySort => (search.trim() ? 'relevance' : 'newest');

export const effectiveSort = ({ sort, search }: ListState): PropertySort => sort ?? usualSort(search);

export function sortOptions(state: ListState): { value: PropertySort; label: string }[] {
  const sorts: PropertySort[] = ['newest', 'price_asc', 'price_desc', 'area_desc'];
  if (state.search.trim()) sorts.unshift('relevance');
  return sorts.map((value) => ({ value, label: t(sortLabels[value]) }));
}

/** Filters of the advanced panel that are set: it starts expanded when there are any. A price range counts once. */
export function countAdvancedFilters(state: ListState): number {
  const set = pageFilters.filter((name) => name !== 'building' && state[name] !== null);
  const { locations, excludedLocations, excludedTypes, excludedFeatures, near, features, media } = state;
  const others = [locations, excludedLocations, excludedTypes, excludedFeatures, near, features, media].filter(
    ({ length }) => length > 0,
  );
  return new Set(set.map((name) => groupOf(name) ?? name)).size + others.length;
}

const readText = (text: string | null, maxLength: number) => (text ?? '').trim().slice(0, maxLength);
/** Copied with a blank, or typed with a capital. */
const plainText = (text: string | null) => (text ?? '').trim().toLowerCase();

/** Each once, without those that say nothing. */
const someOf = <Value>(values: readonly (Value | null | undefined | '')[], max: number): Value[] =>
  [...new Set(values.filter((value): value is Value => Boolean(value)))].slice(0, max);

function readDistance(text: string | null): number | null {
  const metres = readWhole(text);
  const isDistance = metres !== null && metres >= MIN_NEAR_METRES && metres <= MAX_NEAR_METRES;
  return isDistance && metres !== USUAL_NEAR_METRES ? metres : null;
}

function readWhole(text: string | null, maxDigits = 12): number | null {
  const whole = /^(\d+)(\.\d+)?$/.exec((text ?? '').trim())?.[1];
  return whole !== undefined && whole.length <= maxDigits ? Number(whole) : null;
}

function readFeatures(text: string): string[] {
  const names = text.slice(0, MAX_FEATURES_LENGTH).split(',');
  return [...new Set(names.map((name) => name.trim()).filter(Boolean))].slice(0, MAX_FEATURES);
}

export function readReach(text: string): Reach & { query: string; name: string } {
  const [lat = '', lng = '', mode = '', minutes = '', ...name] = text.split(',');
  return {
    lat: Number(lat),
    lng: Number(lng),
    mode: mode as TravelMode,
    minutes: Number(minutes),
    query: [lat, lng, mode, minutes].join(),
    name: name.join(),
  };
}

/** Five decimals are a metre. */
export const writeReach = ({ lat, lng, mode, minutes }: Reach, name: string) =>
  [Number(lat.toFixed(5)), Number(lng.toFixed(5)), mode, minutes, name].join();

function readReaches(given: string[], names: string[]): string[] {
  const all = given.map((text, at) => [text, (names[at] ?? '').trim().slice(0, MAX_REACH_NAME)].join());
  return all.filter((_, at) => isReach(given[at] ?? '')).slice(0, MAX_REACHES);
}

function isReach(text: string): boolean {
  const parts = text.split(',');
  const { mode, minutes } = readReach(text);
  const isTime = Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_REACH_MINUTES;
  return parts.length === 4 && isPoint(parts) && Object.hasOwn(travelModeLabel, mode) && isTime;
}

function isDrawnArea(text: string): boolean {
  const points = text.split(';').map((point) => point.split(','));
  const areDegrees = points.every((point) => point.length === 2 && isPoint(point));
  return points.length >= MIN_AREA_POINTS && points.length <= MAX_AREA_POINTS && areDegrees;
}

function isPoint([lat = '', lng = '']: string[]): boolean {
  const isWritten = lat.trim() !== '' && lng.trim() !== '';
  return isWritten && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180;
}

function oneOf<Known extends string>(known: Record<Known, unknown>, text: string | null): Known | null {
  const plain = plainText(text);
  return Object.hasOwn(known, plain) ? (plain as Known) : null;
}

/** The area that `writeBbox` wrote; undefined for invalid text. */
export function readArea(text: string): MapBounds | undefined {
  const edges = text.split(',').map((edge) => (edge.trim() === '' ? Number.NaN : Number(edge)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = edges;
  const isArea = edges.length === 4 && edges.every(Number.isFinite) && west <= east && south <= north;
  return isArea ? { west, south, east, north } : undefined;
}

/** About ten metres is as fine as a search by eye needs. */
export const writeBbox = ({ west, south, east, north }: MapBounds): string =>
  [west, south, east, north].map((edge) => String(Number(edge.toFixed(4)))).join();

interface ChangeOptions {
  /** The field being typed in: the steps of one text share a history entry. */
  typedIn?: keyof ListState;
  /** Corrects the address, rather than going somewhere. */
  isCorrection?: boolean;
}

export type ListStateControl = ReturnType<typeof useListState>;

const codec: UrlCodec<ListState> = { read: readListState, write: writeListState };

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
  const hrefWith = (changes: Partial<ListState>) => `/properties?${writeListState(changeState(state, changes))}`;
  return { state, change, clear, hrefWith };
}
