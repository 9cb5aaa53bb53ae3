import type { Span } from '../areas/area.ts';
import type { Rng } from '../pictures/rng.ts';
import type { ListingFacts, Trait } from './facts.ts';

/** What a home or workspace is by itself, before its place, view and price. */
export type Draft = Pick<
  ListingFacts,
  | 'bedrooms'
  | 'bathrooms'
  | 'areaSqm'
  | 'lotSqm'
  | 'floor'
  | 'storeys'
  | 'parking'
  | 'furnishing'
  | 'building'
> & { traits: Set<Trait> };

export function traitsOf(rng: Rng, chances: readonly (readonly [Trait, number])[]): Set<Trait> {
  const traits = new Set(chances.filter(([, chance]) => rng.chance(chance)).map(([trait]) => trait));
  if (traits.has('brandNew')) traits.delete('renovated');
  return traits;
}

export function within(rng: Rng, [low, high]: Span): number {
  return rng.int(low, high);
}

/** Brokers quote half square metres of small units, whole ones of the others. */
export function unitSize(rng: Rng, [low, high]: Span): number {
  const size = rng.range(low, high);
  return size < 60 && rng.chance(0.3) ? Math.round(size * 2) / 2 : Math.round(size);
}
