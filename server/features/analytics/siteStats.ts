import { timeParameter, toNumber } from '#server/db/rows.ts';
import { AGENT_APPLICANT, APPROVED_AGENT } from '#server/features/auth/agentPolicy.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { DashboardStats, MessageStats } from '#shared/contracts/admin.ts';

type Counts<Stats> = { [Name in keyof Stats]: number | string };

const DAY_MS = 24 * 3_600_000;

/** Names in quotes: PostgreSQL would hand them over in lower case. */
const COUNT_ALL = `SELECT
  (SELECT COUNT(*) FROM users) AS "totalUsers",
  (SELECT COUNT(*) FROM users u JOIN agent_profiles a ON a.user_id = u.id
    WHERE ${APPROVED_AGENT}) AS "totalAgents",
  (SELECT COUNT(*) FROM properties) AS "totalProperties",
  (SELECT COUNT(*) FROM agent_profiles a JOIN users u ON u.id = a.user_id
    WHERE ${AGENT_APPLICANT}) AS "pendingAgents",
  (SELECT COUNT(*) FROM users WHERE status = 'active') AS "activeUsers",
  (SELECT COUNT(*) FROM messages) AS "totalMessages"`;

export async function countAll({ db }: Pick<ServerContext, 'db'>): Promise<DashboardStats> {
  const [row] = await db.readRows<Counts<DashboardStats>>(COUNT_ALL);
  if (!row) throw new Error('The database counted nothing');
  return {
    totalUsers: toNumber(row.totalUsers),
    totalAgents: toNumber(row.totalAgents),
    totalProperties: toNumber(row.totalProperties),
    pendingAgents: toNumber(row.pendingAgents),
    activeUsers: toNumber(row.activeUsers),
    totalMessages: toNumber(row.totalMessages),
  };
}

const COUNT_MESSAGES = `SELECT
  (SELECT COUNT(*) FROM conversations) AS "totalConversations",
  (SELECT COUNT(*) FROM messages) AS "totalMessages",
  (SELECT COUNT(*) FROM conversations WHERE last_message_at >= $1) AS "activeConversations",
  (SELECT COUNT(*) FROM messages WHERE read_at IS NULL) AS "unreadMessages",
  (SELECT COUNT(*) FROM messages WHERE created_at >= $2) AS "recentMessages"`;

export async function countMessages({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<MessageStats> {
  const since = (days: number) => timeParameter(db.dialect, new Date(now().getTime() - days * DAY_MS));
  const [row] = await db.readRows<Counts<MessageStats>>(COUNT_MESSAGES, [since(7), since(1)]);
  if (!row) throw new Error('The database counted nothing');
  return {
    totalConversations: toNumber(row.totalConversations),
    totalMessages: toNumber(row.totalMessages),
    activeConversations: toNumber(row.activeConversations),
    unreadMessages: toNumber(row.unreadMessages),
    recentMessages: toNumber(row.recentMessages),
  };
}
