import { QueryTypes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { InquiryModel, ReviewModel, ViewingModel } from '#server/db/models.ts';
import { isAmong, isoOrNull, type RawRow, readAll, type SqlBuilder, toIso, toNumber } from '#server/db/sql.ts';
import { type ConversationStatus, DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import { REVIEW_WAITS_DAYS } from '#shared/contracts/desk.ts';
import type { Contact } from '#shared/contracts/inquiries.ts';
import type { ViewingEventKind, ViewingSide } from '#shared/contracts/viewings.ts';
import { UNANSWERED_VIEWING_DAYS } from '#shared/limits.ts';
import { turnOf } from '#shared/viewingDecisions.ts';
import type { ClientRecord } from './reads/people.ts';

/** The requested people; all people if omitted. */
export interface People {
  users: readonly number[];
  /** Addresses of people without an account. */
  emails: readonly string[];
  /** Records without account or address. */
  inquiries: readonly number[];
  conversations: readonly number[];
  reviews: readonly number[];
}

type Read = <Row>(db: Database, sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** Outside of a running transaction. */
const readOutside: Read = (db, sql, parameters) => db.readRows(sql, parameters);

/** In the running transaction. */
export const readInside: Read = <Row>(db: Database, sql: string, parameters: readonly unknown[]) =>
  db.sequelize.query(sql, { bind: [...parameters], type: QueryTypes.SELECT }) as unknown as Promise<Row[]>;

type Time = Date | string;

type AccountRow = { id: number; user_id: number | null } & Record<
  `user_${'name' | 'email' | 'phone' | 'avatar_url'}`,
  string | null
> &
  Record<`user_${'email' | 'phone'}_verified_at`, Time | null>;

const ACCOUNT_COLUMNS = `u.id AS user_id, u.name AS user_name, u.email AS user_email, u.phone AS user_phone,
  u.email_verified_at AS user_email_verified_at, u.phone_verified_at AS user_phone_verified_at, u.avatar_url AS user_avatar_url`;

const contact = (kind: Contact['kind'], value: string | null, confirmed = false): Contact[] =>
  value === null ? [] : [{ kind, value, confirmed }];

const accountOf = (row: AccountRow) => ({
  id: row.id,
  user_id: row.user_id,
  own: [
    ...contact('email', row.user_email, row.user_email_verified_at !== null),
    ...contact('phone', row.user_phone, row.user_phone_verified_at !== null),
  ],
  said: [],
  inquiry_id: null,
  avatar_url: row.user_avatar_url,
  name: row.user_name ?? DELETED_USER_NAME,
  unread: 0,
  waiting: null,
  awaiting_since: null,
  until: null,
  starts_at: null,
  confirmed_at: null,
  is_between_agents: false,
});

/** A query for the records of an agent. */
interface Query {
  db: Database;
  agentId: number;
  /** ISO-8601. */
  now: string;
  people: People | undefined;
  read: Read;
}

/** @param write gets the placeholder of the agent's id. */
const readRows = <Row>({ db, agentId, read }: Query, write: (sql: SqlBuilder, own: string) => string) =>
  readAll<Row>(db, (sql) => write(sql, sql.bind(agentId)), read);

const isSome = (sql: SqlBuilder, column: string, values: readonly (number | string)[]) =>
  values.length > 0 && isAmong(sql, column, values);

const isAny = (...conditions: (string | false)[]) => conditions.filter(Boolean).join(' OR ') || '1 = 0';

type InquiryRow = AccountRow &
  RawRow<Pick<InquiryModel, 'name' | 'email' | 'phone' | 'status' | 'created_at' | 'reply_at' | 'reply_delivery'>>;

async function readInquiryRecords(query: Query): Promise<ClientRecord[]> {
  const { people } = query;
  const rows = await readRows<InquiryRow>(query, (sql, own) => {
    const who =
      people &&
      isAny(
        isSome(sql, 'i.user_id', people.users),
        people.emails.length > 0 && `(i.user_id IS NULL AND ${isAmong(sql, 'i.email', people.emails)})`,
        isSome(sql, 'i.id', people.inquiries),
      );
    return `SELECT i.id, i.name, i.email, i.phone, i.status, i.created_at, i.reply_at, i.reply_delivery, ${ACCOUNT_COLUMNS}
      FROM inquiries i LEFT JOIN users u ON u.id = i.user_id
      WHERE i.agent_id = ${own}${who ? ` AND (${who})` : ''} ORDER BY i.created_at DESC, i.id DESC`;
  });
  return rows.map((row) => {
    const asked = toIso(row.created_at);
    const answered = isoOrNull(row.reply_at);
    const isOpen = row.status === 'new' || row.status === 'read';
    const hasFailed = row.status === 'replied' && row.reply_delivery === 'failed';
    const isAnswered = answered !== null && answered >= asked;
    return {
      ...accountOf(row),
      kind: 'inquiry',
      name: row.user_name ?? row.name,
      said: [...contact('email', row.email), ...contact('phone', row.phone)],
      inquiry_id: row.user_id === null ? row.id : null,
      last: isAnswered
        ? { kind: 'reply', by: 'agent', at: answered, id: row.id }
        : { kind: 'inquiry', by: 'client', at: asked, id: row.id },
      client_at: asked,
      agent_at: answered,
      waiting: isOpen
        ? { since: asked, reason: 'inquiry' }
        : hasFailed && answered
          ? { since: answered, reason: 'delivery' }
          : null,
      awaiting_since: row.status === 'replied' && !hasFailed ? answered : null,
    };
  });
}

interface ConversationRow extends AccountRow {
  status: ConversationStatus;
  created_at: Time;
  own_side: 'user' | 'agent';
  property_id: number | null;
  role: string | null;
  last_id: number | null;
  last_at: Time | null;
  last_sender: 'user' | 'agent' | null;
  /** The first message without an answer of the agent. */
  waiting_since: Time | null;
  client_at: Time | null;
  agent_at: Time | null;
  unread_count: number | string;
}

/** On either side: an agent may have begun a conversation with a colleague. */
async function readConversationRecords(query: Query): Promise<ClientRecord[]> {
  const { people } = query;
  const rows = await readRows<ConversationRow>(query, (sql, own) => {
    const who =
      people && isAny(isSome(sql, 'x.other_id', people.users), isSome(sql, 'x.id', people.conversations));
    const newest = (sender: string) =>
      `(SELECT n.id FROM messages n WHERE n.conversation_id = x.id AND n.sender_type ${sender} x.own_side
          ORDER BY n.id DESC LIMIT 1)`;
    return `SELECT c.id, c.status, c.created_at, c.own_side, c.property_id, u.role, ${ACCOUNT_COLUMNS},
          m.id AS last_id, m.created_at AS last_at, m.sender_type AS last_sender,
          theirs.created_at AS client_at, mine.created_at AS agent_at,
          CASE WHEN m.sender_type <> c.own_side THEN (SELECT w.created_at FROM messages w
            WHERE w.conversation_id = c.id AND w.id > COALESCE(c.mine_id, 0) ORDER BY w.id LIMIT 1) END AS waiting_since,
          (SELECT COUNT(*) FROM messages n
            WHERE n.conversation_id = c.id AND n.read_at IS NULL AND n.sender_type <> c.own_side) AS unread_count
        FROM (
          SELECT x.*, (SELECT MAX(n.id) FROM messages n WHERE n.conversation_id = x.id) AS newest_id,
            ${newest('=')} AS mine_id, ${newest('<>')} AS theirs_id
          FROM (
            SELECT id, status, created_at, property_id, 'agent' AS own_side, user_id AS other_id
            FROM conversations WHERE agent_id = ${own}
            UNION ALL
            SELECT id, status, created_at, property_id, 'user' AS own_side, agent_id AS other_id
            FROM conversations WHERE user_id = ${own}
          ) x ${who ? `WHERE ${who}` : ''}
        ) c
        LEFT JOIN users u ON u.id = c.other_id
        LEFT JOIN messages m ON m.id = c.newest_id
        LEFT JOIN messages mine ON mine.id = c.mine_id LEFT JOIN messages theirs ON theirs.id = c.theirs_id`;
  });
  return rows.flatMap((row) => {
    // A conversation without messages.
    if (row.last_id === null || row.last_at === null || row.last_sender === null) return [];
    const isOpen = row.status === 'active' && row.user_id !== null;
    const isMine = row.last_sender === row.own_side;
    const at = toIso(row.last_at);
    return [
      {
        ...accountOf(row),
        kind: 'conversation' as const,
        last: { kind: 'message' as const, by: isMine ? 'agent' : 'client', at, id: row.last_id },
        client_at: isoOrNull(row.client_at),
        agent_at: isoOrNull(row.agent_at),
        unread: toNumber(row.unread_count),
        waiting:
          isOpen && row.waiting_since !== null
            ? { since: toIso(row.waiting_since), reason: 'message' as const }
            : null,
        awaiting_since: isOpen && isMine ? at : null,
        is_between_agents: row.role === 'agent' && row.property_id === null,
      } satisfies ClientRecord,
    ];
  });
}

type ViewingRow = AccountRow &
  RawRow<
    Pick<ViewingModel, 'status' | 'proposed_by' | 'created_at' | 'starts_at' | 'ends_at' | 'answer_reminder_at'>
  > & {
    client_acted_at: Date | string | null;
    client_act: ViewingEventKind | null;
    agent_acted_at: Date | string | null;
    inquiry_id: number | null;
    guest_name: string | null;
    guest_email: string | null;
    guest_phone: string | null;
  };

/** Acts of the client that ask for no answer, but that the agent has to see. */
const clientAnswers: ReadonlySet<ViewingEventKind | null> = new Set([
  'confirmed',
  'declined',
  'cancelled',
  'withdrawn',
] as const);

const UNANSWERED_MS = UNANSWERED_VIEWING_DAYS * 24 * 3_600_000;
const laterOf = (one: string, other: string | null) => (other !== null && other > one ? other : one);

async function readViewingRecords(query: Query): Promise<ClientRecord[]> {
  const { people, now } = query;
  const lastAct = (side: ViewingSide) =>
    `(SELECT MAX(e.created_at) FROM viewing_events e WHERE e.viewing_id = v.id AND e.side = '${side}')`;
  const isOf = (sql: SqlBuilder, { users, emails, inquiries }: People) =>
    isAny(isSome(sql, 'v.user_id', users), isSome(sql, 'i.email', emails), isSome(sql, 'i.id', inquiries));
  const rows = await readRows<ViewingRow>(
    query,
    (
      sql,
      own,
    ) => `SELECT v.id, v.status, v.proposed_by, v.created_at, v.starts_at, v.ends_at, v.answer_reminder_at,
        (SELECT e.kind FROM viewing_events e WHERE e.viewing_id = v.id AND e.side = 'user'
          ORDER BY e.id DESC LIMIT 1) AS client_act,
        ${lastAct('user')} AS client_acted_at, ${lastAct('agent')} AS agent_acted_at,
        i.id AS inquiry_id, i.name AS guest_name, i.email AS guest_email, i.phone AS guest_phone, ${ACCOUNT_COLUMNS}
      FROM viewings v LEFT JOIN users u ON u.id = v.user_id
      LEFT JOIN inquiries i ON i.id = v.inquiry_id AND v.user_id IS NULL
      WHERE v.agent_id = ${own} AND (u.id IS NOT NULL OR i.id IS NOT NULL)${people ? ` AND (${isOf(sql, people)})` : ''}
      ORDER BY v.starts_at DESC, v.id DESC`,
  );
  return rows.map((row) => {
    const { id, status } = row;
    const asked = isoOrNull(row.client_acted_at) ?? toIso(row.created_at);
    const answered = isoOrNull(row.agent_acted_at);
    const ends = toIso(row.ends_at);
    const unanswered = new Date(Date.parse(ends) + UNANSWERED_MS).toISOString();
    const isOpen = status !== 'declined' && status !== 'cancelled';
    const isToCome = isOpen && ends > now;
    const turn = turnOf(row);
    const isWaiting = turn === 'agent' && (status === 'requested' ? unanswered > now : isToCome);
    const isAgents = answered !== null && answered > asked;
    const isAnswer = !isAgents && clientAnswers.has(row.client_act);
    const reason = isWaiting ? 'viewing' : isAnswer ? 'viewing_answer' : null;
    return {
      ...accountOf(row),
      ...(row.user_id === null && {
        name: row.guest_name ?? DELETED_USER_NAME,
        said: [...contact('email', row.guest_email), ...contact('phone', row.guest_phone)],
        inquiry_id: row.inquiry_id,
      }),
      kind: 'viewing',
      last: { kind: 'viewing', by: isAgents ? 'agent' : 'client', at: laterOf(asked, answered), id },
      // A request that is due comes back, also out of a snooze.
      client_at: isWaiting ? laterOf(asked, isoOrNull(row.answer_reminder_at)) : asked,
      agent_at: answered,
      waiting: reason && { since: asked, reason },
      awaiting_since: isToCome && turn === 'user' ? answered : null,
      // The next moment at which this changes by itself.
      until: isToCome ? ends : isWaiting ? unanswered : null,
      starts_at: isToCome ? toIso(row.starts_at) : null,
      confirmed_at: status === 'confirmed' ? laterOf(asked, answered) : null,
    };
  });
}

type ReviewRow = AccountRow &
  RawRow<Pick<ReviewModel, 'updated_at' | 'version' | 'answer' | 'answered_at' | 'answered_version'>>;

const REVIEW_WAITS_MS = REVIEW_WAITS_DAYS * 24 * 3_600_000;

async function readReviewRecords(query: Query): Promise<ClientRecord[]> {
  const { people, now } = query;
  const rows = await readRows<ReviewRow>(query, (sql, own) => {
    const who = people && isAny(isSome(sql, 'r.reviewer_id', people.users), isSome(sql, 'r.id', people.reviews));
    return `SELECT r.id, r.updated_at, r.version, r.answer, r.answered_at, r.answered_version, ${ACCOUNT_COLUMNS}
      FROM reviews r LEFT JOIN users u ON u.id = r.reviewer_id
      WHERE r.agent_id = ${own}${who ? ` AND (${who})` : ''}`;
  });
  return rows.map((row) => {
    // An answer to words that were rewritten since answers no more.
    const written = toIso(row.updated_at);
    const isAnswered = row.answer !== null && row.answered_version === row.version;
    const answered = isAnswered ? isoOrNull(row.answered_at) : null;
    const until = new Date(Date.parse(written) + REVIEW_WAITS_MS).toISOString();
    const isWaiting = !isAnswered && until > now;
    return {
      ...accountOf(row),
      kind: 'review',
      last: { kind: 'review', by: answered ? 'agent' : 'client', at: answered ?? written, id: row.id },
      client_at: written,
      agent_at: row.answer === null ? null : isoOrNull(row.answered_at),
      waiting: isWaiting ? { since: written, reason: 'review' } : null,
      until: isWaiting ? until : null,
    };
  });
}

/** Latest activity first. Private reviewers are included with their accounts: see `groupByPerson`. */
export async function readClientRecords(
  db: Database,
  agentId: number,
  now: Date,
  { people, read = readOutside }: { people?: People | undefined; read?: Read } = {},
): Promise<ClientRecord[]> {
  const query = { db, agentId, now: now.toISOString(), people, read };
  const records = [
    await readInquiryRecords(query),
    await readConversationRecords(query),
    await readViewingRecords(query),
    await readReviewRecords(query),
  ];
  return records
    .flat()
    .sort((one, other) => (one.last.at < other.last.at ? 1 : one.last.at > other.last.at ? -1 : 0));
}
