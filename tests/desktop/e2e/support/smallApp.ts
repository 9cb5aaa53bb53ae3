import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, expect, type Page, test } from '@playwright/test';
import { endLeftover } from '../../standin/devtools.ts';
import { installedConsole, letBegin, realElectron } from './desktopConsole.ts';

/** The main process of a minimal application; its events are collected in `said`. */
const MAIN = `
const { app, BrowserWindow, protocol } = require('electron');
globalThis.said = [];
globalThis.require = require;
const privileges = JSON.parse(process.env.PRIVILEGES);
if (privileges) protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }]);
app.on('window-all-closed', () => said.push('window-all-closed'));
for (const name of ['before-quit', 'will-quit', 'quit']) app.on(name, () => said.push(name));
app.whenReady().then(() => {
  protocol.handle('app', (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: 'app://small/end' } });
    if (pathname === '/data') return new Response('data');
    // A page that waits for this answer does nothing else.
    if (pathname === '/late') return new Promise((resolve) => { globalThis.answerLate = () => resolve(new Response('late')); });
    return new Response('<!doctype html><title>Small</title><p>apple, pear, Apple</p><a href="https://example.com/">Out</a>',
      { headers: { 'content-type': 'text/html' } });
  });
  globalThis.openWindow = () => {
    globalThis.window = new BrowserWindow({ show: true });
    window.on('close', () => said.push('close'));
    window.on('closed', () => said.push('closed'));
    window.loadURL('app://small/');
  };
  openWindow();
});
`;

/** A minimal application on the runtime of the specs. */
export class SmallApp {
  /** Playwright knows none once it has ended. */
  private readonly process: ReturnType<ElectronApplication['process']>;

  private constructor(
    readonly app: ElectronApplication,
    public page: Page,
    private readonly folder: string,
  ) {
    this.process = app.process();
  }

  static async launch({
    privileges = { standard: true, secure: true, supportFetchAPI: true } as object | null,
    env = {},
    browser = 'pages' as 'whole' | 'pages',
  } = {}) {
    test.skip(Boolean(installedConsole), 'An installed console runs no other application.');
    const folder = mkdtempSync(path.join(tmpdir(), 'silong-small-'));
    const source = path.join(folder, 'app');
    mkdirSync(source);
    writeFileSync(path.join(source, 'package.json'), '{"name":"small","version":"1.0.0","main":"main.cjs"}');
    writeFileSync(path.join(source, 'main.cjs'), MAIN);
    const app = await electron.launch({
      executablePath: realElectron ?? String(process.env.SILONG_STANDIN),
      args: [source, `--user-data-dir=${path.join(folder, 'data')}`],
      env: {
        ...process.env,
        PRIVILEGES: JSON.stringify(privileges),
        ...env,
        STANDIN_BROWSER: browser,
        STANDIN_WAITS: '1',
      } as Record<string, string>,
    });
    app.context().on('dialog', () => undefined);
    const window = app.firstWindow();
    await letBegin(app);
    const page = await window;
    await page.waitForURL(/small/);
    return new SmallApp(app, page, folder);
  }

  /** Another window in place of all that are open; listeners of the application itself stay. */
  async startAnew(): Promise<void> {
    const known = this.app.windows();
    await this.run(`
      const before = require('electron').BrowserWindow.getAllWindows();
      openWindow();
      for (const one of before) one.destroy();
    `);
    // A window that was denied may be listed for a moment.
    const find = () =>
      this.app
        .windows()
        .find((page) => !known.includes(page) && !page.isClosed() && /small[^/]*\/$/.test(page.url()));
    await expect.poll(() => find() !== undefined).toBe(true);
    this.page = find() ?? this.page;
    await this.page.waitForLoadState();
    await this.run('said.length = 0');
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.process;
    return exitCode !== null || signalCode !== null;
  }

  /** Runs in the main process, with access to \`window\`, \`said\` and \`require\` are. */
  run<Result>(code: string): Promise<Result> {
    return this.app.evaluate(
      (_electron, text) => new Function(`return (async () => { ${text} })()`)(),
      code,
    ) as Promise<Result>;
  }

  said(): Promise<unknown[]> {
    return this.run('return said');
  }

  async end(): Promise<void> {
    await this.app.evaluate(({ app }) => app.exit(0)).catch(() => undefined);
    await this.app.close().catch(() => undefined);
    const data = path.join(this.folder, 'data');
    endLeftover(path.join(data, 'chromium.pid'), path.join(data, 'chromium'));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 100 });
  }
}
