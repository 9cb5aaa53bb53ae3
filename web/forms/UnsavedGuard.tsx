import { useEffect } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { type Location, useBlocker } from '#web/lib/router.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** Whether going from one address to another gives the changes up; by default only another page does. */
  isLeaving?(from: Location, to: Location): boolean;
}

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

/** Asks before the page is closed or loaded anew while something on it would be lost. */
export function useUnloadGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

/** Asks before what has unsaved changes is left. Moving within the page (its tabs) asks nothing. */
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
