import type { Property } from '#shared/contracts/properties.ts';

/** How far apart two prices are: 0 the same, and twice as much is as far as half as much. */
const priceDistance = (one: number, other: number) =>
  one > 0 && other > 0 ? Math.abs(Math.log(one / other)) : Number.POSITIVE_INFINITY;

/** The candidates most like the listing: the same type first, then the nearest price. Never the listing itself. */
export function pickSimilar(property: Property, candidates: Property[], count: number): Property[] {
  const rank = (other: Property) =>
    priceDistance(property.price, other.price) + (other.type === property.type ? 0 : 10);
  return candidates
    .filter((other) => other.id !== property.id)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, count);
}
