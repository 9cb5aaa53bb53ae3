import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { readCatalogue } from '../../shared/catalogues.ts';
import type { Property, PropertyList } from '../../shared/contracts/properties.ts';
import type { OwnRow } from '../../shared/contracts/propertyWrites.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

/** Between two letters, as people type. */
const DELAY_MS = 40;

/** Letter by letter into a field whose text goes; nothing rewrites what is typed. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await field.pressSequentially(text, { delay: DELAY_MS });
  await expect(field).toHaveValue(text);
}

/** The line below a field. */
const noteOf = async (page: Page, field: Locator) =>
  page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);

async function condoForSale(baseUrl: string): Promise<Property> {
  const query = 'status=available&limit=1&listing_type=sale&type=condo';
  const { token } = await openSession(baseUrl, 'user');
  const { properties } = await call<PropertyList>('GET', `${baseUrl}/api/properties?${query}`, token);
  const [listing] = properties;
  if (!listing) throw new Error('No condominium is for sale');
  return listing;
}

test('filters understand what is typed into them', async ({ page }) => {
  await page.goto('/properties');
  const row = page.getByRole('region', { name: 'Advanced Filters' });
  await row.getByRole('button', { name: /^Price(:|$)/ }).click();
  const most = page.getByRole('textbox', { name: 'Max Price' });
  for (const [text, asked] of [
    ['7.5m', 7_500_000],
    ['9.500.000', 9_500_000],
    ['8.5 milyon', 8_500_000],
  ] as const) {
    await type(most, text);
    await expect(page).toHaveURL(new RegExp(`max_price=${asked}(&|$)`));
    await expect(most).toHaveValue(text);
  }
  await expect(await noteOf(page, most)).toHaveText('₱8,500,000');

  // Two meanings are asked about, and none is taken before.
  await type(most, '12.500');
  await expect(page.getByText('Do you mean 12,500 or 12.5?')).toBeVisible();
  await expect(page).toHaveURL(/max_price=8500000(&|$)/);
  await expect(most).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: '12,500', exact: true }).click();
  await expect(page).toHaveURL(/max_price=12500(&|$)/);
  await expect(most).toBeFocused();

  await type(most, 'mura');
  await expect(page.getByText('Write an amount such as 12,500,000, 12.5M or 850k')).toBeVisible();
  await expect(page).toHaveURL(/max_price=12500(&|$)/);
});

test('the listing form understands what is typed, and asks about an unlikely price', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  await page.goto('/agent-dashboard?tab=properties');
  await page.getByRole('button', { name: 'Add New Property' }).first().click();
  const dialog = page.getByRole('dialog').first();
  const price = dialog.getByLabel('Price (₱)', { exact: true });
  const area = dialog.getByLabel('Area (sqm)', { exact: true });
  for (const [text, said, left] of [
    ['₱12.5M', '₱12,500,000', '12,500,000'],
    ['850k', '₱850,000', '850,000'],
    ['12.500.000', '₱12,500,000', '12,500,000'],
    ['2.5 milyon', '₱2,500,000', '2,500,000'],
  ] as const) {
    await type(price, text);
    await expect(await noteOf(page, price)).toHaveText(said);
    await price.press('Tab');
    await expect(price).toHaveValue(left);
  }
  for (const [text, left] of [
    ['54,5', '54.5'],
    ['54.5 sq.m.', '54.5'],
    ['1/2 hectare', '5,000'],
    ['2 ektarya', '20,000'],
  ] as const) {
    await type(area, text);
    await area.press('Tab');
    await expect(area).toHaveValue(left);
  }
  await type(area, '1.200 sqm');
  await area.press('Tab');
  await dialog.getByRole('button', { name: '1,200', exact: true }).click();
  await expect(area).toHaveValue('1,200');

  await type(price, '13');
  await price.press('Tab');
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'dialog:modal');
  await dialog.getByRole('button', { name: 'Create Property' }).click();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: '₱13,000,000', exact: true }).click();
  await expect(price).toHaveValue('13,000,000');
  await expect(price).not.toHaveAttribute('aria-invalid');
});

test('a price is typed in its row', async ({ page, server }) => {
  const { token } = await signIn(page, server.url, 'agent');
  const rows = `${server.url}/api/properties/my/rows?sort=price&order=desc`;
  const { properties } = await call<{ properties: OwnRow[] }>('GET', rows, token);
  const target = properties.find(({ listing_type }) => listing_type === 'sale');
  if (!target) throw new Error('The demo agent sells nothing');
  const { id, title, price } = target;
  const priceOf = async () => (await call<OwnRow>('GET', `${server.url}/api/properties/${id}`, token)).price;

  await page.goto('/desk/listings');
  const open = page.getByRole('button', { name: `Price of ${title}: ` }).first();
  await open.click();
  // The whole price is chosen, so that typing replaces it.
  await page.keyboard.type('9250000', { delay: DELAY_MS });
  const field = page.getByRole('textbox', { name: `New price of ${title}` });
  await expect(field).toHaveValue('9250000');
  await expect(await noteOf(page, field)).toHaveText('₱9,250,000');
  await page.keyboard.press('Enter');
  await expect.poll(priceOf).toBe(9_250_000);

  await open.click();
  await type(field, '9.3 milyon');
  await page.keyboard.press('Enter');
  await expect.poll(priceOf).toBe(9_300_000);

  await open.click();
  await type(field, '13');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '₱13,000,000', exact: true }).click();
  await expect(field).toHaveValue('13,000,000');
  await page.keyboard.press('Escape');
  expect(await priceOf()).toBe(9_300_000);
  await call('PUT', `${server.url}/api/properties/${id}`, token, { price });
});

test('the cost estimate understands percentages and decimals', async ({ page, server }) => {
  await signIn(page, server.url, 'user');
  const listing = await condoForSale(server.url);
  await page.goto(`/properties/${listing.id}`);
  await page.getByText('What it costs to buy').click();
  const downPayment = page.getByLabel('Down payment (₱)');
  const share = (listing.price * 0.3).toLocaleString('en-PH', { maximumFractionDigits: 0 });
  for (const text of ['30%', '30 porsyento']) {
    await type(downPayment, text);
    await expect(await noteOf(page, downPayment)).toHaveText(`= ₱${share}`);
  }
  const interest = page.getByLabel('Interest a year (%)');
  await type(interest, '7,5');
  await expect(await noteOf(page, interest)).toHaveText('7.5%');
  await interest.press('Tab');
  await expect(interest).toHaveValue('7.5');

  for (const [label, text] of [
    ['Down payment (₱)', '-1'],
    ['Down payment (₱)', '2,000,000,000'],
    ['Years', '100'],
    ['Years', '0.5'],
    ['Interest a year (%)', 'mataas'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    const before = await field.inputValue();
    await type(field, text);
    await field.press('Tab');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(await noteOf(page, field)).not.toBeEmpty();
    await type(field, before);
    await field.press('Tab');
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
  await expectAccessible(page);
});

test('in Filipino the notes have their own words, and a comma may be the decimal sign', async ({
  page,
  context,
  server,
}) => {
  const { translations } = readCatalogue('fil', readFileSync('locales/fil.po', 'utf8'));
  const say = (text: string) => translations[text] ?? text;
  await context.addCookies([{ name: 'silong_language', value: 'fil', url: server.url }]);
  await signIn(page, server.url, 'user');
  await page.goto('/properties');
  const row = page.getByRole('region', { name: say('Advanced Filters') });
  await row.getByRole('button', { name: new RegExp(`^${say('Price')}(:|$)`) }).click();
  const most = page.getByRole('textbox', { name: say('Max Price') });
  await type(most, '8.5 milyon');
  await expect(page).toHaveURL(/max_price=8500000(&|$)/);
  await type(most, '12.500');
  const question = say('Do you mean {first} or {second}?')
    .replace('{first}', '12,500')
    .replace('{second}', '12.5');
  await expect(page.getByText(question)).toBeVisible();
  await type(most, 'mura');
  await expect(page.getByText(say('Write an amount such as 12,500,000, 12.5M or 850k'))).toBeVisible();

  await page.goto(`/properties/${(await condoForSale(server.url)).id}`);
  await page.getByText(say('What it costs to buy')).click();
  const interest = page.getByLabel(say('Interest a year (%)'));
  await type(interest, '7,5');
  await expect(await noteOf(page, interest)).toHaveText('7.5%');
  await interest.press('Tab');
  await expect(interest).toHaveValue('7.5');
});
