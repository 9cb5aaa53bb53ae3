import type { Page } from '@playwright/test';
import { LoginDialog } from './pages/loginDialog.ts';
import { openSession } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Account menu of ${name}` });

test('who logs out, or in as somebody else, in one tab does so in the other', { tag: '@journey' }, async ({
  page,
  context,
  server,
}) => {
  const [{ user }, { user: agent }] = await Promise.all([
    openSession(server.url, 'user'),
    openSession(server.url, 'agent'),
  ]);
  const login = new LoginDialog(page);
  const logIn = async (email: string) => {
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await login.remember();
    await login.logIn(email);
  };
  await page.goto('/');
  await logIn(user.email);

  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { name: user.name }).first()).toBeVisible();
  const favorites = await context.newPage();
  await favorites.goto('/dashboard');
  await expect(favorites.getByText(`Welcome back, ${user.name}!`)).toBeVisible();

  await menuOf(page, user.name).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(other.getByText('Login Required')).toBeVisible();
  await expect(favorites.getByText('Access Denied')).toBeVisible();
  for (const tab of [other, favorites]) await expect(tab.getByText(user.name)).toHaveCount(0);

  await logIn(agent.email);
  await expect(menuOf(other, agent.name)).toBeVisible();
  await expect(other.getByRole('heading', { name: agent.name }).first()).toBeVisible();
  await expect(favorites.getByText(`Welcome back, ${agent.name}!`)).toBeVisible();
  await expect(other.getByText(user.name)).toHaveCount(0);
});
