import { imageMessages, MAX_LISTING_IMAGES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import type { PictureFacts, Turn } from '#web/lib/pictures/drawPicture.ts';
import { differenceOf } from '#web/lib/pictures/drawPicture.ts';
import { MAX_CHOSEN_BYTES, mayBePicture } from '#web/lib/pictures/preparePictures.ts';

export interface Picture {
  id: string;
  /** The name of the picture's file; null for a picture that has an address already. */
  name: string | null;
  status: 'preparing' | 'uploading' | 'waiting' | 'failed' | 'stored';
  /** Where it is stored, as it was before while it is being turned; null until it is. */
  url: string | null;
  /** Shown until the form is closed, so that nothing flickers when it is stored. */
  preview: string | null;
  /** How much of it has left, from 0 to 1. */
  progress: number;
  problem: string | null;
  description: string;
  /** Against how it came. */
  turn: Turn;
  /** Null: not measured. */
  facts: PictureFacts | null;
  /** As it is stored, turned so and so: turning it back costs no upload. */
  versions: Partial<Record<Turn, StoredVersion>>;
}

type StoredVersion = Pick<Picture, 'url' | 'preview' | 'facts'>;

const blank = { url: null, preview: null, facts: null, problem: null, description: '', turn: 0 } as const;

export const newPicture = (id: string, name: string): Picture => ({
  ...blank,
  id,
  name,
  status: 'preparing',
  progress: 0,
  versions: {},
});

export const storedPicture = (url: string, description = ''): Picture => ({
  ...blank,
  id: url,
  name: null,
  status: 'stored',
  url,
  progress: 1,
  description,
  versions: { 0: { url, preview: null, facts: null } },
});

export const addUrl = (pictures: readonly Picture[], url: string): readonly Picture[] =>
  pictures.some((picture) => picture.url === url) ? pictures : [...pictures, storedPicture(url)];

export function changePicture(pictures: readonly Picture[], id: string, change: Partial<Picture>) {
  // The same photo chosen twice is stored under one address: one of the two goes.
  if (change.url && pictures.some((picture) => picture.id !== id && picture.url === change.url))
    return pictures.filter((picture) => picture.id !== id);
  return pictures.map((picture) => (picture.id === id ? changed(picture, change) : picture));
}

function changed(picture: Picture, change: Partial<Picture>): Picture {
  const next = { ...picture, ...change };
  if (next.status !== 'stored') return next;
  const { url, preview, facts } = next;
  return { ...next, versions: { ...next.versions, [next.turn]: { url, preview, facts } } };
}

/** Where the picture is not stored that way yet, it is to be prepared and sent anew. */
export function turnPicture(pictures: readonly Picture[], id: string, by: Turn): readonly Picture[] {
  return pictures.map((picture) => {
    if (picture.id !== id) return picture;
    const turn = ((picture.turn + by) % 4) as Turn;
    const known = picture.versions[turn];
    return known
      ? { ...picture, ...known, turn, status: 'stored', problem: null }
      : { ...picture, turn, status: 'preparing', progress: 0, problem: null };
  });
}

/** A picture that cannot succeed is removed, or is again as it was stored before it was rotated. */
export function giveUpPicture(pictures: readonly Picture[], id: string): readonly Picture[] {
  return pictures.flatMap((picture) => {
    if (picture.id !== id) return picture;
    const before = Object.entries(picture.versions).find(([, { url }]) => url === picture.url);
    if (!before) return [];
    const [turn, version] = before;
    return { ...picture, ...version, turn: Number(turn) as Turn, status: 'stored' as const, problem: null };
  });
}

/** The page may read pixels of pictures on its own server only. */
export const isTurnable = ({ name, url }: Picture): boolean =>
  name !== null || url?.startsWith('/media/') === true;

export function movePicture(pictures: readonly Picture[], id: string, overId: string): readonly Picture[] {
  const from = pictures.findIndex((picture) => picture.id === id);
  const to = pictures.findIndex((picture) => picture.id === overId);
  const moved = pictures[from];
  if (!moved || to < 0) return pictures;
  return pictures.toSpliced(from, 1).toSpliced(to, 0, moved);
}

export const addressesOf = (pictures: readonly Picture[]) => pictures.flatMap(({ url }) => url ?? []);

/** In the order of `addressesOf`. */
export const descriptionsOf = (pictures: readonly Picture[]) =>
  pictures.flatMap(({ url, description }) => (url === null ? [] : description.trim()));

export const pendingOf = (pictures: readonly Picture[]) =>
  pictures.filter(({ status }) => status !== 'stored' && status !== 'failed');

export const failedOf = (pictures: readonly Picture[]) => pictures.filter(({ status }) => status === 'failed');

/** All that is on its way as one share of 1, for the bar of the drop zone. */
export function totalProgress(pictures: readonly Picture[]): number {
  const pending = pendingOf(pictures);
  const sent = pending.reduce((sum, { progress }) => sum + progress, 0);
  return pending.length === 0 ? 1 : sent / pending.length;
}

export function uploadsInWords(pictures: readonly Picture[]): string | null {
  const pending = pendingOf(pictures);
  const count = pending.length;
  if (count === 0) return null;
  return pending.some(({ status }) => status !== 'waiting')
    ? t('{count, plural, one {Uploading # image...} other {Uploading # images...}}', { count })
    : t('{count, plural, one {# image} other {# images}} waiting for the connection', { count });
}

const MAX_URL_LENGTH = 2_000;
const INVALID_URL = msg('Enter a web address that begins with https:// or http://');

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>;

/** Specification, part 3 §5. @param room how many more pictures the listing may hold */
export function sortFiles<Chosen extends ChosenFile>(files: readonly Chosen[], room: number) {
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

function refusalOf(file: ChosenFile): string | null {
  const { name, type, size } = file;
  if (!mayBePicture(file)) return t(imageMessages.notAnImage(name));
  // A drawing, no photo: it may carry scripts.
  if (type === 'image/svg+xml') return t(imageMessages.otherKind(name));
  // Pictures of fewer bytes are shrunk before the size is checked again.
  return size > MAX_CHOSEN_BYTES ? t(imageMessages.tooLarge(name)) : null;
}

export const tooManyImages = (surplus: number): string =>
  t(
    'A listing can have at most {maximum} images. {surplus, plural, one {# image was} other {# images were}} not added.',
    { maximum: MAX_LISTING_IMAGES, surplus },
  );

/** A typed address as it will be stored, or the sentence why it cannot be. */
export function readImageUrl(text: string): { url: string } | { problem: string } {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { problem: t(INVALID_URL) };
  const { protocol, username, password, href } = new URL(trimmed);
  if (!/^https?:$/.test(protocol) || username || password) return { problem: t(INVALID_URL) };
  return href.length > MAX_URL_LENGTH ? { problem: t('This address is too long') } : { url: href };
}

export const coverReasons = { wide: msg('wide'), sharp: msg('sharp'), bright: msg('well lit') };

export interface CoverSuggestion {
  id: string;
  reasons: (keyof typeof coverReasons)[];
}

/** A cover fills a card of 4:3 and the top of a page, up to this wide. */
const ENOUGH_PIXELS = 1_280;
const TOO_FEW_PIXELS = 640;
/** Photos have some 0.1; screenshots and plans more than this. */
const MAX_FLATNESS = 0.55;
/** Variances of the Laplacian: a shaken photo's, and that of one in focus everywhere. */
const SHAKEN = 30;
const IN_FOCUS = 600;
const IDEAL_BRIGHTNESS = 0.52;
/** Differing bits of 64: two shots of one view. */
const ALIKE = 6;
/** A smaller difference of scores is a matter of taste. */
const CLEARLY = 0.12;

const between = (value: number, min: number, max: number) => Math.min(1, Math.max(0, (value - min) / (max - min)));

/** Each from 0 to 1. */
function marksOf({ width, height, brightness, clipped, sharpness }: PictureFacts) {
  const ratio = width / height;
  return {
    shape: ratio >= 1.2 && ratio <= 2.4 ? 1 : ratio >= 0.95 ? 0.5 : 0,
    size: between(Math.max(width, height), TOO_FEW_PIXELS, ENOUGH_PIXELS),
    focus: between(Math.log(Math.max(1, sharpness)), Math.log(SHAKEN), Math.log(IN_FOCUS)),
    light: (1 - between(Math.abs(brightness - IDEAL_BRIGHTNESS), 0.15, 0.4)) * (1 - between(clipped, 0.2, 0.7)),
  };
}

/** 0 for a picture that is no photo, or too small for a cover. */
function scoreOf(facts: PictureFacts): number {
  if (facts.flatness > MAX_FLATNESS || Math.max(facts.width, facts.height) < TOO_FEW_PIXELS) return 0;
  const { shape, size, focus, light } = marksOf(facts);
  return 0.35 * shape + 0.15 * size + 0.25 * focus + 0.25 * light;
}

/** The picture that would be a clearly better cover than the first one. Null: none, or the first was not measured. */
export function suggestCover(pictures: readonly Pick<Picture, 'id' | 'facts'>[]): CoverSuggestion | null {
  const [cover, ...others] = pictures;
  if (!cover?.facts) return null;
  const { fingerprint } = cover.facts;
  const coverScore = scoreOf(cover.facts);
  let best: { id: string; facts: PictureFacts; score: number } | null = null;
  for (const { id, facts } of others) {
    if (!facts || differenceOf(facts.fingerprint, fingerprint) <= ALIKE) continue;
    const score = scoreOf(facts);
    if (score > coverScore + CLEARLY && score > (best?.score ?? 0)) best = { id, facts, score };
  }
  if (!best) return null;
  const { shape, focus, light } = marksOf(best.facts);
  const holds = { wide: shape === 1, sharp: focus >= 0.6, bright: light >= 0.7 };
  const reasons = (Object.keys(holds) as (keyof typeof holds)[]).filter((reason) => holds[reason]);
  return reasons.length > 0 ? { id: best.id, reasons } : null;
}
