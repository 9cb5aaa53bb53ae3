import { lockCaller } from '#server/features/auth/credentials.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireAccess, type SignedInUser } from '#server/http/access.ts';
import { ApiError } from '#server/http/errors.ts';
import type { ImportBody, ImportReport } from '#shared/contracts/propertyTools.ts';
import type { PropertyDraft } from '#shared/contracts/propertyWrites.ts';
import { lockImages } from '../write/pictures.ts';
import { insertListings } from '../write/steps.ts';
import { type ImportFile, readImportFile } from './importFile.ts';
import { type CheckedRow, checkRows } from './importRows.ts';

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
  if (drafts.length === 0 || (mode === 'all' && drafts.length < rows.length)) throw refusalOf(report);
  await postListings(context, caller, drafts);
  return { ...report, imported: drafts.length };
}

function reportOn({ problems, unknown, leftOut }: ImportFile, rows: readonly CheckedRow[]): ImportReport {
  const good = rows.filter(({ draft }) => draft !== null).length;
  return {
    problems,
    columns: { unknown, leftOut },
    rows: rows.map(({ record: { row, cells }, issues }) => ({
      row,
      title: cells.get('title') ?? '',
      city: cells.get('city') ?? '',
      price: cells.get('price') ?? '',
      issues,
    })),
    counts: { rows: rows.length, good, bad: rows.length - good },
    imported: 0,
  };
}

function refusalOf({ problems, rows, counts }: ImportReport): ApiError {
  const message =
    problems[0] ?? `${counts.bad} of ${counts.rows} rows cannot be imported. Nothing was imported.`;
  const issues = [
    ...problems.map((problem) => ({ path: 'csv', message: problem })),
    ...rows.flatMap(({ row, issues: found }) =>
      found.map((issue) => ({
        path: issue.column ? `rows.${row}.${issue.column}` : `rows.${row}`,
        message: `Row ${row}: ${issue.message}`,
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
  const { db, bus } = context;
  const images = [...new Set(drafts.flatMap((draft) => draft.images))];
  // Lists show the newest first, and what is posted last is the newest: so they show the file's order.
  const lastFirst = drafts.toReversed();
  const propertyIds = await db.transaction(async (transaction) => {
    requireAccess('agent', await lockCaller(context, caller, transaction));
    await lockImages(context, images, [], transaction);
    return insertListings(context, caller, lastFirst, transaction);
  });
  for (const propertyId of propertyIds) bus.publish('listingChanged', { propertyId });
  const [only, ...others] = propertyIds;
  if (only === undefined) return;
  if (others.length === 0) bus.publish('listingCreated', { propertyId: only });
  else bus.publish('listingsImported', { agentId: caller.id, propertyIds });
}
