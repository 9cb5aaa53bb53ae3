import type { Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search Silong' });
const fieldOf = (page: Page) => paletteOf(page).getByRole('combobox');
const optionsOf = (page: Page) => paletteOf(page).getByRole('option');
const chosenOf = (page: Page) => paletteOf(page).getByRole('option', { selected: true });

async function openWithKeys(page: Page): Promise<void> {
  // Between two screens nothing listens to the keys.
  await expect(page.getByRole('banner')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
}

test('an agent finds a listing, a client and a conversation with the keyboard alone', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  await page.goto('/');
  await openWithKeys(page);
  await expect(chosenOf(page)).toHaveText(/Add New Property/);
  await expectAccessible(page);

  await page.keyboard.type('makati');
  await expect(paletteOf(page).getByRole('group', { name: 'Listings' }).getByRole('option')).toHaveCount(5);
  await expect(paletteOf(page).getByRole('status')).toHaveText(/\d+ results/);
  await expectAccessible(page);
  await page.keyboard.press('ArrowUp');
  await expect(chosenOf(page)).toHaveText('Search all properties for “makati”');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/properties\?search=makati/);

  // Any public listing: other specs of this server take listings off.
  const { data } = await fetch(`${server.url}/api/properties?limit=1&sort=price_desc`).then((answer) =>
    answer.json(),
  );
  const { id } = data.properties[0];
  await openWithKeys(page);
  await page.keyboard.type(`#${id}`);
  const listing = paletteOf(page).getByRole('option', { name: new RegExp(` · #${id}$`) });
  await expect(listing).toBeVisible();
  await listing.click();
  await expect(page).toHaveURL(new RegExp(`/properties/${id}$`));

  await openWithKeys(page);
  await expect(paletteOf(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.type('user@silong');
  const client = paletteOf(page).getByRole('group', { name: 'People' }).getByRole('option');
  await expect(client).toHaveText(/Client · user@silong\.example/);
  await client.click();
  // The client has a conversation: it opens over the page that was open.
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/properties/${id}$`));
});

test('the keys lead to pages, and are listed under the question mark', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  await page.goto('/');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  // The code of these keys comes after the page.
  await expect(list.getByRole('heading', { name: 'Go to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page).toHaveURL(/\/agent-dashboard\?tab=viewings$/);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/agent-dashboard\?tab=properties$/);

  await page.keyboard.press('?');
  await expect(list.getByRole('heading', { name: 'My Properties' })).toBeVisible();
  await expect(list.getByText('Add New Property')).toBeVisible();
  await expectAccessible(page);
  // Behind the list the keys rest.
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\?tab=properties$/);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
});

test('letters typed into a field stay letters, and the palette closes as it opened', async ({ page, server }) => {
  await signIn(page, server.url, 'user');
  await page.goto('/');
  const field = page.getByPlaceholder(/Search by keyword/);
  await field.pressSequentially('g d?');
  await expect(field).toHaveValue('g d?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);

  await openWithKeys(page);
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toHaveCount(0);
  await expect(field).toBeFocused();
  await openWithKeys(page);
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toHaveCount(0);
});

test('a visitor finds pages and public listings', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/about');
  await openWithKeys(page);
  await page.keyboard.type('condo');
  await expect(paletteOf(page).getByRole('group', { name: 'Listings' }).getByRole('option')).toHaveCount(5);
  await expect(paletteOf(page).getByRole('group', { name: 'People' })).toHaveCount(0);
  await fieldOf(page).fill('log in');
  await expect(chosenOf(page)).toHaveText(/Log In/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /log ?in|welcome/i })).toBeVisible();
});

test('nothing found and no answer are said, and trying again helps', async ({ page, server, consoleErrors }) => {
  await signIn(page, server.url, 'admin');
  await page.goto('/about');
  await openWithKeys(page);
  await page.keyboard.type('qqzzxx');
  await expect(paletteOf(page).getByText(/^Nothing found for “qqzzxx”/)).toBeVisible();

  await page.route('**/api/search?*', (route) => route.abort());
  await fieldOf(page).fill('agent@silong');
  await expect(paletteOf(page).getByRole('alert')).toContainText('Search did not respond.', {
    timeout: 15_000,
  });
  await page.unroute('**/api/search?*');
  await paletteOf(page).getByRole('button', { name: 'Try Again' }).click();
  const account = paletteOf(page).getByRole('option', { name: /Agent · agent@silong\.example/ });
  await expect(account).toBeVisible();
  await account.click();
  await expect(page).toHaveURL(/\/admin-dashboard\?tab=users&search=agent%40silong\.example$/);
  // The browser itself notes the request that was cut off.
  expect(consoleErrors.splice(0).every((text) => text.includes('ERR_FAILED'))).toBe(true);
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('the palette fits', async ({ page, server }) => {
    await signIn(page, server.url, 'agent');
    await page.goto('/');
    await openWithKeys(page);
    await page.keyboard.type('makati');
    await expect(optionsOf(page).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
