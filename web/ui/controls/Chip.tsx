import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';

/** Class of a button in a row of pills. */
export const pillClass = 'pill gap-1.5 aria-expanded:border-primary aria-expanded:text-primary';

interface ChipProps {
  label: string;
  /** Mark of the chip's origin. */
  icon?: ReactNode;
  /** Makes the chip removable. */
  onRemove?: () => void;
}

export function Chip({ label, icon, onRemove }: ChipProps) {
  return (
    <span className="chip">
      {icon && <span className="flex-none mr-1.5">{icon}</span>}
      <bdi className="truncate">{label}</bdi>
      {onRemove && (
        <button
          type="button"
          className="chip-remove"
          aria-label={t('Remove {label}', { label })}
          onClick={onRemove}
        >
          <X size={14} strokeWidth={2.5} />
        </button>
      )}
    </span>
  );
}
