import { Op, QueryTypes, Transaction, type WhereOptions } from 'sequelize';
import type { z } from 'zod';
import type { ClientModel, ViewingModel } from '#server/db/models.ts';
import { lockedInOrder, partsOf } from '#server/db/sql.ts';
import {
  isActiveAgent,
  isAway,
  type Membership,
  maySeeQueue,
  memberIds,
  membershipOf,
  publishOfficeChange,
} from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import { recordStep } from '#server/features/viewingHistory/writes.ts';
import { ConflictError, ForbiddenError, found, invalidField } from '#server/http/errors.ts';
import type { deskCalls } from '#shared/contracts/desk.ts';
import type { NoticeTopic } from '#shared/contracts/notifications.ts';
import { type Message, msg } from '#shared/messages.ts';
import type { ClientRecord } from '../reads/people.ts';
import { personKey } from '../reads/people.ts';
import { readInside } from '../reads.ts';
import { lockLines, mergedInto, moveToLine, peopleNamed, readPeople, withSamePeople } from '../writes.ts';

export interface HandOver {
  fromId: number;
  toId: number;
  /** Null: automatic, as the agent is away. */
  actorId: number | null;
  note: string | null;
}

export interface HandedOver {
  /** The lines' ids before and after: they differ if the new agent had a line of this person. */
  lines: { from: number; to: number }[];
  clashing_viewings: number;
}

/** Above this, all records of the agent are read. */
const MANY_PEOPLE = 200;
/** Ids in one statement. */
const AT_ONCE = 1_000;

/** Lines that can be handed over: colleagues and reviewers are the agent's own. */
const isClient = { kind: 'client' } as const;

/** Locks all rows that a hand-over reads. First in its transaction: accounts are locked in one order. */
export async function holdAgents(
  context: ServerContext,
  { fromId, toId, actorId }: Pick<HandOver, 'fromId' | 'toId' | 'actorId'>,
  lines: WhereOptions | null,
): Promise<void> {
  const { Client, User } = context.db.models;
  for (const id of [...new Set([fromId, toId])].toSorted((one, other) => one - other))
    await lockLines(context, id);
  const people = lines
    ? await Client.findAll({
        attributes: ['user_id'],
        where: { [Op.and]: [lines, { agent_id: fromId, ...isClient, user_id: { [Op.ne]: null } }] },
      })
    : [];
  const ids = [fromId, toId, actorId, ...people.map(({ user_id }) => user_id)];
  await User.findAll({
    attributes: ['id'],
    where: { id: [...new Set(ids.filter((id) => id !== null))] },
    ...lockedInOrder('NO_KEY_UPDATE'),
  });
}

/** Checks the colleague who gets the clients. @param path the field that names them. @throws {InvalidInputError} */
export async function requireColleague(
  { db, now }: ServerContext,
  { office }: Membership,
  { id, path }: { id: number; path: string },
): Promise<void> {
  const member = await db.models.OfficeMember.findByPk(id);
  const refuse = (message: Message) => invalidField(path, message);
  if (member?.office_id !== office.id) throw refuse(msg('Choose a colleague from your office'));
  if (!(await isActiveAgent(db, id))) throw refuse(msg('This colleague’s account is not active'));
  if (isAway(member, now())) throw refuse(msg('This colleague is away'));
}

/**
 * Moves lines of one agent to another, with their records: inquiries, conversations, viewings that are not over,
 * notes and changes. Past viewings, reviews and conversations between agents stay. In a transaction that holds both
 * agents (`holdAgents`); the caller has checked the permission.
 */
export async function handOverLines(context: ServerContext, handOver: HandOver, where: WhereOptions) {
  const { db, now, bus, jobs } = context;
  const { Client, ClientChange, ClientMark } = db.models;
  const { fromId, toId, actorId, note } = handOver;
  const lines = await Client.findAll({
    where: { [Op.and]: [where, { agent_id: fromId, ...isClient }] },
    ...lockedInOrder('UPDATE'),
  });
  if (lines.length === 0) return { lines: [], clashing_viewings: 0 };
  const records = await readRecordsOf(context, fromId, lines);
  const moved = await moveRecords(context, handOver, [...records.values()].flat());
  const known = await Client.findAll({
    where: { agent_id: toId, person_key: lines.map(({ person_key }) => person_key) },
    ...lockedInOrder('UPDATE'),
  });
  const others = new Map(known.map((line) => [line.person_key, line]));
  const result: HandedOver['lines'] = [];
  for (const line of lines) {
    const other = others.get(line.person_key);
    if (other) await mergeLine(context, line, other);
    result.push({ from: line.id, to: other?.id ?? line.id });
  }
  const plain = lines.filter(({ person_key }) => !others.has(person_key));
  for (const isBack of [false, true]) {
    const ids = plain.filter((line) => (line.came_from_id === toId) === isBack).map(({ id }) => id);
    // A changed version: open windows show the former agent's line.
    const values = {
      agent_id: toId,
      came_from_id: isBack ? null : fromId,
      version: db.sequelize.literal('version + 1'),
    };
    for (const some of partsOf(ids, AT_ONCE)) await Client.update(values as object, { where: { id: some } });
  }
  const created_at = now();
  const changes = lines.map((line, at) => ({
    client_id: result[at]?.to ?? line.id,
    actor_id: actorId,
    kind: 'assigned' as const,
    from_stage: line.stage,
    to_stage: line.stage,
    from_agent_id: fromId,
    to_agent_id: toId,
    note,
    created_at,
  }));
  await ClientChange.bulkCreate(changes);
  // A line without records leaves no mark of its own.
  const bare = lines.filter(({ person_key }) => (records.get(person_key) ?? []).length === 0);
  await ClientMark.bulkCreate(bare.map(({ person_key }) => ({ agent_id: toId, person_key })));
  await jobs.add('handOverNotice', {
    fromId,
    toId,
    actorId,
    count: lines.length,
    clientId: lines.length === 1 ? (result[0]?.to ?? null) : null,
    note,
  });
  await jobs.addAll(
    'newAgentNotice',
    lines.flatMap(({ person_key, user_id: userId }) => {
      const conversation = (records.get(person_key) ?? []).find(({ kind }) => kind === 'conversation');
      return userId === null ? [] : [{ fromId, toId, userId, conversationId: conversation?.id ?? null }];
    }),
    { priority: lines.length > 1 ? 'bulk' : 'normal' },
  );
  db.afterCommit(() => {
    bus.publish('handedOver', { fromId, toId, ...moved });
    const [only] = result.length === 1 ? result : [];
    bus.publish('clientChanged', { agentId: fromId, clientId: only?.from ?? null });
    bus.publish('clientChanged', { agentId: toId, clientId: only?.to ?? null });
  });
  const membership = await membershipOf(db, toId);
  if (membership) publishOfficeChange(context, await memberIds(db, membership.office.id));
  const viewingIds = moved.viewings.map(({ id }) => id);
  return { lines: result, clashing_viewings: await countClashes(context, viewingIds) };
}

/** The records of these lines, by person; without conversations between agents. */
async function readRecordsOf(context: ServerContext, agentId: number, lines: readonly ClientModel[]) {
  const keys = lines.map(({ person_key }) => person_key);
  const people = keys.length > MANY_PEOPLE ? undefined : await withSamePeople(context, peopleNamed(keys));
  const groups = await readPeople(context, agentId, { ...(people && { people }), read: readInside });
  const asked = new Set(keys);
  const named = groups.map((records) => [personKey(records), records] as const);
  return new Map(
    named.flatMap(([key, records]) =>
      asked.has(key) ? [[key, records.filter((record) => !record.is_between_agents)]] : [],
    ),
  );
}

async function moveRecords(
  context: ServerContext,
  { fromId, toId, actorId }: HandOver,
  records: readonly ClientRecord[],
) {
  const { db, jobs, now } = context;
  const { Inquiry, Conversation, SlotOffer, Viewing, ViewingEvent } = db.models;
  const idParts = (wanted: ClientRecord['kind']) => {
    const ids = records.flatMap(({ kind, id }) => (kind === wanted ? id : []));
    ids.sort((one, other) => one - other);
    return partsOf(ids, AT_ONCE);
  };
  const own = { agent_id: fromId };
  const lock = Transaction.LOCK.NO_KEY_UPDATE;
  const moved = {
    conversations: [] as { id: number; status: 'active' | 'suspended' | 'closed'; userId: number | null }[],
    viewings: [] as { id: number; status: InstanceType<typeof Viewing>['status']; userId: number | null }[],
  };
  const topics: NoticeTopic[] = [];
  for (const id of idParts('inquiry')) {
    const rows = await Inquiry.findAll({ attributes: ['id'], where: { ...own, id }, order: ['id'], lock });
    // The former agent's digest does not pass on: the new agent gets a notice of the hand-over.
    const values = { agent_id: toId, awaits_digest: false };
    await Inquiry.update(values, { where: { ...own, id }, silent: true });
    topics.push(...rows.map((row) => `inquiry-${row.id}` as const));
  }
  for (const id of idParts('conversation')) {
    // If the agent is the asking side, the conversation is about another agent's listing.
    const rows = await Conversation.findAll({ where: { ...own, id }, order: ['id'], lock });
    await Conversation.update({ agent_id: toId }, { where: { ...own, id }, silent: true });
    moved.conversations.push(...rows.map((row) => ({ id: row.id, status: row.status, userId: row.user_id })));
    topics.push(...rows.map((row) => `conversation-${row.id}` as const));
  }
  for (const id of idParts('viewing')) {
    const where = { ...own, id, ends_at: { [Op.gt]: now() } };
    const rows = await Viewing.findAll({ where, order: ['id'], lock });
    await Viewing.update({ agent_id: toId }, { where, silent: true });
    // The link moves and cancels it in the new agent's calendar.
    await SlotOffer.update({ agent_id: toId }, { where: { ...own, viewing_id: rows.map((row) => row.id) } });
    const step = { kind: 'handed_over' as const, side: null };
    const isGuests = (row: ViewingModel) => row.user_id === null && row.status === 'confirmed';
    await ViewingEvent.bulkCreate(
      rows
        .filter((row) => !isGuests(row))
        .map((row) => ({
          ...step,
          viewing_id: row.id,
          actor_id: actorId,
          starts_at: row.starts_at,
          reason: null,
          created_at: now(),
        })),
    );
    // A visitor without an account has no bell: a mail names the new agent.
    for (const row of rows.filter(isGuests)) await recordStep(context, row, { ...step, actorId });
    moved.viewings.push(...rows.map((row) => ({ id: row.id, status: row.status, userId: row.user_id })));
    topics.push(...rows.map((row) => `viewing-${row.id}` as const));
  }
  // The pages are no longer the former agent's.
  const some = partsOf(topics, AT_ONCE);
  await jobs.addAll(
    'readNotices',
    some.map((part) => ({ topics: part, readerIds: [fromId] })),
  );
  return moved;
}

/** Joins two lines of the same person: the new agent's line stays, with the former agent's notes. */
async function mergeLine(context: ServerContext, line: ClientModel, other: ClientModel): Promise<void> {
  const both = <Value>(one: Value | null, two: Value | null, choose: (one: Value, two: Value) => Value) =>
    one === null || two === null ? null : choose(one, two);
  const later = (one: Date, two: Date) => (one > two ? one : two);
  const isLinesStage = line.stage !== other.stage && mergedInto(other, line).stage === line.stage;
  await other.update({
    ...mergedInto(other, line),
    stage_at: isLinesStage ? line.stage_at : other.stage_at,
    // If the client waits in either line, the joined line waits.
    done_at: both(line.done_at, other.done_at, later),
    snoozed_until: both(line.snoozed_until, other.snoozed_until, (one, two) => (one < two ? one : two)),
    snoozed_at: both(line.snoozed_at, other.snoozed_at, later),
    due_since: other.due_since ?? line.due_since,
    version: Math.max(line.version, other.version) + 1,
  });
  await moveToLine(context, line, other);
}

/** Number of confirmed viewings that overlap with another viewing of the new agent. */
async function countClashes({ db }: ServerContext, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const [row] = await db.sequelize.query<{ clashes: number | string }>(
    `SELECT COUNT(*) AS clashes FROM viewings v WHERE v.id IN (:ids) AND v.status = 'confirmed' AND EXISTS (
      SELECT 1 FROM viewings o WHERE o.agent_id = v.agent_id AND o.id <> v.id AND o.status = 'confirmed'
        AND o.starts_at < v.ends_at AND o.ends_at > v.starts_at)`,
    { replacements: { ids: [...ids] }, type: QueryTypes.SELECT },
  );
  return Number(row?.clashes ?? 0);
}

/**
 * Hands one client over.
 * @throws {NotFoundError} no client visible to the caller. @throws {ForbiddenError} visible, but not the caller's to
 * hand over. @throws {InvalidInputError} the colleague cannot take clients. @throws {ConflictError} it cannot be handed
 * over, or has changed.
 */
export function assignClient(
  context: ServerContext,
  callerId: number,
  clientId: number,
  { agent_id: toId, note = null, expected_version: expected }: z.output<typeof deskCalls.assign.body>,
): Promise<HandedOver & { fromId: number }> {
  const { db } = context;
  return db.transaction(async () => {
    const seen = found(await db.models.Client.findByPk(clientId), 'client');
    const handOver = { fromId: seen.agent_id, toId, actorId: callerId, note };
    await holdAgents(context, handOver, { id: clientId });
    // If the line was handed over meanwhile, another agent has it.
    const where = { id: clientId, agent_id: seen.agent_id };
    const line = found(await db.models.Client.findOne({ where }), 'client');
    const membership = await requireVisible(context, callerId, line);
    const { fromId } = handOver;
    const isTaking = toId === callerId && line.waiting_since !== null;
    if (fromId !== callerId && membership.member.role !== 'manager' && !isTaking)
      throw new ForbiddenError(
        msg('Only the client’s agent or an office manager can hand a client over'),
        'not_your_client',
      );
    if (expected !== undefined && line.version !== expected)
      throw new ConflictError(
        msg('Something about this client has changed. Check it, then try again.'),
        'changed_meanwhile',
      );
    if (line.kind !== 'client') throw new ConflictError(msg('Only clients can be handed over'), 'not_a_client');
    if (fromId === toId) throw invalidField('agent_id', msg('This client is already theirs'));
    await requireColleague(context, membership, { id: toId, path: 'agent_id' });
    return { ...(await handOverLines(context, handOver, { id: clientId })), fromId };
  });
}

/** The caller's membership. @throws {NotFoundError} no visible line. @throws {ConflictError} an own line, without an office. */
async function requireVisible({ db }: ServerContext, callerId: number, line: ClientModel) {
  const membership = await membershipOf(db, callerId);
  if (line.agent_id === callerId) {
    if (membership) return membership;
    throw new ConflictError(
      msg('You are not in an office, so you have no colleague to hand this client to'),
      'no_office',
    );
  }
  return found(await seesAsColleague(db, membership, line), 'client');
}

/** The reader's membership, if it makes a colleague's client visible. */
export async function seesAsColleague(
  db: ServerContext['db'],
  membership: Membership | null,
  line: Pick<ClientModel, 'agent_id' | 'kind'>,
): Promise<Membership | null> {
  if (!membership || line.kind !== 'client' || !maySeeQueue(membership)) return null;
  const theirs = await db.models.OfficeMember.findByPk(line.agent_id);
  return theirs?.office_id === membership.office.id ? membership : null;
}
