import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { t } from '#web/lib/i18n.tsx';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { type FreeTimesOf, useFreeTimes } from './queries.ts';
import { dayParts, formatViewingDay, formatViewingHour, viewingDays } from './viewingWords.ts';

export interface PickedTime {
  /** '2026-11-28' */
  day: string;
  /** ISO-8601; null until a slot of the day is chosen. */
  startsAt: string | null;
}

const CHOICE =
  'choice group grid border rounded-control bg-surface text-center has-checked:bg-primary has-checked:text-on-primary';
const DAY = 'flex-none content-center w-16 h-21 text-muted text-xs leading-[1.3] snap-start';
const SLOT = 'place-content-center h-11 text-sm tabular-nums';

interface TimePickerProps {
  value: PickedTime;
  onChange(value: PickedTime): void;
  now: Date;
  of: FreeTimesOf;
}

/** A day from a strip of 60, then one of the times at which the agent is free. */
export function TimePicker({ value, onChange, now, of }: TimePickerProps) {
  const strip = useRef<HTMLDivElement>(null);
  const name = useId();
  const isCalm = useMediaQuery('calm');
  const days = useMemo(() => viewingDays(now), [now]);
  const scroll = (direction: 1 | -1) => {
    const box = strip.current;
    box?.scrollBy({ left: direction * box.clientWidth * 0.85, behavior: isCalm ? 'instant' : 'smooth' });
  };
  // The day it opens with may be weeks ahead. A dialog around it has no size before it is shown.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const box = strip.current;
      const chosen = box?.querySelector(':has(> :checked)');
      if (!box || !chosen) return;
      const [seen, wanted] = [box.getBoundingClientRect(), chosen.getBoundingClientRect()];
      if (wanted.right > seen.right) box.scrollLeft += wanted.left - seen.left;
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const free = useFreeTimes(of, days);
  const slots = free.slots?.get(value.day) ?? [];
  const nextDay = free.slots && days.find((day) => day > value.day && free.slots?.has(day));
  // Late in the evening nothing is left of today.
  const isTodayOver =
    nextDay !== undefined && value.day === manilaDay(now) && value.startsAt === null && slots.length === 0;
  const hasMoved = useRef(false);
  useEffect(() => {
    if (!isTodayOver || hasMoved.current) return;
    hasMoved.current = true;
    onChange({ day: nextDay, startsAt: null });
  });
  const wordsOf = (day: string) => formatViewingDay(startOfManilaDay(day).toISOString(), now);

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="min-w-0" role="radiogroup" aria-labelledby={`${name}-days`}>
        <div className="flex items-center min-h-7 text-sm font-semibold">
          <span id={`${name}-days`}>{t('Day')}</span>
          <div className="flex -mt-2 -mr-2.5 -mb-2 ml-auto pointer-coarse:hidden">
            <IconButton label={t('Earlier days')} icon={<ChevronLeft size={20} />} onClick={() => scroll(-1)} />
            <IconButton label={t('Later days')} icon={<ChevronRight size={20} />} onClick={() => scroll(1)} />
          </div>
        </div>
        {/* The padding around the days makes room for the focus ring. */}
        <div
          ref={strip}
          className="flex gap-2 my-0 -mx-1.5 p-1.5 overflow-x-auto overflow-y-hidden scroll-px-1.5 snap-x snap-proximity scrollbar-none"
        >
          {days.map((day) => {
            const parts = dayParts(day);
            // It can still be chosen, and then says where the next free one is.
            const isFull = free.slots !== undefined && !free.slots.has(day);
            return (
              <label key={day} className={`${CHOICE} ${DAY} ${isFull ? 'border-dashed bg-sunken' : ''}`}>
                <input
                  type="radio"
                  name={`${name}-day`}
                  value={day}
                  checked={day === value.day}
                  aria-label={isFull ? t('{day}, no free time', { day: wordsOf(day) }) : wordsOf(day)}
                  onChange={() => onChange({ day, startsAt: null })}
                />
                <span>{parts.weekday}</span>
                <strong
                  className={`text-xl/[1.25] group-has-checked:text-on-primary ${isFull ? 'text-muted font-medium' : 'text-ink font-bold'}`}
                >
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
        {free.slots === undefined ? (
          free.error ? (
            <RetryLine message={t('The free times could not be loaded.')} onRetry={() => void free.refetch()} />
          ) : (
            <div className={SLOTS} aria-busy="true">
              {Array.from({ length: 4 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are alike
                <Skeleton key={index} height="2.75rem" className="rounded-control" />
              ))}
            </div>
          )
        ) : slots.length > 0 ? (
          <div className={SLOTS}>
            {slots.map((startsAt) => (
              <label key={startsAt} className={`${CHOICE} ${SLOT}`}>
                <input
                  type="radio"
                  name={`${name}-time`}
                  value={startsAt}
                  checked={startsAt === value.startsAt}
                  onChange={() => onChange({ ...value, startsAt })}
                />
                {formatViewingHour(startsAt)}
              </label>
            ))}
          </div>
        ) : (
          <div className="grid justify-items-start gap-2 pt-1.5" role="status">
            <p className="text-muted text-sm">
              {t('No free time on {day}: all hours are taken, past or not offered.', {
                day: wordsOf(value.day),
              })}
            </p>
            {nextDay ? (
              <Button variant="outlined" onClick={() => onChange({ day: nextDay, startsAt: null })}>
                {t('Next Free Day: {day}', { day: wordsOf(nextDay) })}
              </Button>
            ) : (
              <p className="text-sm">{t('The days after it have no free time either.')}</p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

const SLOTS = 'grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-2 pt-1.5';
