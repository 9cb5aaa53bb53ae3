import { useId } from 'react';
import type { ReportReason } from '#shared/contracts/reports.ts';
import { reportReasonLabel } from '#shared/labels.ts';
import styles from './ReasonChoice.module.css';

const reasons = Object.keys(reportReasonLabel) as ReportReason[];

interface ReasonChoiceProps {
  value: ReportReason | '';
  problem: string | undefined;
  isDisabled: boolean;
  onChange(reason: ReportReason): void;
}

export function ReasonChoice({ value, problem, isDisabled, onChange }: ReasonChoiceProps) {
  const id = useId();
  return (
    <div
      className={styles.group}
      role="radiogroup"
      // A form that finds nothing chosen brings the focus here.
      tabIndex={-1}
      aria-labelledby={`${id}-legend`}
      aria-required
      aria-invalid={problem !== undefined}
      aria-describedby={problem ? `${id}-note` : undefined}
    >
      <p id={`${id}-legend`} className={styles.legend}>
        What is wrong with it?
      </p>
      {reasons.map((reason) => (
        <label key={reason} className={styles.option}>
          <input
            type="radio"
            name={id}
            value={reason}
            disabled={isDisabled}
            checked={reason === value}
            onChange={() => onChange(reason)}
          />
          {reportReasonLabel[reason]}
        </label>
      ))}
      {problem && (
        <p id={`${id}-note`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
