import { Badge } from '#web/ui/Badge.tsx';
import styles from './WorkingHours.module.css';
import { hoursRows, weekdayInManila } from './workingHours.ts';

export function WorkingHours({ hours }: { hours: Record<string, string> }) {
  const rows = hoursRows(hours, weekdayInManila());
  if (rows.length === 0) return <p className={styles.none}>Contact for availability</p>;
  return (
    <dl className={styles.hours}>
      {rows.map(({ day, text, isToday, isByAppointment }) => (
        <div key={day} className={isToday ? styles.today : undefined}>
          <dt>
            {day}
            {isToday && <span className={styles.mark}>Today</span>}
          </dt>
          <dd>{isByAppointment ? <Badge tone="primary">{text}</Badge> : text}</dd>
        </div>
      ))}
    </dl>
  );
}
