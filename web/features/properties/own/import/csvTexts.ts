import Papa from 'papaparse';
import { csvSeparatorOf } from '#shared/propertyCsv.ts';
import template from './template.csv?raw';

/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** All columns, with two listings that show how they are filled in. */
export const templateCsv = () => BYTE_ORDER_MARK + template.trimEnd();

/**
 * The headings and the given rows (as spreadsheets count) of a file, word for word: the rows left to be corrected.
 */
export function pickRows(csv: string, rows: readonly number[]): string {
  const text = csv.replace(BYTE_ORDER_MARK, '');
  const delimiter = csvSeparatorOf(text);
  const { data } = Papa.parse<string[]>(text, { delimiter });
  const picked = [1, ...rows].flatMap((row) => data.slice(row - 1, row));
  return BYTE_ORDER_MARK + Papa.unparse(picked, { delimiter });
}
