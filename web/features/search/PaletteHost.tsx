import { useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { listenToShortcuts, useShortcut } from '#web/lib/shortcuts.ts';
import { showToast } from '#web/ui/showToast.ts';
import { closePalette, openPalette, usePaletteView } from './palette.ts';
import { useChunk } from './useChunk.ts';

const loadPalette = () => import('./CommandPalette.tsx');
const loadList = () => import('./ShortcutList.tsx');
const loadGoShortcuts = () => import('./GoShortcuts.tsx');

const GENERAL = 'General';

/** Stands in the layout: listens for the keys, and fetches the palette when it is asked for. */
export function PaletteHost({ logout }: { logout(): Promise<void> }) {
  const { user } = useSession();
  const view = usePaletteView();
  const giveUp = () => {
    closePalette();
    showToast('This could not be loaded. Check your connection and try again.', 'error');
  };
  const palette = useChunk(loadPalette, view === 'palette', giveUp);
  const list = useChunk(loadList, view === 'shortcuts', giveUp);
  // Without them the page is as good as before: no word of it.
  const go = useChunk(loadGoShortcuts, user !== null, () => undefined);

  useEffect(listenToShortcuts, []);
  useShortcut({
    keys: 'mod+k',
    label: 'Search, or jump to a page',
    group: GENERAL,
    run: () => openPalette(view === 'palette' ? null : 'palette'),
  });
  useShortcut({
    keys: '?',
    label: 'Show these shortcuts',
    group: GENERAL,
    run: () => openPalette('shortcuts'),
  });

  return (
    <>
      {go && user && <go.GoShortcuts role={user.role} />}
      {palette && view === 'palette' && (
        <palette.CommandPalette user={user} logout={logout} onClose={closePalette} />
      )}
      {list && view === 'shortcuts' && <list.ShortcutList onClose={closePalette} />}
    </>
  );
}
