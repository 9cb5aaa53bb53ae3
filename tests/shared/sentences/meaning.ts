import type { UnderstoodSearch } from '#shared/contracts/properties.ts';
import { knownPlaceBySlug, knownPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { streets } from '#shared/gazetteer/streets.ts';
import { filterNames } from '#shared/listing/filters.ts';
import { propertyTypes } from '#shared/listing/vocabulary.ts';
import { findPlace, foldText, PROVINCES } from '#shared/places.ts';

/**
 * The filters that a sentence means, written as terms parted by spaces:
 * - `type=condo,house` asks for both (repeated terms of a list add up); values with blanks are written with hyphens;
 * - `max_price=20000..26000` is a number between the two, `built_since=2015|2016` either value, `min_floor=*` any value;
 * - `listing_type?=rent` may be read, and need not;
 * - `location=diliman||near=up-diliman`: one of the two has to be read; `features=balcony||words=balcony` may also be text
 *   that is searched, or that ranks;
 * - `!completion=preselling` would be the opposite of the sentence;
 * - `words=bedspace,garage` are words that may stay required text, `words=*` any.
 */
export type Meaning = string;

export type FaultKind = 'missing' | 'wrong' | 'extra' | 'inverted' | 'price' | 'words' | 'parts';
export interface Fault {
  kind: FaultKind;
  key: string;
  detail: string;
}

const LISTS = ['type', 'location', 'exclude_location', 'exclude_type', 'near', 'features', 'exclude_features'];
const PRICES = ['min_price', 'max_price', 'max_price_per_sqm'];

const toSlug = (text: string) => foldText(text).replaceAll(' ', '-');

/** Shorter names for the files of sentences; a place of the table is also named by its slug or its folded name. */
const shortNames: Record<string, string> = {
  ust: 'University of Santo Tomas',
  'up-diliman': 'University of the Philippines Diliman',
  'up-manila': 'University of the Philippines Manila',
  ateneo: 'Ateneo de Manila University',
  dlsu: 'De La Salle University',
  feu: 'Far Eastern University',
  pup: 'Polytechnic University of the Philippines',
  mapua: 'Mapúa University',
  adamson: 'Adamson University',
  csb: 'De La Salle–College of Saint Benilde',
  megamall: 'SM Megamall',
  'sm-north': 'SM City North EDSA',
  moa: 'SM Mall of Asia',
  'sm-aura': 'SM Aura Premier',
  'market-market': 'Market! Market!',
  'st-lukes-bgc': "St. Luke's Medical Center Global City",
  'st-lukes-qc': "St. Luke's Medical Center Quezon City",
  'makati-med': 'Makati Medical Center',
  pgh: 'Philippine General Hospital',
  'medical-city': 'The Medical City',
  'asian-hospital': 'Asian Hospital and Medical Center',
  'cardinal-santos': 'Cardinal Santos Medical Center',
};

const namesOfKnown = new Map(knownPlaces.map((place) => [toSlug(place.name), place.slug]));
const nearSlug = (name: string) => namesOfKnown.get(toSlug(shortNames[name] ?? name)) ?? name;
const placeSlug = (name: string) => findPlace(name.replaceAll('-', ' '))?.slug ?? toSlug(name);

function normalValue(key: string, value: string): string {
  if (value === '*') return value;
  if (key === 'location' || key === 'exclude_location') return placeSlug(value);
  if (key === 'near') return nearSlug(value);
  if (key === 'features' || key === 'exclude_features') return toSlug(value);
  return value;
}

const listed = (key: string, values: readonly string[]) =>
  [...new Set(values.map((value) => normalValue(key, value)))].sort();

/** Filters as lists of texts, each said in one way: exactly two bedrooms are also at least two and at most two. */
function normalFilters(filters: UnderstoodSearch['filters']): Map<string, string[]> {
  const read = new Map<string, string[]>();
  for (const [key, value] of Object.entries(filters)) {
    if (value === undefined || value === null) continue;
    const values = (Array.isArray(value) ? value : [value]).map(String);
    if (values.length === 0) continue;
    read.set(
      key,
      LISTS.includes(key)
        ? listed(key, key === 'features' ? values.flatMap((names) => names.split(',')) : values)
        : values,
    );
  }
  if (read.get('bedrooms')?.[0] === '0') read.delete('bedrooms');
  const [least] = read.get('bedrooms') ?? (read.has('max_bedrooms') ? ['0'] : []);
  const [most] = read.get('max_bedrooms') ?? [];
  if (least !== undefined && least === most) {
    read.delete('bedrooms');
    read.delete('max_bedrooms');
    read.set('beds_exact', [least]);
  }
  return read;
}

interface Term {
  key: string;
  values: string[];
}

const readTerm = (text: string): Term => {
  const [key = '', values = ''] = text.split('=');
  return { key, values: LISTS.includes(key) ? listed(key, values.split(',')) : values.split(',') };
};

function holds({ key, values }: Term, read: readonly string[] | undefined): boolean {
  if (!read) return false;
  const [only = ''] = values;
  if (only === '*') return true;
  const bounds = /^(\d+)\.\.(\d+)$/.exec(only);
  if (bounds) return Number(read[0]) >= Number(bounds[1]) && Number(read[0]) <= Number(bounds[2]);
  if (only.includes('|')) return only.split('|').includes(read.join(','));
  // A pool that is not wanted is none of any kind.
  if (key.endsWith('features')) return values.every((value) => read.includes(value));
  return values.join(',') === read.join(',');
}

interface ReadMeaning {
  required: Map<string, Term>;
  /** Of each at least one. */
  either: Term[][];
  optional: Term[];
  never: Term[];
  words: string[];
}

function readMeaning(meaning: Meaning): ReadMeaning {
  const found: ReadMeaning = { required: new Map(), either: [], optional: [], never: [], words: [] };
  const { required, optional, never } = found;
  for (const text of meaning.split(/\s+/).filter(Boolean)) {
    if (/^words=[^|]*$/.test(text)) found.words.push(...text.slice('words='.length).split(','));
    else if (text.startsWith('!')) never.push(readTerm(text.slice(1)));
    else if (text.includes('?=')) optional.push(readTerm(text.replace('?=', '=')));
    else if (text.includes('||')) {
      const terms = text.split('||').map(readTerm);
      found.either.push(terms);
      optional.push(...terms);
      for (const { key, values } of terms) if (key === 'words') found.words.push(...values);
    } else {
      const term = readTerm(text);
      const before = LISTS.includes(term.key) ? (required.get(term.key)?.values ?? []) : [];
      required.set(term.key, { key: term.key, values: listed(term.key, [...before, ...term.values]) });
    }
  }
  for (const excluded of ['location', 'type', 'features'])
    for (const value of required.get(`exclude_${excluded}`)?.values ?? [])
      never.push({ key: excluded, values: [value] });
  const meansRent = ['min_price', 'max_price'].some((key) => {
    const amount = Number(required.get(key)?.values[0]?.split('..')[0]);
    return amount > 0 && amount < 1_000_000;
  });
  // Few thousands are a rent, said or not; how far 'near' reaches is left to the reader unless the sentence says it.
  if (meansRent) optional.push({ key: 'listing_type', values: ['rent'] });
  optional.push({ key: 'near_m', values: ['*'] });
  return found;
}

const inBrackets = (values: readonly string[] | undefined) => (values ? values.join(',') : 'nothing');

/** Where the parts of a sentence are not runs of it, in their order; an assumed one may be empty. */
function brokenParts(sentence: string, parts: UnderstoodSearch['parts']): Fault[] {
  let end = 0;
  for (const part of parts) {
    if (
      part.start < end ||
      part.end < part.start ||
      part.end > sentence.length ||
      (part.end === part.start && !part.assumed)
    )
      return [{ kind: 'parts', key: 'parts', detail: `${part.start}–${part.end} after ${end}` }];
    end = part.end;
  }
  return [];
}

/** How the reading of a sentence differs from its meaning; nothing where it was read whole. */
export function faultsOf(sentence: string, meaning: Meaning, understood: UnderstoodSearch): Fault[] {
  const { required, either, optional, never, words } = readMeaning(meaning);
  const read = normalFilters(understood.filters);
  const faults: Fault[] = [];
  const blame = (kind: FaultKind, key: string, detail: string) => faults.push({ kind, key, detail });
  for (const term of required.values()) {
    const value = read.get(term.key);
    if (!value) blame('missing', term.key, inBrackets(term.values));
    else if (!holds(term, value)) blame('wrong', term.key, `${inBrackets(value)} for ${inBrackets(term.values)}`);
  }
  const searched = foldText(`${understood.words} ${understood.preferred ?? ''}`).split(' ');
  const isMet = (term: Term) =>
    term.key === 'words'
      ? term.values.some((word) => searched.includes(word))
      : LISTS.includes(term.key)
        ? term.values.every((value) => read.get(term.key)?.includes(value))
        : holds(term, read.get(term.key));
  for (const terms of either)
    if (!terms.some(isMet))
      blame(
        'missing',
        terms.map(({ key }) => key).join('/'),
        terms.map(({ values }) => inBrackets(values)).join('/'),
      );
  const meansPrice = [...required.keys(), ...optional.map(({ key }) => key)].some((key) => PRICES.includes(key));
  for (const [key, value] of read) {
    const mayBe = optional.filter((term) => term.key === key);
    if (required.has(key) || mayBe.some((term) => holds(term, value))) continue;
    if (LISTS.includes(key) && value.every((one) => mayBe.some(({ values }) => values.includes(one)))) continue;
    blame(PRICES.includes(key) && !meansPrice ? 'price' : 'extra', key, inBrackets(value));
  }
  for (const { key, values } of never)
    if (values.some((value) => read.get(key)?.includes(value))) blame('inverted', key, inBrackets(values));
  const left = foldText(understood.words)
    .split(' ')
    .filter((word) => word !== '' && !words.includes(word));
  if (left.length > 0 && !words.includes('*')) blame('words', 'words', left.join(' '));
  return [...faults, ...brokenParts(sentence, understood.parts)];
}

/** Of lists: 'Cavite or Laguna', 'along Taft or Roxas Boulevard'. */
const placesOutside = new Set([...PROVINCES, ...streets.map(({ name }) => name)].map(toSlug));

const keys = new Set<string>([
  'words',
  'type',
  'location',
  'exclude_location',
  'exclude_type',
  'exclude_features',
  'near',
  'near_m',
  'features',
  'media',
  ...filterNames,
]);

/** Names of filters, places and types in a meaning that are none: errors of the sentence's author. */
export function problemsOfMeaning(meaning: Meaning): string[] {
  const { required, either, optional, never } = readMeaning(meaning);
  return [...required.values(), ...either.flat(), ...optional, ...never].flatMap(({ key, values }) => {
    const isUnknown = (value: string) =>
      (key.endsWith('location') && !findPlace(value) && !placesOutside.has(value)) ||
      (key === 'near' && !knownPlaceBySlug(value)) ||
      (/^(exclude_)?type$/.test(key) && !propertyTypes.some((type) => type === value));
    if (!keys.has(key)) return [`${key} is no filter: ${meaning}`];
    return values
      .filter((value) => value !== '*' && isUnknown(value))
      .map((value) => `${key} has no ${value}: ${meaning}`);
  });
}
