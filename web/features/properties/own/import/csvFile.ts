import { csvMessages, MAX_CSV_BYTES } from '#shared/propertyCsv.ts';

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
 * The text of a CSV file: UTF-8, or what Excel calls Unicode text.
 * @throws {CsvFileError} it is too large, no text, or in an encoding that cannot be known.
 */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes.length > MAX_CSV_BYTES) throw new CsvFileError(csvMessages.tooLarge);
  if (SPREADSHEET_MARKS.some((mark) => beginsWith(bytes, mark))) throw new CsvFileError(csvMessages.notText);
  const encoding = UNICODE_MARKS.find((mark) => beginsWith(bytes, mark.bytes))?.encoding ?? 'utf-8';
  const text = decode(bytes, encoding);
  if (text.includes('\0')) throw new CsvFileError(csvMessages.notText);
  return text;
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new CsvFileError(csvMessages.unreadable);
  }
}

function beginsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
