import type { Transaction } from 'sequelize';
import type { ApplicationStatus } from '#server/db/models/agents.ts';
import type { UserModel } from '#server/db/models/auth.ts';
import type { ServerContext } from '#server/features/context.ts';

/**
 * Keeps an agent's profile in step with role and status as an admin sets them: an active agent is an approved one, one
 * who is pending waits among the applications. Somebody who is no agent leaves the directory by the role alone; the
 * profile is kept for the day the role comes back.
 */
export async function settleAgentProfile(
  { db, now }: ServerContext,
  { id, role, status }: Pick<UserModel, 'id' | 'role' | 'status'>,
  transaction: Transaction,
): Promise<void> {
  if (role !== 'agent') return;
  const { AgentProfile } = db.models;
  const profile = await AgentProfile.findByPk(id, { transaction });
  const application_status = applicationFor(status, profile?.application_status);
  if (profile?.application_status === application_status) return;
  const values = { application_status, decided_at: application_status === 'approved' ? now() : null };
  if (profile) await profile.update(values, { transaction });
  else await AgentProfile.create({ user_id: id, ...values }, { transaction });
}

function applicationFor(
  status: UserModel['status'],
  current: ApplicationStatus = 'approved',
): ApplicationStatus {
  if (status === 'active') return 'approved';
  return status === 'pending' ? 'pending' : current;
}
