import { useId } from 'react';
import styles from './SwitchField.module.css';

interface SwitchFieldProps {
  label: string;
  /** What being on means. */
  text?: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
}

/** A checkbox drawn as a switch; the whole row is its target. */
export function SwitchField({ label, text, isOn, onChange, isDisabled = false }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <span className={styles.words}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {text && (
          <span className={styles.text} id={`${id}-text`}>
            {text}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        id={id}
        className={styles.switch}
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={text ? `${id}-text` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
