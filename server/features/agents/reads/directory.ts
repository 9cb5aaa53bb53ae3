import { matchesWords } from '#server/db/searchWords.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { AgentListQuery } from '#shared/contracts/agents.ts';
import { findPlace, foldText } from '#shared/places.ts';
import { type AgentEntryRow, type CountedReviews, countedReviews, readAgentEntries } from '../reads.ts';

/** Changes of other processes show after at most this time. */
const KEPT_MS = 1_000;

/** An agent with the fields for filtering and sorting. */
interface AgentEntry extends AgentEntryRow {
  place: ReturnType<typeof findPlace>;
}

type Filter = Pick<AgentListQuery, 'specialization' | 'location' | 'search' | 'sort' | 'order'>;

/**
 * All agents of the directory, best rated first, cached for a second. Filters that the database cannot compare
 * (places, names without accents) run here over a few thousand agents.
 */
export class Directory {
  private readonly cache = new SharedCache<AgentEntry[]>({
    freshMs: KEPT_MS,
    usableMs: KEPT_MS,
    maxSize: 1_000,
    sizeOf: () => 1,
  });

  constructor(private readonly context: Pick<ServerContext, 'db' | 'systemSettings'>) {}

  clear(): void {
    this.cache.clear();
  }

  /** Ids of the agents that match the filter, in order. Text is compared without case, accents and punctuation. */
  async find(filter: Filter): Promise<number[]> {
    const counted = countedReviews(this.context);
    const entries = await this.cache.get(counted, () => this.read(counted));
    const { specialization, location, search } = filter;
    const words = search ? foldText(search).split(' ') : [];
    const isThere = location ? placeTest(location) : () => true;
    const found = entries.filter(
      (entry) =>
        (!specialization || isSame(entry.specialization, specialization)) &&
        isThere(entry) &&
        (words.length === 0 || matchesWords(`${entry.name} ${entry.specialization ?? ''}`, { words })),
    );
    return sort(found, filter).map(({ id }) => id);
  }

  private async read(counted: CountedReviews): Promise<AgentEntry[]> {
    const places = new Map<string, AgentEntry['place']>();
    const placeOf = (location: string) => {
      if (!places.has(location)) places.set(location, findPlace(location));
      return places.get(location);
    };
    const rows = await readAgentEntries(this.context.db, counted);
    const entries = rows.map((row) => ({
      ...row,
      place: row.location ? placeOf(row.location) : undefined,
    }));
    return sort(entries, { sort: 'rating' });
  }
}

function isSame(stored: string | null, wanted: string): boolean {
  return stored !== null && foldText(stored) === foldText(wanted);
}

/** Service areas are compared as places ('Makati' = 'Makati City'), and as text if the filter names no place. */
function placeTest(wanted: string): (entry: AgentEntry) => boolean {
  const place = findPlace(wanted);
  return (entry) => isSame(entry.location, wanted) || (place !== undefined && entry.place === place);
}

const names = new Intl.Collator('en');

const compareBy: Record<NonNullable<Filter['sort']>, (one: AgentEntry, other: AgentEntry) => number> = {
  rating: (one, other) => Number(one.rating) - Number(other.rating),
  experience: (one, other) => one.experience_years - other.experience_years,
  name: (one, other) => names.compare(one.name, other.name),
};

/** The direction applies to the key only; ties go to more reviews, then to the alphabet. */
function sort(entries: AgentEntry[], { sort: key, order = 'desc' }: Pick<Filter, 'sort' | 'order'>) {
  if (!key && order === 'desc') return entries;
  const sign = order === 'desc' ? -1 : 1;
  return entries.toSorted(
    (one, other) =>
      sign * compareBy[key ?? 'rating'](one, other) ||
      other.review_count - one.review_count ||
      names.compare(one.name, other.name) ||
      one.id - other.id,
  );
}
