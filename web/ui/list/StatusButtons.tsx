import { Check } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../controls/Button.tsx';
import group from '../details/DetailGroup.module.css';
import styles from './StatusButtons.module.css';

interface StatusButtonsProps<Status extends string> {
  title: string;
  value: Status;
  choices: readonly Status[];
  labels: Record<Status, string>;
  onChange(status: Status): void;
}

/** The statuses that can be set, as buttons; the one in force is marked and cannot be pressed. */
export function StatusButtons<Status extends string>({
  title,
  value,
  choices,
  labels,
  onChange,
}: StatusButtonsProps<Status>) {
  const id = useId();
  return (
    <section className={group.group} aria-labelledby={id}>
      <h3 id={id} className={group.title}>
        {title}
      </h3>
      <div className={`flex flex-wrap gap-2 ${styles.buttons}`}>
        {choices.map((status) => (
          <Button
            key={status}
            variant="outlined"
            className={status === value ? styles.current : undefined}
            disabled={status === value}
            onClick={() => onChange(status)}
          >
            {status === value && <Check size={16} aria-hidden="true" />}
            {labels[status]}
          </Button>
        ))}
      </div>
    </section>
  );
}
