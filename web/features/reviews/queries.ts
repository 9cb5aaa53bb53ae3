import { queryOptions } from '@tanstack/react-query';
import type { AgentStatistics } from '#shared/contracts/agents.ts';
import type { Review } from '#shared/contracts/reviews.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { logged } from '#web/lib/logged.ts';

/** Which of them is one's own depends on who asks. */
export const reviewsQuery = (agentId: number, userId: number | null) =>
  queryOptions({
    queryKey: ['agents', 'reviews', agentId, userId],
    queryFn: ({ signal }) =>
      logged(callApi<Review[]>('GET', `/api/agents/${agentId}/reviews`, { signal }), signal),
    meta: { isPersonal: true },
  });

export const statisticsQuery = (agentId: number) =>
  queryOptions({
    queryKey: ['agents', 'statistics', agentId],
    queryFn: ({ signal }) =>
      logged(callApi<AgentStatistics>('GET', `/api/agents/${agentId}/statistics`, { signal }), signal),
  });
