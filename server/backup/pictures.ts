import { fileName } from '#server/media/names.ts';
import type { MediaContext } from '#server/media/service.ts';
import { hashBytes } from '#server/media/store.ts';
import { pictureName } from './format.ts';

/** Read side by side: object storage takes a while to answer each. */
const AT_ONCE = 4;
const PROGRESS_EVERY = 1_000;

export interface PictureEntry {
  hash: string;
  name: string;
  bytes: Buffer;
}

/** The originals; variants are made again when somebody asks for them. Null for one that is lost or damaged. */
export async function* readPictures(
  { media, log }: Pick<MediaContext, 'media' | 'log'>,
  hashes: readonly string[],
): AsyncGenerator<PictureEntry | null> {
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    const some = hashes.slice(start, start + AT_ONCE);
    const files = await Promise.all(some.map((hash) => media.store.read(fileName(hash, null))));
    for (const [at, hash] of some.entries()) {
      const bytes = files[at] ?? null;
      if (bytes && hashBytes(bytes) === hash) yield { hash, name: pictureName(hash), bytes };
      else {
        log.warn({ hash }, bytes ? 'a picture is damaged and not in the backup' : 'a picture is lost');
        yield null;
      }
    }
    const done = start + some.length;
    if (Math.floor(done / PROGRESS_EVERY) > Math.floor(start / PROGRESS_EVERY))
      log.info({ done, of: hashes.length }, 'backup: pictures');
  }
}
