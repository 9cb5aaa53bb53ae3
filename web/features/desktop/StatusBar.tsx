import { CloudOff, RefreshCw, Send, Settings, ShieldCheck } from 'lucide-react';
import { useOutbox } from '#web/features/offline/index.ts';
import { useConnection } from '#web/lib/socket.ts';
import { desktopConsole } from '#web/platform/desktop.ts';
import styles from './StatusBar.module.css';
import { useOfflineSince } from './useOfflineSince.ts';
import { updateWords, useUpdateState } from './useUpdateState.ts';

interface StatusBarProps {
  userId: number | undefined;
  onOutbox(): void;
  onSettings(): void;
}

/** The console's foot: whether the server is there, what waits for it, who manages this machine. */
export function StatusBar({ userId, onOutbox, onSettings }: StatusBarProps) {
  const connection = useConnection();
  const offline = useOfflineSince(connection);
  const queued = useOutbox(userId);
  const update = useUpdateState();
  const words = updateWords(update);
  const console = desktopConsole();
  const refused = queued.filter(({ state }) => state === 'refused').length;
  if (!console) return null;
  const { policy, server } = console.start;
  const isManaged = Object.keys(policy).length > 0;

  return (
    <section className={styles.bar} aria-label="Console">
      <p
        className="inline-flex items-center gap-1.5 m-0 whitespace-nowrap overflow-hidden text-ink font-semibold text-ellipsis"
        role="status"
      >
        {offline ? (
          <>
            <CloudOff size={14} aria-hidden="true" /> {offline}
          </>
        ) : (
          <>
            <span
              className={`w-2 h-2 rounded-full bg-line-strong ${styles.dot}`}
              data-state={userId === undefined ? 'none' : connection}
            />
            {server?.name}
          </>
        )}
      </p>
      {queued.length > 0 && (
        <button
          type="button"
          className={`${styles.button} ${refused > 0 ? styles.urgent : ''}`}
          onClick={onOutbox}
        >
          <Send size={14} aria-hidden="true" />
          {refused > 0
            ? `Outbox: ${refused} need${refused === 1 ? 's' : ''} you`
            : `Outbox: ${queued.length} waiting`}
        </button>
      )}
      {words && (
        <button
          type="button"
          className={styles.button}
          onClick={() => {
            if (update.phase === 'ready')
              console.bridge
                .call('restartToUpdate')
                .catch((error: unknown) => globalThis.console.warn(error));
            else onSettings();
          }}
        >
          <RefreshCw size={14} aria-hidden="true" /> {words}
        </button>
      )}
      <span className="flex-1" />
      {isManaged && (
        <span className="inline-flex items-center gap-1.5 m-0 whitespace-nowrap max-md:hidden">
          <ShieldCheck size={14} aria-hidden="true" />
          {policy.organisation ? `Managed by ${policy.organisation}` : 'Managed by your organisation'}
        </span>
      )}
      <button type="button" className={styles.button} onClick={onSettings}>
        <Settings size={14} aria-hidden="true" /> Console settings
      </button>
    </section>
  );
}
