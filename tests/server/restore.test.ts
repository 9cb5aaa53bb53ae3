// @databases both
// @run both

import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { buildMigrator, migrationNames } from '#server/db/migrate.ts';
import { verifyAuditLog } from '#server/features/auditLog/chain.ts';
import { auditKeyFile } from '#server/features/auditLog/keys.ts';
import { createBackupService } from '#server/features/backups/service.ts';
import { hashBytes } from '#server/media/store.ts';
import { countAudit } from '#tests/support/auditTrail.ts';
import {
  backupPath,
  type EmptyPlace,
  makeEmptyPlace,
  openApp,
  readFolder,
  restoreInto,
  storePicture,
  unpackBackup,
} from '#tests/support/backups.ts';
import { DEMO_PASSWORD } from '#tests/support/demoTemplate.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { readStoredRows, type StoredRow, type StoredRows } from '#tests/support/storedRows.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const LEFT_OUT = [
  'sessions',
  'password_resets',
  'contact_verifications',
  'sign_in_challenges',
  'login_failures',
  'listing_changes',
  'action_budgets',
  'contact_reads',
  'server_secrets',
  'migrations',
];

const isFull = inject('run') === 'full';

let server: TestServer;
let admin: Person;
let place: EmptyPlace;
const pictures: string[] = [];

/** A whole marketplace is carried to and fro. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

async function open(data: 'demo' | 'empty'): Promise<void> {
  server = await startTestServer({ data });
  admin = await enter(server, { role: 'admin' });
  place = await makeEmptyPlace();
  pictures.length = 0;
  for (let shade = 0; shade < 6; shade += 1) pictures.push(await storePicture(server.context, shade * 40));
}

afterEach(async () => {
  await server.close();
  await place.remove();
});

/** @returns the backup's file, carried to where no server is. */
async function takeBackup(): Promise<string> {
  const { status, body } = await admin.post('/api/admin/settings/backup');
  expect(status).toBe(201);
  const file = path.join(place.env.dataDir, body.data.name);
  cpSync(backupPath(server.context.env, body.data.name), file);
  return file;
}

function carried(rows: StoredRows): StoredRows {
  return new Map([...rows].filter(([table]) => !LEFT_OUT.includes(table)));
}

/** The restore's own rows: nothing leaves the copy. @returns how many rows it took out. */
function withoutHold(rows: StoredRows): number {
  const settings = rows.get('system_settings') ?? [];
  const others = settings.filter(({ category }) => category !== 'outbound');
  rows.set('system_settings', others);
  return settings.length - others.length;
}

/** The entry about the backup is written after it. */
function withoutBackupEntry(rows: StoredRows): void {
  const entries = rows.get('audit_entries') ?? [];
  const told = entries.filter(({ action }) => action === 'backup.create').map(({ id }) => id);
  rows.set(
    'audit_entries',
    entries.filter(({ id }) => !told.includes(id)),
  );
  const details = rows.get('audit_details') ?? [];
  rows.set(
    'audit_details',
    details.filter(({ entry_id }) => !told.includes(entry_id)),
  );
}

describe.skipIf(isFull)('a restored system', () => {
  test('has every row and every picture of the old one', async () => {
    await open('demo');
    const person = await enter(server);
    await admin.put(`/api/admin/users/${person.id}/status`, { status: 'suspended' });
    const file = await takeBackup();
    const rows = carried(await readStoredRows(server.context));
    withoutBackupEntry(rows);

    expect(await restoreInto(place.env, file)).toBeNull();
    const restored = carried(await readStoredRows(place));
    expect(withoutHold(restored)).toBe(1);
    expect([...restored.keys()].sort()).toEqual([...rows.keys()].sort());
    for (const [table, expected] of rows) expect(restored.get(table), table).toEqual(expected);
    expect(rows.get('properties')?.length).toBeGreaterThan(100);

    const files = await readFolder(path.join(place.env.dataDir, 'media'));
    expect([...files.values()].map(hashBytes).sort()).toEqual([...pictures].sort());
    for (const [name, bytes] of files) expect(path.basename(name)).toBe(`${hashBytes(bytes)}.webp`);
  });

  test('works: people sign in anew, words are found, ids go on, the audit log is whole', async () => {
    await open('demo');
    const { db } = server.context;
    const gone = await enter(server);
    await db.transaction((transaction) => gone.user.destroy({ transaction }));
    await admin.put('/api/admin/settings', { category: 'application', settings: { siteName: 'Bahay' } });
    const file = await takeBackup();
    await restoreInto(place.env, file);
    cpSync(auditKeyFile(server.context.env.dataDir), auditKeyFile(place.env.dataDir));
    const { app, url } = await openApp(place.env);
    try {
      const old = await fetch(`${url}/api/auth/profile`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect(old.status).toBe(401);
      const login = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'user@silong.example', password: DEMO_PASSWORD }),
      });
      expect(login.status).toBe(200);
      const query = '/api/properties?search=balcony';
      const found = await (await fetch(url + query)).json();
      expect(found.data.pagination.total).toBeGreaterThan(0);
      expect(found.data.pagination.total).toBe((await server.request('GET', query)).body.data.pagination.total);
      expect((await (await fetch(`${url}/api/site`)).json()).data.siteName).toBe('Bahay');
      const picture = await fetch(`${url}/media/${pictures[0]}`);
      expect(hashBytes(Buffer.from(await picture.arrayBuffer()))).toBe(pictures[0]);
      const draft = {
        name: 'New',
        email: 'new@example.com',
        password_hash: 'x',
        phone: null,
        avatar_url: null,
      };
      const user = await app.context.db.transaction((transaction) =>
        app.context.db.models.User.create(draft, { transaction }),
      );
      expect(user.id, 'of somebody who is gone').toBeGreaterThan(gone.id);
      expect((await verifyAuditLog(app.context)).brokenId).toBeNull();
      const entries = await countAudit(app.context);
      await expect(app.context.db.sequelize.query('DELETE FROM audit_entries')).rejects.toThrow();
      expect(await countAudit(app.context)).toBe(entries);
    } finally {
      await app.close();
    }
  });

  test('keeps what was there before', async () => {
    await open('empty');
    const file = await takeBackup();
    const { app } = await openApp(place.env);
    const draft = {
      name: 'Old',
      email: 'old@example.com',
      password_hash: 'x',
      phone: null,
      avatar_url: null,
    };
    await app.context.db.transaction((transaction) => app.context.db.models.User.create(draft, { transaction }));
    await app.close();
    const kept = await restoreInto(place.env, file);
    expect(kept).toContain(place.env.databaseUrl ? 'schema silong_before_restore_' : '.before-restore-');
    const users = (await readStoredRows(place)).get('users') ?? [];
    expect(users.map(({ email }) => email)).toEqual([admin.user.email]);
    // And once more over a system that is in use.
    expect(await restoreInto(place.env, file)).not.toBe(kept);
  });
});

test.runIf(isFull)('a backup of an older version is brought to the shape of this one', async () => {
  await open('empty');
  const { db, env } = server.context;
  const last = migrationNames.at(-1) ?? '';
  await buildMigrator(db).down({ to: last });
  const { name } = await createBackupService(server.context).create('manual');
  const entries = await unpackBackup(backupPath(env, name));
  expect(String(entries[0]?.bytes)).not.toContain(last);
  await restoreInto(place.env, backupPath(env, name));
  const rows = await readStoredRows(place);
  expect(rows.get('migrations')?.map((row) => row.name)).toEqual([...migrationNames].sort());
  expect(rows.get('users')).toHaveLength(1);
});

test.runIf(isFull)('taken while people write, it is the state of one moment', async () => {
  await open('demo');
  const [agent, ana] = [await enter(server, { role: 'agent' }), await enter(server)];
  const conversations = await Promise.all(
    Array.from({ length: 4 }, async (_, at) => {
      const draft = { agentId: agent.id, subject: `Subject ${at}`, initialMessage: 'Hello' };
      return (await ana.post('/api/conversations', draft)).body.data.conversation.id as number;
    }),
  );
  const before = await readStoredRows(server.context);
  let isWriting = true;
  let written = 0;
  const writers = conversations.map(async (id) => {
    while (isWriting) {
      const { status } = await ana.post(`/api/conversations/${id}/messages`, {
        content: `Message ${written}`,
      });
      if (status !== 201) throw new Error(`posting answered ${status}`);
      written += 1;
    }
  });
  await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(3);
  const writtenBefore = written;
  const file = await takeBackup();
  const writtenMeanwhile = written - writtenBefore;
  isWriting = false;
  await Promise.all(writers);
  expect(writtenMeanwhile, 'people wrote during the backup').toBeGreaterThan(0);
  const after = await readStoredRows(server.context);

  await restoreInto(place.env, file);
  const restored = await readStoredRows(place);
  const touched = new Set([
    'messages',
    'client_marks',
    'conversations',
    'notifications',
    'mentions',
    'audit_entries',
    'audit_details',
    'outgoing_mails',
    'jobs',
  ]);
  withoutHold(restored);
  for (const [table, rows] of carried(before))
    if (!touched.has(table)) expect(restored.get(table), table).toEqual(rows);

  const byId = (rows: StoredRow[] = []) => new Map(rows.map((row) => [String(row.id), row]));
  const [first, last] = [byId(before.get('messages')), byId(after.get('messages'))];
  const messages = restored.get('messages') ?? [];
  expect(messages.length).toBeGreaterThanOrEqual(first.size);
  expect(messages.length).toBeLessThanOrEqual(last.size);
  for (const message of messages) expect(message).toEqual(last.get(String(message.id)));
  for (const id of first.keys()) expect(byId(messages).has(id)).toBe(true);
  // A conversation and its newest message are written together: one without the other is of two moments.
  for (const conversation of restored.get('conversations') ?? []) {
    const times = messages
      .filter(({ conversation_id }) => conversation_id === conversation.id)
      .map(({ created_at }) => String(created_at));
    expect(String(conversation.last_message_at), `conversation ${conversation.id}`).toBe(times.sort().at(-1));
  }
});

describe.runIf(isFull && inject('postgresUrl'))('from PostgreSQL to SQLite', () => {
  test('and back, every row is the same', async () => {
    await open('demo');
    const sqlite = await makeEmptyPlace('sqlite');
    try {
      await restoreInto(sqlite.env, await takeBackup());
      const { app } = await openApp(sqlite.env);
      const { name } = await createBackupService(app.context)
        .create('manual')
        .finally(() => app.close());
      await restoreInto(place.env, backupPath(sqlite.env, name));
    } finally {
      await sqlite.remove();
    }
    const rows = carried(await readStoredRows(server.context));
    const restored = carried(await readStoredRows(place));
    withoutBackupEntry(rows);
    withoutHold(restored);
    // The server that ran in between has worked at its jobs.
    rows.delete('jobs');
    for (const [table, expected] of rows) expect(restored.get(table), table).toEqual(expected);
    const files = await readFolder(path.join(place.env.dataDir, 'media'));
    expect([...files.values()].map(hashBytes).sort()).toEqual([...pictures].sort());
  });
});
