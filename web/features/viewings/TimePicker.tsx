import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { startOfManilaDay } from '#shared/manilaDays.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import styles from './TimePicker.module.css';
import { dayParts, formatViewingDay, viewingDays, viewingSlots } from './viewingWords.ts';

export interface PickedTime {
  /** '2026-11-28' */
  day: string;
  /** ISO-8601; null until a slot of the day is chosen. */
  startsAt: string | null;
}

interface TimePickerProps {
  value: PickedTime;
  onChange(value: PickedTime): void;
  now: Date;
}

/** A day from a strip of 60, then an hour of it. */
export function TimePicker({ value, onChange, now }: TimePickerProps) {
  const strip = useRef<HTMLDivElement>(null);
  const name = useId();
  const days = useMemo(() => viewingDays(now), [now]);
  const scroll = (direction: 1 | -1) => {
    const box = strip.current;
    box?.scrollBy({ left: direction * box.clientWidth * 0.85, behavior: 'smooth' });
  };
  // The day it opens with may be weeks ahead.
  useEffect(() => {
    const box = strip.current;
    const chosen = box?.querySelector(':has(> :checked)');
    if (box && chosen)
      box.scrollLeft += chosen.getBoundingClientRect().left - box.getBoundingClientRect().left;
  }, []);
  const wordsOf = (day: string) => formatViewingDay(startOfManilaDay(day).toISOString(), now);

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="min-w-0" role="radiogroup" aria-labelledby={`${name}-days`}>
        <div className="flex items-center min-h-7 text-sm font-semibold">
          <span id={`${name}-days`}>Day</span>
          <div className="flex -mt-2 -mr-2.5 -mb-2 ml-auto pointer-coarse:hidden">
            <IconButton label="Earlier days" icon={<ChevronLeft size={20} />} onClick={() => scroll(-1)} />
            <IconButton label="Later days" icon={<ChevronRight size={20} />} onClick={() => scroll(1)} />
          </div>
        </div>
        <div ref={strip} className={`flex gap-2 my-0 -mx-1.5 p-1.5 ${styles.strip}`}>
          {days.map((day) => {
            const parts = dayParts(day);
            return (
              <label key={day} className={styles.day}>
                <input
                  type="radio"
                  name={`${name}-day`}
                  value={day}
                  checked={day === value.day}
                  aria-label={wordsOf(day)}
                  onChange={() => onChange({ day, startsAt: null })}
                />
                <span className={styles.weekday}>{parts.weekday}</span>
                <strong>{parts.day}</strong>
                <span>{parts.month}</span>
              </label>
            );
          })}
        </div>
      </div>
      <div className="min-w-0" role="radiogroup" aria-labelledby={`${name}-times`}>
        <div className="flex items-center min-h-7 text-sm font-semibold">
          <span id={`${name}-times`}>Time</span>
          <span className="ml-2 text-muted font-medium">Manila time, one hour</span>
        </div>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-2 pt-1.5">
          {viewingSlots(value.day, now).map(({ startsAt, label, isPast }) => (
            <label key={startsAt} className={styles.slot}>
              <input
                type="radio"
                name={`${name}-time`}
                value={startsAt}
                checked={startsAt === value.startsAt}
                disabled={isPast}
                onChange={() => onChange({ ...value, startsAt })}
              />
              {label}
            </label>
          ))}
        </div>
      </div>
    </div>
  );
}
