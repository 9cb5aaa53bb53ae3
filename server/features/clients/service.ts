import { byId, readAll, readCounts, type SqlBuilder } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readConversationsById } from '#server/features/conversations/reads.ts';
import { readInquiries } from '#server/features/inquiries/reads.ts';
import { readViewingsById } from '#server/features/viewings/reads.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { ClientEvent, clientsCalls } from '#shared/contracts/clients.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { ClientRecord } from './reads/people.ts';
import { keysOf, type PersonRecords, personKey, presentClient } from './reads/people.ts';
import { isFound, isInView } from './reads/queue.ts';
import { peopleNamed, readPeople, refreshClients, withSamePeople } from './writes.ts';

/** Limit of each kind, for one person. */
const MAX_EVENTS = 200;

export const clientsService = (context: ServerContext): Service<typeof clientsCalls> => ({
  async list({ user, query: { page, limit, search, needs_answer } }) {
    await refreshClients(context, user.id);
    const { db } = context;
    const desk = { agentId: user.id, now: context.now() };
    const from = (sql: SqlBuilder) => {
      const conditions = [isClient(sql, user.id)];
      if (needs_answer === 'true') conditions.push(isInView(sql, 'needs_me', desk));
      if (search) conditions.push(isFound(sql, desk, search));
      const account = search ? 'LEFT JOIN users u ON u.id = c.user_id' : '';
      return `FROM clients c ${account} WHERE ${conditions.join(' AND ')}`;
    };
    const [lines, { total }, { waiting }] = await Promise.all([
      readAll<{ person_key: string; waits: number | boolean }>(
        db,
        (sql) => `SELECT c.person_key, CASE WHEN ${isInView(sql, 'needs_me', desk)} THEN 1 ELSE 0 END AS waits
          ${from(sql)} ORDER BY c.last_at DESC, c.id DESC
          LIMIT ${sql.bind(limit)} OFFSET ${sql.bind((page - 1) * limit)}`,
      ),
      readCounts<'total'>(db, (sql) => `SELECT COUNT(*) AS total ${from(sql)}`),
      readCounts<'waiting'>(
        db,
        (sql) =>
          `SELECT COUNT(*) AS waiting FROM clients c WHERE ${isClient(sql, user.id)} AND ${isInView(sql, 'needs_me', desk)}`,
      ),
    ]);
    const byKey = await readByKey(context, user.id, lines);
    const clients = lines.flatMap(({ person_key, waits }) => {
      const records = byKey.get(person_key);
      const client = records && asClient(records);
      return client ? [presentClient(client, Boolean(waits))] : [];
    });
    return { clients, needs_answer: waiting, pagination: buildPagination(page, limit, total) };
  },

  async get({ user, params: { key } }) {
    await refreshClients(context, user.id);
    const records = found(asClient(await readPersonOf(context, user.id, key)), 'client');
    const desk = { agentId: user.id, now: context.now() };
    const { waiting } = await readCounts<'waiting'>(
      context.db,
      (sql) => `SELECT COUNT(*) AS waiting FROM clients c WHERE c.agent_id = ${sql.bind(user.id)}
        AND c.person_key = ${sql.bind(personKey(records))} AND ${isInView(sql, 'needs_me', desk)}`,
    );
    return {
      client: presentClient(records, waiting > 0),
      events: await readEvents(context, user.id, records),
    };
  },
});

/** The records of the lines' people, by the key of the line. */
async function readByKey(context: ServerContext, agentId: number, lines: readonly { person_key: string }[]) {
  const people = await withSamePeople(context, peopleNamed(lines.map((line) => line.person_key)));
  const groups = await readPeople(context, agentId, { people });
  return new Map(groups.map((records) => [personKey(records), records]));
}

/** The agent's clients that the Desk's search finds, latest activity first, with their latest conversation and inquiry. */
export async function searchClients(context: ServerContext, agentId: number, search: string, limit: number) {
  await refreshClients(context, agentId);
  const lines = await readAll<{ person_key: string }>(
    context.db,
    (sql) => `SELECT c.person_key FROM clients c LEFT JOIN users u ON u.id = c.user_id
      WHERE ${isClient(sql, agentId)} AND ${isFound(sql, { agentId }, search)}
      ORDER BY c.last_at DESC, c.id DESC LIMIT ${sql.bind(limit)}`,
  );
  const byKey = await readByKey(context, agentId, lines);
  return lines.flatMap(({ person_key }) => {
    const records = asClient(byKey.get(person_key));
    const latest = (kind: ClientRecord['kind']) => records?.find((record) => record.kind === kind)?.id ?? null;
    if (!records) return [];
    const ids = { conversationId: latest('conversation'), inquiryId: latest('inquiry') };
    return [{ client: presentClient(records, false), ...ids }];
  });
}

/** Colleagues and reviewers are in the queue, but not among the clients. */
const isClient = (sql: SqlBuilder, agentId: number) =>
  `c.agent_id = ${sql.bind(agentId)} AND c.kind = 'client' AND c.last_kind <> 'note'`;

/** Conversations between colleagues are left out. */
function asClient(records: readonly ClientRecord[] = []): PersonRecords | undefined {
  const [first, ...others] = records.filter(({ is_between_agents }) => !is_between_agents);
  return first && [first, ...others];
}

/** The person of an account, or of a record of the agent. */
async function readPersonOf(context: ServerContext, agentId: number, key: string) {
  const { Inquiry, Conversation } = context.db.models;
  const named = peopleNamed([key]);
  const [inquiry, conversation] = await Promise.all([
    Inquiry.findOne({ where: { id: [...named.inquiries], agent_id: agentId } }),
    Conversation.findOne({ where: { id: [...named.conversations], agent_id: agentId } }),
  ]);
  const users = [inquiry?.user_id, conversation?.user_id].filter((id) => typeof id === 'number');
  const people = await withSamePeople(context, {
    ...named,
    users: [...named.users, ...users],
    emails: inquiry && inquiry.user_id === null ? [inquiry.email] : [],
  });
  const groups = await readPeople(context, agentId, { people });
  return groups.find((records) => keysOf(records).includes(key));
}

async function readEvents({ db }: ServerContext, agentId: SignedInUser['id'], records: PersonRecords) {
  const ids = (kind: ClientRecord['kind']) =>
    records
      .filter((record) => record.kind === kind)
      .slice(0, MAX_EVENTS)
      .map(({ id }) => id);
  const [inquiries, conversations, viewings] = await Promise.all([
    readInquiries(db, agentId, ids('inquiry')).then(byId),
    readConversationsById(db, agentId, ids('conversation')).then(byId),
    readViewingsById(db, agentId, ids('viewing')).then(byId),
  ]);
  return records.flatMap(({ kind, id, last: { at }, waiting }): ClientEvent[] => {
    const common = { at, needs_answer: waiting !== null && waiting.reason !== 'viewing_answer' };
    const inquiry = kind === 'inquiry' && inquiries.get(id);
    if (inquiry) return [{ ...common, kind: 'inquiry', inquiry }];
    const conversation = kind === 'conversation' && conversations.get(id);
    if (conversation) return [{ ...common, kind: 'conversation', conversation }];
    const viewing = kind === 'viewing' && viewings.get(id);
    return viewing ? [{ ...common, kind: 'viewing', viewing }] : [];
  });
}
