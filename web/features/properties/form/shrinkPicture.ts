import { fitWithin, MAX_SENT_SIDE } from './pictureRules.ts';

/** Below it, and not too wide, a file is sent as it is: drawing it anew would only cost quality. */
const SMALL_BYTES = 700_000;
const QUALITY = 0.86;

/** The browser cannot open the file as a picture. */
export class UnreadablePicture extends Error {}

/**
 * A chosen photo in the size that is worth sending: upright, at most 2560 pixels a side, as WebP (JPEG where the
 * browser writes none). GIFs stay as they are, they may move. @throws {UnreadablePicture}
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const bitmap = await openBitmap(file);
  try {
    if (file.type === 'image/gif') return file;
    const size = fitWithin(bitmap, MAX_SENT_SIDE);
    const isAccepted = /^image\/(png|jpeg|webp)$/.test(file.type);
    if (isAccepted && size.width === bitmap.width && file.size <= SMALL_BYTES) return file;
    const drawn = await draw(bitmap, size);
    return isAccepted && isWorse(drawn, file) ? file : drawn;
  } finally {
    bitmap.close();
  }
}

async function openBitmap(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new UnreadablePicture();
  }
}

async function draw(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadablePicture();
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const webp = await toBlob(canvas, 'image/webp');
  // Safari answers with a PNG, which is many times as large.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg');
}

/** A JPEG knows no transparency: what was clear would turn black. */
function isWorse(drawn: Blob, file: File): boolean {
  return drawn.size >= file.size || (drawn.type === 'image/jpeg' && file.type !== 'image/jpeg');
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new UnreadablePicture())), type, QUALITY);
  });
}
