import sharp from 'sharp';
import { MAX_DECODING_SECONDS, MAX_PIXELS } from '#server/media/pictures.ts';
import { foldAddress } from '#shared/gazetteer/names.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { foldText } from '#shared/places.ts';

/** Pure rules: when two listings are likely the same home. */

export interface Home {
  id: number;
  agentId: number | null;
  type: PropertyType;
  listingType: ListingType;
  title: string;
  /** Pesos. */
  price: number;
  /** Square metres. */
  area: number;
  bedrooms: number;
  address: string;
  city: string;
  citySlug: string | null;
  latitude: number | null;
  longitude: number | null;
  floor: number | null;
  createdAt: Date;
  /** Distinctive pictures, in the listing's order. */
  pictures: readonly HomePicture[];
}

export interface HomePicture {
  address: string;
  mediaHash: string;
  fingerprint: string;
  /** Shown by many listings: a developer's brochure, a stock photograph. */
  isCommon?: boolean;
}

export interface Similarity {
  pictures: { one: HomePicture; other: HomePicture }[];
  hasSameFacts: boolean;
  /** Certain enough to be shown as one home offered by two agents, see `areOneHome`. */
  isOneHome: boolean;
}

export const PRICE_TOLERANCE = 0.01;
const AREA_TOLERANCE = { share: 0.02, sqm: 1 };
export const PLACE_TOLERANCE_METRES = 60;
export const METRES_A_DEGREE = 111_320;
/** With this few pictures all have to be the same. */
const FEW_PICTURES = 2;
const ENOUGH_SAME = 2;
/** Share of the pictures of the listing with fewer. Two of ten may be the tower's lobby and pool. */
const LEAST_SHARE = 0.5;
/** From this share on the pictures alone decide, even common ones. */
const NEARLY_ALL = 0.8;
/** Two agents ask similar prices for one home. */
const HOME_PRICE_TOLERANCE = 0.25;
/** Units of a building are alike: they have to be on the same floor. */
const UNITS: readonly PropertyType[] = ['apartment', 'condo', 'office', 'commercial'];

/** The smaller area divided by the larger: homes further apart may share pictures, but are not one home. */
const LEAST_AREA_SHARE = 0.8;

/**
 * Two agents: half of the pictures and about the same size, or nearly all pictures, or the same kind of listing, place,
 * price and size. One agent may offer a home for sale and for rent, and several similar units of a tower: of one agent
 * only listings of one kind on one floor are compared, and the same facts need the same title or picture as well.
 * @returns null if they are not likely the same home.
 */
export function compareHomes(one: Home, other: Home): Similarity | null {
  const pictures = matchPictures(one.pictures, other.pictures);
  const hasSameFacts = areFactsSame(one, other);
  const distinctive = pictures.filter((pair) => !pair.one.isCommon).length;
  const areAlike = arePicturesAlike(one, other, pictures.length, distinctive);
  const isLikely =
    one.agentId !== other.agentId
      ? areAlike || hasSameFacts
      : one.listingType === other.listingType &&
        !areFloorsApart(one, other) &&
        (areAlike || (hasSameFacts && (distinctive > 0 || foldText(one.title) === foldText(other.title))));
  if (!isLikely) return null;
  return { pictures, hasSameFacts, isOneHome: areOneHome(one, other, pictures.length, distinctive) };
}

/** Two agents surely offer one home: same facts, half of the pictures. Other pairs wait for an admin. */
function areOneHome(one: Home, other: Home, same: number, distinctive: number): boolean {
  const fewer = Math.min(one.pictures.length, other.pictures.length);
  return (
    one.agentId !== other.agentId &&
    one.type === other.type &&
    one.listingType === other.listingType &&
    one.bedrooms === other.bedrooms &&
    isSizeSame(one, other) &&
    isPlaceSame(one, other) &&
    (UNITS.includes(one.type) ? one.floor !== null && one.floor === other.floor : !areFloorsApart(one, other)) &&
    isWithin(one.price, other.price, Math.max(one.price, other.price) * HOME_PRICE_TOLERANCE) &&
    distinctive >= ENOUGH_SAME &&
    same >= fewer * LEAST_SHARE
  );
}

/** @param distinctive number of same pictures that are not common. */
function arePicturesAlike(one: Home, other: Home, same: number, distinctive: number): boolean {
  const fewer = Math.min(one.pictures.length, other.pictures.length);
  if (fewer <= FEW_PICTURES) return fewer > 0 && distinctive === fewer;
  const isSizeLike = Math.min(one.area, other.area) >= Math.max(one.area, other.area) * LEAST_AREA_SHARE;
  const areHalf = distinctive >= ENOUGH_SAME && same >= fewer * LEAST_SHARE;
  return (isSizeLike && areHalf) || same >= fewer * NEARLY_ALL;
}

/** Each picture is paired once, with the first similar one. */
function matchPictures(ones: readonly HomePicture[], others: readonly HomePicture[]): Similarity['pictures'] {
  const left = new Set(others);
  return ones.flatMap((one) => {
    const other = [...left].find(({ fingerprint }) => isSimilar(fingerprint, one.fingerprint));
    if (!other) return [];
    left.delete(other);
    return [{ one, other }];
  });
}

function areFactsSame(one: Home, other: Home): boolean {
  return (
    one.type === other.type &&
    one.listingType === other.listingType &&
    isWithin(one.price, other.price, Math.max(one.price, other.price) * PRICE_TOLERANCE) &&
    isSizeSame(one, other) &&
    !areFloorsApart(one, other) &&
    isPlaceSame(one, other)
  );
}

function isSizeSame(one: Home, other: Home): boolean {
  const larger = Math.max(one.area, other.area);
  return isWithin(one.area, other.area, Math.max(AREA_TOLERANCE.sqm, larger * AREA_TOLERANCE.share));
}

/** Units of one tower are alike in everything else. */
const areFloorsApart = (one: Home, other: Home): boolean =>
  one.floor !== null && other.floor !== null && one.floor !== other.floor;

function isPlaceSame(one: Home, other: Home): boolean {
  const metres = metresBetween(one, other);
  if (metres !== null) return metres <= PLACE_TOLERANCE_METRES;
  return (
    placeOf(one) === placeOf(other) &&
    foldAddress(one.address) !== '' &&
    foldAddress(one.address) === foldAddress(other.address)
  );
}

const placeOf = ({ city, citySlug }: Home): string => citySlug ?? foldText(city);

/** On a plane, exact enough for short distances. Null without coordinates. */
function metresBetween(one: Home, other: Home): number | null {
  if (one.latitude === null || one.longitude === null) return null;
  if (other.latitude === null || other.longitude === null) return null;
  const north = (one.latitude - other.latitude) * METRES_A_DEGREE;
  const shrink = Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, (one.longitude - other.longitude) * METRES_A_DEGREE * shrink);
}

const isWithin = (one: number, other: number, tolerance: number) => Math.abs(one - other) <= tolerance;

/**
 * Fingerprint of a picture in 64 bits: whether brightness rises from each of 9 × 8 fields to its right neighbour (a
 * 'difference hash'). The same picture at another size, quality or brightness differs in few bits, another picture in
 * about half of them.
 */
const COLUMNS = 8;
const ROWS = 8;
const BANDS = 4;
const BITS_A_BAND = (COLUMNS * ROWS) / BANDS;

/** Pictures that differ in at most this many bits count as one, slightly cropped ones included. */
const MOST_BITS_APART = 8;
/** Smallest rise in grey levels: in even areas the noise of compression would decide. */
const LEAST_RISE = 2;
/** A picture of nearly one colour, or with one gradient, would match all such pictures. */
const LEAST_CONTRAST = 24;
const LEAST_BITS = 6;

/** @param bytes a picture in any size @returns 16 hexadecimal digits; null if it shows too little. */
export async function readFingerprint(bytes: Buffer): Promise<string | null> {
  const light = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: MAX_DECODING_SECONDS })
    .flatten({ background: 'white' })
    .greyscale()
    .resize(COLUMNS + 1, ROWS, { fit: 'fill' })
    .raw()
    .toBuffer();
  return fingerprintOf(light);
}

/** @param light of 9 × 8 fields, row by row, 0 to 255. */
export function fingerprintOf(light: Uint8Array): string | null {
  const bits: boolean[] = [];
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      const at = row * (COLUMNS + 1) + column;
      bits.push((light[at + 1] ?? 0) - (light[at] ?? 0) >= LEAST_RISE);
    }
  const rising = bits.filter(Boolean).length;
  const contrast = Math.max(...light) - Math.min(...light);
  if (contrast < LEAST_CONTRAST || rising < LEAST_BITS || rising > bits.length - LEAST_BITS) return null;
  return BigInt(`0b${bits.map(Number).join('')}`)
    .toString(16)
    .padStart(bits.length / 4, '0');
}

export function hammingDistance(one: string, other: string): number {
  const differing = (from: number) =>
    countBits(Number.parseInt(one.slice(from, from + 8), 16) ^ Number.parseInt(other.slice(from, from + 8), 16));
  return differing(0) + differing(8);
}

export const isSimilar = (one: string, other: string) => hammingDistance(one, other) <= MOST_BITS_APART;

function countBits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** A fingerprint as the index of pictures has it; null: the picture shows too little. */
export function fingerprintRow(media_hash: string, fingerprint: string | null) {
  const [band_1, band_2, band_3, band_4] = fingerprint ? bandsOf(fingerprint) : [null, null, null, null];
  return { media_hash, fingerprint, band_1, band_2, band_3, band_4 };
}

/** Each band takes every fourth bit and so covers the whole picture: many pictures have the same sky or ceiling. */
export function bandsOf(fingerprint: string): [number, number, number, number] {
  const bands: [number, number, number, number] = [0, 0, 0, 0];
  for (const digit of fingerprint) {
    const value = Number.parseInt(digit, 16);
    for (let band = 0; band < BANDS; band += 1)
      bands[band] = ((bands[band] ?? 0) << 1) | ((value >> (BANDS - 1 - band)) & 1);
  }
  return bands;
}

/** The band and all bands one bit away: of two pictures up to seven bits apart at least one band is always among them. */
export const nearBands = (band: number): number[] => [
  band,
  ...Array.from({ length: BITS_A_BAND }, (_, bit) => band ^ (1 << bit)),
];
