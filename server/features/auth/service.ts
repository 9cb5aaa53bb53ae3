import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import {
  ConflictError,
  ForbiddenError,
  invalidField,
  NotFoundError,
  UnauthorizedError,
} from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { authMessages } from '#shared/authMessages.ts';
import type { authCalls, signInCalls } from '#shared/contracts/auth.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';
import { getProfile, presentUser } from './reads.ts';
import { emailExists, isAddressTaken, mailConfirmation, rethrowEmailExists } from './service/verification.ts';
import { createAttemptLimiter } from './writes/attempts.ts';
import {
  addPasskey,
  canHavePasskeys,
  checkPasskeyUse,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyUse,
} from './writes/passkeys.ts';
import {
  hashPassword,
  lockOwnUser,
  lockUser,
  provePassword,
  requestPasswordReset,
  requireGoodPassword,
  resetPassword,
  setPassword,
  verifyPassword,
} from './writes/passwords.ts';
import { updateProfile } from './writes/profile.ts';
import { createSignInProvider } from './writes/provider.ts';
import { checkCode, hasTotp, invalidSecondFactor, secondFactorRequired } from './writes/secondFactor.ts';
import { confirmSession, openSession, revokeSessions } from './writes/sessions.ts';
import { type SignIn, signIn } from './writes/signIn.ts';

const invalidCredentials = () => new UnauthorizedError(authMessages.invalidCredentials, 'invalid_credentials');
const wrongPassword = () => invalidField('currentPassword', msg('Your current password is incorrect'));

export function authService(context: ServerContext): Service<typeof authCalls> {
  const { db, jobs, security, systemSettings } = context;
  const { User } = db.models;
  const attempts = createAttemptLimiter(context);

  /** After the right password. @returns null: a wrong code. @throws {UnauthorizedError} `second_factor_required`: no code. */
  async function proveSecondFactor(userId: number, code: string | undefined): Promise<SignIn['proof'] | null> {
    if (!(await hasTotp(context, userId))) return 'password';
    // Neither a failure nor a success: earlier failures still count.
    if (code === undefined) throw secondFactorRequired();
    return checkCode(context, attempts, { userId, code, purpose: 'signing in' });
  }

  return {
    async register({ body: { name, email, phone = null, password }, address, userAgent, deviceId, language }) {
      if (!systemSettings.current().application.registrationEnabled)
        throw new ForbiddenError(msg('Registration is currently closed.'), 'registration_closed');
      if (await isAddressTaken(context, email)) throw emailExists();
      await requireGoodPassword(context, { password, path: 'password', person: { name, email } });
      const values = {
        name,
        email,
        phone,
        avatar_url: null,
        email_verified_at: null,
        phone_verified_at: null,
        pending_email: null,
        contact_email: null,
        language: language === DEFAULT_LANGUAGE ? null : language,
        password_hash: await hashPassword(password),
      };
      return db
        .transaction(async () => {
          const user = await User.create(values);
          await mailConfirmation(context, user, { isAskedFor: false });
          await jobs.add('accountNotice', { userId: user.id });
          const origin = { address, userAgent, deviceId };
          const token = await signIn(context, user, { proof: 'password', remember: false, ...origin });
          return { user: presentUser(user, null), token };
        })
        .catch(rethrowEmailExists);
    },

    // The same answer whether the account exists or not; an inactive one is reported after its password.
    async login({ body: { email, password, rememberMe: remember, code }, address, userAgent, deviceId }) {
      let refusal = invalidCredentials();
      const proven = await attempts.run(email, address, async () => {
        const account = await User.findOne({ where: { email }, include: 'agentProfile' });
        const isRight = await verifyPassword(account?.password_hash ?? null, password);
        if (!account || !isRight) {
          security.record('sign_in_failed', { accountId: account?.id ?? null });
          return null;
        }
        const proof = await proveSecondFactor(account.id, code);
        if (proof) return { account, proof };
        refusal = invalidSecondFactor('unauthorized');
        return null;
      });
      if (!proven) throw refusal;
      const { account, proof } = proven;
      const token = await db.transaction(async () => {
        const current = await lockUser(context, account.id);
        // The password was changed, or the account deleted, during the check.
        if (current?.password_hash !== account.password_hash) throw invalidCredentials();
        return signIn(context, current, { proof, remember, address, userAgent, deviceId });
      });
      return { user: presentUser(account, account.agentProfile), token };
    },

    profile: ({ user }) => getProfile(context, user.id),
    updateProfile: ({ user, body }) => updateProfile(context, user, body),

    async logout({ user, t }) {
      await revokeSessions(context, user.id, user.sessionId);
      return { message: t(authMessages.loggedOut) };
    },

    async changePassword({ user: { id, sessionId }, body, address, userAgent }) {
      const { currentPassword, newPassword: password } = body;
      const user = await provePassword(context, attempts, { userId: id, password: currentPassword, address });
      if (!user) throw wrongPassword();
      await requireGoodPassword(context, { password, path: 'newPassword', person: user });
      const passwordHash = await hashPassword(password);
      const token = await db.transaction(async () => {
        const current = await lockOwnUser(context, id);
        const session = await db.models.Session.findByPk(sessionId);
        if (!session) throw new SessionExpiredError();
        if (current.password_hash !== user.password_hash) throw wrongPassword();
        await setPassword(context, current, passwordHash);
        return openSession(context, {
          userId: id,
          remember: session.remember,
          address,
          userAgent,
          continues: session,
        });
      });
      return { user: await getProfile(context, id), token };
    },

    async forgotPassword({ body, t }) {
      // Not awaited: the time of the answer must not reveal whether the account exists.
      requestPasswordReset(context, body.email).catch((error: unknown) =>
        context.log.error({ err: error }, 'could not mail a password reset link'),
      );
      return { message: t(authMessages.resetLinkOnItsWay) };
    },

    async resetPassword({ body, address, t }) {
      await resetPassword(context, attempts, body, address);
      return { message: t(authMessages.passwordReset) };
    },
  };
}

/** The ways to sign in beside the password: passkeys, and the office's own provider. */
export function signInService(context: ServerContext): Service<typeof signInCalls> {
  const { db, env } = context;
  const attempts = createAttemptLimiter(context);
  const provider = createSignInProvider(context);

  /** Reads and locks the account again: it may have changed since the proof. */
  async function open(userId: number, how: SignIn) {
    const token = await db.transaction(async () => {
      const account = await lockOwnUser(context, userId);
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

    passkeys: async ({ user }) => ({ passkeys: await listPasskeys(context, user.id) }),
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
        code === undefined ? null : await checkCode(context, attempts, { userId, code, purpose: 'signing in' });
      if (proof) return open(userId, { proof, ...how });
      await provider.goOnWith(secret, userId);
      throw code === undefined ? secondFactorRequired() : invalidSecondFactor('unauthorized');
    },
  };
}

const noProvider = () => new NotFoundError('provider');
