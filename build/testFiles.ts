import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Marks of a test file above its first import:
 *
 * - `// @databases both`: the file depends on SQL, locks, search text, transactions or migrations, so `npm test` runs it on
 *   PostgreSQL as well as on SQLite. `// @databases full`: on PostgreSQL in `npm run test:full` only. Files without the
 *   line, or with `// @databases sqlite`, run on SQLite; `npm run test:postgres` runs them, too, on PostgreSQL. A file in
 *   tests/server whose text names a database needs the line.
 * - `// @run full`: `npm test` leaves the file out; `npm run test:full` runs it.
 * - `// @run both`: each run executes a part of the file, which the tests choose by `inject('run')`.
 */
export interface TestFile {
  /** From the project's folder, with forward slashes. */
  path: string;
  databases: 'sqlite' | 'both' | 'full';
  run: 'default' | 'full' | 'both';
}

const MARKS = /^\/\/ @(\w+) (\w+)$/gm;
/** Words in tests that behave differently on PostgreSQL. */
const KNOWS_DATABASES = /\bdialect\b|postgres/i;

/** @returns the marks, and a sentence for each wrong or missing one. */
export function readMarks(file: string, text: string): TestFile & { problems: string[] } {
  const head = text.slice(0, text.search(/^import /m));
  const found: TestFile = { path: file, databases: 'sqlite', run: 'default' };
  let saysDatabases = false;
  const problems: string[] = [];
  for (const [line, name, value] of head.matchAll(MARKS)) {
    if (name === 'databases' && (value === 'both' || value === 'sqlite' || value === 'full')) {
      found.databases = value;
      saysDatabases = true;
    } else if (name === 'run' && (value === 'full' || value === 'both')) found.run = value;
    else problems.push(`${file}: '${line}' is no mark of a test file (see build/testFiles.ts)`);
  }
  const isOfServer = file.startsWith('tests/server/');
  if (isOfServer && !saysDatabases && KNOWS_DATABASES.test(text))
    problems.push(`${file}: its text names a database, so it has to say '// @databases both', 'full' or 'sqlite'`);
  if (found.run === 'both' && found.databases !== 'both')
    problems.push(`${file}: a file of both runs needs both databases, or a part would miss PostgreSQL`);
  if (!isOfServer && saysDatabases)
    problems.push(`${file}: only files in tests/server run on a database of the run's choice`);
  return { ...found, problems };
}

const readFolder = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => pattern.test(file))
    .sort()
    .map((file) => readMarks(file, readFileSync(file, 'utf8')));

const read = () => ({
  unit: ['tests/shared', 'tests/web', 'tests/desktop/unit', 'tests/build'].flatMap((folder) =>
    readFolder(folder, /\.test\.tsx?$/),
  ),
  server: readFolder('tests/server', /\.test\.ts$/),
});

/** The files of each vitest project, by the project's name. Read from the files' marks in the working folder. */
export function testProjects(): Record<
  | 'unit'
  | 'unit-screens'
  | 'full-unit'
  | 'api-sqlite'
  | 'api-postgres'
  | 'full-sqlite'
  | 'full-postgres'
  | 'rest-postgres',
  string[]
> {
  const { unit, server } = read();
  const pathsOf = (files: TestFile[], isIncluded: (file: TestFile) => boolean) =>
    files.filter(isIncluded).map((file) => file.path);
  const isInDefault = ({ run }: TestFile) => run !== 'full';
  const isInFull = ({ run }: TestFile) => run !== 'default';
  const isOfScreen = (file: TestFile) => file.path.startsWith('tests/web/');
  const isOnBoth = ({ databases }: TestFile) => databases === 'both';
  return {
    unit: pathsOf(unit, (file) => isInDefault(file) && !isOfScreen(file)),
    'unit-screens': pathsOf(unit, (file) => isInDefault(file) && isOfScreen(file)),
    'full-unit': pathsOf(unit, isInFull),
    'api-sqlite': pathsOf(server, isInDefault),
    'api-postgres': pathsOf(server, (file) => isInDefault(file) && isOnBoth(file)),
    'full-sqlite': pathsOf(server, isInFull),
    'full-postgres': pathsOf(server, (file) => file.databases === 'full' || (isInFull(file) && isOnBoth(file))),
    'rest-postgres': pathsOf(server, ({ databases }) => databases === 'sqlite'),
  };
}

/** A sentence for each file with a wrong or missing mark. */
export function findWrongMarks(): string[] {
  const { unit, server } = read();
  return [...unit, ...server].flatMap(({ problems }) => problems);
}

const readSpecs = () =>
  ['tests/e2e', 'tests/desktop/e2e']
    .flatMap((folder) => readFolder(folder, /\.spec\.ts$/))
    .map(({ path }) => path);

/** Paths of vitest's and of Playwright's files. */
export interface ChosenTests {
  files: string[];
  specs: string[];
}

function chooseTests(isChosen: (file: string) => boolean): ChosenTests {
  const { unit, server } = read();
  return {
    files: [...unit, ...server].map(({ path }) => path).filter(isChosen),
    specs: readSpecs().filter(isChosen),
  };
}

/** `viewingReminders` belongs to viewings, and `propertyForm` to properties. */
const isNamed = (file: string, name: string) =>
  [name, name.replace(/ies$/, 'y'), name.replace(/s$/, '')].some((beginning) =>
    path.posix.basename(file).toLowerCase().startsWith(beginning.toLowerCase()),
  );

/** Tests whose files begin with one of these names. @param names of features, or beginnings of them */
export const testsNamed = (names: string[]): ChosenTests =>
  chooseTests((file) => names.some((name) => isNamed(file, name)));

/** Files that differ from a commit and files that git does not track yet. @param since the last commit, unless told otherwise */
export function changedFiles(since = 'HEAD'): string[] {
  const ask = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...ask('diff', '--name-only', '--relative', since),
    ...ask('ls-files', '--others', '--exclude-standard'),
  ].filter((file) => existsSync(file));
}

/** The feature, or the folder outside the features, that a source file belongs to. */
const FEATURE = /^(?:server|web)\/(?:features\/)?(\w+)[/.]|^shared\/contracts\/(\w+)\.ts$/;

/** Changed tests, tests that import one of the files, and tests with the name of a feature of the files. */
export function testsOf(changed: string[]): ChosenTests {
  const features = new Set(changed.flatMap((file) => FEATURE.exec(file)?.slice(1).filter(Boolean) ?? []));
  return chooseTests((file) => {
    if (changed.includes(file) || [...features].some((name) => isNamed(file, name))) return true;
    const text = readFileSync(file, 'utf8');
    return changed.some((source) => text.includes(`'#${source}'`));
  });
}
