import { useQuery } from '@tanstack/react-query';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { hoursOn, isDayOff, type Obstacle, obstacleTo } from '#shared/freeTimes.ts';
import { type Message, msg } from '#shared/messages.ts';
import { openDecisions } from '#shared/viewingDecisions.ts';
import {
  asksOutcome,
  isUpcoming,
  useViewings,
  useViewingsOn,
  withoutCalledOff,
} from '#web/features/viewings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { availabilityQuery, daysOffQuery } from './availabilityQueries.ts';

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
  isUpcoming(viewing, now) && openDecisions('agent', viewing.status).includes('proposed');

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
