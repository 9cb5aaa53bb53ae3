import type { Locator, Page } from '@playwright/test';
import { readPart, startSmtp, type TestSmtp } from '../support/smtp.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { openSession, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, register, registerApplicant } from './support/newcomers.ts';
import { type ServerProcess, startServerProcess } from './support/serverProcess.ts';

const PASSWORD = 'newcomer-1';

/** Opens the form in which an account is made. */
async function openSignUp(page: Page, url: string): Promise<Locator> {
  const { root } = new LoginDialog(page);
  await page.goto(url);
  await page.getByRole('button', { name: 'Login' }).click();
  await root.getByRole('button', { name: 'Sign up' }).click();
  return root;
}

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Account menu of ${name}` });

test('a new account is registered, logged out and logged in again', { tag: ['@journey', '@engines'] }, async ({
  page,
  consoleErrors,
}) => {
  const login = new LoginDialog(page);
  await openSignUp(page, '/');
  await expect(login.root.getByText('Create Account').first()).toBeVisible();

  // Missing fields are reported in the order of the form.
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

  const menu = menuOf(page, 'Maria Santos');
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

test('who logs out, or in as somebody else, in one tab does so in the other', async ({
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

test('an applicant who is approved is an agent at once, also in a browser that knows them as a user', {
  tag: '@journey',
}, async ({ page, server }) => {
  const applicant = await registerApplicant(server.url, 'Pia Lontoc');
  await signInWith(page, applicant);
  await page.goto('/');
  await menuOf(page, 'Pia Lontoc').click();
  const dashboard = page.getByRole('menuitem', { name: 'My Dashboard' });
  await expect(dashboard).toHaveAttribute('href', '/dashboard');
  // The profile requested by the page at its start does not cause the difference.
  await page.waitForLoadState('networkidle');
  const admin = await openSession(server.url, 'admin');
  await callAs(server.url, admin.token, 'PUT', `/api/admin/agents/${applicant.user.id}/approve`);
  await expect(dashboard).toHaveAttribute('href', '/agent-dashboard');

  await page.goto('/agent-dashboard');
  await expect(page.getByRole('heading', { name: 'Agent Dashboard', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/agent-dashboard/);
});

test.describe('with a mail server', () => {
  // One server for all of them, which each worker would start for each test otherwise.
  test.describe.configure({ mode: 'default' });

  let smtp: TestSmtp;
  let mailing: ServerProcess;

  test.beforeAll(async () => {
    smtp = await startSmtp();
    mailing = await startServerProcess({ SMTP_URL: smtp.url, SMS_PROVIDER: 'log' });
  });

  test.afterAll(async () => {
    await mailing.stop();
    await smtp.close();
  });

  /** The newest mail to an address with a link, once there are so many. */
  async function mailTo(email: string, count = 1): Promise<{ link: string; code: string }> {
    const texts = () =>
      smtp.mails.filter(({ to }) => to.includes(email)).map((mail) => readPart(mail, 'text/plain'));
    await expect.poll(() => texts().length).toBe(count);
    const text = texts().at(-1) ?? '';
    return {
      link: /https?:\S+(?:verify-email|refuse-email-change|reset-password)\S+/.exec(text)?.[0] ?? '',
      code: /^\d{3} \d{3}$/m.exec(text)?.[0] ?? '',
    };
  }

  const banner = (page: Page) => page.getByRole('region', { name: 'Please confirm your email' });

  test('a forgotten password is set anew with the mailed link', { tag: '@journey' }, async ({
    page,
    consoleErrors,
  }) => {
    const login = new LoginDialog(page);
    await page.goto(mailing.url);
    await page.getByRole('button', { name: 'Login' }).click();
    await login.root.getByRole('button', { name: 'Forgot password?' }).click();
    await login.root.getByLabel('Email Address').fill('agent@silong.example');
    await login.root.getByRole('button', { name: 'Send Reset Link' }).click();

    await page.goto((await mailTo('agent@silong.example')).link);
    await page.getByLabel('New Password', { exact: true }).fill('a-new-secret');
    await page.getByLabel('Confirm Password').fill('a-new-secret');
    await page.getByRole('button', { name: 'Set New Password' }).click();
    await expect(login.root).toBeVisible();
    await login.fill('agent@silong.example', 'silong-demo');
    await expect(login.root.getByRole('alert')).toHaveText('Invalid email or password');
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('401')]);
    await login.fill('agent@silong.example', 'a-new-secret');
    await expect(login.root).toBeHidden();
  });

  test('a new account confirms its address with the mailed link', { tag: '@journey' }, async ({
    page,
    consoleErrors,
  }) => {
    const form = await openSignUp(page, mailing.url);
    await form.getByLabel('Full Name').pressSequentially('Nena Abad');
    await form.getByLabel('Email Address').pressSequentially('nena@newcomer.example');
    await form.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD);
    await form.getByLabel('Confirm Password').pressSequentially(PASSWORD);
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Create Account' }).click();
    await expect(form).toBeHidden();
    await expect(banner(page)).toContainText('nena@newcomer.example');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    const { link } = await mailTo('nena@newcomer.example');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await expectAccessible(page);

    // Opened again, it says that there is nothing to do.
    await page.reload();
    await expect(page.getByText('Your email is already confirmed.')).toBeVisible();
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
  });

  test('by the digits, after wrong ones and a new mail; put off, it stays away for the visit', async ({
    page,
    consoleErrors,
  }) => {
    await signInWith(page, await register(mailing.url, 'Omar Diaz'));
    await page.goto(mailing.url);
    await banner(page).getByRole('button', { name: 'Later' }).click();
    await expect(banner(page)).toHaveCount(0);
    await page.goto(`${mailing.url}/about`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);

    await page.goto(`${mailing.url}/profile`);
    const card = page.getByRole('region', { name: 'Email and Phone' });
    await expect(card.getByText('Not confirmed')).toBeVisible();
    await card.getByLabel('Six-digit code').fill('12345');
    await card.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(card.getByText('Please enter the six digits')).toBeVisible();
    const { code: first } = await mailTo('omar.diaz@newcomer.example');
    await card.getByRole('button', { name: 'Send It Again' }).click();
    const { code } = await mailTo('omar.diaz@newcomer.example', 2);
    if (first !== code) {
      await card.getByLabel('Six-digit code').fill(first);
      await card.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(card.getByText('This link or code is no longer valid.')).toBeVisible();
      expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
    }
    await card.getByLabel('Six-digit code').fill(code);
    await card.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(card.getByText('Confirmed', { exact: true })).toBeVisible();
  });

  test('another address is taken once it is confirmed, and given back by the old one', async ({
    page,
    consoleErrors,
  }) => {
    await signInWith(page, await openSession(mailing.url, 'user'));
    await page.goto(`${mailing.url}/profile`);
    const card = page.getByRole('region', { name: 'Email and Phone' });
    await card.getByRole('button', { name: 'Change Email' }).click();
    await card.getByLabel('New email').fill('bea@new.example');
    await card.getByLabel('Your password', { exact: true }).fill('silong-demo');
    await card.getByRole('button', { name: 'Change Email' }).click();
    await expect(card.getByText('We will use your new address bea@new.example once')).toBeVisible();
    const { code } = await mailTo('bea@new.example');
    const { link } = await mailTo('user@silong.example');
    await card.getByLabel('Six-digit code').fill(code);
    await card.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(card.getByText('bea@new.example', { exact: true })).toBeVisible();

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Keep your email address?' })).toBeVisible();
    await page.getByRole('button', { name: 'Keep My Address' }).click();
    await expect(page.getByRole('heading', { name: 'You kept your address' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    // The page's next request is answered that its session has ended.
    expect(new Set(consoleErrors.splice(0))).toEqual(new Set([expect.stringContaining('401')]));
  });
});
