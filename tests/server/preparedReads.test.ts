// @databases both

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecords, recordColumns, toBoolean, toIso, toJson, toNumber } from '#server/db/sql.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

test('a statement used again sees what was written in between', async () => {
  const count = async () => {
    const [row] = await server.context.db.readRows<{ n: number | string }>('SELECT count(*) AS n FROM properties');
    return Number(row?.n);
  };
  const before = await count();
  await buildProperty(server.context);
  expect(await count()).toBe(before + 1);
});

test('one statement is asked with many values at once', async () => {
  const rows = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      server.context.db.readRows<{ a: number; b: number }>(
        'SELECT CAST($2 AS INTEGER) AS a, CAST($1 AS INTEGER) AS b',
        [at, at * 2],
      ),
    ),
  );
  expect(rows.map(([row]) => [row?.b, row?.a])).toEqual(Array.from({ length: 300 }, (_, at) => [at, at * 2]));
});

test('what is read aside holds up no other reading, and sees what was written before', async () => {
  const { db } = server.context;
  await buildProperty(server.context);
  const there = await db.models.Property.count();
  let isRead = false;
  const aside = db
    .readRowsInBackground<{ n: number | string; there: number | string }>(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
      SELECT COUNT(*) AS n, (SELECT COUNT(*) FROM properties) AS there FROM numbers`,
      [2_000_000],
    )
    .finally(() => {
      isRead = true;
    });
  for (let n = 0; n < 5; n += 1) await db.readRows('SELECT 1 AS one');
  expect(isRead).toBe(false);
  const [row] = await aside;
  expect([Number(row?.n), Number(row?.there)]).toEqual([2_000_000, there]);
});

test('more statements than are kept, and wrong ones among them, each get their own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 450 }, (_, at) =>
      server.context.db
        .readRows<{ n: number }>(at % 7 === 0 ? `SELECT nothing${at} FROM users` : `SELECT ${at} AS n`)
        .then(
          ([row]) => row?.n,
          () => 'refused',
        ),
    ),
  );
  expect(answers).toEqual(Array.from({ length: 450 }, (_, at) => (at % 7 === 0 ? 'refused' : at)));
});

test('values mean the same on both databases', async () => {
  const { db } = server.context;
  const created = new Date('2026-03-18T04:05:06.007Z');
  const { id } = await buildProperty(server.context, {
    title: `O'Brien "quoted" \\ ★ 東京 🏠\nline`,
    price: 99_999_999_999.99,
    furnished: true,
    created_at: created,
    features: ['a "b"', 'ñ'],
  });
  const columns = {
    title: 'p.title',
    price: 'p.price',
    furnished: 'p.furnished',
    features: 'p.features',
    created_at: 'p.created_at',
    floor_level: 'p.floor_level',
  };
  interface Row {
    title: string;
    price: number | string;
    furnished: boolean | number;
    features: string[] | string;
    created_at: Date | string;
    floor_level: number | null;
  }
  const [row] = await readRecords<Row>(
    db,
    `SELECT ${recordColumns(db.dialect, columns)} FROM properties p WHERE p.id = $1`,
    [id],
  );
  if (!row) throw new Error('not found');
  expect(row.title).toBe(`O'Brien "quoted" \\ ★ 東京 🏠\nline`);
  expect(toNumber(row.price)).toBe(99_999_999_999.99);
  expect(toBoolean(row.furnished)).toBe(true);
  expect(toJson(row.features)).toEqual(['a "b"', 'ñ']);
  expect(toIso(row.created_at)).toBe(created.toISOString());
  expect(row.floor_level).toBeNull();
});
