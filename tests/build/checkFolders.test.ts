import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  findApiPaths,
  findClassTexts,
  findDateTexts,
  findEnterKeys,
  findViolations,
} from '../../build/checkFolders.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'folders-'));
  for (const part of ['shared', 'server', 'web', 'desktop']) mkdirSync(path.join(root, part));
  write(
    'server/db/connection.ts',
    "import { a } from '#shared/money.ts';\nimport pg from 'pg';\nexport { a, pg };",
  );
  write('server/features/auth/service.ts', "import '#server/db/connection.ts';\nimport './policy.ts';");
  write('web/app/App.tsx', "import { Login } from '#web/features/auth/Login.tsx';\nexport const app = <Login />;");
  write('web/features/auth/Login.tsx', "import '#web/features/users/index.ts';\nimport './Login.module.css';");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

test('imports in the planned direction are no violation', () => {
  expect(findViolations(root)).toEqual([]);
});

test.each([
  ['an import', "import { login } from '#server/features/auth/service.ts';"],
  ['an import of a type', "import type { Login } from '../features/auth/service.ts';"],
  ['an import among the types', "type Login = import('../features/auth/service.ts').Login;"],
  ['a dynamic import', "const login = await import('../features/auth/service.ts');"],
  ['an export from there', "export * from '../features/auth/service.ts';"],
])('%s against the direction is reported', (_kind, line) => {
  write('server/http/routing.ts', line);
  expect(findViolations(root)).toEqual([
    'server/http/routing.ts imports server/features/auth/service.ts, which is in a higher layer',
  ]);
});

test('a cycle between folders of one layer is reported, even where no two files form one', () => {
  write('server/features/agents/reads.ts', "import '#server/features/users/reads.ts';");
  write('server/features/users/service.ts', "import '#server/features/agents/service.ts';");
  expect(findViolations(root)).toEqual([
    'cycle: server/features/agents → server/features/users → server/features/agents',
  ]);
});

test("a feature's files are reached from another feature through its index alone", () => {
  write('web/features/chat/Chat.tsx', "import '#web/features/auth/Login.tsx';");
  expect(findViolations(root)).toEqual([
    'web/features/chat/Chat.tsx imports web/features/auth/Login.tsx, which is not web/features/auth/index.ts',
  ]);
});

test('a style sheet belongs to its folder', () => {
  write('web/app/Header.tsx', "import styles from '#web/ui/Button.module.css';");
  expect(findViolations(root)).toEqual([
    'web/app/Header.tsx imports web/ui/Button.module.css, which is the style sheet of another folder',
  ]);
});

test('files do not import each other in a circle, types included', () => {
  write('server/http/access.ts', "import type { Route } from './routing.ts';");
  write('server/http/routing.ts', "import { access } from './access.ts';");
  expect(findViolations(root)).toEqual([
    'cycle: server/http/access.ts → server/http/routing.ts → server/http/access.ts',
  ]);
});

test('one part of the product does not import from another', () => {
  write('shared/money.ts', "import '#web/lib/format.ts';");
  write('desktop/main/index.ts', "import '../../server/env.ts';");
  expect(findViolations(root)).toEqual([
    'desktop/main/index.ts imports server/env.ts, which belongs to server/',
    'shared/money.ts imports web/lib/format.ts, which belongs to web/',
  ]);
});

test('a file outside the plan is reported, and so is an import from there', () => {
  write('server/misc/things.ts', '');
  write('server/db/rows.ts', "import '../../build/stamp.ts';");
  expect(findViolations(root)).toEqual([
    'server/db/rows.ts imports build/stamp.ts, which belongs to no folder of the plan',
    'server/misc/things.ts belongs to no folder of the plan',
  ]);
});

test('parts can be checked alone', () => {
  write('web/ui/Button.tsx', "import '#web/app/App.tsx';");
  expect(findViolations(root, ['server', 'shared'])).toEqual([]);
});

test('a path of the API is spelled by the client alone', () => {
  write('web/lib/calls.ts', "export const DOCS_PATH = '/api/docs';");
  write('web/features/auth/queries.ts', "fetch('/api/auth/profile');");
  expect(findApiPaths(root)).toEqual([
    'web/features/auth/queries.ts spells a path of the API: callApi and pathOf take the name of the call',
  ]);
});

test('classes are few, and none has an exclamation mark', () => {
  const many = Array.from({ length: 12 }, (_, at) => `max-sm:pl-${at}`).join(' ');
  write(
    'web/ui/Badge.tsx',
    `export const badge = 'px-2 py-1! text-sm'; export const words = 'well-known, of course!';`,
  );
  write('web/ui/Chip.tsx', `export const chip = \`${many} \${badge} gap-2\`;`);
  expect(findClassTexts(root)).toEqual([
    "web/ui/Badge.tsx: '!' in 'px-2 py-1! text-sm': a layer sets the precedence, see utilities.css",
    `web/ui/Chip.tsx: ${many.length} characters in '${many}': a look of web/ui/kit.css or a CSS module says it shorter`,
  ]);
});

test('the words of a moment are neither compared nor taken apart', () => {
  write(
    'web/features/desk/day.ts',
    `import { shortDay } from '#web/lib/dates.ts';
     const day = new Intl.DateTimeFormat('en-CA');
     export const isSame = (a: Date, b: Date) => day.format(a) === day.format(b) || shortDay(a) < '2026';
     export const year = (a: Date) => shortDay(a).slice(0, 4);
     export const words = (a: Date) => [day.format(a), shortDay(a)].join(', ');`,
  );
  expect(findDateTexts(root)).toEqual([
    "web/features/desk/day.ts makes a format of its own: dateFormat of web/lib/dates.ts has the reader's language",
    'web/features/desk/day.ts compares the words of a moment: shared/manilaDays.ts has days that compare',
    'web/features/desk/day.ts compares the words of a moment: shared/manilaDays.ts has days that compare',
    'web/features/desk/day.ts takes the words of a moment apart with slice',
  ]);
});

test('Enter is a command only where an input method has no word open', () => {
  write(
    'web/features/chat/Box.tsx',
    `export const isSent = (event: KeyboardEvent) => event.key === 'Enter' && !event.isComposing;`,
  );
  write('web/forms/Line.tsx', `export const isAdded = (event: KeyboardEvent) => event.key === 'Enter';`);
  write(
    'web/forms/Words.tsx',
    `import { isComposing } from '#web/lib/isComposing.ts';
     export const isAdded = (event: KeyboardEvent) => event.key === 'Enter' && !isComposing(event);`,
  );
  expect(findEnterKeys(root).sort()).toEqual([
    'web/features/chat/Box.tsx reads event.isComposing: isComposing(event) knows Safari, too',
    'web/forms/Line.tsx takes Enter without asking isComposing(event)',
  ]);
});
