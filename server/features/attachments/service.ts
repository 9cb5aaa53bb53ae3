import path from 'node:path';
import type { AttachmentModel } from '#server/db/models.ts';
import { lockedInOrder, pick } from '#server/db/sql.ts';
import { lockOwnUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireRoom } from '#server/features/uploads/service.ts';
import { FileAnswer } from '#server/http/answers.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, found, invalidField } from '#server/http/errors.ts';
import type { PictureOwner } from '#server/http/limits/pixelBudget.ts';
import { receiveBody } from '#server/http/requestBody.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { type ReceivedFile, receiveFile, toWebp } from '#server/media/pictures.ts';
import { attachmentsCalls } from '#shared/contracts/attachments.ts';
import { attachmentMessages, MAX_ATTACHMENT_BYTES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { pictureKindOf } from '#shared/pictureKinds.ts';
import { type Parent, readOpenable } from './reads.ts';

type Owner = Pick<SignedInUser, 'role'> & { id: number | null };

const words = {
  tooLarge: attachmentMessages.tooLarge,
  several: msg('Upload one file at a time'),
  missing: msg('Choose a file to upload'),
};

export function registerAttachmentRoutes(routes: ApiRoutes, context: ServerContext): void {
  const { uploadsInFlight } = context.metrics;
  routes.on('attachments', 'create', attachmentsCalls.create, async ({ user, address, ctx }) => {
    // Checked before the body is read.
    const painter = context.pixels.of(user, address);
    await requireRoom(context, user, 1);
    await painter.spend(0);
    return receiveBody(
      ctx,
      { kind: 'picture' },
      () => {
        uploadsInFlight.inc();
        return receiveFile(ctx.req, MAX_ATTACHMENT_BYTES, words).finally(() => uploadsInFlight.dec());
      },
      async (file) => pick(await storeAttachment(context, user, painter, file), 'id', 'name', 'type', 'size'),
    );
  });
  routes.on('attachments', 'get', attachmentsCalls.get, async ({ user, params: { id } }) => {
    const file = found(await readOpenable(context.db, user.id, id), 'attachment');
    const bytes = found(await context.media.readPrivate(file), 'attachment');
    return new FileAnswer(bytes, file.type, file.name);
  });
}

const PDF = { mark: '%PDF-', type: 'application/pdf', ending: '.pdf' } as const;
const PICTURE = { type: 'image/webp', ending: '.webp' } as const;

/**
 * Keeps a file that nothing refers to yet. Its kind is read from its bytes; a picture becomes WebP without its metadata.
 * @param owner pays with its share of the store; without an id nothing counts.
 * @throws {ApiError} 413 the share is used up; 415 another kind of file; 422 an unreadable picture; 429 the budget is used up.
 */
export async function storeAttachment(
  context: ServerContext,
  owner: Owner,
  painter: PictureOwner,
  file: ReceivedFile,
): Promise<AttachmentModel> {
  const { db, media, now } = context;
  const isPdf = file.bytes.toString('latin1', 0, PDF.mark.length) === PDF.mark;
  const isOtherKind = file.bytes.length > 0 && pictureKindOf(file.bytes) === null;
  if (!isPdf && isOtherKind) throw new ApiError('unsupported_media_type', attachmentMessages.otherKind(file.name));
  const picture = isPdf ? null : await toWebp(file, painter);
  const { type, ending } = isPdf ? PDF : PICTURE;
  const bytes = picture?.bytes ?? file.bytes;
  await requireRoom(context, owner, bytes.length);
  const stored = await media.storePrivate(bytes);
  return db.transaction(async () => {
    if (owner.id !== null) await lockOwnUser(context, owner.id);
    await db.models.Media.create({
      hash: stored.hash,
      width: picture?.width ?? 0,
      height: picture?.height ?? 0,
      bytes: stored.bytes,
      uploaded_by: owner.id,
      created_at: now(),
    });
    await requireRoom(context, owner, 0);
    return db.models.Attachment.create({
      owner_id: owner.id,
      hash: stored.hash,
      secret: stored.secret,
      name: path.parse(file.name).name + ending,
      type,
      size: bytes.length,
      created_at: now(),
    });
  });
}

/**
 * Locks files for a message of their owner, in its transaction, in the order in which they were uploaded.
 * @throws {InvalidInputError} one is another person's, was sent already, or is gone.
 */
export async function holdAttachments(
  { db }: ServerContext,
  ownerId: number,
  ids: readonly number[],
): Promise<AttachmentModel[]> {
  if (ids.length === 0) return [];
  const unsent = { owner_id: ownerId, message_id: null, reply_id: null, inquiry_id: null };
  const held = await db.models.Attachment.findAll({
    where: { ...unsent, id: [...ids] },
    ...lockedInOrder('UPDATE'),
  });
  if (held.length === ids.length) return held;
  throw fileGone();
}

export const fileGone = () =>
  invalidField('attachment_ids', msg('A file is no longer there. Remove it and attach it again.'));

/** Gives held files to what they are sent with. */
export async function attach(
  { db }: ServerContext,
  files: readonly AttachmentModel[],
  parent: Parent,
  id: number,
): Promise<void> {
  if (files.length === 0) return;
  await db.models.Attachment.update({ [parent]: id }, { where: { id: files.map((file) => file.id) } });
}
