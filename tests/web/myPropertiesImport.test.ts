import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { propertyDraft } from '#shared/contracts/propertyWrites.ts';
import { english } from '#shared/messages.ts';
import { csvColumns, csvMessages, csvSeparatorOf, MAX_CSV_BYTES } from '#shared/propertyCsv.ts';
import { CsvFileError, decodeCsv, pickRows, templateCsv } from '#web/features/properties/own/import/useImport.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));

describe('a chosen file', () => {
  test('is read as UTF-8, or as the Unicode text that Excel saves', () => {
    expect(decodeCsv(utf8('title\nParañaque'))).toBe('title\nParañaque');
    expect(decodeCsv(utf8('\uFEFFtitle'))).toBe('title');
    expect(decodeCsv(utf16('title\tcity\nLoft\tParañaque'))).toBe('title\tcity\nLoft\tParañaque');
    expect(decodeCsv(new Uint8Array())).toBe('');
  });

  test.each([
    ['saved in an old encoding', new Uint8Array([0x50, 0x61, 0x72, 0x61, 0xf1, 0x61]), csvMessages.unreadable],
    ['an Excel workbook', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14]), csvMessages.notText],
    ['an old Excel workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), csvMessages.notText],
    ['no text', utf8('a\0b'), csvMessages.notText],
    ['too large', utf8('x'.repeat(MAX_CSV_BYTES + 1)), csvMessages.tooLarge],
  ])('that is %s is refused with the reason', (_name, bytes, message) => {
    expect(() => decodeCsv(bytes)).toThrow(new CsvFileError(english(message)));
  });

  test('of the largest size is taken', () => {
    expect(decodeCsv(utf8('x'.repeat(MAX_CSV_BYTES)))).toHaveLength(MAX_CSV_BYTES);
  });

  test.each([
    ['title,price', ','],
    ['title;price\nA;1,5', ';'],
    ['title\tprice\nA, B, C\t1', '\t'],
    ['title', ','],
  ])('is parted by what its headings are parted by: %j', (text, separator) => {
    expect(csvSeparatorOf(text)).toBe(separator);
  });
});

test('the rows left out come back word for word, under their headings', () => {
  const csv = '\uFEFFtitle;text\r\nOne;"a;\n""b"""\r\nTwo;c\r\n\r\nThree;\'=1+1';
  expect(pickRows(csv, [2, 5])).toBe('\uFEFFtitle;text\r\nOne;"a;\n""b"""\r\nThree;\'=1+1');
});

test('the template names every column, and its examples are listings', () => {
  const { data } = Papa.parse<Record<string, string>>(templateCsv().replace('\uFEFF', ''), { header: true });
  expect(data).toHaveLength(2);
  for (const row of data) {
    expect(Object.keys(row)).toEqual([...csvColumns]);
    const { title, description, price, type, listing_type, status, address, city, province } = row;
    const draft = {
      title,
      description,
      price,
      type,
      listing_type,
      status,
      location: { address, city, province },
      details: { area_sqm: Number(row.area_sqm), bedrooms: Number(row.bedrooms) },
    };
    expect(propertyDraft.safeParse(draft).error).toBeUndefined();
  }
});
