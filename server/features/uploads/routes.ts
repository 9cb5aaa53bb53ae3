import { lockUser } from '#server/features/auth/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import { createUploadLimiter } from '#server/http/requestBody.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { receiveFile, toWebp, withDecodingSlot } from '#server/media/pictures.ts';
import { uploadsCalls } from '#shared/contracts/uploads.ts';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { pictureUrl, savePictures } from './service.ts';

export function registerUploadRoutes(routes: ApiRoutes, context: ServerContext): void {
  const limiter = createUploadLimiter();
  const { uploadsInFlight } = context.metrics;
  routes.on(uploadsCalls.create, ({ user, ctx }) =>
    limiter.run(user.id, async () => {
      uploadsInFlight.inc();
      const file = await receiveFile(ctx.req, MAX_IMAGE_BYTES).finally(() => uploadsInFlight.dec());
      const picture = await withDecodingSlot(() => toWebp(file));
      await context.db.transaction(async () => {
        if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
        await savePictures(context, user.id, [picture]);
      });
      return { url: pictureUrl(picture), width: picture.width, height: picture.height };
    }),
  );
}
