import pLimit from 'p-limit';
import Papa from 'papaparse';
import { lockCaller } from '#server/features/auth/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireAccess, type SignedInUser } from '#server/http/access.ts';
import { unguardCell, withoutByteOrderMark } from '#server/http/csv.ts';
import { ApiError, type Fault, InvalidInputError } from '#server/http/errors.ts';
import { faultOf } from '#server/http/routing.ts';
import { OutsidePictureError } from '#server/media/outside.ts';
import type { ImportBody, ImportReport } from '#shared/contracts/propertyWrites.ts';
import { type PropertyDraft, propertyDraft } from '#shared/contracts/propertyWrites.ts';
import { english, type Message, msg } from '#shared/messages.ts';
import {
  type CsvColumn,
  csvColumns,
  csvMessages,
  csvSeparatorOf,
  informationColumns,
  MAX_CSV_ROWS,
  requiredCsvColumns,
} from '#shared/propertyCsv.ts';
import { findBuildingNamed } from './buildings.ts';
import { columnAt, columns, readList } from './csvColumns.ts';
import { findUnstored, isOutside, lockImages, NOT_STORED, readAddress } from './pictures.ts';
import { insertListings } from './write.ts';

/**
 * Checks a file of listings and, unless only that is asked for, posts them all in one transaction.
 * @throws {ApiError} 422 with every issue: 'all' and a row is bad, or there is nothing good in it.
 */
export async function importListings(
  context: ServerContext,
  caller: SignedInUser,
  { csv, mode }: ImportBody,
): Promise<ImportReport> {
  const file = readImportFile(csv);
  const rows = file.problems.length > 0 ? [] : await checkRows(context, file.records);
  const drafts = rows.map(({ draft }) => draft).filter((draft) => draft !== null);
  const report = reportOn(file, rows);
  if (mode === 'check') return report;
  if (drafts.length === 0 || (mode === 'all' && drafts.length < rows.length))
    throw refusalOf(file, rows, report.counts);
  await postListings(context, caller, drafts);
  return { ...report, imported: drafts.length };
}

function reportOn({ problems, unknown, leftOut }: ImportFile, rows: readonly CheckedRow[]): ImportReport {
  const good = rows.filter(({ draft }) => draft !== null).length;
  return {
    problems: problems.map((problem) => english(problem)),
    columns: { unknown, leftOut },
    rows: rows.map(({ record: { row, cells }, issues }) => ({
      row,
      title: cells.get('title') ?? '',
      city: cells.get('city') ?? '',
      price: cells.get('price') ?? '',
      issues: issues.map(({ column, message }) => ({ column, message: english(message) })),
    })),
    counts: { rows: rows.length, good, bad: rows.length - good },
    imported: 0,
  };
}

function refusalOf(
  { problems }: ImportFile,
  checked: readonly CheckedRow[],
  { bad, rows }: ImportReport['counts'],
): ApiError {
  const message =
    problems[0] ?? msg('{bad} of {rows} rows cannot be imported. Nothing was imported.', { bad, rows });
  const issues = [
    ...problems.map((problem) => ({ path: 'csv', message: problem })),
    ...checked.flatMap(({ record: { row }, issues: found }) =>
      found.map((issue) => ({
        path: issue.column ? `rows.${row}.${issue.column}` : `rows.${row}`,
        message: msg('Row {row}: {message}', { row, message: english(issue.message) }),
      })),
    ),
  ];
  return new ApiError('unprocessable', message, 'import_refused', { issues });
}

async function postListings(
  context: ServerContext,
  caller: SignedInUser,
  drafts: readonly PropertyDraft[],
): Promise<void> {
  const images = [...new Set(drafts.flatMap((draft) => draft.images))];
  // Lists show the newest first, and what is posted last is the newest: so they show the file's order.
  const lastFirst = drafts.toReversed();
  await context.db.transaction(async () => {
    requireAccess('agent', await lockCaller(context, caller));
    await lockImages(context, { images }, {});
    await insertListings(context, caller, lastFirst);
  });
}

interface RowIssue {
  /** Null where the row as a whole is meant. */
  column: string | null;
  message: Message;
}

interface CheckedRow {
  record: CsvRecord;
  /** Null: it has issues. */
  draft: PropertyDraft | null;
  issues: RowIssue[];
}

const OVERLONG: RowIssue = {
  column: null,
  message: msg('There are more cells than headings. Put text that contains a comma in quotation marks.'),
};

/**
 * Holds every row against the contract of a new listing. Uploaded pictures are looked for in one query; of those on other
 * servers only the host is looked up, as fetching hundreds would keep the caller waiting: that is done after the import.
 */
async function checkRows(context: ServerContext, records: readonly CsvRecord[]): Promise<CheckedRow[]> {
  const rows = records.map((record) => checkRow(context, record));
  const images = rows.flatMap(({ draft }) => draft?.images ?? []);
  const problems = await findHiddenSites(context, images.filter(isOutside));
  for (const address of await findUnstored(context, images)) problems.set(address, NOT_STORED);
  const checked: CheckedRow[] = [];
  for (const row of rows) checked.push(await withBuilding(context, withoutBadImages(row, problems)));
  return checked;
}

/** The building by its name, of those that are known in the listing's city. */
async function withBuilding(context: ServerContext, row: CheckedRow): Promise<CheckedRow> {
  const name = row.record.cells.get('building') ?? '';
  if (!row.draft || name === '') return row;
  const building = await findBuildingNamed(context, name, row.draft.location);
  if (building) return { ...row, draft: { ...row.draft, building_id: building.id } };
  const message = msg(
    'There is no building called "{name}" in {city}. Add it in a listing’s form first, or leave the cell empty.',
    { name, city: row.draft.location.city },
  );
  return { ...row, draft: null, issues: [{ column: 'building', message }] };
}

const MAX_SITES = 50;
const LOOK_UPS_AT_ONCE = 10;
const LOOK_UP_LIMIT_MS = 20_000;

/** @returns by address why its host cannot be asked for a picture. */
async function findHiddenSites(
  { outsidePictures }: ServerContext,
  addresses: readonly string[],
): Promise<Map<string, Message>> {
  const signal = AbortSignal.timeout(LOOK_UP_LIMIT_MS);
  const atOnce = pLimit(LOOK_UPS_AT_ONCE);
  const hosts = [...new Map(addresses.map((address) => [new URL(address).host, address]))];
  const problems = new Map<string, Message>();
  const lookUp = async ([host, address]: [string, string]) => {
    try {
      await outsidePictures.requirePublic(address, signal);
    } catch (error) {
      if (!(error instanceof OutsidePictureError)) throw error;
      problems.set(host, error.sentence);
    }
  };
  for (const [host] of hosts.slice(MAX_SITES))
    problems.set(host, msg('A file can use images from at most {max} sites', { max: MAX_SITES }));
  await Promise.all(hosts.slice(0, MAX_SITES).map((host) => atOnce(() => lookUp(host))));
  return new Map(
    addresses.flatMap((address) => {
      const problem = problems.get(new URL(address).host);
      return problem ? [[address, problem]] : [];
    }),
  );
}

function checkRow(context: ServerContext, record: CsvRecord): CheckedRow {
  // Its cells stand under the wrong headings: what else they say would only mislead.
  if (record.beyond === 'filled') return { record, draft: null, issues: [OVERLONG] };
  const { data, error } = propertyDraft.safeParse(readDraft(record.cells));
  const issues = (error?.issues ?? []).map((issue) => describeIssue(faultOf(issue, 'csv')));
  const images = readList(record.cells.get('images') ?? '')
    .filter(Boolean)
    .map((image, at) => readImage(context, image, at));
  issues.push(...images.flatMap(({ issue }) => (issue ? [issue] : [])));
  if (issues.length > 0 && record.beyond === 'empty') issues.unshift(OVERLONG);
  if (!data || issues.length > 0) return { record, draft: null, issues: withoutRepeats(issues) };
  const addresses = new Set(images.flatMap(({ address }) => (address ? [address] : [])));
  return { record, draft: { ...data, images: [...addresses] }, issues: [] };
}

interface Draft {
  [name: string]: unknown;
}

/** The cells as the body of the call that posts one listing; what the file leaves out is left out. */
function readDraft(cells: CsvRecord['cells']): Draft {
  const draft: Draft = {};
  for (const [name, cell] of cells) {
    const { path, read } = columns[name];
    const value = read(cell);
    if (value === undefined) continue;
    const parents = path.split('.');
    const field = parents.pop() ?? path;
    let part = draft;
    for (const parent of parents) {
      part[parent] ??= {};
      part = part[parent] as Draft;
    }
    part[field] = value;
  }
  return draft;
}

function describeIssue({ path, message }: Fault): RowIssue {
  const column = columnAt(path);
  return { column: column ?? null, message: (column && columns[column].sentence) ?? message };
}

function readImage(
  context: ServerContext,
  image: string,
  at: number,
): { address?: string; issue?: RowIssue } {
  try {
    return { address: readAddress(context, image, { field: 'images', at }) };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { issue: imageIssue(at, error.sentence) };
  }
}

function imageIssue(at: number, reason: Message): RowIssue {
  const message = msg('Image {number}: {reason}', { number: at + 1, reason: english(reason) });
  return { column: 'images', message };
}

function withoutBadImages(row: CheckedRow, problems: ReadonlyMap<string, Message>): CheckedRow {
  const issues = (row.draft?.images ?? []).flatMap((address, at) => {
    const problem = problems.get(address);
    return problem ? [imageIssue(at, problem)] : [];
  });
  return issues.length > 0 ? { ...row, draft: null, issues } : row;
}

function withoutRepeats(issues: readonly RowIssue[]): RowIssue[] {
  return [...new Map(issues.map((issue) => [`${issue.column} ${english(issue.message)}`, issue])).values()];
}

interface CsvRecord {
  /** As spreadsheets count: the headings are row 1. */
  row: number;
  cells: ReadonlyMap<CsvColumn, string>;
  /** Cells beyond the last heading: in a row that has some, a comma may have parted a text. */
  beyond: 'none' | 'empty' | 'filled';
}

interface ImportFile {
  /** What is wrong with the file as a whole, in sentences for people. */
  problems: Message[];
  unknown: string[];
  leftOut: CsvColumn[];
  records: CsvRecord[];
}

const NOTHING = { unknown: [], leftOut: [], records: [] };

/** What stands in a CSV file, read but not judged yet. A spreadsheet may have parted it by semicolons or tabs. */
function readImportFile(csv: string): ImportFile {
  const text = withoutByteOrderMark(csv);
  if (text.trim() === '') return { ...NOTHING, problems: [msg('The file is empty.')] };
  if (text.includes('\uFFFD')) return { ...NOTHING, problems: [csvMessages.unreadable] };
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: csvSeparatorOf(text) });
  const [fault] = errors;
  if (fault) return { ...NOTHING, problems: [quoteProblem(fault)] };
  const [header = [], ...lines] = data;
  const headings = header.map((heading) => ({ heading: heading.trim(), name: readHeading(heading) }));
  const names = headings.map(({ name }) => name);
  const records = lines.flatMap((line, at) => (isBlank(line) ? [] : [readRecord(line, at + 2, names)]));
  const isListing = csvColumns.some((name) => names.includes(name));
  return {
    problems: isListing
      ? [...headingProblems(names), ...sizeProblems(records.length)]
      : [
          msg('The first row must contain the column names: at least {columns}.', {
            columns: requiredCsvColumns.join(', '),
          }),
        ],
    unknown: headings.flatMap(({ heading, name }) => (name === null && heading !== '' ? [heading] : [])),
    leftOut: csvColumns.filter((name) => !names.includes(name) && !isRequired(name)),
    records,
  };
}

function quoteProblem({ code, row = 0 }: Papa.ParseError): Message {
  return code === 'MissingQuotes'
    ? msg('Row {row}: a cell starts with a quotation mark that is never closed.', { row: row + 1 })
    : msg('Row {row}: write a quotation mark inside a cell twice ("").', { row: row + 1 });
}

/** 'Listing Type' is listing_type. Null: it means nothing here, or is only told by exports. */
function readHeading(heading: string): CsvColumn | 'information' | null {
  const name = heading
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '');
  if (informationColumns.some((known) => known === name)) return 'information';
  return csvColumns.find((known) => known === name) ?? null;
}

function isRequired(name: CsvColumn): boolean {
  return requiredCsvColumns.some((required) => required === name);
}

const isBlank = (line: readonly string[]) => line.every((cell) => cell.trim() === '');

type Heading = ReturnType<typeof readHeading>;

function readRecord(line: readonly string[], row: number, names: readonly Heading[]): CsvRecord {
  const cells = new Map<CsvColumn, string>();
  for (const [at, name] of names.entries())
    if (name !== null && name !== 'information') cells.set(name, unguardCell((line[at] ?? '').trim()));
  const rest = line.slice(names.length);
  return { row, cells, beyond: rest.length === 0 ? 'none' : isBlank(rest) ? 'empty' : 'filled' };
}

function headingProblems(names: readonly Heading[]): Message[] {
  const missing = requiredCsvColumns.filter((name) => !names.includes(name));
  const doubled = csvColumns.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  return [
    ...missingProblem(missing),
    ...doubled.map((name) => msg('The column "{name}" appears more than once.', { name })),
  ];
}

function missingProblem(missing: readonly CsvColumn[]): Message[] {
  if (missing.length === 0) return [];
  const values = { count: missing.length, columns: missing.join(', ') };
  return [
    msg(
      '{count, plural, one {The column "{columns}" is missing.} other {These columns are missing: {columns}.}}',
      values,
    ),
  ];
}

function sizeProblems(rows: number): Message[] {
  if (rows === 0) return [msg('There are no properties below the headings.')];
  if (rows <= MAX_CSV_ROWS) return [];
  return [
    msg('The file has {rows} properties. You can import at most {max} at once.', {
      rows,
      max: MAX_CSV_ROWS,
    }),
  ];
}
