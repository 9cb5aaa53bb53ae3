import pLimit from 'p-limit';
import { type LOCK, Op, Transaction } from 'sequelize';
import { isOutboundOpen } from '#server/context.ts';
import type { PropertyModel } from '#server/db/models.ts';
import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireAccess } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, type Fault, InvalidInputError } from '#server/http/errors.ts';
import { faultOf } from '#server/http/request.ts';
import type { Translate, Words } from '#server/languages.ts';
import { OutsidePictureError } from '#server/media/outside.ts';
import { MAX_ID } from '#shared/contracts/common.ts';
import {
  type ImportBody,
  type ImportReport,
  type importActions,
  type PropertyChanges,
  propertyDraft,
} from '#shared/contracts/propertyWrites.ts';
import { type Message, msg } from '#shared/messages.ts';
import { csvColumns, ownReferenceOf } from '#shared/propertyCsv.ts';
import { columnAt, columns, readList } from '../csvColumns.ts';
import { type ImportFile, type ImportRecord, readImportFile } from '../importFile.ts';
import { findChanges, insertListings, type NewListing, updateListings } from '../writes.ts';
import { findBuildingNamed } from './buildings.ts';
import { describeImages, findUnstored, isOutside, lockImages, NOT_STORED, readAddress } from './pictures.ts';

/** Stores a file of listings in one transaction. @throws {ApiError} 422: mode 'all' and a bad row, or no good row. */
export async function importListings(
  context: ServerContext,
  caller: SignedInUser,
  { mode = 'all', dry_run, ...given }: ImportBody,
  t: Translate,
): Promise<ImportReport> {
  const file = readImportFile(given);
  const checked = file.problems.length > 0 ? [] : await checkRows(context, file.records);
  const rows = await planRows(context, caller.id, checked);
  const report = reportOn(file, rows, t);
  if (mode === 'check' || dry_run) return report;
  const { bad, good } = report.counts;
  if (good === 0 || (mode === 'all' && bad > 0)) throw refusalOf(file, rows, report.counts, t);
  const stored = await storeRows(context, caller, checked);
  // The report of the stored rows: another import may have finished meanwhile.
  const done = reportOn(file, stored, t);
  return { ...done, imported: done.actions.create + done.actions.update };
}

function reportOn({ problems, unknown, leftOut }: ImportFile, rows: readonly PlannedRow[], t: Translate) {
  const actions = { create: 0, update: 0, unchanged: 0, refuse: 0 };
  for (const { action } of rows) actions[action] += 1;
  return {
    problems: problems.map((problem) => t(problem)),
    columns: { unknown, leftOut },
    rows: rows.map(({ record: { row, cells }, action, changes, issues }) => ({
      row,
      title: cells.get('title') ?? '',
      city: cells.get('city') ?? '',
      price: cells.get('price') ?? '',
      reference: cells.get('reference') ?? '',
      action,
      changes: changes.map(([name]) => (name === 'building_id' ? 'building' : name)),
      issues: issues.map(({ column, message }) => ({ column, message: sayIssue(t, message) })),
    })),
    counts: { rows: rows.length, good: rows.length - actions.refuse, bad: actions.refuse },
    actions,
    imported: 0,
  };
}

function refusalOf(
  { problems }: ImportFile,
  checked: readonly CheckedRow[],
  { bad, rows }: ImportReport['counts'],
  t: Translate,
): ApiError {
  const message =
    problems[0] ?? msg('{bad} of {rows} rows cannot be imported. Nothing was imported.', { bad, rows });
  const issues = [
    ...problems.map((problem) => ({ path: 'csv', message: problem })),
    ...checked.flatMap(({ record: { row }, issues: found }) =>
      found.map((issue) => ({
        path: issue.column ? `rows.${row}.${issue.column}` : `rows.${row}`,
        message: msg('Row {row}: {message}', { row, message: sayIssue(t, issue.message) }),
      })),
    ),
  ];
  return new ApiError('unprocessable', message, 'import_refused', { issues });
}

/** In one transaction, planned from the caller's listings at that time. */
async function storeRows(context: ServerContext, caller: SignedInUser, checked: readonly CheckedRow[]) {
  const images = [...new Set(checked.flatMap(({ draft }) => draft?.images ?? []))];
  return context.db.transaction(async () => {
    // The account's lock serializes an agent's imports, so that references stay unique.
    requireAccess('agent', await lockCaller(context, caller));
    const rows = await planRows(context, caller.id, checked, Transaction.LOCK.NO_KEY_UPDATE);
    await lockImages(context, { images }, {});
    const updates = rows.flatMap(({ listing, changed }) =>
      listing && changed ? [{ listing, changes: changed }] : [],
    );
    await updateListings(context, caller, updates);
    const drafts = rows.flatMap(({ action, draft }) =>
      action === 'create' && draft ? [{ ...draft, feed_images: draft.images }] : [],
    );
    // Lists show the newest first: stored in reverse, the listings appear in the file's order.
    if (drafts.length > 0) await insertListings(context, caller, drafts.toReversed());
    return rows;
  });
}

interface PlannedRow extends CheckedRow {
  action: (typeof importActions)[number];
  listing?: PropertyModel;
  changed?: FeedChanges;
  changes: readonly [string, unknown][];
}

type FeedChanges = Omit<PropertyChanges, 'image_descriptions'> &
  Partial<Pick<NewListing, 'image_descriptions' | 'feed_images'>>;

/** The action of each row: listings of the agent with its reference are changed, other rows are new. */
async function planRows(context: ServerContext, agentId: number, rows: readonly CheckedRow[], lock?: LOCK) {
  const listings = await findNamed(context, agentId, rows, lock);
  const byReference = new Map(listings.map((listing) => [listing.reference, listing]));
  const byId = new Map(listings.map((listing) => [ownReferenceOf(listing.id), listing]));
  const seen = new Map<string | PropertyModel, number>();
  return rows.map((row): PlannedRow => {
    const { draft, record } = row;
    if (!draft) return { ...row, action: 'refuse', changes: [] };
    const reference = draft.reference ?? null;
    const listing = reference === null ? undefined : (byReference.get(reference) ?? byId.get(reference));
    const name = listing ?? reference;
    const first = name === null ? undefined : seen.get(name);
    if (first !== undefined) {
      const message = msg('Row {row} has the same reference', { row: first });
      const issues = [{ column: 'reference', message }];
      return { ...row, draft: null, issues, action: 'refuse', changes: [] };
    }
    if (name !== null) seen.set(name, record.row);
    if (!listing) return { ...row, action: 'create', changes: [] };
    const changed = changesOf(listing, draft, record);
    const changes = findChanges(listing, changed).filter(([field]) => field !== 'feed_images');
    if (changes.length === 0) return { ...row, action: 'unchanged', changes };
    return { ...row, action: 'update', listing, changed, changes };
  });
}

/** In the order of their ids, the common order of locks. */
async function findNamed({ db }: ServerContext, agentId: number, rows: readonly CheckedRow[], lock?: LOCK) {
  const references = rows.flatMap(({ draft }) => draft?.reference ?? []);
  if (references.length === 0) return [];
  const ids = references
    .map((reference) => Number(/^silong-([1-9]\d{0,9})$/.exec(reference)?.[1] ?? 0))
    .filter((id) => id > 0 && id <= MAX_ID);
  const named = [{ reference: references }, ...(ids.length > 0 ? [{ id: ids }] : [])];
  return db.models.Property.findAll({
    where: { agent_id: agentId, [Op.or]: named },
    order: [['id', 'ASC']],
    ...(lock && { lock }),
  });
}

/**
 * The changes of a row to an existing listing: columns missing in the file, or empty with a default in the form, stay.
 * Pictures stay if the file names the same addresses as before: they are stored here by now, or chosen by the agent.
 */
function changesOf(listing: PropertyModel, draft: NewListing, { cells }: ImportRecord): FeedChanges {
  const changes: Draft = {};
  const isSame = (images: readonly string[] | null) => JSON.stringify(images) === JSON.stringify(draft.images);
  for (const name of csvColumns) {
    const cell = cells.get(name);
    const { path, read } = columns[name];
    if (cell === undefined || name === 'reference') continue;
    if (name === 'building') {
      if (cell !== '') changes.building_id = draft.building_id;
    } else if (name === 'images') {
      if (draft.images.length > 0 && !isSame(listing.images) && !isSame(listing.feed_images ?? null))
        Object.assign(changes, { images: draft.images, feed_images: draft.images });
    } else if (name === 'image_descriptions') {
      // With fetched or reordered pictures the file's places do not match.
      if (cell !== '' && (isSame(listing.images) || changes.images))
        changes.image_descriptions = draft.image_descriptions;
    } else if (read(cell) !== undefined) setAt(changes, path, valueAt(draft, path));
  }
  return changes as FeedChanges;
}

interface RowIssue {
  /** Null: the row as a whole. */
  column: string | null;
  /** A sentence that may contain another one. */
  message: Words;
}

const sayIssue = (t: Translate, { id, values }: Words): string => t(id, values);

interface CheckedRow {
  record: ImportRecord;
  draft: NewListing | null;
  issues: RowIssue[];
}

const OVERLONG: RowIssue = {
  column: null,
  message: msg('There are more cells than headings. Put text that contains a comma in quotation marks.'),
};

/** Validates every row by the contract of a new listing; of pictures on other servers only the host is resolved. */
async function checkRows(context: ServerContext, records: readonly ImportRecord[]): Promise<CheckedRow[]> {
  const rows = records.map((record) => checkRow(context, record));
  const images = rows.flatMap(({ draft }) => draft?.images ?? []);
  const problems = await findHiddenSites(context, images.filter(isOutside));
  for (const address of await findUnstored(context, images)) problems.set(address, NOT_STORED);
  const checked: CheckedRow[] = [];
  for (const row of rows) checked.push(await withBuilding(context, withoutBadImages(row, problems)));
  return checked;
}

/** The building by its name, among the buildings of the listing's city. */
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

/** @returns the problem of an address's host, by address. */
async function findHiddenSites(context: ServerContext, addresses: readonly string[]) {
  const signal = AbortSignal.timeout(LOOK_UP_LIMIT_MS);
  const atOnce = pLimit(LOOK_UPS_AT_ONCE);
  const hosts = [...new Map(addresses.map((address) => [new URL(address).host, address]))];
  const problems = new Map<string, Message>();
  const lookUp = async ([host, address]: [string, string]) => {
    try {
      await context.outsidePictures.requirePublic(address, signal);
    } catch (error) {
      if (!(error instanceof OutsidePictureError)) throw error;
      // Outgoing requests are off now; the host is checked when its pictures are fetched.
      if (error.isTemporary && !isOutboundOpen(context)) return;
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

function checkRow(context: ServerContext, record: ImportRecord): CheckedRow {
  // The cells stand under wrong headings: further issues would mislead.
  if (record.beyond === 'filled') return { record, draft: null, issues: [OVERLONG] };
  const given: Draft = {};
  for (const [name, cell] of record.cells) {
    const value = columns[name].read(cell);
    if (value !== undefined) setAt(given, columns[name].path, value);
  }
  const { data, error } = propertyDraft.safeParse(given);
  const issues = (error?.issues ?? []).map((issue) => describeIssue(faultOf(issue, 'csv')));
  const images = readList(record.cells.get('images') ?? '')
    .filter(Boolean)
    .map((image, at) => readImage(context, image, at));
  issues.push(...images.flatMap(({ issue }) => (issue ? [issue] : [])));
  if (issues.length > 0 && record.beyond === 'empty') issues.unshift(OVERLONG);
  if (!data || issues.length > 0) return { record, draft: null, issues: withoutRepeats(issues) };
  const addresses = images.flatMap(({ address }) => (address ? [address] : []));
  try {
    const image_descriptions = describeImages(addresses, data.image_descriptions);
    return { record, draft: { ...data, images: [...new Set(addresses)], image_descriptions }, issues: [] };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { record, draft: null, issues: [{ column: 'image_descriptions', message: error.sentence }] };
  }
}

interface Draft {
  [name: string]: unknown;
}

function setAt(draft: Draft, path: string, value: unknown): void {
  const parents = path.split('.');
  const field = parents.pop() ?? path;
  let part = draft;
  for (const parent of parents) {
    part[parent] ??= {};
    part = part[parent] as Draft;
  }
  part[field] = value;
}

const valueAt = (draft: NewListing, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Draft | null)?.[name], draft);

function describeIssue({ path, message }: Fault): RowIssue {
  const column = columnAt(path);
  return { column: column ?? null, message: (column && columns[column].sentence) ?? message };
}

function readImage(context: ServerContext, image: string, at: number) {
  try {
    return { address: readAddress(context, image, { field: 'images', at }) };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { issue: imageIssue(at, error.sentence) };
  }
}

function imageIssue(at: number, reason: Message): RowIssue {
  return { column: 'images', message: msg('Image {number}: {reason}', { number: at + 1, reason }) };
}

function withoutBadImages(row: CheckedRow, problems: ReadonlyMap<string, Message>): CheckedRow {
  const issues = (row.draft?.images ?? []).flatMap((address, at) => {
    const problem = problems.get(address);
    return problem ? [imageIssue(at, problem)] : [];
  });
  return issues.length > 0 ? { ...row, draft: null, issues } : row;
}

const withoutRepeats = (issues: readonly RowIssue[]): RowIssue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify([issue.column, issue.message]), issue])).values(),
];
