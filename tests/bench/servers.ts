import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchPorts, ProcessFigures } from './benchServer.ts';

export interface BenchServers {
  ports: BenchPorts;
  /** Of the process that holds both servers. SQLite's work is in it, PostgreSQL's is not. */
  figures(): Promise<ProcessFigures>;
  stop(): Promise<void>;
}

/** Starts the app and the bare Koa beside it in a process of their own. @param env the app's, beside what a bench needs. */
export async function startServers(env: Record<string, string>): Promise<BenchServers> {
  const script = fileURLToPath(new URL('./benchServer.ts', import.meta.url));
  const child = fork(script, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, SEED_DEMO: 'off', RATE_LIMIT_PER_MINUTE: '0', ...env },
  });
  const [ports] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The server under test did not start'))),
  ]);
  return {
    ports,
    async figures() {
      const answered = once(child, 'message');
      child.send('figures');
      const [figures] = await answered;
      return figures;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
