import Papa from 'papaparse';

/** The table in a CSV file, as spreadsheets and other programs write it. The server and the browser read it alike. */

interface CsvTable {
  /** The lines as spreadsheets number them, from 1; blank ones too. */
  lines: string[][];
  separator: string;
  /** A fault of the quotation marks, if there is one. */
  fault: { code: string; row: number } | null;
  /** There are more lines than were read. */
  isCut: boolean;
}

const SEPARATORS = [',', ';', '\t', '|'];
const BYTE_ORDER_MARKS = /^\uFEFF+/;
/** Excel reads the separator from such a first line, and does not count it as one. */
const NAMED_SEPARATOR = /^"?sep=([^\r\n])"?[,;\t|]*(?:\r\n?|\n|$)/i;
/** Programs of DOS end a file with it. */
const END_OF_FILE = '\u001A';

/** How many lines at the beginning may stand above the headings: a banner, a day, blank lines. */
export const MOST_LINES_ABOVE = 10;

/** @param most lines that are read */
export function readCsvTable(csv: string, most = 0): CsvTable {
  let whole = csv.replace(BYTE_ORDER_MARKS, '').trimEnd();
  while (whole.endsWith(END_OF_FILE)) whole = whole.slice(0, -1).trimEnd();
  const named = NAMED_SEPARATOR.exec(whole);
  const text = withoutBlankEnd(whole.slice(named?.[0].length ?? 0));
  const separator = named?.[1] ?? csvSeparatorOf(text);
  if (text === '') return { lines: [], separator, fault: null, isCut: false };
  const reading = { delimiter: separator, newline: '\n' as const, ...(most > 0 && { preview: most }) };
  const { data, errors, meta } = Papa.parse<string[]>(withOneLineEnd(text, separator), reading);
  const [fault] = errors;
  return {
    lines: data,
    separator,
    fault: fault ? { code: fault.code, row: (fault.row ?? 0) + 1 } : null,
    isCut: meta.truncated,
  };
}

/** Spreadsheets hang on rows of separators alone, sometimes by the thousand. */
function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n,;'.includes(text.charAt(end - 1))) end -= 1;
  if (end === 0) return '';
  const rest = text.slice(end);
  const row = rest.search(/[\r\n]/);
  return row < 0 ? text : text.slice(0, end + row);
}

/**
 * The separator of the cells: found in the headings, which contain none of their own. Of the first lines the one with the
 * most cells counts, where a banner stands above the headings.
 */
export function csvSeparatorOf(text: string): string {
  const lines = text
    .split(/\r\n|\r|\n/, MOST_LINES_ABOVE * 2)
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_LINES_ABOVE);
  const count = (line: string, separator: string) => line.split(separator).length;
  const bestOf = (line: string) =>
    SEPARATORS.reduce((best, next) => (count(line, next) > count(line, best) ? next : best));
  // Fewer than that many cells are no headings of listings.
  const headings = lines.find((line) => count(line, bestOf(line)) > LEAST_COLUMNS) ?? lines[0] ?? '';
  return bestOf(headings);
}

const LEAST_COLUMNS = 4;

/**
 * The same table with line feeds between its lines, whatever mixture stands there, and without blanks before quotation
 * marks. `="00123"`, which keeps spreadsheets from reading a number, is the text 00123. Quoted cells stay as they are.
 */
function withOneLineEnd(text: string, separator: string): string {
  const blanks = separator === '\t' ? ' *' : '[ \\t]*';
  const part = `\\u{${separator.codePointAt(0)?.toString(16)}}`;
  const quoted = new RegExp(`${blanks}=?("[^"]*(?:""[^"]*)*")[ \\t]*(?=${part}|[\\r\\n]|$)`, 'uy');
  const plain = new RegExp(`[^${part}\\r\\n]*`, 'uy');
  const between = new RegExp(`${part}|\\r\\n|\\r|\\n`, 'uy');
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    quoted.lastIndex = at;
    const cell = quoted.exec(text);
    plain.lastIndex = at;
    // Wrong quotation marks stay, and are named by the reader of the table.
    pieces.push(cell ? (cell[1] ?? '') : (plain.exec(text)?.[0] ?? ''));
    at = cell ? quoted.lastIndex : plain.lastIndex;
    between.lastIndex = at;
    const [mark = ''] = between.exec(text) ?? [];
    pieces.push(mark === separator || mark === '' ? mark : '\n');
    at += mark.length;
  }
  return pieces.join('');
}
