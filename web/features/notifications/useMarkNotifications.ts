import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Notification } from '#shared/contracts/notifications.ts';
import { withRead } from './notificationData.ts';
import { loadAllNotifications, notificationsQuery, putNotificationRead } from './queries.ts';

interface MarkNotifications {
  /** Each unread one in turn (specification, part 1 §4). @param hasMore those that are not loaded too. */
  markAllRead(list: Notification[], hasMore?: boolean): Promise<void>;
  isMarkingAll: boolean;
}

/** Shown as read at once; what the server did not take is unread again with the next fetch. Failures are logged only. */
export function useMarkNotifications(): MarkNotifications {
  const client = useQueryClient();
  const [isMarkingAll, setIsMarkingAll] = useState(false);

  const markRead = useCallback(
    async ({ id, read }: Notification) => {
      if (read) return;
      await client.cancelQueries({ queryKey: notificationsQuery.queryKey });
      client.setQueryData(
        notificationsQuery.queryKey,
        (list) => list && withRead(list, (each) => each.id === id),
      );
      // One that a message announced is not stored yet; reading its conversation reads it.
      if (id < 0) return;
      try {
        await putNotificationRead(id);
      } catch (error) {
        console.warn('A notification could not be marked as read', error);
        await client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
      }
    },
    [client],
  );

  const markAllRead = useCallback(
    async (list: Notification[], hasMore = false) => {
      setIsMarkingAll(true);
      for (const notification of list) await markRead(notification);
      try {
        if (hasMore)
          for (const notification of await loadAllNotifications(client)) await markRead(notification);
      } catch (error) {
        console.warn('Older notifications could not be marked as read', error);
      }
      setIsMarkingAll(false);
    },
    [client, markRead],
  );

  return { markAllRead, isMarkingAll };
}
