/** What the fields say before the visitor writes their own figures; the form calls them examples. */
export const EXAMPLE_LOAN_SHARE = 0.8;
export const EXAMPLE_YEARS = 20;
export const EXAMPLE_RATE_PERCENT = 7;

/**
 * The equal monthly payment of a loan in pesos that is paid back with interest over whole years. Null where the figures make
 * no loan.
 */
export function monthlyPayment(loan: number, years: number, ratePercent: number): number | null {
  const isLoan = loan > 0 && years > 0 && ratePercent >= 0;
  if (!isLoan || ![loan, years, ratePercent].every(Number.isFinite)) return null;
  const months = Math.round(years * 12);
  const rate = ratePercent / 100 / 12;
  if (months === 0) return null;
  return rate === 0 ? loan / months : (loan * rate) / (1 - (1 + rate) ** -months);
}

/** Reads '1,500,000', '₱1.5' or '7 %'; NaN where there is no number. */
export function readFigure(text: string): number {
  const cleaned = text.replace(/[₱,%\s]/g, '');
  return cleaned === '' ? Number.NaN : Number(cleaned);
}
