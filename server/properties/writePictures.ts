import type { ServerContext } from '#server/context.ts';
import { ApiError, InvalidInputError } from '#server/errors.ts';
import { MEDIA_PATH } from '#server/media/service.ts';
import { toWebp, type WebpPicture } from '#server/uploads/pictures.ts';
import { pictureUrl } from '#server/uploads/service.ts';
import { decodeInTurn } from '#server/uploads/turns.ts';
import { imageMessages, MAX_IMAGE_BYTES } from '#shared/imageRules.ts';

const MAX_ADDRESS_LENGTH = 2_000;
const MAX_BASE64_LENGTH = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;
const STORED = new RegExp(`^${MEDIA_PATH}([0-9a-f]{64})$`);
const DATA_URL_HEAD = /^data:([^,;]*)(?:;[^,]*)?;base64,/i;

export interface ListingPictures {
  /** What the listing keeps, each once, in the order given. */
  addresses: string[];
  /** Those that came as data-URLs: decoded, not stored yet. */
  fresh: WebpPicture[];
}

/**
 * Verifies a listing's images without storing anything, so that one bad picture leaves none behind.
 * @param known addresses the listing has already; they stay whatever they are.
 * @throws {ApiError} 400 no such address; 413, 415, 422 as for an upload.
 */
export async function readPictures(
  context: ServerContext,
  given: readonly string[],
  known: readonly string[],
): Promise<ListingPictures> {
  const unknown = given.map((image) => (known.includes(image) || isDataUrl(image) ? null : image));
  const addresses = unknown.map((image, at) => (image === null ? null : readAddress(image, at)));
  await requireStored(context, addresses);

  const fresh = new Map<string, WebpPicture>();
  const kept: string[] = [];
  // One after the other: only one is held decoded.
  for (const [at, image] of given.entries()) {
    if (known.includes(image) || !isDataUrl(image)) {
      kept.push(addresses[at] ?? image);
      continue;
    }
    const file = readDataUrl(image, `Image ${at + 1}`);
    const picture = await decodeInTurn(() => toWebp(file));
    const url = pictureUrl(picture);
    fresh.set(url, picture);
    kept.push(url);
  }
  return { addresses: [...new Set(kept)], fresh: [...fresh.values()] };
}

function isDataUrl(image: string): boolean {
  return /^data:/i.test(image);
}

/** @returns the address as it is stored. */
function readAddress(image: string, at: number): string {
  if (STORED.test(image)) return image;
  const url = URL.canParse(image) ? new URL(image) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb || url.href.length > MAX_ADDRESS_LENGTH)
    throw invalid(at, 'An image must be an uploaded picture or a web address');
  return url.href;
}

async function requireStored({ db }: ServerContext, addresses: readonly (string | null)[]): Promise<void> {
  const hashes = addresses.map((address) => (address ? STORED.exec(address)?.[1] : undefined));
  const wanted = hashes.filter((hash) => hash !== undefined);
  if (wanted.length === 0) return;
  const rows = await db.models.Media.findAll({ attributes: ['hash'], where: { hash: wanted } });
  const found = new Set(rows.map((row) => row.hash));
  const missing = hashes.findIndex((hash) => hash !== undefined && !found.has(hash));
  if (missing >= 0) throw invalid(missing, 'There is no such uploaded picture');
}

function readDataUrl(image: string, name: string) {
  const head = DATA_URL_HEAD.exec(image.slice(0, 300));
  if (!head) throw new ApiError('unprocessable', imageMessages.unreadable(name));
  const base64 = image.slice(head[0].length);
  // Measured before it is turned into bytes.
  if (base64.length > MAX_BASE64_LENGTH) throw tooLarge(name);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLarge(name);
  return { name, claimedType: head[1] ?? '', bytes };
}

function tooLarge(name: string): ApiError {
  return new ApiError('payload_too_large', imageMessages.tooLarge(name));
}

function invalid(at: number, message: string): InvalidInputError {
  return new InvalidInputError([{ path: `images.${at}`, message }]);
}
