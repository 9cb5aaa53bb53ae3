import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import WebSocket from 'ws';

// biome-ignore lint/suspicious/noExplicitAny: the protocol has a shape for each of hundreds of methods
type Json = any;

/** The connection to a page or, as the root, to Chromium itself. */
export class DevtoolsSession extends EventEmitter {
  constructor(
    readonly id: string,
    private readonly post: (sessionId: string, method: string, params: Json) => Promise<Json>,
  ) {
    super();
    this.setMaxListeners(0);
  }

  send(method: string, params: Json = {}): Promise<Json> {
    return this.post(this.id, method, params);
  }
}

export interface Chromium {
  /** Endpoint for Playwright. */
  url: string;
  root: DevtoolsSession;
  session(id: string): DevtoolsSession;
  close(): void;
}

const switches = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-startup-window',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A fake camera, to test its permission.
  '--use-fake-device-for-media-stream',
  // Chromium treats the stand-in's origin as public; a real console's page may connect to the local network.
  '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,HttpsUpgrades',
  '--remote-debugging-port=0',
  '--remote-allow-origins=*',
];

export async function startChromium(executable: string, userData: string): Promise<Chromium> {
  const profile = path.join(userData, 'chromium');
  const pidFile = path.join(userData, 'chromium.pid');
  endLeftover(pidFile, profile);
  mkdirSync(profile, { recursive: true });
  const child = spawn(executable, [...switches, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group, so that all of Chromium's processes can be ended.
    detached: true,
  });
  writeFileSync(pidFile, String(child.pid));
  const url = await readAddress(child);
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 2 ** 28 });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });

  let lastId = 0;
  const waiting = new Map<number, { method: string; resolve(value: Json): void; reject(error: Error): void }>();
  const sessions = new Map<string, DevtoolsSession>();
  const post = (sessionId: string, method: string, params: Json) =>
    new Promise<Json>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { method, resolve, reject });
      socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  const session = (id: string) => {
    const known = sessions.get(id) ?? new DevtoolsSession(id, post);
    sessions.set(id, known);
    return known;
  };
  const root = session('');
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    const asked = waiting.get(message.id);
    if (!asked) {
      sessions.get(message.sessionId ?? '')?.emit(message.method, message.params);
      return;
    }
    waiting.delete(message.id);
    if (message.error) asked.reject(new Error(`${asked.method}: ${message.error.message}`));
    else asked.resolve(message.result);
  });
  return {
    url,
    root,
    session,
    close() {
      socket.close();
      endGroup(Number(child.pid));
      rmSync(pidFile, { force: true });
    },
  };
}

/** Ends the Chromium of a killed console on the same folder. */
export function endLeftover(pidFile: string, profile: string): void {
  try {
    endGroup(Number(readFileSync(pidFile, 'utf8')));
  } catch {
    // No Chromium was left.
  }
  for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
    rmSync(path.join(profile, lock), { force: true });
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Chromium has already ended.
  }
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (data) => {
      said += String(data);
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said.slice(-1_000)}`)));
  });
}
