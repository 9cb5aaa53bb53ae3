import { AsyncLocalStorage } from 'node:async_hooks';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { catalogues, languages } from 'virtual:languages';
import { dehydrate } from '@tanstack/react-query';
import { renderToPipeableStream } from 'react-dom/server';
import { localizedPath } from '#shared/languages.ts';
import { createI18n } from '#shared/messages.ts';
import type { PageRequest, RenderedPage } from '#shared/pageRendering.ts';
import { AppProviders } from './app/App.tsx';
import type { GuardHandle } from './app/RootLayout.tsx';
import { branches } from './app/routes.tsx';
import { ApiFailure } from './lib/apiClient.ts';
import { currentI18n } from './lib/i18n.tsx';
import { withoutPrefix } from './lib/language.ts';
import { currentQueryClient } from './lib/queryClient.ts';
import { matchRoutes, Router, RouterProvider } from './lib/router.tsx';
import { currentPlatform, setPlatform } from './platform/platform.ts';
import { type Scope, setScopeSource } from './platform/scope.ts';
import { type SessionStore, setSessionStore } from './platform/sessionStorage.ts';

/** The scope of each request. */
const requests = new AsyncLocalStorage<Scope>();
setScopeSource(() => requests.getStore());

/** Catalogues by language, loaded once. */
const words = new Map<string, Promise<Record<string, string>>>();

async function fetchWords(language: string): Promise<Record<string, string>> {
  const parts = await Promise.all((catalogues[language] ?? []).map((load) => load()));
  return Object.assign({}, ...parts.map((part) => part.default));
}

function readWords(language: string): Promise<Record<string, string>> {
  const known = words.get(language) ?? fetchWords(language);
  words.set(language, known);
  return known;
}

const nothing = () => undefined;
const guest: SessionStore = {
  readToken: () => null,
  read: () => null,
  write: nothing,
  isRemembered: () => false,
  writeUser: nothing,
  clear: nothing,
  follow: () => nothing,
};

/** Renders a public page for a guest, with the data of its route. */
export function renderPage(props: PageRequest): Promise<RenderedPage | null> {
  const { address, language, publicOrigin, ask } = props;
  return requests.run(new Map(), async () => {
    if (!languages.some(({ code }) => code === language)) return null;
    currentI18n.set(createI18n(language, await readWords(language)));
    setSessionStore(guest);
    setPlatform({
      ...currentPlatform(),
      publicOrigin,
      async fetch(path) {
        const { status, body } = await ask(path);
        return Response.json(body, { status });
      },
    });
    const url = new URL(address, publicOrigin);
    url.pathname = withoutPrefix(url.pathname);
    if (!(await isForGuests(url.pathname))) return null;
    const router = new Router(branches, { basename: localizedPath(language, '/'), address: url });
    if (await router.load()) return null;
    const html = await renderWhole(
      <AppProviders>
        <RouterProvider router={router} />
      </AppProviders>,
    );
    const answers = dehydrate(currentQueryClient(), {
      // Rejected calls stay rejected, so that the browser hydrates the same failure.
      shouldDehydrateQuery: ({ state }) => state.status !== 'pending',
      shouldRedactErrors: () => false,
    });
    return { ...setStylesApart(html), state: toScriptText(answers) };
  });
}

async function isForGuests(pathname: string): Promise<boolean> {
  for (const { handle } of matchRoutes(branches, pathname).routes) {
    const { isOpenToGuests } = (handle ?? {}) as Partial<GuardHandle>;
    if (isOpenToGuests && !(await isOpenToGuests(pathname))) return false;
  }
  return true;
}

/** Renders without streaming, as streamed parts need inline scripts, which the content policy blocks. */
function renderWhole(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
      // Failed parts are rendered by the browser.
      onError: (error) => console.warn('A part of a page could not be rendered', error),
    });
  });
}

/** Moves style attributes, which the content policy forbids, into rules of a style sheet. */
function setStylesApart(html: string): Pick<RenderedPage, 'html' | 'styles'> {
  const rules = new Map<string, string>();
  const without = html.replace(/(<[a-z][^<>]*?) style="([^"]*)"/g, (_whole, start: string, style: string) => {
    const name = rules.get(style) ?? `s${rules.size}`;
    rules.set(style, name);
    return `${start} data-style="${name}"`;
  });
  const styles = [...rules].map(([style, name]) => `[data-style=${name}]{${style.replaceAll('&quot;', '"')}}`);
  return { html: without, styles: styles.join('') };
}

/** Escapes text so that it cannot end its script element. */
const toScriptText = (value: unknown) =>
  JSON.stringify(value, (_name, part: unknown) =>
    part instanceof ApiFailure ? { ...part, message: part.message } : part,
  ).replaceAll('<', '\\u003c');
