import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser, testArguments } from '../support/browser.ts';
import { PropertyList } from './pages/propertyList.ts';
import { signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { Screen } from './support/screens.ts';

const executablePath = findBrowser();
test.use({
  // With scroll bars that take room, as on Windows and Linux.
  launchOptions: {
    args: testArguments,
    ignoreDefaultArgs: ['--hide-scrollbars'],
    ...(executablePath ? { executablePath } : {}),
  },
});

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Mean lightness of the window's right edge, 0 to 255. */
async function edgeLightness(page: Page, width: number, height: number): Promise<number> {
  const strip = sharp(await page.screenshot()).extract({ left: width - 8, top: 0, width: 6, height });
  const { channels } = await strip.removeAlpha().stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

test('a dialog moves nothing and leaves no light strip beside the page', async ({ page }) => {
  const { width, height } = { width: 1280, height: 720 };
  await page.setViewportSize({ width, height });
  await page.goto('/about');
  const login = page.getByRole('banner').getByRole('button', { name: 'Login' });
  await expect(login).toBeVisible();
  // In another typeface it is wider.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await boxOf(login);
  await login.click();
  await expect(page.getByRole('dialog').getByLabel('Email Address')).toBeVisible();
  expect(await boxOf(login)).toEqual(before);
  await expect.poll(() => edgeLightness(page, width, height)).toBeLessThan(170);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await boxOf(login)).toEqual(before);
});

/** How many lines each part of this kind takes on the cards. */
const linesOf = (cards: Locator, selector: string) =>
  cards.evaluateAll(
    (all, part) =>
      all.flatMap((card) =>
        [...card.querySelectorAll(part)].map((element) => {
          const { height } = element.getBoundingClientRect();
          return Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight));
        }),
      ),
    selector,
  );

for (const [prefix, widths] of [
  ['', [1440, 390, 360]],
  ['/fil', [1440, 1280, 360]],
] as const)
  test(`a card says price, facts, title and place in a line each, at ${prefix || '/'}`, async ({ page }) => {
    await page.setViewportSize({ width: widths[0], height: 900 });
    await page.goto(`${prefix}/properties?listing_type=rent`);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const cards = page.getByRole('main').getByRole('article');
    const expectInLines = async (width: number) => {
      const card = cards.first();
      const heart = await boxOf(card.locator('[aria-pressed]'));
      const picture = await boxOf(card.locator('img').first());
      const badge = await boxOf(
        card.getByText(prefix ? 'Pinauupahan' : 'For Rent', { exact: true }).locator('..'),
      );
      const menu = await boxOf(card.locator('[aria-haspopup="menu"]'));
      const arrow = await boxOf(card.locator('button').filter({ has: page.locator('.lucide-chevron-right') }));
      const price = await boxOf(card.locator('p', { hasText: /^₱/ }));
      const facts = await boxOf(card.locator('ul'));
      const title = await boxOf(card.getByRole('heading'));
      const place = await boxOf(card.locator('h3 ~ p').first());
      expect(badge.right).toBeLessThanOrEqual(heart.x);
      expect(heart.bottom).toBeLessThanOrEqual(arrow.y);
      expect(heart.right).toBeLessThanOrEqual(picture.right);
      expect(menu.x).toBeGreaterThanOrEqual(price.right);
      const down = [picture.bottom, price.y, facts.y, title.y, place.y];
      expect(down).toEqual(down.toSorted((one, other) => one - other));
      for (const part of ['ul', 'h3', 'h3 ~ p']) expect(new Set(await linesOf(cards, part))).toEqual(new Set([1]));
      // Not even in the longest of them is a fact cut off.
      const cut = await cards.evaluateAll((all) =>
        all.flatMap((one) => {
          const list = one.querySelector('ul');
          return list && list.scrollWidth > list.clientWidth ? [list.textContent] : [];
        }),
      );
      expect(cut).toEqual([]);
      const boxes = await cards.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => ({ y, height })),
      );
      if (width >= 1280) {
        expect(boxes.filter(({ y }) => Math.abs(y - (boxes[0]?.y ?? 0)) < 1)).toHaveLength(4);
        expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(330);
      }
    };
    for (const width of widths)
      await test.step(`${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await expect(() => expectInLines(width)).toPass({ timeout: 10_000 });
      });
  });

test('the actions of a card open over it, by pointer and by keys, and give the focus back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/properties');
  const card = page.getByRole('main').getByRole('article').first();
  const button = card.getByRole('button', { name: /^More actions for / });
  await button.click();
  const menu = card.getByRole('menu', { name: /^More actions for / });
  const [inner, outer] = [await boxOf(menu), await boxOf(card)];
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.right).toBeLessThanOrEqual(outer.right);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Compare', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Properties to compare' })).toBeVisible();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const entries = ['Remove from comparison', 'Compare with similar', 'Save to list…', 'Share'];
  await expect(menu.getByRole('menuitem')).toHaveText(entries);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Property link copied to clipboard')).toBeVisible();
});

test('the whole map is on the first screen of a laptop, and nothing lies over its markers', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/properties');
  await new PropertyList(page).showMap();
  const map = page.getByRole('region', { name: 'Map of properties' });
  await expect(map.getByRole('button', { name: /properties, zoom in$/ }).first()).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [1024, 768],
  ] as const)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await expect(async () => expect((await boxOf(map)).bottom).toBeLessThanOrEqual(height)).toPass();
      const canvas = await boxOf(map.locator('.leaflet-container'));
      for (const name of ['Zoom in', 'Zoom out'])
        expect((await boxOf(map.getByRole('button', { name, exact: true }))).bottom).toBeLessThan(height);

      await page.mouse.move(canvas.x + canvas.width / 2, canvas.bottom - 20);
      await page.mouse.down();
      await page.mouse.move(canvas.x + canvas.width / 2, canvas.bottom - 120, { steps: 5 });
      await page.mouse.up();
      const search = map.getByRole('button', { name: 'Search this area' });
      await expect(search).toBeVisible();
      for (const part of [search, map.getByText(/^Showing /), map.getByRole('table', { name: 'Marker colors' })])
        expect((await boxOf(part)).y).toBeGreaterThanOrEqual(canvas.bottom);
    });
});

for (const [prefix, sizes] of [
  ['', [[1440, 900]]],
  [
    '/fil',
    [
      [390, 844],
      [360, 740],
    ],
  ],
] as const)
  test(`the note of the demo takes one line above the homes, at ${prefix || '/'}`, async ({ page }) => {
    await page.setViewportSize({ width: sizes[0][0], height: sizes[0][1] });
    await page.goto(prefix || '/');
    const main = page.getByRole('main');
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const note = await boxOf(main.getByText(/^(This is a demo|Demo lang ito):/));
      expect(note.height).toBeLessThan(24);
      const home = await boxOf(main.getByRole('article').first().locator('img').first());
      expect(home.y + 60).toBeLessThan(height);
    }
  });

test('no icon is squeezed where words are long and the window is narrow', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, server.url, 'user');
  const { data } = await (await page.request.get('/api/properties?limit=1&sort=newest')).json();
  const newest = `/properties/${data.properties[0].id}`;
  const lists = ['/properties?listing_type=rent', '/properties?view=map'];
  const screen = new Screen(page, 'fil');
  await screen.load('/fil');
  for (const path of [...lists, newest, '/agents', '/']) {
    await screen.open(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const squeezed = await page.locator('svg.lucide').evaluateAll((icons) =>
      icons.flatMap((icon) => {
        const { width } = icon.getBoundingClientRect();
        const meant = Number(icon.getAttribute('width'));
        return width > 0 && width < meant - 0.5 ? [`${icon.getAttribute('class')}: ${width} of ${meant}`] : [];
      }),
    );
    expect(squeezed, path).toEqual([]);
  }
});
