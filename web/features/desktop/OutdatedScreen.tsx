import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Managed } from '#shared/desktopBridge.ts';
import { useOutbox } from '#web/features/offline/index.ts';
import { t } from '#web/lib/i18n.tsx';
import type { DesktopConsole } from '#web/platform/desktop.ts';
import { useModal } from '#web/ui/dialogs/useModal.tsx';
import { managedBy } from './managed.tsx';
import { UpdateSettings } from './UpdateSettings.tsx';

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
    <dialog
      {...props}
      className="w-screen max-w-none h-dvh max-h-none p-0 border-0 bg-page text-ink open:grid open:place-items-center backdrop:bg-page"
      aria-labelledby="console-outdated"
    >
      <div className="grid gap-4 w-[min(30rem,calc(100vw_-_2_*_var(--s-space-4)))] [&_section]:grid [&_section]:gap-3 [&_h2]:m-0 [&_h2]:text-lg [&_p]:m-0">
        <RefreshCw size={32} className="text-primary" />
        <h1 id="console-outdated" className="m-0 text-2xl">
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
                {
                  waiting,
                },
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
