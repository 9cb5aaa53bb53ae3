import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { listenToIdentityChecks } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { pagePath } from '#web/lib/language.ts';
import { useLocation, useNavigate } from '#web/lib/router.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { takeRedirect } from '#web/platform/sessionStorage.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
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

const EmailBanner = lazyWithRetry(async () => (await import('./EmailBanner.tsx')).EmailBanner, 'none');

const saysSoThemselves = new Set(['/profile', '/verify-email']);

/** The account that put off confirming its address, until the tab is closed. */
const putAway = createStore<number | null>(null, {
  area: 'sessionStorage',
  key: 'silong_confirm_later',
  read: (stored) => (typeof stored === 'number' ? stored : null),
});

/** Shown on every page except these; its code is fetched for users with an address to confirm. */
export function EmailBannerHost() {
  const { user } = useSession();
  const later = useStore(putAway);
  const { pathname } = useLocation();
  // An account that was stored by an earlier version says nothing of it.
  const isAsked = user?.email_verified === false && user.id !== later;
  if (!isAsked || saysSoThemselves.has(pathname)) return null;
  return (
    <Suspense fallback={null}>
      <EmailBanner email={user.email} onPutOff={() => putAway.set(user.id)} />
    </Suspense>
  );
}

const IdentityDialog = lazyWithRetry(async () => (await import('./IdentityDialog.tsx')).IdentityDialog, 'dialog');

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
