import type { Rng } from '../../pictures/rng.ts';
import type { ListingFacts } from '../facts.ts';

/** A sentence about a listing, or null where it would be untrue. */
export type Sentence = (facts: ListingFacts, rng: Rng) => string | null;

export const hasView = ({ view }: ListingFacts) => view !== null;
export const isSale = ({ listingType }: ListingFacts) => listingType === 'sale';
export const floorWord = ({ lotSqm }: ListingFacts) => (lotSqm ? `${lotSqm} sqm lot` : 'lot');

/** 'one bathroom', 'three bathrooms' */
export function counted(count: string, noun: string): string {
  return `${count} ${noun}${count === 'one' || count === '1' ? '' : 's'}`;
}
