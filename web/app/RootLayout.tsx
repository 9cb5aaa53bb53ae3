import { Suspense } from 'react';
import { EmailBannerHost, IdentityCheckHost, LoginDialogHost } from '#web/features/auth/index.ts';
import { CompareTrayHost } from '#web/features/compare/index.ts';
import { ChatHost } from '#web/features/conversations/index.ts';
import { InstallHelpHost } from '#web/features/install/index.ts';
import { ServiceWorkerHost, useBrowserCopy } from '#web/features/offline/index.ts';
import { usePushDevice } from '#web/features/push/index.ts';
import { PaletteHost } from '#web/features/search/index.ts';
import { useFollowChosenLanguage } from '#web/features/settings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Outlet, useIsOnItsWay, useMatches } from '#web/lib/router.tsx';
import { useStore } from '#web/lib/store.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { ToastLayer } from '#web/ui/dialogs/ToastLayer.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { SiteFooter } from './footer/SiteFooter.tsx';
import { SiteHeader } from './header/SiteHeader.tsx';
import { unsentAtLogout, useLogout } from './header/useLogout.ts';
import { MaintenanceScreen } from './MaintenanceScreen.tsx';
import { LoginTarget, SentLink } from './SentLink.tsx';
import { useMaintenance } from './useMaintenance.ts';

const ConsoleShell = lazyWithRetry(
  async () => (await import('#web/features/desktop/ConsoleShell.tsx')).ConsoleShell,
  'none',
);

const LogoutQuestion = lazyWithRetry(
  async () => (await import('./header/LogoutQuestion.tsx')).LogoutQuestion,
  'dialog',
);

/** What a route tells of its screen. */
export interface ScreenHandle {
  /** Fetches its code. */
  preload(): Promise<void>;
  /** It is an app of its own, as high as the window: without the site's header, footer and tray. */
  isWholeWindow: boolean;
}

export interface GuardHandle {
  /** Whether guests may open a page, by its path without a language. */
  isOpenToGuests: (path: string) => Promise<boolean>;
}

/** What every page stands in. While the site is closed for maintenance only admins get past it. */
export function RootLayout() {
  useBrowserCopy();
  usePushDevice();
  useFollowChosenLanguage();
  const isClosed = useMaintenance();
  const logout = useLogout();
  const isLogoutAsked = useStore(unsentAtLogout, ({ length }) => length > 0);
  const isOnItsWay = useIsOnItsWay();
  const matches = useMatches();
  const isWhole =
    !isClosed &&
    matches.some(({ handle }) => (handle as Partial<ScreenHandle> | undefined)?.isWholeWindow === true);
  return (
    <div
      className={`flex flex-col ${isWhole ? 'h-dvh overflow-hidden' : 'min-h-svh'}`}
      data-window={isWhole ? 'whole' : undefined}
    >
      <a
        className="fixed z-1300 top-2 left-2 py-3 px-4 rounded-sm bg-primary text-on-primary font-semibold not-focus-visible:-translate-y-[200%]"
        href="#content"
      >
        {t('Skip to content')}
      </a>
      {isOnItsWay && (
        <div
          // A page that comes at once never shows it.
          className="fixed z-1100 inset-x-0 top-0 h-[3px] bg-primary origin-left [transform:scaleX(0)] animate-advance"
          aria-hidden="true"
        />
      )}
      {!isWhole && <SiteHeader isClosed={isClosed} />}
      <ServiceWorkerHost />
      {!isClosed && <EmailBannerHost />}
      <main
        id="content"
        className={`flex-1 min-w-0 focus:outline-none ${isWhole ? 'min-h-0' : ''}`}
        tabIndex={-1}
      >
        {!isClosed && <SentLink />}
        {isClosed ? <MaintenanceScreen /> : <Outlet />}
      </main>
      {!isClosed && !isWhole && <SiteFooter />}
      <LoginDialogHost Target={LoginTarget} />
      <IdentityCheckHost />
      <ChatHost />
      {!isClosed && !isWhole && <CompareTrayHost />}
      {!isClosed && <PaletteHost logout={logout} />}
      {isLogoutAsked && (
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
