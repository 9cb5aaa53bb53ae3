import type { ServerContext } from '#server/features/context.ts';
import { requireConfirmedIdentity } from '#server/http/access.ts';
import { ConflictError } from '#server/http/errors.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { systemSettingsCalls } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import { type CategoryOfSettings, settingsTable } from '#shared/systemSettings.ts';
import { presentSettings, sendTestMail, updateSystemSettings } from './systemSettings.ts';

export function registerSystemSettingsRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on('systemSettings', 'get', systemSettingsCalls.get, async () => presentSettings(context));
  routes.on(
    'systemSettings',
    'update',
    systemSettingsCalls.update,
    async ({ user, address, ability, body, ctx }) => {
      const { confirmsIdentity }: CategoryOfSettings = settingsTable[body.category];
      if (confirmsIdentity) requireConfirmedIdentity(context, user);
      // An admin who enforces HTTPS must be using it: otherwise every later call, also the one that switches it off, would be
      // redirected to an address that may not answer.
      const enforcesHttps = body.category === 'security' && body.settings.enforceHttps;
      if (enforcesHttps && context.env.trustProxy > 0 && !ctx.secure)
        throw new ConflictError(
          msg('Open the site over HTTPS first. You can only enforce HTTPS while using it yourself.'),
          'https_needed',
        );
      return updateSystemSettings(context, { user, address, ability }, body);
    },
  );
  routes.on(
    'systemSettings',
    'testEmail',
    systemSettingsCalls.testEmail,
    ({ user, address, ability, body, t }) =>
      sendTestMail(context, { user, address, ability }, body.testEmail, t),
  );
}
