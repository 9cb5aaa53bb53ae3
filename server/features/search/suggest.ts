import type { Database, Dialect } from '#server/db/connection.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import { type RawRow, readAll, toNumber } from '#server/db/sql.ts';
import { countedReviews, readAgentNames } from '#server/features/agents/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { AnswerCache, ListingTotals } from '#server/features/properties/list/caches.ts';
import { SearchReader } from '#server/features/properties/list/searchReader.ts';
import { fullTextExpression } from '#server/features/properties/list/query.ts';
import {
  inTitle,
  parseUnknownLocation,
  type SearchTerm,
} from '#server/features/properties/list/searchText.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import type { Service } from '#server/http/routing.ts';
import {
  type ListingType,
  type PropertyType,
  propertyFilterQuery,
  propertyTypes,
} from '#shared/contracts/properties.ts';
import { MAX_SUGGESTIONS, type Suggestion, type suggestCalls } from '#shared/contracts/search.ts';
import { foldText } from '#shared/gazetteer/names.ts';
import type { Station } from '#shared/gazetteer/stations.ts';
import type { Street } from '#shared/gazetteer/streets.ts';
import { propertyTypeHeading } from '#shared/labels.ts';
import { english } from '#shared/messages.ts';
import { findPlace, type Place, placeBySlug, shortNameOf } from '#shared/places.ts';
import { OfferedCounts, type OfferedListings } from './suggestCounts.ts';
import {
  type Fit,
  type Found,
  findAreas,
  fitOf,
  NameIndex,
  type Reading,
  readSearch,
  stationIndex,
  streetIndex,
} from './suggestNames.ts';

/** What might be suggested; how many it has is counted once it is likely enough. */
interface Candidate extends Omit<Suggestion, 'count'> {
  score: number;
  count: number | null;
}

interface AgentName {
  id: number;
  name: string;
}

const AGENTS_FRESH_MS = 2_000;
const AGENTS_USABLE_MS = 5_000;

/** What is being typed, completed: everything that is read at a keystroke is kept, found in an index or bounded. */
export const suggestService = (context: ServerContext): Service<typeof suggestCalls> => {
  const { db, bus, metrics } = context;
  const offered = new OfferedCounts(db);
  const totals = new ListingTotals(db);
  const searches = new SearchReader(context);
  const answers = new AnswerCache();
  const agents = new SharedCache<NameIndex<AgentName>>({
    freshMs: AGENTS_FRESH_MS,
    usableMs: AGENTS_USABLE_MS,
    maxSize: 1_000,
    sizeOf: () => 1,
  });
  metrics.watchCache('suggestion_totals', totals.counts);
  metrics.watchCache('suggestion_answers', answers.counts);
  const dropCounts = () => {
    offered.outdate();
    searches.clear();
    totals.clear();
    answers.clear();
  };
  const dropAll = () => {
    agents.clear();
    dropCounts();
  };
  bus.subscribe('listingChanged', dropCounts);
  bus.subscribe('accountChanged', dropAll);
  bus.subscribe('eventsMissed', dropAll);

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
    return found.map(({ item: { id, name }, fit }) => ({
      kind: 'agent',
      text: name,
      url: `/agents/${id}`,
      count: counts.get(id) ?? 0,
      score: scoreOf('agent', fit),
    }));
  }

  /** Of the list that the address opens, as the list call itself counts. */
  async function countOf(url: string): Promise<number> {
    const query = Object.fromEntries(new URL(url, 'http://list').searchParams);
    const { filter } = await searches.read(propertyFilterQuery.parse(query));
    return filter ? (await totals.ofList(filter)).total : 0;
  }

  async function suggest(typed: string): Promise<Suggestion[]> {
    const words = foldText(typed).split(' ').filter(Boolean);
    if (words.length === 0) return [];
    const areas = findAreas(words);
    const reading = readSearch(words);
    const readingAreas = reading ? findAreas(reading.rest) : [];
    const isUnderstood =
      areas.some(({ item, fit }) => fit === 'is' && item.kind !== 'district') ||
      (reading !== null && (reading.rest.length === 0 || readingAreas.length > 0));
    const isTelling = Math.max(...words.map((word) => word.length)) >= MIN_LETTERS;
    const [listings, agentsFound, byId, named] = await Promise.all([
      offered.current(),
      findAgents(words),
      readById(db, typed),
      isTelling && !isUnderstood ? readNamed(db, words) : NOTHING_NAMED,
    ]);
    const candidates = [
      ...byId.map((row) => suggestListing(row, 'is')),
      ...suggestAreas(listings, areas),
      ...(reading ? suggestReading(listings, reading, readingAreas) : suggestOffers(listings, areas)),
      ...streetIndex.find(words).map(suggestStreet),
      ...stationIndex.find(words).map(suggestStation),
      ...agentsFound,
      ...suggestBuildings([...named.byTitle, ...named.byAddress], words),
      ...named.byTitle.map((row) => suggestListing(row, fitOf(foldText(row.title), words))),
    ];
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
      .map(({ kind, text, url, count }) => ({ kind, text, url, count }));
  }

  return {
    suggest: ({ query: { q } }) => answers.get(q, async () => ({ suggestions: await suggest(q) })),
  };
};

const fitScore: Record<Fit, number> = { is: 100, begins: 80, words: 60, near: 40 };
/** Of what fits equally well, an area is meant more often than a street. */
const kindScore: Record<Suggestion['kind'], number> = {
  area: 14,
  building: 10,
  search: 8,
  station: 6,
  street: 6,
  agent: 4,
  listing: 0,
};
/** At most so many of a kind; of what else there is only when nothing else fits. */
const MOST: Record<Suggestion['kind'], number> = {
  area: 5,
  building: 3,
  search: 5,
  station: 3,
  street: 3,
  agent: 3,
  listing: 3,
};

/** @param count a place with ten times the listings is likelier meant, but never before one that fits better. */
function scoreOf(kind: Suggestion['kind'], fit: Fit, count = 0): number {
  return fitScore[fit] + kindScore[kind] + Math.min(5, Math.log10(count + 1));
}

function byScore(one: Candidate, other: Candidate): number {
  return other.score - one.score;
}

/** The likeliest of each kind. What is known to be empty makes room for what is not, and for what was not counted yet. */
function pickLikely(candidates: readonly Candidate[]): Candidate[] {
  const isEmpty = ({ count }: Candidate) => (count === 0 ? 1 : 0);
  const sorted = candidates.toSorted((one, other) => isEmpty(one) - isEmpty(other) || byScore(one, other));
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

/** What can still be had, as the screen of the list asks by itself. */
function listUrl(filters: Record<string, string | null>): string {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return `/properties?${new URLSearchParams([...set, ['status', 'available']])}`;
}

/** 'Bonifacio Global City (BGC), Taguig', 'Makati', 'Antipolo, Rizal' */
function areaText(place: Place): string {
  const { name, shortName, kind, city, province } = place;
  const isNeighbour = kind === 'city' && province !== placeBySlug('metro-manila')?.name;
  const around = kind === 'district' ? placeBySlug(city)?.name : isNeighbour ? province : undefined;
  const whole = shortName && !name.startsWith(shortName) ? `${name} (${shortName})` : name;
  return around ? `${whole}, ${around}` : whole;
}

function suggestAreas(listings: OfferedListings, areas: readonly Found<Place>[]): Candidate[] {
  return areas.map(({ item, fit }) => {
    const count = listings.count({ place: item, types: null, listingType: null });
    return {
      kind: 'area',
      text: areaText(item),
      url: listUrl({ location: shortNameOf(item) }),
      count,
      score: scoreOf('area', fit, count),
    };
  });
}

interface Search {
  type: PropertyType | null;
  listingType: ListingType | null;
  place: Place | null;
}

/** 'Condominiums for rent in Makati' */
function searchText({ type, listingType, place }: Search): string {
  const homes = type ? english(propertyTypeHeading[type]) : english('Properties');
  const offer = listingType ?? 'any';
  return place
    ? english(
        '{offer, select, sale {{homes} for sale in {location}} rent {{homes} for rent in {location}} lease {{homes} for lease in {location}} other {{homes} in {location}}}',
        { offer, homes, location: shortNameOf(place) },
      )
    : english(
        '{offer, select, sale {{homes} for sale} rent {{homes} for rent} lease {{homes} for lease} other {{homes}}}',
        { offer, homes },
      );
}

function suggestSearch(listings: OfferedListings, search: Search, fit: Fit, bonus = 0): Candidate {
  const { type, listingType, place } = search;
  // 'office' is the Commercial category and means both.
  const types = type && (type === 'office' ? (['office', 'commercial'] as const) : [type]);
  const count = listings.count({ place, types, listingType });
  return {
    kind: 'search',
    text: searchText(search),
    url: listUrl({ type, listing_type: listingType, location: place && shortNameOf(place) }),
    count,
    score: scoreOf('search', fit, count) + bonus,
  };
}

const offers: readonly ListingType[] = ['sale', 'rent'];
/** Two of one place beside its own suggestion. */
const OFFERS_OF_AREA = 2;
/** Beside the one that says what was typed and no more. */
const EXACTLY = 20;

/** What there is most of in the place that is most likely meant: 'Condominiums for rent in Makati'. */
function suggestOffers(listings: OfferedListings, areas: readonly Found<Place>[]): Candidate[] {
  const [best] = suggestable(listings, areas);
  if (!best || best.fit === 'near') return [];
  return propertyTypes
    .flatMap((type) => offers.map((listingType) => ({ type, listingType, place: best.item })))
    .map((search) => suggestSearch(listings, search, best.fit, -EXACTLY))
    .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
    .slice(0, OFFERS_OF_AREA);
}

function suggestReading(
  listings: OfferedListings,
  { type, listingType, rest }: Reading,
  areas: readonly Found<Place>[],
): Candidate[] {
  const further = listingType ? [] : offers;
  if (rest.length === 0) {
    const cities = suggestable(
      listings,
      MAIN_CITIES.map((item) => ({ item, fit: 'words' as const })),
    );
    return [
      suggestSearch(listings, { type, listingType, place: null }, 'is', EXACTLY),
      ...further.map((offer) => suggestSearch(listings, { type, listingType: offer, place: null }, 'begins')),
      ...cities.map(({ item }) => suggestSearch(listings, { type, listingType, place: item }, 'words')),
    ];
  }
  return suggestable(listings, areas).flatMap(({ item, fit }, at) => [
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
function suggestable(listings: OfferedListings, areas: readonly Found<Place>[]): Found<Place>[] {
  return areas
    .map((found) => ({
      ...found,
      count: listings.count({ place: found.item, types: null, listingType: null }),
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => scoreOf('area', other.fit, other.count) - scoreOf('area', one.fit, one.count))
    .slice(0, AREAS_COMPLETED);
}

function suggestStreet({ item: { name, cities, words = name }, fit }: Found<Street>): Candidate {
  const [city = ''] = cities;
  // A street through half the metropolis is not one city's.
  const around = cities.length <= 2 ? placeBySlug(city)?.name : undefined;
  return {
    kind: 'street',
    text: around ? `${name}, ${around}` : name,
    url: listUrl({ search: words, exact: '1' }),
    count: null,
    score: scoreOf('street', fit),
  };
}

/** About a kilometre to each side, in degrees. */
const AROUND_LAT = 0.009;
const AROUND_LNG = 0.0093;

function suggestStation({ item: { name, line, lat, lng }, fit }: Found<Station>): Candidate {
  const sides = [lng - AROUND_LNG, lat - AROUND_LAT, lng + AROUND_LNG, lat + AROUND_LAT];
  return {
    kind: 'station',
    text: english('{name} Station ({line})', { name, line }),
    url: listUrl({ bbox: sides.map((side) => side.toFixed(4)).join() }),
    count: null,
    score: scoreOf('station', fit),
  };
}

interface NamedListing {
  id: number;
  title: string;
  address: string;
}

function suggestListing({ id, title }: NamedListing, fit: Fit): Candidate {
  return { kind: 'listing', text: title, url: `/properties/${id}`, count: 1, score: scoreOf('listing', fit) };
}

/** Shorter words begin too many others to say which listing is meant. */
const MIN_LETTERS = 3;
/** So many listings are looked through for the name of a building. */
const MOST_READ = 40;
const NOTHING_NAMED: { byTitle: NamedListing[]; byAddress: NamedListing[] } = { byTitle: [], byAddress: [] };

/** Available public listings whose titles, or whose addresses, have all the words. */
async function readNamed(db: Database, words: readonly string[]): Promise<typeof NOTHING_NAMED> {
  const inTitles = words.map((word) => inTitle({ words: [word], placeMark: null }));
  const inAddresses = parseUnknownLocation(words.join(' '));
  const [byTitle, byAddress] = await Promise.all(
    [inTitles, inAddresses].map((terms) => readMatching(db, terms)),
  );
  return { byTitle: byTitle ?? [], byAddress: byAddress ?? [] };
}

/** Reading ends with so many: matches are taken as the index hands them out. */
function readMatching(db: Database, terms: readonly SearchTerm[]): Promise<NamedListing[]> {
  return db.readRows<NamedListing>(selectMatching[db.dialect], [fullTextExpression(db.dialect, terms)]);
}

const IS_OFFERED = `${PUBLIC_ONLY} AND p.status = 'available'`;
const selectMatching: Record<Dialect, string> = {
  sqlite: `SELECT p.id, p.title, p.address FROM properties_search CROSS JOIN properties p ON p.id = properties_search.rowid
    WHERE properties_search MATCH $1 AND ${IS_OFFERED} LIMIT ${MOST_READ}`,
  postgres: `SELECT p.id, p.title, p.address FROM properties p
    WHERE p.search_vector @@ $1::tsquery AND ${IS_OFFERED} LIMIT ${MOST_READ}`,
};

const MAX_ID = 2_147_483_647;

/** '#1024' or '1024' */
async function readById(db: Database, typed: string): Promise<NamedListing[]> {
  const id = Number(/^\s*#?\s*(\d{1,10})\s*$/.exec(typed)?.[1]);
  if (!(id >= 1 && id <= MAX_ID)) return [];
  return db.readRows<NamedListing>(
    `SELECT p.id, p.title, p.address FROM properties p WHERE p.id = $1 AND ${PUBLIC_ONLY}`,
    [id],
  );
}

type AgentCount = RawRow<{ agent_id: number }> & { total: number | string };

/** Public ones, by agent. */
async function countListingsOf(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await readAll<AgentCount>(
    db,
    (sql) => `SELECT p.agent_id, COUNT(*) AS total FROM properties p
      WHERE p.agent_id IN (${ids.map((id) => sql.bind(id)).join(', ')}) AND ${PUBLIC_ONLY} GROUP BY p.agent_id`,
  );
  return new Map(rows.map(({ agent_id, total }) => [agent_id, toNumber(total)]));
}

/** Names that stand in what the listings say: buildings have no column of their own. */
function suggestBuildings(rows: readonly NamedListing[], words: readonly string[]): Candidate[] {
  const names = new Map<string, { name: string; fit: Fit }>();
  for (const { title, address } of rows)
    for (const name of [...buildingNames(title), ...buildingNames(address)]) {
      const folded = foldText(name);
      const fit = fitOf(folded.replace(/^the /, ''), words);
      if (fit !== 'near' && !names.has(folded)) names.set(folded, { name, fit });
    }
  return [...names.values()].map(({ name, fit }) => ({
    kind: 'building',
    text: name,
    url: listUrl({ search: name, exact: '1' }),
    count: null,
    score: scoreOf('building', fit),
  }));
}

const BUILDING_WORDS = new Set(
  `building center centre condominium condominiums condotel corporate court gardens hotel lofts mansion parksuites place
  plaza regency residence residences residenza square suites terraces tower towers`.split(/\s+/),
);
const SMALL_WORDS = new Set(['at', 'by', 'de', 'of', 'on', 'the', 'and']);

/**
 * '2BR at The Salamanca at Legazpi, Legazpi Village' names 'The Salamanca at Legazpi': what follows an 'at', or stands by
 * itself between commas, is written as a name and has a word that buildings are called by.
 */
function buildingNames(text: string): string[] {
  return text.split(/[,:;|–—()]+/).flatMap((part) => {
    const [, named] = /^.*?\b(?:at|in)\s+(.+)$/.exec(part) ?? [];
    const name = (named ?? part).trim();
    return isBuilding(name, named !== undefined) ? [name] : [];
  });
}

function isBuilding(name: string, isIntroduced: boolean): boolean {
  const words = name.split(/\s+/);
  const folded = foldText(name).split(' ');
  const isWritten = words.every((word) => /^\p{Lu}/u.test(word) || SMALL_WORDS.has(word));
  const isCalled = folded.some((word) => BUILDING_WORDS.has(word)) || (isIntroduced && words[0] === 'The');
  return words.length > 1 && words.length <= 6 && isWritten && isCalled && !findPlace(name);
}
