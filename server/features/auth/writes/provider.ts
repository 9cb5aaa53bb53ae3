import * as oidc from 'openid-client';
import { UniqueConstraintError } from 'sequelize';
import type { UserModel } from '#server/db/models.ts';
import { isLoopbackHost } from '#server/env.ts';
import type { ServerContext } from '#server/features/context.ts';
import {
  ApiError,
  ConflictError,
  ForbiddenError,
  UnauthorizedError,
  UnavailableError,
} from '#server/http/errors.ts';
import { email as emailSchema } from '#shared/contracts/auth.ts';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { UNKNOWN_PASSWORD_HASH } from './passwords.ts';
import { createToken } from './sessions.ts';
import { openChallenge, takeChallenge } from './signIn.ts';

/** For each call to the provider. */
const TIMEOUT_SECONDS = 10;

const redirectUri = ({ env }: Pick<ServerContext, 'env'>) => `${env.publicUrl}/sign-in/callback`;

/** A person at the provider, from its signed answer. */
interface ProviderClaims {
  issuer: string;
  subject: string;
  /** Only if confirmed by the provider. */
  email: string | null;
  name: string | null;
  /** The provider asked for more than one proof (RFC 8176). */
  hasSecondFactor: boolean;
}

/** Signing in at an OpenID Connect provider: the code flow with PKCE; state and nonce belong to one browser. */
export function createSignInProvider(context: ServerContext) {
  const { env, log } = context;
  const settings = env.signInProvider;
  if (!settings) return null;
  const issuer = new URL(settings.issuer);
  let known: Promise<oidc.Configuration> | undefined;

  /** Addresses and keys of the provider, read on first use: the server starts without them. */
  function configuration(): Promise<oidc.Configuration> {
    known ??= oidc
      .discovery(issuer, settings?.clientId ?? '', settings?.clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        // Plain HTTP is allowed on this machine only.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(isLoopbackHost(issuer.hostname) ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  }

  const reach = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (isRefusal(error)) {
        log.info({ err: error }, 'the sign-in provider’s answer was refused');
        throw providerRefused();
      }
      log.warn({ err: error }, 'the sign-in provider cannot be reached');
      throw new UnavailableError(
        msg('The login service cannot be reached right now. Please try again in a moment.'),
      );
    }
  };

  return {
    /** @throws {UnavailableError} the provider cannot be reached. */
    async start() {
      const config = await reach(configuration);
      const secret = createToken();
      const facts = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      await openChallenge(context, { kind: 'providerSignIn', secret, facts });
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(context),
        scope: 'openid email profile',
        state: facts.state,
        nonce: facts.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(facts.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, secret };
    },

    /**
     * @param answer the parameters of the provider's redirect. @returns the account, created if there is none.
     * @throws {UnauthorizedError} `provider_refused`: no sign-in there, or no answer to the challenge of the secret.
     */
    async finish(secret: string, answer: Record<string, string>) {
      const begun = await takeChallenge(context, 'providerSignIn', secret);
      if (!begun) throw providerRefused();
      if (begun.user_id !== null) return { userId: begun.user_id, hasSecondFactor: false };
      const { state = '', nonce = '', verifier = '' } = begun.facts;
      const address = new URL(redirectUri(context));
      for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
      const claims = await reach(async () => {
        const config = await configuration();
        const tokens = await oidc.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (!token) throw providerRefused();
        // Some providers give the claims at the user-info endpoint only.
        const person =
          token.email === undefined ? await oidc.fetchUserInfo(config, tokens.access_token, token.sub) : token;
        return readClaims(token, person);
      });
      const find = () => context.db.transaction(() => findAccountOf(context, claims));
      const userId = await find().catch((error: unknown) => {
        // Two parallel first visits: the other one has created the account.
        if (error instanceof UniqueConstraintError) return find();
        throw error;
      });
      return { userId, hasSecondFactor: claims.hasSecondFactor };
    },

    /** Allows one more `finish` with the secret: the provider's answer is valid once, and a code is still needed. */
    goOnWith: (secret: string, userId: number) =>
      openChallenge(context, { kind: 'providerSignIn', secret, userId }),
  };
}

function readClaims(claims: oidc.IDToken, person: oidc.IDToken | oidc.UserInfoResponse): ProviderClaims {
  const email = person.email_verified === true ? emailSchema.safeParse(person.email) : null;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email?.success ? email.data : null,
    name: typeof person.name === 'string' ? person.name.trim().slice(0, MAX_NAME_LENGTH) || null : null,
    hasSecondFactor: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
  };
}

/**
 * The account of the claims: known by issuer and subject, joined by an address that both sides have confirmed, or
 * created.
 * @throws {ForbiddenError} `provider_email_missing`, `registration_closed`.
 * @throws {ConflictError} `email_not_confirmed`, `provider_other_person`.
 */
async function findAccountOf(context: ServerContext, claims: ProviderClaims): Promise<number> {
  const { db, now } = context;
  const { ProviderIdentity, User } = db.models;
  const { issuer, subject, email, name } = claims;
  const at = now();
  const known = await ProviderIdentity.findOne({ where: { issuer, subject } });
  if (known) {
    await known.update({ last_used_at: at });
    return known.user_id;
  }
  if (email === null)
    throw new ForbiddenError(
      msg('The login service did not confirm your email address. Please ask its administrator.'),
      'provider_email_missing',
    );
  const existing = await User.findOne({ where: { email } });
  // An account with an unconfirmed address may be a stranger's: it is not joined.
  if (existing && existing.email_verified_at === null)
    throw new ConflictError(
      msg(
        'An account with this address exists, but the address was never confirmed. Log in with your password and confirm it first.',
      ),
      'email_not_confirmed',
    );
  // A company may give a former employee's address to another person.
  if (existing && (await ProviderIdentity.count({ where: { user_id: existing.id, issuer } })) > 0)
    throw new ConflictError(
      msg(
        'The account with this address belongs to another login of your company. Ask its administrator for help.',
      ),
      'provider_other_person',
    );
  const account = existing ?? (await createAccount(context, email, name));
  const identity = { user_id: account.id, issuer, subject, created_at: at, last_used_at: at };
  await ProviderIdentity.create(identity);
  return account.id;
}

/** An account without a password until its owner requests one by mail. */
async function createAccount(context: ServerContext, email: string, name: string | null): Promise<UserModel> {
  const { db, jobs, now, systemSettings } = context;
  if (!systemSettings.current().application.registrationEnabled)
    throw new ForbiddenError(msg('Registration is currently closed.'), 'registration_closed');
  const account = await db.models.User.create({
    name: name ?? email.slice(0, email.indexOf('@')),
    email,
    email_verified_at: now(),
    password_hash: UNKNOWN_PASSWORD_HASH,
  });
  await jobs.add('accountNotice', { userId: account.id });
  return account;
}

/** Whether the redirect or the provider's answer is invalid; false if the provider is away. */
function isRefusal(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError) return true;
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof oidc.ClientError && refusalCodes.has(error.code ?? '');
}

const refusalCodes = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  // Signed in a way that no published key can check.
  'OAUTH_UNSUPPORTED_OPERATION',
]);

const providerRefused = () =>
  new UnauthorizedError(msg('Login did not work. Please try again.'), 'provider_refused');
