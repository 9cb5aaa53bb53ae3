import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Notification } from '#shared/contracts/notifications.ts';
import { fetchConversations, useChat } from '#web/features/conversations/index.ts';
import { conversationOf } from './notificationData.ts';

/** Where a notification leads: a conversation opens in the chat modal, any other link is a page. */
export function useFollowAction(): (notification: Notification) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { openChat } = useChat();
  return useCallback(
    async (notification) => {
      const conversationId = conversationOf(notification);
      if (conversationId === null) {
        if (notification.action) await navigate(notification.action.url);
        return;
      }
      // The modal looks for it in the list, and asks for what is not in it; without the list it does the same.
      await fetchConversations(client).catch((error: unknown) =>
        console.warn('The conversations could not be fetched', error),
      );
      openChat({ conversationId });
    },
    [client, navigate, openChat],
  );
}
