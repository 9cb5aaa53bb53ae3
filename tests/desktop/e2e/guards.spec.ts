import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DesktopConsole, realElectron } from './support/desktopConsole.ts';
import { shareConsoles, sharedConsole } from './support/sharedConsole.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

interface Options {
  env?: Record<string, string>;
  policy?: object;
  browser?: 'whole';
}

/** On the first run's page, where nobody is signed in. */
async function startConsole({ policy, env, ...options }: Options): Promise<DesktopConsole> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-console-'));
  const file = path.join(folder, 'policy.json');
  if (policy) writeFileSync(file, JSON.stringify(policy));
  const servers = [
    { url: 'http://office.invalid', name: 'Office' },
    { url: 'https://agency.invalid', name: 'Agency' },
    { url: 'http://127.0.0.1:8', name: 'Here' },
  ];
  writeFileSync(path.join(folder, 'servers.json'), JSON.stringify({ servers, chosen: null }));
  const desktop = await DesktopConsole.launch({
    ...options,
    userData: folder,
    env: { ...env, ...(policy ? { SILONG_POLICY_FILE: file } : {}) },
  });
  // A long time limit, so that a slow start does not look like a missing guard.
  await expect(desktop.page.getByLabel('Server address')).toBeVisible({ timeout: 25_000 });
  return desktop;
}

/** The guards of the main process, each tested by itself and without a server, on one console for each set of options. */
const test = base.extend<{ options: Options; desktop: DesktopConsole }>({
  options: [{}, { option: true }],
  async desktop({ options }, use) {
    const desktop = await sharedConsole(JSON.stringify(options), () => startConsole(options));
    await use(desktop);
    if (desktop.hasEnded) return;
    await desktop.page.evaluate(async () => {
      history.replaceState(null, '', '/');
      await window.desktop?.call('clearSession');
    });
    await desktop.clearWitness();
  },
});
shareConsoles();

test.describe('in a browser that has permissions', () => {
  test.use({ options: { browser: 'whole' } });

  test('the page sees that it may not, asks nevertheless, and is denied', async ({ desktop }) => {
    const { page } = desktop;
    const seen = await page.evaluate(async () => ({
      notifications: Notification.permission,
      geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
    }));
    expect(seen).toEqual({ notifications: 'denied', geolocation: 'denied' });
    await page.mouse.click(1, 1);
    const given = await page.evaluate(async () => {
      const outcome = (work: () => Promise<unknown>) =>
        work().then(
          () => 'done',
          (error: Error) => error.name,
        );
      return {
        notifications: await Notification.requestPermission(),
        clipboard: await outcome(() => navigator.clipboard.readText()),
        camera: await outcome(() => navigator.mediaDevices.getUserMedia({ video: true })),
        copied: await outcome(() => navigator.clipboard.writeText('a link')),
      };
    });
    expect(given).toEqual({
      notifications: 'denied',
      clipboard: 'NotAllowedError',
      camera: 'NotAllowedError',
      copied: 'done',
    });
  });
});

test('the page has an origin of its own, safe and with all that needs one', async ({ desktop }) => {
  const world = await desktop.page.evaluate(async () => {
    localStorage.setItem('kept', 'yes');
    history.pushState(null, '', '/elsewhere');
    return {
      kept: localStorage.getItem('kept'),
      path: location.pathname,
      isSecure: isSecureContext,
      hasCrypto: typeof crypto.subtle,
      status: (await fetch('/index.html')).status,
    };
  });
  expect(world).toEqual({
    kept: 'yes',
    path: '/elsewhere',
    isSecure: true,
    hasCrypto: 'object',
    status: 200,
  });
});

test('a link out is opened by the system, and the window stays', async ({ desktop }) => {
  await desktop.page.evaluate(() => {
    location.href = 'https://example.com/elsewhere';
  });
  await expect.poll(async () => (await desktop.witness()).opened).toEqual(['https://example.com/elsewhere']);
  await expect(desktop.page.getByLabel('Server address')).toBeVisible();
  await desktop.page.evaluate(() => {
    location.href = 'mailto:maria@silong.example';
  });
  await expect.poll(async () => (await desktop.witness()).opened).toContain('mailto:maria@silong.example');
});

test('a page that is led on elsewhere, or holds a guest, is stopped', async ({ desktop }) => {
  const prevented = await desktop.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as NodeJS.EventEmitter;
    const stopped: string[] = [];
    for (const [name, address] of [
      ['will-redirect', 'https://evil.example/'],
      ['will-redirect', 'app://console/properties'],
      ['will-attach-webview', ''],
    ] as const)
      contents.emit(name, { url: address, preventDefault: () => stopped.push(`${name} ${address}`) }, address);
    return stopped;
  });
  expect(prevented).toEqual(['will-redirect https://evil.example/', 'will-attach-webview ']);
});

test('no page opens a window; a harmless link goes to the system, others nowhere', async ({ desktop }) => {
  await desktop.page.mouse.click(1, 1);
  await desktop.page.evaluate(() => {
    for (const address of ['http://example.com/', 'ms-settings:privacy', 'https://example.com/']) {
      const link = document.createElement('a');
      link.href = address;
      link.target = '_blank';
      document.body.append(link);
      link.click();
    }
  });
  await expect.poll(async () => (await desktop.witness()).opened).toContain('https://example.com/');
  expect((await desktop.witness()).opened).toEqual(['https://example.com/']);
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

/** A server that answers every call except the first with a malicious page. */
async function openHostileServer() {
  const server = createServer((asked, answer) => {
    const isSite = asked.url?.startsWith('/api/site');
    answer.setHeader('content-type', isSite ? 'application/json' : 'text/html');
    answer.setHeader('content-security-policy', "script-src 'unsafe-inline'");
    answer.end(
      isSite
        ? JSON.stringify({ success: true, data: { siteName: 'Hostile' } })
        : '<title>Taken</title><script>window.desktop?.call("setUnread", 666)</script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('what a server sends is never a page of the console: a link to it is opened by the system', async ({
  desktop,
}) => {
  const { page } = desktop;
  const hostile = await openHostileServer();
  try {
    await desktop.connect(hostile.url);
    await page.evaluate(() => {
      location.href = '/api/docs?a=1';
    });
    const opened = async () => (await desktop.witness()).opened;
    await expect.poll(opened).toEqual([`${hostile.url}/api/docs?a=1`]);
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = `/media/${'a'.repeat(64)}`;
      link.target = '_blank';
      document.body.append(link);
      link.click();
    });
    await expect.poll(opened).toContain(`${hostile.url}/media/${'a'.repeat(64)}`);
    const framed = await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.src = '/api/docs';
      const refused = new Promise((resolve) =>
        document.addEventListener('securitypolicyviolation', resolve, { once: true }),
      );
      document.body.append(frame);
      await refused;
      const { headers } = await fetch('/api/docs');
      return [headers.get('content-security-policy'), headers.get('x-content-type-options')];
    });
    expect(framed).toEqual(['sandbox', 'nosniff']);
    await expect(page.getByRole('button', { name: 'Console settings' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    expect((await desktop.witness()).badge).toBe(0);
    await page.evaluate((url) => window.desktop?.call('removeServer', url), hostile.url);
    await expect(page.getByLabel('Server address')).toBeVisible();
  } finally {
    hostile.close();
  }
});

test('a server without https is asked about before it is added, unless it is this computer', async ({
  desktop,
}) => {
  const { page } = desktop;
  const connect = async (address: string) => {
    await page.getByLabel('Server address').fill(address);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  const question = page.getByRole('dialog', { name: /is not encrypted/ });
  // None of these addresses answers; the console is offline.
  await connect('http://homes.invalid:8080');
  await expect(question).toContainText('homes.invalid:8080');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('');
  await connect('http://homes.invalid:8080');
  await question.getByRole('button', { name: 'Connect Anyway' }).click();
  await expect(page.getByRole('alert')).toContainText('homes.invalid:8080 did not answer');
  for (const address of ['http://127.0.0.1:9', 'http://localhost:9', 'https://homes.invalid']) {
    await connect(address);
    await expect(page.getByRole('alert')).toContainText(`${new URL(address).host} did not answer`);
    await expect(question).toHaveCount(0);
  }
});

test('a server without https is marked wherever servers are listed', async ({ desktop }) => {
  const listed = desktop.page.getByRole('region', { name: 'Saved servers' }).getByRole('button');
  await expect(listed).toHaveText([
    /Office\s*office\.invalid\s*Not encrypted/,
    /agency\.invalid\s*$/,
    /127\.0\.0\.1:8\s*$/,
  ]);
});

test('the page runs no script but its own', async ({ desktop }) => {
  const isRun = await desktop.page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.smuggled = true';
    document.head.append(script);
    return 'smuggled' in window;
  });
  expect(isRun).toBe(false);
});

test('the page has one narrow bridge, and nothing of Node', async ({ desktop }) => {
  const world = await desktop.page.evaluate(() => ({
    node: typeof (window as unknown as { require: unknown }).require,
    frozen: Object.isFrozen(window.desktop),
    calls: Object.keys(window.desktop ?? {}),
  }));
  expect(world).toEqual({ node: 'undefined', frozen: true, calls: ['call', 'on'] });
  const preferences = await desktop.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
  });
});

test('the menu leads to the page’s own dialogs', async ({ desktop }) => {
  await desktop.listen('command');
  await desktop.menu('Keyboard Shortcuts');
  await desktop.menu('Console Settings…');
  await expect.poll(() => desktop.heard()).toEqual([{ command: 'shortcuts' }, { command: 'settings' }]);
});

test('finding begins with new words, goes on with the same, and counts none of its own', async ({ desktop }) => {
  await desktop.page.evaluate(() => {
    const text = document.createElement('p');
    text.textContent = 'quince medlar quince medlar quince';
    document.body.append(text);
  });
  const opened = desktop.app.waitForEvent('window');
  await desktop.menu('Find…');
  const bar = await opened;
  const input = bar.getByLabel('Find on this page');
  await expect(input).toBeFocused();
  const counted = bar.getByRole('status');
  await input.fill('quince');
  await expect(counted).toHaveText('1 of 3');
  await input.press('Enter');
  await expect(counted).toHaveText('2 of 3');
  await input.press('Shift+Enter');
  await expect(counted).toHaveText('1 of 3');
  await bar.getByRole('button', { name: 'Previous match' }).click();
  await expect(counted).toHaveText('3 of 3');
  await bar.getByRole('button', { name: 'Next match' }).click();
  await expect(counted).toHaveText('1 of 3');
  await input.fill('medlar');
  await expect(counted).toHaveText('1 of 2');
  await input.fill('papaya');
  await expect(counted).toHaveText('Nothing found');
  // A second request shows the same bar.
  await desktop.menu('Find…');
  expect(await views(desktop)).toBe(1);
  // The bar closes while the key is still pressed.
  await input.press('Escape').catch(() => undefined);
  await expect.poll(() => views(desktop)).toBe(0);
});

const views = (desktop: DesktopConsole) =>
  desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.contentView.children.length ?? 0);

test('the bar that finds goes with its page, and behind the lock', async ({ desktop }) => {
  await signInAsAna(desktop);
  await desktop.menu('Find…');
  await expect.poll(() => views(desktop)).toBe(1);
  await desktop.menu('Lock Silong');
  await expect.poll(() => views(desktop)).toBe(0);
  await desktop.menu('Find…');
  expect(await views(desktop)).toBe(0);
  await desktop.page.evaluate(() => window.desktop?.call('unlock', 'mangoes'));
  await desktop.menu('Find…');
  await expect.poll(() => views(desktop)).toBe(1);
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await expect.poll(() => views(desktop)).toBe(0);
  await expect(desktop.page.getByLabel('Server address')).toBeVisible();
});

test('the chosen languages are checked, as far as there is a dictionary', async ({ desktop }) => {
  const checked = () => desktop.app.evaluate(({ session }) => session.defaultSession.getSpellCheckerLanguages());
  expect(await checked()).toEqual(['en-US']);
  const choose = (spellCheckLanguages: string[] | null) =>
    desktop.page.evaluate(
      (chosen) => window.desktop?.call('writePreferences', { spellCheckLanguages: chosen }),
      spellCheckLanguages,
    );
  await choose(['es', 'fil', 'en-GB']);
  expect(await checked()).toEqual(['es', 'en-GB']);
  await choose([]);
  expect(await checked()).toEqual([]);
  await choose(null);
  expect(await checked()).toEqual(['en-US']);
});

test('a second console hands its link to the first, and goes', async ({ desktop }) => {
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await desktop.listen('open');
  const second = spawnSync(
    realElectron ?? String(process.env.SILONG_STANDIN),
    ['.', `--user-data-dir=${desktop.userData}`, 'silong://properties/2'],
    { timeout: 20_000 },
  );
  expect(second.status).toBe(0);
  await expect.poll(() => desktop.heard()).toEqual([{ open: '/properties/2' }]);
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(
    true,
  );
});

test('a notice is held until somebody clicks it or answers', async ({ desktop }) => {
  await desktop.listen('open', 'reply');
  await desktop.page.evaluate(() =>
    window.desktop?.call('notify', {
      thread: 'conversation:7',
      title: 'Maria',
      body: 'Is it still free?',
      route: '/conversations/7',
      replyTo: 7,
    }),
  );
  expect((await desktop.witness()).notices).toEqual([
    { title: 'Maria', body: 'Is it still free?', isShown: true },
  ]);
  await desktop.noticeEmits('reply', 'It is.');
  await desktop.noticeEmits('click');
  await expect
    .poll(() => desktop.heard())
    .toEqual([{ reply: { conversationId: 7, text: 'It is.' } }, { open: '/conversations/7' }]);
});

test('the count of what is unread stands on the icon and in the tray', async ({ desktop }) => {
  await desktop.page.evaluate(() => window.desktop?.call('setUnread', 3));
  expect((await desktop.witness()).badge).toBe(3);
  test.skip(Boolean(realElectron), 'Nobody can read a real tray.');
  expect(await desktop.trayTip()).toBe('Silong: 3 unread notifications');
});

/** Signs in and sets an unlock code. */
const signInAsAna = (desktop: DesktopConsole) =>
  desktop.page.evaluate(async () => {
    const user = JSON.stringify({ id: 1, email: 'ana@silong.example' });
    await window.desktop?.call('writeSession', { token: 'a token', user, remember: true });
    await window.desktop?.call('setUnlockCode', 'mangoes');
  });

test('behind the lock nothing is given, tools shut, and links wait until it is open', async ({ desktop }) => {
  const { page } = desktop;
  await desktop.listen('lock', 'unlocked', 'open', 'command', 'reply');
  await signInAsAna(desktop);
  const tools = () =>
    desktop.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const before = contents?.isDevToolsOpened();
      contents?.openDevTools();
      return [before, contents?.isDevToolsOpened()];
    });
  expect(await tools()).toEqual([false, true]);
  await page.evaluate(() =>
    window.desktop?.call('notify', {
      thread: 'conversation:7',
      title: 'Maria',
      body: 'Is it still free?',
      route: '/conversations/7',
      replyTo: 7,
    }),
  );
  await desktop.menu('Lock Silong');
  await expect.poll(() => desktop.heard()).toEqual([{ lock: { email: 'ana@silong.example', isHere: true } }]);
  expect(await tools()).toEqual([false, false]);
  expect((await desktop.witness()).notices.at(-1)?.isShown).toBe(false);
  const refused = await page.evaluate(() =>
    window.desktop?.call('readSession').then(
      () => 'given',
      (error: Error) => error.message,
    ),
  );
  expect(refused).toContain('The console is locked');
  await desktop.menu('Console Settings…');
  await desktop.app.evaluate(({ app }) => app.emit('second-instance', {}, ['silong://properties/2'], ''));
  expect(await page.evaluate(() => window.desktop?.call('unlock', 'papayas'))).toEqual({
    isOpen: false,
    waitSeconds: 0,
  });
  expect(await desktop.heard()).toHaveLength(1);
  expect((await page.evaluate(() => window.desktop?.call('unlock', 'mangoes')))?.isOpen).toBe(true);
  await expect
    .poll(() => desktop.heard())
    .toEqual([
      { lock: { email: 'ana@silong.example', isHere: true } },
      { unlocked: null },
      { open: '/properties/2' },
    ]);
});

test('a download is told of, and stands on the task bar', async ({ desktop }) => {
  await desktop.listen('download');
  await desktop.app.evaluate(({ BrowserWindow }) => {
    const bar: number[] = [];
    Object.assign(globalThis, { bar });
    const window = BrowserWindow.getAllWindows()[0];
    if (window) window.setProgressBar = (share) => void bar.push(share);
  });
  await desktop.page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['a,b\n1,2\n']));
    link.download = 'listings.csv';
    link.click();
  });
  await expect
    .poll(async () => (await desktop.heard()).at(-1))
    .toEqual({ download: { name: 'listings.csv', state: 'done', percent: 100 } });
  const bar = await desktop.app.evaluate(() => (globalThis as unknown as { bar: number[] }).bar);
  expect(bar.at(0)).toBeGreaterThanOrEqual(0);
  expect(bar.at(-1)).toBe(-1);
});

// Each of these ends the console.
test('a page that crashes is loaded anew and noted; closing leaves it in the tray, which opens it again and quits', async ({
  desktop,
}) => {
  const ask = (code: string) =>
    desktop.app.evaluate(
      ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
      code,
    );
  await ask('window.before = true');
  await desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(() => ask('String(window.before)').catch(() => 'gone')).toBe('undefined');
  const log = readFileSync(path.join(desktop.userData, 'logs/console.log'), 'utf8');
  expect(log).toContain('page is gone: crashed');

  const shown = () =>
    desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isVisible()));
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(shown).toEqual([false]);
  test.skip(Boolean(realElectron), 'Nobody can click a real tray.');
  await desktop.tray();
  await expect.poll(shown).toEqual([true]);
  const ended = new Promise((resolve) => desktop.app.process().once('exit', resolve));
  await desktop.tray('Quit Silong');
  await ended;
});

test('who wants no tray quits by closing', async ({ desktop }) => {
  await desktop.page.evaluate(() => window.desktop?.call('writePreferences', { closeToTray: false }));
  const ended = new Promise((resolve) => desktop.app.process().once('exit', resolve));
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await ended;
});

test('an update is installed although closing leaves the console in the tray', async ({ desktop }) => {
  test.skip(Boolean(realElectron), 'A real one would install something.');
  const ended = new Promise((resolve) => desktop.app.process().once('exit', resolve));
  await desktop.app.evaluate(({ autoUpdater }) => void setTimeout(() => autoUpdater.quitAndInstall()));
  await ended;
});

test('a console that did not end by itself is noted at the next start, and keeps the size of its page', async ({
  desktop,
}) => {
  const { userData } = desktop;
  const zoom = (of: DesktopConsole) =>
    of.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor());
  const count = () =>
    readFileSync(path.join(userData, 'logs/console.log'), 'utf8').split('ended without saying so').length - 1;
  await desktop.menu('Zoom In');
  await desktop.menu('Zoom In');
  await expect.poll(() => zoom(desktop)).toBeCloseTo(1.2);
  await desktop.kill();
  let again = await DesktopConsole.launch({ userData });
  try {
    await expect(again.page.getByLabel('Server address')).toBeVisible();
    await expect.poll(() => zoom(again)).toBeCloseTo(1.2);
    expect(count()).toBe(1);
    await again.menu('Zoom In');
    await expect.poll(() => zoom(again)).toBeCloseTo(1.3);
    await again.quit();
    again = await DesktopConsole.launch({ userData });
    await expect(again.page.getByLabel('Server address')).toBeVisible();
    await expect.poll(() => zoom(again)).toBeCloseTo(1.3);
    expect(count()).toBe(1);
  } finally {
    await again.end();
  }
});

test.describe('under a policy', () => {
  test.use({ options: { policy: { disableDevTools: true, idleLockMinutes: 10 } } });

  test('it opens no developer tools', async ({ desktop }) => {
    const seen = await desktop.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      let wereOpen = false;
      contents?.on('devtools-opened', () => {
        wereOpen = true;
      });
      contents?.openDevTools();
      await contents?.executeJavaScript('0');
      return { wereOpen, areOpen: contents?.isDevToolsOpened() };
    });
    expect(seen).toEqual({ wereOpen: false, areOpen: false });
    await expect(desktop.menu('toggleDevTools')).rejects.toThrow(/has no/);
  });

  test('the machine’s sleep locks the console, and a woken one looks for its server', async ({ desktop }) => {
    await desktop.listen('lock', 'wake');
    await signInAsAna(desktop);
    await desktop.app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('suspend');
      powerMonitor.emit('resume');
    });
    await expect
      .poll(() => desktop.heard())
      .toEqual(expect.arrayContaining([{ lock: { email: 'ana@silong.example', isHere: true } }, { wake: null }]));
  });
});

test.describe('on a GNOME without a tray, with a keyring whose password everybody knows', () => {
  test.use({ options: { env: { XDG_CURRENT_DESKTOP: 'GNOME', STANDIN_KEYRING: 'basic_text' } } });

  test('closing minimises', async ({ desktop }) => {
    const window = () =>
      desktop.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((one) => [one.isVisible(), one.isMinimized()]),
      );
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(window).toEqual([[true, true]]);
  });

  test('it takes that keyring for none', async ({ desktop }) => {
    test.skip(Boolean(realElectron), 'A real keyring cannot be exchanged.');
    const start = await desktop.page.evaluate(() => window.desktop?.call('start'));
    expect(start).toMatchObject({ hasKeyring: false, mayCache: false });
  });
});

test.describe('on Windows', () => {
  test.use({ options: { env: { STANDIN_PLATFORM: 'win32' } } });
  test.skip(Boolean(realElectron), 'Another system cannot be pretended there.');

  test('it has an identity, an overlay, and a start of its own at log-in', async ({ desktop }) => {
    const seen = await desktop.app.evaluate(({ app, BrowserWindow }) => {
      const overlays: [boolean, string][] = [];
      Object.assign(globalThis, { overlays });
      const window = BrowserWindow.getAllWindows()[0];
      if (window)
        window.setOverlayIcon = (image, words) => void overlays.push([image?.isEmpty() === false, words]);
      return [(app as unknown as { userModelId: string }).userModelId, app.toastActivatorCLSID];
    });
    expect(seen).toEqual(['ph.silong.console', '{8D2C6B1E-5A7F-4E0B-9C43-71F0A2B6D9E5}']);
    await desktop.page.evaluate(async () => {
      await window.desktop?.call('setUnread', 3);
      await window.desktop?.call('setUnread', 0);
      await window.desktop?.call('writePreferences', { openAtLogin: true });
    });
    expect(await desktop.app.evaluate(() => (globalThis as unknown as { overlays: unknown }).overlays)).toEqual([
      [true, '3 unread notifications'],
      [false, ''],
    ]);
    expect(await desktop.app.evaluate(({ app }) => app.getLoginItemSettings())).toMatchObject({
      openAtLogin: true,
      args: ['--minimised'],
    });
  });

  test('a notice that an earlier console showed is followed', async ({ desktop }) => {
    await desktop.page.evaluate(() =>
      window.desktop?.call('notify', {
        thread: 'conversation:7',
        title: 'Maria',
        body: 'Is it still free?',
        route: '/conversations/7',
        replyTo: 7,
      }),
    );
    await desktop.kill();
    const id = Object.keys(JSON.parse(readFileSync(path.join(desktop.userData, 'notices.json'), 'utf8')).shown)[0];
    const again = await DesktopConsole.launch({
      userData: desktop.userData,
      env: { STANDIN_PLATFORM: 'win32' },
    });
    try {
      await expect(again.page.getByLabel('Server address')).toBeVisible();
      await again.listen('open');
      await again.app.evaluate(({ Notification }, known) => {
        const system = Notification as unknown as { activateToast(details: object): void };
        system.activateToast({ type: 'click', arguments: `tag=${known}` });
      }, id);
      await expect.poll(() => again.heard()).toEqual([{ open: '/conversations/7' }]);
    } finally {
      await again.end();
    }
  });
});

test.describe('on macOS', () => {
  test.use({ options: { env: { STANDIN_PLATFORM: 'darwin' } } });
  test.skip(Boolean(realElectron), 'Another system cannot be pretended there.');

  test('its tray icon is a template, and it starts at log-in without arguments', async ({ desktop }) => {
    await desktop.page.evaluate(() => window.desktop?.call('writePreferences', { openAtLogin: true }));
    const seen = await desktop.app.evaluate(({ app }) => {
      const { standin } = globalThis as unknown as {
        standin: { Tray: { all: { image: { isTemplateImage(): boolean; isEmpty(): boolean } }[] } };
      };
      const image = standin.Tray.all[0]?.image;
      return [image?.isTemplateImage(), image?.isEmpty(), 'args' in app.getLoginItemSettings()];
    });
    expect(seen).toEqual([true, false, false]);
  });
});
