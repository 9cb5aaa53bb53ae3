import { Scale } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { MAX_COMPARED, toggleCompared, useIsCompared } from './comparison.ts';

interface CompareButtonProps {
  propertyId: number;
  title: string;
  /** A picture alone, on a card. */
  isIcon?: boolean;
  className?: string | undefined;
}

/** The tray that comes with the first one says how many of the most are chosen. */
export function CompareButton({ propertyId, title, isIcon = false, className = '' }: CompareButtonProps) {
  // Only the card that is chosen is drawn anew.
  const isChosen = useIsCompared(propertyId);
  const change = () => {
    if (toggleCompared(propertyId) === 'full')
      showToast(
        t('You can compare up to {max} properties. Remove one first.', { max: MAX_COMPARED }),
        'info',
      );
  };
  return (
    <button
      type="button"
      className={`inline-flex items-center justify-center gap-2 cursor-pointer ${isIcon ? '' : `min-w-11 min-h-11 ${isChosen ? 'text-primary [&_svg]:fill-[color-mix(in_srgb,var(--s-primary)_28%,transparent)]' : ''}`} ${className}`}
      aria-pressed={isChosen}
      aria-label={isIcon ? t('Compare {title}', { title }) : undefined}
      title={isChosen ? t('Remove from comparison') : t('Add to comparison')}
      onClick={change}
    >
      <Scale size={18} strokeWidth={2} />
      {!isIcon && <span className="max-sm:sr-only">{t('Compare')}</span>}
    </button>
  );
}
