import { typesMeant } from '#server/features/properties/list/filter.ts';
import { locationText } from '#server/features/properties/list/searchParser.ts';
import type { Words } from '#server/languages.ts';
import type { Suggestion } from '#shared/contracts/search.ts';
import type { KnownPlace } from '#shared/gazetteer/knownPlaces.ts';
import { foldText } from '#shared/gazetteer/names.ts';
import { stations } from '#shared/gazetteer/stations.ts';
import type { Street } from '#shared/gazetteer/streets.ts';
import { propertyTypeHeading } from '#shared/labels.ts';
import { type ListingType, type PropertyType, propertyTypes } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { type Place, placeBySlug, shortNameOf } from '#shared/places.ts';
import type { KnownBuilding, NamedListing, OfferedListings } from './suggestListings.ts';
import type { Fit, Found, Reading } from './suggestNames.ts';

/** A possible suggestion; its listings are counted once it is likely enough. */
export interface Candidate extends Omit<Suggestion, 'count' | 'text'> {
  text: string | Words;
  fit: Fit;
  score: number;
  count: number | null;
}

export interface AgentName {
  id: number;
  name: string;
}

const fitScore: Record<Fit, number> = { is: 100, begins: 80, words: 60, near: 40 };
/** At equal fits, an area is likelier meant than a street. */
const kindScore: Record<Suggestion['kind'], number> = {
  area: 14,
  building: 10,
  search: 8,
  station: 6,
  street: 6,
  place: 5,
  agent: 4,
  listing: 0,
};
export const MOST: Record<Suggestion['kind'], number> = {
  area: 5,
  building: 3,
  search: 5,
  station: 3,
  street: 3,
  place: 4,
  agent: 3,
  listing: 3,
};

/** @param count listings: a place with ten times as many ranks higher, but never before a better fit. */
export const scoreOf = (kind: Suggestion['kind'], fit: Fit, count = 0): number =>
  fitScore[fit] + kindScore[kind] + Math.min(5, Math.log10(count + 1));

/** @param ranked listings that raise its rank; count: null until it is likely enough */
const candidate = (
  kind: Suggestion['kind'],
  fit: Fit,
  text: Candidate['text'],
  url: string,
  count: number | null = null,
  ranked = 0,
): Candidate => ({ kind, text, url, fit, count, score: scoreOf(kind, fit, ranked) });

export const byScore = (one: Candidate, other: Candidate) => other.score - one.score;

/** The likeliest of each kind: near spellings only without exact ones, candidates known to be empty last. */
export function pickLikely(candidates: readonly Candidate[]): Candidate[] {
  const isEmpty = ({ count }: Candidate) => (count === 0 ? 1 : 0);
  const asTyped = candidates.filter(({ fit }) => fit !== 'near');
  const sorted = (asTyped.length > 0 ? asTyped : candidates).toSorted(
    (one, other) => isEmpty(one) - isEmpty(other) || byScore(one, other),
  );
  const urls = new Set<string>();
  const taken = new Map<Suggestion['kind'], number>();
  return sorted.filter(({ kind, url }) => {
    const before = taken.get(kind) ?? 0;
    if (before >= MOST[kind] || urls.has(url)) return false;
    taken.set(kind, before + 1);
    urls.add(url);
    return true;
  });
}

/** The address of the list with these filters, available listings only, as the list's screen asks by itself. */
export function listUrl(filters: Record<string, string | readonly string[] | null>): string {
  const set = Object.entries(filters).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => [name, one]),
  );
  return `/properties?${new URLSearchParams([...set, ['status', 'available']])}`;
}

/** 'Bonifacio Global City (BGC), Taguig', 'Makati', 'Antipolo, Rizal' */
function areaText({ name, shortName, kind, city, province }: Place): string {
  const isNeighbour = kind === 'city' && province !== placeBySlug('metro-manila')?.name;
  const around = kind === 'district' ? placeBySlug(city)?.name : isNeighbour ? province : undefined;
  const whole = shortName && !name.startsWith(shortName) ? `${name} (${shortName})` : name;
  return around ? `${whole}, ${around}` : whole;
}

export function suggestAreas(listings: OfferedListings, areas: readonly Found<Place>[]): Candidate[] {
  return areas.map(({ item, fit }) => {
    const count = listings.count({ place: item, types: null, listingType: null });
    return candidate('area', fit, areaText(item), listUrl({ location: locationText(item) }), count, count);
  });
}

interface Search {
  type: PropertyType | null;
  listingType: ListingType | null;
  place: Place | null;
}

/** 'Condominiums for rent in Makati' */
function searchText(homes: string | Message, listingType: ListingType | null, location: string | null): Words {
  const offer = listingType ?? 'any';
  return location
    ? msg(
        '{offer, select, sale {{homes} for sale in {location}} rent {{homes} for rent in {location}} lease {{homes} for lease in {location}} other {{homes} in {location}}}',
        { offer, homes, location },
      )
    : msg(
        '{offer, select, sale {{homes} for sale} rent {{homes} for rent} lease {{homes} for lease} other {{homes}}}',
        { offer, homes },
      );
}

const homesText = (type: PropertyType | null) => (type ? propertyTypeHeading[type] : msg('Properties'));

function suggestSearch(listings: OfferedListings, search: Search, fit: Fit, bonus = 0): Candidate {
  const { type, listingType, place } = search;
  const location = place && shortNameOf(place);
  const count = listings.count({ place, types: typesMeant(type), listingType });
  const text = searchText(homesText(type), listingType, location);
  const url = listUrl({ type, listing_type: listingType, location: place && locationText(place) });
  const found = candidate('search', fit, text, url, count, count);
  return { ...found, score: found.score + bonus };
}

const offers: readonly ListingType[] = ['sale', 'rent'];
/** Two of one place beside its own suggestion. */
const OFFERS_OF_AREA = 2;
/** Rank of the candidate that is the typed text and no more. */
export const EXACTLY = 20;

/** The most frequent offers in the likeliest place: 'Condominiums for rent in Makati'. */
export function suggestOffers(listings: OfferedListings, areas: readonly Found<Place>[]): Candidate[] {
  const [best] = suggestable(listings, areas);
  if (!best || best.fit === 'near') return [];
  // The listings of 'commercial' are among those of 'office'.
  return propertyTypes
    .filter((type) => type !== 'commercial')
    .flatMap((type) => offers.map((listingType) => ({ type, listingType, place: best.item })))
    .map((search) => suggestSearch(listings, search, best.fit, -EXACTLY))
    .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
    .slice(0, OFFERS_OF_AREA);
}

export function suggestReading(
  listings: OfferedListings,
  { type, listingType, rest }: Reading,
  areas: readonly Found<Place>[],
): Candidate[] {
  const further = listingType ? [] : offers;
  if (rest.length === 0) {
    const mainCities = MAIN_CITIES.map((item) => ({ item, fit: 'words' as const }));
    const cities = suggestable(listings, mainCities);
    return [
      suggestSearch(listings, { type, listingType, place: null }, 'is', EXACTLY),
      ...further.map((offer) => suggestSearch(listings, { type, listingType: offer, place: null }, 'begins')),
      ...cities.map(({ item }) => suggestSearch(listings, { type, listingType, place: item }, 'words')),
    ];
  }
  const places = suggestable(listings, areas);
  const alike = places.filter(({ fit }) => fit === places[0]?.fit);
  return alike.flatMap(({ item, fit }, at) => [
    suggestSearch(listings, { type, listingType, place: item }, fit, EXACTLY),
    ...(at === 0 ? further : []).map((offer) =>
      suggestSearch(listings, { type, listingType: offer, place: item }, fit),
    ),
  ]);
}

const AREAS_COMPLETED = 3;
const MAIN_CITIES = ['makati', 'bgc', 'quezon-city', 'manila', 'pasig', 'taguig'].flatMap(
  (slug) => placeBySlug(slug) ?? [],
);

/** The best fitting places, of equals those with the most listings. */
export function suggestable(listings: OfferedListings, areas: readonly Found<Place>[]): Found<Place>[] {
  return areas
    .map((found) => ({
      ...found,
      count: listings.count({ place: found.item, types: null, listingType: null }),
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => scoreOf('area', other.fit, other.count) - scoreOf('area', one.fit, one.count))
    .slice(0, AREAS_COMPLETED);
}

/** As a location a street is a phrase of the address. */
export function suggestStreet({ item: { name, cities }, fit }: Found<Street>): Candidate {
  const [city = ''] = cities;
  // A street through half the metropolis is not one city's.
  const around = cities.length <= 2 ? placeBySlug(city)?.name : undefined;
  const text = around ? `${name}, ${around}` : name;
  return candidate('street', fit, text, listUrl({ location: name }));
}

const stationNames = new Map(
  stations.map(({ slug, name, line }) => [slug, msg('{name} Station ({line})', { name, line })]),
);

export function suggestKnownPlace({ item: { slug, name, kind }, fit }: Found<KnownPlace>): Candidate {
  const isRail = kind === 'station' || kind === 'line';
  return candidate(isRail ? 'station' : 'place', fit, stationNames.get(slug) ?? name, listUrl({ near: slug }));
}

export const suggestBuilding = ({ item: name, fit }: Found<string>) =>
  candidate('building', fit, name, listUrl({ search: name, exact: '1' }));

/** Buildings with a page of their own, which leads to their listings; with the city where two have one name. */
export function suggestKnownBuildings(buildings: readonly Found<KnownBuilding>[]): Candidate[] {
  return buildings.map(({ item: { id, name, city }, fit }) => {
    const isShared = buildings.some(({ item }) => item.id !== id && foldText(item.name) === foldText(name));
    const text = isShared ? `${name}, ${city}` : name;
    return candidate('building', fit, text, listUrl({ building: String(id) }));
  });
}

export const suggestListing = ({ id, title }: NamedListing, fit: Fit) =>
  candidate('listing', fit, title, `/properties/${id}`, 1);

export const suggestAgent = ({ item: { id, name }, fit }: Found<AgentName>, count: number) =>
  candidate('agent', fit, name, `/agents/${id}`, count);
