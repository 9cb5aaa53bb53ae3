import { Suspense, useLayoutEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { keepKeys, PALETTE_FIELD } from '#web/lib/keptKeys.ts';
import { listenToShortcuts, useShortcut } from '#web/lib/shortcuts.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { closePalette, openPalette, usePaletteView } from './palette.ts';

const CommandPalette = lazyWithRetry(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
  'dialog',
);
const ShortcutList = lazyWithRetry(async () => (await import('./ShortcutList.tsx')).ShortcutList, 'dialog');

const GoShortcuts = lazyWithRetry(async () => (await import('./GoShortcuts.tsx')).GoShortcuts, 'none');

/** Part of the layout: listens for the keys, and loads the palette on demand. */
export function PaletteHost({ logout }: { logout(): Promise<void> }) {
  const { user } = useSession();
  const view = usePaletteView();

  useLayoutEffect(listenToShortcuts, []);
  useShortcut({
    keys: 'mod+k',
    label: t('Search, or jump to a page'),
    group: t('General'),
    run: () => {
      keepKeys(PALETTE_FIELD);
      openPalette();
    },
  });
  useShortcut({
    keys: '?',
    label: t('Show these shortcuts'),
    group: t('General'),
    run: () => openPalette('shortcuts'),
  });

  return (
    <>
      {user && (
        <Suspense>
          <GoShortcuts role={user.role} adminRole={user.admin_role} />
        </Suspense>
      )}
      <Suspense>
        {view === 'palette' && <CommandPalette user={user} logout={logout} onClose={closePalette} />}
        {view === 'shortcuts' && <ShortcutList onClose={closePalette} />}
      </Suspense>
    </>
  );
}
