import { CalendarDays } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { useActAfterLogin, useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useLocation, useSearchParams } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';

const ViewingRequestDialog = lazyWithRetry(
  async () => (await import('./ViewingRequestDialog.tsx')).ViewingRequestDialog,
  'dialog',
);

interface RequestViewingButtonProps {
  property: Property;
  /** In the bar of a phone, beside the button of the page, which is the one to follow links. */
  isShort?: boolean;
}

/** Asks for a viewing; empty where the home is taken, without an agent, or the reader's own listing. */
export function RequestViewingButton({ property, isShort = false }: RequestViewingButtonProps) {
  const { user, openLogin } = useSession();
  const { pathname, search } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const { id, title, images, agent, status, location } = property;
  // A page may show the buttons of several homes, and two of one: the pressed one opens its dialog, as the other may be hidden.
  const ask = useActAfterLogin(`viewing ${id}${isShort ? ' short' : ''}`, () => setIsOpen(true));
  const canAsk = agent && agent.id !== user?.id && status !== 'sold' && status !== 'rented';
  const named = parameters.get('viewing');
  const offered =
    !isShort && named && !Number.isNaN(Date.parse(named)) ? new Date(named).toISOString() : undefined;
  const isAsked = useRef(false);
  const isSignedIn = user !== null;
  // The link to an offered time opens the request; a guest logs in first.
  useEffect(() => {
    if (!offered || !canAsk) return;
    if (isSignedIn) setIsOpen(true);
    else if (!isAsked.current) openLogin(pathname + search);
    isAsked.current = true;
  }, [offered, canAsk, isSignedIn, openLogin, pathname, search]);
  if (!canAsk) return null;
  const close = () => {
    setIsOpen(false);
    if (isShort || named === null) return;
    setParameters(
      (before) => {
        before.delete('viewing');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  return (
    <>
      <Button
        className={isShort ? '' : 'w-full'}
        onPointerEnter={() => void ViewingRequestDialog.preload()}
        onClick={ask}
      >
        <CalendarDays size={isShort ? 18 : 19} />
        {isShort ? t('Viewing') : t('Request a Viewing')}
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
            agent={agent}
            offered={offered}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
