import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from '../tests/support/browser.ts';

/**
 * The one test command: format, lint and types; unit tests and the API on both databases; then the browser on the
 * built product. Every part runs even when an earlier one failed, so that one run tells everything. Ends with one
 * line that counts.
 */
const RESULTS = 'test-results';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** What failed, told once more at the end: a long run is often read from its last lines only. */
const failures: string[] = [];

function run(name: string, command: string, args: string[]): boolean {
  console.warn(`\n── ${name}`);
  const start = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  console.warn(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - start) / 1000)} s`,
  );
  if (status !== 0) failures.push(`${name}: ended with ${status}`);
  return status === 0;
}

/** A part that counts nothing itself counts as one. */
function countStep(isPassed: boolean): Count {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 };
}

/** A runner that ended badly without a failed test (it could not start, say) must not look green. */
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
    numPassedTests?: number;
    numFailedTests?: number;
    numPendingTests?: number;
    testResults?: {
      name: string;
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
  const count = {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: report.numPendingTests ?? 0,
  };
  return orAtLeastOneFailure(count, isPassed);
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

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const counts: Count[] = [
  countStep(
    [
      run('format and lint', 'npx', ['biome', 'ci', '.']),
      run('folders', 'npm', ['run', '--silent', 'check:folders']),
      run('description of the API', 'npm', ['run', '--silent', 'check:api']),
    ].every(Boolean),
  ),
  countStep(run('types', 'npx', ['tsc', '--noEmit'])),
];

const vitestFile = `${RESULTS}/vitest.json`;
const vitestPassed = run('unit and API tests', 'npx', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestFile}`,
]);
counts.push(countVitest(vitestFile, vitestPassed));

const built = run('build', 'npm', ['run', '--silent', 'build']);
counts.push(countStep(built));

if (built) {
  try {
    ensureBrowser();
    const passed = run('browser tests', 'npx', ['playwright', 'test']);
    counts.push(countPlaywright(`${RESULTS}/e2e.json`, passed));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    counts.push(countStep(false));
  }
}

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
for (const failure of failures) console.warn(`\n✘ ${failure.split('\n').slice(0, 12).join('\n  ')}`);
console.warn('');
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
process.exit(sum('failed') === 0 ? 0 : 1);
