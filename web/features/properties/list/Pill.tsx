import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { PillName } from './listWords.ts';

export const FilterSheet = lazyWithRetry(async () => (await import('./Filters.tsx')).FilterSheet, 'dialog');
export const PillPanel = lazyWithRetry(async () => (await import('./PillPanel.tsx')).PillPanel, 'dialog');

export type Panel = PillName | 'view';

interface PillProps {
  /** Undefined: all filters. */
  panel?: Panel | undefined;
  /** Undefined: it opens nothing. */
  isOpen?: boolean | undefined;
  onPress(pill: HTMLElement): void;
  className: string;
  /** The name, where the content says less. */
  label?: string;
  children: ReactNode;
}

/** The panel that a pill opens. */
export type Opening = Pick<PillProps, 'panel' | 'isOpen' | 'onPress'>;

export function Pill({ panel, isOpen, onPress, className, label, children }: PillProps) {
  const load = () => void (panel ? PillPanel : FilterSheet).preload();
  return (
    <button
      type="button"
      data-pill={panel}
      className={className}
      aria-label={label}
      aria-haspopup={isOpen === undefined ? undefined : 'dialog'}
      aria-expanded={isOpen}
      onPointerEnter={load}
      onFocus={load}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      {children}
      {!label && <ChevronDown className="flex-none" size={16} />}
    </button>
  );
}

interface ValuePillProps extends Opening {
  label: string;
  /** Shown to the mouse. */
  title?: string;
  mark: ReactNode;
  removeLabel: string;
  onRemove(): void;
  children: string;
}

/** A filter that is set: its words open its panel, and the cross removes it. */
export function ValuePill({ label, title, mark, removeLabel, onRemove, children, ...press }: ValuePillProps) {
  return (
    <span className="chip px-0" title={title}>
      {mark && <span className="flex-none pl-3 -mr-2 max-sm:p-0 max-sm:m-0 max-sm:[&>svg]:hidden">{mark}</span>}
      <Pill
        {...press}
        className="flex items-center gap-1 min-w-0 h-9 pl-3.5 pr-1 rounded-l-full whitespace-nowrap hover:underline pointer-coarse:h-11"
        label={label}
      >
        <span className="truncate">{children}</span>
      </Pill>
      <button
        type="button"
        className="chip-remove w-8 pointer-coarse:w-11 pointer-coarse:h-11"
        aria-label={removeLabel}
        onClick={onRemove}
      >
        <X size={14} strokeWidth={2.5} />
      </button>
    </span>
  );
}
