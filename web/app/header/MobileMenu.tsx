import { LogOut, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { LanguageLinks } from '#web/features/settings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { NavLink, useLocation } from '#web/lib/router.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';
import { mainLinks } from './navigation.ts';
import { accountLinks, UserSummary } from './UserSummary.tsx';
import { useLogout } from './useLogout.ts';

const link = 'option min-h-13 px-2 text-lg font-semibold aria-page:text-primary';

/** The header's links and the account menu as a sheet on narrow screens. */
export function MobileMenu({ onClose }: { onClose(): void }) {
  const { user, openLogin } = useSession();
  const logout = useLogout();
  const { props, layer } = useModal({ onClose });
  const { key } = useLocation();
  const shownAt = useRef(key);

  // Every navigation closes it, including Back.
  useEffect(() => {
    if (shownAt.current !== key) onClose();
    shownAt.current = key;
  }, [key, onClose]);

  return (
    <dialog
      {...props}
      className="dialog dialog-drawer w-[min(22rem,100vw)] p-0 rounded-none bg-page overflow-auto"
      aria-label={t('Menu')}
    >
      <div className="flex flex-col gap-4 min-h-full pt-0 px-gutter pb-[max(var(--s-space-5),env(safe-area-inset-bottom))]">
        <div className="flex items-center justify-between h-header pt-safe-top">
          <LanguageLinks className="flex gap-x-2" linkClassName={`${link} text-ink text-base`} />
          <IconButton label={t('Close menu')} icon={<X size={24} />} onClick={onClose} />
        </div>
        {user && (
          <div className="p-4 border border-line rounded-md bg-surface">
            <UserSummary user={user} />
          </div>
        )}
        <nav className="grid py-2 border-t border-t-line" aria-label={t('Main')}>
          {mainLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === '/'} className={`${link} text-ink`} onClick={onClose}>
              {t(label)}
            </NavLink>
          ))}
        </nav>
        {user ? (
          <nav className="grid py-2 border-t border-t-line" aria-label={t('Account')}>
            {accountLinks(user.role).map(({ to, label, Icon }) => (
              <NavLink key={to} className={`${link} text-ink`} to={to} onClick={onClose}>
                <Icon size={20} />
                {label}
              </NavLink>
            ))}
            <button
              type="button"
              className={`${link} text-danger`}
              onClick={() => {
                onClose();
                void logout();
              }}
            >
              <LogOut size={20} />
              {t('Log Out')}
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
            {t('Login')}
          </Button>
        )}
      </div>
      {layer}
    </dialog>
  );
}
