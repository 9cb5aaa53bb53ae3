import { Transaction } from 'sequelize';
import { readKeys, timeParameter } from '#server/db/sql.ts';
import { PUBLIC_AGENT } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { ASK_EVERY_DAYS, daysBefore } from '#shared/freshness.ts';
import { awaitsConfirmation } from '../reads/history.ts';

const HOUR_MS = 3_600_000;

const AGENTS_AT_ONCE = 200;

/**
 * Asks agents, once a week at most, which listings are still available. The time of asking is stored in the locked
 * profile: once each, in whichever process.
 */
export const confirmationRequests = (context: ServerContext): RecurringJob => ({
  name: 'askForConfirmations',
  everyMs: HOUR_MS,
  run: async (signal) => {
    const agentIds = await findAgentsToAsk(context);
    for (const agentId of agentIds) if (!signal.aborted) await askAgent(context, agentId);
  },
});

function findAgentsToAsk({ db, now }: ServerContext): Promise<number[]> {
  const at = now();
  const lastWeek = timeParameter(db.dialect, daysBefore(at, ASK_EVERY_DAYS));
  return readKeys(
    db,
    (sql) => `SELECT a.user_id AS key FROM agent_profiles a JOIN users u ON u.id = a.user_id
      WHERE ${PUBLIC_AGENT} AND (a.confirmation_asked_at IS NULL OR a.confirmation_asked_at <= ${sql.bind(lastWeek)})
        AND EXISTS (SELECT 1 FROM properties p WHERE p.agent_id = a.user_id AND ${awaitsConfirmation(sql, at)})
      ORDER BY a.confirmation_asked_at, a.user_id LIMIT ${AGENTS_AT_ONCE}`,
  );
}

function askAgent({ db, jobs, now }: ServerContext, agentId: number): Promise<void> {
  return db.transaction(async () => {
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const profile = await db.models.AgentProfile.findByPk(agentId, { lock });
    const asked = profile?.confirmation_asked_at;
    if (!profile || (asked && asked > daysBefore(now(), ASK_EVERY_DAYS))) return;
    await profile.update({ confirmation_asked_at: now() }, { silent: true });
    await jobs.add('confirmationNotice', { agentId }, { priority: 'bulk' });
  });
}
