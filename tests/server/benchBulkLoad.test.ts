// @databases both
// @run full

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { QueryTypes } from 'sequelize';
import { afterAll, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrate.ts';
import { commonWords, fillWithListings } from '#tests/bench/syntheticListings.ts';

const ROWS = 3_000;
const folder = mkdtempSync(path.join(tmpdir(), 'silong-bulk-'));
const postgresUrl = inject('postgresUrl');
const opened = new Map<string, Database>();

async function fillIn(name: string, options: Parameters<typeof fillWithListings>[2]): Promise<Database> {
  const schema = postgresUrl ? name : undefined;
  const db = openDatabase({ databaseUrl: postgresUrl, dataDir: path.join(folder, name), schema });
  opened.set(name, db);
  if (schema) await db.sequelize.createSchema(schema, {});
  await migrate(db);
  await fillWithListings(db, ROWS, options);
  return db;
}

afterAll(async () => {
  for (const [name, db] of opened) {
    if (postgresUrl) await db.sequelize.query(`DROP SCHEMA ${name} CASCADE`);
    await db.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = (db: Database, sql: string) => db.sequelize.query(sql, { type: QueryTypes.SELECT });

it('loads in bulk exactly what inserting row by row gives', async () => {
  const bulk = await fillIn('bulk', {});
  const slow = await fillIn('slow', { isRowByRow: true });
  const expectSame = async (sql: string) => {
    const expected = await rowsOf(slow, sql);
    expect(expected.length, sql).toBeGreaterThan(0);
    expect(await rowsOf(bulk, sql), sql).toEqual(expected);
  };

  await expectSame('SELECT * FROM properties ORDER BY id');
  expect(await bulk.models.Property.count()).toBe(ROWS);

  if (postgresUrl) {
    await expectSame(
      "SELECT replace(pg_get_indexdef(indexrelid), relnamespace::regnamespace || '.', '') AS sql, indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = 'properties'::regclass ORDER BY 1",
    );
    for (const word of ['pool', 'view', 'ba', '¤bright'])
      await expectSame(
        `SELECT id FROM properties WHERE moderation_status = 'active' AND search_vector @@ '''${word}'':*'::tsquery ORDER BY id`,
      );
    return;
  }
  await expectSame('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name');
  // Each column's type as it is stored: 1 and 1.0 and '1' compare alike in JavaScript or in SQL.
  const columns = (await rowsOf(bulk, 'PRAGMA table_info(properties)')) as { name: string }[];
  const types = columns.map(({ name }) => `typeof(${name}) AS ${name}`);
  await expectSame(`SELECT ${types.join(', ')} FROM properties ORDER BY id`);
  for (const db of [bulk, slow]) {
    expect(await rowsOf(db, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await db.sequelize.query('CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, properties_search, row)');
  }
  await expectSame('SELECT term, doc FROM terms ORDER BY term');
  for (const word of [...commonWords.slice(0, 50), 'ba*', '"¤bright"', '"‡beds2"'])
    await expectSame(`SELECT rowid FROM properties_search WHERE properties_search MATCH '${word}'`);
});

it('makes many of a few: the same listings at other prices, places and times', async () => {
  const db = await fillIn('copied', { most: 700 });
  const [counted] = (await rowsOf(
    db,
    `SELECT COUNT(*) AS listings, COUNT(DISTINCT description) AS texts, COUNT(DISTINCT search_text) AS words,
       COUNT(DISTINCT created_at) AS times, COUNT(DISTINCT latitude) AS places FROM properties`,
  )) as Record<string, number | string>[];
  const { listings, texts, words, times, places } = counted ?? {};
  expect([listings, texts, words].map(Number)).toEqual([ROWS, 700, 700]);
  for (const different of [times, places]) expect(Number(different)).toBeGreaterThan(ROWS * 0.9);

  const found = (await rowsOf(
    db,
    postgresUrl
      ? `SELECT id FROM properties WHERE moderation_status = 'active' AND search_vector @@ '''pool'''::tsquery`
      : `SELECT rowid AS id FROM properties_search WHERE properties_search MATCH 'pool'`,
  )) as { id: number }[];
  const held = (await rowsOf(
    db,
    `SELECT id FROM properties WHERE moderation_status = 'active' AND ' ' || search_text || ' ' LIKE '% pool %'`,
  )) as { id: number }[];
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((one, other) => one - other);
  expect(idsOf(found)).toEqual(idsOf(held));
  expect(held.length).toBeGreaterThan(100);
  // As the other listings', so that the index in memory reads them.
  const latest = await db.models.Property.findAll({ order: [['created_at', 'DESC']], limit: 1 });
  expect(latest[0]?.created_at.getTime()).toBeGreaterThan(Date.UTC(2026, 1, 1));
});
