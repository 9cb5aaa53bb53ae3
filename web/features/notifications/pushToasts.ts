import type { Notification } from '#shared/contracts/notifications.ts';
import { t } from '#web/lib/i18n.tsx';
import { dismissToast, showToast, toasts } from '#web/ui/dialogs/showToast.ts';
import { conversationOf, stackNotifications, withConcerns } from './queries.ts';

/** Notices that come within this time share a toast. */
const GATHER_MS = 250;
/** More at once are one toast. */
const MOST_AT_ONCE = 3;
const MANY = 'many notices';

const keyOf = (conversationId: number) => `messages ${conversationId}`;

interface PushActs {
  follow(notification: Notification): void;
  /** Opens the bell. */
  openAll(): void;
}

/** Toasts of pushed notices: one for each conversation, with a count, and one for all that come at once. */
export function createPushToasts({ follow, openAll }: PushActs) {
  let pending: Notification[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** By the toast's key: how many notices it tells. */
  const counts = new Map<string, number>();

  /** With those that the toast tells already, if it is still there. */
  const countAll = (key: string, added: number): number => {
    const isShown = toasts.get().some((toast) => toast.key === key);
    const count = added + ((isShown && counts.get(key)) || 0);
    counts.set(key, count);
    return count;
  };

  const tell = (stack: readonly Notification[]) => {
    const [newest] = stack;
    if (!newest) return;
    const { title, action, concerns } = newest;
    const view = action && { label: action.label, onClick: () => follow(newest) };
    const conversationId = conversationOf(newest);
    const key = conversationId === null ? undefined : keyOf(conversationId);
    const count = key ? countAll(key, stack.length) : 1;
    const words =
      count === 1
        ? `${title}: ${withConcerns(newest)}`
        : concerns
          ? t('{count} new messages from {name}', { count, name: concerns })
          : t('{count} new messages', { count });
    showToast(words, 'info', view ?? undefined, key);
  };

  const flush = () => {
    timer = undefined;
    const news = pending;
    pending = [];
    const stacks = stackNotifications(news.toReversed());
    if (stacks.length === 1 || news.length <= MOST_AT_ONCE) for (const stack of stacks.toReversed()) tell(stack);
    else {
      const words = t('{count} new notifications', { count: countAll(MANY, news.length) });
      showToast(words, 'info', { label: t('Show'), onClick: openAll }, MANY);
    }
  };

  return {
    add(notification: Notification) {
      pending.push(notification);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    /** Takes back the toasts of conversations that are read now. */
    settle(isRead: (conversationId: number) => boolean) {
      pending = pending.filter((notification) => !isRead(conversationOf(notification) ?? 0));
      for (const { id, key } of toasts.get())
        if (key?.startsWith('messages ') && isRead(Number(key.split(' ')[1]))) dismissToast(id);
    },
    end: () => clearTimeout(timer),
  };
}
