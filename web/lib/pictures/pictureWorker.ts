import type { PictureKind } from '#shared/pictureKinds.ts';
import { type DrawnPicture, drawPicture, type FileFault, PictureFailure, type PictureJob } from './drawPicture.ts';

/** A request to the worker. */
export interface PictureRequest {
  file: Blob;
  job: PictureJob;
}

export type PictureAnswer = { drawn: DrawnPicture } | { fault: FileFault };

/** The decoder has about 400 KB and is loaded when the browser itself cannot decode the file. */
async function decode(file: Blob, kind: PictureKind | null): Promise<ImageData | null> {
  if (kind !== 'heic') return null;
  const { decodeHeic } = await import('./decodeHeic.ts').catch(() => {
    throw new PictureFailure('later');
  });
  return decodeHeic(file);
}

self.onmessage = async ({ data: { file, job } }: MessageEvent<PictureRequest>) => {
  self.postMessage(await answer(file, job));
};

async function answer(file: Blob, job: PictureJob): Promise<PictureAnswer> {
  try {
    return { drawn: await drawPicture(file, job, decode) };
  } catch (error) {
    return { fault: error instanceof PictureFailure ? error.fault : 'later' };
  }
}
