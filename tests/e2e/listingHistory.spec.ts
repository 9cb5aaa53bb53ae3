import type { HistoryEvent, PropertyList } from '../../shared/contracts/properties.ts';
import type { OwnRow } from '../../shared/contracts/propertyWrites.ts';
import { call, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

test('the page of a listing tells what it cost before, on any screen', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  const { token } = await signIn(page, server.url, 'user');
  const get = <Data>(path: string) => call<Data>('GET', server.url + path, token);
  const { properties } = await get<PropertyList>('/api/properties?limit=100&status=available');
  let told: { id: number; events: HistoryEvent[] } | undefined;
  for (const { id } of properties) {
    const { events } = await get<{ events: HistoryEvent[] }>(`/api/properties/${id}/history`);
    if (events.some(({ kind }) => kind === 'price')) told = { id, events };
    if (told) break;
  }
  if (!told) throw new Error('No demo listing has another price than at first');
  const change = told.events.find(({ kind }) => kind === 'price');

  await page.goto(`/properties/${told.id}`);
  const history = page.getByRole('region', { name: 'Listing History' });
  await expect(history.getByRole('img', { name: /^Price from ₱[\d,]+ to ₱[\d,]+, \d change/ })).toBeVisible();
  await expect(history.getByRole('listitem').last()).toContainText('Listed at ₱');
  const price = `₱${change?.price.toLocaleString('en-PH')}`;
  await expect(history.getByRole('listitem').filter({ hasText: `Price lowered to ${price}` })).toContainText('−₱');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(history).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('an agent answers with one press which listings are still available', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  const { token } = await signIn(page, server.url, 'agent');
  const read = async () =>
    (await call<{ properties: OwnRow[] }>('GET', `${server.url}/api/properties/my/rows?to_confirm=1`, token))
      .properties;
  const waiting = await read();
  expect(waiting.length).toBeGreaterThan(1);

  await page.goto('/desk/listings');
  await page.getByRole('button', { name: 'Still available?' }).click();
  await expect(page).toHaveURL(/to_confirm=1/);
  await expect(page.getByRole('rowheader')).toHaveCount(waiting.length);
  await expectAccessible(page);
  const [first] = waiting;
  await page.getByRole('button', { name: `Confirm that ${first?.title} is still available` }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(waiting.length - 1);
  expect((await read()).map(({ id }) => id)).toEqual(waiting.slice(1).map(({ id }) => id));

  // The rest at once.
  await page.getByLabel('Select page').check();
  await page.getByRole('button', { name: 'Still available', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to confirm' })).toBeVisible();
  expect(await read()).toEqual([]);

  await page.goto(`/properties/${first?.id}`);
  await expect(page.getByText('Availability confirmed today')).toBeVisible();
});

test('the page of a listing estimates what it costs to buy and to rent', async ({ page, server }) => {
  const { token } = await signIn(page, server.url, 'user');
  const firstOf = async (query: string) => {
    const path = `${server.url}/api/properties?status=available&limit=1&${query}`;
    const { properties } = await call<PropertyList>('GET', path, token);
    const [listing] = properties;
    if (!listing) throw new Error(`No demo listing for ${query}`);
    return listing;
  };
  const pesos = (amount: number) => `₱${Math.round(amount).toLocaleString('en-PH')}`;

  const forSale = await firstOf('listing_type=sale&type=condo');
  await page.goto(`/properties/${forSale.id}`);
  await page.getByText('What it costs to buy').click();
  // 20 percent down, and 3.85 percent of taxes and fees.
  await expect(page.getByText('Cash to bring').locator('..')).toContainText(pesos(forSale.price * 0.2385));
  await expect(page.getByRole('row', { name: /Capital gains tax \(6%\)/ })).toContainText(
    pesos(forSale.price * 0.06),
  );
  // A percentage is one of the price; an impossible figure marks its field.
  const downPayment = page.getByLabel('Down payment (₱)');
  await downPayment.clear();
  await downPayment.pressSequentially('30%');
  await expect(page.getByText('Cash to bring').locator('..')).toContainText(pesos(forSale.price * 0.3385));
  await downPayment.clear();
  await downPayment.pressSequentially('-1');
  await expect(downPayment).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Cash to bring').locator('..')).toContainText('Check the figures above.');
  await expect(page.getByLabel('Amilyar a year (₱)')).toHaveValue(/^[\d,]+$/);
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  await expect(page.getByText('Cash to bring').locator('..')).toContainText(pesos(forSale.price * 1.0385));
  await expectAccessible(page);

  const forRent = await firstOf('listing_type=rent&type=condo');
  await page.goto(`/properties/${forRent.id}`);
  await page.getByText('What it costs to move in').click();
  await expect(page.getByText('To move in', { exact: true }).first().locator('..')).toContainText(
    pesos(forRent.price * 3),
  );
  // Each estimate names its own sources.
  await expect(page.getByText(/Rates as of .* Human Settlements/)).not.toContainText('capital gains');
  await page.getByLabel('Months of deposit').fill('1');
  await expect(page.getByText('To move in', { exact: true }).first().locator('..')).toContainText(
    pesos(forRent.price * 2),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // In one line on each card, once the option is on.
  await page.goto(`/properties?listing_type=sale&type=condo`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(/^Estimate: ₱[\d,]+ a month/)).toHaveCount(0);
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('button', { name: 'Show costs' }).click();
  await expect(page.getByText(/^Estimate: ₱[\d,]+ a month/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Estimate: ₱[\d,]+ a month/).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});
