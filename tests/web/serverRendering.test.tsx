import { AsyncLocalStorage } from 'node:async_hooks';
import { type DehydratedState, dehydrate, hydrate } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';
import { areas } from '#shared/areas.ts';
import type { Agent } from '#shared/contracts/agents.ts';
import type { User } from '#shared/contracts/auth.ts';
import { knownPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { createI18n } from '#shared/messages.ts';
import { PLACES } from '#shared/places.ts';
import { leaders } from '#web/features/about/company.ts';
import { contact } from '#web/lib/contact.ts';
import type { Scope } from '#web/platform/scope.ts';
import type { SessionStore, StoredSession } from '#web/platform/sessionStorage.ts';
import { aProperty } from './aProperty.ts';

// Compiling every screen takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const sessionOf = (id: number, name: string): StoredSession => ({
  token: `token-of-${name}`,
  user: {
    id,
    name,
    email: `${name.toLowerCase()}@silong.example`,
    role: 'user',
    avatar_url: null,
  } as User,
});
const ana = sessionOf(1, 'Analyn');
const ben = sessionOf(2, 'Benigno');

const paths = [
  '/',
  '/properties',
  '/properties?type=condo&view=map',
  '/properties/7',
  '/about',
  '/help',
  '/agents',
  '/agents/5',
  '/locations',
  '/locations/makati',
  '/near/ayala-mrt-3',
  '/compare',
  '/terms',
];

/** The server's answers to this person; everything bears their name. */
function answersTo(name: string): Record<string, unknown> {
  const property = aProperty({ id: 7, title: `Home for ${name}`, images: ['/media/home.webp'] });
  const agent: Partial<Agent> = {
    id: 5,
    name: `Agent of ${name}`,
    email: 'agent@silong.example',
    phone: null,
    avatar_url: null,
    bio: `Knows ${name}`,
    title: null,
    specialization: null,
    location: null,
    languages: [],
    certifications: [],
    achievements: [],
    working_hours: {},
    experience_years: 3,
    rating: 0,
    review_count: 0,
    properties_sold: 0,
    active_listings: 1,
    response_rate: null,
    license: null,
    created_at: '2026-01-31T17:30:00.000Z',
  };
  const pagination = { page: 1, limit: 20, total: 1, pages: 1 };
  return {
    '/api/site': {
      siteName: `Silong of ${name}`,
      siteDescription: '',
      registrationEnabled: true,
      maintenanceMode: false,
      publicListingPages: false,
      minPasswordLength: 6,
      tileUrl: '',
    },
    '/api/properties': { properties: [property], pagination },
    '/api/properties/facets': { total: 1, is_estimate: false, counts: {}, prices: null },
    '/api/properties/by-ids': { properties: [property] },
    '/api/properties/map/clusters': { clusters: [], points: [], total: 0 },
    '/api/properties/7': property,
    '/api/properties/7/history': {
      events: [
        {
          at: '2026-02-10T02:00:00.000Z',
          kind: 'price',
          price: 12_500_000,
          previous_price: 13_000_000,
          status: 'available',
        },
        {
          at: '2026-01-31T17:30:00.000Z',
          kind: 'listed',
          price: 13_000_000,
          previous_price: null,
          status: 'available',
        },
      ],
    },
    '/api/properties/7/offers': { offers: [], canonical_id: 7, can_dispute: false },
    '/api/properties/7/market': { comparison: null },
    '/api/market': {
      area: { slug: 'makati', name: `Makati of ${name}`, kind: 'city' },
      minimum: 5,
      computed_at: '2026-02-10T02:00:00.000Z',
      figures: [],
    },
    '/api/auth/profile': ana.user,
    '/api/settings/places': { places: [] },
    '/api/settings': { search: { saveHistory: true } },
    '/api/agents': { agents: [agent], pagination },
    '/api/agents/5': agent,
    '/api/favorites': [{ property_id: 7, created_at: '2026-01-31T17:30:00.000Z' }],
  };
}

const answerTo = (name: string, url: string): unknown => answersTo(name)[url.split('?')[0] ?? ''] ?? [];

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server's answer comes after others have begun: requests are served side by side. */
const apiOf =
  (name: string, calls: string[] = []) =>
  async (path: string, init: RequestInit) => {
    calls.push(path);
    const token = new Headers(init.headers).get('authorization');
    await delay(1 + (calls.length % 5));
    // An answer for the caller that the call names: a mixed up token would mix up the pages.
    const asked = token === `Bearer token-of-${name}` || token === null ? name : 'SOMEBODY ELSE';
    return Response.json({ success: true, data: answerTo(asked, path) });
  };

const requests = new AsyncLocalStorage<Scope>();

/** As a server would: modules are loaded once, and every request has a scope. */
async function startServer() {
  const { setScopeSource } = await import('#web/platform/scope.ts');
  const { setSessionStore } = await import('#web/platform/sessionStorage.ts');
  const { currentPlatform, setPlatform } = await import('#web/platform/platform.ts');
  const { currentQueryClient } = await import('#web/lib/queryClient.ts');
  const { AppProviders } = await import('#web/app/App.tsx');
  const { branches } = await import('#web/app/routes.tsx');
  const { Router, RouterProvider } = await import('#web/lib/router.tsx');
  setScopeSource(() => requests.getStore());
  const { currentI18n } = await import('#web/lib/i18n.tsx');
  return (
    path: string,
    session: StoredSession | null,
    name = session?.user.name ?? 'nobody',
    translations: Record<string, string> = {},
  ) =>
    requests.run(new Map(), async () => {
      setSessionStore(storeOf(session));
      currentI18n.set(createI18n('en', translations));
      const calls: string[] = [];
      setPlatform({
        ...currentPlatform(),
        publicOrigin: 'http://silong.example',
        fetch: apiOf(name, calls),
      });
      const router = new Router(branches, { address: new URL(`http://silong.example${path}`) });
      if (await router.load()) throw new Error(`${path} leads elsewhere`);
      const errors: unknown[] = [];
      const page = await prerender(
        <AppProviders>
          <RouterProvider router={router} />
        </AppProviders>,
        {
          // In one piece: scripts put pieces together, which this browser does not run.
          progressiveChunkSize: Number.MAX_SAFE_INTEGER,
          onError(error) {
            errors.push(error);
          },
        },
      );
      return {
        html: await new Response(page.prelude).text(),
        answers: dehydrate(currentQueryClient()),
        errors,
        calls,
      };
    });
}

/** A language with every message in brackets. */
const inBrackets = new Proxy<Record<string, string>>({}, { get: (_none, message) => `⟦${String(message)}⟧` });

/**
 * Words that belong to no message: names of places, the API's answers, the company's people and address, days,
 * addresses.
 */
const dataWords = new Set(
  JSON.stringify([
    PLACES,
    areas.map(({ name }) => name),
    knownPlaces.map(({ name }) => name),
    answersTo('Analyn'),
    Object.values(contact),
    leaders.map(({ name }) => name),
  ])
    // Each language is called by its own name in all of them.
    .concat(' January February Jan Feb http km English Filipino EN FIL')
    .match(/\p{L}{2,}/gu),
);

/** Words shown or read out on a page that stand neither in a message nor in the data. */
function unmarkedWords(html: string): string[] {
  const shown = html
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, (tag) =>
      [...tag.matchAll(/ (?:aria-label|title|alt|placeholder)="([^"]*)"/g)]
        .map(([, text]) => ` ${text} `)
        .join('')
        .concat(' '),
    )
    .replace(/&\w+;|&#x?\w+;/g, ' ');
  let rest = shown;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return [...new Set(rest.match(/\p{L}{2,}/gu))].filter((word) => !dataWords.has(word));
}

function storeOf(session: StoredSession | null): SessionStore {
  const nothing = () => undefined;
  return {
    readToken: () => session?.token ?? null,
    read: () => session,
    write: nothing,
    isRemembered: () => false,
    writeUser: nothing,
    clear: nothing,
    follow: () => nothing,
  };
}

const complaints: string[] = [];
beforeEach(() => {
  vi.resetModules();
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    const text = words.map(String).join(' ');
    // Only here do the server's and the browser's React share one process, and a browser knows no <search>.
    if (!/Detected multiple renderers|<%s> is unrecognized/.test(text)) complaints.push(text);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the pages on a server', () => {
  it('are rendered without a DOM, for two readers at once, and neither sees anything of the other', async () => {
    expect([typeof window, typeof document, typeof localStorage]).toEqual(
      Array.from({ length: 3 }, () => 'undefined'),
    );
    const render = await startServer();
    for (const path of paths) {
      const [anas, bens] = await Promise.all([render(path, ana), render(path, ben)]);
      expect([path, anas.errors, bens.errors]).toEqual([path, [], []]);
      expect(anas.html).toContain('Account menu of Analyn');
      expect(bens.html).toContain('Account menu of Benigno');
      for (const [page, other] of [
        [anas, 'Benigno'],
        [bens, 'Analyn'],
      ] as const) {
        expect(page.html).not.toContain(other);
        expect(page.html).not.toContain('SOMEBODY ELSE');
        expect(JSON.stringify(page.answers)).not.toContain(other);
      }
    }
  });

  it('come with the data that their routes say they need, each asked for once', async () => {
    const render = await startServer();
    const told: Record<string, string> = {
      '/': 'Home for Analyn',
      '/properties': 'Home for Analyn',
      '/properties/7': 'Home for Analyn',
      '/locations/makati': 'Home for Analyn',
      '/near/ayala-mrt-3': 'Home for Analyn',
      '/agents': 'Agent of Analyn',
      '/agents/5': 'Knows Analyn',
    };
    for (const [path, words] of Object.entries(told)) {
      const { html, calls } = await render(path, ana);
      expect(html).toContain(words);
      expect(calls).toEqual([...new Set(calls)]);
    }
  });

  it('show a visitor nothing that is only for those who are signed in', async () => {
    const render = await startServer();
    const { html, calls } = await render('/properties', null, 'Visitor');
    expect(html).toContain('Home for Visitor');
    // Before any script runs.
    expect(html).toMatch(/<img[^>]* srcSet="\/media\/[^"]* 320w,/);
    expect(calls.some((path) => path.startsWith('/api/favorites'))).toBe(false);
    expect((await render('/properties/7', null)).calls).toEqual(['/api/site']);
  });

  it('are said in each reader’s language, every word of them', async () => {
    const render = await startServer();
    for (const path of paths) {
      const [marked, plain] = await Promise.all([
        render(path, ana, 'Analyn', inBrackets),
        render(path, ben, 'Benigno'),
      ]);
      expect(plain.html).not.toContain('⟦');
      expect([path, ...unmarkedWords(marked.html)]).toEqual([path]);
    }
  });

  it('nothing of a reader can be read outside their request', async () => {
    await startServer();
    const { readToken } = await import('#web/platform/sessionStorage.ts');
    expect(readToken).toThrow('outside a request');
  });
});

describe('a browser', () => {
  it.each(paths)('takes over %s as the server made it', async (path) => {
    const render = await startServer();
    const page = await render(path, ana);
    const { teardown } = await builtinEnvironments['happy-dom'].setup(globalThis, {
      happyDOM: { url: `http://silong.example${path}` },
    });
    try {
      // React's server part leaves the contexts of its last rendering in place until it begins anew.
      await prerender(<p />);
      vi.resetModules();
      await takeOver(page);
    } finally {
      await teardown(globalThis);
    }
  });
});

interface Page {
  html: string;
  answers: DehydratedState;
}

async function takeOver({ html, answers }: Page): Promise<void> {
  sessionStorage.setItem('silong_token', ana.token);
  sessionStorage.setItem('silong_user', JSON.stringify(ana.user));
  localStorage.setItem('silong_favorites_1', '[7]');
  localStorage.setItem('silong_compare', '[7]');
  localStorage.setItem(
    'silong_browsing_history',
    JSON.stringify([{ propertyId: 7, viewedAt: '2026-01-31T17:30:00.000Z', viewCount: 1 }]),
  );
  vi.stubGlobal('fetch', async (url: string) => Response.json({ success: true, data: answerTo('Analyn', url) }));
  HTMLElement.prototype.showPopover ??= () => undefined;
  HTMLElement.prototype.hidePopover ??= () => undefined;
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = html;
  const before = root.querySelector('main');
  const heading = root.querySelector('main h1');

  const { hydrateRoot } = await import('react-dom/client');
  const { currentQueryClient } = await import('#web/lib/queryClient.ts');
  const { App, preloadScreen } = await import('#web/app/App.tsx');
  await preloadScreen();
  hydrate(currentQueryClient(), answers);
  const errors: unknown[] = [];
  const app = hydrateRoot(root, <App onTakenOver={() => undefined} />, {
    onRecoverableError: (error) => void errors.push(error),
  });
  // The last that the screen does.
  await vi.waitFor(() => expect(document.title).toContain('Silong of Analyn'), { timeout: 20_000 });
  await vi.dynamicImportSettled();
  expect(errors.map(String)).toEqual([]);
  expect(complaints).toEqual([]);
  // The server's markup has been kept, not drawn anew.
  expect(root.querySelector('main')).toBe(before);
  // The heading of the comparison alone depends on data of the browser.
  if (window.location.pathname !== '/compare') expect(root.querySelector('main h1')).toBe(heading);
  app.unmount();
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
}
