import type { Agent } from '#shared/contracts/agents.ts';
import type { AgentFilters } from '../queries.ts';

export type SortKey = 'rating' | 'experience' | 'name';
export type SortDirection = 'desc' | 'asc';

/** Everything the directory shows follows from this, and this from the address. */
export interface DirectoryState extends AgentFilters {
  sort: SortKey;
  direction: SortDirection;
}

export const sortLabel: Record<SortKey, string> = {
  rating: 'Rating',
  experience: 'Experience',
  name: 'Name',
};

export const directionLabel: Record<SortDirection, string> = {
  desc: 'High to Low',
  asc: 'Low to High',
};

export const usualState: DirectoryState = {
  search: '',
  specialization: '',
  location: '',
  sort: 'rating',
  direction: 'desc',
};

const MAX_TEXT = 120;

const readText = (text: string | null) => (text ?? '').trim().slice(0, MAX_TEXT);

const oneOf = <Key extends string>(known: Record<Key, string>, text: string | null, usual: Key): Key =>
  text !== null && Object.hasOwn(known, text) ? (text as Key) : usual;

/** What cannot be understood in an address is left out, as if it had not been asked. */
export function readDirectoryState(params: URLSearchParams): DirectoryState {
  return {
    search: readText(params.get('search')),
    specialization: readText(params.get('specialization')),
    location: readText(params.get('location')),
    sort: oneOf(sortLabel, params.get('sort'), usualState.sort),
    direction: oneOf(directionLabel, params.get('direction'), usualState.direction),
  };
}

/** Only what differs from the usual stands in the address. */
export function writeDirectoryState(state: DirectoryState): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of Object.keys(usualState) as (keyof DirectoryState)[])
    if (state[key] !== usualState[key]) params.set(key, state[key]);
  return params;
}

export function filtersOf({ search, specialization, location }: DirectoryState): AgentFilters {
  return { search, specialization, location };
}

export function hasFilters(state: DirectoryState): boolean {
  return Object.values(filtersOf(state)).some((text) => text !== '');
}

const compareBy: Record<SortKey, (one: Agent, other: Agent) => number> = {
  rating: (one, other) => one.rating - other.rating,
  experience: (one, other) => one.experience_years - other.experience_years,
  name: (one, other) => one.name.localeCompare(other.name),
};

/** The direction turns the key only: among equals the more reviewed come first, then the alphabet decides. */
export function sortAgents(
  agents: readonly Agent[],
  { sort, direction }: Pick<DirectoryState, 'sort' | 'direction'>,
): Agent[] {
  const sign = direction === 'desc' ? -1 : 1;
  return [...agents].sort(
    (one, other) =>
      sign * compareBy[sort](one, other) ||
      other.review_count - one.review_count ||
      compareBy.name(one, other),
  );
}
