import { QueryTypes, Transaction } from 'sequelize';
import { usedHashes } from '#server/media/cleanup.ts';
import type { MediaContext } from '#server/media/service.ts';
import { fileName, hashBytes, sealedName } from '#server/media/store.ts';
import packageJson from '../../package.json' with { type: 'json' };
import {
  type ArchiveEntry,
  type BackupHeader,
  type BackupManifest,
  FORMAT,
  HEADER_NAME,
  MANIFEST_NAME,
  PRODUCT,
  pictureLine,
  pictureName,
  RowsDigest,
  SEAL_NAME,
  type TableCount,
  tablePartName,
} from './archive.ts';
import { describeTables, type PortableRow, readLastId, readTable, type Table } from './tables.ts';

type Context = Pick<MediaContext, 'db' | 'media' | 'log'>;

/** Rows are gathered up to this size: a tar states the length of an entry before its bytes. */
const PART_BYTES = 1024 * 1024;
const HASH = /^[0-9a-f]{64}$/;

interface BackupDraft {
  kind: BackupHeader['kind'];
  at: Date;
  /** False: no table is needed by name, so a database of any earlier shape can be read. */
  withPictures?: boolean;
}

/** All entries of a backup, in order: the tables as one transaction reads them, then the pictures of that moment. */
export async function* readContents(context: Context, draft: BackupDraft): AsyncGenerator<ArchiveEntry> {
  const snapshot = await openSnapshot(context);
  let manifest: Omit<BackupManifest, 'pictures'>;
  let hashes: string[];
  try {
    const { transaction } = snapshot;
    const header = await describe(context, draft, transaction);
    yield jsonEntry(HEADER_NAME, header);
    const tables: TableCount[] = [];
    let audit_head: BackupManifest['audit_head'] = null;
    const described = await describeTables(context.db, transaction);
    for (const table of described) {
      const { newest, ...count } = yield* packTable(context, table, transaction);
      tables.push(count);
      if (table.name === 'audit_entries') audit_head = headOf(newest);
    }
    manifest = { header, audit_head, tables };
    hashes = draft.withPictures === false ? [] : await readHashes(context, described, transaction);
  } finally {
    await snapshot.close();
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  context.log.info({ tables: manifest.tables.length, rows, pictures: hashes.length }, 'backup: rows written');
  const pictures = yield* packPictures(context, hashes);
  const last = jsonEntry(MANIFEST_NAME, { ...manifest, pictures } satisfies BackupManifest);
  yield last;
  yield { name: SEAL_NAME, bytes: Buffer.from(hashBytes(last.bytes)) };
}

/** On SQLite a deferred transaction in WAL mode sees the commits before its first read, and blocks no writer. */
async function openSnapshot({ db: { dialect, sequelize } }: Context) {
  const transaction = await sequelize.transaction(
    dialect === 'sqlite'
      ? { type: Transaction.TYPES.DEFERRED }
      : { isolationLevel: Transaction.ISOLATION_LEVELS.REPEATABLE_READ },
  );
  if (dialect === 'postgres') await sequelize.query('SET TRANSACTION READ ONLY', { transaction });
  return { transaction, close: () => transaction.rollback() };
}

async function describe(
  { db: { dialect, sequelize } }: Context,
  { kind, at }: BackupDraft,
  transaction: Transaction,
): Promise<BackupHeader> {
  const rows = await sequelize.query<{ name: string }>('SELECT name FROM migrations ORDER BY name', {
    type: QueryTypes.SELECT,
    transaction,
  });
  const migrations = rows.map(({ name }) => name);
  const made = { version: packageJson.version, dialect, created_at: at.toISOString(), kind };
  return { product: PRODUCT, format: FORMAT, ...made, migrations };
}

async function* packTable(
  { db }: Context,
  table: Table,
  transaction: Transaction,
): AsyncGenerator<ArchiveEntry, TableCount & { newest: PortableRow | null }> {
  const digest = new RowsDigest();
  let lines: string[] = [];
  let size = 0;
  let parts = 0;
  let newest: PortableRow | null = null;
  const packPart = (): ArchiveEntry => {
    parts += 1;
    const bytes = Buffer.from(lines.join(''));
    lines = [];
    size = 0;
    return { name: tablePartName(table.name, parts), bytes };
  };
  for await (const rows of readTable(db, table, transaction)) {
    for (const row of rows) {
      const line = JSON.stringify(row);
      digest.add(line);
      if (Number(row.id) > Number(newest?.id ?? 0)) newest = row;
      lines.push(`${line}\n`);
      size += line.length;
    }
    if (size >= PART_BYTES) yield packPart();
  }
  if (lines.length > 0) yield packPart();
  const last_id = await readLastId(db, table, transaction);
  return { name: table.name, rows: digest.count, digest: digest.toString(), last_id, newest };
}

/** Null for a log without entries, or from before the hash chain. */
function headOf(row: PortableRow | null): BackupManifest['audit_head'] {
  return row && typeof row.hash === 'string' ? { id: Number(row.id), hash: row.hash } : null;
}

async function* packPictures(
  context: Context,
  hashes: readonly string[],
): AsyncGenerator<ArchiveEntry, BackupManifest['pictures']> {
  const digest = new RowsDigest();
  let bytes = 0;
  let missing = 0;
  for await (const picture of readPictures(context, hashes)) {
    if (!picture) {
      missing += 1;
      continue;
    }
    digest.add(pictureLine(picture.hash, picture.bytes.length));
    bytes += picture.bytes.length;
    yield { name: pictureName(picture.hash), bytes: picture.bytes };
  }
  return { count: digest.count, bytes, digest: digest.toString(), missing };
}

/** The hashes of all pictures with a row or a reference. */
async function readHashes({ db }: Context, tables: readonly Table[], transaction: Transaction): Promise<string[]> {
  const isThere = (table: string, column: string) =>
    tables.some(({ name, columns }) => name === table && columns.some((known) => known.name === column));
  const rows = await db.sequelize.query<{ hash: string }>(
    `SELECT hash FROM media UNION SELECT hash FROM (${usedHashes(db, isThere)}) used ORDER BY hash`,
    { type: QueryTypes.SELECT, transaction },
  );
  return rows.map(({ hash }) => hash).filter((hash) => HASH.test(hash));
}

const jsonEntry = (name: string, value: unknown): ArchiveEntry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** Read side by side: object storage takes a while to answer each. */
const AT_ONCE = 4;
const PROGRESS_EVERY = 1_000;

/** Reads originals and private files; variants can be made again. Null for a lost or damaged picture. */
async function* readPictures(
  { media, log }: Pick<MediaContext, 'media' | 'log'>,
  hashes: readonly string[],
): AsyncGenerator<{ hash: string; bytes: Buffer } | null> {
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    const some = hashes.slice(start, start + AT_ONCE);
    const files = await Promise.all(
      some.map(
        async (hash) =>
          (await media.store.read(fileName(hash, null))) ?? (await media.store.read(sealedName(hash))),
      ),
    );
    for (const [at, hash] of some.entries()) {
      const bytes = files[at] ?? null;
      if (bytes && hashBytes(bytes) === hash) yield { hash, bytes };
      else {
        log.warn({ hash }, bytes ? 'a picture is damaged and not in the backup' : 'a picture is lost');
        yield null;
      }
    }
    const done = start + some.length;
    if (Math.floor(done / PROGRESS_EVERY) > Math.floor(start / PROGRESS_EVERY))
      log.info({ done, of: hashes.length }, 'backup: pictures');
  }
}
