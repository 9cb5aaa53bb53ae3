import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { Availability, DayOff } from '#shared/contracts/desk.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { hoursOn, isDayOff, type Obstacle, obstacleTo } from '#shared/freeTimes.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { type Message, msg } from '#shared/messages.ts';
import { openDecisions } from '#shared/viewingDecisions.ts';
import {
  asksOutcome,
  formatViewingDay,
  formatViewingHour,
  isUpcoming,
  type MovedViewing,
  useAnswerViewing,
  useViewings,
  useViewingsOn,
  viewingFailure,
  withoutCalledOff,
} from '#web/features/viewings/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, queryOf } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { offerUndo } from '../undo.ts';

const HOUR_MS = 3_600_000;
/** Older viewings are no longer asked about. */
const ASKED_FOR_MS = 14 * 24 * HOUR_MS;

export const obstacleWords: Record<Obstacle | 'past', Message> = {
  viewing: msg('Clashes with another viewing'),
  day_off: msg('On a day off'),
  hours: msg('Outside your hours'),
  past: msg('This time has passed'),
};

export const canMove = (viewing: Viewing, now: Date) =>
  isUpcoming(viewing, now) && openDecisions('agent', viewing).includes('proposed');

/** The agent's viewings on some days, with the agent's hours, the open requests and the conflicts of each viewing. */
export function useAgentWeek(userId: number, days: readonly string[], now: Date) {
  const { query: allQuery } = useViewings();
  const query = useViewingsOn(days);
  const { data: availability } = useQuery(availabilityQuery);
  const { data: daysOff = [] } = useQuery(daysOffQuery);

  const isOwn = ({ agent }: Viewing) => agent.id === userId;
  const loaded = (allQuery.data ?? []).filter(isOwn);
  const shown = withoutCalledOff((query.data ?? []).filter(isOwn));
  const known = [...loaded, ...shown.filter((viewing) => loaded.every((other) => other.id !== viewing.id))];

  const obstacleAt = (viewing: Viewing, startsAt: string): Obstacle | 'past' | null => {
    const starts_at = new Date(startsAt);
    if (starts_at <= now) return 'past';
    const calendar = {
      hours: availability?.hours ?? null,
      buffer_minutes: availability?.buffer_minutes ?? 0,
      daysOff,
      taken: known
        .filter((other) => other.status === 'confirmed' && other.id !== viewing.id)
        .map((other) => ({ starts_at: new Date(other.starts_at), ends_at: new Date(other.ends_at) })),
    };
    return obstacleTo(calendar, { starts_at, ends_at: new Date(starts_at.getTime() + HOUR_MS) });
  };
  const conflicts = new Map<number, string>();
  for (const viewing of known) {
    const obstacle = isUpcoming(viewing, now) && obstacleAt(viewing, viewing.starts_at);
    if (obstacle && obstacle !== 'past') conflicts.set(viewing.id, t(obstacleWords[obstacle]));
  }

  const noteOf = (day: string) => (isDayOff(daysOff, day) ? t('Day off') : null);
  return {
    allQuery,
    query,
    known,
    shown,
    requests: loaded
      .filter((viewing) => viewing.status === 'requested' && isUpcoming(viewing, now))
      .sort((one, other) => one.created_at.localeCompare(other.created_at)),
    /** Recent viewings without a recorded outcome. */
    withoutOutcome: loaded.filter(
      (viewing) => asksOutcome(viewing, now) && Date.parse(viewing.ends_at) > now.getTime() - ASKED_FOR_MS,
    ),
    /** Sentences by the viewing's id. */
    conflicts,
    obstacleAt,
    noteOf,
    /** The open hours of a day (0–24), none on a day off. */
    hoursOfDay(day: string) {
      const note = noteOf(day);
      const hours = availability?.hours;
      const spans = hours ? hoursOn(hours, day) : [{ from: 0, to: 24 * 60 }];
      return { note, spans: note ? [] : spans.map(({ from, to }) => ({ from: from / 60, to: to / 60 })) };
    },
  };
}

export type AgentWeek = ReturnType<typeof useAgentWeek>;

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 48 * HALF_HOUR_MS;

const arrowSteps: Record<string, number> = {
  ArrowUp: -HALF_HOUR_MS,
  ArrowDown: HALF_HOUR_MS,
  ArrowLeft: -DAY_MS,
  ArrowRight: DAY_MS,
};

/** A viewing that is moved to another time by mouse or arrow keys, then proposed after a confirmation. */
export function useMove({ obstacleAt }: AgentWeek, days: readonly string[], now: Date, go: (day: string) => void) {
  const [moving, setMoving] = useState<MovedViewing | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync: answer } = useAnswerViewing();
  const obstacle = moving && obstacleAt(moving.viewing, moving.startsAt);

  const stop = () => {
    setIsAsking(false);
    setMoving(null);
  };
  const drop = () => {
    if (!moving) return;
    if (moving.startsAt === moving.viewing.starts_at) setMoving(null);
    else if (obstacle) {
      showToast(t('{why}: choose another time.', { why: t(obstacleWords[obstacle]) }), 'error');
      setMoving(null);
    } else setIsAsking(true);
  };
  const propose = async ({ viewing, startsAt }: MovedViewing) => {
    await answer({ id: viewing.id, decision: 'proposed', startsAt });
    setMoving(null);
    const words = t('Proposed to {name}: {day} at {hour}', {
      name: viewing.user.name,
      day: formatViewingDay(startsAt, now),
      hour: formatViewingHour(startsAt),
    });
    // A requested or confirmed time cannot be restored without the other side; an earlier proposal can.
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

  return { moving, setMoving, obstacle, isAsking, drop, propose, stop, onKeyDown };
}

export type Move = ReturnType<typeof useMove>;

const meta = { isPersonal: true };
export const availabilityQuery = queryOptions({ ...queryOf('availability.get'), meta });
export const daysOffQuery = queryOptions({ ...queryOf('availability.daysOff'), meta });

export function useSetAvailability() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Availability) => callApi('availability.set', { body }),
    onSuccess: (set) => {
      client.setQueryData(availabilityQuery.queryKey, set);
      return invalidate(client, 'availability.freeTimes');
    },
  });
}

export function useChangeDaysOff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Omit<DayOff, 'id'> | { id: number }) =>
      'id' in change
        ? callApi('availability.removeDaysOff', { params: { id: change.id } })
        : callApi('availability.addDaysOff', { body: change }),
    onSettled: () => invalidate(client, 'availability.daysOff', 'availability.freeTimes'),
  });
}
