import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { inject } from 'vitest';
import { findFreePort } from './postgres.ts';

const START_LIMIT_MS = 60_000;

/** The server in a process of its own, which can be killed and started again on the same data. */
export interface ChildServer {
  /** The same after every start. */
  url: string;
  /** Resolves when the server answers. */
  start(): Promise<void>;
  /** The id of the running process. @throws {Error} none runs. */
  pid(): number;
  /** The log lines of all its starts so far: nothing unless LOG_LEVEL is given. */
  logged(): Record<string, unknown>[];
  /** Asks it to end, as a deploy does. @returns its exit code. */
  stop(): Promise<number | null>;
  /** Resolves when it ends by itself. @returns its exit code. */
  ended(): Promise<number | null>;
  /** As a power cut would: no farewell, nothing is finished. */
  kill(): Promise<void>;
}

/** @param program of another version, if it is not this one. */
export async function createChildServer(
  environment: Record<string, string>,
  program = path.join(inject('programs'), 'main.js'),
): Promise<ChildServer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  return {
    url,
    async start() {
      child = spawn(process.execPath, [program], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          LOG_LEVEL: 'silent',
          TILE_URL: '',
          SEED_DEMO: 'off',
          RATE_LIMIT_PER_MINUTE: '0',
          ACTION_LIMITS: 'off',
          ...environment,
        },
      });
      child.stdout?.on('data', (data) => {
        output += data;
      });
      await untilReady(child, url);
    },
    pid() {
      if (child?.pid === undefined) throw new Error('The server does not run.');
      return child.pid;
    },
    logged: () =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async stop() {
      if (!child) throw new Error('The server does not run.');
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
    async ended() {
      if (!child) throw new Error('The server does not run.');
      const [code] = await once(child, 'exit');
      return code;
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    const isReady = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill('SIGKILL');
  throw new Error('The server did not become ready.');
}
