import { useEffect, useEffectEvent, useState } from 'react';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { ConsoleLock, DesktopBridge, DesktopEvent, NativeNotice } from '#shared/desktopBridge.ts';
import { useSession } from '#web/features/auth/index.ts';
import { isOnScreen, keepThreads, listenToReads, useDraftCount } from '#web/features/conversations/index.ts';
import { conversationOf, useNotifications, withConcerns } from '#web/features/notifications/index.ts';
import { followOutbox, keepOfflineCopy, queueChange } from '#web/features/offline/index.ts';
import { newClientId } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { joinStops, listenToSocket } from '#web/lib/socket.ts';
import { tellWorld } from '#web/lib/worldWentOn.ts';
import { type DesktopConsole, desktopConsole } from '#web/platform/desktop.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { ConsoleSettings } from './ConsoleSettings.tsx';
import { LockScreen } from './LockScreen.tsx';
import { useManaged } from './managed.tsx';
import { OutboxDialog } from './OutboxDialog.tsx';
import { StatusBar } from './StatusBar.tsx';
import { OutdatedScreen, useIsExpired } from './UpdateSettings.tsx';

const TYPING_END_MS = 5_000;

/** Reports typing to the main process, which delays the restart for an update. */
function useTypingReport(bridge: DesktopBridge): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = (isTyping: boolean) =>
      bridge.call('setTyping', isTyping).catch((error: unknown) => console.warn(error));
    const onInput = () => {
      if (timer === undefined) void report(true);
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        void report(false);
      }, TYPING_END_MS);
    };
    document.addEventListener('input', onInput);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('input', onInput);
    };
  }, [bridge]);
}

/** Sends replies typed into a notification through the outbox, which keeps rejected ones. */
function useQuickReplies(bridge: DesktopBridge, userId: number | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    return bridge.on('reply', ({ conversationId, text }) => {
      const id = newClientId();
      queueChange({
        id,
        userId,
        kind: 'message',
        call: 'conversations.send',
        input: { params: { id: conversationId }, body: { content: text, client_id: id } },
        wordsIn: 'content',
        label: t('Reply from a notification'),
        detail: text,
      }).catch((error: unknown) => showToast(failureSentence(error, t('The reply was not sent')), 'error'));
    });
  }, [bridge, userId]);
}

/** The lock screen that the main process sets for all windows. */
function useLock(bridge: DesktopBridge): ConsoleLock | null {
  const [lock, setLock] = useState<ConsoleLock | null>(null);
  useEffect(() => {
    return joinStops(
      bridge.on('lock', setLock),
      bridge.on('unlocked', () => {
        setLock(null);
        // Flushes the outbox.
        window.dispatchEvent(new Event('online'));
      }),
    );
  }, [bridge]);
  return lock;
}

type Panel = 'settings' | 'outbox' | null;

/** The desktop console's additions to every page; null in a browser. */
export function ConsoleShell() {
  const opened = desktopConsole();
  return opened && <Shell opened={opened} />;
}

function Shell({ opened }: { opened: DesktopConsole }) {
  const { user, logout } = useSession();
  const [panel, setPanel] = useState<Panel>(null);
  const { bridge } = opened;
  const userId = user?.id;
  const lock = useLock(bridge);
  const drafts = useDraftCount();
  const managed = useManaged(opened);
  const isExpired = useIsExpired(managed);
  const isLocked = lock !== null || isExpired;
  useCommands(bridge, isLocked, () => setPanel('settings'));
  useNativeNotices(bridge, userId);
  useQuickReplies(bridge, userId);
  useTypingReport(bridge);
  // The main process asks about unfinished messages before it closes the window.
  useEffect(() => void bridge.call('setDrafts', drafts).catch(warn), [bridge, drafts]);
  useEffect(() => (userId === undefined ? undefined : followOutbox(userId)), [userId]);
  useEffect(() => {
    keepOfflineCopy(userId ?? null);
    return userId === undefined ? undefined : keepThreads(currentQueryClient(), userId);
  }, [userId]);
  // After all subscriptions above, as this call delivers the queued events.
  useEffect(() => void bridge.call('listen').catch(warn), [bridge]);

  const close = () => setPanel(null);
  return (
    <>
      <StatusBar userId={userId} onOutbox={() => setPanel('outbox')} onSettings={() => setPanel('settings')} />
      <div className="h-9" aria-hidden="true" />
      {panel === 'settings' && <ConsoleSettings console={opened} onClose={close} />}
      {panel === 'outbox' && <OutboxDialog console={opened} userId={userId} onClose={close} />}
      {isExpired && <OutdatedScreen console={opened} managed={managed} userId={userId} />}
      {lock && <LockScreen lock={lock} onLogOut={() => void logout({ keepsWords: true })} />}
    </>
  );
}

const press = (key: string, modifiers: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...modifiers }));

/** Handles menu commands, links, notification clicks and wake-ups. Commands are ignored while locked. */
function useCommands(bridge: DesktopBridge, isLocked: boolean, onSettings: () => void): void {
  const navigate = useNavigate();
  const { user } = useSession();
  const open = useEffectEvent((route: string) => {
    void navigate(route);
  });
  const runCommand = useEffectEvent((name: DesktopEvent<'command'>) => {
    if (isLocked) return;
    if (name === 'settings') onSettings();
    else if (name === 'new-property' && user?.role === 'agent')
      void navigate('/agent-dashboard?tab=properties&new=1');
    else if (name === 'palette') press('k', { ctrlKey: true });
    else if (name === 'shortcuts') press('?');
  });

  useEffect(() => {
    return joinStops(
      bridge.on('open', (route) => open(route)),
      bridge.on('wake', () => tellWorld('woken')),
      bridge.on('command', (name) => runCommand(name)),
    );
  }, [bridge]);
}

const warn = (error: unknown) => console.warn('The desktop did not answer', error);

/** Shows pushed notifications as native ones, and reports the unread count. */
function useNativeNotices(bridge: DesktopBridge, userId: number | undefined): void {
  const { query, unread } = useNotifications(userId);
  const list = query.data;

  const shown = userId === undefined ? 0 : unread;
  useEffect(() => void bridge.call('setUnread', shown).catch(warn), [bridge, shown]);

  useEffect(() => {
    if (userId === undefined) return;
    return joinStops(
      listenToSocket('notification', ({ push, ...stored }) => {
        const conversationId = conversationOf(stored);
        const isSeen = document.hasFocus() && (conversationId === null || isOnScreen(conversationId));
        if (push && !isSeen) bridge.call('notify', nativeNotice(stored)).catch(warn);
      }),
      listenToReads(() => {
        for (const stored of list ?? []) if (stored.read) void bridge.call('dismissNotice', threadOf(stored));
      }),
      listenToSocket('notifications_read', ({ ids }) => {
        const read = list?.filter(({ id }) => ids.includes(id)) ?? [];
        for (const stored of read) void bridge.call('dismissNotice', threadOf(stored));
      }),
    );
  }, [bridge, userId, list]);
}

function nativeNotice(stored: Notification): NativeNotice {
  const conversationId = conversationOf(stored);
  return {
    thread: threadOf(stored),
    title: stored.title,
    body: withConcerns(stored),
    route: stored.action?.url ?? '/',
    replyTo: conversationId,
  };
}

function threadOf(stored: Notification): string {
  const conversationId = conversationOf(stored);
  return conversationId === null ? `notice:${Math.abs(stored.id)}` : `conversation:${conversationId}`;
}
