import { useMutation } from '@tanstack/react-query';
import type { ImportReport } from '#shared/contracts/propertyWrites.ts';
import { csvMessages, MAX_CSV_BYTES } from '#shared/propertyCsv.ts';
import { ApiFailure, callApi, newClientId } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';

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

/**
 * The text of a CSV file: UTF-8, or the encoding that Excel calls Unicode text.
 * @throws {CsvFileError} it is too large, no text, or in an encoding that cannot be known.
 */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes.length > MAX_CSV_BYTES) throw new CsvFileError(t(csvMessages.tooLarge));
  if (SPREADSHEET_MARKS.some((mark) => beginsWith(bytes, mark)))
    throw new CsvFileError(t(csvMessages.notText));
  const encoding = UNICODE_MARKS.find((mark) => beginsWith(bytes, mark.bytes))?.encoding ?? 'utf-8';
  const text = decode(bytes, encoding);
  if (text.includes('\0')) throw new CsvFileError(t(csvMessages.notText));
  return text;
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new CsvFileError(t(csvMessages.unreadable));
  }
}

function beginsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

/** By the name of the file; every other name is taken for CSV. */
export type FileFormat = 'csv' | 'json' | 'xml';

export function formatOf(name: string): FileFormat {
  const [, ending] = /\.(json|xml)$/i.exec(name) ?? [];
  return ending ? (ending.toLowerCase() as FileFormat) : 'csv';
}

export interface ChosenFile {
  name: string;
  format: FileFormat;
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
      const format = formatOf(given.name);
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
        if (error instanceof ApiFailure && error.code === 'already_applied') return actions;
        throw error;
      }
    },
    onSuccess: onImported,
  });
  return { check, send };
}

export function importFailure({ check, send }: ReturnType<typeof useImport>): string | null {
  if (send.error)
    return failureSentence(send.error, t('The properties could not be imported. Please try again.'));
  if (check.error instanceof CsvFileError) return check.error.message;
  return check.error && failureSentence(check.error, t('The file could not be checked. Please try again.'));
}
