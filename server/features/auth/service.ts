import { UniqueConstraintError } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import { ConflictError, ForbiddenError, InvalidInputError, UnauthorizedError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { authMessages } from '#shared/authMessages.ts';
import type { authCalls } from '#shared/contracts/auth.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';
import { requireGoodPassword } from './policy/passwords.ts';
import { getProfile, presentUser } from './reads.ts';
import { isAddressTaken, mailConfirmation } from './service/verification.ts';
import { createAttemptLimiter } from './writes/attempts.ts';
import {
  hashPassword,
  lockUser,
  requestPasswordReset,
  resetPassword,
  setPassword,
  verifyPassword,
} from './writes/passwords.ts';
import { updateProfile } from './writes/profile.ts';
import { checkCode, hasTotp, invalidSecondFactor, secondFactorRequired } from './writes/secondFactor.ts';
import { openSession, revokeSessions } from './writes/sessions.ts';
import { type SignIn, signIn } from './writes/signIn.ts';

const emailExists = () => new ConflictError(authMessages.emailExists, 'email_exists');
const invalidCredentials = () =>
  new UnauthorizedError(authMessages.invalidCredentials, 'invalid_credentials');
const wrongPassword = () =>
  new InvalidInputError([{ path: 'currentPassword', message: msg('Your current password is incorrect') }]);

export function authService(context: ServerContext): Service<typeof authCalls> {
  const { db, jobs, security, systemSettings } = context;
  const { User } = db.models;
  const attempts = createAttemptLimiter(context);

  /**
   * To be called after the right password.
   * @returns null: the code is wrong. @throws {UnauthorizedError} `second_factor_required`: no code was sent.
   */
  async function proveSecondFactor(
    userId: number,
    code: string | undefined,
  ): Promise<SignIn['proof'] | null> {
    if (!(await hasTotp(context, userId))) return 'password';
    // Neither a failure nor a success: earlier failures still count.
    if (code === undefined) throw secondFactorRequired();
    return checkCode(context, attempts, { userId, code, purpose: 'signing in' });
  }

  return {
    async register({
      body: { name, email, phone = null, password },
      address,
      userAgent,
      deviceId,
      language,
    }) {
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
      const session = await db
        .transaction(async () => {
          const user = await User.create(values);
          await mailConfirmation(context, user, { isAskedFor: false });
          await jobs.add('accountNotice', { userId: user.id });
          const origin = { address, userAgent, deviceId };
          const token = await signIn(context, user, { proof: 'password', remember: false, ...origin });
          return { user: presentUser(user, null), token };
        })
        .catch((error: unknown) => {
          // Another account took the address while the password was hashed.
          throw error instanceof UniqueConstraintError ? emailExists() : error;
        });
      return session;
    },

    // The same answer whether or not the account exists; an inactive account is reported after the right password
    // only.
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
      const user = await attempts.run(`password of ${id}`, address, async () => {
        const account = await User.findByPk(id);
        const isRight = await verifyPassword(account?.password_hash ?? null, body.currentPassword);
        return isRight ? account : null;
      });
      if (!user) {
        security.record('password_refused', { accountId: id });
        throw wrongPassword();
      }
      const { newPassword: password } = body;
      await requireGoodPassword(context, { password, path: 'newPassword', person: user });
      const passwordHash = await hashPassword(password);
      const token = await db.transaction(async () => {
        const current = await lockUser(context, id);
        const session = await db.models.Session.findByPk(sessionId);
        if (!current || !session) throw new SessionExpiredError();
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
