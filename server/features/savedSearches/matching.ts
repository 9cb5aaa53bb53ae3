import { parse } from 'node:querystring';
import { setTimeout as wait } from 'node:timers/promises';
import { Op } from 'sequelize';
import type { PropertyModel, SavedSearchModel } from '#server/db/models.ts';
import { isAmong, readAll } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type ListingFilter, readFilter, textTerms } from '#server/features/properties/list/filter.ts';
import { type FittedListing, fitsFilter } from '#server/features/properties/list/fits.ts';
import type { SearchTerm } from '#server/features/properties/list/searchText.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import { faultOf } from '#server/http/routing.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { propertyFilterQuery, propertyListQuery } from '#shared/contracts/properties.ts';
import { msg } from '#shared/messages.ts';

/**
 * Which saved searches a listing comes to, without looking at all of them. Each search stands under a key or a few: where
 * it looks (a place, a cell of the map, the beginning of a word, or anywhere), with the offer and the type where it names
 * them. A listing asks for the keys that it can stand under, the database leaves out what its price rules out, and the
 * rest is decided by the rule of the list itself, see `fitsFilter`.
 */

/** Raised with every change of what `readFilter` or `keysOf` make of a query: earlier searches are read anew. */
const FILTER_VERSION = 1;

interface SavedQuery {
  /** As it is kept. */
  query: string;
  /** Null: no listing can ever match. */
  filter: ListingFilter | null;
}

const filterNames = new Set(Object.keys(propertyFilterQuery.shape));

/** @throws {InvalidInputError} the list call would refuse it. */
export function readQuery(given: string): SavedQuery {
  const text = given.replace(/^\?/, '');
  const parsed = propertyListQuery.safeParse(parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const fault = issue ? faultOf(issue, 'query').message : msg('{field} is not valid', { field: 'query' });
    throw new InvalidInputError([{ path: 'query', message: fault }]);
  }
  if (decodes(text).includes('\0'))
    throw new InvalidInputError([{ path: 'query', message: msg('Text must not hold the NUL character') }]);
  const kept = text.split('&').filter((pair) => {
    const [[name, value] = ['', '']] = Object.entries(parse(pair));
    return filterNames.has(name) && value !== '';
  });
  const query = kept.join('&');
  return { query, filter: readFilter(propertyFilterQuery.parse(parse(query))) };
}

const decodes = (text: string) => Object.values(parse(text)).flat().join('\n');

/** Cells of the map are so many degrees wide and high; what is drawn larger than so many cells stands under none. */
const CELL_DEGREES = 0.05;
const MAX_CELLS = 100;
/** Words are looked up by so many letters. */
const WORD_START = 4;

const cellOf = (degrees: number) => Math.floor(degrees / CELL_DEGREES);
const cellKey = (latitude: number, longitude: number) => `cell:${latitude},${longitude}`;
const ANY = '*';

function keysOf(filter: ListingFilter): string[] {
  const { place, types, listingType } = filter;
  const cells = place ? null : cellsOf(filter);
  const [term] = textTerms(filter);
  if (!place && !cells && term) return wordKeys(term, filter.search?.id ?? null);
  const places = place ? place.slugs.map((slug) => `${place.column}:${slug}`) : (cells ?? [ANY]);
  return places.flatMap((where) => (types ?? [ANY]).map((type) => `${where}|${listingType ?? ANY}|${type}`));
}

function wordKeys({ words: [word = ''], placeMark }: SearchTerm, id: number | null): string[] {
  return [
    `word:${startOf(word, WORD_START)}`,
    ...(placeMark === null ? [] : [`mark:${placeMark}`]),
    ...(id === null ? [] : [`id:${id}`]),
  ];
}

const startOf = (word: string, letters: number) => [...word].slice(0, letters).join('');

/** @returns null where it is not drawn on the map, or too large. */
function cellsOf({ bbox }: ListingFilter): string[] | null {
  if (!bbox) return null;
  const [south, north] = [cellOf(bbox.south), cellOf(bbox.north)];
  const [west, east] = [cellOf(bbox.west), cellOf(bbox.east)];
  if ((north - south + 1) * (east - west + 1) > MAX_CELLS) return null;
  const keys: string[] = [];
  for (let latitude = south; latitude <= north; latitude += 1)
    for (let longitude = west; longitude <= east; longitude += 1) keys.push(cellKey(latitude, longitude));
  return keys;
}

/** All keys under which a search stands that holds this listing. */
function keysFor(listing: FittedListing): string[] {
  const { id, type, listing_type, latitude, longitude, city_slug, district_slug, region_slug } = listing;
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
  return [...located, ...words, `id:${id}`];
}

/** Searches that are in force and hold this listing; never those of its own agent. In no transaction. */
export async function findSearches(
  { db }: Pick<ServerContext, 'db'>,
  listing: FittedListing & Pick<PropertyModel, 'agent_id'>,
): Promise<number[]> {
  const rows = await readAll<{ id: number; filter: string }>(db, (sql) => {
    const price = `CAST(${sql.bind(listing.price)} AS NUMERIC)`;
    return `SELECT s.id, s.filter FROM saved_searches s
      WHERE s.id IN (SELECT k.search_id FROM saved_search_keys k WHERE ${isAmong(sql, 'k.key', keysFor(listing))}
        AND (k.min_price IS NULL OR k.min_price <= ${price}) AND (k.max_price IS NULL OR k.max_price >= ${price}))
      AND s.user_id <> ${sql.bind(listing.agent_id ?? 0)}`;
  });
  return rows
    .filter(({ filter }) => fitsFilter(JSON.parse(filter) as ListingFilter, listing))
    .map(({ id }) => id);
}

/** What a search is stored with besides its query. */
export const storedFilter = (filter: ListingFilter | null) => ({
  filter: JSON.stringify(filter),
  filter_version: FILTER_VERSION,
});

/** Puts a search under its keys, or under none while it is paused. In the transaction that changed it. */
export async function storeKeys(
  { db }: Pick<ServerContext, 'db'>,
  { id: search_id, frequency, filter: stored }: SavedSearchModel,
): Promise<void> {
  const { SavedSearchKey } = db.models;
  await SavedSearchKey.destroy({ where: { search_id } });
  const filter = JSON.parse(stored) as ListingFilter | null;
  if (frequency === 'off' || !filter) return;
  const { minPrice: min_price, maxPrice: max_price } = filter;
  const keys = [...new Set(keysOf(filter))];
  await SavedSearchKey.bulkCreate(keys.map((key) => ({ key, search_id, min_price, max_price })));
}

const BATCH = 50;
const CHECK_EVERY_MS = 5 * 60_000;
const BETWEEN_BATCHES_MS = 20;

/** Reads saved searches anew after an upgrade that understands queries otherwise. */
export const savedSearchRefresh = (context: ServerContext): RecurringJob => ({
  name: 'refreshSavedSearches',
  everyMs: CHECK_EVERY_MS,
  firstMs: 0,
  async run(signal) {
    while (!signal.aborted && (await refreshSome(context))) await wait(BETWEEN_BATCHES_MS);
  },
});

/** @returns whether there may be more. */
async function refreshSome(context: ServerContext): Promise<boolean> {
  const outdated = { filter_version: { [Op.lt]: FILTER_VERSION } };
  return context.db.transaction(async (transaction) => {
    const searches = await context.db.models.SavedSearch.findAll({
      where: outdated,
      order: ['filter_version', 'id'],
      limit: BATCH,
      lock: transaction.LOCK.NO_KEY_UPDATE,
    });
    for (const search of searches) {
      await search.update(storedFilter(readStored(search.query)), { silent: true });
      await storeKeys(context, search);
    }
    return searches.length === BATCH;
  });
}

/** A query that an earlier version took and this one does not finds nothing, until its owner changes it. */
export function readStored(query: string): ListingFilter | null {
  try {
    return readQuery(query).filter;
  } catch (error) {
    if (error instanceof InvalidInputError) return null;
    throw error;
  }
}
