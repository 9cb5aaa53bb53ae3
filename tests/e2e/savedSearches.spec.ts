import type { SavedSearch } from '../../shared/contracts/savedSearches.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { openSession } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, NEWCOMER_PASSWORD, registerConfirmed } from './support/newcomers.ts';

const draft = {
  title: 'Corner Loft with a View',
  description: 'Near the park.',
  price: 9_000_000,
  type: 'condo',
  listing_type: 'sale',
  location: { address: '5 Rizal Drive, Bonifacio Global City', city: 'Taguig', province: 'Metro Manila' },
  details: { area_sqm: 60, bedrooms: 2 },
};

test('a list is saved after logging in, tells what came, is changed, paused and deleted', {
  tag: '@journey',
}, async ({ page, server }) => {
  // The demo user has saved searches already.
  const user = await registerConfirmed(server.url, 'Nilo Saver');
  await page.goto('/properties?type=condo&location=Taguig&max_price=10000000');
  await page.getByRole('button', { name: 'Save search' }).click();
  await new LoginDialog(page).logIn(user.user.email, NEWCOMER_PASSWORD);
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Condominiums in Taguig up to ₱10.0M');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save search' }).click();
  await expect(page.getByText('Search saved.')).toBeVisible();

  const agent = await openSession(server.url, 'agent');
  const listing = await callAs<{ id: number }>(server.url, agent.token, 'POST', '/api/properties', draft);
  expect(listing.status).toBe(201);
  const read = async () =>
    (await callAs<{ saved_searches: SavedSearch[] }>(server.url, user.token, 'GET', '/api/saved-searches')).data
      .saved_searches;
  await expect.poll(async () => (await read())[0]?.new_count).toBe(1);

  await page.goto('/saved-searches');
  const card = page.getByRole('list', { name: 'Saved searches' }).getByRole('listitem').first();
  await expect(card.getByText('1 new')).toBeVisible();
  await expect(card.getByText('Up to ₱10.0M', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'See New Matches' }).click();
  const matches = page.getByRole('list', { name: 'Matches of Condominiums in Taguig up to ₱10.0M' });
  const first = matches.getByRole('listitem').first();
  await expect(first.getByText('Corner Loft with a View')).toBeVisible();
  await expect(first.getByText('New', { exact: true })).toBeVisible();
  await expect(card.getByText('1 new')).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  await card.getByLabel('Alerts').selectOption('off');
  await expect(card.getByText('Paused', { exact: true }).first()).toBeVisible();
  expect((await read())[0]?.frequency).toBe('off');

  await card.getByRole('button', { name: 'Edit Condominiums in Taguig up to ₱10.0M' }).click();
  await expect(page).toHaveURL(/\/properties\?/);
  await page.getByRole('button', { name: /^Remove.*Taguig/ }).click();
  await page.getByRole('button', { name: 'Update “Condominiums in Taguig up to ₱10.0M”' }).click();
  await expect(page.getByText('“Condominiums in Taguig up to ₱10.0M” updated')).toBeVisible();
  expect((await read())[0]?.query).not.toContain('Taguig');

  await page.goto('/saved-searches');
  await card.getByRole('button', { name: 'Delete Condominiums in Taguig up to ₱10.0M' }).click();
  await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card.getByRole('link', { name: 'Condominiums in Taguig up to ₱10.0M' })).toBeVisible();
});
