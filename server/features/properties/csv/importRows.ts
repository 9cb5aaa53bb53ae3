import type { ServerContext } from '#server/features/context.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import type { ImportIssue } from '#shared/contracts/propertyTools.ts';
import { type PropertyDraft, propertyDraft } from '#shared/contracts/propertyWrites.ts';
import type { CsvColumn } from '#shared/propertyCsv.ts';
import { findUnstored, NOT_STORED, readAddress } from '../write/pictures.ts';
import { columnAt, columns, readList } from './columns.ts';
import type { CsvRecord } from './importFile.ts';

export interface CheckedRow {
  record: CsvRecord;
  /** Null: it has issues. */
  draft: PropertyDraft | null;
  issues: ImportIssue[];
}

const OVERLONG: ImportIssue = {
  column: null,
  message: 'There are more cells than headings. Text with a comma in it must stand in quotation marks.',
};

/** Holds every row against the contract of a new listing. Pictures are looked for in one query. */
export async function checkRows(
  context: ServerContext,
  records: readonly CsvRecord[],
): Promise<CheckedRow[]> {
  const rows = records.map(checkRow);
  const unstored = await findUnstored(
    context,
    rows.flatMap(({ draft }) => draft?.images ?? []),
  );
  return rows.map((row) => withoutUnstored(row, unstored));
}

function checkRow(record: CsvRecord): CheckedRow {
  // Its cells stand under the wrong headings: what else they say would only mislead.
  if (record.beyond === 'filled') return { record, draft: null, issues: [OVERLONG] };
  const { data, error } = propertyDraft.safeParse(readDraft(record.cells));
  const issues = (error?.issues ?? []).map(({ path, message }) => describeIssue(path.join('.'), message));
  const images = readList(record.cells.get('images') ?? '')
    .filter(Boolean)
    .map(readImage);
  issues.push(...images.flatMap(({ issue }) => (issue ? [issue] : [])));
  if (issues.length > 0 && record.beyond === 'empty') issues.unshift(OVERLONG);
  if (!data || issues.length > 0) return { record, draft: null, issues: withoutRepeats(issues) };
  const addresses = new Set(images.flatMap(({ address }) => (address ? [address] : [])));
  return { record, draft: { ...data, images: [...addresses] }, issues: [] };
}

/** The cells as the body of the call that posts one listing; what the file leaves out is left out. */
function readDraft(cells: CsvRecord['cells']): unknown {
  const value = (name: CsvColumn): unknown => {
    const cell = cells.get(name);
    return cell === undefined ? undefined : columns[name].read(cell);
  };
  const coordinates = { lat: value('latitude'), lng: value('longitude') };
  const hasCoordinates = coordinates.lat !== undefined || coordinates.lng !== undefined;
  return {
    title: value('title'),
    description: value('description'),
    price: value('price'),
    type: value('type'),
    listing_type: value('listing_type'),
    status: value('status'),
    location: {
      address: value('address'),
      city: value('city'),
      province: value('province'),
      coordinates: hasCoordinates ? coordinates : null,
    },
    details: {
      bedrooms: value('bedrooms'),
      bathrooms: value('bathrooms'),
      area_sqm: value('area_sqm'),
      furnished: value('furnished'),
      floor_level: value('floor_level'),
      parking_slots: value('parking_slots'),
    },
    images: value('images'),
    features: value('features'),
  };
}

function describeIssue(path: string, message: string): ImportIssue {
  const column = columnAt(path);
  return { column: column ?? null, message: (column && columns[column].sentence) ?? message };
}

function readImage(image: string, at: number): { address?: string; issue?: ImportIssue } {
  try {
    return { address: readAddress(image, at) };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { issue: { column: 'images', message: `Image ${at + 1}: ${error.message}` } };
  }
}

function withoutUnstored(row: CheckedRow, unstored: ReadonlySet<string>): CheckedRow {
  const issues = (row.draft?.images ?? []).flatMap((address, at) =>
    unstored.has(address) ? [{ column: 'images', message: `Image ${at + 1}: ${NOT_STORED}` }] : [],
  );
  return issues.length > 0 ? { ...row, draft: null, issues } : row;
}

function withoutRepeats(issues: readonly ImportIssue[]): ImportIssue[] {
  return [...new Map(issues.map((issue) => [`${issue.column} ${issue.message}`, issue])).values()];
}
