import { useCallback } from 'react';
import type {
  Completion,
  ListingType,
  MediaKind,
  PropertySort,
  PropertyType,
  UnderstoodSearch,
} from '#shared/contracts/properties.ts';
import {
  completionLabel,
  listingTypeLabel,
  mediaLabel,
  propertyTypeLabel,
  travelModeLabel,
} from '#shared/labels.ts';
import { MAX_REACH_MINUTES, MAX_REACH_NAME, MAX_REACHES } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';
import type { Reach, TravelMode } from '#shared/travelTime.ts';
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
  /** Exactly that many, 0 is a studio; then `bedrooms` asks for none. */
  bedsExact: number | null;
  bathrooms: number;
  /** Square meters. */
  minArea: number | null;
  maxArea: number | null;
  /** Pesos for each square meter. */
  maxPricePerSqm: number | null;
  furnished: boolean | null;
  /** At least that many slots; 0 is any. */
  parking: number;
  pets: boolean | null;
  /** All of them. */
  features: string[];
  /** At least that floor. */
  minFloor: number | null;
  /** Finished in that year or later. */
  builtSince: number | null;
  completion: Completion | null;
  /** Days. */
  listedWithin: number | null;
  /** Of agents whose license was checked. */
  licensed: boolean | null;
  /** All of them. */
  media: MediaKind[];
  /** Null is the usual order: by relevance while searching, else the newest first. */
  sort: PropertySort | null;
  page: number;
  view: ListView;
  /** The id of the building that is looked into. */
  building: number | null;
  /** west,south,east,north in degrees: the part of the map the visitor searches. */
  bbox: string | null;
  /** Drawn on the map, each lat,lng;lat,lng;… in degrees; a listing in any of them matches. */
  areas: string[];
  /**
   * Within so many minutes of places, all of them: each lat,lng,mode,minutes,name. The name is only for who reads the
   * address, and may be empty.
   */
  reaches: string[];
  /** The search is looked for word by word: nothing is read out of it. */
  exact: boolean;
}

export type ListQuery = Record<string, string | number | readonly string[]>;

/** Bounds of the price filter, as the specification sets them: at them there is no filter. Words and addresses may ask for more. */
export const MIN_PRICE = 0;
export const MAX_PRICE = 50_000_000;
export const MAX_BEDROOMS = 5;
export const MAX_BATHROOMS = 4;
export const PAGE_SIZE = 20;

const MAX_SEARCH_LENGTH = 200;
const MAX_LOCATION_LENGTH = 100;
const MAX_PAGE = 1_000_000;
const MAX_ID = 2_147_483_647;
const MAX_COUNT = 1_000;
const MAX_FEATURES = 20;
const MAX_FEATURES_LENGTH = 500;
/** As the call has them. */
const MAX_AREAS = 5;
const MIN_AREA_POINTS = 3;
const MAX_AREA_POINTS = 200;

export const emptyState: ListState = {
  search: '',
  type: null,
  listingType: null,
  location: '',
  minPrice: MIN_PRICE,
  maxPrice: MAX_PRICE,
  bedrooms: 0,
  bedsExact: null,
  bathrooms: 0,
  minArea: null,
  maxArea: null,
  maxPricePerSqm: null,
  furnished: null,
  parking: 0,
  pets: null,
  features: [],
  minFloor: null,
  builtSince: null,
  completion: null,
  listedWithin: null,
  licensed: null,
  media: [],
  sort: null,
  page: 1,
  view: 'grid',
  building: null,
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

/** What cannot be understood in an address is left out, as if it had not been asked. */
export function readListState(params: URLSearchParams): ListState {
  const type = params.get('type');
  const search = readText(params.get('search'), MAX_SEARCH_LENGTH);
  const sort = oneOf(sortLabels, params.get('sort'));
  const area = readArea(params.get('bbox') ?? '');
  const bedsExact = readUpTo(params.get('beds_exact'), MAX_COUNT);
  return {
    search,
    type: oneOf(propertyTypeLabel, type),
    // The home page's cards say ?type=sale.
    listingType: oneOf(listingTypeLabel, params.get('listing_type')) ?? oneOf(listingTypeLabel, type),
    location: readText(params.get('location'), MAX_LOCATION_LENGTH),
    minPrice: readWhole(params.get('min_price')) ?? MIN_PRICE,
    maxPrice: readWhole(params.get('max_price')) ?? MAX_PRICE,
    bedrooms: bedsExact === null ? Math.min(readWhole(params.get('bedrooms')) ?? 0, MAX_BEDROOMS) : 0,
    bedsExact,
    bathrooms: Math.min(readWhole(params.get('bathrooms')) ?? 0, MAX_BATHROOMS),
    minArea: readWhole(params.get('min_area'), 9) || null,
    maxArea: readWhole(params.get('max_area'), 9) || null,
    maxPricePerSqm: readWhole(params.get('max_price_per_sqm')) || null,
    furnished: readFlag(params.get('furnished')),
    parking: readUpTo(params.get('parking'), MAX_COUNT) ?? 0,
    pets: readFlag(params.get('pets')),
    features: readFeatures(params.get('features') ?? ''),
    minFloor: readUpTo(params.get('min_floor'), MAX_COUNT) || null,
    builtSince: readBetween(params.get('built_since'), 1_800, 2_200),
    completion: oneOf(completionLabel, params.get('completion')),
    listedWithin: readBetween(params.get('listed_within'), 1, 3_650),
    licensed: readFlag(params.get('licensed')),
    media: readMedia(params.get('media') ?? ''),
    sort: sort === usualSort(search) || (sort === 'relevance' && search === '') ? null : sort,
    page: Math.min(Math.max(readWhole(params.get('page')) ?? 1, 1), MAX_PAGE),
    view: params.get('view') === 'map' ? 'map' : 'grid',
    building: readBetween(params.get('building'), 1, MAX_ID),
    bbox: area ? writeBbox(area) : null,
    areas: params.getAll('area').filter(isDrawnArea).slice(0, MAX_AREAS),
    reaches: readReaches(params.getAll('reach'), params.getAll('reach_name')),
    exact: search !== '' && params.get('exact') === '1',
  };
}

/** The address of a state, without what is as usual. `readListState` reads it back. */
export function writeListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams(filterParams(state));
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

/** What is asked of `GET /api/properties`. */
export function listQuery(state: ListState): ListQuery {
  return { ...mapQuery(state), sort: effectiveSort(state), page: state.page, limit: PAGE_SIZE };
}

/** The query of the calls for the map: the same filters, without order and page. */
export function mapQuery(state: ListState): ListQuery {
  const drawn = state.areas.length > 0 && { area: state.areas };
  const reach = state.reaches.length > 0 && { reach: state.reaches.map((text) => readReach(text).query) };
  return { status: 'available', ...filterParams(state), ...drawn, ...reach };
}

/** The same as it is kept under a name. */
export function savedQuery(state: ListState): string {
  const entries = Object.entries(mapQuery(state)).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  entries.push(...state.reaches.map((text) => ['reach_name', readReach(text).name]));
  return String(new URLSearchParams(entries));
}

/** Every filter but drawn areas and minutes to places, of which there may be several. */
function filterParams(state: ListState): Record<string, string> {
  const { search, minPrice, maxPrice, features } = state;
  const filters = {
    search: search.trim(),
    type: state.type,
    location: state.location,
    min_price: minPrice > MIN_PRICE && minPrice,
    max_price: maxPrice !== MAX_PRICE && String(maxPrice),
    bedrooms: state.bedrooms,
    beds_exact: state.bedsExact !== null && String(state.bedsExact),
    bathrooms: state.bathrooms,
    min_area: state.minArea,
    max_area: state.maxArea,
    max_price_per_sqm: state.maxPricePerSqm,
    furnished: state.furnished !== null && String(state.furnished),
    parking: state.parking,
    pets: state.pets !== null && String(state.pets),
    features: features.join(','),
    min_floor: state.minFloor,
    built_since: state.builtSince,
    completion: state.completion,
    listed_within: state.listedWithin,
    licensed: state.licensed !== null && String(state.licensed),
    media: state.media.join(','),
    listing_type: state.listingType,
    building: state.building,
    bbox: state.bbox,
    exact: state.exact && search.trim() !== '' && '1',
  };
  const set = Object.entries(filters).filter(([, value]) => value);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/**
 * A changed filter begins again at the first page, and another place leaves the building, and the part of the map that
 * was searched or drawn. Other words are read anew. A change that names the page itself keeps it.
 */
export function changeState(state: ListState, change: Partial<ListState>): ListState {
  const isSameResults = Object.keys(change).every((key) => key === 'page' || key === 'view');
  const next = {
    ...state,
    ...(isSameResults ? {} : { page: 1 }),
    ...(change.location !== undefined ? { bbox: null, areas: [], building: null } : {}),
    ...(change.search !== undefined && change.search.trim() !== state.search ? { exact: false } : {}),
    ...(change.bedrooms ? { bedsExact: null } : {}),
    ...change,
  };
  return readListState(writeListState(next));
}

/** Everything but the way of looking at it. */
export function clearFilters(state: ListState): ListState {
  return { ...emptyState, view: state.view };
}

/**
 * The same list with what was read out of its words as filters of its own, and only the words that stayed text: so one of
 * them can be taken away for good. What the address says itself wins.
 */
export function withUnderstood(state: ListState, understood: UnderstoodSearch): ListState {
  const asked = Object.entries(understood.filters).map(([name, value]) => [name, String(value)]);
  const read = readListState(new URLSearchParams(Object.fromEntries(asked)));
  const given: Partial<ListState> = { ...state };
  for (const name of Object.keys(state) as (keyof ListState)[])
    if (state[name] === emptyState[name] || isEmptyList(state[name])) delete given[name];
  // Bedrooms are asked for in one of two ways.
  if (given.bedrooms) read.bedsExact = null;
  if (given.bedsExact !== undefined) read.bedrooms = 0;
  const search = understood.words.trim();
  return { ...read, ...given, search, sort: search ? state.sort : null, exact: search !== '' };
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/**
 * What a suggestion, an address of the list, changes of a list that is looked at: what it names, and the words. The other
 * filters stay.
 */
export function suggestedChange(url: string): Partial<ListState> {
  const suggested = readListState(new URLSearchParams(url.split('?')[1]));
  const change: Partial<ListState> = { ...suggested };
  for (const name of Object.keys(suggested) as (keyof ListState)[])
    if (suggested[name] === emptyState[name] || isEmptyList(suggested[name])) delete change[name];
  return { ...change, search: suggested.search };
}

/** Whether a change touches what was read out of the words: then all of that becomes filters of its own. */
export function isOfUnderstood(state: ListState, explicit: ListState, change: Partial<ListState>): boolean {
  return (Object.keys(change) as (keyof ListState)[]).some(
    (name) => String(explicit[name]) !== String(state[name]),
  );
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
    state.minPrice > MIN_PRICE || state.maxPrice !== MAX_PRICE,
    state.location !== '',
    state.bedrooms > 0 || state.bedsExact !== null,
    state.bathrooms > 0,
    state.listingType !== null,
    state.minArea !== null || state.maxArea !== null,
    state.maxPricePerSqm !== null,
    state.furnished !== null,
    state.parking > 0,
    state.pets !== null,
    state.features.length > 0,
    state.minFloor !== null,
    state.builtSince !== null,
    state.completion !== null,
    state.listedWithin !== null,
    state.licensed !== null,
    state.media.length > 0,
  ].filter(Boolean).length;
}

function readText(text: string | null, maxLength: number): string {
  return (text ?? '').trim().slice(0, maxLength);
}

function readWhole(text: string | null, maxDigits = 12): number | null {
  const whole = /^(\d+)(\.\d+)?$/.exec(text ?? '')?.[1];
  return whole !== undefined && whole.length <= maxDigits ? Number(whole) : null;
}

function readBetween(text: string | null, least: number, most: number): number | null {
  const whole = readWhole(text);
  return whole !== null && whole >= least && whole <= most ? whole : null;
}

const readUpTo = (text: string | null, most: number) => readBetween(text, 0, most);

function readFlag(text: string | null): boolean | null {
  return text === 'true' ? true : text === 'false' ? false : null;
}

const readMedia = (text: string) =>
  (Object.keys(mediaLabel) as MediaKind[]).filter((kind) => text.split(',').includes(kind));

function readFeatures(text: string): string[] {
  const names = text
    .slice(0, MAX_FEATURES_LENGTH)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return [...new Set(names)].slice(0, MAX_FEATURES);
}

/** One of the state's `reaches`, taken apart. */
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
  const parts = text.split(',').map((part) => part.trim());
  const { lat, lng, mode, minutes } = readReach(text);
  return (
    parts.length === 4 &&
    parts.every((part) => part !== '') &&
    Math.abs(lat) <= 90 &&
    Math.abs(lng) <= 180 &&
    Object.hasOwn(travelModeLabel, mode) &&
    Number.isInteger(minutes) &&
    minutes >= 1 &&
    minutes <= MAX_REACH_MINUTES
  );
}

function isDrawnArea(text: string): boolean {
  const points = text.split(';').map((point) => point.split(','));
  const isPoint = ([lat = '', lng = '', ...rest]: string[]) =>
    rest.length === 0 &&
    lat.trim() !== '' &&
    lng.trim() !== '' &&
    Math.abs(Number(lat)) <= 90 &&
    Math.abs(Number(lng)) <= 180;
  return points.length >= MIN_AREA_POINTS && points.length <= MAX_AREA_POINTS && points.every(isPoint);
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
