import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { preloadLoginDialog, useSession } from '#web/features/auth/index.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { PaletteHint } from '#web/features/search/index.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { Logo } from './Logo.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { mainLinks } from './navigation.ts';
import styles from './SiteHeader.module.css';
import { UserMenu } from './UserMenu.tsx';
import { useIsScrolled } from './useIsScrolled.ts';

/** While the site is closed only its name stands there. */
export function SiteHeader({ isClosed }: { isClosed: boolean }) {
  const { user, openLogin } = useSession();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const isScrolled = useIsScrolled();
  return (
    <header
      className={`sticky z-100 top-0 border-b border-b-transparent bg-[color-mix(in_srgb,var(--s-bg)_92%,transparent)] transition ${styles.header} ${isScrolled ? styles.scrolled : ''}`}
    >
      <div className="flex items-center gap-8 h-[calc(var(--s-header-height)_-_1px)] max-w-page mx-auto px-gutter">
        <Logo />
        {!isClosed && (
          <>
            <nav className="hidden gap-1 xl:flex" aria-label="Main">
              {mainLinks.map(({ to, label }) => (
                <NavLink key={to} to={to} end={to === '/'} className={styles.link}>
                  {label}
                </NavLink>
              ))}
            </nav>
            <div className={`flex items-center gap-2 ml-auto ${styles.actions}`}>
              {user ? (
                <>
                  <PaletteHint />
                  <NotificationBell key={user.id} userId={user.id} />
                  <div className={styles.account}>
                    <UserMenu user={user} />
                  </div>
                </>
              ) : (
                <Button
                  onClick={() => openLogin()}
                  onPointerEnter={preloadLoginDialog}
                  onFocus={preloadLoginDialog}
                >
                  Login
                </Button>
              )}
              <IconButton
                className={styles.burger}
                label="Open menu"
                aria-haspopup="dialog"
                aria-expanded={isMenuOpen}
                icon={<MenuIcon size={24} aria-hidden="true" />}
                onClick={() => setIsMenuOpen(true)}
              />
            </div>
            <MobileMenu isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
          </>
        )}
      </div>
    </header>
  );
}
