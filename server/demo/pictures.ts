import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EnvironmentError } from '#server/env.ts';
import { readFingerprint } from '#server/features/duplicates/policy.ts';
import type { MediaService, StoredPicture } from '#server/media/service.ts';
import { hashBytes } from '#server/media/store.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import type { Face } from './people/accounts.ts';

/** Committed WebP files, drawn by `npm run demo:pictures` (build/demoPictures); looked up from the working directory. */
export const PICTURE_FOLDER = path.resolve('server/demo/pictures');

/** From the price a square metre among listings of the same kind: about 35, 45 and 20 of a hundred. */
export type PriceClass = 'plain' | 'middle' | 'fine';
export type PictureLight = 'day' | 'golden' | 'overcast' | 'rain' | 'dusk';
/**
 * Facades and lots: 0 three-quarter view from the left, 1 frontal at street level, 2 from across the street with wires and a jeepney, 3 low
 * up-shot, 4 from above, three-quarter right. Rooms: 0 corner, 1 frontal, 2 from the doorway, 3 along the window, 4 close to a part.
 */
export type PictureCamera = 0 | 1 | 2 | 3 | 4;
export type FacadeForm =
  | 'walkUp'
  | 'midRise'
  | 'tower'
  | 'officeTower'
  | 'townhouse'
  | 'bungalow'
  | 'duplex'
  | 'villageHouse'
  | 'shopRow'
  | 'warehouse';
/** The outlook of a window; homes on floors 1 to 5 never look down on a city. */
export type WindowView = 'street' | 'garden' | 'lowCity' | 'highCity' | 'bay' | 'lightWell';

/** The seed is the building's or the house's: all units of a building have the same recipe. */
export interface FacadeRecipe {
  kind: 'facade';
  form: FacadeForm;
  storeys: number;
  priceClass: PriceClass;
  camera: PictureCamera;
  light: PictureLight;
  seed: number;
}

export interface RoomRecipe {
  kind:
    | 'living'
    | 'studio'
    | 'bedspace'
    | 'kitchen'
    | 'bedroom'
    | 'bath'
    | 'balcony'
    | 'laundry'
    | 'office'
    | 'shop';
  priceClass: PriceClass;
  /** A bare room is empty. */
  furnishing: 'fully' | 'semi' | 'bare';
  view: WindowView;
  light: PictureLight;
  camera: PictureCamera;
  /** build/demoPictures/index.ts turns the whole drawing around; the room itself is drawn one way. */
  isMirrored: boolean;
  seed: number;
}

export interface PlanRecipe {
  kind: 'plan';
  type: PropertyType;
  bedrooms: number;
  bathrooms: number;
  areaSqm: number;
  /** Levels inside the home. */
  storeys: number;
  hasBalcony: boolean;
  hasHelper: boolean;
  /** Land at two streets. */
  isCorner: boolean;
  /** The plan of a home without furniture shows fittings alone. */
  isFurnished: boolean;
  isMirrored: boolean;
  seed: number;
}

/** A part of a building that its units share. */
export interface AmenityRecipe {
  kind: 'pool' | 'gym' | 'lobby';
  priceClass: PriceClass;
  camera: PictureCamera;
  light: PictureLight;
  seed: number;
}

/** Land without a building. */
export interface LotRecipe {
  kind: 'lot';
  areaSqm: number;
  isCorner: boolean;
  priceClass: PriceClass;
  camera: PictureCamera;
  light: PictureLight;
  seed: number;
}

/** The view from a balcony or window. */
export interface SkylineRecipe {
  kind: 'skyline';
  view: WindowView;
  floor: number;
  light: PictureLight;
  seed: number;
}

/** The facts of a picture: the generator draws the same picture from the same recipe. */
export type PictureRecipe = FacadeRecipe | RoomRecipe | PlanRecipe | AmenityRecipe | LotRecipe | SkylineRecipe;

export type DemoPicture = PictureRecipe | Face;

/**
 * Beside the pictures, a line for each: the hash of the file and the fingerprint that listings are compared by. Made anew,
 * they take a processor half a minute.
 */
export const FINGERPRINTS = 'fingerprints.txt';
/** In place of the fingerprint of a picture that shows too little. */
const NO_FINGERPRINT = '-';

export async function writeFingerprints(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.webp')).sort()) {
    const bytes = await readFile(path.join(folder, file));
    lines.push(`${hashBytes(bytes)} ${(await readFingerprint(bytes)) ?? NO_FINGERPRINT}\n`);
  }
  await writeFile(path.join(folder, FINGERPRINTS), lines.join(''));
}

/** By the hashes of files; none where the folder has no list of them. */
export async function readFingerprints(folder: string | null): Promise<Map<string, string | null>> {
  const text = folder === null ? '' : await readFile(path.join(folder, FINGERPRINTS), 'utf8').catch(() => '');
  return new Map(
    text.split('\n').flatMap((line) => {
      const [hash, fingerprint] = line.split(' ');
      return hash && fingerprint ? [[hash, fingerprint === NO_FINGERPRINT ? null : fingerprint] as const] : [];
    }),
  );
}

interface PictureStorage {
  media: MediaService;
  /** The folder of the pictures; null gives pictures addresses without files. */
  folder: string | null;
}

const FILES_AT_ONCE = 8;
const nominalSizes = { picture: { width: 1280, height: 853 }, avatar: { width: 400, height: 400 } };

/** All facts of the picture in the order of its recipe. */
export function nameOf(picture: DemoPicture): string {
  if ('presentation' in picture) return `avatar ${picture.presentation} ${picture.seed}`;
  const words = Object.entries(picture).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return value ? [name.replace(/^(?:is|has)/, '')] : [];
    return [name === 'camera' ? `camera${value}` : String(value)];
  });
  return words.join(' ');
}

/** The name of the picture's file. */
export const fileOf = (picture: DemoPicture) => `${nameOf(picture).replaceAll(' ', '-')}.webp`;

/**
 * @returns each picture's file by its name.
 * @throws EnvironmentError for a picture that is not in the folder, before any picture is stored.
 */
export async function storePictures(
  pictures: readonly DemoPicture[],
  { media, folder }: PictureStorage,
): Promise<Map<string, StoredPicture>> {
  const wanted = new Map(pictures.map((picture) => [nameOf(picture), picture]));
  if (folder === null) return new Map([...wanted].map(([name, picture]) => [name, nominal(name, picture)]));
  const files = new Set(await readdir(folder).catch(() => []));
  const missing = [...wanted.values()].find((picture) => !files.has(fileOf(picture)));
  if (missing)
    throw new EnvironmentError(
      `The demo picture ${path.join(folder, fileOf(missing))} is missing. It is among Silong's sources; without them, set SEED_DEMO=off.`,
    );
  const stored = new Map<string, StoredPicture>();
  const queue = wanted.entries();
  const storeTheRest = async () => {
    for (const [name, picture] of queue)
      stored.set(name, await media.storeWebp(await readFile(path.join(folder, fileOf(picture)))));
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, storeTheRest));
  return stored;
}

function nominal(name: string, picture: DemoPicture): StoredPicture {
  const hash = createHash('sha256').update(name).digest('hex');
  return { hash, bytes: 1, ...('presentation' in picture ? nominalSizes.avatar : nominalSizes.picture) };
}
