import { Suspense } from 'react';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { useAskedToConfirm } from './confirmation.ts';

const EmailBanner = lazyWithRetry(async () => (await import('./EmailBanner.tsx')).EmailBanner, 'none');

/** Stands on every page; what it shows is fetched for who has an address to confirm. */
export function EmailBannerHost() {
  const { user, putOff } = useAskedToConfirm();
  return (
    user && (
      <Suspense fallback={null}>
        <EmailBanner email={user.email} onPutOff={putOff} />
      </Suspense>
    )
  );
}
