import type { Notification } from '#shared/contracts/notifications.ts';
import type { ServerEvent } from '#shared/events.ts';

/** Specification, part 1 §9. */
const PREVIEW_LENGTH = 50;
const MAX_BADGE = 9;
const MAX_LISTED = 100;

const MESSAGE_TITLE = 'New Message';

/** The conversation an action leads to; null for every other link. */
export function conversationOf(notification: Pick<Notification, 'action'>): number | null {
  const id = notification.action?.url.match(/\/conversations\/(\d+)/)?.[1];
  return id ? Number(id) : null;
}

const isMessageOf = (notification: Notification, conversationId: number) =>
  notification.title === MESSAGE_TITLE && conversationOf(notification) === conversationId;

/** A notification as the server stored it, once, at its place by time. It takes the place of what a message announced. */
export function withStored(list: Notification[], stored: Notification): Notification[] {
  const conversationId = conversationOf(stored);
  const isReplaced = (other: Notification) =>
    other.id === stored.id || (other.id < 0 && conversationId !== null && isMessageOf(other, conversationId));
  return [stored, ...list.filter((other) => !isReplaced(other))]
    .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
    .slice(0, MAX_LISTED);
}

/**
 * A message was announced over the socket. The server also stores a notice of it, and until that comes one is made here:
 * an unread one of the same conversation is brought up to date instead of standing there twice.
 */
export function withMessage(
  list: Notification[],
  { message, conversationId }: ServerEvent<'message_notification'>,
): Notification[] {
  const known = list.find((other) => !other.read && isMessageOf(other, conversationId));
  if (known && known.timestamp >= message.created_at) return list;
  return withStored(list, {
    id: known?.id ?? -conversationId,
    type: 'info',
    title: MESSAGE_TITLE,
    message: previewOf(message.content),
    timestamp: message.created_at,
    read: false,
    action: { label: 'View Conversation', url: `/conversations/${conversationId}` },
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

/** Dismissed up to its time: one that was brought up to date since is shown again. */
export function withoutDismissed(
  list: Notification[],
  dismissed: Readonly<Record<string, string>>,
): Notification[] {
  return list.filter(({ id, timestamp }) => timestamp > (dismissed[id] ?? ''));
}

export function countUnread(list: Notification[]): number {
  return list.filter(({ read }) => !read).length;
}

/** '3', '9+' */
export function badgeText(count: number): string {
  return count > MAX_BADGE ? `${MAX_BADGE}+` : String(count);
}
