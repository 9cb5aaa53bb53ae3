import { SharedCache } from '#server/db/sharedCache.ts';
import { countedReviews, readAgentNames } from '#server/features/agents/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { AnswerCache } from '#server/features/properties/list/answers.ts';
import { findListings } from '#server/features/properties/list/findListings.ts';
import { listingReads } from '#server/features/properties/list/liveListings.ts';
import { SearchReader } from '#server/features/properties/list/searchReader.ts';
import type { Service } from '#server/http/routing.ts';
import { say, translator } from '#server/languages.ts';
import { propertyFilterQuery } from '#shared/contracts/properties.ts';
import { MAX_SUGGESTIONS, type Suggestion, type suggestCalls } from '#shared/contracts/search.ts';
import { foldText } from '#shared/gazetteer/names.ts';
import {
  type AgentName,
  byScore,
  type Candidate,
  MOST,
  pickLikely,
  suggestAgent,
  suggestAreas,
  suggestBuilding,
  suggestKnownBuildings,
  suggestListing,
  suggestOffers,
  suggestReading,
  suggestStation,
  suggestStreet,
} from './suggestCandidates.ts';
import { readOffered } from './suggestCounts.ts';
import {
  countListingsOf,
  findBuildings,
  NOTHING_NAMED,
  readById,
  readKnownBuildings,
  readNamed,
} from './suggestListings.ts';
import { findAreas, NameIndex, readSearch, stationIndex, streetIndex } from './suggestNames.ts';
import { readSentence, suggestSentence } from './suggestSentence.ts';

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
    const counts = await countListingsOf(
      db,
      found.map(({ item }) => item.id),
    );
    return found.map((agent) => suggestAgent(agent, counts.get(agent.item.id) ?? 0));
  }

  /** The count of the list that the address opens, as the list call itself counts. */
  async function countOf(url: string): Promise<number> {
    const query = Object.fromEntries(new URL(url, 'http://list').searchParams);
    const { filter } = await searches.read(propertyFilterQuery.parse(query));
    return (await findListings(reads, filter, { limit: 0 })).total;
  }

  async function suggest(typed: string, language: string): Promise<Suggestion[]> {
    // '#1024' is a listing's number and nothing else.
    const isNumber = /^\s*#/.test(typed);
    const words = isNumber ? [] : foldText(typed).split(' ').filter(Boolean);
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
      ...stationIndex.find(words).map(suggestStation),
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
