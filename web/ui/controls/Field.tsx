import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import { t } from '#web/lib/i18n.tsx';
import styles from './field.module.css';

/** Class of every control, also antd's. */
export const controlClass = styles.control;
export const selectClass = `${styles.control} ${styles.select}`;

export interface FieldProps {
  label: string;
  isLabelHidden?: boolean;
  /** Shown after the label. */
  isOptional?: boolean;
  /** Shown below the control while there is no error. */
  hint?: string | undefined;
  problem?: string | undefined;
  /** Answers to the problem, as buttons below it. Where the list is given, even empty, the problem is read aloud. */
  answers?: readonly Answer[] | undefined;
  className?: string | undefined;
}

export interface Answer {
  label: string;
  onChoose(): void;
}

interface ControlProps {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** A control with its label above and its error or hint below. */
export function Field(props: FieldProps & { children(control: ControlProps): ReactNode }) {
  const { label, isLabelHidden = false, isOptional = false, hint, problem, answers, className, children } = props;
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className={`field ${className ?? ''}`}>
      <label className={isLabelHidden ? 'visuallyHidden' : 'field-label'} htmlFor={id}>
        {label}
        {isOptional && <span className="text-muted font-[450]"> {t('(optional)')}</span>}
      </label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <p
          id={`${id}-note`}
          role={problem && answers ? 'alert' : undefined}
          className={`field-note wrap-anywhere ${problem ? 'text-danger font-[550]' : 'text-muted'}`}
        >
          {note}
        </p>
      )}
      {problem && answers && <Answers answers={answers} onChosen={() => document.getElementById(id)?.focus()} />}
    </div>
  );
}

interface AnswersProps {
  answers: readonly Answer[];
  /** The buttons are gone then, and the focus with them. */
  onChosen?(): void;
}

export const Answers = ({ answers, onChosen }: AnswersProps) =>
  answers.length > 0 && (
    <span className="flex flex-wrap gap-1.5">
      {answers.map(({ label, onChoose }) => (
        <button
          key={label}
          type="button"
          className="pill pill-small tabular-nums"
          onClick={() => {
            onChoose();
            onChosen?.();
          }}
        >
          {label}
        </button>
      ))}
    </span>
  );

/** A native control with an icon in it. */
export function ControlBox({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="relative grid">
      {icon && (
        <span
          className="absolute top-1/2 left-3.5 text-muted -translate-y-1/2 pointer-events-none"
          aria-hidden="true"
        >
          {icon}
        </span>
      )}
      {children}
    </span>
  );
}

/** The arrow of a select. */
export function Chevron({ size = 18 }: { size?: number }) {
  return (
    <ChevronDown
      className="absolute top-1/2 right-3 text-muted -translate-y-1/2 pointer-events-none"
      size={size}
    />
  );
}

/** Several controls, or a state in their place, under one label. */
export function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for the look of a field
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="field-label">
        {label}
      </span>
      {children}
    </div>
  );
}

export interface NativeInputProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'value' | 'onChange'> {
  value: string;
  onChange(value: string): void;
  icon?: ReactNode;
  /** Of a field that is smaller than the others. */
  controlClassName?: string | undefined;
}

/** A native input that looks like antd's, for filters and searches of the first load. */
export function NativeInput(props: NativeInputProps) {
  const { label, isLabelHidden, isOptional, hint, problem, answers, className, ...rest } = props;
  const { icon, controlClassName = controlClass, onChange, ...input } = rest;
  return (
    <Field {...{ label, isLabelHidden, isOptional, hint, problem, answers, className }}>
      {(control) => (
        <ControlBox icon={icon}>
          <input
            dir="auto"
            {...input}
            {...control}
            className={`${controlClassName} ${icon ? 'pl-10.5' : ''}`}
            onChange={(event) => onChange(event.target.value)}
          />
        </ControlBox>
      )}
    </Field>
  );
}

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
export function NativeSelect<Value extends string>(props: NativeSelectProps<Value>) {
  const { name, value, onChange, options, icon, isDisabled = false, ref, ...field } = props;
  return (
    <Field {...field}>
      {(control) => (
        <ControlBox icon={icon}>
          <select
            {...control}
            ref={ref}
            name={name}
            className={`${selectClass} ${icon ? 'pl-10.5' : ''}`}
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
