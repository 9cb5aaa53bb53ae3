import type { CellValue, Sheet } from 'read-excel-file/universal';
import type { Message } from '#shared/messages.ts';
import { csvMessages, MAX_CSV_BYTES } from '#shared/propertyCsv.ts';
import { t } from '#web/lib/i18n.tsx';

/** The file is none that can be sent; the message says why. */
export class CsvFileError extends Error {}

const refusal = (message: Message) => new CsvFileError(t(message));

type FileFormat = 'csv' | 'json' | 'xml';

export interface FileText {
  /** By the ending of the name; every other name is taken for CSV, a workbook is made to it. */
  format: FileFormat;
  text: string;
}

/** Files that the chooser offers. Excel saves its Unicode text as .txt. */
export const ACCEPTED_FILES =
  '.csv,.txt,.tsv,.json,.xml,.xlsx,text/csv,text/plain,text/tab-separated-values,application/json,text/xml';

const ZIPPED = [0x50, 0x4b, 0x03, 0x04];
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];
/** Pictures in a workbook are not sent. */
const MAX_WORKBOOK_BYTES = 5 * MAX_CSV_BYTES;

/** @throws {CsvFileError} */
export async function readChosenFile(file: File): Promise<FileText> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (beginsWith(bytes, ZIPPED)) return { format: 'csv', text: await readWorkbook(bytes) };
  const ending = /\.(json|xml)$/i.exec(file.name)?.[1]?.toLowerCase();
  const format = ending === 'json' || ending === 'xml' ? ending : 'csv';
  return { format, text: decodeFile(bytes, format) };
}

const beginsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
];

/**
 * The text of a file: by its mark, by the encoding that XML declares, as UTF-8, or as what Windows wrote before, where all
 * its letters are ones of words. @throws {CsvFileError} too large, no text, or an unknown encoding
 */
export function decodeFile(bytes: Uint8Array, format: FileFormat = 'csv'): string {
  if (bytes.length > MAX_CSV_BYTES) throw refusal(csvMessages.tooLarge);
  if (beginsWith(bytes, OLD_WORKBOOK)) throw refusal(csvMessages.oldWorkbook);
  const marked = BYTE_ORDER_MARKS.find((mark) => beginsWith(bytes, mark.bytes))?.encoding;
  const encoding = marked ?? wideEncoding(bytes) ?? (format === 'xml' ? declaredEncoding(bytes) : undefined);
  const text = decode(bytes, encoding ?? 'utf-8') ?? (encoding === undefined ? decodeOfWindows(bytes) : null);
  if (text === null) throw refusal(format === 'csv' ? csvMessages.unreadable : csvMessages.unreadableFeed);
  if (text.includes('\0')) throw refusal(csvMessages.notText);
  return text;
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw refusal(csvMessages.unknownEncoding(encoding));
  }
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

const SAMPLE = 1_000;
const LEAST_SAMPLE = 8;
/** Of two bytes that make a letter one is nearly always zero in texts like these. */
const MOSTLY = 0.8;

/** UTF-16 without its mark. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.length < LEAST_SAMPLE) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / Math.max(Math.floor(sample.length / 2), 1));
  if (even === 0 && odd > MOSTLY) return 'utf-16le';
  return odd === 0 && even > MOSTLY ? 'utf-16be' : undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, SAMPLE));
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
}

/** Letters of names and words here, between other letters or at their edge. */
const LETTERS = 'ñÑáéíóúÁÉÍÓÚüÜàèìòùçÇâêîôû';
const SIGNS = '’‘“”–—…•·°²³½¼¾®™©\u00A0';
const OTHER_SIGN = new RegExp(`[^\\0-\\x7f${LETTERS}${SIGNS}]`, 'u');
const LONE_LETTER = new RegExp(`(?:^|[^A-Za-z${LETTERS}])[${LETTERS}](?![A-Za-z${LETTERS}])`, 'u');
/** Quotation marks and dashes do not stand within words; the apostrophe does. */
const SIGN_IN_WORD = /[A-Za-z][‘“”–—…•·°²³½¼¾®™©][a-z]/u;

/** The text in the encoding of Windows, null where its bytes may be another one's, as of a Macintosh. */
function decodeOfWindows(bytes: Uint8Array): string | null {
  const text = decode(bytes, 'windows-1252');
  const isSure = text !== null && !OTHER_SIGN.test(text) && !LONE_LETTER.test(text) && !SIGN_IN_WORD.test(text);
  return isSure ? text : null;
}

/** The first sheet of a workbook that has a table, as CSV with the rows where they are. @throws {CsvFileError} */
async function readWorkbook(bytes: Uint8Array): Promise<string> {
  if (bytes.length > MAX_WORKBOOK_BYTES) throw refusal(csvMessages.tooLargeWorkbook);
  const [{ default: readXlsx }, { default: Papa }, fflate] = await Promise.all([
    import('read-excel-file/universal'),
    import('papaparse'),
    import('fflate'),
  ]);
  let sheets: Sheet[];
  try {
    sheets = await readXlsx(withErrorsAsText(bytes, fflate), { trim: false });
  } catch {
    throw refusal(csvMessages.noWorkbook);
  }
  const isFilled = (cell: CellValue | null) => cell !== null && cell !== '';
  const table = sheets.find(({ data }) => data.some((row) => row.filter(isFilled).length > 1)) ?? sheets[0];
  const csv = Papa.unparse(
    (table?.data ?? []).map((row) => row.map(cellText)),
    { newline: '\r\n' },
  );
  if (new TextEncoder().encode(csv).length > MAX_CSV_BYTES) throw refusal(csvMessages.tooLarge);
  return csv;
}

/** A small archive can hold texts without end. */
const MAX_UNPACKED_BYTES = 40 * MAX_CSV_BYTES;
const ERROR_CELL = /(<(?:\w+:)?c\b[^>]*?\st=")e(?=")/g;

/**
 * The texts of a workbook, not compressed: the library would unpack them in a worker of its own, which the page does not
 * allow. It leaves errors of formulas out; as texts they can be named.
 */
function withErrorsAsText(bytes: Uint8Array, { unzipSync, zipSync, strFromU8, strToU8 }: typeof import('fflate')) {
  let size = 0;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      const isText = /\.(?:xml|rels)$/i.test(name);
      if (isText) size += originalSize;
      return isText && size <= MAX_UNPACKED_BYTES;
    },
  });
  if (size > MAX_UNPACKED_BYTES) throw new RangeError(`The workbook holds ${size} bytes`);
  for (const [name, content] of Object.entries(files))
    if (/worksheets\//i.test(name)) files[name] = strToU8(strFromU8(content).replace(ERROR_CELL, '$1str'));
  return new Uint8Array(zipSync(files, { level: 0 })).buffer;
}

/** Digits that are no noise of binary fractions. */
const DIGITS = 15;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (typeof value !== 'number') return String(value);
  const text = String(Number(value.toPrecision(DIGITS)));
  // Three decimals could be read as thousands.
  return /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}
