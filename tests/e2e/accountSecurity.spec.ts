import { readFile } from 'node:fs/promises';
import { generateSync } from 'otplib';
import type { Session } from '../../shared/contracts/auth.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { DEMO_PASSWORD, signIn, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, register } from './support/newcomers.ts';
import { startServerProcess } from './support/serverProcess.ts';

const PASSWORD = 'newcomer-1';
const STEP_MS = 30_000;

const codeAt = (secret: string, at: number) => generateSync({ secret, epoch: Math.floor(at / 1_000) });

test('two-step login is set up, asked for at the next login, and turned off again', {
  tag: '@journey',
}, async ({ page, server, consoleErrors }) => {
  const session = await register(server.url, 'Tessa Twostep');
  await signInWith(page, session);
  await page.goto('/profile#security');
  const card = page.getByRole('region', { name: 'Two-Step Login' });
  await card.getByRole('button', { name: 'Set Up' }).click();

  const setup = page.getByRole('dialog', { name: 'Set up two-step login' });
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await setup.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await setup.getByLabel('Type the 6-digit code').fill('000000');
  await setup.getByRole('button', { name: 'Turn On' }).click();
  await expect(setup.getByRole('alert')).toContainText('This code is not valid');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
  await setup.getByLabel('Type the 6-digit code').fill(codeAt(secret, Date.now()));
  await setup.getByRole('button', { name: 'Turn On' }).click();

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
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
  await expectAccessible(page);

  // A browser of its own: what this page has stored would sign it in again.
  const context = await page.context().browser()?.newContext({ baseURL: server.url });
  if (!context) throw new Error('There is no browser');
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  const login = new LoginDialog(other);
  await login.fill(session.user.email, PASSWORD);
  const code = login.root.getByLabel('6-digit code from your app, or a recovery code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(other);
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
  await context.close();
  consoleErrors.length = 0;
});

test('a backup is made and downloaded once the admin has confirmed who they are', async ({
  page,
  consoleErrors,
}) => {
  const strict = await startServerProcess({ STEP_UP_AFTER_LOGIN_MINUTES: '0' });
  try {
    await signIn(page, strict.url, 'admin');
    await page.goto(`${strict.url}/admin-dashboard?tab=settings&section=backup`);
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    const create = page.getByRole('button', { name: 'Create Backup' });
    await create.click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Please confirm your identity to continue')).toBeVisible();

    await create.click();
    await dialog.getByRole('button', { name: 'Email me a link to set one' }).click();
    await expect(dialog.getByText('a link to set a new password')).toBeVisible();
    await dialog.getByLabel('Your Password', { exact: true }).fill('not-it-at-all');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('This password is incorrect');
    await dialog.getByLabel('Your Password', { exact: true }).fill(DEMO_PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog).toBeHidden();
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /^Download/ })
      .first()
      .click();
    expect((await download).suggestedFilename()).toMatch(/^silong-.*\.tar\.gz$/);
    expect(consoleErrors.splice(0).every((line) => line.includes('403'))).toBe(true);
  } finally {
    await strict.stop();
  }
});

test('where admins need a second factor, one without it is led to where it is set up', async ({
  page,
  consoleErrors,
}) => {
  const own = await startServerProcess();
  try {
    const admin = await signIn(page, own.url, 'admin');
    await page.goto(`${own.url}/admin-dashboard`);
    await expect(page.getByText('logs in with a password alone')).toBeVisible();
    const call = (session: Session, method: 'POST' | 'PUT', path: string, body?: unknown) =>
      callAs<Record<string, string>>(own.url, session.token, method, path, body);
    const { data } = await call(admin, 'POST', '/api/auth/totp');
    await call(admin, 'PUT', '/api/auth/totp', { code: codeAt(data.secret ?? '', Date.now()) });
    const requirement = { category: 'security', settings: { requireSecondFactorForAdmins: true } };
    expect((await call(admin, 'PUT', '/api/admin/settings', requirement)).status).toBe(200);
    await page.reload();
    await expect(page.getByText('logs in with a password alone')).toHaveCount(0);

    const other = { name: 'Other Admin', email: 'other.admin@example.com', password: PASSWORD };
    await call(admin, 'POST', '/api/admin/users', { ...other, role: 'admin', status: 'active' });
    const entered = await callAs<Session>(own.url, '', 'POST', '/api/auth/login', other);
    const context = await page.context().browser()?.newContext({ baseURL: own.url });
    if (!context) throw new Error('There is no browser');
    const second = await context.newPage();
    await signInWith(second, entered.data);
    await second.setViewportSize({ width: 390, height: 844 });
    await second.goto('/admin-dashboard');
    await expect(second).toHaveURL(/\/profile#security$/);
    await expect(second.getByText('Administrators need it here. Set it up')).toBeVisible();
    await expectNoSidewaysScroll(second);
    await context.close();
    consoleErrors.length = 0;
  } finally {
    await own.stop();
  }
});
