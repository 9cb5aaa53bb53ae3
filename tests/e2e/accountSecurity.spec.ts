import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import type { Session } from '../../shared/contracts/auth.ts';
import { type SignInProviderAtTests, startSignInProvider } from '../support/signInProvider.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { DEMO_PASSWORD, openSession, signIn, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, register, registerConfirmed, signInStatus } from './support/newcomers.ts';
import { openBrowser } from './support/people.ts';
import { type ServerProcess, startServerProcess } from './support/serverProcess.ts';

const PASSWORD = 'newcomer-1';
const STEP_MS = 30_000;

const codeAt = (secret: string, at: number) => generateSync({ secret, epoch: Math.floor(at / 1_000) });

/** A device that keeps passkeys, and whose owner is always there. */
async function giveDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
}

test('two-step login is set up, asked for at the next login, and turned off again', {
  tag: '@journey',
}, async ({ page, browser, server, consoleErrors }) => {
  const stranger = await register(server.url, 'Tess Unconfirmed');
  await signInWith(page, stranger);
  await page.goto('/profile#security');
  const before = page.getByRole('region', { name: 'Two-Step Login' });
  await expect(before).toContainText('First confirm your email');
  await expect(before.getByRole('button')).toHaveCount(0);
  const session = await registerConfirmed(server.url, 'Tessa Twostep');
  await signInWith(page, session);
  await page.reload();
  const card = page.getByRole('region', { name: 'Two-Step Login' });
  await card.getByRole('button', { name: 'Set Up' }).click();

  const setup = page.getByRole('dialog', { name: 'Set up two-step login' });
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = ((await setup.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await setup.getByLabel('Type the 6-digit code').fill('000000');
  await setup.getByRole('button', { name: 'Turn On' }).click();
  await expect(setup.getByRole('alert')).toContainText('This code is not valid');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
  await setup.getByLabel('Type the 6-digit code').fill(codeAt(secret, Date.now()));
  await setup.getByRole('button', { name: 'Turn On' }).click();

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'dialog:modal');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  const lines = await codes.getByRole('listitem').evaluateAll((items) =>
    items.map((item) => {
      const words = document.createRange();
      words.selectNodeContents(item);
      return words.getClientRects().length;
    }),
  );
  expect(lines, 'each on a line of its own').toEqual(Array(10).fill(1));
  await page.setViewportSize({ width: 1280, height: 800 });
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  const saved = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(saved).toEqual(await codes.getByRole('listitem').allTextContents());
  await codes.getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(card).toContainText('10 recovery codes left');

  // A separate browser: the session stored by this page would sign it in again.
  const other = await openBrowser(browser, server.url);
  await other.goto('/');
  await other.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  const login = new LoginDialog(other);
  await login.fill(session.user.email, PASSWORD);
  const code = login.root.getByLabel('6-digit code from your app, or a recovery code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(other, '[role="dialog"]');
  await code.fill('123456');
  await login.root.getByRole('button', { name: 'Log In' }).click();
  await expect(login.root.getByRole('alert')).toContainText('This code is not valid');
  // The code of the setup is used; the next one is good already.
  await code.fill(codeAt(secret, Date.now() + STEP_MS));
  await login.root.getByRole('button', { name: 'Log In' }).click();
  await expect(login.root).toBeHidden();

  await other.goto('/profile#security');
  const sessions = other.getByRole('region', { name: 'Where You Are Logged In' });
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions.getByRole('button', { name: 'Log Out All Others' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Log Out All Others' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect((await callAs(server.url, session.token, 'GET', '/api/auth/profile')).status).toBe(401);

  const ownCard = other.getByRole('region', { name: 'Two-Step Login' });
  await ownCard.getByRole('button', { name: 'Turn Off' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Turn Off' }).click();
  await expect(ownCard.getByRole('button', { name: 'Set Up' })).toBeVisible();
  await other.context().close();
  consoleErrors.length = 0;
});

test('an administrator who must have a second factor confirms with the passkey, not with the password', async ({
  page,
  consoleErrors,
}) => {
  let home = '';
  const own = await startServerProcess(async (port) => {
    home = `http://localhost:${port}`;
    return { PUBLIC_URL: home, STEP_UP_AFTER_LOGIN_MINUTES: '0' };
  });
  try {
    await giveDevice(page);
    await page.goto(`${home}/`);
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: 'Login' }).click();
    const login = new LoginDialog(page);
    await login.logIn('admin@silong.example');
    const { token, user } = await openSession(home, 'admin');

    await page.goto(`${home}/profile#security`);
    const card = page.getByRole('region', { name: 'Passkeys' });
    await card.getByRole('button', { name: 'Add a Passkey' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a passkey' });
    await adding.getByLabel('Name').fill('Office laptop');
    await adding.getByRole('button', { name: 'Continue' }).click();
    const check = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    const confirmByPassword = async () => {
      await check.getByLabel('Your Password', { exact: true }).fill(DEMO_PASSWORD);
      await check.getByRole('button', { name: 'Confirm' }).click();
    };
    await confirmByPassword();
    await expect(card.getByRole('listitem')).toContainText('Office laptop');
    const requirement = { category: 'security', settings: { requireSecondFactorForAdmins: true } };
    expect((await callAs(home, token, 'PUT', '/api/admin/settings', requirement)).status).toBe(200);

    await page.getByRole('button', { name: `Account menu of ${user.name}` }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await expect(header.getByRole('button', { name: 'Login' })).toBeVisible();
    await page.goto(`${home}/properties`);
    await header.getByRole('button', { name: 'Login' }).click();
    await login.root.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(login.root).toBeHidden();

    await page.goto(`${home}/admin-dashboard?tab=users&search=user%40silong`);
    await page.getByRole('button', { name: 'Change password' }).click();
    const password = page.getByRole('dialog', { name: 'Change Password' });
    await password.getByLabel('New Password').fill('second-password');
    await password.getByLabel('Confirm Password').fill('second-password');
    await password.getByRole('button', { name: 'Change Password' }).click();
    await confirmByPassword();
    await expect(check.getByText('Please confirm with your passkey.')).toBeVisible();
    await expectAccessible(page, 'dialog:modal');
    await check.getByRole('button', { name: 'Use a passkey instead' }).click();
    await expect(check).toBeHidden();
    await expect(password).toBeHidden();
    expect(await signInStatus(home, 'user@silong.example', 'second-password')).toBe(200);
    expect(consoleErrors.splice(0).every((line) => line.includes('403'))).toBe(true);
  } finally {
    // Requests still on their way would be refused, and the console would say so.
    await page.goto('about:blank');
    await own.stop();
  }
});

test.describe('a site with a name and a provider', () => {
  // One server for all of them, which each worker would start for each test otherwise.
  test.describe.configure({ mode: 'default' });

  // Passkeys belong to a site with a name: the browser takes 'localhost', and no number.
  let named: ServerProcess;
  let provider: SignInProviderAtTests;
  let site: string;

  test.beforeAll(async () => {
    named = await startServerProcess(async (port) => {
      site = `http://localhost:${port}`;
      provider = await startSignInProvider(`${site}/sign-in/callback`);
      const { issuer, clientId, clientSecret, name } = provider.settings;
      return {
        PUBLIC_URL: site,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
        OIDC_NAME: name,
      };
    });
  });

  test.afterAll(async () => {
    await named.stop();
    await provider.close();
  });

  test('a passkey is added, logs in, proves who is there, and is removed', async ({ page }) => {
    await giveDevice(page);
    await page.goto(`${site}/`);
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: 'Login' }).click();
    const login = new LoginDialog(page);
    await login.logIn('user@silong.example');
    await page.goto(`${site}/profile#security`);
    const card = page.getByRole('region', { name: 'Passkeys' });
    await expect(card).toContainText('You have no passkeys yet.');
    await card.getByRole('button', { name: 'Add a Passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog).toContainText('Please give the passkey a name');
    await dialog.getByLabel('Name').fill('My phone');
    await expectAccessible(page, 'dialog:modal');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(card.getByRole('listitem')).toContainText('My phone');
    await card.getByRole('button', { name: 'Rename My phone' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename the passkey' });
    await rename.getByLabel('Name').fill('Office laptop');
    await rename.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByRole('listitem')).toContainText('Office laptop');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('button', { name: 'Account menu of Bea Marquez' }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await expect(header.getByRole('button', { name: 'Login' })).toBeVisible();
    await page.goto(`${site}/properties`);
    await header.getByRole('button', { name: 'Login' }).click();
    const way = login.root.getByRole('button', { name: 'Log in with a passkey' });
    await expect(way).toBeVisible();
    await expectAccessible(page, '[role="dialog"]');
    await way.click();
    await expect(login.root).toBeHidden();
    await expect(page.getByRole('button', { name: 'Account menu of Bea Marquez' })).toBeVisible();

    await page.goto(`${site}/profile#security`);
    await card.getByRole('button', { name: 'Remove Office laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(card).toContainText('You have no passkeys yet.');
  });

  test('where admins need a second factor, one without it is led to where it is set up', async ({
    page,
    browser,
    consoleErrors,
  }) => {
    const admin = await signIn(page, site, 'admin');
    await page.goto(`${site}/admin-dashboard`);
    await expect(page.getByText('logs in with a password alone')).toBeVisible();
    const call = (session: Session, method: 'POST' | 'PUT', path: string, body?: unknown) =>
      callAs<Record<string, string>>(site, session.token, method, path, body);
    const { data } = await call(admin, 'POST', '/api/auth/totp');
    await call(admin, 'PUT', '/api/auth/totp', { code: codeAt(data.secret ?? '', Date.now()) });
    const requirement = { category: 'security', settings: { requireSecondFactorForAdmins: true } };
    expect((await call(admin, 'PUT', '/api/admin/settings', requirement)).status).toBe(200);
    await page.reload();
    await expect(page.getByText('logs in with a password alone')).toHaveCount(0);

    const other = { name: 'Other Admin', email: 'other.admin@example.com', password: PASSWORD };
    await call(admin, 'POST', '/api/admin/users', { ...other, role: 'admin', status: 'active' });
    const entered = await callAs<Session>(site, '', 'POST', '/api/auth/login', other);
    const viewport = { width: 390, height: 844 };
    const second = await openBrowser(browser, site, entered.data, { viewport });
    await second.goto('/admin-dashboard');
    await expect(second).toHaveURL(/\/profile#security$/);
    await expect(second.getByText('Administrators need it here. Set it up')).toBeVisible();
    await expectNoSidewaysScroll(second);
    await second.context().close();
    consoleErrors.length = 0;
  });

  test('the office’s provider logs in, and leads back to where one was', async ({ page, consoleErrors }) => {
    provider.people.carla = { email: 'carla@office.example', email_verified: true, name: 'Carla Ocampo' };
    await page.goto(`${site}/agents`);
    await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
    const login = new LoginDialog(page);
    await login.root.getByRole('button', { name: 'Log in with the office' }).click();
    await page.getByLabel('Name').fill('carla');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: 'Account menu of Carla Ocampo' })).toBeVisible();
    await expect(page).toHaveURL(`${site}/agents`);

    // The code of the identity provider is valid once, and only in the browser that asked for it.
    await page.goto(`${site}/sign-in/callback?code=stolen&state=stolen`);
    await expect(page.getByRole('link', { name: 'Continue in the Console' })).toHaveAttribute(
      'href',
      'silong://sign-in?code=stolen&state=stolen',
    );
    await expectAccessible(page);
    expect(consoleErrors).toEqual([]);
  });

  test('who gives up at the provider is told so, and can log in another way', async ({ page, consoleErrors }) => {
    await page.goto(`${site}/`);
    await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
    const login = new LoginDialog(page);
    await login.root.getByRole('button', { name: 'Log in with the office' }).click();
    await page.getByLabel('Name').fill('nobody');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Login did not work');
    await expectAccessible(page);
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await login.logIn('user@silong.example');
  });
});
