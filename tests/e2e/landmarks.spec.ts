import type { Page } from '@playwright/test';
import { call, type DemoAccount, openSession, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { Screen } from './support/screens.ts';

/** The outline of a page, and its faults. */
async function outlineOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isRead = (element: Element) =>
      element.checkVisibility() && !element.closest('[aria-hidden="true"], [inert]');
    const nameOf = (element: Element) => {
      const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const words = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
      return (words || element.getAttribute('aria-label') || '').replace(/\s+/g, ' ').trim();
    };
    const faults: string[] = [];
    const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(isRead);
    const first = headings.filter(({ tagName }) => tagName === 'H1');
    if (first.length !== 1) faults.push(`${first.length} headings of the first level`);
    let before = 0;
    for (const heading of headings) {
      const level = Number(heading.tagName[1]);
      const words = heading.textContent?.trim() ?? '';
      if (words === '') faults.push(`an empty ${heading.tagName}`);
      if (level > before + 1) faults.push(`${heading.tagName} “${words}” after a level of ${before}`);
      before = level;
    }
    const landmarks = [
      ['main', 'main, [role="main"]'],
      ['navigation', 'nav, [role="navigation"]'],
      ['search', 'search, [role="search"]'],
      ['complementary', 'aside, [role="complementary"]'],
      ['region', 'section[aria-label], section[aria-labelledby], [role="region"]'],
    ] as const;
    for (const [role, selector] of landmarks) {
      const found = [...document.querySelectorAll(selector)].filter(isRead).map(nameOf);
      if (role === 'main' && found.length !== 1) faults.push(`${found.length} main parts`);
      if (role !== 'main' && found.includes('')) faults.push(`a ${role} without a name`);
      for (const name of new Set(found))
        if (found.filter((other) => other === name).length > 1) faults.push(`${role} “${name}” twice`);
    }
    return faults;
  });
}

const pages: readonly { who: DemoAccount | null; paths: readonly string[] }[] = [
  {
    who: null,
    paths: [
      '/',
      '/properties',
      '/properties?view=map',
      '/properties/1',
      '/properties/999999',
      '/agents',
      '/agents/2',
      '/about',
      '/locations',
      '/locations/makati',
      '/buildings/1',
      '/compare',
      '/terms',
      '/privacy',
      '/reset-password',
      '/verify-email',
      '/fil/properties',
    ],
  },
  {
    who: 'user',
    paths: ['/dashboard', '/profile', '/settings', '/favorites', '/lists', '/saved-searches'],
  },
  {
    who: 'agent',
    paths: [
      ...['overview', 'properties', 'messages', 'viewings', 'analytics'].map(
        (tab) => `/agent-dashboard?tab=${tab}`,
      ),
      ...['', '/calendar', '/listings', '/clients', '/insights'].map((section) => `/desk${section}`),
    ],
  },
  {
    who: 'admin',
    paths: [
      'overview',
      'users',
      'agents',
      'properties',
      'buildings',
      'messages',
      'trust',
      'privacy',
      'settings',
      'audit',
      'jobs',
    ].map((tab) => `/admin-dashboard?tab=${tab}`),
  },
];

async function openListingPages(url: string, publicListingPages: boolean): Promise<void> {
  const { token } = await openSession(url, 'admin');
  const settings = { category: 'application', settings: { publicListingPages } };
  await call('PUT', `${url}/api/admin/settings`, token, settings);
}

for (const { who, paths } of pages)
  test(`${who ?? 'a guest'} hears one main heading, no level left out and each landmark by a name of its own`, async ({
    page,
    server,
    consoleErrors,
  }) => {
    test.setTimeout(240_000);
    if (!who) await openListingPages(server.url, true);
    if (who) await signIn(page, server.url, who);
    const titles = new Map<string, string>();
    const screen = new Screen(page);
    for (const path of paths) {
      if (path.startsWith('/fil')) await screen.load(path);
      else await screen.open(path);
      await expect(page.locator('h1')).toBeAttached();
      expect.soft(await outlineOf(page), path).toEqual([]);
      const title = (await page.title()).replace(/^\(\d+\) /, '');
      const isOfSameScreen = path.startsWith('/properties') || path.startsWith('/fil');
      if (!isOfSameScreen) expect.soft(titles.get(title), `${path}: ${title}`).toBeUndefined();
      titles.set(title, path);
      const skip = page.getByRole('link', { name: /^(Skip to content|Lumaktaw sa nilalaman)/ });
      if (path.startsWith('/fil')) continue;
      await expect(skip).toHaveAttribute('href', '#content');
      await expect(page.locator('#content')).toHaveCount(1);
    }
    // The browser itself reports the page that is gone.
    for (const error of consoleErrors.splice(0)) expect(error).toMatch(/404|410/);
    if (!who) await openListingPages(server.url, false);
  });

test('what is skipped is skipped: to the content, to the results, to the map and from the map to the list', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/properties?view=map');
  await expect(page.getByText(/^Showing [1-9]/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const follow = async (name: string, target: string) => {
    await page.getByRole('link', { name, exact: true }).focus();
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator(target)).toBeFocused();
  };
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await follow('Skip to content', '#content');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to results' })).toBeFocused();
  await follow('Skip to map', '#map');
  await page.keyboard.press('Tab');
  await follow('Skip to the list', '#list');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('list', { name: 'Properties' }).getByRole('link').first()).toBeFocused();
  await follow('Skip to results', '#results');

  // In the Desk the content begins beside the rail.
  await signIn(page, server.url, 'agent');
  await page.goto('/desk/insights');
  await page.waitForLoadState('networkidle');
  await follow('Skip to content', '#content');
  await page.keyboard.press('Tab');
  const isPastTheRail = page.locator('#content :focus');
  await expect(isPastTheRail).toHaveCount(1);
});

for (const { language, prefix, agents, heading } of [
  { language: 'English', prefix: '', agents: 'Agents', heading: 'Our Agents' },
  { language: 'Filipino', prefix: '/fil', agents: 'Mga ahente', heading: /ahente/i },
])
  test(`in ${language} another screen says its name, and Back leads to the link that led away`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/about`);
    await page.waitForLoadState('networkidle');
    const before = await page.title();
    await page.getByRole('banner').getByRole('link', { name: agents }).click();
    const title = page.getByRole('heading', { level: 1, name: heading });
    await expect(title).toBeFocused();
    expect(await page.title()).toContain(await title.innerText());
    expect(await page.title()).not.toBe(before);
    await page.goBack();
    await expect(page.locator('h1')).toBeFocused();
    await expect(page).toHaveTitle(before);

    await page.goto(`${prefix}/locations`);
    await page.waitForLoadState('networkidle');
    const area = page.getByRole('main').locator('a[href$="/locations/makati"]').first();
    await area.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toBeFocused();
    await page.goBack();
    await expect(area).toBeFocused();
  });
