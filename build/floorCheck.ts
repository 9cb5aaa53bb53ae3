import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserName, CompatData, Identifier } from '@mdn/browser-compat-data';
import { parseSync } from 'vite';
import { EARLY_ACTS_SCRIPT } from '../shared/pageRendering.ts';
import { floor } from './floor.mjs';

/*
 * Compares the built scripts and styles with browser-compat-data: `npm run check:floor` names each use of something that a
 * browser of the floor lacks, unless the function around it asks for it first.
 */

/** Names of browserslist in browser-compat-data, where they differ. */
const browserNames: Record<string, string> = { ios_saf: 'safari_ios', samsung: 'samsunginternet_android' };
const oldest = Object.entries(floor).map(([name, version]) => ({
  browser: (browserNames[name] ?? name) as BrowserName,
  version: Number(version),
}));

interface Exception {
  what: string;
  /** Text of the file with the use; by default any file. */
  where?: string;
  why: string;
}

const OWN_NAME =
  'a method of a package; lib in tsconfig.json keeps the own code off that of iterators and buffers';
const exceptions: Exception[] = [
  ...['take', 'toArray', 'resize', 'getName', 'when'].map((name) => ({
    what: `.${name}()`,
    why: OWN_NAME,
  })),
  { what: 'Notification', where: 'applicationServerKey', why: 'hasPush() in push/device.ts asks for it' },
  {
    what: 'OffscreenCanvas',
    where: 'convertToBlob',
    why: 'preparePictures.ts starts its worker only where there is one',
  },
  { what: '.showNotification()', why: 'a push arrives only where notices are shown' },
  { what: 'lookbehind', where: 'includeBoundaries', why: 'the rule `url` of antd’s forms, which no form has' },
  { what: ':has', why: 'Firefox has it since 121; before, some parts are laid out more simply' },
  { what: ':selection', why: 'a color alone' },
  { what: '@property', why: 'Tailwind sets the same values for browsers without it' },
  { what: '@page', why: 'the margins of printed pages' },
];

const usedExceptions = new Set<Exception>();

function isExcepted(what: string, code: string): boolean {
  const found = exceptions.find(
    (exception) => `${what}.`.startsWith(`${exception.what}.`) && code.includes(exception.where ?? ''),
  );
  if (found) usedExceptions.add(found);
  return found !== undefined;
}

interface Lacking {
  /** 'CookieStore', 'navigation'. */
  globals: Map<string, string>;
  /** 'URL.canParse', 'navigator.share'. */
  statics: Map<string, string>;
  /** Methods whose name no other interface has: 'checkVisibility'. */
  methods: Map<string, string>;
  /** ':popover-open', '@starting-style'. */
  styles: Map<string, string>;
}

/** @returns the browsers of the floor that lack it, '' if none does. */
function lackingIn({ __compat }: Identifier): string {
  if (!__compat) return '';
  return oldest
    .filter(({ browser, version }) => {
      const statements = [__compat.support[browser] ?? []].flat();
      const isThere = statements.some(
        ({ version_added, version_removed, flags, prefix, alternative_name }) =>
          typeof version_added === 'string' &&
          Number.parseFloat(version_added.replace('≤', '')) <= version &&
          !(typeof version_removed === 'string' && Number.parseFloat(version_removed) <= version) &&
          !flags &&
          !prefix &&
          !alternative_name,
      );
      return statements.length > 0 && !isThere;
    })
    .map(({ browser, version }) => `${browser} ${version}`)
    .join(', ');
}

/** Objects that every page has, by their interfaces. */
const singletons: Record<string, string> = {
  Window: 'window',
  Navigator: 'navigator',
  Document: 'document',
  Performance: 'performance',
  Crypto: 'crypto',
  History: 'history',
  Location: 'location',
};

const childrenOf = (parent: Identifier) =>
  Object.entries(parent).filter(
    (entry): entry is [string, Identifier] => entry[0] !== '__compat' && '__compat' in (entry[1] as Identifier),
  );

function readLacking({ api, javascript, css }: CompatData): Lacking {
  const lacking: Lacking = { globals: new Map(), statics: new Map(), methods: new Map(), styles: new Map() };
  const present = new Set<string>();
  const note = (map: Map<string, string>, name: string, browsers: string) => {
    if (browsers === '') present.add(name);
    else map.set(name, browsers);
  };
  const { builtins = {} } = javascript;
  const interfaces = [...Object.entries(api), ...Object.entries(builtins)] as [string, Identifier][];
  for (const [owner, description] of interfaces) {
    const absent = lackingIn(description);
    note(lacking.globals, owner, absent);
    for (const [key, member] of childrenOf(description)) {
      if (key === owner || key.endsWith('_event') || /[^\w$]/.test(key)) continue;
      const name = key.replace(/_static$/, '');
      const browsers = lackingIn(member);
      if (key.endsWith('_static') || owner in builtins) note(lacking.statics, `${owner}.${name}`, browsers);
      if (owner in singletons) note(lacking.statics, `${singletons[owner]}.${name}`, browsers);
      if (owner === 'Window') note(lacking.globals, name, browsers);
      // A lacking interface is reached by a lacking name.
      if (!key.endsWith('_static') && absent === '') note(lacking.methods, `.${name}()`, browsers);
    }
  }
  for (const [name, part] of childrenOf(css.selectors ?? {})) note(lacking.styles, `:${name}`, lackingIn(part));
  for (const [name, part] of childrenOf(css['at-rules'] ?? {})) note(lacking.styles, `@${name}`, lackingIn(part));
  for (const map of Object.values(lacking)) for (const name of present) map.delete(name);
  return lacking;
}

interface Syntax {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

const isSyntax = (part: unknown): part is Syntax =>
  typeof part === 'object' && part !== null && typeof (part as Syntax).type === 'string';

const FUNCTIONS = /^(?:ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/;
/** Where a name is no value. */
const NAMES_ONLY = /^(?:id|property|key|imported|exported|local|label|params)$/;

/** The name of a variable, or of the last member: `window.navigator` is 'navigator'. */
function nameOf(expression: unknown): string | null {
  if (!isSyntax(expression)) return null;
  if (expression.type === 'Identifier') return String(expression.name);
  return expression.type === 'MemberExpression' && !expression.computed ? nameOf(expression.property) : null;
}

/** The flags of `/a/v` and of `new RegExp('a', 'v')`. */
function flagsOf({ type, regex, callee, arguments: given }: Syntax): string {
  if (type === 'Literal') return (regex as RegExp | undefined)?.flags ?? '';
  const [, flags] = type === 'NewExpression' && nameOf(callee) === 'RegExp' ? (given as Syntax[]) : [];
  return typeof flags?.value === 'string' ? flags.value : '';
}

/** Whether a function asks for the name before it uses it: `typeof x.name`, `'name' in x`, `x.name && …`. */
function asksFor(name: string, code: string): boolean {
  const word = name.replace(/\W/g, '\\$&');
  const forms = [
    `typeof\\s*\\(?[\\w$.?]*\\b${word}\\b`,
    `["'\`]${word}["'\`]\\s*in\\b`,
    `\\.${word}\\s*(?:&&|\\|\\||\\?\\?|\\?(?![.])|[!=]=)`,
    `!\\s*[\\w$.?]*\\.${word}\\b(?!\\s*[(.])`,
    `if\\s*\\([\\w$.?]*\\.${word}\\)`,
  ];
  return new RegExp(forms.join('|')).test(code);
}

/** @returns uses of things that a browser of the floor lacks, with their places. */
export function findInScript(file: string, code: string, lacking: Lacking): string[] {
  const faults: string[] = [];
  const report = (what: string, browsers: string, { start }: { start: number }) => {
    if (isExcepted(what, code)) return;
    const context = code.slice(Math.max(0, start - 30), start + 50).replace(/\s+/g, ' ');
    faults.push(`${file}: ${what} is not in ${browsers}: …${context}…`);
  };
  const visit = (node: Syntax, key: string, parents: readonly Syntax[]) => {
    const parent = parents.at(-1);
    const isGuarded = (name: string) =>
      parents.some(
        ({ type, start, end }) =>
          type === 'TryStatement' || (FUNCTIONS.test(type) && asksFor(name, code.slice(start, end))),
      );
    // Only reading whether it is there does no harm.
    const isCalled = key === 'callee' && !parent?.optional;
    const isUsed = isCalled || (key === 'object' && !parent?.optional);
    if (node.type === 'MemberExpression' && !node.computed && isUsed) {
      const name = nameOf(node.property) ?? '';
      const own = `${nameOf(node.object)}.${name}`;
      const browsers = lacking.statics.get(own);
      const ofAny = isCalled && !lacking.globals.has(own) && lacking.methods.get(`.${name}()`);
      if (browsers && !isGuarded(name)) report(own, browsers, node);
      else if (!browsers && ofAny && !/^[A-Z]/.test(own) && !isGuarded(name)) report(`.${name}()`, ofAny, node);
    } else if (node.type === 'Identifier' && !NAMES_ONLY.test(key) && parent?.type !== 'UnaryExpression') {
      const browsers = lacking.globals.get(String(node.name));
      if (browsers && !isGuarded(String(node.name))) report(String(node.name), browsers, node);
    } else if (node.type === 'StaticBlock') report('static block', 'safari 16', node);
    else if (flagsOf(node).includes('v')) report('flag v', 'safari 16', node);
    const inside = [...parents, node];
    for (const [name, part] of Object.entries(node))
      for (const child of [part].flat()) if (isSyntax(child)) visit(child, name, inside);
  };
  const { program } = parseSync(file, code);
  visit(program as unknown as Syntax, '', []);
  for (const { index } of code.matchAll(/\(\?<[=!]/g)) report('lookbehind', 'safari 16', { start: index });
  return faults;
}

/** A selector in `:is()` and `:where()` may be unknown: the others of its list hold. */
const FORGIVING = /:(?:is|where)\((?:[^()]|\([^()]*\))*\)/g;

/** @returns at-rules and selectors that a browser of the floor drops, with all that is in them. */
export function findInStyles(file: string, code: string, lacking: Lacking): string[] {
  const plain = code.replace(/\/\*.*?\*\/|"[^"]*"|'[^']*'|\\./gs, '').replace(FORGIVING, '');
  const rules = [...plain.matchAll(/(?<=^|[{};])[^{};]+(?=\{)/g)].map(([rule]) => rule);
  const used = new Set(
    rules.flatMap((rule) =>
      rule.startsWith('@')
        ? [/^@[\w-]+/.exec(rule)?.[0] ?? '']
        : [...rule.matchAll(/::?([a-z][\w-]*)/g)].map(([, name]) => `:${name}`),
    ),
  );
  if (rules.some((rule) => !rule.startsWith('@') && rule.includes('&'))) used.add('&');
  const styles = new Map([...lacking.styles, ['&', 'chrome 110, firefox 115, safari 16']]);
  return [...used].flatMap((what) =>
    styles.has(what) && !isExcepted(what, code) ? [`${file}: ${what} is not in ${styles.get(what)}`] : [],
  );
}

export function readCompatData(): Lacking {
  const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
  return readLacking(JSON.parse(readFileSync(file, 'utf8')) as CompatData);
}

/** @param folder of the built UI */
export function checkFloor(folder: string): string[] {
  const lacking = readCompatData();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  usedExceptions.clear();
  const faults = [
    ...findInScript('EARLY_ACTS_SCRIPT', EARLY_ACTS_SCRIPT, lacking),
    ...files.filter((file) => file.endsWith('.js')).flatMap((file) => findInScript(file, read(file), lacking)),
    ...files.filter((file) => file.endsWith('.css')).flatMap((file) => findInStyles(file, read(file), lacking)),
  ];
  const unused = exceptions.filter((exception) => !usedExceptions.has(exception));
  return [...faults, ...unused.map(({ what }) => `build/floorCheck.ts: nothing needs the exception for ${what}`)];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = checkFloor(process.argv[2] ?? 'dist/web');
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error('A browser named in package.json (browserslist) lacks these: ask for them, or do without.');
    process.exit(1);
  }
}
