import { useId } from 'react';
import styles from './RadioRow.module.css';

interface RadioRowProps<Value extends string | number> {
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A choice of one, all of it in sight. */
export function RadioRow<Value extends string | number>(props: RadioRowProps<Value>) {
  const { legend, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0">
      <legend className="mb-1.5 p-0 text-sm font-semibold leading-[1.3]">{legend}</legend>
      <div className="flex h-control border border-line-strong rounded-[0.625rem] bg-surface">
        {options.map((option) => (
          <label
            key={option.value}
            className={`relative grid flex-[1_1_auto] cursor-pointer ${styles.option}`}
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
