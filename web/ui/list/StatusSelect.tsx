import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import field from '../controls/field.module.css';
import styles from './StatusSelect.module.css';

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
    <span className={`${field.box} flex-none w-36`}>
      <select
        className={`${field.control} ${field.select} ${styles.select}`}
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
      <ChevronDown className={field.chevron} size={16} aria-hidden="true" />
    </span>
  );
}
