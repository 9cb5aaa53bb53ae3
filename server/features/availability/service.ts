import { Op } from 'sequelize';
import type { DaysOffModel } from '#server/db/models.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import { endViewings } from '#server/features/viewingHistory/writes.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { availabilityCalls, DayOff } from '#shared/contracts/desk.ts';
import { type AgentCalendar, freeTimes, type Obstacle, obstacleTo } from '#shared/freeTimes.ts';
import { LONGEST_VIEWING_AHEAD_DAYS, MAX_BUFFER_MINUTES, MAX_DAYS_OFF } from '#shared/limits.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { type Message, msg } from '#shared/messages.ts';

/** Changes run under the lock of the agent's account, like viewings: one after the other. */
export function availabilityService(context: ServerContext): Service<typeof availabilityCalls> {
  const { db, now } = context;
  const { AgentAvailability, DaysOff, Property } = db.models;

  return {
    async get({ user }) {
      const { hours, buffer_minutes, notice_hours } = (await AgentAvailability.findByPk(user.id)) ?? nothingSet;
      return { hours, buffer_minutes, notice_hours };
    },

    async set({ user, body }) {
      await db.transaction(async () => {
        await lockUser(context, user.id);
        await AgentAvailability.upsert({ agent_id: user.id, ...body });
      });
      return body;
    },

    async daysOff({ user }) {
      const where = { agent_id: user.id, last_day: { [Op.gte]: manilaDay(now()) } };
      return (await DaysOff.findAll({ where, order: ['first_day', 'id'] })).map(presentDaysOff);
    },

    addDaysOff: ({ user, body: { note = null, ...days } }) =>
      db.transaction(async () => {
        await lockUser(context, user.id);
        const today = manilaDay(now());
        await DaysOff.destroy({ where: { agent_id: user.id, last_day: { [Op.lt]: today } } });
        if ((await DaysOff.count({ where: { agent_id: user.id } })) >= MAX_DAYS_OFF)
          throw new ConflictError(
            msg('You can have up to {limit} periods of days off. Delete one to add another.', {
              limit: MAX_DAYS_OFF,
            }),
            'too_many_days_off',
          );
        const { first_day, last_day } = days;
        const span = { [Op.gte]: startOfManilaDay(first_day), [Op.lt]: startOfManilaDay(addDays(last_day, 1)) };
        await endViewings(
          context,
          { agent_id: user.id, status: 'confirmed', starts_at: span },
          'days_off',
          user.id,
        );
        return presentDaysOff(await DaysOff.create({ ...days, note, agent_id: user.id }));
      }),

    async removeDaysOff({ user, params: { id } }) {
      await db.transaction(async () => {
        await lockUser(context, user.id);
        found((await DaysOff.destroy({ where: { id, agent_id: user.id } })) > 0, 'daysOff');
      });
      return { id };
    },

    async freeTimes({ user, params: { id: agentId }, query: { from, to, property_id, viewing_id } }) {
      found(await isPublicAgent(db, agentId), 'agent');
      if (property_id !== undefined) {
        const listing = { ...publicListing, id: property_id, agent_id: agentId };
        const { status } = found(await Property.findOne({ where: listing }), 'property');
        if (status === 'sold' || status === 'rented') return { slots: [] };
      }
      const isOwn = user.id === agentId;
      const today = manilaDay(now());
      const last = addDays(today, LONGEST_VIEWING_AHEAD_DAYS - 1);
      const window = { from: from < today ? today : from, to: to > last ? last : to };
      if (window.from > window.to) return { slots: [] };
      const times = {
        starts_at: startOfManilaDay(window.from),
        ends_at: startOfManilaDay(addDays(window.to, 1)),
      };
      const calendar = await readCalendar(context, agentId, times, isOwn ? viewing_id : undefined);
      const after = isOwn ? now() : firstMoment(context, calendar);
      return { slots: freeTimes(calendar, { ...window, after }).map((time) => time.toISOString()) };
    },
  };
}

function presentDaysOff({ id, first_day, last_day, note }: DaysOffModel): DayOff {
  return { id, first_day, last_day, note };
}

interface Times {
  starts_at: Date;
  ends_at: Date;
}

const nothingSet = { hours: null, buffer_minutes: 0, notice_hours: 0 };

/** An agent's calendar around some time, without the viewing that is being moved. */
async function readCalendar(
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
const firstMoment = ({ now }: ServerContext, { notice_hours }: { notice_hours: number }): Date =>
  new Date(now().getTime() + notice_hours * 3_600_000);
