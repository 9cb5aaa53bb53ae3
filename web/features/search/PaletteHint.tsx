import { Search } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';
import { isMac } from '#web/lib/keptKeys.ts';
import { useInBrowser } from '#web/lib/useMediaQuery.ts';
import { openPalette } from './palette.ts';

/** In the header of wide screens: the palette's shortcut. */
export function PaletteHint() {
  const isOnMac = useInBrowser() && isMac();
  return (
    <button
      type="button"
      className="hidden min-[68rem]:inline-flex items-center gap-2 h-control ps-3 pe-2 border border-line rounded-sm bg-surface text-muted text-sm cursor-pointer transition-colors hover:border-line-strong hover:text-ink"
      aria-haspopup="dialog"
      aria-keyshortcuts={isOnMac ? 'Meta+K' : 'Control+K'}
      onClick={() => openPalette()}
    >
      <Search size={16} />
      <span>{t('Search')}</span>
      <span
        className="py-0.25 px-1.5 border border-line rounded-[0.375rem] bg-sunken text-xs font-semibold"
        aria-hidden="true"
      >
        {isOnMac ? '⌘K' : t('Ctrl K')}
      </span>
    </button>
  );
}
