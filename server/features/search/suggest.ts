import { SharedCache } from '#server/db/sharedCache.ts';
import { countedReviews, readAgentNames } from '#server/features/agents/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { AnswerCache } from '#server/features/properties/list/answers.ts';
import { findListings } from '#server/features/properties/list/findListings.ts';
import { listingReads } from '#server/features/properties/list/liveListings.ts';
import type { UnderstoodFilters } from '#server/features/properties/list/searchLanguage.ts';
import { locationText } from '#server/features/properties/list/searchParser.ts';
import { SearchReader } from '#server/features/properties/list/searchReader.ts';
import { readFilteredList, titleOfList } from '#server/features/site/filteredList.ts';
import type { Service } from '#server/http/routing.ts';
import { say, type Translate, translator } from '#server/languages.ts';
import { MAX_SUGGESTIONS, type Suggestion, type suggestCalls } from '#shared/contracts/search.ts';
import { addressWords, foldText, tellingWords } from '#shared/gazetteer/names.ts';
import { findPlace } from '#shared/places.ts';
import {
  type AgentName,
  byScore,
  type Candidate,
  EXACTLY,
  listUrl,
  MOST,
  pickLikely,
  scoreOf,
  suggestAgent,
  suggestAreas,
  suggestable,
  suggestBuilding,
  suggestKnownBuildings,
  suggestKnownPlace,
  suggestListing,
  suggestOffers,
  suggestReading,
  suggestStreet,
} from './suggestCandidates.ts';
import {
  countListingsOf,
  findBuildings,
  NOTHING_NAMED,
  type OfferedListings,
  readById,
  readKnownBuildings,
  readNamed,
  readOffered,
} from './suggestListings.ts';
import { findAreas, knownPlaceIndex, NameIndex, readSearch, streetIndex } from './suggestNames.ts';

const AGENTS_FRESH_MS = 2_000;
const AGENTS_USABLE_MS = 5_000;

/** Shorter words begin too many others to identify a listing. */
const MIN_LETTERS = 3;

/** Completes the typed text: everything that is read at a keystroke is cached, indexed or bounded. */
export const suggestService = (context: ServerContext): Service<typeof suggestCalls> => {
  const { db, bus, metrics } = context;
  const reads = listingReads(context);
  const searches = new SearchReader(reads);
  const answers = new AnswerCache(reads.listings);
  const agents = new SharedCache<NameIndex<AgentName>>({
    freshMs: AGENTS_FRESH_MS,
    usableMs: AGENTS_USABLE_MS,
    maxSize: 1_000,
    sizeOf: () => 1,
  });
  metrics.watchCache('suggestion_answers', answers.counts);
  const forgetAgents = () => {
    agents.clear();
    answers.clear();
  };
  bus.subscribe('accountChanged', forgetAgents);
  bus.subscribe('eventsMissed', forgetAgents);

  async function findAgents(words: readonly string[]): Promise<Candidate[]> {
    const counted = countedReviews(context);
    const index = await agents.get(counted, async () => {
      const rows = await readAgentNames(db, counted);
      return new NameIndex<AgentName>(rows, ({ name }) => [foldText(name)]);
    });
    const found = index.find(words).slice(0, MOST.agent);
    const agentIds = found.map(({ item }) => item.id);
    const counts = await countListingsOf(db, agentIds);
    return found.map((agent) => suggestAgent(agent, counts.get(agent.item.id) ?? 0));
  }

  /** The count of the list that the address opens, as the list call itself counts. */
  async function countOf(url: string): Promise<number> {
    const { filter } = await searches.read(queryOf(url));
    return (await findListings(reads, filter, { limit: 0 })).total;
  }

  async function suggest(typed: string, language: string): Promise<Suggestion[]> {
    // '#1024' is a listing's number and nothing else.
    const isNumber = /^\s*#/.test(typed);
    const words = isNumber ? [] : tellingWords(addressWords(typed));
    if (words.length === 0 && !isNumber) return [];
    const areas = findAreas(words);
    const reading = readSearch(words);
    const readingAreas = reading ? findAreas(reading.rest) : [];
    const isUnderstood =
      areas.some(({ item, fit }) => fit === 'is' && item.kind !== 'district') ||
      (reading !== null && (reading.rest.length === 0 || readingAreas.length > 0));
    const isTelling = Math.max(...words.map((word) => word.length)) >= MIN_LETTERS;
    const [listings, agentsFound, byId, named, known] = await Promise.all([
      readOffered(reads),
      findAgents(words),
      readById(db, typed),
      isTelling && !isUnderstood ? readNamed(reads, words) : NOTHING_NAMED,
      isTelling && !isUnderstood ? readKnownBuildings(db, words) : [],
    ]);
    const candidates = [
      ...byId.map((row) => suggestListing(row, 'is')),
      ...suggestAreas(listings, areas),
      ...(reading ? suggestReading(listings, reading, readingAreas) : suggestOffers(listings, areas)),
      ...streetIndex.find(words).map(suggestStreet),
      ...knownPlaceIndex.find(words).map(suggestKnownPlace),
      ...agentsFound,
      ...suggestKnownBuildings(known),
      ...findBuildings([...named.byTitle, ...named.byAddress], words, known).map(suggestBuilding),
      ...named.byTitle.map((row) => suggestListing(row, 'words')),
    ];
    const sentence = isNumber ? null : await readSentence(searches, listings, typed);
    if (sentence && (sentence.saysMore || candidates.length === 0)) {
      const whole = suggestSentence(sentence, translator(language));
      const count = await countOf(whole.url);
      if (count > 0) candidates.push({ ...whole, count });
    }
    const likely = pickLikely(candidates);
    const counted = await Promise.all(
      likely.map(async (candidate) => ({
        ...candidate,
        count: candidate.count ?? (await countOf(candidate.url)),
      })),
    );
    const some = counted.filter(({ count }) => count > 0);
    return (some.length > 0 ? some : counted)
      .sort(byScore)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ kind, text, url, count }) => ({ kind, text: say(language, text), url, count }));
  }

  return {
    suggest: ({ query: { q }, language }) =>
      answers.get(`${language} ${q}`, async () => ({ suggestions: await suggest(q, language) })),
  };
};

interface Sentence {
  filters: UnderstoodFilters;
  /** The words that stay text. */
  words: string;
  /** Its last word asks for something: it is complete. */
  isReadToEnd: boolean;
  /** Asks for more than a type, an offer and an area, or a known place, which are suggested by themselves. */
  saysMore: boolean;
}

/** A name has at most so many words. */
const MOST_OF_NAME = 3;
/** Fewer letters begin too much, and of a number more figures may come. */
const UNFINISHED = /^(?:\d+|\p{L}{1,2})$/u;

/** '2br condo bgc under 10m' by the reader of the list, its last words completed; null where it reads no filter. */
async function readSentence(searches: SearchReader, listings: OfferedListings, typed: string) {
  const parts = typed.split(/\s+/).filter(Boolean);
  const read = await readWords(searches, typed);
  const best = parts.length > 1 && !read.isReadToEnd ? await completed(searches, listings, parts, read) : read;
  return Object.keys(best.filters).length > 0 ? best : null;
}

async function readWords(searches: SearchReader, search: string): Promise<Sentence> {
  const { understood } = await searches.read({ search });
  const { filters = {}, words = search, parts = [] } = understood ?? {};
  const length = search.trimEnd().length;
  const isReadToEnd = parts.some((part) => part.end >= length && Object.keys(part.filters).length > 0);
  const { type, listing_type: offer, location, near, near_m: _metres, ...more } = filters;
  const isNearMore = near !== undefined && [type, offer, location].some((value) => value !== undefined);
  return { filters, words, isReadToEnd, saysMore: isNearMore || Object.keys(more).length > 0 };
}

/** In '2br condo mak' the incomplete part is the place, in 'studio under 2' the price. */
async function completed(
  searches: SearchReader,
  listings: OfferedListings,
  parts: readonly string[],
  read: Sentence,
): Promise<Sentence> {
  for (let length = Math.min(MOST_OF_NAME, parts.length - 1); length > 0; length--) {
    const begun = addressWords(parts.slice(-length).join(' '));
    const areas = findAreas(begun).filter(({ fit }) => fit === 'is' || fit === 'begins');
    const place = suggestable(listings, areas)[0]?.item;
    if (!place || begun.join('').length < 2) continue;
    const whole = await readWords(searches, [...parts.slice(0, -length), locationText(place)].join(' '));
    if ([whole.filters.location ?? []].flat().some((text) => findPlace(text) === place)) return whole;
  }
  return UNFINISHED.test(parts.at(-1) ?? '') ? readWords(searches, parts.slice(0, -1).join(' ')) : read;
}

function suggestSentence({ filters, words }: Sentence, t: Translate): Candidate {
  const further = Object.entries(filters).map(([name, value]) => [
    name,
    Array.isArray(value) ? value : String(value),
  ]);
  const typed = words === '' ? {} : { search: words, exact: '1' };
  const url = listUrl({
    type: null,
    location: null,
    listing_type: null,
    ...Object.fromEntries(further),
    ...typed,
  });
  const fit = words === '' ? 'is' : 'begins';
  // The list that it opens has the same title.
  const text = titleOfList(queryOf(url), { page: 1, isFound: true }, ({ id, values }) => t(id, values));
  return { kind: 'search', text, url, fit, count: null, score: scoreOf('search', fit) + EXACTLY };
}

const queryOf = (url: string) => readFilteredList(new URL(url, 'http://list').searchParams).query;
