import type { Context } from 'koa';
import { adminOf } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ConflictError } from '#server/http/errors.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { type SettingsChange, settingsCalls, systemSettingsCalls } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import { getSettingsPage, updatePersonalSettings } from './personalSettings.ts';
import { presentSettings, sendTestMail, updateSystemSettings } from './systemSettings.ts';

export function registerSettingsRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(settingsCalls.get, ({ user }) => getSettingsPage(context, user.id));
  routes.on(settingsCalls.update, ({ user, body }) => updatePersonalSettings(context, user.id, body));
  // The figures of the profile page that only the server knows.
  routes.on(settingsCalls.activity, async ({ user }) => ({
    inquiries: await context.db.models.Inquiry.count({ where: { user_id: user.id } }),
  }));
  routes.on(systemSettingsCalls.get, async () => presentSettings(context));
  routes.on(systemSettingsCalls.update, async ({ body, ...call }) => {
    requireReachableByHttps(context, call.ctx, body);
    return updateSystemSettings(context, adminOf(call), body);
  });
  routes.on(systemSettingsCalls.testEmail, ({ body, ...call }) =>
    sendTestMail(context, adminOf(call), body.testEmail),
  );
}

/**
 * Whoever enforces HTTPS must be using it: otherwise every later call, the one that switches it off again included,
 * would be sent to an address that may not answer.
 * @throws {ConflictError} `https_needed`.
 */
function requireReachableByHttps(
  { env }: Pick<ServerContext, 'env'>,
  ctx: Context,
  change: SettingsChange,
): void {
  if (change.category !== 'security' || !change.settings.enforceHttps) return;
  if (env.trustProxy > 0 && !ctx.secure)
    throw new ConflictError(
      msg('Open the site over HTTPS first: HTTPS can only be enforced by someone who is using it.'),
      'https_needed',
    );
}
