import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { sample, streamOf } from '../random.ts';
import type { ListingFacts } from './facts.ts';

type Feature = readonly [label: string, isTrue?: (facts: ListingFacts) => boolean];

const towerAmenities = [
  'Swimming Pool',
  'Fitness Gym',
  'Function Room',
  'Children’s Play Area',
  'Sky Lounge',
  'Co-working Lounge',
  'Jogging Path',
  'Garden Deck',
  'Game Room',
  'Sauna',
  'Lap Pool',
  'Yoga Studio',
] as const;

const isFully = (facts: ListingFacts) => facts.furnishing === 'fully';
const isUpscale = ({ area }: ListingFacts) => area.tier === 'luxury' || area.tier === 'prime';

const towerFeatures: Feature[] = [
  ['Fully Furnished', isFully],
  ['Semi-Furnished', (f) => f.furnishing === 'semi'],
  ['Balcony', (f) => f.traits.has('balcony')],
  ['Corner Unit', (f) => f.traits.has('corner')],
  ['Pet-Friendly', (f) => f.traits.has('pets')],
  ['Newly Renovated', (f) => f.traits.has('renovated')],
  ['Maid’s Room', (f) => f.traits.has('helper')],
  ['Parking Slot', (f) => f.parking > 0],
  ['Bay View', (f) => /bay\b/i.test(f.view ?? '') && !/Laguna/.test(f.view ?? '')],
  ['City View', (f) => /skyline|lights/i.test(f.view ?? '')],
  ['24-Hour Security'],
  ['CCTV'],
  ['Backup Power'],
  ['High-Speed Elevators', (f) => f.storeys > 20],
  ['Fiber Internet Ready'],
  ['Split-Type Air-conditioning', (f) => f.furnishing !== 'bare'],
  ['Induction Cooktop', isFully],
  ['Washer-Dryer', isFully],
  ['Walk-in Closet', (f) => f.bedrooms >= 2 && isUpscale(f)],
  ['Concierge', isUpscale],
  ['Mailroom and Parcel Lockers', isUpscale],
  ['Keyless Entry', (f) => f.traits.has('brandNew')],
];

const featuresByType: Record<PropertyType, Feature[]> = {
  condo: towerFeatures,
  apartment: [
    ['Fully Furnished', isFully],
    ['Semi-Furnished', (f) => f.furnishing === 'semi'],
    ['Balcony', (f) => f.traits.has('balcony')],
    ['Pets Allowed', (f) => f.traits.has('pets')],
    ['Newly Renovated', (f) => f.traits.has('renovated')],
    ['Garage', (f) => f.parking > 0],
    ['Own Electric Meter'],
    ['Own Water Meter'],
    ['Laundry Area'],
    ['Tiled Floors'],
    ['Kitchen Cabinets'],
    ['Fiber Internet Ready'],
    ['Window Grilles'],
    ['Roof Deck Access', (f) => f.storeys >= 4],
    ['Gated Compound'],
    ['CCTV'],
    ['Water Tank'],
  ],
  house: [
    ['Swimming Pool', (f) => f.traits.has('pool')],
    ['Garden', (f) => f.traits.has('garden')],
    ['Maid’s Room', (f) => f.traits.has('helper')],
    ['Solar Panels', (f) => f.traits.has('solar')],
    ['Corner Lot', (f) => f.traits.has('corner')],
    ['Balcony', (f) => f.traits.has('balcony')],
    ['Newly Renovated', (f) => f.traits.has('renovated')],
    ['Fully Furnished', isFully],
    ['Covered Garage', (f) => f.parking > 0],
    ['Driver’s Quarters', (f) => f.area.tier === 'luxury'],
    ['Lanai', (f) => f.areaSqm > 220],
    ['Dirty Kitchen'],
    ['Family Room', (f) => f.bedrooms >= 4],
    ['Walk-in Closet', (f) => f.areaSqm > 200],
    ['Narra Flooring', (f) => f.area.tier === 'luxury'],
    ['High Ceilings', (f) => f.areaSqm > 180],
    ['Gated Community', (f) => f.area.tier !== 'value'],
    ['24-Hour Village Security', (f) => f.area.tier !== 'value'],
    ['Water Tank and Pump'],
    ['Generator Set', (f) => f.area.tier === 'luxury'],
    ['CCTV'],
    ['Laundry Area'],
    ['Service Area'],
    ['Clubhouse Access', (f) => f.area.tier !== 'value'],
  ],
  duplex: [
    ['Brand New', (f) => f.traits.has('brandNew')],
    ['Balcony', (f) => f.traits.has('balcony')],
    ['Maid’s Room', (f) => f.traits.has('helper')],
    ['Roof Deck', (f) => f.storeys === 3],
    ['Pocket Garden', (f) => f.traits.has('garden')],
    ['Solar Panels', (f) => f.traits.has('solar')],
    ['Carport', (f) => f.parking > 0],
    ['Own Gate'],
    ['Dirty Kitchen'],
    ['Laundry Area'],
    ['Kitchen Cabinets'],
    ['Granite Countertop', (f) => f.area.tier !== 'value'],
    ['Water Tank'],
    ['CCTV Provision'],
    ['Fiber Internet Ready'],
    ['Perimeter Fence'],
  ],
  office: [
    ['Fully Fitted', isFully],
    ['Warm Shell', (f) => f.furnishing === 'bare'],
    ['Partly Fitted', (f) => f.furnishing === 'semi'],
    ['Meeting Rooms', (f) => f.furnishing !== 'bare'],
    ['Pantry', (f) => f.furnishing !== 'bare'],
    ['Corner Unit', (f) => f.traits.has('corner')],
    ['Raised Flooring', (f) => isUpscale(f)],
    ['100% Backup Power'],
    ['Centralized Air-conditioning'],
    ['24/7 Operations Allowed'],
    ['Dual Fiber Providers'],
    ['Keycard Access'],
    ['CCTV'],
    ['Parking Slots'],
    ['PEZA-Accredited Building', (f) => f.storeys > 18],
    ['Bike Parking'],
    ['Concierge Lobby'],
    ['Private Toilets', (f) => f.bathrooms > 1],
  ],
  commercial: [
    ['Corner Location', (f) => f.traits.has('corner')],
    ['Loading Bay', (f) => f.traits.has('warehouse')],
    ['High Ceiling'],
    ['Three-Phase Power'],
    ['Roll-Up Doors'],
    ['Main-Road Frontage'],
    ['Signage Space'],
    ['Exhaust Provision', (f) => !f.traits.has('warehouse')],
    ['Grease Trap', (f) => !f.traits.has('warehouse')],
    ['Customer Parking', (f) => f.parking > 0],
    ['CCTV'],
    ['Own Restroom'],
    ['Fire Sprinklers'],
    ['Truck Access', (f) => f.traits.has('warehouse')],
    ['Tenanted Floors', (f) => f.listingType === 'sale'],
    ['Elevator Shaft', (f) => f.listingType === 'sale' && f.storeys > 3],
  ],
  land: [
    ['Clean Title'],
    ['Corner Lot', (f) => f.traits.has('corner')],
    ['Flat Terrain', (f) => f.area.key !== 'antipolo'],
    ['Gently Sloping', (f) => f.area.key === 'antipolo'],
    ['Paved Road'],
    ['Water and Power at the Line'],
    ['Gated Community'],
    ['Flood-Free'],
    ['Perimeter Wall'],
    ['Updated Real Property Tax'],
    ['Near Schools'],
    ['Overlooking View', (f) => f.view !== null],
  ],
};

/** Five to twelve, all of them true of the listing. The tables name what tells a listing apart first. */
export function featuresOf(facts: ListingFacts): string[] {
  const rng = streamOf(`features ${facts.key}`);
  const fitting = featuresByType[facts.type].filter(([, isTrue]) => isTrue?.(facts) ?? true);
  const telling = fitting.filter(([, isTrue]) => isTrue).map(([label]) => label);
  const usual = fitting.filter(([, isTrue]) => !isTrue).map(([label]) => label);
  const shared =
    facts.type === 'condo' && facts.building
      ? sample(rng, amenitiesOf(facts.building[0]), rng.int(2, 4))
      : [];
  const wanted = rng.int(7, 12);
  const first = telling.slice(0, Math.max(3, wanted - 2 - shared.length));
  return [
    ...first,
    ...shared,
    ...sample(rng, usual, Math.max(2, wanted - first.length - shared.length)),
  ].slice(0, 12);
}

/** The same for every unit of that building. */
export function amenitiesOf(building: string): string[] {
  const rng = streamOf(`amenities ${building}`);
  return sample(rng, towerAmenities, rng.int(4, 7));
}
