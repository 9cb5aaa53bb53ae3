import { CalendarDays } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import type { Property } from '#shared/contracts/properties.ts';
import { useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';

const ViewingRequestDialog = lazyWithRetry(
  async () => (await import('./ViewingRequestDialog.tsx')).ViewingRequestDialog,
  'dialog',
);

/**
 * The way to ask for a viewing, on a listing's page. Nothing where there is nothing to view any more, where there is no
 * agent, and on one's own listing.
 */
export function RequestViewingButton({ property }: { property: Property }) {
  const { user, openLogin } = useSession();
  const { pathname, search } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const { id, title, images, agent, status, location } = property;
  if (!agent || agent.id === user?.id || status === 'sold' || status === 'rented') return null;

  return (
    <>
      <Button
        variant="outlined"
        className="w-full"
        onPointerEnter={() => void ViewingRequestDialog.preload()}
        onClick={() => (user ? setIsOpen(true) : openLogin(pathname + search))}
      >
        <CalendarDays size={19} />
        {t('Request a Viewing')}
      </Button>
      {isOpen && user && (
        <Suspense fallback={<LoadingVeil words={t('Opening the form…')} />}>
          <ViewingRequestDialog
            property={{
              id,
              title,
              image: images[0] ?? null,
              address: `${location.address}, ${location.city}`,
            }}
            agentName={agent.name}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
