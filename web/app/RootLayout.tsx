import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import {
  EmailBannerHost,
  IdentityCheckHost,
  LoginDialogHost,
  useIsActPending,
  useSession,
} from '#web/features/auth/index.ts';
import { CompareTrayHost } from '#web/features/compare/index.ts';
import { ChatHost } from '#web/features/conversations/index.ts';
import { InstallHelpHost } from '#web/features/install/index.ts';
import { ServiceWorkerHost, useBrowserCopy } from '#web/features/offline/index.ts';
import { usePushDevice } from '#web/features/push/index.ts';
import { PaletteHost } from '#web/features/search/index.ts';
import { useFollowChosenLanguage } from '#web/features/settings/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { Outlet, useIsFromHistory, useIsNavigating, useLocation, useMatches } from '#web/lib/router.tsx';
import { useStore } from '#web/lib/store.ts';
import { useSite } from '#web/lib/useSite.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { SkipLink } from '#web/ui/controls/SkipLink.tsx';
import { ToastLayer } from '#web/ui/dialogs/ToastLayer.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { SiteFooter } from './footer/SiteFooter.tsx';
import { SiteHeader } from './header/SiteHeader.tsx';
import { isLogoutAsked, unsentAtLogout, useLogout } from './header/useLogout.ts';
import { LoginTarget, SentLink } from './SentLink.tsx';
import { useWorld } from './useWorld.ts';

const ConsoleShell = lazyWithRetry(
  async () => (await import('#web/features/desktop/ConsoleShell.tsx')).ConsoleShell,
  'none',
);

const MaintenanceScreen = lazyWithRetry(
  async () => (await import('./MaintenanceScreen.tsx')).MaintenanceScreen,
  'page',
);

const LogoutQuestion = lazyWithRetry(
  async () => (await import('./header/LogoutQuestion.tsx')).LogoutQuestion,
  'dialog',
);

const ActsAfterLogin = lazyWithRetry(async () => (await import('./ActsAfterLogin.tsx')).ActsAfterLogin, 'none');

/** The handle of a route, about its screen. */
export interface ScreenHandle {
  preload(): Promise<void>;
  /** Of a screen whose parts load their code later. */
  preloadParts?: (() => Promise<void>) | undefined;
  /** The screen fills the window, without the site's header, footer and tray. */
  isWholeWindow: boolean;
}

export interface GuardHandle {
  /** Whether guests may open the page. @param path without a language */
  isOpenToGuests: (path: string) => Promise<boolean>;
}

/** The frame of every page. During maintenance only admins see the page's content. */
export function RootLayout() {
  useBrowserCopy();
  useWorld();
  usePushDevice();
  useFollowChosenLanguage();
  const isClosed = useMaintenance();
  const content = useRef<HTMLElement>(null);
  useFocusOnNavigation(content);
  useKeptFocus();
  const logout = useLogout();
  const isAsked = useStore(unsentAtLogout, isLogoutAsked);
  const isNavigating = useIsNavigating();
  const matches = useMatches();
  const isWhole =
    !isClosed &&
    matches.some(({ handle }) => (handle as Partial<ScreenHandle> | undefined)?.isWholeWindow === true);
  return (
    <div
      className={`flex flex-col ${isWhole ? 'h-dvh overflow-hidden' : 'min-h-svh'}`}
      data-window={isWhole ? 'whole' : undefined}
    >
      <SkipLink to="#content">{t('Skip to content')}</SkipLink>
      {isNavigating && (
        <div
          // The animation starts with a delay, so that fast pages do not show it.
          className="fixed z-1100 inset-x-0 top-0 h-[3px] bg-primary origin-left [transform:scaleX(0)] animate-advance"
          aria-hidden="true"
        />
      )}
      {!isWhole && <SiteHeader isClosed={isClosed} />}
      <ServiceWorkerHost />
      {!isClosed && <EmailBannerHost />}
      <main
        ref={content}
        // Whole-window screens have their own #content, beside their navigation.
        id={isWhole ? undefined : 'content'}
        className={`flex-1 min-w-0 focus:outline-none ${isWhole ? 'min-h-0' : ''}`}
        tabIndex={-1}
      >
        {!isClosed && <SentLink />}
        {isClosed ? (
          <Suspense fallback={<PageSpinner />}>
            <MaintenanceScreen />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </main>
      {!isClosed && !isWhole && <SiteFooter />}
      <LoginDialogHost Target={LoginTarget} />
      <IdentityCheckHost />
      <ActsAfterLoginHost />
      <ChatHost />
      {!isClosed && !isWhole && <CompareTrayHost />}
      {!isClosed && <PaletteHost logout={logout} />}
      {isAsked && (
        <Suspense fallback={null}>
          <LogoutQuestion />
        </Suspense>
      )}
      <InstallHelpHost />
      <ToastLayer />
      {currentPlatform().kind === 'desktop' && (
        <Suspense fallback={null}>
          <ConsoleShell />
        </Suspense>
      )}
    </div>
  );
}

/** Fetched once a guest who asked for something has logged in; stays, as an act may have opened a dialog. */
function ActsAfterLoginHost() {
  const isPending = useIsActPending();
  const [isWanted, setIsWanted] = useState(false);
  if (isPending && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ActsAfterLogin />
    </Suspense>
  );
}

/** Moves the focus to the heading of a new screen, for screen readers; not on the first page. */
function useFocusOnNavigation(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const isBack = useIsFromHistory();
  const shown = useRef<{ route: string; address: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way of arrival matters only when the path changes
  useEffect(() => {
    const before = shown.current;
    shown.current = { route: pathname, address: window.location.pathname };
    if (before === null || before.route === pathname) return;
    let end = () => {};
    let hasLeft = false;
    import('#web/lib/focusHeading.ts')
      .then(({ focusScreen }) => {
        if (!hasLeft && content.current) end = focusScreen(content.current, isBack ? before.address : null);
      })
      // Without a connection the browser's focus stays.
      .catch(() => undefined);
    return () => {
      hasLeft = true;
      end();
    };
  }, [pathname, content]);
}

/** Loads the code that restores lost focus, on the first focus. */
function useKeptFocus(): void {
  useEffect(() => {
    let end = () => {};
    let hasLeft = false;
    const begin = () =>
      import('#web/lib/keepFocus.ts')
        .then(({ keepFocus }) => {
          if (!hasLeft) end = keepFocus();
        })
        // The next focus retries.
        .catch(() => hasLeft || document.addEventListener('focusin', begin, { once: true }));
    document.addEventListener('focusin', begin, { once: true });
    return () => {
      hasLeft = true;
      document.removeEventListener('focusin', begin);
      end();
    };
  }, []);
}

/** Whether the site is closed for this visitor. A call rejected for maintenance refreshes the site's state. */
function useMaintenance(): boolean {
  const { maintenanceMode } = useSite();
  const { user } = useSession();
  const queryClient = useQueryClient();

  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (error instanceof ApiFailure && error.code === 'maintenance') void invalidate(queryClient, 'site');
      }),
    [queryClient],
  );

  return maintenanceMode && user?.role !== 'admin';
}
