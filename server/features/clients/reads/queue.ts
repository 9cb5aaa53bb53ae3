import { type Attributes, literal, Op } from 'sequelize';
import type { z } from 'zod';
import type { Database } from '#server/db/connection.ts';
import type { ClientModel } from '#server/db/models.ts';
import { findsWords, matchesNumber } from '#server/db/searchWords.ts';
import {
  isAmong,
  isoOrNull,
  newestBy,
  pick,
  type RawRow,
  readAll,
  readCounts,
  type SqlBuilder,
  timeParameter,
  toIso,
  toNumber,
} from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import type { ClientNote, DeskRow, deskCalls, QueueCounts, QueueView } from '#shared/contracts/desk.ts';
import { PRIVATE_REVIEWER_NAME } from '#shared/contracts/reviews.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';

/** The agent and the time of a query. */
interface Desk {
  agentId: number;
  now: Date;
  /** The members of the agent's office, for a query of all their clients. */
  members?: readonly number[];
}

/** Characters shown of a row's latest message. */
const PREVIEW_LENGTH = 200;
/** Limit of today's clients; the view of a day is not paged. */
const MAX_TODAY = 200;

interface View {
  /** Condition on a table `c`. */
  where(sql: SqlBuilder, desk: Desk): string;
  /** The column its rows are sorted by. */
  at: 'waiting_since' | 'awaiting_since' | 'snoozed_until' | 'done_at' | 'last_at' | null;
  direction: 'ASC' | 'DESC';
}

const time = (sql: SqlBuilder, value: Date) => sql.bind(timeParameter(sql.dialect, value));
const isAwake = (sql: SqlBuilder, { now }: Desk) =>
  `(c.snoozed_until IS NULL OR c.snoozed_until <= ${time(sql, now)})`;

const endOfToday = ({ now }: Desk): Date => startOfManilaDay(addDays(manilaDay(now), 1));

const isTodaysViewing = (sql: SqlBuilder, desk: Desk) =>
  `(c.next_viewing_at IS NOT NULL AND c.next_viewing_at < ${time(sql, endOfToday(desk))})`;

const isDue = (sql: SqlBuilder, { now }: Desk) =>
  `(c.next_action_on IS NOT NULL AND c.next_action_on <= ${sql.bind(manilaDay(now))})`;

/** A client snoozed until now, or until an earlier day. */
const isBack = (sql: SqlBuilder, desk: Desk) =>
  `(c.waiting_since IS NOT NULL AND c.waiting_for = 'reminder' AND c.done_at IS NULL AND ${isAwake(sql, desk)})`;

/** The conditions are written as in the partial indexes. */
const views: Record<QueueView, View> = {
  needs_me: {
    where: (sql, desk) => `c.waiting_since IS NOT NULL AND c.done_at IS NULL AND ${isAwake(sql, desk)}`,
    at: 'waiting_since',
    direction: 'ASC',
  },
  today: {
    where: (sql, desk) => `(${isTodaysViewing(sql, desk)} OR ${isDue(sql, desk)} OR ${isBack(sql, desk)})`,
    at: null,
    direction: 'ASC',
  },
  waiting: {
    where: (sql, desk) =>
      `c.awaiting_since IS NOT NULL AND c.waiting_since IS NULL AND c.done_at IS NULL AND ${isAwake(sql, desk)}`,
    at: 'awaiting_since',
    direction: 'ASC',
  },
  snoozed: {
    where: (sql, { now }) => `c.snoozed_until IS NOT NULL AND c.snoozed_until > ${time(sql, now)}`,
    at: 'snoozed_until',
    direction: 'ASC',
  },
  done: { where: () => 'c.done_at IS NOT NULL', at: 'done_at', direction: 'DESC' },
  all: { where: () => '1 = 1', at: 'last_at', direction: 'DESC' },
};

/** Whether a line is of this queue. Lines between colleagues are in their agent's own queue only. */
const isOf = (sql: SqlBuilder, { agentId, members }: Pick<Desk, 'agentId' | 'members'>): string =>
  members ? `c.kind = 'client' AND ${isAmong(sql, 'c.agent_id', members)}` : `c.agent_id = ${sql.bind(agentId)}`;

/** Whether a line is in a view of the queue, as a condition on a table `c`. */
export const isInView = (sql: SqlBuilder, view: QueueView, desk: Desk) => views[view].where(sql, desk);

export function countQueue(db: Database, desk: Desk): Promise<QueueCounts> {
  return readCounts<keyof QueueCounts>(db, (sql) => {
    const count = (view: keyof QueueCounts) =>
      `(SELECT COUNT(*) FROM clients c WHERE ${isOf(sql, desk)} AND ${isInView(sql, view, desk)}) AS ${view}`;
    const names = ['needs_me', 'today', 'waiting', 'snoozed', 'done'] as const;
    return `SELECT ${names.map(count).join(', ')}`;
  });
}

/** A line of a person who contacted the agent; of other people only the name is known. */
const HAS_CONTACTED = "c.kind <> 'reviewer'";

/** The address of the person's inquiries without an account. */
const ADDRESS = `CASE WHEN c.person_key LIKE 'email-%' THEN substr(c.person_key, 7)
  WHEN u.email_verified_at IS NOT NULL THEN u.email END`;

/** Search by name, address, number, listing, or notes of line `c` and account `u`. Each part reads the agents' rows once. */
export function isFound(
  sql: SqlBuilder,
  { agentId, members }: Pick<Desk, 'agentId' | 'members'>,
  search: string,
): string {
  const asked = sql.bind(members ? (sql.dialect === 'sqlite' ? JSON.stringify(members) : members) : agentId);
  const among = sql.dialect === 'sqlite' ? `IN (SELECT value FROM json_each(${asked}))` : `= ANY(${asked})`;
  const isOwn = (agent: string) => `${agent} ${members ? among : `= ${asked}`}`;
  /** With several agents, each person is compared within the agent's own rows. */
  const isPersonOf = (person: string, agent: string, theirs: string, from: string) =>
    members
      ? `(c.agent_id, ${person}) IN (SELECT ${agent}, ${theirs} ${from})`
      : `${person} IN (SELECT ${theirs} ${from})`;
  const inquiries = `FROM inquiries i LEFT JOIN properties p ON p.id = i.property_id WHERE ${isOwn('i.agent_id')}`;
  const hasInquiry = (isIt: (inquiry: string) => string) =>
    `(${[
      isPersonOf(
        'c.user_id',
        'i.agent_id',
        'i.user_id',
        `${inquiries} AND i.user_id IS NOT NULL AND (${isIt('i')})`,
      ),
      isPersonOf(ADDRESS, 'i.agent_id', 'i.email', `${inquiries} AND i.user_id IS NULL AND (${isIt('i')})`),
    ].join(' OR ')})`;
  const words = findsWords(sql, search, (hasWord) =>
    [
      hasWord('u.name'),
      `(${HAS_CONTACTED} AND ${hasWord('u.email')})`,
      hasWord('c.wishes'),
      hasWord('c.next_action'),
      `c.id IN (SELECT n.client_id FROM clients own JOIN client_notes n ON n.client_id = own.id
        WHERE ${isOwn('own.agent_id')} AND ${readableBy(sql.bind(agentId), 'n.')} AND ${hasWord('n.text')})`,
      hasInquiry(() => ['i.name', 'i.email', 'p.title'].map(hasWord).join(' OR ')),
      ...['conversations', 'viewings'].map((table) =>
        isPersonOf(
          'c.user_id',
          't.agent_id',
          't.user_id',
          `FROM ${table} t JOIN properties p ON p.id = t.property_id
          WHERE ${isOwn('t.agent_id')} AND ${hasWord('p.title')}`,
        ),
      ),
    ].join(' OR '),
  );
  // Names and addresses are part of the search by words.
  const hasNumber = matchesNumber(sql, 'u', search);
  if (hasNumber === null) return `(${words})`;
  const isNumberOf = (inquiry: string) => matchesNumber(sql, inquiry, search) ?? '1 = 0';
  return `((${words}) OR (${HAS_CONTACTED} AND ${hasNumber}) OR ${hasInquiry(isNumberOf)})`;
}

type LineRow = RawRow<Attributes<ClientModel>, 'budget_min' | 'budget_max'> &
  Record<'name' | 'avatar_url' | 'last_text' | 'property_title' | 'came_from_name', string | null> &
  Record<'property_id' | 'reviewer_id', number | null> & { agent_name: string; unread: number | string };

const unreadOn = (own: 'agent' | 'user', other: 'agent' | 'user') => `(SELECT COUNT(*) FROM conversations k
  JOIN messages n ON n.conversation_id = k.id AND n.read_at IS NULL AND n.sender_type = '${other}'
  WHERE k.${own}_id = c.agent_id AND k.${other}_id = c.user_id)`;

/** The lines of a SELECT `c`, with the columns shown. */
const withDetails = (lines: string) => `
  SELECT c.*, u.avatar_url, p.id AS property_id, p.title AS property_title, r.reviewer_id,
    own.name AS agent_name, former.name AS came_from_name,
    COALESCE(u.name, CASE WHEN c.user_id IS NULL THEN COALESCE(
      (SELECT i.name FROM inquiries i WHERE i.agent_id = c.agent_id AND i.user_id IS NULL AND i.email = ${ADDRESS}
        ORDER BY i.created_at DESC LIMIT 1), i.name) END) AS name,
    substr(CASE c.last_kind WHEN 'message' THEN m.content WHEN 'inquiry' THEN i.message
      WHEN 'reply' THEN i.reply_message
      WHEN 'review' THEN CASE c.last_by WHEN 'agent' THEN COALESCE(r.answer, r.comment) ELSE r.comment END ELSE v.note END,
      1, ${PREVIEW_LENGTH}) AS last_text,
    ${unreadOn('agent', 'user')} + ${unreadOn('user', 'agent')} AS unread
  FROM (${lines}) c
  JOIN users own ON own.id = c.agent_id
  LEFT JOIN users former ON former.id = c.came_from_id
  LEFT JOIN users u ON u.id = c.user_id
  LEFT JOIN messages m ON c.last_kind = 'message' AND m.id = c.last_id
  LEFT JOIN conversations k ON k.id = m.conversation_id
  LEFT JOIN inquiries i ON c.last_kind IN ('inquiry', 'reply') AND i.id = c.last_id
  LEFT JOIN viewings v ON c.last_kind = 'viewing' AND v.id = c.last_id
  LEFT JOIN reviews r ON c.last_kind = 'review' AND r.id = c.last_id
  LEFT JOIN properties p ON p.id = COALESCE(k.property_id, i.property_id, v.property_id)`;

/** As named by `GET /api/agents/clients`: an address is no key. */
function keyOf({ person_key, last_kind, last_id }: LineRow): string {
  return person_key.startsWith('email-')
    ? `${last_kind === 'reply' ? 'inquiry' : last_kind}-${last_id}`
    : person_key;
}

function presentLine(row: LineRow): DeskRow {
  const nobody = row.kind === 'reviewer' && row.reviewer_id !== null ? PRIVATE_REVIEWER_NAME : DELETED_USER_NAME;
  return {
    ...pick(row, 'id', 'kind', 'user_id', 'avatar_url', 'stage', 'version'),
    ...pick(row, 'waiting_for', 'next_action', 'next_action_on'),
    key: keyOf(row),
    name: row.name ?? nobody,
    agent: { id: row.agent_id, name: row.agent_name },
    came_from: row.came_from_id === null ? null : { id: row.came_from_id, name: row.came_from_name ?? '' },
    waiting_since: isoOrNull(row.waiting_since),
    awaiting_since: isoOrNull(row.awaiting_since),
    last: { kind: row.last_kind, by: row.last_by, text: row.last_text || null, at: toIso(row.last_at) },
    property: row.property_id === null ? null : { id: row.property_id, title: row.property_title ?? '' },
    unread: toNumber(row.unread),
    next_viewing_at: isoOrNull(row.next_viewing_at),
    snoozed_until: isoOrNull(row.snoozed_until),
    done_at: isoOrNull(row.done_at),
  };
}

/** Viewings by time, next actions by day, then ended snoozes, the longest first. */
function todaysOrder(sql: SqlBuilder, desk: Desk): string {
  const viewing = isTodaysViewing(sql, desk);
  const due = isDue(sql, desk);
  return `CASE WHEN ${viewing} THEN 0 WHEN ${due} THEN 1 ELSE 2 END,
    CASE WHEN ${viewing} THEN c.next_viewing_at END, CASE WHEN ${due} THEN c.next_action_on END, c.waiting_since, c.id`;
}

/** @returns the rows, and the place of the last one if others may follow. */
export async function readQueue(
  db: Database,
  desk: Desk,
  { view, after, limit, search }: Omit<z.output<typeof deskCalls.queue.query>, 'ids' | 'scope'>,
): Promise<{ rows: DeskRow[]; next: string | null }> {
  const { at, direction } = views[view];
  const size = at === null ? MAX_TODAY : limit;
  const order = (sql: SqlBuilder) =>
    at === null ? todaysOrder(sql, desk) : `c.${at} ${direction}, c.id ${direction}`;
  const rows = await readAll<LineRow>(db, (sql) => {
    const conditions = [isOf(sql, desk), isInView(sql, view, desk)];
    if (search) conditions.push(isFound(sql, desk, search));
    if (after && at !== null) conditions.push(isAfter(sql, at, direction, after));
    const account = search ? 'LEFT JOIN users u ON u.id = c.user_id' : '';
    return `${withDetails(`SELECT c.* FROM clients c ${account} WHERE ${conditions.join(' AND ')}
      ORDER BY ${order(sql)} LIMIT ${size + 1}`)} ORDER BY ${order(sql)}`;
  });
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const hasMore = rows.length > size && at !== null && last !== undefined;
  return { rows: page.map(presentLine), next: hasMore ? `${isoOrNull(last[at])},${last.id}` : null };
}

function isAfter(sql: SqlBuilder, column: string, direction: View['direction'], place: string): string {
  const [at = '', id] = place.split(',');
  return `(c.${column}, c.id) ${direction === 'ASC' ? '>' : '<'} (${time(sql, new Date(at))}, ${sql.bind(Number(id))})`;
}

/** The queue's rows of the given ids, in no order. */
export async function readRows(
  db: Database,
  desk: Pick<Desk, 'agentId' | 'members'>,
  ids: readonly number[],
): Promise<DeskRow[]> {
  const rows = await readAll<LineRow>(db, (sql) =>
    withDetails(`SELECT c.* FROM clients c WHERE ${isOf(sql, desk)} AND ${isAmong(sql, 'c.id', ids)}`),
  );
  return rows.map(presentLine);
}

/** By agent: number of waiting clients, since when the first waits, and number of clients. */
export async function readWaiting(db: Database, agentIds: readonly number[], now: Date) {
  const rows = await readAll<{
    agent_id: number;
    waiting: number | string;
    first: Date | string | null;
    clients: number | string;
  }>(db, (sql) => {
    const needsMe = isInView(sql, 'needs_me', { agentId: 0, now });
    return `SELECT c.agent_id, SUM(CASE WHEN ${needsMe} THEN 1 ELSE 0 END) AS waiting,
        MIN(CASE WHEN ${needsMe} THEN c.waiting_since END) AS first, COUNT(*) AS clients
      FROM clients c WHERE ${isOf(sql, { agentId: 0, members: agentIds })} GROUP BY c.agent_id`;
  });
  return new Map(
    rows.map(({ agent_id, waiting, first, clients }) => [
      agent_id,
      { waiting: toNumber(waiting), longest_waiting_since: isoOrNull(first), clients: toNumber(clients) },
    ]),
  );
}

/**
 * The notes an agent may read, as a condition on `client_notes`: own notes, and notes written in the agent's present
 * office. Notes from before their author joined the office stay the author's alone.
 * @param readerId SQL of the reader's id. @param of the table's alias in the statement and a dot, where it has one.
 */
export const readableBy = (readerId: string, of = '') =>
  `(${of}author_id = ${readerId} OR ${of}office_id = (SELECT om.office_id FROM office_members om WHERE om.user_id = ${readerId}))`;

/** The same for a query of the model. */
export const isReadableBy = (readerId: number) => ({ [Op.and]: literal(readableBy(String(readerId))) });

/** Notes of one client, or of the given ids, as far as the reader may see them; newest first. */
export async function readNotes(
  { db }: ServerContext,
  readerId: number,
  which: { clientId: number } | { ids: readonly number[] },
): Promise<ClientNote[]> {
  const { ClientNote: Note, User } = db.models;
  const rows = await Note.findAll({
    where: {
      ...('ids' in which ? { id: [...which.ids] } : { client_id: which.clientId }),
      ...isReadableBy(readerId),
    },
    order: newestBy('created_at'),
  });
  const authors = await User.findAll({
    attributes: ['id', 'name'],
    where: { id: [...new Set(rows.flatMap(({ author_id }) => author_id ?? []))] },
  });
  const names = new Map(authors.map(({ id, name }) => [id, { id, name }]));
  return rows.map(({ id, text, talked_by, author_id, created_at, updated_at }) => ({
    id,
    text,
    talked_by,
    author: names.get(author_id ?? 0) ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}
