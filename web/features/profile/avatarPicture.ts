import { imageMessages } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { examinePicture, PictureFailure } from '#web/lib/pictures/drawPicture.ts';
import {
  createPicturePreparer,
  MAX_SENT_SIDE,
  mayBePicture,
  refusalOf,
} from '#web/lib/pictures/preparePictures.ts';

/** A phone's photo is some 10 MB; beyond this a tab on a phone may not be able to open it. */
const MAX_FILE_BYTES = 40 * 1024 * 1024;
const AVATAR_SIDE = 512;
const QUALITY = 0.9;
const OPENING_FAILED = msg('This image could not be opened. Please try again.');

export interface OpenedPicture {
  element: HTMLImageElement;
  /** To be revoked when it is no longer shown. */
  url: string;
}

/** Opens a chosen file. @throws {Error} with a sentence to show. */
export async function openPicture(file: File): Promise<OpenedPicture> {
  if (!mayBePicture(file)) throw new Error(t(imageMessages.notAnImage(file.name)));
  if (file.size > MAX_FILE_BYTES) throw new Error(t('File "{name}" is too large.', { name: file.name }));
  try {
    const { file: whole } = await examinePicture(file);
    const opened = (await showPicture(whole)) ?? (await showPicture(await makeShowable(whole)));
    if (opened) return opened;
  } catch (error) {
    if (!(error instanceof PictureFailure)) throw error;
    throw new Error(refusalOf(error, file.name) ?? t(OPENING_FAILED));
  }
  throw new Error(t(imageMessages.unreadable(file.name)));
}

/** Null: the browser cannot show it. */
async function showPicture(file: Blob): Promise<OpenedPicture | null> {
  const url = URL.createObjectURL(file);
  const element = new Image();
  element.src = url;
  try {
    await element.decode();
    if (element.naturalWidth > 0) return { element, url };
  } catch {
    // The browser says no more than that.
  }
  URL.revokeObjectURL(url);
  return null;
}

/** HEIC photos, which few browsers show. */
async function makeShowable(file: Blob): Promise<Blob> {
  const job = { turn: 0, maxSide: MAX_SENT_SIDE, maxBytes: MAX_FILE_BYTES } as const;
  return (await createPicturePreparer()(file, job, new AbortController().signal)).picture;
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

/** Sizes and places of a picture are in its own pixels. */
interface Size {
  width: number;
  height: number;
}

/** The visible part of the picture: the zoom, and the middle as shares of width and height. */
export interface Crop {
  /** 1 fills the square with the shorter side. */
  zoom: number;
  x: number;
  y: number;
}

interface Square {
  left: number;
  top: number;
  side: number;
}

export const MAX_ZOOM = 4;
export const wholePicture: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The square a crop cuts out; it never reaches beyond the picture. */
export function cropSquare({ width, height }: Size, { zoom, x, y }: Crop): Square {
  const side = Math.min(width, height) / clamp(zoom, 1, MAX_ZOOM);
  return {
    side,
    left: clamp(x * width - side / 2, 0, width - side),
    top: clamp(y * height - side / 2, 0, height - side),
  };
}

/** Moves the picture under the frame by shares of the frame's side, as far as it goes. */
export function moveCrop(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { left, top, side } = cropSquare(size, crop);
  return settle(size, {
    zoom: crop.zoom,
    x: (left + side / 2 - dx * side) / size.width,
    y: (top + side / 2 - dy * side) / size.height,
  });
}

export function zoomCrop(size: Size, crop: Crop, zoom: number): Crop {
  return settle(size, { ...crop, zoom: clamp(zoom, 1, MAX_ZOOM) });
}

/** The middle is kept where it is shown, so that dragging back from an edge answers at once. */
function settle(size: Size, crop: Crop): Crop {
  const { left, top, side } = cropSquare(size, crop);
  return { zoom: crop.zoom, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}
