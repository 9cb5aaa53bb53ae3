import type { ServerContext } from '#server/features/context.ts';
import { pictureUrl } from '#server/features/uploads/service.ts';
import { ApiError, InvalidInputError } from '#server/http/errors.ts';
import { OutsidePictureError, readOutsideAddress } from '#server/media/outside.ts';
import { toWebp, type WebpPicture, withDecodingSlot } from '#server/media/pictures.ts';
import { lockPictures } from '#server/media/references.ts';
import { hashOfAddress, MEDIA_PATH } from '#server/media/store.ts';
import { imageMessages, MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { english, type Message, msg } from '#shared/messages.ts';

/** For all pictures of one listing that lie elsewhere; whoever saves it waits for them. */
const FETCHING_LIMIT_MS = 45_000;
const MAX_BASE64_LENGTH = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;
export const NOT_STORED = msg('This uploaded image does not exist');
const DATA_URL_HEAD = /^data:([^,;]*)(?:;[^,]*)?;base64,/i;

interface ListingPictures {
  /** What the listing keeps, each once, in the order given. */
  addresses: string[];
  /** Those that came as data-URLs or were fetched from elsewhere: decoded, not stored yet. */
  fresh: WebpPicture[];
}

/**
 * Verifies a listing's images without storing anything, so that one bad picture leaves none behind. Those that lie on
 * other servers are fetched, so that the listing names stored pictures alone.
 * @param callerId whose share of the fetching and decoding it is.
 * @param known addresses the listing has already; they stay whatever they are.
 * @throws {ApiError} 400 no such address, or no picture there; 413, 415, 422 as for an upload.
 */
export async function readPictures(
  context: ServerContext,
  callerId: number,
  given: readonly string[],
  known: readonly string[],
): Promise<ListingPictures> {
  const unknown = given.map((image) => (known.includes(image) || isDataUrl(image) ? null : image));
  const addresses = unknown.map((image, at) => (image === null ? null : readAddress(context, image, at)));
  await requireStored(context, addresses);
  const fetched = await fetchPictures(context, callerId, addresses);

  const fresh = new Map<string, WebpPicture>();
  const kept: string[] = [];
  // One after the other: only one is held decoded.
  for (const [at, image] of given.entries()) {
    const found = fetched.get(addresses[at] ?? '');
    if (!found && (known.includes(image) || !isDataUrl(image))) {
      kept.push(addresses[at] ?? image);
      continue;
    }
    const picture = found ?? (await decodeDataUrl(image, at, callerId));
    const url = pictureUrl(picture);
    fresh.set(url, picture);
    kept.push(url);
  }
  return { addresses: [...new Set(kept)], fresh: [...fresh.values()] };
}

/** A few at once; the first that cannot be had ends the others. @returns by its address what was found there. */
async function fetchPictures(
  { outsidePictures }: ServerContext,
  callerId: number,
  addresses: readonly (string | null)[],
): Promise<ReadonlyMap<string, WebpPicture>> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, AbortSignal.timeout(FETCHING_LIMIT_MS)]);
  const found = addresses.map(async (address, at) => {
    // The same one twice is asked for once.
    if (address === null || !isOutside(address) || addresses.indexOf(address) < at) return [];
    try {
      return [[address, await outsidePictures.read(address, callerId, signal)] as const];
    } catch (error) {
      failed.abort();
      throw error instanceof OutsidePictureError ? invalid(at, error.sentence) : error;
    }
  });
  return new Map((await Promise.all(found)).flat());
}

/** Whether an address of a listing's pictures leads to another server: what an import or an earlier release left there. */
export function isOutside(address: string): boolean {
  return /^https?:/i.test(address);
}

/**
 * Keeps the listing's uploaded pictures from the clean-up, in the transaction that stores their addresses.
 * @param known addresses the listing has already.
 * @throws {InvalidInputError} one of the others was taken away since it was looked for.
 */
export async function lockImages(
  context: ServerContext,
  addresses: readonly string[],
  known: readonly string[],
): Promise<void> {
  const missing = new Set(await lockPictures(context, addresses));
  const at = addresses.findIndex((address) => missing.has(address) && !known.includes(address));
  if (at >= 0) throw invalid(at, NOT_STORED);
}

function isDataUrl(image: string): boolean {
  return /^data:/i.test(image);
}

/**
 * @returns the address of an uploaded picture, also where it was given as a link to this site, or one that may be fetched.
 * @throws {InvalidInputError} it is neither.
 */
export function readAddress({ env }: ServerContext, image: string, at: number): string {
  if (hashOfAddress(image)) return image;
  const { pathname } = URL.canParse(image) ? new URL(image) : { pathname: '' };
  if (image.startsWith(env.publicUrl + MEDIA_PATH) && hashOfAddress(pathname)) return pathname;
  const url = readOutsideAddress(image);
  if (!url) throw invalid(at, msg('An image must be an uploaded file or a web address'));
  return url.href;
}

async function requireStored(context: ServerContext, addresses: readonly (string | null)[]): Promise<void> {
  const unstored = await findUnstored(
    context,
    addresses.filter((address) => address !== null),
  );
  const missing = addresses.findIndex((address) => address !== null && unstored.has(address));
  if (missing >= 0) throw invalid(missing, NOT_STORED);
}

/** @returns those of the addresses that name an uploaded picture which is not there. */
export async function findUnstored(
  { db }: ServerContext,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const hashes = new Set(addresses.map(hashOfAddress).filter((hash) => hash !== null));
  if (hashes.size === 0) return new Set();
  const where = { hash: [...hashes], removed_at: null };
  const rows = await db.models.Media.findAll({ attributes: ['hash'], where });
  for (const { hash } of rows) hashes.delete(hash);
  return new Set(addresses.filter((address) => hashes.has(hashOfAddress(address) ?? '')));
}

function decodeDataUrl(image: string, at: number, callerId: number): Promise<WebpPicture> {
  const file = readDataUrl(image, english('Image {number}', { number: at + 1 }));
  return withDecodingSlot(callerId, () => toWebp(file));
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

function invalid(at: number, message: Message): InvalidInputError {
  return new InvalidInputError([{ path: `images.${at}`, message }]);
}
