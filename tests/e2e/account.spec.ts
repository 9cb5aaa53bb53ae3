import type { Page } from '@playwright/test';
import { LoginDialog } from './pages/loginDialog.ts';
import { act } from './pages/propertyList.ts';
import { call, openNewSession, signIn } from './support/accounts.ts';
import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const PASSWORD = 'asked-before-1';

/** Makes an account in the open dialog, as somebody who has none types it. */
async function register(page: Page, name: string): Promise<void> {
  const { root } = new LoginDialog(page);
  await root.getByRole('tab', { name: 'Create account' }).click();
  await root.getByLabel('Full Name').pressSequentially(name);
  await root.getByLabel('Email Address').pressSequentially(`asked-${Date.now()}@silong.example`);
  await root.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD);
  await root.getByLabel('Confirm Password').pressSequentially(PASSWORD);
  await root.getByRole('checkbox').check();
  await root.getByRole('button', { name: 'Create Account' }).click();
  await expect(root).toBeHidden();
}

const firstCard = (page: Page) => page.getByRole('main').getByRole('article').first();
const titleOf = (page: Page) => firstCard(page).getByRole('heading', { level: 3 }).innerText();

const askForList = (page: Page) => act(firstCard(page), 'Save to list…');

test('a heart pressed before the account was made is a favorite afterwards, once', async ({ page }) => {
  await page.goto('/properties');
  const title = await titleOf(page);
  const heart = firstCard(page).getByRole('button', { name: `Save ${title} to favorites` });
  await heart.click();
  const { root } = new LoginDialog(page);
  // In a browser without a login before, neither way is the likelier one.
  const ways = root.getByRole('tab');
  await expect(ways).toHaveText(['Log in', 'Create account']);
  // Both in one picture, as the dialog grows while it opens.
  const [one = 0, other = 1] = await ways.evaluateAll((tabs) =>
    tabs.map((tab) => tab.getBoundingClientRect().width),
  );
  expect(Math.abs(one - other)).toBeLessThan(2);
  await register(page, 'Hana Heart');
  await expect(page.getByText('Property added to favorites')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/favorites');
  await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1);
});

test('the wish to save to a list outlives a reload, and a closed dialog forgets it', async ({ page, server }) => {
  await page.goto('/properties');
  const title = await titleOf(page);
  await askForList(page);
  const login = new LoginDialog(page);
  await expect(login.root).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Save to list' });
  // A session of another tab is not the login that was asked for.
  const { token, user } = await openNewSession(server.url, 'user');
  await page.evaluate(
    ([storedToken, storedUser]) => {
      sessionStorage.setItem('silong_token', storedToken);
      sessionStorage.setItem('silong_user', storedUser);
    },
    [token, JSON.stringify(user)] as const,
  );
  await call('POST', `${server.url}/api/lists`, token, { name: 'Near the office' });
  await page.reload();
  await expect(page.getByRole('button', { name: `Account menu of ${user.name}` })).toBeVisible();
  await expect(dialog).toBeHidden();
  // As after the visit to a provider, which signs in on another page of this tab.
  await page.evaluate(() => {
    const act = JSON.parse(sessionStorage.getItem('silong_act_after_login') ?? '{}');
    sessionStorage.setItem('silong_act_after_login', JSON.stringify({ ...act, isDue: true }));
  });
  await page.reload();
  await expect(dialog).toContainText(title);
  // A press anywhere on the row saves: on its name, too.
  const name = await dialog.getByText('Near the office').boundingBox();
  await page.mouse.click((name?.x ?? 0) + 5, (name?.y ?? 0) + 5);
  await expect(page.getByText('Saved to “Near the office”')).toBeVisible();
  await expect(page).toHaveURL(/\/properties$/);
  await page.reload();
  await expect(firstCard(page)).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: `Account menu of ${user.name}` }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.getByRole('link', { name: 'Properties' }).first().click();
  // Not a card of the page before.
  await expect(page.getByRole('list', { name: 'Properties' })).toBeVisible();
  await askForList(page);
  await login.root.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Login' }).click();
  await login.logIn('user@silong.example');
  await expect(page.getByRole('button', { name: `Account menu of ${user.name}` })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the account area holds every personal page in one list', async ({ page, server }) => {
  const [laptop, phone] = [
    { width: 1366, height: 657 },
    { width: 360, height: 640 },
  ];
  await page.setViewportSize(laptop);
  await signIn(page, server.url, 'user');
  await page.goto('/account');
  await expect(page).toHaveURL(/\/dashboard$/);
  const list = page.getByRole('navigation', { name: 'My account' });
  const steps = [
    ['Saved', /\/favorites$/, 'My Favorites'],
    ['Lists', /\/lists$/, 'Shared Lists'],
    ['Searches', /\/saved-searches$/, 'Saved Searches'],
    ['Messages', /\/dashboard\?tab=messages$/, /Welcome back/],
    ['Viewings', /\/dashboard\?tab=viewings$/, /Welcome back/],
    ['Settings', /\/settings$/, 'Settings'],
    ['Privacy', /\/settings\?tab=privacy$/, 'Settings'],
  ] as const;
  for (const [name, address, heading] of steps) {
    await list.getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    for (const viewport of [phone, laptop]) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
  }
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
  await page.goto('/account/security');
  await expect(page).toHaveURL(/\/profile#security$/);

  // On a phone the list leads on as well.
  await page.setViewportSize(phone);
  await page.goto('/dashboard');
  for (const name of ['Saved', 'Searches']) await list.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Saved Searches' })).toBeVisible();
});

test('deleting the account takes four clicks from anywhere', async ({ page, server, consoleErrors }) => {
  const { user } = await signIn(page, server.url, 'user');
  await page.goto('/');
  await page.getByRole('button', { name: `Account menu of ${user.name}` }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByLabel('Your Password', { exact: true }).pressSequentially('not-my-password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This password is incorrect');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('403')]);
});
