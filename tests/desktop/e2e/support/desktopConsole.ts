import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, type Page, test } from '@playwright/test';
import type { DesktopEventName } from '../../../../shared/contracts/desktop.ts';
import { LoginDialog } from '../../../e2e/pages/loginDialog.ts';
import { type DemoAccount, openNewSession } from '../../../e2e/support/accounts.ts';
import { expect } from '../../../e2e/support/fixtures.ts';
import { endLeftover } from '../../standin/devtools.ts';

/** Requests to the operating system, recorded in the main process on either runtime. */
export interface Witness {
  notices: { title: string; body: string; isShown: boolean }[];
  opened: string[];
  badge: number;
}

interface StandinGlobals {
  standin: {
    Tray: {
      all: {
        tip: string;
        menu: { items: { label: string; click(): void }[] } | null;
        emit(name: string): void;
      }[];
    };
  };
}

interface Watched {
  notices: (Witness['notices'][number] & { native: WeakRef<NodeJS.EventEmitter> })[];
}

interface LaunchOptions {
  /** The packaged application's executable. Default: the built folders. */
  executable?: string;
  userData?: string;
  args?: string[];
  env?: Record<string, string>;
  /** The stand-in's browser: the headless one takes half the processor's time, and has no permissions. */
  browser?: 'whole' | 'pages';
}

/** An installed console, built by `SILONG_DRIVABLE=1 npm run dist`. */
export const installedConsole = process.env.SILONG_INSTALLED || undefined;

/** Path of the executable in Electron's package, by system. */
function findElectron(folder: string | undefined): string | undefined {
  if (!folder) return undefined;
  const names = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };
  return path.join(folder, (names as Record<string, string>)[process.platform] ?? 'electron');
}

/** Version of the real Electron, for the report; undefined on the stand-in. */
export const realElectron = installedConsole ?? findElectron(process.env.ELECTRON_REAL_DIST);

/** A running console with its own data folder. */
export class DesktopConsole {
  /** Playwright knows none once it has ended. */
  private readonly process: ReturnType<ElectronApplication['process']>;

  private constructor(
    readonly app: ElectronApplication,
    readonly userData: string,
    readonly page: Page,
  ) {
    this.process = app.process();
  }

  static async launch({ executable, userData, args = [], env = {}, browser = 'pages' }: LaunchOptions = {}) {
    test.skip(
      Boolean(installedConsole && env.SILONG_POLICY_FILE),
      'An installed console takes its policy from its administrators alone.',
    );
    const folder = userData ?? mkdtempSync(path.join(tmpdir(), 'silong-console-'));
    const runtime = executable ?? realElectron ?? process.env.SILONG_STANDIN;
    if (!runtime) throw new Error('The desktop specs start through Playwright, whose setup makes the stand-in.');
    const app = await electron.launch({
      executablePath: runtime,
      args: [...(executable || installedConsole ? [] : ['.']), `--user-data-dir=${folder}`, ...args],
      env: { ...process.env, ...env, STANDIN_BROWSER: browser, STANDIN_WAITS: '1' } as Record<string, string>,
    });
    // Without a listener, Playwright would answer the beforeunload dialog in the console's place.
    app.context().on('dialog', () => undefined);
    await watch(app);
    const window = app.firstWindow();
    await letBegin(app);
    return new DesktopConsole(app, folder, await window);
  }

  /** Starts as a later run does: on the page of a saved server. */
  static async launchAt(url: string, options: LaunchOptions = {}): Promise<DesktopConsole> {
    const userData = options.userData ?? mkdtempSync(path.join(tmpdir(), 'silong-console-'));
    const saved = { servers: [{ url, name: 'Silong' }], chosen: url, isCarried: true };
    writeFileSync(path.join(userData, 'servers.json'), JSON.stringify(saved));
    const desktop = await DesktopConsole.launch({ ...options, userData });
    await expect(desktop.page.getByRole('button', { name: 'Console settings' })).toBeVisible({ timeout: 25_000 });
    return desktop;
  }

  /** Enters the server on the first run and waits for its page. */
  async connect(url: string): Promise<void> {
    await this.page.getByLabel('Server address').fill(url);
    await this.page.getByRole('button', { name: 'Connect' }).click();
    await expect(this.page.getByRole('button', { name: 'Console settings' })).toBeVisible();
  }

  /** Takes a session over as from another window of the console. The lock knows no password then. */
  async takeSession(url: string, account: DemoAccount): Promise<void> {
    const { token, user } = await openNewSession(url, account);
    const login = this.page.getByRole('button', { name: 'Login', exact: true });
    await expect(login.first()).toBeVisible({ timeout: 30_000 });
    await this.page.evaluate((session) => window.desktop?.call('writeSession', { ...session, remember: true }), {
      token,
      user: JSON.stringify(user),
    });
    // The page may follow other windows a moment later.
    await expect(async () => {
      await this.page.evaluate((userId) => {
        const channel = new BroadcastChannel('silong-session');
        channel.postMessage({ kind: 'signedIn', userId });
        channel.close();
      }, user.id);
      await expect(this.page.getByRole('button', { name: /Account menu/ })).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
  }

  /** Through the form. */
  async signIn(account: DemoAccount): Promise<void> {
    await this.page.getByRole('button', { name: 'Login', exact: true }).click();
    // The form's state may follow the press a moment later.
    await expect(() => this.page.getByLabel('Remember me').check({ timeout: 2_000 })).toPass({
      timeout: 30_000,
    });
    await new LoginDialog(this.page).logIn(`${account}@silong.example`);
    await expect(this.page.getByRole('button', { name: /Account menu/ })).toBeVisible();
  }

  /** Navigates within the page, as a click would. */
  async go(route: string): Promise<void> {
    await this.app.evaluate(
      ({ BrowserWindow }, target) =>
        BrowserWindow.getAllWindows()[0]?.webContents.send('silong:event', 'open', target),
      route,
    );
  }

  /** Records the events sent to the page from now on; `heard` reads them. */
  async listen(...names: DesktopEventName[]): Promise<void> {
    await this.page.evaluate(async (events) => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      for (const name of events) window.desktop?.on(name, (event) => heard.push({ [name]: event }));
      // The first run's page does not subscribe by itself.
      await window.desktop?.call('listen');
    }, names);
  }

  heard(): Promise<unknown[]> {
    return this.page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  }

  /** Clicks an item of the application menu by its label. */
  async menu(label: string): Promise<void> {
    await this.app.evaluate(({ Menu, BrowserWindow }, wanted) => {
      const all = (items: Electron.MenuItem[]): Electron.MenuItem[] =>
        items.flatMap((item) => [item, ...all(item.submenu?.items ?? [])]);
      const item = all(Menu.getApplicationMenu()?.items ?? []).find((one) => one.label === wanted);
      if (!item) throw new Error(`The menu has no ${wanted}`);
      item.click({}, BrowserWindow.getFocusedWindow(), undefined);
    }, label);
  }

  /** Clicks the stand-in's tray icon or an item of its menu. A real tray cannot be reached. */
  async tray(label?: string): Promise<void> {
    const isFound = await this.app.evaluate((_electron, wanted) => {
      const [tray] = (globalThis as unknown as StandinGlobals).standin.Tray.all;
      const item = tray?.menu?.items.find((one) => one.label === wanted);
      // After the call has returned, as the console may quit.
      setTimeout(() => (wanted === undefined ? tray?.emit('click') : item?.click()));
      return Boolean(wanted === undefined ? tray : item);
    }, label);
    if (!isFound) throw new Error(`The tray has no ${label ?? 'icon'}`);
  }

  trayTip(): Promise<string | undefined> {
    return this.app.evaluate(() => (globalThis as unknown as StandinGlobals).standin.Tray.all[0]?.tip);
  }

  witness(): Promise<Witness> {
    return this.app.evaluate(() => {
      const { notices, opened, badge } = (globalThis as unknown as { witness: Witness }).witness;
      return {
        opened,
        badge,
        notices: notices.map(({ title, body, isShown }) => ({ title, body, isShown })),
      };
    });
  }

  /** Forgets what was recorded. */
  async clearWitness(): Promise<void> {
    await this.app.evaluate(() => {
      const { witness } = globalThis as unknown as { witness: Witness };
      witness.notices.length = 0;
      witness.opened.length = 0;
    });
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.process;
    return exitCode !== null || signalCode !== null || this.page.isClosed();
  }

  /** Clicks the newest notice or replies to it. */
  async noticeEmits(name: 'click' | 'reply', text = ''): Promise<void> {
    await this.app.evaluate(
      async (_electron, [event, reply]) => {
        const { notices } = (globalThis as unknown as { witness: Watched }).witness;
        // Garbage collection removes notices that the console does not reference.
        await new Promise((resolve) => setTimeout(resolve, 50));
        (globalThis as { gc?(): void }).gc?.();
        notices.at(-1)?.native.deref()?.emit(event, { reply }, reply);
      },
      [name, text] as const,
    );
  }

  get status() {
    return this.page.getByRole('region', { name: 'Console' });
  }

  /** Kills the process, like a power cut. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.app.process().once('exit', resolve));
    this.app.process().kill('SIGKILL');
    await ended;
    endLeftover(path.join(this.userData, 'chromium.pid'), path.join(this.userData, 'chromium'));
  }

  /** Quits as a person does; unsaved work may prevent it. */
  async quit(): Promise<void> {
    await this.app.evaluate(({ app }) => app.quit()).catch(() => undefined);
    await this.app.close().catch(() => undefined);
  }

  /** Ends without questions and deletes the data folder. */
  async end(): Promise<void> {
    await this.app.evaluate(({ app }) => app.exit(0)).catch(() => undefined);
    await this.app.close().catch(() => undefined);
    endLeftover(path.join(this.userData, 'chromium.pid'), path.join(this.userData, 'chromium'));
    rmSync(this.userData, { recursive: true, force: true, maxRetries: 8, retryDelay: 100 });
  }
}

/** Starts the stand-in, which waits until it is watched; a real Electron runs already. */
export async function letBegin(app: ElectronApplication): Promise<void> {
  await app.evaluate(() => (globalThis as unknown as { standin?: { begin(): void } }).standin?.begin());
}

/** Records requests to the system in the main process. */
async function watch(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ app: application, Notification, shell }) => {
    // A weak reference, so that the spec does not keep a notice alive that the console has dropped.
    const notices: { title: string; body: string; isShown: boolean; native: WeakRef<object> }[] = [];
    const witness = { notices, opened: [] as string[], badge: application.getBadgeCount() };
    Object.assign(globalThis, { witness });
    const { show, close } = Notification.prototype;
    Notification.prototype.show = function note() {
      notices.push({ title: this.title, body: this.body, isShown: true, native: new WeakRef(this) });
      show.call(this);
    };
    Notification.prototype.close = function forget() {
      for (const notice of notices) if (notice.native.deref() === this) notice.isShown = false;
      close.call(this);
    };
    application.setBadgeCount = (count) => {
      witness.badge = count ?? 0;
      return true;
    };
    shell.openExternal = async (url) => {
      witness.opened.push(url);
    };
  });
}
