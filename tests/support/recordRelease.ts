import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeTables } from '#server/backup/tables.ts';
import type { Database } from '#server/db/connection.ts';
import { migrationNames } from '#server/db/migrate.ts';
import { toBoolean, toIso, toJson } from '#server/db/sql.ts';
import { auditKeyFile } from '#server/features/auditLog/keys.ts';
import { clientRefresh } from '#server/features/clients/jobs.ts';
import { refreshSearchFields } from '#server/features/properties/jobs.ts';
import { openApp } from './backups.ts';
import { testEnv } from './demoTemplate.ts';
import { makeReleaseDatabase, type Release, releaseFolder, releases } from './releases.ts';
import { readStoredRows } from './storedRows.ts';

/**
 * `npx tsx tests/support/recordRelease.ts`, once for each release: writes the newest release as upgraded to this
 * version. Rows of new tables have to be added by hand; a test asks for them.
 */
async function record(newest: Release): Promise<void> {
  const migration = migrationNames.at(-1) ?? '';
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-release-'));
  const env = testEnv(folder, undefined);
  try {
    await makeReleaseDatabase(env, newest);
    const { app } = await openApp(env);
    while (await refreshSearchFields(app.context));
    await clientRefresh(app.context).run(new AbortController().signal);
    const { db } = app.context;
    // Former tables are in order already; new ones refer to them or to each other. Backups leave out some.
    const known = Object.keys(newest.tables);
    const described = (await describeTables(db)).map(({ name }) => name);
    const others = [...(await readStoredRows({ env })).keys()].filter((name) => !leftOut.includes(name));
    const tables: Release['tables'] = {};
    for (const name of new Set([...known, ...described, ...others]))
      if (!leftOut.includes(name)) tables[name] = await readRows(db, name);
    await app.close();
    const key = auditKeyFile(folder);
    const files = { [path.basename(key)]: await readFile(key, 'utf8') };
    const file = path.join(releaseFolder, `${migration}.json`);
    await writeFile(file, JSON.stringify({ migration, files, tables } satisfies Release));
    const bare = Object.keys(tables).filter((name) => tables[name]?.length === 0);
    const missing = bare.length > 0 ? ` Without rows: ${bare.join(', ')}.` : '';
    process.stdout.write(`${file}: "npm run fix" formats it.${missing}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Triggers leave the marks while the rows are written. */
const leftOut = ['migrations', 'client_marks'];

const readers: Record<string, (value: never) => unknown> = {
  DATETIME: toIso,
  JSON: toJson,
  'TINYINT(1)': toBoolean,
};

/** None of a table that is gone. */
async function readRows(db: Database, table: string): Promise<Release['tables'][string]> {
  const columns = await db.readRows<{ name: string; type: string }>(
    'SELECT name, type FROM pragma_table_info($1)',
    [table],
  );
  if (columns.length === 0) return [];
  const rows = await db.readRows<Record<string, never>>(`SELECT * FROM "${table}"`);
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name, type }) => {
        const value = row[name] ?? null;
        return [name, value === null ? null : (readers[type]?.(value) ?? value)];
      }),
    ),
  );
}

const newest = releases.at(-1);
if (newest) await record(newest);
