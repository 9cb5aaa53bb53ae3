const manilaDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' });

/** 'silong-users-2026-01-31.csv'. */
export function csvName(what: string, at: Date): string {
  return `silong-${what}-${manilaDay.format(at)}.csv`;
}
