import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { Op, Transaction } from 'sequelize';
import { requireOutbound } from '#server/context.ts';
import type { UserModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, invalidField, UnavailableError } from '#server/http/errors.ts';
import { type OtherAccess, passwordChangedMail, passwordResetMail } from '#server/mail/templates.ts';
import { authMessages } from '#shared/authMessages.ts';
import { msg } from '#shared/messages.ts';
import { isApprovedAgent } from '../policy.ts';
import type { AttemptLimiter } from './attempts.ts';
import {
  createToken,
  endOtherAccess,
  hashToken,
  pauseExits,
  readOtherAccess,
  revokeAllSessions,
} from './sessions.ts';

/** argon2id is the library's default; OWASP's parameters. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random, discarded password: for accounts without one and for unknown accounts. */
export const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Th+nT9VAb+yHAXYby92gTg$TNiXMr5L3l88svojDn8e+TlebGWGHCobnwz+WsPl75k';

/** Hashing and SQLite share four threads: two are left for queries during a burst of sign-ins. */
const limit = pLimit(2);
const MAX_WAITING = 1_000;

/** @throws {UnavailableError} too many hashes wait. */
async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= MAX_WAITING)
    throw new UnavailableError(msg('Too many people are logging in right now. Please try again in a moment.'));
  return limit(work);
}

/** The same letters may differ in bytes between systems (é as one sign or two). */
const asTyped = (password: string) => password.normalize('NFC');

export const hashPassword = (password: string) => limited(() => hash(asTyped(password), cost));

/** @param passwordHash null: no such account; the answer is false after the same work. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await limited(() => verify(passwordHash ?? UNKNOWN_PASSWORD_HASH, asTyped(password)));
  return matches && passwordHash !== null;
}

/** The caller's account if the password is right. @throws {TooManyRequestsError} `login_locked`. */
export async function provePassword(
  { db, security }: ServerContext,
  attempts: AttemptLimiter,
  { userId, password, address }: { userId: number; password: string; address: string },
): Promise<UserModel | null> {
  const proven = await attempts.run(`password of ${userId}`, address, async () => {
    const account = await db.models.User.findByPk(userId);
    return (await verifyPassword(account?.password_hash ?? null, password)) ? account : null;
  });
  if (!proven) security.record('password_refused', { accountId: userId });
  return proven;
}

/** Locks the row, but not for writes of rows that refer to it: two accounts could deadlock by waiting. */
export const lockUser = ({ db }: Pick<ServerContext, 'db'>, userId: number): Promise<UserModel | null> =>
  db.models.User.findByPk(userId, { lock: Transaction.LOCK.NO_KEY_UPDATE });

/** The same for the caller's own account. @throws {SessionExpiredError} it was deleted meanwhile. */
export async function lockOwnUser(context: Pick<ServerContext, 'db'>, userId: number): Promise<UserModel> {
  const user = await lockUser(context, userId);
  if (!user) throw new SessionExpiredError();
  return user;
}

/** Locks several accounts, always in one order. @returns the existing ones, by id. */
export async function lockUsers(context: ServerContext, userIds: readonly number[]) {
  const locked = new Map<number, UserModel>();
  for (const id of [...new Set(userIds)].toSorted((one, other) => one - other)) {
    const user = await lockUser(context, id);
    if (user) locked.set(id, user);
  }
  return locked;
}

/** The account as it is now, locked. Always before a listing, in the order of account deletions. */
export async function lockCaller(context: ServerContext, caller: SignedInUser): Promise<SignedInUser> {
  const user = await lockUser(context, caller.id);
  if (user?.status !== 'active') throw new SessionExpiredError();
  const profile = await context.db.models.AgentProfile.findByPk(caller.id);
  const { role, admin_role } = user;
  const adminRole = role === 'admin' ? admin_role : null;
  return { ...caller, role, adminRole, isApprovedAgent: isApprovedAgent(user, profile) };
}

/** Ends sessions, API tokens, sockets and mailed links of the old password, and mails the owner about this access. */
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
      isFirstProof || endsOthers ? await endOtherAccess(context, user, { isReset: !isFirstProof }) : undefined;
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

interface Person {
  email: string;
  name: string;
}

/** Commands have no whole context. */
type PasswordContext = Pick<ServerContext, 'db' | 'env' | 'systemSettings'> & {
  log: Pick<Logger, 'warn'>;
};

/**
 * To be called wherever a password is set, after the contract's own bounds and before hashing; never at sign-in, so
 * that existing passwords stay valid. Outside of transactions: it may call another server.
 * @param path of the password's field. @throws {InvalidInputError} at that field: shorter than the admin's setting, the
 * person's name or e-mail, the site's name, one of the commonest passwords, or known from a leak.
 */
export async function requireGoodPassword(
  context: PasswordContext,
  { password, path, person }: { password: string; path: string; person: Person | null },
): Promise<void> {
  const message = await passwordFault(context, password, person);
  if (message) throw invalidField(path, message);
}

async function passwordFault(context: PasswordContext, password: string, person: Person | null) {
  const { application, security } = context.systemSettings.current();
  const { minPasswordLength } = security;
  if (password.length < minPasswordLength) return authMessages.passwordTooShort(minPasswordLength);
  const folded = fold(password);
  if (person && [person.email, person.name].some((word) => fold(word) === folded))
    return msg('Your name or email is too easy to guess as a password. Please choose another.');
  if (fold(application.siteName) === folded)
    return msg('The name of this site is too easy to guess as a password. Please choose another.');
  if ((await commonPasswords()).has(folded))
    return msg('This password is one of the most common ones. Please choose another.');
  if (await isBreached(context, password))
    return msg('This password has appeared in a data leak. Please choose another.');
  return null;
}

const fold = (text: string) => text.normalize('NFC').toLowerCase();

let loaded: Promise<ReadonlySet<string>> | undefined;

/** About 49,000 passwords in lower case. Loaded when the first password is set, not at the start. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loaded;
}

const LOOK_UP_MS = 2_000;
/** Hexadecimal digits of the hash that are sent to the range API; hundreds of known passwords share them. */
const PREFIX_LENGTH = 5;

/** K-anonymity: only a prefix of the password's hash leaves the server. A failing or slow API refuses no password. */
async function isBreached(context: PasswordContext, password: string): Promise<boolean> {
  const { db, env, log } = context;
  if (!env.breachedPasswordsUrl) return false;
  db.refuseInTransaction();
  // SHA-1 is the API's choice: leaked passwords are listed by it, it protects nothing here.
  const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
  const rest = hash.slice(PREFIX_LENGTH);
  try {
    requireOutbound(context);
    const lines = await askRange(`${env.breachedPasswordsUrl}/${hash.slice(0, PREFIX_LENGTH)}`);
    // Padding comes with a count of 0.
    return lines.some((line) => {
      const [suffix, count] = line.trim().split(':');
      return suffix?.toUpperCase() === rest && Number(count) > 0;
    });
  } catch (error) {
    log.warn({ err: error }, 'breached passwords could not be looked up: a new password was taken without');
    return false;
  }
}

async function askRange(url: string): Promise<string[]> {
  const signal = AbortSignal.timeout(LOOK_UP_MS);
  const answer = await fetch(url, { signal, redirect: 'error', headers: { 'Add-Padding': 'true' } });
  if (!answer.ok) throw new Error(`the range API answered ${answer.status}`);
  return (await answer.text()).split('\n');
}
