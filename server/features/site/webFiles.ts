import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';
import type { ServerContext } from '#server/features/context.ts';
import type { RequestState } from '#server/http/access.ts';
import { renderHead } from './pageHead.ts';
import { describePage } from './pages.ts';

/** Stands in index.html for the head of each page. */
const TITLE = '<title>Silong</title>';
const ONE_YEAR_MS = 365 * 24 * 3_600_000;

/**
 * The built web UI. Files under assets/ carry their hash in the name and are kept for ever, in the compressed form
 * made at build; every other path is the page itself, with a head that says what it is about.
 */
export function webFiles(context: ServerContext, folder: string) {
  const page = readFile(path.join(folder, 'index.html'), 'utf8');
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return next();
    const isAsset = ctx.path.startsWith('/assets/');
    ctx.state.isStaticFile = isAsset;
    if (isAsset || /\.[a-z0-9]+$/i.test(ctx.path)) {
      const options = {
        root: folder,
        brotli: true,
        gzip: true,
        maxage: isAsset ? ONE_YEAR_MS : 0,
        immutable: isAsset,
      };
      await send(ctx, ctx.path, options).catch(() => undefined);
      return;
    }
    const { siteName, siteDescription } = context.systemSettings.current().application;
    const about = await describePage(context, ctx.path).catch((error: unknown) => {
      // The page itself says better that the database is away.
      context.log.warn({ err: error }, 'a page could not be described');
      return { title: null, description: null, image: null, path: null };
    });
    const head = renderHead(about, {
      name: siteName,
      description: siteDescription,
      url: context.env.publicUrl,
    });
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = (await page).replace(TITLE, () => head);
  };
}
