import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useViewingsOn } from '../queries.ts';
import { manilaDay } from '../viewingTimes.ts';
import styles from './Calendar.module.css';
import { CalendarGrid } from './CalendarGrid.tsx';
import {
  addDays,
  type CalendarView,
  clashingIds,
  daysOf,
  readDay,
  titleOf,
  withoutCalledOff,
} from './calendarDays.ts';
import { ViewingDialog } from './ViewingDialog.tsx';

const directions: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

interface ViewingsCalendarProps {
  agentId: number;
  view: CalendarView;
}

/** A day or a week with its hours, as they are in Manila. Arrows go on and back, T to today. */
export function ViewingsCalendar({ agentId, view }: ViewingsCalendarProps) {
  const id = useId();
  const [parameters, change] = useUrlParameters();
  const [openId, setOpenId] = useState<number | null>(null);
  const grid = useRef<HTMLElement>(null);
  const now = useNow();
  const today = manilaDay(now);
  const day = readDay(parameters.get('day')) ?? today;
  const days = daysOf(view, day);
  const query = useViewingsOn(agentId, days);
  const { data, error, isPending, refetch } = query;
  const clashes = clashingIds(data ?? []);
  const isWhole = parameters.get('declined') === 'shown';
  const opened = data?.find((viewing) => viewing.id === openId);
  const step = view === 'day' ? 1 : 7;
  const go = (to: string) => change({ day: to === today ? null : to });
  useShortcut({ keys: 't', label: 'Viewings: go to today', group: 'Here', run: () => go(today) });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const blocks = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-viewing]')];
    const at = blocks.indexOf(document.activeElement as HTMLElement);
    const direction = directions[event.key];
    if (direction) {
      go(addDays(day, direction * step));
      // The block leaves with its day; the keyboard stays for the next step.
      if (at >= 0) grid.current?.focus();
    } else if (event.key === 'ArrowDown' && blocks.length > 0) blocks[(at + 1) % blocks.length]?.focus();
    else if (event.key === 'ArrowUp' && blocks.length > 0) blocks.at(at <= 0 ? -1 : at - 1)?.focus();
    else return;
    event.preventDefault();
  };
  const noun = view === 'day' ? 'day' : 'week';

  return (
    <>
      <section aria-labelledby={id} onKeyDown={onKeyDown}>
        <header className={`flex flex-wrap items-center gap-y-3 gap-x-4 mb-3 ${styles.toolbar}`}>
          <h2 id={id} aria-live="polite">
            {titleOf(days)}
          </h2>
          <div className="flex flex-wrap gap-2">
            <IconButton
              label={`Previous ${noun}`}
              variant="outlined"
              icon={<ChevronLeft size={20} aria-hidden="true" />}
              onClick={() => go(addDays(day, -step))}
            />
            <Button variant="outlined" aria-keyshortcuts="t" onClick={() => go(today)}>
              Today
            </Button>
            <IconButton
              label={`Next ${noun}`}
              variant="outlined"
              icon={<ChevronRight size={20} aria-hidden="true" />}
              onClick={() => go(addDays(day, step))}
            />
          </div>
          <ul
            className={`flex flex-wrap gap-y-1 gap-x-4 ml-auto text-muted text-sm max-md:ml-0 ${styles.legend}`}
            aria-label="Colors"
          >
            <li className={styles.confirmed}>Confirmed</li>
            <li className={styles.requested}>Requested</li>
            <li className={styles.proposed}>Time proposed</li>
            {isWhole && <li className={styles.declined}>Declined or cancelled</li>}
          </ul>
          <label
            className={`inline-flex items-center gap-1.5 min-h-control text-sm cursor-pointer ${styles.choice}`}
          >
            <input
              type="checkbox"
              checked={isWhole}
              onChange={({ target }) => change({ declined: target.checked ? 'shown' : null })}
            />
            Show Declined
          </label>
        </header>
        {isPending && <Skeleton height="32rem" className={styles.skeleton} />}
        <RefetchNotice query={query} />
        {!isPending && !data && (
          <ErrorState
            headingLevel={3}
            message={failureSentence(error, 'Failed to load viewings')}
            onRetry={() => void refetch()}
          />
        )}
        {data && (
          <CalendarGrid
            ref={grid}
            days={days}
            viewings={isWhole ? data : withoutCalledOff(data)}
            agentId={agentId}
            clashes={clashes}
            now={now}
            onOpen={setOpenId}
            onDay={view === 'week' ? (chosen) => change({ view: 'day', day: chosen }) : undefined}
          />
        )}
      </section>
      {opened && (
        <ViewingDialog
          viewing={opened}
          agentId={agentId}
          isClashing={clashes.has(opened.id)}
          now={now}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  );
}
