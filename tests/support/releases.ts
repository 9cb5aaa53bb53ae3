import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Database, openDatabase } from '#server/db/connection.ts';
import { buildMigrator } from '#server/db/migrate.ts';
import { timeParameter } from '#server/db/sql.ts';
import type { Env } from '#server/env.ts';

type Row = Record<string, unknown>;

/**
 * Rows of every table as a release left them: JSON as such, times in ISO-8601, tables after those they refer to. Each
 * release adds a file; recorded files must not be changed.
 */
export interface Release {
  /** The last migration of the release: the shape of its tables. */
  migration: string;
  /** Files of its data folder without which its rows cannot be read, by name: the key of the audit log. */
  files?: Record<string, string>;
  tables: Record<string, Row[]>;
}

export const releaseFolder = path.resolve('tests/support/releases');

/** Oldest first. */
export const releases: readonly Release[] = readdirSync(releaseFolder)
  .sort()
  .map((name) => JSON.parse(readFileSync(path.join(releaseFolder, name), 'utf8')) as Release);

/** A database as that release left it, and the files beside it. */
export async function makeReleaseDatabase(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  release: Release,
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const [name, text] of Object.entries(release.files ?? {}))
    await writeFile(path.join(dataDir, name), text, { mode: 0o600 });
  const db = openDatabase({ databaseUrl, dataDir });
  try {
    await buildMigrator(db).up({ to: release.migration });
    await fillRelease(db, release);
  } finally {
    await db.close();
  }
}

/** @param db of the release's shape, and empty. */
export async function fillRelease(db: Database, { tables }: Release): Promise<void> {
  await db.transaction(async () => {
    for (const [table, rows] of Object.entries(tables)) for (const row of rows) await insert(db, table, row);
  });
  if (db.dialect === 'postgres') await countOn(db, tables);
}

async function insert({ sequelize, dialect }: Database, table: string, row: Row): Promise<void> {
  const names = Object.keys(row).map((name) => `"${name}"`);
  const bind = Object.values(row).map((value) => toStored(dialect, value));
  const places = bind.map((_value, at) => `$${at + 1}`);
  await sequelize.query(`INSERT INTO "${table}" (${names}) VALUES (${places})`, { bind });
}

function toStored(dialect: Database['dialect'], value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (typeof value === 'boolean') return dialect === 'sqlite' ? Number(value) : value;
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(value);
  return isTime ? timeParameter(dialect, new Date(value)) : value;
}

/** SQLite counts on from the highest id by itself. */
async function countOn({ sequelize }: Database, tables: Release['tables']): Promise<void> {
  for (const [table, rows] of Object.entries(tables))
    if (rows.some((row) => typeof row.id === 'number'))
      await sequelize.query(
        `SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), (SELECT max(id) FROM "${table}"))`,
      );
}
