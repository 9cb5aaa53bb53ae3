import { useState } from 'react';
import { Chevron, selectClass } from '../controls/Field.tsx';

interface StatusSelectProps<Status extends string> {
  /** Whose status it is: 'Status of Maria Santos'. */
  label: string;
  value: Status;
  /** What can be set; the status in force is shown first if it is not among them, and can never be chosen. */
  choices: readonly Status[];
  labels: Record<Status, string>;
  /** Settles when the change is made or refused; what was chosen is shown until then. */
  onChange(status: Status): Promise<void>;
}

/** Sets a status right in its row. */
export function StatusSelect<Status extends string>({
  label,
  value,
  choices,
  labels,
  onChange,
}: StatusSelectProps<Status>) {
  const [chosen, setChosen] = useState<Status | null>(null);
  const shown = choices.includes(value) ? choices : [value, ...choices];
  return (
    <span className="relative grid flex-none w-36">
      <select
        className={`${selectClass} h-10! pl-3! pointer-coarse:h-control!`}
        aria-label={label}
        value={chosen ?? value}
        disabled={chosen !== null}
        onChange={(event) => {
          const next = choices.find((status) => status === event.target.value);
          if (!next) return;
          setChosen(next);
          void onChange(next).finally(() => setChosen(null));
        }}
      >
        {shown.map((status) => (
          <option key={status} value={status} disabled={status === value}>
            {labels[status]}
          </option>
        ))}
      </select>
      <Chevron size={16} />
    </span>
  );
}
