import { EITHER_WORD, foldAddress, HI_WAY, writtenOut } from '#shared/gazetteer/names.ts';
import { streets } from '#shared/gazetteer/streets.ts';
import { propertyTypeLabel } from '#shared/labels.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { english } from '#shared/messages.ts';
import {
  foldText,
  type LocatedPlaces,
  locatePlaces,
  PLACES,
  placeBySlug,
  sharedNameIn,
  sharedNamesOf,
} from '#shared/places.ts';

/**
 * A listing's search text is a list of words for the database's full-text index. Besides the plain words it holds
 * marked ones, which no visitor can type because folding leaves only letters and digits:
 * a word of the title, a word of the address, city or province, a place the listing lies in, a whole feature, and a known
 * phrase (of the address: with the mark of its words, too), whose words mean something else apart. The name of a barangay
 * that is a place elsewhere, too, is such a phrase of the address.
 * SQLite's index has some facts besides, which its triggers write.
 */
const TITLE_MARK = '¤';
const LOCATION_MARK = '§';
const PLACE_MARK = '¶';
const FEATURE_MARK = '†';

/** In no search text: '#1024' is the listing's number and no word. */
const NO_WORD = `${TITLE_MARK}#`;

/** Raised with every change of the results of `deriveSearchFields`, the gazetteer included: listings are derived anew. */
export const SEARCH_VERSION = 6;

/** Terms of listings that their words alone do not say: a corner unit is no unit near a street corner. */
const TERMS = [
  ['rent to own', 'lease to own'],
  ['corner unit'],
  ['corner lot'],
  ['end unit'],
  ['high floor'],
  ['ground floor'],
  ['top floor'],
  ['loft type', 'loft unit'],
  ['maid s room', 'maids room', 'maid room'],
  ['semi furnished', 'partly furnished'],
  ['city view'],
  ['bay view'],
  ['roof deck', 'roofdeck'],
  ['walk in closet'],
  ['sea view', 'ocean view'],
];

/** Longer words are cut, in listings and in searches alike: PostgreSQL refuses endless ones. */
const MAX_WORD_LENGTH = 40;
/** Keeps the whole text below the limit of a PostgreSQL tsvector. */
const MAX_WORDS = 5_000;
const MAX_ID = 2_147_483_647;

interface SearchableListing extends Record<'title' | 'description' | 'address' | 'city' | 'province', string> {
  type: PropertyType;
  features: readonly string[];
}

/** Unique words parted by single spaces; to be stored whenever one of the fields it reads is. */
export function buildSearchText(listing: SearchableListing): string {
  const { title, description, type, address, city, province, features } = listing;
  const titleWords = foldWords(title);
  const locationWords = foldWords([address, city, province].join(' '));
  const addressWords = foldWords(address);
  const texts = [titleWords, addressWords, foldWords(description), ...features.map(foldWords)];
  const words = new Set([
    ...placeMarks(locatePlaces(listing)),
    ...texts.flatMap((text) => phrasesIn(text)),
    ...phrasesIn(titleWords).map((mark) => TITLE_MARK + mark),
    ...features.map(markFeature),
    ...phrasesIn(addressWords, 1).map((mark) => LOCATION_MARK + mark),
    ...sharedNamesOf(listing).map((name) => LOCATION_MARK + markPhrase(name)),
    ...inAllSpellings(locationWords).map((word) => LOCATION_MARK + word),
    ...inAllSpellings(titleWords).map((word) => TITLE_MARK + word),
    ...inAllSpellings(titleWords),
    ...inAllSpellings(locationWords),
    ...foldWords(`${type} ${english(propertyTypeLabel[type])}`),
    ...inAllSpellings(foldWords(features.join(' '))),
    ...inAllSpellings(foldWords(description)),
  ]);
  return [...words].slice(0, MAX_WORDS).join(' ');
}

/** The listing's search text and its located places: all stored values derived from its own words. */
export function deriveSearchFields(listing: SearchableListing) {
  const { citySlug, districtSlug, regionSlug } = locatePlaces(listing);
  return {
    search_text: buildSearchText(listing),
    city_slug: citySlug,
    district_slug: districtSlug,
    region_slug: regionSlug,
    allows_pets: listing.features.some(welcomesPets),
    search_version: SEARCH_VERSION,
  };
}

/** Words that stand together, or the place they name: 'fort bonifacio' is met by both, or by lying in BGC. */
export interface SearchTerm {
  words: string[];
  placeMark: string | null;
  /** Met by these homes without the words, too. */
  homes?: readonly NamedHomes[];
}

/** Homes of agents, or in buildings, by a name that no listing has to say. */
export interface NamedHomes {
  column: 'agent_id' | 'building_id';
  ids: readonly number[];
}

/** By the name as `foldBuildingName` has it. */
export type Names = ReadonlyMap<string, readonly NamedHomes[]>;
const NO_NAMES: Names = new Map();
/** Longer names are found by their words. */
const LONGEST_NAME = 6;

/** The name that the words from `start` on are, the longest first. A name has two words and more. */
export function nameAt(
  words: readonly string[],
  start: number,
  names: Pick<Names, 'has' | 'size'>,
): { name: string; length: number } | undefined {
  if (names.size === 0) return undefined;
  const spelled = writtenOut(words.slice(start, start + LONGEST_NAME + 1));
  for (let length = Math.min(LONGEST_NAME, words.length - start); length > 1; length--) {
    const name = spelled.slice(0, length).join(' ');
    // 'Test Tower Bldg.' is 'Test Tower'.
    if (names.has(name)) return { name, length: length + Number(spelled[length] === 'building') };
  }
  return undefined;
}

export interface ParsedSearch {
  /** All must be met. */
  terms: SearchTerm[];
  /** The search was exactly one number: it may be the id of a listing. */
  id: number | null;
}

/** Understands '2br bgc', 'fort bonifacio condo', '1024' and '#1024'. No terms: the text says nothing to search for. */
export function parseSearch(text: string, names: Names = NO_NAMES): ParsedSearch {
  const id = parseId(text);
  if (id !== null && text.includes('#')) return { terms: [{ words: [NO_WORD], placeMark: null }], id };
  const words = searchedWords(text);
  const spelled = writtenOut(words);
  const sought = asSought(words);
  const terms: SearchTerm[] = [];
  for (let start = 0; start < words.length; ) {
    const named = nameAt(words, start, names);
    if (named) {
      const own = sought.slice(start, start + named.length);
      terms.push({ words: own, placeMark: null, homes: names.get(named.name) ?? [] });
      start += named.length;
      continue;
    }
    const length = lengthOfPlaceName(spelled, start);
    const phrase = phraseAt(spelled, start);
    if (phrase && phrase.length > length) {
      terms.push({ words: [phrase.mark], placeMark: null });
      start += phrase.length;
      continue;
    }
    const end = start + Math.max(length, 1);
    const taken = sought.slice(start, end);
    const place = length > 0 ? placeByName.get(spelled.slice(start, end).join(' ')) : undefined;
    terms.push({ words: taken, placeMark: place ? markPlace(place) : null });
    start += taken.length;
  }
  return { terms: withoutImplied(terms), id };
}

/** The barangays elsewhere that share a place's name, for a text that does not name its city: 'Santa Cruz'. */
export function parseSharedName(text: string): SearchTerm[] {
  const name = sharedNameIn(text);
  return name === undefined ? [] : [{ words: [LOCATION_MARK + markPhrase(name)], placeMark: null }];
}

/** A location that is no place: a main street, or words as they stand in the address, the city or the province. */
export function parseUnknownLocation(text: string): SearchTerm[] {
  const mark = markByPhrase.get(foldAddress(text));
  return mark ? [{ words: [LOCATION_MARK + mark], placeMark: null }] : parseLocationWords(text);
}

/** Words of the address, the city or the province, as they stand marked in the search texts. */
export const parseLocationWords = (text: string): SearchTerm[] =>
  asSought(searchedWords(text)).map((word) => ({ words: [LOCATION_MARK + word], placeMark: null }));

/** Words of titles, marked as they stand in the search texts. */
export const parseTitleWords = (text: string): SearchTerm[] =>
  asSought(foldWords(text)).map((word) => inTitle({ words: [word], placeMark: null }));

export function inTitle(term: SearchTerm): SearchTerm {
  return { words: term.words.map((word) => TITLE_MARK + word), placeMark: null };
}

/** A feature as it was written, letters' case apart. */
export function featureTerm(feature: string): SearchTerm {
  return { words: [markFeature(feature)], placeMark: null };
}

/** Where the characters of ASCII that part words stand instead in a marked feature: the range for private use. */
const PRIVATE_USE = 0xe000;

/** One word, marked at its end too: no other one begins with it. */
function markFeature(feature: string): string {
  const word = feature
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9\u0080-\uffff]|†/g, (character) =>
      String.fromCharCode(PRIVATE_USE + (character.charCodeAt(0) % 0x80)),
    );
  return FEATURE_MARK + word + FEATURE_MARK;
}

/** 'Pet-Friendly', 'Pets Allowed', 'Pets OK'; neither 'No pets' nor 'Carpets'. */
export function welcomesPets(feature: string): boolean {
  const words = foldText(feature).split(' ');
  return (
    words.some((word) => /^pets?(friendly)?$/.test(word)) &&
    !words.some((word) => ['no', 'not', 'without', 'free', 'prohibited', 'bawal'].includes(word))
  );
}

/** Listings write '2-storey' and '2-story'. */
const STOREY = /^stor(?:eys?|y|ies|ied|eyed)$/;

function foldWords(text: string): string[] {
  const words = foldText(text.replace(HI_WAY, 'highway')).split(' ').filter(Boolean);
  return words.map((word) => {
    if (STOREY.test(word)) return 'storey';
    return word.length > MAX_WORD_LENGTH ? [...word].slice(0, MAX_WORD_LENGTH).join('') : word;
  });
}

/** A word of the index for each spelling: 'sta' is found by 'santa' too, and "Peñaflor's" by 'penaflors'. */
function inAllSpellings(words: readonly string[]): string[] {
  const spelled = writtenOut(words);
  return words.flatMap((word, at) => {
    const long = spelled[at] ?? word;
    const other = EITHER_WORD.get(word);
    const joined = words[at + 1] === 's' && word.length > 2 ? [`${word}s`] : [];
    return [word, ...(long === word ? [] : [long]), ...(other ? [other] : []), ...joined];
  });
}

/** The words of a search: 'Brgy.' says nothing, "Peñaflor's" is one word. */
function searchedWords(text: string): string[] {
  const words = foldWords(text.replace(/(?<=\p{L}{3})['’‘`´](?=s\b)/giu, ''));
  return words.filter((word, at) => !isBarangay(word) || /^\d/.test(words[at + 1] ?? ''));
}

const isBarangay = (word: string) => writtenOut([word])[0] === 'barangay';

const wholeWords = new Set(EITHER_WORD.values());

/** 'sta' is sought as 'santa'; 'ave', with which 'avenue' begins, finds both as it is. */
function asSought(words: readonly string[]): string[] {
  const spelled = writtenOut(words);
  return words.map((word, at) => {
    const long = spelled[at] ?? word;
    return long.startsWith(word) || wholeWords.has(word) ? word : long;
  });
}

function parseId(text: string): number | null {
  const digits = /^\s*#?\s*(\d{1,10})\s*$/.exec(text)?.[1];
  const id = Number(digits);
  return digits && id >= 1 && id <= MAX_ID ? id : null;
}

/** A one-word term that begins another word sought adds nothing but work: 'con' beside 'condo'. */
function withoutImplied(terms: SearchTerm[]): SearchTerm[] {
  return terms.filter((term, at) => {
    const [word, ...more] = term.words;
    if (word === undefined || more.length > 0) return true;
    return !terms.some(
      (other, otherAt) =>
        otherAt !== at &&
        other.placeMark === null &&
        !other.homes &&
        other.words.some((longer) => longer.startsWith(word) && (longer !== word || otherAt < at)),
    );
  });
}

const placeByName = new Map<string, string>();
/** A name common elsewhere ('Poblacion') is only a word here: the place is ambiguous. */
for (const { slug, name, aliases, isCommonName } of PLACES)
  if (!isCommonName) for (const known of [name, ...aliases]) placeByName.set(foldAddress(known), slug);
const longestName = Math.max(...[...placeByName.keys()].map((name) => name.split(' ').length));

/** @returns how many words from `start` on name a place, the longest name first; 0 when none does. */
function lengthOfPlaceName(words: string[], start: number): number {
  for (let length = Math.min(longestName, words.length - start); length > 0; length--)
    if (placeByName.has(words.slice(start, start + length).join(' '))) return length;
  return 0;
}

/** 'EDSA' and 'C5' name a street; of the other nicknames of one word half are another street's beginning. */
const isPhrase = (spelling: string, name: string) =>
  spelling.includes(' ') || spelling === name || /\d/.test(spelling);

/** '¶¶' begins no place's mark. */
const markPhrase = (phrase: string): string =>
  `${PLACE_MARK}${PLACE_MARK}${phrase.replaceAll(' ', PLACE_MARK)}${PLACE_MARK}`;

/** Of each known phrase its mark: streets and terms. */
const markByPhrase = new Map(
  [...streets.map(({ name, aliases }) => [foldText(name), ...aliases]), ...TERMS].flatMap((spellings) => {
    const [name = ''] = spellings;
    const mark = markPhrase(name);
    const phrases = spellings.filter((spelling) => isPhrase(spelling, name));
    return phrases.flatMap((phrase) =>
      [foldAddress(phrase), `${foldAddress(phrase)}s`].map((said): [string, string] => [said, mark]),
    );
  }),
);
const phraseStarts = new Set([...markByPhrase.keys()].map((phrase) => phrase.split(' ')[0]));
const longestPhrase = Math.max(...[...markByPhrase.keys()].map((phrase) => phrase.split(' ').length));

/** The known phrase that begins at `start`, the longest first. @param least words of a phrase */
function phraseAt(
  words: readonly string[],
  start: number,
  least = 2,
): { mark: string; length: number } | undefined {
  if (!phraseStarts.has(words[start])) return undefined;
  for (let length = Math.min(longestPhrase, words.length - start); length >= least; length--) {
    const mark = markByPhrase.get(words.slice(start, start + length).join(' '));
    if (mark) return { mark, length };
  }
  return undefined;
}

function phrasesIn(typed: readonly string[], least?: number): string[] {
  const words = writtenOut(typed);
  return words.flatMap((_, at) => phraseAt(words, at, least)?.mark ?? []);
}

function placeMarks({ citySlug, districtSlug, regionSlug }: LocatedPlaces): string[] {
  const parent = districtSlug ? placeBySlug(districtSlug)?.parent : undefined;
  return [citySlug, districtSlug, parent, regionSlug].flatMap((slug) => (slug ? [markPlace(slug)] : []));
}

/** The mark of a place in the search texts of all its listings. */
const markPlace = (slug: string): string => PLACE_MARK + slug.replaceAll('-', PLACE_MARK);
