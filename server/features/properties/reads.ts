import type { Database } from '#server/db/connection.ts';
import { placeholders, readRecords } from '#server/db/rows.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { PUBLIC_ONLY } from './policy.ts';
import { presentProperty } from './presenter.ts';
import { fullListing, type ListingRow } from './rows.ts';

/** One listing, hidden or not: the caller asks the policy. */
export async function readListing(db: Database, id: number): Promise<ListingRow | undefined> {
  const [row] = await readRecords<ListingRow>(
    db,
    `SELECT ${fullListing.columns(db.dialect)} FROM ${fullListing.from} WHERE p.id = $1`,
    [id],
  );
  return row;
}

/** Those of the listings that are public, in the order of `ids`. */
export async function readPublicListings(db: Database, ids: readonly number[]): Promise<Property[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await readRecords<ListingRow>(
    db,
    `SELECT ${fullListing.columns(db.dialect)} FROM ${fullListing.from}
    WHERE p.id IN (${placeholders(wanted, 1)}) AND ${PUBLIC_ONLY}`,
    wanted,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap((id) => {
    const row = byId.get(id);
    return row ? [presentProperty(row)] : [];
  });
}
