import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../support/postgres.ts';

const START_LIMIT_MS = 60_000;

export interface ServerProcess {
  url: string;
  dataDir: string;
  /** Ends the process; its data stays, for `resume` on the same address. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

type Environment = Record<string, string>;

/** The built server as it is shipped, in a process of its own, on a copy of the demo data. */
export async function startServerProcess(
  environment: Environment | ((port: number) => Promise<Environment>) = {},
): Promise<ServerProcess> {
  const template = process.env.SILONG_E2E_TEMPLATE;
  if (!template)
    throw new Error('The browser tests start through Playwright, whose global setup makes the demo data.');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'silong-e2e-'));
  cpSync(template, dataDir, { recursive: true });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const given = typeof environment === 'function' ? await environment(port) : environment;
  const start = async () => {
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        PUBLIC_URL: url,
        LOG_LEVEL: 'warn',
        TILE_URL: '',
        RATE_LIMIT_PER_MINUTE: '0',
        ACTION_LIMITS: 'off',
        ...given,
      },
    });
    await untilReady(child, url);
    return child;
  };
  let running: ChildProcess | undefined = await start();
  const pause = async () => {
    const child = running;
    running = undefined;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  return {
    url,
    dataDir,
    pause,
    async resume() {
      running ??= await start();
    },
    async stop() {
      await pause();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode} while starting.`);
    const isReady = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error('The server did not become ready.');
}

/** For fixtures: a server that runs as long as it is used. */
export async function useServer(use: (server: ServerProcess) => Promise<void>): Promise<void> {
  const server = await startServerProcess();
  await use(server);
  await server.stop();
}
