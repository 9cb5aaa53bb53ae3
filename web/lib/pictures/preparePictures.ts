import { imageMessages } from '#shared/limits.ts';
import { t } from '#web/lib/i18n.tsx';
import { type DrawnPicture, drawPicture, PictureFailure, type PictureJob } from './drawPicture.ts';
import type { PictureAnswer, PictureRequest } from './pictureWorker.ts';

/** Longest side of uploaded pictures in pixels, larger than every variant that is shown. */
export const MAX_SENT_SIDE = 2_560;
/** Larger files may exceed a phone's memory. */
export const MAX_CHOSEN_BYTES = 80 * 1024 * 1024;
/** Time limit for a worker's answer. */
const LIMIT_MS = 90_000;

const PICTURE_NAME = /\.(heic|heif|hif|avif|jpe?g|jfif|png|gif|webp)$/i;

/** Uses the file name if the system has no media type for it, as Windows for HEIC. Its bytes decide later. */
export const mayBePicture = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('image/') || (type === '' && PICTURE_NAME.test(name));

/** The sentence for a file that cannot be converted; null: it may work later. */
export function refusalOf(error: PictureFailure, name: string): string | null {
  return error.fault === 'later' ? null : t(imageMessages[error.fault](name));
}

export type PreparePicture = (file: Blob, job: PictureJob, signal: AbortSignal) => Promise<DrawnPicture>;

/**
 * Converts pictures one after another, as a decoded photo takes up to 200 MB; in a worker if the browser supports it. The
 * worker ends after the last picture, to free its memory.
 * @throws {PictureFailure} @throws {DOMException} 'AbortError' after an abort of `signal`
 */
export function createPicturePreparer(): PreparePicture {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function end(): void {
    worker?.terminate();
    worker = null;
  }

  async function ask(request: PictureRequest, signal: AbortSignal): Promise<DrawnPicture> {
    worker ??= new Worker(new URL('./pictureWorker.ts', import.meta.url), { type: 'module' });
    const asked = worker;
    const done = new AbortController();
    try {
      const answer = await new Promise<PictureAnswer | null>((resolve, reject) => {
        const listening = { signal: done.signal };
        asked.addEventListener('message', ({ data }) => resolve(data as PictureAnswer), listening);
        asked.addEventListener('error', () => resolve(null), listening);
        signal.addEventListener('abort', () => reject(signal.reason), listening);
        const timer = setTimeout(() => reject(new PictureFailure('later')), LIMIT_MS);
        done.signal.addEventListener('abort', () => clearTimeout(timer));
        asked.postMessage(request);
      });
      if (answer && 'drawn' in answer) return answer.drawn;
      if (answer) throw new PictureFailure(answer.fault);
    } catch (error) {
      // After an abort or a timeout; an invalid file does not end the worker.
      if (!(error instanceof PictureFailure) || error.fault === 'later') end();
      throw error;
    } finally {
      done.abort();
    }
    // The worker could not start.
    end();
    return drawPicture(request.file, request.job);
  }

  return async (file, job, signal) => {
    const mine = last.then(() => {
      signal.throwIfAborted();
      return typeof OffscreenCanvas === 'undefined' ? drawPicture(file, job) : ask({ file, job }, signal);
    });
    last = mine.catch(() => undefined);
    waiting += 1;
    try {
      return await mine;
    } finally {
      waiting -= 1;
      if (waiting === 0) end();
    }
  };
}
