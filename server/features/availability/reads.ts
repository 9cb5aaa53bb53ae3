import { Op } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { ConflictError } from '#server/http/errors.ts';
import { type AgentCalendar, type Obstacle, obstacleTo } from '#shared/freeTimes.ts';
import { MAX_BUFFER_MINUTES } from '#shared/limits.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { type Message, msg } from '#shared/messages.ts';

interface Times {
  starts_at: Date;
  ends_at: Date;
}

export const nothingSet = { hours: null, buffer_minutes: 0, notice_hours: 0 };

/** An agent's calendar around some time, without the viewing that is being moved. */
export async function readCalendar(
  { db }: ServerContext,
  agentId: number,
  { starts_at, ends_at }: Times,
  movedId?: number,
): Promise<AgentCalendar & { notice_hours: number }> {
  const { AgentAvailability, DaysOff, Viewing } = db.models;
  const reach = MAX_BUFFER_MINUTES * 60_000;
  const set = await AgentAvailability.findByPk(agentId);
  const daysOff = await DaysOff.findAll({
    where: {
      agent_id: agentId,
      first_day: { [Op.lte]: manilaDay(ends_at) },
      last_day: { [Op.gte]: manilaDay(starts_at) },
    },
  });
  const taken = await Viewing.findAll({
    attributes: ['id', 'starts_at', 'ends_at'],
    where: {
      agent_id: agentId,
      status: 'confirmed',
      starts_at: { [Op.lt]: new Date(ends_at.getTime() + reach) },
      ends_at: { [Op.gt]: new Date(starts_at.getTime() - reach) },
    },
  });
  const { hours, buffer_minutes, notice_hours } = set ?? nothingSet;
  return { hours, buffer_minutes, notice_hours, daysOff, taken: taken.filter(({ id }) => id !== movedId) };
}

const ownWords: Record<Obstacle, Message> = {
  viewing: msg('You have another viewing at or too close to this time'),
  day_off: msg('This is one of your days off'),
  hours: msg('This is outside your viewing hours'),
};

const NOT_FREE = msg('The agent is not free at this time. Choose another one.');

interface Asked extends Times {
  agentId: number;
  /** The viewing being moved does not block itself. */
  viewingId?: number;
  /** Other callers do not learn the agent's entries. */
  isAsAgent: boolean;
  /** Visitors have to keep the agent's notice time; times offered by the agent can be taken at any time. */
  isNoticeDue?: boolean;
}

/** In a transaction that holds the agent's account. @throws {ConflictError} `time_not_free` */
export async function requireFreeTime(
  context: ServerContext,
  { agentId, viewingId, isAsAgent, isNoticeDue = false, ...times }: Asked,
): Promise<void> {
  const calendar = await readCalendar(context, agentId, times, viewingId);
  const obstacle = obstacleTo(calendar, times);
  if (obstacle) throw new ConflictError(isAsAgent ? ownWords[obstacle] : NOT_FREE, 'time_not_free');
  if (isNoticeDue && times.starts_at <= firstMoment(context, calendar))
    throw new ConflictError(NOT_FREE, 'time_not_free');
}

/** The earliest time visitors can ask for. */
export const firstMoment = ({ now }: ServerContext, { notice_hours }: { notice_hours: number }): Date =>
  new Date(now().getTime() + notice_hours * 3_600_000);
