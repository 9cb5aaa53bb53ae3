import type { ComponentProps, ReactNode } from 'react';
import { ControlBox, controlClass, Field, type FieldProps } from './Field.tsx';

interface NativeInputProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'value' | 'onChange'> {
  value: string;
  onChange(value: string): void;
  icon?: ReactNode;
}

/** A native input that looks like antd's, for filters and searches of the first load. */
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
        <ControlBox icon={icon}>
          <input
            dir="auto"
            {...input}
            {...control}
            className={`${controlClass} ${icon ? 'pl-10.5!' : ''}`}
            onChange={(event) => onChange(event.target.value)}
          />
        </ControlBox>
      )}
    </Field>
  );
}
