import { createHash } from 'node:crypto';
import type { ActivationArguments, Notification, NotificationConstructorOptions } from 'electron';
import { z } from 'zod';
import type { ConsolePreferences, NativeNotice } from '#shared/desktopBridge.ts';
import type { JsonFile } from './jsonFile.ts';
import { t } from './words.ts';

/** Destination of each notice by its id; the system's list can show a notice longer than the console runs. */
export const noticeFile = z.object({
  shown: z
    .record(
      z.string(),
      z.object({
        serverUrl: z.string(),
        thread: z.string(),
        route: z.string(),
        replyTo: z.number().nullable(),
      }),
    )
    .default({}),
});
type Destination = z.output<typeof noticeFile>['shown'][string];
/** Older ones are dropped; a click on such a notice only opens the console. */
const MAX_REMEMBERED = 200;

interface NoticesOptions {
  remembered: JsonFile<z.output<typeof noticeFile>>;
  /** Windows reports every click and reply here, including the one that started the console. Null on other systems. */
  handleActivation: ((callback: (details: ActivationArguments) => void) => void) | null;
  /** Notices of an earlier run that macOS still shows. Null on other systems. */
  history: (() => Promise<Pick<Notification, 'id' | 'on' | 'close'>[]>) | null;
  isSupported(): boolean;
  create(options: NotificationConstructorOptions): Pick<Notification, 'on' | 'show' | 'close'>;
  preferences(): ConsolePreferences;
  now(): Date;
  /** Whether the thread of this server is open in the focused window. */
  isShown(serverUrl: string, route: string): boolean;
  open(serverUrl: string, route: string): void;
  reply(serverUrl: string, conversationId: number, text: string): void;
  /** The server's name if several servers are saved, else null. */
  serverName(serverUrl: string): string | null;
  /** While a server's windows are locked, its notices show no content and accept no reply. */
  isLocked(serverUrl: string): boolean;
  log(line: string): void;
}

export type Notices = ReturnType<typeof createNotices>;

/** Notifications of the operating system: one per thread of a server; a newer one replaces it. */
export function createNotices(options: NoticesOptions) {
  const shown = new Map<string, Pick<Notification, 'close'>>();

  const keyOf = (serverUrl: string, thread: string) => `${serverUrl} ${thread}`;

  function whyNot(serverUrl: string, notice: NativeNotice): string | null {
    if (!options.isSupported()) return 'this system shows no notifications';
    const quiet = whyQuiet(options.preferences(), options.now());
    if (quiet) return quiet;
    return options.isShown(serverUrl, notice.route) ? 'its thread is open' : null;
  }

  function remember(id: string, destination: Destination): void {
    const { [id]: _before, ...others } = options.remembered.read().shown;
    const entries = [...Object.entries(others), [id, destination] as const].slice(-MAX_REMEMBERED);
    options.remembered.write({ shown: Object.fromEntries(entries) });
  }

  function reply({ serverUrl, thread, replyTo }: Destination, text: string): void {
    if (options.isLocked(serverUrl)) options.log(`an answer to ${thread} was refused: the console is locked`);
    else if (replyTo !== null && text.trim()) options.reply(serverUrl, replyTo, text.trim());
  }

  /** Not on Windows, which reports the same events to `handleActivation`. */
  function listen(native: Pick<Notification, 'on'>, destination: Destination): void {
    if (options.handleActivation) return;
    native.on('click', () => options.open(destination.serverUrl, destination.route));
    native.on('reply', ({ reply: text }) => reply(destination, text));
  }

  options.handleActivation?.(({ type, arguments: activation, reply: text }) => {
    const known = Object.entries(options.remembered.read().shown).find(([id]) => activation.includes(id))?.[1];
    if (!known) options.log('an unknown notice was activated');
    else if (type === 'reply') reply(known, text ?? '');
    else options.open(known.serverUrl, known.route);
  });
  options
    .history?.()
    .then((delivered) => {
      for (const native of delivered) {
        const known = options.remembered.read().shown[native.id];
        if (!known) continue;
        listen(native, known);
        shown.set(keyOf(known.serverUrl, known.thread), native);
      }
    })
    .catch((error: unknown) => options.log(`earlier notices cannot be taken up: ${String(error)}`));

  function dismiss(key: string): void {
    shown.get(key)?.close();
    shown.delete(key);
  }

  return {
    /** @returns why the notice was not shown, or null if it was. */
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
      const isLocked = options.isLocked(serverUrl);
      const isOpen = options.preferences().notificationPreviews && !isLocked;
      const id = `n-${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
      const destination: Destination = { serverUrl, thread, route, replyTo };
      remember(id, destination);
      const native = options.create({
        id,
        title: [isOpen ? notice.title : t('Silong'), ...(serverName ? [serverName] : [])].join(' · '),
        body: isOpen ? notice.body : t('Something new is waiting for you.'),
        ...(replyTo === null || isLocked ? {} : { hasReply: true, replyPlaceholder: t('Write a reply') }),
      });
      listen(native, destination);
      native.on('close', () => {
        if (shown.get(key) === native) shown.delete(key);
      });
      native.on('failed', (_event, error) => options.log(`notice for ${thread} failed: ${error}`));
      shown.set(key, native);
      native.show();
      return null;
    },
    dismiss: (serverUrl: string, thread: string) => dismiss(keyOf(serverUrl, thread)),
    dismissAll(serverUrl?: string) {
      for (const key of [...shown.keys()])
        if (serverUrl === undefined || key.startsWith(`${serverUrl} `)) dismiss(key);
    },
  };
}

/** @returns the reason for the log why notices are silenced now, or null. */
export function whyQuiet(preferences: ConsolePreferences, now: Date): string | null {
  if (!preferences.notifications) return 'notifications are switched off';
  if (preferences.doNotDisturb) return 'do not disturb is on';
  const { isOn, from, to } = preferences.quietHours;
  if (isOn && isBetween(minutesOf(now), minutesOf(from), minutesOf(to))) return `quiet hours ${from} to ${to}`;
  return null;
}

function minutesOf(time: Date | string): number {
  if (time instanceof Date) return time.getHours() * 60 + time.getMinutes();
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** A range with `from` after `to` passes midnight; equal times are an empty range. */
function isBetween(now: number, from: number, to: number): boolean {
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

interface UnreadSurfaces {
  setBadge(count: number): void;
  setTrayCount(count: number): void;
  /** Flashes the task bar button until a window gets the focus. */
  flash(isFlashing: boolean): void;
  isFocused(): boolean;
  /** Sends the counts by server to the pages. */
  publish(counts: Record<string, number>): void;
}

export type Unread = ReturnType<typeof createUnread>;

/** Unread counts by server. The badge and the tray show the sum. */
export function createUnread(surfaces: UnreadSurfaces) {
  const counts = new Map<string, number>();
  const sum = () => [...counts.values()].reduce((total, count) => total + count, 0);
  return {
    set(serverUrl: string, count: number) {
      const before = sum();
      if ((counts.get(serverUrl) ?? 0) === count) return;
      if (count === 0) counts.delete(serverUrl);
      else counts.set(serverUrl, count);
      const total = sum();
      if (total > before && !surfaces.isFocused()) surfaces.flash(true);
      if (total === 0) surfaces.flash(false);
      surfaces.setBadge(total);
      surfaces.setTrayCount(total);
      surfaces.publish(Object.fromEntries(counts));
    },
    counts: () => Object.fromEntries(counts),
    focused: () => surfaces.flash(false),
  };
}
