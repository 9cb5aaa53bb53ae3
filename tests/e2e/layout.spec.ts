import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { browserArguments, findBrowser } from '../support/browser.ts';
import { PropertyList } from './pages/propertyList.ts';
import { expect, test } from './support/fixtures.ts';

const executablePath = findBrowser();
test.use({
  // With scroll bars that take room, as on Windows and Linux.
  launchOptions: {
    args: browserArguments,
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

for (const width of [1440, 1280, 390])
  test(`the buttons on a card stand clear of its badges and arrows at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/properties?type=condo');
    const card = page.getByRole('main').getByRole('article').first();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const heart = await boxOf(card.getByRole('button', { name: /to favorites$/ }));
    const compare = await boxOf(card.getByRole('button', { name: /^Compare / }));
    const list = await boxOf(card.getByRole('button', { name: /to a list…$/ }));
    expect([compare.y, list.y]).toEqual([heart.y, heart.y]);
    expect((await boxOf(card.getByText('Condominium', { exact: true }))).right).toBeLessThanOrEqual(list.x);
    expect(heart.bottom).toBeLessThanOrEqual((await boxOf(card.getByRole('button', { name: /^Next photo/ }))).y);
  });

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [1024, 768],
] as const)
  test(`the whole map is on the first screen at ${width} × ${height}, and nothing lies over its markers`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/properties');
    await new PropertyList(page).showMap();
    const map = page.getByRole('region', { name: 'Map of properties' });
    await expect(map.getByRole('button', { name: /properties, zoom in$/ }).first()).toBeVisible();
    expect((await boxOf(map)).bottom).toBeLessThanOrEqual(height);
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
