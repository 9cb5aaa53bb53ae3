import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; label: string }[];
  /** The label is read out only. */
  isLabelHidden?: boolean;
  icon?: ReactNode;
  isDisabled?: boolean;
  className?: string | undefined;
}

/** The browser's own select: light, and the phone shows the list it always shows. */
export function SelectField<Value extends string>({
  label,
  value,
  onChange,
  options,
  isLabelHidden = false,
  icon,
  isDisabled = false,
  className,
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label className={isLabelHidden ? 'visuallyHidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.box}>
        {icon && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <select
          id={id}
          className={`${styles.control} ${styles.select} ${icon ? styles.withIcon : ''}`}
          value={value}
          disabled={isDisabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.chevron} size={18} aria-hidden="true" />
      </span>
    </div>
  );
}
