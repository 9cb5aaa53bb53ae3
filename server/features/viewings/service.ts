import { Op } from 'sequelize';
import type { PropertyModel, ViewingModel } from '#server/db/models.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import { lockUser, lockUsers } from '#server/features/auth/writes/passwords.ts';
import { requireFreeTime } from '#server/features/availability/service.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import { notifyWebhooks } from '#server/features/webhooks/writes.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, ForbiddenError, found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { DomainEvents } from '#server/realtime/bus.ts';
import { VIEWING_MINUTES, type Viewing as ViewingAnswer, type viewingsCalls } from '#shared/contracts/viewings.ts';
import { LONGEST_VIEWING_AHEAD_DAYS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { openDecisions, type ViewingDecision, type ViewingSide } from '#shared/viewingDecisions.ts';
import { countViewings, readViewing, readViewings, renderCalendarFile } from './reads.ts';

const VIEWING_MS = VIEWING_MINUTES * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_AHEAD_MS = LONGEST_VIEWING_AHEAD_DAYS * DAY_MS;
const MAX_OPEN_REQUESTS = 20;

export function viewingsService(context: ServerContext): Service<typeof viewingsCalls> {
  const { db, now, env, bus } = context;
  const { Property, Viewing } = db.models;

  /** @throws {NotFoundError} also for a viewing of two other people. */
  async function getViewing(caller: SignedInUser, id: number): Promise<ViewingAnswer> {
    const viewing = found(await readViewing(db, caller.id, id), 'viewing');
    found(sideOf(caller, { user_id: viewing.user.id, agent_id: viewing.agent.id }), 'viewing');
    return viewing;
  }

  return {
    list: ({ user, query }) => readViewings(db, user.id, query),
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
        const ends_at = new Date(starts_at.getTime() + VIEWING_MS);
        const asked = { agentId: agent_id, starts_at, ends_at, isAsAgent: false, isNoticeDue: true };
        await requireFreeTime(context, asked);
        const values = { property_id, agent_id, user_id: user.id, starts_at, ends_at, note };
        const viewing = await Viewing.create(values);
        await publishChange(context, { viewingId: viewing.id, actorId: user.id, decision: 'requested' });
        await notifyWebhooks(context, agent_id, [{ event: 'viewing.requested', subjectId: viewing.id }]);
        return viewing;
      });
      return getViewing(user, id);
    },

    // One side's answer. Confirmed viewings of one agent never overlap: the second confirmation is refused.
    async update({ user, params: { id }, body: { status, starts_at } }) {
      await db.transaction(async () => {
        const seen = found(await Viewing.findByPk(id), 'viewing');
        const side = found(sideOf(user, seen), 'viewing');
        // The calendar is locked before the viewing is read: two confirmations must not both find it free.
        await lockUser(context, seen.agent_id);
        const viewing = found(await Viewing.findByPk(id), 'viewing');
        if (viewing.agent_id !== seen.agent_id)
          throw new ConflictError(
            msg('Another agent has taken over this viewing. Check it, then try again.'),
            'changed_meanwhile',
          );
        if (!openDecisions(side, viewing.status).includes(status))
          throw new ConflictError(
            msg(
              'A viewing that is {status, select, requested {requested} proposed {proposed} confirmed {confirmed} declined {declined} other {cancelled}} cannot be {next, select, requested {requested} proposed {proposed} confirmed {confirmed} declined {declined} other {cancelled}} by you',
              { status: viewing.status, next: status },
            ),
            'invalid_transition',
          );
        const times = status === 'proposed' ? proposedTimes(context, starts_at) : viewing;
        if (status === 'confirmed') await requireFreeCalendar(context, viewing);
        if (status === 'confirmed' || status === 'proposed')
          await requireFreeTime(context, {
            agentId: viewing.agent_id,
            viewingId: id,
            starts_at: times.starts_at,
            ends_at: times.ends_at,
            isAsAgent: side === 'agent',
          });
        const details = { previous_status: viewing.status };
        await viewing.update({ status, ...newTimes(context, status, times) });
        await publishChange(context, { viewingId: id, actorId: user.id, decision: status });
        await notifyWebhooks(context, viewing.agent_id, [{ event: 'viewing.changed', subjectId: id, details }]);
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
        db.afterCommit(() => bus.publish('viewingOutcome', { viewingId: id, agentId: user.id }));
      });
      return getViewing(user, id);
    },

    async calendar({ user, params, t }) {
      const viewing = await getViewing(user, params.id);
      const url = `${env.publicUrl}/properties/${viewing.property.id}`;
      return { file: renderCalendarFile(viewing, { url, stamp: now(), t }) };
    },
  };
}

async function publishChange({ db, bus, jobs }: ServerContext, change: DomainEvents['viewingChanged']) {
  db.afterCommit(() => bus.publish('viewingChanged', change));
  await jobs.add('viewingNotice', change);
}

function sideOf({ id }: SignedInUser, viewing: { user_id: number; agent_id: number }): ViewingSide | null {
  if (id === viewing.agent_id) return 'agent';
  return id === viewing.user_id ? 'user' : null;
}

function proposedTimes(context: ServerContext, startsAt: string | undefined) {
  if (!startsAt) throw invalidField('starts_at', msg('Choose the time you want to propose'));
  const starts_at = requireFuture(context, startsAt);
  return { starts_at, ends_at: new Date(starts_at.getTime() + VIEWING_MS) };
}

/** A moved viewing is reminded of anew. A viewing agreed on after the time of a reminder needs none. */
function newTimes({ now }: ServerContext, status: ViewingDecision, { starts_at, ends_at }: Times) {
  if (status === 'proposed') return { starts_at, ends_at, ...noReminders };
  if (status !== 'confirmed') return {};
  const ahead = starts_at.getTime() - now().getTime();
  return {
    day_reminder_at: ahead <= DAY_MS ? now() : null,
    hour_reminder_at: ahead <= HOUR_MS ? now() : null,
  };
}

const noReminders = {
  day_reminder_at: null,
  hour_reminder_at: null,
  outcome: null,
  outcome_note: null,
  outcome_at: null,
  outcome_asked_at: null,
};

type Times = Pick<ViewingModel, 'starts_at' | 'ends_at'>;

function requireFuture({ now }: ServerContext, text: string): Date {
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

async function requireFreeCalendar({ db, now }: ServerContext, viewing: ViewingModel): Promise<void> {
  if (viewing.starts_at <= now())
    throw new ConflictError(msg('This time has passed. Propose another one.'), 'time_passed');
  const clash = await db.models.Viewing.findOne({
    where: {
      agent_id: viewing.agent_id,
      status: 'confirmed',
      id: { [Op.ne]: viewing.id },
      starts_at: { [Op.lt]: viewing.ends_at },
      ends_at: { [Op.gt]: viewing.starts_at },
    },
  });
  if (clash) throw new ConflictError(msg('The agent has another viewing at this time'), 'viewing_clash');
}
