import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { loadDemoData } from '#server/demo/index.ts';
import { type Env, readEnv } from '#server/env.ts';
import { withPostgresClient } from './postgres.ts';

/** The day on which the demo marketplace of the tests stands. */
export const DEMO_NOW = new Date('2026-03-18T04:00:00.000Z');
export const DEMO_DATABASE = 'silong_demo';

export function testEnv(dataDir: string, databaseUrl: string | undefined, overrides: Partial<Env> = {}): Env {
  const env = readEnv({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    TILE_URL: '',
    RATE_LIMIT_PER_MINUTE: '0',
    // Tests hammer. Those of the bounds switch them on.
    SEED_DEMO: 'off',
    ACTION_LIMITS: 'off',
    // A machine that runs many tests at once is slow, not broken.
    DATABASE_STATEMENT_TIMEOUT_MS: '30000',
  });
  return { ...env, databaseUrl, ...overrides };
}

/** Fills a database with the demo data, without the files of its pictures. @returns what a test server copies. */
export async function buildTemplate(folder: string, postgresUrl: string | undefined): Promise<string> {
  let databaseUrl: string | undefined;
  if (postgresUrl) {
    await withPostgresClient(postgresUrl, (client) => client.query(`CREATE DATABASE ${DEMO_DATABASE}`));
    databaseUrl = databaseNamed(postgresUrl, DEMO_DATABASE);
  }
  const app = await createApp({
    env: testEnv(folder, databaseUrl),
    log: pino({ level: 'silent' }),
    now: () => DEMO_NOW,
    isRepeating: false,
  });
  await loadDemoData(app.context, { now: DEMO_NOW, pictureFolder: null });
  await app.close();
  return postgresUrl ? DEMO_DATABASE : folder;
}

export function databaseNamed(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
