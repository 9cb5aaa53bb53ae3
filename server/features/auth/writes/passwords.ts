import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Op, Transaction } from 'sequelize';
import type { UserModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, UnavailableError } from '#server/http/errors.ts';
import { type OtherAccess, passwordChangedMail, passwordResetMail } from '#server/mail/templates.ts';
import { authMessages } from '#shared/authMessages.ts';
import { msg } from '#shared/messages.ts';
import { requireGoodPassword } from '../policy/passwords.ts';
import { isApprovedAgent } from '../policy.ts';
import type { AttemptLimiter } from './attempts.ts';
import { endOtherAccess, pauseExits, readOtherAccess } from './otherAccess.ts';
import { createToken, hashToken, revokeAllSessions } from './sessions.ts';

/** argon2id is the library's default; OWASP's parameters. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random, discarded password: for accounts without one and for unknown accounts. */
export const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Th+nT9VAb+yHAXYby92gTg$TNiXMr5L3l88svojDn8e+TlebGWGHCobnwz+WsPl75k';

/**
 * Hashing uses the four threads that SQLite's queries need too: two are left for queries during a burst of sign-ins.
 */
const limit = pLimit(2);
const MAX_WAITING = 1_000;

/** @throws {UnavailableError} too many hashes wait. */
async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= MAX_WAITING)
    throw new UnavailableError(
      msg('Too many people are logging in right now. Please try again in a moment.'),
    );
  return limit(work);
}

/** The same letters may differ in bytes between systems (é as one sign or two). */
const asTyped = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(asTyped(password), cost));
}

/** @param passwordHash null: no such account; the answer is false after the same work. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await limited(() => verify(passwordHash ?? UNKNOWN_PASSWORD_HASH, asTyped(password)));
  return matches && passwordHash !== null;
}

/**
 * Locks the row until the transaction ends, so that a suspension or a new password comes before or after. Rows that
 * refer to the account may be written meanwhile: waiting for those would be a deadlock of two accounts.
 */
export function lockUser({ db }: Pick<ServerContext, 'db'>, userId: number): Promise<UserModel | null> {
  return db.models.User.findByPk(userId, { lock: Transaction.LOCK.NO_KEY_UPDATE });
}

/** Locks several accounts, always in one order. @returns the existing ones, by id. */
export async function lockUsers(
  context: ServerContext,
  userIds: readonly number[],
): Promise<Map<number, UserModel>> {
  const locked = new Map<number, UserModel>();
  for (const id of [...new Set(userIds)].toSorted((one, other) => one - other)) {
    const user = await lockUser(context, id);
    if (user) locked.set(id, user);
  }
  return locked;
}

/**
 * The account as it is now, locked until the transaction ends. Always before a listing: deletions of accounts lock in
 * the same order.
 */
export async function lockCaller(context: ServerContext, caller: SignedInUser): Promise<SignedInUser> {
  const user = await lockUser(context, caller.id);
  if (user?.status !== 'active') throw new SessionExpiredError();
  const profile = await context.db.models.AgentProfile.findByPk(caller.id);
  const { role, admin_role } = user;
  const adminRole = role === 'admin' ? admin_role : null;
  return { ...caller, role, adminRole, isApprovedAgent: isApprovedAgent(user, profile) };
}

/**
 * Sets a new password and ends sessions, API tokens, sockets and mailed links of the old one. Mails the owner.
 * @param access ended and remaining access, for the mail.
 */
export async function setPassword(
  context: ServerContext,
  user: UserModel,
  passwordHash: string,
  access: { ended?: OtherAccess; kept?: OtherAccess } = {},
): Promise<void> {
  // A pending change of address was requested with the old password.
  await user.update({ password_hash: passwordHash, pending_email: null });
  await revokeAllSessions(context, user.id);
  await voidResetLinks(context, user.id);
  const mail = passwordChangedMail(context, user.language, {
    name: user.name,
    changedAt: context.now(),
    ...access,
  });
  await context.mail.queue({ recipient: user.email, priority: 'urgent', ...mail });
  context.db.afterCommit(() => context.security.record('password_changed', { accountId: user.id }));
}

/** Voids links mailed earlier. */
export async function voidResetLinks({ db, now }: ServerContext, userId: number): Promise<void> {
  await db.models.PasswordReset.update({ expires_at: now() }, { where: { user_id: userId, used_at: null } });
}

const HOUR_MS = 3_600_000;
export const LINK_LIFE_MS = HOUR_MS;
/** Further requests mail nothing; the newest link stays valid. */
const MAX_LINKS_PER_HOUR = 10;

/** Mails a link to the account's owner; does nothing for unknown or inactive accounts. */
export async function requestPasswordReset(context: ServerContext, email: string): Promise<void> {
  const { db, now } = context;
  const user = await db.models.User.findOne({ where: { email, status: 'active' } });
  context.security.record('password_reset_asked', { accountId: user?.id ?? null });
  if (!user) return;
  const storeLink = async () => {
    await lockUser(context, user.id);
    const lastHour = { [Op.gt]: new Date(now().getTime() - HOUR_MS) };
    const recent = await db.models.PasswordReset.count({
      where: { user_id: user.id, created_at: lastHour },
    });
    if (recent >= MAX_LINKS_PER_HOUR) return;
    await voidResetLinks(context, user.id);
    const link = await createResetLink(context, user.id, LINK_LIFE_MS);
    const mail = passwordResetMail(context, user.language, { name: user.name, link });
    const goodUntil = new Date(now().getTime() + LINK_LIFE_MS);
    await context.mail.queue({ recipient: user.email, priority: 'urgent', goodUntil, ...mail });
  };
  // Bookkeeping: otherwise a repeated request would be answered differently and reveal the account.
  await db.transaction(storeLink, { isBookkeeping: true });
}

/** @returns the page's address with a token that sets a new password once, within so many milliseconds. */
export async function createResetLink(
  { db, env, now }: Pick<ServerContext, 'db' | 'env' | 'now'>,
  userId: number,
  lifeMs: number,
): Promise<string> {
  const token = createToken();
  const at = now();
  await db.models.PasswordReset.create({
    user_id: userId,
    token_hash: hashToken(token),
    expires_at: new Date(at.getTime() + lifeMs),
    used_at: null,
    created_at: at,
  });
  return `${env.publicUrl}/reset-password?token=${token}`;
}

/**
 * Sets a new password with a mailed link, once, and ends every session of the account. If the link is the first proof
 * of the address, access set up before ends too: it may be a stranger's. Later `end_other_access` decides.
 * @throws {ApiError} `invalid_reset_link`: unknown, used, older than an hour, replaced by a newer one, or its account
 * is not active. @throws {InvalidInputError} the password is refused; the link stays valid.
 */
export async function resetPassword(
  context: ServerContext,
  attempts: AttemptLimiter,
  {
    token,
    password,
    end_other_access: endsOthers,
  }: { token: string; password: string; end_other_access: boolean },
  address: string,
): Promise<void> {
  const { db, now } = context;
  const unused = { token_hash: hashToken(token), used_at: null, expires_at: { [Op.gt]: now() } };
  // Before hashing: guesses should be cheap for the server.
  const link = await db.models.PasswordReset.findOne({ where: unused });
  if (!link) {
    context.security.record('password_reset_refused', {});
    throw invalidLink();
  }
  const person = await db.models.User.findByPk(link.user_id);
  await requireGoodPassword(context, { password, path: 'password', person });
  const passwordHash = await hashPassword(password);

  await db.transaction(async () => {
    const user = await lockUser(context, link.user_id);
    if (user?.status !== 'active') throw invalidLink();
    const [usedNow] = await db.models.PasswordReset.update({ used_at: now() }, { where: unused });
    if (usedNow !== 1) throw invalidLink();
    const isFirstProof = user.email_verified_at === null;
    const ended =
      isFirstProof || endsOthers
        ? await endOtherAccess(context, user, { isReset: !isFirstProof })
        : undefined;
    await pauseExits(context, user);
    // API tokens end with the sessions.
    const kept = { ...(await readOtherAccess(context, user)), apiTokens: [] };
    await setPassword(context, user, passwordHash, { ...(ended ? { ended } : {}), kept });
    // Access to the mailbox proves the address.
    if (isFirstProof) await user.update({ email_verified_at: now() });
    await attempts.clear(user.email, address);
  });
}

const invalidLink = () =>
  new ApiError('invalid_input', authMessages.resetLinkInvalid, 'invalid_reset_link', {
    issues: [{ path: 'token', message: authMessages.resetLinkInvalid }],
  });
