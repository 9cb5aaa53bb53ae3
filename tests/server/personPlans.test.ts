// @databases both

import { QueryTypes } from 'sequelize';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { Database } from '#server/db/connection.ts';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { writeOwnData } from '#server/features/privacy/reads.ts';
import { eraseAccount } from '#server/features/users/writes.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const isSqlite = !inject('postgresUrl');
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

/** A table that is read from its beginning to its end. With a hundred rows at most it would not matter. */
const WHOLE_TABLE = isSqlite ? /^SCAN (?!json_each)(?!\(subquery)(?!CONSTANT)/ : /Seq Scan on (?!system_settings)/;

interface Statement {
  sql: string;
  options: { replacements?: unknown; bind?: unknown };
}

/** The statements sent to the database during the work. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const { db } = server.context;
  const found: Statement[] = [];
  const { query } = db.sequelize;
  const queries = vi.spyOn(db.sequelize, 'query').mockImplementation(((
    sql: string | { query: string; bind?: unknown },
    options = {},
  ) => {
    if (typeof sql === 'string') found.push({ sql, options });
    else found.push({ sql: sql.query, options: { bind: sql.bind, ...options } });
    return query(sql as string, options);
  }) as typeof query);
  const rows = (['readRows', 'writeRows'] as const).map((name) => {
    const ask = db[name];
    return vi.spyOn(db, name).mockImplementation((sql, parameters = []) => {
      found.push({ sql, options: { bind: [...parameters] } });
      return ask(sql, parameters) as never;
    });
  });
  await work().finally(() => {
    for (const spy of [queries, ...rows]) spy.mockRestore();
  });
  return found.filter(({ sql }) => /^\s*(SELECT|UPDATE|DELETE|WITH)/i.test(sql));
}

/** The steps of a statement's plan. Reading it changes nothing. */
async function planOf(
  { dialect, sequelize, transaction }: Database,
  { sql, options }: Statement,
): Promise<string[]> {
  const { replacements, bind } = options;
  const values = { ...(replacements ? { replacements } : {}), ...(bind ? { bind } : {}) } as object;
  return transaction(async () => {
    // With few rows PostgreSQL rightly reads whole tables, unless a setting makes this expensive.
    if (dialect === 'postgres') await sequelize.query('SET LOCAL enable_seqscan = off');
    const explain = dialect === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
    const steps = await sequelize.query<Record<string, string>>(`${explain} ${sql}`, {
      ...values,
      type: QueryTypes.SELECT,
    });
    return steps.map((step) => step.detail ?? step['QUERY PLAN'] ?? '');
  });
}

/** Statements that read a whole table, with their plans. */
async function findScans(work: () => Promise<unknown>): Promise<string[]> {
  const { db } = server.context;
  const statements = await statementsOf(work);
  expect(statements.length).toBeGreaterThan(5);
  const scans: string[] = [];
  for (const statement of new Map(statements.map((one) => [one.sql, one])).values()) {
    const plan = (await planOf(db, statement)).map((step) => step.trim());
    // The result of a part of the same statement is read whole, as intended.
    for (const part of plan.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(step)?.[1] ?? []))
      plan.splice(plan.lastIndexOf(`SCAN ${part}`), plan.includes(`SCAN ${part}`) ? 1 : 0);
    if (plan.some((step) => WHOLE_TABLE.test(step))) scans.push([statement.sql, ...plan].join('\n'));
  }
  return scans;
}

/** A user with a record of every kind that the work reads. */
async function enterSomebody() {
  const agent = await enter(server, { role: 'agent' });
  const other = await enter(server, { role: 'agent' });
  const listing = await buildProperty(server.context, { agent_id: agent.id });
  await agent.post(`/api/agents/${other.id}/contact`, {
    name: 'Ana Reyes',
    email: 'ana@example.com',
    message: 'May I see it?',
  });
  await agent.post('/api/conversations', {
    agentId: other.id,
    subject: 'Hello',
    initialMessage: 'Good day.',
  });
  const starts_at = new Date(server.context.now().getTime() + 86_400_000).toISOString();
  await other.post('/api/viewings', { property_id: listing.id, starts_at });
  await agent.post('/api/uploads');
  return agent;
}

test('erasing a person looks their rows up', async () => {
  const { context } = server;
  const { id } = await enterSomebody();
  const scans = await findScans(() => context.db.transaction(() => eraseAccount(context, id)));
  expect(scans.join('\n\n')).toBe('');
});

test('a person’s own data is looked up', async () => {
  const { context } = server;
  const { id } = await enterSomebody();
  const scans = await findScans(async () => {
    for await (const _piece of writeOwnData(context, id));
  });
  expect(scans.join('\n\n')).toBe('');
});

test('an agent’s queue, and what is between them and a client, is looked up', async () => {
  const agent = await enter(server, { role: 'agent' });
  const ana = await enter(server);
  const listing = await buildProperty(server.context, { agent_id: agent.id });
  const message = { name: 'Ana Reyes', email: 'ana@desk.example', message: 'Is it free?' };
  const starts_at = new Date(server.context.now().getTime() + 86_400_000).toISOString();
  const write = async () => {
    await server.request('POST', `/api/agents/${agent.id}/contact`, { body: message });
    await ana.post(`/api/agents/${agent.id}/contact`, message);
    await ana.post('/api/conversations', { agentId: agent.id, initialMessage: 'Hello' });
    await ana.post('/api/viewings', { property_id: listing.id, starts_at });
    await ana.post(`/api/agents/${agent.id}/reviews`, { rating: 5, comment: 'Kind' });
  };
  await write();
  const { rows } = (await agent.get('/api/desk/queue')).body.data;
  const { id, waiting_since } = rows[0];
  await agent.post(`/api/desk/clients/${id}/notes`, { text: 'Likes gardens' });
  await write();
  const scans = await findScans(async () => {
    for (const path of [
      '/api/desk',
      ...['needs_me', 'today', 'waiting', 'snoozed', 'done', 'all'].map((view) => `/api/desk/queue?view=${view}`),
      `/api/desk/queue?after=${waiting_since},${id}`,
      `/api/desk/queue?ids=${id}`,
      '/api/desk/queue?search=reyes',
      `/api/desk/clients/${id}`,
      `/api/desk/clients/${id}/timeline`,
      `/api/desk/clients/${id}/timeline?before=${starts_at},message-1000`,
      '/api/agents/clients',
    ])
      expect((await agent.get(path)).status, path).toBe(200);
    expect((await agent.put(`/api/desk/clients/${id}`, { done: true })).status).toBe(200);
  });
  expect(scans.join('\n\n')).toBe('');
});

test('old rows are looked up', async () => {
  const scans = await findScans(() => deleteOldData(server.context));
  expect(scans.join('\n\n')).toBe('');
});

test.runIf(isSqlite)(
  'whether somebody was told of a conversation is looked up among thousands of notices',
  async () => {
    const { db, jobs } = server.context;
    const agent = await enter(server, { role: 'agent' });
    const ana = await enter(server);
    const draft = { agentId: agent.id, subject: 'Hello', initialMessage: 'Good day.' };
    const statements = await statementsOf(async () => {
      const { body } = await ana.post('/api/conversations', draft);
      await jobs.flush();
      await agent.put(`/api/conversations/${body.data.conversation.id}/read`);
      await jobs.flush();
    });
    const asked = statements.filter(({ sql }) => /EXISTS.*notifications|UPDATE notifications/s.test(sql));
    expect(asked.length).toBeGreaterThanOrEqual(2);
    for (const statement of asked)
      expect((await planOf(db, statement)).join('\n')).toContain('notifications_topic (topic=? AND user_id=?)');
  },
);

test.runIf(isSqlite)('a session is found by its token, and not among all accounts', async () => {
  const { db } = server.context;
  const ana = await enter(server);
  const statements = await statementsOf(async () => {
    expect((await ana.get('/api/notifications')).status).toBe(200);
  });
  const asked = statements.filter(({ sql }) => /FROM sessions s/.test(sql));
  expect(asked.length).toBeGreaterThan(0);
  for (const statement of asked) {
    const plan = (await planOf(db, statement)).join('\n');
    expect(plan).toContain('SEARCH s USING INDEX sqlite_autoindex_sessions_1 (token_hash=?)');
    expect(plan).toContain('SEARCH u USING INTEGER PRIMARY KEY');
  }
});

test.runIf(isSqlite)('names are searched as the index holds them, none is folded for a search', async () => {
  const { db } = server.context;
  const admin = await enter(server, { role: 'admin' });
  const searches = ['search=reyes', 'search=Ana+reyes%40&role=user&status=active', 'search=%23123'];
  const filters = ['', '&sort=name&order=asc&letter=d', '&sort=last_seen_at', '&application=none'];
  const statements = await statementsOf(async () => {
    for (const search of [...searches, 'search=0917+123'])
      for (const filter of filters)
        expect((await admin.get(`/api/admin/users?page=2&${search}${filter}`)).status).toBe(200);
    for (const search of ['reyes', 'ana+reyes', '0917+123'])
      expect((await admin.get(`/api/search?q=${search}`)).status).toBe(200);
  });
  // Beside the searches the index of listings may read changes of an earlier test.
  const searching = statements.filter(({ sql }) => /search_text/.test(sql) && !/AS record FROM/.test(sql));
  expect(searching.length).toBeGreaterThan(30);
  for (const { sql, options } of searching) {
    const steps = await db.readRows<{ opcode: string; p4: string | null }>(
      `EXPLAIN ${sql}`,
      options.bind as unknown[],
    );
    const calls = steps.filter(({ opcode }) => /Func/.test(opcode)).map(({ p4 }) => p4);
    expect(calls, sql).toContain('instr(2)');
    expect(calls, sql).not.toContain('replace(3)');
  }
});

interface ForeignKey {
  child: string;
  column: string;
}

/** Every reference to another table's row: deleting that row searches the referring rows. */
const foreignKeys = {
  sqlite: `SELECT t.name AS child, f."from" AS "column"
    FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main' AND t.type = 'table'`,
  postgres: `SELECT c.relname AS child, a.attname AS "column"
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace`,
};

/** The first column of every index that holds all rows. */
const leadingColumns = {
  sqlite: `SELECT t.name AS child, i.name AS "column"
    FROM pragma_table_list t JOIN pragma_index_list(t.name) l JOIN pragma_index_info(l.name) i
    WHERE t.schema = 'main' AND t.type = 'table' AND i.seqno = 0 AND l.partial = 0
    UNION SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.type = 'table' AND c.pk = 1`,
  postgres: `SELECT c.relname AS child, a.attname AS "column"
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
    WHERE i.indpred IS NULL AND c.relnamespace = current_schema()::regnamespace`,
};

test('every reference has an index', async () => {
  const { db } = server.context;
  const nameOf = ({ child, column }: ForeignKey) => `${child}.${column}`;
  const keys = (await db.readRows<ForeignKey>(foreignKeys[db.dialect])).map(nameOf);
  const indexed = new Set((await db.readRows<ForeignKey>(leadingColumns[db.dialect])).map(nameOf));
  expect(keys.length).toBeGreaterThan(30);
  expect(keys.filter((key) => !indexed.has(key))).toEqual([]);
});
