import type { Property } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';

export interface CompareRow {
  label: string;
  /** One for each listing, in their order; null where there is nothing to say. */
  values: (string | null)[];
  isDifferent: boolean;
}

export interface FeatureRow {
  feature: string;
  has: boolean[];
  isDifferent: boolean;
}

const number = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });
const isMixed = (values: readonly unknown[]) => new Set(values).size > 1;
const positive = (amount: number) => (amount > 0 ? number.format(amount) : null);

const figures: [label: string, read: (property: Property) => string | null][] = [
  ['Price', ({ price, listing_type }) => formatFullPrice(price) + priceSuffix(listing_type)],
  [
    'Price per sqm',
    ({ price, listing_type, details }) =>
      details.area_sqm > 0 ? formatFullPrice(price / details.area_sqm) + priceSuffix(listing_type) : null,
  ],
  ['Listing', ({ listing_type }) => listingTypeLabel[listing_type]],
  ['Type', ({ type }) => propertyTypeLabel[type]],
  ['Status', ({ status }) => propertyStatusLabel[status]],
  ['Area', ({ details }) => (details.area_sqm > 0 ? `${number.format(details.area_sqm)} sqm` : null)],
  ['Bedrooms', ({ details }) => positive(details.bedrooms)],
  ['Bathrooms', ({ details }) => positive(details.bathrooms)],
  ['Parking Slots', ({ details }) => positive(details.parking_slots)],
  ['Furnished', ({ details }) => (details.furnished === null ? null : details.furnished ? 'Yes' : 'No')],
  [
    'Floor Level',
    ({ details }) => (details.floor_level === null ? null : number.format(details.floor_level)),
  ],
  ['City', ({ location }) => location.city],
];

/** Rows that say nothing of any of the listings are left out. */
export function compareRows(properties: Property[]): CompareRow[] {
  return figures
    .map(([label, read]) => {
      const values = properties.map(read);
      return { label, values, isDifferent: isMixed(values) };
    })
    .filter(({ values }) => values.some((value) => value !== null));
}

/** Every feature that one of the listings has: first those in which they differ, then those they share. */
export function featureRows(properties: Property[]): FeatureRow[] {
  const features = [...new Set(properties.flatMap((property) => property.features))];
  const rows = features.map((feature) => {
    const has = properties.map((property) => property.features.includes(feature));
    return { feature, has, isDifferent: isMixed(has) };
  });
  return [...rows.filter((row) => row.isDifferent), ...rows.filter((row) => !row.isDifferent)];
}
