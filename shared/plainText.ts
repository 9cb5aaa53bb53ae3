import { compile, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';
import { cleanLine, cleanLines } from './writtenText.ts';

/**
 * Texts that people present to visitors come from Word, other portals and feeds as well, which send HTML. They are
 * stored as plain text with its lines and lists. Only sure HTML counts: 'a < b', '<3' and '<0917 555 0123>' stay.
 */

/** Names that no sentence has in angle brackets. */
const SURE =
  'p|br|hr|div|span|ul|ol|li|h[1-6]|strong|em|table|thead|tbody|tfoot|tr|td|th|blockquote|font|center|style|script|html|body|meta';
/** Others count where they have a value or an end somewhere: '<address>' alone is a place to fill in. */
const OTHER =
  'a|abbr|acronym|address|area|article|aside|audio|b|base|big|button|canvas|caption|cite|code|col|colgroup|dd|del|details|dfn|dl|dt|embed|fieldset|figcaption|figure|footer|form|frame|g|head|header|i|iframe|img|input|ins|kbd|label|legend|link|main|map|mark|nav|nobr|noscript|object|optgroup|option|param|path|picture|pre|q|s|samp|section|select|small|source|strike|sub|summary|sup|svg|template|textarea|time|title|tt|u|var|video|wbr|xml';
/** Of Word: o:p, st1:place. */
const NAMESPACED = '[a-z]\\w{0,9}:[a-z]\\w{0,20}';
const ATTRIBUTES =
  '(?:\\s+(?:[\\w:@.-]+\\s*=\\s*(?:"[^"]*"|\'[^\']*\'|[^\\s"\'<>=]+)|nowrap|noshade|compact|hidden|reversed|controls|checked|selected|disabled|allowfullscreen))*';
const TAG = new RegExp(`<(/?)(${SURE}|${OTHER}|${NAMESPACED})(${ATTRIBUTES})\\s*/?>`, 'gi');
/** Word's marks around lists and images, and what documents begin with. */
const DECLARATION = /<!\[(?:if|endif)[^\]<>]{0,200}\]>|<!doctype[^<>]{0,300}>|<\?xml[^<>]{0,300}>/gi;
const SURE_NAME = new RegExp(`^(?:${SURE}|.*:.*)$`, 'i');
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/i;
/** The entity that is written without its end most often. */
const OPEN_BLANK = /&nbsp(?![;\w])/gi;
const NO_ENTITY = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});)/gi;

/** Elements that begin a line. Within them a line break is a blank. */
const BLOCK =
  /^(?:p|div|ul|ol|li|h[1-6]|table|thead|tbody|tfoot|tr|td|th|blockquote|center|pre|address|article|aside|dl|dt|dd|fieldset|figure|figcaption|footer|form|header|main|nav|section|caption|details|summary)$/i;
const CELL = /^t[dh]$/i;
const ROW = /^tr$/i;
const LIST = /^[ou]l$/i;
const ITEM = /^li$/i;

/** Bullets of Word's own typefaces, which others do not have. */
const WORD_BULLET = /^( *)[\uf000-\uf0ff] /gm;
const BULLET = /^( *)[·§\uf000-\uf0ff] /;
/** Blanks before what is no entry of a list. */
const INDENT = /^ +(?![ •\d])|^ (?=\d)/;

const ONE_ENTRY = /^\s*<li>([^<]*)(?:<\/li>)?\s*$/i;

/** HTML is longer than its words; a longer one is no text of a listing, and a list may have a thousand lines. */
const MAX_HTML = 100_000;
const MAX_HTML_OF_LINE = 2_000;
/** Text that was escaped twice is read twice. */
const MAX_PASSES = 4;

/** Text of a listing, a building or a profile, as plain lines. */
export function presentedLines(given: string): string {
  const clean = cleanLines(given).replace(WORD_BULLET, '$1• ');
  let text = clean;
  if (text.length > MAX_HTML) return text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = readOnce(text);
    if (next === text) return text;
    text = next;
  }
  // Escaped over and over: no program wrote it.
  return clean;
}

/** The same in one line, which is no list of one entry. */
export const presentedLine = (given: string): string =>
  cleanLine(given.length > MAX_HTML_OF_LINE ? given : presentedLines(given.replace(ONE_ENTRY, '$1')));

function readOnce(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const html = withoutComments(text.replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1')).replace(DECLARATION, '');
  const tags = [...html.matchAll(TAG)];
  const isHtml =
    html !== text ||
    tags.some(([, end, name = '', attributes]) => end || attributes?.includes('=') || SURE_NAME.test(name));
  if (isHtml) return tidy(toLines(markUp(html, tags)));
  // Between the lines of plain text, blanks stay as they are.
  return ENTITY.test(text) ? cleanLines(toLines(`<pre>${escapeText(text)}</pre>`)) : text;
}

function withoutComments(text: string): string {
  const [first = '', ...others] = text.split('<!--');
  const rest = others.map((part) => {
    const end = part.indexOf('-->');
    return end < 0 ? `<!--${part}` : part.slice(end + 3);
  });
  return first + rest.join('');
}

const escapeText = (text: string): string =>
  text.replace(OPEN_BLANK, '&nbsp;').replace(NO_ENTITY, '&amp;').replaceAll('<', '&lt;');

/** HTML of known tags alone: all else is escaped. A line break between blocks is one of the text. */
function markUp(html: string, tags: readonly RegExpExecArray[]): string {
  const parts: string[] = [];
  let at = 0;
  let depth = 0;
  let cells = 0;
  let cellsOfRow = 0;
  let lists = 0;
  let isAfterBreak = true;
  const addText = (text: string, isBeforeBreak: boolean) => {
    const known = escapeText(text);
    const start = isAfterBreak ? known.trimStart() : known;
    const whole = isBeforeBreak ? start.trimEnd() : start;
    parts.push(depth > 0 ? whole : whole.replace(/\n[ \t]*/g, '<br>'));
  };
  for (const tag of tags) {
    const [whole, end, name = ''] = tag;
    const isBlock = BLOCK.test(name);
    const isBreak = isBlock || /^[bh]r$/i.test(name);
    addText(html.slice(at, tag.index), isBreak);
    at = tag.index + whole.length;
    isAfterBreak = isBreak;
    if (isBlock) depth = Math.max(0, depth + (end ? -1 : 1));
    if (LIST.test(name)) lists = Math.max(0, lists + (end ? -1 : 1));
    const isCell = CELL.test(name);
    if (isCell) cells = Math.max(0, cells + (end ? -1 : 1));
    if (ROW.test(name)) cellsOfRow = 0;
    if (isCell && !end) cellsOfRow += 1;
    if (isCell && !end && cellsOfRow > 1) parts.push(' | ');
    // A cell is one line; an entry may have lost its list.
    if (cells > 0 && isBreak && !isCell) parts.push(' ');
    else if (lists === 0 && ITEM.test(name)) parts.push(end ? '</div>' : '<div>• ');
    else parts.push(whole);
  }
  // A tag that was cut off at the end of the text.
  addText(html.slice(at).replace(/<\/?[a-z][a-z\d]*(?:\s[^<>]*)?$/i, ''), true);
  return parts.join('');
}

const inBlock = (lines: number) => ({ leadingLineBreaks: lines, trailingLineBreaks: lines });

const formatters: Record<string, FormatCallback> = {
  /** '54 m<sup>2</sup>'. */
  raised: (element, walk, builder) => {
    const [only] = element.children;
    const raised = only?.type === 'text' ? { 2: '²', 3: '³' }[only.data?.trim() ?? ''] : undefined;
    if (raised) builder.addInline(raised);
    else walk(element.children, builder);
  },
  link: (element, walk, builder) => {
    const shown: string[] = [];
    builder.pushWordTransform((word) => {
      shown.push(word);
      return word;
    });
    walk(element.children, builder);
    builder.popWordTransform();
    const address = String(element.attribs?.href ?? '').trim();
    const bare = (text: string) => text.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '');
    if (!/^https?:\/\//i.test(address) || bare(shown.join('')) === bare(address)) return;
    builder.addInline(shown.length > 0 ? ` (${address})` : address, { noWordTransform: true });
  },
};

const blocks = ['div', 'tr', 'caption', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'address', 'center', 'fieldset'];
const paragraphs = ['p', 'table', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'];
const skipped = [
  'head',
  'img',
  'iframe',
  'object',
  'svg',
  'video',
  'audio',
  'noscript',
  'template',
  'select',
  'xml',
];

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: 10 * MAX_HTML, maxDepth: 60 },
  formatters,
  selectors: [
    ...blocks.map((selector) => ({ selector, format: 'block', options: inBlock(1) })),
    ...paragraphs.map((selector) => ({ selector, format: 'block', options: inBlock(2) })),
    { selector: 'li > p', format: 'block', options: inBlock(1) },
    { selector: '[class*="MsoList"]', format: 'block', options: inBlock(1) },
    ...skipped.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'ul', options: { itemPrefix: '• ', ...inBlock(1) } },
    { selector: 'ol', options: inBlock(1) },
    { selector: 'sup', format: 'raised' },
    { selector: 'a', format: 'link' },
  ],
};

const toLines = compile(options);

const tidy = (text: string): string =>
  cleanLines(
    text
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .map((line) =>
        line
          .trimEnd()
          .replace(/(\S) {2,}/g, '$1 ')
          .replace(BULLET, '$1• ')
          .replace(INDENT, ''),
      )
      .map((line) => line.replace(/^(?:\| ?)+|(?: ?\|)+$/g, ''))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n'),
  );
