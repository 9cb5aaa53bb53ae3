import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { NetworkFailure } from '#web/lib/apiClient.ts';
import { invalidate, queryOf } from '#web/lib/apiQueries.ts';
import { dateFormat } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { joinStops, listenToSocket } from '#web/lib/socket.ts';

/** The agent's own figures; without a range, of all time. */
export const analyticsQuery = (range: DayRange | null) =>
  queryOptions({
    ...queryOf('analytics.get', { query: { ...range } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isPersonal: true },
  });

/** A lively chat is counted again now and then, not with every word. */
const REFRESH_DELAY_MS = 1_000;

/** Refetches the figures on events while they are shown. */
export function useAnalyticsUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void invalidate(client, 'analytics', 'insights');
      }, REFRESH_DELAY_MS);
    };
    return joinStops(
      listenToSocket('notification', refresh),
      listenToSocket('new_message', refresh),
      listenToSocket('conversation_changed', refresh),
      listenToSocket('viewing_changed', refresh),
      listenToSocket('client_changed', refresh),
      () => clearTimeout(timer),
    );
  }, [client]);
}

/** The banner's words (specification, part 3 §8). */
export const analyticsFailure = (error: Error): string =>
  error instanceof NetworkFailure
    ? t('Network error')
    : failureSentence(error, t('Failed to fetch analytics data'));

export interface DayRange {
  /** Days in Asia/Manila, '2026-01-31', both included. */
  from: string;
  to: string;
}

export const rangeLabel = {
  all: msg('All time'),
  'this-month': msg('This month'),
  '3-months': msg('Last 3 months'),
  '6-months': msg('Last 6 months'),
  '12-months': msg('Last 12 months'),
  'this-year': msg('This year'),
  custom: msg('Custom…'),
};
export type RangeChoice = keyof typeof rangeLabel;
const rangeChoices = Object.keys(rangeLabel) as RangeChoice[];

export const rangeWords = (choice: RangeChoice): string =>
  choice === 'custom' ? t('In these days') : t(rangeLabel[choice]);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const monthsBack = { 'this-month': 0, '3-months': 2, '6-months': 5, '12-months': 11 };

/** The days a choice means today; null is all of time. */
export function rangeOf(choice: Exclude<RangeChoice, 'custom'>, now: Date): DayRange | null {
  if (choice === 'all') return null;
  const to = manilaDay(now);
  const [year = 0, month = 1] = to.split('-').map(Number);
  if (choice === 'this-year') return { from: `${year}-01-01`, to };
  const first = new Date(Date.UTC(year, month - 1 - monthsBack[choice], 1));
  return { from: first.toISOString().slice(0, 10), to };
}

/** The range in the URL: `?range=6-months`, or `?from=…&to=…`. An invalid one is all of time. */
export function readRange(
  parameters: URLSearchParams,
  now: Date,
): { choice: RangeChoice; range: DayRange | null } {
  const from = parameters.get('from') ?? '';
  const to = parameters.get('to') ?? '';
  if (DAY.test(from) && DAY.test(to) && from <= to) return { choice: 'custom', range: { from, to } };
  const named = rangeChoices.find((choice) => choice === parameters.get('range')) ?? 'all';
  const choice = named === 'custom' ? 'all' : named;
  return { choice, range: rangeOf(choice, now) };
}

const millions = new Intl.NumberFormat('en-PH', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 0 });
const monthName = dateFormat({ month: 'short', year: '2-digit', timeZone: 'UTC' }, 'en-PH');

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
  if (minutes < HOUR_MINUTES) return t('{minutes} min', { minutes: Math.round(minutes) });
  if (minutes < DAY_MINUTES) return t('{hours} h', { hours: (minutes / HOUR_MINUTES).toFixed(1) });
  return t('{days} days', { days: (minutes / DAY_MINUTES).toFixed(1) });
}

export const percentWords = (percent: number | null): string => (percent === null ? '–' : `${percent}%`);
