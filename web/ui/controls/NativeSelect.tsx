import { ChevronDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import styles from './field.module.css';

interface NativeSelectProps<Value extends string> extends FieldProps {
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; label: string }[];
  icon?: ReactNode;
  isDisabled?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's own select, in antd's looks: light, and the phone shows the list it always shows. */
export function NativeSelect<Value extends string>({
  value,
  onChange,
  options,
  icon,
  isDisabled = false,
  ref,
  ...field
}: NativeSelectProps<Value>) {
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.box}>
          {icon && (
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
          )}
          <select
            {...control}
            ref={ref}
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
      )}
    </Field>
  );
}
