import { Suspense, useEffect } from 'react';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { Role } from '#shared/contracts/auth.ts';
import { useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useLocation, useNavigate } from '#web/lib/router.tsx';
import { listenToShortcuts, type Shortcut, useShortcut } from '#web/lib/shortcuts.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { destinationsOf, NEW_PROPERTY } from './destinations.ts';
import { closePalette, openPalette, usePaletteView } from './palette.ts';

const CommandPalette = lazyWithRetry(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
  'dialog',
);
const ShortcutList = lazyWithRetry(async () => (await import('./ShortcutList.tsx')).ShortcutList, 'dialog');

/** Stands in the layout: listens for the keys, and fetches the palette when it is asked for. */
export function PaletteHost({ logout }: { logout(): Promise<void> }) {
  const { user } = useSession();
  const view = usePaletteView();

  useEffect(listenToShortcuts, []);
  useShortcut({
    keys: 'mod+k',
    label: t('Search, or jump to a page'),
    group: t('General'),
    run: () => openPalette(view === 'palette' ? null : 'palette'),
  });
  useShortcut({
    keys: '?',
    label: t('Show these shortcuts'),
    group: t('General'),
    run: () => openPalette('shortcuts'),
  });

  return (
    <>
      {user && <GoShortcuts role={user.role} adminRole={user.admin_role} />}
      <Suspense>
        {view === 'palette' && <CommandPalette user={user} logout={logout} onClose={closePalette} />}
        {view === 'shortcuts' && <ShortcutList onClose={closePalette} />}
      </Suspense>
    </>
  );
}

/** The keys that lead to pages, for who is signed in. */
function GoShortcuts({ role, adminRole }: { role: Role; adminRole: AdminRole | null }) {
  return (
    <>
      {destinationsOf(role, adminRole).map(({ label, url, keys }) =>
        keys ? <GoShortcut key={keys} label={t(label)} url={url} keys={keys} group={t('Go to')} /> : null,
      )}
      {role === 'agent' && <NewPropertyShortcut />}
    </>
  );
}

function NewPropertyShortcut() {
  const { pathname, search } = useLocation();
  const isOnProperties =
    pathname === '/agent-dashboard' && new URLSearchParams(search).get('tab') === 'properties';
  return isOnProperties ? (
    <GoShortcut {...NEW_PROPERTY} label={t(NEW_PROPERTY.label)} keys="n" group={t('My Properties')} />
  ) : null;
}

function GoShortcut({ keys, label, url, group }: Omit<Shortcut, 'run'> & { url: string }) {
  const navigate = useNavigate();
  useShortcut({ keys, label, group, run: () => void navigate(url) });
  return null;
}
