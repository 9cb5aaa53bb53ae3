import { isDeepStrictEqual } from 'node:util';
import type { AgentProfileModel, UserModel } from '#server/db/models.ts';
import { toIso, toJson } from '#server/db/sql.ts';
import { type Admin, differences, lockAccount, recordAudit } from '#server/features/auditLog/record.ts';
import { AGENT_APPLICANT } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { syncListingVisibility } from '#server/features/properties/moderation/service.ts';
import {
  ADMIN_USER_COLUMNS,
  type AdminUserRow,
  FROM_USERS,
  getAdminUser,
  presentAdminUser,
} from '#server/features/users/reads.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type {
  ApplicationCheckState,
  ApplicationChecks,
  applicationsCalls,
} from '#shared/contracts/agents.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { type LicenseFacts, licenseStateOf } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { readApplicationChecks } from './reads.ts';

type ApplicantRow = AdminUserRow &
  LicenseFacts & {
    title: string | null;
    languages: string[] | string;
    certifications: string[] | string;
    applied_at: Date | string;
  };

export function applicationsService(context: ServerContext): Service<typeof applicationsCalls> {
  const { db, now } = context;

  return {
    // Oldest first. Applications of later admins are not pending.
    async list() {
      // For an application that was opened again, the profile's time of update is the time of application, or later.
      const rows = await db.readRows<ApplicantRow>(
        `SELECT ${ADMIN_USER_COLUMNS}, a.title, a.languages, a.certifications, a.license_expires_on, a.license_checked_at,
      a.license_lapsed_at, a.updated_at AS applied_at ${FROM_USERS}
    WHERE ${AGENT_APPLICANT} ORDER BY a.updated_at, u.id`,
      );
      const today = manilaDay(now());
      return rows.map((row) => ({
        ...presentAdminUser(row),
        title: row.title,
        languages: toJson(row.languages),
        certifications: toJson(row.certifications),
        license_state: licenseStateOf(row, today),
        applied_at: toIso(row.applied_at),
      }));
    },

    checks: ({ params: { id }, user }) => readApplicationChecks(context, id, user.adminRole),

    /** @throws {ConflictError} `checks_changed`: the facts differ from the ones shown to the administrator. */
    async approve({ params: { id }, body: { shown }, user, address, ability }) {
      const { checks } = await readApplicationChecks(context, id, user.adminRole);
      if (shown && !isDeepStrictEqual(shown, checks))
        throw new ConflictError(
          msg('This application has changed since you opened it. Please review it again.'),
          'checks_changed',
        );
      const decision = { isApproved: true, reason: null, checks };
      return decideApplication(context, { user, address, ability }, id, decision);
    },

    reject: ({ params: { id }, body: { reason = null }, user, address, ability }) =>
      decideApplication(context, { user, address, ability }, id, { isApproved: false, reason }),
  };
}

interface Decision {
  isApproved: boolean;
  /** Sent to the applicant with a rejection. */
  reason: string | null;
  /** The checks at the time of approval. */
  checks?: ApplicationChecks['checks'];
}

/**
 * Approval makes the applicant an active agent in the directory; rejection keeps or makes the account an active user.
 * @throws {NotFoundError} no application of this account.
 * @throws {ConflictError} decided already, or the account is closed.
 */
async function decideApplication(
  context: ServerContext,
  admin: Admin,
  id: number,
  decision: Decision,
): Promise<AdminUser> {
  const { db, bus, jobs, now } = context;
  const { isApproved, reason, checks = [] } = decision;
  await db.transaction(async () => {
    const { account } = await lockAccount(context, admin, id);
    const profile = await requirePending(context, account, decision);
    const before = stateOf(account, profile);
    await account.update({
      role: isApproved ? 'agent' : 'user',
      // A pending account becomes active; a suspended or inactive account stays as it is.
      ...(account.status === 'pending' ? { status: 'active' } : {}),
    });
    const application_status = isApproved ? 'approved' : 'rejected';
    await profile.update({ application_status, decided_at: now() });
    await syncListingVisibility(context, id);
    const { before: was, after } =
      differences<Record<string, unknown>>(before, stateOf(account, profile)) ?? {};
    const inState = (state: ApplicationCheckState) =>
      checks.filter((check) => check.state === state).map(({ kind }) => kind);
    // The audit log records which facts were unchecked at the approval.
    const known = isApproved ? { unchecked: inState('unchecked'), attention: inState('attention') } : {};
    const entry = { entityType: 'user', entityId: id, reason, before: was, after: { ...after, ...known } };
    await jobs.add('decisionNotice', { userId: id, isApproved, reason });
    await recordAudit(context, admin, { action: isApproved ? 'agent.approve' : 'agent.reject', ...entry });
  });
  bus.publish('accountChanged', { userId: id });
  return getAdminUser(context, id);
}

async function requirePending(
  { db }: ServerContext,
  account: UserModel,
  { isApproved }: Decision,
): Promise<AgentProfileModel> {
  const profile = found(await db.models.AgentProfile.findByPk(account.id), 'application');
  if (profile.application_status !== 'pending')
    throw new ConflictError(
      msg(
        '{status, select, approved {This application has already been approved} other {This application has already been rejected}}',
        { status: profile.application_status },
      ),
      'already_decided',
    );
  if (account.role === 'admin')
    throw new ConflictError(msg('Administrators cannot become agents'), 'admin_cannot_apply');
  if (isApproved && (account.status === 'suspended' || account.status === 'inactive'))
    throw new ConflictError(
      msg(
        '{status, select, suspended {This account is suspended. Set it to active before you approve it.} other {This account is inactive. Set it to active before you approve it.}}',
        { status: account.status },
      ),
      'account_closed',
    );
  return profile;
}

function stateOf({ role, status }: UserModel, { application_status }: AgentProfileModel) {
  return { role, status, application_status };
}
