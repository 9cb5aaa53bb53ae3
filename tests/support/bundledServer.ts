import type { TestProject } from 'vitest/node';
import { buildServer } from '../../build/server.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server as it ships: it starts in a fraction of the time that tsx takes. Absent where tests start few. */
    serverFile: string | undefined;
  }
}

const FOLDER = 'test-results/server';

export default async function setup(project: TestProject): Promise<void> {
  await buildServer(FOLDER);
  project.provide('serverFile', `${FOLDER}/main.js`);
}
