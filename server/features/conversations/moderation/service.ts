import { type Attributes, Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { ConversationModel } from '#server/db/models.ts';
import { matchesPerson } from '#server/db/searchWords.ts';
import {
  isoOrNull,
  pick,
  type RawRow,
  readCounts,
  sqlList,
  timeParameter,
  toIso,
  toNumber,
} from '#server/db/sql.ts';
import { withAttachments } from '#server/features/attachments/reads.ts';
import { recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type CsvColumns, csvFile } from '#server/http/csv.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type {
  AdminConversation,
  AdminConversationQuery,
  AdminMessage,
  MessageStats,
} from '#shared/contracts/conversations.ts';
import { type conversationModerationCalls, DELETED_USER_NAME } from '#shared/contracts/conversations.ts';

export const conversationModerationService = (
  context: ServerContext,
): Service<typeof conversationModerationCalls> => ({
  stats: () => countMessages(context),
  list: ({ query }) => adminConversations.readPage(context.db, query),
  export({ query }) {
    const conversations = adminConversations.readBatches(context.db, query);
    return csvFile(context, 'conversations', adminConversationColumns, conversations);
  },

  /** Admin, conversation and reason are written to the audit log before the messages are read. @throws {NotFoundError} */
  async get({ params: { id }, query: { reason }, ...admin }) {
    const conversation = await getAdminConversation(context.db, id);
    await context.db.transaction(async () => {
      await requireStillAdmin(context, admin);
      const entry = { action: 'conversation.read', entityType: 'conversation', entityId: id, reason };
      await recordAudit(context, admin, entry);
    });
    return { conversation, messages: await readThread(context.db, id) };
  },

  /** Both sides are notified at once. @throws {NotFoundError} no such conversation. */
  async setStatus({ params: { id }, body: { status }, ...admin }) {
    const { db, bus } = context;
    const changed = await db.transaction(async () => {
      await requireStillAdmin(context, admin);
      const lock = Transaction.LOCK.NO_KEY_UPDATE;
      const conversation = found(await db.models.Conversation.findByPk(id, { lock }), 'conversation');
      const before = { status: conversation.status };
      if (before.status === status) return null;
      await conversation.update({ status });
      const about = { action: 'conversation.status', entityType: 'conversation', entityId: id };
      await recordAudit(context, admin, { ...about, before, after: { status } });
      return conversation;
    });
    if (changed) {
      const participantIds = [changed.user_id, changed.agent_id];
      bus.publish('conversationStatusChanged', { conversationId: id, status, participantIds });
    }
    return getAdminConversation(context.db, id);
  },
});

type Filter = Omit<AdminConversationQuery, 'page' | 'limit'>;

/** The newest messages of longer conversations. */
const MAX_MESSAGES = 1_000;

type Row = RawRow<Attributes<ConversationModel>> &
  Record<`${'user' | 'agent'}_${'name' | 'email'}` | 'property_title', string | null> & {
    message_count: number | string;
  };

const PARTIES = 'conversations c LEFT JOIN users u ON u.id = c.user_id LEFT JOIN users a ON a.id = c.agent_id';

export const adminConversations = sqlList<Filter, Row, AdminConversation, 'conversations'>({
  name: 'conversations',
  columns: () => `c.id, c.subject, c.status, c.created_at, c.updated_at, c.last_message_at,
      u.id AS user_id, u.name AS user_name, u.email AS user_email,
      a.id AS agent_id, a.name AS agent_name, a.email AS agent_email,
      p.id AS property_id, p.title AS property_title,
      (SELECT COUNT(*) FROM messages m WHERE m.conversation_id = c.id) AS message_count`,
  from: `${PARTIES} LEFT JOIN properties p ON p.id = c.property_id`,
  id: 'c.id',
  counted: ({ search }) => (search ? PARTIES : 'conversations c'),
  where: (sql, { search, status }) => [
    status && status !== 'all' && `c.status = ${sql.bind(status)}`,
    search && `(${matchesPerson(sql, 'u', search)} OR ${matchesPerson(sql, 'a', search)})`,
  ],
  orderBy: ({ sort = 'last_message_at', order = 'desc' }) => {
    // Conversations without a message come last.
    const nulls = sort === 'last_message_at' ? `NULLS ${order === 'desc' ? 'LAST' : 'FIRST'}` : '';
    return `c.${sort} ${order} ${nulls}, c.id ${order}`;
  },
  present: presentConversation,
});

export const adminConversationColumns: CsvColumns<AdminConversation> = {
  id: ({ id }) => id,
  subject: ({ subject }) => subject,
  status: ({ status }) => status,
  user_name: ({ user }) => user.name,
  user_email: ({ user }) => user.email,
  agent_name: ({ agent }) => agent.name,
  agent_email: ({ agent }) => agent.email,
  property_id: ({ property }) => property?.id ?? null,
  property_title: ({ property }) => property?.title ?? null,
  messages: ({ message_count }) => message_count,
  last_message_at: ({ last_message_at }) => last_message_at,
  created_at: ({ created_at }) => created_at,
};

/** Without the messages. @throws {NotFoundError} no such conversation. */
export const getAdminConversation = async (db: Database, id: number): Promise<AdminConversation> =>
  found(await adminConversations.readOne(db, 'c.id', id), 'conversation');

type MessageRow = Omit<AdminMessage, 'created_at' | 'read_at' | 'sender_name' | 'attachments'> & {
  sender_name: string | null;
  created_at: Date | string;
  read_at: Date | string | null;
};

/** Oldest first. */
export async function readThread(db: Database, conversationId: number): Promise<AdminMessage[]> {
  const rows = await db.readRows<MessageRow>(
    `SELECT m.id, m.content, m.sender_type, m.created_at, m.read_at, u.name AS sender_name
    FROM messages m LEFT JOIN users u ON u.id = m.sender_id
    WHERE m.conversation_id = $1 ORDER BY m.id DESC LIMIT ${MAX_MESSAGES}`,
    [conversationId],
  );
  return (await withAttachments(db, 'message_id', rows.reverse())).map((row) => ({
    ...pick(row, 'id', 'content', 'sender_type'),
    attachments: row.attachments.map(({ url: _private, ...file }) => file),
    sender_name: row.sender_name ?? DELETED_USER_NAME,
    created_at: toIso(row.created_at),
    read_at: isoOrNull(row.read_at),
  }));
}

function presentConversation(row: Row): AdminConversation {
  return {
    ...pick(row, 'id', 'subject', 'status'),
    user: { id: row.user_id, name: row.user_name ?? DELETED_USER_NAME, email: row.user_email },
    agent: { id: row.agent_id, name: row.agent_name ?? DELETED_USER_NAME, email: row.agent_email },
    property: row.property_id === null ? null : { id: row.property_id, title: row.property_title ?? '' },
    message_count: toNumber(row.message_count),
    last_message_at: isoOrNull(row.last_message_at),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}

const DAY_MS = 24 * 3_600_000;

export function countMessages({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<MessageStats> {
  return readCounts(db, (sql) => {
    const since = (days: number) =>
      sql.bind(timeParameter(sql.dialect, new Date(now().getTime() - days * DAY_MS)));
    // Names in quotes: PostgreSQL would return them in lower case.
    return `SELECT
      (SELECT COUNT(*) FROM conversations) AS "totalConversations",
      (SELECT COUNT(*) FROM messages) AS "totalMessages",
      (SELECT COUNT(*) FROM conversations WHERE last_message_at >= ${since(7)}) AS "activeConversations",
      (SELECT COUNT(*) FROM messages WHERE read_at IS NULL) AS "unreadMessages",
      (SELECT COUNT(*) FROM messages WHERE created_at >= ${since(1)}) AS "recentMessages"`;
  });
}
