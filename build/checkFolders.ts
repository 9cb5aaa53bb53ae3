import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import { findMisnamed } from './featureFiles.ts';
import { findWrongMarks } from './testFiles.ts';

/**
 * The folders of each part of the product in layers, the lowest first. A file may import from its own folder, from lower layers, from shared/
 * and, without a cycle, from folders of its own layer. A star stands for any folder.
 */
const layers: Record<string, string[][]> = {
  shared: [['shared']],
  server: [
    ['server/env.ts', 'server/languages.ts'],
    ['server/observability'],
    ['server/db'],
    ['server/context.ts'],
    [
      'server/http',
      'server/jobs',
      'server/realtime',
      'server/mail',
      'server/sms',
      'server/media',
      'server/backup',
    ],
    ['server/features/context.ts'],
    ['server/features/*'],
    ['server/demo'],
    ['server/api.ts'],
    ['server/app.ts'],
    ['server/workers.ts'],
    ['server/main.ts'],
  ],
  web: [
    ['web/platform'],
    ['web/lib'],
    ['web/ui'],
    ['web/forms'],
    ['web/features/*'],
    ['web/app'],
    ['web/main.tsx', 'web/server.tsx'],
  ],
  desktop: [['desktop/preload', 'desktop/main']],
};

const patterns = Object.entries(layers).flatMap(([part, rows]) =>
  rows.flatMap((names, layer) =>
    names.map((name) => ({ part, layer, pattern: new RegExp(`^${name.replace('*', '[^/]+(?=/)')}(?=/|$)`) })),
  ),
);

type Folder = { name: string; part: string; layer: number };

function folderOf(file: string): Folder | null {
  for (const { part, layer, pattern } of patterns) {
    const name = pattern.exec(file)?.[0];
    if (name) return { name, part, layer };
  }
  return null;
}

/** Files of imports (of types, too), of `import()` and of re-exports; packages are left out. */
function readImports(root: string, file: string): string[] {
  const found: string[] = [];
  visitNodes(parseSync(file, readFileSync(path.join(root, file), 'utf8')).program.body, (node) => {
    const { source } = node as { source?: { value?: unknown } | null };
    if (typeof source?.value === 'string') found.push(source.value.replace(/\?.*$/, ''));
  });
  const folder = path.posix.dirname(file);
  return found
    .filter((name) => /^[#.]/.test(name))
    .map((name) => (name.startsWith('#') ? name.slice(1) : path.posix.join(folder, name)));
}

function problemOf(from: Folder, to: Folder | null, target: string): string | null {
  if (!to) return target.endsWith('.json') ? null : 'belongs to no folder of the plan';
  if (from.name === to.name) return null;
  if (from.part !== to.part && to.part !== 'shared') return `belongs to ${to.part}/`;
  if (from.part === to.part && to.layer > from.layer) return 'is in a higher layer';
  if (target.endsWith('.module.css')) return 'is the style sheet of another folder';
  const isBetweenFeatures = [from, to].every(({ name }) => name.startsWith('web/features/'));
  return isBetweenFeatures && target !== `${to.name}/index.ts` ? `is not ${to.name}/index.ts` : null;
}

const sourceFiles = (root: string, part: string): string[] =>
  readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(part, file.replaceAll(path.sep, '/')));

/** One line for each import against the rules, and one for each cycle between folders or files, imports of types included. */
export function findViolations(root: string, parts: readonly string[] = Object.keys(layers)): string[] {
  const violations: string[] = [];
  const imports = new Map<string, Set<string>>();
  const fileImports = new Map<string, string[]>();
  for (const file of parts.flatMap((part) => sourceFiles(root, part)).sort()) {
    const from = folderOf(file);
    if (!from) violations.push(`${file} belongs to no folder of the plan`);
    const targets = from ? readImports(root, file) : [];
    fileImports.set(file, targets);
    for (const target of targets) {
      const to = folderOf(target);
      const problem = from && problemOf(from, to, target);
      if (problem) violations.push(`${file} imports ${target}, which ${problem}`);
      if (!from || !to || to.name === from.name) continue;
      imports.set(from.name, (imports.get(from.name) ?? new Set()).add(to.name));
    }
  }
  return [...violations, ...findCycles(imports), ...findCycles(fileImports)];
}

/** The only files of the web that may spell a path of the API: a call there has its path from its contract. */
const CLIENT = ['web/lib/calls.ts', 'web/lib/keptAnswers.ts'];
const API_PATH = /['"`]\/api\//;

/** One line for each file of the web that spells a path of the API. */
export function findApiPaths(root: string): string[] {
  return sourceFiles(root, 'web')
    .filter((file) => !CLIENT.includes(file) && API_PATH.test(readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `${file} spells a path of the API: callApi and pathOf take the name of the call`);
}

const CLASS = /^[-\da-z@*[]\S*[-:]\S*$/;
const MOST_CLASSES = 120;

/** One line for each text of utility classes that is longer than 120 characters, or that has a class with '!'. */
export function findClassTexts(root: string): string[] {
  return sourceFiles(root, 'web').flatMap((file) => {
    const texts: string[] = [];
    visitNodes(parseSync(file, readFileSync(path.join(root, file), 'utf8')).program.body, (node) => {
      const { value } = node as { value?: unknown };
      const text = typeof value === 'string' ? value : (value as { cooked?: unknown } | null | undefined)?.cooked;
      if (typeof text === 'string') texts.push(text.trim());
    });
    return texts.flatMap((text) => {
      const names = text.split(/\s+/);
      if (names.filter((name) => CLASS.test(name)).length <= names.length / 2) return [];
      if (names.some((name) => CLASS.test(name) && name.endsWith('!')))
        return [`${file}: '!' in '${text}': a layer sets the precedence, see utilities.css`];
      if (text.length <= MOST_CLASSES) return [];
      return [
        `${file}: ${text.length} characters in '${text}': a look of web/ui/kit.css or a CSS module says it shorter`,
      ];
    });
  });
}

/** The files that write moments as words: to be read, in the reader's language. */
const DATE_WRITERS = /^(?:web\/lib\/dates|server\/languages|shared\/manilaDays|server\/demo\/community\/\w+)\.ts$/;
const COMPARISON = /^(?:[!=]==?|[<>]=?)$/;
const DATE_WORDS = /^(?:format|formatRange|toLocale(?:Date|Time)?String)$/;

interface DateNode {
  type?: string;
  operator?: string;
  object?: DateNode;
  property?: { name?: string };
  callee?: DateNode & { name?: string };
  left?: DateNode;
  right?: DateNode;
  name?: string;
}

/**
 * One line for each place that reckons with the words of a moment: what Intl writes changes with the version of its data. A moment's words
 * come from the writers alone, and are neither compared nor taken apart.
 */
export function findDateTexts(root: string): string[] {
  return ['web', 'shared', 'server', 'desktop'].flatMap((part) =>
    sourceFiles(root, part).flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const words = new Set(/import \{([^}]*)\} from '[^']*\/dates\.ts'/.exec(text)?.[1]?.match(/\w+/g));
      const isWords = (node?: DateNode): boolean =>
        node?.type === 'CallExpression' &&
        (DATE_WORDS.test(node.callee?.property?.name ?? '') || words.has(node.callee?.name ?? ''));
      const found: string[] = [];
      visitNodes(parseSync(file, text).program.body, (each) => {
        const { type, operator = '', object, property, callee, left, right }: DateNode = each;
        if (type === 'BinaryExpression' && COMPARISON.test(operator) && (isWords(left) || isWords(right)))
          found.push(`${file} compares the words of a moment: shared/manilaDays.ts has days that compare`);
        if (type === 'MemberExpression' && isWords(object))
          found.push(`${file} takes the words of a moment apart with ${property?.name}`);
        if (type !== 'NewExpression' || callee?.property?.name !== 'DateTimeFormat' || DATE_WRITERS.test(file))
          return;
        found.push(`${file} makes a format of its own: dateFormat of web/lib/dates.ts has the reader's language`);
      });
      return found;
    }),
  );
}

/** Handlers of Enter where no word is written: lists, calendars and maps. */
const WORDLESS = /^web\/features\/(?:desk\/inbox\/Queue|desk\/calendar\/agentWeek|map\/\w+)\.tsx?$/;

/** One line for each file that lets the Enter of an input method pass for a command. */
export function findEnterKeys(root: string): string[] {
  return sourceFiles(root, 'web').flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    if (file === 'web/lib/isComposing.ts' || WORDLESS.test(file)) return [];
    if (/\.isComposing\b(?!\.ts)/.test(text))
      return [`${file} reads event.isComposing: isComposing(event) knows Safari, too`];
    const isAsked = !/key [!=]== 'Enter'/.test(text) || /\bisComposing\(/.test(text);
    return isAsked ? [] : [`${file} takes Enter without asking isComposing(event)`];
  });
}

function visitNodes(node: unknown, see: (node: object) => void): void {
  if (typeof node !== 'object' || node === null) return;
  see(node);
  for (const child of Object.values(node)) visitNodes(child, see);
}

function findCycles(imports: ReadonlyMap<string, Iterable<string>>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  function visit(name: string, trail: readonly string[]): void {
    if (trail.includes(name)) cycles.push(`cycle: ${[...trail.slice(trail.indexOf(name)), name].join(' → ')}`);
    if (trail.includes(name) || done.has(name)) return;
    for (const next of imports.get(name) ?? []) visit(next, [...trail, name]);
    done.add(name);
  }
  for (const name of imports.keys()) visit(name, []);
  return cycles;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const parts = process.argv.slice(2);
  const violations = [
    ...findViolations('.', parts.length > 0 ? parts : undefined),
    ...findMisnamed('.'),
    ...findApiPaths('.'),
    ...findClassTexts('.'),
    ...findDateTexts('.'),
    ...findEnterKeys('.'),
    ...findWrongMarks(),
  ];
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
