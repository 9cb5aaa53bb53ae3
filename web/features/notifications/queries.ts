import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { ServerEvent } from '#shared/events.ts';
import {
  fetchConversations,
  isOnScreen,
  listenToReads,
  useChat,
  wasReadAfter,
} from '#web/features/conversations/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, invalidateSoon } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { fetchPages, pagedList, refetchPages, useRest, withFound } from '#web/lib/pagedList.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { joinStops, listenToSocket } from '#web/lib/socket.ts';
import { createStore, readTexts, type Store, useStore } from '#web/lib/store.ts';
import { scoped } from '#web/platform/scope.ts';
import { isInFront } from './frontWindow.ts';

const notificationPages = pagedList('notifications.list', {}, { timeOf: ({ timestamp }) => timestamp });

/** The loaded notifications, newest first. The ones made from a pushed message and not yet stored have an id below zero. */
const notificationsQuery = queryOptions({
  queryKey: notificationPages.queryKey,
  queryFn: async (context) => withConversationsRead(await refetchPages(notificationPages, context)),
  meta: { isPersonal: true },
});

/** The loaded notifications that were not dismissed, the counts of the others, and the unread count of all. */
export function useNotifications(userId: number | undefined) {
  const query = useQuery({ ...notificationsQuery, enabled: userId !== undefined });
  const dismissed = useStore(storeOf(userId ?? 0));
  const rest = useRest(
    notificationPages,
    query.data,
    // Dismissals are stored in this browser only.
    ({ timestamp }) => {
      const older = Object.entries(dismissed).filter(([, moment]) => moment <= timestamp);
      return { except: older.map(([id]) => id).join(',') || undefined };
    },
  );
  const list = query.data && withoutDismissed(query.data, dismissed);
  return { query, rest, list, unread: countUnread(list ?? []) + (rest.counts?.unread ?? 0) };
}

/** All pages, also those not loaded yet. @throws the failures of callApi. */
async function loadAllNotifications(client: QueryClient): Promise<Notification[]> {
  const all = await fetchPages(notificationPages, { length: Number.POSITIVE_INFINITY });
  client.setQueryData<Notification[]>(notificationPages.queryKey, (loaded) => loaded && withFound(loaded, all));
  return withConversationsRead(all);
}

/** The server reads a conversation's notices a moment after the conversation itself. */
function withConversationsRead(list: Notification[]): Notification[] {
  return withRead(list, (notification) => {
    const conversationId = conversationOf(notification);
    return conversationId !== null && wasReadAfter(conversationId, notification.timestamp);
  });
}

/** Each unread notification in turn (specification, part 1 §4). @param hasMore the ones that are not loaded too. */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ list, hasMore = false }: { list: readonly Notification[]; hasMore?: boolean }) => {
      for (const notification of list) await markRead(client, notification);
      if (hasMore)
        for (const notification of await loadAllNotifications(client)) await markRead(client, notification);
    },
    onError: (error) => console.warn('Older notifications could not be marked as read', error),
  });
}

/** Shown as read at once; a mark that the server did not accept is unread again with the next fetch. */
async function markRead(client: QueryClient, { id, read }: Notification): Promise<void> {
  if (read) return;
  const { queryKey } = notificationsQuery;
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (list) => list && withRead(list, (each) => each.id === id));
  // A notification made from a pushed message is not stored yet; reading its conversation reads it.
  if (id < 0) return;
  try {
    await callApi('notifications.read', { params: { id } });
  } catch (error) {
    console.warn('A notification could not be marked as read', error);
    await invalidate(client, 'notifications');
  }
}

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
      // The modal looks for it in the list, and fetches it where it is missing; without the list it does the same.
      await fetchConversations(client).catch((error: unknown) =>
        console.warn('The conversations could not be fetched', error),
      );
      openChat({ conversationId });
    },
    [client, navigate, openChat],
  );
}

/** Keeps the bell as the server pushes it. `onPush` gets the notifications to show beyond the bell. @returns ends it. */
export function followNotifications(
  client: QueryClient,
  onPush: (notification: Notification) => void,
): () => void {
  const { queryKey } = notificationsQuery;
  const change = (apply: (list: Notification[]) => Notification[]) => {
    const state = client.getQueryState(queryKey);
    client.setQueryData(queryKey, (list) => list && apply(list));
    // An answer on its way may be older than this.
    if (state?.fetchStatus === 'fetching') invalidateSoon(client, 'notifications');
  };

  return joinStops(
    listenToSocket('message_notification', (event) => {
      if (!isOnScreen(event.conversationId)) change((list) => withMessage(list, event));
    }),
    listenToSocket('notification', ({ push, ...stored }) => {
      const conversationId = conversationOf(stored);
      // The person is reading it at this moment.
      const isSeen = conversationId !== null && isOnScreen(conversationId);
      change((list) => withConversationsRead(withStored(list, isSeen ? { ...stored, read: true } : stored)));
      if (push && !isSeen && isInFront()) onPush(stored);
    }),
    listenToSocket('notifications_read', ({ ids }) => {
      const read = new Set(ids);
      change((list) => withRead(list, ({ id }) => read.has(id)));
      invalidateSoon(client, 'notifications.counts');
    }),
    listenToReads(() => {
      change(withConversationsRead);
      // The server counts the notifications that are not loaded.
      invalidateSoon(client, 'notifications.counts');
    }),
  );
}

/** By notification id: the time of the one that was dismissed. */
type Dismissed = Readonly<Record<string, string>>;

const MAX_KEPT = 500;
const none: Dismissed = {};

const stores = scoped(() => new Map<number, Store<Dismissed>>());

function storeOf(userId: number): Store<Dismissed> {
  const key = `silong_dismissed_notifications_${userId}`;
  const store =
    stores().get(userId) ??
    createStore(none, { area: 'localStorage', key, read: () => readTexts('localStorage', key) });
  stores().set(userId, store);
  return store;
}

export function dismiss(userId: number, notifications: readonly Notification[]): void {
  const added = notifications.map(({ id, timestamp }) => [id, timestamp]);
  const all: Record<string, string> = { ...storeOf(userId).get(), ...Object.fromEntries(added) };
  const kept = Object.entries(all)
    .sort(([, a], [, b]) => b.localeCompare(a))
    .slice(0, MAX_KEPT);
  storeOf(userId).set(Object.fromEntries(kept));
}

/** Specification, part 1 §9. */
const PREVIEW_LENGTH = 50;
const MAX_BADGE = 9;
/** A new entry replaces the oldest, which is fetched again on request. */
const MAX_LISTED = 100;

/** The conversation of an action; null for every other link. Only notices of messages have one. */
export function conversationOf(notification: Pick<Notification, 'action'>): number | null {
  const id = notification.action?.url.match(/\/conversations\/(\d+)/)?.[1];
  return id ? Number(id) : null;
}

/** A notification as the server stored it, once, at its place by time. It replaces the notice made from its message. */
export function withStored(list: Notification[], stored: Notification): Notification[] {
  const conversationId = conversationOf(stored);
  const isAnnouncement = (other: Notification) =>
    other.id < 0 && conversationOf(other) === conversationId && other.message === stored.message;
  const announced = stored.id > 0 && conversationId !== null ? list.findLast(isAnnouncement) : undefined;
  return [stored, ...list.filter((other) => other.id !== stored.id && other !== announced)]
    .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
    .slice(0, Math.max(MAX_LISTED, list.length));
}

/** A message arrived over the socket. The server also stores a notice of it; until that arrives one is made here. */
export function withMessage(
  list: Notification[],
  { message, conversationId }: ServerEvent<'message_notification'>,
): Notification[] {
  const preview = message.content === '' ? t('Sent you a file') : previewOf(message.content);
  const isKnown = list.some(
    (other) =>
      conversationOf(other) === conversationId &&
      other.message === preview &&
      other.timestamp >= message.created_at,
  );
  if (isKnown) return list;
  return withStored(list, {
    id: -message.id,
    type: 'info',
    title: t('New Message'),
    message: preview,
    concerns: null,
    timestamp: message.created_at,
    read: false,
    action: { label: t('View Conversation'), url: `/conversations/${conversationId}` },
  });
}

/** 'Ana Cruz · Loft in Poblacion: Is it free?' */
export const withConcerns = ({ concerns, message }: Pick<Notification, 'concerns' | 'message'>): string =>
  concerns ? `${concerns}: ${message}` : message;

/** The first 50 characters, with an ellipsis when there are more. Never half a character. */
export function previewOf(content: string): string {
  const characters = [...content];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : content;
}

const withRead = (list: Notification[], isRead: (notification: Notification) => boolean): Notification[] =>
  list.map((each) => (!each.read && isRead(each) ? { ...each, read: true } : each));

/** Dismissed up to its time: a notification updated since is shown again. */
export const withoutDismissed = (list: Notification[], dismissed: Dismissed): Notification[] =>
  list.filter(({ id, timestamp }) => timestamp > (dismissed[id] ?? ''));

/** The messages of one conversation lie together, at the place of the newest; every other notification stands alone. */
export function stackNotifications(list: Notification[]): Notification[][] {
  const stacks = new Map<string, Notification[]>();
  for (const notification of list) {
    const conversationId = conversationOf(notification);
    const key = conversationId === null ? `${notification.id}` : `conversation ${conversationId}`;
    stacks.set(key, [...(stacks.get(key) ?? []), notification]);
  }
  return [...stacks.values()];
}

export const countUnread = (list: Notification[]): number => list.filter(({ read }) => !read).length;

/** '3', '9+' */
export const badgeText = (count: number): string => (count > MAX_BADGE ? `${MAX_BADGE}+` : String(count));
