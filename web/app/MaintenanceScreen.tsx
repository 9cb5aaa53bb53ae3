import { useQueryClient } from '@tanstack/react-query';
import { Hammer } from 'lucide-react';
import { useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

const LOOK_AGAIN_MS = 30_000;

/** Shown during maintenance, until the site is open again. Admins can log in. */
export function MaintenanceScreen() {
  const { siteName } = useSite();
  const { user, openLogin, logout } = useSession();
  const queryClient = useQueryClient();
  useTitle(t('Maintenance'));

  useEffect(() => {
    const timer = setInterval(() => void invalidate(queryClient, 'site'), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [queryClient]);

  return (
    <div className="grid content-center min-h-[calc(100svh_-_var(--s-header-height))]">
      <EmptyState
        headingLevel={1}
        icon={<Hammer size={28} />}
        title={t('{siteName} is being improved', { siteName })}
        text={t(
          'We are making improvements and will be back shortly. This page will reload when we are ready. Everything you saved is safe.',
        )}
        action={
          <Button variant="outlined" onClick={() => (user ? void logout({ keepsWords: true }) : openLogin())}>
            {user ? t('Log Out') : t('Administrator Login')}
          </Button>
        }
      />
    </div>
  );
}
