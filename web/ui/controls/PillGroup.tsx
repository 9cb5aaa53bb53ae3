import type { ReactNode } from 'react';
import styles from './PillGroup.module.css';

interface PillGroupProps<Id extends string> {
  /** What is chosen or done with one of them. */
  legend: string;
  isLegendHidden?: boolean;
  className?: string;
  pills: readonly { id: Id; label: ReactNode }[];
  /** Left out where pressing one is an act and none of them stays chosen. */
  chosen?: Id;
  onPress(id: Id): void;
}

/** A row of small buttons: a few filters, one of them in force, or a few acts. */
export function PillGroup<Id extends string>({
  legend,
  isLegendHidden = false,
  className = '',
  pills,
  chosen,
  onPress,
}: PillGroupProps<Id>) {
  return (
    <fieldset className={`flex flex-wrap items-center gap-2 min-w-0 m-0 p-0 border-0 ${className}`}>
      <legend className={isLegendHidden ? 'visuallyHidden' : `p-0 text-muted text-sm ${styles.legend}`}>
        {legend}
      </legend>
      {pills.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={styles.pill}
          aria-pressed={chosen === undefined ? undefined : id === chosen}
          onClick={() => onPress(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
