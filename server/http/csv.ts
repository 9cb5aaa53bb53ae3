import Papa from 'papaparse';
import { manilaDay } from '#shared/manilaDays.ts';
import { FileAnswer } from './routing.ts';

export type CsvCell = string | number | null;

/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet would run as a formula; the wide forms are turned into the plain ones by some. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const GUARDED = /^'+[=+\-@＝＋－＠\t\r\n]/;

/** The heading of each column → the cell of a row below it. */
export type CsvColumns<Row> = Record<string, (row: Row) => CsvCell>;

/** @param what names the file, with the day: 'silong-users-2026-01-31.csv'. */
export function csvFile<Row>(
  what: string,
  at: Date,
  columns: CsvColumns<Row>,
  rows: readonly Row[],
): FileAnswer {
  return new FileAnswer(writeTable(columns, rows), 'text/csv', `silong-${what}-${manilaDay(at)}.csv`);
}

/** For spreadsheets: text that would run as a formula there is given an apostrophe; `unguardCell` takes it off. */
export function writeTable<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const guarded = (cell: CsvCell) => (typeof cell === 'string' ? guardCell(cell) : cell);
  const cells = Object.values(columns);
  const lines = rows.map((row) => cells.map((read) => guarded(read(row))));
  return BYTE_ORDER_MARK + Papa.unparse([Object.keys(columns), ...lines], { newline: '\r\n' });
}

/** Apostrophes that stand before a formula get one more, so that taking one off always gives back what was there. */
export function guardCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function unguardCell(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
