import Papa from 'papaparse';
import type { BaseContext } from '#server/context.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { FileAnswer, streamText } from './routing.ts';

export type CsvCell = string | number | null;

const LINE_END = '\r\n';
/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet would run as a formula; the wide forms are turned into the plain ones by some. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const GUARDED = /^'+[=+\-@＝＋－＠\t\r\n]/;

/** The heading of each column → the cell of a row below it. */
export type CsvColumns<Row> = Record<string, (row: Row) => CsvCell>;

/**
 * A table that is sent while it is read: at no time more of it is held than its reader takes.
 * @param what names the file, with the day: 'silong-users-2026-01-31.csv'.
 */
export async function csvFile<Row>(
  { log, now }: Pick<BaseContext, 'log' | 'now'>,
  what: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): Promise<FileAnswer> {
  const text = await streamText(log, writeBatches(columns, batches));
  return new FileAnswer(text, 'text/csv', `silong-${what}-${manilaDay(now())}.csv`);
}

async function* writeBatches<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let before = writeTable(columns, []);
  for await (const rows of batches) {
    yield `${before}${LINE_END}${writeLines(columns, rows)}`;
    before = '';
  }
  if (before) yield before;
}

/** For spreadsheets: text that would run as a formula there is given an apostrophe; `unguardCell` takes it off. */
export function writeTable<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const headings = BYTE_ORDER_MARK + Papa.unparse([Object.keys(columns)]);
  return rows.length === 0 ? headings : headings + LINE_END + writeLines(columns, rows);
}

function writeLines<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const guarded = (cell: CsvCell) => (typeof cell === 'string' ? guardCell(cell) : cell);
  const cells = Object.values(columns);
  const lines = rows.map((row) => cells.map((read) => guarded(read(row))));
  return Papa.unparse(lines, { newline: LINE_END });
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
