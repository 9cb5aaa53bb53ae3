import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SharedCache } from '#server/db/sharedCache.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ApiError } from '#server/http/errors.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import type { RenderedPage, RenderPage } from '#shared/pageRendering.ts';

/** As long as whole answers of the API. */
const KEPT_MS = 1_000;
const MAX_SIZE = 32 * 1024 * 1024;
/** More would only wait for each other: the browser draws the others itself. */
const MOST_AT_ONCE = 8;

/** Renders pages for guests; null is left to the browser. */
export type PageRenderer = (address: string, language: string) => Promise<RenderedPage | null>;

/**
 * The built UI's own code, which renders its public pages here with what the API answers guests.
 * @param folder of the built UI; beside it lies the part for the server. Where it does not, browsers draw all pages.
 */
export function openRenderer(
  context: ServerContext,
  routes: Pick<ApiRoutes, 'answerGuest'>,
  folder: string,
): PageRenderer {
  const file = path.join(folder, '../render/server.js');
  if (!existsSync(file)) return async () => null;
  const code = import(pathToFileURL(file).href) as Promise<{ renderPage: RenderPage }>;
  // Told by the page that needs it.
  code.catch(() => undefined);
  const pages = keepPages(context);
  let atWork = 0;

  const ask = (language: string) => async (address: string) => {
    try {
      return { status: 200, body: { success: true, data: await routes.answerGuest(address) } };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, body: error.toBody(language) };
    }
  };

  const render = async (address: string, language: string): Promise<{ page: RenderedPage | null }> => {
    if (atWork >= MOST_AT_ONCE) return { page: null };
    atWork += 1;
    try {
      const { renderPage } = await code;
      return {
        page: await renderPage({
          address,
          language,
          publicOrigin: context.env.publicUrl,
          ask: ask(language),
        }),
      };
    } finally {
      atWork -= 1;
    }
  };

  return async (address, language) => {
    try {
      return (await pages.get(address, () => render(address, language))).page;
    } catch (error) {
      context.log.warn({ err: error }, 'a page could not be rendered');
      return null;
    }
  };
}

/** By their addresses. What becomes of a listing shows at once. */
function keepPages({ bus, metrics }: ServerContext): SharedCache<{ page: RenderedPage | null }> {
  const pages = new SharedCache<{ page: RenderedPage | null }>({
    freshMs: KEPT_MS,
    usableMs: KEPT_MS,
    maxSize: MAX_SIZE,
    sizeOf: ({ page }) => (page ? page.html.length + page.state.length : 1),
  });
  metrics.watchCache('pages', pages.counts);
  for (const event of [
    'listingChanged',
    'licenseChanged',
    'accountChanged',
    'systemSettingsChanged',
    'eventsMissed',
  ] as const)
    bus.subscribe(event, () => pages.clear());
  return pages;
}
