import { Check, CircleAlert, CircleCheck, Info, MessageCircle, TriangleAlert, X } from 'lucide-react';
import type { Notification } from '#shared/contracts/notifications.ts';
import { fullTime, shortRelativeTime } from '#web/lib/dates.ts';
import styles from './NotificationItem.module.css';
import { conversationOf } from './notificationData.ts';

interface NotificationItemProps {
  notification: Notification;
  now: Date;
  onFollow(): void;
  onRead(): void;
  onDismiss(): void;
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

export function NotificationItem({ notification, now, onFollow, onRead, onDismiss }: NotificationItemProps) {
  const { type, title, message, timestamp, read, action } = notification;
  const Icon = conversationOf(notification) === null ? icons[type] : MessageCircle;
  return (
    <li className={`${styles.item} ${read ? '' : styles.unread}`}>
      <span className={`${styles.icon} ${styles[type]}`}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>
          {title}
          {!read && <span className="visuallyHidden"> (unread)</span>}
        </h3>
        <p className={styles.message}>{message}</p>
        <p className={styles.foot}>
          <time dateTime={timestamp} title={fullTime(timestamp)}>
            {shortRelativeTime(timestamp, now)}
          </time>
          {action && (
            <button type="button" className={styles.action} onClick={onFollow}>
              {action.label}
            </button>
          )}
        </p>
      </div>
      <div className={styles.tools}>
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
