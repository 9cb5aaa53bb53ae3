import { Button, Input, type InputRef } from 'antd';
import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './forms.module.css';

interface FormFieldProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value' | 'size' | 'id'> {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Takes the focus when the form appears. */
  isFirst?: boolean;
}

export function FormField({ label, value, onChange, isFirst = false, ...input }: FormFieldProps) {
  const id = useId();
  const field = useRef<InputRef>(null);

  useEffect(() => {
    if (!isFirst) return;
    // The dialog moves the focus into itself as it opens; ours comes after.
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [isFirst]);

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input
        {...input}
        ref={field}
        id={id}
        size="large"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

export function PasswordField(props: FormFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FormField
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className={styles.eye}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        </button>
      }
    />
  );
}

export function FormError({ message }: { message: string | null }) {
  return (
    <div role="alert">
      {message && (
        <div className={styles.error}>
          <CircleAlert size={18} aria-hidden="true" />
          {message}
        </div>
      )}
    </div>
  );
}

/** Says what it is doing while it does it, and cannot be pressed twice. */
export function SubmitButton({
  label,
  busyLabel,
  isBusy,
}: {
  label: string;
  busyLabel: string;
  isBusy: boolean;
}) {
  return (
    <Button type="primary" size="large" htmlType="submit" block disabled={isBusy} aria-busy={isBusy}>
      {isBusy ? busyLabel : label}
    </Button>
  );
}

export function LinkButton({ children, onClick }: { children: ReactNode; onClick(): void }) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  );
}
