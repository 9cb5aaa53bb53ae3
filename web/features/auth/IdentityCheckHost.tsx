import { Suspense, useEffect, useRef, useState } from 'react';
import { listenToIdentityChecks } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { pagePath } from '#web/lib/language.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';

const IdentityDialog = lazyWithRetry(
  async () => (await import('./IdentityDialog.tsx')).IdentityDialog,
  'dialog',
);

/** Part of every page: asks for a proof of identity where a call needs one, once for all waiting calls. */
export function IdentityCheckHost() {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([]);

  useEffect(
    () =>
      listenToIdentityChecks({
        confirm: () =>
          new Promise((resolve) => {
            waiting.current.push(resolve);
            setIsOpen(true);
          }),
        setUpSecondFactor() {
          // The first of several simultaneous refusals leaves the page.
          if (!pagePath().startsWith('/admin-dashboard')) return;
          void navigate('/profile#security');
          showToast(t('Set up two-step login first. Administrators need it here.'), 'info');
        },
      }),
    [navigate],
  );

  const settle = (isConfirmed: boolean) => {
    setIsOpen(false);
    for (const tell of waiting.current.splice(0)) tell(isConfirmed);
  };

  if (!isOpen) return null;
  return (
    <Suspense fallback={<LoadingVeil words={t('Loading…')} />}>
      <IdentityDialog onConfirmed={() => settle(true)} onClose={() => settle(false)} />
    </Suspense>
  );
}
