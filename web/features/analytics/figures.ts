const millions = new Intl.NumberFormat('en-PH', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 0 });
const monthName = new Intl.DateTimeFormat('en-PH', { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** Revenue in millions with one decimal: '₱12.5M' (specification, part 3 §9). */
export const inMillions = (pesos: number): string => `₱${millions.format(pesos / 1_000_000)}M`;

/** Monthly revenue in thousands: '₱850K'. */
export const inThousands = (pesos: number): string => `₱${whole.format(pesos / 1_000)}K`;

export const inNumbers = (value: number): string => whole.format(value);

/** '2026-01' → 'Jan 26'. */
export const monthLabel = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));

const HOUR = 60;
const DAY = 24 * HOUR;

/** '45 min', '3.5 h', '2.1 days'; a dash for nothing. */
export function durationWords(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < HOUR) return `${Math.round(minutes)} min`;
  if (minutes < DAY) return `${(minutes / HOUR).toFixed(1)} h`;
  return `${(minutes / DAY).toFixed(1)} days`;
}

export const percentWords = (percent: number | null): string => (percent === null ? '–' : `${percent}%`);
