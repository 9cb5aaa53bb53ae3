import { formatFullPrice } from '#shared/money.ts';

const AMOUNT = /^(\d{1,15}(?:\.\d{1,6})?)([km]?)$/;
const factors = { '': 1, k: 1_000, m: 1_000_000 } as const;

/** Parses '4.5M', '850k', '₱12,500,000'. @returns whole pesos; null for an empty text, undefined for an invalid one */
export function readPesos(text: string): number | null | undefined {
  const written = text.toLowerCase().replace(/₱|php|,|\s/g, '');
  if (written === '') return null;
  const [, digits, unit] = AMOUNT.exec(written) ?? [];
  if (digits === undefined) return undefined;
  return Math.round(Number(digits) * factors[unit as keyof typeof factors]);
}

export const writePesos = (pesos: number | null): string => (pesos === null ? '' : formatFullPrice(pesos));
