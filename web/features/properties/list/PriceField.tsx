import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import { caretAfterFormat, readPesos, writePesos } from './pesoInput.ts';

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
export function PriceField({ label, value, whenEmpty, limit, onPrice }: PriceFieldProps) {
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
