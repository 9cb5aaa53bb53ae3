import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from '../tests/support/browser.ts';
import { changedFiles, testsNamed, testsOf } from './testFiles.ts';

/**
 * The test commands. Every part runs even after the failure of an earlier one; the last line counts: `N passed, N failed`.
 *
 * - `npm test`: the tests that every change has to pass.
 * - `npm run test:full`: the tests that `npm test` leaves out.
 * - `npm run test:postgres`: every test of the server on PostgreSQL.
 * - `npm test -- changed [REVISION]`: the tests of files that differ from the last commit, or from REVISION.
 * - `npm test -- NAME …`: the tests of features, by the names of their files.
 */
const RESULTS = 'test-results';
const JOURNEYS = '@journey';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

interface Part {
  name: string;
  /** Minutes that the part may take on two idle processors. A part over its budget is reported, not failed. */
  budget: number;
  needsBuild?: true;
  run(): Count;
}

/** Repeated at the end, as the last lines of a long run are often the only ones read. */
const failures: string[] = [];

function run(name: string, command: string, args: string[]): boolean {
  console.warn(`\n── ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) failures.push(`${name}: ended with ${status}`);
  return status === 0;
}

/** A step without counts of its own counts as one. */
const countStep = (isPassed: boolean): Count => ({
  passed: isPassed ? 1 : 0,
  failed: isPassed ? 0 : 1,
  skipped: 0,
});

/** A runner that failed without a failed test (at its start, say) counts as a failure. */
function orAtLeastOneFailure(count: Count, isPassed: boolean): Count {
  return isPassed || count.failed > 0 ? count : { ...count, failed: 1 };
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function countVitest(file: string, isPassed: boolean): Count {
  const report = readJson(file) as {
    success?: boolean;
    numPassedTests?: number;
    numFailedTests?: number;
    numPendingTests?: number;
    testResults?: {
      name: string;
      status: string;
      message: string;
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  };
  for (const { name, message, assertionResults } of report.testResults ?? []) {
    if (message) failures.push(`${name}\n${message}`);
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === 'failed') failures.push(`${name} › ${fullName}\n${failureMessages.join('\n')}`);
    }
  }
  // Vitest may end with 0 although a file could not be loaded: such a file has no failed test.
  const unloaded = report.testResults?.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const count = {
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + (unloaded?.length ?? 0),
    skipped: report.numPendingTests ?? 0,
  };
  return orAtLeastOneFailure(count, isPassed && report.success === true);
}

function countPlaywright(file: string, isPassed: boolean): Count {
  const { stats } = readJson(file) as {
    stats?: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  const count = {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  };
  return orAtLeastOneFailure(count, isPassed);
}

/** @param files that biome looks at */
const check = (files: string[] = ['.']): Part => ({
  name: 'check',
  budget: 1.5,
  run: () =>
    countStep(
      [
        files.length === 0 || run('format and lint', 'npx', ['biome', 'ci', ...files]),
        run('folders and marks', 'npm', ['run', '--silent', 'check:folders']),
        run('description of the API', 'npm', ['run', '--silent', 'check:api']),
        run('types', 'npx', ['tsc', '--noEmit']),
      ].every(Boolean),
    ),
});

const vitest = (name: string, budget: number, projects: string[], files: string[] = []): Part => ({
  name,
  budget,
  run() {
    const report = `${RESULTS}/vitest.json`;
    const chosen = projects.map((project) => `--project=${project}`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const isPassed = run(name, 'npx', ['vitest', 'run', ...chosen, ...reporters, ...files]);
    return countVitest(report, isPassed);
  },
});

const build: Part = {
  name: 'build',
  budget: 0.5,
  run: () => countStep(run('build', 'npm', ['run', '--silent', 'build'])),
};

const floor: Part = {
  name: 'old browsers',
  budget: 0.2,
  run: () => countStep(run('old browsers', 'npm', ['run', '--silent', 'check:floor'])),
};

const playwright = (budget: number, args: string[]): Part => ({
  name: 'browser',
  budget,
  needsBuild: true,
  run() {
    try {
      ensureBrowser();
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      return countStep(false);
    }
    return countPlaywright(
      `${RESULTS}/e2e.json`,
      run('browser', 'npx', [
        'playwright',
        'test',
        '--project=desktop',
        '--project=web',
        `--retries=${process.env.CI ? 1 : 0}`,
        ...args,
      ]),
    );
  },
});

/** The other engines, where the machine has them: the part says what is missing, and CI may miss nothing. */
const engines: Part = {
  name: 'engines',
  budget: 4,
  needsBuild: true,
  run() {
    const isPassed = run('Firefox and WebKit', 'npx', ['tsx', 'tests/engines/run.ts']);
    const {
      passed = 0,
      failed = 0,
      skipped = 0,
      failures: told = [],
    } = readJson(`${RESULTS}/engines.json`) as Partial<Count> & { failures?: string[] };
    failures.push(...told);
    return orAtLeastOneFailure({ passed, failed, skipped }, isPassed);
  },
};

const API = ['unit', 'unit-screens', 'api-sqlite', 'api-postgres'];
const REST = ['full-unit', 'full-sqlite', 'full-postgres', 'hostile-sqlite', 'hostile-postgres', 'faults'];

const POSTGRES = ['api-postgres', 'full-postgres', 'rest-postgres'];

function partsOf([first, ...rest]: string[]): Part[] {
  if (first === undefined)
    return [check(), vitest('unit and API', 6, API), build, floor, playwright(4, ['--grep', JOURNEYS])];
  if (first === 'full')
    return [vitest('API in full', 11, REST), build, playwright(18, ['--grep-invert', JOURNEYS]), engines];
  if (first === 'postgres') return [vitest('API on PostgreSQL', 15, POSTGRES)];
  const isChanged = first === 'changed';
  const changed = isChanged ? changedFiles(rest[0]) : [];
  const { files, specs } = isChanged ? testsOf(changed) : testsNamed([first, ...rest]);
  console.warn([...files, ...specs].join('\n') || 'No test goes by that name.');
  return [
    ...(isChanged ? [check(changed.filter((file) => /\.(tsx?|mjs|json|css)$/.test(file)))] : []),
    ...(files.length > 0
      ? [
          vitest(
            'unit and API',
            1,
            isChanged ? ['unit', 'unit-screens', 'api-sqlite'] : [...API, ...REST, 'rest-postgres'],
            files,
          ),
        ]
      : []),
    ...(specs.length > 0 ? [build, playwright(1, [...specs, ...(isChanged ? ['--grep', JOURNEYS] : [])])] : []),
  ];
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const counts: Count[] = [];
const times: { name: string; budget: number; minutes: number }[] = [];
let isBuilt = true;
for (const part of partsOf(process.argv.slice(2))) {
  const { name, budget } = part;
  if (part.needsBuild && !isBuilt) continue;
  const start = Date.now();
  const count = part.run();
  if (part === build) isBuilt = count.failed === 0;
  counts.push(count);
  times.push({ name, budget, minutes: (Date.now() - start) / 60_000 });
}

for (const failure of failures) console.warn(`\n✘ ${failure.split('\n').slice(0, 12).join('\n  ')}`);
const row = (name: string, minutes: string, budget: string, note = '') =>
  console.warn(`${name.padEnd(14)}${minutes.padStart(8)}${budget.padStart(8)}${note}`);
console.warn('');
row('', 'minutes', 'budget');
for (const { name, minutes, budget } of times)
  row(name, minutes.toFixed(1), String(budget), minutes > budget ? '  over its budget' : '');
const sumOf = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const total = (key: keyof Count) => sumOf(counts.map((count) => count[key]));
row(
  'all',
  sumOf(times.map(({ minutes }) => minutes)).toFixed(1),
  String(sumOf(times.map(({ budget }) => budget))),
);
console.warn('');
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
process.stdout.write(`${total('passed')} passed, ${total('failed')} failed${skipped}\n`);
process.exit(total('failed') === 0 && total('passed') > 0 ? 0 : 1);
