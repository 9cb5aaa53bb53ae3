/**
 * The gazetteer of Metro Manila: names of places, their positions, and the place that a text means. Its tables are in
 * shared/gazetteer; screens of the first load import no more than shared/gazetteer/names.ts.
 */
import {
  type CityRow,
  DISTRICTS,
  type DistrictRow,
  METRO_CITIES,
  NEIGHBOUR_CITIES,
} from './gazetteer/districts.ts';
import { BETWEEN_PLACES, cityText, foldAddress, foldText, HI_WAY, writtenOut } from './gazetteer/names.ts';
import type { Bounds } from './mapTiles.ts';
import type { GeoPoint } from './travelTime.ts';

export { foldText, PROPERTY_LIST_LOCATIONS } from './gazetteer/names.ts';

export type LatLng = GeoPoint;

export interface Place {
  slug: string;
  name: string;
  /** The usual shorter name: 'BGC'. */
  shortName?: string;
  kind: 'region' | 'city' | 'district';
  /** Slug of the place's city; of itself for a city or region. For a district over several cities, the usual one. */
  city: string;
  /** Every city of a district, `city` first. Only where there is more than one. */
  cities?: string[];
  /** The broader district around it: a search for the broader one includes this one. */
  parent?: string;
  province: string;
  /** Other spellings, folded (see foldText). The name itself is always understood. */
  aliases: string[];
  /** Names so common elsewhere that they count only once the city is known ('Poblacion'). */
  isCommonName?: boolean;
  center: LatLng;
  bounds?: Bounds;
}

export interface LocatedPlaces {
  citySlug: string | null;
  districtSlug: string | null;
  regionSlug: string | null;
}

const METRO_MANILA = 'Metro Manila';

const REGION: Place = {
  slug: 'metro-manila',
  name: METRO_MANILA,
  kind: 'region',
  city: 'metro-manila',
  province: METRO_MANILA,
  aliases: [
    ...['ncr', 'n c r', 'national capital region', 'metropolitan manila', 'mm', 'm m', 'greater manila'],
    ...['metro maynila', 'kalakhang maynila', 'pambansang punong rehiyon'],
  ],
  center: { lat: 14.5995, lng: 120.9842 },
  bounds: { south: 14.34, west: 120.9, north: 14.79, east: 121.14 },
};

/** Half the side of the square shown for a district, in degrees. */
const DISTRICT_SPAN = 0.012;

function buildCity(province: string, [slug, name, lat, lng, aliases = [], box]: CityRow): Place {
  const plain = foldText(name).replace(/ city$/, '');
  const spellings = /city$/i.test(name) ? [`city of ${plain}`] : [`${plain} city`, `city of ${plain}`];
  const city: Place = {
    slug,
    name,
    kind: 'city',
    city: slug,
    province,
    aliases: [...spellings, ...aliases],
    center: { lat, lng },
  };
  if (box) city.bounds = { south: box[0], west: box[1], north: box[2], east: box[3] };
  return city;
}

function buildDistrict([slug, name, reach, lat, lng, aliases = [], more = {}]: DistrictRow): Place {
  const cities = reach.split(' ');
  const { span = DISTRICT_SPAN, ...rest } = more;
  return {
    slug,
    name,
    kind: 'district',
    city: cities[0] ?? '',
    ...(cities.length > 1 && { cities }),
    ...rest,
    province: METRO_MANILA,
    aliases,
    center: { lat, lng },
    bounds: { south: lat - span, west: lng - span, north: lat + span, east: lng + span },
  };
}

export const METRO_MANILA_CITIES: Place[] = METRO_CITIES.map((row) => buildCity(METRO_MANILA, row));

export const PLACES: Place[] = [
  REGION,
  ...METRO_MANILA_CITIES,
  ...Object.entries(NEIGHBOUR_CITIES).flatMap(([province, rows]) => rows.map((row) => buildCity(province, row))),
  ...DISTRICTS.map(buildDistrict),
];

/** Provinces offered by forms, the usual one first. */
export const PROVINCES = [
  METRO_MANILA,
  'Bataan',
  'Batangas',
  'Benguet',
  'Bohol',
  'Bulacan',
  'Cavite',
  'Cebu',
  'Davao del Sur',
  'Iloilo',
  'La Union',
  'Laguna',
  'Misamis Oriental',
  'Negros Occidental',
  'Palawan',
  'Pampanga',
  'Quezon',
  'Rizal',
  'Tarlac',
  'Zambales',
] as const;

const bySlug = new Map(PLACES.map((place) => [place.slug, place]));
const byName = new Map<string, Place>();
let longestName = 1;
for (const place of PLACES) {
  const names = [place.name, ...place.aliases].map(foldAddress);
  for (const name of [...names, ...names.map((own) => own.replace('highway', 'hi way'))]) {
    if (!byName.has(name)) byName.set(name, place);
    longestName = Math.max(longestName, name.split(' ').length);
  }
}

/** 'Ortigas Avenue' and 'Pasay Road' are streets elsewhere, 'Manila Bay' is a view. */
const NOT_THE_PLACE_BEFORE = new Set(
  `avenue street road boulevard drive highway extension line lane loop bridge river expressway bay memorial polo golf
   zapote`.split(/\s+/),
);
const NOT_THE_PLACE_AFTER = new Set(['near', 'nearby', 'beside', 'behind', 'across', 'from', 'to']);
/** Words that may surround a place's name without changing which place is meant. */
const FILLER = new Set(
  `the of in at city town village subdivision district area barangay philippines ph phl municipality proper
   ang ng sa lungsod siyudad syudad bayan distrito pilipinas`.split(/\s+/),
);
/** Of a ZIP code: 'Makati 1229'. */
const ZIP = /^\d{4}$/;
const OTHER_PROVINCES = new Set(PROVINCES.slice(1).map(foldText));
const LONGEST_PROVINCE = 3;

export interface Mention {
  place: Place;
  /** As it was written, without short forms: 'santa cruz'. */
  name: string;
  /** Which words name it. */
  start: number;
  length: number;
  /** A street, bridge or bay that carries the name: 'Ortigas Avenue'. */
  isStreet: boolean;
}

/** 'near BGC, St. Luke's' is no street. */
const isStreetWord = (word: string | undefined, typed: string | undefined) =>
  word !== undefined && NOT_THE_PLACE_BEFORE.has(word) && typed !== 'saint' && typed !== 'doctor';

/** The places that some folded words name, the longest name first. */
export function mentionsIn(typed: readonly string[]): Mention[] {
  const mentions: Mention[] = [];
  const words = writtenOut(typed);
  for (let start = 0; start < words.length; ) {
    let length = Math.min(longestName, words.length - start);
    let place: Place | undefined;
    for (; length > 0 && !place; length--) place = byName.get(words.slice(start, start + length).join(' '));
    const taken = place ? length + 1 : 1;
    if (place)
      mentions.push({
        place,
        name: words.slice(start, start + taken).join(' '),
        start,
        length: taken,
        isStreet: isStreetWord(words[start + taken], typed[start + taken]),
      });
    start += taken;
  }
  return mentions;
}

/** How many words from `start` on are a province outside of Metro Manila; 0 when none are. */
function lengthOfProvince(words: readonly string[], start: number): number {
  for (let length = LONGEST_PROVINCE; length > 0; length--)
    if (OTHER_PROVINCES.has(words.slice(start, start + length).join(' '))) return length;
  return 0;
}

/** Barangays in several cities carry a saint's name. */
const SAINTS_NAME = /^(?:san|santo|santa) \p{L}+$/u;
/** Cities with barangays of their name in others. */
const CITIES_OF_COMMON_NAME = new Set(['valenzuela', 'carmona']);

/** Whether other cities have a place of that name. @param name folded, without short forms */
export const isSharedName = (place: Place, name: string): boolean =>
  place.kind !== 'region' &&
  (SAINTS_NAME.test(name) ||
    CITIES_OF_COMMON_NAME.has(name) ||
    (place.isCommonName === true && name === foldAddress(place.name)));

/** The name that a text says and nothing about its city, where other cities have such a place: 'Brgy. Sta. Cruz' → 'santa cruz'. */
export function sharedNameIn(text: string): string | undefined {
  if (!findPlace(text)) return undefined;
  const named = findMentions(text).mentions.filter(({ place }) => place.kind !== 'region');
  const [only, ...others] = named;
  return only && others.length === 0 && isSharedName(only.place, only.name) ? only.name : undefined;
}

/**
 * Shared names in the address of a listing that lies elsewhere: '7 Brgy. Sta. Cruz, Makati' → 'santa cruz'. 'Santa Cruz St.',
 * 'Santa Cruz Homes' and 'near Santa Cruz' are none; a city's name is one behind 'Brgy.' only.
 */
export function sharedNamesOf(listing: Parameters<typeof locatePlaces>[0]): string[] {
  const { citySlug, districtSlug } = locatePlaces(listing);
  const lies = [citySlug, districtSlug, placeBySlug(districtSlug ?? '')?.parent];
  const { mentions } = findMentions([listing.address, listing.city].filter(Boolean).join('\n'));
  const shared = mentions.filter(
    ({ place, name, isBarangay, isWhole }) =>
      !lies.includes(place.slug) &&
      isSharedName(place, name) &&
      (isBarangay || (isWhole && place.kind === 'district')),
  );
  return [...new Set(shared.map(({ name }) => name))];
}

interface PlacedMention extends Mention {
  isBarangay: boolean;
  /** No further word makes another name of it: 'Santa Cruz Homes'. */
  isWhole: boolean;
}

function findMentions(text: string): {
  mentions: PlacedMention[];
  places: Place[];
  provinces: string[];
  hasOtherWords: boolean;
} {
  const mentions: PlacedMention[] = [];
  const provinces: string[] = [];
  let hasOtherWords = false;
  for (const segment of text.split(/[,;()|\n]+/)) {
    const words = foldText(segment.replace(HI_WAY, 'highway')).split(' ').filter(Boolean);
    const spelled = writtenOut(words);
    const named = words.map(() => false);
    const found = mentionsIn(words);
    for (const mention of found) {
      const { start, length, isStreet } = mention;
      if (isStreet || NOT_THE_PLACE_AFTER.has(words[start - 1] ?? '')) continue;
      const next = spelled[start + length];
      const isWhole =
        next === undefined ||
        FILLER.has(next) ||
        ZIP.test(next) ||
        found.some((other) => other.start === start + length && !other.isStreet);
      mentions.push({ ...mention, isBarangay: spelled[start - 1] === 'barangay', isWhole });
      named.fill(true, start, start + length);
    }
    words.forEach((_, at) => {
      const length = lengthOfProvince(words, at);
      if (length === 0 || named[at]) return;
      provinces.push(words.slice(at, at + length).join(' '));
      named.fill(true, at, at + length);
    });
    const isOther = (word: string, at: number) => !named[at] && !FILLER.has(word) && !ZIP.test(word);
    if (spelled.some(isOther)) hasOtherWords = true;
  }
  return { mentions, places: mentions.map(({ place }) => place), provinces, hasOtherWords };
}

/** Whether a district lies in that city, or reaches into it. */
export const reachesInto = (district: Place, citySlug: string): boolean =>
  district.cities ? district.cities.includes(citySlug) : district.city === citySlug;

/** The narrowest district among the named ones: an inner district says more than a broad one. */
function pickDistrict(places: Place[], citySlug: string | null): Place | undefined {
  const districts = places.filter(
    (place) => place.kind === 'district' && (citySlug ? reachesInto(place, citySlug) : !place.isCommonName),
  );
  return districts.find((place) => place.parent) ?? districts[0];
}

export const placeBySlug = (slug: string): Place | undefined => bySlug.get(slug);

/**
 * The place a search means: 'Makati City', 'City of Makati', 'bgc taguig', 'Paranaque', 'QC', 'NCR' or a slug.
 * 'Manila' is the City of Manila. A text that also says other things ('2BR in Makati') is no place name: undefined.
 */
export function findPlace(text: string): Place | undefined {
  const exact = byName.get(foldAddress(text)) ?? bySlug.get(text.trim().toLowerCase());
  if (exact) return exact;
  const { places, provinces, hasOtherWords } = findMentions(text);
  if (hasOtherWords) return undefined;
  const city = places.find((place) => place.kind === 'city');
  const district = pickDistrict(places, city?.slug ?? null);
  const meant = district ?? city ?? places[0];
  // 'Santa Rosa, Laguna', and not the one of Nueva Ecija.
  return meant && provinces.every((province) => province === foldText(meant.province)) ? meant : undefined;
}

/** Whether a place lies in another one, at least usually. */
const isInside = (place: Place, other: Place): boolean =>
  place.slug !== other.slug &&
  (other.kind === 'region'
    ? place.province === other.province
    : place.kind === 'district' && (other.kind === 'city' ? place.city : place.parent) === other.slug);

const isPartlyInside = (place: Place, other: Place): boolean =>
  place.kind === 'district' && other.kind === 'city' && reachesInto(place, other.slug);

/**
 * All places that a text names: 'Makati, BGC' and 'Makati or BGC' are two, 'BGC, Taguig' is written as in an address
 * and is one. None for a text that `findPlace` does not understand.
 */
export function findPlaces(text: string): Place[] {
  const parts = text.split(BETWEEN_PLACES).filter((part) => foldText(part) !== '');
  const named = parts.map(findPlace).filter((place) => place !== undefined);
  const isList = parts.length > 1 && named.length === parts.length && !named.some((place) => place.isCommonName);
  // 'BGC, Makati' ends like an address, 'Makati, BGC' does not.
  const isAround = (place: Place, at: number) =>
    named.some((other, otherAt) => isInside(other, place) || (otherAt < at && isPartlyInside(other, place)));
  const all = isList ? [...new Set(named.filter((place, at) => !isAround(place, at)))] : [];
  if (all.length > 1) return all;
  const one = findPlace(text);
  return one ? [one] : [];
}

/** The everyday name: 'Makati', 'BGC', 'Ortigas'. `findPlace` understands it. */
export const shortNameOf = ({ name, shortName = name }: Place): string => shortName;

/** The same as it is written in an address: 'Makati City', 'BGC'. */
export const addressNameOf = (place: Place): string =>
  place.kind === 'city' ? cityText(place.name) : shortNameOf(place);

/** Key of a city for buildings and listings: its place in the gazetteer, or its name. */
export const cityKey = (placed: Parameters<typeof locatePlaces>[0] & { city: string }): string =>
  locatePlaces(placed).citySlug ?? foldAddress(placed.city).replaceAll(' ', '-');

/** Where a listing lies, by its own words. The city text outranks the address; the district may come from either. */
export function locatePlaces(listing: {
  address?: string | null | undefined;
  city?: string | null | undefined;
  province?: string | null | undefined;
}): LocatedPlaces {
  const province = foldText(listing.province ?? '');
  const fitsProvince = (place: Place) => !OTHER_PROVINCES.has(province) || foldText(place.province) === province;
  const fromCity = findMentions(listing.city ?? '').places.filter(fitsProvince);
  const fromAddress = findMentions(listing.address ?? '').places.filter(fitsProvince);

  const namedCity = fromCity.find((place) => place.kind === 'city');
  // 'Ortigas' lies in three cities: the address may say which.
  const districtAsCity = pickDistrict(fromCity, namedCity?.slug ?? null);
  const addressCities = fromAddress.filter((place) => place.kind === 'city');
  const city =
    namedCity?.slug ??
    (districtAsCity
      ? (addressCities.find((place) => reachesInto(districtAsCity, place.slug))?.slug ?? districtAsCity.city)
      : undefined) ??
    // With an unknown city, the address must not move the listing into a known one.
    (isBlankOrRegion(listing.city, fromCity)
      ? (addressCities.at(-1)?.slug ?? pickDistrict(fromAddress, null)?.city)
      : undefined) ??
    null;

  const district = city ? pickDistrict([...fromCity, ...fromAddress], city) : undefined;
  const isMetroManila = city
    ? bySlug.get(city)?.province === METRO_MANILA
    : byName.get(province) === REGION || [...fromCity, ...fromAddress].includes(REGION);
  return {
    citySlug: city,
    districtSlug: district?.slug ?? null,
    regionSlug: isMetroManila ? REGION.slug : null,
  };
}

const isBlankOrRegion = (city: string | null | undefined, mentioned: Place[]): boolean =>
  foldText(city ?? '') === '' || mentioned.some((place) => place.kind === 'region');

/** The condition a listing's located slugs must meet; a broad district includes the districts inside it. */
export function placeCriterion(place: Place): { field: keyof LocatedPlaces; slugs: string[] } {
  if (place.kind === 'region') return { field: 'regionSlug', slugs: [place.slug] };
  if (place.kind === 'city') return { field: 'citySlug', slugs: [place.slug] };
  const inside = PLACES.filter((other) => other.parent === place.slug).map((other) => other.slug);
  return { field: 'districtSlug', slugs: [place.slug, ...inside] };
}

/** The same condition as a predicate. */
export function placeMatches(place: Place): (located: LocatedPlaces) => boolean {
  const { field, slugs } = placeCriterion(place);
  return (located) => slugs.includes(located[field] ?? '');
}
