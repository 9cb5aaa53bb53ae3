import type { Notification, NotificationConstructorOptions } from 'electron';
import type { ConsolePreferences, NativeNotice } from '#shared/desktopBridge.ts';
import { english } from '#shared/messages.ts';

export interface NoticesOptions {
  isSupported(): boolean;
  create(options: NotificationConstructorOptions): Pick<Notification, 'on' | 'show' | 'close'>;
  preferences(): ConsolePreferences;
  now(): Date;
  /** The thread is already in front of the person. */
  isShown(route: string): boolean;
  open(route: string): void;
  reply(conversationId: number, text: string): void;
  log(line: string): void;
}

export type Notices = ReturnType<typeof createNotices>;

/** Notices of the operating system: one a thread, a new one takes the place of the old. */
export function createNotices(options: NoticesOptions) {
  const shown = new Map<string, Pick<Notification, 'close'>>();

  function whyNot(notice: NativeNotice): string | null {
    if (!options.isSupported()) return 'this system shows no notifications';
    const quiet = whyQuiet(options.preferences(), options.now());
    if (quiet) return quiet;
    return options.isShown(notice.route) ? 'its thread is open' : null;
  }

  function dismiss(thread: string): void {
    shown.get(thread)?.close();
    shown.delete(thread);
  }

  return {
    /** @returns why it was not shown, or null when it was. */
    show(notice: NativeNotice): string | null {
      const reason = whyNot(notice);
      if (reason) {
        options.log(`notice for ${notice.thread} not shown: ${reason}`);
        return reason;
      }
      dismiss(notice.thread);
      const { replyTo, route, thread } = notice;
      const isOpen = options.preferences().notificationPreviews;
      const native = options.create({
        title: isOpen ? notice.title : english('Silong'),
        body: isOpen ? notice.body : english('Something new is waiting for you.'),
        ...(replyTo === null ? {} : { hasReply: true, replyPlaceholder: english('Write a reply') }),
      });
      native.on('click', () => options.open(route));
      native.on('reply', (_event, text) => {
        if (replyTo !== null && text.trim()) options.reply(replyTo, text.trim());
      });
      native.on('close', () => {
        if (shown.get(thread) === native) shown.delete(thread);
      });
      native.on('failed', (_event, error) => options.log(`notice for ${thread} failed: ${error}`));
      shown.set(thread, native);
      native.show();
      return null;
    },
    dismiss,
    dismissAll() {
      for (const thread of [...shown.keys()]) dismiss(thread);
    },
  };
}

/** Why a notice is not to be shown now; null when it is. The reason goes to the log. */
export function whyQuiet(preferences: ConsolePreferences, now: Date): string | null {
  if (!preferences.notifications) return 'notifications are switched off';
  if (preferences.doNotDisturb) return 'do not disturb is on';
  const { isOn, from, to } = preferences.quietHours;
  if (isOn && isBetween(minutesOf(now), minutesOf(from), minutesOf(to)))
    return `quiet hours ${from} to ${to}`;
  return null;
}

function minutesOf(time: Date | string): number {
  if (time instanceof Date) return time.getHours() * 60 + time.getMinutes();
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Hours that begin in the evening go on past midnight; from and to alike are no hours at all. */
function isBetween(now: number, from: number, to: number): boolean {
  return from <= to ? now >= from && now < to : now >= from || now < to;
}
