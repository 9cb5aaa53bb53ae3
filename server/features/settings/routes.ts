import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { settingsCalls } from '#shared/contracts/settings.ts';
import { countActivity } from './activity.ts';
import { getSettingsPage, updateSettings } from './personalSettings.ts';

export function registerSettingsRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(settingsCalls.get, ({ user }) => getSettingsPage(context, user.id));
  routes.on(settingsCalls.update, ({ user, body }) => updateSettings(context, user.id, body));
  routes.on(settingsCalls.activity, ({ user }) => countActivity(context, user.id));
}
