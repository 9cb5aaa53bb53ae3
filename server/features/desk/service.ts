import { type Attributes, Transaction } from 'sequelize';
import type { z } from 'zod';
import type { ClientModel } from '#server/db/models.ts';
import { toNumber } from '#server/db/sql.ts';
import { maySeeQueue, memberIds, membershipOf } from '#server/features/auth/writes/offices.ts';
import { type ClientRecord, contactsOf } from '#server/features/clients/reads/people.ts';
import { countQueue, isReadableBy, readNotes, readQueue, readRows } from '#server/features/clients/reads/queue.ts';
import { assignClient, seesAsColleague } from '#server/features/clients/writes/handOver.ts';
import { refreshClients, refreshClientsOf } from '#server/features/clients/writes.ts';
import type { RequestsOf, ServerContext } from '#server/features/context.ts';
import { readConversationsById } from '#server/features/conversations/reads.ts';
import { markConversationRead } from '#server/features/conversations/service.ts';
import { readViewings, readViewingsById } from '#server/features/viewings/reads.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, ForbiddenError, found, InvalidInputError, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { type DeskRow, type deskCalls, MAX_NOTES, type QueueScope } from '#shared/contracts/desk.ts';
import { LONGEST_SNOOZE_DAYS } from '#shared/limits.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { getLine, readInterests, readRecords, readTimeline } from './reads.ts';
import { answerByTalk } from './writes/answers.ts';
import {
  holdReply,
  holdTime,
  presentHeld,
  readHeld,
  sendHeld,
  sendReply,
  takeReplyBack,
} from './writes/heldReplies.ts';

const DAY_MS = 24 * 3_600_000;
type Change = z.output<typeof deskCalls.update.body>;

type Requests = RequestsOf<typeof deskCalls>;

export function deskService(context: ServerContext): Service<typeof deskCalls> {
  const { db } = context;

  return {
    get: (request) => readToday(context, request),

    async queue({ user, query: { ids, scope, ...part } }) {
      const desk = await openDesk(context, user, scope);
      const [counts, found] = await Promise.all([
        countQueue(db, desk),
        ids ? readRows(db, desk, ids).then((rows) => ({ rows, next: null })) : readQueue(db, desk, part),
      ]);
      return { ...found, counts };
    },

    client: (request) => readClient(context, request),

    async timeline({ user, params, query }) {
      const client = await openLine(context, user, params.id);
      return readTimeline(context, user, client, await readRecords(context, client, user), query);
    },

    update: (request) => updateClient(context, request),

    async read({ user, params }) {
      const records = await readRecords(context, await getLine(context, user, params.id), user);
      return { read: await readConversations(context, user, records) };
    },

    async reply({ user: agent, params: { id }, body }) {
      const line = await getLine(context, agent, id);
      const holdMs = holdTime(context.now(), body);
      const held = holdMs > 0 ? await holdReply(context, agent, line, body, holdMs) : null;
      if (held)
        return {
          entry: null,
          held: await presentHeld(context, agent, held),
          row: await getRow(context, agent.id, id),
        };
      const entry = await sendReply(context, agent, line, body);
      await refreshClients(context, agent.id);
      return { entry, held: null, row: await getRow(context, agent.id, id) };
    },

    async sendReply({ user: agent, params: { id, clientId } }) {
      const entry = await sendHeld(context, agent, id, clientId);
      await refreshClients(context, agent.id);
      return { entry, row: await getRow(context, agent.id, id) };
    },

    takeReplyBack: ({ user, params }) => takeReplyBack(context, user, params.id, params.clientId),

    assign: (request) => assign(context, request),

    addNote: (request) => addNote(context, request),

    async updateNote({ user, params, body }) {
      await changeNote(context, user, params, (note) => note.update(body));
      return getNote(context, user, params.noteId);
    },

    async removeNote({ user, params }) {
      await changeNote(context, user, params, (note) => note.destroy());
      return { id: params.noteId };
    },
  };
}

type Values = Partial<Attributes<ClientModel>>;

/** @throws {InvalidInputError} the values contradict each other. */
function changedValues({ now }: ServerContext, line: ClientModel, change: Change): Values {
  const { done, snoozed_until, expected_version: _seen, stage, ...plain } = change;
  const values: Values = { ...plain };
  const min = plain.budget_min === undefined ? line.budget_min : plain.budget_min;
  const max = plain.budget_max === undefined ? line.budget_max : plain.budget_max;
  if (min !== null && max !== null && toNumber(min) > toNumber(max))
    throw invalidField('budget_max', msg('The maximum is below the minimum'));
  if (stage !== undefined) Object.assign(values, { stage, stage_at: now() });
  if (done !== undefined && snoozed_until)
    throw invalidField('snoozed_until', msg('A client can be snoozed or done, not both'));
  if (done !== undefined) values.done_at = done ? now() : null;
  if (done) Object.assign(values, { snoozed_until: null, snoozed_at: null, due_since: null });
  if (snoozed_until !== undefined) {
    const until = snoozed_until === null ? null : requireSnooze(now(), snoozed_until);
    Object.assign(values, { snoozed_until: until, snoozed_at: until && now(), due_since: null });
    if (until) values.done_at = null;
  }
  return values;
}

function requireSnooze(now: Date, text: string): Date {
  const until = new Date(text);
  const ahead = until.getTime() - now.getTime();
  if (ahead > 0 && ahead <= LONGEST_SNOOZE_DAYS * DAY_MS) return until;
  const message = ahead > 0 ? msg('Choose a time within a year') : msg('Choose a time in the future');
  throw new InvalidInputError([{ path: 'snoozed_until', message }]);
}

/** The agents of the scope, with refreshed lines. @throws {NotFoundError} there is no office. */
async function openDesk(context: ServerContext, user: SignedInUser, scope: QueueScope) {
  const { db, now } = context;
  const own = { agentId: user.id, now: now() };
  if (scope === 'own') {
    await refreshClients(context, user.id);
    return own;
  }
  const membership = found(await membershipOf(db, user.id), 'office');
  if (!maySeeQueue(membership))
    throw new ForbiddenError(msg('The members of your office do not share their clients'), 'queue_not_shared');
  const members = await memberIds(db, membership.office.id);
  await refreshClientsOf(context, members);
  return { ...own, members };
}

/** Also a colleague's line if the caller may see the office's clients. @throws {NotFoundError} otherwise. */
async function openLine({ db }: ServerContext, user: SignedInUser, id: number): Promise<ClientModel> {
  const seen = found(await db.models.Client.findByPk(id), 'client');
  const isOwn = seen.agent_id === user.id;
  if (!isOwn) found(await seesAsColleague(db, await membershipOf(db, user.id), seen), 'client');
  return seen;
}

/** Locks an own line until the transaction ends. @throws {NotFoundError} also for another agent's client. */
async function lockLine(context: ServerContext, user: SignedInUser, id: number): Promise<ClientModel> {
  const { Client, User } = context.db.models;
  // In the order of account deletions: the account before its lines.
  await User.findByPk(user.id, { attributes: ['id'], lock: Transaction.LOCK.KEY_SHARE });
  const lock = Transaction.LOCK.NO_KEY_UPDATE;
  return found(await Client.findOne({ where: { id, agent_id: user.id }, lock }), 'client');
}

async function getRow(context: ServerContext, agentId: number, id: number): Promise<DeskRow> {
  const [row] = await readRows(context.db, { agentId }, [id]);
  return found(row, 'client');
}

async function changeNote(
  context: ServerContext,
  user: SignedInUser,
  { id, noteId }: { id: number; noteId: number },
  change: (note: InstanceType<ServerContext['db']['models']['ClientNote']>) => Promise<unknown>,
): Promise<void> {
  const { db } = context;
  await db.transaction(async () => {
    const line = await lockLine(context, user, id);
    const where = { id: noteId, client_id: line.id, ...isReadableBy(user.id) };
    await change(found(await db.models.ClientNote.findOne({ where }), 'note'));
    publishChange(context, user, id);
  });
}

function publishChange({ db, bus }: ServerContext, { id: agentId }: SignedInUser, clientId: number): void {
  db.afterCommit(() => bus.publish('clientChanged', { agentId, clientId }));
}

async function getNote(context: ServerContext, user: SignedInUser, id: number) {
  const [note] = await readNotes(context, user.id, { ids: [id] });
  return found(note, 'note');
}

/** 'Done' reads everything of the client: inquiries, messages, and the notices of all their matters. */
async function readAllOf(
  context: ServerContext,
  user: SignedInUser,
  line: ClientModel,
  records: readonly ClientRecord[],
): Promise<void> {
  const { db, jobs } = context;
  const id = records.flatMap((record) => (record.kind === 'inquiry' ? record.id : []));
  const where = { id, agent_id: user.id, status: 'new' as const };
  const ofRecords = records.map((record) => `${record.kind}-${record.id}` as const);
  const readNew = async () => {
    await db.models.Inquiry.update({ status: 'read' }, { where });
    await jobs.add('readNotices', { topics: [`client-${line.id}`, ...ofRecords], readerIds: [user.id] });
  };
  await db.transaction(readNew, { isBookkeeping: true });
  await readConversations(context, user, records);
}

/** @returns the number of messages. */
async function readConversations(
  context: ServerContext,
  user: SignedInUser,
  records: readonly ClientRecord[],
): Promise<number> {
  let read = 0;
  for (const { kind, unread, id } of records)
    if (kind === 'conversation' && unread > 0) read += await markConversationRead(context, user, id);
  return read;
}

async function readToday(context: ServerContext, { user, query: { scope } }: Requests['get']) {
  const { db, now } = context;
  const desk = await openDesk(context, user, scope);
  const today = manilaDay(now());
  const [from, to] = [today, addDays(today, 1)].map((day) => startOfManilaDay(day).toISOString());
  const [counts, viewings] = await Promise.all([countQueue(db, desk), readViewings(db, user.id, { from, to })]);
  const isOn = new Set(['requested', 'proposed', 'confirmed']);
  return {
    counts,
    agenda: viewings.filter(({ agent, status }) => agent.id === user.id && isOn.has(status)),
  };
}

async function readClient(context: ServerContext, { user, params }: Requests['client']) {
  const { db } = context;
  const { Client } = db.models;
  const { agent_id: agentId } = await openLine(context, user, params.id);
  await refreshClients(context, agentId);
  const line = found(await Client.findOne({ where: { id: params.id, agent_id: agentId } }), 'client');
  const records = await readRecords(context, line, user);
  const idsOf = (kind: ClientRecord['kind']) =>
    records.flatMap((record) => (record.kind === kind ? record.id : []));
  const [row, viewings, conversations, notes, interests, held] = await Promise.all([
    getRow(context, agentId, line.id),
    readViewingsById(db, agentId, idsOf('viewing')),
    readConversationsById(db, agentId, idsOf('conversation')),
    readNotes(context, user.id, { clientId: line.id }),
    readInterests(context, line),
    agentId === user.id ? readHeld(context, user, line.id) : [],
  ]);
  return {
    row,
    contacts: contactsOf(records),
    budget_min: line.budget_min === null ? null : toNumber(line.budget_min),
    budget_max: line.budget_max === null ? null : toNumber(line.budget_max),
    wishes: line.wishes,
    notes,
    viewings: viewings.sort((one, other) => (one.starts_at < other.starts_at ? 1 : -1)),
    conversations,
    held,
    ...interests,
  };
}

async function updateClient(context: ServerContext, { user, params: { id }, body }: Requests['update']) {
  const { db, jobs, now } = context;
  const { ClientChange, ClientMark } = db.models;
  const changed = await db.transaction(async () => {
    const line = await lockLine(context, user, id);
    if (body.expected_version !== undefined && body.expected_version !== line.version)
      throw new ConflictError(
        msg('Something about this client has changed. Check it, then try again.'),
        'changed_meanwhile',
      );
    const { stage: from_stage } = line;
    await line.update({ ...changedValues(context, line, body), version: line.version + 1 });
    const change = { client_id: line.id, actor_id: user.id, from_stage, to_stage: line.stage };
    if (line.stage !== from_stage) await ClientChange.create({ ...change, created_at: now() });
    // A snooze or its end changes why the line waits.
    await ClientMark.create({ agent_id: user.id, person_key: line.person_key });
    if (body.snoozed_until) await jobs.add('readNotices', { topics: [`client-${line.id}`], readerIds: [user.id] });
    publishChange(context, user, id);
    return line;
  });
  if (body.done) await readAllOf(context, user, changed, await readRecords(context, changed, user));
  await refreshClients(context, user.id);
  return getRow(context, user.id, id);
}

// The caller may not see the client afterwards; all involved queues are refreshed.
async function assign(context: ServerContext, { user, params, body }: Requests['assign']) {
  const toId = body.agent_id;
  const { agent_id } = await openLine(context, user, params.id);
  // Records that came meanwhile are handed over with the others.
  await refreshClientsOf(context, [...new Set([agent_id, user.id])]);
  const { lines, fromId, clashing_viewings } = await assignClient(context, user.id, params.id, body);
  await refreshClientsOf(context, [fromId, toId]);
  const id = lines[0]?.to ?? params.id;
  const row = await getRow(context, toId, id);
  const membership = await membershipOf(context.db, user.id);
  const isSeen =
    toId === user.id || (await seesAsColleague(context.db, membership, { agent_id: toId, kind: 'client' }));
  return { id, agent: row.agent, row: isSeen ? row : null, clashing_viewings };
}

async function addNote(context: ServerContext, { user, params, body }: Requests['addNote']) {
  const { db } = context;
  const { ClientNote } = db.models;
  const records = body.talked_by ? await readRecords(context, await getLine(context, user, params.id), user) : [];
  const note = await db.transaction(async () => {
    const line = await lockLine(context, user, params.id);
    if ((await ClientNote.count({ where: { client_id: line.id } })) >= MAX_NOTES)
      throw new ConflictError(
        msg('You can keep up to {limit} notes about a client. Delete one to add another.', {
          limit: MAX_NOTES,
        }),
        'too_many_notes',
      );
    if (body.talked_by) await answerByTalk(context, { agent: user, line, records });
    publishChange(context, user, line.id);
    const office_id = (await membershipOf(db, user.id))?.office.id ?? null;
    return ClientNote.create({ ...body, client_id: line.id, author_id: user.id, office_id });
  });
  return getNote(context, user, note.id);
}
