import type { Page } from '@playwright/test';
import { LoginDialog } from './pages/loginDialog.ts';
import { signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

const publicPages = [
  '/',
  '/properties',
  '/properties?view=map',
  '/agents',
  '/agents/2',
  '/locations',
  '/locations/makati',
  '/near/ayala-mrt-3',
  '/about',
  '/help',
  '/terms',
  '/privacy',
  '/accessibility',
  '/compare',
];
const pages = [...publicPages, '/dashboard', '/fil/properties'];

const LOST = { en: 'Parts of this page could not be loaded.', fil: 'hindi na-load' };
const OLD = { en: 'Your browser is too old for Silong.', fil: 'Masyadong luma ang browser mo' };

const saying = (page: Page, path: string, words: typeof LOST) =>
  page.getByRole('alert').getByText(path.startsWith('/fil') ? words.fil : words.en);

/** The console names the lost files, and nothing else. */
function expectLostFilesOnly(consoleErrors: string[], allowed: RegExp): void {
  expect(consoleErrors.splice(0).filter((error) => !allowed.test(error))).toEqual([]);
}

/** A sentence, a way to load the page again, links and a search that work. */
async function expectPlain(page: Page, path: string, words: typeof LOST): Promise<void> {
  await expect(saying(page, path, words), path).toBeVisible();
  const isFilipino = path.startsWith('/fil');
  await expect(page.getByRole('button', { name: isFilipino ? 'I-reload' : 'Reload', exact: true })).toBeVisible();
  expect((await page.locator('body').innerText()).length, path).toBeGreaterThan(100);
  await expect(page.locator('form[action]').first(), path).toBeVisible();
  await expect(page.locator('a[href$="/properties"]').first(), path).toBeAttached();
}

const causes = {
  'answered with 503': (page: Page) =>
    page.route('**/assets/*.js', (route) => route.fulfill({ status: 503, body: 'Service Unavailable' })),
  'out of reach': (page: Page) => page.route('**/assets/*.js', (route) => route.abort()),
  'blocked, the framework alone': (page: Page) =>
    page.route('**/assets/framework-*.js', (route) => route.abort('blockedbyclient')),
};

for (const [cause, lose] of Object.entries(causes))
  test(`scripts that are ${cause}: each page says so`, async ({ page, consoleErrors }) => {
    test.slow();
    await lose(page);
    for (const path of pages) {
      await page.goto(path, { waitUntil: 'commit' });
      await expectPlain(page, path, LOST);
    }
    expectLostFilesOnly(consoleErrors, /Failed to load resource|ERR_|503/);
  });

test('a search that waits for lost scripts is made without them', { tag: '@journey' }, async ({
  page,
  consoleErrors,
}) => {
  let lose: () => void = () => undefined;
  const isLost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isLost;
    await route.abort();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('combobox', { name: 'Keyword' }).pressSequentially('makati');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  lose();
  await expect(page).toHaveURL(/\/properties\?.*makati/i);
  await expect(saying(page, '/properties', LOST)).toBeVisible();
  // The form, and a link.
  await page.locator('form[action] [name=search]').first().fill('pasig');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?.*pasig/i);
  await page
    .getByRole('link', { name: /Agents/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/agents$/);
  expectLostFilesOnly(consoleErrors, /Failed to load resource|ERR_/);
});

test('what needs scripts leads to the words, and the page starts once they are there', async ({
  page,
  consoleErrors,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await expect(saying(page, '/', LOST)).toBeVisible();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const reload = page.getByRole('button', { name: 'Reload', exact: true });
  await expect(reload).toBeFocused();
  await page.unroute('**/assets/*.js');
  await reload.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(new LoginDialog(page).root).toBeVisible();
  expectLostFilesOnly(consoleErrors, /Failed to load resource|ERR_/);
});

test('a member’s page of a listing says it, too', async ({ page, server, consoleErrors }) => {
  await signIn(page, server.url, 'user');
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const path of ['/properties/53', '/dashboard', '/']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(saying(page, path, LOST)).toBeVisible();
    expect(await page.locator('#root').getAttribute('inert')).toBeNull();
  }
  expectLostFilesOnly(consoleErrors, /Failed to load resource|ERR_/);
});

test('a browser that cannot read the scripts: each page says that it is too old', async ({
  page,
  consoleErrors,
}) => {
  test.slow();
  await page.route('**/assets/framework-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const = of tomorrow;' }),
  );
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'commit' });
    await expectPlain(page, path, OLD);
  }
  expectLostFilesOnly(consoleErrors, /Unexpected token|SyntaxError/);
});

test('a browser under the floor: each page says that it is too old, and starts nothing', async ({ page }) => {
  test.slow();
  await page.addInitScript(() => {
    const { supports } = CSS;
    CSS.supports = (name: string, value?: string) =>
      name !== 'container-type' && (value === undefined ? supports(name) : supports(name, value));
  });
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'commit' });
    await expectPlain(page, path, OLD);
  }
});

/** Runs in the page: what a browser does that refuses site data. */
function refuseSiteData(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const refused: [object, string][] = [
    [window, 'localStorage'],
    [window, 'sessionStorage'],
    [window, 'indexedDB'],
    [window, 'caches'],
    [Document.prototype, 'cookie'],
  ];
  for (const [owner, name] of refused)
    Object.defineProperty(owner, name, { get: refuse, set: refuse, configurable: true });
  LockManager.prototype.request = () => Promise.reject(new DOMException('insecure', 'SecurityError'));
  Object.assign(window, {
    BroadcastChannel: class {
      constructor() {
        refuse();
      }
    },
  });
}

test.describe('where site data is blocked', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(refuseSiteData);
  });

  test('each page works', async ({ page }) => {
    test.slow();
    for (const path of [...publicPages, '/fil/properties']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
      await expect(page.getByText('This page could not be shown'), path).toHaveCount(0);
    }
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(new LoginDialog(page).root).toBeVisible();
  });

  test('a person searches and logs in, for as long as the page is open', { tag: '@journey' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('main').getByRole('combobox', { name: 'Keyword' }).pressSequentially('makati');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/properties\?.*makati/i);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await new LoginDialog(page).logIn('user@silong.example');
    await expect(page.getByRole('button', { name: /Account menu of/ })).toBeVisible();
    await page
      .getByRole('link', { name: /View Details/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Favorite', exact: true }).click();
    await expect(page.getByText(/^Property (added to|removed from) favorites$/)).toBeVisible();
  });
});
