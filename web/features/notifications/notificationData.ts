import type { Notification } from '#shared/contracts/notifications.ts';
import type { ServerEvent } from '#shared/events.ts';
import { t } from '#web/lib/i18n.tsx';

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
  const announced =
    stored.id > 0 && conversationId !== null
      ? list.findLast(
          (other) =>
            other.id < 0 && conversationOf(other) === conversationId && other.message === stored.message,
        )
      : undefined;
  return [stored, ...list.filter((other) => other.id !== stored.id && other !== announced)]
    .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
    .slice(0, Math.max(MAX_LISTED, list.length));
}

/** A message arrived over the socket. The server also stores a notice of it; until that arrives one is made here. */
export function withMessage(
  list: Notification[],
  { message, conversationId }: ServerEvent<'message_notification'>,
): Notification[] {
  const preview = previewOf(message.content);
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
    timestamp: message.created_at,
    read: false,
    action: { label: t('View Conversation'), url: `/conversations/${conversationId}` },
  });
}

/** The first 50 characters, with an ellipsis when there are more. Never half a character. */
export function previewOf(content: string): string {
  const characters = [...content];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : content;
}

export function withRead(
  list: Notification[],
  isRead: (notification: Notification) => boolean,
): Notification[] {
  return list.map((each) => (!each.read && isRead(each) ? { ...each, read: true } : each));
}

/** Dismissed up to its time: a notification updated since is shown again. */
export function withoutDismissed(
  list: Notification[],
  dismissed: Readonly<Record<string, string>>,
): Notification[] {
  return list.filter(({ id, timestamp }) => timestamp > (dismissed[id] ?? ''));
}

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

export function countUnread(list: Notification[]): number {
  return list.filter(({ read }) => !read).length;
}

/** '3', '9+' */
export function badgeText(count: number): string {
  return count > MAX_BADGE ? `${MAX_BADGE}+` : String(count);
}
