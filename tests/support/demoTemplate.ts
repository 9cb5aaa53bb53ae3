import path from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { loadDemoData } from '#server/demo/index.ts';
import { type Env, readEnv } from '#server/env.ts';
import type { ServerContext } from '#server/features/context.ts';
import { withPostgresClient } from './postgres.ts';

/** The day of the demo marketplace in the tests. */
export const DEMO_NOW = new Date('2026-03-18T04:00:00.000Z');

export function testEnv(dataDir: string, databaseUrl: string | undefined, overrides: Partial<Env> = {}): Env {
  const env = readEnv({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    TILE_URL: '',
    RATE_LIMIT_PER_MINUTE: '0',
    // Tests send many calls. The tests of the bounds switch them on.
    SEED_DEMO: 'off',
    ACTION_LIMITS: 'off',
    // A machine that runs many tests at once is slow, not broken.
    DATABASE_STATEMENT_TIMEOUT_MS: '30000',
  });
  return { ...env, databaseUrl, ...overrides };
}

export const DEMO_PASSWORD = 'silong-demo';

/**
 * The same kind as the server's own hashes, which are expensive on purpose: a thousand sign-ins wait for none of
 * them.
 */
export const quickHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** The demo marketplace, in which people sign in quickly. */
export async function loadTestData(
  context: ServerContext,
  options: Parameters<typeof loadDemoData>[1],
): Promise<void> {
  await loadDemoData(context, options);
  const email = ['user', 'agent', 'admin'].map((name) => `${name}@silong.example`);
  const accounts = await context.db.models.User.findAll({ where: { email } });
  const isOpen = await Promise.all(accounts.map((account) => verify(account.password_hash, DEMO_PASSWORD)));
  if (isOpen.filter(Boolean).length !== email.length) throw new Error('A demo account cannot sign in.');
  const password_hash = await quickHash(DEMO_PASSWORD);
  for (const account of accounts) await account.update({ password_hash }, { silent: true });
}

/**
 * The source of a test server's copy, which takes a tenth of the time of making it: a folder (SQLite) or the name of a
 * database (PostgreSQL). Both have all tables; the empty one holds nothing.
 */
export type Templates = Partial<Record<'demo' | 'empty', string>>;

/** @returns the template. The demo data comes without the files of its pictures. */
export async function buildTemplate(
  data: keyof Templates,
  folder: string,
  postgresUrl: string | undefined,
): Promise<string> {
  const name = `silong_${data}`;
  if (postgresUrl) await withPostgresClient(postgresUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const dataDir = path.join(folder, data);
  const app = await createApp({
    env: testEnv(dataDir, postgresUrl && databaseNamed(postgresUrl, name)),
    log: pino({ level: 'silent' }),
    now: () => DEMO_NOW,
    isRepeating: false,
  });
  if (data === 'demo') await loadTestData(app.context, { now: DEMO_NOW, pictureFolder: null });
  await app.close();
  return postgresUrl ? name : dataDir;
}

export function databaseNamed(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
