import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** The look of every control, antd's too. */
export const controlClass = styles.control;

export interface FieldProps {
  label: string;
  /** The label is read out only. */
  isLabelHidden?: boolean;
  /** Said behind the label. */
  isOptional?: boolean;
  /** Said below the control while nothing is wrong with it. */
  hint?: string | undefined;
  problem?: string | undefined;
  className?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** A control with its label above it, and below it what is wrong with it or what helps. */
export function Field({
  label,
  isLabelHidden = false,
  isOptional = false,
  hint,
  problem,
  className,
  children,
}: FieldProps & { children(control: ControlProps): ReactNode }) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label className={isLabelHidden ? 'visuallyHidden' : styles.label} htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={problem ? styles.problem : styles.hint}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Several controls, or a state in their place, under one name. */
export function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for the look of a field
    <div className={styles.field} role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      {children}
    </div>
  );
}
