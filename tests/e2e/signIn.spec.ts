import type { Page } from '@playwright/test';
import { type SignInProviderAtTests, startSignInProvider } from '../support/signInProvider.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { DEMO_PASSWORD, openSession } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, signInStatus } from './support/newcomers.ts';
import { type ServerProcess, startServerProcess } from './support/serverProcess.ts';

// One server for all of them, which each worker would start for each test otherwise.
test.describe.configure({ mode: 'default' });

// Passkeys belong to a site with a name: the browser takes 'localhost', and no number.
let server: ServerProcess;
let provider: SignInProviderAtTests;
let site: string;

test.beforeAll(async () => {
  server = await startServerProcess(async (port) => {
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
  await server.stop();
  await provider.close();
});

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

test('a passkey is added, logs in, proves who is there, and is removed', { tag: '@journey' }, async ({
  page,
}) => {
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
  await expectAccessible(page);
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
  await expectAccessible(page);
  await login.root.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(login.root).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account menu of Bea Marquez' })).toBeVisible();

  await page.goto(`${site}/profile#security`);
  await card.getByRole('button', { name: 'Remove Office laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(card).toContainText('You have no passkeys yet.');
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
    await expectAccessible(page);
    await check.getByRole('button', { name: 'Use a passkey instead' }).click();
    await expect(check).toBeHidden();
    await expect(password).toBeHidden();
    expect(await signInStatus(home, 'user@silong.example', 'second-password')).toBe(200);
    expect(consoleErrors.splice(0).every((line) => line.includes('403'))).toBe(true);
  } finally {
    await own.stop();
  }
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

  // What the provider sent is good in the browser that asked, once.
  await page.goto(`${site}/sign-in/callback?code=stolen&state=stolen`);
  await expect(page.getByRole('link', { name: 'Continue in the Console' })).toHaveAttribute(
    'href',
    'silong://sign-in?code=stolen&state=stolen',
  );
  await expectAccessible(page);
  expect(consoleErrors).toEqual([]);
});

test('who gives up at the provider is told so, and can log in another way', async ({
  page,
  consoleErrors,
}) => {
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
