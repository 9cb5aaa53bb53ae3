import { Op } from 'sequelize';
import { readKeys, timeParameter } from '#server/db/sql.ts';
import { isActiveAgent, isAway, membershipOf } from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { handOverLines, holdAgents } from './writes/handOver.ts';
import { refreshClients } from './writes.ts';

/** Catches up unread lines: a snooze may end, or a mail may fail, without a reader. */
export const clientRefresh = (context: ServerContext): RecurringJob => ({
  name: 'refreshClients',
  everyMs: 15_000,
  firstMs: 0,
  async run(signal) {
    const due = timeParameter(context.db.dialect, context.now());
    const agents = await readKeys<number>(
      context.db,
      (sql) => `SELECT agent_id AS key FROM client_marks
        UNION SELECT agent_id AS key FROM clients WHERE recheck_at <= ${sql.bind(due)}`,
    );
    const faults: unknown[] = [];
    for (const agentId of agents) {
      if (signal.aborted) return;
      // A failing queue must not block the others.
      await refreshClients(context, agentId).catch((fault) => faults.push(fault));
    }
    if (faults.length > 0) throw faults[0];
  },
});

/** Hands a waiting client to the named stand-in, if the agent is still away at that time. */
export function handleHandOvers(context: ServerContext): void {
  const { db, now } = context;
  context.jobs.handle('standInHandOver', {
    async apply({ clientId }) {
      const line = await db.models.Client.findByPk(clientId);
      const member = line && (await db.models.OfficeMember.findByPk(line.agent_id));
      if (!line || !member || member.stand_in_id === null) return;
      const handOver = { fromId: line.agent_id, toId: member.stand_in_id, actorId: null, note: null };
      await holdAgents(context, handOver, { id: clientId });
      const membership = await membershipOf(db, handOver.fromId);
      const standIn = await membershipOf(db, handOver.toId);
      const isDue =
        membership?.member.stand_in_id === handOver.toId &&
        isAway(membership.member, now()) &&
        standIn?.office.id === membership.office.id &&
        !isAway(standIn.member, now()) &&
        (await isActiveAgent(db, handOver.toId));
      if (!isDue) return;
      await handOverLines(context, handOver, { id: clientId, waiting_since: { [Op.ne]: null } });
    },
  });
}
