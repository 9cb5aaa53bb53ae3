import { useCallback } from 'react';
import { type Message, msg } from '#shared/messages.ts';
import {
  readPage,
  readUrl,
  type UrlCodec,
  type UrlSchema,
  useUrlState,
  writePage,
  writeUrl,
} from '#web/lib/urlState.ts';

type SortKey = 'rating' | 'experience' | 'name';
type SortDirection = 'desc' | 'asc';

interface AgentFilters {
  search: string;
  specialization: string;
  location: string;
}

/** The state of the directory, kept in the address. */
export interface DirectoryState extends AgentFilters {
  sort: SortKey;
  direction: SortDirection;
  /** The first that is shown: where no script fetches more, the pages are links. */
  page: number;
}

export const sortLabel: Record<SortKey, Message> = {
  rating: msg('Rating'),
  experience: msg('Experience'),
  name: msg('Name'),
};

export const directionLabel: Record<SortDirection, Message> = {
  desc: msg('High to Low'),
  asc: msg('Low to High'),
};

/** As long as the call takes it. */
const MAX_TEXT = 120;

const schema = {
  search: { maxLength: MAX_TEXT },
  specialization: { maxLength: MAX_TEXT },
  location: { maxLength: MAX_TEXT },
  sort: ['rating', 'experience', 'name'],
  direction: ['desc', 'asc'],
} as const satisfies UrlSchema;

export function readDirectoryState(params: URLSearchParams): DirectoryState {
  return { ...readUrl(schema, params), page: readPage(params) };
}

export const usualState: DirectoryState = readDirectoryState(new URLSearchParams());

export function writeDirectoryState(state: DirectoryState): URLSearchParams {
  const { page, ...others } = state;
  return writePage(page, writeUrl(schema, others, new URLSearchParams()));
}

const codec: UrlCodec<DirectoryState> = { read: readDirectoryState, write: writeDirectoryState };

/** Searching as one types replaces the entry of the history; choosing makes a new one. */
export function useDirectoryState() {
  const [state, show] = useUrlState(codec);
  const change = useCallback(
    (changes: Partial<DirectoryState>, { isTyping = false } = {}) =>
      show((latest) => ({ ...latest, page: 1, ...changes }), { isReplacing: isTyping }),
    [show],
  );
  /** The order is no filter: it stays. */
  const clear = useCallback(() => change(filtersOf(usualState)), [change]);
  return { state, change, clear };
}

function filtersOf({ search, specialization, location }: DirectoryState): AgentFilters {
  return { search, specialization, location };
}

export function hasFilters(state: DirectoryState): boolean {
  return Object.values(filtersOf(state)).some((text) => text !== '');
}
