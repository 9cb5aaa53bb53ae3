import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

export interface AppFacts {
  folder: string;
  name: string;
  version: string;
  args: readonly string[];
  isPackaged: boolean;
}

const LOCK = 'console.lock';
const EXIT_DELAY_MS = 50;

/** `app`: where things lie, when it is ready, how it ends, and that there is one of it. */
export class Application extends EventEmitter {
  readonly isPackaged: boolean;
  private readonly ready: Promise<void>;
  private markReady: () => void = () => undefined;
  private badge = 0;
  /** It was told to quit: a second one is, before it began. */
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
    this.markReady();
    this.emit('ready', {}, {});
  }

  whenReady(): Promise<void> {
    return this.ready;
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

  /** The first one listens; every other one tells it how it was started, and goes. */
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
      // Nobody holds it.
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

  setLoginItemSettings(): void {
    // Another system's way.
  }

  quit(): void {
    if (this.isEnding) return;
    this.emit('before-quit', { preventDefault: () => undefined });
    this.emit('standin-close-windows');
    this.emit('will-quit', { preventDefault: () => undefined });
    this.exit(0);
  }

  exit(code = 0): void {
    if (this.isEnding) return;
    this.isEnding = true;
    this.emit('quit', {}, code);
    for (const work of this.atExit) work();
    setTimeout(() => process.exit(code), EXIT_DELAY_MS);
  }
}
