import type { PropertyType } from './contracts/properties.ts';

/** What people live in: an office or a piece of land without bedrooms is no studio. */
export const homeTypes = ['apartment', 'house', 'condo', 'duplex'] as const satisfies readonly PropertyType[];

export function isHome(type: PropertyType): boolean {
  return homeTypes.some((home) => home === type);
}

/** A home without a bedroom of its own. */
export function isStudio({ type, bedrooms }: { type: PropertyType; bedrooms: number }): boolean {
  return bedrooms === 0 && isHome(type);
}

/** Suggested to agents as they stand in the listings, so that each is spelled one way, by which it can be filtered. */
export const commonFeatures = [
  'Swimming Pool',
  'Fitness Gym',
  'Balcony',
  'Pet-Friendly',
  'Parking Slot',
  'Fully Furnished',
  'Semi-Furnished',
  'Corner Unit',
  'City View',
  'Bay View',
  'Garden',
  'Maid’s Room',
  '24-Hour Security',
  'CCTV',
  'Backup Power',
  'Fiber Internet Ready',
  'Split-Type Air-conditioning',
  'Walk-in Closet',
  'Function Room',
  'Children’s Play Area',
  'Newly Renovated',
  'Solar Panels',
  'Gated Community',
];
