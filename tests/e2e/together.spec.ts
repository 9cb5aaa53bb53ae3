import type { SharedList } from '../../shared/contracts/lists.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { act } from './pages/propertyList.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs } from './support/newcomers.ts';
import { openBrowser } from './support/people.ts';

interface Listed {
  properties: { id: number; title: string }[];
}

test('a list is begun from a card, joined by its link, voted on and talked about, live', {
  tag: '@journey',
}, async ({ page, server, browser, consoleErrors }) => {
  const user = await openSession(server.url, 'user');
  await page.goto('/properties');
  const card = page.getByRole('main').getByRole('article').first();
  const title = await card.getByRole('heading', { level: 3 }).innerText();
  await act(card, 'Save to list…');
  // The wish outlives the login.
  await new LoginDialog(page).logIn('user@silong.example');
  const dialog = page.getByRole('dialog', { name: 'Save to list' });
  await dialog.getByRole('textbox', { name: 'New list' }).fill('Our first home');
  await dialog.getByRole('button', { name: 'Create list and save' }).click();
  await expect(page.getByText('Saved to “Our first home”')).toBeVisible();

  await page.goto('/lists');
  await page.getByRole('link', { name: 'Our first home' }).click();
  await expect(page.getByRole('heading', { name: 'Our first home' })).toBeVisible();
  await page.getByRole('button', { name: 'Invite People' }).click();
  const people = page.getByRole('dialog', { name: 'Invite people' });
  await people.getByRole('button', { name: 'Create Link' }).click();
  const link = await people.getByRole('textbox', { name: 'Link (shown only once)' }).inputValue();
  await page.keyboard.press('Escape');

  const guest = await openBrowser(browser, server.url);
  await guest.goto(new URL(link).pathname);
  await expect(guest.getByRole('heading', { name: 'Our first home' })).toBeVisible();
  // A glimpse of the list, without an account.
  await expect(guest.getByRole('region', { name: '1 home in this list' })).toContainText(title);
  await guest.getByRole('button', { name: 'Log In to Join' }).click();
  // Logging in is joining.
  await new LoginDialog(guest).logIn('agent@silong.example');
  await expect(guest).toHaveURL(/\/lists\/\d+$/);
  const homes = guest.getByRole('list', { name: 'Homes in this list' });
  await homes.getByRole('button', { name: /^Yes/ }).click();
  await homes.getByRole('textbox', { name: 'Comment' }).fill('Near the office, I like it');
  await homes.getByRole('button', { name: 'Add Comment' }).click();
  await expect(homes.getByText('Near the office, I like it', { exact: true })).toBeVisible();

  // The other one sees it without a reload.
  const shown = page.getByRole('list', { name: 'Homes in this list' });
  await expect(shown.getByText('Near the office, I like it')).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Yes 1' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  // Homes of other tests may have no place on the map.
  const { lists } = (await callAs<{ lists: SharedList[] }>(server.url, user.token, 'GET', '/api/lists')).data;
  const { points } = (
    await callAs<{ points: { id: number }[] }>(
      server.url,
      user.token,
      'GET',
      '/api/properties/map?status=available',
    )
  ).data;
  for (const { id } of points.slice(0, 6))
    await callAs(server.url, user.token, 'POST', `/api/lists/${lists[0]?.id}/items`, { property_id: id });
  await page.getByRole('link', { name: 'Suggest a Route' }).click();
  await expect(page.getByRole('list', { name: 'Stops in order' }).getByRole('listitem').nth(2)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in Google Maps' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/dir\/\?/,
  );
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goBack();

  await page.getByRole('button', { name: 'Delete list' }).click();
  await page.getByRole('button', { name: 'Delete List', exact: true }).last().click();
  await expect(page.getByRole('link', { name: 'Our place near work' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Our first home' })).toHaveCount(0);
  await expect(guest.getByText('List not available')).toBeVisible();
  // A window with the list open when it is removed requests it once more.
  expect(consoleErrors.splice(0).every((line) => line.includes('404'))).toBe(true);
  await guest.context().close();
});

test('a favourite takes stars, tags and a note, which a lost connection does not lose', {
  tag: '@journey',
}, async ({ page, server, consoleErrors }) => {
  const user = await signIn(page, server.url, 'user');
  const { properties } = (
    await callAs<Listed>(server.url, user.token, 'GET', '/api/properties?limit=2&sort=newest')
  ).data;
  for (const { id } of properties) await callAs(server.url, user.token, 'POST', `/api/favorites/${id}`);
  const [first] = properties;
  await page.goto('/favorites');
  await page.getByRole('button', { name: `Add a note about ${first?.title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'My notes' });
  await dialog.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('Near work');
  await dialog.getByRole('textbox', { name: 'Tags' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Ask about the dues');
  await page.route('**/api/favorites/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save notes' }).click();
  await expect(dialog.getByText('Your notes are still here. Please try again.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  await page.unroute('**/api/favorites/*');
  await page.reload();
  await page.getByRole('button', { name: `Add a note about ${first?.title}` }).click();
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask about the dues');
  await dialog.getByRole('button', { name: 'Save notes' }).click();
  await expect(page.getByText('Your notes are saved')).toBeVisible();
  await page.getByLabel('Tag', { exact: true }).selectOption('Near work');
  await expect(page.getByText('1 favorite matches')).toBeVisible();
  await expect(page).toHaveURL(/tag=Near\+work/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('homes are compared from their cards, by the rows that differ, with the next step of each', {
  tag: '@journey',
}, async ({ page }) => {
  // Homes with different prices, which other tests' posts may not have.
  await page.goto('/properties?type=condo&listing_type=sale&sort=price_desc');
  const cards = page.getByRole('main').getByRole('article');
  for (const at of [0, 1]) await act(cards.nth(at), 'Compare');
  const tray = page.getByRole('complementary', { name: 'Properties to compare' });
  await expect(tray.getByText('2 of 4')).toBeVisible();
  await tray.getByRole('link', { name: 'Compare' }).click();
  // Rows that are equal are folded; the address keeps that they are not.
  const listing = page.getByRole('rowheader', { name: 'Listing', exact: true });
  await expect(listing).toBeHidden();
  await page.getByRole('button', { name: /^Show \d+ equal rows?$/ }).click();
  await expect(page).toHaveURL(/equal=1/);
  await page.reload();
  await expect(listing).toBeVisible();
  await page.getByRole('button', { name: 'Hide equal rows' }).click();
  await expect(page).not.toHaveURL(/equal/);
  await expect(listing).toBeHidden();
  await expect(page.getByRole('rowheader', { name: 'Estimated cost' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Price ₱/ }).getByText('Lowest', { exact: true })).toHaveCount(1);
  // The next step is at hand for each.
  const next = page.getByRole('row', { name: /^Next step/ });
  await expect(next.getByRole('button', { name: 'Request a Viewing' })).toHaveCount(2);
  await expect(next.getByRole('button', { name: 'Message' })).toHaveCount(2);
  // On a phone two homes stand side by side, and nothing of the second is cut off.
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  const homes = page.getByRole('columnheader');
  await expect(homes).toHaveCount(2);
  const second = await homes.nth(1).boundingBox();
  expect((second?.x ?? 390) + (second?.width ?? 0)).toBeLessThanOrEqual(390);
  // Further down the picture and the price of each home stay on the screen.
  await next.scrollIntoViewIfNeeded();
  const price = page.locator('[aria-hidden=true]').getByText(/^₱[\d.]+M$/);
  await expect(price).toHaveCount(2);
  await expect(price.nth(1)).toBeVisible();
  await expect(price.nth(1)).toBeInViewport();
  await expectAccessible(page);
});
