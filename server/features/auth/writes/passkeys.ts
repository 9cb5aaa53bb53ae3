import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { UniqueConstraintError } from 'sequelize';
import type { PasskeyModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, ConflictError, found, UnauthorizedError } from '#server/http/errors.ts';
import type { NewCredential, Passkey, UsedCredential } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { lockOwnUser, lockUser } from './passwords.ts';
import { mailOwner, requireConfirmedAddress } from './secondFactor.ts';
import { type ChallengeKind, openChallenge, takeChallenge } from './signIn.ts';

/** Each device is one more that can be stolen. */
const MAX_PASSKEYS = 20;

/** For the browser's WebAuthn calls, as JSON. */
type BrowserOptions = Record<string, unknown>;

/** The domain of this site's passkeys: they work on no other domain. */
const domainOf = ({ env }: Pick<ServerContext, 'env'>) => new URL(env.publicUrl).hostname;

/** WebAuthn accepts host names only. */
export const canHavePasskeys = (context: Pick<ServerContext, 'env'>): boolean =>
  isIP(domainOf(context).replace(/^\[|\]$/g, '')) === 0;

const expectations = (context: ServerContext) => ({
  expectedOrigin: new URL(context.env.publicUrl).origin,
  expectedRPID: domainOf(context),
  requireUserVerification: true,
});

const presentPasskey = ({ id, name, created_at, last_used_at }: PasskeyModel): Passkey => ({
  ...{ id, name },
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export async function listPasskeys({ db }: ServerContext, userId: number): Promise<Passkey[]> {
  const rows = await db.models.Passkey.findAll({ where: { user_id: userId }, order: [['id', 'DESC']] });
  return rows.map(presentPasskey);
}

/** @returns options for `navigator.credentials.create`. */
export async function startPasskey(context: ServerContext, user: SignedInUser): Promise<BrowserOptions> {
  const account = await context.db.models.User.findByPk(user.id);
  if (!account) throw new SessionExpiredError();
  requireConfirmedAddress(account);
  const own = await context.db.models.Passkey.findAll({ where: { user_id: user.id } });
  if (own.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const options = await generateRegistrationOptions({
    rpName: context.systemSettings.current().application.siteName,
    rpID: domainOf(context),
    // A passkey made again on the same device replaces the first.
    userID: new TextEncoder().encode(String(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    // Discoverable, and only after a fingerprint, a face or a PIN: that makes two factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await openChallenge(context, {
    kind: 'passkeyCreation',
    secret: options.challenge,
    userId: user.id,
    sessionId: user.sessionId,
  });
  return { ...options };
}

/** @throws {ApiError} `invalid_passkey`. @throws {ConflictError} known already, or there are too many. */
export async function addPasskey(
  context: ServerContext,
  user: SignedInUser,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<Passkey> {
  const { db, now } = context;
  const made = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: (secret) => isOwn(context, 'passkeyCreation', secret, user),
    ...expectations(context),
  }).catch(() => ({ verified: false }) as const);
  if (!made.verified) throw invalidPasskey();
  const { id, publicKey, counter } = made.registrationInfo.credential;
  const row = {
    user_id: user.id,
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: credential.response.transports ?? [],
    name,
    created_at: now(),
  };
  return db
    .transaction(async () => {
      const account = await lockOwnUser(context, user.id);
      requireConfirmedAddress(account);
      if ((await db.models.Passkey.count({ where: { user_id: user.id } })) >= MAX_PASSKEYS)
        throw tooManyPasskeys();
      const passkey = await db.models.Passkey.create(row);
      await mailOwner(context, account, { what: 'passkeyAdded', passkey: name });
      return presentPasskey(passkey);
    })
    .catch((error: unknown) => {
      throw error instanceof UniqueConstraintError
        ? new ConflictError(msg('You have already added this passkey.'), 'passkey_exists')
        : error;
    });
}

export async function renamePasskey({ db }: ServerContext, user: SignedInUser, id: number, name: string) {
  const row = await db.transaction(async () => {
    const passkey = found(await db.models.Passkey.findOne({ where: { id, user_id: user.id } }), 'passkey');
    return passkey.update({ name });
  });
  return presentPasskey(row);
}

export function removePasskey(context: ServerContext, user: SignedInUser, id: number) {
  const { db } = context;
  return db.transaction(async () => {
    const account = await lockUser(context, user.id);
    const passkey = found(await db.models.Passkey.findOne({ where: { id, user_id: user.id } }), 'passkey');
    if (!account) throw new SessionExpiredError();
    await passkey.destroy();
    await mailOwner(context, account, { what: 'passkeyRemoved', passkey: passkey.name });
    return { id };
  });
}

/** @returns options for `navigator.credentials.get`. @param user the owner of the passkey; null: any account. */
export async function startPasskeyUse(
  context: ServerContext,
  kind: 'passkeySignIn' | 'passkeyConfirmation',
  user: SignedInUser | null,
): Promise<BrowserOptions> {
  const own = user ? await context.db.models.Passkey.findAll({ where: { user_id: user.id } }) : [];
  const options = await generateAuthenticationOptions({
    rpID: domainOf(context),
    userVerification: 'required',
    // A sign-in lists no passkeys: the list would reveal accounts.
    allowCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  });
  await openChallenge(context, {
    kind,
    secret: options.challenge,
    userId: user?.id ?? null,
    sessionId: user?.sessionId ?? null,
  });
  return { ...options };
}

/** @param user the passkey's owner; null: any account. @throws {UnauthorizedError} `invalid_passkey`. */
export async function checkPasskeyUse(
  context: ServerContext,
  kind: 'passkeySignIn' | 'passkeyConfirmation',
  credential: UsedCredential,
  user: SignedInUser | null,
): Promise<number> {
  const { db, now } = context;
  const owner = user ? { user_id: user.id } : {};
  const passkey = await db.models.Passkey.findOne({ where: { credential_id: credential.id, ...owner } });
  if (!passkey) throw refusedPasskey();
  const used = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]['response'],
    expectedChallenge: (secret) => isOwn(context, kind, secret, user),
    ...expectations(context),
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
      transports: passkey.transports,
    },
  }).catch(() => ({ verified: false }) as const);
  if (!used.verified || !('authenticationInfo' in used)) throw refusedPasskey();
  const counter = used.authenticationInfo.newCounter;
  await db.transaction(() => passkey.update({ counter, last_used_at: now() }), { isBookkeeping: true });
  return passkey.user_id;
}

/** Whether the challenge was opened here, and by the same session if by one. */
async function isOwn(context: ServerContext, kind: ChallengeKind, secret: string, user: SignedInUser | null) {
  const challenge = await takeChallenge(context, kind, secret);
  if (!challenge) return false;
  return challenge.user_id === (user?.id ?? null) && challenge.session_id === (user?.sessionId ?? null);
}

const tooManyPasskeys = () =>
  new ConflictError(
    msg('You already have {count} passkeys. Remove one first.', { count: MAX_PASSKEYS }),
    'too_many_passkeys',
  );
const passkeyRefusal = msg('The passkey could not be checked. Please try again.');
const invalidPasskey = () => new ApiError('invalid_input', passkeyRefusal, 'invalid_passkey');
const refusedPasskey = () => new UnauthorizedError(passkeyRefusal, 'invalid_passkey');
