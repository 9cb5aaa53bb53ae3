import { Op, type Transaction } from 'sequelize';
import type { AgentProfileModel } from '#server/db/models/agents.ts';
import type { UserModel } from '#server/db/models/auth.ts';
import { recordAudit, theSystem } from '#server/features/auditLog/record.ts';
import { isPublicAgent, publicAgent } from '#server/features/auth/agentPolicy.ts';
import { lockUser } from '#server/features/auth/credentials.ts';
import type { ServerContext } from '#server/features/context.ts';
import { settleListings } from '#server/features/properties/agentListings.ts';
import { LICENSE_WARNING_DAYS } from '#shared/licenses.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { licenseLapsedMail, licenseWarningMail } from './licenseMails.ts';
import { nextStep, unlistingDay } from './rule.ts';

/** Looked at together; the next ones follow. */
const BATCH = 100;

export interface LicenseSweep {
  warned: number;
  lapsed: number;
}

/** Warns and unlists whose turn it is. @param signal ends it after the agent that is being seen to. */
export async function settleEndingLicenses(
  context: ServerContext,
  signal: AbortSignal,
): Promise<LicenseSweep> {
  const swept: LicenseSweep = { warned: 0, lapsed: 0 };
  let lastId = 0;
  while (!signal.aborted) {
    const profiles = await findEnding(context, lastId);
    for (const { user_id } of profiles.filter((profile) => nextStep(profile, context.now()))) {
      if (signal.aborted) break;
      const step = await settleLicense(context, user_id);
      if (step === 'warn') swept.warned += 1;
      if (step === 'lapse') swept.lapsed += 1;
    }
    if (profiles.length < BATCH) break;
    lastId = profiles.at(-1)?.user_id ?? lastId;
  }
  return swept;
}

/** Of agents who work; the others are seen to when they are back. */
function findEnding({ db, now }: ServerContext, afterId: number): Promise<AgentProfileModel[]> {
  return db.models.AgentProfile.findAll({
    where: {
      ...publicAgent.profile,
      user_id: { [Op.gt]: afterId },
      license_expires_on: { [Op.lte]: addDays(manilaDay(now()), LICENSE_WARNING_DAYS) },
    },
    include: [{ association: 'user', attributes: [], where: publicAgent.account }],
    order: [['user_id', 'ASC']],
    limit: BATCH,
  });
}

/** A transaction for each agent: what fails for one is done for the others, and nobody waits for all. */
function settleLicense(context: ServerContext, agentId: number): Promise<'warn' | 'lapse' | null> {
  const { db, now } = context;
  return db.transaction(async (transaction) => {
    // Asked again once the account is held: an admin may have checked the licence, or somebody closed the account.
    const agent = await lockUser(context, agentId, transaction);
    const profile = await db.models.AgentProfile.findByPk(agentId, { transaction });
    if (!agent || !profile?.license_expires_on || !(await isPublicAgent(db, agentId, transaction)))
      return null;
    const step = nextStep(profile, now());
    const ending = { agent, profile, lastDay: profile.license_expires_on };
    if (step === 'warn') await warn(context, ending, transaction);
    if (step === 'lapse') await unlist(context, ending, transaction);
    return step;
  });
}

interface Ending {
  agent: UserModel;
  profile: AgentProfileModel;
  lastDay: string;
}

async function warn(
  context: ServerContext,
  { agent, profile, lastDay }: Ending,
  transaction: Transaction,
): Promise<void> {
  const { bus, mail, now } = context;
  const at = now();
  await profile.update({ license_warned_at: at }, { transaction });
  const letter = licenseWarningMail(context, {
    name: agent.name,
    // The last day is that of the number that was checked.
    number: profile.license_checked_at && profile.license_number,
    lastDay,
    unlistedOn: unlistingDay(lastDay, at),
    isOver: manilaDay(at) > lastDay,
  });
  await mail.queue({ ...letter, recipient: agent.email }, transaction);
  transaction.afterCommit(() =>
    bus.publish('licenseSettled', { agentId: agent.id, news: 'warned', lastDay }),
  );
}

async function unlist(
  context: ServerContext,
  { agent, profile, lastDay }: Ending,
  transaction: Transaction,
): Promise<void> {
  const { bus, mail, now } = context;
  await profile.update({ license_lapsed_at: now() }, { transaction });
  await settleListings(context, agent.id, transaction);
  const letter = licenseLapsedMail(context, { name: agent.name, lastDay });
  await mail.queue({ ...letter, recipient: agent.email }, transaction);
  transaction.afterCommit(() =>
    bus.publish('licenseSettled', { agentId: agent.id, news: 'lapsed', lastDay }),
  );
  const change = { before: { unlisted: false }, after: { unlisted: true, license_expires_on: lastDay } };
  const about = { action: 'license.lapse', entityType: 'user', entityId: agent.id };
  await recordAudit(context, theSystem, { ...about, ...change }, transaction);
}
