import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import sharp from 'sharp';
import { ApiError, InvalidInputError } from '#server/http/errors.ts';
import type { PictureOwner } from '#server/http/limits/pixelBudget.ts';
import { imageMessages } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';

// Decoded pictures are large and never needed twice; and one picture must not use every core.
sharp.cache(false);
sharp.concurrency(1);

/** A small file may unfold to any number of pixels; decoding these takes some 200 MB. */
export const MAX_PIXELS = 50_000_000;
/** Ends the decoding of a file made to be slow (a JPEG of a thousand scans). */
export const MAX_DECODING_SECONDS = 20;
/** Decoding takes a core and shares libuv's four threads with the database and password hashing. */
const DECODING_SLOTS = 2;

type Owner = PictureOwner['id'];

/** Limits concurrent work; waiting owners take turns. @param mostEach slots of one owner. */
export function createFairSlots(slots: number, mostEach = slots) {
  const waiting = new Map<Owner, (() => void)[]>();
  const active = new Map<Owner, number>();
  const countActive = () => [...active.values()].reduce((sum, count) => sum + count, 0);
  const mayBegin = (owner: Owner) => countActive() < slots && (active.get(owner) ?? 0) < mostEach;
  const take = (owner: Owner) => active.set(owner, (active.get(owner) ?? 0) + 1);

  function release(owner: Owner): void {
    const left = (active.get(owner) ?? 1) - 1;
    if (left > 0) active.set(owner, left);
    else active.delete(owner);
    const next = [...waiting].find(([each]) => mayBegin(each));
    if (!next) return;
    const [following, [start, ...others]] = next;
    // To the end of the line, behind the other waiting owners.
    waiting.delete(following);
    if (others.length > 0) waiting.set(following, others);
    take(following);
    start?.();
  }

  return {
    /** Runs the work once a slot is free. Waiting owners have equal shares. */
    async run<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> {
      if (mayBegin(owner)) take(owner);
      else
        await new Promise<void>((resolve) => {
          waiting.set(owner, [...(waiting.get(owner) ?? []), resolve]);
        });
      try {
        return await work();
      } finally {
        release(owner);
      }
    },
    stats: () => ({ active: countActive(), waiting: [...waiting.values()].flat().length }),
  };
}

const decoding = createFairSlots(DECODING_SLOTS);
export const withDecodingSlot = decoding.run;
export const decodingStats = decoding.stats;

/** WebP's own limit. */
const MAX_SIDE = 16_383;
const QUALITY = 82;

export interface WebpPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Converts to WebP, upright and without metadata, in its owner's turn and from the owner's budget. The kind is read
 * from the bytes, not from the name or the claimed type; only these four kinds reach a decoder.
 * @throws {ApiError} 415 another kind of file; 422 undecodable or too many pixels; 429 the budget is used up.
 */
export async function toWebp(file: ReceivedFile, { id, spend }: PictureOwner): Promise<WebpPicture> {
  const { name, claimedType, bytes } = file;
  if (!isKnownKind(bytes)) {
    const isImage = claimedType.toLowerCase().startsWith('image/');
    const sentence = isImage ? imageMessages.otherKind(name) : imageMessages.notAnImage(name);
    throw new ApiError('unsupported_media_type', sentence);
  }
  const pixels = await countPixels(bytes).catch(() => null);
  if (pixels === null) throw new ApiError('unprocessable', imageMessages.unreadable(name));
  await spend(pixels);
  return withDecodingSlot(id, () => decode(file));
}

/** More scans than any camera or program writes make a JPEG slow: each scan visits all pixels. */
const USUAL_SCANS = 10;
const JPEG = { scan: 0xda, end: 0xd9 };
/** JPEG markers without a length: padding, and markers inside of a scan's data. */
const isBareMark = (mark: number) => mark <= 1 || (mark >= 0xd0 && mark <= 0xd8);

/** Counts the pixels to decode from the header, scans included. @throws {Error} unreadable, or too many scans. */
async function countPixels(bytes: Buffer): Promise<number> {
  const head = sharp(bytes, { limitInputPixels: MAX_PIXELS });
  const { format, width, height, pages = 1 } = await head.metadata();
  if (width * height > MAX_PIXELS) throw new RangeError('It has too many pixels');
  const rounds = format === 'jpeg' ? countScans(bytes) / USUAL_SCANS : pages;
  return width * height * Math.max(1, rounds);
}

/** The number of scans of a JPEG, up to its end: a telephone may append a film. */
function countScans(bytes: Buffer): number {
  let count = 0;
  let at = bytes.indexOf(0xff);
  while (at >= 0 && at + 4 <= bytes.length) {
    const mark = bytes.readUInt8(at + 1);
    if (mark === JPEG.end) break;
    if (mark === JPEG.scan) count += 1;
    const length = mark === 0xff ? -1 : isBareMark(mark) ? 0 : bytes.readUInt16BE(at + 2);
    at = bytes.indexOf(0xff, at + 2 + length);
  }
  return count;
}

async function decode({ name, bytes }: ReceivedFile): Promise<WebpPicture> {
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

/** A stored picture as JPEG, on white. */
export const toJpeg = (bytes: Buffer): Promise<Buffer> =>
  withDecodingSlot('jpeg', () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: MAX_DECODING_SECONDS })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer(),
  );

export function isKnownKind(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12);
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('GIF87a') ||
    head.startsWith('GIF89a') ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'))
  );
}

export interface ReceivedFile {
  /** The sender's file name, fit for a sentence; never used as a path. */
  name: string;
  claimedType: string;
  bytes: Buffer;
}

const MAX_NAME_LENGTH = 120;

const pictureWords = {
  tooLarge: imageMessages.tooLarge,
  several: msg('Upload one image at a time'),
  missing: msg('Choose an image to upload'),
};

/**
 * Reads the one file of a multipart/form-data body, under any field name. The rest of a refused body stays unread.
 * @param words of the refusals.
 * @throws {ApiError} 415 another kind of body; 400 no file, several files, or broken; 413 larger than `maxBytes`.
 */
export function receiveFile(
  request: IncomingMessage,
  maxBytes: number,
  words = pictureWords,
): Promise<ReceivedFile> {
  return new Promise<ReceivedFile>((resolve, reject) => {
    const parser = openParser(request, maxBytes);
    let file: ReceivedFile | undefined;

    function refuse(error: ApiError): void {
      request.unpipe(parser);
      reject(error);
    }

    parser.on('file', (_field, stream, fileName, _encoding, claimedType) => {
      const name = showable(fileName);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => refuse(new ApiError('payload_too_large', words.tooLarge(name))));
      stream.on('end', () => {
        file = { name, claimedType, bytes: Buffer.concat(chunks) };
      });
      stream.on('error', () => refuse(broken()));
    });
    parser.on('filesLimit', () => refuse(invalid(words.several)));
    parser.on('partsLimit', () => refuse(invalid(msg('The upload has too many parts'))));
    parser.on('error', () => refuse(broken()));
    parser.on('finish', () => (file ? resolve(file) : reject(invalid(words.missing))));
    // The sender disconnected: the waiting work here must end.
    request.once('close', () => {
      if (!request.complete) reject(broken());
    });
    request.pipe(parser);
  });
}

function openParser(request: IncomingMessage, maxBytes: number): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type))
    throw new ApiError('unsupported_media_type', msg('Send the image as multipart/form-data'));
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 12, fieldSize: 1_024, headerPairs: 20 },
    });
  } catch {
    throw invalid(msg('The multipart/form-data body names no boundary'));
  }
}

export function showable(name: string | undefined, otherwise = 'picture'): string {
  const shown = (name ?? '').replace(/\p{C}/gu, '').trim().slice(0, MAX_NAME_LENGTH);
  return shown || otherwise;
}

const invalid = (message: Message) => new InvalidInputError([{ path: 'file', message }]);
const broken = () => invalid(msg('The upload could not be read'));
