import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildTemplate, type Templates } from './demoTemplate.ts';
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

/** Once a run: one PostgreSQL for all files of the project, and the databases that each test server copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = project.name.endsWith('-postgres') ? await startPostgres(FAST_COMMITS) : undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-template-'));
  project.provide('postgresUrl', postgres?.url);
  project.provide('run', project.name.startsWith('full-') ? 'full' : 'default');
  // The hostile requests begin with nothing.
  const needed = project.name.startsWith('hostile-') ? (['empty'] as const) : (['demo', 'empty'] as const);
  const made = await Promise.all(
    needed.map(async (data) => [data, await buildTemplate(data, folder, postgres?.url)] as const),
  );
  project.provide('templates', Object.fromEntries(made));
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
