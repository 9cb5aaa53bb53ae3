import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundledPrograms } from './bundledServer.ts';
import type { Templates } from './demoTemplate.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent where the project runs on SQLite. */
    postgresUrl: string | undefined;
    templates: Templates;
    /** `full` in the part that `npm test` leaves to `npm run test:full`. */
    run: 'default' | 'full';
  }
}

/** Its processes are never killed by a test. */
const FAST_COMMITS = { synchronous_commit: 'off' };

/** Templates of SQLite, shared by the projects of a run, which are set up one after the other in one process. */
const run = globalThis as { sqliteTemplates?: Promise<Templates> };

/** Once a run: one PostgreSQL for all files of the project, and the databases that each test server copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = project.name.endsWith('-postgres') ? await startPostgres(FAST_COMMITS) : undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-template-'));
  project.provide('postgresUrl', postgres?.url);
  project.provide('run', project.name.startsWith('full-') ? 'full' : 'default');
  if (postgres) {
    // The hostile requests begin with nothing.
    const needed = project.name.startsWith('hostile-') ? (['empty'] as const) : KINDS;
    await makeTemplates(folder, needed, postgres.url);
    project.provide('templates', Object.fromEntries(needed.map((data) => [data, `silong_${data}`])));
  } else {
    run.sqliteTemplates ??= makeTemplates(folder, KINDS).then(() =>
      Object.fromEntries(KINDS.map((data) => [data, path.join(folder, data)])),
    );
    project.provide('templates', await run.sqliteTemplates);
  }
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

const KINDS = ['demo', 'empty'] as const;

async function makeTemplates(folder: string, kinds: readonly string[], postgresUrl?: string): Promise<void> {
  const { DATABASE_URL: _none, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    [path.join(await bundledPrograms(), 'templateChild.js'), folder, ...kinds],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...inherited, ...(postgresUrl ? { DATABASE_URL: postgresUrl } : {}) },
    },
  );
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The templates could not be made: ${code}.`);
}
