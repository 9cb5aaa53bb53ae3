import { readPart, startSmtp } from '../support/smtp.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { openSession, signInWith } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { callAs, registerApplicant } from './support/newcomers.ts';
import { startServerProcess } from './support/serverProcess.ts';

test('a new account is registered, logged out and logged in again', { tag: '@journey' }, async ({
  page,
  consoleErrors,
}) => {
  const login = new LoginDialog(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Login' }).click();
  await login.root.getByRole('button', { name: 'Sign up' }).click();
  await expect(login.root.getByText('Create Account').first()).toBeVisible();

  // What is missing is said in the order of the form.
  const create = login.root.getByRole('button', { name: 'Create Account' });
  await create.click();
  await expect(login.root.getByRole('alert')).toHaveText('Please fill in all required fields');
  await login.root.getByLabel('Full Name').fill('Maria Santos');
  await login.root.getByLabel('Email Address').fill('maria@silong.example');
  await login.root.getByLabel('Password', { exact: true }).fill('secret-1');
  await login.root.getByLabel('Confirm Password').fill('secret-2');
  await create.click();
  await expect(login.root.getByRole('alert')).toHaveText('Passwords do not match');
  await login.root.getByLabel('Confirm Password').fill('secret-1');
  await create.click();
  await expect(login.root.getByRole('alert')).toHaveText('Please agree to the terms and conditions');
  await login.root.getByRole('checkbox').check();
  await create.click();
  await expect(login.root).toBeHidden();

  const menu = page.getByRole('button', { name: 'Account menu of Maria Santos' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

  await page.getByRole('button', { name: 'Login' }).click();
  await login.fill('maria@silong.example', 'not-the-password');
  await expect(login.root.getByRole('alert')).toHaveText('Invalid email or password');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('401')]);
  await login.fill('MARIA@silong.example ', 'secret-1');
  await expect(login.root).toBeHidden();
  await expect(menu).toBeVisible();

  // Without 'Remember me' the session lives in the tab, and survives a reload of it.
  await page.reload();
  await expect(menu).toBeVisible();
});

test('a protected page asks for the login and is reached after it', async ({ page }) => {
  await page.goto('/favorites');
  await expect(page).toHaveURL(/\/$/);
  await new LoginDialog(page).logIn('user@silong.example');
  await expect(page).toHaveURL(/\/favorites$/);
});

test('a forgotten password is set anew with the mailed link', { tag: '@journey' }, async ({
  page,
  consoleErrors,
}) => {
  const smtp = await startSmtp();
  const server = await startServerProcess({ SMTP_URL: smtp.url });
  try {
    const login = new LoginDialog(page);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Login' }).click();
    await login.root.getByRole('button', { name: 'Forgot password?' }).click();
    await login.root.getByLabel('Email Address').fill('user@silong.example');
    await login.root.getByRole('button', { name: 'Send Reset Link' }).click();

    const [mail] = await smtp.waitFor(1);
    if (!mail) throw new Error('no mail came');
    const link = /https?:\S+reset-password\S+/.exec(readPart(mail, 'text/plain'))?.[0] ?? '';
    await page.goto(link);
    await page.getByLabel('New Password', { exact: true }).fill('a-new-secret');
    await page.getByLabel('Confirm Password').fill('a-new-secret');
    await page.getByRole('button', { name: 'Set New Password' }).click();
    await expect(login.root).toBeVisible();
    await login.fill('user@silong.example', 'silong-demo');
    await expect(login.root.getByRole('alert')).toHaveText('Invalid email or password');
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('401')]);
    await login.fill('user@silong.example', 'a-new-secret');
    await expect(login.root).toBeHidden();
  } finally {
    // What the page still loads would be refused, and its console would say so.
    await page.goto('about:blank');
    await server.stop();
    await smtp.close();
  }
});

test('an applicant who is approved is an agent at once, also in a browser that knows them as a user', {
  tag: '@journey',
}, async ({ page, server }) => {
  const applicant = await registerApplicant(server.url, 'Pia Lontoc');
  await signInWith(page, applicant);
  await page.goto('/');
  await page.getByRole('button', { name: 'Account menu of Pia Lontoc' }).click();
  const dashboard = page.getByRole('menuitem', { name: 'My Dashboard' });
  await expect(dashboard).toHaveAttribute('href', '/dashboard');
  // The profile that the page asked for at its start is not what makes the difference.
  await page.waitForLoadState('networkidle');
  const admin = await openSession(server.url, 'admin');
  await callAs(server.url, admin.token, 'PUT', `/api/admin/agents/${applicant.user.id}/approve`);
  await expect(dashboard).toHaveAttribute('href', '/agent-dashboard');

  await page.goto('/agent-dashboard');
  await expect(page.getByRole('heading', { name: 'Agent Dashboard', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/agent-dashboard/);
});
