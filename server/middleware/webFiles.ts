import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';
import type { ServerContext } from '../context.ts';
import { escapeHtml } from '../site/apiPage.ts';

const ONE_YEAR_MS = 365 * 24 * 3_600_000;

/**
 * The built web UI. Files under assets/ carry their hash in the name and are kept for ever, in the compressed form
 * made at build; every other path is the page itself, with this installation's name in its head.
 */
export function webFiles(
  { systemSettings, env }: Pick<ServerContext, 'systemSettings' | 'env'>,
  folder: string,
) {
  const page = readFile(path.join(folder, 'index.html'), 'utf8');
  return async (ctx: Context, next: Next): Promise<void> => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return next();
    const isAsset = ctx.path.startsWith('/assets/');
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
    const { siteName, siteDescription } = systemSettings.current().application;
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = (await page)
      .replaceAll('%SITE_NAME%', escapeHtml(siteName))
      .replaceAll('%SITE_DESCRIPTION%', escapeHtml(siteDescription))
      .replaceAll('%PUBLIC_URL%', escapeHtml(env.publicUrl));
  };
}
