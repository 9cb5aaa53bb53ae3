import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NativeInput } from '#web/ui/controls/Field.tsx';

const DEBOUNCE_MS = 500;

interface AmountFieldProps {
  label: string;
  icon?: ReactNode;
  placeholder?: string;
  /** A whole number; null is an empty field. */
  value: number | null;
  /** The value of an emptied field. */
  whenEmpty: number | null;
  /** Larger numbers become this number. */
  limit?: number;
  onAmount: (amount: number | null) => void;
}

const write = (value: number | null) => (value === null ? '' : writePesos(value));

/** A whole number, written with separators while it is typed. */
export function AmountField(props: AmountFieldProps) {
  const { label, icon, placeholder, value, whenEmpty, limit = Number.POSITIVE_INFINITY, onAmount } = props;
  const [text, setText] = useState(() => write(value));
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useEffect(() => {
    if (value === asked.current) return;
    clearTimeout(timer.current);
    asked.current = value;
    setText(write(value));
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const commit = (typed: string) => {
    clearTimeout(timer.current);
    const read = readPesos(typed);
    const amount = read === null ? whenEmpty : Math.min(read, limit);
    if (amount !== asked.current) {
      asked.current = amount;
      onAmount(amount);
    }
    return amount;
  };
  const type = (typed: string) => {
    const formatted = write(readPesos(typed));
    caret.current = caretAfterFormat(typed, input.current?.selectionStart ?? typed.length, formatted);
    setText(formatted);
    clearTimeout(timer.current);
    timer.current = setTimeout(commit, DEBOUNCE_MS, formatted);
  };
  const settle = () => setText(write(commit(text)));

  return (
    <NativeInput
      ref={input}
      label={label}
      value={text}
      onChange={type}
      icon={icon}
      placeholder={placeholder}
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
