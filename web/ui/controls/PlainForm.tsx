import { useHref } from '#web/lib/router.tsx';
import { buttonClass } from './Button.tsx';
import { NativeInput, NativeSelect } from './Field.tsx';

interface PlainField {
  /** Name of the URL parameter. */
  name: string;
  label: string;
  value: string;
  /** Options of a select; without them the field is a text input. */
  options?: readonly { value: string; label: string }[];
  isNumber?: boolean;
}

interface PlainFormProps {
  label: string;
  /** Address of the result page. */
  to: string;
  fields: readonly PlainField[];
  /** Other parameters of the address. */
  kept?: URLSearchParams;
  submitLabel: string;
}

/** A GET form for `<noscript>{import.meta.env.SSR && …}</noscript>`; only the server renders it. */
export function PlainForm({ label, to, fields, kept, submitLabel }: PlainFormProps) {
  const names = new Set(fields.map(({ name }) => name));
  const hidden = [...(kept ?? [])].filter(([name]) => !names.has(name));
  return (
    <form method="get" action={useHref(to)} className="grid grid-fit-[11rem] gap-3 p-4 panel" aria-label={label}>
      {hidden.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {fields.map(({ options, isNumber, ...field }) =>
        options ? (
          <NativeSelect key={field.name} {...field} options={options} onChange={() => undefined} />
        ) : (
          <NativeInput
            key={field.name}
            {...field}
            type={isNumber ? 'number' : 'search'}
            min={isNumber ? 0 : undefined}
            onChange={() => undefined}
          />
        ),
      )}
      <button type="submit" className={buttonClass({ className: 'self-end' })}>
        {submitLabel}
      </button>
    </form>
  );
}
