import { SaxesParser } from 'saxes';
import { unguardCell, withoutByteOrderMark } from '#server/http/csv.ts';
import type { Words } from '#server/languages.ts';
import type { ImportBody, ImportHeading } from '#shared/contracts/propertyWrites.ts';
import { MOST_LINES_ABOVE, readCsvTable } from '#shared/csvTable.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import {
  type CsvColumn,
  csvColumns,
  csvMessages,
  listColumns,
  MAX_CSV_ROWS,
  requiredCsvColumns,
} from '#shared/propertyCsv.ts';
import { type Cell, columns, type FileHabits, writeList, writePlacedList } from './csvColumns.ts';
import { foldHeading, type HeadingMeaning, readHeading, suggestColumn } from './importHeadings.ts';

export interface RowIssue {
  /** Null: the row as a whole. */
  column: string | null;
  /** A sentence that may contain another one. */
  message: Words;
}

/** A sentence about a cell that does not keep the row from being imported. */
export interface RowNote extends RowIssue {
  /** It is asked whether the cell is meant. */
  isQuestion?: true;
}

/** A cell that was understood as something that it does not say itself. */
export interface CellUnderstood {
  column: CsvColumn;
  given: string;
  read: Words | string;
}

/** A listing as it stands in a file. */
export interface ImportRecord {
  /** Row number as in spreadsheets, where the headings are row 1; in JSON and XML the number of the listing. */
  row: number;
  cells: Map<CsvColumn, Cell>;
  /** Cells beyond the last heading: in a row that has some, a comma may have parted a text. */
  beyond: 'none' | 'empty' | 'filled';
  issues: RowIssue[];
  notes: RowNote[];
  understood: CellUnderstood[];
}

export interface ImportFile {
  problems: Message[];
  unknown: string[];
  leftOut: CsvColumn[];
  headings: ImportHeading[];
  /** Of CSV alone. */
  table: { separator: string; headingsRow: number } | null;
  habits: FileHabits;
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

type Given = Pick<ImportBody, 'csv' | 'json' | 'xml' | 'mapping' | 'edits'>;

/** Reads a file of listings in any of the formats, without validating it. */
export function readImportFile({ csv, json, xml, mapping = {}, edits = [] }: Given): ImportFile {
  const chosen = new Map(Object.entries(mapping).map(([heading, column]) => [headingKey(heading), column]));
  try {
    const file =
      xml !== undefined ? readXml(xml, chosen) : csv === undefined ? readJson(json, chosen) : readCsv(csv, chosen);
    for (const { row, cells } of edits) {
      const record = file.records.find((one) => one.row === row);
      if (record) mend(record, cells);
    }
    return { ...file, habits: habitsOf(file.records) };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    const nothing = { unknown: [], leftOut: [], headings: [], table: null, records: [] };
    return { problems: [error.sentence], ...nothing, habits: { decimalMark: undefined } };
  }
}

/** Cells that a person wrote anew in place of those of the file. */
function mend(record: ImportRecord, cells: NonNullable<Given['edits']>[number]['cells']): void {
  record.beyond = 'none';
  for (const column of csvColumns) {
    const text = cells[column];
    if (text === undefined) continue;
    record.cells.set(column, text.trim());
    const isOther = (said: { column: string | null }) => said.column !== column;
    record.issues = record.issues.filter(isOther);
    record.notes = record.notes.filter(isOther);
    record.understood = record.understood.filter(isOther);
  }
}

/** The columns chosen for headings by a person, by `headingKey`; null: the heading is ignored. */
type Chosen = ReadonlyMap<string, CsvColumn | null>;

const headingKey = (heading: string) => foldHeading(heading) || heading.trim();

function meaningOf(heading: string, chosen: Chosen): HeadingMeaning | null {
  const column = chosen.get(headingKey(heading));
  if (column === undefined) return readHeading(heading);
  const meant = readHeading(heading);
  return column === null ? null : meant?.column === column ? meant : { column };
}

type FileRead = Omit<ImportFile, 'habits'>;

/** A heading of a table, or the name of a field. */
interface NamedHeading {
  heading: string;
  meaning: HeadingMeaning | null;
}

/** The headings for the report: the column of each, and a suggestion for an unknown one. */
function describeHeadings(headings: readonly NamedHeading[], chosen: Chosen): ImportHeading[] {
  const taken = new Set(headings.map(({ meaning }) => meaning?.column));
  return headings.slice(0, MOST.columns).map(({ heading, meaning }) => {
    const isChosen = chosen.has(headingKey(heading));
    const suggested = meaning || isChosen || heading === '' ? null : suggestColumn(heading);
    return {
      heading,
      column: meaning === null || meaning.column === 'information' ? null : meaning.column,
      is_information: meaning?.column === 'information',
      is_chosen: isChosen,
      suggestion: suggested && !taken.has(suggested) ? suggested : null,
    };
  });
}

/** A spreadsheet may have parted it by semicolons or tabs. */
function readCsv(csv: string, chosen: Chosen): FileRead {
  const { lines, separator, fault, isCut } = readCsvTable(csv, MOST.rows);
  if (lines.length === 0) throw new FileProblem(EMPTY);
  if (fault) throw new FileProblem(quoteProblem(fault));
  const at = headingsAt(lines, chosen);
  const header = lines[at] ?? [];
  const width = header.findLastIndex((heading) => heading.trim() !== '') + 1;
  if (width > MOST.columns)
    throw new FileProblem(
      msg('The first row has {columns} columns. A file can have at most {max}.', {
        columns: width,
        max: MOST.columns,
      }),
    );
  const headings = header.slice(0, width).map((text): NamedHeading => {
    const heading = text.trim();
    return { heading, meaning: meaningOf(heading, chosen) };
  });
  const rows = lines.flatMap((line, row) => (row <= at || isBlank(line) ? [] : [{ line, row: row + 1 }]));
  if (isMostlyLost(rows.map(({ line }) => line))) throw new FileProblem(csvMessages.unreadable);
  const named = new Set(headings.map(({ meaning }) => meaning?.column));
  const isListing = csvColumns.some((name) => named.has(name));
  const problems = isListing
    ? [...headingProblems(headings), ...(isCut ? [TOO_LONG] : sizeProblems(rows.length))]
    : [
        msg('The first row must contain the column names: at least {columns}.', {
          columns: requiredCsvColumns.join(', '),
        }),
      ];
  return {
    problems,
    unknown: headings
      .flatMap(({ heading, meaning }) => (meaning === null && heading !== '' ? [heading] : []))
      .slice(0, MOST.unknown),
    leftOut: leftOutOf(named),
    headings: describeHeadings(headings, chosen),
    table: { separator, headingsRow: at + 1 },
    records: problems.length > 0 ? [] : rows.map(({ line, row }) => readLine(line, row, headings, header.length)),
  };
}

/** Blank lines may stand above the headings, and a banner with the name of the list. */
function headingsAt(lines: readonly string[][], chosen: Chosen): number {
  const known = (line: readonly string[]) =>
    new Set(line.slice(0, MOST.columns).flatMap((heading) => meaningOf(heading.trim(), chosen)?.column ?? []))
      .size;
  const first = lines.findIndex((line) => !isBlank(line));
  const candidates = lines.slice(0, first + MOST_LINES_ABOVE);
  const at = candidates.findIndex((line, row) => row >= first && known(line) >= LEAST_KNOWN);
  return at < 0 ? Math.max(first, 0) : at;
}

/** A banner may hold the word of a column by chance. */
const LEAST_KNOWN = 3;

function quoteProblem({ code, row }: { code: string; row: number }): Message {
  return code === 'MissingQuotes'
    ? msg('Row {row}: a cell starts with a quotation mark that is never closed.', { row })
    : msg('Row {row}: write a quotation mark inside a cell twice ("").', { row });
}

const leftOutOf = (names: ReadonlySet<unknown>): CsvColumn[] =>
  csvColumns.filter((name) => !names.has(name) && !requiredCsvColumns.some((required) => required === name));

const isBlank = (line: readonly string[]) => line.every((cell) => cell.trim() === '');

/** In place of letters that could not be decoded. */
const LOST = '\uFFFD';
const FEW_ROWS = 3;

/** A letter lost here and there is a fault of its row; one in most rows is an encoding that nothing can be made of. */
function isMostlyLost(lines: readonly (readonly string[])[]): boolean {
  const lost = lines.filter((line) => line.some((cell) => cell.includes(LOST))).length;
  return lost >= FEW_ROWS && lost * 2 > lines.length;
}

function readLine(line: readonly string[], row: number, headings: readonly NamedHeading[], width: number) {
  const given = headings.map(({ heading, meaning }, at) => {
    return { heading, meaning, value: readCell((line[at] ?? '').trim()), isList: false };
  });
  const rest = line.slice(width);
  return recordOf(row, given, rest.length === 0 ? 'none' : isBlank(rest) ? 'empty' : 'filled');
}

/** `="00123"` keeps spreadsheets from reading a number; an apostrophe keeps them from reading a formula. */
function readCell(text: string): string {
  const [, quoted] = /^="((?:[^"]|"")*)"$/.exec(text) ?? [];
  return quoted === undefined ? unguardCell(text) : quoted.replaceAll('""', '"').trim();
}

/** Headings that say the same column in the same way; lists and addresses are put together from several. */
function headingProblems(headings: readonly NamedHeading[]): Message[] {
  const meanings = headings.map(({ meaning }) => meaning);
  const names = new Set(meanings.map((meaning) => meaning?.column));
  const missing = requiredCsvColumns.filter((name) => !names.has(name));
  const doubled = csvColumns.filter((name) => {
    if (listColumns.includes(name) || name === 'address') return false;
    const narrowers = meanings.flatMap((meaning) => (meaning?.column === name ? [meaning.narrower ?? ''] : []));
    return new Set(narrowers).size < narrowers.length;
  });
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

interface GivenCell extends NamedHeading {
  value: Cell;
  /** It was an array, or elements in a row, and holds entries as `writeList` writes them. */
  isList: boolean;
}

/** The cells of a listing, each column once: several headings may say one. */
function recordOf(row: number, given: readonly GivenCell[], beyond: ImportRecord['beyond']): ImportRecord {
  const record: ImportRecord = { row, cells: new Map(), beyond, issues: [], notes: [], understood: [] };
  const cells = given.flatMap((cell) => (isKnown(cell) ? [withUnit(cell)] : []));
  // Which price and which area is meant depends on the offer and on the kind of home.
  const last = (column: CsvColumn) => Number(AMOUNTS.includes(column));
  for (const column of csvColumns.toSorted((one, other) => last(one) - last(other))) {
    const ofColumn = cells.filter(({ meaning }) => meaning.column === column);
    if (ofColumn.length === 0) continue;
    if (ofColumn.some(({ isList }) => isList) && !listColumns.includes(column)) {
      record.cells.set(column, '');
      record.issues.push({ column, message: msg('Must be one value, not a list') });
    } else if (listColumns.includes(column)) record.cells.set(column, joinLists(ofColumn));
    else if (column === 'address') joinAddress(record, ofColumn);
    else chooseCell(record, column, ofColumn);
  }
  return record;
}

type KnownCell = GivenCell & { meaning: HeadingMeaning & { column: CsvColumn } };

const isKnown = (cell: GivenCell): cell is KnownCell =>
  cell.meaning !== null && cell.meaning.column !== 'information';

/** 'Price (in millions)' says the unit of its bare numbers. */
function withUnit(cell: KnownCell): KnownCell {
  const { value, meaning } = cell;
  const isBare = meaning.unit !== undefined && /^[\d.,\s]+$/.test(String(value));
  return isBare ? { ...cell, value: `${value} ${meaning.unit}` } : cell;
}

const PLAIN: FileHabits = { decimalMark: undefined };

const isFilled = ({ value }: GivenCell) => value !== '';

function joinLists(cells: readonly KnownCell[]): Cell {
  const [first] = cells;
  const filled = cells.filter(isFilled);
  if (!first || filled.length < 2) return filled[0]?.value ?? '';
  const { column } = first.meaning;
  // Each description has the place of its picture.
  const isPlaced = column === 'image_descriptions';
  if (isPlaced) return writePlacedList(cells.map(({ value }) => String(value)));
  return writeList(filled.flatMap(({ value }) => columns[column].read(value, PLAIN).value as string[]));
}

/** Street, village and barangay stand in columns of their own: in the file's order, each once. */
function joinAddress({ cells, understood }: ImportRecord, given: readonly KnownCell[]): void {
  const texts = given.map(({ value }) => String(value)).filter(Boolean);
  const parts = texts.filter((text, at) => {
    const others = texts.filter((other, place) => place !== at && (other.length > text.length || place < at));
    return !others.some((other) => foldHeading(other).includes(foldHeading(text)));
  });
  const address = parts.join(', ');
  cells.set('address', address);
  if (parts.length > 1) understood.push({ column: 'address', given: parts.join(' | '), read: address });
}

/** One cell of several: the price of the offer, the area of the kind of home, or the one that is filled. */
function chooseCell(record: ImportRecord, column: CsvColumn, given: readonly KnownCell[]): void {
  const { cells, issues } = record;
  const all = given.filter(isFilled);
  const separate = all.filter(({ meaning }) => meaning.narrower !== 'pair');
  const filled = separate.length > 0 ? separate : all;
  if (column === 'price' && choosePrice(record, filled)) return;
  if (column === 'area_sqm' && chooseArea(record, filled)) return;
  const [first] = filled;
  cells.set(column, first?.value ?? '');
  if (new Set(filled.map(({ value }) => String(value))).size > 1) {
    const headings = filled.map(({ heading }) => heading.slice(0, MAX_NAME)).join(', ');
    issues.push({ column, message: msg('Is said more than once, and differently: {headings}', { headings }) });
  }
}

/** The value of a cell by itself. */
const choiceOf = ({ cells }: ImportRecord, column: 'type' | 'listing_type') =>
  columns[column].read(cells.get(column) ?? '', PLAIN).value;

/** @returns false: it is for `chooseCell` to decide. */
function choosePrice(record: ImportRecord, filled: readonly KnownCell[]): boolean {
  const { cells, understood, issues } = record;
  const offersOf = (given: readonly KnownCell[]) => new Set(given.map(({ meaning }) => meaning.narrower));
  if (!filled.some(({ meaning }) => meaning.narrower)) return false;
  const offer = choiceOf(record, 'listing_type');
  const wanted = offer === 'lease' ? 'rent' : offer;
  const fitting = filled.filter(({ meaning }) => meaning.narrower === wanted && wanted !== undefined);
  const [cell] = fitting.length > 0 ? fitting : filled.filter(({ meaning }) => !meaning.narrower);
  const [first] = filled;
  if (cell && (offer !== undefined || offersOf(filled).size === 1)) cells.set('price', cell.value);
  else if (first && offer === undefined && offersOf(filled).size === 1) {
    const meant: ListingType = first.meaning.narrower === 'rent' ? 'rent' : 'sale';
    cells.set('price', first.value);
    cells.set('listing_type', meant);
    understood.push({ column: 'listing_type', given: first.heading, read: listingTypeLabel[meant] });
  } else {
    cells.set('price', '');
    const headings = filled.map(({ heading }) => heading.slice(0, MAX_NAME)).join(', ');
    const message = msg(
      'It is not clear which price is meant ({headings}). Say the listing type: sale, rent or lease',
      {
        headings,
      },
    );
    issues.push({ column: 'price', message });
  }
  return true;
}

/** @returns false: it is for `chooseCell` to decide. */
function chooseArea(record: ImportRecord, filled: readonly KnownCell[]): boolean {
  if (!filled.some(({ meaning }) => meaning.narrower)) return false;
  const isLand = choiceOf(record, 'type') === 'land';
  const order = isLand ? ['lot', undefined, 'floor'] : ['floor', undefined, 'lot'];
  const cell = filled.toSorted(
    (one, other) => order.indexOf(one.meaning.narrower) - order.indexOf(other.meaning.narrower),
  )[0];
  record.cells.set('area_sqm', cell?.value ?? '');
  if (cell?.meaning.narrower === 'lot' && !isLand)
    record.notes.push({
      column: 'area_sqm',
      message: msg('The lot area is taken as the area of this home, as no floor area is given'),
    });
  return true;
}

/** A cell in which only commas can part decimals, or only full stops thousands: '54,5', '12.500.000'. */
const COMMA_DECIMALS =
  /(?<![\d,.])\d{1,3}(?:\.\d{3}){2,}(?![\d.])|\d\.\d{3},\d|(?<!,\d*)\d,(?:\d{1,2}|\d{4,})(?![\d,])/;
const POINT_DECIMALS =
  /(?<![\d,.])\d{1,3}(?:,\d{3}){2,}(?![\d,])|\d,\d{3}\.\d|(?<!\.\d*)\d\.(?:\d{1,2}|\d{4,})(?![\d.])/;
const AMOUNTS: readonly CsvColumn[] = ['price', 'area_sqm'];

/** The convention of the whole file, where each cell that shows one agrees. */
function habitsOf(records: readonly ImportRecord[]): FileHabits {
  const texts = records.flatMap(({ cells }) =>
    AMOUNTS.flatMap((column) => {
      const cell = cells.get(column);
      return typeof cell === 'string' ? [cell] : [];
    }),
  );
  const isComma =
    texts.some((text) => COMMA_DECIMALS.test(text)) && !texts.some((text) => POINT_DECIMALS.test(text));
  return { decimalMark: isComma ? ',' : undefined };
}

/** Fields of a listing in JSON or XML, in their order: a name may stand twice. */
type Fields = { name: string; value: Cell | readonly string[] | null }[];

/** An array of objects, or an object whose `listings` or `properties` is one; or the text of either. */
function readJson(given: unknown, chosen: Chosen): FileRead {
  let content = given;
  let doubled: DoubledKey[] = [];
  if (typeof given === 'string') {
    const text = withoutByteOrderMark(given);
    if (text.trim() === '') throw new FileProblem(EMPTY);
    try {
      content = JSON.parse(text);
      doubled = scanJson(text).doubled;
    } catch {
      throw new FileProblem(
        msg('This is not valid JSON: there is a mistake in line {line}.', { line: scanJson(text).faultyLine }),
      );
    }
  }
  const list = isObject(content) && !Array.isArray(content) ? (content.listings ?? content.properties) : content;
  if (!Array.isArray(list)) throw new FileProblem(msg('The file must contain a list of properties.'));
  const [tooMany] = list.length > MAX_CSV_ROWS ? sizeProblems(list.length) : [];
  if (tooMany) throw new FileProblem(tooMany);
  const file = fileOf(
    list.map((item, at) => fieldsOf(item, at, chosen)),
    chosen,
  );
  const depth = list === content ? 1 : 2;
  for (const { path, key } of doubled) {
    const record = path.length > depth - 1 ? file.records[path[depth - 1] ?? -1] : undefined;
    const meaning = meaningOf(key, chosen);
    if (record && meaning && meaning.column !== 'information')
      record.issues.push({
        column: meaning.column,
        message: msg('Is said more than once: {headings}', { headings: key.slice(0, MAX_NAME) }),
      });
  }
  return file;
}

interface DoubledKey {
  /** Places within the arrays and objects around it. */
  path: number[];
  key: string;
}

const JSON_TOKEN =
  /[ \t\r\n]*(?:("[^"\\\p{Cc}]*(?:\\(?:["\\/bfnrt]|u[\da-f]{4})[^"\\\p{Cc}]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)|([{}[\],:]))/iuy;

/** Goes through a text of JSON: names that an object has twice, and the line of the first mistake. */
function scanJson(text: string): { doubled: DoubledKey[]; faultyLine: number } {
  const doubled: DoubledKey[] = [];
  const open: { isArray: boolean; count: number; keys: Set<string> }[] = [];
  let expected: 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'next' = 'value';
  JSON_TOKEN.lastIndex = 0;
  let at = 0;
  for (let found = JSON_TOKEN.exec(text); found; found = JSON_TOKEN.exec(text)) {
    const [, word, plain, sign = ''] = found;
    const inner = open.at(-1);
    const isValue = expected === 'value' || expected === 'first';
    if (word !== undefined && (expected === 'key' || expected === 'firstKey')) {
      const key = JSON.parse(word) as string;
      if (inner?.keys.has(key)) doubled.push({ path: open.slice(0, -1).map(({ count }) => count), key });
      inner?.keys.add(key);
      expected = 'colon';
    } else if (isValue && (word !== undefined || plain !== undefined)) expected = 'next';
    else if (isValue && (sign === '{' || sign === '[')) {
      open.push({ isArray: sign === '[', count: 0, keys: new Set() });
      expected = sign === '[' ? 'first' : 'firstKey';
    } else if (expected === 'colon' && sign === ':') expected = 'value';
    else if (expected === 'next' && sign === ',' && inner) {
      inner.count += 1;
      expected = inner.isArray ? 'value' : 'key';
    } else if (
      (sign === ']' && inner?.isArray && (expected === 'next' || expected === 'first')) ||
      (sign === '}' && inner && !inner.isArray && (expected === 'next' || expected === 'firstKey'))
    ) {
      open.pop();
      expected = 'next';
    } else break;
    at = JSON_TOKEN.lastIndex;
  }
  const fault = at + (/^[ \t\r\n]*/.exec(text.slice(at))?.[0].length ?? 0);
  return { doubled, faultyLine: text.slice(0, Math.min(fault, text.trimEnd().length)).split('\n').length };
}

function fieldsOf(item: unknown, at: number, chosen: Chosen): Fields {
  const number = at + 1;
  if (!isObject(item) || Array.isArray(item))
    throw new FileProblem(msg('Property {number} of the file is not an object.', { number }));
  return flatten(item).map(({ name, value }) => {
    const cell = cellOf(value);
    // Fields of other names may hold anything.
    if (cell !== undefined || !meaningOf(name, chosen)) return { name, value: cell ?? '' };
    throw new FileProblem(
      msg('Property {number}: "{name}" must be text, a number, true, false, null or a list of texts.', {
        number,
        name: name.slice(0, MAX_NAME),
      }),
    );
  });
}

/** Objects within a listing as the API writes them. */
const GROUPS = new Set(['location', 'details', 'coordinates', 'address', 'place', 'position', 'geo']);

function flatten(item: Record<string, unknown>, depth = 0): { name: string; value: unknown }[] {
  return Object.entries(item).flatMap(([name, value]) => {
    if (!isObject(value) || Array.isArray(value)) return [{ name, value }];
    const words = foldHeading(name);
    if (words === 'building') return [{ name, value: value.name }];
    return GROUPS.has(words) && depth < GROUPS.size ? flatten(value, depth + 1) : [{ name, value }];
  });
}

const MAX_NAME = 40;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** @returns undefined: no possible value of a field. */
function cellOf(value: unknown): Cell | readonly string[] | undefined {
  if (value === null) return '';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' || typeof value === 'string') return value;
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

/** Elements within elements: a text with its marks needs a few, and nothing needs more. */
const MAX_DEPTH = 12;

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  parts: (string | Element)[];
}

/**
 * `<listings><listing><title>…</title>…<images><image>…</image></images></listing></listings>`. A document type is
 * refused: with it entities could be declared that grow without end, or name files.
 */
function readXml(given: string, chosen: Chosen): FileRead {
  const text = withoutByteOrderMark(given);
  if (text.trim() === '') throw new FileProblem(EMPTY);
  const listings: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser({ position: true });
  parser.on('error', () => {
    throw new FileProblem(msg('This is not valid XML: there is a mistake in line {line}.', { line: parser.line }));
  });
  parser.on('doctype', () => {
    throw new FileProblem(msg('The file declares a document type (DOCTYPE). Please remove it.'));
  });
  parser.on('opentag', ({ name, attributes }) => {
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
    const element: Element = { name, attributes: attributes as Element['attributes'], parts: [] };
    if (depth === 1 && listings.push(element) > MOST.rows) throw new FileProblem(TOO_LONG);
    if (depth > 1) open.at(-1)?.parts.push(element);
    open.push(element);
  });
  const addWords = (words: string) => open.at(-1)?.parts.push(words);
  parser.on('text', addWords);
  parser.on('cdata', addWords);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return fileOf(
    listings.map(({ parts }) => parts.flatMap((part) => (typeof part === 'string' ? [] : fieldsIn(part)))),
    chosen,
  );
}

const elementsIn = ({ parts }: Element) => parts.filter((part) => typeof part !== 'string');
const hasWords = ({ parts }: Element) => parts.some((part) => typeof part === 'string' && part.trim() !== '');

/** A field, or the fields of a group. */
function fieldsIn(element: Element): Fields {
  const { name } = element;
  const inner = elementsIn(element);
  const words = foldHeading(name);
  if (inner.length > 0 && !hasWords(element)) {
    if (GROUPS.has(words)) return inner.flatMap(fieldsIn);
    if (words === 'building')
      return [{ name, value: wordsIn(inner.find((one) => one.name === 'name') ?? element) }];
    const meaning = readHeading(name);
    if (meaning && listColumns.some((column) => column === meaning.column))
      return [{ name, value: inner.map(wordsIn) }];
  }
  return [{ name, value: wordsIn(element) }];
}

const ADDRESS_ATTRIBUTES = ['url', 'src', 'href'];
/** Marks after which a line ends, as in HTML. */
const BLOCKS = new Set(
  'p div br li ul ol tr table h1 h2 h3 h4 h5 h6 section article hr blockquote dd dt dl'.split(' '),
);

/** The whole text of an element, its marks left out; `<image url="…"/>` says its address. */
function wordsIn(element: Element): string {
  const text = linesIn(element);
  if (text.trim() !== '' || elementsIn(element).length > 0) return text;
  const attribute = ADDRESS_ATTRIBUTES.find((name) => element.attributes[name] !== undefined);
  return (attribute && element.attributes[attribute]) ?? text;
}

function linesIn({ parts }: Element): string {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      const isBlock = BLOCKS.has(part.name.toLowerCase());
      const isOnNewLine = text === '' || /\n[ \t]*$/.test(text);
      if (isBlock && !isOnNewLine) text += '\n';
      text += part.name.toLowerCase() === 'li' ? `- ${linesIn(part).trim()}` : linesIn(part);
      if (isBlock && part.name.toLowerCase() !== 'br') text += '\n';
    }
  }
  return text;
}

function fileOf(listings: readonly Fields[], chosen: Chosen): FileRead {
  const meanings = new Map<string, HeadingMeaning | null>();
  const records = listings.map((fields, at): ImportRecord => {
    const given = fields.map(({ name, value }): GivenCell => {
      const heading = name.slice(0, MAX_NAME);
      const meaning = meanings.has(name) ? (meanings.get(name) ?? null) : meaningOf(name, chosen);
      meanings.set(name, meaning);
      if (value === null || typeof value === 'string' || typeof value === 'number')
        return {
          heading,
          meaning,
          value: typeof value === 'string' ? value.trim() : (value ?? ''),
          isList: false,
        };
      const isPlaced = meaning?.column === 'image_descriptions';
      const [only] = value;
      const isOne =
        value.length === 1 && only !== undefined && !listColumns.some((list) => list === meaning?.column);
      const text = isPlaced ? writePlacedList(value) : isOne ? only : writeList(value);
      return { heading, meaning, value: text, isList: !isOne };
    });
    return recordOf(at + 1, given, 'none');
  });
  const headings = [...meanings].map(([name, meaning]) => ({ heading: name.slice(0, MAX_NAME), meaning }));
  const problems =
    records.length === 0 ? [msg('There are no properties in the file.')] : sizeProblems(records.length);
  return {
    problems,
    unknown: [...new Set(headings.flatMap(({ heading, meaning }) => (meaning === null ? [heading] : [])))].slice(
      0,
      MOST.unknown,
    ),
    leftOut: leftOutOf(new Set(headings.map(({ meaning }) => meaning?.column))),
    headings: describeHeadings(headings, chosen),
    table: null,
    records,
  };
}
