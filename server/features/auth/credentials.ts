import type { Transaction } from 'sequelize';
import type { UserModel } from '#server/db/models/auth.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError, type SignedInUser } from '#server/http/access.ts';
import { passwordChangedMail } from '#server/mail/templates.ts';
import { isApprovedAgent } from './agentPolicy.ts';
import { revokeAllSessions } from './sessions.ts';

/**
 * Holds the row until the transaction ends, so that a suspension or a new password comes before or after, not between.
 * Rows that refer to the account may be written meanwhile: waiting for those would let two people lock each other out.
 */
export function lockUser(
  { db }: ServerContext,
  userId: number,
  transaction: Transaction,
): Promise<UserModel | null> {
  return db.models.User.findByPk(userId, { transaction, lock: transaction.LOCK.NO_KEY_UPDATE });
}

/**
 * The account as it is now, held until the transaction ends. Always before a listing: whoever deletes the account
 * takes the two in this order as well.
 */
export async function lockCaller(
  context: ServerContext,
  caller: SignedInUser,
  transaction: Transaction,
): Promise<SignedInUser> {
  const user = await lockUser(context, caller.id, transaction);
  if (user?.status !== 'active') throw new SessionExpiredError();
  const profile = await context.db.models.AgentProfile.findByPk(caller.id, { transaction });
  return { ...caller, role: user.role, isApprovedAgent: isApprovedAgent(user, profile) };
}

/** Sets a new password and ends what the old one opened: sessions, sockets, mailed links. Mails the owner. */
export async function setPassword(
  context: ServerContext,
  user: UserModel,
  passwordHash: string,
  transaction: Transaction,
): Promise<void> {
  await user.update({ password_hash: passwordHash }, { transaction });
  await revokeAllSessions(context, user.id, transaction);
  await voidResetLinks(context, user.id, transaction);
  const mail = passwordChangedMail(context, { name: user.name, changedAt: context.now() });
  await context.mail.queue({ recipient: user.email, ...mail }, transaction);
}

/** Links mailed earlier open nothing from now on. */
export async function voidResetLinks(
  { db, now }: ServerContext,
  userId: number,
  transaction: Transaction,
): Promise<void> {
  await db.models.PasswordReset.update(
    { expires_at: now() },
    { where: { user_id: userId, used_at: null }, transaction },
  );
}
