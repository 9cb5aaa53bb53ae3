import { distance } from 'fastest-levenshtein';
import { readAll } from '#server/db/sql.ts';
import type { PropertyFilterQuery, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { streets } from '#shared/gazetteer/streets.ts';
import { listingTypes, mediaOf } from '#shared/listing/vocabulary.ts';
import { findPlace, foldText, PLACES } from '#shared/places.ts';
import { PUBLIC_ONLY } from '../policy.ts';
import { buildingIdMeant } from '../writes/buildings.ts';
import { matches } from './conditions.ts';
import { type ListingFilter, readFilter } from './filter.ts';
import type { ListingReads } from './liveListings.ts';
import { COMMON_WORDS, type UnderstoodFilters } from './searchLanguage.ts';
import {
  type Claim,
  isNumberAlone,
  isPartOf,
  LANGUAGE_WORDS,
  leftWords,
  locationText,
  placeMeant,
  Reader,
  saysNothing,
  type Token,
  textOf,
  tokenize,
} from './searchParser.ts';

/** Words that a search may contain: words of the rules, of places and of features; the likeliest first. */
const vocabulary: ReadonlySet<string> = new Set([
  ...LANGUAGE_WORDS,
  ...[...PLACES, ...streets]
    .flatMap(({ name, aliases }) => [foldText(name), ...aliases])
    .flatMap((name) => name.split(' ')),
  ...COMMON_WORDS,
]);

/** 'tagig' is known for Taguig: for text near 'tagig' the correction is 'Taguig' itself. */
const properSpellings = new Map(
  PLACES.flatMap(({ name, aliases }) => {
    const proper = foldText(name);
    const isMisspelt = (alias: string) => distance(alias, proper) <= 2 && !/ /.test(alias + proper);
    return aliases.filter(isMisspelt).map((alias) => [alias, proper] as const);
  }),
);

/** Shorter words are as near to each other as to the intended word. */
const SHORTEST_MENDED = 4;
const LONGEST_MENDED = 24;
/** In words up to this long the first letter is taken as right. */
const LONGEST_SURE_START = 5;
/** From this length on two letters may be wrong. */
const LONG = 8;

const wordsByLength = new Map<number, string[]>();
for (const word of vocabulary)
  if (word.length >= SHORTEST_MENDED && !/\d/.test(word))
    wordsByLength.set(word.length, [...(wordsByLength.get(word.length) ?? []), word]);

/** @returns the known word that was likely meant; undefined for known words and for words near to none. */
function nearestKnownWord(word: string): string | undefined {
  if (word.length < SHORTEST_MENDED || word.length > LONGEST_MENDED || vocabulary.has(word)) return undefined;
  const tolerance = word.length >= LONG ? 2 : 1;
  let best: { word: string; score: number } | undefined;
  for (let length = word.length - tolerance; length <= word.length + tolerance; length++)
    for (const known of wordsByLength.get(length) ?? []) {
      // Only begun: the index finds it as it is.
      if (known.startsWith(word)) return undefined;
      const hasSameStart = known[0] === word[0];
      if (!hasSameStart && word.length <= LONGEST_SURE_START) continue;
      const errors = isSwapped(word, known) ? 1 : distance(word, known);
      const score = errors + (hasSameStart ? 0 : 0.5);
      if (errors <= tolerance && (!best || score < best.score)) best = { word: known, score };
    }
  return best && (properSpellings.get(best.word) ?? best.word);
}

/** Two neighbouring letters the other way round. */
function isSwapped(word: string, known: string): boolean {
  if (word.length !== known.length) return false;
  let at = 0;
  while (at < word.length && word[at] === known[at]) at++;
  return word[at] === known[at + 1] && word[at + 1] === known[at] && word.slice(at + 2) === known.slice(at + 2);
}

/** The words of a search that may be typing errors, each with its possible corrections. */
export function likelyErrors(search: string): Map<string, string> {
  const errors = new Map<string, string>();
  const tokens = tokenize(search);
  tokens.forEach(({ text, number, isMark, isGlued }, at) => {
    const isPartOfCode = isGlued || tokens[at + 1]?.isGlued;
    const nearest = number === null && !isMark && !isPartOfCode ? nearestKnownWord(text) : undefined;
    if (nearest) errors.set(text, nearest);
  });
  return errors;
}

interface Understanding {
  /** The same search with explicit filters; it finds the same. */
  query: PropertyFilterQuery;
  /** Undefined without a search, and for a search word by word. */
  understood?: UnderstoodSearch;
}

/** Reads filters out of a search; explicit ones win. @param corrections readings of words in no listing */
export function understandQuery(
  query: PropertyFilterQuery,
  corrections: ReadonlyMap<string, string> = new Map(),
): Understanding {
  if (!query.search || query.exact) return { query };
  const typed = tokenize(query.search);
  const tokens = typed.map((token) => ({ ...token, text: corrections.get(token.text) ?? token.text }));
  const made = new Set(typed.map(({ text }) => text).filter((text) => corrections.has(text)));
  const understood: UnderstoodSearch = {
    ...understand(query.search, tokens, query),
    corrections: [...made].map((from) => ({ from, to: corrections.get(from) ?? from })),
    parts: [],
    left_out: [],
  };
  const { filters, words } = understood;
  const read: PropertyFilterQuery = {
    ...query,
    ...filters,
    type: filters.type ? [filters.type].flat() : query.type,
    location: filters.location ? [filters.location].flat() : query.location,
    features: query.features,
    media: filters.media === undefined ? query.media : mediaOf(filters.media),
    search: words || undefined,
    exact: true,
  };
  return { query: read, understood };
}

function understand(typed: string, tokens: Token[], query: PropertyFilterQuery) {
  const asTyped = { filters: {}, words: typed };
  if (isNumberAlone(tokens)) return asTyped;
  const reading = new Reader(tokens).read();
  const filters: UnderstoodFilters = {};
  const restored = new Set<Claim>();
  const place = placeMeant(reading);
  const explicit = query.location ? findPlace(String(query.location)) : undefined;
  if (place && !query.location) filters.location = locationText(place);
  const typeIsTaken = listingTypes.some((known) => known === query.type);
  for (const claim of reading.claims) {
    // Within the area that was chosen the words narrow further.
    if (claim.place && explicit && isPartOf(claim.place, explicit)) restored.add(claim);
    if (claim.filters.type && typeIsTaken) restored.add(claim);
    else addFilters(filters, claim.filters, reading.claims);
  }
  for (const name of Object.keys(filters) as (keyof UnderstoodFilters)[])
    if (isSaidOutright(name, query)) delete filters[name];
  dropContradictions(filters, query);
  const words = leftWords(reading, restored);
  const unused = reading.claims
    .filter(({ isUnused }) => isUnused)
    .map(({ start, end }) => textOf(tokens, start, end));
  return reading.claims.length > 0 || foldText(words) !== foldText(typed)
    ? { filters, words, ...(unused.length > 0 && { unused }) }
    : asTyped;
}

const rooms = ['bedrooms', 'beds_exact'] as const;

/** The first value counts; of 'for sale or rent' neither does, and monthly payments may lead to owning. */
function addFilters(filters: UnderstoodFilters, said: UnderstoodFilters, claims: readonly Claim[]): void {
  const more = { ...said };
  const listingTypesSaid = new Set(claims.flatMap((claim) => claim.filters.listing_type ?? []));
  if (listingTypesSaid.size > 1 || claims.some(({ words }) => words === 'rent to own')) delete more.listing_type;
  if (rooms.some((name) => filters[name] !== undefined)) for (const name of rooms) delete more[name];
  // 'With video and floor plan' asks for both.
  if (filters.media && more.media) filters.media = mediaOf(`${filters.media},${more.media}`).join();
  Object.assign(filters, { ...more, ...filters });
}

function isSaidOutright(name: keyof UnderstoodFilters, query: PropertyFilterQuery): boolean {
  if (name === 'listing_type' && listingTypes.some((known) => known === query.type)) return true;
  if (rooms.some((room) => room === name)) return rooms.some((room) => query[room] !== undefined);
  return query[name] !== undefined;
}

/** A bound in the words that the query's own one leaves no room for. */
function dropContradictions(filters: UnderstoodFilters, query: PropertyFilterQuery): void {
  for (const [low, high] of [
    ['min_price', 'max_price'],
    ['min_area', 'max_area'],
  ] as const) {
    const [least, most] = [filters[low] ?? query[low], filters[high] ?? query[high]];
    if (least === undefined || most === undefined || least <= most) continue;
    delete filters[low];
    delete filters[high];
  }
}

/** The one way from a query to its filter: lists, map, counts and saved searches read searches alike. */
export class SearchReader {
  constructor(private readonly context: ListingReads) {}

  /** `filter` is null when no listing can match. */
  async read(query: PropertyFilterQuery): Promise<Understanding & { filter: ListingFilter | null }> {
    const corrections = query.search && !query.exact ? await this.corrections(query.search) : undefined;
    const { building } = query;
    const meant =
      building === undefined ? query : { ...query, building: await buildingIdMeant(this.context.db, building) };
    const read = await this.withoutEmptyWords(understandQuery(meant, corrections));
    return { ...read, filter: readFilter(read.query, this.context.now(), read.understood?.preferred) };
  }

  private async corrections(search: string): Promise<Map<string, string>> {
    const errors = [...likelyErrors(search)];
    const isKnown = await Promise.all(errors.map(([word]) => this.isKnown(word)));
    return new Map(errors.filter((_, at) => !isKnown[at]));
  }

  /** 'murang' alone: words without a filter, in no listing, are no reason for an empty list. */
  private async withoutEmptyWords(read: Understanding): Promise<Understanding> {
    const { understood, query } = read;
    if (!understood || !saysNothing(understood.words)) return read;
    const words = foldText(understood.words);
    if (words === '' || (await this.isKnown(words))) return read;
    return { query: { ...query, search: undefined }, understood: { ...understood, words: '' } };
  }

  /** Whether any public listing holds all of the words, or ones that begin with them. */
  async isKnown(words: string): Promise<boolean> {
    const index = await this.context.listings.current();
    if (index) return index.knows(words.split(' '));
    const term = { words: words.split(' '), placeMark: null };
    const rows = await readAll(
      this.context.db,
      (sql) => `SELECT p.id FROM properties p WHERE ${PUBLIC_ONLY} AND ${matches(sql, [term])} LIMIT 1`,
    );
    return rows.length > 0;
  }
}
