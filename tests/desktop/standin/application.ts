import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { isPrevented } from './events.ts';

export interface AppFacts {
  folder: string;
  name: string;
  version: string;
  args: readonly string[];
  isPackaged: boolean;
}

interface LoginItems {
  openAtLogin?: boolean;
  args?: string[];
  [name: string]: unknown;
}

const LOCK = 'console.lock';
const EXIT_DELAY_MS = 50;

/** The open windows, as used for quitting. */
export interface OpenWindows {
  count(): number;
  /** Closes each window, which may be prevented. */
  closeAll(): void;
  /** Skips all events that could prevent it. */
  destroyAll(): void;
}

/** `app`: paths, readiness, quitting and the single instance lock. */
export class Application extends EventEmitter {
  readonly isPackaged: boolean;
  windows: OpenWindows = { count: () => 0, closeAll: () => undefined, destroyAll: () => undefined };
  readonly dock: Dock | undefined = process.platform === 'darwin' ? new Dock() : undefined;
  private isBegun = false;
  private isQuitting = false;
  private readonly ready: Promise<void>;
  private markReady: () => void = () => undefined;
  private badge = 0;
  private loginItems: LoginItems | undefined;
  /** Recorded values for Windows, which Electron has no getter for. */
  userModelId = '';
  /** Quit was requested, for a second instance before its start. */
  isEnding = false;
  private readonly protocolClients = new Set<string>();
  private readonly atExit: (() => void)[] = [];

  constructor(private readonly facts: AppFacts) {
    super();
    this.isPackaged = facts.isPackaged;
    this.ready = new Promise((resolve) => {
      this.markReady = resolve;
    });
  }

  begin(): void {
    this.isBegun = true;
    this.markReady();
    this.emit('ready', {}, {});
  }

  whenReady(): Promise<void> {
    return this.ready;
  }

  isReady(): boolean {
    return this.isBegun;
  }

  onExit(work: () => void): void {
    this.atExit.push(work);
  }

  getVersion(): string {
    return this.facts.version;
  }

  getName(): string {
    return this.facts.name;
  }

  getAppPath(): string {
    return this.facts.folder;
  }

  getPath(name: string): string {
    const given = this.facts.args.find((argument) => argument.startsWith('--user-data-dir='));
    const appData = process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config');
    const userData = given?.slice('--user-data-dir='.length) ?? path.join(appData, this.facts.name);
    const places: Record<string, string> = {
      appData,
      userData,
      logs: path.join(userData, 'logs'),
      crashDumps: path.join(userData, 'crashes'),
      downloads: path.join(userData, 'downloads'),
      temp: os.tmpdir(),
      home: os.homedir(),
      exe: process.argv[0] ?? '',
    };
    const found = places[name];
    if (!found) throw new Error(`The stand-in knows no path named ${name}`);
    return found;
  }

  /** The first instance listens; others send it their arguments and end. */
  requestSingleInstanceLock(): boolean {
    const userData = this.getPath('userData');
    mkdirSync(userData, { recursive: true });
    const lock = path.join(userData, LOCK);
    const socket = path.join(userData, 'console.sock');
    try {
      process.kill(Number(readFileSync(lock, 'utf8')), 0);
      const said = JSON.stringify({ args: process.argv, folder: process.cwd() });
      const tell = `require('node:net').connect(${JSON.stringify(socket)}).end(${JSON.stringify(said)})`;
      spawnSync(process.execPath, ['-e', tell], { timeout: 5_000 });
      return false;
    } catch {
      // The lock is free.
    }
    writeFileSync(lock, String(process.pid));
    rmSync(socket, { force: true });
    const server = createServer((connection) => {
      let text = '';
      connection.on('data', (data) => {
        text += String(data);
      });
      connection.on('end', () => {
        const { args, folder } = JSON.parse(text);
        this.emit('second-instance', {}, args, folder);
      });
    }).listen(socket);
    server.unref();
    this.onExit(() => {
      rmSync(lock, { force: true });
      rmSync(socket, { force: true });
    });
    return true;
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocolClients.add(scheme);
    return true;
  }

  isDefaultProtocolClient(scheme: string): boolean {
    return this.protocolClients.has(scheme);
  }

  setBadgeCount(count: number): boolean {
    this.badge = count;
    return true;
  }

  getBadgeCount(): number {
    return this.badge;
  }

  /** Returns the settings as they were set; none on Linux, as in Electron. */
  setLoginItemSettings(settings: LoginItems): void {
    if (process.platform !== 'linux') this.loginItems = settings;
  }

  getLoginItemSettings(): LoginItems {
    return { openAtLogin: false, ...this.loginItems };
  }

  /** Windows only. */
  setAppUserModelId(id: string): void {
    if (process.platform === 'win32') this.userModelId = id;
  }

  /** Windows only. @throws {Error} if it is no GUID. */
  setToastActivatorCLSID?: (id: string) => void =
    process.platform === 'win32'
      ? (id) => {
          if (!/^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(id)) throw new Error('Invalid CLSID');
          this.toastActivatorCLSID = id;
        }
      : undefined;
  toastActivatorCLSID = '';

  getPreferredSystemLanguages(): string[] {
    return ['en-PH', 'fil-PH'];
  }

  getLocale(): string {
    return 'en-PH';
  }

  /** Emits before-quit, closes every window, emits will-quit; each step can prevent the quit. */
  quit(): void {
    if (this.isQuitting || this.isEnding) return;
    if (isPrevented(this, 'before-quit')) return;
    this.isQuitting = true;
    if (this.windows.count() === 0) this.finish();
    else this.windows.closeAll();
  }

  /** A window that stays open cancels the quit. */
  windowStays(): void {
    this.isQuitting = false;
  }

  allWindowsClosed(): void {
    if (this.isEnding) return;
    if (this.isQuitting) this.finish();
    else if (this.emit('standin-all-closed')) return;
    else if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }

  private finish(): void {
    if (isPrevented(this, 'will-quit')) this.isQuitting = false;
    else this.exit(0);
  }

  /** Skips all events that could prevent it. */
  exit(code = 0): void {
    if (this.isEnding) return;
    this.isEnding = true;
    this.windows.destroyAll();
    this.emit('quit', {}, code);
    for (const work of this.atExit) work();
    setTimeout(() => process.exit(code), EXIT_DELAY_MS);
  }
}

/** macOS only. */
class Dock {
  private badge = '';

  setBadge(text: string): void {
    this.badge = text;
  }

  getBadge(): string {
    return this.badge;
  }

  bounce(): number {
    return 1;
  }
}
