import type { ServerContext } from '#server/features/context.ts';
import { found } from '#server/http/errors.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { type Site, siteCalls } from '#shared/contracts/site.ts';
import { buildOpenApi, renderApiPage } from './apiDocs.ts';
import { createReadiness } from './readiness.ts';
import { createSitemap } from './sitemap.ts';

function presentSite({ systemSettings, env }: ServerContext): Site {
  const { siteName, siteDescription, registrationEnabled, maintenanceMode } =
    systemSettings.current().application;
  return { siteName, siteDescription, registrationEnabled, maintenanceMode, tileUrl: env.tileUrl };
}

export function registerSiteRoutes(routes: ApiRoutes, context: ServerContext): void {
  const requireReady = createReadiness(context);
  routes.mount(siteCalls, {
    get: async () => presentSite(context),
    health: async () => ({ status: 'ok' as const }),
    async ready() {
      await requireReady();
      return { status: 'ready' as const };
    },
  });
  // Written when asked for: by then every feature has mounted its calls.
  routes.pages.get('/api/openapi.json', (ctx) => {
    ctx.body = buildOpenApi(routes.calls, context.systemSettings.current().application.siteName);
  });
  routes.pages.get('/api/docs', (ctx) => {
    ctx.type = 'html';
    ctx.body = renderApiPage(routes.calls, context.systemSettings.current().application.siteName);
  });
  routes.pages.get('/manifest.webmanifest', (ctx) => {
    ctx.type = 'application/manifest+json';
    ctx.body = JSON.stringify(buildManifest(context.systemSettings.current().application));
  });
  registerForSearchEngines(routes, context);
}

/** What is for nobody's eyes but the person's own: nothing to be found there. */
const PERSONAL = ['/api/', '/dashboard', '/agent-dashboard', '/admin-dashboard', '/profile', '/settings'];

function registerForSearchEngines({ pages }: ApiRoutes, context: ServerContext): void {
  const sitemap = createSitemap(context);
  pages.get('/robots.txt', (ctx) => {
    ctx.type = 'text';
    ctx.body = [
      'User-agent: *',
      ...PERSONAL.map((path) => `Disallow: ${path}`),
      `Sitemap: ${context.env.publicUrl}/sitemap.xml`,
      '',
    ].join('\n');
  });
  pages.get('/sitemap.xml', async (ctx) => {
    ctx.type = 'application/xml';
    ctx.body = await sitemap.index();
  });
  pages.get('/sitemaps/:name.xml', async (ctx) => {
    ctx.body = found(await sitemap.file(ctx.params.name ?? ''), 'sitemap');
    ctx.type = 'application/xml';
  });
}

/** The web app manifest: how the site looks once it stands on a phone's home screen. Its icons are drawn at build. */
function buildManifest({ siteName, siteDescription }: SystemSettings['application']) {
  return {
    id: '/',
    name: siteName,
    short_name: siteName,
    description: siteDescription,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [192, 512].map((size) => ({
      src: `/icons/${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  };
}
