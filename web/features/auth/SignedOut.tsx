import { Lock } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';
import { useLocation } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { useSession } from './session.tsx';

/** Replaces a personal page when its session has ended; logging in leads back to it. */
export function SignedOut({ title, text }: { title: string; text: string }) {
  const { openLogin } = useSession();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      headingLevel={1}
      icon={<Lock size={28} />}
      title={title}
      text={text}
      action={<Button onClick={() => openLogin(pathname + search)}>{t('Login')}</Button>}
    />
  );
}
