import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';

/** Words that the product avoids, each with its replacement. `allowedMessages` are fixed by the specification. */
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
  /** The message or the problem. */
  text: string;
}

/** Functions whose texts go to a log or to programmers. */
const unseenCalls =
  /^(Error|TypeError|RangeError|EnvironmentError|StartRefusedError|NotFoundError|console\..*|log\..*|.*\.log\.\w+|.*\.describe|.*\.meta|defineCall|startsWith|.*\.(startsWith|endsWith|includes|indexOf|split|replace|replaceAll|set|get|append|setHeader|setRequestHeader|querySelector|closest|matches|literal|default|startTimer))$/;
/** Attributes and properties that hold a value for the program. */
const unseenNames =
  /^(className|default|help|.*ClassName|classNames|style|key|id|htmlFor|type|name|role|variant|tone|size|href|to|src|rel|target|as|method|model|path|code|kind|event|mode|layout|d|points|viewBox|transform|fill|stroke|data-.*|description|timeZone|locale|area|Content-.*|headers|location|defaultLocation|pragma|charset|autoComplete|enterKeyHint|aria-keyshortcuts|Authorization|inputMode|pattern|sizes|srcSet|width|height|loading|decoding)$/;
const shownAttributes =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|alt|placeholder|.*([lL]abel|[tT]ext|[tT]itle|[hH]int|[hH]eading|[mM]essage|failure|question|note))$/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

/** The text of a literal, of a template without values, or of a concatenation of both. */
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
  return properties.some(({ type }) => type === 'SpreadElement') ? null : properties.map(({ key }) => nameOf(key));
}

/** The names of a message's placeholders; null for a message that is not in ICU's notation. */
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

/** True of a text that begins like a sentence or a heading: 'Show more', '· Edited'. Words of one case are identifiers. */
const readsAsText = (text: string): boolean =>
  /^[^\p{L}\p{N}<#./\\[{(-]*\p{Lu}\p{Ll}+(?![\p{L}\w]*(?:[\p{Lu}_/:]|-\p{Lu}|-\p{Ll}+:))/u.test(text) ||
  /^\p{Lu}\p{Ll}* \p{L}| \p{Ll}+ .*[.?!…]$/u.test(text);

/** Nodes without text for people. */
const ignoredNodes = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAnnotation',
  'TSTypeParameterInstantiation',
  'TaggedTemplateExpression',
]);

/** Finds messages and stray text in one file. */
export function readMessages(file: string, code: string): { messages: Found[]; problems: Found[] } {
  const reader = new MessageReader(file, code);
  reader.visit(parseSync(file, code).program as unknown as Node, false);
  return reader;
}

class MessageReader {
  readonly messages: Found[] = [];
  readonly problems: Found[] = [];
  /** The messages of `msg('…').id`: the code that uses the id adds the values. */
  readonly #withoutValues = new Set<Node>();

  constructor(
    readonly file: string,
    readonly code: string,
  ) {}

  #note(list: Found[], { start }: Node, text: string): void {
    list.push({ file: this.file, line: this.code.slice(0, start).split('\n').length, text });
  }

  #noteStray(node: Node, text: string, isStray: boolean): void {
    // The beginning of an address is the same in all languages.
    if (isStray && text !== 'https://') this.#note(this.problems, node, `'${text}' is no message`);
  }

  #readMessage(node: Node, id: string, values: unknown): void {
    this.#note(this.messages, node, id);
    const wanted = placeholdersOf(id);
    const given = keysOf(values);
    if (!wanted) this.#note(this.problems, node, `'${id}' is not in ICU's notation`);
    // Names of values are identifiers, not words.
    const words = allowedMessages.has(id) ? '' : id.replace(/\{\w+\}/g, '{}');
    for (const [unwanted, instead] of unwantedWords) {
      const word = unwanted.exec(words)?.[0];
      if (word) this.#note(this.problems, node, `'${id}' says '${word}': write ${instead}`);
    }
    const wrong =
      given && wanted && [...wanted, ...given].find((name) => !wanted.has(name) || !given.includes(name));
    if (wrong && !this.#withoutValues.has(node))
      this.#note(this.problems, node, `'${id}' and its values do not agree about ${wrong}`);
  }

  #visitAll(nodes: readonly unknown[], isShown: boolean): void {
    for (const node of nodes) if (isNode(node)) this.visit(node, isShown);
  }

  /** @param isShown the node is text of an element or of a shown attribute: every word in it is for people. */
  visit(node: Node, isShown: boolean): void {
    const text = literalText(node);
    if (text !== null && node.type !== 'JSXExpressionContainer') {
      this.#noteStray(node, text, isShown ? /\p{L}{2}/u.test(text) : readsAsText(text));
      return;
    }
    if (ignoredNodes.has(node.type)) return;
    switch (node.type) {
      case 'JSXText':
        this.#noteStray(node, String(node.value).trim(), /\p{L}/u.test(String(node.value)));
        return;
      case 'JSXOpeningElement':
        this.#visitElement(node);
        return;
      case 'JSXAttribute':
        if (!unseenNames.test(nameOf(node.name)))
          this.#visitAll([node.value], shownAttributes.test(nameOf(node.name)));
        return;
      case 'JSXElement':
      case 'JSXFragment':
        for (const child of childrenOf(node)) this.visit(child, child.type === 'JSXExpressionContainer');
        return;
      case 'JSXExpressionContainer':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        this.#visitAll([node.expression], isShown);
        return;
      case 'ConditionalExpression':
        this.#visitAll([node.test], false);
        this.#visitAll([node.consequent, node.alternate], isShown);
        return;
      case 'LogicalExpression':
        this.#visitAll([node.left, node.right], isShown);
        return;
      case 'TemplateLiteral': {
        const quasis = node.quasis as { value: { cooked: string } }[];
        const whole = quasis.map(({ value }) => value.cooked).join('{}');
        this.#noteStray(node, whole, isShown ? /\p{L}{2}/u.test(whole) : readsAsText(whole));
        this.#visitAll(node.expressions as Node[], false);
        return;
      }
      case 'CallExpression':
      case 'NewExpression':
        this.#visitCall(node);
        return;
      case 'Property':
        // Summary and example of a call are texts for programmers.
        if (this.file.startsWith('shared/contracts/') && /^(summary|example)$/.test(nameOf(node.key))) return;
        if (isNode(node.value) && !(unseenNames.test(nameOf(node.key)) && isText(node.value)))
          this.visit(node.value, false);
        return;
      case 'BinaryExpression':
        // The texts of a comparison are not shown.
        for (const side of [node.left, node.right] as Node[])
          if (node.operator === '+' || literalText(side) === null)
            this.visit(side, isShown && node.operator === '+');
        return;
      case 'SwitchCase':
        this.#visitAll(node.consequent as Node[], false);
        return;
      case 'ExportNamedDeclaration':
        this.#visitAll([node.declaration], false);
        return;
      case 'MemberExpression':
        this.#visitMember(node);
        return;
    }
    this.#visitAll(childrenOf(node), false);
  }

  #visitElement(node: Node): void {
    const attributes = attributesOf(node);
    const id = nameOf(node.name) === 'Trans' ? literalText(attributes.get('id')) : null;
    if (id !== null) this.#readMessage(node, id, attributes.get('values'));
    for (const attribute of node.attributes as Node[])
      if (id === null || !['id', 'values'].includes(nameOf(attribute.name))) this.visit(attribute, false);
  }

  #visitCall(node: Node): void {
    const callee = nameOf(node.callee);
    const given = node.arguments as Node[];
    const [first, values, ...rest] = given;
    const isMessage = ['t', 'msg', 'english'].includes(callee);
    const id = isMessage ? literalText(first) : null;
    if (id !== null && first) {
      this.#readMessage(first, id, values);
      this.#visitAll([values, ...rest], false);
      return;
    }
    // A text inside an expression is no message of the catalogue: `t(words[id] ?? 'none')`.
    if (isMessage && first) this.visit(first, true);
    const children = [node.callee, ...given].filter(isNode);
    this.#visitAll(
      unseenCalls.test(callee) ? children.filter((child) => !isText(child)) : childrenOf(node),
      false,
    );
  }

  #visitMember(node: Node): void {
    const object = node.object as Node;
    if (nameOf(object) === 'msg()' && nameOf(node.property) === 'id')
      this.#withoutValues.add((object.arguments as Node[])[0] ?? object);
    this.visit(object, false);
    if (node.computed && literalText(node.property) === null) this.visit(node.property as Node, false);
  }
}
