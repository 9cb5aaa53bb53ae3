import { Suspense } from 'react';
import { useLocation } from '#web/lib/router.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { useAskedToConfirm } from './confirmation.ts';

const EmailBanner = lazyWithRetry(async () => (await import('./EmailBanner.tsx')).EmailBanner, 'none');

const saysSoThemselves = new Set(['/profile', '/verify-email']);

/** Shown on every page except these; its data is fetched for users with an address to confirm. */
export function EmailBannerHost() {
  const { user, putOff } = useAskedToConfirm();
  const { pathname } = useLocation();
  return (
    user &&
    !saysSoThemselves.has(pathname) && (
      <Suspense fallback={null}>
        <EmailBanner email={user.email} onPutOff={putOff} />
      </Suspense>
    )
  );
}
