import { Heart, LayoutDashboard, LogOut, UserRound, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useSession } from '#web/features/auth/index.ts';
import { dashboardPath } from '#web/lib/dashboards.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { useModal } from '#web/ui/dialogs/useModal.tsx';
import { Logo } from './Logo.tsx';
import styles from './MobileMenu.module.css';
import { mainLinks } from './navigation.ts';
import { UserSummary } from './UserSummary.tsx';
import { useLogout } from './useLogout.ts';

/** The header's links and the account menu on a narrow screen, as a sheet of its own. */
export function MobileMenu({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { user, openLogin } = useSession();
  const logout = useLogout();
  const { props, layer } = useModal({ onClose, isOpen });
  const dialog = props.ref;
  const { key } = useLocation();
  const shownAt = useRef(key);

  useEffect(() => {
    if (!isOpen) dialog.current?.close();
  }, [isOpen, dialog]);

  // Any navigation closes it, the browser's Back too.
  useEffect(() => {
    if (shownAt.current !== key) onClose();
    shownAt.current = key;
  }, [key, onClose]);

  return (
    <dialog
      {...props}
      className={`fixed w-[min(22rem,100vw)] max-w-none h-dvh max-h-none p-0 border-0 bg-page shadow-lg text-ink ${styles.sheet}`}
      aria-label="Menu"
    >
      <div className="flex flex-col gap-4 min-h-full pt-0 px-gutter pb-[max(var(--s-space-5),env(safe-area-inset-bottom))]">
        <div className="flex items-center justify-between h-header">
          <Logo />
          <IconButton label="Close menu" icon={<X size={24} aria-hidden="true" />} onClick={onClose} />
        </div>
        {user && (
          <div className="p-4 border border-line rounded-md bg-surface">
            <UserSummary user={user} />
          </div>
        )}
        <nav className="grid py-2 border-t border-t-line" aria-label="Main">
          {mainLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === '/'} className={styles.link} onClick={onClose}>
              {label}
            </NavLink>
          ))}
        </nav>
        {user ? (
          <nav className="grid py-2 border-t border-t-line" aria-label="Account">
            <NavLink className={styles.link} to={dashboardPath(user.role)} onClick={onClose}>
              <LayoutDashboard size={20} aria-hidden="true" />
              My Dashboard
            </NavLink>
            <NavLink className={styles.link} to="/favorites" onClick={onClose}>
              <Heart size={20} aria-hidden="true" />
              My Favorites
            </NavLink>
            <NavLink className={styles.link} to="/profile" onClick={onClose}>
              <UserRound size={20} aria-hidden="true" />
              Profile
            </NavLink>
            <button
              type="button"
              className={`${styles.link} ${styles.logout}`}
              onClick={() => {
                onClose();
                void logout();
              }}
            >
              <LogOut size={20} aria-hidden="true" />
              Log Out
            </button>
          </nav>
        ) : (
          <Button
            size="large"
            onClick={() => {
              onClose();
              openLogin();
            }}
          >
            Login
          </Button>
        )}
      </div>
      {layer}
    </dialog>
  );
}
