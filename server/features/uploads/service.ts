import { setTimeout as wait } from 'node:timers/promises';
import { Op } from 'sequelize';
import { lockOwnUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError } from '#server/http/errors.ts';
import { receiveBody } from '#server/http/requestBody.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { REMOVAL_LIMIT_MS } from '#server/media/cleanup.ts';
import { receiveFile, toWebp, type WebpPicture } from '#server/media/pictures.ts';
import { hashBytes, MEDIA_PATH } from '#server/media/store.ts';
import { uploadsCalls } from '#shared/contracts/uploads.ts';
import { MAX_IMAGE_BYTES, PICTURE_QUOTA } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';

export const pictureUrl = ({ bytes }: Pick<WebpPicture, 'bytes'>) => `${MEDIA_PATH}${hashBytes(bytes)}`;

/** Without an id: the upload for a listing without an agent; the pictures count for no account. */
type Uploader = Pick<SignedInUser, 'role'> & { id: number | null };

/** How long an upload waits for a clean-up that deletes the same picture. */
const REMOVAL_WAIT_MS = 5_000;
const REMOVAL_POLL_MS = 50;

class BeingRemovedError extends ApiError {
  constructor() {
    super('unavailable', msg('This image is being removed. Please upload it again in a moment.'), 'unavailable', {
      retryAfterSeconds: 5,
    });
  }
}

/**
 * Makes a change with new pictures, which are stored under the hashes of their bytes. Their files are written first and
 * outside of the transaction: the store may be another machine. The clean-up deletes pictures without a reference.
 * @param change runs in a transaction, in which it calls `recordPictures`.
 * @throws {ApiError} 413 the account's share of the store is used up; 503 the store does not answer.
 */
export async function changeWithPictures<Result>(
  context: ServerContext,
  uploader: Uploader,
  pictures: readonly WebpPicture[],
  change: () => Promise<Result>,
): Promise<Result> {
  const { db, log } = context;
  if (pictures.length === 0) return db.transaction(change);
  await requireRoom(context, uploader, await bytesOfNew(context, pictures));
  const giveUpAt = performance.now() + REMOVAL_WAIT_MS;
  for (;;) {
    try {
      await storeFiles(context, pictures);
      const result = await db.transaction(change);
      // Before its row existed, the clean-up may have deleted the same picture.
      await storeFiles(context, pictures).catch((error: unknown) => {
        log.warn({ err: error }, 'the file of a new picture could not be looked for once more');
      });
      return result;
    } catch (error) {
      if (!(error instanceof BeingRemovedError) || performance.now() > giveUpAt) throw error;
      await wait(REMOVAL_POLL_MS);
    }
  }
}

async function storeFiles({ media }: ServerContext, pictures: readonly WebpPicture[]): Promise<void> {
  await Promise.all(pictures.map(({ bytes }) => media.storeWebp(bytes)));
}

/** In the transaction of `changeWithPictures`, with the account locked; a known picture stays its first uploader's. */
export async function recordPictures(
  context: ServerContext,
  uploader: Uploader,
  pictures: readonly WebpPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  const { db, now } = context;
  const { Media } = db.models;
  const rows = pictures
    .map(({ bytes, width, height }) => ({
      hash: hashBytes(bytes),
      width,
      height,
      bytes: bytes.length,
      uploaded_by: uploader.id,
      created_at: now(),
    }))
    // In a fixed order: two calls with the same new pictures would otherwise deadlock.
    .sort((one, other) => (one.hash < other.hash ? -1 : 1));
  // An old picture that is uploaded again counts as new for the clean-up, while nothing refers to it yet.
  await Media.bulkCreate(rows, { updateOnDuplicate: ['created_at'], conflictAttributes: ['hash'] });
  const marked = await Media.findAll({
    where: { hash: rows.map(({ hash }) => hash), removed_at: { [Op.ne]: null } },
  });
  for (const row of marked) {
    const since = row.removed_at?.getTime() ?? 0;
    if (now().getTime() - since < REMOVAL_LIMIT_MS) throw new BeingRemovedError();
    await row.update({ ...rows.find(({ hash }) => hash === row.hash), removed_at: null });
  }
  await requireRoom(context, uploader, 0);
}

async function bytesOfNew({ db }: ServerContext, pictures: readonly WebpPicture[]): Promise<number> {
  const hashes = pictures.map(({ bytes }) => hashBytes(bytes));
  const rows = await db.models.Media.findAll({ attributes: ['hash'], where: { hash: hashes } });
  const known = new Set(rows.map(({ hash }) => hash));
  return pictures.reduce((sum, { bytes }, at) => sum + (known.has(hashes[at] ?? '') ? 0 : bytes.length), 0);
}

const BYTES_PER_MEGABYTE = 1024 * 1024;

/** @param bytes to be added to the account's pictures. @throws {ApiError} 413 `storage_full`. */
export async function requireRoom({ db }: ServerContext, { id, role }: Uploader, bytes: number) {
  if (id === null) return;
  const used = Number((await db.models.Media.sum('bytes', { where: { uploaded_by: id } })) ?? 0);
  const quota = PICTURE_QUOTA[role];
  if (used + bytes <= quota) return;
  throw new ApiError(
    'payload_too_large',
    msg(
      'Your images use {used} of {quota} MB, and this one does not fit. Unused images are deleted after a day.',
      {
        used: Math.ceil(used / BYTES_PER_MEGABYTE),
        quota: Math.round(quota / BYTES_PER_MEGABYTE),
      },
    ),
    'storage_full',
  );
}

export function registerUploadRoutes(routes: ApiRoutes, context: ServerContext): void {
  const { uploadsInFlight } = context.metrics;
  routes.on('uploads', 'create', uploadsCalls.create, async ({ user, address, ctx }) => {
    // Checked before the body is read.
    const owner = context.pixels.of(user, address);
    await requireRoom(context, user, 1);
    await owner.spend(0);
    return receiveBody(
      ctx,
      { kind: 'picture' },
      () => {
        uploadsInFlight.inc();
        return receiveFile(ctx.req, MAX_IMAGE_BYTES).finally(() => uploadsInFlight.dec());
      },
      async (file) => {
        const picture = await toWebp(file, owner);
        await changeWithPictures(context, user, [picture], async () => {
          await lockOwnUser(context, user.id);
          await recordPictures(context, user, [picture]);
        });
        return { url: pictureUrl(picture), width: picture.width, height: picture.height };
      },
    );
  });
}
