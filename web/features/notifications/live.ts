import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '#shared/contracts/notifications.ts';
import { isOnScreen, listenToReads } from '#web/features/conversations/index.ts';
import { currentConnection, listenToConnection, listenToSocket } from '#web/lib/socket.ts';
import { conversationOf, withMessage, withStored } from './notificationData.ts';
import { notificationsQuery, withConversationsRead } from './queries.ts';

type Change = (list: Notification[]) => Notification[];

/** Keeps the bell as the server pushes it. `onPush` gets what is to be shown beyond the bell. @returns ends it. */
export function followNotifications(
  client: QueryClient,
  onPush: (notification: Notification) => void,
): () => void {
  let connection = currentConnection();
  const { queryKey } = notificationsQuery;

  const change = (apply: Change) => {
    const state = client.getQueryState(queryKey);
    client.setQueryData(queryKey, (list) => list && apply(list));
    // An answer on its way may be older than this.
    if (state?.fetchStatus === 'fetching') void client.invalidateQueries({ queryKey });
  };

  const ends = [
    listenToSocket('message_notification', (event) => {
      if (!isOnScreen(event.conversationId)) change((list) => withMessage(list, event));
    }),
    listenToSocket('notification', ({ push, ...stored }) => {
      const conversationId = conversationOf(stored);
      // The person is reading it at this moment.
      const isSeen = conversationId !== null && isOnScreen(conversationId);
      change((list) => withConversationsRead(withStored(list, isSeen ? { ...stored, read: true } : stored)));
      if (push && !isSeen && document.visibilityState === 'visible') onPush(stored);
    }),
    listenToReads(() => {
      change(withConversationsRead);
      // Those that are not loaded are counted by the server.
      void client.invalidateQueries({ queryKey: [...queryKey, 'rest'] });
    }),
    listenToConnection(() => {
      const before = connection;
      connection = currentConnection();
      if (connection === 'online' && before !== 'online') void client.invalidateQueries({ queryKey });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
