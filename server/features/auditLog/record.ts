import { isDeepStrictEqual } from 'node:util';
import { Op, Transaction } from 'sequelize';
import { advisoryLockIds } from '#server/db/advisoryLocks.ts';
import type { UserModel } from '#server/db/models.ts';
import { hasValues } from '#server/db/sql.ts';
import { lockCaller } from '#server/features/auth/passwords.ts';
import { activeAdmin, activeOwner } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import {
  requireAbility,
  requireAccess,
  SessionExpiredError,
  type SignedInUser,
} from '#server/http/access.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { AdminAbility, AdminRole } from '#shared/adminRoles.ts';
import { msg } from '#shared/messages.ts';
import { CHAIN_START, hashEntry } from './chain.ts';

/** The admin who acts, and from where. */
interface Actor {
  /** Without an id: `systemActor`. */
  user: { id: SignedInUser['id'] | null; name: SignedInUser['name'] };
  address: string | null;
}

/** The actor of scheduled work. */
export const systemActor: Actor = { user: { id: null, name: 'System' }, address: null };

interface AuditDraft {
  /** Entity and verb: 'user.suspend'. */
  action: string;
  entityType: string;
  entityId: number | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** The admin's reason, where the call asks for one. */
  reason?: string | null;
}

/**
 * Adds to the audit log in the transaction of the change itself: one is not stored without the other. Must be the
 * last step of that transaction: writers wait for each other here, and a later row lock would block all of them.
 */
export async function recordAudit(
  { db, now, security }: Pick<ServerContext, 'db' | 'now'> & Partial<Pick<ServerContext, 'security'>>,
  actor: Actor,
  draft: AuditDraft,
): Promise<void> {
  const { AuditEntry } = db.models;
  if (db.dialect === 'postgres')
    // Held until the transaction ends: each entry is hashed with the one before it.
    await db.sequelize.query(`SELECT pg_advisory_xact_lock(${advisoryLockIds.auditChain})`);
  const last = await AuditEntry.findOne({ order: [['id', 'DESC']] });
  const { action, entityType, entityId, before = null, after = null, reason = null } = draft;
  const created_at = now();
  const entry = {
    id: (last?.id ?? 0) + 1,
    actor_id: actor.user.id,
    actor_name: actor.user.name,
    action,
    entity_type: entityType,
    entity_id: entityId,
    before,
    after,
    reason,
    address: actor.address,
  };
  const previous_hash = last?.hash ?? CHAIN_START;
  const hash = hashEntry({ ...entry, created_at: created_at.toISOString() }, previous_hash);
  await AuditEntry.create({ ...entry, created_at, hash, previous_hash });
  db.afterCommit(() => security?.record('admin_change', { action, entityType, entityId }));
}

/** The fields that differ, as they were and as they are; null when none does. */
export function differences<Fields extends Record<string, unknown>>(
  before: Fields,
  after: Fields,
): { before: Partial<Fields>; after: Partial<Fields> } | null {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (names.length === 0) return null;
  const only = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
  return { before: only(before), after: only(after) };
}

/** The admin of a call, what the call needs of the admin's role, and the address it came from. */
export interface Admin extends Actor {
  user: SignedInUser;
  ability: AdminAbility;
}

/**
 * Holds the admin's account until the transaction ends. @returns it as it is now.
 * @throws {ForbiddenError} since the call began no admin any more, or one whose role does not include it.
 */
export async function requireStillAdmin(
  context: ServerContext,
  { user, ability }: Admin,
): Promise<SignedInUser> {
  const caller = await lockCaller(context, user);
  requireAccess('admin', caller);
  requireAbility(ability, caller);
  return caller;
}

export interface LockedAccount {
  account: UserModel;
  /** Whether nobody would be left to make administrators without this account. */
  isLastOwner: boolean;
  /** The caller's role at this moment. */
  adminRole: AdminRole | null;
}

/**
 * Holds an account together with all active admins, in one order: of two admins who take each other's role at once the
 * second one finds what the first has done.
 * @throws {NotFoundError} there is no such account. @throws {SessionExpiredError} the caller is no active admin any more.
 * @throws {ForbiddenError} the caller's role does not include it any more.
 */
export async function lockAccount(
  { db }: ServerContext,
  { user, ability }: Admin,
  accountId: number,
): Promise<LockedAccount> {
  const rows = await db.models.User.findAll({
    where: { [Op.or]: [activeAdmin, { id: accountId }] },
    order: [['id', 'ASC']],
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
  const admins = rows.filter((account) => hasValues(account, activeAdmin));
  const caller = admins.find(({ id }) => id === user.id);
  if (!caller) throw new SessionExpiredError();
  const adminRole = caller.admin_role;
  requireAbility(ability, { adminRole });
  const account = found(
    rows.find(({ id }) => id === accountId),
    'user',
  );
  const owners = admins.filter((admin) => hasValues(admin, activeOwner));
  return { account, isLastOwner: owners.length === 1 && owners[0]?.id === accountId, adminRole };
}

export const lastOwnerError = () =>
  new ConflictError(
    msg('This is the last active owner. Make another administrator an owner first.'),
    'last_admin',
  );
