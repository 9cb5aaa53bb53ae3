import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Clock, Move, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { type AgentCalendar, hoursOn, isDayOff, type Obstacle, obstacleTo } from '#shared/freeTimes.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { type Message, msg } from '#shared/messages.ts';
import { openDecisions } from '#shared/viewingDecisions.ts';
import {
  asksOutcome,
  CalendarGrid,
  CompactViewing,
  daysOf,
  formatShortViewingTime,
  formatViewingDay,
  formatViewingHour,
  isUpcoming,
  RouteLinks,
  readDay,
  titleOf,
  useAnswerViewing,
  useViewings,
  useViewingsOn,
  viewingFailure,
  withoutCalledOff,
} from '#web/features/viewings/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { FewOf } from '../client/Part.tsx';
import { offerUndo, undoLast } from '../undo.ts';
import { AvailabilityDrawer } from './AvailabilityDrawer.tsx';
import { availabilityQuery, daysOffQuery } from './availabilityQueries.ts';

const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = HOUR_MS / 2;
const DAY_MS = 24 * HOUR_MS;
/** Of older ones it is not asked any more what came of them. */
const ASKED_FOR_MS = 14 * DAY_MS;

const obstacleWords: Record<Obstacle | 'past', Message> = {
  viewing: msg('Clashes with another viewing'),
  day_off: msg('On a day off'),
  hours: msg('Outside your hours'),
  past: msg('This time has passed'),
};

interface Moving {
  viewing: Viewing;
  startsAt: string;
}

const arrowSteps: Record<string, number> = {
  ArrowUp: -HALF_HOUR_MS,
  ArrowDown: HALF_HOUR_MS,
  ArrowLeft: -DAY_MS,
  ArrowRight: DAY_MS,
};

/** The agent's week beside the requests that wait for an answer; on a phone the viewings of a day below them. */
export function DeskCalendar({ userId }: { userId: number }) {
  const id = useId();
  const grid = useRef<HTMLElement>(null);
  const now = useNow();
  const [parameters, change] = useUrlParameters();
  const isPhone = !useMediaQuery('md');
  const isWide = useMediaQuery('threePanes');
  const [isEditing, setIsEditing] = useState(false);
  const [moving, setMoving] = useState<Moving | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [proposingId, setProposingId] = useState<number | null>(null);
  const { mutateAsync: answer } = useAnswerViewing();

  const today = manilaDay(now);
  const day = readDay(parameters.get('day')) ?? today;
  const days = daysOf(isWide ? 'week' : 'day', day);
  const { query: allQuery } = useViewings();
  const query = useViewingsOn(days);
  const { data: availability } = useQuery(availabilityQuery);
  const { data: daysOff = [] } = useQuery(daysOffQuery);

  const isOwn = ({ agent }: Viewing) => agent.id === userId;
  const loaded = (allQuery.data ?? []).filter(isOwn);
  const shown = withoutCalledOff((query.data ?? []).filter(isOwn));
  const known = [...loaded, ...shown.filter((viewing) => loaded.every((other) => other.id !== viewing.id))];
  const calendarWithout = (viewingId: number): AgentCalendar => ({
    hours: availability?.hours ?? null,
    buffer_minutes: availability?.buffer_minutes ?? 0,
    daysOff,
    taken: known
      .filter((other) => other.status === 'confirmed' && other.id !== viewingId)
      .map((other) => ({ starts_at: new Date(other.starts_at), ends_at: new Date(other.ends_at) })),
  });
  const obstacleAt = (viewing: Viewing, startsAt: string): Obstacle | 'past' | null => {
    const starts_at = new Date(startsAt);
    if (starts_at <= now) return 'past';
    const ends_at = new Date(starts_at.getTime() + HOUR_MS);
    return obstacleTo(calendarWithout(viewing.id), { starts_at, ends_at });
  };
  const conflicts = new Map<number, string>();
  for (const viewing of known) {
    const obstacle = isUpcoming(viewing, now) && obstacleAt(viewing, viewing.starts_at);
    if (obstacle && obstacle !== 'past') conflicts.set(viewing.id, t(obstacleWords[obstacle]));
  }
  const requests = loaded
    .filter((viewing) => viewing.status === 'requested' && isUpcoming(viewing, now))
    .sort((one, other) => one.created_at.localeCompare(other.created_at));
  const unsaid = loaded.filter(
    (viewing) => asksOutcome(viewing, now) && Date.parse(viewing.ends_at) > now.getTime() - ASKED_FOR_MS,
  );
  const selectedId = Number(parameters.get('viewing')) || null;
  const selected = known.find((viewing) => viewing.id === selectedId);

  const go = (to: string) => change({ day: to === today ? null : to });
  const select = (viewing: Viewing) => {
    setProposingId(null);
    const on = manilaDay(new Date(viewing.starts_at));
    change({ viewing: String(viewing.id), day: on === today ? null : on });
  };
  const step = isWide ? 7 : 1;
  useShortcut({ keys: 't', label: t('Viewings: go to today'), group: t('Here'), run: () => go(today) });
  useShortcut({ keys: 'u', label: t('Undo'), group: t('Desk'), run: undoLast });

  const canMove = (viewing: Viewing) =>
    isUpcoming(viewing, now) && openDecisions('agent', viewing.status).includes('proposed');
  const startMove = (viewing: Viewing) => {
    select(viewing);
    setMoving({ viewing, startsAt: viewing.starts_at });
  };
  // With the press itself, or once the week it stands in is there: the arrow keys that follow are meant for the grid.
  const movingId = moving?.viewing.id;
  useEffect(() => {
    if (movingId !== undefined && !query.isPending) grid.current?.focus({ preventScroll: true });
  }, [movingId, query.isPending]);
  const obstacle = moving && obstacleAt(moving.viewing, moving.startsAt);
  const drop = () => {
    if (!moving) return;
    if (moving.startsAt === moving.viewing.starts_at) setMoving(null);
    else if (obstacle) {
      showToast(t('{why}: choose another time.', { why: t(obstacleWords[obstacle]) }), 'error');
      setMoving(null);
    } else setIsAsking(true);
  };
  const propose = async ({ viewing, startsAt }: Moving) => {
    await answer({ id: viewing.id, decision: 'proposed', startsAt });
    setMoving(null);
    const words = t('Proposed to {name}: {day} at {hour}', {
      name: viewing.user.name,
      day: formatViewingDay(startsAt, now),
      hour: formatViewingHour(startsAt),
    });
    // What was asked for or agreed on cannot come back without the other side; what was proposed before can.
    if (viewing.status !== 'proposed') return showToast(words);
    offerUndo(words, () => {
      answer({ id: viewing.id, decision: 'proposed', startsAt: viewing.starts_at }).catch((error: unknown) =>
        showToast(viewingFailure(error), 'error'),
      );
    });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!moving || isAsking || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const by = arrowSteps[event.key];
    if (by) {
      const startsAt = new Date(Date.parse(moving.startsAt) + by).toISOString();
      setMoving({ ...moving, startsAt });
      const on = manilaDay(new Date(startsAt));
      if (!days.includes(on)) go(on);
    } else if (event.key === 'Enter') {
      if (!obstacle) drop();
    } else if (event.key === 'Escape') setMoving(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const card = (viewing: Viewing) => (
    <div className="grid gap-2">
      {conflicts.has(viewing.id) && (
        <p className="flex gap-1.5 text-danger text-sm font-semibold">
          <TriangleAlert className="flex-none mt-0.5" size={15} aria-hidden="true" />
          {conflicts.get(viewing.id)}
        </p>
      )}
      <CompactViewing
        viewing={viewing}
        now={now}
        answer={answer}
        isProposing={proposingId === viewing.id}
        onPropose={(isProposing) => setProposingId(isProposing ? viewing.id : null)}
      />
      {!isPhone && canMove(viewing) && (
        <Button
          variant="outlined"
          size="small"
          className="justify-self-start"
          onClick={() => startMove(viewing)}
        >
          <Move size={15} aria-hidden="true" />
          {t('Move')}
        </Button>
      )}
    </div>
  );

  const movingWords =
    moving &&
    t('{name}: {day}, {hour}. {state}', {
      name: moving.viewing.user.name,
      day: formatViewingDay(moving.startsAt, now),
      hour: formatViewingHour(moving.startsAt),
      state: obstacle ? t(obstacleWords[obstacle]) : t('Free'),
    });

  // On a phone the day below them stays in sight.
  const shownAtFirst = isPhone ? 2 : Number.POSITIVE_INFINITY;
  const side = (
    <div className="grid content-start gap-6 p-4">
      {/* On a phone it stands in its day's list. */}
      {selected && !isPhone && !requests.includes(selected) && (
        <section className="grid gap-2" aria-label={t('Chosen viewing')}>
          {card(selected)}
        </section>
      )}
      <section aria-labelledby={`${id}-requests`}>
        <h2 id={`${id}-requests`} className="mb-2 text-base">
          {t('Requests')} <span className="text-muted font-medium">{allQuery.data && requests.length}</span>
        </h2>
        {allQuery.isPending && <Skeleton height="10rem" className="rounded-md!" />}
        {allQuery.data && requests.length === 0 && (
          <p className="text-muted text-sm">{t('No one is waiting for your answer.')}</p>
        )}
        <FewOf entries={requests} label={t('Requests')} first={shownAtFirst}>
          {(viewing) => (
            <li key={viewing.id}>
              {viewing.id === selectedId ? (
                card(viewing)
              ) : (
                <ViewingLine viewing={viewing} conflict={conflicts.get(viewing.id)} onPress={select} />
              )}
            </li>
          )}
        </FewOf>
      </section>
      {unsaid.length > 0 && (
        <section aria-labelledby={`${id}-unsaid`}>
          <h2 id={`${id}-unsaid`} className="mb-2 text-base">
            {t('How did it go?')} <span className="text-muted font-medium">{unsaid.length}</span>
          </h2>
          <FewOf
            entries={unsaid.filter((viewing) => viewing.id !== selectedId)}
            label={t('How did it go?')}
            first={shownAtFirst}
          >
            {(viewing) => (
              <li key={viewing.id}>
                <ViewingLine viewing={viewing} onPress={select} />
              </li>
            )}
          </FewOf>
        </section>
      )}
    </div>
  );

  return (
    <div className="grid grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)] h-full min-h-0 max-lg:block max-lg:overflow-y-auto">
      <h1 className="visuallyHidden">{t('Calendar')}</h1>
      <aside
        className="min-h-0 border-r border-r-line lg:overflow-y-auto max-lg:border-r-0 max-lg:border-b max-lg:border-b-line"
        aria-label={t('Waiting for you')}
      >
        {side}
      </aside>
      <section
        className="flex flex-col gap-3 min-w-0 min-h-0 p-4 lg:overflow-y-auto"
        aria-labelledby={`${id}-title`}
        onKeyDown={onKeyDown}
      >
        <header className="flex flex-wrap items-center gap-y-2 gap-x-4">
          <h2 id={`${id}-title`} className="text-lg tabular-nums" aria-live="polite">
            {titleOf(days)}
          </h2>
          <div className="flex flex-wrap gap-2">
            <IconButton
              label={isWide ? t('Previous week') : t('Previous day')}
              variant="outlined"
              icon={<ChevronLeft size={20} />}
              onClick={() => go(addDays(day, -step))}
            />
            <Button variant="outlined" aria-keyshortcuts="t" onClick={() => go(today)}>
              {t('Today')}
            </Button>
            <IconButton
              label={isWide ? t('Next week') : t('Next day')}
              variant="outlined"
              icon={<ChevronRight size={20} />}
              onClick={() => go(addDays(day, step))}
            />
          </div>
          <Button variant="outlined" className="ml-auto" onClick={() => setIsEditing(true)}>
            <Clock size={18} aria-hidden="true" />
            {t('Viewing Hours')}
          </Button>
        </header>
        <p className={moving ? MOVE_BAR : 'visuallyHidden'} role="status">
          {moving && (
            <>
              <strong className={obstacle ? 'text-danger' : ''}>{movingWords}</strong>{' '}
              <span className="text-muted">
                {t('Arrow keys move it, Enter proposes the time, Esc cancels.')}
              </span>
            </>
          )}
        </p>
        <RouteLinks viewings={shown} now={now} />
        <PartState
          query={query}
          headingLevel={3}
          loadingText={t('Loading your viewings…')}
          skeleton={<Skeleton height="32rem" className="rounded-lg!" />}
          failure={(error) => failureSentence(error, t('Failed to load viewings'))}
        >
          {() =>
            isPhone ? (
              <DayList
                viewings={shown.filter(({ starts_at }) => days.includes(manilaDay(new Date(starts_at))))}
                render={card}
                note={noteOf(daysOff, day)}
              />
            ) : (
              <CalendarGrid
                ref={grid}
                days={days}
                viewings={shown}
                agentId={userId}
                clashes={new Set(conflicts.keys())}
                clashWords={conflicts}
                now={now}
                onOpen={(opened) => {
                  const viewing = shown.find((other) => other.id === opened);
                  if (viewing) select(viewing);
                }}
                onDay={undefined}
                selectedId={selectedId}
                hoursOfDay={(on) => {
                  const note = noteOf(daysOff, on);
                  const hours = availability?.hours;
                  const spans = hours ? hoursOn(hours, on) : [{ from: 0, to: 24 * 60 }];
                  return {
                    note,
                    spans: note ? [] : spans.map(({ from, to }) => ({ from: from / 60, to: to / 60 })),
                  };
                }}
                moving={moving}
                onDraw={setMoving}
                onDrop={drop}
                canMove={canMove}
              />
            )
          }
        </PartState>
      </section>
      {isAsking && moving && (
        <ConfirmDialog
          title={t('Propose this time?')}
          text={t('{title}: {day} at {hour}. {name} will be asked to accept the new time.', {
            title: moving.viewing.property.title,
            day: formatViewingDay(moving.startsAt, now),
            hour: formatViewingHour(moving.startsAt),
            name: moving.viewing.user.name,
          })}
          confirmLabel={t('Propose This Time')}
          isDangerous={false}
          onConfirm={() => propose(moving)}
          failureOf={viewingFailure}
          onClose={() => {
            setIsAsking(false);
            setMoving(null);
          }}
        />
      )}
      {isEditing && <AvailabilityDrawer onClose={() => setIsEditing(false)} />}
    </div>
  );
}

const MOVE_BAR = 'py-2 px-3 rounded-sm bg-primary-soft text-sm';

const noteOf = (daysOff: AgentCalendar['daysOff'], day: string) =>
  isDayOff(daysOff, day) ? t('Day off') : null;

interface ViewingLineProps {
  viewing: Viewing;
  conflict?: string | undefined;
  onPress(viewing: Viewing): void;
}

/** One viewing of a list; pressed, it is seen in the week. */
function ViewingLine({ viewing, conflict, onPress }: ViewingLineProps) {
  return (
    <button
      type="button"
      className="grid gap-0.5 w-full p-3 border border-line rounded-md bg-surface text-sm text-left leading-[1.4] cursor-pointer hover:border-primary *:truncate"
      onClick={() => onPress(viewing)}
    >
      <strong dir="auto">{viewing.user.name}</strong>
      <span className="tabular-nums">{formatShortViewingTime(viewing.starts_at)}</span>
      <span dir="auto" className="text-muted">
        {viewing.property.title}
      </span>
      {conflict && (
        <span className="flex items-center gap-1 text-danger font-semibold">
          <TriangleAlert size={14} aria-hidden="true" />
          {conflict}
        </span>
      )}
    </button>
  );
}

interface DayListProps {
  viewings: readonly Viewing[];
  note: string | null;
  render(viewing: Viewing): ReactNode;
}

function DayList({ viewings, note, render }: DayListProps) {
  return (
    <>
      {note && (
        <p dir="auto" className="py-2 px-3 rounded-sm bg-sunken text-sm font-semibold">
          {note}
        </p>
      )}
      {viewings.length === 0 && <p className="text-muted text-sm">{t('No viewings on this day')}</p>}
      <ol className="grid gap-3">
        {viewings.map((viewing) => (
          <li key={viewing.id}>{render(viewing)}</li>
        ))}
      </ol>
    </>
  );
}
