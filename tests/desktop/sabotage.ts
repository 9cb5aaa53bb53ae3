import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import globalSetup from '../e2e/support/globalSetup.ts';
import { type GuardedBehaviour, guardedBehaviours } from './guardedBehaviours.ts';

/**
 * Takes each guarded behaviour of the console away in a copy of the project, runs the test that has to notice, and writes
 * docs/desktop-sabotage.md. Words behind the command choose rows by their name; the table keeps what earlier runs saw of the others.
 * Needs a build: `npm run test:sabotage` makes one.
 */
const FOLDER = '.cache/sabotage';
const TABLE = 'docs/desktop-sabotage.md';
const WORKERS = Math.min(2, availableParallelism());

interface Outcome {
  row: GuardedBehaviour;
  isNoticed: boolean;
  /** The red test's first words, or what went wrong. */
  words: string;
}

/** By its title: undefined when a test is green, otherwise what it said. */
type Results = Map<string, string | undefined>;

async function main(words: string[]): Promise<void> {
  const rows = guardedBehaviours.filter(({ behaviour }) =>
    words.every((word) => behaviour.toLowerCase().includes(word.toLowerCase())),
  );
  if (rows.length === 0) throw new Error(`No guarded behaviour is named ${words.join(' ')}`);
  for (const row of rows) breakText(readFileSync(row.file, 'utf8'), row);
  const tidyUp = await globalSetup();
  try {
    const copies = Array.from({ length: WORKERS }, (_, index) =>
      makeCopy(path.resolve(FOLDER, String(index))),
    );
    await expectAllGreen(copies[0] ?? '', rows);
    const outcomes = await sabotageAll(copies, rows);
    const missed = outcomes.filter(({ isNoticed }) => !isNoticed);
    console.warn(`${outcomes.length - missed.length} of ${outcomes.length} were noticed`);
    writeTable(outcomes);
    process.exitCode = missed.length > 0 ? 1 : 0;
  } finally {
    tidyUp();
    rmSync(FOLDER, { recursive: true, force: true });
  }
}

/** @throws {Error} when the text is not there exactly once. */
function breakText(source: string, { behaviour, file, text, instead = '' }: GuardedBehaviour): string {
  const parts = source.split(text);
  if (parts.length !== 2)
    throw new Error(`${behaviour}: its text stands in ${file} ${parts.length - 1} times instead of once`);
  return parts.join(instead);
}

/** The project's files; what was built and what was installed is shared, except for the desktop's own build. */
function makeCopy(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of files.split('\0')) if (file && existsSync(file)) cpSync(file, path.join(folder, file));
  mkdirSync(path.join(folder, 'dist/desktop'), { recursive: true });
  for (const shared of ['node_modules', 'dist/web', 'dist/server', 'dist/demo', 'dist/desktop/icons'])
    symlinkSync(path.resolve(shared), path.join(folder, shared));
  return folder;
}

async function sabotageAll(copies: string[], rows: GuardedBehaviour[]): Promise<Outcome[]> {
  const waiting = [...rows];
  const outcomes: Outcome[] = [];
  await Promise.all(
    copies.map(async (copy) => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const outcome = await sabotage(copy, row);
        outcomes.push(outcome);
        console.warn(`${outcome.isNoticed ? 'noticed' : 'NOT NOTICED'}: ${row.behaviour}: ${outcome.words}`);
      }
    }),
  );
  return outcomes;
}

async function sabotage(copy: string, row: GuardedBehaviour): Promise<Outcome> {
  const file = path.join(copy, row.file);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, breakText(whole, row));
  try {
    const results = await runSpecs(copy, row.spec.file, [row.spec.title]);
    const said = results.get(row.spec.title);
    if (said !== undefined) return { row, isNoticed: true, words: said };
    const problem = results.has(row.spec.title) ? 'stayed green' : `is no test of ${row.spec.file}`;
    return { row, isNoticed: false, words: `'${row.spec.title}' ${problem}` };
  } finally {
    writeFileSync(file, whole);
  }
}

/** Red is only worth something where green comes first. */
async function expectAllGreen(copy: string, rows: GuardedBehaviour[]): Promise<void> {
  for (const file of new Set(rows.map(({ spec }) => spec.file))) {
    const titles = rows.filter(({ spec }) => spec.file === file).map(({ spec }) => spec.title);
    const results = await runSpecs(copy, file, titles);
    for (const title of titles) {
      const said = results.get(title);
      if (said !== undefined || !results.has(title))
        throw new Error(`Nothing was taken away, and '${title}' in ${file} is not green: ${said}`);
    }
  }
}

async function runSpecs(copy: string, file: string, titles: string[]): Promise<Results> {
  const report = path.join(copy, 'test-results', 'sabotage.json');
  rmSync(report, { force: true });
  if (file.includes('/unit/')) {
    await run(copy, 'vitest/vitest.mjs', [
      ...['run', '--project=unit', '--reporter=json', `--outputFile=${report}`, file],
    ]);
    return readVitest(report);
  }
  const built = await run(copy, 'electron-vite/bin/electron-vite.js', ['build']);
  if (built.status !== 0) throw new Error(`The broken console could not be built:\n${built.said}`);
  const pattern = [...new Set(titles)].map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  await run(
    copy,
    '@playwright/test/cli.js',
    [
      ...['test', '--project=desktop', path.basename(file), '--grep', pattern, '--reporter=json'],
      ...['--retries=0', '--timeout=45000', '--trace=off'],
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  return readPlaywright(report);
}

function run(copy: string, program: string, args: string[], environment: Record<string, string> = {}) {
  return new Promise<{ status: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, [path.resolve('node_modules', program), ...args], {
      cwd: copy,
      env: { ...process.env, ...environment },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        said += String(data);
      });
    child.once('close', (status) => resolve({ status, said }));
  });
}

const firstLine = (message: string | undefined) => stripVTControlCharacters(message ?? 'red').split('\n')[0];

function readVitest(report: string): Results {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
  };
  return new Map(
    testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(
        ({ title, status, failureMessages }) =>
          [title, status === 'passed' ? undefined : firstLine(failureMessages[0])] as const,
      ),
    ),
  );
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
}

function readPlaywright(report: string): Results {
  const all = ({ suites = [], specs = [] }: PlaywrightSuite): [string, string | undefined][] => [
    ...specs.map(({ title, ok, tests }): [string, string | undefined] => [
      title,
      ok ? undefined : firstLine(tests[0]?.results[0]?.error?.message),
    ]),
    ...suites.flatMap(all),
  ];
  return new Map(all(JSON.parse(readFileSync(report, 'utf8'))));
}

/** Rows that were noticed, now or as they stand in the table already. */
function writeTable(outcomes: Outcome[]): void {
  const cell = (text: string) => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');
  const code = (text: string) => `\`${cell(text)}\``;
  const known = readFileSync(TABLE, 'utf8').split('\n');
  const lineOf = ({ behaviour, file, text, instead, spec }: GuardedBehaviour) =>
    `| ${cell(behaviour)} | ${file}: ${code(text)}${instead?.trim() ? ` → ${code(instead)}` : ''} | ${path.basename(spec.file)}: ${cell(spec.title)} |`;
  const lines = guardedBehaviours
    .filter(
      (row) => outcomes.find((outcome) => outcome.row === row)?.isNoticed ?? known.includes(lineOf(row)),
    )
    .map(lineOf);
  writeFileSync(
    TABLE,
    `# What notices when the console guards less

Written by \`npm run test:sabotage\`, which takes each of these behaviours away in a copy of the project and expects the test beside it to
turn red. The rows stand in tests/desktop/guardedBehaviours.ts. The tests of guards.spec.ts ran on the stand-in for Electron (tests/desktop/standin).

| Behaviour | What was taken away | What noticed |
|---|---|---|
${lines.join('\n')}
`,
  );
}

await main(process.argv.slice(2));
