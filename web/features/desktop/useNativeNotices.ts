import { useEffect } from 'react';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { NativeNotice } from '#shared/desktopBridge.ts';
import { isOnScreen, listenToReads } from '#web/features/conversations/index.ts';
import { conversationOf, useNotifications } from '#web/features/notifications/index.ts';
import { listenToSocket } from '#web/lib/socket.ts';
import { desktopConsole } from '#web/platform/desktop.ts';

const warn = (error: unknown) => console.warn('The desktop did not answer', error);

/** What the server pushes goes to the system's notifications; what is unread to the badge. */
export function useNativeNotices(userId: number | undefined, isLocked: boolean): void {
  const { query, unread } = useNotifications(userId);
  const list = query.data;

  useEffect(() => {
    desktopConsole()
      ?.bridge.call('setUnread', userId === undefined ? 0 : unread)
      .catch(warn);
  }, [unread, userId]);

  useEffect(() => {
    const bridge = desktopConsole()?.bridge;
    if (!bridge || userId === undefined) return;
    const stops = [
      listenToSocket('notification', ({ push, ...stored }) => {
        const conversationId = conversationOf(stored);
        const isSeen = document.hasFocus() && (conversationId === null || isOnScreen(conversationId));
        if (push && !isSeen) bridge.call('notify', nativeNotice(stored, isLocked)).catch(warn);
      }),
      listenToReads(() => {
        for (const stored of list ?? []) if (stored.read) void bridge.call('dismissNotice', threadOf(stored));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [userId, isLocked, list]);
}

/** Behind the lock a notice names nobody, and takes no answer. */
export function nativeNotice(stored: Notification, isLocked: boolean): NativeNotice {
  const conversationId = conversationOf(stored);
  return {
    thread: threadOf(stored),
    title: isLocked ? 'Silong' : stored.title,
    body: isLocked ? 'Something new is waiting for you.' : stored.message,
    route: stored.action?.url ?? '/',
    replyTo: isLocked ? null : conversationId,
  };
}

function threadOf(stored: Notification): string {
  const conversationId = conversationOf(stored);
  return conversationId === null ? `notice:${Math.abs(stored.id)}` : `conversation:${conversationId}`;
}
