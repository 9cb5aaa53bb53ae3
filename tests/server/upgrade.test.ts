// @databases both
// @run both

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { QueryTypes } from 'sequelize';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { App } from '#server/app.ts';
import { backupFolder } from '#server/backup/folder.ts';
import { checkBackup } from '#server/backup/readBackup.ts';
import { UpgradeBackupError } from '#server/backup/upgradeBackup.ts';
import { type Database, openDatabase } from '#server/db/connection.ts';
import { buildMigrator, migrate, migrationNames, NewerDatabaseError } from '#server/db/migrate.ts';
import type { Migration } from '#server/db/migration.ts';
import { StartRefusedError } from '#server/env.ts';
import { verifyAuditLog } from '#server/features/auditLog/chain.ts';
import { refreshSearchFields } from '#server/features/properties/jobs.ts';
import { deriveSearchFields, SEARCH_VERSION } from '#server/features/properties/list/searchText.ts';
import { PLACES, placeBySlug } from '#shared/places.ts';
import {
  backupPath,
  copyPlace,
  type EmptyPlace,
  makeEmptyPlace,
  openApp,
  restoreInto,
  unpackBackup,
} from '#tests/support/backups.ts';
import { readShape } from '#tests/support/databaseShape.ts';
import { DEMO_PASSWORD } from '#tests/support/demoTemplate.ts';
import { makeReleaseDatabase, type Release, releases } from '#tests/support/releases.ts';
import { readStoredRows, type StoredRow } from '#tests/support/storedRows.ts';

const isFull = inject('run') === 'full';

let place: EmptyPlace;
/** Without rows. Each release's shape is upgraded to the next one's: none begins with the first migration again. */
let grown: EmptyPlace;

beforeAll(async () => {
  grown = await makeEmptyPlace();
});

afterAll(() => grown.remove());

beforeEach(async () => {
  place = await makeEmptyPlace();
});

afterEach(() => place.remove());

const open = ({ env }: EmptyPlace) => openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });

async function shapeOf(of: EmptyPlace): Promise<string[]> {
  const db = open(of);
  try {
    return await readShape(db);
  } finally {
    await db.close();
  }
}

let newShape: Promise<string[]> | undefined;

/** The shape of a database made by this version: the same for all. */
function shapeOfNew(): Promise<string[]> {
  newShape ??= readNewShape();
  return newShape;
}

async function readNewShape(): Promise<string[]> {
  const fresh = await makeEmptyPlace();
  const db = open(fresh);
  await migrate(db);
  await db.close();
  try {
    return await shapeOf(fresh);
  } finally {
    await fresh.remove();
  }
}

const upgradeBackups = async () =>
  (await readdir(backupPath(place.env, '')).catch(() => [])).filter((name) => name.startsWith('before-'));

/** Columns that migrations removed; their data is kept elsewhere. */
const taken: Record<string, string[]> = {
  outgoing_mails: ['attempts', 'next_attempt_at', 'last_error'],
  audit_entries: ['actor_name', 'before', 'after', 'reason', 'address'],
};

/** Made by a server when it first starts on a database that has none. */
const isVapid = ({ name }: StoredRow) => name === 'vapid';

/** Every row of the release is there, and no other, with all it held. */
function expectKept(table: string, before: StoredRow[] = [], found: StoredRow[] = []): void {
  const isMade = table === 'server_secrets' && !before.some(isVapid);
  const after = isMade ? found.filter((row) => !isVapid(row)) : found;
  const isKept = (name: string) => !taken[table]?.includes(name) || name in (after[0] ?? {});
  const names = Object.keys(before[0] ?? {}).filter(isKept);
  const [old, now] = [before, after].map((rows) =>
    rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))),
  );
  expect(now, table).toHaveLength(before.length);
  expect(now, table).toEqual(expect.arrayContaining(old ?? []));
}

let app: App;
let url: string;

async function upgrade(): Promise<void> {
  ({ app, url } = await openApp(place.env));
}

// The oldest has the longest way to go.
const ofThisRun = isFull ? releases.slice(1) : releases.slice(0, 1);

describe.each(ofThisRun)('a database of the release of $migration', (release: Release) => {
  beforeEach(async () => {
    const db = open(grown);
    await buildMigrator(db).up({ to: release.migration });
    await db.close();
    await place.remove();
    place = await copyPlace(grown);
    await makeReleaseDatabase(place.env, release);
  });

  test('is brought to the shape of a new one, with every row as it was; the server answers on it', async () => {
    const get = async (address: string, token?: string) => {
      const answer = await fetch(url + address, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      expect(answer.status, address).toBe(200);
      return (await answer.json()).data;
    };
    const before = await readStoredRows(place);
    const empty = [...before].filter(([, rows]) => rows.length === 0).map(([name]) => name);
    expect(empty, 'tables without a row in the release').toEqual([]);
    await upgrade();
    const after = await readStoredRows(place);
    expect(await shapeOf(place)).toEqual(await shapeOfNew());
    before.delete('migrations');
    // Marks are worked off by the server while it answers.
    before.delete('client_marks');
    const entries = release.tables.audit_entries ?? [];
    // A log of before there was a key gets an entry that seals it, which is the server's own.
    const isSealed = entries.some(({ key_id }) => typeof key_id === 'string');
    if (!isSealed) {
      const earlier = after.get('audit_entries')?.filter(({ key_id }) => key_id === null);
      after.set('audit_entries', earlier ?? []);
    }
    for (const [table, rows] of before) expectKept(table, rows, after.get(table));
    const answered = (release.tables.inquiries ?? []).filter(({ reply_at }) => reply_at);
    const replies = after.get('inquiry_replies') ?? [];
    expect(replies.map(({ inquiry_id, message }) => [Number(inquiry_id), message]).sort()).toEqual(
      answered.map(({ id, reply_message }) => [id, reply_message]).sort(),
    );

    const { db } = app.context;
    if (db.dialect === 'sqlite') {
      expect(await db.readRows('PRAGMA foreign_key_check')).toEqual([]);
      expect(await db.readRows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    }
    expect(await verifyAuditLog(app.context)).toMatchObject({
      entries: entries.length + (isSealed ? 0 : 1),
      brokenId: null,
    });
    const signIn = async (email: string): Promise<string> => {
      const login = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      });
      expect(login.status).toBe(200);
      return (await login.json()).data.token;
    };
    const token = await signIn('agent@silong.example');
    const open = (release.tables.properties ?? []).filter((row) => row.moderation_status === 'active');
    const list = await get('/api/properties');
    expect(list.pagination.total).toBe(open.length);
    const [listing] = open;
    const found = await get(`/api/properties?search=${encodeURIComponent(String(listing?.title))}`);
    expect(found.properties.map(({ id }: { id: number }) => id)).toContain(listing?.id);
    // Each begins with its listing day, derived from the stored rows.
    for (const { id, created_at } of open) {
      const { events } = await get(`/api/properties/${id}/history`);
      const first = (before.get('property_status_changes') ?? [])
        .filter((row) => Number(row.property_id) === id)
        .sort((one, other) => Number(one.id) - Number(other.id))[0];
      const listed = new Date(String(first?.changed_at ?? created_at)).toISOString();
      expect(events.at(-1)).toMatchObject({ at: listed, kind: 'listed', previous_price: null });
      expect(events.filter(({ kind }: { kind: string }) => kind === 'listed')).toHaveLength(1);
    }
    const conversations = await get('/api/conversations', token);
    expect(conversations.conversations).not.toEqual([]);
    // Earlier accounts are found by name and address.
    const admin = await signIn('admin@silong.example');
    const people = await get('/api/admin/users?search=LUIS%20arg%C3%BCelles%20%40silong', admin);
    expect(people.users).toMatchObject([{ name: 'Luis Arguelles' }]);
    // Ids go on where they were.
    const highest = Math.max(...(release.tables.users ?? []).map((row) => Number(row.id)));
    const account = { name: 'Ana', email: 'ana@example.com', password_hash: 'x' };
    const created = await db.transaction(() => db.models.User.create(account));
    expect(created.id).toBeGreaterThan(highest);
    await app.close();
  });
});

// Has the longest way to go: the checks below hold alike for later releases.
describe.each(releases.slice(0, 1))('the oldest database, of $migration', (release: Release) => {
  beforeEach(() => makeReleaseDatabase(place.env, release));

  describe('before it is upgraded', () => {
    test.skipIf(isFull)(
      'is written to a file first, which can be restored; the newest two are kept',
      async () => {
        const before = await readStoredRows(place);
        // Remains of a start that was killed while it wrote.
        const folder = backupFolder(place.env.dataDir);
        await mkdir(folder);
        await writeFile(path.join(folder, 'before-upgrade-20260101T000000Z.tar.gz.unfinished'), '');
        await upgrade();
        await app.close();
        expect(await upgradeBackups()).toHaveLength(1);
        const [name = ''] = await upgradeBackups();
        const manifest = await checkBackup(backupPath(place.env, name));
        expect(manifest.header.migrations.at(-1)).toBe(release.migration);
        expect(manifest.pictures.count).toBe(0);
        const target = await makeEmptyPlace();
        await restoreInto(target.env, backupPath(place.env, name));
        const restored = await readStoredRows(target);
        for (const table of ['users', 'properties', 'messages', 'audit_entries'])
          expectKept(table, before.get(table), restored.get(table));
        await target.remove();

        // At the new shape already: nothing to do, and no backup.
        await upgrade();
        await app.close();
        expect(await upgradeBackups()).toEqual([name]);
        const db = open(place);
        const times = ['2030-01-01T00:00:00Z', '2030-01-02T00:00:00Z'].map((time) => new Date(time));
        for (const at of times) {
          await buildMigrator(db).down({ to: '0016-earlier-databases' });
          await (await openApp(place.env, () => at)).app.close();
        }
        await db.close();
        expect(await upgradeBackups()).toEqual([
          'before-upgrade-20300101T000000Z.tar.gz',
          'before-upgrade-20300102T000000Z.tar.gz',
        ]);
        // Four upgrades and a restore.
      },
      90_000,
    );

    const changeSchema = async (sql: string) => {
      const db = open(place);
      await db.sequelize.query(sql);
      await db.close();
    };
    const digestsOfBackups = async () =>
      Promise.all(
        (await upgradeBackups()).map(async (name) => [
          name,
          createHash('sha256')
            .update(await readFile(backupPath(place.env, name)))
            .digest('hex'),
        ]),
      );
    /** Files of earlier upgrades. */
    const olderBackups = ['20250101', '20250102'].map((day) => `before-upgrade-${day}T000000Z.tar.gz`);
    const writeOlderBackups = async () => {
      const folder = backupFolder(place.env.dataDir);
      await mkdir(folder);
      for (const name of olderBackups) await writeFile(path.join(folder, name), name);
    };

    test.skipIf(isFull)(
      'is written to one file however often the upgrade stops half-way, and is named with the migration',
      async () => {
        await writeOlderBackups();
        await changeSchema('CREATE TABLE webhooks (id INTEGER)');
        const times = ['2030-01-01', '2030-01-02', '2030-01-03'].map((day) => new Date(day));
        let first: string[][] | undefined;
        for (const at of times) {
          const failure = await openApp(place.env, () => at).catch((error: unknown) => error);
          expect(failure).toBeInstanceOf(StartRefusedError);
          const file = backupPath(place.env, 'before-upgrade-20300101T000000Z.tar.gz');
          expect((failure as Error).message).toMatch(
            /^The upgrade of the database stopped at its migration 0044-webhooks, which failed and was taken back \(.*user_id.*\): [^\n]*\.$/,
          );
          expect((failure as Error).message).toContain(`npm run restore -- ${file}`);
          first ??= await digestsOfBackups();
          expect(await digestsOfBackups(), at.toISOString()).toEqual(first);
        }
        expect(first?.map(([name]) => name)).toEqual([...olderBackups, 'before-upgrade-20300101T000000Z.tar.gz']);
        const manifest = await checkBackup(backupPath(place.env, first?.at(-1)?.[0] ?? ''));
        expect(manifest.header.migrations.at(-1)).toBe(release.migration);

        await changeSchema('DROP TABLE webhooks');
        await (await openApp(place.env)).app.close();
        expect(await digestsOfBackups(), 'the newest two').toEqual(first?.slice(1));
        expect(await shapeOf(place)).toEqual(await shapeOfNew());
      },
      60_000,
    );

    test.skipIf(isFull)(
      'is written anew only where rows changed before the first migration went through',
      async () => {
        await changeSchema('CREATE TABLE jobs (id INTEGER)');
        const start = (day: string) => openApp(place.env, () => new Date(day));
        for (const day of ['2030-01-01', '2030-01-02'])
          await expect(start(day)).rejects.toThrow('0015-jobs, which failed');
        expect(await upgradeBackups()).toEqual(['before-upgrade-20300101T000000Z.tar.gz']);
        // As the version before does when it is started again.
        await changeSchema("UPDATE users SET name = 'Written later' WHERE email = 'user@silong.example'");
        await expect(start('2030-01-03')).rejects.toThrow('before-upgrade-20300103T000000Z.tar.gz');
        expect(await upgradeBackups()).toEqual(['before-upgrade-20300103T000000Z.tar.gz']);
        const entries = await unpackBackup(backupPath(place.env, 'before-upgrade-20300103T000000Z.tar.gz'));
        expect(entries.map(({ bytes }) => bytes.toString()).join()).toContain('Written later');
      },
    );

    test.runIf(isFull)('is left to the operator where that is switched off, also half-way', async () => {
      await changeSchema('CREATE TABLE webhooks (id INTEGER)');
      const env = { ...place.env, backupBeforeUpgrade: false };
      await expect(openApp(env)).rejects.toThrow('with the backup of your own');
      // By then it would hold a shape that no version knows.
      await expect(openApp(place.env)).rejects.toThrow('with the backup of your own');
      expect(await upgradeBackups()).toEqual([]);
    });

    test.runIf(isFull)('is written encrypted where backups are', async () => {
      const backupPublicKey = await identityToRecipient(await generateIdentity());
      await (await openApp({ ...place.env, backupPublicKey })).app.close();
      const [name = ''] = await upgradeBackups();
      expect(name).toMatch(/\.tar\.gz\.age$/);
      const bytes = await readFile(backupPath(place.env, name));
      expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    });

    test.runIf(isFull)(
      'stays as it is when that file cannot be written; the sentence says how to go on',
      async () => {
        const before = await readStoredRows(place);
        // A file where the folder would be.
        const folder = backupFolder(place.env.dataDir);
        await writeFile(folder, '');
        const start = openApp(place.env);
        await expect(start).rejects.toThrow(UpgradeBackupError);
        await expect(start).rejects.toThrow(/BACKUP_BEFORE_UPGRADE=off/);
        expect(await readStoredRows(place)).toEqual(before);
        await rm(folder);
        await (await openApp({ ...place.env, backupBeforeUpgrade: false })).app.close();
        expect((await readStoredRows(place)).get('migrations')).toHaveLength(migrationNames.length);
        expect(await upgradeBackups()).toEqual([]);
      },
    );
  });

  if (isFull)
    describe('whose words and places were derived by an earlier rule', () => {
      /** The words of a listing that both rules derive. */
      function wordsOfBoth({ search_text, title, description, features }: StoredRow): string {
        // That version wrote neither 'maid’s' as one word too nor 'St.' in full.
        const texts = [title, description, features].map(String).join(' ');
        const added = [...texts.matchAll(/(\p{L}+)['’](\p{L}+)/gu)].map(([, word = '', end = '']) =>
          (word + end).toLowerCase(),
        );
        if (/\bSt\b/.test(texts)) added.push('saint');
        // It kept a word's plural, and marked neither whole features nor known phrases.
        return String(search_text)
          .replace(/\bstoreys\b/g, 'storey')
          .split(' ')
          .filter((word) => !/^(?:†|[¤§]?¶¶)/.test(word) && !added.includes(word))
          .join(' ');
      }

      const readListings = async () => {
        const rows = (await readStoredRows(place)).get('properties') ?? [];
        return rows.sort((one, other) => Number(one.id) - Number(other.id));
      };

      beforeEach(async () => {
        await upgrade();
        const stale = { search_text: 'stale', city_slug: null, search_version: 0 };
        const { db } = app.context;
        await db.transaction(() => db.models.Property.update(stale, { where: {}, silent: true }));
      });

      afterEach(() => app.close());

      test('gets those of the rule in force; when its agent changed a listing last stays as it was', async () => {
        const before = await readListings();
        while (await refreshSearchFields(app.context));
        const after = await readListings();
        expect(
          after.map((row) => ({
            search_text: wordsOfBoth(row),
            ...{ city_slug: row.city_slug, updated_at: row.updated_at },
          })),
        ).toEqual(
          (release.tables.properties ?? []).map((row, at) => ({
            search_text: wordsOfBoth(row),
            ...{ city_slug: row.city_slug, updated_at: before[at]?.updated_at },
          })),
        );
        expect(after.map((row) => Number(row.search_version))).toEqual(after.map(() => SEARCH_VERSION));
      });

      test('gets those of a changed rule once, by one of two processes', async () => {
        const derived: string[] = [];
        const rule = {
          version: SEARCH_VERSION + 1,
          batch: 2,
          derive(listing: Parameters<typeof deriveSearchFields>[0]) {
            derived.push(listing.title);
            return {
              ...deriveSearchFields(listing),
              search_text: 'newer',
              search_version: SEARCH_VERSION + 1,
            };
          },
        };
        // A process that ends after its first batch.
        expect(await refreshSearchFields(app.context, rule)).toBe(true);
        expect(derived).toHaveLength(2);
        const other = open(place);
        const work = async (db: Database) => {
          while ((await refreshSearchFields({ db }, rule)) !== false);
        };
        // Two processes share a PostgreSQL.
        await Promise.all([work(app.context.db), ...(other.dialect === 'postgres' ? [work(other)] : [])]);
        await other.close();
        const titles = (release.tables.properties ?? []).map(({ title }) => title);
        expect(derived.sort()).toEqual(titles.sort());
        expect((await readListings()).map((row) => row.search_text)).toEqual(titles.map(() => 'newer'));
      });
    });
});

test.skipIf(isFull)('a rule that derives other words or places has another version', () => {
  const home = { title: 'Home', description: 'A home', type: 'house' as const, province: '', features: [] };
  const samples = [
    ...releases.slice(0, 1).flatMap(({ tables }) => tables.properties ?? []),
    ...PLACES.map(({ name, parent }) => ({
      ...{ ...home, address: name },
      city: (parent && placeBySlug(parent)?.name) ?? name,
    })),
  ] as Parameters<typeof deriveSearchFields>[0][];
  const digest = createHash('sha256');
  for (const listing of samples) {
    const { search_version: _version, ...fields } = deriveSearchFields(listing);
    digest.update(JSON.stringify(Object.entries(fields).sort()));
  }
  // Another digest: listings are derived otherwise than the stored ones, and SEARCH_VERSION has to be raised.
  expect({ version: SEARCH_VERSION, digest: digest.digest('hex') }).toEqual({
    version: 6,
    digest: 'c71ccc4f8f637bc0ab2178432063ad09e9fd2bd8358ec29981884ebd0f51313d',
  });
});

/** The former effect of the edited migrations 0001, 0002, 0006 and 0014, from their present effect. */
const earlier = {
  sqlite: [
    'DROP TRIGGER audit_entries_no_replace',
    'ALTER TABLE outgoing_mails DROP COLUMN reply_to',
    'DROP INDEX properties_newest',
    'CREATE INDEX properties_moderation ON properties (moderation_status, created_at DESC, id DESC)',
    ...['update', 'delete', 'insert'].map((when) => `DROP TRIGGER properties_search_${when}`),
    'DROP TABLE properties_search',
    `CREATE VIRTUAL TABLE properties_search USING fts5(search_text, content='properties', content_rowid='id',
      tokenize='ascii', prefix='1 2 3', detail='none', columnsize=0)`,
    'INSERT INTO properties_search (rowid, search_text) SELECT id, search_text FROM properties',
    `CREATE TRIGGER properties_search_insert AFTER INSERT ON properties BEGIN
      INSERT INTO properties_search (rowid, search_text) VALUES (new.id, new.search_text); END`,
    'PRAGMA writable_schema = ON',
    `UPDATE sqlite_schema SET sql = replace(sql, '\`agent_id\` INTEGER REFERENCES \`users\` (\`id\`) ON DELETE SET NULL',
      '\`agent_id\` INTEGER NOT NULL REFERENCES \`users\` (\`id\`) ON DELETE CASCADE') WHERE name = 'inquiries'`,
    "UPDATE sqlite_schema SET sql = replace(sql, '`hidden_by` TEXT', '`hidden_by` VARCHAR(3)') WHERE name = 'properties'",
    'PRAGMA writable_schema = RESET',
  ],
  postgres: [
    'ALTER TABLE outgoing_mails DROP COLUMN reply_to',
    'DROP INDEX properties_newest',
    'CREATE INDEX properties_moderation ON properties (moderation_status, created_at DESC, id DESC)',
    'DROP INDEX properties_search',
    'CREATE INDEX properties_search ON properties USING gin (search_vector) WITH (fastupdate = off)',
    'ALTER TABLE properties RESET (toast_tuple_target)',
    `ALTER TABLE inquiries ALTER COLUMN agent_id SET NOT NULL, DROP CONSTRAINT inquiries_agent_id_fkey,
      ADD CONSTRAINT inquiries_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES users (id)
        ON DELETE CASCADE ON UPDATE CASCADE`,
  ],
};

test.runIf(isFull)('a database made before its migrations were edited is brought to the one shape', async () => {
  const [release] = releases;
  if (!release) throw new Error('There is no release.');
  await makeReleaseDatabase(place.env, release);
  const regular = await shapeOf(place);
  const db = open(place);
  await db.sequelize.transaction(async (transaction) => {
    for (const sql of earlier[db.dialect]) await db.sequelize.query(sql, { transaction });
  });
  const before = await readStoredRows(place);
  expect((await shapeOf(place)).filter((line) => !regular.includes(line))).not.toEqual([]);
  await migrate(db);
  expect(await shapeOf(place)).toEqual(await shapeOfNew());
  const after = await readStoredRows(place);
  for (const table of ['inquiries', 'outgoing_mails', 'properties'])
    expectKept(table, before.get(table), after.get(table));
  // Words are found by the present index: of public listings alone.
  const [count] = await db.sequelize.query<{ n: number }>(
    db.dialect === 'sqlite'
      ? "SELECT count(*) AS n FROM properties_search WHERE properties_search MATCH 'poblacion'"
      : `SELECT count(*) AS n FROM properties WHERE moderation_status = 'active'
          AND search_vector @@ 'poblacion'::tsquery`,
    { type: QueryTypes.SELECT },
  );
  const named = (release.tables.properties ?? []).filter(
    (row) => row.moderation_status === 'active' && ` ${row.search_text} `.includes(' poblacion '),
  );
  expect(Number(count?.n)).toBe(named.length);
  await db.close();
});

test.skipIf(isFull)(
  'a database of a newer version is refused by the name of its migration, and left as it is',
  async () => {
    const db = open(place);
    await migrate(db);
    await db.sequelize.query("INSERT INTO migrations (name) VALUES ('9999-from-the-future')");
    const [shape, rows] = [await readShape(db), await readStoredRows(place)];
    const start = openApp(place.env);
    await expect(start).rejects.toThrow(NewerDatabaseError);
    await expect(start).rejects.toThrow(/9999-from-the-future/);
    expect([await readShape(db), await readStoredRows(place)]).toEqual([shape, rows]);
    await db.close();
  },
);

test.skipIf(isFull)('viewings as agreements keep the rows of before, are taken back, and come again', async () => {
  const release = releases.at(-1);
  if (!release) throw new Error('There is no release.');
  await makeReleaseDatabase(place.env, release);
  const db = open(place);
  const earlier = '0059-account-deletions';
  await buildMigrator(db).up({ to: earlier });
  const before = await readStoredRows(place);
  for (const table of ['migrations', 'client_marks']) before.delete(table);
  const viewings = before.get('viewings') ?? [];
  expect(viewings.length).toBeGreaterThan(1);
  await migrate(db);
  const grownRows = await readStoredRows(place);
  for (const [table, rows] of before) expectKept(table, rows, grownRows.get(table));
  const steps = (grownRows.get('viewing_events') ?? []).map(({ viewing_id, kind }) => `${viewing_id} ${kind}`);
  const expected = viewings.flatMap(({ id, status }) =>
    status === 'requested' ? [`${id} requested`] : [`${id} requested`, `${id} ${status}`],
  );
  expect(steps.sort()).toEqual(expected.sort());

  // Before, a viewing had both sides and a listing.
  const [lonely] = viewings;
  await db.sequelize.query(`UPDATE viewings SET agent_id = NULL WHERE id = ${lonely?.id}`);
  await buildMigrator(db).down({ to: '0060-viewing-agreements' });
  const after = await readStoredRows(place);
  before.set('viewings', viewings.slice(1));
  for (const [table, rows] of before) expectKept(table, rows, after.get(table));
  expect(Object.keys(after.get('viewings')?.[0] ?? {}).sort()).toEqual(Object.keys(lonely ?? {}).sort());
  await migrate(db);
  expect(await readShape(db)).toEqual(await shapeOfNew());
  await db.close();
});

describe('a migration', () => {
  const known = (migration: Migration): Record<string, Migration> => ({ '9998-a-step': migration });
  const down = async () => undefined;

  test.skipIf(isFull)('that fails takes back all it did, on connections of its own transactions too', async () => {
    const db = open(place);
    await migrate(db);
    const [shape, rows] = [await readShape(db), await readStoredRows(place)];
    const step: Migration = {
      down,
      async up({ queryInterface, database }) {
        await queryInterface.createTable('halves', { id: { type: 'INTEGER', primaryKey: true } });
        await queryInterface.addColumn('users', 'half', { type: 'TEXT' });
        await database.sequelize.transaction((transaction) =>
          database.sequelize.query('INSERT INTO halves (id) VALUES (1)', { transaction }),
        );
        throw new Error('in the middle');
      },
    };
    await expect(buildMigrator(db, known(step)).up()).rejects.toThrow(/in the middle/);
    expect([await readShape(db), await readStoredRows(place)]).toEqual([shape, rows]);
    await db.close();
  });

  test.runIf(isFull)('may make a table anew that others refer to; a reference left open is refused', async () => {
    const [release] = releases;
    if (release) await makeReleaseDatabase(place.env, release);
    const db = open(place);
    await migrate(db);
    const rows = await readStoredRows(place);
    const step = (condition: string): Migration => ({
      down,
      async up({ database: { sequelize, dialect } }) {
        const run = (sql: string) => sequelize.query(sql);
        if (dialect === 'postgres') return void (await run(`DELETE FROM conversations WHERE NOT (${condition})`));
        const [table] = await sequelize.query<{ sql: string }>(
          "SELECT sql FROM sqlite_schema WHERE name = 'conversations'",
          { type: QueryTypes.SELECT },
        );
        await run(String(table?.sql).replace('`conversations`', '`conversations_next`'));
        await run(`INSERT INTO conversations_next SELECT * FROM conversations WHERE ${condition}`);
        await run('DROP TABLE conversations');
        await run('ALTER TABLE conversations_next RENAME TO conversations');
      },
    });
    if (db.dialect === 'sqlite')
      await expect(buildMigrator(db, known(step('1 = 0'))).up()).rejects.toThrow(/conversations/);
    expect(await readStoredRows(place)).toEqual(rows);
    await buildMigrator(db, known(step('1 = 1'))).up();
    rows.delete('migrations');
    const after = await readStoredRows(place);
    after.delete('migrations');
    expect(after).toEqual(rows);
    await db.close();
  });
});
