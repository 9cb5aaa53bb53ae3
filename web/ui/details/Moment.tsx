import { clockTime, shortDay } from '#web/lib/dates.ts';
import styles from './Moment.module.css';

/** A moment in a column: its day over its time, neither of which breaks. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time className={styles.moment} dateTime={iso}>
      <span>{shortDay(iso)}</span> <span className={styles.clock}>{clockTime(iso)}</span>
    </time>
  );
}

/** A day in a column, which does not break. */
export function Day({ iso }: { iso: string }) {
  return (
    <time className="whitespace-nowrap" dateTime={iso}>
      {shortDay(iso)}
    </time>
  );
}
