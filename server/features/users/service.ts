import type { ApplicationStatus, UserModel } from '#server/db/models.ts';
import { hasValues } from '#server/db/sql.ts';
import {
  type Admin,
  decideEach,
  differences,
  eraseFromAuditLog,
  type LockedAccount,
  lastOwnerError,
  lockAccount,
  recordAudit,
  requireStillAdmin,
} from '#server/features/auditLog/record.ts';
import { activeOwner, isPublicAgent } from '#server/features/auth/policy.ts';
import { endApiTokens } from '#server/features/auth/service/tokens.ts';
import {
  emailExists,
  isAddressTaken,
  mailConfirmation,
  rethrowEmailExists,
  voidEmailLinks,
} from '#server/features/auth/service/verification.ts';
import { endMembership } from '#server/features/auth/writes/offices.ts';
import {
  hashPassword,
  requireGoodPassword,
  setPassword,
  voidResetLinks,
} from '#server/features/auth/writes/passwords.ts';
import { withPhone } from '#server/features/auth/writes/profile.ts';
import { removeSecondFactor } from '#server/features/auth/writes/secondFactor.ts';
import { endOtherAccess, revokeAllSessions } from '#server/features/auth/writes/sessions.ts';
import { refreshMarkedClients } from '#server/features/clients/writes.ts';
import type { ServerContext } from '#server/features/context.ts';
import { syncListingVisibility } from '#server/features/properties/moderation/service.ts';
import { endViewings } from '#server/features/viewingHistory/writes.ts';
import { requireAbility, requireConfirmedIdentity } from '#server/http/access.ts';
import { csvFile } from '#server/http/csv.ts';
import { ConflictError, ForbiddenError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { emailChangedByAdminMail } from '#server/mail/templates.ts';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import type { usersCalls } from '#shared/contracts/users.ts';
import { msg } from '#shared/messages.ts';
import { adminUserColumns, adminUsers, getAdminUser, readUsers } from './reads.ts';
import { eraseAccount } from './writes.ts';

type AccountFields = Pick<UserModel, 'name' | 'email' | 'phone' | 'role' | 'admin_role' | 'status'>;

const statusVerb: Record<UserStatus, string> = {
  active: 'activate',
  inactive: 'deactivate',
  suspended: 'suspend',
  pending: 'hold',
};

export const usersService = (context: ServerContext): Service<typeof usersCalls> => ({
  list: ({ query }) => readUsers(context.db, query),
  export: ({ query }) => csvFile(context, 'users', adminUserColumns, adminUsers.readBatches(context.db, query)),

  /** @throws {ConflictError} `email_exists`. */
  async create({ body: { password, phone = null, ...draft }, ...admin }) {
    const { db } = context;
    const admin_role = draft.role === 'admin' ? (draft.admin_role ?? 'owner') : null;
    const fields = { ...draft, phone, admin_role };
    if (draft.role === 'admin') requireConfirmedIdentity(context, admin.user);
    // Before the expensive hash; the unique index decides.
    if (await isAddressTaken(context, draft.email)) throw emailExists();
    await requireGoodPassword(context, { password, path: 'password', person: draft });
    const password_hash = await hashPassword(password);
    const id = await db
      .transaction(async () => {
        const caller = await requireStillAdmin(context, admin);
        if (fields.role === 'admin') requireAbility('admins.manage', caller);
        // The administrator vouches for the address.
        const made = { ...fields, password_hash, email_verified_at: context.now() };
        const account = await db.models.User.create(made);
        if (fields.role === 'admin') publishRole(context, account.id);
        await syncAgentProfile(context, account, caller);
        const entry = { action: 'user.create', entityType: 'user', entityId: account.id, after: fields };
        await recordAudit(context, admin, entry);
        return account.id;
      })
      .catch(rethrowEmailExists);
    return getAdminUser(context, id);
  },

  /** Before `update`, whose path would match. An administrator who selects a page must not lock themselves out. */
  setStatuses: ({ body: { ids, status }, ...admin }) =>
    decideEach(
      context,
      ids,
      async (id) => {
        if (id === admin.user.id)
          throw new ForbiddenError(msg('You cannot change your own account here'), 'own_account');
        return setAccountStatus(context, admin, id, status);
      },
      async (id) => (await context.db.models.User.findByPk(id, { attributes: ['name'] }))?.name ?? null,
    ),

  /**
   * An omitted admin role is unchanged; a new administrator without one is an owner.
   * @throws {ConflictError} `email_exists`, or `last_admin`: no owner would be left.
   * @throws {NotFoundError} there is no such account.
   */
  async update({ params: { id }, body: { password, phone, admin_role, ...changes }, ...admin }) {
    if (password !== undefined)
      await requireGoodPassword(context, { password, path: 'password', person: changes });
    const passwordHash = password === undefined ? null : await hashPassword(password);
    await context.db
      .transaction(async () => {
        const locked = await lockAccount(context, admin, id);
        const { account } = locked;
        const after = {
          ...changes,
          phone: phone === undefined ? account.phone : phone,
          admin_role: adminRoleAfter(account, changes.role, admin_role),
        };
        requireAdminsManager(locked, after.role);
        const givesAccess = (['role', 'admin_role', 'email'] as const).some(
          (field) => after[field] !== account[field],
        );
        if (givesAccess || passwordHash) requireConfirmedIdentity(context, admin.user);
        const changed = await changeAccount(context, locked, after);
        if (passwordHash) await resetAccess(context, account, passwordHash);
        if (!changed && !passwordHash) return;
        // The audit log records the change of a password without the password or its hash.
        const entry = {
          before: changed?.before ?? null,
          after: { ...changed?.after, ...(passwordHash ? { password: 'changed' } : {}) },
        };
        const about = { action: 'user.update', entityType: 'user', entityId: id };
        await recordAudit(context, admin, { ...about, ...entry });
      })
      .catch(rethrowEmailExists);
    return getAdminUser(context, id);
  },

  /** @throws {ConflictError} `last_admin`. @throws {ForbiddenError} an admin's account, or it would decide an application. */
  async setStatus({ params: { id }, body: { status }, ...admin }) {
    await setAccountStatus(context, admin, id, status);
    return getAdminUser(context, id);
  },

  /** @throws {NotFoundError} there is no such account. */
  async setPassword({ t, params: { id }, body: { newPassword }, ...admin }) {
    const person = await context.db.models.User.findByPk(id);
    await requireGoodPassword(context, { password: newPassword, path: 'newPassword', person });
    const passwordHash = await hashPassword(newPassword);
    const name = await context.db.transaction(async () => {
      const account = await lockManaged(context, admin, id);
      await resetAccess(context, account, passwordHash);
      await recordAudit(context, admin, { action: 'user.password', entityType: 'user', entityId: id });
      return account.name;
    });
    return { message: t('The password of {name} was changed', { name }) };
  },

  /** @throws {ForbiddenError} an admin's account. @throws {NotFoundError} there is no such account. */
  async remove({ params: { id }, ...admin }) {
    await context.db.transaction(async () => {
      const { account } = await lockAccount(context, admin, id);
      const { role, status, ...person } = fieldsOf(account);
      await eraseAccount(context, id);
      const erased = await eraseFromAuditLog(context, { ...person, id });
      const about = { action: 'user.delete', entityType: 'user', entityId: id };
      await recordAudit(context, admin, { ...about, before: { role, status }, chain: { erased } });
    });
    await refreshMarkedClients(context);
    return { id };
  },

  /** @throws {ConflictError} `own_second_factor`, `no_second_factor`. @throws {NotFoundError} there is no such account. */
  async removeSecondFactor({ params: { id }, body: { reason }, ...admin }) {
    if (id === admin.user.id)
      throw new ConflictError(msg('Turn your own two-step login off in your profile'), 'own_second_factor');
    await context.db.transaction(async () => {
      const account = await lockManaged(context, admin, id);
      await removeSecondFactor(context, account, { what: 'endedByAdmin', reason });
      const entry = { action: 'user.second_factor_remove', entityType: 'user', entityId: id, reason };
      await recordAudit(context, admin, entry);
    });
    return { id };
  },
});

/** `lockAccount` for an account that the caller may manage. @throws {ForbiddenError} `admin_role_required`. */
async function lockManaged(context: ServerContext, admin: Admin, id: number): Promise<UserModel> {
  const locked = await lockAccount(context, admin, id);
  requireAdminsManager(locked);
  return locked.account;
}

/** A new password by an administrator ends all other access to the account. */
async function resetAccess(context: ServerContext, account: UserModel, passwordHash: string): Promise<void> {
  const ended = await endOtherAccess(context, account);
  await setPassword(context, account, passwordHash, { ended });
}

/** @throws {ConflictError} `last_admin`. @throws {ForbiddenError} an admin's account, or it would decide an application. */
function setAccountStatus(context: ServerContext, admin: Admin, id: number, status: UserStatus) {
  return context.db.transaction(async () => {
    const locked = await lockAccount(context, admin, id);
    requireAdminsManager(locked);
    const { name, status: before } = locked.account;
    const changed = await changeAccount(context, locked, { ...fieldsOf(locked.account), status });
    if (changed) {
      const entry = { action: `user.${statusVerb[status]}`, entityType: 'user', entityId: id, ...changed };
      await recordAudit(context, admin, entry);
    }
    return { name, before: { status: before }, changed: changed !== null };
  });
}

/**
 * Keeps an agent's profile in step with role and status as an admin sets them: an active agent is approved, a pending
 * one is an applicant. Another role removes the account from the directory; the profile is kept.
 * @throws {ForbiddenError} `admin_role_required`: it would decide an application, which the caller's role does not
 * include.
 */
async function syncAgentProfile(
  { db, jobs, now }: ServerContext,
  { id, role, status }: Pick<UserModel, 'id' | 'role' | 'status'>,
  caller: { adminRole: AdminRole | null },
): Promise<void> {
  if (role !== 'agent') return;
  const { AgentProfile } = db.models;
  const profile = await AgentProfile.findByPk(id);
  const application_status = applicationFor(status, profile?.application_status);
  if (profile?.application_status === application_status) return;
  requireAbility('applications.decide', caller);
  const values = { application_status, decided_at: application_status === 'approved' ? now() : null };
  if (application_status !== 'pending')
    await jobs.add('readNotices', { topics: [`application-${id}`], readerIds: null });
  if (profile) await profile.update(values);
  else await AgentProfile.create({ user_id: id, ...values });
}

function applicationFor(status: UserModel['status'], current: ApplicationStatus = 'approved') {
  if (status === 'active') return 'approved';
  return status === 'pending' ? 'pending' : current;
}

/** For accounts of admins, present and future. @throws {ForbiddenError} `admin_role_required`. */
function requireAdminsManager({ account, adminRole }: LockedAccount, roleAfter?: Role): void {
  if (account.role === 'admin' || roleAfter === 'admin') requireAbility('admins.manage', { adminRole });
}

/** @param given null and undefined alike: omitted. */
function adminRoleAfter(account: UserModel, roleAfter: Role, given: AdminRole | null | undefined) {
  if (roleAfter !== 'admin') return null;
  return given ?? (account.role === 'admin' ? account.admin_role : 'owner');
}

/** Stores the differences with their consequences. @returns the differences; null if there are none. */
async function changeAccount(
  context: ServerContext,
  { account, isLastOwner, adminRole }: LockedAccount,
  after: AccountFields,
) {
  const changed = differences<Record<string, unknown>>(fieldsOf(account), { ...after });
  if (!changed) return null;
  if (isLastOwner && !hasValues(after, activeOwner)) throw lastOwnerError();
  if ('role' in changed.after || 'admin_role' in changed.after) publishRole(context, account.id);
  const wasActive = account.status === 'active';
  const hasOtherEmail = account.email !== after.email;
  if (hasOtherEmail && (await isAddressTaken(context, after.email, account.id))) throw emailExists();
  const former = account.email_verified_at && account.email;
  await account.update({
    ...after,
    ...withPhone(account, after.phone),
    ...(hasOtherEmail ? { email_verified_at: null, pending_email: null } : {}),
  });
  await syncAgentProfile(context, account, { adminRole });
  if (account.role !== 'agent') {
    await endMembership(context, account.id);
    await endApiTokens(context, account.id);
  }
  await syncListingVisibility(context, account.id);
  if (account.status !== 'active') {
    await endViewings(context, { user_id: account.id }, 'client_unavailable', account.id);
    await endViewings(context, { agent_id: account.id }, 'agent_unavailable', account.id);
  } else if (!(await isPublicAgent(context.db, account.id)))
    await endViewings(context, { agent_id: account.id }, 'agent_unavailable');
  if (wasActive && after.status !== 'active') await revokeAllSessions(context, account.id);
  // Links mailed to the former address must neither open the account nor restore that address.
  if (hasOtherEmail) {
    await voidResetLinks(context, account.id);
    await voidEmailLinks(context, account.id);
    await mailConfirmation(context, account, { isAskedFor: false });
    const letter = emailChangedByAdminMail(context, account.language, {
      name: account.name,
      email: account.email,
    });
    if (former) await context.mail.queue({ ...letter, recipient: former, priority: 'urgent' });
  }
  return changed;
}

/** Part of every change of a role: open windows refresh. */
function publishRole({ db, bus }: ServerContext, userId: number): void {
  db.afterCommit(() => bus.publish('accountChanged', { userId }));
}

function fieldsOf({ name, email, phone, role, admin_role, status }: AccountFields): AccountFields {
  return { name, email, phone, role, admin_role, status };
}
