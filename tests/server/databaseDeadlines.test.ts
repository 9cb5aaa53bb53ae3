// @databases both

import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { QueryTypes, UniqueConstraintError } from 'sequelize';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import { isDatabaseUnavailable, TransactionTimeoutError, withoutDeadlines } from '#server/db/deadlines.ts';
import { connectToSqlite, sqliteFile } from '#server/db/sqlite.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { withPostgresClient } from '#tests/support/postgres.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

const isPostgres = Boolean(inject('postgresUrl'));
const T = 1_000;

let server: TestServer;
let ana: Person;

beforeAll(async () => {
  server = await startTestServer({
    data: 'empty',
    env: { databaseLimits: { poolMax: 3, statementTimeoutMs: T } },
  });
  ana = await enter(server);
});

afterAll(() => server.close());

beforeEach(() => server.context.db.models.LoginFailure.destroy({ where: {} }));

const db = () => server.context.db;
const fail = (key: string) => db().models.LoginFailure.create({ key, failures: 1, updated_at: new Date() });
const ask = () => server.request('GET', '/api/ready');
const within = { timeout: 10_000 };
const countFailures = () => db().models.LoginFailure.count();
const saveSettings = () => ana.put('/api/settings', { notifications: { email: false } });

function expectUnavailable({ status, body, headers }: TestAnswer): void {
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Runs the work while another connection holds the lock that changes need. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  if (isPostgres)
    return withPostgresClient(server.context.env.databaseUrl ?? '', async (client) => {
      await client.query('BEGIN; LOCK TABLE migrations, users, personal_settings IN SHARE MODE');
      await work();
    });
  const other = await connectToSqlite(sqliteFile(server.context.env.dataDir));
  try {
    await other.exec('BEGIN IMMEDIATE');
    await work();
  } finally {
    await other.close();
  }
}

/** On a connection of its own. */
const onDatabase = <Row extends object>(sql: string) =>
  withPostgresClient(server.context.env.databaseUrl ?? '', async (client) => (await client.query<Row>(sql)).rows);

/** A transaction that stays open until it is released. */
function openTransaction() {
  let end: () => void = () => undefined;
  const untilEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  let markBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    markBegun = resolve;
  });
  const done = db().transaction(async () => {
    markBegun();
    await untilEnd;
  });
  done.catch(() => undefined);
  return { begun, end, done };
}

describe('what waits too long, or in vain,', () => {
  test('for a lock that somebody else holds is answered 503; what can be read is read', async () => {
    await whileLocked(async () => {
      expectUnavailable(await saveSettings());
      expect((await server.request('GET', '/api/properties')).status).toBe(200);
    });
    expect((await saveSettings()).status).toBe(200);
  });

  test('for the transactions before it is answered 503, and its turn comes again', async () => {
    const held = Array.from({ length: isPostgres ? 3 : 1 }, openTransaction);
    await Promise.all(held.map(({ begun }) => begun));
    expectUnavailable(await saveSettings());
    for (const { end } of held) end();
    await Promise.all(held.map(({ done }) => done));
    expect((await saveSettings()).status).toBe(200);
  });

  test.skipIf(isPostgres)('in a queue that is full is not taken in', async () => {
    const held = openTransaction();
    await held.begun;
    const waiting = Array.from({ length: 500 }, (_, at) => db().transaction(() => fail(`${at}`)));
    const start = performance.now();
    await expect(db().transaction(() => fail('one more'))).rejects.toThrow('Too many changes wait');
    expect(performance.now() - start).toBeLessThan(T / 2);
    held.end();
    const settled = await Promise.allSettled(waiting);
    const written = settled.filter(({ status }) => status === 'fulfilled');
    expect(written.length).toBeGreaterThan(0);
    expect(await countFailures()).toBe(written.length);
  });

  test.skipIf(isPostgres)('because another file stands in its place is answered 503 too', async () => {
    const file = sqliteFile(server.context.env.dataDir);
    const status = async () => (await saveSettings()).status;
    renameSync(file, `${file}.away`);
    writeFileSync(file, '');
    try {
      await expect.poll(status, within).toBe(503);
      expectUnavailable(await saveSettings());
    } finally {
      renameSync(`${file}.away`, file);
    }
    await expect.poll(status, within).toBe(200);
  });

  test.runIf(isPostgres)('because PostgreSQL takes no changes, as a standby, is answered 503 too', async () => {
    const name = new URL(server.context.env.databaseUrl ?? '').pathname.slice(1);
    /** For the connections that are made from now on. */
    const setReadOnly = (isReadOnly: boolean) =>
      withPostgresClient(inject('postgresUrl') ?? '', (client) =>
        client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly};
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = '${name}' AND application_name = 'silong'`),
      );
    await setReadOnly(true);
    try {
      await expect.poll(async () => (await ask()).status, within).toBe(503);
      expectUnavailable(await saveSettings());
      expect((await server.request('GET', '/api/properties')).status).toBe(200);
    } finally {
      await setReadOnly(false);
    }
    await expect.poll(async () => (await ask()).status, within).toBe(200);
    expect((await saveSettings()).status).toBe(200);
  });

  test.runIf(isPostgres)('for a statement is answered as unavailable', async () => {
    const slow = db().readRows('SELECT pg_sleep($1)', [T / 500]);
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    await slow.catch((error: unknown) => expect(isDatabaseUnavailable(error)).toBe(true));
  });
});

describe('a transaction that takes too long', () => {
  test('ends with an error and is rolled back; no later statement of it is taken, and the next has its turn', async () => {
    let goOn: () => void = () => undefined;
    const outside = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let late: Promise<unknown> = Promise.resolve();
    const lateNested: unknown[] = [];
    const stuck = db().transaction(async (transaction) => {
      await fail('before');
      await outside;
      late = Promise.allSettled([
        fail('after'),
        db().models.LoginFailure.create({ key: 'named', failures: 1, updated_at: new Date() }, { transaction }),
        db().transaction(() => fail('nested')),
      ]);
      lateNested.push(...((await late) as unknown[]));
    });
    await expect(stuck).rejects.toThrow(TransactionTimeoutError);
    await db().transaction(() => fail('next'));
    goOn();
    await expect.poll(() => lateNested).toHaveLength(3);
    for (const result of lateNested) expect(result).toMatchObject({ status: 'rejected' });
    const keys = (await db().models.LoginFailure.findAll()).map(({ key }) => key);
    expect(keys).toEqual(['next']);
  });

  test('is left alone where no deadline holds, and its connection has its deadlines back after it', async () => {
    await withoutDeadlines(() =>
      db().transaction(async () => {
        if (isPostgres) await db().sequelize.query(`SELECT pg_sleep(${(T * 1.5) / 1_000})`);
        await pause(2.2 * T);
        await fail('long');
      }),
    );
    expect(await countFailures()).toBe(1);
    if (!isPostgres) return;
    const shown = await Promise.all(
      Array.from({ length: 6 }, () => db().readRows<{ statement_timeout: string }>('SHOW statement_timeout')),
    );
    expect(new Set(shown.flat().map((row) => row.statement_timeout))).toEqual(new Set(['1s']));
  });
});

describe('a transaction whose commit fails', () => {
  test('tells nobody that it was committed, and leaves no lock behind', async () => {
    const told: string[] = [];
    const failing = db().transaction(async () => {
      db().afterCommit(() => told.push('committed'));
      await fail('never');
      if (isPostgres) {
        const [own] = await db().sequelize.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', {
          type: QueryTypes.SELECT,
        });
        await withPostgresClient(server.context.env.databaseUrl ?? '', (client) =>
          client.query('SELECT pg_terminate_backend($1)', [own?.pid]),
        );
        return;
      }
      await db().sequelize.query('PRAGMA defer_foreign_keys = ON');
      await db().sequelize.query(
        "INSERT INTO favorites (user_id, property_id, created_at) VALUES (999999, 999999, '2026-01-01')",
      );
    });
    await expect(failing).rejects.toThrow();
    expect(told).toEqual([]);
    await db().transaction(() => fail('next'));
    expect(await countFailures()).toBe(1);
  });

  test.runIf(isPostgres)('because a failed statement was passed over is not taken for committed', async () => {
    const broken = db().transaction(async () => {
      await fail('twice');
      await fail('twice').catch((error: unknown) => expect(error).toBeInstanceOf(UniqueConstraintError));
    });
    await expect(broken).rejects.toThrow('its failure was passed over');
    expect(await countFailures()).toBe(0);
  });
});

describe.runIf(isPostgres)('an advisory lock', () => {
  const LOCK_CONNECTIONS = `SELECT pid, state, xact_start FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'silong-lock'`;

  test('is held without a transaction, and is free once the work ended', async () => {
    const held = await tryAdvisoryLock(db(), advisoryLockIds.backup, async () => {
      expect(await tryAdvisoryLock(db(), advisoryLockIds.backup, async () => 'second')).toBeNull();
      return onDatabase(LOCK_CONNECTIONS);
    });
    expect(held).toMatchObject([{ state: 'idle', xact_start: null }]);
    await expect.poll(() => onDatabase(LOCK_CONNECTIONS)).toEqual([]);
    expect(await tryAdvisoryLock(db(), advisoryLockIds.backup, async () => 'third')).toBe('third');
  });

  test('that is lost with its connection ends the work, whose result is not taken', async () => {
    const work = tryAdvisoryLock(db(), advisoryLockIds.backup, async (signal) => {
      const lost = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await onDatabase(`SELECT pg_terminate_backend(pid) FROM (${LOCK_CONNECTIONS}) l`);
      await lost;
      return 'done';
    });
    await expect(work).rejects.toThrow('The advisory lock was lost');
  });
});

describe('ready', () => {
  test('writes once for all who ask at the same time', async () => {
    const transaction = vi.spyOn(db(), 'transaction');
    await pause(1_100);
    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(transaction.mock.calls.length).toBeLessThanOrEqual(2);
    expect(transaction).toHaveBeenCalled();
    transaction.mockRestore();
  });

  test('is 503 while nothing can be written, and 200 again after', async () => {
    await whileLocked(async () => {
      await expect.poll(async () => (await ask()).status, within).toBe(503);
      expectUnavailable(await ask());
    });
    expect((await server.request('GET', '/api/health')).status).toBe(200);
    await expect.poll(async () => (await ask()).status, within).toBe(200);
  });
});

test('an error is told apart: the database is away, or it was asked wrongly', () => {
  const withCode = (code: string) => Object.assign(new Error('x'), { code });
  const away = ['57014', '55P03', '53100', '53300', '57P01', '57P03', '40001', '40P01', '25006', '08006']
    .concat(['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_IOERR', 'SQLITE_CANTOPEN'])
    .concat(['ECONNREFUSED', 'ECONNRESET']);
  for (const code of away) {
    expect(isDatabaseUnavailable(withCode(code)), code).toBe(true);
    expect(isDatabaseUnavailable(Object.assign(new Error('x'), { parent: withCode(code) })), code).toBe(true);
  }
  for (const code of ['23505', '23503', '42601', '25P02', 'SQLITE_CONSTRAINT', 'SQLITE_ERROR', 'SQLITE_CORRUPT'])
    expect(isDatabaseUnavailable(withCode(code)), code).toBe(false);
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isDatabaseUnavailable('57014')).toBe(false);
});
