import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import type { LatLng } from '#shared/places.ts';
import { type Building, type DemoArea, demoAreas, listingTypesOfMix, type Span } from '../areas.ts';
import { Deck, pickPlace, pickWeighted, type Rng, streamOf } from '../random.ts';
import type { Furnishing, ListingFacts, Trait } from './facts.ts';
import {
  condoBathrooms,
  condoBedrooms,
  condoParking,
  condoSizes,
  duplexLots,
  priceOf,
  sharedRooms,
  spanOf,
  walkUpSizes,
} from './sizesAndPrices.ts';

/** The facts of a home or workspace without its place, view and price. */
type Draft = Pick<
  ListingFacts,
  'bedrooms' | 'bathrooms' | 'areaSqm' | 'lotSqm' | 'floor' | 'storeys' | 'parking' | 'furnishing' | 'building'
> & { traits: Set<Trait> };

function traitsOf(rng: Rng, chances: readonly (readonly [Trait, number])[]): Set<Trait> {
  const traits = new Set(chances.filter(([, chance]) => rng.chance(chance)).map(([trait]) => trait));
  if (traits.has('brandNew')) traits.delete('renovated');
  return traits;
}

function within(rng: Rng, [low, high]: Span): number {
  return rng.int(low, high);
}

/** Sizes of small units are rounded to half square metres, others to whole ones. */
function unitSize(rng: Rng, [low, high]: Span): number {
  const size = rng.range(low, high);
  return size < 60 && rng.chance(0.3) ? Math.round(size * 2) / 2 : Math.round(size);
}

function condoDraft(area: DemoArea, listingType: ListingType, building: Building | null, rng: Rng): Draft {
  const { tier } = area;
  const bedrooms = pickPlace(rng, condoBedrooms[tier]);
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
    bathrooms: within(rng, spanOf(condoBathrooms[tier], bedrooms)),
    areaSqm: unitSize(rng, spanOf(condoSizes[tier], bedrooms)),
    lotSqm: null,
    floor,
    storeys,
    parking: Math.floor(slots) + (rng.chance(slots % 1) ? 1 : 0),
    furnishing: furnishingOf(listingType, rng),
    building,
    traits,
  };
}

function walkUpDraft(listingType: ListingType, rng: Rng): Draft {
  const bedrooms = pickPlace(rng, [18, 34, 36, 12]);
  const storeys = rng.int(3, 5);
  return {
    bedrooms,
    bathrooms: bedrooms === 3 ? 2 : 1,
    areaSqm: unitSize(rng, spanOf(walkUpSizes, bedrooms)),
    lotSqm: null,
    floor: rng.int(1, storeys),
    storeys,
    parking: rng.chance(bedrooms >= 2 ? 0.45 : 0.15) ? 1 : 0,
    furnishing: pickWeighted(rng, [
      ['bare', listingType === 'sale' ? 50 : 24],
      ['semi', 40],
      ['fully', listingType === 'sale' ? 10 : 36],
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

/** A room of a walk-up that tenants share, with a bathroom among them. */
function sharedRoomDraft(kind: keyof typeof sharedRooms, rng: Rng): Draft {
  const storeys = rng.int(3, 5);
  return {
    bedrooms: 0,
    bathrooms: 1,
    areaSqm: within(rng, sharedRooms[kind].sizes),
    lotSqm: null,
    floor: rng.int(2, storeys),
    storeys,
    parking: 0,
    furnishing: kind === 'bedspace' || rng.chance(0.6) ? 'fully' : 'semi',
    building: null,
    traits: new Set([kind]),
  };
}

function houseDraft(area: DemoArea, listingType: ListingType, rng: Rng): Draft {
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
    furnishing: listingType === 'sale' ? pickWeighted(rng, houseFurnishing) : rng.chance(0.5) ? 'semi' : 'bare',
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

function duplexDraft(area: DemoArea, listingType: ListingType, rng: Rng): Draft {
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
        ['fully', 42],
        ['semi', 36],
        ['bare', 22],
      ])
    : pickWeighted(rng, [
        ['fully', 62],
        ['semi', 28],
        ['bare', 10],
      ]);
}

function bedroomsOf(floorArea: number, rng: Rng): number {
  if (floorArea < 95) return rng.int(2, 3);
  if (floorArea < 165) return 3;
  if (floorArea < 260) return 4;
  return floorArea < 450 ? rng.int(4, 5) : rng.int(5, 6);
}

const emptyShell = {
  bedrooms: 0,
  lotSqm: null,
  floor: null,
  storeys: 0,
  parking: 0,
  furnishing: 'bare',
  building: null,
} satisfies Partial<Draft>;

function officeDraft(building: Building | null, rng: Rng): Draft {
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

function commercialDraft(area: DemoArea, listingType: ListingType, rng: Rng): Draft {
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

function landDraft(area: DemoArea, rng: Rng): Draft {
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

const METRES_A_DEGREE = 111_320;

/** The facts of every demo listing, area by area. */
export function buildAllFacts(): ListingFacts[] {
  return demoAreas.flatMap(buildAreaFacts);
}

/** Most towers have several units on offer. */
const UNITS_A_TOWER = 2;

/** So many of the area's towers have listings. */
function towersOf({ buildings = [], mix }: DemoArea): readonly Building[] {
  const units = (mix.condo ?? []).reduce((sum, count) => sum + count, 0);
  return buildings.slice(0, Math.max(1, Math.floor(units / UNITS_A_TOWER)));
}

function buildAreaFacts(area: DemoArea): ListingFacts[] {
  const rng = streamOf(`facts ${area.key}`);
  const towers = new Deck(rng, towersOf(area));
  const offices = new Deck(rng, area.offices ?? []);
  const streets = new Deck(rng, area.streets);
  const takenStreets = new Set<string>();
  const all: ListingFacts[] = [];

  const add = (key: string, type: PropertyType, listingType: ListingType, draftFor: typeof draftOf) => {
    const own = streamOf(key);
    const building = type === 'condo' ? towers.deal() : type === 'office' ? offices.deal() : null;
    const draft = draftFor(area, type, listingType, building, own);
    const street = building ? building[1] : ownStreet(streets.deal(), takenStreets, own);
    const unpriced = {
      ...draft,
      ...agingOf(draft, type, listingType, streamOf(`age ${key}`)),
      key,
      area,
      type,
      listingType,
      street,
      coordinates: building ? unitPoint(area, building, own) : pointWithin(area.center, area.radius, own),
      view: viewOf(area, draft, own),
    };
    all.push({ ...unpriced, price: priceOf(unpriced, own) });
  };
  for (const [type, counts] of Object.entries(area.mix) as [PropertyType, readonly number[]][])
    listingTypesOfMix.forEach((listingType, column) => {
      for (let index = 0; index < (counts[column] ?? 0); index++)
        add(`${area.key} ${type} ${listingType} ${index}`, type, listingType, draftOf);
    });
  (['bedspace', 'room'] as const).forEach((kind, column) => {
    for (let index = 0; index < (area.shared?.[column] ?? 0); index++)
      add(`${area.key} ${kind} ${index}`, 'apartment', 'rent', (_area, _type, _listingType, _building, own) =>
        sharedRoomDraft(kind, own),
      );
  });
  return all;
}

function draftOf(
  area: DemoArea,
  type: PropertyType,
  listingType: ListingType,
  building: Building | null,
  rng: Rng,
): Draft {
  switch (type) {
    case 'condo':
      return condoDraft(area, listingType, building, rng);
    case 'apartment':
      return walkUpDraft(listingType, rng);
    case 'house':
      return houseDraft(area, listingType, rng);
    case 'duplex':
      return duplexDraft(area, listingType, rng);
    case 'office':
      return officeDraft(building, rng);
    case 'commercial':
      return commercialDraft(area, listingType, rng);
    case 'land':
      return landDraft(area, rng);
  }
}

/** Units are as old as their tower, unless brand new; some units of the next tower are pre-selling. */
function agingOf(
  { building, traits, furnishing }: Draft,
  type: PropertyType,
  listingType: ListingType,
  rng: Rng,
): Pick<ListingFacts, 'completion' | 'age'> {
  if (type === 'land') return { completion: null, age: null };
  if (type === 'condo' && listingType === 'sale' && furnishing === 'bare' && !traits.has('renovated')) {
    if (rng.chance(0.4)) return { completion: 'preselling', age: -rng.int(1, 4) };
  }
  const completion = rng.chance(0.85) ? 'ready' : null;
  if (traits.has('brandNew')) return { completion: 'ready', age: building ? null : rng.int(0, 1) };
  if (building) return { completion, age: buildingAge(building) };
  return { completion, age: rng.chance(0.7) ? rng.int(4, 32) : null };
}

/** Years since the completion. */
export const buildingAge = ([name]: Building): number => streamOf(`age ${name}`).int(3, 18);

function viewOf(area: DemoArea, { floor, storeys }: Draft, rng: Rng): string | null {
  const { views } = area;
  if (!views) return null;
  const isHigh = floor === null ? area.key === 'antipolo' : floor > 8 && floor > storeys * 0.35;
  return isHigh && rng.chance(0.62) ? rng.pick(views) : null;
}

/** An address in the street that no other listing of the area has. */
function ownStreet(street: string, taken: Set<string>, rng: Rng): string {
  for (;;) {
    const address = `${rng.int(3, 189)} ${street}`;
    if (!taken.has(address)) {
      taken.add(address);
      return address;
    }
  }
}

/** The site of the building, moved by a few metres for each unit, so that markers do not overlap. */
function unitPoint(area: DemoArea, building: Building, rng: Rng): LatLng {
  return pointWithin(siteOf(area, building), 14, rng);
}

export function siteOf(area: DemoArea, [name]: Building): LatLng {
  return pointWithin(area.center, area.radius * 0.85, streamOf(`site ${name}`));
}

function pointWithin({ lat, lng }: LatLng, radius: number, rng: Rng): LatLng {
  const distance = radius * Math.sqrt(rng.next());
  const angle = rng.range(0, 2 * Math.PI);
  const east = METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180);
  return {
    lat: Number((lat + (distance * Math.sin(angle)) / METRES_A_DEGREE).toFixed(6)),
    lng: Number((lng + (distance * Math.cos(angle)) / east).toFixed(6)),
  };
}
