import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import { receiveBody } from '#server/http/requestBody.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { receiveFile, toWebp } from '#server/media/pictures.ts';
import { uploadsCalls } from '#shared/contracts/uploads.ts';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { changeWithPictures, pictureUrl, recordPictures, requireRoom } from './service.ts';

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
          if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
          await recordPictures(context, user, [picture]);
        });
        return { url: pictureUrl(picture), width: picture.width, height: picture.height };
      },
    );
  });
}
