import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

type InputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id' | 'className'>;

interface TextFieldProps extends InputProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** The label is read out only. */
  isLabelHidden?: boolean;
  icon?: ReactNode;
  className?: string | undefined;
}

export function TextField({
  label,
  value,
  onChange,
  isLabelHidden = false,
  icon,
  className,
  ...input
}: TextFieldProps) {
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
        <input
          {...input}
          id={id}
          className={`${styles.control} ${icon ? styles.withIcon : ''}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </div>
  );
}
