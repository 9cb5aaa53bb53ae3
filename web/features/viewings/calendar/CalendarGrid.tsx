import { TriangleAlert } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { t } from '#web/lib/i18n.tsx';
import {
  dayParts,
  formatViewingHour,
  isUpcoming,
  otherSide,
  statusBadge,
  viewingSide,
} from '../viewingWords.ts';
import styles from './Calendar.module.css';
import { hourLabel, hourOf, hoursOf, placeViewings, titleOf } from './calendarDays.ts';

interface CalendarGridProps {
  ref: RefObject<HTMLElement | null>;
  days: readonly string[];
  viewings: readonly Viewing[];
  agentId: number;
  clashes: ReadonlySet<number>;
  now: Date;
  onOpen(id: number): void;
  /** Chooses one of several days. */
  onDay: ((day: string) => void) | undefined;
}

/** Lengths in hours; the style sheet says how tall an hour is. */
const measures = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value])) as CSSProperties;

export function CalendarGrid(props: CalendarGridProps) {
  const { ref: box, days, viewings, agentId, clashes, now, onOpen, onDay } = props;
  const columns = days.map((day) => ({ day, placed: placeViewings(viewings, day) }));
  const { first, last } = hoursOf(columns.flatMap(({ placed }) => placed));
  const today = manilaDay(now);
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  const isEmpty = columns.every(({ placed }) => placed.length === 0);
  const time = hourOf(now, today);
  const shown = days.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another day begins at its first viewing again
  useEffect(() => {
    const block = box.current?.querySelector<HTMLElement>('[data-viewing]');
    if (box.current && block) box.current.scrollTop = Math.max(0, block.offsetTop - 40);
  }, [shown]);

  return (
    <section
      ref={box}
      className={styles.calendar}
      style={measures({ first, hours: last - first, days: days.length })}
      aria-label={t('Calendar')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
      tabIndex={0}
    >
      <div className="pt-(--head) text-muted text-xs text-right" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} className="block h-(--hour) pt-0.5 pr-2 whitespace-nowrap">
            {hourLabel(hour)}
          </span>
        ))}
      </div>
      {columns.map(({ day, placed }) => {
        const { weekday, day: number } = dayParts(day);
        const isToday = day === today;
        const words = (
          <>
            {weekday} <strong className={isToday ? 'text-primary' : 'text-ink'}>{number}</strong>
          </>
        );
        return (
          <section
            key={day}
            className="relative min-w-0 border-l border-l-line"
            aria-label={isToday ? t('{day}, today', { day: titleOf([day]) }) : titleOf([day])}
          >
            <h3
              className={`sticky z-3 top-0 flex items-center justify-center gap-1 h-(--head) border-b border-b-line bg-surface text-sm font-medium tracking-[0] ${isToday ? 'text-primary' : 'text-muted'}`}
            >
              {onDay ? (
                <button
                  type="button"
                  className="min-h-9.5 py-0 px-3 border-0 rounded-full bg-transparent cursor-pointer hover:bg-sunken"
                  onClick={() => onDay(day)}
                >
                  {words}
                </button>
              ) : (
                words
              )}
            </h3>
            <ul
              className={`relative h-[calc(var(--hours)_*_var(--hour))] bg-[linear-gradient(to_bottom,var(--s-border)_1px,transparent_1px)] bg-size-[100%_var(--hour)] ${isToday ? 'bg-[color-mix(in_srgb,var(--s-primary)_4%,transparent)]' : ''}`}
            >
              {placed.map((item) => (
                <li
                  key={item.viewing.id}
                  className="absolute top-[calc((var(--start)_-_var(--first))_*_var(--hour))] left-[calc(100%_*_var(--lane)_/_var(--lanes))] w-[calc(100%_/_var(--lanes))] h-[calc(var(--length)_*_var(--hour))] py-[2px] px-[3px]"
                  style={measures({
                    start: item.start,
                    length: item.end - item.start,
                    lane: item.lane,
                    lanes: item.lanes,
                  })}
                >
                  <CalendarBlock
                    viewing={item.viewing}
                    agentId={agentId}
                    isClashing={clashes.has(item.viewing.id)}
                    now={now}
                    onOpen={() => onOpen(item.viewing.id)}
                  />
                </li>
              ))}
            </ul>
            {isToday && time >= first && time <= last && (
              <span className={styles.nowLine} style={measures({ start: time })} aria-hidden="true" />
            )}
          </section>
        );
      })}
      {isEmpty && (
        <p
          className="absolute top-28 left-1/2 py-2 px-4 rounded-full bg-surface shadow-sm text-muted text-sm whitespace-nowrap -translate-x-1/2"
          role="status"
        >
          {days.length === 1 ? t('No viewings on this day') : t('No viewings in this week')}
        </p>
      )}
    </section>
  );
}

interface CalendarBlockProps {
  viewing: Viewing;
  agentId: number;
  /** Another viewing is confirmed for this time. */
  isClashing: boolean;
  now: Date;
  onOpen(): void;
}

function CalendarBlock({ viewing, agentId, isClashing, now, onOpen }: CalendarBlockProps) {
  const side = viewingSide(viewing, agentId);
  const { name } = otherSide(viewing, side);
  const { starts_at, property, status } = viewing;
  const state = statusBadge(viewing, side, now).label;
  return (
    <button
      type="button"
      data-viewing={viewing.id}
      className={`grid content-start w-full h-full py-0.75 px-1.75 border border-l-4 rounded-sm text-xs leading-[1.3] text-left cursor-pointer hover:shadow-sm focus-visible:z-1 focus-visible:outline-offset-0 overflow-hidden *:truncate ${styles.block} ${styles[status]} ${isClashing ? styles.clashing : ''} ${isUpcoming(viewing, now) ? '' : '[filter:saturate(0.4)]'}`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={`flex items-center gap-1 tabular-nums ${isClashing ? 'text-danger font-[650]' : ''}`}>
        {formatViewingHour(starts_at)}
        {isClashing && <TriangleAlert size={14} />}
      </span>
      <strong>{name}</strong>
      <span>{isClashing ? t('Clashes with a confirmed viewing') : property.title}</span>
      <span className="visuallyHidden">
        {isClashing && `${property.title} `}
        {state}
      </span>
    </button>
  );
}
