import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { apiRoutes } from './build/apiRoutes.ts';
import { languages } from './build/languages.ts';
import { testProjects } from './build/testFiles.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporaryFiles.ts';

keepTemporaryFilesInMemory();

/** A shared machine of a CI may stand still in the middle of a test. What passes at its second try is told as such. */
const retry = process.env.CI ? 1 : 0;

/** For what happens after an answer; a shared machine may take its time. */
const patience = { poll: { timeout: 10_000 } };

const files = testProjects();

/** Tests of the server, each on the database that the project's name ends with. */
const server = {
  expect: patience,
  globalSetup: ['tests/support/globalSetup.ts', 'tests/support/bundledServer.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
  // Each file starts servers of its own, and the server's modules keep nothing: they are loaded once a worker.
  isolate: false,
};

const unit = {
  plugins: [languages(), apiRoutes()],
  test: {
    // A few read the whole product, which a busy machine does in its own time.
    testTimeout: 30_000,
  },
};

/** Measures its process's memory, which nothing else should have filled. */
const hostile = { ...server, isolate: true, include: ['tests/hostile/**/*.test.ts'] };

/** What lasts longest comes first: at the end nobody waits for one file alone. */
const ORDER = [
  'hostile-postgres',
  'hostile-sqlite',
  'faults',
  'full-postgres',
  'full-sqlite',
  'rest-postgres',
  'api-postgres',
  'api-sqlite',
  'full-unit',
  'unit-screens',
  'unit',
];

/** These mostly wait, for leases and limits to end: they run beside the hostile requests, which work all the time. */
const WAITING = /faults\/(alerts|jobs|slowBodies|silentBucket)\.test/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) =>
      ORDER.indexOf(project.name) - (WAITING.test(moduleId) ? 0.5 : 0);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/**
 * `npm test` runs unit and api-*, `npm run test:full` all others but rest-postgres: build/testFiles.ts says which file is
 * in which.
 */
export default defineConfig({
  test: {
    // One more than the processors of a small machine: much of the time is spent waiting.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      ...(['unit', 'unit-screens', 'full-unit'] as const).map((name) => ({
        ...unit,
        // Screens change the globals of their worker.
        test: {
          ...unit.test,
          name,
          include: files[name],
          retry,
          isolate: name === 'unit-screens',
        },
      })),
      ...(['api-sqlite', 'api-postgres', 'full-sqlite', 'full-postgres', 'rest-postgres'] as const).map(
        (name) => ({
          test: { ...server, name, include: files[name], retry },
        }),
      ),
      // Made from the contracts: tests/hostile/run.ts gives them another seed.
      { test: { ...hostile, name: 'hostile-sqlite' } },
      { test: { ...hostile, name: 'hostile-postgres' } },
      // Server processes that are starved, frozen and killed; each test chooses its database itself.
      {
        test: {
          name: 'faults',
          retry,
          expect: patience,
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: server.globalSetup,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          pool: 'forks',
          isolate: false,
        },
      },
    ],
  },
});
