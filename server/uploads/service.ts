import { lockUser } from '#server/auth/credentials.ts';
import { SessionExpiredError } from '#server/auth/policy.ts';
import type { SignedInUser } from '#server/auth/sessions.ts';
import type { ServerContext } from '#server/context.ts';
import { MEDIA_PATH } from '#server/media/service.ts';
import { hashBytes } from '#server/media/store.ts';
import type { UploadedPicture } from '#shared/contracts/uploads.ts';
import type { WebpPicture } from './pictures.ts';

/** Keeps a picture under the hash of its bytes; the same one again is stored once and stays its first uploader's. */
export async function storePicture(
  context: ServerContext,
  caller: SignedInUser,
  { bytes, width, height }: WebpPicture,
): Promise<UploadedPicture> {
  const { db, media, now } = context;
  const hash = hashBytes(bytes);
  await db.transaction(async (transaction) => {
    if (!(await lockUser(context, caller.id, transaction))) throw new SessionExpiredError();
    const row = { hash, width, height, bytes: bytes.length, uploaded_by: caller.id, created_at: now() };
    await db.models.Media.bulkCreate([row], { ignoreDuplicates: true, transaction });
    // Within the transaction: without its file the row is taken back, and without the row no file is written.
    await media.storeWebp(bytes);
  });
  return { url: `${MEDIA_PATH}${hash}`, width, height };
}
