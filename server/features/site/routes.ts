import { pick } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ReadyAnswer, sendReady } from '#server/http/answers.ts';
import { ApiError, found, UnavailableError } from '#server/http/errors.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { languageCodes, translator } from '#server/languages.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { type Site, siteCalls } from '#shared/contracts/site.ts';
import { DEFAULT_LANGUAGE, localizedPath } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';
import { SHARE_PATH, sharedPath } from '#shared/shareTarget.ts';
import { API_PAGE_STYLE, buildOpenApi, renderApiPage } from './apiDocs.ts';
import { registerLinkPictures } from './linkPicture.ts';
import { createPages } from './pages.ts';
import { createSitemap } from './sitemap.ts';

function presentSite({ systemSettings, env, sms, replyAddresses }: ServerContext): Site {
  const { application, security, costs, demo } = systemSettings.current();
  return {
    ...pick(application, 'siteName', 'siteDescription', 'registrationEnabled', 'maintenanceMode'),
    ...pick(application, 'publicListingPages'),
    minPasswordLength: security.minPasswordLength,
    tileUrl: env.tileUrl,
    demoSince: demo.since,
    sendsTextMessages: sms !== null,
    answersByMail: replyAddresses !== null,
    costs,
  };
}

export function registerSiteRoutes(routes: ApiRoutes, context: ServerContext): void {
  const requireReady = createReadiness(context);
  routes.mount('site', siteCalls, {
    get: async () => presentSite(context),
    health: async () => ({ status: 'ok' as const }),
    async ready() {
      await requireReady();
      return { status: 'ready' as const };
    },
  });
  // Written at the first request: by then every feature has mounted its calls.
  const openApi = writtenOnce((siteName) =>
    JSON.stringify(buildOpenApi(routes, { siteName, publicUrl: context.env.publicUrl })),
  );
  const apiPage = writtenOnce((siteName) => renderApiPage(routes.calls, siteName));
  const siteName = () => context.systemSettings.current().application.siteName;
  routes.pages.get('/api/openapi.json', (ctx) => sendReady(ctx, openApi(siteName()), 'json'));
  routes.pages.get('/api/docs', (ctx) => {
    ctx.state.styleSource = API_PAGE_STYLE;
    sendReady(ctx, apiPage(siteName()), 'html');
  });
  routes.pages.get('/manifest.webmanifest', (ctx) => {
    ctx.type = 'application/manifest+json';
    // The page names the language, so that caches keep the languages apart.
    const language = languageCodes.find((code) => code === ctx.query.language) ?? DEFAULT_LANGUAGE;
    ctx.body = JSON.stringify(buildManifest(context.systemSettings.current().application, language));
  });
  for (const language of languageCodes)
    routes.pages.get(localizedPath(language, SHARE_PATH), (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      const prefix = localizedPath(language, '/').replace(/\/$/, '');
      ctx.redirect(
        sharedPath(new URLSearchParams(ctx.querystring), new URL(context.env.publicUrl).origin, prefix),
      );
    });
  registerForSearchEngines(routes, context);
  registerLinkPictures(routes, context, createPages(context));
}

/** Kept until the site is called by another name. */
function writtenOnce(write: (siteName: string) => string): (siteName: string) => ReadyAnswer {
  let kept: { siteName: string; answer: ReadyAnswer } | undefined;
  return (siteName) => {
    if (kept?.siteName !== siteName) kept = { siteName, answer: ReadyAnswer.of(write(siteName)) };
    return kept.answer;
  };
}

const DAY_MS = 24 * 3_600_000;
/** RFC 9116 asks for a yearly review of the text. */
const SECURITY_TEXT_DAYS = 180;

/** Private pages, not to be crawled. */
const PERSONAL = [
  '/api/',
  '/account',
  '/dashboard',
  '/agent-dashboard',
  '/desk',
  '/saved-searches',
  '/lists',
  '/admin-dashboard',
  '/profile',
  '/settings',
];

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
  const key = context.env.indexNow?.key;
  if (key)
    // Proves to search engines that the pings come from this site.
    pages.get(`/${key}.txt`, (ctx) => {
      ctx.type = 'text';
      ctx.body = key;
    });
  pages.get('/.well-known/security.txt', (ctx) => {
    const { publicUrl, securityContact } = context.env;
    const expires = new Date(context.now().getTime() + SECURITY_TEXT_DAYS * DAY_MS);
    ctx.type = 'text';
    ctx.body = [
      `Contact: ${securityContact ?? `${publicUrl}/about`}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, fil',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      '',
    ].join('\n');
  });
  pages.get('/sitemap.xml', async (ctx) => {
    sendReady(ctx, await sitemap.index(), 'application/xml');
  });
  pages.get('/sitemaps/:name.xml', async (ctx) => {
    sendReady(ctx, found(await sitemap.file(ctx.params.name ?? ''), 'sitemap'), 'application/xml');
  });
}

/** The title below an icon; systems cut it themselves, some of them late. */
const LONGEST_SHORT_NAME = 24;

/** The web app manifest, for the site on a phone's home screen. The build draws the icons. */
function buildManifest({ siteName, siteDescription }: SystemSettings['application'], language: string) {
  const t = translator(language);
  return {
    id: '/',
    name: siteName,
    short_name: siteName.slice(0, LONGEST_SHORT_NAME),
    description: siteDescription,
    start_url: localizedPath(language, '/'),
    scope: '/',
    lang: language,
    display: 'standalone',
    dir: 'ltr',
    categories: ['lifestyle', 'shopping'],
    share_target: {
      action: localizedPath(language, SHARE_PATH),
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [
      ...[192, 512].map((size) => ({
        src: `/icons/${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any',
      })),
      { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: t('Search'), url: localizedPath(language, '/properties') },
      { name: t('Saved Searches'), url: '/saved-searches' },
      { name: t('Messages'), url: '/dashboard?tab=messages' },
    ].map((shortcut) => ({
      ...shortcut,
      icons: [{ src: '/icons/192.png', sizes: '192x192', type: 'image/png' }],
    })),
  };
}

/** Rejects with the reason when the probed part does not work. An `ApiError` is answered unchanged. */
type Check = (context: ServerContext) => Promise<unknown>;

/** A result is reused for so long. */
const FRESH_MS = 1_000;
/** Well below the time-outs of load balancers, and above the wait of a write on a busy server. */
const DEADLINE_MS = 10_000;

const canRead: Check = ({ db }) => db.readRows('SELECT 1 FROM migrations LIMIT 1');

let written = 0;

/** Commits a change that changes nothing: only that detects a full disk. It queues like every change. */
const canWrite: Check = ({ db }) => {
  written = (written + 1) % 1_000;
  const sql =
    db.dialect === 'sqlite'
      ? `PRAGMA user_version = ${written}`
      : 'UPDATE migrations SET name = name WHERE name = (SELECT min(name) FROM migrations)';
  return db.transaction(() => db.sequelize.query(sql));
};

const canWork: Check = async ({ jobs }) => {
  if (!jobs.isMoving()) throw new UnavailableError(msg('Background work has stopped'));
};

/** The parts that must work before requests are sent to this process. */
const checks: readonly Check[] = [canRead, canWrite, canWork];

interface Probe {
  startedAt: number;
  /** Undefined while it runs; null when everything works. */
  failure?: ApiError | null;
  /** Resolves at the end of the probe, or at its deadline. */
  answered: Promise<void>;
}

/** For load balancers. Concurrent requests share a probe, and no second one begins before its end. @throws {UnavailableError} */
export function createReadiness(context: ServerContext): () => Promise<void> {
  const { log } = context;
  let last: Probe | undefined;
  let wasReady = true;

  function start(): Probe {
    const probe: Probe = { startedAt: performance.now(), answered: Promise.resolve() };
    probe.answered = new Promise((resolve) => {
      const deadline = setTimeout(resolve, DEADLINE_MS);
      Promise.all(checks.map((check) => check(context)))
        .then(
          () => note(probe, null),
          (error: unknown) => note(probe, error),
        )
        .finally(() => {
          clearTimeout(deadline);
          resolve();
        });
    });
    return probe;
  }

  function note(probe: Probe, error: unknown): void {
    const isReady = error === null;
    if (isReady !== wasReady)
      if (isReady) log.info('ready again');
      else log.error({ err: error }, 'not ready');
    wasReady = isReady;
    probe.failure = isReady ? null : error instanceof ApiError ? error : databaseAway();
  }

  return async () => {
    const isStale = last?.failure !== undefined && performance.now() - last.startedAt > FRESH_MS;
    if (!last || isStale) last = start();
    const probe = last;
    await probe.answered;
    if (probe.failure === null) return;
    throw probe.failure ?? databaseAway();
  };
}

const databaseAway = () => new UnavailableError(msg('The database is not responding'));
