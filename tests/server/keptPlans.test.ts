// @databases both

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

/** SQLite compiles every statement once for its connection. */
describe.skipIf(!inject('postgresUrl'))('on PostgreSQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    // One connection for all reads, so that its prepared statements can be listed; and lists that read the database.
    server = await startTestServer({
      data: 'demo',
      env: { databaseLimits: { poolMax: 1, statementTimeoutMs: 30_000 }, hasListingsInMemory: false },
    });
  });

  afterAll(() => server.close());

  async function keptStatements(): Promise<string[]> {
    const rows = await server.context.db.readRows<{ statement: string }>(
      `SELECT statement FROM pg_prepared_statements WHERE name <> ''`,
    );
    return rows.map(({ statement }) => statement);
  }

  test('reading by keys is planned once, a filtered list for its own values', async () => {
    const { token } = await enter(server);
    for (const path of ['/api/notifications', '/api/properties/290', '/api/properties?min_price=5000000'])
      expect((await server.request('GET', path, { token })).status).toBe(200);
    const kept = await keptStatements();
    for (const part of ['s.token_hash = ANY($1)', 'FROM notifications WHERE user_id', 'p.id = ANY($1)'])
      expect(
        kept.filter((statement) => statement.includes(part)),
        part,
      ).toHaveLength(1);
    expect(kept.filter((statement) => /price >=/.test(statement))).toEqual([]);
  });

  test('what is kept survives a newer shape of its tables', async () => {
    const { db } = server.context;
    const { token } = await enter(server);
    const ask = () => server.request('GET', '/api/notifications', { token });
    expect((await ask()).status).toBe(200);
    for (const sql of [
      'ALTER TABLE users ADD COLUMN added_later text',
      'ALTER TABLE sessions ADD COLUMN added_later text',
      'ALTER TABLE notifications ADD COLUMN added_later text',
      'DROP INDEX notifications_topic',
    ])
      await db.transaction(() => db.sequelize.query(sql));
    expect((await ask()).status).toBe(200);
  });
});
