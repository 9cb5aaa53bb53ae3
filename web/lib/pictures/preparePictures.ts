import { type DrawnPicture, drawPicture, PictureFailure, type PictureJob } from './drawPicture.ts';
import type { PictureAnswer, PictureRequest } from './pictureWorker.ts';

/** Longest side of what is sent, in pixels: more than the largest variant that is ever shown. */
export const MAX_SENT_SIDE = 2_560;
/** Beyond this a phone may not be able to open the file at all. */
export const MAX_CHOSEN_BYTES = 80 * 1024 * 1024;
/** A worker that takes longer will not answer any more. */
const LIMIT_MS = 90_000;

/** By its name where the system does not know the kind, as Windows does not. */
export function isHeicFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && /\.(heic|heif|hif)$/i.test(name));
}

export type PreparePicture = (file: Blob, job: PictureJob, signal: AbortSignal) => Promise<DrawnPicture>;

/**
 * Draws pictures one after another, since an open photo takes up to 200 MB; beside the page where the browser can. The
 * worker ends with the last of them, and its memory with it.
 * @throws {PictureFailure} why it became no picture. @throws {DOMException} 'AbortError' when `signal` ended it.
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
      // What it is at is no longer wanted, or it hangs; a fault of the file leaves it alive.
      if (!(error instanceof PictureFailure) || error.fault === 'later') end();
      throw error;
    } finally {
      done.abort();
    }
    // It did not even start.
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
