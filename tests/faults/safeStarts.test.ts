import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type App, createApp } from '#server/app.ts';
import { connectToSqlite, sqliteFile } from '#server/db/sqlite.ts';
import { hashPassword } from '#server/features/auth/writes/passwords.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { findFreePort } from '#tests/support/postgres.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'silong-start-')), 'data');
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

/** The folder holds a database that is made already. */
const fill = (data: 'demo' | 'empty') => cpSync(inject('templates')[data] ?? '', folder, { recursive: true });

async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

interface Start {
  child: ChildProcess;
  /** All that was printed so far. */
  output(): string;
  errors(): string;
  /** Resolves when the server answers, or ends. @returns the exit code; null: it runs. */
  settled: Promise<number | null>;
}

async function start(environment: Record<string, string> = {}): Promise<Start> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [path.join(inject('programs'), 'main.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      SEED_DEMO: 'off',
      TILE_URL: '',
      ...environment,
    },
  });
  children.push(child);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const open = async () => {
    const isOpen = () =>
      fetch(`http://127.0.0.1:${port}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (child.exitCode === null && child.signalCode === null && !(await isOpen()))
      await new Promise((resolve) => setTimeout(resolve, 50));
    return child.exitCode === null ? null : ended;
  };
  return { child, output: () => output, errors: () => errors, settled: open() };
}

const production = { NODE_ENV: 'production' };

/** A server in this process, on the same folder. */
async function withApp(work: (app: App) => Promise<unknown>): Promise<void> {
  const app = await createApp({ env: testEnv(folder, undefined), log: pino({ level: 'silent' }) });
  await work(app).finally(() => app.close());
}

describe('in production', () => {
  test('demo accounts that can sign in keep a server from being reached from outside', async () => {
    fill('demo');
    // A proxy on the same machine lets others in with every value of HOST.
    const site = { PUBLIC_URL: 'https://homes.example' };
    for (const [named, environment] of [
      ['PUBLIC_URL=https://homes.example', { ...site, TRUST_PROXY: '1' }],
      ['TRUST_PROXY=1', { TRUST_PROXY: '1' }],
      ['HOST=0.0.0.0', { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }],
    ] as const) {
      const proxied = await start({ ...production, ...environment });
      expect(await proxied.settled, named).toBe(1);
      expect(proxied.errors()).toMatch(/^The demo accounts \(.*admin@silong\.example.*\) can sign in [^\n]*\.\n$/);
      expect(proxied.errors()).toContain(` and ${named} says that people come from outside.`);
      // The advised setting must be neither refused nor open behind a proxy.
      expect(proxied.errors()).toContain(
        'HOST=127.0.0.1, without PUBLIC_URL and TRUST_PROXY, and on a PORT that no proxy passes on',
      );
    }
    const behindOwnProxy = { TRUST_PROXY: '1', PUBLIC_URL: 'http://localhost:3000' };
    for (const environment of [undefined, behindOwnProxy]) {
      const inside = await start({ ...production, ...environment });
      expect(await inside.settled).toBeNull();
      await kill(inside.child);
    }

    await withApp(({ context: { db } }) =>
      db.transaction(async () => {
        await db.models.User.update({ status: 'suspended' }, { where: { email: 'user@silong.example' } });
        const email = ['admin@silong.example', 'agent@silong.example'];
        await db.models.User.update({ password_hash: await hashPassword('of its own') }, { where: { email } });
      }),
    );
    const { settled } = await start({ ...production, ...site, HOST: '0.0.0.0', TRUST_PROXY: '1' });
    expect(await settled, 'suspended ones, and those with a password of their own').toBeNull();
  });

  test('nor are they made there; the data stay without any account', async () => {
    fill('empty');
    for (const [name, value] of [
      ['HOST', '0.0.0.0'],
      ['TRUST_PROXY', '1'],
      ['PUBLIC_URL', 'https://homes.example'],
    ] as const) {
      const refused = await start({ ...production, [name]: value, SEED_DEMO: 'on' });
      expect(await refused.settled).toBe(1);
      expect(refused.errors()).toMatch(/^SEED_DEMO=on would make demo accounts[^\n]*\.\n$/);
    }
    const connection = await connectToSqlite(sqliteFile(folder));
    const [row] = await connection.all<{ users: number }>('SELECT count(*) AS users FROM users');
    await connection.close();
    expect(row?.users).toBe(0);
  });

  test('a first start says how to make an administrator', async () => {
    const first = await start({ ...production, HOST: '0.0.0.0' });
    expect(await first.settled).toBeNull();
    await expect.poll(first.output).toContain('npm run admin:create -- --email=');
  });
});

test.each(['Production', 'prod'])(
  'NODE_ENV=%s is refused in one sentence, before anything is written',
  async (NODE_ENV) => {
    const refused = await start({ NODE_ENV, HOST: '0.0.0.0', SEED_DEMO: 'on' });
    expect(await refused.settled).toBe(1);
    expect(refused.errors()).toBe('NODE_ENV must be production, development or test.\n');
    expect(existsSync(folder)).toBe(false);
  },
);

test('a server that others reach and that is none of production says so', async () => {
  fill('empty');
  const server = await start({ PUBLIC_URL: 'https://homes.example' });
  expect(await server.settled).toBeNull();
  await expect.poll(server.output).toContain('NODE_ENV is not production');
});

test('a port that another program uses is named in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  fill('empty');
  const refused = await start({ PORT: String(port) });
  expect(await refused.settled).toBe(1);
  expect(refused.errors()).toBe(`Port ${port} of 127.0.0.1 cannot be opened: another program uses it.\n`);
  other.close();
});

describe('on one data folder', () => {
  test('a second server is refused, and takes over at once when the first is killed', async () => {
    fill('empty');
    const first = await start();
    expect(await first.settled).toBeNull();
    const second = await start();
    expect(await second.settled).toBe(1);
    expect(second.errors()).toMatch(/^DATA_DIR .* is in use by a server that is running\.[^\n]*\n$/);
    expect(first.child.exitCode, 'the first goes on').toBeNull();
    await kill(first.child);
    expect(existsSync(path.join(folder, 'silong.lock'))).toBe(true);
    const third = await start();
    expect(await third.settled).toBeNull();
    await kill(third.child, 'SIGTERM');
    expect(third.child.exitCode).toBe(0);
  });

  test('SQLite’s files are private, also those that were not', async () => {
    const first = await start();
    await first.settled;
    const files = () => readdirSync(folder).filter((name) => /^silong\.(sqlite|lock)/.test(name));
    const open = () => files().filter((name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0);
    expect(files()).toEqual(expect.arrayContaining(['silong.lock', 'silong.sqlite', 'silong.sqlite-wal']));
    expect(open()).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await kill(first.child);
    for (const name of files()) chmodSync(path.join(folder, name), 0o644);
    await (await start()).settled;
    expect(open()).toEqual([]);
  });

  test.each(['/dev/null/data', '/proc/silong/data'])(
    'that cannot be made, as %s, the server says so in one sentence',
    async (DATA_DIR) => {
      const refused = await start({ DATA_DIR });
      expect(await refused.settled).toBe(1);
      const [sentence, ...more] = refused.errors().split('\n');
      expect(sentence).toContain(`DATA_DIR ${DATA_DIR} cannot be used: `);
      expect(more).toEqual(['']);
    },
  );
});
