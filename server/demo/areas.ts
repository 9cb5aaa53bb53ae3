import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import type { LatLng } from '#shared/places.ts';
import cities from './texts/areas.json' with { type: 'json' };

/** From low to high. */
export type Span = readonly [low: number, high: number];

/** An invented building at a real street. */
export type Building = readonly [name: string, address: string, floors: number];

/** Decides sizes, finishes and wording of a listing. */
export type Tier = 'luxury' | 'prime' | 'mid' | 'value';

/** A neighbourhood of the demo marketplace, as `texts/areas.json` lists it under its city. */
export interface DemoArea {
  key: string;
  /** As an address has it, after the street. */
  neighbourhood: string;
  /** The district of shared/places.ts that the address must be read as; null where the gazetteer has none. */
  district: string | null;
  city: string;
  province: string;
  center: LatLng;
  /** Metres around the centre that surely lie in the neighbourhood, on land. */
  radius: number;
  tier: Tier;
  /** Pesos a square metre: `sale` in thousands, `rent` a month. Sources and dates: NOTICES.md. */
  condo?: { sale: Span; rent: Span };
  /** Walk-up apartments, pesos a square metre a month. */
  apartmentRent?: Span;
  /** Thousands of pesos a square metre of lot. */
  land?: Span;
  /** Square metres of the usual houses. */
  house?: { lot: Span; floor: Span };
  /** Offices and shops, pesos a square metre a month. */
  lease?: Span;
  buildings?: readonly Building[];
  offices?: readonly Building[];
  streets: readonly string[];
  /** Within walking distance; with the article where the name needs one. */
  landmarks: readonly string[];
  /** Whole sentences. */
  transport: readonly string[];
  character: readonly string[];
  /** From high floors: 'the bay', 'the Makati skyline'. */
  views?: readonly string[];
  /** Numbers of listings: for sale, for rent, for lease. */
  mix: Partial<Record<PropertyType, readonly [sale: number, rent: number, lease: number]>>;
  /** Numbers of listings of a part of an apartment, for rent. */
  shared?: readonly [bedspaces: number, rooms: number];
}

interface City {
  city: string;
  province: string;
  areas: readonly Omit<DemoArea, 'city' | 'province'>[];
}

export const listingTypesOfMix: readonly ListingType[] = ['sale', 'rent', 'lease'];

export const demoAreas: readonly DemoArea[] = (cities as unknown as readonly City[]).flatMap(
  ({ areas, ...city }) => areas.map((area) => ({ ...area, ...city })),
);
