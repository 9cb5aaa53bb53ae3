import { Scale } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { MAX_COMPARED, toggleCompared, useComparedIds } from './comparison.ts';

interface CompareButtonProps {
  propertyId: number;
  className?: string | undefined;
}

export function CompareButton({ propertyId, className }: CompareButtonProps) {
  const isChosen = useComparedIds().includes(propertyId);
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
      className={`inline-flex items-center justify-center gap-2 min-w-11 min-h-11 cursor-pointer ${isChosen ? 'text-primary [&_svg]:fill-[color-mix(in_srgb,var(--s-primary)_28%,transparent)]' : ''} ${className ?? ''}`}
      aria-pressed={isChosen}
      title={isChosen ? t('Remove from comparison') : t('Add to comparison')}
      onClick={change}
    >
      <Scale size={18} strokeWidth={2} />
      <span className="max-sm:sr-only">{t('Compare')}</span>
    </button>
  );
}
