import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';

/** Class of a button in a row of pills. */
export const pillClass =
  'inline-flex flex-none items-center gap-1.5 h-9 py-0 px-3.5 border border-line-strong rounded-full bg-surface text-ink text-sm font-semibold whitespace-nowrap cursor-pointer hover:border-primary hover:text-primary aria-expanded:border-primary aria-expanded:text-primary pointer-coarse:h-11';

interface ChipProps {
  label: string;
  /** Mark of the chip's origin. */
  icon?: ReactNode;
  /** Makes the chip removable. */
  onRemove?: () => void;
}

export function Chip({ label, icon, onRemove }: ChipProps) {
  return (
    <span className="inline-flex items-center max-w-full min-h-9 pl-3.5 pr-3.5 has-[button]:pr-0 rounded-full bg-primary-soft text-primary text-sm font-semibold">
      {icon && <span className="flex-none mr-1.5">{icon}</span>}
      <span className="truncate">{label}</span>
      {onRemove && (
        <button
          type="button"
          // The touch target is larger than the button.
          className="relative grid flex-none place-items-center w-9 h-9 p-0 border-0 rounded-full bg-transparent cursor-pointer after:absolute after:-inset-1 after:content-[''] hover:bg-[color-mix(in_srgb,var(--s-primary)_14%,transparent)]"
          aria-label={t('Remove {label}', { label })}
          onClick={onRemove}
        >
          <X size={14} strokeWidth={2.5} />
        </button>
      )}
    </span>
  );
}
