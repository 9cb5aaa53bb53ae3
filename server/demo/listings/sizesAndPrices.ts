import type { Span, Tier } from '../areas.ts';
import type { Rng } from '../random.ts';
import { type ListingFacts, sharedRoomOf } from './facts.ts';

/** One span for each number of bedrooms, from the studio on. */
interface Spans {
  low: readonly number[];
  high: readonly number[];
}

export const spanOf = ({ low, high }: Spans, bedrooms: number): Span => [low[bedrooms] ?? 0, high[bedrooms] ?? 0];

/** Likelihood of each number of bedrooms in a tower of that tier, from the studio on. */
export const condoBedrooms: Record<Tier, readonly number[]> = {
  luxury: [0, 20, 40, 28, 12],
  prime: [14, 34, 34, 15, 3],
  mid: [20, 31, 38, 11],
  value: [36, 30, 30, 4],
};

/** Square metres of a unit. */
export const condoSizes: Record<Tier, Spans> = {
  luxury: { low: [42, 62, 100, 165, 260], high: [55, 85, 145, 250, 380] },
  prime: { low: [29, 44, 72, 116, 210], high: [40, 64, 104, 180, 300] },
  mid: { low: [22, 31, 46, 76, 120], high: [29, 44, 64, 108, 160] },
  value: { low: [20, 26, 40, 60, 90], high: [25, 36, 54, 78, 110] },
};

export const condoBathrooms: Record<Tier, Spans> = {
  luxury: { low: [1, 1, 2, 3, 4], high: [1, 2, 3, 4, 5] },
  prime: { low: [1, 1, 2, 2, 4], high: [1, 1, 2, 3, 4] },
  mid: { low: [1, 1, 1, 2, 2], high: [1, 1, 2, 2, 3] },
  value: { low: [1, 1, 1, 2, 2], high: [1, 1, 1, 2, 2] },
};

/** Parking slots included with a unit, on average, by bedrooms. */
export const condoParking: Record<Tier, readonly number[]> = {
  luxury: [0.8, 1, 1.5, 2.3, 3.2],
  prime: [0.25, 0.55, 0.95, 1.8, 2.5],
  mid: [0.1, 0.25, 0.6, 1, 1.6],
  value: [0.02, 0.08, 0.25, 0.7, 1],
};

export const walkUpSizes: Spans = { low: [20, 28, 42, 62], high: [27, 40, 60, 88] };

/** Square metres of one room of a shared home, and pesos a month for it or, of a bedspace, for one of its beds. */
export const sharedRooms: Record<'bedspace' | 'room', { sizes: Span; rent: Span }> = {
  bedspace: { sizes: [18, 28], rent: [3_000, 5_500] },
  room: { sizes: [16, 22], rent: [6_000, 9_500] },
};

/** Square metres of a duplex half's lot. */
export const duplexLots: Record<Tier, Span> = {
  luxury: [120, 200],
  prime: [90, 140],
  mid: [62, 110],
  value: [60, 105],
};

/** Building costs in thousands of pesos a square metre. */
const buildCost: Record<Tier, Span> = {
  luxury: [68, 95],
  prime: [52, 70],
  mid: [42, 58],
  value: [26, 37],
};

/** Pesos a square metre a month: mostly 80 to 150 (NOTICES.md). */
export const associationDues: Record<Tier, Span> = {
  luxury: [150, 210],
  prime: [120, 150],
  mid: [90, 125],
  value: [75, 95],
};

/** Monthly rent as a share of a house's price, up to that price in pesos: the dearer, the smaller. */
const monthlyYields: readonly (readonly [upTo: number, share: number])[] = [
  [5_000_000, 0.0047],
  [12_000_000, 0.0041],
  [30_000_000, 0.0036],
  [80_000_000, 0.0031],
  [160_000_000, 0.0026],
  [Number.POSITIVE_INFINITY, 0.0019],
];

/** A shop's rent is so many times that of an office nearby. */
const STREET_LEVEL = 1.3;

type Unpriced = Omit<ListingFacts, 'price'>;

/** The usual asking price of the place, rounded as people round. */
export function priceOf(facts: Unpriced, rng: Rng): number {
  return roundAsPeopleDo(rawPrice(facts, rng) * premium(facts), facts.listingType === 'sale', rng);
}

function rawPrice(facts: Unpriced, rng: Rng): number {
  const { area, type, listingType, areaSqm, traits } = facts;
  const rate = (span: Span | undefined) => {
    if (!span) throw new RangeError(`no rate for ${type} in ${area.key}`);
    return rng.range(...span);
  };
  switch (type) {
    case 'condo':
      return listingType === 'sale'
        ? areaSqm * rate(area.condo?.sale) * 1_000
        : areaSqm * rate(area.condo?.rent) * sizeDiscount(areaSqm);
    case 'apartment': {
      const shared = sharedRoomOf(traits);
      if (shared) return rng.range(...sharedRooms[shared].rent);
      return listingType === 'sale'
        ? areaSqm * rate(area.condo?.sale) * 750
        : areaSqm * rate(area.apartmentRent) * sizeDiscount(areaSqm);
    }
    case 'office':
      return listingType === 'sale' ? areaSqm * rate(area.condo?.sale) * 950 : areaSqm * rate(area.lease);
    case 'land':
      return areaSqm * rate(area.land) * 1_000;
    case 'commercial':
      return listingType === 'sale'
        ? buildingValue(facts, rng)
        : areaSqm * rate(area.lease) * (traits.has('warehouse') ? 1 : STREET_LEVEL);
    default: {
      const value = buildingValue(facts, rng);
      return listingType === 'sale' ? value : value * yieldOf(value);
    }
  }
}

/** The price of the lot and of its building. */
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
