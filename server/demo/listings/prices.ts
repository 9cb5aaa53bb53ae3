import type { Span } from '../areas/area.ts';
import type { Rng } from '../pictures/rng.ts';
import type { ListingFacts } from './facts.ts';
import { buildCost, monthlyYields } from './sizes.ts';

type Unpriced = Omit<ListingFacts, 'price'>;

/** What a seller or lessor in that place would ask for this, rounded the way people round. */
export function priceOf(facts: Unpriced, rng: Rng): number {
  return roundAsPeopleDo(rawPrice(facts, rng) * premium(facts), facts.listingType === 'sale', rng);
}

function rawPrice(facts: Unpriced, rng: Rng): number {
  const { area, type, listingType, areaSqm } = facts;
  const rate = (span: Span | undefined) => {
    if (!span) throw new RangeError(`no rate for ${type} in ${area.key}`);
    return rng.range(...span);
  };
  switch (type) {
    case 'condo':
      return listingType === 'sale'
        ? areaSqm * rate(area.condo?.sale) * 1_000
        : areaSqm * rate(area.condo?.rent) * sizeDiscount(areaSqm);
    case 'apartment':
      return listingType === 'sale'
        ? areaSqm * rate(area.condo?.sale) * 750
        : areaSqm * rate(area.apartmentRent) * sizeDiscount(areaSqm);
    case 'office':
      return listingType === 'sale' ? areaSqm * rate(area.condo?.sale) * 950 : areaSqm * rate(area.lease);
    case 'land':
      return areaSqm * rate(area.land) * 1_000;
    case 'commercial':
      return listingType === 'sale' ? buildingValue(facts, rng) : areaSqm * rate(area.lease);
    default: {
      const value = buildingValue(facts, rng);
      return listingType === 'sale' ? value : value * yieldOf(value);
    }
  }
}

/** The lot, and what stands on it. */
function buildingValue({ area, areaSqm, lotSqm, traits, type }: Unpriced, rng: Rng): number {
  const wear = traits.has('brandNew') ? 1.1 : traits.has('renovated') ? 1 : 0.82;
  const lot = (lotSqm ?? 0) * rng.range(...(area.land ?? [0, 0]));
  const shell = areaSqm * rng.range(...buildCost[area.tier]) * wear;
  return (lot + shell * (type === 'commercial' ? 0.8 : 1)) * 1_000;
}

function yieldOf(value: number): number {
  return monthlyYields.find(([upTo]) => value <= upTo)?.[1] ?? 0.002;
}

/** Big units rent for less a square metre. */
function sizeDiscount(areaSqm: number): number {
  if (areaSqm > 200) return 0.86;
  if (areaSqm > 110) return 0.93;
  return areaSqm < 30 ? 1.04 : 1;
}

function premium({ furnishing, listingType, traits, view }: Unpriced): number {
  let factor = 1;
  if (furnishing === 'fully') factor *= listingType === 'sale' ? 1.03 : 1.06;
  if (furnishing === 'bare' && listingType === 'rent') factor *= 0.9;
  if (view) factor *= 1.02;
  if (traits.has('corner')) factor *= 1.01;
  if (traits.has('penthouse')) factor *= 1.08;
  return factor;
}

const roundTo = (value: number, step: number) => Math.max(step, Math.round(value / step) * step);

function roundAsPeopleDo(value: number, isSale: boolean, rng: Rng): number {
  if (!isSale) {
    if (value < 40_000) return roundTo(value, rng.chance(0.5) ? 1_000 : 500);
    return roundTo(value, value < 150_000 ? (rng.chance(0.4) ? 5_000 : 1_000) : 5_000);
  }
  if (value >= 100_000_000) return roundTo(value, 5_000_000);
  if (value >= 30_000_000) return roundTo(value, rng.chance(0.3) ? 1_000_000 : 500_000);
  const plain = roundTo(value, value >= 10_000_000 ? 100_000 : 50_000);
  // '₱4,980,000' sounds like less than five million.
  return plain % 1_000_000 === 0 && rng.chance(0.6) ? plain - 20_000 : plain;
}
