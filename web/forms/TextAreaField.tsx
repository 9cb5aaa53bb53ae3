import { type ComponentProps, useId } from 'react';
import styles from '#web/ui/field.module.css';
import area from './TextAreaField.module.css';

interface TextAreaFieldProps
  extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'id' | 'className'> {
  label: string;
  value: string;
  onChange(value: string): void;
  className?: string | undefined;
}

export function TextAreaField({ label, value, onChange, className, ...textarea }: TextAreaFieldProps) {
  const id = useId();
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={4}
        {...textarea}
        id={id}
        className={`${styles.control} ${area.area}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
