import { queryOptions } from '@tanstack/react-query';
import type { Notification } from '#shared/contracts/notifications.ts';
import { callApi } from '../../lib/apiClient.ts';

/** Newest first, at most 100. Those pushed by a message and not yet stored have an id below zero. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => callApi<Notification[]>('GET', '/api/notifications', { signal }),
  meta: { isPersonal: true },
});

export function putNotificationRead(id: number): Promise<Notification> {
  return callApi('PUT', `/api/notifications/${id}/read`);
}
