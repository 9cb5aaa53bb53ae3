import { imageMessages, MAX_IMAGE_BYTES, MAX_LISTING_IMAGES } from '#shared/limits.ts';

/** Longest side of what is sent, in pixels: more than the largest variant that is ever shown. */
export const MAX_SENT_SIDE = 2_560;
const MAX_URL_LENGTH = 2_000;
const INVALID_URL = 'Enter a web address that begins with https:// or http://';

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
  if (!type.startsWith('image/')) return imageMessages.notAnImage(name);
  // A drawing, no photo: it may carry scripts.
  if (type === 'image/svg+xml') return imageMessages.otherKind(name);
  return size > MAX_IMAGE_BYTES ? imageMessages.tooLarge(name) : null;
}

export function tooManyImages(surplus: number): string {
  const left = surplus === 1 ? '1 image was' : `${surplus} images were`;
  return `A listing holds at most ${MAX_LISTING_IMAGES} images. ${left} not added.`;
}

/** A typed address as it will be stored, or the sentence why it cannot be. */
export function readImageUrl(text: string): { url: string } | { problem: string } {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { problem: INVALID_URL };
  const { protocol, username, password, href } = new URL(trimmed);
  if (!/^https?:$/.test(protocol) || username || password) return { problem: INVALID_URL };
  return href.length > MAX_URL_LENGTH ? { problem: 'This address is too long' } : { url: href };
}

/** The size a picture is drawn in so that no side is longer than `max`; never larger than it is. */
export function fitWithin(
  { width, height }: { width: number; height: number },
  max: number,
): { width: number; height: number } {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
