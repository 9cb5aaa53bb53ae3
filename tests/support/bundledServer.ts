import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../build/server.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the server and its commands as they ship: they start in a fraction of the time that tsx takes. */
    programs: string;
  }
}

/** Once a run. Each project has its own: they are set up while another one's tests run. */
export default async function setup(project: TestProject): Promise<void> {
  const folder = path.resolve('test-results/programs', project.name);
  await buildServer(folder);
  project.provide('programs', folder);
}
