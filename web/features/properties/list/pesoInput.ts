const pesos = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 0 });
const MAX_DIGITS = 12;

export function writePesos(amount: number): string {
  return pesos.format(amount);
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
