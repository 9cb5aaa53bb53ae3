import { test as base, type Page } from '@playwright/test';
import { expect } from '../../e2e/support/fixtures.ts';
import { realElectron } from './support/desktopConsole.ts';
import { SmallApp } from './support/smallApp.ts';

/**
 * The runtime features that the other specs use, on a minimal application: the stand-in must behave as Electron's typings say,
 * like a real one (ELECTRON_REAL_DIST).
 */
const test = base.extend<{ small: SmallApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  async small({}, use) {
    if (shared && !shared.hasEnded) await shared.startAnew();
    else {
      await shared?.end();
      shared = await SmallApp.launch();
    }
    await use(shared);
  },
});

/** One application, in which each test has a window of its own. */
let shared: SmallApp | undefined;
test.describe.configure({ mode: 'default' });
test.afterAll(async () => {
  await shared?.end();
  shared = undefined;
});

const keepUnsaved = (page: Page) =>
  page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault()));

test('a page with something unsaved keeps its window, its address and its application', async ({ small }) => {
  await keepUnsaved(small.page);
  await small.run(`window.webContents.on('will-prevent-unload', () => said.push('will-prevent-unload'))`);
  await small.run('window.close()');
  await expect.poll(() => small.said()).toEqual(['close', 'will-prevent-unload']);
  await small.run(`require('electron').app.quit()`);
  await expect
    .poll(() => small.said())
    .toEqual(['close', 'will-prevent-unload', 'before-quit', 'close', 'will-prevent-unload']);
  await small.run('said.length = 0; window.webContents.reload()');
  await expect.poll(() => small.said()).toEqual(['will-prevent-unload']);
  const failure = await small.run(`return window.loadURL('app://small/other').catch((error) => error.message)`);
  expect(failure).toContain('ERR_ABORTED');
  expect(await small.run('return window.isDestroyed()')).toBe(false);
  // After a prevented quit, closing the window only closes the window.
  await small.run(
    `said.length = 0; window.webContents.on('will-prevent-unload', (event) => event.preventDefault()); window.close()`,
  );
  await expect.poll(() => small.said()).toEqual(['close', 'will-prevent-unload', 'closed', 'window-all-closed']);
});

test('a page that does not answer when it is to close is told of', async ({ small }) => {
  await small.run(`window.on('unresponsive', () => said.push('unresponsive'))`);
  await small.run(`window.on('unresponsive', () => setTimeout(() => answerLate()))`);
  await small.page.evaluate(() => {
    setTimeout(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/late', false);
      request.send();
    });
  });
  await expect.poll(() => small.run('return typeof answerLate')).toBe('function');
  await small.run('window.close()');
  await expect.poll(() => small.said(), { timeout: 20_000 }).toContain('closed');
  expect(await small.said()).toEqual(['close', 'unresponsive', 'closed', 'window-all-closed']);
});

for (const [what, privileges, expected] of [
  [
    'a privileged scheme has an origin',
    { standard: true, secure: true, supportFetchAPI: true },
    { fetched: 'data', storage: 'kept', isSecure: true, place: '/here' },
  ],
  [
    'without the fetch API',
    { standard: true, secure: true },
    { fetched: 'TypeError', storage: 'kept', isSecure: true, place: '/here' },
  ],
  [
    'one that is not secure',
    { standard: true, supportFetchAPI: true },
    { fetched: 'data', storage: 'kept', isSecure: false, place: '/here' },
  ],
  ['one that was never registered', null, { fetched: 'TypeError', storage: 'SecurityError', isSecure: false }],
] as const)
  test(`schemes: ${what}`, async () => {
    const small = await SmallApp.launch({ privileges });
    try {
      const found = await small.page.evaluate(async () => {
        const attempt = async (work: () => unknown) => {
          try {
            return await work();
          } catch (error) {
            return (error as Error).name;
          }
        };
        return {
          fetched: await attempt(
            async () =>
              await (
                await fetch('app://small/data'.replace('app:', location.protocol).replace('small', location.host))
              ).text(),
          ),
          storage: await attempt(() => {
            localStorage.setItem('a', 'kept');
            return localStorage.getItem('a');
          }),
          isSecure: isSecureContext,
          place: await attempt(() => {
            history.pushState(null, '', '/here');
            return location.pathname;
          }),
        };
      });
      expect(found).toMatchObject(expected);
    } finally {
      await small.end();
    }
  });

test('privileges are refused once the application is ready', async ({ small }) => {
  const refusal = small.run(`require('electron').protocol.registerSchemesAsPrivileged([])`);
  await expect(refusal).rejects.toThrow(/before app is ready/);
});

test('it is told where a page goes, and stops it', async ({ small }) => {
  await small.run(`
    globalThis.stops = [];
    for (const name of ['will-frame-navigate', 'will-navigate', 'will-redirect'])
      window.webContents.on(name, (event) => {
        said.push(name + ' ' + event.url);
        if (stops.includes(name)) event.preventDefault();
      });
    window.webContents.on('did-fail-load', (_event, code) => said.push('did-fail-load ' + code));
  `);
  const move = () =>
    small.page.evaluate(() => {
      setTimeout(() => {
        location.href = '/moved';
      });
    });
  await move();
  await expect
    .poll(() => small.said())
    .toEqual([
      'will-frame-navigate app://small/moved',
      'will-navigate app://small/moved',
      'will-redirect app://small/end',
    ]);
  await expect.poll(() => small.run('return window.webContents.getURL()')).toBe('app://small/end');
  await small.page.waitForURL(/\/end$/);
  await small.run(`said.length = 0; stops = ['will-redirect']`);
  await move();
  await expect.poll(() => small.said()).toContain('will-redirect app://small/end');
  await small.run(`said.length = 0; stops = ['will-navigate']`);
  await small.page.getByRole('link').click();
  await expect.poll(() => small.said()).toContain('will-navigate https://example.com/');
  expect(await small.run('return window.webContents.getURL()')).toBe('app://small/end');
  // Loads of the application are no navigations of denials.
  await small.run(`said.length = 0; await window.loadURL('app://small/own')`);
  expect(await small.said()).toEqual([]);
  const failure = await small.run(`return window.loadURL('http://127.0.0.1:9/').catch((error) => error.message)`);
  expect(failure).toContain('ERR_');
  expect(await small.said()).toEqual([expect.stringMatching(/^did-fail-load -\d+$/)]);
});

test('a page opens a window unless the handler denies it', async ({ small }) => {
  const windows = () => small.run(`return require('electron').BrowserWindow.getAllWindows().length`);
  await small.page.mouse.click(1, 1);
  await small.page.evaluate(() => void window.open('/popup'));
  await expect.poll(windows).toBe(2);
  await small.run(
    `window.webContents.setWindowOpenHandler(({ url }) => { said.push(url); return { action: 'deny' }; })`,
  );
  await small.page.evaluate(() => void window.open('/denied'));
  await expect.poll(() => small.said()).toEqual(['app://small/denied']);
  expect(await windows()).toBe(2);
});

test('a crashed page is told of, and comes back when it is loaded anew', async ({ small }) => {
  await small.run(`
    window.webContents.on('render-process-gone', (_event, { reason }) => said.push(reason));
    require('electron').app.on('render-process-gone', (_event, contents) => said.push(contents === window.webContents));
    window.webContents.forcefullyCrashRenderer();
  `);
  await expect.poll(() => small.said()).toEqual([expect.stringMatching(/^(crashed|killed)$/), true]);
  expect(await small.run('return window.webContents.isCrashed()')).toBe(true);
  await small.run(`
    const back = new Promise((resolve) => window.webContents.once('did-finish-load', resolve));
    window.webContents.reload();
    await back;
  `);
  expect(await small.run(`return window.webContents.executeJavaScript('document.title')`)).toBe('Small');
  expect(await small.run('return window.webContents.isCrashed()')).toBe(false);
});

test('finding steps through the matches, once it has begun', async ({ small }) => {
  await small.run(
    `window.webContents.on('found-in-page', (_event, { activeMatchOrdinal, matches, finalUpdate }) => {
      if (finalUpdate) said.push(activeMatchOrdinal + ' of ' + matches);
    })`,
  );
  for (const [text, options, expected] of [
    ['apple', { findNext: true }, '1 of 2'],
    ['apple', {}, '2 of 2'],
    ['apple', {}, '1 of 2'],
    ['apple', { forward: false }, '2 of 2'],
    ['Apple', { findNext: true, matchCase: true }, '1 of 1'],
    ['plum', { findNext: true }, '0 of 0'],
  ] as const) {
    await small.run(`said.length = 0; window.webContents.findInPage('${text}', ${JSON.stringify(options)})`);
    await expect.poll(() => small.said()).toContain(expected);
  }
});

test('a notification that nobody holds is gone', async ({ small }) => {
  test.skip(Boolean(realElectron), 'Nobody can click a real one.');
  await small.run(`
    const { Notification } = require('electron');
    const show = (title, isHeld) => {
      const one = new Notification({ title });
      one.on('click', () => said.push(title));
      one.show();
      if (isHeld) globalThis.held = one;
    };
    show('held', true);
    await standin.Notification.activate('click');
    show('dropped', false);
  `);
  await small.run(`await standin.Notification.activate('click')`);
  expect(await small.said()).toEqual(['held']);
});

test('the keyring’s calls that wait and those that do not read each other’s', async ({ small }) => {
  const read = await small.run(`
    const { safeStorage } = require('electron');
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return null;
    const { result } = await safeStorage.decryptStringAsync(await safeStorage.encryptStringAsync('kept'));
    const old = await safeStorage.decryptStringAsync(safeStorage.encryptString('old'));
    return [result, old.result];
  `);
  test.skip(read === null, 'This machine has no keyring.');
  expect(read).toEqual(['kept', 'old']);
});

test('a download is told of as it goes, and lies where it was to be saved', async ({ small }) => {
  await small.run(`
    require('electron').session.defaultSession.on('will-download', (_event, item) => {
      item.setSavePath(require('electron').app.getPath('userData') + '/saved.csv');
      said.push(item.getFilename());
      item.on('done', (_done, state) => said.push(state));
    });
  `);
  await small.page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['a,b']));
    link.download = 'list.csv';
    link.click();
  });
  await expect.poll(() => small.said()).toEqual(['list.csv', 'completed']);
  expect(
    await small.run(
      `return require('fs').readFileSync(require('electron').app.getPath('userData') + '/saved.csv', 'utf8')`,
    ),
  ).toBe('a,b');
});

test('an update that is installed closes the windows first', async ({ small }) => {
  test.skip(Boolean(realElectron), 'A real updater needs a real update.');
  await small.run(
    `require('electron').autoUpdater.on('before-quit-for-update', () => said.push('before-quit-for-update'));
     require('electron').app.once('will-quit', (event) => event.preventDefault());
     require('electron').autoUpdater.quitAndInstall()`,
  );
  await expect
    .poll(() => small.said())
    .toEqual(['before-quit-for-update', 'close', 'closed', 'before-quit', 'will-quit']);
});

test('an application may refuse to close and to quit, and is asked in order', async ({ small }) => {
  await small.run(`
    globalThis.stops = [];
    const { app } = require('electron');
    const stop = (name) => (event) => { if (stops.includes(name)) event.preventDefault(); };
    app.on('before-quit', stop('before-quit'));
    app.on('will-quit', stop('will-quit'));
    window.on('close', stop('close'));
  `);
  const quit = (stop: string) => small.run(`said.length = 0; stops = ['${stop}']; require('electron').app.quit()`);
  await quit('before-quit');
  await expect.poll(() => small.said()).toEqual(['before-quit']);
  await quit('close');
  await expect.poll(() => small.said()).toEqual(['before-quit', 'close']);
  await quit('will-quit');
  await expect.poll(() => small.said()).toEqual(['before-quit', 'close', 'closed', 'will-quit']);
  const ended = new Promise((resolve) => small.app.process().once('exit', resolve));
  await small.run(`stops = []; require('electron').app.quit()`).catch(() => undefined);
  await ended;
});

test('a page may what the handlers allow, and everything without them', async () => {
  const small = await SmallApp.launch({ browser: 'whole' });
  try {
    const ask = () =>
      small.page.evaluate(async () => {
        const outcome = (work: () => Promise<unknown>) =>
          work().then(
            () => 'done',
            (error: Error) => error.name,
          );
        return {
          notifications: await Notification.requestPermission(),
          shown: Notification.permission,
          geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
          clipboard: await outcome(() => navigator.clipboard.readText()),
          camera: await outcome(() => navigator.mediaDevices.getUserMedia({ video: true })),
          fullscreen: await outcome(() => document.documentElement.requestFullscreen()),
        };
      });
    await small.page.mouse.click(1, 1);
    expect(await ask()).toMatchObject({
      notifications: 'granted',
      shown: 'granted',
      geolocation: 'granted',
      clipboard: 'done',
      fullscreen: 'done',
    });
    await small.run(`
    const { defaultSession } = require('electron').session;
    defaultSession.setPermissionRequestHandler((_contents, permission, decide, details) => {
      said.push(permission + (details.mediaTypes ? ':' + details.mediaTypes : ''));
      decide(false);
    });
    defaultSession.setPermissionCheckHandler(() => false);
    await window.loadURL('app://small/');
  `);
    await small.page.mouse.click(1, 1);
    expect(await ask()).toEqual({
      notifications: 'denied',
      shown: 'denied',
      geolocation: 'denied',
      clipboard: 'NotAllowedError',
      camera: 'NotAllowedError',
      fullscreen: 'TypeError',
    });
    expect(await small.said()).toEqual(['notifications', 'clipboard-read', 'media:video', 'fullscreen']);
    // A link to another program needs a permission too.
    await small.run(`require('electron').shell.openExternal = async (url) => said.push(url)`);
    await small.page.evaluate(() => {
      location.href = 'mailto:maria@silong.example';
    });
    await expect.poll(() => small.said()).toContain('openExternal');
    expect(await small.said()).not.toContain('mailto:maria@silong.example');
  } finally {
    await small.end();
  }
});

test('what another system has is there under its name', async () => {
  test.skip(Boolean(realElectron), 'A real one has the system it runs on.');
  const windows = await SmallApp.launch({ env: { STANDIN_PLATFORM: 'win32' } });
  try {
    await windows.run(`
      const { app, Notification } = require('electron');
      await standin.Notification.activateToast({ type: 'reply', arguments: 'id=7', reply: 'Yes' });
      Notification.handleActivation((details) => said.push(details.reply));
      app.setLoginItemSettings({ openAtLogin: true, args: ['--minimised'] });
      said.push(app.getLoginItemSettings().args);
    `);
    expect(await windows.said()).toEqual(['Yes', ['--minimised']]);
  } finally {
    await windows.end();
  }
});
