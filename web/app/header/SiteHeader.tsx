import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { preloadLoginDialog, useSession } from '#web/features/auth/index.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { PaletteHint } from '#web/features/search/index.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
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
    <header className={`${styles.header} ${isScrolled ? styles.scrolled : ''}`}>
      <div className={styles.bar}>
        <Logo />
        {!isClosed && (
          <>
            <nav className={styles.links} aria-label="Main">
              {mainLinks.map(({ to, label }) => (
                <NavLink key={to} to={to} end={to === '/'} className={styles.link}>
                  {label}
                </NavLink>
              ))}
            </nav>
            <div className={styles.actions}>
              {user ? (
                <>
                  <PaletteHint />
                  <NotificationBell userId={user.id} />
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
