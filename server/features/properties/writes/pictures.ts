import type { ServerContext } from '#server/features/context.ts';
import { pictureUrl } from '#server/features/uploads/service.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import type { PictureOwner } from '#server/http/limits/pixelBudget.ts';
import { lockPictures } from '#server/media/cleanup.ts';
import { OutsidePictureError, readOutsideAddress } from '#server/media/outside.ts';
import { PictureError, toWebp, type WebpPicture } from '#server/media/pictures.ts';
import { hashOfAddress, MEDIA_PATH } from '#server/media/store.ts';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { english, type Message, msg } from '#shared/messages.ts';

/** For all pictures of one listing on other servers; the request waits for them. */
const FETCHING_LIMIT_MS = 45_000;
const MAX_BASE64_LENGTH = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;
export const NOT_STORED = msg('This uploaded image does not exist');
const DATA_URL_HEAD = /^data:([^,;]*)(?:;[^,]*)?;base64,/i;
const LINE_BREAKS = /[\r\n]+[ \t]*/g;
/** Either alphabet. */
const BASE64 = /^[\w+/-]*={0,2}$/;

/** Fields of a listing (or a building) with pictures. */
type PictureField = 'images' | 'floor_plans';

/** Addresses by field; omitted fields are not checked. */
type Pictures = Partial<Record<PictureField, readonly string[] | undefined>>;

const fieldsIn = (pictures: Pictures) =>
  (['images', 'floor_plans'] as const).flatMap((field) => {
    const addresses = pictures[field];
    return addresses ? [{ field, addresses }] : [];
  });

export interface ReadPictures {
  /** The stored addresses by given field, without repetition, in the given order. */
  addresses: Partial<Record<PictureField, string[]>>;
  /** The stored address of each given image, in the given order, with repetitions. */
  images: readonly string[];
  /** Decoded from data URLs or fetched, not stored yet. */
  fresh: WebpPicture[];
}

/**
 * Verifies a listing's pictures without storing anything, so that one bad picture leaves none behind. Pictures on
 * other servers are fetched: the listing gets stored addresses only.
 * @param owner the account charged for fetching and decoding. @param known the listing's present addresses; they
 * are not checked. @throws {ApiError} 400 no such address, or no picture there; 413, 415, 422, 429 as for an
 * upload.
 */
export async function readPictures(
  context: ServerContext,
  owner: PictureOwner,
  given: Pictures,
  known: Pictures,
): Promise<ReadPictures> {
  const signal = AbortSignal.timeout(FETCHING_LIMIT_MS);
  const addresses: ReadPictures['addresses'] = {};
  let kept: readonly string[] = [];
  const fresh = new Map<string, WebpPicture>();
  for (const { field, addresses: images } of fieldsIn(given)) {
    const read = await readField(context, owner, { field, images, known: known[field] ?? [] }, signal);
    addresses[field] = [...new Set(read.kept)];
    if (field === 'images') kept = read.kept;
    for (const picture of read.fresh) fresh.set(pictureUrl(picture), picture);
  }
  return { addresses, images: kept, fresh: [...fresh.values()] };
}

async function readField(
  context: ServerContext,
  owner: PictureOwner,
  { field, images, known }: { field: PictureField; images: readonly string[]; known: readonly string[] },
  signal: AbortSignal,
) {
  const unknown = images.map((image) => (known.includes(image) || isDataUrl(image) ? null : image));
  const addresses = unknown.map((image, at) =>
    image === null ? null : readAddress(context, image, { field, at }),
  );
  const given = addresses.filter((address) => address !== null);
  const unstored = await findUnstored(context, given);
  const missing = addresses.findIndex((address) => address !== null && unstored.has(address));
  if (missing >= 0) throw invalid({ field, at: missing }, NOT_STORED);
  const fetched = await fetchPictures(context, owner, { field, addresses }, signal);

  const fresh: WebpPicture[] = [];
  const kept: string[] = [];
  // One after the other: only one picture is held decoded.
  for (const [at, image] of images.entries()) {
    const found = fetched.get(addresses[at] ?? '');
    if (!found && (known.includes(image) || !isDataUrl(image))) {
      kept.push(addresses[at] ?? image);
      continue;
    }
    const picture = found ?? (await decodeDataUrl(image, { field, at }, owner));
    fresh.push(picture);
    kept.push(pictureUrl(picture));
  }
  return { kept, fresh };
}

/** Fetches a few at once; the first failure cancels the others. @returns pictures by address. */
async function fetchPictures(
  { outsidePictures }: ServerContext,
  owner: PictureOwner,
  { field, addresses }: { field: PictureField; addresses: readonly (string | null)[] },
  limit: AbortSignal,
): Promise<ReadonlyMap<string, WebpPicture>> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, limit]);
  const found = addresses.map(async (address, at) => {
    // A repeated address is fetched once.
    if (address === null || !isOutside(address) || addresses.indexOf(address) < at) return [];
    try {
      return [[address, await outsidePictures.read(address, owner, signal)] as const];
    } catch (error) {
      failed.abort();
      throw error instanceof OutsidePictureError ? invalid({ field, at }, error.sentence) : error;
    }
  });
  return new Map((await Promise.all(found)).flat());
}

/** Whether the address leads to another server: from an import or an earlier release. */
export const isOutside = (address: string): boolean => /^https?:/i.test(address);

/** Protects uploaded pictures from the clean-up until the commit. @throws {InvalidInputError} one was deleted meanwhile. */
export async function lockImages(context: ServerContext, pictures: Pictures, known: Pictures): Promise<void> {
  const given = fieldsIn(pictures);
  // In one call: pictures are locked in one order.
  const all = given.flatMap(({ addresses }) => addresses);
  const missing = new Set(await lockPictures(context, all));
  for (const { field, addresses } of given) {
    const at = addresses.findIndex((address) => missing.has(address) && !known[field]?.includes(address));
    if (at >= 0) throw invalid({ field, at }, NOT_STORED);
  }
}

const isDataUrl = (image: string): boolean => /^data:/i.test(image);

/** The address of an uploaded picture, or a fetchable one. @throws {InvalidInputError} it is neither. */
export function readAddress({ env }: ServerContext, image: string, place: PicturePlace): string {
  if (hashOfAddress(image)) return image;
  const { pathname } = URL.canParse(image) ? new URL(image) : { pathname: '' };
  if (image.startsWith(env.publicUrl + MEDIA_PATH) && hashOfAddress(pathname)) return pathname;
  const url = readOutsideAddress(image);
  if (!url) throw invalid(place, msg('An image must be an uploaded file or a web address'));
  return url.href;
}

export async function findUnstored({ db }: ServerContext, addresses: readonly string[]) {
  const hashes = new Set(addresses.map(hashOfAddress).filter((hash) => hash !== null));
  if (hashes.size === 0) return new Set<string>();
  const where = { hash: [...hashes], removed_at: null };
  const rows = await db.models.Media.findAll({ attributes: ['hash'], where });
  for (const { hash } of rows) hashes.delete(hash);
  return new Set(addresses.filter((address) => hashes.has(hashOfAddress(address) ?? '')));
}

/** @throws {ApiError} no picture, or too large. */
function decodeDataUrl(image: string, { field, at }: PicturePlace, owner: PictureOwner) {
  const number = at + 1;
  const name =
    field === 'images' ? english('Image {number}', { number }) : english('Floor plan {number}', { number });
  const head = DATA_URL_HEAD.exec(image.slice(0, 300));
  if (!head) throw new PictureError('unreadable', name);
  const base64 = image.slice(head[0].length).trim().replace(LINE_BREAKS, '');
  if (base64.length > MAX_BASE64_LENGTH) throw new PictureError('tooLarge', name);
  // Node leaves out other characters: where '+' became a blank on its way, the rest would be read askew.
  if (!BASE64.test(base64)) throw new PictureError('damaged', name);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) throw new PictureError('tooLarge', name);
  return toWebp({ name, claimedType: head[1] ?? '', bytes }, owner);
}

interface PicturePlace {
  field: PictureField;
  /** From 0. */
  at: number;
}

const invalid = ({ field, at }: PicturePlace, message: Message): InvalidInputError =>
  new InvalidInputError([{ path: `${field}.${at}`, message }]);

const TOO_MANY_DESCRIPTIONS = msg('There are more descriptions than images');

/** @returns descriptions by stored address, in its order. @throws {InvalidInputError} more than pictures. */
export function describeImages(images: readonly string[], descriptions: readonly string[]) {
  if (descriptions.length > images.length)
    throw new InvalidInputError([{ path: 'image_descriptions', message: TOO_MANY_DESCRIPTIONS }]);
  return Object.fromEntries(
    images.flatMap((address, at) => (descriptions[at] ? [[address, descriptions[at]]] : [])),
  );
}

/** Descriptions of the remaining pictures. @param moved new addresses by former ones. */
export function keptDescriptions(
  stored: Readonly<Record<string, string>>,
  images: readonly string[],
  moved: ReadonlyMap<string, string> = new Map(),
): Record<string, string> {
  const entries = Object.entries(stored).map(([address, text]) => [moved.get(address) ?? address, text]);
  return Object.fromEntries(entries.filter(([address]) => images.includes(address ?? '')));
}

export const mediaFlags = (listing: { video_url: string | null; floor_plans: readonly string[] }) => ({
  has_video: listing.video_url !== null,
  has_plan: listing.floor_plans.length > 0,
});
