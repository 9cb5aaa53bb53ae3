import { Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { CompareTrayHost } from '#web/features/compare/CompareTrayHost.tsx';
import { PaletteHost } from '#web/features/search/PaletteHost.tsx';
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx';
import { ToastLayer } from '#web/ui/ToastLayer.tsx';
import { LoginDialogHost } from '../features/auth/LoginDialogHost.tsx';
import { ChatHost } from '../features/conversations/ChatHost.tsx';
import { currentPlatform } from '../platform/platform.ts';
import { SiteFooter } from './footer/SiteFooter.tsx';
import { SiteHeader } from './header/SiteHeader.tsx';
import { useLogout } from './header/useLogout.ts';
import { MaintenanceScreen } from './MaintenanceScreen.tsx';
import styles from './RootLayout.module.css';
import { useBrowserCopy } from './useBrowserCopy.ts';
import { useMaintenance } from './useMaintenance.ts';

const ConsoleShell = lazyWithRetry(
  async () => (await import('#web/features/desktop/ConsoleShell.tsx')).ConsoleShell,
  'none',
);

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
      <ToastLayer />
      {currentPlatform().kind === 'desktop' && (
        <Suspense fallback={null}>
          <ConsoleShell />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  );
}
