import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { EnvironmentError } from '#server/env.ts';
import type { MediaService, StoredPicture } from '#server/media/service.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { demoClock } from './clock.ts';
import { buildAllFacts } from './listings/buildFacts.ts';
import type { ListingFacts } from './listings/facts.ts';
import { planListings } from './listings/timeline.ts';
import { draftAccounts, type Face } from './people/accounts.ts';
import { Deck, streamOf } from './random.ts';

/** Committed WebP files, drawn by `npm run demo:pictures` (build/demoPictures); looked up from the working directory. */
export const PICTURE_FOLDER = path.resolve('server/demo/pictures');

export const pictureKinds = [
  'facade',
  'skyline',
  'living',
  'kitchen',
  'bedroom',
  'bath',
  'plan',
  'pool',
  'office',
  'shop',
  'land',
  'balcony',
] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** Decides a picture of a listing: the generator draws the same picture from the same recipe. */
export interface PictureRecipe {
  kind: PictureKind;
  seed: number;
  propertyType: PropertyType;
}

/** Listings share pictures of rooms; the view from the windows must fit the home. */
type Family = 'tower' | 'garden';

const familyOf: Record<PropertyType, Family> = {
  condo: 'tower',
  office: 'tower',
  commercial: 'tower',
  apartment: 'garden',
  house: 'garden',
  duplex: 'garden',
  land: 'garden',
};
const typeOfFamily = { tower: 'condo', garden: 'house' } as const satisfies Record<Family, PropertyType>;

/** Numbers of different pictures. */
const pools: Partial<Record<PictureKind, Record<Family, number>>> = {
  living: { tower: 24, garden: 16 },
  kitchen: { tower: 24, garden: 16 },
  bedroom: { tower: 28, garden: 22 },
  bath: { tower: 22, garden: 14 },
  balcony: { tower: 13, garden: 9 },
  pool: { tower: 12, garden: 9 },
  skyline: { tower: 18, garden: 6 },
  office: { tower: 28, garden: 1 },
  shop: { tower: 14, garden: 1 },
  land: { tower: 1, garden: 16 },
};

/** Floor plans follow the type more closely than rooms do. */
const planPools: Record<PropertyType, number> = {
  condo: 20,
  apartment: 10,
  house: 12,
  duplex: 8,
  office: 10,
  commercial: 8,
  land: 10,
};

const coverKinds: Partial<Record<PropertyType, PictureKind>> = { land: 'land', commercial: 'shop' };
/** Seeds from here on belong to one listing each. */
const FIRST_OWN_SEED = 1_000;
const MOST_PICTURES = 10;

/**
 * Deals six to ten pictures to each listing, cover first: a picture never repeats within a listing or its neighbours. The listings must come in
 * their order.
 */
export function pictureDealer(): (facts: ListingFacts) => PictureRecipe[] {
  const decks = new Map<string, Deck<number>>();
  let ownSeed = FIRST_OWN_SEED;

  function deal(kind: PictureKind, type: PropertyType): PictureRecipe {
    const propertyType = kind === 'plan' ? type : typeOfFamily[familyOf[type]];
    const size = kind === 'plan' ? planPools[type] : (pools[kind]?.[familyOf[type]] ?? 1);
    const name = `${kind} ${propertyType}`;
    const deck =
      decks.get(name) ??
      new Deck(
        streamOf(`pictures ${name}`),
        Array.from({ length: size }, (_, seed) => seed),
      );
    decks.set(name, deck);
    return { kind, seed: deck.deal(), propertyType };
  }

  return (facts) => {
    const { type } = facts;
    ownSeed += 1;
    const cover: PictureRecipe = { kind: coverKinds[type] ?? 'facade', seed: ownSeed, propertyType: type };
    const facade: PictureRecipe[] =
      type === 'commercial' ? [{ kind: 'facade', seed: ownSeed, propertyType: type }] : [];
    const rooms = roomsOf(facts).map((kind) => deal(kind, type));
    return [cover, ...facade, ...rooms].slice(0, MOST_PICTURES);
  };
}

function roomsOf(facts: ListingFacts): PictureKind[] {
  const rng = streamOf(`rooms ${facts.key}`);
  const some = (kind: PictureKind, chance: number): PictureKind[] => (rng.chance(chance) ? [kind] : []);
  const when = (kind: PictureKind, isTrue: boolean): PictureKind[] => (isTrue ? [kind] : []);
  const { bedrooms, bathrooms, traits, view } = facts;

  switch (facts.type) {
    case 'land':
      return ['land', 'land', 'land', ...some('land', 0.4), ...when('skyline', view !== null), 'land', 'plan'];
    case 'office':
      return [
        'office',
        'office',
        'office',
        ...when('skyline', view !== null),
        'office',
        ...some('office', 0.5),
        'plan',
      ];
    case 'commercial':
      return ['shop', 'office', 'shop', ...some('skyline', 0.5), 'plan'];
    default: {
      const isTower = facts.type === 'condo';
      return [
        'living',
        'kitchen',
        'bedroom',
        'bath',
        ...when('balcony', traits.has('balcony')),
        ...when('bedroom', bedrooms >= 2),
        ...when('skyline', view !== null),
        ...when('bath', bathrooms >= 3),
        ...when('bedroom', bedrooms >= 4),
        ...when('pool', traits.has('pool')),
        ...some('pool', isTower ? 0.45 : 0),
        ...some('living', bedrooms >= 3 ? 0.5 : 0),
        ...when('skyline', isTower && view === null && rng.chance(0.5)),
        'plan',
      ];
    }
  }
}

export type DemoPicture = PictureRecipe | Face;

interface PictureStorage {
  media: MediaService;
  /** The folder of the pictures; null gives pictures addresses without files. */
  folder: string | null;
}

const FILES_AT_ONCE = 8;
const nominalSizes = { picture: { width: 1280, height: 853 }, avatar: { width: 400, height: 400 } };

export function nameOf(picture: DemoPicture): string {
  return 'kind' in picture
    ? `${picture.kind} ${picture.propertyType} ${picture.seed}`
    : `avatar ${picture.presentation} ${picture.seed}`;
}

/** The name of the picture's file. */
export const fileOf = (picture: DemoPicture) => `${nameOf(picture).replaceAll(' ', '-')}.webp`;

/** Every picture of the demo marketplace once, the same on every day. */
export function listPictures(): DemoPicture[] {
  const clock = demoClock(new Date(0));
  const dealPictures = pictureDealer();
  const pictures: DemoPicture[] = [
    ...planListings(buildAllFacts(), clock).flatMap(({ facts }) => dealPictures(facts)),
    ...draftAccounts(clock).flatMap(({ face }) => face ?? []),
  ];
  return [...new Map(pictures.map((picture) => [nameOf(picture), picture])).values()];
}

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
  return { hash, bytes: 1, ...('kind' in picture ? nominalSizes.picture : nominalSizes.avatar) };
}
