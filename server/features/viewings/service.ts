import { Op, Transaction } from 'sequelize';
import type { PropertyModel, ViewingModel } from '#server/db/models.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from '#server/http/errors.ts';
import { VIEWING_MINUTES, type Viewing } from '#shared/contracts/viewings.ts';
import { openDecisions, type ViewingDecision } from '#shared/viewingDecisions.ts';
import { viewingSideOf } from './policy.ts';
import { readViewing } from './reads.ts';

const VIEWING_MS = VIEWING_MINUTES * 60_000;
const LONGEST_AHEAD_MS = 180 * 24 * 3_600_000;
const MAX_OPEN_REQUESTS = 20;

/** @throws {NotFoundError} also for a viewing of two other people. */
export async function getViewing({ db }: ServerContext, caller: SignedInUser, id: number): Promise<Viewing> {
  const viewing = await readViewing(db, id);
  if (!viewing || !viewingSideOf(caller.id, { user_id: viewing.user.id, agent_id: viewing.agent.id }))
    throw new NotFoundError('Viewing');
  return viewing;
}

/**
 * @throws {NotFoundError} there is no such public listing with an agent.
 * @throws {ConflictError} asked for already, or nothing is to be viewed any more.
 */
export async function requestViewing(
  context: ServerContext,
  caller: SignedInUser,
  { propertyId, startsAt, note }: { propertyId: number; startsAt: string; note: string | null },
): Promise<Viewing> {
  const { db, bus } = context;
  const starts_at = requireFuture(context, startsAt);
  const viewing = await db.transaction(async () => {
    const where = { ...publicListing, id: propertyId };
    const property = await db.models.Property.findOne({ where });
    if (!property || property.agent_id === null) throw new NotFoundError('Property');
    if (property.agent_id === caller.id) throw new ForbiddenError('This is your own listing', 'own_listing');
    await requireOnOffer(context, property, property.agent_id);
    // Requests of one person queue here, so that a double click asks once.
    await db.models.User.findByPk(caller.id, { lock: Transaction.LOCK.NO_KEY_UPDATE });
    await requireNoOpenRequest(context, { callerId: caller.id, propertyId });
    return db.models.Viewing.create({
      property_id: propertyId,
      agent_id: property.agent_id,
      user_id: caller.id,
      starts_at,
      ends_at: new Date(starts_at.getTime() + VIEWING_MS),
      note,
    });
  });
  bus.publish('viewingChanged', { viewingId: viewing.id, actorId: caller.id, decision: 'requested' });
  return getViewing(context, caller, viewing.id);
}

/**
 * One side's answer. Confirmed viewings of one agent never overlap: whoever confirms second is refused.
 * @throws {ConflictError} this side cannot answer so now, or the agent has another viewing then.
 */
export async function decideViewing(
  context: ServerContext,
  caller: SignedInUser,
  id: number,
  { status, starts_at: startsAt }: { status: ViewingDecision; starts_at?: string | undefined },
): Promise<Viewing> {
  const { db, bus } = context;
  await db.transaction(async () => {
    const seen = await db.models.Viewing.findByPk(id);
    const side = seen && viewingSideOf(caller.id, seen);
    if (!seen || !side) throw new NotFoundError('Viewing');
    // The agent's calendar is locked before the viewing is read for good: two confirmations must not both find it free.
    await db.models.User.findByPk(seen.agent_id, { lock: Transaction.LOCK.NO_KEY_UPDATE });
    const viewing = await db.models.Viewing.findByPk(id);
    if (!viewing) throw new NotFoundError('Viewing');
    if (!openDecisions(side, viewing.status).includes(status))
      throw new ConflictError(
        `A viewing that is ${viewing.status} cannot be ${status} by you`,
        'invalid_transition',
      );
    const times = status === 'proposed' ? proposedTimes(context, startsAt) : {};
    if (status === 'confirmed') await requireFreeCalendar(context, viewing);
    await viewing.update({ status, ...times });
  });
  bus.publish('viewingChanged', { viewingId: id, actorId: caller.id, decision: status });
  return getViewing(context, caller, id);
}

function proposedTimes(context: ServerContext, startsAt: string | undefined) {
  if (!startsAt) throw new InvalidInputError([{ path: 'starts_at', message: 'Choose the time you propose' }]);
  const starts_at = requireFuture(context, startsAt);
  return { starts_at, ends_at: new Date(starts_at.getTime() + VIEWING_MS) };
}

function requireFuture({ now }: ServerContext, text: string): Date {
  const time = new Date(text);
  const ahead = time.getTime() - now().getTime();
  if (ahead <= 0)
    throw new InvalidInputError([{ path: 'starts_at', message: 'Choose a time in the future' }]);
  if (ahead > LONGEST_AHEAD_MS)
    throw new InvalidInputError([{ path: 'starts_at', message: 'Choose a time within the next six months' }]);
  return time;
}

async function requireOnOffer(
  { db }: ServerContext,
  { status }: Pick<PropertyModel, 'status'>,
  agentId: number,
): Promise<void> {
  if (status === 'sold' || status === 'rented')
    throw new ConflictError(`This property was ${status} already`, 'property_taken');
  if (!(await isPublicAgent(db, agentId)))
    throw new ConflictError(
      'The agent of this property takes no viewings at the moment',
      'agent_unavailable',
    );
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
    throw new ConflictError('You have asked for a viewing of this property already', 'already_requested');
  if (open.length >= MAX_OPEN_REQUESTS)
    throw new ConflictError(
      'You have many open viewings. Cancel one before asking for another.',
      'too_many_open',
    );
}

async function requireFreeCalendar({ db, now }: ServerContext, viewing: ViewingModel): Promise<void> {
  if (viewing.starts_at <= now())
    throw new ConflictError('This time has passed. Propose another one.', 'time_passed');
  const clash = await db.models.Viewing.findOne({
    where: {
      agent_id: viewing.agent_id,
      status: 'confirmed',
      id: { [Op.ne]: viewing.id },
      starts_at: { [Op.lt]: viewing.ends_at },
      ends_at: { [Op.gt]: viewing.starts_at },
    },
  });
  if (clash) throw new ConflictError('The agent has another viewing at this time', 'viewing_clash');
}
