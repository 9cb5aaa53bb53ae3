import { Clock, Move as MoveIcon, TriangleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import {
  CalendarGrid,
  CalendarSteps,
  CompactViewing,
  daysOf,
  formatShortViewingTime,
  formatViewingDay,
  formatViewingHour,
  type MovedViewing,
  RouteLinks,
  readDay,
  titleOf,
  useAnswerViewing,
  viewingFailure,
} from '#web/features/viewings/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { FewOf } from '../client/Part.tsx';
import { undoLast } from '../undo.ts';
import { AvailabilityDrawer } from './AvailabilityDrawer.tsx';
import { type AgentWeek, canMove, type Move, obstacleWords, useAgentWeek, useMove } from './agentWeek.ts';

/** The agent's week beside the requests that wait for an answer; on a phone the viewings of a day below them. */
export function DeskCalendar({ userId }: { userId: number }) {
  const id = useId();
  const grid = useRef<HTMLElement>(null);
  const now = useNow();
  const [parameters, change] = useUrlParameters();
  const isPhone = !useMediaQuery('md');
  const isWide = useMediaQuery('threePanes');
  const [isEditing, setIsEditing] = useState(false);
  const [proposingId, setProposingId] = useState<number | null>(null);

  const today = manilaDay(now);
  const day = readDay(parameters.get('day')) ?? today;
  const days = daysOf(isWide ? 'week' : 'day', day);
  const go = (to: string) => change({ day: to === today ? null : to });
  const week = useAgentWeek(userId, days, now);
  const { query, shown, conflicts } = week;
  const move = useMove(week, days, now, go);
  const { moving, setMoving } = move;
  const selectedId = Number(parameters.get('viewing')) || null;

  const select = (viewing: Viewing) => {
    setProposingId(null);
    const on = manilaDay(new Date(viewing.starts_at));
    change({ viewing: String(viewing.id), day: on === today ? null : on });
  };
  useShortcut({ keys: 't', label: t('Viewings: go to today'), group: t('Here'), run: () => go(today) });
  useShortcut({ keys: 'u', label: t('Undo'), group: t('Desk'), run: undoLast });

  const startMove = (viewing: Viewing) => {
    select(viewing);
    setMoving({ viewing, startsAt: viewing.starts_at });
  };
  // At the press, or once the viewing's week is loaded: the next arrow keys go to the grid.
  const movingId = moving?.viewing.id;
  useEffect(() => {
    if (movingId !== undefined && !query.isPending) grid.current?.focus({ preventScroll: true });
  }, [movingId, query.isPending]);

  const note = week.noteOf(day);
  const ofDays = shown.filter(({ starts_at }) => days.includes(manilaDay(new Date(starts_at))));
  const card = (viewing: Viewing) => (
    <ViewingCard
      viewing={viewing}
      now={now}
      conflict={conflicts.get(viewing.id)}
      isProposing={proposingId === viewing.id}
      onPropose={(isProposing) => setProposingId(isProposing ? viewing.id : null)}
      onMove={!isPhone && canMove(viewing, now) ? () => startMove(viewing) : undefined}
    />
  );

  return (
    <div className="grid grid-cols-[16rem_1fr] xl:grid-cols-[20rem_1fr] h-full min-h-0 max-lg:block max-lg:overflow-y-auto">
      <h1 className="visuallyHidden">{t('Calendar')}</h1>
      <WaitingPane week={week} isPhone={isPhone} selectedId={selectedId} card={card} onSelect={select} />
      <section
        className="flex flex-col gap-3 min-w-0 min-h-0 p-4 lg:overflow-y-auto"
        aria-labelledby={`${id}-title`}
        onKeyDown={move.onKeyDown}
      >
        <header className="flex flex-wrap items-center gap-y-2 gap-x-4">
          <h2 id={`${id}-title`} className="text-lg tabular-nums" aria-live="polite">
            {titleOf(days)}
          </h2>
          <CalendarSteps isWeek={isWide} onToday={() => go(today)} onStep={(count) => go(addDays(day, count))} />
          <Button variant="outlined" className="ml-auto" onClick={() => setIsEditing(true)}>
            <Clock size={18} />
            {t('Viewing Hours')}
          </Button>
        </header>
        <MoveBar move={move} now={now} />
        <RouteLinks viewings={shown} now={now} />
        <PartState
          query={query}
          headingLevel={3}
          loadingText={t('Loading your viewings…')}
          skeleton={<Skeleton height="32rem" className="rounded-lg" />}
          failure={(error) => failureSentence(error, t('Failed to load viewings'))}
        >
          {() =>
            isPhone ? (
              <>
                {note && (
                  <p dir="auto" className="py-2 px-3 rounded-sm bg-sunken text-sm font-semibold">
                    {note}
                  </p>
                )}
                {ofDays.length === 0 && <p className="text-muted text-sm">{t('No viewings on this day')}</p>}
                <ol className="grid gap-3">
                  {ofDays.map((viewing) => (
                    <li key={viewing.id}>{card(viewing)}</li>
                  ))}
                </ol>
              </>
            ) : (
              <CalendarGrid
                ref={grid}
                days={days}
                viewings={shown}
                agentId={userId}
                clashes={conflicts}
                now={now}
                onOpen={(opened) => {
                  const viewing = shown.find((other) => other.id === opened);
                  if (viewing) select(viewing);
                }}
                onDay={undefined}
                selectedId={selectedId}
                hoursOfDay={week.hoursOfDay}
                moving={moving}
                onDraw={setMoving}
                onDrop={move.drop}
                canMove={(viewing) => canMove(viewing, now)}
              />
            )
          }
        </PartState>
      </section>
      {move.isAsking && moving && <MoveDialog moving={moving} move={move} now={now} />}
      {isEditing && <AvailabilityDrawer onClose={() => setIsEditing(false)} />}
    </div>
  );
}

interface WaitingPaneProps {
  week: AgentWeek;
  isPhone: boolean;
  selectedId: number | null;
  card(viewing: Viewing): ReactNode;
  onSelect(viewing: Viewing): void;
}

function WaitingPane({ week, isPhone, selectedId, card, onSelect }: WaitingPaneProps) {
  const { allQuery, known, requests, withoutOutcome, conflicts } = week;
  const selected = known.find((viewing) => viewing.id === selectedId);
  // On a phone the day below the lists stays in sight.
  const shownAtFirst = isPhone ? 2 : Number.POSITIVE_INFINITY;
  const entry = (viewing: Viewing) => (
    <li key={viewing.id}>
      {viewing.id === selectedId ? (
        card(viewing)
      ) : (
        <button
          type="button"
          className="card grid gap-0.5 w-full text-left leading-[1.4] hover:border-primary *:truncate"
          onClick={() => onSelect(viewing)}
        >
          <strong dir="auto">{viewing.user.name}</strong>
          <span className="tabular-nums">{formatShortViewingTime(viewing.starts_at)}</span>
          <span dir="auto" className="text-muted">
            {viewing.property.title}
          </span>
          {conflicts.has(viewing.id) && (
            <span className="flex items-center gap-1 text-danger font-semibold">
              <TriangleAlert size={14} />
              {conflicts.get(viewing.id)}
            </span>
          )}
        </button>
      )}
    </li>
  );
  return (
    <aside
      className="min-h-0 border-r border-r-line lg:overflow-y-auto max-lg:border-r-0 max-lg:border-b max-lg:border-b-line"
      aria-label={t('Waiting for you')}
    >
      <div className="grid content-start gap-6 p-4">
        {/* On a phone the viewing is in its day's list. */}
        {selected && !isPhone && !requests.includes(selected) && (
          <section className="grid gap-2" aria-label={t('Chosen viewing')}>
            {card(selected)}
          </section>
        )}
        <List title={t('Requests')} count={allQuery.data && requests.length}>
          {allQuery.isPending && <Skeleton height="10rem" className="rounded-md" />}
          {allQuery.data && requests.length === 0 && (
            <p className="text-muted text-sm">{t('No one is waiting for your answer.')}</p>
          )}
          <FewOf entries={requests} label={t('Requests')} first={shownAtFirst}>
            {entry}
          </FewOf>
        </List>
        {withoutOutcome.length > 0 && (
          <List title={t('How did it go?')} count={withoutOutcome.length}>
            <FewOf
              entries={withoutOutcome.filter((viewing) => viewing.id !== selectedId)}
              label={t('How did it go?')}
              first={shownAtFirst}
            >
              {entry}
            </FewOf>
          </List>
        )}
      </div>
    </aside>
  );
}

function List({ title, count, children }: { title: string; count: number | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-base">
        {title} <span className="text-muted font-medium">{count}</span>
      </h2>
      {children}
    </section>
  );
}

/** The time under a viewing on the move, read out at each step. */
const MoveBar = ({ move: { moving, obstacle }, now }: { move: Move; now: Date }) => (
  <p className={moving ? 'py-2 px-3 rounded-sm bg-primary-soft text-sm' : 'visuallyHidden'} role="status">
    {moving && (
      <>
        <strong className={obstacle ? 'text-danger' : ''}>
          {t('{name}: {day}, {hour}. {state}', {
            name: moving.viewing.user.name,
            day: formatViewingDay(moving.startsAt, now),
            hour: formatViewingHour(moving.startsAt),
            state: obstacle ? t(obstacleWords[obstacle]) : t('Free'),
          })}
        </strong>{' '}
        <span className="text-muted">{t('Arrow keys move it, Enter proposes the time, Esc cancels.')}</span>
      </>
    )}
  </p>
);

const MoveDialog = ({ moving, move, now }: { moving: MovedViewing; move: Move; now: Date }) => (
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
    onConfirm={() => move.propose(moving)}
    failureOf={viewingFailure}
    onClose={move.stop}
  />
);

interface ViewingCardProps extends Omit<ComponentProps<typeof CompactViewing>, 'answer'> {
  conflict: string | undefined;
  /** Undefined where the viewing cannot be moved. */
  onMove: (() => void) | undefined;
}

function ViewingCard({ conflict, onMove, ...viewing }: ViewingCardProps) {
  const { mutateAsync: answer } = useAnswerViewing();
  return (
    <div className="grid gap-2">
      {conflict && (
        <p className="flex gap-1.5 text-danger text-sm font-semibold">
          <TriangleAlert className="flex-none mt-0.5" size={15} />
          {conflict}
        </p>
      )}
      <CompactViewing {...viewing} answer={answer} />
      {onMove && (
        <Button variant="outlined" size="small" className="justify-self-start" onClick={onMove}>
          <MoveIcon size={15} />
          {t('Move in Calendar')}
        </Button>
      )}
    </div>
  );
}
