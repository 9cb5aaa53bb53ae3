import type { ListingType } from '#shared/contracts/properties.ts';
import type { Building, DemoArea } from '../areas/area.ts';
import type { Rng } from '../pictures/rng.ts';
import { pickWeighted } from '../random.ts';
import { type Draft, traitsOf, unitSize, within } from './draft.ts';
import type { Furnishing } from './facts.ts';
import { condoBathrooms, condoBedrooms, condoParking, condoSizes, duplexLots, walkUpSizes } from './sizes.ts';

export function condoDraft(
  area: DemoArea,
  listingType: ListingType,
  building: Building | null,
  rng: Rng,
): Draft {
  const { tier } = area;
  const bedrooms = pickWeighted(rng, condoBedrooms[tier]);
  const storeys = building?.[2] ?? 20;
  const isPenthouse = bedrooms >= 4 || (bedrooms === 3 && tier !== 'value' && rng.chance(0.12));
  const floor = isPenthouse ? storeys : rng.int(3, storeys - 2);
  const slots = condoParking[tier][bedrooms] ?? 0;
  const traits = traitsOf(rng, [
    ['balcony', bedrooms === 0 ? 0.25 : 0.5],
    ['corner', 0.2],
    ['pets', 0.34],
    ['brandNew', 0.14],
    ['renovated', 0.18],
    ['helper', bedrooms >= 3 && tier !== 'value' ? 0.75 : 0],
  ]);
  if (isPenthouse) traits.add('penthouse');
  if (floor >= storeys * 0.65) traits.add('highFloor');
  return {
    bedrooms,
    bathrooms: within(rng, condoBathrooms[tier][bedrooms] ?? [1, 1]),
    areaSqm: unitSize(rng, condoSizes[tier][bedrooms] ?? [30, 40]),
    lotSqm: null,
    floor,
    storeys,
    parking: Math.floor(slots) + (rng.chance(slots % 1) ? 1 : 0),
    furnishing: furnishingOf(listingType, rng),
    building,
    traits,
  };
}

export function walkUpDraft(listingType: ListingType, rng: Rng): Draft {
  const bedrooms = pickWeighted(rng, [
    [0, 18],
    [1, 34],
    [2, 36],
    [3, 12],
  ] as const);
  const storeys = rng.int(3, 5);
  return {
    bedrooms,
    bathrooms: bedrooms === 3 ? 2 : 1,
    areaSqm: unitSize(rng, walkUpSizes[bedrooms] ?? [30, 40]),
    lotSqm: null,
    floor: rng.int(1, storeys),
    storeys,
    parking: rng.chance(bedrooms >= 2 ? 0.45 : 0.15) ? 1 : 0,
    furnishing: pickWeighted(rng, [
      ['bare', listingType === 'sale' ? 70 : 50],
      ['semi', 35],
      ['fully', listingType === 'sale' ? 5 : 18],
    ] as const),
    building: null,
    traits: traitsOf(rng, [
      ['balcony', 0.35],
      ['corner', 0.2],
      ['pets', 0.4],
      ['renovated', 0.4],
    ]),
  };
}

export function houseDraft(area: DemoArea, listingType: ListingType, rng: Rng): Draft {
  const lot = Math.round(within(rng, area.house?.lot ?? [150, 250]) / 2) * 2;
  const floorArea = Math.round(Math.min(within(rng, area.house?.floor ?? [150, 250]), lot * 1.75));
  const bedrooms = bedroomsOf(floorArea, rng);
  const isGrand = area.tier === 'luxury';
  return {
    bedrooms,
    bathrooms: Math.max(2, bedrooms - (isGrand ? rng.int(-1, 0) : rng.int(0, 1))),
    areaSqm: floorArea,
    lotSqm: lot,
    floor: null,
    storeys: floorArea < lot * 0.62 ? 1 : floorArea > lot * 1.35 ? 3 : 2,
    parking: isGrand ? rng.int(3, 6) : rng.int(1, lot > 220 ? 3 : 2),
    furnishing:
      listingType === 'sale' ? pickWeighted(rng, houseFurnishing) : rng.chance(0.5) ? 'semi' : 'bare',
    building: null,
    traits: traitsOf(rng, [
      ['garden', lot > 180 ? 0.85 : 0.35],
      ['pool', isGrand ? 0.65 : lot > 260 ? 0.25 : 0],
      ['helper', isGrand ? 1 : 0.35],
      ['solar', 0.22],
      ['brandNew', 0.22],
      ['renovated', 0.3],
      ['corner', 0.16],
      ['pets', listingType === 'sale' ? 0 : 0.6],
      ['balcony', 0.3],
    ]),
  };
}

export function duplexDraft(area: DemoArea, listingType: ListingType, rng: Rng): Draft {
  const lot = Math.round(within(rng, duplexLots[area.tier]));
  const floorArea = Math.round(lot * (area.tier === 'value' ? rng.range(0.9, 1.35) : rng.range(1.35, 2.1)));
  const bedrooms = floorArea < 85 ? 2 : floorArea < 170 ? 3 : 4;
  return {
    bedrooms,
    bathrooms: bedrooms - (area.tier === 'value' && rng.chance(0.5) ? 1 : 0),
    areaSqm: floorArea,
    lotSqm: lot,
    floor: null,
    storeys: floorArea > lot * 1.5 ? 3 : 2,
    parking: area.tier === 'value' ? 1 : rng.int(1, 2),
    furnishing: listingType === 'sale' ? 'bare' : 'semi',
    building: null,
    traits: traitsOf(rng, [
      ['brandNew', 0.5],
      ['helper', area.tier === 'value' ? 0.1 : 0.5],
      ['balcony', 0.5],
      ['garden', 0.2],
      ['solar', 0.12],
    ]),
  };
}

const houseFurnishing = [
  ['bare', 55],
  ['semi', 33],
  ['fully', 12],
] as const satisfies readonly (readonly [Furnishing, number])[];

function furnishingOf(listingType: ListingType, rng: Rng): Furnishing {
  return listingType === 'sale'
    ? pickWeighted(rng, [
        ['fully', 28],
        ['semi', 34],
        ['bare', 38],
      ])
    : pickWeighted(rng, [
        ['fully', 60],
        ['semi', 28],
        ['bare', 12],
      ]);
}

function bedroomsOf(floorArea: number, rng: Rng): number {
  if (floorArea < 95) return rng.int(2, 3);
  if (floorArea < 165) return 3;
  if (floorArea < 260) return 4;
  return floorArea < 450 ? rng.int(4, 5) : rng.int(5, 6);
}
