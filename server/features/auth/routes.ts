import type { Context } from 'koa';
import { UniqueConstraintError } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import { ConflictError, ForbiddenError, InvalidInputError, UnauthorizedError } from '#server/http/errors.ts';
import { callerNetwork } from '#server/http/rateLimit.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { authMessages } from '#shared/authMessages.ts';
import { authCalls } from '#shared/contracts/auth.ts';
import { english, msg } from '#shared/messages.ts';
import { createAttemptLimiter } from './attempts.ts';
import {
  hashPassword,
  lockUser,
  requestPasswordReset,
  resetPassword,
  setPassword,
  verifyPassword,
} from './passwords.ts';
import { requireActiveAccount } from './policy.ts';
import { getProfile, presentUser, updateProfile } from './profile.ts';
import { type Origin, openSession, revokeSession } from './sessions.ts';

const emailExists = () => new ConflictError(authMessages.emailExists, 'email_exists');
const invalidCredentials = () =>
  new UnauthorizedError(authMessages.invalidCredentials, 'invalid_credentials');
const wrongPassword = () =>
  new InvalidInputError([{ path: 'currentPassword', message: msg('The current password is not correct') }]);

export function registerAuthRoutes(routes: ApiRoutes, context: ServerContext): void {
  const { db, bus, systemSettings } = context;
  const { User } = db.models;
  const attempts = createAttemptLimiter(context);

  routes.on(authCalls.register, async ({ body: { name, email, phone = null, password }, ctx }) => {
    if (!systemSettings.current().application.registrationEnabled)
      throw new ForbiddenError(msg('Registration is currently closed.'), 'registration_closed');
    if (await User.count({ where: { email } })) throw emailExists();
    const values = { name, email, phone, avatar_url: null, password_hash: await hashPassword(password) };
    const session = await db
      .transaction(async () => {
        const user = await User.create(values);
        const token = await openSession(context, { userId: user.id, remember: false, origin: originOf(ctx) });
        return { user: presentUser(user, null), token };
      })
      .catch((error: unknown) => {
        // Somebody registered the same address while the password was hashed.
        throw error instanceof UniqueConstraintError ? emailExists() : error;
      });
    bus.publish('userRegistered', { userId: session.user.id });
    return session;
  });

  // The same answer whether or not the account exists; that it is not active is said after the right password only.
  routes.on(authCalls.login, async ({ body: { email, password, rememberMe: remember }, ctx }) => {
    const origin = originOf(ctx);
    const user = await attempts.run(email, origin.address, async () => {
      const account = await User.findOne({ where: { email }, include: 'agentProfile' });
      const isRight = await verifyPassword(account?.password_hash ?? null, password);
      return isRight ? account : null;
    });
    if (!user) throw invalidCredentials();
    const token = await db.transaction(async () => {
      const current = await lockUser(context, user.id);
      // The password was changed, or the account deleted, while this one was checked.
      if (current?.password_hash !== user.password_hash) throw invalidCredentials();
      requireActiveAccount(current.status);
      return openSession(context, { userId: user.id, remember, origin });
    });
    return { user: presentUser(user, user.agentProfile), token };
  });

  routes.on(authCalls.profile, ({ user }) => getProfile(context, user.id));

  routes.on(authCalls.updateProfile, ({ user, body }) => updateProfile(context, user.id, body));

  routes.on(authCalls.logout, async ({ user }) => {
    await revokeSession(context, { userId: user.id, sessionId: user.sessionId });
    return { message: english(authMessages.loggedOut) };
  });

  routes.on(authCalls.changePassword, async ({ user: { id, sessionId }, body, ctx }) => {
    const origin = originOf(ctx);
    const user = await attempts.run(`password of ${id}`, origin.address, async () => {
      const account = await User.findByPk(id);
      const isRight = await verifyPassword(account?.password_hash ?? null, body.currentPassword);
      return isRight ? account : null;
    });
    if (!user) throw wrongPassword();
    const passwordHash = await hashPassword(body.newPassword);
    const token = await db.transaction(async () => {
      const current = await lockUser(context, id);
      const session = await db.models.Session.findByPk(sessionId);
      if (!current || !session) throw new SessionExpiredError();
      if (current.password_hash !== user.password_hash) throw wrongPassword();
      await setPassword(context, current, passwordHash);
      return openSession(context, { userId: id, remember: session.remember, origin });
    });
    return { user: await getProfile(context, id), token };
  });

  routes.on(authCalls.forgotPassword, async ({ body }) => {
    // Not waited for: how long the answer takes would tell whether the account exists.
    requestPasswordReset(context, body.email).catch((error: unknown) =>
      context.log.error({ err: error }, 'could not mail a password reset link'),
    );
    return { message: english(authMessages.resetLinkOnItsWay) };
  });

  routes.on(authCalls.resetPassword, async ({ body, ctx }) => {
    await resetPassword(context, attempts, body, originOf(ctx));
    return { message: english(authMessages.passwordReset) };
  });
}

function originOf(ctx: Context): Origin {
  return { address: callerNetwork(ctx.ip), userAgent: ctx.get('User-Agent') };
}
