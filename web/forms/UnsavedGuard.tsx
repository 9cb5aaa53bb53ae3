import { useEffect } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { type Location, useBlocker } from '#web/lib/router.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** Whether a navigation discards the changes; by default if the page changes. */
  isLeaving?(from: Location, to: Location): boolean;
}

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

/** Lets the browser ask before the page with unsaved changes is closed or reloaded. */
export function useUnloadGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

/** Asks before unsaved changes are left. Navigation within the page (its tabs) does not ask. */
export function UnsavedGuard({ isDirty, isLeaving = isOtherPage }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && isLeaving(currentLocation, nextLocation),
  );

  useUnloadGuard(isDirty);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('Leave without saving?')}
      text={t('Your changes have not been saved.')}
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay')}
      onConfirm={() => blocker.proceed()}
      onClose={() => {
        if (blocker.state === 'blocked') blocker.reset();
      }}
    />
  );
}
