import type { Context } from 'koa';
import type { ServerContext } from '#server/features/context.ts';
import { callerNetwork } from '#server/http/rateLimit.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { authCalls, authMessages } from '#shared/contracts/auth.ts';
import { createAttemptLimiter } from './attempts.ts';
import { requestPasswordReset, resetPassword } from './passwords.ts';
import { getProfile, updateProfile } from './profile.ts';
import { changePassword, login, register } from './service.ts';
import { type Origin, revokeSession } from './sessions.ts';

export function registerAuthRoutes(routes: ApiRoutes, context: ServerContext): void {
  const attempts = createAttemptLimiter(context);

  routes.on(authCalls.register, ({ body, ctx }) => register(context, body, originOf(ctx)));

  routes.on(authCalls.login, ({ body, ctx }) => login(context, attempts, body, originOf(ctx)));

  routes.on(authCalls.profile, ({ user }) => getProfile(context, user.id));

  routes.on(authCalls.updateProfile, ({ user, body }) => updateProfile(context, user.id, body));

  routes.on(authCalls.logout, async ({ user }) => {
    await revokeSession(context, { userId: user.id, sessionId: user.sessionId });
    return { message: authMessages.loggedOut };
  });

  routes.on(authCalls.changePassword, ({ user, body, ctx }) =>
    changePassword(context, attempts, user, body, originOf(ctx)),
  );

  routes.on(authCalls.forgotPassword, async ({ body }) => {
    // Not waited for: how long the answer takes would tell whether the account exists.
    requestPasswordReset(context, body.email).catch((error: unknown) =>
      context.log.error({ err: error }, 'could not mail a password reset link'),
    );
    return { message: authMessages.resetLinkOnItsWay };
  });

  routes.on(authCalls.resetPassword, async ({ body, ctx }) => {
    await resetPassword(context, attempts, body, originOf(ctx));
    return { message: authMessages.passwordReset };
  });
}

function originOf(ctx: Context): Origin {
  return { address: callerNetwork(ctx.ip), userAgent: ctx.get('User-Agent') };
}
