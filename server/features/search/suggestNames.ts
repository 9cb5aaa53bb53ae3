import { distance } from 'fastest-levenshtein';
import MiniSearch from 'minisearch';
import { type KnownPlace, knownPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { foldText, tellingWords, writtenOut } from '#shared/gazetteer/names.ts';
import { type Street, streets } from '#shared/gazetteer/streets.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { findPlace, PLACES, type Place } from '#shared/places.ts';

/** A name equals the typed text, begins with it, has words that begin with it, or is spelled nearly the same. */
export type Fit = 'is' | 'begins' | 'words' | 'near';

const fits: readonly Fit[] = ['near', 'words', 'begins', 'is'];

export const betterOf = (one: Fit, other: Fit) => (fits.indexOf(one) > fits.indexOf(other) ? one : other);

export interface Found<Item> {
  item: Item;
  fit: Fit;
}

function allowedErrors(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}

function fitOfSpelling(name: string, words: readonly string[]): Fit {
  const typed = words.join(' ');
  if (name === typed) return 'is';
  if (name.startsWith(typed)) return 'begins';
  const ofName = name.split(' ');
  return words.every((word) => ofName.some((other) => other.startsWith(word))) ? 'words' : 'near';
}

/** Written out, but for a word that may be either: 'street' begins no 'St. Luke's'. */
function spell(words: readonly string[]): string {
  const long = writtenOut(words);
  return words.map((word, at) => (long[at] === 'street' || long[at] === 'drive' ? word : long[at])).join(' ');
}

/** As typed and written out: 'sta' may be begun, or mean 'santa'. */
export function fitOf(name: string, words: readonly string[]): Fit {
  return betterOf(
    fitOfSpelling(name, words),
    fitOfSpelling(writtenOut(name.split(' ')).join(' '), writtenOut(words)),
  );
}

/** Things with one or more names, found by the beginnings of words and in spite of typing errors. */
export class NameIndex<Item> {
  private readonly search = new MiniSearch<{ id: number; name: string }>({
    fields: ['name'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: {
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => allowedErrors(term) || false,
    },
  });
  private readonly entries: { item: Item; name: string }[];
  private readonly rank: ReadonlyMap<Item, number>;

  /** @param namesOf folded */
  constructor(items: readonly Item[], namesOf: (item: Item) => readonly string[]) {
    this.entries = items.flatMap((item) =>
      [...new Set(namesOf(item).flatMap((name) => [name, spell(name.split(' '))]))].map((name) => ({
        item,
        name,
      })),
    );
    this.rank = new Map(items.map((item, at) => [item, at]));
    this.search.addAll(this.entries.map(({ name }, id) => ({ id, name })));
  }

  /** Each item once, by its best name, best fit first, then as listed. Near spellings only where no name has the typed spelling. */
  find(typed: readonly string[]): Found<Item>[] {
    const words = tellingWords(typed);
    if (words.length === 0) return [];
    const best = new Map<Item, { fit: Fit; errors: number }>();
    const spellings = new Set([words.join(' '), spell(words)]);
    for (const { id } of [...spellings].flatMap((spelling) => this.search.search(spelling))) {
      const entry = this.entries[Number(id)];
      if (!entry) continue;
      const fit = fitOf(entry.name, words);
      const errors = fit === 'near' ? distance(entry.name, words.join(' ')) : 0;
      const known = best.get(entry.item);
      const isBetter =
        !known || fits.indexOf(fit) > fits.indexOf(known.fit) || (fit === known.fit && errors < known.errors);
      if (isBetter) best.set(entry.item, { fit, errors });
    }
    const found = [...best].map(([item, rest]) => ({ item, ...rest }));
    const fewest = Math.min(...found.map(({ errors }) => errors));
    return found
      .filter(({ errors }) => errors === fewest)
      .sort(
        (one, other) =>
          fits.indexOf(other.fit) - fits.indexOf(one.fit) ||
          (this.rank.get(one.item) ?? 0) - (this.rank.get(other.item) ?? 0),
      )
      .map(({ item, fit }) => ({ item, fit }));
  }
}

const placeIndex = new NameIndex(PLACES, ({ name, aliases }) => [foldText(name), ...aliases]);

/** 'bgc taguig' and 'Makati, Metro Manila' name one place in several words. */
export function findAreas(words: readonly string[]): Found<Place>[] {
  const found = placeIndex.find(words);
  const named = words.length > 1 ? findPlace(words.join(' ')) : undefined;
  if (!named || found.some(({ item }) => item === named)) return found;
  return [{ item: named, fit: 'is' }, ...found.filter(({ fit }) => fit !== 'near')];
}

/** Streets of which an area has its name are suggested as that area. */
export const streetIndex = new NameIndex<Street>(
  streets.filter(({ name }) => !findPlace(name)),
  ({ name, aliases }) => [foldText(name), ...aliases],
);

export const knownPlaceIndex = new NameIndex<KnownPlace>(knownPlaces, ({ names }) => names);

const meanings = <Meaning extends string>(words: Partial<Record<Meaning, string>>) =>
  Object.fromEntries(
    Object.entries<string | undefined>(words).flatMap(([meaning, some = '']) =>
      some.split(' ').map((word) => [word, meaning as Meaning]),
    ),
  ) as Record<string, Meaning>;

const typeWords = meanings<PropertyType>({
  condo: 'condo condos condominium condominiums',
  apartment: 'apartment apartments',
  house: 'house houses bahay',
  duplex: 'duplex duplexes',
  office: 'office offices commercial',
  land: 'land lot lots lupa',
});

const offerWords = meanings<ListingType>({
  rent: 'rent rental rentals upa paupahan',
  sale: 'sale buy',
  lease: 'lease',
});

const FILLERS = new Set('a an and at for in ng na of properties property sa the to'.split(' '));
const MIN_BEGINNING = 3;

/** The meaning of a word in a closed list; the last typed word may be incomplete. */
function meaningOf<Meaning>(
  known: Readonly<Record<string, Meaning>>,
  word: string,
  isLast: boolean,
): Meaning | undefined {
  if (Object.hasOwn(known, word)) return known[word];
  const entries = Object.entries(known);
  const begun =
    isLast && word.length >= MIN_BEGINNING ? entries.find(([name]) => name.startsWith(word)) : undefined;
  const near = (name: string) =>
    name.length >= 5 && distance(name, word) <= Math.min(allowedErrors(word), allowedErrors(name));
  return (begun ?? entries.find(([name]) => near(name)))?.[1];
}

export interface Reading {
  type: PropertyType | null;
  listingType: ListingType | null;
  /** The words of a place, maybe none. */
  rest: string[];
}

/** 'condo mak' and 'house and lot for rent' as a search; null when no word names a kind of home. */
export function readSearch(words: readonly string[]): Reading | null {
  const reading: Reading = { type: null, listingType: null, rest: [] };
  words.forEach((word, at) => {
    const isLast = at === words.length - 1;
    const type = meaningOf(typeWords, word, isLast);
    const listingType = type ? undefined : meaningOf(offerWords, word, isLast);
    // 'House and lot' is a house.
    if (type) reading.type ??= type;
    else if (listingType) reading.listingType ??= listingType;
    else if (!FILLERS.has(word)) reading.rest.push(word);
  });
  return reading.type || reading.listingType ? reading : null;
}
