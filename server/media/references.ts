import { QueryTypes, Transaction } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import type { Database } from '#server/db/connection.ts';
import { withoutDeadlines } from '#server/db/deadlines.ts';
import { hashOfAddress } from './store.ts';

/** Every column with addresses of pictures: pictures named in none of them may be deleted. */
export const pictureColumns = {
  lists: [
    { table: 'properties', column: 'images' },
    { table: 'properties', column: 'floor_plans' },
    { table: 'buildings', column: 'floor_plans' },
  ],
  single: [{ table: 'users', column: 'avatar_url' }],
} as const;

/** Pictures uploaded or used before a time that no row refers to, at most so many. */
export function findUnused(db: Database, before: Date, limit: number): Promise<string[]> {
  return readHashes(
    db,
    `SELECT hash FROM media WHERE created_at < :before EXCEPT SELECT hash FROM (${usedHashes(db)}) used LIMIT :limit`,
    { before, limit },
  );
}

/** The hashes that a row refers to. */
export function findUsed(db: Database, hashes: readonly string[]): Promise<string[]> {
  return readHashes(db, `SELECT DISTINCT hash FROM (${usedHashes(db)}) used WHERE hash IN (:hashes)`, {
    hashes,
  });
}

/**
 * A SELECT of all referenced `hash`es, also in addresses with a host name or a width.
 * @param isThere whether the database has a column: an earlier version, before its upgrade, may lack it.
 */
export function usedHashes(
  { dialect }: Pick<Database, 'dialect'>,
  isThere: (table: string, column: string) => boolean = () => true,
): string {
  const addresses = [
    ...pictureColumns.lists
      .filter(({ table, column }) => isThere(table, column))
      .map(({ table, column }) =>
        dialect === 'sqlite'
          ? `SELECT item.value AS address FROM ${table} t, json_each(t.${column}) item`
          : `SELECT json_array_elements_text(${column}) AS address FROM ${table}`,
      ),
    ...pictureColumns.single.map(({ table, column }) => `SELECT ${column} AS address FROM ${table}`),
  ].join(' UNION ALL ');
  const start = dialect === 'sqlite' ? "instr(address, '/media/')" : "strpos(address, '/media/')";
  return `SELECT substr(address, ${start} + 7, 64) AS hash FROM (${addresses}) a WHERE address LIKE '%/media/%'`;
}

/** On a connection of its own: it reads all listings, and on SQLite the reads of requests share theirs. */
async function readHashes(
  { sequelize }: Database,
  sql: string,
  replacements: Record<string, unknown>,
): Promise<string[]> {
  const rows = await withoutDeadlines(() =>
    sequelize.transaction((transaction) =>
      sequelize.query<{ hash: string }>(sql, { type: QueryTypes.SELECT, replacements, transaction }),
    ),
  );
  return rows.map((row) => row.hash);
}

/**
 * To be called in every transaction that stores addresses of pictures. Locks their rows and renews their grace
 * period, which the clean-up checks when it marks them: either the clean-up is first and the picture is reported as
 * missing here, or the clean-up waits for this transaction and keeps the picture.
 * @returns the addresses of uploaded pictures that do not exist.
 */
export async function lockPictures(
  { db, now }: Pick<BaseContext, 'db' | 'now'>,
  addresses: readonly string[],
): Promise<string[]> {
  const hashes = addresses.map(hashOfAddress).filter((hash) => hash !== null);
  if (hashes.length === 0) return [];
  const rows = await db.models.Media.findAll({
    attributes: ['hash'],
    where: { hash: hashes, removed_at: null },
    // In a fixed order: two listings with the same pictures would otherwise deadlock.
    order: [['hash', 'ASC']],
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
  const held = new Set(rows.map((row) => row.hash));
  await db.models.Media.update({ created_at: now() }, { where: { hash: [...held] } });
  return addresses.filter((address) => {
    const hash = hashOfAddress(address);
    return hash !== null && !held.has(hash);
  });
}
