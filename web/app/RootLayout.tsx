import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { LoginDialogHost } from '#web/features/auth/index.ts';
import { CompareTrayHost } from '#web/features/compare/index.ts';
import { ChatHost } from '#web/features/conversations/index.ts';
import { useBrowserCopy } from '#web/features/offline/index.ts';
import { PaletteHost } from '#web/features/search/index.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { ToastHost } from '#web/ui/ToastHost.tsx';
import { SiteFooter } from './footer/SiteFooter.tsx';
import { SiteHeader } from './header/SiteHeader.tsx';
import { useLogout } from './header/useLogout.ts';
import { MaintenanceScreen } from './MaintenanceScreen.tsx';
import styles from './RootLayout.module.css';
import { useMaintenance } from './useMaintenance.ts';

const ConsoleShell = lazy(async () => ({
  default: (await import('#web/features/desktop/ConsoleShell.tsx')).ConsoleShell,
}));

/** What every page stands in. While the site is closed for maintenance only admins get past it. */
export function RootLayout() {
  useBrowserCopy();
  const isClosed = useMaintenance();
  const logout = useLogout();
  const isOnItsWay = useNavigation().state !== 'idle';
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      {isOnItsWay && <div className={styles.progress} aria-hidden="true" />}
      <SiteHeader isClosed={isClosed} />
      <main id="content" className={styles.content} tabIndex={-1}>
        {isClosed ? <MaintenanceScreen /> : <Outlet />}
      </main>
      {!isClosed && <SiteFooter />}
      <LoginDialogHost />
      <ChatHost />
      {!isClosed && <CompareTrayHost />}
      {!isClosed && <PaletteHost logout={logout} />}
      <ToastHost />
      {currentPlatform().kind === 'desktop' && (
        <Suspense fallback={null}>
          <ConsoleShell />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  );
}
