import sharp from 'sharp';
import { ApiError } from '#server/http/errors.ts';
import { imageMessages } from '#shared/imageRules.ts';
import { MAX_DECODING_SECONDS, MAX_PIXELS } from './decoding.ts';
import type { ReceivedFile } from './receiveFile.ts';

/** WebP's own limit. */
const MAX_SIDE = 16_383;
const QUALITY = 82;

export interface WebpPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Turned upright, without metadata, as WebP. The kind is read from the bytes: neither name nor claimed type is believed,
 * and nothing but these four kinds reaches a decoder.
 * @throws {ApiError} 415 another kind of file; 422 it cannot be decoded or has too many pixels.
 */
export async function toWebp({ name, claimedType, bytes }: ReceivedFile): Promise<WebpPicture> {
  if (!isKnownKind(bytes)) {
    const isImage = claimedType.toLowerCase().startsWith('image/');
    const sentence = isImage ? imageMessages.otherKind(name) : imageMessages.notAnImage(name);
    throw new ApiError('unsupported_media_type', sentence);
  }
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: MAX_DECODING_SECONDS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    throw new ApiError('unprocessable', imageMessages.unreadable(name));
  }
}

function isKnownKind(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12);
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('GIF87a') ||
    head.startsWith('GIF89a') ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'))
  );
}
