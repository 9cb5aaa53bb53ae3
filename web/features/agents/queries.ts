import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Agent } from '#shared/contracts/agents.ts';
import type { User } from '#shared/contracts/auth.ts';
import type { Pagination } from '#shared/contracts/common.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { reviewsQuery } from '#web/features/reviews/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { logged } from '#web/lib/logged.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { readId } from '#web/lib/urlState.ts';
import { agentQuery, DIRECTORY_KEY } from './agentQueries.ts';
import { filtersOf, readDirectoryState, usualState } from './directory/directoryState.ts';

export interface AgentFilters {
  search: string;
  specialization: string;
  location: string;
}

interface AgentsAnswer {
  agents: Agent[];
  pagination: Pagination;
}

const CHOICES_STALE_MS = 10 * 60_000;

/** The whole directory that matches: it is sorted in the browser, so no page of it may be missing. */
export const agentsQuery = (filters: AgentFilters) =>
  queryOptions({
    queryKey: [...DIRECTORY_KEY, filters],
    queryFn: async ({ signal }) => {
      const fetchPage = (page: number) =>
        callApi<AgentsAnswer>('GET', '/api/agents', {
          query: { ...filters, page: page === 1 ? undefined : page },
          signal,
        });
      const first = await fetchPage(1);
      const others = Array.from({ length: Math.max(first.pagination.pages - 1, 0) }, (_, index) => index + 2);
      const rest = await Promise.all(others.map(fetchPage));
      return [first, ...rest].flatMap(({ agents }) => agents);
    },
    placeholderData: keepPreviousData,
  });

export const specializationsQuery = queryOptions({
  queryKey: ['agents', 'specializations'],
  queryFn: ({ signal }) => callApi<string[]>('GET', '/api/agents/specializations', { signal }),
  staleTime: CHOICES_STALE_MS,
});

export const locationsQuery = queryOptions({
  queryKey: ['agents', 'locations'],
  queryFn: ({ signal }) => callApi<string[]>('GET', '/api/agents/locations', { signal }),
  staleTime: CHOICES_STALE_MS,
});

export const agentListingsQuery = (agentId: number) =>
  queryOptions({
    queryKey: ['agents', 'properties', agentId],
    queryFn: ({ signal }) =>
      logged(callApi<Property[]>('GET', `/api/agents/${agentId}/properties`, { signal }), signal),
  });

/** The account as the server has it now: an application may have been decided since the page was opened. */
export const applicantQuery = (userId: number) =>
  queryOptions({
    queryKey: ['agents', 'applicant', userId],
    queryFn: ({ signal }) => callApi<User>('GET', '/api/auth/profile', { signal }),
    meta: { isPersonal: true },
    staleTime: 0,
  });

export const prefetchAgents: Prefetch = (client, { search }) => [
  client.prefetchQuery(agentsQuery(filtersOf(readDirectoryState(search)))),
  client.prefetchQuery(agentsQuery(filtersOf(usualState))),
  client.prefetchQuery(specializationsQuery),
  client.prefetchQuery(locationsQuery),
];

export const prefetchAgent: Prefetch = (client, { params, userId }) => {
  const id = readId(params.id);
  if (id === null || userId === null) return [];
  return [
    client.prefetchQuery(agentQuery(id)),
    client.prefetchQuery(agentListingsQuery(id)),
    client.prefetchQuery(reviewsQuery(id, userId)),
  ];
};
