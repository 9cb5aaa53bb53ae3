import { Search } from 'lucide-react';
import { Suspense, useLayoutEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { isMac, keepKeys, PALETTE_FIELD } from '#web/lib/keptKeys.ts';
import { listenToShortcuts, useShortcut } from '#web/lib/shortcuts.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { useInBrowser } from '#web/lib/useMediaQuery.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

const opened = createStore<'palette' | 'shortcuts' | null>(null);

export const openPalette = () => opened.set('palette');
const openShortcuts = () => opened.set('shortcuts');
const close = () => opened.set(null);

const CommandPalette = lazyWithRetry(async () => (await import('./CommandPalette.tsx')).CommandPalette, 'dialog');
const ShortcutList = lazyWithRetry(async () => (await import('./ShortcutList.tsx')).ShortcutList, 'dialog');

const GoShortcuts = lazyWithRetry(async () => (await import('./destinations.tsx')).GoShortcuts, 'none');

export function PaletteHost({ logout }: { logout(): Promise<void> }) {
  const { user } = useSession();
  const view = useStore(opened);

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
  useShortcut({ keys: '?', label: t('Show these shortcuts'), group: t('General'), run: openShortcuts });

  return (
    <>
      {user && (
        <Suspense>
          <GoShortcuts role={user.role} adminRole={user.admin_role} />
        </Suspense>
      )}
      <Suspense>
        {view === 'palette' && (
          <CommandPalette user={user} logout={logout} onShortcuts={openShortcuts} onClose={close} />
        )}
        {view === 'shortcuts' && <ShortcutList onClose={close} />}
      </Suspense>
    </>
  );
}

const STATES = 'border-line text-muted transition-colors hover:border-line-strong hover:text-ink';

export function PaletteHint() {
  const isOnMac = useInBrowser() && isMac();
  return (
    <button
      type="button"
      className={`hidden min-[68rem]:inline-flex items-center gap-2 h-control ps-3 pe-2 border rounded-sm bg-surface text-sm ${STATES}`}
      aria-haspopup="dialog"
      aria-keyshortcuts={isOnMac ? 'Meta+K' : 'Control+K'}
      onClick={openPalette}
    >
      <Search size={16} />
      <span>{t('Search')}</span>
      <span className="keycap py-0.25 border-line" aria-hidden="true">
        {isOnMac ? '⌘K' : t('Ctrl K')}
      </span>
    </button>
  );
}
