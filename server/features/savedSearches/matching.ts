import { parse } from 'node:querystring';
import { setTimeout as wait } from 'node:timers/promises';
import { Op } from 'sequelize';
import type { PropertyModel, SavedSearchModel } from '#server/db/models.ts';
import { isAmong, lockedInOrder, pick, readAll, readKeys } from '#server/db/sql.ts';
import { licensedAgents } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { boundsOf, boundsOfCircles, circlesOf } from '#server/features/properties/list/conditions.ts';
import { type ListingFilter, readFilter, textTerms } from '#server/features/properties/list/filter.ts';
import { type IndexedRow, ListingIndex } from '#server/features/properties/list/listingIndex.ts';
import { listingReads } from '#server/features/properties/list/liveListings.ts';
import { SearchReader } from '#server/features/properties/list/searchReader.ts';
import type { SearchTerm } from '#server/features/properties/list/searchText.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import { describeIssue, faultOf } from '#server/http/request.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { propertyFilterQuery, propertyListQuery } from '#shared/contracts/properties.ts';
import type { PropertySort } from '#shared/listing/vocabulary.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { reachCircle } from '#shared/travelTime.ts';

/**
 * Finds the saved searches that match a listing. Each search is stored under one or a few keys: its place (or a cell of
 * the map, the beginning of a word, anywhere), with the offer and the type where it names them. The database excludes
 * searches under a key of the listing by price; the index of the list, filled with this one listing, decides the rest.
 */
/** Raised with every change of the results of `readFilter` or `keysOf`: earlier searches are read anew. */
const FILTER_VERSION = 4;

const keptNames = new Set([...Object.keys(propertyFilterQuery.shape), 'sort']);

/**
 * @param given as the list call has it, or the whole address of a list.
 * @returns the query as it is kept: filters and order. @throws {InvalidInputError} the list call would refuse it.
 */
export function checkQuery(given: string): string {
  const text = queryOf(given.trim());
  const parsed = propertyListQuery.safeParse(parse(text), { error: describeIssue });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const fault = issue ? faultOf(issue, 'query').message : msg('{field} is not valid', { field: 'query' });
    throw new InvalidInputError([{ path: 'query', message: fault }]);
  }
  if (Object.values(parse(text)).flat().join('\n').includes('\0'))
    throw new InvalidInputError([{ path: 'query', message: msg('Text must not contain the NUL character') }]);
  const kept = text.split('&').filter((pair) => {
    const [[name, value] = ['', '']] = Object.entries(parse(pair));
    return keptNames.has(name) && value !== '';
  });
  return kept.join('&');
}

/** '/properties?type=condo', '/fil/properties', 'https://homes.example/properties?…', '?type=condo' and 'type=condo'. */
const LIST_ADDRESS = /^(?:(?:https?:\/\/[^/?#]+)?(?:\/[a-z]{2,3})?\/properties\/?(?:\?|$)|\?)/i;

/** @throws {InvalidInputError} the text is neither the address of a list nor its query. */
function queryOf(given: string): string {
  const [address = ''] = given.split('#', 1);
  if (LIST_ADDRESS.test(address)) return address.replace(LIST_ADDRESS, '');
  const names = Object.keys(parse(address));
  const isQuery = address === '' || names.some((name) => Object.hasOwn(propertyListQuery.shape, name));
  if (isQuery && !/^[^=]*\//.test(address)) return address;
  const message = msg('Give the address of a list of properties, such as /properties?type=condo&location=Makati');
  throw new InvalidInputError([{ path: 'query', message }]);
}

/** The order that a saved query asks for; null: the list's own, the newest first. */
export const sortOf = (query: string): PropertySort | null =>
  propertyListQuery.shape.sort.safeParse(parse(query).sort).data ?? null;

/** The filters alone: another order is the same search. */
export const filtersOf = (query: string): string =>
  query
    .split('&')
    .filter((pair) => !pair.startsWith('sort='))
    .join('&');

type Context = Pick<ServerContext, 'bus' | 'db' | 'env' | 'log' | 'now'>;

/** Read as by the list, in no transaction: it may look up words. Null: no listing can match, or it is refused now. */
export async function readSaved(context: Context, query: string): Promise<ListingFilter | null> {
  return (await readSentence(context, query))?.filter ?? null;
}

/** The filter, and what was understood of the words. */
export async function readSentence(context: Context, query: string) {
  const parsed = propertyFilterQuery.safeParse(parse(query));
  return parsed.success ? new SearchReader(listingReads(context)).read(parsed.data) : undefined;
}

/** Width and height of a cell of the map, in degrees. A drawn area with too many cells is stored under none. */
const CELL_DEGREES = 0.05;
const MAX_CELLS = 100;
/** Words are looked up by so many letters. */
const WORD_START = 4;

const cellOf = (degrees: number) => Math.floor(degrees / CELL_DEGREES);
const cellKey = (latitude: number, longitude: number) => `cell:${latitude},${longitude}`;
const buildingKey = (id: number) => `building:${id}`;
const ANY = '*';

function keysOf(filter: ListingFilter): string[] {
  const { types, listing_type, building } = filter;
  if (building !== null) return [buildingKey(building)];
  const places = placeKeysOf(filter) ?? cellsOf(filter);
  const [term] = textTerms(filter);
  if (!places && term) {
    const id = filter.search?.id ?? null;
    return [...wordKeys(term), ...(id === null ? [] : [`id:${id}`])];
  }
  return (places ?? [ANY]).flatMap((where) =>
    where.startsWith(WORD) ? [where] : (types ?? [ANY]).map((type) => `${where}|${listing_type ?? ANY}|${type}`),
  );
}

const WORD = 'word:';

const wordKeys = ({ words, placeMark }: SearchTerm) => [
  `${WORD}${startOf(words[0] ?? '', WORD_START)}`,
  ...(placeMark === null ? [] : [`mark:${placeMark}`]),
];

/** One for each known place, and one for the first word of each other; null for a filter without places. */
function placeKeysOf({ places }: ListingFilter): string[] | null {
  if (!places) return null;
  return places.flatMap((trait) =>
    'words' in trait
      ? trait.words.slice(0, 1).flatMap(wordKeys)
      : trait.anyOf.map((slug) => `${trait.column}:${slug}`),
  );
}

const startOf = (word: string, letters: number) => [...word].slice(0, letters).join('');

/** @returns null for a filter without a part of the map, or with one that is too large. */
function cellsOf(filter: ListingFilter): string[] | null {
  const bounds = boundsOfFilter(filter);
  if (!bounds) return null;
  const [south, north] = [cellOf(bounds.south), cellOf(bounds.north)];
  const [west, east] = [cellOf(bounds.west), cellOf(bounds.east)];
  if ((north - south + 1) * (east - west + 1) > MAX_CELLS) return null;
  const keys: string[] = [];
  for (let latitude = south; latitude <= north; latitude += 1)
    for (let longitude = west; longitude <= east; longitude += 1) keys.push(cellKey(latitude, longitude));
  return keys;
}

/** One of the parts of the map that a listing has to lie in is enough for its key. */
function boundsOfFilter({ bbox, areas, near, reaches }: ListingFilter) {
  if (bbox) return bbox;
  const corners = areas?.flat() ?? [];
  if (corners.length > 0) return boundsOf(corners);
  if (near) return boundsOfCircles(circlesOf(near));
  const circles = (reaches ?? []).map(reachCircle).filter((circle) => circle !== null);
  return circles.toSorted((one, other) => one.radius - other.radius)[0]?.bounds ?? null;
}

/** All keys under which a search stands that holds this listing. */
function keysFor(listing: PropertyModel): string[] {
  const { id, type, listing_type, latitude, longitude, city_slug, district_slug, region_slug, building_id } =
    listing;
  const slugs = { city_slug, district_slug, region_slug };
  const places = Object.entries(slugs).flatMap(([column, slug]) => (slug ? [`${column}:${slug}`] : []));
  if (latitude !== null && longitude !== null) places.push(cellKey(cellOf(latitude), cellOf(longitude)));
  const located = [ANY, ...places].flatMap((where) =>
    [ANY, listing_type].flatMap((offer) => [ANY, type].map((kind) => `${where}|${offer}|${kind}`)),
  );
  const words = new Set<string>();
  for (const word of listing.search_text.split(' ')) {
    for (let letters = 1; letters <= WORD_START; letters += 1) words.add(`word:${startOf(word, letters)}`);
    words.add(`mark:${word}`);
  }
  const inBuilding = building_id === null ? [] : [buildingKey(building_id)];
  return [...located, ...words, `id:${id}`, ...inBuilding];
}

/** The fields of a filter that have a value: most are empty, and thousands of filters are read for a listing. */
type StoredFilter = Partial<ListingFilter>;

/** Asks for something that another day answers otherwise: it is read anew each time. */
const isOfToday = ({ listedSince, licensed }: StoredFilter) => Boolean(listedSince ?? licensed);

/**
 * Searches that are in force and hold this listing; never those of its own agent. In no transaction.
 * @param before the facts before a correction: without searches that held it then, at today's price and status.
 */
export async function findSearches(
  context: Context,
  listing: PropertyModel,
  before?: IndexedRow,
): Promise<number[]> {
  const fits = await holderOf(context, listing, before);
  const found: number[] = [];
  const readAnew: number[] = [];
  for (const [id, version, filter] of await readCandidates(context, listing)) {
    // Filters of an earlier version are named otherwise.
    if (version < FILTER_VERSION) readAnew.push(id);
    else if (isOfToday(filter)) {
      if (fits({ ...filter, listedSince: null, licensed: null })) readAnew.push(id);
    } else if (fits(filter)) found.push(id);
  }
  if (readAnew.length === 0) return found;
  const queries = await readAll<{ id: number; query: string }>(
    context.db,
    (sql) => `SELECT id, query FROM saved_searches WHERE ${isAmong(sql, 'id', readAnew)}`,
  );
  for (const { id, query } of queries) {
    const filter = await readSaved(context, query);
    if (filter && fits(filter)) found.push(id);
  }
  return found;
}

/** Whether a filter finds this listing, hidden or not, and did not find it before. */
async function holderOf({ db, now }: Context, listing: PropertyModel, before?: IndexedRow) {
  const licensed = await readKeys<number>(
    db,
    (sql) =>
      `SELECT u.id AS key FROM users u WHERE u.id = ${sql.bind(listing.agent_id)} AND u.id IN ${licensedAgents(sql.bind(manilaDay(now())))}`,
  );
  const options = { licensed: new Set(licensed) };
  const indexOf = (row: IndexedRow) => {
    const index = new ListingIndex();
    index.load([row]);
    return index;
  };
  const index = indexOf(listing.get());
  const former = before && indexOf({ ...before, ...pick(listing, 'price', 'status') });
  return (stored: StoredFilter) => {
    const filter = { ...noFilter, ...stored };
    return index.find(filter, options).size > 0 && !former?.find(filter, options).size;
  };
}

/** Found in the index alone, then read as one value: neither database reads rows that the result does not need. */
async function readCandidates({ db }: Context, listing: PropertyModel) {
  const ids = await readKeys<number>(db, (sql) => {
    const price = `CAST(${sql.bind(listing.price)} AS NUMERIC)`;
    return `SELECT DISTINCT k.search_id AS key FROM saved_search_keys k WHERE ${isAmong(sql, 'k.key', keysFor(listing))}
      AND (k.min_price IS NULL OR k.min_price <= ${price}) AND (k.max_price IS NULL OR k.max_price >= ${price})`;
  });
  if (ids.length === 0) return [];
  const [row] = await readAll<{ all: string | null }>(db, (sql) => {
    const one = "'[' || s.id || ',' || s.filter_version || ',' || s.filter || ']'";
    const all = sql.dialect === 'sqlite' ? `group_concat(${one}, ',')` : `string_agg(${one}, ',')`;
    return `SELECT ${all} AS "all" FROM saved_searches s
      WHERE ${isAmong(sql, 's.id', ids)} AND s.user_id <> ${sql.bind(listing.agent_id ?? 0)}`;
  });
  return JSON.parse(`[${row?.all ?? ''}]`);
}

/** The columns of a stored search besides its query: the filter's fields that have a value. */
export const storedFilter = (filter: ListingFilter | null) => ({
  filter: JSON.stringify(
    filter &&
      Object.fromEntries(
        Object.entries(filter).filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length)),
      ),
  ),
  filter_version: FILTER_VERSION,
});
const noFilter = readFilter({}, new Date(0)) as ListingFilter;

/** The keys of a search that is in force, as they are stored; none where it is paused or finds nothing. */
function keyRows({ id: search_id, frequency, filter: stored }: SavedSearchModel) {
  const asked = JSON.parse(stored) as StoredFilter | null;
  if (frequency === 'off' || !asked) return [];
  const filter = { ...noFilter, ...asked };
  const { min_price, max_price } = filter;
  return [...new Set(keysOf(filter))].map((key) => ({ key, search_id, min_price, max_price }));
}

/** Puts a search under its keys. In the transaction that changed it. */
export async function storeKeys({ db }: Pick<Context, 'db'>, search: SavedSearchModel): Promise<void> {
  const { SavedSearchKey } = db.models;
  await SavedSearchKey.destroy({ where: { search_id: search.id } });
  await SavedSearchKey.bulkCreate(keyRows(search));
}

/** In the transaction that merges two buildings: searches for the one become searches for the other. */
export async function moveSearches({ db }: Pick<Context, 'db'>, from: number, into: number): Promise<void> {
  const searches = await db.models.SavedSearch.findAll({
    where: { filter: { [Op.like]: `%"building":${from}%` } },
    ...lockedInOrder('NO_KEY_UPDATE'),
  });
  for (const search of searches) {
    const filter = JSON.parse(search.filter) as StoredFilter | null;
    if (filter?.building !== from) continue;
    await search.update({ filter: JSON.stringify({ ...filter, building: into }) }, { silent: true });
    await storeKeys({ db }, search);
  }
}

const BATCH = 50;

/** Reads saved searches anew after an upgrade that understands queries otherwise. */
export const savedSearchRefresh = (context: ServerContext): RecurringJob => ({
  name: 'refreshSavedSearches',
  everyMs: 5 * 60_000,
  firstMs: 0,
  async run(signal) {
    while (!signal.aborted && (await refreshSome(context))) await wait(20);
  },
});

/** @returns whether there may be more. */
async function refreshSome(context: ServerContext): Promise<boolean> {
  const { SavedSearch } = context.db.models;
  const outdated = { filter_version: { [Op.lt]: FILTER_VERSION } };
  const seen = await SavedSearch.findAll({ where: outdated, order: ['filter_version', 'id'], limit: BATCH });
  const filters = new Map<number, ListingFilter | null>();
  for (const { id, query } of seen) filters.set(id, await readSaved(context, query));
  await context.db.transaction(async (transaction) => {
    for (const { id, query } of seen) {
      // Changed meanwhile, it was read by the rule in force.
      const where = { id, query, ...outdated };
      const search = await SavedSearch.findOne({ where, lock: transaction.LOCK.NO_KEY_UPDATE });
      if (!search) continue;
      await search.update(storedFilter(filters.get(id) ?? null), { silent: true });
      await storeKeys(context, search);
    }
  });
  return seen.length === BATCH;
}
