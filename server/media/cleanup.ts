import { Op, Transaction } from 'sequelize';
import { isOutboundOpen } from '#server/context.ts';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { findUnused, findUsed } from './references.ts';
import type { MediaContext } from './service.ts';
import { DRAFT_SUFFIX, fileNames, hashOfFile, type StoredFile } from './store.ts';

const HOUR_MS = 3_600_000;
/** How long a picture may wait for its form to be saved. */
const GRACE_MS = 24 * HOUR_MS;
/** Interval of the search for files without a row, which reads every file's name; object storage charges for that. */
const ORPHANS_EVERY_MS = 24 * HOUR_MS;
/** The rest waits for the next time. */
const MAX_PICTURES_A_SWEEP = 2_000;

interface Sweep {
  /** Pictures no row referred to. */
  unused: number;
  /** Deleted files without a row; null where none were searched. */
  orphans: number | null;
}

export interface MediaCleanup extends RecurringJob {
  /** Null while another process runs it, or a backup is being made. */
  sweep(signal?: AbortSignal): Promise<Sweep | null>;
}

/** Deletes pictures that nothing has referred to for a day, about every hour. */
export function createMediaCleanup(context: MediaContext): MediaCleanup {
  const { db, log, now } = context;
  let orphansCheckedAt = Number.NEGATIVE_INFINITY;

  async function sweep(signal: AbortSignal): Promise<Sweep> {
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
    async run(signal) {
      // The bucket may belong to the server of which this database is a copy, with pictures that are unknown here.
      if (context.env.objectStorage && !isOutboundOpen(context)) return;
      log.info({ swept: await sweepAlone(signal) }, 'pictures swept');
    },
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
