import { type ComponentType, Suspense, useCallback, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { pagePath } from '#web/lib/language.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { takeRedirect } from '#web/platform/sessionStorage.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';
import { useSession } from './session.tsx';

const LoginDialog = lazyWithRetry(async () => (await import('./LoginDialog.tsx')).LoginDialog, 'dialog');

/** The visitor is about to open it. */
export const preloadLoginDialog = (): void => void LoginDialog.preload();

/** Specification, part 1 §4: the visitor sees that they are signed in before the page changes. */
const REDIRECT_DELAY_MS = 100;

interface LoginDialogHostProps {
  /** A small preview of the path that the dialog leads to; empty where there is none. */
  Target: ComponentType<{ path: string }>;
}

/** Part of every page: fetches the dialog when it is first opened. */
export function LoginDialogHost({ Target }: LoginDialogHostProps) {
  const { isLoginOpen, closeLogin } = useSession();
  const navigate = useNavigate();
  // Once opened it stays, to fade out by itself.
  const [isWanted, setIsWanted] = useState(false);
  if (isLoginOpen && !isWanted) setIsWanted(true);

  const followRedirect = useCallback(() => {
    setTimeout(() => {
      const path = takeRedirect();
      // A visitor who logged in on the target page stays on it.
      if (path && path !== '/' && path !== pagePath() + window.location.search) void navigate(path);
    }, REDIRECT_DELAY_MS);
  }, [navigate]);

  if (!isWanted) return null;
  return (
    <Suspense fallback={isLoginOpen && <LoadingVeil words={t('Opening the login form…')} />}>
      <LoginDialog
        Target={Target}
        onSignedIn={followRedirect}
        onClose={() => {
          closeLogin();
          setIsWanted(false);
        }}
      />
    </Suspense>
  );
}
