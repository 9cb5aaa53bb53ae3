import { SharedCache } from '#server/db/sharedCache.ts';
import { knownPlaceAt } from '#shared/gazetteer/knownPlaces.ts';
import { foldBuildingName } from '#shared/gazetteer/names.ts';
import { findPlace } from '#shared/places.ts';
import type { ListingReads, LiveListings } from './liveListings.ts';
import type { Token } from './searchTokens.ts';

/** Names of buildings: a new one is found by its name after at most so long. */
const FRESH_MS = 60_000;
/** Longer names are found by their beginning. */
const MOST_WORDS = 6;

const caches = new WeakMap<LiveListings, SharedCache<ReadonlySet<string>>>();

function cacheOf(listings: LiveListings): SharedCache<ReadonlySet<string>> {
  const cache =
    caches.get(listings) ??
    new SharedCache({ freshMs: FRESH_MS, usableMs: 10 * FRESH_MS, maxSize: 100, sizeOf: () => 1 });
  caches.set(listings, cache);
  return cache;
}

/** The folded names of buildings of two words and more, names of places left out: those are filters. */
export const readBuildingNames = ({ db, listings }: ListingReads): Promise<ReadonlySet<string>> =>
  cacheOf(listings).get('', async () => {
    const rows = await db.readRows<{ name: string }>('SELECT DISTINCT name FROM buildings');
    return new Set(rows.map(({ name }) => foldBuildingName(name)).filter(isName));
  });

function isName(name: string): boolean {
  const words = name.split(' ');
  return words.length > 1 && !findPlace(name) && knownPlaceAt(words, 0)?.end !== words.length;
}

/** The runs of tokens that are one of the names, the longest first. */
export function namedRuns(tokens: readonly Token[], names: ReadonlySet<string>): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let start = 0; start < tokens.length; start++) {
    const end = endOfName(tokens, start, names);
    if (end === undefined) continue;
    runs.push({ start, end });
    start = end - 1;
  }
  return runs;
}

function endOfName(tokens: readonly Token[], start: number, names: ReadonlySet<string>): number | undefined {
  for (let length = Math.min(MOST_WORDS, tokens.length - start); length > 1; length--) {
    const words = tokens.slice(start, start + length);
    if (words.some(({ isMark }) => isMark)) continue;
    if (names.has(words.map(({ text }) => text).join(' '))) return start + length;
  }
  return undefined;
}
