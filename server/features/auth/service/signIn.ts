import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import { ConflictError, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { signInCalls } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { getProfile } from '../reads.ts';
import { createAttemptLimiter } from '../writes/attempts.ts';
import {
  addPasskey,
  canHavePasskeys,
  checkPasskeyUse,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyUse,
} from '../writes/passkeys.ts';
import { lockUser } from '../writes/passwords.ts';
import { createSignInProvider } from '../writes/provider.ts';
import { checkCode, hasTotp, invalidSecondFactor, secondFactorRequired } from '../writes/secondFactor.ts';
import { confirmSession } from '../writes/sessions.ts';
import { type SignIn, signIn } from '../writes/signIn.ts';

/** The ways to sign in beside the password: passkeys, and the office's own provider. */
export function signInService(context: ServerContext): Service<typeof signInCalls> {
  const { db, env } = context;
  const attempts = createAttemptLimiter(context);
  const provider = createSignInProvider(context);

  /** Reads and locks the account again: it may have changed since the proof. */
  async function open(userId: number, how: SignIn) {
    const token = await db.transaction(async () => {
      const account = await lockUser(context, userId);
      if (!account) throw new SessionExpiredError();
      return signIn(context, account, how);
    });
    return { user: await getProfile(context, userId), token };
  }

  const requirePasskeys = () => {
    if (!canHavePasskeys(context))
      throw new ConflictError(
        msg('Passkeys need a site with a domain name, not an IP address.'),
        'passkeys_unavailable',
      );
  };

  return {
    async methods() {
      const { signInProvider } = env;
      return {
        passkeys: canHavePasskeys(context),
        provider: signInProvider ? { name: signInProvider.name } : null,
      };
    },

    async passkeys({ user }) {
      return { passkeys: await listPasskeys(context, user.id) };
    },
    async startPasskey({ user }) {
      requirePasskeys();
      return startPasskey(context, user);
    },
    addPasskey: ({ user, body }) => addPasskey(context, user, body),
    renamePasskey: ({ user, params, body }) => renamePasskey(context, user, params.id, body.name),
    removePasskey: ({ user, params }) => removePasskey(context, user, params.id),

    async startPasskeySignIn() {
      requirePasskeys();
      return startPasskeyUse(context, 'passkeySignIn', null);
    },
    async passkeySignIn({ body: { credential, rememberMe: remember }, address, userAgent, deviceId }) {
      const userId = await checkPasskeyUse(context, 'passkeySignIn', credential, null);
      return open(userId, { proof: 'passkey', remember, address, userAgent, deviceId });
    },

    async startPasskeyConfirmation({ user }) {
      requirePasskeys();
      return startPasskeyUse(context, 'passkeyConfirmation', user);
    },
    async confirmWithPasskey({ user, body: { credential } }) {
      await checkPasskeyUse(context, 'passkeyConfirmation', credential, user);
      return confirmSession(context, user);
    },

    async startProviderSignIn() {
      if (!provider) throw noProvider();
      return provider.start();
    },
    async providerSignIn({ body, address, userAgent, deviceId }) {
      if (!provider) throw noProvider();
      const { secret, answer, code, rememberMe: remember } = body;
      const { userId, hasSecondFactor } = await provider.finish(secret, answer);
      const how = { remember, address, userAgent, deviceId };
      if (hasSecondFactor || !(await hasTotp(context, userId)))
        return open(userId, { proof: hasSecondFactor ? 'provider_with_second_factor' : 'provider', ...how });
      const proof =
        code === undefined
          ? null
          : await checkCode(context, attempts, { userId, code, purpose: 'signing in' });
      if (proof) return open(userId, { proof, ...how });
      await provider.goOnWith(secret, userId);
      throw code === undefined ? secondFactorRequired() : invalidSecondFactor('unauthorized');
    },
  };
}

const noProvider = () => new NotFoundError('provider');
