import { adminOf } from '#server/features/auditLog/actor.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { adminSettingsCalls } from '#shared/contracts/adminSettings.ts';
import { presentSettings, updateSettings } from './adminSettings.ts';
import { requireReachableByHttps } from './httpsLockOut.ts';
import { sendTestMail } from './testMail.ts';

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
