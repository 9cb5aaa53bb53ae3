import createHeif from 'libheif-js/libheif-wasm/libheif.js';
import heifFile from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { PictureFailure } from './drawPicture.ts';

/** What of libheif's JavaScript is used; its own types name none of it. */
interface Heif {
  HeifDecoder: new () => HeifDecoder;
}

interface HeifDecoder {
  /** What it held of the file before is let go. */
  decode(file: Uint8Array): HeifImage[];
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Turned and mirrored as the file says. Null: it cannot be decoded. */
  display(into: ImageData, done: (drawn: ImageData | null) => void): void;
  free(): void;
}

/** What a phone takes has 50 megapixels at most; more would not fit into the memory of a tab. */
const MAX_PIXELS = 64_000_000;

let loaded: Promise<HeifDecoder> | undefined;

/** The photos of iPhones and many others. @throws {PictureFailure} */
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

/** The compiled library is a file of its own, which may be exchanged for another build (NOTICES.md). */
async function load(): Promise<HeifDecoder> {
  const answer = await fetch(heifFile);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const heif = createHeif({ wasmBinary: await answer.arrayBuffer() });
  return new (heif as unknown as Heif).HeifDecoder();
}
