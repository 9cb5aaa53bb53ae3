import type { PropertyType } from '#shared/contracts/properties.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { formatShortPrice } from '#shared/money.ts';
import { propertiesInWords } from '../statusWords.ts';
import { type ListState, MAX_PRICE, MIN_PRICE } from './listState.ts';

/** The buttons above the list. Commercial is `office`, which matches offices and commercial spaces. */
export const categories: { type: PropertyType | null; label: string }[] = [
  { type: null, label: 'All Properties' },
  { type: 'condo', label: 'Condominiums' },
  { type: 'house', label: 'Houses' },
  { type: 'apartment', label: 'Apartments' },
  { type: 'office', label: 'Commercial' },
];

const typeHeading: Record<PropertyType, string> = {
  apartment: 'Apartments',
  house: 'Houses',
  condo: 'Condominiums',
  duplex: 'Duplexes',
  office: 'Commercial spaces',
  commercial: 'Shops and commercial spaces',
  land: 'Land',
};

/** 'Condominiums for rent in Makati' */
export function headingOf({ type, listingType, location }: ListState): string {
  return [
    type ? typeHeading[type] : 'Properties',
    listingType && listingTypeLabel[listingType].toLowerCase(),
    location && `in ${location}`,
  ]
    .filter(Boolean)
    .join(' ');
}

export const foundText = (total: number) => `${propertiesInWords(total)} found`;

export interface FilterChip {
  key: string;
  label: string;
  /** What to change to be rid of it. */
  without: Partial<ListState>;
}

/** One for every filter in force, in the order in which people think of them. */
export function filterChips(state: ListState): FilterChip[] {
  const { search, type, listingType, location, bedrooms, bathrooms, bbox } = state;
  const chips: (FilterChip | false)[] = [
    search !== '' && { key: 'search', label: `“${search}”`, without: { search: '' } },
    type !== null && { key: 'type', label: categoryLabel(type), without: { type: null } },
    listingType !== null && {
      key: 'listing_type',
      label: listingTypeLabel[listingType],
      without: { listingType: null },
    },
    location !== '' && { key: 'location', label: location, without: { location: '' } },
    priceChip(state),
    bedrooms > 0 && {
      key: 'bedrooms',
      label: `${bedrooms}+ ${bedrooms === 1 ? 'bedroom' : 'bedrooms'}`,
      without: { bedrooms: 0 },
    },
    bathrooms > 0 && {
      key: 'bathrooms',
      label: `${bathrooms}+ ${bathrooms === 1 ? 'bathroom' : 'bathrooms'}`,
      without: { bathrooms: 0 },
    },
    bbox !== null && { key: 'bbox', label: 'Map area', without: { bbox: null } },
  ];
  return chips.filter((chip) => chip !== false);
}

function categoryLabel(type: PropertyType): string {
  return categories.find((category) => category.type === type)?.label ?? typeHeading[type];
}

function priceChip({ minPrice, maxPrice }: ListState): FilterChip | false {
  const hasMin = minPrice > MIN_PRICE;
  const hasMax = maxPrice < MAX_PRICE;
  if (!hasMin && !hasMax) return false;
  const from = formatShortPrice(minPrice);
  const to = formatShortPrice(maxPrice);
  return {
    key: 'price',
    label: hasMin && hasMax ? `${from} – ${to}` : hasMin ? `From ${from}` : `Up to ${to}`,
    without: { minPrice: MIN_PRICE, maxPrice: MAX_PRICE },
  };
}
