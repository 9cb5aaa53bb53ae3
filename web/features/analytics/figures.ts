import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Analytics } from '#shared/contracts/analytics.ts';
import { callApi, NetworkFailure } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { currentConnection, listenToConnection, listenToSocket } from '#web/lib/socket.ts';

/** The agent's own figures; without a range, of all time. */
export const analyticsQuery = (agentId: number, range: DayRange | null) =>
  queryOptions({
    queryKey: ['analytics', agentId, range],
    queryFn: ({ signal }) =>
      callApi<Analytics>('GET', '/api/agents/analytics', { query: { ...range }, signal }),
    placeholderData: keepPreviousData,
    // Figures change with every listing, message and viewing; what is shown again is counted again.
    staleTime: 0,
    meta: { isPersonal: true },
  });

/** A lively chat is counted again now and then, not with every word. */
const REFRESH_DELAY_MS = 1_000;

/** The figures follow what happens while they are looked at. */
export function useAnalyticsUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: ['analytics'] });
      }, REFRESH_DELAY_MS);
    };
    const stops = [
      listenToSocket('notification', refresh),
      listenToSocket('new_message', refresh),
      listenToSocket('conversation_changed', refresh),
      listenToSocket('viewing_changed', refresh),
      listenToConnection(() => {
        if (currentConnection() === 'online') refresh();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client]);
}

/** The banner's words (specification, part 3 §8). */
export const analyticsFailure = (error: Error): string =>
  error instanceof NetworkFailure
    ? 'Network error'
    : failureSentence(error, 'Failed to fetch analytics data');

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

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** '45 min', '3.5 h', '2.1 days'; a dash for nothing. */
export function durationWords(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < HOUR_MINUTES) return `${Math.round(minutes)} min`;
  if (minutes < DAY_MINUTES) return `${(minutes / HOUR_MINUTES).toFixed(1)} h`;
  return `${(minutes / DAY_MINUTES).toFixed(1)} days`;
}

export const percentWords = (percent: number | null): string => (percent === null ? '–' : `${percent}%`);
