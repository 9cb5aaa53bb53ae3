import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readCatalogue } from '../../shared/catalogues.ts';
import { call, signIn } from './support/accounts.ts';
import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { openBrowser } from './support/people.ts';
import { Screen } from './support/screens.ts';

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');
const choice = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Words that stick out of the button, link or label around them: longer than its layout allows. */
async function clippedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>('button, a, label, [role="tab"], h1, h2, h3');
    return [...parts]
      .filter((part) => {
        const { overflowX, textOverflow, display } = getComputedStyle(part);
        // Long names end with an ellipsis on purpose, and an inline element is as wide as its words.
        if (display === 'inline' || textOverflow === 'ellipsis' || part.closest('.visuallyHidden')) return false;
        if (overflowX === 'auto' || overflowX === 'scroll') return false;
        const isShown = part.checkVisibility() && part.textContent?.trim();
        return isShown && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1;
      })
      .map((part) => `${part.tagName} ${part.textContent?.trim().slice(0, 60)}`);
  });
}

async function expectToFit(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expectNoSidewaysScroll(page);
  expect(await clippedWords(page)).toEqual([]);
}

test('the page can be read in the other language, and the choice is kept', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  await page.goto('/properties?type=condo');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Properties' })).toBeVisible();
  expect(await languageOf(page)).toBe('en');
  await expect(choice(page, 'English')).toHaveAttribute('aria-current', 'true');
  await expect(choice(page, 'Filipino')).toHaveAttribute('lang', 'fil');
  await choice(page, 'Filipino').click();
  await expect(page).toHaveURL(/\/fil\/properties\?type=condo$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Mga property' })).toBeVisible();
  expect(await languageOf(page)).toBe('fil');

  // It stays while one looks around, and when the page is loaded anew.
  await page.getByRole('banner').getByRole('link', { name: 'Mga ahente' }).click();
  await expect(page).toHaveURL(/\/fil\/agents$/);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Mga ahente' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/fil\/properties\?type=condo$/);

  // An address without a language leads back to it.
  await page.goto('/about');
  await expect(page).toHaveURL(/\/fil\/about$/);
  const [kept] = (await context.cookies()).filter(({ name }) => name === 'silong_language');
  expect(kept).toMatchObject({ value: 'fil', httpOnly: false, sameSite: 'Lax', path: '/' });
  expect(kept?.expires).toBeGreaterThan(Date.now() / 1_000 + 300 * 24 * 3_600);

  // Also at the top of the page, by the short name.
  const header = page.getByRole('banner').getByRole('link', { name: 'English' });
  await expect(header.getByText('EN', { exact: true })).toBeVisible();
  await header.click();
  await expect(page).toHaveURL(/[^l]\/about$/);
  expect(await languageOf(page)).toBe('en');
  await page.goto('/');
  await expect(page).toHaveURL(/:\d+\/$/);
});

test.describe('a browser that reads Filipino', () => {
  test.use({ locale: 'fil-PH' });

  test('is led to the Filipino pages, and its calls ask for Filipino sentences', async ({
    page,
    consoleErrors,
  }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/fil$/);
    const asked = page.waitForRequest((request) => request.url().includes('/api/properties/999999'));
    await page.goto('/fil/properties/999999');
    // A guest is sent home with the login dialog, at the address of their language.
    await expect(page).toHaveURL(/\/fil$/);
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await (await asked).allHeaders())['accept-language']).toBe('fil');
    consoleErrors.splice(0);
  });
});

test('a first page loads its own words, not the consoles’, and shows none in English', async ({
  page,
  server,
}) => {
  const parts = new Set<string>();
  page.on('request', (request) => {
    const [, part] = /\/assets\/fil-(\d)-/.exec(request.url()) ?? [];
    if (part) parts.add(part);
  });
  const screen = new Screen(page, 'fil');
  await screen.load('/fil');
  expect([...parts]).toEqual(['0']);
  const { translations } = readCatalogue('fil', readFileSync('locales/fil.po', 'utf8'));
  // Agents' descriptions of themselves stay as they wrote them, also where the product has the same words.
  const written = JSON.stringify((await (await fetch(`${server.url}/api/agents`)).json()).data);
  const isOurs = (line: string) => !written.includes(JSON.stringify(line));
  for (const [path] of publicPages) {
    if (path !== '/') await screen.open(path);
    const shown = (await page.locator('body').innerText()).split('\n').map((line) => line.trim());
    expect(
      shown.filter((line) => translations[line] && translations[line] !== line && isOurs(line)),
      path,
    ).toEqual([]);
  }
  expect(parts).toContain('1');
});

test('on a phone the language stands in the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Filipino' }).click();
  await expect(page).toHaveURL(/\/fil\/about$/);
});

test('the settings hold the language of whoever is signed in, wherever they sign in', async ({
  page,
  server,
  browser,
}) => {
  const { token } = await signIn(page, server.url, 'user');
  await page.goto('/settings?tab=preferences');
  try {
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Filipino' });
    await expect(page.getByRole('heading', { level: 1, name: 'Mga setting' })).toBeVisible();
    // The session goes on, at the same address.
    await expect(page).toHaveURL(/\/settings\?tab=preferences$/);
    await expect(page.getByRole('combobox', { name: 'Wika' })).toHaveValue('fil');

    // Another browser, which reads English, follows the account.
    const other = await openBrowser(browser, server.url, 'user', { locale: 'en-US' });
    await other.goto('/settings');
    await expect(other.getByRole('heading', { level: 1, name: 'Mga setting' })).toBeVisible();
    await other.context().close();

    await page.getByRole('combobox', { name: 'Wika' }).selectOption({ label: 'English' });
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  } finally {
    await call('PUT', `${server.url}/api/settings`, token, { language: { interface: null } });
  }
});

/** With the main heading that each has in English. */
const publicPages: [path: string, heading: RegExp | string][] = [
  ['/', /Find/],
  ['/properties', 'Properties'],
  ['/agents', /./],
  ['/locations', /./],
  ['/locations/makati', /Makati/],
  ['/about', /./],
  ['/help', /./],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/accessibility', 'Accessibility'],
  ['/compare', /./],
];
const screens = {
  user: [
    '/dashboard',
    '/settings',
    '/settings?tab=preferences',
    '/profile',
    '/favorites',
    '/saved-searches',
    '/lists',
  ],
  agent: ['/agent-dashboard', '/desk', '/desk/calendar', '/desk/listings', '/desk/insights'],
  admin: [
    '/admin-dashboard',
    '/admin-dashboard?tab=users',
    '/admin-dashboard?tab=properties',
    '/admin-dashboard?tab=trust',
  ],
} as const;

const WIDTHS = [390, 768, 1440];

for (const language of ['en', 'fil'] as const)
  test.describe(`in ${language}`, () => {
    test.use({ viewport: { width: 1440, height: 900 } });

    /** At each width, once the dependent parts have followed. */
    const expectToFitEverywhere = async (page: Page) => {
      for (const width of WIDTHS)
        await test.step(`${width} pixels`, async () => {
          await page.setViewportSize({ width, height: 900 });
          await expect(async () => expectToFit(page)).toPass({ timeout: 5_000 });
        });
    };

    test('the public pages hold their words', async ({ page }) => {
      test.slow();
      const screen = new Screen(page, language);
      await screen.load(language === 'en' ? '/' : '/fil');
      for (const [path, heading] of publicPages)
        await test.step(path, async () => {
          await page.setViewportSize({ width: 1440, height: 900 });
          if (path !== '/') await screen.open(path);
          const name = language === 'en' ? heading : /./;
          await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
          expect(await languageOf(page)).toBe(language);
          await expectToFitEverywhere(page);
        });
    });

    for (const account of ['user', 'agent', 'admin'] as const)
      test(`the screens of a demo ${account} hold their words`, async ({ page, context, server }) => {
        test.slow();
        await context.addCookies([{ name: 'silong_language', value: language, url: server.url }]);
        await signIn(page, server.url, account);
        const screen = new Screen(page, language);
        for (const path of screens[account])
          await test.step(path, async () => {
            await page.setViewportSize({ width: 1440, height: 900 });
            await screen.open(path);
            await expect(page.getByRole('heading').first()).toBeVisible();
            expect(await languageOf(page)).toBe(language);
            await expectToFitEverywhere(page);
          });
      });
  });
