import type { Square } from './cropGeometry.ts';

/** A phone's photo is some 10 MB; beyond this a tab on a phone may not be able to open it. */
const MAX_FILE_BYTES = 40 * 1024 * 1024;
const AVATAR_SIDE = 512;
const QUALITY = 0.9;

export interface OpenedPicture {
  element: HTMLImageElement;
  /** To be revoked when it is no longer shown. */
  url: string;
}

/** Opens a chosen file. @throws {Error} with a sentence to show. */
export async function openPicture(file: File): Promise<OpenedPicture> {
  if (!file.type.startsWith('image/')) throw new Error(`File "${file.name}" is not an image file.`);
  if (file.size > MAX_FILE_BYTES) throw new Error(`File "${file.name}" is too large.`);
  const url = URL.createObjectURL(file);
  const element = new Image();
  element.src = url;
  try {
    await element.decode();
    if (element.naturalWidth === 0) throw new Error('It has no size');
  } catch {
    URL.revokeObjectURL(url);
    throw new Error(`Failed to process "${file.name}"`);
  }
  return { element, url };
}

/** The square as a picture of at most 512 pixels. @throws {Error} when the browser cannot draw it. */
export async function renderAvatar(element: HTMLImageElement, { left, top, side }: Square): Promise<Blob> {
  const size = Math.max(1, Math.min(AVATAR_SIDE, Math.round(side)));
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The picture could not be drawn.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(element, left, top, side, side, 0, 0, size, size);
  const webp = await toBlob(canvas, 'image/webp');
  // Safari answers with a PNG, which is many times as large.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg');
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))),
      type,
      QUALITY,
    );
  });
}
