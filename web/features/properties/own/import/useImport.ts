import { useMutation } from '@tanstack/react-query';
import Papa from 'papaparse';
import type { ImportReport } from '#shared/contracts/propertyWrites.ts';
import { csvMessages, csvSeparatorOf, MAX_CSV_BYTES } from '#shared/propertyCsv.ts';
import { ALREADY_APPLIED, ApiFailure, callApi, newClientId } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import template from './template.csv?raw';

/** The file is none that can be sent; the message says why. */
export class CsvFileError extends Error {}

const UNICODE_MARKS = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];
/** Spreadsheets of Excel and LibreOffice are zipped, older ones are not. */
const SPREADSHEET_MARKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** UTF-8, or what Excel calls Unicode text. @throws {CsvFileError} too large, no text, or an unknown encoding */
export function decodeCsv(bytes: Uint8Array): string {
  const beginsWith = (mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);
  if (bytes.length > MAX_CSV_BYTES) throw new CsvFileError(t(csvMessages.tooLarge));
  if (SPREADSHEET_MARKS.some(beginsWith)) throw new CsvFileError(t(csvMessages.notText));
  const encoding = UNICODE_MARKS.find((mark) => beginsWith(mark.bytes))?.encoding ?? 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new CsvFileError(t(csvMessages.unreadable));
  }
  if (text.includes('\0')) throw new CsvFileError(t(csvMessages.notText));
  return text;
}

export interface ChosenFile {
  name: string;
  /** By the ending of the name; every other name is taken for CSV. */
  format: 'csv' | 'json' | 'xml';
  text: string;
  report: ImportReport;
  /** Sent with the import: repeated after silence, it adds no listing twice. */
  key: string;
}

/** From a file to listings: it is read, checked by the server, shown, and only then imported. */
export function useImport(onImported: () => void) {
  const check = useMutation({
    async mutationFn(given: File): Promise<ChosenFile> {
      const text = decodeCsv(new Uint8Array(await given.arrayBuffer()));
      const ending = /\.(json|xml)$/i.exec(given.name)?.[1]?.toLowerCase();
      const format = ending === 'json' || ending === 'xml' ? ending : 'csv';
      const body = { [format]: text, dry_run: true };
      const report = await callApi('propertyTool.import', { body });
      return { name: given.name, format, text, report, key: newClientId() };
    },
  });
  /** The good rows; where all are good, all of them or none. Answers how many they were. */
  const send = useMutation({
    async mutationFn({ format, text, key, report: { counts, actions } }: ChosenFile) {
      const body = { [format]: text, mode: counts.bad > 0 ? ('good' as const) : ('all' as const) };
      try {
        return (await callApi('propertyTool.import', { body }, { idempotencyKey: key })).actions;
      } catch (error) {
        if (error instanceof ApiFailure && error.code === ALREADY_APPLIED) return actions;
        throw error;
      }
    },
    onSuccess: onImported,
  });
  return { check, send };
}

export function importFailure({ check, send }: ReturnType<typeof useImport>): string | null {
  if (send.error) return failureSentence(send.error, t('The properties could not be imported. Please try again.'));
  if (check.error instanceof CsvFileError) return check.error.message;
  return check.error && failureSentence(check.error, t('The file could not be checked. Please try again.'));
}

/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

export const templateCsv = () => BYTE_ORDER_MARK + template.trimEnd();

/** The headings and the given rows (as spreadsheets count) of a file, word for word: the rows left to be corrected. */
export function pickRows(csv: string, rows: readonly number[]): string {
  const text = csv.replace(BYTE_ORDER_MARK, '');
  const delimiter = csvSeparatorOf(text);
  const { data } = Papa.parse<string[]>(text, { delimiter });
  const picked = [1, ...rows].flatMap((row) => data.slice(row - 1, row));
  return BYTE_ORDER_MARK + Papa.unparse(picked, { delimiter });
}
