import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import field from '#web/ui/field.module.css';
import styles from './FormField.module.css';

interface Labelled {
  label: string;
  value: string;
  onChange(value: string): void;
  problem?: string | undefined;
  /** Said below the field while nothing is wrong with it. */
  hint?: string | undefined;
  /** False for a field that is not required but never empty either. */
  hasOptionalMark?: boolean;
  className?: string | undefined;
}

type Own = keyof Labelled | 'id';
type InputFieldProps = Labelled & Omit<ComponentProps<'input'>, Own>;
type TextAreaFieldProps = Labelled & Omit<ComponentProps<'textarea'>, Own>;

/** A labelled input that says what is wrong with it. `required` marks it; the form checks. */
export function InputField({
  label,
  value,
  onChange,
  problem,
  hint,
  hasOptionalMark = true,
  className,
  ...input
}: InputFieldProps) {
  const id = useId();
  return (
    <Row {...{ id, label, problem, hint, className }} isOptional={hasOptionalMark && !input.required}>
      <input
        {...input}
        {...described(id, problem, hint)}
        className={`${field.control} ${styles.control}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Row>
  );
}

export function TextAreaField({
  label,
  value,
  onChange,
  problem,
  hint,
  hasOptionalMark = true,
  className,
  ...textarea
}: TextAreaFieldProps) {
  const id = useId();
  return (
    <Row {...{ id, label, problem, hint, className }} isOptional={hasOptionalMark && !textarea.required}>
      <textarea
        rows={4}
        {...textarea}
        {...described(id, problem, hint)}
        className={`${field.control} ${styles.control} ${styles.area}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Row>
  );
}

export function FormBanner({ message }: { message: string | null }) {
  return (
    <div role="alert" className={styles.alert}>
      {message && (
        <p className={styles.banner}>
          <CircleAlert size={18} aria-hidden="true" />
          {message}
        </p>
      )}
    </div>
  );
}

const described = (id: string, problem: string | undefined, hint: string | undefined) => ({
  id,
  'aria-invalid': problem !== undefined,
  'aria-describedby': problem || hint ? `${id}-note` : undefined,
});

interface RowProps {
  id: string;
  label: string;
  problem: string | undefined;
  hint: string | undefined;
  className: string | undefined;
  isOptional: boolean;
  children: ReactNode;
}

function Row({ id, label, problem, hint, className, isOptional, children }: RowProps) {
  return (
    <div className={`${field.field} ${className ?? ''}`}>
      <label className={field.label} htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children}
      {(problem || hint) && (
        <p id={`${id}-note`} className={problem ? styles.problem : styles.hint}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}
