import type { Database } from '#server/db/connection.ts';
import { buildMigrator } from '#server/db/migrate.ts';
import type { Env } from '#server/env.ts';
import { SaidError } from '#server/languages.ts';
import { nameOfBytes } from '#server/media/sealing.ts';
import { openMediaStore } from '#server/media/service.ts';
import { hashBytes, type MediaStore } from '#server/media/store.ts';
import { msg } from '#shared/messages.ts';
import { type BackupManifest, RefusedBackupError, RowsDigest } from './archive.ts';
import { type BackupPiece, readBackup } from './readBackup.ts';
import { openScratch, type RestoreTarget } from './restoreTargets.ts';
import { describeTables, type PortableRow, quoteName, readTable, type Table, toParameter } from './tables.ts';

/**
 * Loads a backup beside the database in use, checks it there, and swaps the two. After an earlier failure the
 * database and its pictures are unchanged. From then on outgoing work is held back.
 * @param identities of age, for an encrypted backup.
 * @returns where the old database is kept; null: there was none.
 */
export async function restoreBackup(
  file: string,
  target: RestoreTarget,
  env: Pick<Env, 'objectStorage' | 'dataDir'>,
  identities: readonly string[] = [],
): Promise<string | null> {
  const pictures = new PictureLoader(await openMediaStore(env));
  try {
    const staged = await target.stage();
    await loadBackup(staged, readBackup(file, identities), pictures);
    await buildMigrator(staged).up();
    await holdOutbound(staged);
    return await target.swap();
  } catch (error) {
    await pictures.undo();
    throw error;
  }
}

/** The restored system may be a copy whose original goes on: waiting work must not leave it by itself, see `outboundState`. */
async function holdOutbound(database: Database): Promise<void> {
  const settings = { heldSince: new Date().toISOString() };
  await database.transaction(() => database.models.SystemSetting.upsert({ category: 'outbound', settings }));
}

/**
 * Restores a backup into a separate database beside the one in use, compares every row, runs the migrations, and
 * removes it again. Pictures are checked by their hashes and not written.
 * @throws {RefusedBackupError} the backup must not be restored.
 * @throws {DifferentRowsError}
 */
export async function proveRestore(
  file: string,
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  { identities, signal }: { identities: readonly string[]; signal: AbortSignal },
): Promise<BackupManifest> {
  const scratch = await openScratch(env);
  try {
    const pieces = untilAborted(readBackup(file, identities), signal);
    const manifest = await loadBackup(scratch.database, pieces, { add: async () => undefined });
    await buildMigrator(scratch.database).up();
    return manifest;
  } finally {
    await scratch.remove();
  }
}

async function* untilAborted(pieces: AsyncGenerator<BackupPiece>, signal: AbortSignal) {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** Loading other rows leaves marks of lines that are in the backup as well, up to date: only its own marks count. */
const WRITTEN_BY_TRIGGERS = 'client_marks';

async function loadBackup(
  database: Database,
  pieces: AsyncGenerator<BackupPiece>,
  pictures: Pick<PictureLoader, 'add'>,
): Promise<BackupManifest> {
  const { value: first } = await pieces.next();
  if (first?.type !== 'header') throw new RefusedBackupError('noBackup');
  const { migrations } = first.header;
  if (migrations.length > 0) await buildMigrator(database).up({ migrations });
  return database.transaction(async () => {
    const described = await describeTables(database);
    const tables = new Map(described.map((table) => [table.name, table]));
    let manifest: BackupManifest | undefined;
    const late: Extract<BackupPiece, { type: 'rows' }>[] = [];
    const orders = new Map<string, readonly string[]>();
    for await (const piece of pieces) {
      if (piece.type === 'picture') await pictures.add(piece.hash, piece.bytes);
      else if (piece.type === 'end') manifest = piece.manifest;
      else if (piece.type === 'rows') {
        const table = tables.get(piece.table);
        if (!table) throw new RefusedBackupError('strangeTables');
        const [row] = piece.rows;
        if (row) orders.set(piece.table, Object.keys(row));
        if (piece.table === WRITTEN_BY_TRIGGERS) late.push(piece);
        else await insertRows(database, table, piece.rows);
      }
    }
    if (!manifest) throw new RefusedBackupError('noEnd');
    const marks = tables.get(WRITTEN_BY_TRIGGERS);
    if (marks) {
      await database.sequelize.query(`DELETE FROM ${WRITTEN_BY_TRIGGERS}`);
      for (const { rows } of late) await insertRows(database, marks, rows);
    }
    for (const table of manifest.tables) await restoreLastId(database, table);
    await compareRows(database, manifest, orders);
    return manifest;
  });
}

/** Writes pictures directly to the store: names are hashes, so none replaces another. The old database's pictures stay with it. */
class PictureLoader {
  private readonly added: string[] = [];

  constructor(private readonly store: MediaStore) {}

  async add(hash: string, bytes: Buffer): Promise<void> {
    const name = nameOfBytes(hash, bytes);
    const there = await this.store.read(name);
    if (there && hashBytes(there) === hash) return;
    await this.store.write(name, bytes);
    if (!there) this.added.push(name);
  }

  async undo(): Promise<void> {
    for (const name of this.added) await this.store.remove(name);
  }
}

/** SQLite allows 32,766 parameters in a statement, PostgreSQL twice as many. */
const MAX_PARAMETERS = 20_000;
const MAX_ROWS = 500;

async function insertRows(
  { sequelize, dialect }: Database,
  { name, columns }: Table,
  rows: readonly PortableRow[],
): Promise<void> {
  const atOnce = Math.min(MAX_ROWS, Math.floor(MAX_PARAMETERS / columns.length));
  const names = columns.map((column) => quoteName(column.name)).join(', ');
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    const tuples = some.map(
      (_row, at) => `(${columns.map((_column, of) => `$${at * columns.length + of + 1}`).join(', ')})`,
    );
    const bind = some.flatMap((row) =>
      columns.map((column) => toParameter(column.kind, cellOf(row, column.name), dialect)),
    );
    const sql = `INSERT INTO ${quoteName(name)} (${names}) VALUES ${tuples.join(', ')}`;
    await sequelize.query(sql, { bind });
  }
}

function cellOf(row: PortableRow, column: string) {
  const value = row[column];
  if (value === undefined) throw new RefusedBackupError('strangeTables');
  return value;
}

/** Ids are never given out twice, even after a row is deleted. */
async function restoreLastId(
  { sequelize, dialect }: Database,
  { name, last_id }: BackupManifest['tables'][number],
): Promise<void> {
  if (!last_id) return;
  if (dialect === 'postgres') {
    const bind = [quoteName(name), last_id];
    await sequelize.query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", { bind });
    return;
  }
  // A table that never had a row has no entry there yet.
  await sequelize.query(
    'INSERT INTO sqlite_sequence (name, seq) SELECT $1, 0 WHERE $1 NOT IN (SELECT name FROM sqlite_sequence)',
    { bind: [name] },
  );
  await sequelize.query('UPDATE sqlite_sequence SET seq = max(seq, $1) WHERE name = $2', {
    bind: [last_id, name],
  });
}

/** A restored table differs from the backup. The message is a sentence for people. */
class DifferentRowsError extends SaidError {
  constructor(table: string) {
    super(msg('The table {table} did not come back as it was.', { table }));
  }
}

/**
 * Reads all rows back and compares them with the manifest.
 * @param orders of the backup's columns by table: a migration may give them another one in each database.
 * @throws {DifferentRowsError}
 */
async function compareRows(
  database: Database,
  manifest: BackupManifest,
  orders: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const claimed = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const table of await describeTables(database)) {
    const digest = new RowsDigest();
    const order = orders.get(table.name) ?? [];
    const columns = table.columns.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
    for await (const rows of readTable(database, { ...table, columns }))
      for (const row of rows) digest.add(JSON.stringify(row));
    const expected = claimed.get(table.name);
    if (digest.count !== (expected?.rows ?? 0) || (expected && digest.toString() !== expected.digest))
      throw new DifferentRowsError(table.name);
  }
}
