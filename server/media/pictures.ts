import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import sharp from 'sharp';
import { ApiError, InvalidInputError } from '#server/http/errors.ts';
import type { PictureOwner } from '#server/http/limits/pixelBudget.ts';
import type { ErrorCode } from '#shared/contracts/common.ts';
import { examineJpeg, JPEG_END } from '#shared/jpegData.ts';
import { imageMessages, MAX_MEGAPIXELS, type PictureFault } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';
import { pictureKindOf } from '#shared/pictureKinds.ts';

// Decoded pictures are large and never needed twice; and one picture must not use every core.
sharp.cache(false);
sharp.concurrency(1);

/** A small file may unfold to any number of pixels; decoding these takes some 200 MB. */
export const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000;
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

const faultCodes: Record<PictureFault, ErrorCode> = {
  empty: 'unsupported_media_type',
  notAnImage: 'unsupported_media_type',
  otherKind: 'unsupported_media_type',
  heic: 'unsupported_media_type',
  avif: 'unsupported_media_type',
  tooLarge: 'payload_too_large',
  tooManyPixels: 'unprocessable',
  unreadable: 'unprocessable',
  damaged: 'unprocessable',
};

/** A file that is no picture to be kept, and why. */
export class PictureError extends ApiError {
  constructor(
    readonly fault: PictureFault,
    name: string,
  ) {
    super(faultCodes[fault], imageMessages[fault](name));
  }
}

/**
 * Converts to WebP, upright and without metadata, in its owner's turn and from the owner's budget. The kind is read
 * from the bytes, not from the name or the claimed type; only four kinds reach a decoder.
 * @throws {PictureError} 415 empty or another kind of file; 422 damaged or too many pixels.
 * @throws {TooManyRequestsError} 429 the budget is used up.
 */
export async function toWebp(file: ReceivedFile, { id, spend }: PictureOwner): Promise<WebpPicture> {
  const { name, claimedType, bytes } = file;
  const kind = pictureKindOf(bytes);
  if (bytes.length === 0) throw new PictureError('empty', name);
  if (kind === 'heic' || kind === 'avif') throw new PictureError(kind, name);
  const isImage = claimedType.toLowerCase().startsWith('image/');
  if (kind === null) throw new PictureError(isImage ? 'otherKind' : 'notAnImage', name);
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head === null) throw new PictureError('damaged', name);
  const { width, height, pages = 1 } = head;
  if (width * height > MAX_PIXELS) throw new PictureError('tooManyPixels', name);
  const scans = kind === 'jpeg' ? countScans(bytes) : 0;
  await spend(width * height * Math.max(1, kind === 'jpeg' ? scans / USUAL_SCANS : pages));
  return withDecodingSlot(id, async () => {
    const whole = kind === 'jpeg' && scans <= MOST_SCANS ? await wholeJpeg(bytes) : bytes;
    if (whole === null || (kind === 'webp' && (await isOutOfStep(bytes)))) throw new PictureError('damaged', name);
    return decode(name, whole);
  });
}

/** Many viewers show a JPEG whose end is missing; the decoder does not. @returns null: damaged within. */
async function wholeJpeg(bytes: Buffer): Promise<Buffer | null> {
  const state = await examineJpeg(bytes);
  if (state?.isDamaged) return null;
  return state?.hasEnd === false ? Buffer.concat([bytes, JPEG_END]) : bytes;
}

/** More scans than any camera or program writes make a JPEG slow: each scan visits all pixels. */
const USUAL_SCANS = 10;
/** A JPEG of more scans is decoded without a look at its data, which has its own limit of time. */
const MOST_SCANS = 100;
const JPEG = { scan: 0xda, end: 0xd9 };
/** JPEG markers without a length: padding, and markers inside of a scan's data. */
const isBareMark = (mark: number) => mark <= 1 || (mark >= 0xd0 && mark <= 0xd8);

/** The codes of a whole WebP reach to its end, but for a few bytes. */
const WEBP_END = 8;
const WEBP_DATA = /^VP8[ L]$/;
/** Name and size. */
const CHUNK_HEAD = 8;

/**
 * Whether bytes are left over behind the codes of a WebP. Its decoder makes a picture of any bytes, and only complains
 * of too few: a damaged picture can lose its end.
 */
async function isOutOfStep(bytes: Buffer): Promise<boolean> {
  const shorter = withoutEnd(bytes);
  if (!shorter) return false;
  try {
    await sharp(shorter, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: MAX_DECODING_SECONDS })
      .resize(1)
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** @returns null: it is a film, or as good as empty. */
function withoutEnd(bytes: Buffer): Buffer | null {
  for (let at = 12; at + CHUNK_HEAD <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    if (WEBP_DATA.test(bytes.toString('latin1', at, at + 4))) {
      const left = size - WEBP_END;
      if (left < WEBP_END) return null;
      const shorter = Buffer.from(bytes.subarray(0, at + CHUNK_HEAD + left + (left & 1)));
      shorter.writeUInt32LE(left, at + 4);
      shorter.writeUInt32LE(shorter.length - CHUNK_HEAD, 4);
      return shorter;
    }
    at += CHUNK_HEAD + size + (size & 1);
  }
  return null;
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

async function decode(name: string, bytes: Buffer): Promise<WebpPicture> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: MAX_DECODING_SECONDS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    throw new PictureError('damaged', name);
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
