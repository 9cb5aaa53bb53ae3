import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { MEDIA_PATH } from '#server/media/names.ts';
import type { MediaService, StoredPicture } from '#server/media/service.ts';
import type { Face } from './people/accounts.ts';
import { drawAvatar, drawPicture, type PictureRecipe, renderWebp } from './pictures/index.ts';

export type DemoPicture = PictureRecipe | Face;

export interface PictureStorage {
  media: MediaService;
  /** Folder of pictures drawn earlier. */
  cache?: string | undefined;
  /** 'names-only' draws nothing: the addresses are there, the files are not. */
  mode: 'render' | 'names-only';
  onProgress(sentence: string): void;
}

/** Two threads draw while SQLite and the requests keep the others. */
const AT_ONCE = 2;
const PROGRESS_EVERY = 100;
const nominalSizes = { picture: { width: 1280, height: 853 }, avatar: { width: 400, height: 400 } };

export function nameOf(picture: DemoPicture): string {
  return 'kind' in picture
    ? `${picture.kind} ${picture.propertyType} ${picture.seed}`
    : `avatar ${picture.presentation} ${picture.seed}`;
}

export const pictureAddress = (stored: StoredPicture) => `${MEDIA_PATH}${stored.hash}`;

/** @returns each picture's file by its name; the same picture asked for twice is drawn once. */
export async function storePictures(
  pictures: readonly DemoPicture[],
  storage: PictureStorage,
): Promise<Map<string, StoredPicture>> {
  const wanted = [...new Map(pictures.map((picture) => [nameOf(picture), picture]))];
  const stored = new Map<string, StoredPicture>();
  if (storage.mode === 'names-only') {
    for (const [name, picture] of wanted) stored.set(name, nominal(name, picture));
    return stored;
  }

  if (storage.cache) await mkdir(storage.cache, { recursive: true });
  let next = 0;
  const drawTheRest = async () => {
    for (let entry = wanted[next++]; entry; entry = wanted[next++]) {
      const [name, picture] = entry;
      stored.set(name, await storage.media.storeWebp(await draw(picture, storage.cache)));
      if (stored.size % PROGRESS_EVERY === 0)
        storage.onProgress(`Demo data: ${stored.size} of ${wanted.length} pictures are ready.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drawTheRest));
  return stored;
}

/** Kept under the drawing itself, so that a change of the generator is seen without a version to maintain. */
async function draw(picture: DemoPicture, cache: string | undefined): Promise<Buffer> {
  const svg = 'kind' in picture ? drawPicture(picture) : drawAvatar(picture.seed, picture);
  if (!cache) return renderWebp(svg);
  const file = path.join(cache, `${hash(`${sharp.versions.sharp} ${svg}`)}.webp`);
  try {
    return await readFile(file);
  } catch {
    const bytes = await renderWebp(svg);
    const draft = `${file}.${process.pid}.part`;
    await writeFile(draft, bytes);
    await rename(draft, file);
    return bytes;
  }
}

function nominal(name: string, picture: DemoPicture): StoredPicture {
  return { hash: hash(name), bytes: 1, ...('kind' in picture ? nominalSizes.picture : nominalSizes.avatar) };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
