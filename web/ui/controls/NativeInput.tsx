import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import styles from './field.module.css';

interface NativeInputProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'value' | 'onChange'> {
  value: string;
  onChange(value: string): void;
  icon?: ReactNode;
}

/** The browser's own input, in antd's looks: for filters and searches, which stand in the first load. */
export function NativeInput({
  label,
  isLabelHidden,
  isOptional,
  hint,
  problem,
  className,
  icon,
  onChange,
  ...input
}: NativeInputProps) {
  return (
    <Field {...{ label, isLabelHidden, isOptional, hint, problem, className }}>
      {(control) => (
        <span className={styles.box}>
          {icon && (
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
          )}
          <input
            {...input}
            {...control}
            className={`${styles.control} ${icon ? styles.withIcon : ''}`}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}
