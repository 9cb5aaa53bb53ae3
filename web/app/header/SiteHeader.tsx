import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { preloadLoginDialog, useSession } from '#web/features/auth/index.ts';
import { LanguageLinks } from '#web/features/settings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { NavLink, useLocation } from '#web/lib/router.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Logo } from './Logo.tsx';
import { mainLinks } from './navigation.ts';

// Not part of a guest's first load.
const AccountControls = lazyWithRetry(async () => (await import('./AccountControls.tsx')).AccountControls);
const MobileMenu = lazyWithRetry(async () => (await import('./MobileMenu.tsx')).MobileMenu, 'dialog');
const HeaderSearch = lazyWithRetry(async () => (await import('./HeaderSearch.tsx')).HeaderSearch, 'none');

/** Pages with their own search box, and pages that need none. */
const pagesWithoutSearch =
  /^\/(properties|(admin-|agent-)?dashboard|settings|profile|conversations\/.*|sign-in\/.*|reset-password|verify-email|refuse-email-change)?\/?$/;

/** Widths at which the main links leave room for one language, the other one than the page's, or for none. */
const languageBesideLogin = 'xl:max-2xl:[&_li:has([aria-current])]:hidden xl:max-2xl:[&_li]:before:hidden';
const languageBesideAccount = 'xl:max-[80rem]:hidden';

/** During maintenance the header only shows the logo. */
export function SiteHeader({ isClosed }: { isClosed: boolean }) {
  const { user, openLogin } = useSession();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setIsMenuOpen(false), []);
  const isScrolled = useIsScrolled();
  const hasSearch = !pagesWithoutSearch.test(useLocation().pathname);
  return (
    <header className={`site-header sticky ${isScrolled ? 'border-line shadow-sm' : 'border-transparent'}`}>
      <div className="flex items-center gap-2 lg:gap-8 h-[calc(var(--s-header-height)_-_1px)] max-w-page mx-auto pt-safe-top px-gutter">
        <Logo />
        {!isClosed && (
          <>
            <nav className="hidden gap-1 xl:flex" aria-label={t('Main')}>
              {mainLinks.map(({ to, label }) => (
                <NavLink key={to} to={to} end={to === '/'} className="header-link">
                  {t(label)}
                </NavLink>
              ))}
            </nav>
            {hasSearch && (
              <Suspense fallback={<span className="ml-auto w-11 h-11 lg:flex-1 lg:max-w-96" />}>
                <HeaderSearch />
              </Suspense>
            )}
            <div className={`flex items-center gap-2 ${hasSearch ? '' : 'ml-auto'}`}>
              <LanguageLinks
                isShort
                className={`languages flex max-sm:hidden ${user ? languageBesideAccount : languageBesideLogin}`}
                linkClassName="quiet-btn min-h-11 text-sm no-underline aria-[current]:text-ink"
              />
              {user ? (
                <Suspense fallback={<span className="w-20 h-11 lg:w-80" />}>
                  <AccountControls user={user} hasSearch={hasSearch} />
                </Suspense>
              ) : (
                <Button
                  data-guest
                  className="whitespace-nowrap max-sm:px-3"
                  onClick={() => openLogin()}
                  onPointerEnter={preloadLoginDialog}
                  onFocus={preloadLoginDialog}
                >
                  {t('Login')}
                </Button>
              )}
              <IconButton
                className="xl:hidden"
                label={t('Open menu')}
                aria-haspopup="dialog"
                aria-expanded={isMenuOpen}
                icon={<MenuIcon size={24} />}
                onClick={() => setIsMenuOpen(true)}
                onPointerEnter={MobileMenu.preload}
                onFocus={MobileMenu.preload}
              />
            </div>
            {isMenuOpen && (
              <Suspense fallback={null}>
                <MobileMenu onClose={closeMenu} />
              </Suspense>
            )}
          </>
        )}
      </div>
    </header>
  );
}

function onScroll(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true });
  return () => window.removeEventListener('scroll', onChange);
}

const THRESHOLD_PX = 4;

function useIsScrolled(): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > THRESHOLD_PX,
    () => false,
  );
}
