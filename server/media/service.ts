import sharp from 'sharp';
import { hashBytes, type MediaStore } from './store.ts';

/** The widths a picture is served at; any other is refused, so that nobody can fill the disk with sizes. */
export const variantWidths = [320, 640, 960, 1280, 1920] as const;
export type VariantWidth = (typeof variantWidths)[number];

export const MEDIA_PATH = '/media/';

export interface StoredPicture {
  hash: string;
  width: number;
  height: number;
  bytes: number;
}

export interface MediaService {
  /** Keeps a WebP picture as it is, under the hash of its bytes. */
  storeWebp(bytes: Buffer): Promise<StoredPicture>;
  /** The picture as stored, or scaled down to a width (never up). Null when there is none of that hash. */
  readPicture(hash: string, width: VariantWidth | null): Promise<Buffer | null>;
}

export function createMediaService(store: MediaStore): MediaService {
  const beingMade = new Map<string, Promise<Buffer>>();

  async function makeVariant(original: Buffer, name: string, width: VariantWidth): Promise<Buffer> {
    const variant = await sharp(original)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 76 })
      .toBuffer();
    await store.write(name, variant);
    return variant;
  }

  return {
    async storeWebp(bytes) {
      const { width, height } = await sharp(bytes).metadata();
      const hash = hashBytes(bytes);
      const name = `${hash}.webp`;
      if (!(await store.has(name))) await store.write(name, bytes);
      return { hash, width, height, bytes: bytes.length };
    },

    async readPicture(hash, width) {
      if (width === null) return store.read(`${hash}.webp`);
      const name = `${hash}-${width}.webp`;
      const kept = await store.read(name);
      if (kept) return kept;
      const original = await store.read(`${hash}.webp`);
      if (!original) return null;
      // A page of cards asks for the same new variant many times at once: it is made once.
      const underway = beingMade.get(name);
      if (underway) return underway;
      const making = makeVariant(original, name, width).finally(() => beingMade.delete(name));
      beingMade.set(name, making);
      return making;
    },
  };
}
