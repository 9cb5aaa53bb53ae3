import { createHash } from 'node:crypto';
import type { ActivationArguments, Notification, NotificationConstructorOptions } from 'electron';
import { z } from 'zod';
import type { ConsolePreferences, NativeNotice } from '#shared/desktopBridge.ts';
import type { JsonFile } from './jsonFile.ts';
import { t } from './words.ts';

/** Where each notice leads: by its id, which outlives the console in the system's list. */
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
/** The oldest are forgotten: a click on one of those opens the console, no more. */
const MAX_REMEMBERED = 200;

export interface NoticesOptions {
  remembered: JsonFile<z.output<typeof noticeFile>>;
  /** Windows tells of everything that is done with a notice here, also of what started the console. */
  handleActivation: ((callback: (details: ActivationArguments) => void) => void) | null;
  /** macOS: what an earlier console has shown and is still there. */
  history: (() => Promise<Pick<Notification, 'id' | 'on' | 'close'>[]>) | null;
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
  /** Behind the lock of its server a notice names nobody and takes no answer. */
  isLocked(serverUrl: string): boolean;
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

  function remember(id: string, destination: Destination): void {
    const { [id]: _before, ...others } = options.remembered.read().shown;
    const entries = [...Object.entries(others), [id, destination] as const].slice(-MAX_REMEMBERED);
    options.remembered.write({ shown: Object.fromEntries(entries) });
  }

  function answer({ serverUrl, thread, replyTo }: Destination, text: string): void {
    if (options.isLocked(serverUrl)) options.log(`an answer to ${thread} was refused: the console is locked`);
    else if (replyTo !== null && text.trim()) options.reply(serverUrl, replyTo, text.trim());
  }

  /** Windows tells all of it by `handleActivation`, and would tell it twice. */
  function listen(native: Pick<Notification, 'on'>, destination: Destination): void {
    if (options.handleActivation) return;
    native.on('click', () => options.open(destination.serverUrl, destination.route));
    native.on('reply', ({ reply }) => answer(destination, reply));
  }

  options.handleActivation?.(({ type, arguments: told, reply }) => {
    const known = Object.entries(options.remembered.read().shown).find(([id]) => told.includes(id))?.[1];
    if (!known) options.log('a notice was activated that nobody remembers');
    else if (type === 'reply') answer(known, reply ?? '');
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
