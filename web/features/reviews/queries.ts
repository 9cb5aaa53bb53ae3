import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AgentStatistics } from '#shared/contracts/agents.ts';
import type { Review } from '#shared/contracts/reviews.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { logged } from '#web/lib/logged.ts';
import { fetchPages, type PagedList, refetchPages } from '#web/lib/pagedList.ts';

export const reviewPages = (agentId: number, userId: number | null): PagedList<Review> => ({
  queryKey: ['agents', 'reviews', agentId, userId],
  path: `/api/agents/${agentId}/reviews`,
  timeOf: ({ created_at }) => created_at,
});

/** Those loaded so far, newest first. Which of them is one's own depends on who asks. */
export const reviewsQuery = (agentId: number, userId: number | null) =>
  queryOptions({
    queryKey: reviewPages(agentId, userId).queryKey,
    queryFn: (context) => logged(refetchPages(reviewPages(agentId, userId), context), context.signal),
    meta: { isPersonal: true },
  });

/** The reader's own review, if there is one, in a list of at most one. */
export const ownReviewQuery = (agentId: number, userId: number | null) =>
  queryOptions({
    queryKey: [...reviewPages(agentId, userId).queryKey, 'own'],
    queryFn: ({ signal }) => fetchPages(reviewPages(agentId, userId), { filter: { own: 'true' }, signal }),
    meta: { isPersonal: true },
  });

export const statisticsQuery = (agentId: number) =>
  queryOptions({
    queryKey: ['agents', 'statistics', agentId],
    queryFn: ({ signal }) =>
      logged(callApi<AgentStatistics>('GET', `/api/agents/${agentId}/statistics`, { signal }), signal),
  });

const answerPath = (agentId: number, reviewId: number) => `/api/agents/${agentId}/reviews/${reviewId}/answer`;

/** Of the reviewed agent; an empty answer takes it away. */
export function useAnswerReview(agentId: number, reviewId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: string) =>
      callApi<Review>('PUT', answerPath(agentId, reviewId), { body: { answer } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['agents', 'reviews', agentId] }),
  });
}
