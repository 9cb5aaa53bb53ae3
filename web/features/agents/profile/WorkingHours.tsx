import { Badge } from '#web/ui/Badge.tsx';
import styles from './WorkingHours.module.css';

interface HoursRow {
  day: string;
  text: string;
  isToday: boolean;
  /** Shown as a badge (specification, part 2 §2). */
  isByAppointment: boolean;
}

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Manila', weekday: 'long' });

/** Which day of the week it is in Manila: 'Saturday'. */
export function weekdayInManila(moment = new Date()): string {
  return weekday.format(moment);
}

/** From Monday to Sunday, then whatever else is said ('Holidays'); days are known in any case. Blank ones are left out. */
export function hoursRows(hours: Record<string, string>, today: string): HoursRow[] {
  const rank = (day: string) => {
    const at = WEEK.findIndex((name) => name.toLowerCase() === day.toLowerCase());
    return at === -1 ? WEEK.length : at;
  };
  return Object.entries(hours)
    .filter(([, text]) => text.trim() !== '')
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([day, text]) => ({
      day: WEEK[rank(day)] ?? day,
      text: text.trim(),
      isToday: day.toLowerCase() === today.toLowerCase(),
      isByAppointment: text.trim().toLowerCase() === 'by appointment',
    }));
}

export function WorkingHours({ hours }: { hours: Record<string, string> }) {
  const rows = hoursRows(hours, weekdayInManila());
  if (rows.length === 0) return <p className="text-muted">Contact for availability</p>;
  return (
    <dl className={styles.hours}>
      {rows.map(({ day, text, isToday, isByAppointment }) => (
        <div key={day} className={isToday ? styles.today : undefined}>
          <dt>
            {day}
            {isToday && <span className="ml-2 text-primary text-xs font-bold">Today</span>}
          </dt>
          <dd>{isByAppointment ? <Badge tone="primary">{text}</Badge> : text}</dd>
        </div>
      ))}
    </dl>
  );
}
