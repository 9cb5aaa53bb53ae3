import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SharedCache } from '#server/db/sharedCache.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { hideContacts, shownContacts } from '#server/http/limits/contactLimit.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import type { Site } from '#shared/contracts/site.ts';
import type { RenderedPage, RenderPage } from '#shared/pageRendering.ts';
import { whenPagesChange } from './pages.ts';

/** As long as whole answers of the API. */
const KEPT_MS = 1_000;
const MAX_SIZE = 32 * 1024 * 1024;
/** More would only wait for each other: the browser draws the others itself. */
const MOST_AT_ONCE = 8;

/** A rendered page, cached for all readers. */
interface KeptPage extends RenderedPage {
  /** Agents whose contact data the page contains: they count for each reader. */
  contactIds: number[];
}

/** Renders pages; null is left to the browser. @param isMember for somebody who says to be signed in */
type PageRenderer = (address: string, language: string, isMember?: boolean) => Promise<KeptPage | null>;

/**
 * An answer for somebody with an account, whose requests prove it later: pages of listings are open to them, and contact data,
 * which are counted for each account, come with their own requests.
 */
function forMember(call: string, data: unknown): unknown {
  if (call === '/api/site') return { ...(data as Site), publicListingPages: true };
  return hideContacts(data, { ids: new Set(shownContacts(data)), until: null });
}

/** Renders public pages with the API's answers for guests, if the server part is beside the UI's `folder`. */
export function openRenderer(
  context: ServerContext,
  routes: Pick<ApiRoutes, 'answerGuest'>,
  folder: string,
): PageRenderer {
  const file = path.join(folder, '../render/server.js');
  if (!existsSync(file)) return async () => null;
  const code = import(pathToFileURL(file).href) as Promise<{ renderPage: RenderPage }>;
  // Reported by the page that needs it.
  code.catch(() => undefined);
  const pages = keepPages(context);
  let atWork = 0;

  async function render(address: string, language: string, isMember: boolean): Promise<KeptPage | null> {
    const contactIds = new Set<number>();
    const failures: unknown[] = [];
    const ask = async (call: string) => {
      try {
        const answer = await routes.answerGuest(call, language);
        const data = isMember ? forMember(call, answer) : answer;
        for (const id of shownContacts(data)) contactIds.add(id);
        return { status: 200, body: { success: true, data } };
      } catch (error) {
        if (error instanceof ApiError && error.status < 500)
          return { status: error.status, body: error.toBody(language) };
        failures.push(error);
        throw error;
      }
    };
    const { renderPage } = await code;
    const page = await renderPage({ address, language, publicOrigin: context.env.publicUrl, ask });
    // The browser may get the data that was unavailable here, and shows the error otherwise.
    if (failures.length > 0) throw failures[0];
    return page && { ...page, contactIds: [...contactIds] };
  }

  async function renderInTurn(...page: [address: string, language: string, isMember: boolean]) {
    if (atWork >= MOST_AT_ONCE) return { page: null };
    atWork += 1;
    try {
      return { page: await render(...page) };
    } finally {
      atWork -= 1;
    }
  }

  return async (address, language, isMember = false) => {
    try {
      const key = isMember ? `member ${address}` : address;
      return (await pages.get(key, () => renderInTurn(address, language, isMember))).page;
    } catch (error) {
      context.log.warn({ err: error }, 'a page could not be rendered');
      return null;
    }
  };
}

/** By address and kind of reader. Changes of listings empty it at once. */
function keepPages({ bus, metrics }: ServerContext): SharedCache<{ page: KeptPage | null }> {
  const pages = new SharedCache<{ page: KeptPage | null }>({
    freshMs: KEPT_MS,
    maxSize: MAX_SIZE,
    sizeOf: ({ page }) => (page ? page.html.length + page.state.length : 1),
  });
  metrics.watchCache('pages', pages.counts);
  whenPagesChange(bus, () => pages.clear());
  return pages;
}
