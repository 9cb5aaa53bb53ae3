import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Notification } from '#shared/contracts/notifications.ts';
import { wasReadAfter } from '#web/features/conversations/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { fetchPages, type PagedList, refetchPages, useRest, withFound } from '#web/lib/pagedList.ts';
import { useDismissed } from './dismissed.ts';
import { conversationOf, countUnread, withoutDismissed, withRead } from './notificationData.ts';

const notificationPages: PagedList<Notification> = {
  queryKey: ['notifications'],
  path: '/api/notifications',
  timeOf: ({ timestamp }) => timestamp,
};

/** Those loaded so far, newest first. Those pushed by a message and not yet stored have an id below zero. */
export const notificationsQuery = queryOptions({
  queryKey: notificationPages.queryKey,
  queryFn: async (context) => withConversationsRead(await refetchPages(notificationPages, context)),
  meta: { isPersonal: true },
});

/** The loaded notifications that were not dismissed, with what is not loaded, and how many of all are unread. */
export function useNotifications(userId: number | undefined) {
  const query = useQuery({ ...notificationsQuery, enabled: userId !== undefined });
  const dismissed = useDismissed(userId ?? 0);
  const rest = useRest<Notification, { all: number; unread: number }>(
    notificationPages,
    query.data,
    // Only this browser knows what was dismissed.
    ({ timestamp }) => {
      const older = Object.entries(dismissed).filter(([, moment]) => moment <= timestamp);
      return { except: older.map(([id]) => id).join(',') || undefined };
    },
  );
  const list = query.data && withoutDismissed(query.data, dismissed);
  return { query, rest, list, unread: countUnread(list ?? []) + (rest.counts?.unread ?? 0) };
}

/** Also those that are not loaded. @throws what callApi throws. */
export async function loadAllNotifications(client: QueryClient): Promise<Notification[]> {
  const all = await fetchPages(notificationPages, { length: Number.POSITIVE_INFINITY });
  client.setQueryData<Notification[]>(
    notificationPages.queryKey,
    (loaded) => loaded && withFound(loaded, all),
  );
  return withConversationsRead(all);
}

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
