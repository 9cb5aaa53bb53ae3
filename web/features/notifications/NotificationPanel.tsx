import {
  BellRing,
  Check,
  CheckCheck,
  CircleAlert,
  CircleCheck,
  Info,
  MessageCircle,
  TriangleAlert,
  X,
} from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { Notification } from '#shared/contracts/notifications.ts';
import { fullTime, shortRelativeTime } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { ShowMore } from '#web/ui/states/ShowMore.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { conversationOf, dismiss, stackNotifications, useMarkAllRead, useNotifications } from './queries.ts';

interface NotificationPanelProps {
  userId: number;
  placement: 'below' | 'beside';
  trigger: RefObject<HTMLButtonElement | null>;
  onClose(): void;
  onFollow(notification: Notification): Promise<void>;
}

const places = { below: 'top-full right-0 mt-2', beside: 'bottom-0 left-full ml-2' };
const SIZE = 'w-100 max-w-none max-h-[min(36rem,100dvh_-_var(--s-header-height)_-_1.5rem)]';
const ON_PHONES = 'max-md:fixed max-md:top-header max-md:inset-x-2 max-md:w-auto max-md:mt-1 max-md:ml-0';

/** Below the bell, or beside it; the whole width on a phone. Escape, a click beside it, or leaving it with the keyboard closes it. */
export function NotificationPanel({ userId, placement, trigger, onClose, onFollow }: NotificationPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { query, rest, list, unread } = useNotifications(userId);
  const { mutate: markAllRead, isPending: isMarkingAll } = useMarkAllRead();
  const now = useNow();

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
    event.preventDefault();
    onClose();
    trigger.current?.focus();
  };

  const follow = (notification: Notification, stack: Notification[]) => {
    markAllRead({ list: stack });
    onClose();
    // The chat gives the focus back to the element that had it.
    trigger.current?.focus();
    void onFollow(notification);
  };

  return (
    <div
      ref={panel}
      className={`menu flex flex-col p-0 overflow-hidden rounded-lg focus:outline-none ${places[placement]} ${SIZE} ${ON_PHONES}`}
      role="dialog"
      aria-label={t('Notifications')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        const isElsewhere = relatedTarget instanceof Node && !panel.current?.contains(relatedTarget);
        if (isElsewhere && relatedTarget !== trigger.current) onClose();
      }}
    >
      <div className="flex flex-none items-center justify-between min-h-14 pt-2 pr-3 pb-2 pl-4 border-b border-b-line">
        <h2 className="text-lg">{t('Notifications')}</h2>
        {unread > 0 && (
          <Button
            variant="plain"
            size="small"
            className="min-h-10 text-sm max-md:min-h-11"
            disabled={isMarkingAll}
            onClick={() => {
              panel.current?.focus();
              markAllRead({ list: list ?? [], hasMore: rest.hasMore });
            }}
          >
            <CheckCheck size={16} />
            {t('Mark all read')}
          </Button>
        )}
      </div>
      <RefetchNotice query={query} />
      {list && (list.length > 0 || rest.hasMore) ? (
        <ul className="scroll-pane">
          {stackNotifications(list).map((stack) => (
            <NotificationItem
              key={stack.at(-1)?.id}
              stack={stack}
              now={now}
              onFollow={(notification) => follow(notification, stack)}
              onRead={() => {
                panel.current?.focus();
                markAllRead({ list: stack });
              }}
              onDismiss={() => {
                panel.current?.focus();
                dismiss(userId, stack);
              }}
            />
          ))}
          {rest.hasMore && (
            <li>
              <ShowMore more={rest} />
            </li>
          )}
        </ul>
      ) : list ? (
        <EmptyState
          icon={<BellRing size={26} />}
          title={t('You are all caught up')}
          text={t('Messages, viewings and price changes of your favorites appear here.')}
          headingLevel={3}
        />
      ) : query.isError ? (
        <ErrorState
          title={t('Failed to load notifications')}
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

const PanelSkeleton = () => (
  <div className="grid" role="status" aria-label={t('Loading notifications…')}>
    <Skeletons count={3}>
      <div className="flex gap-3 p-4">
        <Skeleton width="2.25rem" height="2.25rem" className="flex-none rounded-full" />
        <div className="grid flex-1 content-center gap-2">
          <Skeleton width="60%" height="0.9375rem" />
          <Skeleton width="90%" height="0.8125rem" />
        </div>
      </div>
    </Skeletons>
  </div>
);

interface NotificationItemProps {
  /** One, or the messages of one conversation, newest first. */
  stack: readonly Notification[];
  now: Date;
  onFollow(newest: Notification): void;
  onRead(): void;
  onDismiss(): void;
}

const tones = { info: 'text-primary', success: 'text-success', warning: 'text-warning', error: 'text-danger' };
const TOOL =
  'relative z-1 grid place-items-center w-9 h-9 rounded-sm text-muted hover:bg-tint hover:text-ink max-md:w-11 max-md:h-11';
/** The whole item is the action; the small buttons lie above it. */
const ACTION =
  'stretched min-h-8 text-primary text-caption font-[650] hover:underline hover:underline-offset-[3px]';
const RING = 'focus-visible:outline-none focus-visible:after:focus-ring focus-visible:after:-outline-offset-3';
const UNREAD = 'bg-primary-soft/45 shadow-[inset_3px_0_var(--s-primary)]';
const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

function NotificationItem({ stack, now, onFollow, onRead, onDismiss }: NotificationItemProps) {
  const [notification] = stack;
  if (!notification) return null;
  const { type, title, message, concerns, timestamp, action } = notification;
  const unread = stack.filter(({ read }) => !read).length;
  const read = unread === 0;
  const Icon = conversationOf(notification) === null ? icons[type] : MessageCircle;
  const dismissal = {
    label: t('Dismiss: {title}', { title }),
    name: t('Dismiss'),
    Icon: X,
    onClick: onDismiss,
  };
  const markLabel = t('Mark as read: {title}', { title });
  const mark = { label: markLabel, name: t('Mark as read'), Icon: Check, onClick: onRead };
  return (
    <li
      className={`relative flex gap-3 py-3 pr-2 pl-4 not-first:border-t border-line has-[p>button:hover]:bg-sunken ${read ? '' : UNREAD}`}
    >
      <span className={`disc mt-0.5 bg-[color-mix(in_srgb,currentColor_14%,var(--s-surface))] ${tones[type]}`}>
        <Icon size={18} />
      </span>
      <div className="flex-1 min-w-0 leading-[1.4]">
        <h3 className={`text-md tracking-[0] leading-[1.4] ${read ? 'font-semibold' : 'font-[750]'}`}>
          {title}{' '}
          {unread > 1 && (
            <Badge tone="primary">
              {unread}
              <span className="visuallyHidden"> {t('messages')}</span>
            </Badge>
          )}
          {!read && <span className="visuallyHidden"> {t('(unread)')}</span>}
        </h3>
        {concerns && (
          <p dir="auto" className="text-sm font-semibold wrap-anywhere">
            {concerns}
          </p>
        )}
        <p dir="auto" className={`text-sm wrap-anywhere ${read ? 'text-muted' : ''}`}>
          {message}
        </p>
        <p className="flex flex-wrap items-center gap-y-0 gap-x-3 text-muted text-xs">
          <time dateTime={timestamp} title={fullTime(timestamp)}>
            {shortRelativeTime(timestamp, now)}
          </time>
          {action && (
            <button type="button" className={`${ACTION} ${RING}`} onClick={() => onFollow(notification)}>
              {action.label}
            </button>
          )}
        </p>
      </div>
      <div className="flex flex-none flex-col">
        {(read ? [dismissal] : [dismissal, mark]).map(({ label, name, Icon, onClick }) => (
          <button key={name} type="button" className={TOOL} aria-label={label} title={name} onClick={onClick}>
            <Icon size={17} />
          </button>
        ))}
      </div>
    </li>
  );
}
