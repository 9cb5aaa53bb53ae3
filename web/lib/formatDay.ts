const day = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Manila', dateStyle: 'long' });

/** The day a moment (ISO-8601) falls on in Manila: 'September 22, 2025'. */
export function formatDay(moment: string): string {
  return day.format(new Date(moment));
}
