import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { PROPERTY_LIST_LOCATIONS } from '#shared/gazetteer/names.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/NativeInput.tsx';
import { NativeSelect } from '#web/ui/controls/NativeSelect.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import {
  type ListState,
  type ListStateControl,
  MAX_BATHROOMS,
  MAX_BEDROOMS,
  MAX_PRICE,
  MIN_PRICE,
} from './listState.ts';

interface FilterFieldsProps {
  state: ListState;
  onChange: ListStateControl['change'];
}

function atLeastOptions(most: number) {
  return Array.from({ length: most + 1 }, (_, value) => ({ value, label: value ? `${value}+` : t('Any') }));
}

/** The advanced filters; each takes effect at once. */
export function FilterFields({ state, onChange }: FilterFieldsProps) {
  const location = locationChoice(state.location);
  return (
    <div className="grid gap-6 @min-[36rem]:grid-cols-[1fr_1fr] @min-[36rem]:gap-y-4 @min-[60rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="grid grid-cols-[1fr_1fr] gap-y-1.5 gap-x-3 @min-[60rem]:row-span-2 @min-[60rem]:content-start">
        <PriceField
          label={t('Min Price')}
          value={state.minPrice}
          whenEmpty={MIN_PRICE}
          onPrice={(minPrice) => onChange({ minPrice }, { typedIn: 'minPrice' })}
        />
        <PriceField
          label={t('Max Price')}
          value={state.maxPrice}
          whenEmpty={MAX_PRICE}
          limit={MAX_PRICE}
          onPrice={(maxPrice) => onChange({ maxPrice }, { typedIn: 'maxPrice' })}
        />
        <p className="col-span-full text-muted text-xs leading-[1.4]" role="status">
          {state.minPrice > state.maxPrice && state.maxPrice < MAX_PRICE
            ? t('The minimum is above the maximum, so nothing can match.')
            : t('Per month for rent and lease. 50,000,000 means no limit.')}
        </p>
      </div>
      <NativeSelect
        label={t('Location')}
        value={location.value}
        options={location.options}
        onChange={(value) => onChange({ location: value })}
      />
      <RadioRow
        legend={t('Listing Type')}
        value={state.listingType ?? ''}
        options={[{ value: '' as const, label: t('All Types') }, ...optionsOf(listingTypeLabel)]}
        onChange={(value) => onChange({ listingType: value === '' ? null : value })}
      />
      <RadioRow
        legend={t('Bedrooms')}
        value={state.bedrooms}
        options={atLeastOptions(MAX_BEDROOMS)}
        onChange={(bedrooms) => onChange({ bedrooms })}
      />
      <RadioRow
        legend={t('Bathrooms')}
        value={state.bathrooms}
        options={atLeastOptions(MAX_BATHROOMS)}
        onChange={(bathrooms) => onChange({ bathrooms })}
      />
    </div>
  );
}

interface FilterSheetProps {
  onClose: () => void;
  onClear: () => void;
  /** 'Show 24 properties' */
  closeLabel: string;
  children: ReactNode;
}

/** The advanced filters on a phone: the whole screen, with the way back to the results at hand. */
export function FilterSheet({ onClose, onClear, closeLabel, children }: FilterSheetProps) {
  return (
    <Dialog title={t('Advanced Filters')} size="full" onClose={onClose}>
      <div className="grid grid-rows-[minmax(0,1fr)_auto] min-h-0">
        <div className="py-6 px-gutter overflow-y-auto overscroll-contain">{children}</div>
        <footer className="flex gap-3 pt-3 px-gutter pb-[calc(var(--s-space-3)_+_env(safe-area-inset-bottom))] border-t border-t-line">
          <Button variant="outlined" className="flex-none min-h-12!" onClick={onClear}>
            {t('Clear All')}
          </Button>
          <Button className="flex-1 min-h-12!" onClick={onClose}>
            {closeLabel}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

interface RadioRowProps<Value extends string | number> {
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A choice of one, all of it in sight. */
function RadioRow<Value extends string | number>(props: RadioRowProps<Value>) {
  const { legend, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0">
      <legend className="mb-1.5 p-0 text-sm font-semibold leading-[1.3]">{legend}</legend>
      <div className="flex h-control border border-line-strong rounded-[0.625rem] bg-surface">
        {options.map((option) => (
          <label
            key={option.value}
            className="group/option relative grid flex-[1_1_auto] border-line cursor-pointer not-first:border-l"
          >
            <input
              className="peer absolute inset-0 w-full h-full m-0 cursor-pointer opacity-0"
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="grid place-items-center py-0 px-1.75 text-[0.9375rem] leading-none whitespace-nowrap group-first/option:rounded-l-[0.5625rem] group-last/option:rounded-r-[0.5625rem] group-hover/option:bg-sunken peer-checked:bg-primary! peer-checked:text-on-primary peer-checked:font-[650] peer-focus-visible:outline-3 peer-focus-visible:outline-primary peer-focus-visible:outline-offset-2">
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const DEBOUNCE_MS = 500;

interface PriceFieldProps {
  label: string;
  /** Whole pesos. */
  value: number;
  /** What an emptied field means. */
  whenEmpty: number;
  /** What is above it counts as it. */
  limit?: number;
  onPrice: (pesos: number) => void;
}

/** Whole pesos, written with separators while they are typed. */
function PriceField({ label, value, whenEmpty, limit, onPrice }: PriceFieldProps) {
  const [text, setText] = useState(() => writePesos(value));
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useEffect(() => {
    if (value === asked.current) return;
    clearTimeout(timer.current);
    asked.current = value;
    setText(writePesos(value));
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const commit = (typed: string) => {
    clearTimeout(timer.current);
    const pesos = Math.min(readPesos(typed) ?? whenEmpty, limit ?? Number.POSITIVE_INFINITY);
    if (pesos !== asked.current) {
      asked.current = pesos;
      onPrice(pesos);
    }
    return pesos;
  };
  const type = (typed: string) => {
    const pesos = readPesos(typed);
    const formatted = pesos === null ? '' : writePesos(pesos);
    caret.current = caretAfterFormat(typed, input.current?.selectionStart ?? typed.length, formatted);
    setText(formatted);
    clearTimeout(timer.current);
    timer.current = setTimeout(commit, DEBOUNCE_MS, formatted);
  };
  const settle = () => setText(writePesos(commit(text)));

  return (
    <NativeInput
      ref={input}
      label={label}
      value={text}
      onChange={type}
      icon="₱"
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="done"
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
      onFocus={(event) => event.target.select()}
      onMouseDown={(event) => {
        // The first click takes the whole figure, so that typing replaces it.
        if (document.activeElement === event.currentTarget) return;
        event.preventDefault();
        event.currentTarget.focus();
      }}
    />
  );
}

const pesoFormat = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 0 });
const MAX_DIGITS = 12;

export function writePesos(amount: number): string {
  return pesoFormat.format(amount);
}

/** Whole pesos; centavos are dropped and '5m' or '850k' is understood. Null when there is no digit. */
export function readPesos(text: string): number | null {
  const [, whole = '', unit = ''] = /^[^\d]*([\d,\s]*)(?:\.\d*)?\s*([mk]?)/i.exec(text) ?? [];
  const digits = whole.replace(/\D/g, '').slice(0, MAX_DIGITS);
  if (digits === '') return null;
  const times = { m: 1_000_000, k: 1_000, '': 1 }[unit.toLowerCase()] ?? 1;
  return Math.min(Number(digits) * times, 10 ** MAX_DIGITS - 1);
}

/**
 * Where the caret belongs after the separators of a figure moved: behind the same number of digits as before.
 * @param caret its place in `typed`
 */
export function caretAfterFormat(typed: string, caret: number, formatted: string): number {
  // Typed behind the last character, it stays there: 'm' became six more digits.
  if (caret === typed.length) return formatted.length;
  const digitsBefore = typed.slice(0, caret).replace(/\D/g, '').length;
  let place = 0;
  for (let seen = 0; seen < digitsBefore && place < formatted.length; place++)
    if (/\d/.test(formatted.charAt(place))) seen++;
  return place;
}

/** The location select, empty for everywhere; a place that an address names and the list does not offer is offered too. */
export function locationChoice(location: string) {
  const wanted = location.toLowerCase().replace(/\s+/g, ' ').trim();
  const known = PROPERTY_LIST_LOCATIONS.find((name) =>
    [name.toLowerCase(), `${name.toLowerCase()} city`].includes(wanted),
  );
  const names: string[] = [...PROPERTY_LIST_LOCATIONS];
  if (location && !known) names.unshift(location);
  return {
    value: known ?? location,
    options: [
      { value: '', label: t('All Locations') },
      ...names.map((name) => ({ value: name, label: name })),
    ],
  };
}
