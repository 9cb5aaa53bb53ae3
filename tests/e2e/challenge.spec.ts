import { openAdminDashboard } from './pages/adminDashboard.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { DEMO_PASSWORD, openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { startServerProcess } from './support/serverProcess.ts';

/** A busy machine takes its time. */
const SOLVING_MS = 40_000;

test('a challenge is solved unseen, and the limit at last says when to go on', async ({ page, consoleErrors }) => {
  const server = await startServerProcess({ ACTION_LIMITS: 'on' });
  test.slow();
  try {
    const agent = await openSession(server.url, 'agent');
    const admin = await openSession(server.url, 'admin');
    // To one agent half of it: one free, one with a challenge.
    const saved = await fetch(`${server.url}/api/admin/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({ category: 'security', settings: { maxInquiriesPerHour: 4 } }),
    });
    expect(saved.status).toBe(200);
    await signIn(page, server.url, 'user');
    const answers: { status: number; isSolved: boolean }[] = [];
    page.on('response', (response) => {
      if (!response.url().endsWith('/contact')) return;
      const isSolved = 'x-challenge-solution' in response.request().headers();
      answers.push({ status: response.status(), isSolved });
    });
    const send = async () => {
      await page.goto(`${server.url}/agents/${agent.user.id}?tab=contact`);
      await page.getByLabel('Message', { exact: true }).fill('Is it still there?');
      await page.getByRole('button', { name: 'Send Message' }).click();
    };
    for (let times = 1; times <= 2; times += 1) {
      await send();
      await expect(page.getByText('Message Sent!')).toBeVisible({ timeout: SOLVING_MS });
    }
    expect(answers).toEqual([
      { status: 201, isSolved: false },
      { status: 429, isSolved: false },
      { status: 201, isSolved: true },
    ]);
    await send();
    await expect(page.getByText(/Please try again in (59|60) minutes\./)).toBeVisible();
    expect(answers.slice(3)).toEqual([{ status: 429, isSolved: false }]);
    await expectAccessible(page);
    // The browser reports both refusals by itself.
    expect(consoleErrors.splice(0)).toEqual(Array(2).fill(expect.stringContaining('429')));
  } finally {
    await server.stop();
  }
});

test('a device that takes long says what it is doing on the button', async ({ page, consoleErrors }) => {
  const server = await startServerProcess({ ACTION_LIMITS: 'on' });
  test.slow();
  try {
    const { token } = await openSession(server.url, 'admin');
    await fetch(`${server.url}/api/admin/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ category: 'security', settings: { maxSignInFailuresPerAccount: 1 } }),
    });
    // A guesser calls from elsewhere; the owner's browser is at its usual address.
    const guess = () =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'user@silong.example', password: 'wrong' }),
      });
    expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
    // No nonce has this prefix: unsolvable while the test looks.
    let isSlow = true;
    await page.route('**/api/auth/login', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      if (isSlow && body.challenge) body.challenge.parameters.keyPrefix = 'ff'.repeat(16);
      await route.fulfill({ response, json: body });
    });
    const { root } = new LoginDialog(page);
    const login = async () => {
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Login' }).click();
      await root.getByLabel('Email').fill('user@silong.example');
      await root.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
      await root.locator('button[type=submit]').click();
    };
    await login();
    await expect(root.getByRole('button', { name: 'Checking that you are human…' })).toBeVisible();
    isSlow = false;
    await login();
    await expect(root).toBeHidden({ timeout: SOLVING_MS });
    expect(new Set(consoleErrors.splice(0).map((text) => /429/.test(text)))).toEqual(new Set([true]));
    // The page would go on to request data of a signed-in user.
    await page.goto('about:blank');
  } finally {
    await server.stop();
  }
});

test('the limits are set by an administrator', async ({ page, server }) => {
  const dashboard = await openAdminDashboard(page, server.url, '?tab=settings');
  await dashboard.openSettings('Security');
  const inquiries = page.getByLabel('Inquiries', { exact: true });
  await expect(inquiries).toHaveValue('60');
  await inquiries.fill('0');
  await dashboard.save('Security').click();
  await expect(page.getByText('Inquiries must be from 1 to 1,000,000')).toBeVisible();
  await inquiries.fill('80');
  await dashboard.save('Security').click();
  await expect(dashboard.said('Settings updated successfully!')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
