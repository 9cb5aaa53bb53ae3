import type { ListingType } from '#shared/contracts/properties.ts';
import type { Building, DemoArea } from '../areas/area.ts';
import type { Rng } from '../pictures/rng.ts';
import { pickWeighted } from '../random.ts';
import { type Draft, traitsOf, within } from './draft.ts';

const emptyShell = {
  bedrooms: 0,
  lotSqm: null,
  floor: null,
  storeys: 0,
  parking: 0,
  furnishing: 'bare',
  building: null,
} satisfies Partial<Draft>;

export function officeDraft(building: Building | null, rng: Rng): Draft {
  const storeys = building?.[2] ?? 10;
  const areaSqm = rng.chance(0.55) ? rng.int(48, 140) : rng.int(141, 430);
  const floor = rng.int(2, storeys - 1);
  const traits = traitsOf(rng, [
    ['corner', 0.3],
    ['renovated', 0.25],
    ['brandNew', 0.2],
  ]);
  if (floor >= storeys * 0.65) traits.add('highFloor');
  return {
    bedrooms: 0,
    bathrooms: areaSqm > 250 ? 4 : areaSqm > 110 ? 2 : 1,
    areaSqm,
    lotSqm: null,
    floor,
    storeys,
    parking: Math.max(1, Math.round(areaSqm / 75)),
    furnishing: pickWeighted(rng, [
      ['bare', 30],
      ['semi', 42],
      ['fully', 28],
    ] as const),
    building,
    traits,
  };
}

export function commercialDraft(area: DemoArea, listingType: ListingType, rng: Rng): Draft {
  const isWarehouse = (area.lease?.[1] ?? 1_000) < 600;
  if (listingType === 'sale') {
    const lot = rng.int(60, 170) * 2;
    const storeys = rng.int(2, 4);
    return {
      ...emptyShell,
      bathrooms: storeys,
      areaSqm: Math.round(lot * 0.78 * storeys),
      lotSqm: lot,
      storeys,
      parking: rng.int(2, 5),
      traits: traitsOf(rng, [
        ['corner', 0.5],
        ['renovated', 0.3],
      ]),
    };
  }
  return {
    ...emptyShell,
    bathrooms: isWarehouse ? 2 : 1,
    areaSqm: isWarehouse ? rng.int(52, 98) * 10 : rng.int(42, 190),
    floor: 1,
    storeys: isWarehouse ? 1 : rng.int(2, 6),
    parking: isWarehouse ? 6 : rng.int(0, 3),
    traits: new Set([
      ...traitsOf(rng, [
        ['corner', 0.4],
        ['brandNew', 0.25],
      ]),
      ...(isWarehouse ? (['warehouse'] as const) : []),
    ]),
  };
}

export function landDraft(area: DemoArea, rng: Rng): Draft {
  const size = area.key === 'filinvest' ? rng.int(80, 140) * 10 : within(rng, area.house?.lot ?? [150, 400]);
  const lot = Math.round(size * rng.range(0.95, 1.35));
  return {
    ...emptyShell,
    bathrooms: 0,
    areaSqm: lot,
    lotSqm: lot,
    furnishing: null,
    traits: traitsOf(rng, [['corner', 0.4]]),
  };
}
