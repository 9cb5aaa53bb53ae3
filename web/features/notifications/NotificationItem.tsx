import { Check, CircleAlert, CircleCheck, Info, MessageCircle, TriangleAlert, X } from 'lucide-react';
import type { Notification } from '#shared/contracts/notifications.ts';
import { fullTime, shortRelativeTime } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import styles from './NotificationItem.module.css';
import { conversationOf } from './notificationData.ts';

interface NotificationItemProps {
  /** One, or the messages of one conversation, newest first. */
  stack: readonly Notification[];
  now: Date;
  onFollow(newest: Notification): void;
  onRead(): void;
  onDismiss(): void;
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

export function NotificationItem({ stack, now, onFollow, onRead, onDismiss }: NotificationItemProps) {
  const [notification] = stack;
  if (!notification) return null;
  const { type, title, message, timestamp, action } = notification;
  const unread = stack.filter(({ read }) => !read).length;
  const read = unread === 0;
  const Icon = conversationOf(notification) === null ? icons[type] : MessageCircle;
  return (
    <li className={`relative flex gap-3 pt-3 pr-2 pb-3 pl-4 ${styles.item} ${read ? '' : styles.unread}`}>
      <span
        className={`grid flex-none place-items-center w-9 h-9 mt-0.5 rounded-full bg-[color-mix(in_srgb,var(--tone)_14%,var(--s-surface))] ${styles.icon} ${styles[type]}`}
      >
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="flex-1 min-w-0 leading-[1.4]">
        <h3 className={`text-[0.9375rem] font-semibold leading-[1.4] ${styles.title}`}>
          {title}{' '}
          {unread > 1 && (
            <Badge tone="primary">
              {unread}
              <span className="visuallyHidden"> messages</span>
            </Badge>
          )}
          {!read && <span className="visuallyHidden"> (unread)</span>}
        </h3>
        <p className={`text-muted text-sm wrap-anywhere ${styles.message}`}>{message}</p>
        <p className="flex flex-wrap items-center gap-y-0 gap-x-3 text-muted text-xs">
          <time dateTime={timestamp} title={fullTime(timestamp)}>
            {shortRelativeTime(timestamp, now)}
          </time>
          {action && (
            <button type="button" className={styles.action} onClick={() => onFollow(notification)}>
              {action.label}
            </button>
          )}
        </p>
      </div>
      <div className="flex flex-none flex-col">
        <button
          type="button"
          className={styles.tool}
          aria-label={`Dismiss: ${title}`}
          title="Dismiss"
          onClick={onDismiss}
        >
          <X size={17} aria-hidden="true" />
        </button>
        {!read && (
          <button
            type="button"
            className={styles.tool}
            aria-label={`Mark as read: ${title}`}
            title="Mark as read"
            onClick={onRead}
          >
            <Check size={17} aria-hidden="true" />
          </button>
        )}
      </div>
    </li>
  );
}
