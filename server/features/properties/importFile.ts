import Papa from 'papaparse';
import { SaxesParser } from 'saxes';
import { unguardCell, withoutByteOrderMark } from '#server/http/csv.ts';
import type { ImportBody } from '#shared/contracts/propertyWrites.ts';
import { type Message, msg } from '#shared/messages.ts';
import {
  type CsvColumn,
  csvColumns,
  csvMessages,
  csvSeparatorOf,
  informationColumns,
  MAX_CSV_ROWS,
  officeColumns,
  requiredCsvColumns,
} from '#shared/propertyCsv.ts';
import { writeList } from './csvColumns.ts';

/** A listing as it stands in a file, each field as the text that a cell of a spreadsheet would have. */
export interface ImportRecord {
  /** Row number as in spreadsheets, where the headings are row 1; in JSON and XML the number of the listing. */
  row: number;
  cells: ReadonlyMap<CsvColumn, string>;
  /** Cells beyond the last heading: in a row that has some, a comma may have parted a text. */
  beyond: 'none' | 'empty' | 'filled';
}

export interface ImportFile {
  problems: Message[];
  unknown: string[];
  leftOut: CsvColumn[];
  records: ImportRecord[];
}

/** A fault of the file as a whole, in a sentence for people. */
class FileProblem extends Error {
  constructor(readonly sentence: Message) {
    super(sentence.id);
  }
}

/** Limits of the examined rows, columns and unknown names. A file beyond them is no list of homes. */
const MOST = { rows: 10 * MAX_CSV_ROWS, columns: 500, unknown: 100 };
const EMPTY = msg('The file is empty.');
const TOO_LONG = msg('The file is too long. You can import at most {max} properties at once.', {
  max: MAX_CSV_ROWS,
});

/** Reads a file of listings in any of the formats, without validating it. */
export function readImportFile({ csv, json, xml }: Pick<ImportBody, 'csv' | 'json' | 'xml'>): ImportFile {
  try {
    if (xml !== undefined) return readXml(xml);
    return csv === undefined ? readJson(json) : readCsv(csv);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { problems: [error.sentence], unknown: [], leftOut: [], records: [] };
  }
}

/** A spreadsheet may have parted it by semicolons or tabs. */
function readCsv(csv: string): ImportFile {
  const text = withoutBlankEnd(withoutByteOrderMark(csv));
  if (text === '') throw new FileProblem(EMPTY);
  if (text.includes('\uFFFD')) throw new FileProblem(csvMessages.unreadable);
  const reading = { delimiter: csvSeparatorOf(text), preview: MOST.rows };
  const { data, errors, meta } = Papa.parse<string[]>(text, reading);
  const [fault] = errors;
  if (fault) throw new FileProblem(quoteProblem(fault));
  const [header = [], ...lines] = data;
  const width = header.findLastIndex((heading) => heading.trim() !== '') + 1;
  if (width > MOST.columns)
    throw new FileProblem(
      msg('The first row has {columns} columns. A file can have at most {max}.', {
        columns: width,
        max: MOST.columns,
      }),
    );
  const headings = header
    .slice(0, width)
    .map((heading) => ({ heading: heading.trim(), name: readHeading(heading) }));
  const names = headings.map(({ name }) => name);
  const rows = lines.flatMap((line, at) => (isBlank(line) ? [] : [{ line, row: at + 2 }]));
  const isListing = csvColumns.some((name) => names.includes(name));
  const problems = isListing
    ? [...headingProblems(names), ...(meta.truncated ? [TOO_LONG] : sizeProblems(rows.length))]
    : [
        msg('The first row must contain the column names: at least {columns}.', {
          columns: requiredCsvColumns.join(', '),
        }),
      ];
  return {
    problems,
    unknown: headings
      .flatMap(({ heading, name }) => (name === null && heading !== '' ? [heading] : []))
      .slice(0, MOST.unknown),
    leftOut: leftOutOf(new Set(names)),
    records: problems.length > 0 ? [] : rows.map(({ line, row }) => readRecord(line, row, names, header.length)),
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

function quoteProblem({ code, row = 0 }: Papa.ParseError): Message {
  return code === 'MissingQuotes'
    ? msg('Row {row}: a cell starts with a quotation mark that is never closed.', { row: row + 1 })
    : msg('Row {row}: write a quotation mark inside a cell twice ("").', { row: row + 1 });
}

/** 'Listing Type' is listing_type. Null: an unknown heading, or one of exports only. */
function readHeading(heading: string): CsvColumn | 'information' | null {
  const name = heading
    .trim()
    .slice(0, MAX_HEADING)
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '');
  return meanings.get(name) ?? null;
}

/** Far longer than any known heading. */
const MAX_HEADING = 200;
const meanings = new Map<string, CsvColumn | 'information'>([
  ...csvColumns.map((name) => [name, name] as const),
  ...[...informationColumns, ...officeColumns].map((name) => [name, 'information'] as const),
]);

const leftOutOf = (names: ReadonlySet<unknown>): CsvColumn[] =>
  csvColumns.filter((name) => !names.has(name) && !requiredCsvColumns.some((required) => required === name));

const isBlank = (line: readonly string[]) => line.every((cell) => cell.trim() === '');

type Heading = ReturnType<typeof readHeading>;

function readRecord(line: readonly string[], row: number, names: readonly Heading[], width: number): ImportRecord {
  const cells = new Map<CsvColumn, string>();
  for (const [at, name] of names.entries())
    if (name !== null && name !== 'information') cells.set(name, unguardCell((line[at] ?? '').trim()));
  const rest = line.slice(width);
  return { row, cells, beyond: rest.length === 0 ? 'none' : isBlank(rest) ? 'empty' : 'filled' };
}

function headingProblems(names: readonly Heading[]): Message[] {
  const missing = requiredCsvColumns.filter((name) => !names.includes(name));
  const doubled = csvColumns.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  const problems = doubled.map((name) => msg('The column "{name}" appears more than once.', { name }));
  if (missing.length === 0) return problems;
  const values = { count: missing.length, columns: missing.join(', ') };
  const ofMissing = msg(
    '{count, plural, one {The column "{columns}" is missing.} other {These columns are missing: {columns}.}}',
    values,
  );
  return [ofMissing, ...problems];
}

function sizeProblems(rows: number): Message[] {
  if (rows === 0) return [msg('There are no properties below the headings.')];
  if (rows <= MAX_CSV_ROWS) return [];
  return [
    msg('The file has {rows} properties. You can import at most {max} at once.', {
      rows,
      max: MAX_CSV_ROWS,
    }),
  ];
}

type Fields = Map<string, string | readonly string[]>;

/** An array of objects, or an object whose `listings` is one; or the text of either. */
function readJson(given: unknown): ImportFile {
  let content = given;
  if (typeof given === 'string') {
    const text = withoutByteOrderMark(given);
    if (text.trim() === '') throw new FileProblem(EMPTY);
    try {
      content = JSON.parse(text);
    } catch {
      throw new FileProblem(msg('This is not valid JSON. Please check the file, then choose it again.'));
    }
  }
  const list = isObject(content) && !Array.isArray(content) ? content.listings : content;
  if (!Array.isArray(list)) throw new FileProblem(msg('The file must contain a list of properties.'));
  const [tooMany] = list.length > MAX_CSV_ROWS ? sizeProblems(list.length) : [];
  if (tooMany) throw new FileProblem(tooMany);
  return fileOf(list.map(fieldsOf));
}

function fieldsOf(item: unknown, at: number): Fields {
  const number = at + 1;
  if (!isObject(item) || Array.isArray(item))
    throw new FileProblem(msg('Property {number} of the file is not an object.', { number }));
  return new Map(
    Object.entries(item).map(([name, value]) => {
      const text = textOf(value);
      if (text !== null) return [name, text];
      throw new FileProblem(
        msg('Property {number}: "{name}" must be text, a number, true, false, null or a list of texts.', {
          number,
          name: name.slice(0, MAX_NAME),
        }),
      );
    }),
  );
}

const MAX_NAME = 40;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** @returns null: no possible value of a field. */
function textOf(value: unknown): string | readonly string[] | null {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
}

/** Depth of the elements: listings, listing, a field, an entry of its list. */
const MAX_DEPTH = 4;

/**
 * `<listings><listing><title>…</title>…<images><image>…</image></images></listing></listings>`. A document type is
 * refused: with it entities could be declared that grow without end, or name files.
 */
function readXml(given: string): ImportFile {
  const text = withoutByteOrderMark(given);
  if (text.trim() === '') throw new FileProblem(EMPTY);
  const listings: Fields[] = [];
  const open: { name: string; words: string; items: string[] | null }[] = [];
  const parser = new SaxesParser({ position: true });
  parser.on('error', () => {
    throw new FileProblem(msg('This is not valid XML: there is a mistake in line {line}.', { line: parser.line }));
  });
  parser.on('doctype', () => {
    throw new FileProblem(msg('The file declares a document type (DOCTYPE). Please remove it.'));
  });
  parser.on('opentag', ({ name }) => {
    const depth = open.length;
    const wanted = ['listings', 'listing'][depth];
    if (wanted !== undefined && name !== wanted)
      throw new FileProblem(
        msg('Line {line}: <{wanted}> was expected here, not <{name}>.', {
          line: parser.line,
          wanted,
          name: name.slice(0, MAX_NAME),
        }),
      );
    if (depth >= MAX_DEPTH)
      throw new FileProblem(
        msg('Line {line}: <{name}> stands too deep.', { line: parser.line, name: name.slice(0, MAX_NAME) }),
      );
    if (depth === 1 && listings.push(new Map()) > MOST.rows) throw new FileProblem(TOO_LONG);
    const parent = open.at(-1);
    if (depth === 3 && parent) parent.items ??= [];
    open.push({ name, words: '', items: null });
  });
  const addWords = (words: string) => {
    const element = open.at(-1);
    if (element) element.words += words;
  };
  parser.on('text', addWords);
  parser.on('cdata', addWords);
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element) return;
    if (open.length === 3) open.at(-1)?.items?.push(element.words);
    if (open.length === 2) listings.at(-1)?.set(element.name, element.items ?? element.words);
  });
  parser.write(text).close();
  return fileOf(listings);
}

function fileOf(listings: readonly Fields[]): ImportFile {
  const unknown = new Set<string>();
  const named = new Set<CsvColumn>();
  const records = listings.map((fields, at): ImportRecord => {
    const cells = new Map<CsvColumn, string>();
    for (const [given, value] of fields) {
      const name = readHeading(given);
      if (name === null) unknown.add(given.slice(0, MAX_NAME));
      if (name === null || name === 'information') continue;
      named.add(name);
      cells.set(name, typeof value === 'string' ? value.trim() : writeList(value));
    }
    return { row: at + 1, cells, beyond: 'none' };
  });
  const problems =
    records.length === 0 ? [msg('There are no properties in the file.')] : sizeProblems(records.length);
  return {
    problems,
    unknown: [...unknown].slice(0, MOST.unknown),
    leftOut: leftOutOf(named),
    records,
  };
}
