import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AlertFrequency, SavedSearch, savedSearchChanges } from '#shared/contracts/savedSearches.ts';
import { type Message, msg } from '#shared/messages.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { createStore } from '#web/lib/store.ts';

export const PATH = '/api/saved-searches';

const frequencyLabels: Record<AlertFrequency, Message> = {
  instant: msg('Instantly'),
  daily: msg('Once a day, at 8 AM'),
  weekly: msg('Once a week, on Monday'),
  off: msg('Paused'),
};

export const frequencyOptions = () =>
  (Object.keys(frequencyLabels) as AlertFrequency[]).map((value) => ({
    value,
    label: t(frequencyLabels[value]),
  }));

/** The person's own, newest first. */
export const savedSearchesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['savedSearches', userId],
    queryFn: async ({ signal }) =>
      (await callApi<{ saved_searches: SavedSearch[] }>('GET', PATH, { signal })).saved_searches,
    meta: { isPersonal: true },
  });

type Changes = z.input<typeof savedSearchChanges>;

/** Keeps a new one, or changes one that is there. */
export function useSaveSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Changes & { id?: number }) =>
      id === undefined
        ? callApi<SavedSearch>('POST', PATH, { body })
        : callApi<SavedSearch>('PUT', `${PATH}/${id}`, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['savedSearches'] }),
  });
}

export function useDeleteSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi<{ id: number }>('DELETE', `${PATH}/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['savedSearches'] }),
  });
}

/** The saved search that is being changed in the list; its owner said so where it is kept. */
export const editedSearch = createStore<Pick<SavedSearch, 'id' | 'name'> | null>(null);

/** The search that somebody wanted to keep before logging in. */
export const wantedSearch = createStore<string | null>(null);
