import type { ServerContext } from '#server/context.ts';
import { decodeInTurn } from '#server/media/decoding.ts';
import type { ApiRoutes } from '#server/routing.ts';
import { uploadsCalls } from '#shared/contracts/uploads.ts';
import { MAX_IMAGE_BYTES } from '#shared/imageRules.ts';
import { toWebp } from './pictures.ts';
import { receiveFile } from './receiveFile.ts';
import { storePicture } from './service.ts';
import { createUploadTurns } from './turns.ts';

export function registerUploadRoutes(routes: ApiRoutes, context: ServerContext): void {
  const turns = createUploadTurns();
  routes.on(uploadsCalls.create, ({ user, ctx }) =>
    turns.upload(user.id, async () => {
      const file = await receiveFile(ctx.req, MAX_IMAGE_BYTES);
      const picture = await decodeInTurn(() => toWebp(file));
      return storePicture(context, user, picture);
    }),
  );
}
