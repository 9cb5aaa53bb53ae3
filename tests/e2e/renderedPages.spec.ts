import { get, type IncomingMessage } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import type { PropertyList } from '../../shared/contracts/properties.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

const publicPages = [
  '/',
  '/properties',
  '/properties?type=condo&listing_type=sale&sort=price_asc',
  '/properties?view=map',
  '/agents',
  '/locations',
  '/locations/makati',
  '/about',
  '/help',
  '/terms',
  '/privacy',
  '/accessibility',
];

async function listingsOf(url: string, query: string): Promise<PropertyList> {
  const { token } = await openSession(url, 'user');
  return call<PropertyList>('GET', `${url}/api/properties?status=available&${query}`, token);
}

async function openListingPages(url: string, publicListingPages: boolean): Promise<void> {
  const { token } = await openSession(url, 'admin');
  await call('PUT', `${url}/api/admin/settings`, token, {
    category: 'application',
    settings: { publicListingPages },
  });
}

/** How each element of the page is drawn on a wide window and on a phone; of a list, the first ones. */
async function readStyles(page: Page): Promise<string[]> {
  const styles: string[][] = [];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    styles.push(
      await page.evaluate(() => {
        const names =
          'display position color backgroundColor font padding border borderRadius opacity transform translate gap gridArea gridTemplateColumns boxShadow overflow visibility zIndex textDecoration whiteSpace textOverflow order aspectRatio fill stroke cursor outline';
        return [...document.querySelectorAll('body *:not(li:nth-child(n + 4) *)')].map((element) => {
          const style = getComputedStyle(element) as unknown as Record<string, string>;
          const { x, y, width: wide, height } = element.getBoundingClientRect();
          return [
            element.outerHTML.slice(0, 200),
            x,
            y,
            wide,
            height,
            ...names.split(' ').map((name) => style[name]),
          ].join('|');
        });
      }),
    );
  }
  return styles.flat();
}

/** Calls of the API that a page makes until it is at rest. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  return calls;
}

test.describe('a page that the server has rendered', () => {
  async function expectTakenOver(page: Page, url: string, paths: readonly string[]): Promise<void> {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    const calls = watchCalls(page);
    // Marks the elements that are there before any script has run.
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const main = document.querySelector('main');
        if (main) Object.assign(main, { fromServer: true });
      });
    });
    for (const path of paths)
      await test.step(path, async () => {
        const answer = await page.request.get(url + path);
        const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(await answer.text()) ?? [];
        expect(heading.replace(/<[^>]*>/g, '')).toMatch(/\p{L}/u);
        await page.goto(path);
        await expect.poll(() => page.title()).toContain('Silong');
        await page.waitForLoadState('networkidle');
        const isKept = await page
          .locator('main')
          .evaluate((main) => (main as unknown as { fromServer?: boolean }).fromServer === true);
        expect(isKept).toBe(true);
        expect(problems).toEqual([]);
        // The page's data came with it, except for the marks of a map: only the window knows how much of it is visible.
        const ofWindow = /^\/api\/properties\/map\/clusters\?.*\bview=/;
        expect(
          calls
            .splice(0)
            .filter((each) => /^\/api\/(site|properties|agents|market)/.test(each) && !ofWindow.test(each)),
        ).toEqual([]);
      });
  }

  test('is taken over as it is: the list', { tag: '@journey' }, ({ page, server }) =>
    expectTakenOver(page, server.url, ['/properties']),
  );

  test('is taken over as it is: each public page', async ({ page, server }) => {
    test.slow();
    const others = publicPages.filter((path) => path !== '/properties');
    await expectTakenOver(page, server.url, others);
  });

  test('is not sent to who is signed in: their own page is drawn, and no guest’s before it', async ({
    page,
    server,
  }) => {
    await signIn(page, server.url, 'user');
    await page.goto('/properties');
    await expect(page.getByRole('button', { name: /Account menu of/ })).toBeVisible();
    const bare = await page.request.get(`${server.url}/properties`, {
      headers: { Cookie: 'silong_signed_in=1' },
    });
    expect(await bare.text()).toContain('<div id="root"></div>');
    expect((await page.context().cookies()).map(({ name }) => name)).toContain('silong_signed_in');
  });

  test('of a listing is drawn for who is signed in too, without contact data, and becomes their own', async ({
    page,
    server,
  }) => {
    const listing = (await listingsOf(server.url, 'limit=20')).properties.find(
      ({ images, agent }) => images.length > 0 && agent?.phone,
    );
    if (!listing?.agent?.phone) throw new Error('The demo has no such listing.');
    const address = `${server.url}/properties/${listing.id}`;
    const answer = await page.request.get(address, { headers: { Cookie: 'silong_signed_in=1' } });
    const html = await answer.text();
    expect(html).toMatch(/<div id="root" inert="">|<div id="root" inert>/);
    expect(html).toContain(`${listing.images[0]}?w=640`);
    for (const secret of [listing.agent.email, listing.agent.phone]) expect(html).not.toContain(secret);
    // The cookie alone lets nobody in.
    await page.context().addCookies([{ name: 'silong_signed_in', value: '1', url: server.url }]);
    await page.goto(`/properties/${listing.id}`);
    await expect(page).toHaveURL(`${server.url}/`);
    await signIn(page, server.url, 'user');
    await page.goto(`/properties/${listing.id}`);
    await expect(page.getByRole('button', { name: /Account menu of/ })).toBeVisible();
    await expect(page.getByRole('tabpanel', { name: 'Agent' }).getByText(listing.agent.phone)).toBeVisible();
    expect(await page.locator('#root').getAttribute('inert')).toBeNull();
  });

  test('begins to arrive before all of it is made; once made, it comes in one piece', async ({ server }) => {
    let tries = 0;
    const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '');
    // Pages of agents, which need the database: lists are cached. A busy machine may hand over several pieces at once, or
    // ask again after the second for which a page is kept.
    await expect(async () => {
      tries += 1;
      const address = `${server.url}/agents?search=streamed${tries}`;
      const pieces = await readPieces(address);
      expect(pieces[0]).toContain('</head>');
      expect(pieces[0]).not.toContain('<div id="root">');
      const streamed = pieces.join('');
      expect(streamed).toMatch(/<div id="root">.*<h1.*<\/html>\s*$/s);
      const whole = await readPieces(address, { isWhole: true });
      expect(withoutNonce(whole.join(''))).toBe(withoutNonce(streamed));
    }).toPass({ timeout: 20_000 });
  });
});

/** Whether React has marked it as its own. */
const isTakenOver = (locator: Locator) =>
  locator.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')));

/** The chunks of a response's body. @param isWhole the response has to state its length. */
async function readPieces(address: string, { isWhole = false } = {}): Promise<string[]> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, resolve).on('error', reject);
  });
  expect(answer.headers['content-length'] !== undefined).toBe(isWhole);
  const pieces: string[] = [];
  for await (const piece of answer.setEncoding('utf8')) pieces.push(piece);
  return pieces;
}

test.describe('before the scripts have come', () => {
  let letThrough: () => void;

  test.beforeEach(async ({ page }) => {
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
  });

  test('the list keeps what is typed and pressed, and does it once they have', { tag: '@journey' }, async ({
    page,
  }) => {
    await page.goto('/properties', { waitUntil: 'commit' });
    await page.getByPlaceholder('Search properties').fill('makati');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Condominiums' }).click();
    await expect(page).toHaveURL(/\/properties$/);
    letThrough();
    await expect(page).toHaveURL(/search=makati/);
    await expect(page).toHaveURL(/type=condo/);
  });

  test('what is pressed in a part whose code comes after the page is done once that has come', async ({
    page,
  }) => {
    let partLetThrough = () => {};
    const partHeld = new Promise<void>((resolve) => {
      partLetThrough = resolve;
    });
    await page.route('**/assets/SaveSearchButton-*.js', async (route) => {
      await partHeld;
      await route.continue();
    });
    letThrough();
    await page.goto('/properties');
    const chip = page.getByRole('button', { name: 'Condominiums' });
    await expect(async () => {
      expect(await isTakenOver(chip)).toBe(true);
    }).toPass();
    const save = page.getByRole('button', { name: 'Save search' });
    await save.click();
    expect(await isTakenOver(save)).toBe(false);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    partLetThrough();
    await expect(page.getByRole('dialog').getByText('Login to continue')).toBeVisible();
    // Once: closed, it stays so.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.waitForTimeout(500);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('the key that leads to the search does so once they have', async ({ page }) => {
    await page.goto('/about', { waitUntil: 'commit' });
    const box = page.getByPlaceholder('Search properties');
    await expect(box).toBeVisible();
    await page.keyboard.press('/');
    letThrough();
    await expect(box).toBeFocused();
  });

  test('the home page keeps what is chosen and sent', async ({ page }) => {
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByLabel('Property Type').selectOption({ label: 'Rent' });
    await page.getByLabel('Location').selectOption({ label: 'Makati City' });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    letThrough();
    await expect(page).toHaveURL(/\/properties\?/);
    await expect(page).toHaveURL(/listing_type=rent/);
    await expect(page).toHaveURL(/location=Makati/);
  });
});

test.describe('a listing of which little is taken over at first', () => {
  test.use({ viewport: { width: 390, height: 480 } });

  test('shows its picture without scripts, and fetches the map only where the map is to be seen', async ({
    page,
    server,
  }) => {
    await openListingPages(server.url, true);
    try {
      const { properties } = await listingsOf(server.url, 'limit=100');
      const listing = properties.find(
        ({ location, images, image_descriptions: [name] }) => location.coordinates && images.length > 1 && name,
      );
      const name = listing?.image_descriptions[0];
      if (!listing || !name) throw new Error('No listing has a place, two pictures and a described first one.');
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
      const ofTheMap = () => scripts.filter((path) => /\/(?:placeMaps|MapFrame)-/.test(path));
      await page.goto(`/properties/${listing.id}?tab=location`);
      await page.waitForLoadState('networkidle');
      const stage = page.getByRole('region', { name: /^Photos of/ }).getByRole('img', { name, exact: true });
      await expect(stage).toHaveCSS('opacity', '1');
      const map = page.getByRole('button', { name: 'Show the map' });
      const top = await map.evaluate((element) => element.getBoundingClientRect().top);
      // Far below the first screen.
      expect(top).toBeGreaterThan(480 + 300);
      expect(ofTheMap()).toEqual([]);
      await map.scrollIntoViewIfNeeded();
      await expect(page.getByLabel(/^Map of/).first()).toBeVisible();
      expect(ofTheMap()).not.toEqual([]);
    } finally {
      await openListingPages(server.url, false);
    }
  });
});

test.describe('the first style sheet', () => {
  test.use({ javaScriptEnabled: false, bypassCSP: true });

  async function compareStyles(page: Page, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(path);
      // An element far from the window would be as high as it was when it was near.
      await page.evaluate(() => {
        const style = document.head.appendChild(document.createElement('style'));
        style.textContent = '* { content-visibility: visible !important; animation: none !important }';
      });
      const first = await readStyles(page);
      expect(first.length, path).toBeGreaterThan(50);
      const whole = page.locator('link[as=style]');
      await whole.evaluate((link: HTMLLinkElement) => {
        link.rel = 'stylesheet';
      });
      await expect.poll(() => whole.evaluate((link: HTMLLinkElement) => link.sheet !== null)).toBe(true);
      const others = (await readStyles(page)).flatMap((style, index) =>
        style === first[index] ? [] : [[first[index], style]],
      );
      // All elements below the first would be reported too.
      expect(others.slice(0, 3), path).toEqual([]);
    }
  }

  test('draws what the server renders as the whole one does', ({ page }) => {
    test.slow();
    // Others have the same parts.
    const others = ['/terms', '/properties?type=condo&listing_type=sale&sort=price_asc'];
    return compareStyles(
      page,
      publicPages.filter((path) => !others.includes(path)),
    );
  });

  test('draws listings, people and buildings as the whole one does', async ({ page, server }) => {
    await openListingPages(server.url, true);
    const [listing] = (await listingsOf(server.url, 'limit=1')).properties;
    const { agents } = await call<{ agents: { id: number }[] }>('GET', `${server.url}/api/agents`, '');
    try {
      await compareStyles(page, [
        ...[`/properties/${listing?.id}`, `/agents/${agents[0]?.id}`, '/buildings/1'],
        ...['/fil/agents', '/properties?search=nothing+like+it'],
      ]);
    } finally {
      await openListingPages(server.url, false);
    }
  });
});

test('a page whose whole style sheet cannot be had is taken over all the same', async ({
  page,
  consoleErrors,
}) => {
  await page.route(/\/assets\/style-[^/]*\.css$/, (route) => route.abort());
  await page.goto('/');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor searches from the home page, narrows the list, turns its pages', {
    tag: '@journey',
  }, async ({ page, server, consoleErrors }) => {
    await page.goto('/');
    const form = page.getByRole('form', { name: 'Search properties' });
    await form.getByLabel('Unit Type').selectOption({ label: 'Condominium' });
    await form.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/type=condo/);
    const condos = await listingsOf(server.url, 'type=condo');
    await expect(page.getByRole('heading', { level: 2, name: /properties found/ })).toContainText(
      String(condos.pagination.total),
    );
    await page.getByRole('form', { name: 'Search properties' }).getByLabel('Listing Type').selectOption('rent');
    await page.getByRole('form', { name: 'Search properties' }).getByRole('button', { name: 'Search' }).click();
    const rented = await listingsOf(server.url, 'type=condo&listing_type=rent&sort=newest&limit=20');
    await expect(page.getByRole('heading', { level: 2, name: /propert(y|ies) found/ })).toContainText(
      String(rented.pagination.total),
    );
    await expect(page.getByRole('article').first()).toContainText(rented.properties[0]?.title ?? '–');
    // Words are ranked.
    const words = page.getByRole('form', { name: 'Search properties' });
    await words.getByLabel('Keyword').fill('makati');
    await words.getByRole('button', { name: 'Search' }).click();
    const ranked = await listingsOf(server.url, 'type=condo&listing_type=rent&search=makati&sort=relevance');
    await expect(page.getByRole('article').first()).toContainText(ranked.properties[0]?.title ?? '–');
    // An address without a page leads on.
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('404')]);
    await page.getByLabel('Search properties').fill('studio');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/properties\?search=studio$/);
    await page.goto('/properties');
    // Without scripts Playwright cannot see whether a click hits its target, and pictures still move the page.
    await page.getByRole('link', { name: 'Next page' }).press('Enter');
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole('article').first()).toBeVisible();
    // Controls that need scripts are not offered.
    await expect(page.getByRole('button', { name: 'Advanced Filters' })).toBeHidden();
  });

  test('agents are read page by page, and found by name', async ({ page, server }) => {
    test.slow();
    interface Part {
      agents: { name: string }[];
      pagination: { pages: number; total: number };
    }
    const { token } = await openSession(server.url, 'admin');
    const ask = (query: string) =>
      call<Part>('GET', `${server.url}/api/agents?sort=name&order=asc${query}`, token);
    const missing = 101 - (await ask('')).pagination.total;
    const ids: number[] = [];
    for (let made = 0; made < missing; made += 1) {
      const account = {
        name: `Zita Page ${made}`,
        email: `page${made}@example.com`,
        password: 'read-by-page',
      };
      const body = { ...account, role: 'agent', status: 'active' };
      ids.push((await call<{ id: number }>('POST', `${server.url}/api/admin/users`, token, body)).id);
    }
    try {
      const [first, second] = [await ask(''), await ask('&page=2')];
      expect(second.agents.length).toBeGreaterThan(0);
      const articles = page.getByRole('article');
      await page.goto('/agents?sort=name&direction=asc');
      await expect(articles).toHaveCount(first.agents.length);
      await expect(page.getByRole('button', { name: 'Show More' })).toBeHidden();
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect(articles).toHaveCount(second.agents.length);
      await expect(articles.first()).toContainText(second.agents[0]?.name ?? '–');
      await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Page 1', exact: true }).click();
      await expect(page).toHaveURL(/\/agents\?sort=name&direction=asc$/);
      await expect(articles.first()).toContainText(first.agents[0]?.name ?? '–');

      // One of them is found by name.
      const name = (await articles.first().getByRole('heading').first().textContent()) ?? '';
      const form = page.getByRole('form', { name: 'Find an agent' });
      await form.getByLabel('Search agents').fill(name);
      await form.getByRole('button', { name: 'Search' }).click();
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    } finally {
      await call('PUT', `${server.url}/api/admin/users/status`, token, { ids, status: 'inactive' });
    }
  });

  test('a listing that asks for an account says what it is; one that is open is read tab by tab', async ({
    page,
    server,
  }) => {
    const [listing] = (await listingsOf(server.url, 'limit=1')).properties;
    if (!listing) throw new Error('The demo has no listing.');
    await page.goto(`/properties/${listing.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title);
    // `getByText` skips the content of a `noscript`.
    await expect(page.getByRole('paragraph').nth(1)).toContainText('Log in to see the whole page');
    await openListingPages(server.url, true);
    try {
      await page.goto(`/properties/${listing.id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title);
      await expect(page.getByRole('tabpanel').getByText(listing.description.slice(0, 40))).toBeVisible();
      await page.getByRole('link', { name: 'Details', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Property Details' })).toBeVisible();
    } finally {
      await openListingPages(server.url, false);
    }
  });
});
