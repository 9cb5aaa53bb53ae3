import Papa from 'papaparse';
import { unguardCell, withoutByteOrderMark } from '#server/http/csv.ts';
import {
  type CsvColumn,
  csvColumns,
  csvMessages,
  csvSeparatorOf,
  informationColumns,
  MAX_CSV_ROWS,
  requiredCsvColumns,
} from '#shared/propertyCsv.ts';

export interface CsvRecord {
  /** As spreadsheets count: the headings are row 1. */
  row: number;
  cells: ReadonlyMap<CsvColumn, string>;
  /** Cells beyond the last heading: in a row that has some, a comma may have parted a text. */
  beyond: 'none' | 'empty' | 'filled';
}

export interface ImportFile {
  /** What is wrong with the file as a whole, in sentences for people. */
  problems: string[];
  unknown: string[];
  leftOut: CsvColumn[];
  records: CsvRecord[];
}

const NOTHING = { unknown: [], leftOut: [], records: [] };

/** What stands in a CSV file, read but not judged yet. A spreadsheet may have parted it by semicolons or tabs. */
export function readImportFile(csv: string): ImportFile {
  const text = withoutByteOrderMark(csv);
  if (text.trim() === '') return { ...NOTHING, problems: ['The file is empty.'] };
  if (text.includes('\uFFFD')) return { ...NOTHING, problems: [csvMessages.unreadable] };
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: csvSeparatorOf(text) });
  const [fault] = errors;
  if (fault) return { ...NOTHING, problems: [quoteProblem(fault)] };
  const [header = [], ...lines] = data;
  const headings = header.map((heading) => ({ heading: heading.trim(), name: readHeading(heading) }));
  const names = headings.map(({ name }) => name);
  const records = lines.flatMap((line, at) => (isBlank(line) ? [] : [readRecord(line, at + 2, names)]));
  const isListing = csvColumns.some((name) => names.includes(name));
  return {
    problems: isListing
      ? [...headingProblems(names), ...sizeProblems(records.length)]
      : [`The first row must name the columns: ${requiredCsvColumns.join(', ')} and, if you like, more.`],
    unknown: headings.flatMap(({ heading, name }) => (name === null && heading !== '' ? [heading] : [])),
    leftOut: csvColumns.filter((name) => !names.includes(name) && !isRequired(name)),
    records,
  };
}

function quoteProblem({ code, row = 0 }: Papa.ParseError): string {
  return code === 'MissingQuotes'
    ? `Row ${row + 1}: a quotation mark opens a cell and is never closed.`
    : `Row ${row + 1}: a quotation mark inside a cell must be written twice ("").`;
}

/** 'Listing Type' is listing_type. Null: it means nothing here, or is only told by exports. */
function readHeading(heading: string): CsvColumn | 'information' | null {
  const name = heading
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '');
  if (informationColumns.some((known) => known === name)) return 'information';
  return csvColumns.find((known) => known === name) ?? null;
}

function isRequired(name: CsvColumn): boolean {
  return requiredCsvColumns.some((required) => required === name);
}

const isBlank = (line: readonly string[]) => line.every((cell) => cell.trim() === '');

type Heading = ReturnType<typeof readHeading>;

function readRecord(line: readonly string[], row: number, names: readonly Heading[]): CsvRecord {
  const cells = new Map<CsvColumn, string>();
  for (const [at, name] of names.entries())
    if (name !== null && name !== 'information') cells.set(name, unguardCell((line[at] ?? '').trim()));
  const rest = line.slice(names.length);
  return { row, cells, beyond: rest.length === 0 ? 'none' : isBlank(rest) ? 'empty' : 'filled' };
}

function headingProblems(names: readonly Heading[]): string[] {
  const missing = requiredCsvColumns.filter((name) => !names.includes(name));
  const doubled = csvColumns.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  return [
    ...missingProblem(missing),
    ...doubled.map((name) => `The column "${name}" stands there more than once.`),
  ];
}

function missingProblem(missing: readonly CsvColumn[]): string[] {
  if (missing.length === 0) return [];
  return [
    missing.length === 1
      ? `The column "${missing[0]}" is missing.`
      : `These columns are missing: ${missing.join(', ')}.`,
  ];
}

function sizeProblems(rows: number): string[] {
  if (rows === 0) return ['There are no properties below the headings.'];
  if (rows <= MAX_CSV_ROWS) return [];
  return [`The file has ${rows} properties; at most ${MAX_CSV_ROWS} can be imported at once.`];
}
