import { createHash } from 'node:crypto';
import Bowser from 'bowser';
import { Op } from 'sequelize';
import type { SignInChallengeModel, UserModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { callerNetwork } from '#server/http/caller.ts';
import { UnauthorizedError } from '#server/http/errors.ts';
import { type Translate, translator } from '#server/languages.ts';
import { deletionUndoneMail, newDeviceMail } from '#server/mail/templates.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';
import { requireActiveAccount } from '../policy.ts';
import { type CodeKind, hasTotp, needsSecondFactor, secondFactorRequired } from './secondFactor.ts';
import { hashToken, openSession } from './sessions.ts';

const DAY_MS = 24 * 3_600_000;
/** For one account; further new devices are stored without a mail. */
const MAX_MAILS_A_DAY = 5;
const MAX_USER_AGENT = 300;

export interface SignIn {
  /** The given proof. A password or the provider's word alone is not two factors. */
  proof: 'password' | CodeKind | 'passkey' | 'provider' | 'provider_with_second_factor';
  remember: boolean;
  address: string;
  userAgent: string;
  /** Kept on the client's machine; null without one. */
  deviceId: string | null;
}

/**
 * Signs an account in after any proof: the only way to a session of a sign-in.
 * @param account held by the running transaction. @returns the session's token. @throws {ForbiddenError} the account is
 * not active. @throws {UnauthorizedError} `second_factor_required`, `passkey_required`.
 */
export async function signIn(context: ServerContext, account: UserModel, signIn: SignIn): Promise<string> {
  requireActiveAccount(account.status);
  if (signIn.proof === 'password' || signIn.proof === 'provider') {
    // The second factor may have been set up during the check of the password.
    if (await hasTotp(context, account.id)) throw secondFactorRequired();
    if (await needsSecondFactor(context, account))
      throw new UnauthorizedError(msg('Please log in with your passkey.'), 'passkey_required');
  }
  await noteDevice(context, account, signIn);
  await undoDeletion(context, account);
  const facts = { accountId: account.id, proof: signIn.proof };
  context.db.afterCommit(() => context.security.record('signed_in', facts));
  return openSession(context, { userId: account.id, ...signIn });
}

/** Logging in takes the deletion of the account back; a request that an administrator decides stays. */
async function undoDeletion(context: ServerContext, { id, name, email, language }: UserModel): Promise<void> {
  const { db, now } = context;
  const where = { user_id: id, status: 'open' as const, erase_at: { [Op.ne]: null } };
  const [undone] = await db.models.ErasureRequest.update({ status: 'withdrawn', decided_at: now() }, { where });
  if (undone > 0)
    await context.mail.queue({ recipient: email, ...deletionUndoneMail(context, language, { name }) });
}

/** Stores the device of a sign-in, and mails the owner about a new one, except the very first. */
async function noteDevice(context: ServerContext, account: UserModel, signIn: SignIn): Promise<void> {
  const { db, now } = context;
  const { KnownDevice } = db.models;
  const own = { user_id: account.id };
  const at = now();
  const device_hash = hashDevice(account.id, signIn);
  const [known] = await KnownDevice.update({ last_used_at: at }, { where: { ...own, device_hash } });
  if (known > 0) return;
  const lastDay = { [Op.gt]: new Date(at.getTime() - DAY_MS) };
  const isMailed =
    (await KnownDevice.count({ where: own })) > 0 &&
    (await KnownDevice.count({ where: { ...own, told_at: lastDay } })) < MAX_MAILS_A_DAY;
  await KnownDevice.create({
    ...own,
    device_hash,
    first_used_at: at,
    last_used_at: at,
    told_at: isMailed ? at : null,
  });
  if (!isMailed) return;
  const mail = newDeviceMail(context, account.language, {
    name: account.name,
    at,
    device: describeDevice(signIn.userAgent, translator(account.language ?? DEFAULT_LANGUAGE)),
    address: callerNetwork(signIn.address),
  });
  await context.mail.queue({ recipient: account.email, priority: 'urgent', ...mail });
}

/** The stored id, or program and network, hashed with the account: the table must not reveal shared machines. */
function hashDevice(userId: number, { deviceId, userAgent, address }: SignIn): string {
  const device =
    deviceId ?? `${describeDevice(userAgent, translator(DEFAULT_LANGUAGE))} ${callerNetwork(address)}`;
  return createHash('sha256').update(`${userId}\n${device}`).digest('hex');
}

/** 'Chrome on Windows', as far as known. @param userAgent as the client sent it. */
export function describeDevice(userAgent: string | null, t: Translate): string {
  const sent = userAgent?.slice(0, MAX_USER_AGENT).trim();
  if (!sent) return t('Unknown device');
  const { browser, os } = Bowser.parse(sent);
  // Unknown parts are undefined or empty.
  const program = browser.name === 'Electron' ? t('Silong desktop console') : browser.name;
  if (program && os.name) return t('{program} on {system}', { program, system: os.name });
  // A script names itself first: 'curl/8.5.0'.
  return program || os.name || /^[\w.-]+/.exec(sent)?.[0] || t('Unknown device');
}

/** Long enough to fetch a phone, or to sign in at a provider. */
const LIFE_MS = 10 * 60_000;

export type ChallengeKind = SignInChallengeModel['kind'];

interface NewChallenge {
  kind: ChallengeKind;
  /** Returned with the second call, known to its browser only. */
  secret: string;
  userId?: number | null;
  sessionId?: number | null;
  facts?: Record<string, string>;
}

/** Stores the first of two calls for ten minutes, so that any process can answer the second. */
export async function openChallenge(
  { db, now }: ServerContext,
  { kind, secret, userId = null, sessionId = null, facts = {} }: NewChallenge,
): Promise<void> {
  const created_at = now();
  const challenge = {
    ...{ kind, secret_hash: hashToken(secret), user_id: userId, session_id: sessionId, facts, created_at },
    expires_at: new Date(created_at.getTime() + LIFE_MS),
  };
  // Outside of the request's idempotency: a repeated call begins anew.
  await db.transaction(() => db.models.SignInChallenge.create(challenge), { isBookkeeping: true });
}

/** @returns the challenge of that secret, once: the second of two calls gets null. */
export async function takeChallenge({ db, now }: ServerContext, kind: ChallengeKind, secret: string) {
  const { SignInChallenge } = db.models;
  const challenge = await SignInChallenge.findOne({ where: { kind, secret_hash: hashToken(secret) } });
  if (!challenge) return null;
  // Kept even if the call is refused: one challenge allows one try.
  const taken = await db.transaction(() => SignInChallenge.destroy({ where: { id: challenge.id } }), {
    isBookkeeping: true,
  });
  return taken === 1 && challenge.expires_at > now() ? challenge : null;
}
