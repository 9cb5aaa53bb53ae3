import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { agentSorts, compareAgents } from '#shared/agentOrder.ts';
import type { Agent } from '#shared/contracts/agents.ts';
import { msg } from '#shared/messages.ts';
import { reviewsQuery } from '#web/features/reviews/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { keyOfPages, queryOf } from '#web/lib/apiQueries.ts';
import type { AnswerOf } from '#web/lib/calls.ts';
import { logged } from '#web/lib/logged.ts';
import { currentQueryClient, type Prefetch } from '#web/lib/queryClient.ts';
import {
  readId,
  readPage,
  readUrl,
  type UrlCodec,
  type UrlSchema,
  useUrlState,
  writePage,
  writeUrl,
} from '#web/lib/urlState.ts';
import { opensListingPages } from '#web/lib/useSite.ts';

export const sortLabel = { rating: msg('Rating'), experience: msg('Experience'), name: msg('Name') };

export const directionLabel = { desc: msg('High to Low'), asc: msg('Low to High') };

/** As long as the call takes it. */
const MAX_TEXT = 120;

const directions = ['desc', 'asc'] as const;

const schema = {
  search: { maxLength: MAX_TEXT },
  specialization: { maxLength: MAX_TEXT },
  location: { maxLength: MAX_TEXT },
  sort: agentSorts,
  direction: directions,
} as const satisfies UrlSchema;

/** @returns `page`: the first that is shown; where no script fetches more, the pages are links. */
export const readDirectoryState = (params: URLSearchParams) => ({
  ...readUrl(schema, params),
  page: readPage(params),
});

export type DirectoryState = ReturnType<typeof readDirectoryState>;

export const usualState = readDirectoryState(new URLSearchParams());

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
  const clear = useCallback(() => change({ search: '', specialization: '', location: '' }), [change]);
  return { state, change, clear };
}

export const hasFilters = ({ search, specialization, location }: DirectoryState) =>
  [search, specialization, location].some((text) => text !== '');

const CHOICES_STALE_MS = 10 * 60_000;

const directoryKey = ({ sort, direction, page: first, ...filters }: DirectoryState) =>
  keyOfPages('agents.list', { query: { ...filters, sort, order: direction, page: first } });

type DirectoryPages = InfiniteData<AnswerOf<'agents.list'>, number>;

/** The same agents in another order: where all of them are known, they are sorted here, as the server would. */
function sortedHere(state: DirectoryState): { data: DirectoryPages; since: number } | undefined {
  const client = currentQueryClient();
  for (const sort of agentSorts)
    for (const direction of directions) {
      const key = directoryKey({ ...state, sort, direction });
      const data = client.getQueryData<DirectoryPages>(key);
      const [whole] = data?.pages ?? [];
      if (!data || whole?.pagination.pages !== 1) continue;
      const agents = whole.agents.toSorted(compareAgents({ sort: state.sort, order: state.direction }));
      const since = client.getQueryState(key)?.dataUpdatedAt ?? 0;
      return { data: { ...data, pages: [{ ...whole, agents }] }, since };
    }
  return undefined;
}

/** The directory page by page. Default values are left out of the call. */
export const agentsQuery = (state: DirectoryState) => {
  const { sort, direction, page: first, ...filters } = state;
  return infiniteQueryOptions({
    queryKey: directoryKey(state),
    queryFn: ({ pageParam: page, signal }) =>
      callApi(
        'agents.list',
        {
          query: {
            ...filters,
            sort: sort === usualState.sort ? undefined : sort,
            order: direction === usualState.direction ? undefined : direction,
            page: page === 1 ? undefined : page,
          },
        },
        { signal },
      ),
    initialPageParam: first,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    initialData: () => sortedHere(state)?.data,
    initialDataUpdatedAt: () => sortedHere(state)?.since,
    placeholderData: keepPreviousData,
  });
};

export const specializationsQuery = queryOptions({
  ...queryOf('agents.specializations'),
  staleTime: CHOICES_STALE_MS,
});

export const locationsQuery = queryOptions({ ...queryOf('agents.locations'), staleTime: CHOICES_STALE_MS });

export const agentListingsQuery = (agentId: number) =>
  queryOptions({
    ...queryOf('agents.properties', { params: { id: agentId } }),
    queryFn: ({ signal }) => logged(callApi('agents.properties', { params: { id: agentId } }, { signal }), signal),
  });

/** The account as the server has it now: an application may have been decided since the page was opened. */
export const applicantQuery = queryOptions({
  ...queryOf('auth.profile'),
  meta: { isPersonal: true },
  staleTime: 0,
});

/** One agent. Links ask for it ahead of the click, so that the profile opens with its contents. */
export const agentQuery = (id: number) => queryOf('agents.get', { params: { id } });

/** The agent as a directory listed them: the profile shows this until its own data arrives. */
export function knownAgent(queryClient: QueryClient, id: number): Agent | undefined {
  for (const [, data] of queryClient.getQueriesData<InfiniteData<{ agents: Agent[] }>>({
    queryKey: ['agents.list'],
    predicate: ({ queryKey }) => queryKey[2] === 'pages',
  })) {
    const agent = data?.pages.flatMap(({ agents }) => agents).find((candidate) => candidate.id === id);
    if (agent) return agent;
  }
  return undefined;
}

export const prefetchAgents: Prefetch = (client, { search }) => [
  client.prefetchInfiniteQuery(agentsQuery(readDirectoryState(search))),
  client.prefetchInfiniteQuery(agentsQuery(usualState)),
  client.prefetchQuery(specializationsQuery),
  client.prefetchQuery(locationsQuery),
];

export const prefetchAgent: Prefetch = (client, { params, userId }) => {
  const id = readId(params.id);
  if (id === null) return [];
  const ask = async () => {
    if (!(await opensListingPages(client, userId))) return;
    await client.prefetchQuery(agentQuery(id));
    // A missing agent needs no more requests.
    if (!client.getQueryData(agentQuery(id).queryKey)) return;
    await Promise.all([client.prefetchQuery(agentListingsQuery(id)), client.prefetchQuery(reviewsQuery(id))]);
  };
  return [ask()];
};
