import type { PropertyType } from '#shared/listing/vocabulary.ts';
import type { LatLng } from '#shared/places.ts';

/** From low to high. */
export type Span = readonly [low: number, high: number];

/** An invented building at a real street. */
export type Building = readonly [name: string, address: string, floors: number];

/** Decides sizes, finishes and how a listing talks. */
export type Tier = 'luxury' | 'prime' | 'mid' | 'value';

/** A neighbourhood as the demo marketplace knows it. */
export interface DemoArea {
  key: string;
  /** As it stands in an address, after the street. */
  neighbourhood: string;
  /** The district of shared/places.ts that the address must be read as; null where the gazetteer has none. */
  district: string | null;
  city: string;
  province: string;
  center: LatLng;
  /** Metres around the centre that surely lie in the neighbourhood, on land. */
  radius: number;
  tier: Tier;
  /** Pesos a square metre: `sale` in thousands, `rent` a month. */
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
  /** What one can walk to, with the article where it needs one. */
  landmarks: readonly string[];
  /** Whole sentences. */
  transport: readonly string[];
  character: readonly string[];
  /** How many listings: for sale, for rent, for lease. */
  mix: Partial<Record<PropertyType, readonly [sale: number, rent: number, lease: number]>>;
}

/** As the table of their city holds it. */
export type CityArea = Omit<DemoArea, 'city' | 'province'>;
