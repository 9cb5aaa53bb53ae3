import path from 'node:path';
import type { Context, Next } from 'koa';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { BaseContext } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { ApiError, InvalidInputError, NotFoundError } from '#server/http/errors.ts';
import type { RequestState } from '#server/http/request.ts';
import { msg } from '#shared/messages.ts';
import { MAX_DECODING_SECONDS, MAX_PIXELS, withDecodingSlot } from './pictures.ts';
import { openSealed, type SealedFile, seal } from './sealing.ts';
import {
  createFolderStore,
  createS3Store,
  fileName,
  hashBytes,
  MEDIA_PATH,
  type MediaStore,
  PREVIEW,
  previewSize,
  sealedName,
  typeOfFile,
  type Variant,
  variantWidths,
} from './store.ts';

export type MediaService = ReturnType<typeof createMediaService>;
export type StoredPicture = Awaited<ReturnType<MediaService['storeWebp']>>;

/** Seconds after which a picture that could not be had or kept is worth another try. */
const RETRY_AFTER_S = 15;
/** Originals in memory at once while their variants are made. */
const ORIGINALS_AT_ONCE = 8;

/** Context of the upkeep of stored pictures. */
export interface MediaContext extends BaseContext {
  media: MediaService;
}

/** Calls the store, which may be another machine: never inside a transaction. */
export function createMediaService(givenStore: MediaStore, { db, log }: Pick<BaseContext, 'db' | 'log'>) {
  const store = outsideTransactions(givenStore, db);
  const beingMade = new Map<string, Promise<Buffer | null>>();
  const withOriginal = pLimit(ORIGINALS_AT_ONCE);

  /** @throws {ApiError} 503 for any failure of the store. */
  async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
    db.refuseInTransaction();
    try {
      return await work();
    } catch (error) {
      log.error({ err: error }, 'the picture store failed');
      throw new ApiError(
        'unavailable',
        msg('Images are unavailable right now. Please try again.'),
        'unavailable',
        { retryAfterSeconds: RETRY_AFTER_S },
      );
    }
  }

  async function makeVariant(hash: string, width: Variant): Promise<Buffer | null> {
    const variant = await withOriginal(async () => {
      // Read before a decoding slot is taken: a store that does not answer must not hold it.
      const original = await ask(() => store.read(fileName(hash, null)));
      return original && withDecodingSlot('variants', () => scaleDown(original, width));
    });
    // The variant can be shown without being stored, and is made again next time.
    if (variant)
      await store.write(fileName(hash, width), variant).catch((error: unknown) => {
        log.warn({ err: error }, 'a variant of a picture could not be kept');
      });
    return variant;
  }

  return {
    store,

    /** Stores a WebP picture under the hash of its bytes. @throws {ApiError} 503: the store does not answer. */
    async storeWebp(bytes: Buffer) {
      const { width, height } = await sharp(bytes).metadata();
      const hash = hashBytes(bytes);
      const name = fileName(hash, null);
      await ask(async () => {
        if (!(await store.has(name))) await store.write(name, bytes);
      });
      return { hash, width, height, bytes: bytes.length };
    },

    /** Stores a private file encrypted. @throws {ApiError} 503: the store does not answer. */
    async storePrivate(bytes: Buffer): Promise<SealedFile & { bytes: number }> {
      const { sealed, secret } = seal(bytes);
      const hash = hashBytes(sealed);
      await ask(() => store.write(sealedName(hash), sealed));
      return { hash, secret, bytes: sealed.length };
    },

    /** Null for a lost or damaged file. @throws {ApiError} 503: the store does not answer. */
    async readPrivate({ hash, secret }: SealedFile): Promise<Buffer | null> {
      const sealed = await ask(() => store.read(sealedName(hash)));
      const bytes = sealed && openSealed(sealed, secret);
      if (sealed && !bytes) log.error({ hash }, 'a private file is damaged');
      return bytes;
    },

    /** Scaled down to a width, or the preview for messengers; null for an unknown hash. @throws {ApiError} 503: no answer. */
    async readPicture(hash: string, width: Variant | null): Promise<Buffer | null> {
      const kept = await ask(() => store.read(fileName(hash, width)));
      if (kept || width === null) return kept;
      // A page of cards requests the same new variant many times at once: it is made once.
      const name = fileName(hash, width);
      const underway = beingMade.get(name);
      if (underway) return underway;
      // Checked before a place is taken, so that made-up hashes delay no request.
      if (!(await ask(() => store.has(fileName(hash, null))))) return null;
      const making = makeVariant(hash, width).finally(() => beingMade.delete(name));
      beingMade.set(name, making);
      return making;
    },
  };
}

function outsideTransactions(store: MediaStore, db: BaseContext['db']): MediaStore {
  const guarded =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      db.refuseInTransaction();
      return work(...args);
    };
  return {
    write: guarded((name: string, bytes: Buffer) => store.write(name, bytes)),
    read: guarded((name: string) => store.read(name)),
    has: guarded((name: string) => store.has(name)),
    remove: guarded((name: string) => store.remove(name)),
    list() {
      db.refuseInTransaction();
      return store.list();
    },
  };
}

function scaleDown(original: Buffer, width: Variant): Promise<Buffer> {
  const picture = sharp(original, { limitInputPixels: MAX_PIXELS }).timeout({
    seconds: MAX_DECODING_SECONDS,
  });
  if (width === PREVIEW)
    return picture
      .resize({ ...previewSize, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78, mozjpeg: true })
      .toBuffer();
  return picture.resize({ width, withoutEnlargement: true }).webp({ quality: 76 }).toBuffer();
}

/** Object storage where the environment names a bucket, else a folder beside the database. */
export async function openMediaStore(env: Pick<Env, 'objectStorage' | 'dataDir'>): Promise<MediaStore> {
  const { objectStorage, dataDir } = env;
  return objectStorage ? createS3Store(objectStorage) : createFolderStore(path.join(dataDir, 'media'));
}

const HASH = /^[0-9a-f]{64}$/;

/** GET /media/{hash}?w=640, or ?w=preview. A hash names its bytes for ever, so the answer may be kept for ever. */
export function mediaRoutes({ media }: Pick<MediaContext, 'media'>) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    if (!ctx.path.startsWith(MEDIA_PATH)) return next();
    ctx.state.isStaticFile = true;
    const hash = ctx.path.slice(MEDIA_PATH.length);
    if (!HASH.test(hash) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) throw new NotFoundError('picture');
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
      throw new NotFoundError('picture');
    }
    ctx.type = typeOfFile(fileName(hash, width));
    ctx.body = picture;
  };
}

function readWidth(text: string | string[] | undefined): Variant | null {
  if (text === undefined) return null;
  const variants = [...variantWidths, PREVIEW] as const;
  const width = variants.find((known) => String(known) === text);
  if (!width)
    throw new InvalidInputError([
      { path: 'w', message: msg('w must be one of {widths}', { widths: variants.join(', ') }) },
    ]);
  return width;
}
