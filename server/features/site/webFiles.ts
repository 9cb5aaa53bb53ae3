import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';
import type { ServerContext } from '#server/features/context.ts';
import type { RequestState } from '#server/http/access.ts';
import { redirectToOwnLanguage } from '#server/languages.ts';
import { renderHead } from './pageHead.ts';
import { createPages, nothing } from './pages.ts';

/** Stands in index.html for the head of each page. */
const TITLE = '<title>Silong</title>';
/** Stands there for the nonce that antd's styles carry, see `AntdProvider`. */
const STYLE_NONCE = '{style-nonce}';
const SERVICE_WORKER = '/service-worker.js';
const ONE_YEAR_MS = 365 * 24 * 3_600_000;

/**
 * The built web UI. Files under assets/ carry their hash in the name and are kept for ever, in the compressed form
 * made at build; every other path is the page itself, with a head that says what it is about.
 */
export function webFiles(context: ServerContext, folder: string) {
  const page = readFile(path.join(folder, 'index.html'), 'utf8');
  const describe = createPages(context);
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return next();
    const isAsset = ctx.path.startsWith('/assets/');
    ctx.state.isStaticFile = isAsset;
    if (isAsset || (/\.[a-z0-9]+$/i.test(ctx.path) && ctx.path !== '/index.html')) {
      const options = {
        root: folder,
        brotli: true,
        gzip: true,
        maxage: isAsset ? ONE_YEAR_MS : 0,
        immutable: isAsset,
      };
      await send(ctx, ctx.path, options).catch(() => undefined);
      // A worker that is kept for a day keeps everything else with it.
      if (ctx.path === SERVICE_WORKER) ctx.set('Cache-Control', 'no-cache');
      return;
    }
    if (redirectToOwnLanguage(ctx)) return;
    const { siteName, siteDescription } = context.systemSettings.current().application;
    const about = await describe(ctx.path, ctx.search).catch((error: unknown) => {
      // The page itself says better that the database is away.
      context.log.warn({ err: error }, 'a page could not be described');
      return nothing;
    });
    const head = renderHead(about, {
      name: siteName,
      description: siteDescription,
      url: context.env.publicUrl,
    });
    const nonce = randomBytes(16).toString('base64');
    ctx.state.styleSource = `'nonce-${nonce}'`;
    ctx.status = about.status;
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = (await page).replace(TITLE, () => head).replace(STYLE_NONCE, nonce);
  };
}
