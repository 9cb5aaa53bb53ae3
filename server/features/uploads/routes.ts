import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { createUploadLimiter } from '#server/http/uploadLimiter.ts';
import { withDecodingSlot } from '#server/media/decoding.ts';
import { toWebp } from '#server/media/pictures.ts';
import { receiveFile } from '#server/media/receiveFile.ts';
import { uploadsCalls } from '#shared/contracts/uploads.ts';
import { MAX_IMAGE_BYTES } from '#shared/imageRules.ts';
import { storePicture } from './service.ts';

export function registerUploadRoutes(routes: ApiRoutes, context: ServerContext): void {
  const limiter = createUploadLimiter();
  routes.on(uploadsCalls.create, ({ user, ctx }) =>
    limiter.run(user.id, async () => {
      const file = await receiveFile(ctx.req, MAX_IMAGE_BYTES);
      const picture = await withDecodingSlot(() => toWebp(file));
      return storePicture(context, user, picture);
    }),
  );
}
