import type { Notification, NotificationConstructorOptions } from 'electron';
import type { ConsolePreferences, NativeNotice } from '#shared/desktopBridge.ts';
import { english } from '#shared/messages.ts';

export interface NoticesOptions {
  isSupported(): boolean;
  create(options: NotificationConstructorOptions): Pick<Notification, 'on' | 'show' | 'close'>;
  preferences(): ConsolePreferences;
  now(): Date;
  /** The thread of this server is already in front of the person. */
  isShown(serverUrl: string, route: string): boolean;
  open(serverUrl: string, route: string): void;
  reply(serverUrl: string, conversationId: number, text: string): void;
  /** What the server is called, where the console knows several; null where it is the only one. */
  serverName(serverUrl: string): string | null;
  /** Behind the lock a notice names nobody and takes no answer. */
  isLocked(): boolean;
  log(line: string): void;
}

export type Notices = ReturnType<typeof createNotices>;

/** Notices of the operating system: one a thread of a server, a new one takes the place of the old. */
export function createNotices(options: NoticesOptions) {
  const shown = new Map<string, Pick<Notification, 'close'>>();

  const keyOf = (serverUrl: string, thread: string) => `${serverUrl} ${thread}`;

  function whyNot(serverUrl: string, notice: NativeNotice): string | null {
    if (!options.isSupported()) return 'this system shows no notifications';
    const quiet = whyQuiet(options.preferences(), options.now());
    if (quiet) return quiet;
    return options.isShown(serverUrl, notice.route) ? 'its thread is open' : null;
  }

  function dismiss(key: string): void {
    shown.get(key)?.close();
    shown.delete(key);
  }

  return {
    /** @returns why it was not shown, or null when it was. */
    show(serverUrl: string, notice: NativeNotice): string | null {
      const reason = whyNot(serverUrl, notice);
      if (reason) {
        options.log(`notice for ${notice.thread} not shown: ${reason}`);
        return reason;
      }
      const { replyTo, route, thread } = notice;
      const key = keyOf(serverUrl, thread);
      dismiss(key);
      const serverName = options.serverName(serverUrl);
      const isLocked = options.isLocked();
      const isOpen = options.preferences().notificationPreviews && !isLocked;
      const native = options.create({
        title: [isOpen ? notice.title : english('Silong'), ...(serverName ? [serverName] : [])].join(' · '),
        body: isOpen ? notice.body : english('Something new is waiting for you.'),
        ...(replyTo === null || isLocked ? {} : { hasReply: true, replyPlaceholder: english('Write a reply') }),
      });
      native.on('click', () => options.open(serverUrl, route));
      native.on('reply', (_event, text) => {
        if (options.isLocked()) options.log(`an answer to ${thread} was refused: the console is locked`);
        else if (replyTo !== null && text.trim()) options.reply(serverUrl, replyTo, text.trim());
      });
      native.on('close', () => {
        if (shown.get(key) === native) shown.delete(key);
      });
      native.on('failed', (_event, error) => options.log(`notice for ${thread} failed: ${error}`));
      shown.set(key, native);
      native.show();
      return null;
    },
    dismiss: (serverUrl: string, thread: string) => dismiss(keyOf(serverUrl, thread)),
    /** All of one server, or of all. */
    dismissAll(serverUrl?: string) {
      for (const key of [...shown.keys()])
        if (serverUrl === undefined || key.startsWith(`${serverUrl} `)) dismiss(key);
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
