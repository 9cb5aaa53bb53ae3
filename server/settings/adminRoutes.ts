import { adminOf } from '#server/admin/actor.ts';
import type { ServerContext } from '#server/context.ts';
import { sendTestMail } from '#server/mail/testMail.ts';
import type { ApiRoutes } from '#server/routing.ts';
import { adminSettingsCalls } from '#shared/contracts/adminSettings.ts';
import { presentSettings, updateSettings } from './adminSettings.ts';
import { requireReachableByHttps } from './httpsLockOut.ts';

export function registerAdminSettingsRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(adminSettingsCalls.get, async () => presentSettings(context));
  routes.on(adminSettingsCalls.update, async ({ body, ...call }) => {
    requireReachableByHttps(context, call.ctx, body);
    return updateSettings(context, adminOf(call), body);
  });
  routes.on(adminSettingsCalls.testEmail, ({ body, ...call }) =>
    sendTestMail(context, adminOf(call), body.testEmail),
  );
}
