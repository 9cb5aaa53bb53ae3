import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedReply } from '#shared/contracts/savedReplies.ts';
import { callApi } from '#web/lib/apiClient.ts';

const PATH = '/api/agents/saved-replies';

/** The agent's own, by title. */
export const savedRepliesQuery = queryOptions({
  queryKey: ['savedReplies'],
  queryFn: ({ signal }) => callApi<SavedReply[]>('GET', PATH, { signal }),
  meta: { isPersonal: true },
});

export interface SavedReplyDraft {
  /** Null for a new one. */
  id: number | null;
  title: string;
  text: string;
}

export function useSaveReply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: SavedReplyDraft) =>
      id === null
        ? callApi<SavedReply>('POST', PATH, { body })
        : callApi<SavedReply>('PUT', `${PATH}/${id}`, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: savedRepliesQuery.queryKey }),
  });
}

export function useDeleteReply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi<{ id: number }>('DELETE', `${PATH}/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: savedRepliesQuery.queryKey }),
  });
}
