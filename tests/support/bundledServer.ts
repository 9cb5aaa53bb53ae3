import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../build/server.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the server and its commands as they ship: they start in a fraction of the time that tsx takes. */
    programs: string;
  }
}

/** Of this run; the projects are set up one after the other, in one process. */
const run = globalThis as { bundledPrograms?: Promise<unknown> };

/** Once a run, for all projects. */
export default async function setup(project: TestProject): Promise<void> {
  const folder = path.resolve('test-results/programs');
  run.bundledPrograms ??= buildServer(folder);
  await run.bundledPrograms;
  project.provide('programs', folder);
}
