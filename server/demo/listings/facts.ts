import type { Completion, ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import type { LatLng } from '#shared/places.ts';
import type { Building, DemoArea } from '../areas.ts';
import { sample, streamOf } from '../random.ts';
import texts from '../texts/features.json' with { type: 'json' };

export type Furnishing = 'fully' | 'semi' | 'bare';

export const traits = [
  'balcony',
  'bedspace',
  'brandNew',
  'corner',
  'garden',
  'helper',
  'highFloor',
  'pets',
  'penthouse',
  'pool',
  'renovated',
  'room',
  'solar',
  'warehouse',
] as const;
export type Trait = (typeof traits)[number];

/** The facts of one listing: title, text, price, features and pictures all follow from them. */
export interface ListingFacts {
  /** Unique, and the same on every load. */
  key: string;
  /** The key of an earlier listing of the same home, with the same pictures. */
  sameHomeAs?: string;
  area: DemoArea;
  type: PropertyType;
  listingType: ListingType;
  bedrooms: number;
  bathrooms: number;
  areaSqm: number;
  /** Houses, duplexes, land and whole buildings. */
  lotSqm: number | null;
  /** The storey of the unit; null for buildings on their own lot. */
  floor: number | null;
  storeys: number;
  parking: number;
  /** Null for land. */
  furnishing: Furnishing | null;
  building: Building | null;
  /** Null for land, and where the agent does not state it. */
  completion: Completion | null;
  /** Years since the completion; negative for pre-selling units. */
  age: number | null;
  /** '12 Valero Street' */
  street: string;
  coordinates: LatLng;
  traits: ReadonlySet<Trait>;
  /** 'the bay', 'Laguna de Bay and the hills'; null for an ordinary view. */
  view: string | null;
  /** Pesos, per month for rent and lease. */
  price: number;
}

/** The part of a shared home that is let; null for a whole home. */
export function sharedRoomOf(own: ReadonlySet<Trait>): 'bedspace' | 'room' | null {
  if (own.has('bedspace')) return 'bedspace';
  return own.has('room') ? 'room' : null;
}

/** 'Studio', '2-Bedroom' */
export function layoutOf(facts: ListingFacts): string {
  return facts.bedrooms === 0 ? 'Studio' : `${facts.bedrooms}-Bedroom`;
}

/** 'Studio', '2BR' */
export function shortLayoutOf(facts: ListingFacts): string {
  return facts.bedrooms === 0 ? 'Studio' : `${facts.bedrooms}BR`;
}

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export function inWords(count: number): string {
  return numberWords[count] ?? String(count);
}

export function ordinal(count: number): string {
  const ending = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'a 45 sqm', but 'an 80 sqm' */
export function article(text: string): string {
  return /^(?:[aeio]|8|11\b|18\b)/i.test(text) ? `an ${text}` : `a ${text}`;
}

export const pesos = (amount: number) => `₱${amount.toLocaleString('en-PH')}`;

export const isSale = ({ listingType }: ListingFacts) => listingType === 'sale';

/** Four to seven, the same for every unit of the building. */
export function amenitiesOf(building: string): string[] {
  const rng = streamOf(`amenities ${building}`);
  return sample(rng, texts.amenities, rng.int(4, 7));
}

/** 'one bathroom', 'three bathrooms' */
export function counted(count: string, noun: string): string {
  return `${count} ${noun}${count === 'one' || count === '1' ? '' : 's'}`;
}
