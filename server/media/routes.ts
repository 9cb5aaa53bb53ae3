import type { Context, Next } from 'koa';
import { InvalidInputError, NotFoundError } from '#server/http/errors.ts';
import type { RequestState } from '#server/http/routing.ts';
import { MEDIA_PATH, type VariantWidth, variantWidths } from './names.ts';
import type { MediaContext } from './service.ts';

const HASH = /^[0-9a-f]{64}$/;

/** GET /media/{hash}?w=640. A hash names its bytes for ever, so the answer may be kept for ever. */
export function mediaRoutes({ media }: Pick<MediaContext, 'media'>) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    if (!ctx.path.startsWith(MEDIA_PATH)) return next();
    ctx.state.isStaticFile = true;
    const hash = ctx.path.slice(MEDIA_PATH.length);
    if (!HASH.test(hash) || (ctx.method !== 'GET' && ctx.method !== 'HEAD'))
      throw new NotFoundError('Picture');
    const width = readWidth(ctx.query.w);
    ctx.set('ETag', `"${hash}-${width ?? 'full'}"`);
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const picture = await media.readPicture(hash, width);
    if (!picture) {
      ctx.remove('ETag');
      throw new NotFoundError('Picture');
    }
    ctx.type = 'image/webp';
    ctx.body = picture;
  };
}

function readWidth(text: string | string[] | undefined): VariantWidth | null {
  if (text === undefined) return null;
  const width = variantWidths.find((known) => String(known) === text);
  if (!width)
    throw new InvalidInputError([{ path: 'w', message: `w must be one of ${variantWidths.join(', ')}` }]);
  return width;
}
