import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildServer } from '../../build/server.mjs';
import type { ProcessFigures } from './benchServer.ts';

type Program = 'benchServer' | 'socketServer';
const FOLDER = path.resolve('test-results/bench');
let built: Promise<unknown> | undefined;

/** Starts a child process of a benchmark, bundled as the server ships: unbundled sources cost more for every closure. */
export async function startProgram(
  name: Program,
  args: readonly (string | number)[],
  { env, execArgv }: Pick<ForkOptions, 'env' | 'execArgv'>,
): Promise<ChildProcess> {
  built ??= buildServer(FOLDER, {
    benchServer: 'tests/bench/benchServer.ts',
    socketServer: 'tests/bench/socketServer.ts',
  });
  await built;
  return fork(path.join(FOLDER, `${name}.js`), args.map(String), {
    env: { ...process.env, ...env },
    execArgv,
  });
}

export interface BenchServers {
  ports: { app: number; floor: number };
  /** Figures of the app's process, with the work of SQLite and without that of PostgreSQL. */
  figures(): Promise<ProcessFigures>;
  stop(): Promise<void>;
}

/** Starts the app and the bare Koa, each in a process of its own. @param env of the app, besides the defaults of a bench. */
export async function startServers(env: Record<string, string>): Promise<BenchServers> {
  const options = {
    env: { SEED_DEMO: 'off', RATE_LIMIT_PER_MINUTE: '0', ...env },
    execArgv: ['--expose-gc'],
  };
  const children: ChildProcess[] = [];
  const start = async (...args: (string | number)[]): Promise<number> => {
    const child = await startProgram('benchServer', args, options);
    children.push(child);
    const [{ port }] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('The server under test did not start'))),
    ]);
    return port;
  };
  const app = await start('app');
  const [appProcess] = children;
  return {
    ports: { app, floor: await start('bare', app) },
    async figures() {
      if (!appProcess) throw new Error('There is no server');
      const answered = once(appProcess, 'message');
      appProcess.send('figures');
      const [figures] = await answered;
      return figures;
    },
    async stop() {
      for (const child of children) {
        if (child.exitCode !== null) continue;
        const exited = once(child, 'exit');
        child.disconnect();
        await exited;
      }
    },
  };
}
