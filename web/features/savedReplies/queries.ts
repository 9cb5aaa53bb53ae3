import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';

/** The agent's own, by title. */
export const savedRepliesQuery = queryOptions({
  ...queryOf('savedReplies.list'),
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
        ? callApi('savedReplies.create', { body })
        : callApi('savedReplies.update', { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: savedRepliesQuery.queryKey }),
  });
}

export function useDeleteReply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi('savedReplies.remove', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: savedRepliesQuery.queryKey }),
  });
}
