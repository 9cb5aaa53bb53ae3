import createHeif from 'libheif-js/libheif-wasm/libheif.js';
import heifFile from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { PictureFailure } from './drawPicture.ts';

/** The used part of libheif's JavaScript API, which has no types. */
interface Heif {
  HeifDecoder: new () => HeifDecoder;
}

interface HeifDecoder {
  /** Releases the memory of the previous file. */
  decode(file: Uint8Array): HeifImage[];
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Pixels with the file's rotation and mirroring applied; null if it cannot be decoded. */
  display(into: ImageData, done: (drawn: ImageData | null) => void): void;
  free(): void;
}

/** Photos of phones have at most 50 megapixels; larger ones would exceed a tab's memory. */
const MAX_PIXELS = 64_000_000;

let loaded: Promise<HeifDecoder> | undefined;

/** Decodes HEIC, the format of iPhones and many other phones. @throws {PictureFailure} */
export async function decodeHeic(file: Blob): Promise<ImageData> {
  loaded ??= load();
  const decoder = await loaded.catch(() => {
    loaded = undefined;
    throw new PictureFailure('later');
  });
  const images = decoder.decode(new Uint8Array(await file.arrayBuffer()));
  try {
    const image = images.find((each) => each.is_primary()) ?? images[0];
    if (!image) throw new PictureFailure('unreadable');
    const [width, height] = [image.get_width(), image.get_height()];
    if (width * height > MAX_PIXELS) throw new PictureFailure('tooLarge');
    const drawn = await new Promise<ImageData | null>((resolve) => {
      image.display(new ImageData(width, height), resolve);
    });
    if (!drawn) throw new PictureFailure('unreadable');
    return drawn;
  } finally {
    for (const image of images) image.free();
  }
}

/** The compiled library is a separate file, so that it can be replaced by another build (NOTICES.md). */
async function load(): Promise<HeifDecoder> {
  const answer = await fetch(heifFile);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const heif = createHeif({ wasmBinary: await answer.arrayBuffer() });
  return new (heif as unknown as Heif).HeifDecoder();
}
