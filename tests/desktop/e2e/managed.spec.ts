import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DesktopConsole, realElectron } from './support/desktopConsole.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

/** A workstation whose policies can change while the console runs. */
const test = base.extend<{
  managed: {
    lay(content: object): void;
    launch(content: object): Promise<DesktopConsole>;
    /** Restarts on the same data folder. */
    start(userData: string): Promise<DesktopConsole>;
  };
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  managed: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'silong-managed-'));
    const file = path.join(folder, 'policy.json');
    let desktop: DesktopConsole | undefined;
    const lay = (content: object) => writeFileSync(file, JSON.stringify(content));
    const start = async (userData?: string) => {
      desktop = await DesktopConsole.launch({
        ...(userData ? { userData } : {}),
        env: { SILONG_POLICY_FILE: file, XDG_CONFIG_HOME: folder },
      });
      return desktop;
    };
    await use({
      lay,
      start,
      launch(content) {
        lay(content);
        return start();
      },
    });
    await desktop?.end();
    rmSync(folder, { recursive: true, force: true });
  },
});

test.setTimeout(150_000);

const autostartOf = (desktop: DesktopConsole) =>
  desktop.app.evaluate(({ app }) => `${app.getPath('appData')}/autostart/silong.desktop`);

test('what is laid down is shown, holds, and changes while the console runs', async ({ managed, server }) => {
  const desktop = await managed.launch({
    organisation: 'Reyes Realty',
    allowedServers: [server.url],
    notificationPreviews: false,
    openAtLogin: true,
    minimumVersion: '99.0.0',
    disableCach: true,
    recommended: { closeToTray: false },
  });
  const { page } = desktop;
  await page.getByLabel('Server address').fill('https://evil.example');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText('Your organization does not allow this server.')).toBeVisible();
  await desktop.connect(server.url);
  await expect(desktop.status.getByText(/Update needed by .*: version 99\.0\.0/)).toBeVisible();
  const autostart = await autostartOf(desktop);
  if (process.platform === 'linux') expect(existsSync(autostart)).toBe(true);

  await desktop.status.getByRole('button', { name: 'Managed by Reyes Realty' }).click();
  const dialog = page.getByRole('dialog', { name: 'Console settings' });
  const list = dialog.getByRole('region', { name: 'Managed by Reyes Realty' });
  await expect(list).toContainText(`Allowed servers: ${new URL(server.url).host}.`);
  await expect(list).toContainText('Notifications hide the sender and the message.');
  await expect(list).toContainText('It quits when you close the window.');
  await expect(list).toContainText('disableCach is not a setting of this version');
  const switchOf = (name: string) => dialog.getByRole('switch', { name });
  await expect(switchOf('Show the sender and the message')).toBeDisabled();
  await expect(switchOf('Show the sender and the message')).not.toBeChecked();
  await expect(switchOf('Open when I log in to this computer')).toBeChecked();
  // A default can be changed.
  await expect(switchOf('Keep running when the window is closed')).not.toBeChecked();
  await switchOf('Keep running when the window is closed').click();
  await expect(switchOf('Keep running when the window is closed')).toBeChecked();

  const tools = (isOpened: boolean) =>
    desktop.app.evaluate(({ BrowserWindow }, open) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (open) contents?.openDevTools();
      return contents?.isDevToolsOpened();
    }, isOpened);
  await tools(true);
  await expect.poll(() => tools(false)).toBe(true);

  managed.lay({ organisation: 'Santos Homes', disableDevTools: true });
  await expect(desktop.status.getByRole('button', { name: 'Managed by Santos Homes' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(switchOf('Show the sender and the message')).toBeEnabled();
  await expect(switchOf('Open when I log in to this computer')).not.toBeChecked();
  await expect(switchOf('Keep running when the window is closed')).toBeChecked();
  if (process.platform === 'linux') expect(existsSync(autostart)).toBe(false);
  await expect.poll(() => tools(false)).toBe(false);
  await tools(true);
  await expect.poll(() => tools(false)).toBe(false);
  await expect(desktop.menu('toggleDevTools')).rejects.toThrow(/has no/);

  // Another server is shown no longer once it is not allowed.
  managed.lay({ allowedServers: ['https://homes.example'] });
  await expect(page.getByLabel('Server address')).toBeVisible({ timeout: 20_000 });
  managed.lay({ serverUrl: server.url });
  await expect(page.getByRole('button', { name: 'Console settings' })).toBeVisible({ timeout: 20_000 });
});

test('nobody is remembered, and logging out deletes what was kept', async ({ managed, server }) => {
  const desktop = await managed.launch({ disableRememberMe: true, clearDataAtLogOut: true });
  const { page } = desktop;
  await desktop.connect(server.url);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Remember me')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await desktop.takeSession(server.url, 'agent');
  await page.evaluate(() => localStorage.setItem('a-draft', 'Dear Ana'));
  await page.evaluate(async () => {
    await window.desktop?.call('writeCache', { userId: 1, name: 'a', text: '"kept"', at: Date.now() });
  });
  const kept = () => page.evaluate(() => window.desktop?.call('readCache', { userId: 1, name: 'a' }));
  if (!realElectron) expect(await kept()).toBe('"kept"');
  await page.evaluate(() => window.desktop?.call('clearSession'));
  expect(await kept()).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('a-draft'))).toBeNull();
});

test('a console that is too old says so for an hour, and then can only be updated', async ({
  managed,
  server,
}) => {
  let desktop = await managed.launch({ organisation: 'Reyes Realty', minimumVersion: '99.0.0' });
  await desktop.connect(server.url);
  await desktop.takeSession(server.url, 'agent');
  await expect(desktop.status.getByText(/Update needed by/)).toBeVisible();
  await desktop.quit();
  const file = path.join(desktop.userData, 'last-policy.json');
  const known = JSON.parse(readFileSync(file, 'utf8'));
  expect(known.outdated.since).toBeGreaterThan(0);
  known.outdated.since -= 3_600_000;
  writeFileSync(file, JSON.stringify(known));

  desktop = await managed.start(desktop.userData);
  const { page } = desktop;
  const over = page.getByRole('dialog', { name: 'Silong needs an update' });
  await expect(over).toContainText('Managed by Reyes Realty. You need version 99.0.0 or newer');
  await expect(over).toContainText('All your changes have been sent.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await desktop.menu('Console Settings…');
  await page.keyboard.press('Control+k');
  await expect(over).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);

  // A changed policy ends the lock-out.
  managed.lay({ organisation: 'Reyes Realty' });
  await expect(over).toBeHidden({ timeout: 20_000 });
});
