import { Scale } from 'lucide-react';
import { showToast } from '#web/ui/showToast.ts';
import styles from './CompareButton.module.css';
import { MAX_COMPARED, toggleCompared, useComparedIds } from './comparison.ts';

interface CompareButtonProps {
  propertyId: number;
  title: string;
  /** 'icon' leaves the word to those who hear it. */
  variant?: 'labelled' | 'icon';
  className?: string | undefined;
}

export function CompareButton({ propertyId, title, variant = 'labelled', className }: CompareButtonProps) {
  const isChosen = useComparedIds().includes(propertyId);
  const change = () => {
    if (toggleCompared(propertyId) === 'full')
      showToast(`You can compare up to ${MAX_COMPARED} properties. Remove one first.`, 'info');
  };
  return (
    <button
      type="button"
      className={`inline-flex items-center justify-center gap-2 min-w-11 min-h-11 cursor-pointer ${isChosen ? `text-primary ${styles.on}` : ''} ${className ?? ''}`}
      aria-pressed={isChosen}
      aria-label={variant === 'icon' ? `Compare ${title}` : undefined}
      title={isChosen ? 'Remove from comparison' : 'Add to comparison'}
      onClick={change}
    >
      <Scale size={18} strokeWidth={2} />
      {variant === 'labelled' && (
        <span className="max-sm:absolute max-sm:w-px max-sm:h-px max-sm:overflow-hidden max-sm:[clip-path:inset(50%)]">
          Compare
        </span>
      )}
    </button>
  );
}
