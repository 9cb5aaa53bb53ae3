import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { type CSSProperties, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { dayParts, formatViewingHour, isUpcoming, otherSide, statusBadge, viewingSide } from '../viewingWords.ts';
import styles from './CalendarGrid.module.css';
import { hourLabel, hourOf, hoursOf, placeViewings, titleOf } from './calendarDays.ts';

/** The open hours of a day, and the note on a day closed as a whole. */
type DayHours = { spans: readonly { from: number; to: number }[]; note: string | null };

interface CalendarGridProps {
  ref: RefObject<HTMLElement | null>;
  days: readonly string[];
  viewings: readonly Viewing[];
  agentId: number;
  /** Why viewings clash, by their ids. */
  clashes: ReadonlyMap<number, string>;
  now: Date;
  onOpen(id: number): void;
  onDay: ((day: string) => void) | undefined;
  /** Shown as pressed: the opened viewing is not a dialog, but beside the calendar. */
  selectedId?: number | null;
  hoursOfDay?: (day: string) => DayHours;
  /** A viewing on its way to another time. */
  moving?: MovedViewing | null;
  /** Called when it is drawn over another time. With this, viewings that `canMove` can be drawn by the mouse. */
  onDraw?: (moved: MovedViewing) => void;
  onDrop?: () => void;
  canMove?: (viewing: Viewing) => boolean;
}

export interface MovedViewing {
  viewing: Viewing;
  /** The new start, ISO-8601. */
  startsAt: string;
}

const STEP_HOURS = 0.5;
/** A press that wanders less than so many pixels is none. */
const DRAW_FROM = 6;

/** Lengths in hours; the style sheet says how tall an hour is. */
const measures = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value])) as CSSProperties;

/** The color of each status, as a property that blocks and the legend use. */
export const viewingTones: Record<Viewing['status'], string> = {
  confirmed: '[--tone:var(--s-success)]',
  requested: '[--tone:var(--s-warning)]',
  proposed: '[--tone:var(--s-info)]',
  declined: '[--tone:var(--s-text-secondary)]',
  cancelled: '[--tone:var(--s-text-secondary)]',
};
const BLOCK = `grid content-start w-full h-full text-xs/[1.3] text-left *:truncate ${styles.block}`;
const BLOCK_STATES =
  'hover:shadow-sm focus-visible:z-1 focus-visible:outline-offset-0 aria-pressed:outline-2 aria-pressed:outline-primary';

export function CalendarGrid(props: CalendarGridProps) {
  const { ref: box, days, viewings, now, onDay, hoursOfDay, moving } = props;
  const columns = days.map((day) => ({ day, placed: placeViewings(viewings, day) }));
  const shownHours = hoursOf(columns.flatMap(({ placed }) => placed));
  const ghost = moving && { day: manilaDay(new Date(moving.startsAt)), start: 0 };
  if (moving && ghost) ghost.start = hourOf(new Date(moving.startsAt), ghost.day);
  const first = Math.min(shownHours.first, ghost ? Math.floor(ghost.start) : 24);
  const last = Math.max(shownHours.last, ghost ? Math.ceil(ghost.start + 1) : 0);
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
      className={`panel relative grid ${styles.grid}`}
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
        const tone = isToday ? 'text-primary' : 'text-muted';
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
              className={`flex items-center justify-center gap-1 text-sm font-medium tracking-[0] ${styles.head} ${tone}`}
            >
              {onDay ? (
                <button
                  type="button"
                  className="min-h-9.5 px-3 rounded-full hover:bg-sunken"
                  onClick={() => onDay(day)}
                >
                  {words}
                </button>
              ) : (
                words
              )}
            </h3>
            <ul data-day={day} className={`relative ${styles.hours} ${isToday ? 'bg-primary/4' : ''}`}>
              {hoursOfDay && <ClosedHours {...hoursOfDay(day)} first={first} last={last} />}
              {placed.map(({ viewing, start, end, lane, lanes }) => (
                <li
                  key={viewing.id}
                  className={`py-0.5 px-0.75 ${styles.placed}`}
                  style={measures({ start, length: end - start, lane, lanes })}
                >
                  <CalendarBlock viewing={viewing} grid={props} hours={{ first, last }} />
                </li>
              ))}
              {moving && ghost?.day === day && (
                <li
                  className={`z-2 p-0.5 pointer-events-none ${styles.placed}`}
                  style={measures({ start: ghost.start })}
                  aria-hidden="true"
                >
                  <span className={`block h-full text-xs font-bold shadow-sm ${styles.ghost}`}>
                    {formatViewingHour(moving.startsAt)}
                  </span>
                </li>
              )}
            </ul>
            {isToday && time >= first && time <= last && (
              <span className={styles.now} style={measures({ start: time })} aria-hidden="true" />
            )}
          </section>
        );
      })}
      {isEmpty && (
        <p
          className="absolute top-28 inset-x-0 w-fit mx-auto py-2 px-4 rounded-full bg-surface shadow-sm text-muted text-sm"
          role="status"
        >
          {days.length === 1 ? t('No viewings on this day') : t('No viewings this week')}
        </p>
      )}
    </section>
  );
}

function ClosedHours({ spans, note, first, last }: DayHours & { first: number; last: number }) {
  const edges = [first, ...spans.flatMap(({ from, to }) => [from, to]), last];
  const closed = Array.from({ length: edges.length / 2 }, (_, index) => ({
    from: Math.max(first, edges[index * 2] ?? first),
    to: Math.min(last, edges[index * 2 + 1] ?? last),
  })).filter(({ from, to }) => to > from);
  return closed.map(({ from, to }, index) => (
    <li
      key={from}
      className={`bg-tint pointer-events-none ${styles.placed}`}
      style={measures({ start: from, length: to - from })}
      aria-hidden={note === null || index > 0}
    >
      {note && index === 0 && <span className="block p-2 text-muted text-xs font-semibold">{note}</span>}
    </li>
  ));
}

/** Where the pointer is in the calendar, from the upper edge of a block that was taken hold of. */
function placeAt(
  { clientX, clientY }: PointerEvent,
  heldAt: number,
  { first, last }: { first: number; last: number },
): string | null {
  const column = document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element instanceof HTMLElement && 'day' in element.dataset);
  if (!column) return null;
  const { top, height } = column.getBoundingClientRect();
  const hour = first + ((clientY - heldAt - top) / height) * (last - first);
  const snapped = Math.min(last - 1, Math.max(first, Math.round(hour / STEP_HOURS) * STEP_HOURS));
  const midnight = startOfManilaDay(column.dataset.day ?? '').getTime();
  return new Date(midnight + snapped * 3_600_000).toISOString();
}

interface CalendarBlockProps {
  viewing: Viewing;
  grid: CalendarGridProps;
  hours: { first: number; last: number };
}

function CalendarBlock({ viewing, grid, hours }: CalendarBlockProps) {
  const { agentId, now, onOpen, onDrop, selectedId } = grid;
  const clash = grid.clashes.get(viewing.id);
  const onDraw = grid.canMove?.(viewing) ? grid.onDraw : undefined;
  const isSelected = selectedId === undefined ? undefined : selectedId === viewing.id;
  const held = useRef<{ x: number; y: number; at: number; isDrawn: boolean } | null>(null);
  // A finger scrolls; there is a button for it.
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!onDraw || event.pointerType === 'touch' || event.button !== 0) return;
    const at = event.clientY - event.currentTarget.getBoundingClientRect().top;
    held.current = { x: event.clientX, y: event.clientY, at, isDrawn: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const hold = held.current;
    if (!hold || !onDraw) return;
    hold.isDrawn ||= Math.hypot(event.clientX - hold.x, event.clientY - hold.y) > DRAW_FROM;
    const place = hold.isDrawn ? placeAt(event, hold.at, hours) : null;
    if (place) onDraw({ viewing, startsAt: place });
  };
  const wasDrawn = useRef(false);
  const onPointerUp = () => {
    wasDrawn.current = held.current?.isDrawn ?? false;
    held.current = null;
    if (wasDrawn.current) onDrop?.();
  };
  const side = viewingSide(viewing, agentId);
  const { name } = otherSide(viewing, side);
  const { starts_at, property, status } = viewing;
  const state = statusBadge(viewing, side, now).label;
  const isOpen = status === 'requested' || status === 'proposed';
  const tone = clash ? '[--tone:var(--s-danger)]' : viewingTones[status];
  const past = isUpcoming(viewing, now) ? '' : '[filter:saturate(0.4)]';
  const look = `${isOpen ? styles.open : ''} ${past} ${onDraw ? 'pointer-fine:cursor-grab' : ''}`;
  const isOff = status === 'declined' || status === 'cancelled';
  return (
    <button
      type="button"
      data-viewing={viewing.id}
      className={`${BLOCK} ${BLOCK_STATES} ${tone} ${look}`}
      aria-haspopup={isSelected === undefined ? 'dialog' : undefined}
      aria-pressed={isSelected}
      onClick={() => {
        // The end of a drawing is no press.
        if (!wasDrawn.current) onOpen(viewing.id);
        wasDrawn.current = false;
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
    >
      <span className={`flex items-center gap-1 tabular-nums ${clash ? 'text-danger font-[650]' : ''}`}>
        {formatViewingHour(starts_at)}
        {clash && <TriangleAlert size={14} />}
      </span>
      <strong dir="auto" className={isOff ? 'line-through' : ''}>
        {name}
      </strong>
      <span>{clash ?? property.title}</span>
      <span className="visuallyHidden">
        {clash && `${property.title} `}
        {state}
      </span>
    </button>
  );
}

interface CalendarStepsProps {
  isWeek: boolean;
  onToday(): void;
  /** @param days below zero: back. */
  onStep(days: number): void;
}

export function CalendarSteps({ isWeek, onToday, onStep }: CalendarStepsProps) {
  const step = isWeek ? 7 : 1;
  return (
    <div className="flex flex-wrap gap-2">
      <IconButton
        label={isWeek ? t('Previous week') : t('Previous day')}
        variant="outlined"
        icon={<ChevronLeft size={20} />}
        onClick={() => onStep(-step)}
      />
      <Button variant="outlined" aria-keyshortcuts="t" onClick={onToday}>
        {t('Today')}
      </Button>
      <IconButton
        label={isWeek ? t('Next week') : t('Next day')}
        variant="outlined"
        icon={<ChevronRight size={20} />}
        onClick={() => onStep(step)}
      />
    </div>
  );
}
