// @databases sqlite

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { buildMigrator } from '#server/db/migrate.ts';
import { sqliteFile } from '#server/db/sqlite.ts';
import { foldText } from '#shared/places.ts';

/** The operator's own program, which is older than the driver's SQLite. */
const hasSqlite3 = spawnSync('sqlite3', ['--version']).status === 0;
const MISSING = 'The command sqlite3 is not installed: apt-get install sqlite3';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-stock-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const copyDemo = () => cpSync(inject('templates').demo ?? '', folder, { recursive: true });

function sqlite3(command: string, file = sqliteFile(folder)): string {
  const { status, stdout, stderr } = spawnSync('sqlite3', ['-bail', file, command], { encoding: 'utf8' });
  expect({ status, stderr }, command).toEqual({ status: 0, stderr: '' });
  return stdout.trim();
}

// On PostgreSQL the template is no file.
test.skipIf(inject('postgresUrl'))(
  'an operator’s sqlite3 reads, checks, copies and mends a filled database',
  (context) => {
    if (!hasSqlite3 && !process.env.CI) context.skip(MISSING);
    expect(hasSqlite3, MISSING).toBe(true);
    copyDemo();
    expect(sqlite3('.tables').split(/\s+/)).toEqual(expect.arrayContaining(['users', 'properties', 'jobs']));
    expect(sqlite3('PRAGMA integrity_check')).toBe('ok');
    const copy = path.join(folder, 'copy.sqlite');
    sqlite3(`.backup ${copy}`);
    expect(statSync(copy).size).toBeGreaterThan(100_000);
    expect(sqlite3('SELECT count(*) FROM users', copy)).toBe(sqlite3('SELECT count(*) FROM users'));
    // Their triggers and computed columns are of use to it too.
    for (const table of ['users', 'properties', 'inquiries', 'messages', 'viewings'])
      sqlite3(`UPDATE ${table} SET id = id WHERE id IN (SELECT min(id) FROM ${table})`);
    sqlite3("UPDATE users SET name = 'ÁNGEL Muñoz' WHERE email = 'user@silong.example'");
    expect(sqlite3("SELECT search_text FROM users WHERE email = 'user@silong.example'")).toBe(
      'angel munoz user@silong.example',
    );
    expect(sqlite3('PRAGMA integrity_check; PRAGMA foreign_key_check')).toBe('ok');
  },
);

/** The parser of SQLite before 3.46 has 100 places, and a call within a call takes three. */
const MAX_DEPTH = 20;

test('nothing in the schema nests deeper than an older SQLite can read', async () => {
  const db = openDatabase({ dataDir: folder });
  await buildMigrator(db).up();
  const made = await db.readRows<{ name: string; sql: string }>(
    'SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL',
  );
  await db.close();
  expect(made.length).toBeGreaterThan(100);
  const deep = made.flatMap(({ name, sql }) => {
    let [depth, deepest] = [0, 0];
    for (const sign of sql.replace(/'(?:[^']|'')*'/g, '')) {
      depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
      deepest = Math.max(deepest, depth);
    }
    return deepest > MAX_DEPTH ? `${name}: ${deepest}` : [];
  });
  expect(deep).toEqual([]);
});

test('a database of before is searched by the very same texts, which fold names as the search does', async () => {
  const db = openDatabase({ dataDir: folder });
  const migrator = buildMigrator(db);
  await migrator.up({ to: '0050-people-search' });
  const accented = 'áàâãäåéèêëíìîïóòôõöúùûüñç';
  const names = [
    ...[...accented, ...accented.toUpperCase()].map((letter) => `${letter}x${letter} De la ${letter}`),
    'José Rizal-Mercado y Alonso Realonda',
    'PEÑAFRANCIA Núñez, Jr.',
    'Łukasz Straße Þór Nguyễn 李 Иван',
    'n\u0303 decomposed',
    'O\'Brien ‘quoted’ "twice" \\ %_*?[',
    '',
  ];
  for (const [at, name] of names.entries())
    await db.sequelize.query(
      "INSERT INTO users (name, email, phone, password_hash, role, status, created_at, updated_at) VALUES ($1, $2, '+63 (917) 000-0000', 'x', 'user', 'active', '2026-01-01', '2026-01-01')",
      { bind: [name, `P${at}.Ñ@Silong.example`] },
    );
  const read = () =>
    db.readRows<{ name: string; email: string; search_text: string; phone_digits: string }>(
      'SELECT name, email, search_text, phone_digits FROM users INDEXED BY users_search ORDER BY id',
    );
  const before = await read();
  expect(before).toHaveLength(names.length);
  await migrator.up();
  expect(await read()).toEqual(before);
  for (const { name, email, search_text } of before)
    expect(foldText(search_text), name).toBe(foldText(`${name} ${email}`));
  for (const { name, search_text } of before.slice(0, accented.length * 2))
    expect(search_text.slice(0, name.length), name).toBe(
      name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
    );
  await migrator.down({ to: '0052-shorter-people-search' });
  expect(await read()).toEqual(before);
  await db.close();
});
