import { UniqueConstraintError } from 'sequelize';
import type { ApplicationStatus, UserModel } from '#server/db/models.ts';
import {
  differences,
  lastAdminError,
  lockAccount,
  recordAudit,
  requireStillAdmin,
} from '#server/features/auditLog/record.ts';
import { requireGoodPassword } from '#server/features/auth/passwordRules.ts';
import { hashPassword, setPassword, voidResetLinks } from '#server/features/auth/passwords.ts';
import { revokeAllSessions } from '#server/features/auth/sessions.ts';
import type { ServerContext } from '#server/features/context.ts';
import { syncListingVisibility } from '#server/features/properties/moderation.ts';
import { csvFile } from '#server/http/csv.ts';
import { ConflictError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { authMessages } from '#shared/authMessages.ts';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { usersCalls } from '#shared/contracts/users.ts';
import { english } from '#shared/messages.ts';
import { eraseAccount } from './eraseUser.ts';
import { adminUserColumns, adminUsers, getAdminUser } from './reads.ts';

type AccountFields = Pick<UserModel, 'name' | 'email' | 'phone' | 'role' | 'status'>;

const statusVerb: Record<UserStatus, string> = {
  active: 'activate',
  inactive: 'deactivate',
  suspended: 'suspend',
  pending: 'hold',
};

export const usersService = (context: ServerContext): Service<typeof usersCalls> => ({
  list: ({ query }) => adminUsers.readPage(context.db, query),
  export: ({ query }) =>
    csvFile(context, 'users', adminUserColumns, adminUsers.readBatches(context.db, query)),

  /** @throws {ConflictError} `email_exists`. */
  async create({ user, address, body: { password, phone = null, ...draft } }) {
    const admin = { user, address };
    const { db } = context;
    const fields = { ...draft, phone };
    await requireFreeEmail(context, draft.email);
    await requireGoodPassword(context, { password, path: 'password', person: draft });
    const password_hash = await hashPassword(password);
    const id = await db
      .transaction(async () => {
        await requireStillAdmin(context, admin);
        const account = await db.models.User.create({ ...fields, password_hash });
        await syncAgentProfile(context, account);
        const entry = { action: 'user.create', entityType: 'user', entityId: account.id, after: fields };
        await recordAudit(context, admin, entry);
        return account.id;
      })
      .catch(rethrowEmailExists);
    return getAdminUser(context, id);
  },

  /**
   * @throws {ConflictError} `email_exists`, or `last_admin`: nobody would be left to administer the site.
   * @throws {NotFoundError} there is no such account.
   */
  async update({ user, address, params: { id }, body: { password, phone, ...changes } }) {
    const admin = { user, address };
    if (password !== undefined)
      await requireGoodPassword(context, { password, path: 'password', person: changes });
    const passwordHash = password === undefined ? null : await hashPassword(password);
    await context.db
      .transaction(async () => {
        const { account, isLastAdmin } = await lockAccount(context, admin, id);
        const after = { ...changes, phone: phone === undefined ? account.phone : phone };
        const changed = await changeAccount(context, { account, isLastAdmin, after });
        if (passwordHash) await setPassword(context, account, passwordHash);
        if (!changed && !passwordHash) return;
        // The audit log says that the password changed; neither it nor its hash is stored there.
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

  /** @throws {ConflictError} `last_admin`. @throws {NotFoundError} there is no such account. */
  async setStatus({ user, address, params: { id }, body: { status } }) {
    const admin = { user, address };
    await context.db.transaction(async () => {
      const { account, isLastAdmin } = await lockAccount(context, admin, id);
      const after = { ...fieldsOf(account), status };
      const changed = await changeAccount(context, { account, isLastAdmin, after });
      if (!changed) return;
      const entry = { action: `user.${statusVerb[status]}`, entityType: 'user', entityId: id, ...changed };
      await recordAudit(context, admin, entry);
    });
    return getAdminUser(context, id);
  },

  /** @throws {NotFoundError} there is no such account. */
  async setPassword({ user, address, params: { id }, body: { newPassword } }) {
    const admin = { user, address };
    const person = await context.db.models.User.findByPk(id);
    await requireGoodPassword(context, { password: newPassword, path: 'newPassword', person });
    const passwordHash = await hashPassword(newPassword);
    const name = await context.db.transaction(async () => {
      const { account } = await lockAccount(context, admin, id);
      await setPassword(context, account, passwordHash);
      const entry = { action: 'user.password', entityType: 'user', entityId: id };
      await recordAudit(context, admin, entry);
      return account.name;
    });
    return { message: english('The password of {name} was changed', { name }) };
  },

  /** @throws {ForbiddenError} it is an admin's. @throws {NotFoundError} there is no such account. */
  async remove({ user, address, params: { id } }) {
    const admin = { user, address };
    await context.db.transaction(async () => {
      const { account } = await lockAccount(context, admin, id);
      const before = fieldsOf(account);
      await eraseAccount(context, id);
      const entry = { action: 'user.delete', entityType: 'user', entityId: id, before };
      await recordAudit(context, admin, entry);
    });
    return { id };
  },
});

/**
 * Keeps an agent's profile in step with role and status as an admin sets them: an active agent is an approved one, one
 * who is pending waits among the applications. Somebody who is no agent leaves the directory by the role alone; the
 * profile is kept for the day the role comes back.
 */
async function syncAgentProfile(
  { db, now }: ServerContext,
  { id, role, status }: Pick<UserModel, 'id' | 'role' | 'status'>,
): Promise<void> {
  if (role !== 'agent') return;
  const { AgentProfile } = db.models;
  const profile = await AgentProfile.findByPk(id);
  const application_status = applicationFor(status, profile?.application_status);
  if (profile?.application_status === application_status) return;
  const values = { application_status, decided_at: application_status === 'approved' ? now() : null };
  if (profile) await profile.update(values);
  else await AgentProfile.create({ user_id: id, ...values });
}

function applicationFor(
  status: UserModel['status'],
  current: ApplicationStatus = 'approved',
): ApplicationStatus {
  if (status === 'active') return 'approved';
  return status === 'pending' ? 'pending' : current;
}

/** Stores what differs and draws the consequences. @returns what differed; null when nothing did. */
async function changeAccount(
  context: ServerContext,
  { account, isLastAdmin, after }: { account: UserModel; isLastAdmin: boolean; after: AccountFields },
) {
  const changed = differences<Record<string, unknown>>(fieldsOf(account), { ...after });
  if (!changed) return null;
  if (isLastAdmin && (after.role !== 'admin' || after.status !== 'active')) throw lastAdminError();
  const wasActive = account.status === 'active';
  const hadEmail = account.email;
  await account.update({ ...after });
  await syncAgentProfile(context, account);
  await syncListingVisibility(context, account.id);
  if (wasActive && after.status !== 'active') await revokeAllSessions(context, account.id);
  // Links that went to the old address must not open the account.
  if (after.email !== hadEmail) await voidResetLinks(context, account.id);
  return changed;
}

function fieldsOf({ name, email, phone, role, status }: AccountFields): AccountFields {
  return { name, email, phone, role, status };
}

const emailExists = () => new ConflictError(authMessages.emailExists, 'email_exists');

/** Asked before the password is hashed, which is dear; the index has the last word. */
async function requireFreeEmail({ db }: ServerContext, email: string): Promise<void> {
  if (await db.models.User.count({ where: { email } })) throw emailExists();
}

function rethrowEmailExists(error: unknown): never {
  throw error instanceof UniqueConstraintError ? emailExists() : error;
}
