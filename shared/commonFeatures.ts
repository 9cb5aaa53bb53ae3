/** Suggested to agents in the spelling of the listings, so that each feature has one spelling to filter by. */
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

/** Parking, furnishing and pets have filters of their own. */
export const isAskedByFilter = (feature: string): boolean => /\bparking\b|\bfurnished\b|\bpets?\b/i.test(feature);

/** Suggested features first, in their order; the others stay as they come. */
export function suggestedFirst(features: readonly string[]): string[] {
  const suggested = commonFeatures.map((feature) => feature.toLowerCase());
  const rank = (feature: string) => {
    const at = suggested.indexOf(feature.toLowerCase());
    return at < 0 ? suggested.length : at;
  };
  return features.toSorted((one, other) => rank(one) - rank(other));
}
