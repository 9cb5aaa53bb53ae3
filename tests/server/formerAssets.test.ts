import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Env } from '#server/env.ts';
import { keepAssets } from '#server/features/site/formerAssets.ts';

const START = Date.parse('2026-11-30T02:00:00.000Z');
const HOUR_MS = 3_600_000;

let folder: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-former-'));
  now = START;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const shelf = () => path.join(folder, 'data', 'pages');
const versions = () =>
  existsSync(shelf()) ? readdirSync(shelf()).filter((name) => name !== 'last' && !name.startsWith('.')) : [];

/** A server starts with the pages of a version, whose files are named after it. */
async function start(version: string): Promise<() => string[]> {
  const web = path.join(folder, 'web');
  rmSync(web, { recursive: true, force: true });
  mkdirSync(path.join(web, 'assets'), { recursive: true });
  writeFileSync(path.join(web, 'assets', `index-${version}.js`), version);
  const env = { dataDir: path.join(folder, 'data') } as Env;
  const find = keepAssets({ env, log: pino({ level: 'silent' }), now: () => new Date(now) }, web, version);
  await vi.waitFor(() => expect(versions()).toContain(version));
  return find;
}
const has = (find: () => string[], file: string) =>
  find().some((root) => existsSync(path.join(root, 'assets', `index-${file}.js`)));

test('the files of the version before are found for a day after the next has come, however long it was served', async () => {
  await start('a');
  now += 500 * HOUR_MS;
  const find = await start('b');
  expect(has(find, 'a')).toBe(true);
  // Its own lie where they were built.
  expect(has(find, 'b')).toBe(false);
  now += 23 * HOUR_MS;
  expect(has(find, 'a')).toBe(true);
  now += 2 * HOUR_MS;
  expect(has(find, 'a')).toBe(false);
});

test('a restart of the same version begins no new day, and what is older is removed', async () => {
  await start('a');
  await start('b');
  now += 23 * HOUR_MS;
  const find = await start('b');
  await vi.waitFor(() => expect(has(find, 'a')).toBe(true));
  now += 2 * HOUR_MS;
  const later = await start('b');
  await vi.waitFor(() => expect(versions()).toEqual(['b']));
  expect(has(later, 'a')).toBe(false);
});

test('no more than three versions are kept beside the present one', async () => {
  for (const version of ['a', 'b', 'c', 'd', 'e']) {
    await start(version);
    now += HOUR_MS;
  }
  const find = await start('f');
  await vi.waitFor(() => expect(versions()).toEqual(['c', 'd', 'e', 'f']));
  expect(['b', 'c', 'd', 'e'].map((version) => has(find, version))).toEqual([false, true, true, true]);
});

test('a version that is put back is served by the server itself, and the other one is kept', async () => {
  await start('a');
  now += HOUR_MS;
  await start('b');
  now += HOUR_MS;
  const find = await start('a');
  await vi.waitFor(() => expect(has(find, 'b')).toBe(true));
  expect(has(find, 'a')).toBe(false);
});
