import { Checkbox, type GetRef, Input, Radio, Switch } from 'antd';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, type Ref, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { MAX_PHONE_LENGTH } from '#shared/limits.ts';
import { t } from '#web/lib/i18n.tsx';
import { AntdProvider } from '#web/ui/antd/AntdProvider.tsx';
import { AmountInput, type AmountInputProps } from '#web/ui/controls/AmountInput.tsx';
import { controlClass, Field, type FieldProps, NativeSelect } from '#web/ui/controls/Field.tsx';
import { useFormControl, useIsLocked } from './Form.tsx';

interface InForm {
  name: string;
}

type TextProps<Native> = FieldProps &
  Omit<Native, keyof FieldProps | 'id' | 'value' | 'onChange' | 'ref' | 'variant' | 'size'> & {
    value: string;
    onChange(value: string): void;
  };

export type TextInputProps = TextProps<ComponentProps<typeof Input>> & { ref?: Ref<GetRef<typeof Input>> };
type TextAreaProps = TextProps<ComponentProps<typeof Input.TextArea>> & {
  ref?: Ref<GetRef<typeof Input.TextArea>>;
};

function partProps<Props extends FieldProps>(props: Props) {
  const { label, isLabelHidden, isOptional, hint, problem, className, ...input } = props;
  return { field: { label, isLabelHidden, isOptional, hint, problem, className }, input };
}

/** An input outside of a form; see TextField. */
export function TextInput({ onChange, ...props }: TextInputProps) {
  const { field, input } = partProps(props);
  const isLocked = useIsLocked();
  return (
    <Field {...field}>
      {(aria) => (
        <AntdProvider>
          <Input
            // The text may have another direction than the page.
            dir="auto"
            {...input}
            {...aria}
            className={controlClass}
            disabled={isLocked || input.disabled === true}
            onChange={(event) => onChange(event.target.value)}
          />
        </AntdProvider>
      )}
    </Field>
  );
}

/** A password field with a reveal button; antd's own has only the name 'Show'. */
export function PasswordInput(props: TextInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className="grid place-items-center w-11 h-11 -my-3 -mr-3 ml-0 rounded-sm text-muted hover:text-ink"
          aria-label={isShown ? t('Hide password') : t('Show password')}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} /> : <Eye size={18} />}
        </button>
      }
    />
  );
}

export function TextArea({ onChange, ...props }: TextAreaProps) {
  const { field, input } = partProps(props);
  const isLocked = useIsLocked();
  return (
    <Field {...field}>
      {(aria) => (
        <AntdProvider>
          <Input.TextArea
            dir="auto"
            rows={4}
            {...input}
            {...aria}
            className={`${controlClass} h-auto min-h-26 max-h-80 py-2.5 leading-[1.5] [field-sizing:content] resize-y`}
            disabled={isLocked || input.disabled === true}
            onChange={(event) => onChange(event.target.value)}
          />
        </AntdProvider>
      )}
    </Field>
  );
}

interface SwitchRowProps {
  label: string;
  text?: string | undefined;
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
}

export function SwitchRow({ label, text, isOn, onChange, isDisabled = false }: SwitchRowProps) {
  const isLocked = useIsLocked();
  return (
    <Field label={label} hint={text} className="switch-row">
      {({ id, ...aria }) => (
        <AntdProvider>
          <Switch
            id={id}
            aria-describedby={aria['aria-describedby']}
            checked={isOn}
            disabled={isLocked || isDisabled}
            onChange={onChange}
          />
        </AntdProvider>
      )}
    </Field>
  );
}

type Bound<Props> = InForm &
  Omit<Props, 'value' | 'onChange' | 'problem' | 'ref'> & {
    /** Handles a change that affects more than this field. */
    onChange?: (value: string) => void;
  };

function useBound(name: string) {
  const bound = useController({ control: useFormControl(), name });
  if (bound.field.value === undefined) throw new Error(`The form has no field '${name}'`);
  return bound;
}

function useField(name: string) {
  const { field, fieldState } = useBound(name);
  return { ...field, value: field.value as string, problem: fieldState.error?.message };
}

export function CodeField({ name }: InForm) {
  return (
    <TextField
      name={name}
      label={t('6-digit code from your app, or a recovery code')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
    />
  );
}

export function TextField({ name, ...props }: Bound<TextInputProps>) {
  const { disabled: _disabled, ...field } = useField(name);
  return <TextInput {...field} {...props} />;
}

export function PhoneField(props: Omit<Bound<TextInputProps>, 'label'>) {
  return (
    <TextField
      label={t('Phone')}
      type="tel"
      autoComplete="tel"
      maxLength={MAX_PHONE_LENGTH}
      placeholder="+63 917 555 0123"
      {...props}
    />
  );
}

/** An amount as people write it. An empty field counts as 0, so that it is not marked as optional. */
export function AmountField({ name, ...props }: Bound<AmountInputProps>) {
  const { disabled: _disabled, onBlur, ...field } = useField(name);
  const isLocked = useIsLocked();
  return (
    <AmountInput
      {...field}
      {...props}
      disabled={isLocked}
      onBlur={(event) => {
        onBlur();
        props.onBlur?.(event);
      }}
    />
  );
}

/** An empty field counts as 0, so that it is not marked as optional. */
export function NumberField(props: Bound<TextInputProps>) {
  return (
    <TextField
      inputMode="decimal"
      min={0}
      {...props}
      type="number"
      // The mouse wheel would change a focused number.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}

export function PasswordField({ name, ...props }: Bound<TextInputProps>) {
  const { disabled: _disabled, ...field } = useField(name);
  return <PasswordInput {...field} {...props} />;
}

export function TextAreaField({ name, ...props }: Bound<TextAreaProps>) {
  const { disabled: _disabled, ...field } = useField(name);
  return <TextArea {...field} {...props} />;
}

interface SelectFieldProps extends InForm, Omit<FieldProps, 'problem'> {
  options: readonly { value: string; label: string }[];
}

/** A native select, as antd's list would open below modal dialogs. */
export function SelectField({ name, ...select }: SelectFieldProps) {
  const { ref, value, problem, onChange } = useField(name);
  return <NativeSelect {...select} {...{ ref, value, problem, onChange }} isDisabled={useIsLocked()} />;
}

export function SwitchField({ name, ...row }: InForm & Pick<SwitchRowProps, 'label' | 'text'>) {
  const { field } = useBound(name);
  return <SwitchRow {...row} isOn={field.value === true} onChange={field.onChange} />;
}

interface RadioFieldProps extends InForm {
  label: string;
  className?: string;
  options: readonly { value: string; label: string; text: string }[];
}

/** Radio buttons for options that need an explanation; other choices are selects. */
export function RadioField({ name, label, className = '', options }: RadioFieldProps) {
  const { field } = useBound(name);
  const isLocked = useIsLocked();
  const group = useId();
  return (
    <div className={`grid gap-2 ${className}`}>
      <span id={group} className="text-sm font-semibold">
        {label}
      </span>
      <AntdProvider>
        <Radio.Group
          aria-labelledby={group}
          name={name}
          className="grid gap-1"
          value={field.value}
          disabled={isLocked}
          onChange={(event) => field.onChange(event.target.value)}
        >
          {options.map((option) => (
            <Radio
              key={option.value}
              value={option.value}
              className="py-1.5 [&_.ant-radio]:self-start [&_.ant-radio]:mt-1"
            >
              <span className="block font-semibold">{option.label}</span>
              <span className="block text-muted text-sm">{option.text}</span>
            </Radio>
          ))}
        </Radio.Group>
      </AntdProvider>
    </div>
  );
}

export function CheckboxField(props: InForm & { children?: ReactNode; 'aria-labelledby'?: string }) {
  const { name, ...checkbox } = props;
  const { field } = useBound(name);
  return (
    <AntdProvider>
      <Checkbox
        {...checkbox}
        checked={field.value === true}
        disabled={useIsLocked()}
        onChange={(event) => field.onChange(event.target.checked)}
      />
    </AntdProvider>
  );
}
