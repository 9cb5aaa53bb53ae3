import type { AgentProfileModel } from '#server/db/models/agents.ts';
import { type Admin, lockAccount } from '#server/features/auditLog/actor.ts';
import { differences, recordAudit } from '#server/features/auditLog/record.ts';
import { isApprovedAgent } from '#server/features/auth/agentPolicy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { syncListingVisibility } from '#server/features/properties/agentListings.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { AgentLicense } from '#shared/contracts/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { licenseRenewedMail } from './mails.ts';
import { getLicense } from './reads.ts';

interface Check {
  number: string;
  /** YYYY-MM-DD */
  lastDay: string;
  note: string | null;
}

/**
 * Keeps what an admin found in the Commission's register. Who is unlisted is listed again when the licence is good now.
 * @throws {NotFoundError} nobody of that id is an approved agent.
 */
export async function checkLicense(
  context: ServerContext,
  admin: Admin,
  agentId: number,
  { number, lastDay, note }: Check,
): Promise<AgentLicense> {
  const { db, bus, mail, now } = context;
  await db.transaction(async (transaction) => {
    const { account } = await lockAccount(context, admin, agentId, transaction);
    const profile = await db.models.AgentProfile.findByPk(agentId, { transaction });
    if (!profile || !isApprovedAgent(account, profile)) throw new NotFoundError('Agent');
    const before = stateOf(profile);
    const isAnother = before.license_number !== number || before.license_expires_on !== lastDay;
    const isBack = profile.license_lapsed_at !== null && lastDay >= manilaDay(now());
    await profile.update(
      {
        license_number: number,
        license_expires_on: lastDay,
        license_checked_at: now(),
        license_checked_by: admin.user.id,
        license_note: note,
        // The warnings were about the end of another one.
        ...(isAnother ? { license_warned_at: null } : {}),
        ...(isBack ? { license_lapsed_at: null } : {}),
      },
      { transaction },
    );
    if (isBack) {
      await syncListingVisibility(context, agentId, transaction);
      const letter = licenseRenewedMail(context, { name: account.name, lastDay });
      await mail.queue({ ...letter, recipient: account.email }, transaction);
      transaction.afterCommit(() => bus.publish('licenseChanged', { agentId, news: 'renewed', lastDay }));
    }
    const about = { action: 'license.check', entityType: 'user', entityId: agentId, reason: note };
    await recordAudit(context, admin, { ...about, ...differences(before, stateOf(profile)) }, transaction);
  });
  return getLicense(context, agentId);
}

function stateOf({ license_number, license_expires_on, license_lapsed_at }: AgentProfileModel) {
  return { license_number, license_expires_on, unlisted: license_lapsed_at !== null };
}
