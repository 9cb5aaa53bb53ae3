import { manilaDay } from '#shared/manilaDays.ts';

/** 'silong-users-2026-01-31.csv'. */
export function csvName(what: string, at: Date): string {
  return `silong-${what}-${manilaDay(at)}.csv`;
}
