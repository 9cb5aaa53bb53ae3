import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateSync } from 'otplib';
import { Chat } from '../../e2e/pages/chat.ts';
import { Desk } from '../../e2e/pages/desk.ts';
import { openSession } from '../../e2e/support/accounts.ts';
import { DesktopConsole, realElectron } from './support/desktopConsole.ts';
import { shareConsoles, agentTest as test } from './support/sharedConsole.ts';
import { sendMessage, startTalk } from './support/talks.ts';
import { expect } from './support/test.ts';

shareConsoles();

// Attached to every result, to distinguish the stand-in from a real Electron.
test.beforeEach(() => {
  test.info().annotations.push({
    type: 'runtime',
    description: realElectron
      ? `Electron in ${process.env.ELECTRON_REAL_DIST}`
      : 'a simulated Electron; name a real one in ELECTRON_REAL_DIST',
  });
});

test('a message becomes one notification, which leads to its thread and takes an answer', {
  tag: '@journey',
}, async ({ server, desktop }) => {
  const chat = new Chat(desktop.page);
  await expect.poll(() => chat.unread()).toBeGreaterThan(0);
  await expect.poll(async () => (await desktop.witness()).badge).toBe(await chat.unread());
  await expect(desktop.status.locator('[data-state="online"]')).toBeVisible();
  const before = await chat.unread();
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());

  const talk = await startTalk(server.url, 'Is the balcony covered?');
  await expect
    .poll(async () => (await desktop.witness()).notices.at(-1))
    .toMatchObject({ title: 'New Message', isShown: true });
  await expect.poll(async () => (await desktop.witness()).badge).toBe(before + 1);
  await sendMessage(server.url, 'user', talk, 'And is there a lift?');
  await expect.poll(async () => (await desktop.witness()).notices.at(-1)?.body).toContain('And is there a lift?');
  // One per thread: the second replaced the first.
  const shown = (await desktop.witness()).notices.filter(({ isShown }) => isShown);
  expect(shown).toHaveLength(1);

  await desktop.noticeEmits('reply', 'Yes to both.');
  await desktop.noticeEmits('click');
  await expect(chat.saying('Is the balcony covered?')).toHaveCount(1);
  await expect(chat.saying('Yes to both.')).toHaveCount(1);
  await expect.poll(async () => (await desktop.witness()).badge).toBe(before);
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(
    true,
  );
  await desktop.page.keyboard.press('Escape');
});

test('the Desk’s chat opens in a window of its own, and the languages of the spell check are chosen', async ({
  server,
  desktop,
}) => {
  const { page } = desktop;
  await startTalk(server.url, 'Is there a carport for two?');
  await desktop.go('/desk');
  const desk = new Desk(page);
  await desk.row('Is there a carport for two?').click();
  const opened = desktop.app.waitForEvent('window');
  await desk.conversation.getByRole('button', { name: 'Open in New Window' }).click();
  const window = await opened;
  // The address redirects at once; the page below the chat does not matter.
  await expect(new Chat(window).saying('Is there a carport for two?')).toHaveCount(1);
  // A second request focuses the same window.
  await desk.conversation.getByRole('button', { name: 'Open in New Window' }).click();
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(2);

  await page.getByRole('button', { name: 'Console settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Console settings' });
  const checked = () => desktop.app.evaluate(({ session }) => session.defaultSession.getSpellCheckerLanguages());
  await expect(settings.getByText('Spelling is checked in this computer’s language.')).toBeVisible();
  await settings.getByLabel('Add a language').selectOption('es-MX');
  await expect(settings.getByRole('button', { name: 'Remove Mexican Spanish' })).toBeVisible();
  await settings.getByLabel('Add a language').selectOption('en-GB');
  await expect.poll(checked).toEqual(['es-MX', 'en-GB']);
  await settings.getByRole('button', { name: 'Remove Mexican Spanish' }).click();
  await expect.poll(checked).toEqual(['en-GB']);
  await settings.getByRole('button', { name: 'Use the Language of This Computer' }).click();
  await expect.poll(checked).toEqual(['en-US']);
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().at(-1)?.destroy());
});

test('photos of every kind are opened in the console, too', async ({ desktop }) => {
  const { page } = desktop;
  await desktop.go('/agent-dashboard?tab=properties&new=1');
  const house = new URL('../../support/files/house.heic', import.meta.url);
  await page
    .getByLabel('Choose images')
    .setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: readFileSync(house) });
  await expect(page.getByRole('img', { name: 'Image 1' })).toHaveJSProperty('naturalWidth', 960);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('the first run asks for the server and refuses what is none; a sign-in survives a restart behind the keyring, and a link opens its page in the one console', {
  tag: '@journey',
}, async ({ server }) => {
  let desktop = await DesktopConsole.launch();
  const { userData } = desktop;
  try {
    await desktop.page.getByLabel('Server address').fill('http://127.0.0.1:9');
    await desktop.page.getByRole('button', { name: 'Connect' }).click();
    await expect(desktop.page.getByRole('alert')).toContainText('did not answer');
    await desktop.connect(server.url);
    await expect(desktop.status).toContainText('Silong');
    await desktop.signIn('agent');
    const kept = await desktop.page.evaluate(() => window.desktop?.call('readSession'));
    expect(String(kept?.token).length).toBeGreaterThan(20);
    await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 5, y: 6, width: 900, height: 700 }),
    );
    await desktop.quit();
    for (const file of listFiles(userData).filter((name) => !name.includes('chromium')))
      expect(readFileSync(file).toString('latin1')).not.toContain(String(kept?.token));

    // A start by a link opens its page, signed in, at the stored window place.
    desktop = await DesktopConsole.launch({ userData, args: ['silong://properties/1'] });
    await expect(desktop.page).toHaveURL(/\/properties\/1$/);
    await expect(desktop.page.getByRole('button', { name: /Account menu/ })).toBeVisible();
    expect(
      await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds()),
    ).toEqual({ x: 5, y: 6, width: 900, height: 700 });

    // A second instance passes its link to the first and ends.
    const second = spawnSync(
      realElectron ?? String(process.env.SILONG_STANDIN),
      ['.', `--user-data-dir=${userData}`, 'silong://properties/2'],
      { timeout: 20_000 },
    );
    expect(second.status).toBe(0);
    await expect(desktop.page).toHaveURL(/\/properties\/2$/);
  } finally {
    await desktop.end();
  }
});

test('without a keyring it says so, and keeps nothing', async ({ server }) => {
  test.skip(Boolean(realElectron), 'A real keyring cannot be taken away.');
  let desktop = await DesktopConsole.launchAt(server.url, { env: { STANDIN_NO_KEYRING: '1' } });
  const { userData } = desktop;
  try {
    await desktop.takeSession(server.url, 'agent');
    await desktop.page.getByRole('button', { name: 'Console settings' }).click();
    await expect(desktop.page.getByText('This system has no keyring.')).toBeVisible();
    await desktop.quit();
    desktop = await DesktopConsole.launch({ userData, env: { STANDIN_NO_KEYRING: '1' } });
    await expect(desktop.page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  } finally {
    await desktop.end();
  }
});

test('a managed workstation: the server is set, nothing is kept, and idleness locks', {
  tag: '@journey',
}, async ({ server }) => {
  const policy = path.join(server.dataDir, 'policy.json');
  writeFileSync(
    policy,
    JSON.stringify({
      serverUrl: server.url,
      organisation: 'Reyes Realty',
      disableCache: true,
      idleLockMinutes: 10,
    }),
  );
  const desktop = await DesktopConsole.launch({ env: { SILONG_POLICY_FILE: policy } });
  const { page } = desktop;
  try {
    await expect(desktop.status).toContainText('Managed by Reyes Realty');
    await desktop.signIn('agent');
    await page.getByRole('button', { name: 'Console settings' }).click();
    await expect(page.getByText('Set by your organization')).toBeVisible();
    await expect(page.getByLabel('Another server')).toHaveCount(0);
    // Only the key file exists, as the policy may be removed while the console runs.
    const kept = listFiles(desktop.userData).filter((file) => /(offline|pictures).*(?<!key)\.bin$/.test(file));
    expect(kept).toEqual([]);
    await page.keyboard.press('Escape');

    // A draft is unchanged after unlocking.
    await desktop.go('/agent-dashboard?tab=properties&new=1');
    await page.getByLabel('Title', { exact: true }).fill('half-typed');
    await desktop.app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
    await expect(page.getByRole('heading', { name: 'Silong is locked' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByLabel('Password', { exact: true }).fill('wrong-password');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Wrong password' })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('silong-demo');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('heading', { name: 'Silong is locked' })).toBeHidden();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('half-typed');

    // The second factor was checked at login, so that the password alone unlocks.
    const { token } = await openSession(server.url, 'agent');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const totp = (method: string, body?: object) =>
      fetch(`${server.url}/api/auth/totp`, {
        method,
        headers,
        body: body ? JSON.stringify(body) : undefined,
      });
    const { data } = await (await totp('POST')).json();
    const code = generateSync({ secret: data.secret, epoch: Math.floor(Date.now() / 1_000) });
    expect((await totp('PUT', { code })).status).toBe(200);
    await desktop.app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
    await page.getByLabel('Password', { exact: true }).fill('silong-demo');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('heading', { name: 'Silong is locked' })).toBeHidden();
    expect((await totp('DELETE')).status).toBe(200);
  } finally {
    await desktop.end();
  }
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}
