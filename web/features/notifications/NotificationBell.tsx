import { useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Notification } from '#shared/contracts/notifications.ts';
import { isOnScreen, listenToReads } from '#web/features/conversations/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { joinStops } from '#web/lib/socket.ts';
import { countInTitle, countOnIcon } from '#web/lib/useTitle.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { followFront } from './frontWindow.ts';
import { createPushToasts } from './pushToasts.ts';
import { badgeText, followNotifications, useFollowAction, useNotifications } from './queries.ts';

const NotificationPanel = lazyWithRetry(
  async () => (await import('./NotificationPanel.tsx')).NotificationPanel,
  'dialog',
);
const preloadPanel = () => void NotificationPanel.preload();

interface NotificationBellProps {
  userId: number;
  /** 'beside': the panel opens to the right, and upwards. */
  placement?: 'below' | 'beside';
}

/** The unread count stands here, in the title of the window and on the icon of the installed site. Its panel is fetched when it is about to be opened. */
export function NotificationBell({ userId, placement = 'below' }: NotificationBellProps) {
  const client = useQueryClient();
  const { unread } = useNotifications(userId);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const followAction = useFollowAction();

  const follow = useEffectEvent((notification: Notification) => void followAction(notification));
  useEffect(() => {
    const told = createPushToasts({ follow: (one) => follow(one), openAll: () => setIsOpen(true) });
    return joinStops(
      followFront(),
      followNotifications(client, told.add),
      listenToReads(() => told.settle(isOnScreen)),
      told.end,
    );
  }, [client]);

  useEffect(() => {
    countInTitle(unread);
    return () => countInTitle(0);
  }, [unread]);
  useEffect(() => countOnIcon(unread), [unread]);
  // At a log-out. A closed window leaves the count on the icon.
  useEffect(() => () => countOnIcon(0), []);

  const close = useCallback(() => setIsOpen(false), []);
  return (
    <div className="relative">
      <IconButton
        ref={button}
        className="relative rounded-full"
        label={bellLabel(unread)}
        title={t('Notifications')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={
          <>
            <Bell size={22} strokeWidth={1.9} />
            {unread > 0 && (
              <span
                className="count absolute top-0.5 right-px min-w-[1.1875rem] border-2 border-page bg-heart text-white leading-4 dark:text-[#2b0509]"
                aria-hidden="true"
              >
                {badgeText(unread)}
              </span>
            )}
          </>
        }
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <NotificationPanel
            userId={userId}
            placement={placement}
            trigger={button}
            onClose={close}
            onFollow={followAction}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The visible count is part of the name: voice control uses visible words. */
function bellLabel(unread: number): string {
  if (unread === 0) return t('Notifications');
  const drawn = badgeText(unread);
  return drawn === String(unread)
    ? t('Notifications, {unread} unread', { unread })
    : t('Notifications, {drawn}, {unread} unread', { drawn, unread });
}
