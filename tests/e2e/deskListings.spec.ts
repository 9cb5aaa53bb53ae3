import type { OwnRow } from '../../shared/contracts/propertyWrites.ts';
import { call, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

test('price and status are changed in their row, and taken back', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  const { token } = await signIn(page, server.url, 'agent');
  const read = async (): Promise<OwnRow[]> => {
    const answer = await fetch(`${server.url}/api/properties/my/rows?sort=price&order=desc`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()).data.properties;
  };
  // With another price the row may stand on another page.
  const readOne = (id: number) => call<OwnRow>('GET', `${server.url}/api/properties/${id}`, token);
  const priceOf = async (id: number) => (await readOne(id)).price;
  const target = (await read()).find(({ status }) => status === 'available');
  if (!target) throw new Error('The demo agent has nothing available');
  const { id, title, price } = target;
  const notices = page.getByRole('region', { name: 'Notices' });

  await page.goto('/desk/listings');
  const row = page.getByRole('row', { name: title });
  const box = await row.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(41);
  await expectAccessible(page);

  await row.getByRole('button', { name: `Price of ${title}` }).click();
  const field = row.getByRole('textbox', { name: `New price of ${title}` });
  await expect(field).toBeFocused();
  await field.fill('a lot');
  await field.press('Enter');
  await expect(row.getByRole('alert')).toHaveText('Type a price, for example 4,500,000 or 4.5M');
  await expectAccessible(page);
  await field.fill('4.25M');
  await field.press('Enter');
  const button = row.getByRole('button', { name: `Price of ${title}: ₱4,250,000` });
  await expect(button).toBeFocused();
  await expect.poll(() => priceOf(id)).toBe(4_250_000);
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => priceOf(id)).toBe(price);

  // Escape leaves it as it is.
  await row.getByRole('button', { name: `Price of ${title}` }).click();
  await field.fill('1');
  await field.press('Escape');
  await expect(field).toBeHidden();
  expect(await priceOf(id)).toBe(price);

  await row.getByRole('button', { name: `Status of ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Mark as Pending' }).click();
  await expect(row.getByRole('button', { name: `Status of ${title}: Pending` })).toBeVisible();
  await expect.poll(async () => (await readOne(id)).status).toBe('pending');

  // In the order of a column, from the dearest or the cheapest.
  const headings = page.getByRole('rowheader');
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await expect(page).toHaveURL(/sort=price/);
  const first = await headings.first().textContent();
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await expect(headings.first()).not.toHaveText(first ?? '');

  // The whole listing is edited at the side, and Back closes it.
  await row.getByRole('button', { name: title, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit Property' });
  await expect(drawer.getByLabel('Title')).toHaveValue(title);
  await page.goBack();
  await expect(drawer).toBeHidden();
});

test('the listings fit a phone', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/desk/listings');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
