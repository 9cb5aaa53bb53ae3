import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DesktopBridge, Managed, UpdateState } from '#shared/desktopBridge.ts';
import { useOutbox } from '#web/features/offline/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { bridgeSentence, type DesktopConsole, desktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { COVER } from './LockScreen.tsx';
import { managedBy } from './managed.tsx';

function sentenceOf(state: UpdateState): string {
  switch (state.phase) {
    case 'disabled':
      return state.reason;
    case 'idle':
      return t('Silong checks for updates every few hours.');
    case 'checking':
      return t('Checking for updates…');
    case 'current':
      return t('This is the newest version.');
    case 'downloading':
      return t('Version {version} is being downloaded: {percent}%.', state);
    case 'ready':
      return t('Version {version} is ready. Restart the console to install it.', state);
    case 'failed':
      return t('The update failed: {reason}', state);
  }
}

interface UpdateSettingsProps {
  bridge: DesktopBridge;
  /** Level of the heading: h2 on a page, h3 in a dialog. */
  Heading?: 'h2' | 'h3';
}

export function UpdateSettings({ bridge, Heading = 'h3' }: UpdateSettingsProps) {
  const state = useUpdateState();
  const [error, setError] = useState<string | null>(null);
  const attempt = (work: Promise<unknown>) => {
    setError(null);
    work.catch((failure: unknown) => setError(bridgeSentence(failure)));
  };
  const canCheck = state.phase === 'idle' || state.phase === 'current' || state.phase === 'failed';
  return (
    <section className="grid gap-3">
      <Heading className="text-lg">{t('Updates')}</Heading>
      <Notice kind="error">{error}</Notice>
      <p role="status">{sentenceOf(state)}</p>
      {state.phase === 'downloading' && (
        <progress value={state.percent} max={100} aria-label={t('Download of the update')} />
      )}
      <div className="flex flex-wrap gap-2">
        {state.phase === 'ready' && (
          <Button onClick={() => attempt(bridge.call('restartToUpdate'))}>{t('Restart to update')}</Button>
        )}
        {canCheck && (
          <Button variant="outlined" onClick={() => attempt(bridge.call('checkForUpdate'))}>
            {t('Check for updates')}
          </Button>
        )}
        {state.phase === 'failed' && (
          <Button variant="plain" onClick={() => attempt(bridge.call('openDownloads'))}>
            {t('Download it manually')}
          </Button>
        )}
      </div>
    </section>
  );
}

export function useUpdateState(): UpdateState {
  const [state, setState] = useState<UpdateState>({ phase: 'idle' });
  useEffect(() => {
    const bridge = desktopConsole()?.bridge;
    if (!bridge) return;
    bridge
      .call('updateState')
      .then(setState)
      .catch((error: unknown) => console.warn('The state of updates is not known', error));
    return bridge.on('update', setState);
  }, []);
  return state;
}

/** The status bar's text of an update, or null. */
export function updateWords(state: UpdateState): string | null {
  if (state.phase === 'downloading') return t('Downloading {version}: {percent}%', state);
  if (state.phase === 'ready') return t('Restart to update');
  return state.phase === 'failed' ? t('Update failed') : null;
}

/** Whether the grace period of an outdated console has ended. */
export function useIsExpired({ endsAt }: Managed): boolean {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (endsAt === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, endsAt - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [endsAt]);
  return endsAt !== null && now >= endsAt;
}

interface OutdatedScreenProps {
  console: DesktopConsole;
  managed: Managed;
  userId: number | undefined;
}

/** Covers the page, whose state is kept, until the console is updated. The outbox continues to send. */
export function OutdatedScreen({ console: { bridge, start }, managed, userId }: OutdatedScreenProps) {
  const { props } = useModal({ onClose: () => undefined, isLocked: true, hasToasts: false });
  const waiting = useOutbox(userId).length;
  return (
    <dialog {...props} className={COVER} aria-labelledby="console-outdated">
      <div className="grid gap-4 w-[min(30rem,calc(100vw_-_2_*_var(--s-space-4)))]">
        <RefreshCw size={32} className="text-primary" />
        <h1 id="console-outdated" className="text-2xl">
          {t('Silong needs an update')}
        </h1>
        <p className="text-muted">
          {t('{by}. You need version {wanted} or newer. This is version {version}.', {
            by: managedBy(managed) ?? t('Managed by your organization'),
            wanted: managed.outdated ?? '',
            version: start.version,
          })}
        </p>
        <p role="status">
          {waiting > 0
            ? t(
                '{waiting, plural, one {# change is} other {# changes are}} still being sent. Nothing will be lost.',
                { waiting },
              )
            : t('All your changes have been sent.')}
        </p>
        <UpdateSettings bridge={bridge} Heading="h2" />
        {start.policy.disableUpdates && (
          <p>{t('Ask this computer’s administrator to install the new version.')}</p>
        )}
      </div>
    </dialog>
  );
}
