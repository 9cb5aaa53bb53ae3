import type { Database, Dialect } from '#server/db/connection.ts';
import { isAmong, readAll, toNumber } from '#server/db/sql.ts';
import { findBuildings as matchBuildings, nameWords } from '#server/features/buildings/reads.ts';
import { fullTextExpression } from '#server/features/properties/list/conditions.ts';
import { placeFilter, placeTrait, readFilter } from '#server/features/properties/list/filter.ts';
import type { ListingReads } from '#server/features/properties/list/liveListings.ts';
import { parseLocationWords, parseSearch, parseTitleWords } from '#server/features/properties/list/searchText.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { addressWords, foldBuildingName, foldText } from '#shared/gazetteer/names.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { findPlace, type Place } from '#shared/places.ts';
import { betterOf, type Found, fitOf } from './suggestNames.ts';

export interface NamedListing {
  id: number;
  title: string;
  address: string;
}

/** Limit of the listings that are searched for the name of a building. */
const MOST_READ = 40;
export const NOTHING_NAMED: { byTitle: NamedListing[]; byAddress: NamedListing[] } = {
  byTitle: [],
  byAddress: [],
};

/** Available public listings whose titles, or whose addresses, have all the words: some of them. */
export async function readNamed({ db, listings, now }: ListingReads, words: readonly string[]) {
  const lists = [parseTitleWords(words.join(' ')), parseLocationWords(words.join(' '))];
  const offered = readFilter({ status: 'available' }, now());
  const index = await listings.current();
  if (!offered || !index) {
    // Reading ends with so many: matches are taken as the database's index hands them out.
    const [byTitle = [], byAddress = []] = await Promise.all(
      lists.map(async (terms) => {
        const found = fullTextExpression(db.dialect, terms);
        const rows = await db.readRows<NamedListing>(selectMatching[db.dialect], [found]);
        return rows.sort((one, other) => other.id - one.id);
      }),
    );
    return { byTitle, byAddress };
  }
  const window = { offset: 0, limit: MOST_READ };
  const [byTitle = [], byAddress = []] = lists.map((terms) =>
    index.page(index.find({ ...offered, search: { terms, id: null } }), 'id', window),
  );
  const ids = [...new Set([...byTitle, ...byAddress])];
  if (ids.length === 0) return NOTHING_NAMED;
  const rows = await readAll<NamedListing>(
    db,
    (sql) =>
      `SELECT p.id, p.title, p.address FROM properties p WHERE ${isAmong(sql, 'p.id', ids)} AND ${PUBLIC_ONLY}`,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const rowsOf = (found: readonly number[]) => found.flatMap((id) => known.get(id) ?? []);
  return { byTitle: rowsOf(byTitle), byAddress: rowsOf(byAddress) };
}

const IS_OFFERED = `${PUBLIC_ONLY} AND p.status = 'available'`;
const selectMatching: Record<Dialect, string> = {
  sqlite: `SELECT p.id, p.title, p.address FROM properties_search CROSS JOIN properties p ON p.id = properties_search.rowid
    WHERE properties_search MATCH $1 AND ${IS_OFFERED} LIMIT ${MOST_READ}`,
  postgres: `SELECT p.id, p.title, p.address FROM properties p
    WHERE p.search_vector @@ $1::tsquery AND ${IS_OFFERED} LIMIT ${MOST_READ}`,
};

export async function readById(db: Database, typed: string): Promise<NamedListing[]> {
  const { id } = parseSearch(typed);
  if (id === null) return [];
  return db.readRows<NamedListing>(
    `SELECT p.id, p.title, p.address FROM properties p WHERE p.id = $1 AND ${PUBLIC_ONLY}`,
    [id],
  );
}

/** Public ones, by agent. */
export async function countListingsOf(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await readAll<{ agent_id: number; total: number | string }>(
    db,
    (sql) => `SELECT p.agent_id, COUNT(*) AS total FROM properties p
      WHERE ${isAmong(sql, 'p.agent_id', ids)} AND ${PUBLIC_ONLY} GROUP BY p.agent_id`,
  );
  return new Map(rows.map(({ agent_id, total }) => [agent_id, toNumber(total)]));
}

export interface KnownBuilding {
  id: number;
  name: string;
  city: string;
}

export async function readKnownBuildings(db: Database, words: readonly string[]) {
  const named = nameWords(words.join(' '));
  const buildings = named.length > 0 ? await matchBuildings(db, named, null) : [];
  return buildings.map((item) => ({ item, fit: fitOf(foldBuildingName(item.name), named) }));
}

/** Building names in the texts of listings, with all the words, besides `known` buildings that have a page. */
export function findBuildings(
  rows: readonly NamedListing[],
  words: readonly string[],
  known: readonly Found<KnownBuilding>[] = [],
): Found<string>[] {
  const isKnown = new Set(known.map(({ item }) => foldBuildingName(item.name)));
  const found = new Map<string, Found<string>>();
  const names = rows.flatMap(({ title, address }) => [...buildingNames(title), ...buildingNames(address)]);
  for (const name of names) {
    const folded = addressWords(name).join(' ');
    // 'Salamanca' and 'The Salamanca' both begin it.
    const fit = betterOf(fitOf(folded, words), fitOf(folded.replace(/^the /, ''), words));
    if (fit !== 'near' && !found.has(folded) && !isKnown.has(foldBuildingName(name)))
      found.set(folded, { item: name, fit });
  }
  return [...found.values()];
}

const BUILDING_WORDS = new Set(
  `building center centre condominium condominiums condotel corporate court exchange gardens heights hotel lofts
  mansion mansions parksuites place plaza regency residence residences residenza square suites terraces tower
  towers`.split(/\s+/),
);
const SMALL_WORDS = new Set(['at', 'by', 'de', 'of', 'on', 'the', 'and']);

/**
 * '2BR at The Salamanca at Legazpi, Legazpi Village' names 'The Salamanca at Legazpi': the part after an 'at', or
 * alone between commas, is written as a name, and begins with 'The' or ends as buildings do.
 */
function buildingNames(text: string): string[] {
  return text.split(/[,:;|–—()]+/).flatMap((part) => {
    const whole = part.trim();
    const introduced = /^.*?\b(?:at|in)\s+(.+)$/.exec(whole)?.[1];
    return [whole, introduced ?? ''].find(isBuilding) ?? [];
  });
}

function isBuilding(name: string): boolean {
  const words = name.split(/\s+/);
  const [own = ''] = name.split(' at ');
  const last =
    foldText(own)
      .replace(/ [\da-z]$/, '')
      .split(' ')
      .at(-1) ?? '';
  const isWritten = words.every((word, at) => (at > 0 && SMALL_WORDS.has(word)) || /^\p{Lu}/u.test(word));
  const isCalled = BUILDING_WORDS.has(last) || words[0] === 'The';
  return words.length > 1 && words.length <= 6 && isWritten && isCalled && !findPlace(name);
}

/** A part of the offered listings; null leaves that question open. */
interface Offer {
  place: Place | null;
  types: readonly PropertyType[] | null;
  listingType: ListingType | null;
}

export interface OfferedListings {
  count(offer: Offer): number;
}

interface Group extends Record<'city_slug' | 'district_slug' | 'region_slug', string | null> {
  type: PropertyType;
  listing_type: ListingType;
  total: number | string;
}

/** The counts of one moment: from the index in memory, or from one query while that is not there. */
export async function readOffered(reads: ListingReads): Promise<OfferedListings> {
  const index = await reads.listings.current();
  const available = readFilter({ status: 'available' }, reads.now());
  if (index && available)
    return {
      count: ({ place, types, listingType }) =>
        index.find({
          ...available,
          places: place && [placeTrait(place)],
          types: types && [...types],
          listing_type: listingType,
        }).size,
    };
  const columns = 'p.city_slug, p.district_slug, p.region_slug, p.type, p.listing_type';
  const groups = await readAll<Group>(
    reads.db,
    () => `SELECT ${columns}, COUNT(*) AS total FROM properties p
      WHERE ${PUBLIC_ONLY} AND p.status = 'available' GROUP BY ${columns}`,
  );
  return {
    count: (offer) => groups.filter(isIn(offer)).reduce((sum, { total }) => sum + toNumber(total), 0),
  };
}

function isIn({ place, types, listingType }: Offer): (group: Group) => boolean {
  const wanted = place && placeFilter(place);
  return (group) =>
    (!wanted || wanted.slugs.includes(group[wanted.column] ?? '')) &&
    (!types || types.includes(group.type)) &&
    (!listingType || group.listing_type === listingType);
}
