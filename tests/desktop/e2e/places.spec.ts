import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Chat } from '../../e2e/pages/chat.ts';
import { LoginDialog } from '../../e2e/pages/loginDialog.ts';
import { startServerProcess } from '../../e2e/support/serverProcess.ts';
import { DesktopConsole, realElectron } from './support/desktopConsole.ts';
import { readMessages, startTalk } from './support/talks.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.setTimeout(150_000);

/** The page of a server's window: 'app://s-…'. */
async function pageOf(desktop: DesktopConsole, other: DesktopConsole['page']): Promise<DesktopConsole['page']> {
  const find = () => desktop.app.windows().find((page) => page !== other && !page.isClosed());
  await expect.poll(() => find() !== undefined).toBe(true);
  const page = find() as DesktopConsole['page'];
  await expect(page.getByRole('button', { name: 'Console settings' })).toBeVisible();
  return page;
}
const shown = (desktop: DesktopConsole) =>
  desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isVisible()));

test('two servers stay connected, each with an origin, a badge and notices of its own', async ({ server }) => {
  const flats = await startServerProcess();
  let desktop = await DesktopConsole.launchAt(server.url);
  const homes = desktop.page;
  try {
    await desktop.signIn('agent');
    await homes.evaluate(() => localStorage.setItem('silong_property_draft_1_new', 'of homes'));
    const token = (await homes.evaluate(() => window.desktop?.call('readSession')))?.token;

    await homes.evaluate((url) => window.desktop?.call('addServer', url), flats.url);
    await homes.getByRole('button', { name: 'Other servers' }).click();
    await homes.getByRole('menuitem').click();
    const other = await pageOf(desktop, homes);
    await expect.poll(() => shown(desktop)).toEqual([false, true]);
    expect(new URL(other.url()).host).not.toBe(new URL(homes.url()).host);
    // The second page has no access to the first one's storage, session and calls.
    expect(await other.evaluate(() => localStorage.getItem('silong_property_draft_1_new'))).toBeNull();
    expect(await other.evaluate(() => window.desktop?.call('readSession'))).toBeNull();
    const reached = await other.evaluate(
      (origin) =>
        fetch(`${origin}/api/site`).then(
          () => 'reached',
          () => 'refused',
        ),
      new URL(homes.url()).origin,
    );
    expect(reached).toBe('refused');
    // The hidden page stays connected to its own server with its own token.
    const asked = await desktop.app.evaluate(({ net }) => {
      const seen: [string, string][] = [];
      Object.assign(globalThis, { seen });
      const real = net.fetch.bind(net);
      net.fetch = (url, init) => {
        const { authorization } = { authorization: '', ...(init?.headers as Record<string, string>) };
        seen.push([String(url), authorization]);
        return real(url, init);
      };
      return seen.length;
    });
    expect(asked).toBe(0);
    await homes.evaluate(
      (bearer) => fetch('/api/auth/me', { headers: { authorization: bearer } }),
      `Bearer ${token}`,
    );
    const seen = await desktop.app.evaluate(() => (globalThis as unknown as { seen: [string, string][] }).seen);
    expect(
      seen.filter(([, bearer]) => bearer === `Bearer ${token}`).map(([url]) => new URL(url).origin),
    ).toContain(server.url);
    expect(seen.filter(([url]) => url.startsWith(flats.url)).map(([, bearer]) => bearer)).not.toContain(
      `Bearer ${token}`,
    );

    await other.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(() => other.getByLabel('Remember me').check({ timeout: 2_000 })).toPass({ timeout: 30_000 });
    await new LoginDialog(other).logIn('agent@silong.example');
    await expect(other.getByRole('button', { name: /Account menu/ })).toBeVisible();

    // Each page reports its own count; the badge shows the sum.
    const counts = () => other.evaluate(async () => (await window.desktop?.call('start'))?.unread ?? {});
    await expect.poll(async () => Object.keys(await counts()).length).toBe(2);
    const before = await counts();
    await expect
      .poll(async () => (await desktop.witness()).badge)
      .toBe((before[server.url] ?? 0) + (before[flats.url] ?? 0));
    const talk = await startTalk(server.url, 'Is there a garden?');
    await expect
      .poll(async () => (await desktop.witness()).notices.at(-1)?.title)
      .toContain('New Message · Silong');
    await expect
      .poll(async () => (await desktop.witness()).badge)
      .toBe((before[server.url] ?? 0) + (before[flats.url] ?? 0) + 1);
    await expect(
      other.getByRole('button', {
        name: `Other servers: ${(before[server.url] ?? 0) + 1} unread notification`,
      }),
    ).toBeVisible();

    // A reply goes to the server of the notice; a click brings its window to the front.
    await desktop.noticeEmits('reply', 'A small one.');
    await expect
      .poll(async () => (await readMessages(server.url, 'user', talk)).map(({ content }) => content))
      .toEqual(['Is there a garden?', 'A small one.']);
    await desktop.noticeEmits('click');
    await expect.poll(() => shown(desktop)).toEqual([true, false]);
    await expect(new Chat(homes).saying('Is there a garden?')).toHaveCount(1);

    // A server's password unlocks only its own windows.
    await desktop.menu('Lock Silong');
    const locked = (of: typeof homes) => of.getByRole('heading', { name: 'Silong is locked' });
    for (const page of [homes, other]) await expect(locked(page)).toBeVisible();
    await homes.getByLabel('Password', { exact: true }).fill('silong-demo');
    await homes.getByRole('button', { name: 'Unlock' }).click();
    await expect(locked(homes)).toHaveCount(0);
    await expect(locked(other)).toBeVisible();
    expect(
      await other.evaluate(() => window.desktop?.call('readSession').catch((error: Error) => error.message)),
    ).toContain('The console is locked');
    expect(
      await homes.evaluate(
        (url) => window.desktop?.call('removeServer', url).catch((error: Error) => error.message),
        flats.url,
      ),
    ).toContain('Its windows are locked');
    await other.getByLabel('Password', { exact: true }).fill('silong-demo');
    await other.getByRole('button', { name: 'Unlock' }).click();
    await expect(locked(other)).toHaveCount(0);

    // Both connect again after a restart, without opening the second one.
    await desktop.quit();
    desktop = await DesktopConsole.launch({ userData: desktop.userData });
    await expect.poll(() => shown(desktop)).toEqual([true, false]);
  } finally {
    await desktop.end();
    await flats.stop();
  }
});

test('what an earlier console stored is taken over once, by the server that it showed', async ({ server }) => {
  test.skip(Boolean(realElectron), 'A real one keeps its storage elsewhere.');
  let desktop = await DesktopConsole.launch();
  const { userData } = desktop;
  try {
    // As in earlier versions: one origin for all servers.
    await expect(desktop.page.getByLabel('Server address')).toBeVisible();
    await desktop.page.evaluate(() => localStorage.setItem('silong_reply_uses_7', '{"3":2}'));
    await desktop.connect(server.url);
    expect(await desktop.page.evaluate(() => localStorage.getItem('silong_reply_uses_7'))).toBeNull();
    // Chromium writes local storage with a delay.
    const stored = path.join(userData, 'chromium/Default/Local Storage/leveldb');
    const isStored = () =>
      readdirSync(stored).some((name) => readFileSync(path.join(stored, name)).includes('silong_reply_uses_7'));
    await expect.poll(isStored, { timeout: 20_000 }).toBe(true);
    await desktop.quit();
    const file = `${userData}/servers.json`;
    const { isCarried: _done, ...earlier } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(earlier));

    desktop = await DesktopConsole.launch({ userData });
    await expect(desktop.page.getByRole('button', { name: 'Console settings' })).toBeVisible();
    expect(await desktop.page.evaluate(() => localStorage.getItem('silong_reply_uses_7'))).toBe('{"3":2}');
    await expect.poll(() => JSON.parse(readFileSync(file, 'utf8')).isCarried).toBe(true);
    expect((await desktop.page.evaluate(() => window.desktop?.call('start')))?.carried).toEqual({});
  } finally {
    await desktop.end();
  }
});

test('the lock opens without the server, lasts beyond the console, and shows nothing behind it', async ({
  server,
}) => {
  let desktop = await DesktopConsole.launchAt(server.url);
  const { userData } = desktop;
  const locked = () => desktop.page.getByRole('heading', { name: 'Silong is locked' });
  const unlock = async (password: string) => {
    await desktop.page.getByLabel('Password', { exact: true }).fill(password);
    await desktop.page.getByRole('button', { name: 'Unlock' }).click();
  };
  try {
    await desktop.signIn('agent');
    await desktop.menu('Lock Silong');
    await expect(locked()).toBeVisible();
    await desktop.kill();
    await server.pause();

    // After a restart without the server: the lock, with the wrong attempts counted.
    desktop = await DesktopConsole.launch({ userData, args: ['silong://favorites'] });
    await expect(locked()).toBeVisible();
    await expect(desktop.page.getByRole('button', { name: 'Console settings' })).toHaveCount(0);
    await unlock('silong-demo');
    await expect(desktop.page.getByRole('button', { name: 'Console settings' })).toBeVisible();
    await expect(desktop.page).toHaveURL(/\/favorites$/);
    await desktop.menu('Lock Silong');
    await expect(locked()).toBeVisible();
    await expectAccessible(desktop.page);

    // Logging out deletes the stored data.
    await server.resume();
    await desktop.page.getByRole('button', { name: 'Log out instead' }).click();
    await expect(locked()).toHaveCount(0);
    await expect(desktop.page.getByRole('button', { name: 'Login', exact: true }).first()).toBeVisible();
  } finally {
    await desktop.end();
    await server.resume();
  }
});
