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
      <p id={`${id}-legend`} className="mb-1 text-sm font-semibold leading-[1.3]">
        What is wrong with it?
      </p>
      {reasons.map((reason) => (
        <label
          key={reason}
          className={`flex items-center gap-3 min-h-10 px-2 rounded-sm text-[0.9375rem] cursor-pointer hover:bg-sunken pointer-coarse:min-h-11 ${styles.option}`}
        >
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
        <p id={`${id}-note`} className="text-danger text-[0.8125rem] font-[550] leading-[1.4]">
          {problem}
        </p>
      )}
    </div>
  );
}
