import { Check } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { DetailSection } from '../details/DetailGroup.tsx';

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
  return (
    <DetailSection title={title}>
      <div className="flex flex-wrap gap-2">
        {choices.map((status) => (
          <Button
            key={status}
            variant="outlined"
            className={
              status === value ? 'border-primary! bg-primary-soft! text-primary! opacity-100!' : undefined
            }
            disabled={status === value}
            onClick={() => onChange(status)}
          >
            {status === value && <Check size={16} />}
            {labels[status]}
          </Button>
        ))}
      </div>
    </DetailSection>
  );
}
