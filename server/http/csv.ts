import Papa from 'papaparse';
import type { BaseContext } from '#server/context.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { FileAnswer, streamText } from './answers.ts';

export type CsvCell = string | number | null;

const LINE_END = '\r\n';
/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Text that a spreadsheet would run as a formula; some convert the wide forms to the plain ones. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const GUARDED = /^'+[=+\-@＝＋－＠\t\r\n]/;

/** Heading of each column → its cell of a row. */
export type CsvColumns<Row> = Record<string, (row: Row) => CsvCell>;

/** Streams a table while it is read. @param what for the file's name, with the day: 'silong-users-2026-01-31.csv'. */
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

/** For spreadsheets: an apostrophe in front of text that would run as a formula; `unguardCell` removes it. */
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

/** Text that already has apostrophes before a formula gets one more, so that removing one restores it. */
export const guardCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const unguardCell = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);

export const withoutByteOrderMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
