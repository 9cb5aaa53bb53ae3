import { useQuery } from '@tanstack/react-query';
import { BellRing, CheckCheck } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { Notification } from '#shared/contracts/notifications.ts';
import { useNow } from '#web/lib/useNow.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { dismiss, useDismissed } from './dismissed.ts';
import { NotificationItem } from './NotificationItem.tsx';
import styles from './NotificationPanel.module.css';
import { countUnread, withoutDismissed } from './notificationData.ts';
import { notificationsQuery } from './queries.ts';
import { useMarkNotifications } from './useMarkNotifications.ts';

interface NotificationPanelProps {
  userId: number;
  trigger: RefObject<HTMLButtonElement | null>;
  onClose(): void;
  onFollow(notification: Notification): Promise<void>;
}

const SKELETON_ITEMS = 3;

/** Below the bell; the whole width on a phone. Escape, a click beside it, or leaving it with the keyboard closes it. */
export function NotificationPanel({ userId, trigger, onClose, onFollow }: NotificationPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const query = useQuery(notificationsQuery);
  const dismissed = useDismissed(userId);
  const { markRead, markAllRead, isMarkingAll } = useMarkNotifications();
  const now = useNow();
  const list = query.data && withoutDismissed(query.data, dismissed);
  const unread = countUnread(list ?? []);

  useEffect(() => {
    panel.current?.focus();
    const onPointerDown = ({ target }: PointerEvent) => {
      const isInside = [panel, trigger].some(({ current }) => current?.contains(target as Node));
      if (!isInside) onClose();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [onClose, trigger]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    onClose();
    trigger.current?.focus();
  };

  const follow = (notification: Notification) => {
    void markRead(notification);
    onClose();
    // The chat gives the focus back to what had it.
    trigger.current?.focus();
    void onFollow(notification);
  };

  return (
    <div
      ref={panel}
      className={styles.panel}
      role="dialog"
      aria-label="Notifications"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        const isElsewhere = relatedTarget instanceof Node && !panel.current?.contains(relatedTarget);
        if (isElsewhere && relatedTarget !== trigger.current) onClose();
      }}
    >
      <div className={styles.header}>
        <h2 className={styles.title}>Notifications</h2>
        {unread > 0 && (
          <button
            type="button"
            className={styles.markAll}
            disabled={isMarkingAll}
            onClick={() => {
              panel.current?.focus();
              void markAllRead(list ?? []);
            }}
          >
            <CheckCheck size={16} aria-hidden="true" />
            Mark all read
          </button>
        )}
      </div>
      <RefetchNotice query={query} />
      {list && list.length > 0 ? (
        <ul className={styles.list}>
          {list.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              now={now}
              onFollow={() => follow(notification)}
              onRead={() => {
                panel.current?.focus();
                void markRead(notification);
              }}
              onDismiss={() => {
                panel.current?.focus();
                dismiss(userId, notification);
              }}
            />
          ))}
        </ul>
      ) : list ? (
        <EmptyState
          icon={<BellRing size={26} aria-hidden="true" />}
          title="You are all caught up"
          text="Messages, viewings and price changes of your favorites appear here."
          headingLevel={3}
        />
      ) : query.isError ? (
        <ErrorState
          title="Failed to load notifications"
          message={query.error.message}
          headingLevel={3}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <PanelSkeleton />
      )}
    </div>
  );
}

function PanelSkeleton() {
  return (
    <div className={styles.loading} role="status" aria-label="Loading notifications…">
      {Array.from({ length: SKELETON_ITEMS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className={styles.loadingItem}>
          <Skeleton width="2.25rem" height="2.25rem" className={styles.round} />
          <div className={styles.loadingWords}>
            <Skeleton width="60%" height="0.9375rem" />
            <Skeleton width="90%" height="0.8125rem" />
          </div>
        </div>
      ))}
    </div>
  );
}
