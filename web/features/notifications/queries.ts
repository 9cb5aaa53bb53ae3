import { queryOptions } from '@tanstack/react-query';
import type { Notification } from '#shared/contracts/notifications.ts';
import { wasReadAfter } from '#web/features/conversations/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { conversationOf, withRead } from './notificationData.ts';

/** Newest first, at most 100. Those pushed by a message and not yet stored have an id below zero. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) =>
    withConversationsRead(await callApi<Notification[]>('GET', '/api/notifications', { signal })),
  meta: { isPersonal: true },
});

export function putNotificationRead(id: number): Promise<Notification> {
  return callApi('PUT', `/api/notifications/${id}/read`);
}

/** The server reads a conversation's notices a moment after the conversation itself. */
export function withConversationsRead(list: Notification[]): Notification[] {
  return withRead(list, (notification) => {
    const conversationId = conversationOf(notification);
    return conversationId !== null && wasReadAfter(conversationId, notification.timestamp);
  });
}
