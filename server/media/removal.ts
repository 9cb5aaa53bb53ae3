import { Op, type Transaction } from 'sequelize';
import { fileNames } from './names.ts';
import type { MediaContext } from './service.ts';

/** Few, because nothing else is written meanwhile on SQLite. */
const PICTURES_AT_ONCE = 10;

/**
 * Deletes pictures, row and files, unless they were uploaded or used since `before`. That is checked once their rows are
 * locked, so that neither an upload nor a listing being saved (see `lockPictures`) can interfere.
 * @returns how many were deleted.
 */
export async function removePictures(
  context: MediaContext,
  hashes: readonly string[],
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  // Always in one order, as uploads take them.
  const ordered = hashes.toSorted();
  let removed = 0;
  for (let start = 0; start < ordered.length && !signal.aborted; start += PICTURES_AT_ONCE) {
    const batch = ordered.slice(start, start + PICTURES_AT_ONCE);
    removed += await context.db.transaction((transaction) =>
      removeBatch(context, batch, before, transaction),
    );
  }
  return removed;
}

async function removeBatch(
  { db, media }: MediaContext,
  batch: string[],
  before: Date,
  transaction: Transaction,
): Promise<number> {
  const { Media } = db.models;
  // A file without a row gets one to be held by: an upload of the same picture has to wait for it.
  const placeholder = { width: 0, height: 0, bytes: 0, uploaded_by: null, created_at: new Date(0) };
  const placeholders = batch.map((hash) => ({ ...placeholder, hash }));
  await Media.bulkCreate(placeholders, { ignoreDuplicates: true, transaction });
  const held = await Media.findAll({
    attributes: ['hash'],
    where: { hash: batch, created_at: { [Op.lt]: before } },
    order: [['hash', 'ASC']],
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
  const hashes = held.map(({ hash }) => hash);
  await Media.destroy({ where: { hash: hashes }, transaction });
  // Before the rows' end is committed: an upload that waited for it must not find the old file.
  for (const hash of hashes) await Promise.all(fileNames(hash).map((name) => media.store.remove(name)));
  return hashes.length;
}
