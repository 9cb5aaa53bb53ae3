import type { Property } from './contracts/properties.ts';
import type { PropertyType } from './listing/vocabulary.ts';

const uses: Record<PropertyType, 'home' | 'business' | 'land'> = {
  apartment: 'home',
  condo: 'home',
  duplex: 'home',
  house: 'home',
  office: 'business',
  commercial: 'business',
  land: 'land',
};

/** Another type of home is about as far as twice the price; an office is no alternative to a home. */
const TYPE_DISTANCE = Math.log(2);
const USE_DISTANCE = 10;

/** How far apart two prices are: 0 the same, and twice as much is as far as half as much. */
const priceDistance = (one: number, other: number) => Math.abs(Math.log(Math.max(one, 1) / Math.max(other, 1)));

function typeDistance(one: PropertyType, other: PropertyType): number {
  if (one === other) return 0;
  return uses[one] === uses[other] ? TYPE_DISTANCE : USE_DISTANCE;
}

/** The candidates most like the listing by type and price, the most alike first. Never the listing itself. */
export function pickSimilar<Candidate extends Pick<Property, 'id' | 'price' | 'type'>>(
  property: Pick<Property, 'id' | 'price' | 'type'>,
  candidates: readonly Candidate[],
  count: number,
): Candidate[] {
  const distance = (other: Candidate) =>
    priceDistance(property.price, other.price) + typeDistance(property.type, other.type);
  return candidates
    .filter((other) => other.id !== property.id)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, count);
}
