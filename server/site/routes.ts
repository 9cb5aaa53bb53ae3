import type { ServerContext } from '#server/context.ts';
import { UnavailableError } from '#server/errors.ts';
import type { ApiRoutes } from '#server/routing.ts';
import { type Site, siteCalls } from '#shared/contracts/site.ts';
import { renderApiPage } from './apiPage.ts';
import { buildOpenApi } from './openApi.ts';

export function presentSite({ systemSettings, env }: ServerContext): Site {
  const { siteName, siteDescription, registrationEnabled, maintenanceMode } =
    systemSettings.current().application;
  return { siteName, siteDescription, registrationEnabled, maintenanceMode, tileUrl: env.tileUrl };
}

export function registerSiteRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(siteCalls.get, async () => presentSite(context));
  routes.on(siteCalls.health, async () => ({ status: 'ok' as const }));
  routes.on(siteCalls.ready, async () => {
    try {
      await context.db.readRows('SELECT 1 FROM migrations LIMIT 1');
    } catch {
      throw new UnavailableError('The database does not answer');
    }
    return { status: 'ready' as const };
  });
  // Written when asked for: by then every feature has mounted its calls.
  routes.router.get('/api/openapi.json', (ctx) => {
    ctx.body = buildOpenApi(routes.calls, context.systemSettings.current().application.siteName);
  });
  routes.router.get('/api/docs', (ctx) => {
    ctx.type = 'html';
    ctx.body = renderApiPage(routes.calls, context.systemSettings.current().application.siteName);
  });
}
