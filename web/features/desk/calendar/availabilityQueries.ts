import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Availability, DayOff } from '#shared/contracts/availability.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { deskKey } from '../queries.ts';

const personal = { isPersonal: true };

/** When the agent shows homes. */
export const availabilityQuery = queryOptions({
  queryKey: [...deskKey, 'availability'],
  queryFn: ({ signal }) => callApi<Availability>('GET', '/api/desk/availability', { signal }),
  meta: personal,
});

export const daysOffQuery = queryOptions({
  queryKey: [...deskKey, 'daysOff'],
  queryFn: ({ signal }) => callApi<DayOff[]>('GET', '/api/desk/days-off', { signal }),
  meta: personal,
});

export function useSetAvailability() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Availability) => callApi<Availability>('PUT', '/api/desk/availability', { body }),
    onSuccess: (set) => {
      client.setQueryData(availabilityQuery.queryKey, set);
      return client.invalidateQueries({ queryKey: ['viewings', 'free'] });
    },
  });
}

/** Takes days off, or back. */
export function useChangeDaysOff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Omit<DayOff, 'id'> | { id: number }) =>
      'id' in change
        ? callApi('DELETE', `/api/desk/days-off/${change.id}`)
        : callApi('POST', '/api/desk/days-off', { body: change }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: daysOffQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['viewings', 'free'] }),
      ]),
  });
}
