// @databases both
// @run full

import { type IncomingMessage, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Papa from 'papaparse';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/connection.ts';
import { adminUserColumns, adminUsers } from '#server/features/users/reads.ts';
import { withoutByteOrderMark, writeTable } from '#server/http/csv.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const CROWD = 20_000;
/** Makes a row long: the file is many times as large as the buffers of its connection. */
const FILLER = 'x'.repeat(400);
/** Some hundreds of rows are read at once; all of them held together are several times this. */
const MAX_GROWTH = 8 * 1024 * 1024;
const PICTURES = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
const CSV = '/api/admin/users/export?sort=name&order=asc';
const OWN_DATA = '/api/privacy/data';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin', name: '=cmd|run' });
  await insertCrowd(server.context.db, admin.id);
  const picture = { width: 8, height: 8, bytes: 100, uploaded_by: admin.id, created_at: new Date() };
  await server.context.db.models.Media.bulkCreate(PICTURES.map((hash) => ({ ...picture, hash })));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** Number of accounts, and of notices for one person. */
async function insertCrowd({ dialect, sequelize, transaction }: Database, userId: number): Promise<void> {
  const numbers =
    dialect === 'sqlite'
      ? `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${CROWD})`
      : `WITH numbers(n) AS (SELECT generate_series(1, ${CROWD}))`;
  const at = dialect === 'sqlite' ? "'2026-01-01 00:00:00.000 +00:00'" : "'2026-01-01T00:00:00Z'";
  // The names in another order than the ids.
  await transaction(() =>
    sequelize.query(
      `INSERT INTO users (name, email, phone, password_hash, created_at, updated_at) ${numbers}
      SELECT 'Person ' || (n * 7919 % ${CROWD}), 'crowd' || n || '@example.com', '${FILLER}', 'none', ${at}, ${at}
      FROM numbers`,
    ),
  );
  await transaction(() =>
    sequelize.query(
      `INSERT INTO notifications (user_id, type, title, message, created_at) ${numbers}
      SELECT ${userId}, 'info', 'News ' || n, 'A line' || char(10) || 'and "another" one ${FILLER}', ${at} FROM numbers`.replace(
        'char(10)',
        dialect === 'sqlite' ? 'char(10)' : 'chr(10)',
      ),
    ),
  );
}

/** Begins to download a file. @param encoding that the client takes. */
function open(path: string, encoding = 'identity'): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${admin.token}`, 'accept-encoding': encoding };
  return new Promise((resolve, reject) => {
    request(server.url + path, { headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

async function readWhole(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await open(path)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function collectGarbage(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a file of many rows', () => {
  test('is read a few rows at a time', async () => {
    const { db } = server.context;
    const { readRows } = db;
    const lengths: number[] = [];
    vi.spyOn(db, 'readRows').mockImplementation(async (sql, parameters) => {
      const rows = await readRows(sql, parameters);
      lengths.push(rows.length);
      return rows as never;
    });
    await readWhole(CSV);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(500);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(CROWD);
  });

  test.each([CSV, OWN_DATA])('%s needs no memory for them', async (path) => {
    const before = collectGarbage();
    let most = before;
    let chunks = 0;
    let bytes = 0;
    for await (const chunk of await open(path)) {
      chunks += 1;
      bytes += (chunk as Buffer).length;
      if (chunks % 50 === 0) most = Math.max(most, collectGarbage());
    }
    expect(bytes).toBeGreaterThan(5_000_000);
    expect(most - before).toBeLessThan(MAX_GROWTH);
  });

  test('has each row once, in order, as a file made at once would have it', async () => {
    const { db } = server.context;
    const items: AdminUser[] = [];
    for (let page = 1; items.length <= CROWD; page += 1) {
      const part = await adminUsers.readPage(db, { sort: 'name', order: 'asc', page, limit: CROWD / 2 });
      items.push(...part.users);
      if (part.users.length === 0) break;
    }
    const text = await readWhole(CSV);
    expect(text === writeTable(adminUserColumns, items)).toBe(true);
    const { data } = Papa.parse<string[]>(withoutByteOrderMark(text));
    expect(data).toHaveLength(CROWD + 2);
    expect(data[1]?.slice(0, 2)).toEqual([String(admin.id), "'=cmd|run"]);
  });

  test('of own data is what it was when it was written at once', async () => {
    const text = await readWhole(OWN_DATA);
    const data = JSON.parse(text);
    expect(JSON.stringify(data, null, 2) === text).toBe(true);
    expect(data.account).toMatchObject([{ id: admin.id }]);
    expect(data.account[0]).not.toHaveProperty('password_hash');
    expect(data.properties).toEqual([]);
    expect(data.pictures.map(({ hash }: { hash: string }) => hash)).toEqual(PICTURES);
    const notices = data.notifications as { title: string; message: string }[];
    expect(notices.map(({ title }) => title)).toEqual(Array.from({ length: CROWD }, (_, at) => `News ${at + 1}`));
    expect(notices.at(-1)?.message).toBe(`A line\nand "another" one ${FILLER}`);
  });

  test.each([CSV, OWN_DATA])('%s is made as fast as it is read, and holds nothing up meanwhile', async (path) => {
    const { db } = server.context;
    const statements = vi.spyOn(db.sequelize, 'query');
    const reads = vi.spyOn(db, 'readRows');
    const response = await open(path);
    const first = await new Promise<Buffer>((resolve) => response.once('data', resolve));
    response.pause();
    expect(first.length).toBeGreaterThan(0);
    // The connection's buffers are full when two looks find the same count.
    const count = () => statements.mock.calls.length + reads.mock.calls.length;
    let seen = -1;
    await vi.waitUntil(
      () => {
        const isSame = seen === count();
        seen = count();
        return isSame;
      },
      { interval: 300, timeout: 10_000 },
    );
    if (db.dialect === 'postgres') expect(await openTransactions(db)).toBe(0);
    expect((await admin.put('/api/auth/profile', { phone: '+63 917 555 0100' })).status).toBe(200);
    expect((await admin.get('/api/auth/profile')).body.data.phone).toBe('+63 917 555 0100');
    const paused = count();
    for await (const _chunk of response);
    // The rest is read when the file is read on.
    expect(count() - paused).toBeGreaterThan(5);
  });

  test.each([
    [CSV, 'identity', 10],
    [CSV, 'gzip', 10],
    // Dozens of tables come before.
    [OWN_DATA, 'gzip', 60],
  ])('%s (%s) breaks off where it cannot be read on', async (path, encoding, reads) => {
    const { db } = server.context;
    failAfter(db, reads);
    const response = await open(path, encoding);
    expect(response.statusCode).toBe(200);
    const whole = (async () => {
      for await (const _chunk of response);
    })();
    await expect(whole).rejects.toThrow('aborted');
  });

  test('that cannot be read at all is an ordinary error', async () => {
    failAfter(server.context.db, 1);
    expect(await admin.get(CSV)).toMatchObject({ status: 500, body: { code: 'internal' } });
  });

  test('leaves out who was deleted meanwhile and takes in nobody new', async () => {
    const { db } = server.context;
    const response = await open(CSV);
    await new Promise<void>((resolve) => response.once('data', () => resolve()));
    response.pause();
    const last = await db.models.User.findOne({ where: { email: `crowd${CROWD}@example.com` } });
    await db.transaction(async () => {
      await db.sequelize.query(`UPDATE users SET name = 'Zz renamed' WHERE id = ${last?.id}`);
      await db.sequelize.query("DELETE FROM users WHERE name = 'Person 9998'");
      await db.sequelize.query("UPDATE users SET name = '0' WHERE name = 'Person 9997'");
    });
    await enter(server, { name: 'Zzz' });
    let text = '';
    for await (const chunk of response) text += chunk;
    const names = Papa.parse<string[]>(text).data.map(([, name]) => name);
    expect(names).not.toContain('Zzz');
    expect(names).not.toContain('Person 9998');
    expect(names.filter((name) => name === 'Zz renamed').length).toBeLessThanOrEqual(1);
    expect(names.filter((name) => name === 'Person 9997' || name === '0')).toHaveLength(1);
  });
});

/** Lets so many reads of lists and rows pass. The session is one, too. */
function failAfter(db: Database, count: number): void {
  const { readRows } = db;
  let reads = 0;
  const fail = () => {
    reads += 1;
    if (reads > count) throw new Error('The database went away');
  };
  vi.spyOn(db, 'readRows').mockImplementation(async (sql, parameters) => {
    fail();
    return readRows(sql, parameters) as never;
  });
  const findAll = db.models.Notification.findAll.bind(db.models.Notification);
  vi.spyOn(db.models.Notification, 'findAll').mockImplementation(async (options) => {
    fail();
    return findAll(options);
  });
}

async function openTransactions(db: Database): Promise<number> {
  const rows = await db.readRows<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
  );
  return rows.length;
}
