import { crc32 } from 'node:zlib';
import { escapeHtml } from '#shared/writtenText.ts';

/** A day, as workbooks count them. */
export interface WorkbookDay {
  serial: number;
}

type WorkbookCell = string | number | boolean | null | WorkbookDay | { formula: string; value: string };

/** Text in the table of texts, numbers, truths, days and values of formulas, as Excel writes them. */
function sheetXml(rows: readonly (readonly WorkbookCell[])[], texts: string[]): string {
  const cellXml = (cell: WorkbookCell, place: string) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
    if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
    if ('serial' in cell) return `<c r="${place}" s="1"><v>${cell.serial}</v></c>`;
    const isError = cell.value.startsWith('#');
    return `<c r="${place}" t="${isError ? 'e' : 'str'}"><f>${escapeHtml(cell.formula)}</f><v>${escapeHtml(cell.value)}</v></c>`;
  };
  const lines = rows.flatMap((row, at) => {
    const cells = row
      .map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`))
      .join('');
    return cells === '' ? [] : [`<row r="${at + 1}">${cells}</row>`];
  });
  const space = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return `<?xml version="1.0"?><worksheet xmlns="${space}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** A workbook with the sheets, of at most 26 columns. */
export function buildWorkbook(sheets: readonly (readonly (readonly WorkbookCell[])[])[]): Uint8Array<ArrayBuffer> {
  const texts: string[] = [];
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const space = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheetFiles = sheets.map(
    (rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows, texts)] as const,
  );
  return zip([
    ...sheetFiles,
    [
      'xl/workbook.xml',
      `<workbook xmlns="${space}" xmlns:r="${relations}"><sheets>${sheets
        .map((_rows, at) => `<sheet name="Sheet${at + 1}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
        .map(
          (_rows, at) =>
            `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${space}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
    [
      'xl/sharedStrings.xml',
      `<sst xmlns="${space}">${texts.map((text) => `<si><t xml:space="preserve">${escapeHtml(text)}</t></si>`).join('')}</sst>`,
    ],
  ]);
}

/** An archive without compression. */
function zip(files: readonly (readonly [name: string, text: string])[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), facts, path, content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const central = [Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), facts, place, path];
    directory.push(Buffer.concat(central));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.set([0x50, 0x4b, 5, 6]);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, index, end]));
}
