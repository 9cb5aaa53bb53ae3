import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Availability, DayOff } from '#shared/contracts/desk.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, queryOf } from '#web/lib/apiQueries.ts';

const personal = { isPersonal: true };

/** When the agent shows homes. */
export const availabilityQuery = queryOptions({ ...queryOf('availability.get'), meta: personal });

export const daysOffQuery = queryOptions({ ...queryOf('availability.daysOff'), meta: personal });

export function useSetAvailability() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Availability) => callApi('availability.set', { body }),
    onSuccess: (set) => {
      client.setQueryData(availabilityQuery.queryKey, set);
      return invalidate(client, 'availability.freeTimes');
    },
  });
}

/** Takes days off, or back. */
export function useChangeDaysOff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Omit<DayOff, 'id'> | { id: number }) =>
      'id' in change
        ? callApi('availability.removeDaysOff', { params: { id: change.id } })
        : callApi('availability.addDaysOff', { body: change }),
    onSettled: () =>
      Promise.all([invalidate(client, 'availability.daysOff'), invalidate(client, 'availability.freeTimes')]),
  });
}
