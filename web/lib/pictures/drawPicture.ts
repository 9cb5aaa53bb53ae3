import { examineJpeg, JPEG_END } from '#shared/jpegData.ts';
import type { PictureFault } from '#shared/limits.ts';
import { KIND_BYTES, type PictureKind, pictureKindOf } from '#shared/pictureKinds.ts';

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
export type FileFault = PictureFault | 'later';

/** The reason why a file could not be converted. */
export class PictureFailure extends Error {
  constructor(readonly fault: FileFault) {
    super(fault);
  }
}

interface KnownFile {
  /** With an end where a JPEG lacks it: some browsers draw none without it. */
  file: Blob;
  /** By its bytes, whatever it is called. */
  kind: PictureKind | null;
}

/** Browsers draw a damaged JPEG as well as they can. @throws {PictureFailure} it is empty or damaged. */
export async function examinePicture(file: Blob): Promise<KnownFile> {
  if (file.size === 0) throw new PictureFailure('empty');
  const kind = pictureKindOf(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()));
  const state = kind === 'jpeg' ? await examineJpeg(new Uint8Array(await file.arrayBuffer())) : null;
  if (state?.isDamaged) throw new PictureFailure('damaged');
  return { kind, file: state?.hasEnd === false ? new Blob([file, JPEG_END], { type: file.type }) : file };
}

/** Upright, in pixels. */
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
export type Decoder = (file: Blob, kind: PictureKind | null) => Promise<ImageData | null>;

/**
 * Scales a photo for the upload and removes its metadata (above all the location). The result is WebP, or in browsers
 * without a WebP encoder JPEG, or PNG for transparent pictures.
 * @throws {PictureFailure}
 */
export async function drawPicture(given: Blob, job: PictureJob, decode?: Decoder): Promise<DrawnPicture> {
  const known = await examinePicture(given);
  const { file } = known;
  const bitmap = await openBitmap(known, decode);
  try {
    const seen = draw(bitmap, PREVIEW_SIDE, job.turn);
    const pixels = seen.context.getImageData(0, 0, seen.canvas.width, seen.canvas.height);
    const facts = measurePicture(pixels, turned(bitmap, job.turn));
    const isClear = hasTransparency(pixels);
    return {
      picture: mayStayAsItIs(known, bitmap, job) ? file : await drawToSend(known, bitmap, job, isClear),
      preview: await encode(seen.canvas, isClear),
      facts,
    };
  } finally {
    bitmap.close();
  }
}

async function openBitmap({ file, kind }: KnownFile, decode?: Decoder): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    const decoded = await decode?.(file, kind);
    if (!decoded) throw new PictureFailure(unopenedFault(file, kind));
    return createImageBitmap(decoded);
  }
}

function unopenedFault({ type }: Blob, kind: PictureKind | null): PictureFault {
  if (kind === null) return type.startsWith('image/') ? 'otherKind' : 'notAnImage';
  return kind === 'heic' || kind === 'avif' ? kind : 'unreadable';
}

/** Formats that the server accepts unchanged. */
const isAccepted = (kind: PictureKind | null) => kind !== null && kind !== 'heic' && kind !== 'avif';

function mayStayAsItIs({ file, kind }: KnownFile, size: Size, { turn, maxSide }: PictureJob): boolean {
  return (
    turn === 0 && isAccepted(kind) && file.size <= SMALL_BYTES && Math.max(size.width, size.height) <= maxSide
  );
}

async function drawToSend({ file, kind }: KnownFile, bitmap: ImageBitmap, job: PictureJob, isClear: boolean) {
  for (const share of SMALLER) {
    const drawn = await encode(draw(bitmap, job.maxSide * share, job.turn).canvas, isClear);
    const isNoGain = job.turn === 0 && isAccepted(kind) && drawn.size >= file.size;
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
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null;
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

/** Measures of a picture. Shares are from 0 to 1. */
export interface PictureFacts extends Size {
  /** Mean lightness: 0 is black. */
  brightness: number;
  /** Share of pixels that are all but black or all but white. */
  clipped: number;
  /** Variance of the Laplacian of the lightness (0 to 255): how much fine detail there is. */
  sharpness: number;
  /** Share of pixels equal to their right neighbour, as in drawings but not in photos. */
  flatness: number;
  /** A difference hash of 64 bits ('0' and '1'); similar pictures differ in few bits. */
  fingerprint: string;
}

interface Pixels extends Size {
  /** RGBA. */
  data: ArrayLike<number>;
}

const DARK = 20;
const LIGHT = 245;
const HASH_WIDTH = 9;
const HASH_HEIGHT = 8;

/** @param pixels of the picture scaled to about 960 pixels, so that measures of different cameras are comparable */
export function measurePicture(pixels: Pixels, size: Size): PictureFacts {
  const { width, height } = pixels;
  const light = lightnessOf(pixels);
  const count = Math.max(1, light.length);
  let sum = 0;
  let clipped = 0;
  for (const value of light) {
    sum += value;
    if (value < DARK || value > LIGHT) clipped += 1;
  }
  return {
    width: size.width,
    height: size.height,
    brightness: sum / count / 255,
    clipped: clipped / count,
    sharpness: laplacianVariance(light, width, height),
    flatness: flatnessOf(pixels),
    fingerprint: fingerprintOf(light, width, height),
  };
}

/** Number of different bits (of 64). */
export function differenceOf(one: string, other: string): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) count += 1;
  return count;
}

/** Luma by Rec. 601. */
function lightnessOf({ data, width, height }: Pixels): Float32Array {
  const light = new Float32Array(width * height);
  for (let at = 0; at < light.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]];
    light[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return light;
}

function laplacianVariance(light: Float32Array, width: number, height: number): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  const at = (x: number, y: number) => light[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const edge = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
      count += 1;
      sum += edge;
      squares += edge * edge;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

function flatnessOf({ data, width, height }: Pixels): number {
  let same = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 1; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (data[at] === data[at - 4] && data[at + 1] === data[at - 3] && data[at + 2] === data[at - 2]) same += 1;
    }
  return same / Math.max(1, (width - 1) * height);
}

/** For each of 9 × 8 fields: whether it is lighter than its right neighbour. */
function fingerprintOf(light: Float32Array, width: number, height: number): string {
  const fields = Array.from({ length: HASH_WIDTH * HASH_HEIGHT }, (_, field) => {
    const left = Math.floor(((field % HASH_WIDTH) * width) / HASH_WIDTH);
    const right = Math.max(left + 1, Math.floor((((field % HASH_WIDTH) + 1) * width) / HASH_WIDTH));
    const row = Math.floor(field / HASH_WIDTH);
    const top = Math.floor((row * height) / HASH_HEIGHT);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / HASH_HEIGHT));
    let sum = 0;
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) sum += light[y * width + x] ?? 0;
    return sum / ((right - left) * (bottom - top));
  });
  return fields
    .map((value, at) => ((at + 1) % HASH_WIDTH === 0 ? '' : value > (fields[at + 1] ?? 0) ? '1' : '0'))
    .join('');
}
