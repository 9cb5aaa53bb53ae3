import type { ReactNode, Ref } from 'react';
import { Chevron, ControlBox, Field, type FieldProps, selectClass } from './Field.tsx';

interface NativeSelectProps<Value extends string> extends FieldProps {
  /** Name of the parameter in a form that is sent without scripts. */
  name?: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; label: string }[];
  icon?: ReactNode;
  isDisabled?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/** A native select that looks like antd's: small, with the phone's own list. */
export function NativeSelect<Value extends string>({
  name,
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
        <ControlBox icon={icon}>
          <select
            {...control}
            ref={ref}
            name={name}
            className={`${selectClass} ${icon ? 'pl-10.5!' : ''}`}
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
          <Chevron />
        </ControlBox>
      )}
    </Field>
  );
}
