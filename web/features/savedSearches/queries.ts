import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertFrequency } from '#shared/contracts/savedSearches.ts';
import { type Message, msg } from '#shared/messages.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, queryOf } from '#web/lib/apiQueries.ts';
import type { InputOf } from '#web/lib/calls.ts';
import { t } from '#web/lib/i18n.tsx';

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

export const savedSearchesQuery = queryOptions({
  ...queryOf('savedSearches.list'),
  select: ({ saved_searches }) => saved_searches,
  meta: { isPersonal: true },
});

type NewSearch = InputOf<'savedSearches.create'>['body'];
type Changes = NonNullable<InputOf<'savedSearches.update'>['body']>;

export function useSaveSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (search: NewSearch | (Changes & { id: number })) => {
      if (!('id' in search)) return callApi('savedSearches.create', { body: search });
      const { id, ...body } = search;
      return callApi('savedSearches.update', { params: { id }, body });
    },
    onSettled: () => invalidate(client, 'savedSearches'),
  });
}

export function useDeleteSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi('savedSearches.remove', { params: { id } }),
    onSettled: () => invalidate(client, 'savedSearches'),
  });
}
