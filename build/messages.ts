import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import PO from 'pofile';
import { parseSync } from 'vite';

/**
 * Writes the catalogues of messages, one for each language, or says (`--check`) what is wrong with it: text for people that stands outside `t`, `msg`,
 * `english` and `Trans`, messages whose values do not fit them, and catalogues that are not what the source says.
 */
const CATALOGUES = 'locales';
const parts = ['web', 'server', 'shared', 'desktop'];
/** What is data rather than words of the product, and what only programmers and those who run the server read. */
const ignoredFiles =
  /^(server\/(demo|db|observability)\/|server\/env\.ts|server\/backup\/(restore|upgradeBackup)|server\/features\/(auditLog\/chain|properties\/list\/searchLanguage|site\/(structuredData|apiDocs|apiExamples))\.ts|shared\/(places|nearbyPlaces|homes|commonFeatures|gazetteer\/|geography\/)|server\/.*Command\.ts|shared\/contracts\/desktopPolicy\.ts|desktop\/main\/policySources\.ts)/;

/** Words the product does not use, each with the one that stands for it. What the specification fixes is allowed as it is. */
const unwantedWords: readonly (readonly [unwanted: RegExp, instead: string])[] = [
  [/\blicence/i, 'license'],
  [/\bsign(ed|ing)?[- ]?(in|out|ins)\b/i, 'log in, log out, login'],
  [/organis(e|ation)|\bcolour|favourite|neighbour/i, 'the American spelling'],
  [/\b(some|no|every)body\b/i, 'someone, no one, everyone'],
  [/\bmail(s|ed)\b|\b(a|by|the|this) mail\b(?! server)/i, 'email'],
  [/\btelephone\b/i, 'phone'],
  [/\bgood until\b/i, 'valid until'],
  [/\bat the moment\b/i, 'right now'],
  [/\bany more\b/i, 'no longer'],
  [
    /\b(so long|as many as|of its own|passed over|not known here|(is|are|be) told of|is told|told to)\b/i,
    'an active sentence that says what happens',
  ],
];
const allowedMessages = new Set(['Already have an account? <link>Sign in</link>', 'Signing in...']);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Found {
  file: string;
  line: number;
  /** The message itself, or what is wrong. */
  text: string;
}

/** Functions whose words go to a log or to programmers. */
const unseenCalls =
  /^(Error|TypeError|RangeError|EnvironmentError|StartRefusedError|NotFoundError|console\..*|log\..*|.*\.log\.\w+|.*\.describe|.*\.meta|defineCall|startsWith|.*\.(startsWith|endsWith|includes|indexOf|split|replace|replaceAll|set|get|append|setHeader|setRequestHeader|querySelector|closest|matches|literal|default|startTimer))$/;
/** Attributes and properties that hold a value for the program. */
const unseenNames =
  /^(className|help|.*ClassName|classNames|style|key|id|htmlFor|type|name|role|variant|tone|size|href|to|src|rel|target|as|method|path|code|kind|event|mode|layout|d|points|viewBox|transform|fill|stroke|data-.*|description|timeZone|locale|area|Content-.*|headers|location|defaultLocation|pragma|charset|autoComplete|enterKeyHint|aria-keyshortcuts|Authorization|inputMode|pattern|sizes|srcSet|width|height|loading|decoding)$/;
const shownAttributes =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|alt|placeholder|.*([lL]abel|[tT]ext|[tT]itle|[hH]int|[hH]eading|[mM]essage|failure|question|note))$/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

/** The text of a literal, of a template without values, or of such put together with `+`. */
function literalText(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'JSXExpressionContainer') return literalText(node.expression);
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[];
    return quasis.length === 1 ? (quasis[0]?.value.cooked ?? null) : null;
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [literalText(node.left), literalText(node.right)];
  return left === null || right === null ? null : left + right;
}

const isText = (node: Node): boolean => literalText(node) !== null || node.type === 'TemplateLiteral';

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name);
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  if (node.type === 'CallExpression') return `${nameOf(node.callee)}()`;
  return '';
}

function keysOf(node: unknown): string[] | null {
  if (!isNode(node)) return [];
  if (node.type === 'JSXExpressionContainer') return keysOf(node.expression);
  if (node.type !== 'ObjectExpression') return null;
  const properties = node.properties as Node[];
  return properties.some(({ type }) => type === 'SpreadElement')
    ? null
    : properties.map(({ key }) => nameOf(key));
}

/** The names a message has places for; null where it is not in ICU's notation. */
function placeholdersOf(message: string): Set<string> | null {
  const names = new Set<string>();
  const visit = (tokens: CompiledMessage): void => {
    for (const [name, , choices] of tokens.filter((token) => typeof token !== 'string')) {
      names.add(name);
      for (const choice of Object.values(choices ?? {})) if (Array.isArray(choice)) visit(choice);
    }
  };
  try {
    visit(compileMessageOrThrow(message));
    return names;
  } catch {
    return null;
  }
}

const attributesOf = (element: Node): Map<string, unknown> =>
  new Map((element.attributes as Node[]).map((attribute) => [nameOf(attribute.name), attribute.value]));

/** A text that begins like a sentence or a heading: 'Show more', '· Edited'. Words of one case are names for the program. */
const readsAsText = (text: string): boolean =>
  /^[^\p{L}\p{N}<#./\\[{(-]*\p{Lu}\p{Ll}+(?![\p{L}\w]*(?:[\p{Lu}_/:]|-\p{Lu}|-\p{Ll}+:))/u.test(text) ||
  /^\p{Lu}\p{Ll}* \p{L}| \p{Ll}+ .*[.?!…]$/u.test(text);

/** Finds messages and stray text in one file. */
export function readMessages(file: string, code: string): { messages: Found[]; problems: Found[] } {
  const messages: Found[] = [];
  const problems: Found[] = [];
  const lineAt = (offset: number): number => code.slice(0, offset).split('\n').length;
  const note = (list: Found[], node: Node, text: string) =>
    list.push({ file, line: lineAt(node.start), text });

  /** Of `msg('…').id`: whoever takes the id gives the values, as what checks a request does. */
  const withoutValues = new Set<Node>();

  function readMessage(node: Node, id: string, values: unknown): void {
    note(messages, node, id);
    const wanted = placeholdersOf(id);
    const given = keysOf(values);
    if (!wanted) note(problems, node, `'${id}' is not in ICU's notation`);
    // The names of values are the program's.
    const words = allowedMessages.has(id) ? '' : id.replace(/\{\w+\}/g, '{}');
    for (const [unwanted, instead] of unwantedWords) {
      const word = unwanted.exec(words)?.[0];
      if (word) note(problems, node, `'${id}' says '${word}': write ${instead}`);
    }
    const wrong =
      given && wanted && [...wanted, ...given].find((name) => !wanted.has(name) || !given.includes(name));
    if (wrong && !withoutValues.has(node))
      note(problems, node, `'${id}' and its values do not agree about ${wrong}`);
  }

  function visit(node: Node, isShown: boolean): void {
    const text = literalText(node);
    if (text !== null && node.type !== 'JSXExpressionContainer') {
      if (isShown ? /\p{L}{2}/u.test(text) : readsAsText(text))
        note(problems, node, `'${text}' is no message`);
      return;
    }
    switch (node.type) {
      case 'JSXText':
        if (/\p{L}/u.test(String(node.value)))
          note(problems, node, `'${String(node.value).trim()}' is no message`);
        return;
      case 'JSXOpeningElement': {
        const attributes = attributesOf(node);
        const id = nameOf(node.name) === 'Trans' ? literalText(attributes.get('id')) : null;
        if (id !== null) readMessage(node, id, attributes.get('values'));
        for (const attribute of node.attributes as Node[])
          if (id === null || !['id', 'values'].includes(nameOf(attribute.name))) visit(attribute, false);
        return;
      }
      case 'JSXAttribute': {
        const name = nameOf(node.name);
        if (isNode(node.value) && !unseenNames.test(name)) visit(node.value, shownAttributes.test(name));
        return;
      }
      case 'JSXElement':
      case 'JSXFragment':
        for (const child of childrenOf(node)) visit(child, child.type === 'JSXExpressionContainer');
        return;
      case 'JSXExpressionContainer':
        if (isNode(node.expression)) visit(node.expression, isShown);
        return;
      case 'ConditionalExpression':
        visit(node.test as Node, false);
        visit(node.consequent as Node, isShown);
        visit(node.alternate as Node, isShown);
        return;
      case 'LogicalExpression':
        visit(node.left as Node, isShown);
        visit(node.right as Node, isShown);
        return;
      case 'TemplateLiteral': {
        const whole = (node.quasis as { value: { cooked: string } }[])
          .map(({ value }) => value.cooked)
          .join('{}');
        if (isShown ? /\p{L}{2}/u.test(whole) : readsAsText(whole))
          note(problems, node, `'${whole}' is no message`);
        for (const child of node.expressions as Node[]) visit(child, false);
        return;
      }
      case 'CallExpression':
      case 'NewExpression': {
        const callee = nameOf(node.callee);
        const [first, values, ...rest] = node.arguments as Node[];
        const isSaid = ['t', 'msg', 'english'].includes(callee);
        const id = isSaid ? literalText(first) : null;
        if (id !== null && first) {
          readMessage(first, id, values);
          for (const child of [values, ...rest]) if (child) visit(child, false);
          return;
        }
        // What is only said in some case would be missed: `t(words[id] ?? 'none')`.
        if (isSaid && first) visit(first, true);
        if (!unseenCalls.test(callee)) break;
        for (const child of [...(isNode(node.callee) ? [node.callee] : []), ...(node.arguments as Node[])])
          if (literalText(child) === null && child.type !== 'TemplateLiteral') visit(child, false);
        return;
      }
      case 'Property':
        // The summary of a call and its example are for programmers.
        if (file.startsWith('shared/contracts/') && /^(summary|example)$/.test(nameOf(node.key))) return;
        if (isNode(node.value) && !(unseenNames.test(nameOf(node.key)) && isText(node.value)))
          visit(node.value, false);
        return;
      case 'BinaryExpression':
        // A comparison shows nothing.
        for (const side of [node.left, node.right] as Node[])
          if (node.operator === '+' || literalText(side) === null)
            visit(side, isShown && node.operator === '+');
        return;
      case 'SwitchCase':
        for (const child of node.consequent as Node[]) visit(child, false);
        return;
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
      case 'TaggedTemplateExpression':
        return;
      case 'ExportNamedDeclaration':
        if (isNode(node.declaration)) visit(node.declaration, false);
        return;
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        visit(node.expression as Node, isShown);
        return;
      case 'MemberExpression': {
        const object = node.object as Node;
        if (nameOf(object) === 'msg()' && nameOf(node.property) === 'id')
          withoutValues.add((object.arguments as Node[])[0] ?? object);
        visit(object, false);
        if (node.computed && literalText(node.property) === null) visit(node.property as Node, false);
        return;
      }
    }
    for (const child of childrenOf(node)) visit(child, false);
  }

  visit(parseSync(file, code).program as unknown as Node, false);
  return { messages, problems };
}

export function readSource(root: string, names: readonly string[] = parts): ReturnType<typeof readMessages> {
  const all: ReturnType<typeof readMessages> = { messages: [], problems: [] };
  const files = names
    .flatMap((name) => (/\.tsx?$/.test(name) ? [name] : listFiles(root, name)))
    .filter((file) => !ignoredFiles.test(file));
  for (const file of files.sort()) {
    const { messages, problems } = readMessages(file, readFileSync(path.join(root, file), 'utf8'));
    all.messages.push(...messages);
    all.problems.push(...problems);
  }
  return all;
}

const listFiles = (root: string, folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')));

/** A catalogue as a .po file: each message with the files it stands in. What was translated stays so. */
export function writeCatalogue(messages: readonly Found[], existing: string, language = 'en'): string {
  const before = PO.parse(existing);
  const kept = new Map(before.items.map((item) => [item.msgid, item.msgstr]));
  const files = new Map<string, Set<string>>();
  for (const { text, file } of messages) files.set(text, (files.get(text) ?? new Set()).add(file));
  const catalogue = new PO();
  const { 'X-Language-Name': name = language } = before.headers;
  catalogue.headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    Language: language,
    'X-Language-Name': name,
  };
  catalogue.items = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, places]) => {
      const item = new PO.Item();
      item.msgid = text;
      item.msgstr = kept.get(text) ?? [''];
      item.references = [...places];
      return item;
    });
  return `${catalogue.toString()}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [option, ...names] = process.argv.slice(2);
  const { messages, problems } = readSource('.', names.length > 0 ? names : undefined);
  for (const { file, line, text } of problems) console.error(`${file}:${line} ${text}`);
  if (option !== '--check' || names.length === 0)
    for (const name of readdirSync(CATALOGUES).filter((one) => one.endsWith('.po'))) {
      const file = path.join(CATALOGUES, name);
      const existing = readFileSync(file, 'utf8');
      const current = writeCatalogue(messages, existing, path.basename(name, '.po'));
      if (option !== '--check') writeFileSync(file, current);
      else if (existing !== current)
        problems.push({ file, line: 1, text: 'is not up to date: npm run messages' });
    }
  process.exitCode = problems.length > 0 ? 1 : 0;
}
