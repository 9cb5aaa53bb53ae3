import type { ServerContext } from '#server/features/context.ts';
import type { WebpPicture } from '#server/media/pictures.ts';
import { hashBytes, MEDIA_PATH } from '#server/media/store.ts';

export function pictureUrl({ bytes }: Pick<WebpPicture, 'bytes'>): string {
  return `${MEDIA_PATH}${hashBytes(bytes)}`;
}

/**
 * Keeps pictures under the hashes of their bytes; the same one again is stored once and stays its first uploader's. The
 * caller's account is locked, so that it cannot go away between.
 */
export async function savePictures(
  { db, media, now }: ServerContext,
  uploadedBy: number,
  pictures: readonly WebpPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  const rows = pictures
    .map(({ bytes, width, height }) => ({
      hash: hashBytes(bytes),
      width,
      height,
      bytes: bytes.length,
      uploaded_by: uploadedBy,
      created_at: now(),
    }))
    // Always in one order: two calls with the same new pictures would otherwise wait for each other.
    .sort((one, other) => (one.hash < other.hash ? -1 : 1));
  // Sent again, a picture is as good as new to the clean-up, which would take an old one that nothing refers to yet.
  await db.models.Media.bulkCreate(rows, {
    updateOnDuplicate: ['created_at'],
    conflictAttributes: ['hash'],
  });
  // Within the transaction: without its file the row is taken back, and without the row no file is written.
  for (const { bytes } of pictures) await media.storeWebp(bytes);
}
