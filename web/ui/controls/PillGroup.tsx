import type { ReactNode } from 'react';

interface PillGroupProps<Id extends string> {
  legend: string;
  isLegendHidden?: boolean;
  className?: string;
  pills: readonly { id: Id; label: ReactNode }[];
  /** Omitted if the buttons are actions without a chosen one. */
  chosen?: Id;
  onPress(id: Id): void;
}

/** A row of small buttons: filters, one of them active, or actions. */
export function PillGroup<Id extends string>(props: PillGroupProps<Id>) {
  const { legend, isLegendHidden = false, className = '', pills, chosen, onPress } = props;
  return (
    <fieldset className={`flex flex-wrap items-center gap-2 ${className}`}>
      <legend className={isLegendHidden ? 'visuallyHidden' : 'float-left p-0 text-muted text-sm'}>{legend}</legend>
      {pills.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="pill max-md:min-h-11"
          aria-pressed={chosen === undefined ? undefined : id === chosen}
          onClick={() => onPress(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
