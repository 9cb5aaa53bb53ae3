import type { Context } from 'koa';
import { Op, type Transaction } from 'sequelize';
import type { UserModel } from '#server/db/models/auth.ts';
import { hasValues } from '#server/db/rows.ts';
import { lockCaller } from '#server/features/auth/credentials.ts';
import { activeAdmin } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireAccess, SessionExpiredError, type SignedInUser } from '#server/http/access.ts';
import { ConflictError, NotFoundError } from '#server/http/errors.ts';
import type { Actor } from './record.ts';

/** The admin of a call, and the address it came from. */
export interface Admin extends Actor {
  user: SignedInUser;
}

export function adminOf({ user, ctx }: { user: SignedInUser; ctx: Context }): Admin {
  return { user, address: ctx.ip };
}

/** Holds the admin's account until the transaction ends. @throws {ForbiddenError} no admin any more since the call began. */
export async function requireStillAdmin(
  context: ServerContext,
  { user }: Admin,
  transaction: Transaction,
): Promise<void> {
  requireAccess('admin', await lockCaller(context, user, transaction));
}

export interface LockedAccount {
  account: UserModel;
  /** Whether nobody would be left to administer the site without this account. */
  isLastAdmin: boolean;
}

/**
 * Holds an account together with all active admins, in one order: of two admins who take each other's role at once the
 * second one finds what the first has done.
 * @throws {NotFoundError} there is no such account. @throws {SessionExpiredError} the caller is no active admin any more.
 */
export async function lockAccount(
  { db }: ServerContext,
  { user }: Admin,
  accountId: number,
  transaction: Transaction,
): Promise<LockedAccount> {
  const rows = await db.models.User.findAll({
    where: { [Op.or]: [activeAdmin, { id: accountId }] },
    order: [['id', 'ASC']],
    transaction,
    lock: transaction.LOCK.NO_KEY_UPDATE,
  });
  const admins = rows.filter((account) => hasValues(account, activeAdmin));
  if (!admins.some(({ id }) => id === user.id)) throw new SessionExpiredError();
  const account = rows.find(({ id }) => id === accountId);
  if (!account) throw new NotFoundError('User');
  return { account, isLastAdmin: admins.length === 1 && admins[0]?.id === accountId };
}

export const lastAdminError = () =>
  new ConflictError(
    'This is the last active administrator. Make someone else an administrator first.',
    'last_admin',
  );
