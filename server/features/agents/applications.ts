import type { Transaction } from 'sequelize';
import type { AgentProfileModel } from '#server/db/models/agents.ts';
import type { UserModel } from '#server/db/models/auth.ts';
import { type Admin, lockAccount } from '#server/features/auditLog/actor.ts';
import { differences, recordAudit } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { settleListings } from '#server/features/properties/agentListings.ts';
import { getAdminUser } from '#server/features/users/reads.ts';
import { ConflictError, NotFoundError } from '#server/http/errors.ts';
import type { AdminUser } from '#shared/contracts/admin.ts';

/**
 * The applicant becomes an active agent, shown in the directory.
 * @throws {NotFoundError} nobody of that id applied. @throws {ConflictError} decided already, or the account is closed.
 */
export function approveAgent(context: ServerContext, admin: Admin, id: number): Promise<AdminUser> {
  return decide(context, admin, id, { isApproved: true, reason: null });
}

/**
 * The applicant stays, or becomes, an active user. @throws as `approveAgent`.
 * @param reason what the applicant is told beside the decision.
 */
export function rejectAgent(
  context: ServerContext,
  admin: Admin,
  id: number,
  reason: string | null,
): Promise<AdminUser> {
  return decide(context, admin, id, { isApproved: false, reason });
}

interface Decision {
  isApproved: boolean;
  reason: string | null;
}

async function decide(
  context: ServerContext,
  admin: Admin,
  id: number,
  decision: Decision,
): Promise<AdminUser> {
  const { db, bus, now } = context;
  const { isApproved, reason } = decision;
  await db.transaction(async (transaction) => {
    const { account } = await lockAccount(context, admin, id, transaction);
    const profile = await requirePending(context, account, decision, transaction);
    const before = stateOf(account, profile);
    await account.update(
      {
        role: isApproved ? 'agent' : 'user',
        // Who waited for this decision to be let in comes in now; a closed account stays closed.
        ...(account.status === 'pending' ? { status: 'active' } : {}),
      },
      { transaction },
    );
    const application_status = isApproved ? 'approved' : 'rejected';
    await profile.update({ application_status, decided_at: now() }, { transaction });
    await settleListings(context, id, transaction);
    const entry = {
      entityType: 'user',
      entityId: id,
      reason,
      ...differences(before, stateOf(account, profile)),
    };
    await recordAudit(
      context,
      admin,
      { action: isApproved ? 'agent.approve' : 'agent.reject', ...entry },
      transaction,
    );
  });
  bus.publish('agentDecided', { userId: id, isApproved, reason });
  return getAdminUser(context, id);
}

async function requirePending(
  { db }: ServerContext,
  account: UserModel,
  { isApproved }: Decision,
  transaction: Transaction,
): Promise<AgentProfileModel> {
  const profile = await db.models.AgentProfile.findByPk(account.id, { transaction });
  if (!profile) throw new NotFoundError('Application');
  if (profile.application_status !== 'pending')
    throw new ConflictError(`This application was ${profile.application_status} already`, 'already_decided');
  if (account.role === 'admin')
    throw new ConflictError('Administrators cannot become agents', 'admin_cannot_apply');
  if (isApproved && (account.status === 'suspended' || account.status === 'inactive'))
    throw new ConflictError(
      `This account is ${account.status}. Set it to active before you approve it.`,
      'account_closed',
    );
  return profile;
}

function stateOf({ role, status }: UserModel, { application_status }: AgentProfileModel) {
  return { role, status, application_status };
}
