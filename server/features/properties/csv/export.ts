import type { ServerContext } from '#server/features/context.ts';
import { csvName, writeCsv } from '#server/http/csv.ts';
import { FileAnswer } from '#server/http/routing.ts';
import type { OwnExportQuery } from '#shared/contracts/propertyTools.ts';
import { csvColumns, informationColumns } from '#shared/propertyCsv.ts';
import { readOwnListings } from '../write/ownListings.ts';
import { columns, informationCells } from './columns.ts';

/** Every own listing that the filters let through, newest first, as a file that the import reads again. */
export async function exportListings(
  { db, now }: ServerContext,
  agentId: number,
  query: OwnExportQuery,
): Promise<FileAnswer> {
  const listings = await readOwnListings(db, agentId, query);
  const text = writeCsv(
    [...csvColumns, ...informationColumns],
    listings.map((listing) => [
      ...csvColumns.map((name) => columns[name].write(listing)),
      ...informationColumns.map((name) => informationCells[name](listing)),
    ]),
  );
  return new FileAnswer(text, 'text/csv', csvName('properties', now()));
}
