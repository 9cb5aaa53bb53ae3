export interface DayRange {
  /** Days in Asia/Manila, '2026-01-31', both included. */
  from: string;
  to: string;
}

export const rangeChoices = [
  { id: 'all', label: 'All time' },
  { id: 'this-month', label: 'This month' },
  { id: '3-months', label: 'Last 3 months' },
  { id: '6-months', label: 'Last 6 months' },
  { id: '12-months', label: 'Last 12 months' },
  { id: 'this-year', label: 'This year' },
  { id: 'custom', label: 'Custom…' },
] as const;
export type RangeChoice = (typeof rangeChoices)[number]['id'];

/** What a figure of that choice is of: 'Last 6 months'. */
export function rangeWords(choice: RangeChoice): string {
  return choice === 'custom' ? 'In these days' : (rangeChoices.find(({ id }) => id === choice)?.label ?? '');
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MANILA_AHEAD_MS = 8 * 3_600_000;

export const todayInManila = (now: Date): string =>
  new Date(now.getTime() + MANILA_AHEAD_MS).toISOString().slice(0, 10);

/** The days a choice means today; null is all of time. */
export function rangeOf(choice: Exclude<RangeChoice, 'custom'>, now: Date): DayRange | null {
  const to = todayInManila(now);
  const [year = 0, month = 1] = to.split('-').map(Number);
  const firstOf = (monthsBack: number) =>
    new Date(Date.UTC(year, month - 1 - monthsBack, 1)).toISOString().slice(0, 10);
  switch (choice) {
    case 'all':
      return null;
    case 'this-month':
      return { from: firstOf(0), to };
    case '3-months':
      return { from: firstOf(2), to };
    case '6-months':
      return { from: firstOf(5), to };
    case '12-months':
      return { from: firstOf(11), to };
    case 'this-year':
      return { from: `${year}-01-01`, to };
  }
}

/** What the address says: `?range=6-months`, or `?from=…&to=…`. What cannot be meant is all of time. */
export function readRange(
  parameters: URLSearchParams,
  now: Date,
): { choice: RangeChoice; range: DayRange | null } {
  const from = parameters.get('from') ?? '';
  const to = parameters.get('to') ?? '';
  if (DAY.test(from) && DAY.test(to) && from <= to) return { choice: 'custom', range: { from, to } };
  const named = rangeChoices.find(({ id }) => id === parameters.get('range'))?.id ?? 'all';
  const choice = named === 'custom' ? 'all' : named;
  return { choice, range: rangeOf(choice, now) };
}
