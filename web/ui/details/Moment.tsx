import { clockTime, shortDay } from '#web/lib/dates.ts';

/** A moment in a column: the day above the time, without line breaks. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time className="[&>span]:block [&>span]:whitespace-nowrap" dateTime={iso}>
      <span>{shortDay(iso)}</span> <span className="text-muted text-sm">{clockTime(iso)}</span>
    </time>
  );
}

/** A day in a column, without line breaks. */
export function Day({ iso }: { iso: string }) {
  return (
    <time className="whitespace-nowrap" dateTime={iso}>
      {shortDay(iso)}
    </time>
  );
}
