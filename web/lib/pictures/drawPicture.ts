import { measurePicture, type PictureFacts } from './pictureFacts.ts';

/** Quarter turns to the right. */
export type Turn = 0 | 1 | 2 | 3;

export interface PictureJob {
  turn: Turn;
  /** Longest side of the uploaded picture, in pixels. */
  maxSide: number;
  /** Limit of the uploaded picture. */
  maxBytes: number;
}

export interface DrawnPicture {
  /** Upright, rotated, within the requested size. */
  picture: Blob;
  /** Preview during the upload, as the browser may not support the file's format or size. */
  preview: Blob;
  facts: PictureFacts;
}

/** 'later': the decoder or the memory was not available; the file itself may be valid. */
export type PictureFault = 'unreadable' | 'tooLarge' | 'later';

/** The reason why a file could not be converted. */
export class PictureFailure extends Error {
  constructor(readonly fault: PictureFault) {
    super(fault);
  }
}

interface Size {
  width: number;
  height: number;
}

/** Scales a size so that no side is longer than `max`, without enlarging it. */
export function fitWithin({ width, height }: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Smaller files within the longest side are sent unchanged, as another encoding would lose quality. */
export const SMALL_BYTES = 700_000;
const QUALITY = 0.86;
const PREVIEW_SIDE = 960;
/** Scale factors for pictures that are still too large for the server. */
const SMALLER = [1, 0.75, 0.5, 0.3];

/** Decoder of a format that browsers do not support. @returns null for files of other formats */
export type Decoder = (file: Blob) => Promise<ImageData | null>;

/**
 * Scales a photo for the upload and removes its metadata (above all the location). The result is WebP, or in browsers
 * without a WebP encoder JPEG, or PNG for transparent pictures.
 * @throws {PictureFailure}
 */
export async function drawPicture(file: Blob, job: PictureJob, decode?: Decoder): Promise<DrawnPicture> {
  const bitmap = await openBitmap(file, decode);
  try {
    const seen = draw(bitmap, PREVIEW_SIDE, job.turn);
    const pixels = seen.context.getImageData(0, 0, seen.canvas.width, seen.canvas.height);
    const facts = measurePicture(pixels, turned(bitmap, job.turn));
    const isClear = hasTransparency(pixels);
    return {
      picture: mayStayAsItIs(file, bitmap, job) ? file : await drawToSend(file, bitmap, job, isClear),
      preview: await encode(seen.canvas, isClear),
      facts,
    };
  } finally {
    bitmap.close();
  }
}

async function openBitmap(file: Blob, decode?: Decoder): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    const decoded = await decode?.(file);
    if (!decoded) throw new PictureFailure('unreadable');
    return createImageBitmap(decoded);
  }
}

/** Formats that the server accepts unchanged. */
const isAccepted = ({ type }: Blob) => /^image\/(png|jpeg|webp|gif)$/.test(type);

function mayStayAsItIs(file: Blob, size: Size, { turn, maxSide }: PictureJob): boolean {
  return (
    turn === 0 && isAccepted(file) && file.size <= SMALL_BYTES && Math.max(size.width, size.height) <= maxSide
  );
}

async function drawToSend(file: Blob, bitmap: ImageBitmap, job: PictureJob, isClear: boolean): Promise<Blob> {
  for (const share of SMALLER) {
    const drawn = await encode(draw(bitmap, job.maxSide * share, job.turn).canvas, isClear);
    const isNoGain = job.turn === 0 && isAccepted(file) && drawn.size >= file.size;
    const best = isNoGain ? file : drawn;
    if (best.size <= job.maxBytes) return best;
  }
  throw new PictureFailure('tooLarge');
}

const turned = ({ width, height }: Size, turn: Turn): Size =>
  turn % 2 === 0 ? { width, height } : { width: height, height: width };

type Canvas = HTMLCanvasElement | OffscreenCanvas;

function draw(bitmap: ImageBitmap, maxSide: number, turn: Turn) {
  const size = fitWithin(bitmap, maxSide);
  const canvas = createCanvas(turned(size, turn));
  const context = canvas.getContext('2d') as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null;
  if (!context) throw new PictureFailure('later');
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turn * Math.PI) / 2);
  context.drawImage(bitmap, -size.width / 2, -size.height / 2, size.width, size.height);
  return { canvas, context };
}

function createCanvas({ width, height }: Size): Canvas {
  if (typeof document === 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

async function encode(canvas: Canvas, isClear: boolean): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp');
  // Safari returns a PNG instead, which is many times larger; JPEG has no transparency.
  return webp.type === 'image/webp' || isClear ? webp : toBlob(canvas, 'image/jpeg');
}

async function toBlob(canvas: Canvas, type: string): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality: QUALITY });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new PictureFailure('later');
  return blob;
}

function hasTransparency({ data }: ImageData): boolean {
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 255) return true;
  return false;
}
