import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, queryOf } from '#web/lib/apiQueries.ts';
import { logged } from '#web/lib/logged.ts';
import { pagedList, refetchPages } from '#web/lib/pagedList.ts';

export const reviewPages = (agentId: number) =>
  pagedList('reviews.list', { params: { id: agentId } }, { timeOf: ({ created_at }) => created_at });

/** The loaded reviews, newest first. The reader's own review depends on the session. */
export const reviewsQuery = (agentId: number) =>
  queryOptions({
    queryKey: reviewPages(agentId).queryKey,
    queryFn: (context) => logged(refetchPages(reviewPages(agentId), context), context.signal),
    meta: { isPersonal: true },
  });

/** The reader's own review, if there is one, in a list of at most one. */
export const ownReviewQuery = (agentId: number) =>
  queryOptions({
    ...queryOf('reviews.list', { params: { id: agentId }, query: { own: 'true', limit: 1 } }),
    meta: { isPersonal: true },
  });

export const statisticsQuery = (agentId: number) =>
  queryOptions({
    ...queryOf('agents.statistics', { params: { id: agentId } }),
    queryFn: ({ signal }) => logged(callApi('agents.statistics', { params: { id: agentId } }, { signal }), signal),
  });

/** The answer of the reviewed agent; an empty one removes it. */
export function useAnswerReview(agentId: number, reviewId: number) {
  const client = useQueryClient();
  return useMutation({
    /** @param version the words that the agent has read. */
    mutationFn: ({ answer, version }: { answer: string; version: number }) =>
      callApi('reviews.answer', {
        params: { id: agentId, reviewId },
        body: { answer, expected_version: version },
      }),
    // Also after a refusal: the review was rewritten.
    onSettled: () => invalidate(client, 'reviews.list', 'desk.timeline'),
  });
}
