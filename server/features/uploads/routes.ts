import type { ServerContext } from '#server/features/context.ts';
import { createUploadLimiter } from '#server/http/requestBody.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { receiveFile, toWebp, withDecodingSlot } from '#server/media/pictures.ts';
import { uploadsCalls } from '#shared/contracts/uploads.ts';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
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
