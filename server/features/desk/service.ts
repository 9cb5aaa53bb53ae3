import { type Attributes, Transaction } from 'sequelize';
import type { z } from 'zod';
import type { ClientModel } from '#server/db/models.ts';
import { readAll, toIso, toNumber } from '#server/db/sql.ts';
import { maySeeQueue, memberIds, membershipOf } from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readConversationsById } from '#server/features/conversations/reads.ts';
import { markConversationRead } from '#server/features/conversations/service.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import { readViewings, readViewingsById } from '#server/features/viewings/reads.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { ConflictError, ForbiddenError, found, InvalidInputError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';
import {
  type ClientStage,
  type DeskClient,
  type DeskRow,
  type deskCalls,
  MAX_NOTES,
  type QueueScope,
} from '#shared/contracts/desk.ts';
import { LONGEST_SNOOZE_DAYS } from '#shared/limits.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { personKey } from '../clients/reads/identity.ts';
import { isReadableBy, readNotes } from '../clients/reads/notes.ts';
import { contactsOf } from '../clients/reads/person.ts';
import { countQueue, readQueue, readRows } from '../clients/reads/queue.ts';
import type { ClientRecord } from '../clients/reads.ts';
import { assignClient, seesAsColleague } from '../clients/writes/handOver.ts';
import {
  peopleNamed,
  readPeople,
  refreshClients,
  refreshClientsOf,
  withSamePeople,
} from '../clients/writes.ts';
import { readTimeline } from './reads.ts';
import { answerClient } from './writes.ts';

const DAY_MS = 24 * 3_600_000;
/** Of the listings a client looked at or saved. */
const MAX_INTERESTS = 20;

type Change = z.output<typeof deskCalls.update.body>;

export function deskService(context: ServerContext): Service<typeof deskCalls> {
  const { db, now, bus } = context;
  const { Client, ClientNote, ClientMark, User } = db.models;

  /** Whose clients are asked for, with their lines up to date. @throws {NotFoundError} there is no office. */
  async function openDesk(user: SignedInUser, scope: QueueScope) {
    const own = { agentId: user.id, now: now() };
    if (scope === 'own') {
      await refreshClients(context, user.id);
      return own;
    }
    const membership = found(await membershipOf(db, user.id), 'office');
    if (!maySeeQueue(membership))
      throw new ForbiddenError(
        msg('The members of your office do not share their clients'),
        'queue_not_shared',
      );
    const members = await memberIds(db, membership.office.id);
    await refreshClientsOf(context, members);
    return { ...own, members };
  }

  /** @throws {NotFoundError} also for another agent's client. */
  async function getLine(user: SignedInUser, id: number): Promise<ClientModel> {
    return found(await Client.findOne({ where: { id, agent_id: user.id } }), 'client');
  }

  /** Also a colleague's, for who may see the office's clients. @throws {NotFoundError} for every other one. */
  async function openLine(user: SignedInUser, id: number): Promise<ClientModel> {
    const seen = found(await Client.findByPk(id), 'client');
    const isOwn = seen.agent_id === user.id;
    if (!isOwn) found(await seesAsColleague(db, await membershipOf(db, user.id), seen), 'client');
    return seen;
  }

  /** In a transaction, until it ends. @throws {NotFoundError} also for another agent's client. */
  async function lockLine(user: SignedInUser, id: number): Promise<ClientModel> {
    // Whoever erases an account holds it first, and then its lines.
    await User.findByPk(user.id, { attributes: ['id'], lock: Transaction.LOCK.KEY_SHARE });
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    return found(await Client.findOne({ where: { id, agent_id: user.id }, lock }), 'client');
  }

  async function getRow(agentId: number, id: number): Promise<DeskRow> {
    const [row] = await readRows(db, { agentId }, [id]);
    return found(row, 'client');
  }

  /** None where everything between both is gone. What two agents say to each other is shown to them alone. */
  async function readRecords(
    { agent_id, person_key }: ClientModel,
    reader: SignedInUser,
  ): Promise<ClientRecord[]> {
    const people = await withSamePeople(context, peopleNamed([person_key]));
    const groups = await readPeople(context, agent_id, { people });
    const records = groups.find((records) => personKey(records) === person_key) ?? [];
    return records.filter(({ is_between_agents }) => agent_id === reader.id || !is_between_agents);
  }

  async function changeNote(
    user: SignedInUser,
    { id, noteId }: { id: number; noteId: number },
    change: (note: InstanceType<typeof ClientNote>) => Promise<unknown>,
  ): Promise<void> {
    await db.transaction(async () => {
      const line = await lockLine(user, id);
      const where = { id: noteId, client_id: line.id, ...isReadableBy(user.id) };
      const note = found(await ClientNote.findOne({ where }), 'note');
      await change(note);
      tell(user, id);
    });
  }

  const tell = ({ id: agentId }: SignedInUser, clientId: number) =>
    db.afterCommit(() => bus.publish('clientChanged', { agentId, clientId }));

  return {
    async get({ user, query: { scope } }) {
      const desk = await openDesk(user, scope);
      const today = manilaDay(now());
      const [from, to] = [today, addDays(today, 1)].map((day) => startOfManilaDay(day).toISOString());
      const [counts, viewings] = await Promise.all([
        countQueue(db, desk),
        readViewings(db, user.id, { from, to }),
      ]);
      const isOn = new Set(['requested', 'proposed', 'confirmed']);
      return {
        counts,
        agenda: viewings.filter(({ agent, status }) => agent.id === user.id && isOn.has(status)),
      };
    },

    async queue({ user, query: { ids, scope, ...part } }) {
      const desk = await openDesk(user, scope);
      const [counts, found] = await Promise.all([
        countQueue(db, desk),
        ids ? readRows(db, desk, ids).then((rows) => ({ rows, next: null })) : readQueue(db, desk, part),
      ]);
      return { ...found, counts };
    },

    async client({ user, params }) {
      const { agent_id: agentId } = await openLine(user, params.id);
      await refreshClients(context, agentId);
      const line = found(await Client.findOne({ where: { id: params.id, agent_id: agentId } }), 'client');
      const records = await readRecords(line, user);
      const idsOf = (kind: ClientRecord['kind']) =>
        records.flatMap((record) => (record.kind === kind ? record.id : []));
      const [row, viewings, conversations, notes, interests] = await Promise.all([
        getRow(agentId, line.id),
        readViewingsById(db, agentId, idsOf('viewing')),
        readConversationsById(db, agentId, idsOf('conversation')),
        readNotes(context, user.id, { clientId: line.id }),
        readInterests(context, line),
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
        ...interests,
      };
    },

    async timeline({ user, params, query }) {
      const client = await openLine(user, params.id);
      return readTimeline(context, { reader: user, client, records: await readRecords(client, user) }, query);
    },

    async update({ user, params: { id }, body }) {
      const changed = await db.transaction(async () => {
        const line = await lockLine(user, id);
        if (body.expected_version !== undefined && body.expected_version !== line.version)
          throw new ConflictError(
            msg('Something about this client has changed. Check it, then try again.'),
            'changed_meanwhile',
          );
        const { stage: from } = line;
        await line.update({ ...changedValues(context, line, body), version: line.version + 1 });
        if (line.stage !== from) await noteStage(user, line, from);
        // A snooze or its end changes what the line waits for.
        await ClientMark.create({ agent_id: user.id, person_key: line.person_key });
        tell(user, id);
        return line;
      });
      if (body.done) await markInquiriesRead(user, await readRecords(changed, user));
      await refreshClients(context, user.id);
      return getRow(user.id, id);
    },

    async read({ user, params }) {
      const records = await readRecords(await getLine(user, params.id), user);
      let read = 0;
      for (const record of records)
        if (record.kind === 'conversation' && record.unread > 0)
          read += await markConversationRead(context, user, record.id);
      return { read };
    },

    async reply({ user: agent, params: { id }, body }) {
      const line = await getLine(agent, id);
      const entry = await answerClient(
        context,
        { agent, line, records: await readRecords(line, agent) },
        body,
      );
      await refreshClients(context, agent.id);
      return { entry, row: await getRow(agent.id, id) };
    },

    // Afterwards the caller may see them no more: what is told of them is up to date for who does.
    async assign({ user, params, body: { agent_id: toId, note = null, expected_version: expectedVersion } }) {
      const { agent_id } = await openLine(user, params.id);
      // Records that came since are handed over with the others.
      await refreshClientsOf(context, [...new Set([agent_id, user.id])]);
      const { lines, fromId, clashing_viewings } = await assignClient(context, {
        callerId: user.id,
        clientId: params.id,
        toId,
        note,
        expectedVersion,
      });
      await refreshClientsOf(context, [fromId, toId]);
      const id = lines[0]?.to ?? params.id;
      const row = await getRow(toId, id);
      const membership = await membershipOf(db, user.id);
      const isSeen =
        toId === user.id || (await seesAsColleague(db, membership, { agent_id: toId, kind: 'client' }));
      return { id, agent: row.agent, row: isSeen ? row : null, clashing_viewings };
    },

    async addNote({ user, params, body }) {
      const note = await db.transaction(async () => {
        const line = await lockLine(user, params.id);
        if ((await ClientNote.count({ where: { client_id: line.id } })) >= MAX_NOTES)
          throw new ConflictError(
            msg('You can keep up to {limit} notes about a client. Delete one to add another.', {
              limit: MAX_NOTES,
            }),
            'too_many_notes',
          );
        tell(user, line.id);
        const office_id = (await membershipOf(db, user.id))?.office.id ?? null;
        return ClientNote.create({ ...body, client_id: line.id, author_id: user.id, office_id });
      });
      return getNote(user, note.id);
    },

    async updateNote({ user, params, body }) {
      await changeNote(user, params, (note) => note.update(body));
      return getNote(user, params.noteId);
    },

    async removeNote({ user, params }) {
      await changeNote(user, params, (note) => note.destroy());
      return { id: params.noteId };
    },
  };

  async function getNote(user: SignedInUser, id: number) {
    const [note] = await readNotes(context, user.id, { ids: [id] });
    return found(note, 'note');
  }

  async function noteStage(user: SignedInUser, line: ClientModel, from_stage: ClientStage): Promise<void> {
    await db.models.ClientChange.create({
      client_id: line.id,
      actor_id: user.id,
      from_stage,
      to_stage: line.stage,
      created_at: now(),
    });
  }

  /** Whoever is done with somebody has read what they asked. */
  async function markInquiriesRead(user: SignedInUser, records: readonly ClientRecord[]): Promise<void> {
    const id = records.flatMap((record) => (record.kind === 'inquiry' ? record.id : []));
    if (id.length === 0) return;
    const where = { id, agent_id: user.id, status: 'new' as const };
    await db.transaction(() => db.models.Inquiry.update({ status: 'read' }, { where }), {
      isBookkeeping: true,
    });
  }
}

type Values = Partial<Attributes<ClientModel>>;

/** @throws {InvalidInputError} the values do not go together. */
function changedValues({ now }: ServerContext, line: ClientModel, change: Change): Values {
  const { done, snoozed_until, expected_version: _seen, stage, ...plain } = change;
  const values: Values = { ...plain };
  const min = plain.budget_min === undefined ? line.budget_min : plain.budget_min;
  const max = plain.budget_max === undefined ? line.budget_max : plain.budget_max;
  if (min !== null && max !== null && toNumber(min) > toNumber(max))
    throw new InvalidInputError([{ path: 'budget_max', message: msg('The maximum is below the minimum') }]);
  if (stage !== undefined) Object.assign(values, { stage, stage_at: now() });
  if (done !== undefined && snoozed_until)
    throw new InvalidInputError([
      { path: 'snoozed_until', message: msg('A client can be snoozed or done, not both') },
    ]);
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

interface InterestRow {
  id: number;
  title: string;
  image: string | null;
  price: number | string;
  listing_type: DeskClient['saved'][number]['property']['listing_type'];
  status: DeskClient['saved'][number]['property']['status'];
  at: Date | string;
}

/** The agent's own listings which the client's account saved, and looked at if it keeps a history. */
async function readInterests(
  context: ServerContext,
  { agent_id, user_id }: ClientModel,
): Promise<Pick<DeskClient, 'looked_at' | 'saved'>> {
  if (user_id === null) return { looked_at: [], saved: [] };
  const { db } = context;
  const settings = await readPersonalSettings(context, [user_id]);
  const columns = `p.id, p.title, ${coverColumn(db.dialect)} AS image, p.price, p.listing_type, p.status`;
  const own = 'p.agent_id = $1';
  const latest = `ORDER BY at DESC, p.id DESC LIMIT ${MAX_INTERESTS}`;
  const saved = readAll<InterestRow>(
    db,
    (sql) => `SELECT ${columns}, f.created_at AS at FROM favorites f JOIN properties p ON p.id = f.property_id
      WHERE p.agent_id = ${sql.bind(agent_id)} AND f.user_id = ${sql.bind(user_id)} ${latest}`,
  );
  const looked = settings.get(user_id)?.search.saveHistory
    ? db.readRows<InterestRow>(
        `SELECT ${columns}, v.at FROM (
          SELECT property_id, MAX(viewed_at) AS at FROM property_views WHERE viewer_key = $2 GROUP BY property_id
        ) v JOIN properties p ON p.id = v.property_id WHERE ${own} ${latest}`,
        [agent_id, `user:${user_id}`],
      )
    : Promise.resolve([]);
  const [savedRows, lookedRows] = await Promise.all([saved, looked]);
  return { looked_at: lookedRows.map(presentInterest), saved: savedRows.map(presentInterest) };
}

const presentInterest = ({ at, price, ...property }: InterestRow): DeskClient['saved'][number] => ({
  property: { ...property, price: toNumber(price) },
  at: toIso(at),
});

/** The agent's open windows follow their queue, and so do those of colleagues who may see it; and the office they are in. */
export function attachDeskSockets(io: AppServer, { bus, db }: ServerContext): void {
  bus.subscribe('clientChanged', async ({ agentId, clientId }) => {
    io.to(userRoom(agentId)).emit('client_changed', { clientId });
    const colleagues = await db.readRows<{ id: number }>(
      `SELECT m.user_id AS id FROM office_members own JOIN offices o ON o.id = own.office_id
        JOIN office_members m ON m.office_id = o.id
      WHERE own.user_id = $1 AND m.user_id <> $1 AND (m.role = 'manager' OR o.shares_queue = true)`,
      [agentId],
    );
    if (colleagues.length > 0)
      io.to(colleagues.map(({ id }) => userRoom(id))).emit('client_changed', { clientId });
  });
  bus.subscribe('officeChanged', ({ userIds }) => {
    if (userIds.length > 0) io.to(userIds.map(userRoom)).emit('office_changed', {});
  });
}
