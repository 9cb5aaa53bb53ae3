import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildTemplate } from './demoTemplate.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent where the project runs on SQLite. */
    postgresUrl: string | undefined;
    /** Folder (SQLite) or database name (PostgreSQL) that holds the demo data, to be copied by each server. */
    demoTemplate: string;
  }
}

/** Once a run: one PostgreSQL for all files of the project, and one demo database that each test server copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = project.name.endsWith('-postgres') ? await startPostgres() : undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-template-'));
  const template = await buildTemplate(folder, postgres?.url);
  project.provide('postgresUrl', postgres?.url);
  project.provide('demoTemplate', template);
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
