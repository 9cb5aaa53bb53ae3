import { isAmong, readAll } from '#server/db/sql.ts';
import type { PropertyFilterQuery, SpokenFilters, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { type ListingType, listingTypes, mediaOf } from '#shared/listing/vocabulary.ts';
import { findPlace, foldText } from '#shared/places.ts';
import { PUBLIC_ONLY } from '../policy.ts';
import { buildingIdMeant } from '../writes/buildings.ts';
import { matches } from './conditions.ts';
import { type ListingFilter, type NamingQuery, readFilter } from './filter.ts';
import type { ListingReads } from './liveListings.ts';
import { HOME_WORDS, TALK } from './searchLanguage.ts';
import { Meaning, NOTHING_OUTRIGHT, type Outright } from './searchMeaning.ts';
import { likelyErrors } from './searchMending.ts';
import { type NamedRun, namedRuns, readNames, spellingsOf } from './searchNames.ts';
import { TEXT_WORDS } from './searchPhrases.ts';
import { type Names, nameAt, parseSearch, parseTitleWords } from './searchText.ts';
import { sentenceTokens, type Token } from './searchTokens.ts';

export { likelyErrors } from './searchMending.ts';

interface Understanding {
  /** The same search with explicit filters; it finds the same. */
  query: NamingQuery;
  /** Undefined without a search, and for a search word by word. */
  understood?: UnderstoodSearch;
}

/** The answers of listings and names about a sentence. */
interface Answers {
  /** Readings of words in no listing. */
  corrections: ReadonlyMap<string, string>;
  isKnown(words: string): boolean;
  /** Runs of tokens that name something; all of them together. */
  names: readonly { start: number; end: number }[] | 'all';
}

/** Without listings the words that listings are written with are known. */
const WITHOUT_LISTINGS: Omit<Answers, 'corrections'> = {
  isKnown: (words) => words.includes(' ') || HOME_WORDS.has(words) || TEXT_WORDS.has(words),
  names: [],
};

/** The meaning of a sentence, without a look at any listing. */
export function readSentence(
  text: string,
  corrections: ReadonlyMap<string, string> = likelyErrors(text),
): UnderstoodSearch {
  return understand(text, { ...WITHOUT_LISTINGS, corrections });
}

/** 'property id 298', '#298', a pasted link: that listing alone. */
const LISTING_NUMBER =
  /^\W*(?:(?:the|looking|for|hi|hello|po|hanap|is|ask|about|interested|in|yung|ang)\W+)*(?:(?:(?:property|listing|unit|ref|reference|code|item)\s*)?(?:(?:id|no|num|number|code)\b\s*)|(?:property|listing)\s*)[.:#\s]*(\d{1,10})(?:\W+(?:is|still|available|avail|pa|po|ba|please|pls|na|this|thanks?|you))*\W*$|^\s*#\s*(\d{1,10})\s*$/i;
const LISTING_LINK = /\/properties\/(\d{1,10})(?![\d/])/;

function listingNumber(text: string): string | undefined {
  const [, byNumber, bySign] = LISTING_NUMBER.exec(text) ?? [];
  return LISTING_LINK.exec(text)?.[1] ?? byNumber ?? bySign;
}

function understand(
  typed: string,
  { corrections, isKnown, names }: Answers,
  outright: Outright = NOTHING_OUTRIGHT,
): UnderstoodSearch {
  const number = listingNumber(typed);
  if (number) return { filters: {}, words: `#${number}`, corrections: [], left_out: [], parts: [] };
  const tokens = sentenceTokens(typed, corrections);
  const named = names === 'all' ? [{ start: 0, end: tokens.length }] : names;
  const read = new Meaning(typed, tokens, named, outright).read(isKnown);
  return { ...read, corrections: correctedWords(typed, corrections) };
}

function correctedWords(typed: string, corrections: ReadonlyMap<string, string>): { from: string; to: string }[] {
  if (corrections.size === 0) return [];
  const words = new Set(sentenceTokens(typed).map(({ text }) => text));
  return [...words].flatMap((from) => {
    const to = corrections.get(from);
    return to === undefined ? [] : [{ from, to }];
  });
}

const rooms = ['bedrooms', 'beds_exact', 'max_bedrooms'] as const;

/** The filters that the query says outright. */
function outrightOf(query: PropertyFilterQuery): Outright {
  const isOffer = (type: string): type is ListingType => listingTypes.some((known) => known === type);
  const hasOfferAsType = query.type?.some(isOffer) ?? false;
  const [place, ...others] = query.location ?? [];
  return {
    has: (name) => {
      if (name === 'listing_type' && hasOfferAsType) return true;
      if (rooms.some((room) => room === name)) return rooms.some((room) => query[room] !== undefined);
      // A bound in the words that the query's own one leaves no room for is none: see withoutContradictions.
      return name !== 'features' && query[name] !== undefined;
    },
    hasOfferAsType,
    place: place !== undefined && others.length === 0 ? findPlace(place) : undefined,
  };
}

/** A bound in the words that the query's own one leaves no room for. */
function withoutContradictions(understood: UnderstoodSearch, query: PropertyFilterQuery): UnderstoodSearch {
  const filters = { ...understood.filters };
  for (const [low, high] of [
    ['min_price', 'max_price'],
    ['min_area', 'max_area'],
  ] as const) {
    const [least, most] = [filters[low] ?? query[low], filters[high] ?? query[high]];
    if (least === undefined || most === undefined || least <= most) continue;
    delete filters[low];
    delete filters[high];
  }
  return { ...understood, filters };
}

const asList = <Value>(value: Value | Value[] | undefined): Value[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value];

/** The query with the filters that were read. */
function asked(query: PropertyFilterQuery, { filters, words }: UnderstoodSearch): PropertyFilterQuery {
  const { type, location, media, features: _features, ...others }: SpokenFilters = filters;
  return {
    ...query,
    ...others,
    type: asList(type) ?? query.type,
    location: asList(location) ?? query.location,
    media: media === undefined ? query.media : mediaOf(media),
    search: words || undefined,
    exact: true,
  };
}

/** Reads filters out of a search; explicit ones win. @param corrections readings of words in no listing */
export function understandQuery(
  query: PropertyFilterQuery,
  corrections: ReadonlyMap<string, string> = new Map(),
  answers: Omit<Answers, 'corrections'> = WITHOUT_LISTINGS,
): Understanding {
  if (!query.search || query.exact) return { query };
  const read = understand(query.search, { ...answers, corrections }, outrightOf(query));
  const understood = withoutContradictions(read, query);
  return { query: asked(query, understood), understood };
}

/** Words of a search that the listings are asked about; the rest of an endless one is left out. */
const MOST_ASKED = 40;
/** Shorter titles are read as searches. */
const SHORTEST_TITLE = 3;
const TITLES_READ = { offset: 0, limit: 20 };
const RESULTS_READ = { offset: 0, limit: 1_000 };
const NO_CORRECTIONS: ReadonlyMap<string, string> = new Map();
const AS_A_NAME: Omit<Answers, 'corrections'> = { isKnown: () => true, names: 'all' };

/** Words without a filter of their own. */
const isTalk = (words: string) => words.split(' ').every((word) => TALK.has(word));

function isOneOf(names: Names, words: string): boolean {
  const typed = words.split(' ');
  return nameAt(typed, 0, names)?.length === typed.length;
}

/** Whether a name is more than filters: whoever is called 'Condo Makati' is not found by these words. */
function saysMore(name: string): boolean {
  const { words, left_out } = new Meaning(name, sentenceTokens(name)).read(() => false);
  return words !== '' || left_out.length > 0;
}

/** The one way from a query to its filter: lists, map, counts and saved searches read searches alike. */
export class SearchReader {
  constructor(private readonly context: ListingReads) {}

  /** `filter` is null when no listing can match. */
  async read(query: PropertyFilterQuery): Promise<Understanding & { filter: ListingFilter | null }> {
    const { building } = query;
    const meant =
      building === undefined ? query : { ...query, building: await buildingIdMeant(this.context.db, building) };
    const read = await this.understood(meant);
    const filter = readFilter(read.query, this.context.now(), read.understood?.preferred);
    const title = await this.readAsTitle(meant, filter);
    return title ? { ...title, filter: readFilter(title.query, this.context.now()) } : { ...read, filter };
  }

  /** A search that is the very title of a listing which the reading does not find: 'Pets Welcome: 2BR on 5th Street'. */
  private async readAsTitle(
    query: PropertyFilterQuery,
    filter: ListingFilter | null,
  ): Promise<Understanding | undefined> {
    const { search } = query;
    const { db, listings, now } = this.context;
    const index = search && !query.exact ? await listings.current() : null;
    const words = foldText(search ?? '').split(' ');
    const everything = index && words.length > SHORTEST_TITLE && !filter?.licensed ? readFilter({}, now()) : null;
    if (!index || !everything || !search) return undefined;
    const terms = parseTitleWords(search);
    const alike = index.page(index.find({ ...everything, search: { terms, id: null } }), 'id', TITLES_READ);
    if (alike.length === 0) return undefined;
    const found = new Set(filter ? index.page(index.find(filter), 'id', RESULTS_READ) : []);
    const missed = alike.filter((id) => !found.has(id));
    if (missed.length === 0 || found.size === RESULTS_READ.limit) return undefined;
    const rows = await readAll<{ title: string }>(
      db,
      (sql) => `SELECT p.title FROM properties p WHERE ${isAmong(sql, 'p.id', missed)} AND ${PUBLIC_ONLY}`,
    );
    const isTitle = rows.some(({ title }) => foldText(title) === words.join(' '));
    return isTitle ? understandQuery(query, NO_CORRECTIONS, AS_A_NAME) : undefined;
  }

  private async understood(query: PropertyFilterQuery): Promise<Understanding> {
    const { search } = query;
    if (!search) return { query };
    if (query.exact) return { query: { ...query, names: (await this.namesIn(sentenceTokens(search))).names } };
    if (listingNumber(search)) return understandQuery(query);
    const corrections = await this.corrections(search);
    const tokens = sentenceTokens(search, corrections);
    const { runs, names } = await this.namesIn(tokens);
    const meaning = new Meaning(search, tokens, runs, outrightOf(query));
    const known = new Set<string>();
    await Promise.all(
      meaning.questions.slice(0, MOST_ASKED).map(async (words) => {
        if (isOneOf(names, words) || (await this.isKnown(words))) known.add(words);
      }),
    );
    const read = meaning.read((words) => known.has(words));
    const understood = withoutContradictions({ ...read, corrections: correctedWords(search, corrections) }, query);
    return this.withoutEmptyWords({ query: { ...asked(query, understood), names }, understood });
  }

  private async corrections(search: string): Promise<Map<string, string>> {
    const errors = [...likelyErrors(search)];
    // Of a word that is only begun the listings hold the rest.
    const isKnown = await Promise.all(
      errors.map(([word, meant]) => !meant.startsWith(word) && this.isKnown(word)),
    );
    return new Map(errors.filter((_, at) => !isKnown[at]));
  }

  /** Runs of words that name a building or an agent, and the homes of those names. */
  private async namesIn(tokens: readonly Token[]): Promise<{ runs: NamedRun[]; names: Names }> {
    if (tokens.filter(({ isMark }) => !isMark).length < 2) return { runs: [], names: new Map() };
    const all = await readNames(this.context);
    const isName = (name: string) =>
      all.get(name)?.some(({ column }) => column === 'building_id') || saysMore(name);
    const runs = namedRuns(tokens, all).filter(({ name }) => isName(name));
    const known = runs.flatMap(({ name }) => spellingsOf(name).map((own) => [own, all.get(name) ?? []] as const));
    return { runs, names: new Map(known) };
  }

  /** 'murang' alone: words without a filter, in no listing, are no reason for an empty list. */
  private async withoutEmptyWords(read: Understanding): Promise<Understanding> {
    const { understood, query } = read;
    if (!understood || understood.words === '' || !isTalk(understood.words)) return read;
    if (await this.isKnown(understood.words)) return read;
    return { query: { ...query, search: undefined }, understood: { ...understood, words: '' } };
  }

  /** Whether any public listing holds all of the words, or ones that begin with them. */
  async isKnown(words: string): Promise<boolean> {
    const { terms } = parseSearch(words);
    if (terms.length === 0) return false;
    const index = await this.context.listings.current();
    if (index) return index.knows(terms);
    const rows = await readAll(
      this.context.db,
      (sql) => `SELECT p.id FROM properties p WHERE ${PUBLIC_ONLY} AND ${matches(sql, terms)} LIMIT 1`,
    );
    return rows.length > 0;
  }
}
