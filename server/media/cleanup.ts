import { Op, QueryTypes, Transaction } from 'sequelize';
import { type BaseContext, isOutboundOpen } from '#server/context.ts';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import type { Database } from '#server/db/connection.ts';
import { withoutDeadlines } from '#server/db/deadlines.ts';
import type { MediaContext } from './service.ts';
import { DRAFT_SUFFIX, fileNames, hashOfAddress, hashOfFile, type StoredFile } from './store.ts';

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
  const files = isThere('attachments', 'hash') ? ' UNION ALL SELECT hash FROM attachments' : '';
  const start = dialect === 'sqlite' ? "instr(address, '/media/')" : "strpos(address, '/media/')";
  return `SELECT substr(address, ${start} + 7, 64) AS hash FROM (${addresses}) a WHERE address LIKE '%/media/%'${files}`;
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

const HOUR_MS = 3_600_000;
/** How long a picture may wait for its form to be saved. */
const GRACE_MS = 24 * HOUR_MS;
/** Interval of the search for files without a row, which reads every file's name; object storage charges for that. */
const ORPHANS_EVERY_MS = 24 * HOUR_MS;
/** The rest waits for the next time. */
const MAX_PICTURES_A_SWEEP = 2_000;

export type MediaCleanup = ReturnType<typeof createMediaCleanup>;

/** Deletes pictures that nothing has referred to for a day, about every hour. */
export function createMediaCleanup(context: MediaContext) {
  const { db, log, now } = context;
  let orphansCheckedAt = Number.NEGATIVE_INFINITY;

  /** @returns the numbers of pictures no row referred to, and of deleted files without a row; null where none were searched. */
  async function sweep(signal: AbortSignal): Promise<{ unused: number; orphans: number | null }> {
    const before = new Date(now().getTime() - GRACE_MS);
    const found = await findUnused(db, before, MAX_PICTURES_A_SWEEP);
    const unused = await removePictures(context, found, before, signal);
    if (now().getTime() - orphansCheckedAt < ORPHANS_EVERY_MS) return { unused, orphans: null };
    const orphans = await removeOrphans(context, before, signal);
    orphansCheckedAt = now().getTime();
    return { unused, orphans };
  }

  const sweepAlone = (signal = new AbortController().signal) =>
    tryAdvisoryLock(db, advisoryLockIds.pictureSweep, () => sweep(signal));

  return {
    name: 'sweepPictures',
    everyMs: HOUR_MS,
    async run(signal: AbortSignal): Promise<void> {
      // The bucket may belong to the server of which this database is a copy, with pictures that are unknown here.
      if (context.env.objectStorage && !isOutboundOpen(context)) return;
      log.info({ swept: await sweepAlone(signal) }, 'pictures swept');
    },
    /** Null while another process runs it, or a backup is being made. */
    sweep: sweepAlone,
  };
}

const HASHES_A_QUERY = 500;
const MAX_ORPHANS = 1_000;
/** So large a share of files without a row means that the store belongs to another database. */
const MAX_SHARE = 0.1;
const FEW = 50;

/**
 * Deletes files without a row that are older than `before`: drafts of an interrupted process, and files whose row is
 * deleted (a variant made meanwhile). Other files stay.
 * @returns the numbers of deleted drafts and pictures.
 */
async function removeOrphans(context: MediaContext, before: Date, signal: AbortSignal): Promise<number> {
  const { db, log, media } = context;
  const orphans = new Set<string>();
  let drafts = 0;
  for await (const page of media.store.list()) {
    if (signal.aborted || orphans.size >= MAX_ORPHANS) break;
    const old = page.filter((file) => file.modifiedAt < before);
    for (const { name } of old.filter((file) => file.name.endsWith(DRAFT_SUFFIX))) {
      await media.store.remove(name);
      drafts += 1;
    }
    for (const hash of await findUnknown(context, old)) orphans.add(hash);
  }
  if (orphans.size > Math.max(FEW, (await db.models.Media.count()) * MAX_SHARE)) {
    log.error('The picture store holds many files this database does not know; none of them is removed.');
    return drafts;
  }
  return drafts + (await removePictures(context, [...orphans], before, signal));
}

/** Pictures among the files that have no row and that no row refers to. */
async function findUnknown({ db, log }: MediaContext, files: readonly StoredFile[]): Promise<string[]> {
  const hashes = [...new Set(files.map(({ name }) => hashOfFile(name)).filter((hash) => hash !== null))];
  const unknown: string[] = [];
  for (let start = 0; start < hashes.length; start += HASHES_A_QUERY) {
    const some = hashes.slice(start, start + HASHES_A_QUERY);
    const rows = await db.models.Media.findAll({ attributes: ['hash'], where: { hash: some } });
    const known = new Set(rows.map(({ hash }) => hash));
    unknown.push(...some.filter((hash) => !known.has(hash)));
  }
  if (unknown.length === 0) return [];
  const used = new Set(await findUsed(db, unknown));
  if (used.size > 0) log.warn({ hashes: [...used] }, 'pictures in use have no row');
  return unknown.filter((hash) => !used.has(hash));
}

const PICTURES_AT_ONCE = 10;

/**
 * Deletes pictures, row and files, that were neither uploaded nor used since `before`. The store may be another
 * machine, so no transaction is open during the deletion: first the locked rows are checked again and marked, so that
 * neither an upload nor a saved listing (see `lockPictures`) can interfere; then the files are deleted, and the rows
 * at last. A marked picture counts as deleted, and an upload of it waits (see `recordPictures`). A remaining mark is
 * found again as an unused picture.
 * @returns the number of deleted pictures.
 */
export async function removePictures(
  context: MediaContext,
  hashes: readonly string[],
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  // In the same order as uploads, to avoid deadlocks.
  const ordered = hashes.toSorted();
  let removed = 0;
  for (let start = 0; start < ordered.length && !signal.aborted; start += PICTURES_AT_ONCE) {
    const batch = ordered.slice(start, start + PICTURES_AT_ONCE);
    const marked = await context.db.transaction(() => markRemoved(context, batch, before));
    const files = marked.flatMap((hash) => fileNames(hash));
    await Promise.all(files.map((name) => context.media.store.remove(name)));
    await context.db.transaction(() =>
      context.db.models.Media.destroy({ where: { hash: marked, removed_at: { [Op.ne]: null } } }),
    );
    removed += marked.length;
  }
  return removed;
}

/** @returns the pictures of the batch whose files may be deleted now. */
async function markRemoved({ db, now }: MediaContext, batch: string[], before: Date): Promise<string[]> {
  const { Media } = db.models;
  // A file without a row gets a marked row: an upload of the same picture has to wait.
  const placeholder = { width: 0, height: 0, bytes: 0, uploaded_by: null, created_at: new Date(0) };
  const placeholders = batch.map((hash) => ({ ...placeholder, hash }));
  await Media.bulkCreate(placeholders, { ignoreDuplicates: true });
  const held = await Media.findAll({
    attributes: ['hash'],
    where: { hash: batch, created_at: { [Op.lt]: before } },
    order: [['hash', 'ASC']],
    lock: Transaction.LOCK.UPDATE,
  });
  const hashes = held.map(({ hash }) => hash);
  await Media.update({ removed_at: now() }, { where: { hash: hashes } });
  return hashes;
}

/** No removal of files takes longer: a mark that is older belongs to a process that ended. */
export const REMOVAL_LIMIT_MS = 120_000;
