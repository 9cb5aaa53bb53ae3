import { imageMessages, MAX_IMAGE_BYTES, MAX_LISTING_IMAGES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';

/** One of a listing's pictures while it is put together. */
export interface Picture {
  /** Of this form only. */
  id: string;
  /** Its file's name; null for what is an address already. */
  name: string | null;
  status: 'uploading' | 'waiting' | 'failed' | 'stored';
  /** Where it is stored; null until it is. */
  url: string | null;
  /** Shown until the form is closed, so that nothing flickers when it is stored. */
  preview: string | null;
  /** How much of it has left, from 0 to 1. */
  progress: number;
  /** Why it failed. */
  problem: string | null;
}

export function storedPicture(url: string): Picture {
  return { id: url, name: null, status: 'stored', url, preview: null, progress: 1, problem: null };
}

export function newPicture(id: string, name: string, preview: string | null): Picture {
  return { id, name, status: 'uploading', url: null, preview, progress: 0, problem: null };
}

/** A picture that is there already is not added twice. */
export function addUrl(pictures: readonly Picture[], url: string): readonly Picture[] {
  return pictures.some((picture) => picture.url === url) ? pictures : [...pictures, storedPicture(url)];
}

export function changePicture(
  pictures: readonly Picture[],
  id: string,
  change: Partial<Picture>,
): readonly Picture[] {
  // The same photo chosen twice is stored under one address: one of the two goes.
  if (change.url && pictures.some((picture) => picture.id !== id && picture.url === change.url))
    return pictures.filter((picture) => picture.id !== id);
  return pictures.map((picture) => (picture.id === id ? { ...picture, ...change } : picture));
}

/** Puts one where another stands. */
export function movePicture(pictures: readonly Picture[], id: string, overId: string): readonly Picture[] {
  const from = pictures.findIndex((picture) => picture.id === id);
  const to = pictures.findIndex((picture) => picture.id === overId);
  const moved = pictures[from];
  if (!moved || to < 0) return pictures;
  return pictures.toSpliced(from, 1).toSpliced(to, 0, moved);
}

export function addressesOf(pictures: readonly Picture[]): string[] {
  return pictures.flatMap(({ url }) => url ?? []);
}

/** Those that are neither stored nor given up. */
export function pendingOf(pictures: readonly Picture[]): Picture[] {
  return pictures.filter(({ status }) => status === 'uploading' || status === 'waiting');
}

export function failedOf(pictures: readonly Picture[]): Picture[] {
  return pictures.filter(({ status }) => status === 'failed');
}

/** All that is on its way as one share of 1, for the bar of the drop zone. */
export function totalProgress(pictures: readonly Picture[]): number {
  const pending = pendingOf(pictures);
  const sent = pending.reduce((sum, { progress }) => sum + progress, 0);
  return pending.length === 0 ? 1 : sent / pending.length;
}

/** What the drop zone says of the uploads; null when none is on its way. */
export function uploadsInWords(pictures: readonly Picture[]): string | null {
  const pending = pendingOf(pictures);
  const count = pending.length;
  if (count === 0) return null;
  return pending.some(({ status }) => status === 'uploading')
    ? t('{count, plural, one {Uploading # image...} other {Uploading # images...}}', { count })
    : t('{count, plural, one {# image} other {# images}} waiting for the connection', { count });
}

/** Longest side of what is sent, in pixels: more than the largest variant that is ever shown. */
const MAX_SENT_SIDE = 2_560;
const MAX_URL_LENGTH = 2_000;
const INVALID_URL = msg('Enter a web address that begins with https:// or http://');

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>;

/**
 * Sorts chosen files into those to upload and the sentences why the others are not (specification, part 3 §5).
 * @param room how many more pictures the listing may hold.
 */
export function sortFiles<Chosen extends ChosenFile>(
  files: readonly Chosen[],
  room: number,
): { accepted: Chosen[]; refusals: string[] } {
  const refusals: string[] = [];
  const fitting = files.filter((file) => {
    const refusal = refusalOf(file);
    if (refusal) refusals.push(refusal);
    return !refusal;
  });
  const surplus = fitting.length - Math.max(0, room);
  if (surplus > 0) refusals.push(tooManyImages(surplus));
  return { accepted: fitting.slice(0, Math.max(0, room)), refusals };
}

function refusalOf({ name, type, size }: ChosenFile): string | null {
  if (!type.startsWith('image/')) return t(imageMessages.notAnImage(name));
  // A drawing, no photo: it may carry scripts.
  if (type === 'image/svg+xml') return t(imageMessages.otherKind(name));
  return size > MAX_IMAGE_BYTES ? t(imageMessages.tooLarge(name)) : null;
}

export function tooManyImages(surplus: number): string {
  return t(
    'A listing holds at most {maximum} images. {surplus, plural, one {# image was} other {# images were}} not added.',
    { maximum: MAX_LISTING_IMAGES, surplus },
  );
}

/** A typed address as it will be stored, or the sentence why it cannot be. */
export function readImageUrl(text: string): { url: string } | { problem: string } {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { problem: t(INVALID_URL) };
  const { protocol, username, password, href } = new URL(trimmed);
  if (!/^https?:$/.test(protocol) || username || password) return { problem: t(INVALID_URL) };
  return href.length > MAX_URL_LENGTH ? { problem: t('This address is too long') } : { url: href };
}

type Size = Pick<ImageBitmap, 'width' | 'height'>;

/** The size a picture is drawn in so that no side is longer than `max`; never larger than it is. */
export function fitWithin({ width, height }: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

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

async function draw(bitmap: ImageBitmap, { width, height }: Size): Promise<Blob> {
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
