import { useEffect, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { followOutbox, keepOfflineCopy } from '#web/features/offline/index.ts';
import { desktopConsole } from '#web/platform/desktop.ts';
import { ConsoleSettings } from './ConsoleSettings.tsx';
import styles from './ConsoleShell.module.css';
import { FindBar } from './FindBar.tsx';
import { LockScreen } from './LockScreen.tsx';
import { OutboxDialog } from './OutboxDialog.tsx';
import { StatusBar } from './StatusBar.tsx';
import { useCommands } from './useCommands.ts';
import { useLock } from './useLock.ts';
import { useNativeNotices } from './useNativeNotices.ts';
import { useQuickReplies } from './useQuickReplies.ts';
import { useTypingReport } from './useTypingReport.ts';

type Panel = 'settings' | 'outbox' | 'find' | null;

/** What the desktop console adds to every page; never drawn in a browser. */
export function ConsoleShell() {
  const console = desktopConsole();
  const { user } = useSession();
  const [panel, setPanel] = useState<Panel>(null);
  const { isLocked, unlock } = useLock(user !== null);
  useCommands({ isLocked, onSettings: () => setPanel('settings'), onFind: () => setPanel('find') });
  useNativeNotices(user?.id, isLocked);
  useQuickReplies(user?.id);
  useTypingReport();
  const userId = user?.id;
  useEffect(() => (userId === undefined ? undefined : followOutbox(userId)), [userId]);
  useEffect(() => {
    keepOfflineCopy(userId ?? null).catch((error: unknown) =>
      globalThis.console.warn('The offline copy could not be read', error),
    );
  }, [userId]);

  if (!console) return null;
  const close = () => setPanel(null);
  return (
    <>
      <StatusBar
        userId={userId}
        onOutbox={() => setPanel('outbox')}
        onSettings={() => setPanel('settings')}
      />
      <div className={styles.room} aria-hidden="true" />
      {panel === 'find' && <FindBar onClose={close} />}
      {panel === 'settings' && <ConsoleSettings console={console} onClose={close} />}
      {panel === 'outbox' && userId !== undefined && <OutboxDialog userId={userId} onClose={close} />}
      {isLocked && user && <LockScreen email={user.email} onUnlock={unlock} />}
    </>
  );
}
