import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { type ImportReport, propertyDraft } from '#shared/contracts/propertyWrites.ts';
import { csvSeparatorOf, readCsvTable } from '#shared/csvTable.ts';
import { english } from '#shared/messages.ts';
import { type CsvColumn, csvColumns, csvMessages, MAX_CSV_BYTES } from '#shared/propertyCsv.ts';
import { buildWorkbook } from '#tests/support/workbook.ts';
import { CsvFileError, decodeFile, readChosenFile } from '#web/features/properties/own/import/readFile.ts';
import { pickRows, templateCsv } from '#web/features/properties/own/import/useImport.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const swapped = (given: Uint8Array) => new Uint8Array(Buffer.from(given).swap16());

describe('a chosen file', () => {
  test('is read as UTF-8, or as the Unicode text that Excel saves', () => {
    expect(decodeFile(utf8('title\nParañaque'))).toBe('title\nParañaque');
    expect(decodeFile(utf8('\uFEFFtitle'))).toBe('title');
    expect(decodeFile(utf16('title\tcity\nLoft\tParañaque'))).toBe('title\tcity\nLoft\tParañaque');
    expect(decodeFile(swapped(utf16('title\tcity')))).toBe('title\tcity');
    // Without the mark.
    expect(decodeFile(utf16('title\tcity\nLoft').slice(2))).toBe('title\tcity\nLoft');
    expect(decodeFile(swapped(utf16('title\tcity')).slice(2))).toBe('title\tcity');
    expect(decodeFile(new Uint8Array())).toBe('');
  });

  test.each([
    'title,city\nLoft,Para\xf1aque',
    'title,city\nPE\xd1A PLACE,Las Pi\xf1as',
    'caf\xe9, 54 m\xb2',
    'Pool\xa0and\xa0Gym',
  ])('is read as Windows wrote it before, where its letters are sure: %j', (text) => {
    expect(decodeFile(bytes(text))).toBe(new TextDecoder('windows-1252').decode(bytes(text)));
  });

  test.each([
    ['of a Macintosh', 'Loft,Para\x96aque'],
    ['of DOS', 'Loft,Para\xa4aque'],
    ['of nobody', 'Loft,\xfe\x81\x8d'],
  ])('in the letters %s is refused with the reason', (_name, text) => {
    expect(() => decodeFile(bytes(text))).toThrow(new CsvFileError(english(csvMessages.unreadable)));
  });

  test.each([
    ['ISO-8859-1', bytes('<?xml version="1.0" encoding="ISO-8859-1"?>\n<a>Para\xf1aque</a>')],
    ['windows-1252', bytes("<?xml version='1.0' encoding='windows-1252'?><a>Para\xf1aque</a>")],
    ['UTF-16', utf16('<?xml version="1.0" encoding="UTF-16"?><a>Parañaque</a>').slice(2)],
    ['UTF-8', utf8('<?xml version="1.0" encoding="utf-8"?><a>Parañaque</a>')],
    ['nothing', utf8('<a>Parañaque</a>')],
  ])('in XML that declares %s is read by its declaration', (_name, given) => {
    expect(decodeFile(given, 'xml')).toContain('<a>Parañaque</a>');
  });

  test('in XML of an encoding that does not exist, or in another one than it says, is refused', () => {
    expect(() => decodeFile(utf8('<?xml version="1.0" encoding="klingon"?><a/>'), 'xml')).toThrow(/“klingon”/);
    const wrong = bytes('<?xml version="1.0" encoding="UTF-8"?><a>Para\xf1aque</a>');
    expect(() => decodeFile(wrong, 'xml')).toThrow(english(csvMessages.unreadableFeed));
  });

  test.each([
    ['an old Excel workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), csvMessages.oldWorkbook],
    ['no text', utf8('a\0b'), csvMessages.notText],
    ['too large', utf8('x'.repeat(MAX_CSV_BYTES + 1)), csvMessages.tooLarge],
  ])('that is %s is refused with the reason', (_name, given, message) => {
    expect(() => decodeFile(given)).toThrow(new CsvFileError(english(message)));
  });

  test('of the largest size is taken', () => {
    expect(decodeFile(utf8('x'.repeat(MAX_CSV_BYTES)))).toHaveLength(MAX_CSV_BYTES);
  });

  test.each([
    ['title,price', ','],
    ['title;price\nA;1,5', ';'],
    ['title\tprice\nA, B, C\t1', '\t'],
    ['title', ','],
    ['Listings, November\n\ntitle;price;city;address;province\nA;1', ';'],
  ])('is parted by what its headings are parted by: %j', (text, separator) => {
    expect(csvSeparatorOf(text)).toBe(separator);
  });
});

describe('a table of CSV', () => {
  const read = (csv: string) => readCsvTable(csv).lines;

  test.each([
    [
      'line feeds among both',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    [
      'line ends within quotation marks',
      '"a\r\nb",c\nd,"e\rf"\r\ng,h',
      [
        ['a\r\nb', 'c'],
        ['d', 'e\rf'],
        ['g', 'h'],
      ],
    ],
    [
      'a separator that is named',
      'sep=;\r\na;b,c\r\nd;e',
      [
        ['a', 'b,c'],
        ['d', 'e'],
      ],
    ],
    ['a quoted name of the separator', '"sep=\t"\na\tb', [['a', 'b']]],
    ['blank lines above', '\n\na,b\n1,2', [[''], [''], ['a', 'b'], ['1', '2']]],
    [
      'the end of a file of DOS',
      'a,b\r\n1,2\r\n\x1a',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'blanks before quotation marks',
      'a,b\n1, "2, 3"\n4,  "5 ""6""" ,',
      [
        ['a', 'b'],
        ['1', '2, 3'],
        ['4', '5 "6"', ''],
      ],
    ],
    [
      'a number that is kept as text',
      'a,b\n="00123",="1,5"',
      [
        ['a', 'b'],
        ['00123', '1,5'],
      ],
    ],
    [
      'quotation marks within a cell',
      'a,b\n5\'10",x',
      [
        ['a', 'b'],
        ['5\'10"', 'x'],
      ],
    ],
    ['two marks of its encoding', '\uFEFF\uFEFFa,b', [['a', 'b']]],
  ])('with %s', (_name, csv, lines) => {
    expect(read(csv)).toEqual(lines);
  });

  test.each(['a,b\n"c,d', 'a,b\n"c" d,e'])('names wrong quotation marks: %j', (csv) => {
    expect(readCsvTable(csv).fault).toMatchObject({ row: 2 });
  });
});

describe('a workbook', () => {
  const fileOf = (given: Uint8Array<ArrayBuffer>, name = 'homes.xlsx') => new File([given], name);

  test('gives the cells of its first sheet with a table, each row at its place', async () => {
    const { format, text } = await readChosenFile(
      fileOf(
        buildWorkbook([
          [['Homes of November']],
          [
            ['Title', 'Price', 'Area', 'Furnished', 'Turnover', 'Ref'],
            [],
            ['Loft, "corner"', 12_500_000, 54.125, true, { serial: 46_387 }, '007'],
            ['Parañaque\nhouse', 0.1 + 0.2, null, false, null, { formula: 'A1&"x"', value: 'R-1' }],
            ['=1+1', { formula: '1/0', value: '#DIV/0!' }],
          ],
        ]),
      ),
    );
    expect(format).toBe('csv');
    const { data } = Papa.parse<string[]>(text);
    expect(data.map((row) => row.join('~').replace(/~+$/, ''))).toEqual([
      'Title~Price~Area~Furnished~Turnover~Ref',
      '',
      'Loft, "corner"~12500000~54.1250~true~2026-12-31~007',
      'Parañaque\nhouse~0.3~~false~~R-1',
      '=1+1~#DIV/0!',
    ]);
  });

  test('that is none is refused with the reason, whatever it is called', async () => {
    const zipped = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14]);
    await expect(readChosenFile(fileOf(zipped, 'a.csv'))).rejects.toThrow(english(csvMessages.noWorkbook));
    await expect(readChosenFile(fileOf(buildWorkbook([[]])))).resolves.toMatchObject({ text: '' });
  });
});

describe('the rows left out', () => {
  const reportOf = (headings: (CsvColumn | null)[], headings_row = 1) =>
    ({
      columns: { headings: headings.map((column) => ({ column })) },
      table: { separator: ';', headings_row },
    }) as unknown as ImportReport;

  test('come back word for word, under their headings', () => {
    const text = '\uFEFFtitle;text\r\nOne;"a;\n""b"""\r\nTwo;c\r\n\r\nThree;\'=1+1';
    const file = { text, edits: new Map(), report: reportOf(['title', null]) };
    expect(pickRows(file, [2, 5])).toBe('\uFEFFtitle;text\r\nOne;"a;\n""b"""\r\nThree;\'=1+1');
  });

  test('hold what was mended, below the headings wherever they stand', () => {
    const text = 'sep=;\nMy homes\n\nName;Notes\nOne;x\nTwo;y\n';
    const edits = new Map([[5, { title: 'Two, mended', city: 'Makati' }]]);
    const file = { text, edits, report: reportOf(['title', null], 3) };
    expect(pickRows(file, [4, 5])).toBe('\uFEFFName;Notes;city\r\nOne;x\r\nTwo, mended;y;Makati');
  });
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
