import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { foldText } from '#shared/places.ts';
import { isSimilar } from './policy/fingerprint.ts';

/** Pure rules: when two listings are likely the same home. */

/** The compared values of a listing. */
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

/**
 * Two agents offer one home: the same kind of offer and place, size and number of bedrooms, in a building the same
 * floor, prices at most a quarter apart, half of the pictures the same, two of them distinctive. Other pairs wait for
 * an admin.
 */
function areOneHome(one: Home, other: Home, same: number, distinctive: number): boolean {
  const fewer = Math.min(one.pictures.length, other.pictures.length);
  return (
    one.agentId !== other.agentId &&
    one.type === other.type &&
    one.listingType === other.listingType &&
    one.bedrooms === other.bedrooms &&
    isSizeSame(one, other) &&
    isPlaceSame(one, other) &&
    (UNITS.includes(one.type)
      ? one.floor !== null && one.floor === other.floor
      : !areFloorsApart(one, other)) &&
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
function areFloorsApart(one: Home, other: Home): boolean {
  return one.floor !== null && other.floor !== null && one.floor !== other.floor;
}

function isPlaceSame(one: Home, other: Home): boolean {
  const metres = metresBetween(one, other);
  if (metres !== null) return metres <= PLACE_TOLERANCE_METRES;
  return (
    placeOf(one) === placeOf(other) &&
    foldText(one.address) !== '' &&
    foldText(one.address) === foldText(other.address)
  );
}

function placeOf({ city, citySlug }: Home): string {
  return citySlug ?? foldText(city);
}

/** On a plane, exact enough for short distances. Null without coordinates. */
function metresBetween(one: Home, other: Home): number | null {
  if (one.latitude === null || one.longitude === null) return null;
  if (other.latitude === null || other.longitude === null) return null;
  const north = (one.latitude - other.latitude) * METRES_A_DEGREE;
  const shrink = Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, (one.longitude - other.longitude) * METRES_A_DEGREE * shrink);
}

function isWithin(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= tolerance;
}
