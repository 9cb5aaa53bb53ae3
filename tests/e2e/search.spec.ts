import type { Locator, Page } from '@playwright/test';
import { PropertyList } from './pages/propertyList.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search properties' });
const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** The server's count for an address of the list, requested separately. */
async function totalOf(page: Page, query: string): Promise<number> {
  const answer = await page.request.get(`/api/properties?status=available&limit=1&${query}`);
  expect(answer.status()).toBe(200);
  return (await answer.json()).data.pagination.total;
}

/** By place and not by name: in both languages. */
const chipsOf = (page: Page) => page.locator('[data-top-bar] li');
const textOf = (chip: Locator) => chip.getByRole('button').first();
const crossOf = (chip: Locator) => chip.getByRole('button').last();

const sentence = '2br condo in makati or bgc below 60k';

for (const { language, prefix, viewport } of [
  { language: 'English', prefix: '', viewport: { width: 1366, height: 657 } },
  { language: 'Filipino', prefix: '/fil', viewport: { width: 390, height: 664 } },
])
  test(`what was read of a sentence is seen, changed and taken out (${language}, ${viewport.width})`, {
    tag: '@journey',
  }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${prefix}/properties`);
    const box = page.getByRole('search').getByRole('combobox').and(page.locator('main *'));
    await box.pressSequentially(sentence, { delay: 15 });
    await box.press('Enter');
    const chips = chipsOf(page);
    await expect(chips).toHaveText(['2br', 'condo', 'makati', 'bgc', 'below 60k']);
    expect(parametersOf(page)).toEqual({ search: sentence });
    await expect(box).toHaveValue(sentence);
    const found = page.locator('#results');
    const total = async (query: string) => String((await totalOf(page, query)).toLocaleString('en-PH'));
    const explicit = 'location=Makati&type=condo&beds_exact=2&max_price=60000';
    await expect(found).toContainText(await total(`${explicit}&location=BGC`));
    await expect(textOf(chips.nth(4))).toHaveAccessibleName(/“below 60k”: .*₱60K/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    // The cross takes its own words out, and the rest is still a sentence.
    await crossOf(chips.nth(3)).click();
    await expect(chips).toHaveText(['2br', 'condo', 'makati', 'below 60k']);
    await expect(box).toHaveValue('2br condo in makati below 60k');
    await expect(found).toContainText(await total(explicit));
    await expect(found).toBeFocused();

    // The text opens the filter; what is chosen there takes the place of the words.
    await textOf(chips.nth(3)).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('textbox').nth(1).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('120k');
    await expect(page).toHaveURL(/max_price=120000/);
    await expect(page).toHaveURL(/search=2br\+condo\+in\+makati(&|$)/);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(chips).toHaveText(['2br', 'condo', 'makati', /₱120K/]);
    await expect(box).toHaveValue('2br condo in makati');
    await expect(found).toContainText(await total(explicit.replace('60000', '120000')));

    // An empty list names the words that empty it, and leads to what it promises.
    await page.goto(`${prefix}/properties`);
    await box.pressSequentially('studio condo near ust below 2k', { delay: 15 });
    await box.press('Enter');
    const ways = page.locator('main ul a[href*="search="]').filter({ hasText: '“' });
    await expect(ways.first()).toContainText('“below 2k”');
    await expect(chips).toHaveText(['studio', 'condo', 'near ust', 'below 2k']);
    const promised = (await ways.first().innerText()).replace(/“.*”/, '').replaceAll(',', '');
    await ways.first().click();
    await expect(box).toHaveValue('studio condo near ust');
    await expect(found).toContainText(/\d+/.exec(promised)?.[0] ?? 'a number');
    await expect(page.locator('main article').first()).toBeVisible();
    await page.reload();
    await expect(chips).toHaveText(['studio', 'condo', 'near ust']);
  });

test('a pasted post is one line, what was not said is turned with a press, and what cannot be searched is told', async ({
  page,
}) => {
  const list = new PropertyList(page);
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Keyword' });
  await box.focus();
  await box.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'LF: condo\nLoc: Makati\nBudget: 12M, 100k cashout');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(box).toHaveValue('LF: condo / Loc: Makati / Budget: 12M, 100k cashout');
  await box.press('Enter');
  await expect(list.chips.filter({ hasText: 'For Sale?' })).toHaveCount(1);
  await expect(page.getByText('Not searched: “100k cashout”')).toBeVisible();
  expect(await list.count()).toBe(
    await totalOf(page, 'type=condo&location=Makati&max_price=12000000&listing_type=sale'),
  );
  await page.getByRole('button', { name: /^For Sale\?/ }).click();
  await expect(page).toHaveURL(/listing_type=rent/);
  const rentals = await totalOf(page, 'type=condo&location=Makati&max_price=12000000&listing_type=rent');
  await expect.poll(() => list.count()).toBe(rentals);
  await page.goBack();
  await page.getByRole('button', { name: 'Remove For Sale' }).click();
  await expect(page).toHaveURL(/max_price=12000000/);
  const all = await totalOf(page, 'type=condo&location=Makati&max_price=12000000');
  await expect.poll(() => list.count()).toBe(all);
});

test('type-ahead leads to a place by the keyboard alone', { tag: ['@journey', '@engines'] }, async ({ page }) => {
  const list = new PropertyList(page);
  await page.goto('/properties?bedrooms=2');
  await searchBox(page).pressSequentially('maka');
  const option = page.getByRole('option', { name: /^Makati\b.*Area/ });
  await expect(option).toBeVisible();
  const text = await option.innerText();
  await searchBox(page).press('ArrowDown');
  while ((await option.getAttribute('aria-selected')) !== 'true') await searchBox(page).press('ArrowDown');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/location=Makati/);
  await expect(page).toHaveURL(/bedrooms=2/);
  await expect(searchBox(page)).toHaveValue('');
  expect(text.replaceAll(',', '')).toContain(String(await totalOf(page, 'location=Makati')));

  // It is offered again where nothing was typed.
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Keyword' }).focus();
  await page.getByRole('combobox', { name: 'Keyword' }).press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByText('Makati')).toBeVisible();
  await expectAccessible(page);
  // The list may have opened by the focus, and the first arrow have chosen already.
  const recent = page.getByRole('option', { name: 'Makati', exact: true });
  while ((await recent.getAttribute('aria-selected')) !== 'true')
    await page.getByRole('combobox', { name: 'Keyword' }).press('ArrowDown');
  await page.getByRole('combobox', { name: 'Keyword' }).press('Enter');
  await expect(page).toHaveURL(/\/properties\?location=Makati/);
  expect(await list.count()).toBe(await totalOf(page, 'location=Makati'));
});

test('the filters change the address, and their counts are those of the list', async ({ page }) => {
  const list = new PropertyList(page);
  await page.goto('/properties');
  const panel = await list.openFilters();
  const rent = panel.getByRole('radio', { name: 'For Rent' });
  await expect(rent).toHaveAccessibleDescription(/propert/);
  const foretold = Number.parseInt(
    (
      await rent.evaluate(
        (radio) => document.getElementById(String(radio.getAttribute('aria-describedby')))?.textContent,
      )
    )?.replaceAll(',', '') ?? '',
    10,
  );
  await rent.check({ force: true });
  await expect(page).toHaveURL(/listing_type=rent/);
  await expect.poll(() => list.count()).toBe(foretold);

  await panel.getByRole('slider', { name: 'Highest price' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/max_price=190000/);
  await panel.getByRole('textbox', { name: 'Max Price' }).click();
  await page.keyboard.type('37.5k');
  await expect(page).toHaveURL(/max_price=37500(&|$)/);
  // As it was typed, with what was understood below it.
  await expect(panel.getByRole('textbox', { name: 'Max Price' })).toHaveValue('37.5k');
  await expect(panel.getByText('₱37,500', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('190k');
  await expect(page).toHaveURL(/max_price=190000/);
  await panel.getByRole('radio', { name: 'Studio' }).check({ force: true });
  await expect(page).toHaveURL(/beds_exact=0/);
  await panel.getByRole('button', { name: 'More filters' }).click();
  await panel.getByRole('radio', { name: 'Furnished', exact: true }).check({ force: true });
  await expect(page).toHaveURL(/furnished=true/);
  await panel.getByLabel('Min floor area (sqm)').fill('20');
  await expect(page).toHaveURL(/min_area=20/);
  const query = 'listing_type=rent&max_price=190000&beds_exact=0&furnished=true&min_area=20';
  await expect.poll(() => list.count()).toBe(await totalOf(page, query));
  await expectNoSidewaysScroll(page);
});

test('a sentence is offered as the search it is read as, other words as they were typed, and errors are put right', async ({
  page,
}) => {
  const list = new PropertyList(page);
  await page.goto('/properties');
  await searchBox(page).pressSequentially('2br condo makati under 60k');
  const option = page.getByRole('option', { name: /^2-bedroom condos in Makati up to ₱60K/ });
  await expect(option).toBeVisible();
  const total = await totalOf(page, 'location=Makati&type=condo&beds_exact=2&max_price=60000');
  await expect(option).toContainText(total.toLocaleString('en-PH'));
  // Not a second time as it was typed.
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(1);
  await searchBox(page).press('ArrowDown');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/beds_exact=2/);
  await expect(searchBox(page)).toHaveValue('');
  await expect(list.chips).toHaveCount(4);
  await expect.poll(() => list.count()).toBe(total);

  await test.step('words that are no name', async () => {
    await page.goto('/properties');
    await searchBox(page).pressSequentially('2br bgc under 10 pesos');
    const typed = page.getByRole('option', { name: /^2br bgc under 10 pesos/ });
    await expect(typed).toBeVisible();
    await typed.click();
    await expect(page).toHaveURL(/search=2br\+bgc\+under\+10\+pesos/);
    await expect(page.getByRole('button', { name: 'Remove “2br”' })).toBeVisible();
  });

  await test.step('a typing error', async () => {
    await page.goto('/properties?search=makti');
    await expect(page.getByText(/Showing results for “Makati”/i)).toBeVisible();
    await page.getByRole('link', { name: 'Search instead for “makti”' }).click();
    await expect(page).toHaveURL(/exact=1/);
    await expect(page.getByText('Showing results for')).toBeHidden();
  });
});

test('the home page’s search and its suggestions are on the first screen of a laptop and of a phone', {
  tag: '@journey',
}, async ({ page }) => {
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
  };
  const viewports = [
    { width: 1366, height: 657 },
    { width: 360, height: 640 },
  ];
  for (const path of ['/fil', '/']) {
    await page.goto(path);
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      const hero = page.getByRole('main').locator('section').first();
      expect((await hero.boundingBox())?.height).toBeLessThanOrEqual(420);
      const form = hero.getByRole('form');
      for (const part of [form.getByRole('tablist'), form.getByRole('combobox').first(), form.getByRole('list')])
        expect(await bottomOf(part)).toBeLessThanOrEqual(viewport.height);
      await expectNoSidewaysScroll(page);
    }
  }
  const box = page.getByRole('combobox', { name: 'Keyword' });
  const before = await box.boundingBox();
  await box.pressSequentially('shaw');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options.nth(2)).toBeVisible();
  // Typing moves nothing.
  expect((await box.boundingBox())?.y).toBe(before?.y);
  // Suggestions of the last letters may still take the place of earlier ones.
  await expect.poll(() => bottomOf(options.nth(2))).toBeLessThanOrEqual(640);
  await page.setViewportSize({ width: 1366, height: 657 });
  await expect.poll(() => bottomOf(options.nth(2))).toBeLessThanOrEqual(657);
});

test('the offer is a tab, its prices fit it, and each example finds homes', async ({ page }) => {
  const list = new PropertyList(page);
  for (const path of ['/fil', '/']) {
    await page.goto(path);
    const examples = await page.getByRole('main').getByRole('form').getByRole('list').getByRole('link').all();
    expect(examples).toHaveLength(3);
    for (const example of examples) {
      const address = new URL(String(await example.getAttribute('href')), page.url());
      expect(await totalOf(page, address.search.slice(1)), address.search).toBeGreaterThan(0);
    }
  }

  const hero = page.getByRole('form', { name: 'Search properties' });
  const prices = hero.getByLabel('Price Range').getByRole('option');
  await expect(prices).toHaveText(['Any Price', 'Under ₱5M', '₱5M-₱10M', '₱10M-₱20M', '₱20M+']);
  await hero.getByRole('tab', { name: 'Buy' }).press('ArrowRight');
  const rent = hero.getByRole('tab', { name: 'Rent' });
  await expect(rent).toHaveAttribute('aria-selected', 'true');
  await expect(rent).toBeFocused();
  await expect(hero.getByLabel('Property Type')).toHaveValue('rent');
  await expect(prices).toHaveText(['Any Price', 'Under ₱20K', '₱20K-₱40K', '₱40K-₱80K', '₱80K+']);
  await hero.getByLabel('Price Range').selectOption('₱20K-₱40K');
  await hero.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/listing_type=rent/);
  expect(parametersOf(page)).toEqual({ min_price: '20000', max_price: '40000', listing_type: 'rent' });
  expect(await list.count()).toBe(await totalOf(page, 'min_price=20000&max_price=40000&listing_type=rent'));
});

test('an empty list says what to leave out', async ({ page }) => {
  const list = new PropertyList(page);
  await page.goto('/properties?location=Makati&type=condo&max_price=1');
  await expect(page.getByText('No Properties Found')).toBeVisible();
  const total = await totalOf(page, 'location=Makati&type=condo');
  const without = page.getByRole('link', { name: /^Without “Up to ₱1”/ });
  await expect(without).toContainText(total.toLocaleString('en-PH'));
  await without.click();
  await expect(list.cards.first()).toBeVisible();
  expect(await list.count()).toBe(total);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the suggestions use the width, and the sheet leads back to what was found', async ({ page }) => {
    const list = new PropertyList(page);
    await page.goto('/properties');
    await searchBox(page).tap();
    await searchBox(page).pressSequentially('pasig');
    const area = page.getByRole('option', { name: /^Pasig\b.*Area/ });
    await expect(area).toBeVisible();
    const popup = await page.getByRole('listbox', { name: 'Suggestions' }).boundingBox();
    expect(popup?.width).toBeGreaterThan(340);
    await expectNoSidewaysScroll(page);
    await area.tap();
    await expect(page).toHaveURL(/location=Pasig/);

    const sheet = await list.openFilters();
    await sheet.getByRole('radio', { name: '2+' }).first().check({ force: true });
    const total = await totalOf(page, 'location=Pasig&bedrooms=2');
    const words = total === 1 ? 'Show 1 property' : `Show ${total.toLocaleString('en-PH')} properties`;
    await expect(page.getByRole('button', { name: words })).toBeVisible();
    await page.getByRole('button', { name: words }).click();
    expect(await list.count()).toBe(total);
  });
});

test('the header searches from any other page, by keyboard and on a phone', async ({ page }) => {
  const list = new PropertyList(page);
  const header = page.getByRole('banner');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/about');
  await expect(searchBox(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).not.toBeFocused();
  await page.keyboard.press('/');
  await searchBox(page).pressSequentially('maka');
  const option = page.getByRole('option', { name: /^Makati\b.*Area/ });
  await expect(option).toBeVisible();
  await expectAccessible(page);
  await searchBox(page).press('ArrowDown');
  while ((await option.getAttribute('aria-selected')) !== 'true') await searchBox(page).press('ArrowDown');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/\/properties\?location=Makati/);
  expect(await list.count()).toBe(await totalOf(page, 'location=Makati'));
  // The list has a box of its own.
  await expect(header.getByRole('search')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/locations');
  const opener = header.getByRole('button', { name: 'Search properties' });
  await expect(opener).toBeVisible();
  await expect(searchBox(page)).toBeHidden();
  await expectNoSidewaysScroll(page);
  await opener.click();
  await expect(searchBox(page)).toBeFocused();
  expect((await searchBox(page).boundingBox())?.width).toBeGreaterThan(280);
  // The first closes the own searches before.
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.click();
  await searchBox(page).fill('studio for rent');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/\/properties\?search=studio\+for\+rent/);

  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/agents');
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(searchBox(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    expect((await header.boundingBox())?.height).toBeLessThan(90);
  }
});
