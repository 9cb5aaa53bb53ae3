import { Op } from 'sequelize';
import type { PropertyModel, ViewingModel } from '#server/db/models.ts';
import { hasValues } from '#server/db/sql.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import { lockUser, lockUsers } from '#server/features/auth/writes/passwords.ts';
import { requireFreeTime } from '#server/features/availability/service.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import { handedOver, noProposal, recordStep } from '#server/features/viewingHistory/writes.ts';
import { notifyWebhooks } from '#server/features/webhooks/writes.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, ForbiddenError, found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import {
  VIEWING_MINUTES,
  type ViewingDecision,
  type ViewingSide,
  type viewingsCalls,
} from '#shared/contracts/viewings.ts';
import { LONGEST_VIEWING_AHEAD_DAYS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { openDecisions } from '#shared/viewingDecisions.ts';
import { countViewings, readStory, readViewings, renderCalendarFile } from './reads.ts';

const VIEWING_MS = VIEWING_MINUTES * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_AHEAD_MS = LONGEST_VIEWING_AHEAD_DAYS * DAY_MS;
const MAX_OPEN_REQUESTS = 20;

export function viewingsService(context: ServerContext): Service<typeof viewingsCalls> {
  const { db, jobs, now, env, bus } = context;
  const { Property, Viewing } = db.models;

  /** @throws {NotFoundError} also for a viewing of two other people. */
  async function getViewing(caller: SignedInUser, id: number) {
    const viewing = found(await readStory(db, caller.id, id), 'viewing');
    found(sideOf(caller, { user_id: viewing.user.id, agent_id: viewing.agent.id }), 'viewing');
    return viewing;
  }

  return {
    list: ({ user, query }) => readViewings(db, user.id, query),
    read: ({ user, params: { id } }) => getViewing(user, id),
    counts: ({ user, query }) => countViewings(db, user.id, now(), query.before),

    async request({ user, body: { property_id, note = null, ...body } }) {
      const starts_at = requireFuture(context, body.starts_at);
      const { id } = await db.transaction(async () => {
        const where = { ...publicListing, id: property_id };
        const property = found(await Property.findOne({ where }), 'property');
        const agent_id = found(property.agent_id, 'property');
        if (agent_id === user.id) throw new ForbiddenError(msg('This is your own listing'), 'own_listing');
        await requireOnOffer(context, property, agent_id);
        // Locks both accounts: a double click asks once, and the agent's calendar is stable.
        await lockUsers(context, [user.id, agent_id]);
        await requireNoOpenRequest(context, { callerId: user.id, propertyId: property_id });
        const times = timesFrom(starts_at);
        await requireFreeTime(context, { agentId: agent_id, ...times, isAsAgent: false, isNoticeDue: true });
        const values = { property_id, agent_id, user_id: user.id, ...times, note };
        const viewing = await Viewing.create(values);
        await recordStep(context, viewing, { kind: 'requested', actorId: user.id, side: 'user' });
        await notifyWebhooks(context, agent_id, [{ event: 'viewing.requested', subjectId: viewing.id }]);
        return viewing;
      });
      return getViewing(user, id);
    },

    // One side's decision. Confirmed viewings of one agent never overlap: the second confirmation is refused.
    async update({ user, params: { id }, body: { status: decision, starts_at, reason = null } }) {
      await db.transaction(async () => {
        const seen = found(await Viewing.findByPk(id), 'viewing');
        const side = found(sideOf(user, seen), 'viewing');
        // The calendar is locked before the viewing is read: two confirmations must not both find it free.
        await lockUser(context, seen.agent_id ?? user.id);
        const viewing = found(await Viewing.findByPk(id), 'viewing');
        if (viewing.agent_id !== seen.agent_id) throw handedOver();
        await requireOpen(context, viewing, side, decision);
        await requireSeen(context, user, viewing, decision, starts_at);
        await decide(context, viewing, { decision, side, actorId: user.id, startsAt: starts_at, reason });
      });
      return getViewing(user, id);
    },

    // The agent's own note: no notices, and changeable at any time.
    async outcome({ user, params: { id }, body: { outcome, note = null } }) {
      await db.transaction(async () => {
        await lockUser(context, user.id);
        const viewing = found(await Viewing.findByPk(id), 'viewing');
        const side = found(sideOf(user, viewing), 'viewing');
        if (side !== 'agent')
          throw new ForbiddenError(msg('Only the agent can record the outcome of a viewing'), 'agent_only');
        if (viewing.status !== 'confirmed' || viewing.ends_at > now())
          throw new ConflictError(
            msg('You can record the outcome of a confirmed viewing once it is over'),
            'not_over',
          );
        await viewing.update({ outcome, outcome_note: note, outcome_at: now() }, { silent: true });
        await jobs.add('readNotices', { topics: [`viewing-${id}`], readerIds: [user.id] });
        db.afterCommit(() => bus.publish('viewingOutcome', { viewingId: id, agentId: user.id }));
      });
      return getViewing(user, id);
    },

    async calendar({ user, params, t }) {
      const viewing = await getViewing(user, params.id);
      const { id: listingId } = viewing.property;
      const url = listingId === null ? env.publicUrl : `${env.publicUrl}/properties/${listingId}`;
      return { file: renderCalendarFile(viewing, { url, stamp: now(), t }) };
    },
  };
}

function sideOf(
  { id }: SignedInUser,
  viewing: { user_id: number | null; agent_id: number | null },
): ViewingSide | null {
  if (id === viewing.agent_id) return 'agent';
  return id === viewing.user_id ? 'user' : null;
}

/** @throws {ConflictError} the side cannot decide so now. */
async function requireOpen(
  { now }: ServerContext,
  viewing: ViewingModel,
  side: ViewingSide,
  decision: ViewingDecision,
): Promise<void> {
  const { status } = viewing;
  const isOver = status === 'confirmed' && viewing.ends_at <= now() && viewing.proposed_at === null;
  if (openDecisions(side, viewing).includes(decision) && !isOver) return;
  throw new ConflictError(
    msg(
      'A viewing that is {status, select, requested {requested} proposed {proposed} confirmed {confirmed} declined {declined} other {cancelled}} cannot be {next, select, requested {requested} proposed {proposed} confirmed {confirmed} declined {declined} withdrawn {withdrawn} other {cancelled}} by you',
      { status, next: decision },
    ),
    'invalid_transition',
  );
}

/** The time that a confirmation is about. */
const timeInQuestion = ({ proposed_at, starts_at }: ViewingModel): Date => proposed_at ?? starts_at;

/** A confirmation is of a time that its side has seen. @throws {ConflictError} `time_changed`, with the viewing of now. */
async function requireSeen(
  { db }: ServerContext,
  caller: SignedInUser,
  viewing: ViewingModel,
  decision: ViewingDecision,
  startsAt: string | undefined,
): Promise<void> {
  if (decision !== 'confirmed' || startsAt === undefined) return;
  const meant = timeInQuestion(viewing);
  if (new Date(startsAt).getTime() === meant.getTime()) return;
  throw new ConflictError(
    msg('The time was changed meanwhile. Check the new one, then answer again.'),
    'time_changed',
    await readStory(db, caller.id, viewing.id),
  );
}

interface Decided {
  decision: ViewingDecision;
  side: ViewingSide;
  actorId: number;
  startsAt: string | undefined;
  reason: string | null;
}

async function decide(
  context: ServerContext,
  viewing: ViewingModel,
  { decision, side, actorId, startsAt, reason }: Decided,
): Promise<void> {
  const details = { previous_status: viewing.status };
  const step = { kind: decision, side, actorId, reason };
  const revision = viewing.revision + 1;
  switch (decision) {
    case 'proposed': {
      const times = proposedTimes(context, startsAt);
      await requireAgreeable(context, viewing, times, side);
      if (viewing.status === 'confirmed')
        await viewing.update({ proposed_at: times.starts_at, proposed_by: side });
      // A visitor's other time is a request again.
      else
        await viewing.update({
          status: side === 'agent' ? 'proposed' : 'requested',
          ...times,
          ...noReminders,
          ...notLapsed,
          revision,
        });
      await recordStep(context, viewing, { ...step, startsAt: times.starts_at });
      break;
    }
    case 'confirmed': {
      const times = timesFrom(timeInQuestion(viewing));
      await requireFreeCalendar(context, viewing, times);
      await requireAgreeable(context, viewing, times, side);
      const isMoved = viewing.proposed_at !== null;
      await viewing.update({
        status: 'confirmed',
        ...times,
        ...noProposal,
        ...(isMoved && noReminders),
        ...reminders(context, times),
        revision,
      });
      await recordStep(context, viewing, step);
      break;
    }
    case 'withdrawn': {
      if (viewing.status === 'confirmed') {
        const startsAt = timeInQuestion(viewing);
        await viewing.update(noProposal);
        await recordStep(context, viewing, { ...step, startsAt });
        break;
      }
      // Back to the time that was asked for.
      const asked = await lastRequest(context, viewing);
      const { starts_at } = viewing;
      await viewing.update({ status: 'requested', ...timesFrom(asked), revision });
      await recordStep(context, viewing, { ...step, startsAt: starts_at });
      break;
    }
    case 'declined': {
      const startsAt = timeInQuestion(viewing);
      await viewing.update(viewing.status === 'confirmed' ? noProposal : { status: 'declined', revision });
      await recordStep(context, viewing, { ...step, startsAt });
      break;
    }
    case 'cancelled':
      await viewing.update({ status: 'cancelled', ...noProposal, revision });
      await recordStep(context, viewing, step);
  }
  if (viewing.agent_id !== null)
    await notifyWebhooks(context, viewing.agent_id, [
      { event: 'viewing.changed', subjectId: viewing.id, details },
    ]);
}

const notLapsed = { lapsed_at: null, answer_reminder_at: null };

async function lastRequest({ db }: ServerContext, { id, starts_at }: ViewingModel): Promise<Date> {
  const where = { viewing_id: id, side: 'user' as const, kind: ['requested' as const, 'proposed' as const] };
  const event = await db.models.ViewingEvent.findOne({ where, order: [['id', 'DESC']] });
  return event?.starts_at ?? starts_at;
}

/** @throws {ConflictError} the listing is no longer on offer, or the agent is not free. */
async function requireAgreeable(
  context: ServerContext,
  viewing: ViewingModel,
  times: Times,
  side: ViewingSide,
): Promise<void> {
  const { agent_id, property_id, user_id } = viewing;
  const property = property_id === null ? null : await context.db.models.Property.findByPk(property_id);
  if (!property || agent_id === null || user_id === null || !hasValues(property, publicListing))
    throw new ConflictError(msg('This property is no longer on offer'), 'property_gone');
  await requireOnOffer(context, property, agent_id);
  await requireFreeTime(context, {
    agentId: agent_id,
    viewingId: viewing.id,
    ...times,
    isAsAgent: side === 'agent',
  });
}

function timesFrom(starts_at: Date): Times {
  return { starts_at, ends_at: new Date(starts_at.getTime() + VIEWING_MS) };
}

function proposedTimes(context: ServerContext, startsAt: string | undefined): Times {
  if (!startsAt) throw invalidField('starts_at', msg('Choose the time you want to propose'));
  return timesFrom(requireFuture(context, startsAt));
}

/** A viewing agreed on after the time of a reminder needs none. */
export function reminders({ now }: ServerContext, { starts_at }: Times) {
  const ahead = starts_at.getTime() - now().getTime();
  return {
    day_reminder_at: ahead <= DAY_MS ? now() : null,
    hour_reminder_at: ahead <= HOUR_MS ? now() : null,
  };
}

export const noReminders = {
  day_reminder_at: null,
  hour_reminder_at: null,
  outcome: null,
  outcome_note: null,
  outcome_at: null,
  outcome_asked_at: null,
};

type Times = Pick<ViewingModel, 'starts_at' | 'ends_at'>;

/** @param text ISO-8601. @throws {InvalidInputError} past, or more than six months ahead. */
export function requireFuture({ now }: ServerContext, text: string): Date {
  const time = new Date(text);
  const ahead = time.getTime() - now().getTime();
  if (ahead <= 0) throw invalidField('starts_at', msg('Choose a time in the future'));
  if (ahead > LONGEST_AHEAD_MS) throw invalidField('starts_at', msg('Choose a time within the next six months'));
  return time;
}

async function requireOnOffer(
  { db }: ServerContext,
  { status }: Pick<PropertyModel, 'status'>,
  agentId: number,
): Promise<void> {
  if (status === 'sold' || status === 'rented')
    throw new ConflictError(
      msg(
        '{status, select, sold {This property has already been sold} other {This property has already been rented}}',
        { status },
      ),
      'property_taken',
    );
  if (!(await isPublicAgent(db, agentId)))
    throw new ConflictError(msg('This property’s agent is not taking viewings right now'), 'agent_unavailable');
}

async function requireNoOpenRequest(
  { db, now }: ServerContext,
  { callerId, propertyId }: { callerId: number; propertyId: number },
): Promise<void> {
  const open = await db.models.Viewing.findAll({
    where: {
      user_id: callerId,
      status: { [Op.in]: ['requested', 'proposed', 'confirmed'] },
      starts_at: { [Op.gt]: now() },
    },
  });
  if (open.some((viewing) => viewing.property_id === propertyId))
    throw new ConflictError(msg('You have already requested a viewing of this property'), 'already_requested');
  if (open.length >= MAX_OPEN_REQUESTS)
    throw new ConflictError(
      msg('You have too many open viewings. Cancel one before requesting another.'),
      'too_many_open',
    );
}

async function requireFreeCalendar(
  { db, now }: ServerContext,
  viewing: ViewingModel,
  times: Times,
): Promise<void> {
  if (times.starts_at <= now())
    throw new ConflictError(msg('This time has passed. Propose another one.'), 'time_passed');
  const clash = await db.models.Viewing.findOne({
    where: {
      agent_id: viewing.agent_id,
      status: 'confirmed',
      id: { [Op.ne]: viewing.id },
      starts_at: { [Op.lt]: times.ends_at },
      ends_at: { [Op.gt]: times.starts_at },
    },
  });
  if (clash) throw new ConflictError(msg('The agent has another viewing at this time'), 'viewing_clash');
}
