import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { checkBackup } from '#server/backup/readBackup.ts';
import { type Database, openDatabase } from '#server/db/connection.ts';
import { buildMigrator, migrate, migrationNames } from '#server/db/migrate.ts';
import { listPictures } from '#server/demo/dealing.ts';
import { fileOf } from '#server/demo/pictures.ts';
import { readShape } from '#tests/support/databaseShape.ts';
import { databaseNamed } from '#tests/support/demoTemplate.ts';
import { findFreePort, startPostgres, type TestPostgres, withPostgresClient } from '#tests/support/postgres.ts';
import { fillRelease, makeReleaseDatabase, releases } from '#tests/support/releases.ts';
import { readStoredRows } from '#tests/support/storedRows.ts';

const children = new Set<ChildProcess>();
const folders: string[] = [];
let postgres: TestPostgres;
/** Where the programs run: the server looks here for the pictures of its demo marketplace. */
let workingFolder: string;

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-upgrades-'));
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  workingFolder = makeFolder();
  // All of its pictures are one.
  const pictures = path.join(workingFolder, 'server/demo/pictures');
  mkdirSync(pictures, { recursive: true });
  const create = { width: 4, height: 4, channels: 3, background: 'teal' } as const;
  const bytes = await sharp({ create }).webp().toBuffer();
  for (const picture of listPictures()) writeFileSync(path.join(pictures, fileOf(picture)), bytes);
  postgres = await startPostgres();
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await postgres?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Kills of a first start, spread over the time it takes. */
const KILLS = 2;

type Place = { dataDir: string; databaseUrl: string | undefined };
const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];

async function makePlace(engine: Engine): Promise<Place> {
  const dataDir = makeFolder();
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined };
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  await withPostgresClient(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`));
  return { dataDir, databaseUrl: databaseNamed(postgres.url, name) };
}

async function using<Result>(place: Place, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase(place);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Runs one of our programs. `ended` is its exit or signal, and its output before. */
function run(program: 'migrateChild' | 'main', place: Place, environment: Record<string, string> = {}) {
  const { DATABASE_URL: _none, ...inherited } = process.env;
  const child = spawn(process.execPath, [path.join(inject('programs'), `${program}.js`)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: workingFolder,
    env: {
      ...inherited,
      ...{ NODE_ENV: 'development', HOST: '127.0.0.1', LOG_LEVEL: 'silent', TILE_URL: '', SEED_DEMO: 'off' },
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
      ...environment,
    },
  });
  children.add(child);
  let errors = '';
  child.stderr?.on('data', (data) => {
    errors += data;
  });
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => {
    children.delete(child);
    return { code, signal, errors };
  });
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { child, ended, kill };
}

/** @returns once it answers. */
async function startServer(place: Place, environment: Record<string, string> = {}) {
  const port = String(await findFreePort());
  const server = run('main', place, { PORT: port, ...environment });
  await vi.waitFor(
    async () => {
      if (server.child.exitCode !== null) throw (await server.ended).errors;
      expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).ok).toBe(true);
    },
    { timeout: 60_000, interval: 20 },
  );
  return server;
}

const BEGIN = /START TRANSACTION|BEGIN IMMEDIATE/;

interface Step {
  name: string;
  /** The statements of a complete migration, from its BEGIN to its COMMIT. */
  statements: string[];
  /** Before it. */
  shape: string[];
}

/** The statements of each migration on an undisturbed database. */
async function recordSteps(place: Place): Promise<{ steps: Step[]; shape: string[] }> {
  let statements: string[] = [];
  const db = openDatabase({ ...place, log: (sql) => statements.push(sql) });
  const migrator = buildMigrator(db);
  const steps: Step[] = [];
  for (const name of migrationNames) {
    const shape = await readShape(db);
    statements = [];
    await migrator.up({ migrations: [name] });
    const begin = statements.findIndex((sql) => BEGIN.test(sql));
    const commit = statements.findIndex((sql) => /COMMIT;/.test(sql));
    // One transaction, which ends with the row that records it.
    expect(
      statements.filter((sql) => BEGIN.test(sql)),
      name,
    ).toHaveLength(1);
    expect(statements.slice(commit - 1), name).toEqual([
      expect.stringContaining('INSERT INTO migrations'),
      expect.stringContaining('COMMIT;'),
    ]);
    steps.push({ name, shape, statements: statements.slice(begin, commit + 1) });
  }
  const shape = await readShape(db);
  await db.close();
  return { steps, shape };
}

/**
 * Before the commit, when all is done. The named statement has been sent to PostgreSQL by then, and not to SQLite.
 */
const killPoint = ({ statements: { length } }: Step, engine: Engine) =>
  engine === 'postgres' ? length - 1 : length;

/** How many rows each table has. */
async function countRows(place: Place): Promise<Record<string, number>> {
  const rows = await readStoredRows({ env: place });
  return Object.fromEntries([...rows].map(([table, ofTable]) => [table, ofTable.length]));
}

/** Agents' lists of clients are made from the loaded rows while the server answers. @returns once they are. */
const workedOff = (place: Place) =>
  using(place, (db) =>
    vi.waitFor(async () => expect(await db.readRows('SELECT * FROM client_marks LIMIT 1')).toEqual([]), {
      timeout: 60_000,
      interval: 200,
    }),
  );

/** Dozens of processes are started one after the other, which a busy machine takes its time for. */
const LIMIT_MS = 480_000;

/** The same on both databases, side by side. */
const onBoth = (title: string, work: (engine: Engine) => Promise<void>) =>
  test(title, { timeout: LIMIT_MS }, async () => void (await Promise.all(engines.map(work))));

onBoth(
  'a kill in the middle of any new migration leaves what was there before it, and the next start goes on',
  async (engine) => {
    const { steps, shape } = await recordSteps(await makePlace(engine));
    const place = await makePlace(engine);
    // SQLite makes the file when it is first opened.
    expect(await using(place, readShape)).toEqual(steps[0]?.shape);
    const release = releases.at(-1);
    let isFilled = false;
    for (const step of steps) {
      // Earlier ones keep their form (tests/server/migrationsFrozen): they were killed before their release.
      if (release && step.name > release.migration) {
        if (!isFilled) await using(place, (db) => fillRelease(db, release));
        isFilled = true;
        const before = await readStoredRows({ env: place });
        const at = String(killPoint(step, engine));
        const { signal, errors } = await run('migrateChild', place, { KILL_AT: at }).ended;
        expect({ signal, errors }, `${step.name} at ${at}`).toEqual({ signal: 'SIGKILL', errors: '' });
        expect(await using(place, readShape), `${step.name} at ${at}`).toEqual(step.shape);
        expect(await readStoredRows({ env: place }), `${step.name} at ${at}`).toEqual(before);
      }
      // As the next start does it; the later ones are left for further kills.
      await using(place, (db) => buildMigrator(db).up({ migrations: [step.name] }));
    }
    expect(isFilled).toBe(true);
    expect(await using(place, readShape)).toEqual(shape);
  },
);

onBoth(
  'a first start that is killed at any time is made good by the next one, the demo marketplace too',
  async (engine) => {
    const whole = await makePlace(engine);
    const begun = performance.now();
    const server = await startServer(whole, { SEED_DEMO: 'on' });
    const takesMs = performance.now() - begun;
    await workedOff(whole);
    await server.kill();

    const place = await makePlace(engine);
    for (let slice = 0; slice < KILLS; slice += 1) {
      const killed = run('main', place, { SEED_DEMO: 'on', PORT: '0' });
      await wait(((slice + Math.random()) / KILLS) * takesMs);
      await killed.kill();
    }
    const next = await startServer(place, { SEED_DEMO: 'on' });
    await workedOff(place);
    await next.kill();
    expect(await countRows(place)).toEqual(await countRows(whole));
    expect(await using(place, readShape)).toEqual(await using(whole, readShape));
  },
);

onBoth(
  'two that begin at once do it once, on an empty database and on one of the release before',
  async (engine) => {
    const [release] = releases;
    if (!release) throw new Error('There is no release.');
    const empty = await makePlace(engine);
    const filled = await makePlace(engine);
    await makeReleaseDatabase(filled, release);
    const before = await countRows(filled);
    const runs = [empty, empty, filled, filled].map((place) => run('migrateChild', place).ended);
    for (const ended of await Promise.all(runs)) expect(ended).toMatchObject({ code: 0, errors: '' });
    expect(await using(filled, readShape)).toEqual(await using(empty, readShape));
    const { migrations, ...rows } = await countRows(filled);
    expect(migrations).toBe(migrationNames.length);
    expect(before).toMatchObject(
      Object.fromEntries(Object.keys(before).map((name) => [name, rows[name] ?? before[name]])),
    );
  },
);

onBoth(
  'a database of a newer version stops an older server with one sentence that names the migration',
  async (engine) => {
    const place = await makePlace(engine);
    await using(place, async (db) => {
      await migrate(db);
      await db.sequelize.query("INSERT INTO migrations (name) VALUES ('9999-from-the-future')");
    });
    const before = [await using(place, readShape), await readStoredRows({ env: place })];
    const { code, errors } = await run('main', place, { PORT: '0' }).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^The database was made by a newer version of Silong: [^\n]*9999-from-the-future[^\n]*\n$/,
    );
    expect([await using(place, readShape), await readStoredRows({ env: place })]).toEqual(before);
  },
);

const upgradeBackupsOf = ({ dataDir }: Place) => {
  const folder = path.join(dataDir, 'backups');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('before-')) : [];
};

onBoth('an upgrade that fails and is killed again and again keeps the one backup of before it', async (engine) => {
  const [release] = releases;
  if (!release) throw new Error('There is no release.');
  const place = await makePlace(engine);
  await makeReleaseDatabase(place, release);
  await using(place, (db) => db.sequelize.query('CREATE TABLE webhooks (id INTEGER)'));
  // Half-way, as it is after a kill there; of several processes the first one logs the reason.
  const processes: Record<string, string> = engine === 'postgres' ? { WEB_CONCURRENCY: '2' } : {};
  const starts = () => [run('main', place, { PORT: '0', ...processes })];
  const [half] = await Promise.all(starts().map(({ ended }) => ended));
  const [backup = '', ...others] = upgradeBackupsOf(place);
  expect(others).toEqual([]);
  const file = path.join(place.dataDir, 'backups', backup);
  expect(half).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^[^\n]* 0044-webhooks, [^\n]*\n$/),
  });
  expect(half?.errors).toContain(`npm run restore -- ${file}`);
  const bytes = readFileSync(file);

  const shape = await using(place, readShape);
  for (const kill of [true, false]) {
    const begun = [...starts(), ...(engine === 'postgres' ? starts() : [])];
    if (kill) await Promise.all(begun.map((each) => each.kill()));
    for (const { ended } of begun)
      expect(await ended).toMatchObject(kill ? { signal: 'SIGKILL' } : { code: 1, errors: half?.errors });
    expect(upgradeBackupsOf(place)).toEqual([backup]);
  }
  expect(readFileSync(file)).toEqual(bytes);
  expect(await using(place, readShape)).toEqual(shape);
  expect((await checkBackup(file)).header.migrations.at(-1)).toBe(release.migration);

  await using(place, (db) => db.sequelize.query('DROP TABLE webhooks'));
  await (await startServer(place, processes)).kill();
  expect(upgradeBackupsOf(place)).toEqual([backup]);
});

onBoth('a kill while the backup is written leaves the next start to write it', async (engine) => {
  const [release] = releases;
  if (!release) throw new Error('There is no release.');
  const place = await makePlace(engine);
  await makeReleaseDatabase(place, release);
  const folder = path.join(place.dataDir, 'backups');
  const begun = run('main', place, { PORT: '0' });
  // As soon as any of it is there.
  const isBegun = () => expect(existsSync(folder) ? readdirSync(folder) : []).not.toEqual([]);
  await vi.waitFor(isBegun, { timeout: 60_000, interval: 1 });
  await begun.kill();
  await (await startServer(place)).kill();
  const [backup = '', ...others] = upgradeBackupsOf(place);
  expect(others).toEqual([]);
  expect((await checkBackup(path.join(folder, backup))).header.migrations.at(-1)).toBe(release.migration);
});

test('of two servers that start at once on a PostgreSQL of the release before, one makes the backup', async () => {
  const [release] = releases;
  if (!release) throw new Error('There is no release.');
  const place = await makePlace('postgres');
  await makeReleaseDatabase(place, release);
  const servers = await Promise.all([startServer(place), startServer(place)]);
  for (const server of servers) await server.kill();
  expect(readdirSync(path.join(place.dataDir, 'backups'))).toEqual([
    expect.stringMatching(/^before-upgrade-\d{8}T\d{6}Z\.tar\.gz$/),
  ]);
});
