import { SharedCache } from '#server/db/sharedCache.ts';
import { knownPlaceAt } from '#shared/gazetteer/knownPlaces.ts';
import { foldAddress, foldBuildingName, foldText, writtenOut } from '#shared/gazetteer/names.ts';
import { findPlace } from '#shared/places.ts';
import type { ListingReads, LiveListings } from './liveListings.ts';
import { type NamedHomes, type Names, nameAt } from './searchText.ts';
import type { Token } from './searchTokens.ts';

/** A new building or agent is found by its name after at most so long. */
const FRESH_MS = 60_000;

const caches = new WeakMap<LiveListings, SharedCache<Names>>();

function cacheOf(listings: LiveListings): SharedCache<Names> {
  const cache =
    caches.get(listings) ??
    new SharedCache({ freshMs: FRESH_MS, usableMs: 10 * FRESH_MS, maxSize: 100, sizeOf: () => 1 });
  caches.set(listings, cache);
  return cache;
}

/** Names of buildings and agents, of two words and more; names of places are left out: those are filters. */
export const readNames = ({ db, listings }: ListingReads): Promise<Names> =>
  cacheOf(listings).get('', async () => {
    const [buildings, agents] = await Promise.all([
      db.readRows<NamedRow>('SELECT COALESCE(merged_into_id, id) AS id, name FROM buildings'),
      db.readRows<NamedRow>(`SELECT id, name FROM users WHERE role = 'agent'`),
    ]);
    const names = new Map<string, NamedHomes[]>();
    const add = (column: NamedHomes['column'], fold: (name: string) => string) => (row: NamedRow) => {
      for (const name of new Set([fold(row.name), wordByWord(row.name)])) {
        const known = names.get(name) ?? [];
        const same = known.find((homes) => homes.column === column);
        const homes = { column, ids: [...(same?.ids ?? []), Number(row.id)] };
        if (isName(name)) names.set(name, [...known.filter((other) => other !== same), homes]);
      }
    };
    buildings.forEach(add('building_id', foldBuildingName));
    agents.forEach(add('agent_id', foldAddress));
    return names;
  });

/** As the words of a sentence are parted: "Peñaflor's Place" is 'penaflor s place'. */
const wordByWord = (name: string) =>
  writtenOut(
    foldText(name)
      .replace(/^the (?=.)/, '')
      .split(' '),
  ).join(' ');

/** "Peñaflor's Place" is two words in a text, and three tokens in a sentence. */
export const spellingsOf = (name: string): string[] => [
  ...new Set([name, name.replace(/(?<=\p{L}{3}) s(?= |$)/gu, 's')]),
];

interface NamedRow {
  id: number | string;
  name: string;
}

function isName(name: string): boolean {
  const words = name.split(' ');
  return words.length > 1 && !findPlace(name) && knownPlaceAt(words, 0)?.end !== words.length;
}

export interface NamedRun {
  start: number;
  end: number;
  name: string;
}

/** The runs of tokens that are one of the names, the longest first. */
export function namedRuns(tokens: readonly Token[], names: Names): NamedRun[] {
  const words = tokens.map(({ text, isMark }) => (isMark ? '' : text));
  const runs: NamedRun[] = [];
  for (let start = 0; start < words.length; start++) {
    const named = nameAt(words, start, names);
    if (!named) continue;
    runs.push({ start, end: start + named.length, name: named.name });
    start += named.length - 1;
  }
  return runs;
}
