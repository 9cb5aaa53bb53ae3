import {
  type DrawnPicture,
  drawPicture,
  PictureFailure,
  type PictureFault,
  type PictureJob,
} from './drawPicture.ts';

/** A request to the worker. */
export interface PictureRequest {
  file: Blob;
  job: PictureJob;
}

export type PictureAnswer = { drawn: DrawnPicture } | { fault: PictureFault };

const HEIC_BRANDS = /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/;

/** The decoder has about 400 KB and is loaded when the browser itself cannot decode the file. */
async function decode(file: Blob): Promise<ImageData | null> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer());
  if (!HEIC_BRANDS.test(head)) return null;
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
