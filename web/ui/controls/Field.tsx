import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '#web/lib/i18n.tsx';
import styles from './field.module.css';

/** The look of every control, antd's too. */
export const controlClass = styles.control;
export const selectClass = `${styles.control} ${styles.select}`;

const fieldClass = 'grid content-start gap-1.5 min-w-0';
const labelClass = 'text-sm font-semibold leading-[1.3]';
const noteClass = 'text-[0.8125rem] leading-[1.4]';

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
    <div className={`${fieldClass} ${className ?? ''}`}>
      <label className={isLabelHidden ? 'visuallyHidden' : labelClass} htmlFor={id}>
        {label}
        {isOptional && <span className="text-muted font-[450]"> {t('(optional)')}</span>}
      </label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={`${noteClass} ${problem ? 'text-danger font-[550]' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The browser's own control, with the icon in it. */
export function ControlBox({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="relative grid">
      {icon && (
        <span
          className="absolute top-1/2 left-3.5 text-muted -translate-y-1/2 pointer-events-none"
          aria-hidden="true"
        >
          {icon}
        </span>
      )}
      {children}
    </span>
  );
}

/** At the end of a select. */
export function Chevron({ size = 18 }: { size?: number }) {
  return (
    <ChevronDown
      className="absolute top-1/2 right-3 text-muted -translate-y-1/2 pointer-events-none"
      size={size}
    />
  );
}

/** Several controls, or a state in their place, under one name. */
export function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for the look of a field
    <div className={fieldClass} role="group" aria-labelledby={id}>
      <span id={id} className={labelClass}>
        {label}
      </span>
      {children}
    </div>
  );
}
