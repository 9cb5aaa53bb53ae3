import { toNumber } from '#server/db/rows.ts';
import { AGENT_APPLICANT, APPROVED_AGENT } from '#server/features/auth/agentPolicy.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { DashboardStats } from '#shared/contracts/analytics.ts';

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
  const [row] = await db.readRows<Record<keyof DashboardStats, number | string>>(COUNT_ALL);
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
