import {
  CloudOff,
  Download,
  KeyRound,
  type LucideIcon,
  RefreshCw,
  Send,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { DesktopEvent } from '#shared/desktopBridge.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { oldestShownAt, useOutbox } from '#web/features/offline/index.ts';
import { pathOf } from '#web/lib/calls.ts';
import { dateFormat } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { useConnection } from '#web/lib/socket.ts';
import type { ConnectionState } from '#web/lib/socketClient.ts';
import { type DesktopConsole, desktopConsole } from '#web/platform/desktop.ts';
import { managedBy, useManaged } from './managed.tsx';
import { ServerSwitcher, useBridgeEvent } from './ServerSettings.tsx';
import { updateWords, useUpdateState } from './UpdateSettings.tsx';

interface BarButtonProps {
  Icon?: LucideIcon;
  isUrgent?: boolean;
  className?: string;
  onClick(): void;
  children: ReactNode;
}

function BarButton({ Icon, isUrgent = false, className = '', onClick, children }: BarButtonProps) {
  return (
    <button
      type="button"
      className={`quiet-btn text-xs whitespace-nowrap ${isUrgent ? 'text-danger' : 'font-normal'} ${className}`}
      onClick={onClick}
    >
      {Icon && <Icon size={14} />} {children}
    </button>
  );
}

interface StatusBarProps {
  userId: number | undefined;
  onOutbox(): void;
  onSettings(): void;
}

const AT_BOTTOM = 'fixed inset-x-0 bottom-0 z-30 print:hidden';

/** The bar at the bottom of the window: connection, outbox, downloads, updates and management. */
export function StatusBar({ userId, onOutbox, onSettings }: StatusBarProps) {
  const connection = useConnection();
  const offline = useOfflineSince(connection);
  const queued = useOutbox(userId);
  const update = useUpdateState();
  const words = updateWords(update);
  const console = desktopConsole();
  const refused = queued.filter(({ state }) => state === 'refused').length;
  if (!console) return null;
  const { server } = console.start;

  return (
    <section
      className={`${AT_BOTTOM} flex items-center gap-2 min-h-9 px-4 border-t border-line bg-surface text-muted text-xs`}
      aria-label={t('Console')}
    >
      <p
        className="inline-flex items-center gap-1.5 whitespace-nowrap overflow-hidden text-ink font-semibold text-ellipsis"
        role="status"
      >
        {offline ? (
          <>
            <CloudOff size={14} /> {offline}
          </>
        ) : (
          <>
            <span
              className="w-2 h-2 rounded-full bg-line-strong data-[state=online]:bg-success"
              data-state={userId === undefined ? 'none' : connection}
            />
            {server?.name}
          </>
        )}
      </p>
      <ServerSwitcher console={console} />
      {(queued.length > 0 || console.start.unreadableOutbox > 0) && (
        <BarButton Icon={Send} isUrgent={refused > 0 || queued.length === 0} onClick={onOutbox}>
          {refused > 0
            ? t('Outbox: {refused, plural, one {# needs you} other {# need you}}', { refused })
            : queued.length > 0
              ? t('Outbox: {count} waiting', { count: queued.length })
              : t('Outbox: not readable')}
        </BarButton>
      )}
      <ProxyButton console={console} />
      <DownloadLine />
      {words && (
        <BarButton
          Icon={RefreshCw}
          onClick={() => {
            if (update.phase === 'ready')
              console.bridge.call('restartToUpdate').catch((error: unknown) => globalThis.console.warn(error));
            else onSettings();
          }}
        >
          {words}
        </BarButton>
      )}
      <span className="flex-1" />
      <ManagedWords console={console} onSettings={onSettings} />
      <BarButton Icon={Settings} onClick={onSettings}>
        {t('Console settings')}
      </BarButton>
    </section>
  );
}

/** A button that asks again for the password of a proxy that got none. */
function ProxyButton({ console: { bridge, start } }: { console: DesktopConsole }) {
  const blocked = useBridgeEvent(bridge, 'blockedProxy', start.blockedProxy);
  if (blocked === null) return null;
  const askAgain = async () => {
    await bridge.call('askProxyAgain');
    // Queued requests try the server again.
    window.dispatchEvent(new Event('online'));
    await fetch(pathOf('site.get'));
  };
  return (
    <BarButton
      Icon={KeyRound}
      isUrgent
      onClick={() => void askAgain().catch((error: unknown) => globalThis.console.warn(error))}
    >
      {t('{host} asks for a password', { host: blocked })}
    </BarButton>
  );
}

/** The progress of the last download, and its result for some seconds. */
function DownloadLine() {
  const [file, setFile] = useState<DesktopEvent<'download'> | null>(null);
  useEffect(() => desktopConsole()?.bridge.on('download', setFile), []);
  useEffect(() => {
    if (!file || file.state === 'running') return;
    const timer = setTimeout(() => setFile(null), RESULT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [file]);
  if (!file) return null;
  const { name, percent } = file;
  const words = {
    running: () => t('Downloading {name}: {percent}%', { name, percent }),
    done: () => t('{name} was downloaded', { name }),
    failed: () => t('{name} could not be downloaded', { name }),
  };
  return (
    <span
      className="inline-flex items-center gap-1.5 min-w-0 overflow-hidden whitespace-nowrap text-ellipsis"
      role="status"
    >
      <Download size={14} /> {words[file.state]()}
    </span>
  );
}

const RESULT_SHOWN_MS = 10_000;

/** Buttons that open the settings: the managing organization, and a required update. */
function ManagedWords({ console, onSettings }: { console: DesktopConsole; onSettings(): void }) {
  const managed = useManaged(console);
  const by = managedBy(managed);
  return (
    <>
      {managed.outdated && (
        <BarButton isUrgent onClick={onSettings}>
          {managed.endsAt === null
            ? t('Update needed: version {version}', { version: managed.outdated })
            : t('Update needed by {time}: version {version}', {
                version: managed.outdated,
                time: timeWords(new Date(managed.endsAt)),
              })}
        </BarButton>
      )}
      {by && (
        <BarButton Icon={ShieldCheck} className="max-md:hidden" onClick={onSettings}>
          {by}
        </BarButton>
      )}
    </>
  );
}

/** Shorter interruptions are not shown. */
const OFFLINE_DELAY_MS = 2_000;
const clock = dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'en-GB');
const day = dateFormat({ day: 'numeric', month: 'short' }, 'en-PH');

/** 'Offline · as of 14:32' with the time of the oldest shown answer; null while connected. */
function useOfflineSince(connection: ConnectionState): string | null {
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    if (connection === 'online') {
      setWords(null);
      return;
    }
    const update = () => {
      const shownAt = oldestShownAt();
      // Not while the state is unknown, before the socket's first answer.
      if (connection === 'offline')
        setWords(shownAt ? t('Offline · as of {time}', { time: timeWords(shownAt) }) : t('Offline'));
    };
    const first = setTimeout(update, OFFLINE_DELAY_MS);
    const again = setInterval(update, OFFLINE_DELAY_MS * 2);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [connection]);
  return words;
}

/** '14:32', or for another day '4 Jan, 14:32'. */
export function timeWords(time: Date, now = new Date()): string {
  const isToday = manilaDay(time) === manilaDay(now);
  return isToday ? clock.format(time) : `${day.format(time)}, ${clock.format(time)}`;
}
