import { createHash } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { Op, QueryTypes, Transaction } from 'sequelize';
import type { UserModel } from '#server/db/models.ts';
import { toBoolean } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireConfirmedIdentity } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, ConflictError, ForbiddenError, found, UnauthorizedError } from '#server/http/errors.ts';
import { type SecondFactorNews, secondFactorMail } from '#server/mail/templates.ts';
import { authMessages } from '#shared/authMessages.ts';
import type { RecoveryCodes, SecondFactor, TotpStart } from '#shared/contracts/accountSecurity.ts';
import type { Role } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { HAS_SECOND_FACTOR } from '../policy.ts';
import type { AttemptLimiter } from './attempts.ts';
import { lockOwnUser } from './passwords.ts';

const STEP_S = 30;
const RECOVERY_CODES = 10;
/** 120 random bits cannot be guessed, so a plain hash may be stored. */
const RECOVERY_CODE_BYTES = 15;

/** Kind of a given code. */
export type CodeKind = 'totp' | 'recovery_code';

export const secondFactorRequired = () =>
  new UnauthorizedError(authMessages.codeMissing, 'second_factor_required');
export const invalidSecondFactor = (kind: 'unauthorized' | 'forbidden' | 'invalid_input') =>
  new ApiError(kind, authMessages.codeWrong, 'invalid_second_factor', {
    issues: [{ path: 'code', message: authMessages.codeWrong }],
  });

/** Whether the account has a passkey, or an authenticator app in force. */
export async function hasSecondFactor({ db }: ServerContext, userId: number): Promise<boolean> {
  const [row] = await db.sequelize.query<{ has: boolean | number }>(
    `SELECT ${HAS_SECOND_FACTOR} AS has FROM users u WHERE u.id = $1`,
    { bind: [userId], type: QueryTypes.SELECT },
  );
  return row !== undefined && toBoolean(row.has);
}

/** Whether a password or the provider's word is not enough: for administrators once they have a second factor. */
export async function needsSecondFactor(context: ServerContext, { id, role }: { id: number; role: Role }) {
  const { requireSecondFactorForAdmins } = context.systemSettings.current().security;
  return requireSecondFactorForAdmins && role === 'admin' && hasSecondFactor(context, id);
}

/**
 * Consumes a code. Guesses are counted by account, from all addresses: six digits could be found from many addresses.
 * @param purpose counted separately, so that a stolen session cannot lock the owner out of signing in. @returns null:
 * wrong, or used before. @throws {TooManyRequestsError} `login_locked`.
 */
export function checkCode(
  context: ServerContext,
  attempts: AttemptLimiter,
  { userId, code, purpose }: { userId: number; code: string; purpose: 'signing in' | 'confirming' },
): Promise<CodeKind | null> {
  return attempts.run(`second factor of ${userId} for ${purpose}`, 'anywhere', async () => {
    // Committed whatever the outcome of the call: a seen code must not work again.
    const kind = await context.db.transaction(() => takeCode(context, userId, code), { isBookkeeping: true });
    if (!kind) context.security.record('second_factor_refused', { accountId: userId });
    return kind;
  });
}

async function takeCode(context: ServerContext, userId: number, code: string): Promise<CodeKind | null> {
  if (/^\d{6}$/.test(code)) return (await takeTotp(context, userId, code)) ? 'totp' : null;
  return (await takeRecoveryCode(context, userId, code)) ? 'recovery_code' : null;
}

async function takeTotp({ db, now }: ServerContext, userId: number, code: string): Promise<boolean> {
  const { TotpFactor } = db.models;
  const inForce = { user_id: userId, confirmed_at: { [Op.ne]: null } };
  const factor = await TotpFactor.findOne({ where: inForce });
  const step = factor && stepOf(factor.secret, code, now());
  if (!factor || step === null) return false;
  // Only one of two parallel calls gets the step.
  const [taken] = await TotpFactor.update(
    { last_step: step },
    { where: { ...inForce, secret: factor.secret, last_step: { [Op.lt]: step } } },
  );
  return taken === 1;
}

/** @returns the time step of the code: this one, the one before or the one after; null for none of them. */
function stepOf(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(at.getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, period: STEP_S, epochTolerance: STEP_S });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

async function takeRecoveryCode(context: ServerContext, userId: number, code: string): Promise<boolean> {
  const { db, now } = context;
  const { RecoveryCode, User } = db.models;
  const unused = { user_id: userId, used_at: null };
  const [used] = await RecoveryCode.update(
    { used_at: now() },
    { where: { ...unused, code_hash: hashCode(userId, code) } },
  );
  if (used !== 1) return false;
  const left = await RecoveryCode.count({ where: unused });
  await mailOwner(context, found(await User.findByPk(userId), 'user'), { what: 'recoveryCodeUsed', left });
  return true;
}

const hashCode = (userId: number, code: string) => createHash('sha256').update(`${userId}\n${code}`).digest('hex');

export async function describeSecondFactor(
  { db, systemSettings }: ServerContext,
  { id, role }: SignedInUser,
): Promise<SecondFactor> {
  const factor = await db.models.TotpFactor.findByPk(id);
  return {
    enabled: Boolean(factor?.confirmed_at),
    enabled_at: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: await db.models.RecoveryCode.count({ where: { user_id: id, used_at: null } }),
    required: role === 'admin' && systemSettings.current().security.requireSecondFactorForAdmins,
  };
}

/** An unconfirmed address may be a stranger's: no further access. @throws {ForbiddenError} `email_not_confirmed`. */
export function requireConfirmedAddress({ email_verified_at }: Pick<UserModel, 'email_verified_at'>): void {
  if (email_verified_at === null)
    throw new ForbiddenError(msg('Please confirm your email address first'), 'email_not_confirmed');
}

/** Time to set an app up right after signing in, as new administrators have to. */
const SET_UP_AFTER_LOGIN_MINUTES = 15;

/** Replaces an unconfirmed secret. @throws {ForbiddenError} `confirm_identity`. @throws {ConflictError} `totp_in_force`. */
export function startTotp(context: ServerContext, user: SignedInUser): Promise<TotpStart> {
  const { db, now, systemSettings } = context;
  const { id, email } = user;
  requireConfirmedIdentity(context, user, { leastAfterLoginMinutes: SET_UP_AFTER_LOGIN_MINUTES });
  const { TotpFactor } = db.models;
  const secret = generateSecret();
  return db.transaction(async () => {
    requireConfirmedAddress(await lockOwnUser(context, id));
    if (await hasTotp(context, id)) throw totpInForce();
    await TotpFactor.upsert({ user_id: id, secret, last_step: 0, created_at: now(), confirmed_at: null });
    // A colon would separate the site's name from the account's.
    const issuer = systemSettings.current().application.siteName.replaceAll(':', ' ');
    return { secret, uri: generateURI({ issuer, label: email, secret, period: STEP_S }) };
  });
}

/** Consumes the code. @throws {ConflictError} `totp_not_started`, `totp_in_force`. @throws {ApiError} `invalid_second_factor`. */
export function confirmTotp(context: ServerContext, { id }: SignedInUser, code: string) {
  const { db, now } = context;
  return db.transaction(async () => {
    const user = await lockOwnUser(context, id);
    const factor = await db.models.TotpFactor.findByPk(id, { lock: Transaction.LOCK.UPDATE });
    if (!factor)
      throw new ConflictError(
        msg('Start two-step setup again to get a new key for your authenticator app'),
        'totp_not_started',
      );
    if (factor.confirmed_at) throw totpInForce();
    const step = stepOf(factor.secret, code, now());
    if (step === null) throw invalidSecondFactor('invalid_input');
    await factor.update({ confirmed_at: now(), last_step: step });
    const codes = await replaceRecoveryCodes(context, id);
    await mailOwner(context, user, { what: 'setUp' });
    return codes;
  });
}

/** @throws {ConflictError} `no_second_factor`. */
export function renewRecoveryCodes(context: ServerContext, { id }: SignedInUser): Promise<RecoveryCodes> {
  return context.db.transaction(async () => {
    const user = await lockOwnUser(context, id);
    if (!(await hasTotp(context, id))) throw noSecondFactor();
    const codes = await replaceRecoveryCodes(context, id);
    await mailOwner(context, user, { what: 'recoveryCodesRenewed' });
    return codes;
  });
}

/**
 * Ends an account's authenticator app, within a transaction that holds the account, and notifies its owner by mail.
 * An admin ends the passkeys as well: the owner has lost the devices.
 * @throws {ConflictError} `no_second_factor`.
 */
export async function removeSecondFactor(context: ServerContext, user: UserModel, news: SecondFactorNews) {
  const { Passkey, TotpFactor, RecoveryCode } = context.db.models;
  const isAll = news.what === 'endedByAdmin';
  if (!(await (isAll ? hasSecondFactor : hasTotp)(context, user.id))) throw noSecondFactor();
  if (isAll) await Passkey.destroy({ where: { user_id: user.id } });
  await TotpFactor.destroy({ where: { user_id: user.id } });
  await RecoveryCode.destroy({ where: { user_id: user.id } });
  await mailOwner(context, user, news);
}

/** Whether a code is needed beside the password. */
export const hasTotp = async ({ db }: ServerContext, userId: number): Promise<boolean> =>
  Boolean((await db.models.TotpFactor.findByPk(userId))?.confirmed_at);

const totpInForce = () =>
  new ConflictError(msg('Two-step login is already on. Turn it off first to use another app.'), 'totp_in_force');
const noSecondFactor = () => new ConflictError(msg('Two-step login is off'), 'no_second_factor');

async function replaceRecoveryCodes({ db, now }: ServerContext, userId: number): Promise<RecoveryCodes> {
  const { RecoveryCode } = db.models;
  const codes = Array.from({ length: RECOVERY_CODES }, () => generateSecret({ length: RECOVERY_CODE_BYTES }));
  await RecoveryCode.destroy({ where: { user_id: userId } });
  await RecoveryCode.bulkCreate(
    codes.map((code) => ({ user_id: userId, code_hash: hashCode(userId, code), created_at: now() })),
  );
  return { recovery_codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')) };
}

/** Mails the owner about a change of the ways to sign in, and records it. */
export async function mailOwner(context: ServerContext, user: UserModel, news: SecondFactorNews) {
  const mail = secondFactorMail(context, user.language, { name: user.name, at: context.now(), news });
  await context.mail.queue({ recipient: user.email, priority: 'urgent', ...mail });
  context.db.afterCommit(() => context.security.record('second_factor_changed', { accountId: user.id }));
}
