import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findWrongMarks, readMarks, testProjects, testsNamed, testsOf } from '../../build/testFiles.ts';

const file = 'tests/server/viewings.test.ts';
const imports = "import { test } from 'vitest';\n";

test('a file says in its first lines where it runs', () => {
  expect(readMarks(file, imports)).toMatchObject({ databases: 'sqlite', run: 'default', problems: [] });
  const marked = readMarks(file, `// @databases both\n// @run full\n\n${imports}`);
  expect(marked).toMatchObject({ databases: 'both', run: 'full', problems: [] });
});

test('a file of the server that names a database has to say which it needs', () => {
  const text = `${imports}if (db.dialect === 'sqlite') skip();\n`;
  expect(readMarks(file, text).problems).toEqual([expect.stringContaining(file)]);
  expect(readMarks(file, `// @databases both\n${text}`).problems).toEqual([]);
  expect(readMarks(file, `// @databases full\n${text}`).problems).toEqual([]);
  expect(readMarks(file, `// @databases sqlite\n${text}`).problems).toEqual([]);
  expect(readMarks('tests/shared/money.test.ts', text).problems).toEqual([]);
});

test('a mark that means nothing is told', () => {
  for (const mark of ['// @databases mysql', '// @run never', '// @engines both'])
    expect(readMarks(file, `${mark}\n${imports}`).problems, mark).toHaveLength(1);
  expect(readMarks('tests/shared/money.test.ts', `// @databases both\n${imports}`).problems).toHaveLength(1);
});

test('each file runs on SQLite once, and on PostgreSQL once where it depends on the database', () => {
  expect(findWrongMarks()).toEqual([]);
  const projects = testProjects();
  const marked = readdirSync('tests/server')
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readMarks(`tests/server/${name}`, readFileSync(`tests/server/${name}`, 'utf8')));
  const paths = marked.map(({ path }) => path).sort();
  const halved = marked.filter(({ run }) => run === 'both').map(({ path }) => path);
  const sorted = (...names: (keyof typeof projects)[]) => names.flatMap((name) => projects[name]).sort();
  expect(sorted('api-sqlite', 'full-sqlite')).toEqual([...paths, ...halved].sort());
  const everywhere = sorted('api-postgres', 'full-postgres', 'rest-postgres');
  expect(everywhere).toEqual([...paths, ...halved].sort());
  for (const { path, databases } of marked)
    expect(projects['rest-postgres'].includes(path), path).toBe(databases === 'sqlite');
  expect(projects['api-sqlite']).toContain('tests/server/accessMatrix.test.ts');
  expect(projects['api-postgres']).toContain('tests/server/propertiesFilters.test.ts');
  expect(projects['api-postgres']).not.toContain('tests/server/savedSearches.test.ts');
});

test.each([
  // They ask every call.
  'accessMatrix',
  'idempotencyCalls',
  'personPlans',
  'privacy',
  'restore',
  'upgrade',
  // They count, lock or search.
  'authLockout',
  'conversationsLoss',
  'duplicates',
  'idempotency',
  'offers',
  'retention',
  'savedSearchMatching',
])('CI runs %s on both databases', (name) => {
  const projects = testProjects();
  const path = `tests/server/${name}.test.ts`;
  for (const engine of ['sqlite', 'postgres'] as const)
    expect([...projects[`api-${engine}`], ...projects[`full-${engine}`]], engine).toContain(path);
});

test('a change is tried by the tests of its feature and by those that import it', () => {
  const { files, specs } = testsOf(['web/features/viewings/ViewingsTab.tsx', 'shared/money.ts']);
  expect(files).toContain('tests/server/viewings.test.ts');
  expect(specs).toContain('tests/e2e/viewings.spec.ts');
  expect(files).not.toContain('tests/server/uploads.test.ts');
  expect(testsOf(['tests/server/uploads.test.ts']).files).toEqual(['tests/server/uploads.test.ts']);
  expect(testsNamed(['viewings']).files).toContain('tests/server/viewingReminders.test.ts');
  expect(testsNamed(['properties']).specs).toContain('tests/e2e/propertyForm.spec.ts');
});
