import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { startOfManilaDay } from '#shared/manilaDays.ts';
import { t } from '#web/lib/i18n.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { dayParts, formatViewingDay, viewingDays, viewingSlots } from './viewingWords.ts';

export interface PickedTime {
  /** '2026-11-28' */
  day: string;
  /** ISO-8601; null until a slot of the day is chosen. */
  startsAt: string | null;
}

const CHOICE =
  'group relative grid border border-line-strong rounded-[0.625rem] bg-surface font-semibold text-center cursor-pointer transition-[background-color,border-color] duration-140 hover:border-primary has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-primary has-focus-visible:outline-offset-2';
const DAY = 'flex-none content-center w-16 h-21 text-muted text-xs leading-[1.3] snap-start';
const SLOT =
  'place-content-center h-11 text-sm tabular-nums has-disabled:border-line has-disabled:bg-sunken has-disabled:text-muted has-disabled:line-through has-disabled:cursor-not-allowed';
/** The radio button itself covers its label unseen, so that the browser scrolls to the one in focus. */
const RADIO = 'absolute inset-0 w-full h-full m-0 opacity-0 cursor-[inherit]';

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
          <span id={`${name}-days`}>{t('Day')}</span>
          <div className="flex -mt-2 -mr-2.5 -mb-2 ml-auto pointer-coarse:hidden">
            <IconButton
              label={t('Earlier days')}
              icon={<ChevronLeft size={20} />}
              onClick={() => scroll(-1)}
            />
            <IconButton label={t('Later days')} icon={<ChevronRight size={20} />} onClick={() => scroll(1)} />
          </div>
        </div>
        {/* The room around the days is for the ring of the one that has the focus. */}
        <div
          ref={strip}
          className="flex gap-2 my-0 -mx-1.5 p-1.5 overflow-x-auto overflow-y-hidden scroll-px-1.5 snap-x snap-proximity [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
        >
          {days.map((day) => {
            const parts = dayParts(day);
            return (
              <label key={day} className={`${CHOICE} ${DAY}`}>
                <input
                  type="radio"
                  className={RADIO}
                  name={`${name}-day`}
                  value={day}
                  checked={day === value.day}
                  aria-label={wordsOf(day)}
                  onChange={() => onChange({ day, startsAt: null })}
                />
                <span>{parts.weekday}</span>
                <strong className="text-ink text-xl font-bold leading-[1.25] group-has-checked:text-on-primary">
                  {parts.day}
                </strong>
                <span>{parts.month}</span>
              </label>
            );
          })}
        </div>
      </div>
      <div className="min-w-0" role="radiogroup" aria-labelledby={`${name}-times`}>
        <div className="flex items-center min-h-7 text-sm font-semibold">
          <span id={`${name}-times`}>{t('Time')}</span>
          <span className="ml-2 text-muted font-medium">{t('Manila time, one hour')}</span>
        </div>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-2 pt-1.5">
          {viewingSlots(value.day, now).map(({ startsAt, label, isPast }) => (
            <label key={startsAt} className={`${CHOICE} ${SLOT}`}>
              <input
                type="radio"
                className={RADIO}
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
