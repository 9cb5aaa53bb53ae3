import type { Page } from '@playwright/test';
import { PropertyList } from './pages/propertyList.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

/** Width, height and the least number of whole cards on the first screen. */
const screens = [
  [1440, 900, 8],
  [1366, 657, 4],
  [768, 1024, 2],
  [390, 664, 1],
] as const;

/** From a short row of chips to a long one. */
const addresses = [
  '?listing_type=rent',
  '?listing_type=rent&type=condo&max_price=60000',
  '?parking=1&pets=true',
  '?search=2br+or+3br+condo+for+rent+in+makati+or+bgc+below+250k',
  '?search=20m+condo+or+house',
  '?type=house&listing_type=sale&bedrooms=3&min_area=100&sort=price_asc',
];

/** Cards that end above the window's lower edge, of how many there are, and where the first one begins. */
const measureCards = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main article')].map((card) => card.getBoundingClientRect());
    return {
      all: boxes.length,
      whole: boxes.filter(({ bottom }) => bottom <= window.innerHeight).length,
      top: Math.round(boxes[0]?.top ?? Number.POSITIVE_INFINITY),
    };
  });

for (const [prefix, searches] of [
  ['', addresses],
  // Longer words.
  ['/fil', addresses.slice(3)],
] as const)
  test(`the first screen of a filtered list shows whole homes (${prefix || 'English'})`, async ({ page }) => {
    test.slow();
    for (const address of searches) {
      await page.goto(`${prefix}/properties${address}`);
      await expect(page.locator('main article').first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      for (const [width, height, least] of screens) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => window.scrollTo(0, 0));
        const { all, whole, top } = await measureCards(page);
        const said = `${address} at ${width} × ${height}, the first card at ${top}`;
        expect.soft(whole, said).toBeGreaterThanOrEqual(Math.min(least, all));
        if (width >= 1366) expect.soft(top, said).toBeLessThanOrEqual(230);
        await expectNoSidewaysScroll(page);
      }
    }
  });

test('the row of filters carries the values, and each opens its own panel by the keyboard', {
  tag: '@journey',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 657 });
  const list = new PropertyList(page);
  await page.goto('/properties');
  const all = await list.count();
  await expect(list.chips).toHaveCount(0);

  const price = await list.openPill('Price');
  await price.getByRole('textbox', { name: 'Max Price' }).click();
  await page.keyboard.type('7.5m');
  await expect(page).toHaveURL(/max_price=7500000/);
  await page.keyboard.press('Escape');
  await expect(price).toBeHidden();
  const pill = list.row.getByRole('button', { name: 'Price: Up to ₱7.5M' });
  await expect(pill).toBeFocused();
  await expect.poll(() => list.count()).toBeLessThan(all);

  const places = await list.openPill('Location');
  await places.getByRole('checkbox', { name: 'Parañaque' }).check();
  await expect(page).toHaveURL(/location=Para%C3%B1aque/);
  await places.getByRole('checkbox', { name: 'Las Piñas' }).check();
  await expect(list.chips).toHaveText(['Parañaque', 'Las Piñas', 'Up to ₱7.5M']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove Las Piñas' }).click();
  const beds = await list.openPill('Bedrooms');
  await beds.getByRole('radio', { name: '2+' }).first().check({ force: true });
  await expect(page).toHaveURL(/bedrooms=2/);
  // A press beside it closes it.
  const title = page.getByRole('heading', { level: 1 });
  await page.mouse.click(5, 640);
  await expect(beds).toBeHidden();
  await expect(title).toHaveText('2+ bedroom properties in Parañaque up to ₱7.5M');
  await expect(list.chips).toHaveText(['Parañaque', 'Up to ₱7.5M', '2+ bedrooms']);
  await page.getByRole('button', { name: 'Remove Parañaque' }).click();
  await expect(page).not.toHaveURL(/location/);

  // It stays in sight, and does not cover what has the focus.
  await page.mouse.wheel(0, 700);
  await expect(list.row.getByRole('button', { name: /Advanced Filters/ })).toBeInViewport();
  await list.row.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect.poll(() => list.count()).toBe(all);
  expect(new URL(page.url()).search).toBe('');

  // Land has its category.
  await page.getByRole('group', { name: 'Property category' }).getByRole('button', { name: 'Land' }).click();
  await expect(page).toHaveURL(/type=land/);
  await expect(title).toHaveText('Land');
  await expect.poll(() => list.count()).toBeGreaterThan(0);
});

test('no frame stands around the title that a search by the keyboard leads to', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Keyword' }).click();
  await page.keyboard.type('makati condo', { delay: 30 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/properties/);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeFocused();
  expect(await title.evaluate((heading) => getComputedStyle(heading).outlineStyle)).toBe('none');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('a pill opens a sheet, and icons keep their size beside the longer words of Filipino', async ({ page }) => {
    await page.goto('/fil/properties?listing_type=rent');
    await expect(page.locator('main article').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    for (const icon of await page.locator('main [role=group] button svg').all())
      if (await icon.isVisible()) expect((await icon.boundingBox())?.width).toBeGreaterThanOrEqual(16);
    const pill = page.locator('[data-pill="price"]');
    await pill.tap();
    const sheet = page.locator('dialog:modal');
    await expect(sheet.getByRole('slider')).toHaveCount(2);
    await expectAccessible(page, 'dialog:modal');
    const box = await sheet.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(630);
    await sheet.getByRole('textbox').nth(1).fill('40k');
    await expect(page).toHaveURL(/max_price=40000/);
    await sheet.getByRole('button').last().tap();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByText('₱40K').first()).toBeVisible();
  });
});
