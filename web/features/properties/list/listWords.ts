import type { PropertyType } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyTypeHeading } from '#shared/labels.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatShortPrice } from '#shared/money.ts';
import { t } from '#web/lib/i18n.tsx';
import { type ListState, MAX_PRICE, MIN_PRICE } from './listState.ts';

/** The buttons above the list. Commercial is `office`, which matches offices and commercial spaces. */
export const categories: { type: PropertyType | null; label: Message }[] = [
  { type: null, label: msg('All Properties') },
  { type: 'condo', label: msg('Condominiums') },
  { type: 'house', label: msg('Houses') },
  { type: 'apartment', label: msg('Apartments') },
  { type: 'office', label: msg('Commercial') },
];

/** 'Condominiums for rent in Makati' */
export function headingOf({ type, listingType, location }: ListState): string {
  const homes = t(type ? propertyTypeHeading[type] : msg('Properties'));
  const offer = listingType ?? 'any';
  return location
    ? t(
        '{offer, select, sale {{homes} for sale in {location}} rent {{homes} for rent in {location}} lease {{homes} for lease in {location}} other {{homes} in {location}}}',
        { offer, homes, location },
      )
    : t(
        '{offer, select, sale {{homes} for sale} rent {{homes} for rent} lease {{homes} for lease} other {{homes}}}',
        { offer, homes },
      );
}

export const foundText = (total: number) =>
  t('{total, plural, one {# property found} other {# properties found}}', { total });

interface FilterChip {
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
    type !== null && { key: 'type', label: t(categoryLabel(type)), without: { type: null } },
    listingType !== null && {
      key: 'listing_type',
      label: t(listingTypeLabel[listingType]),
      without: { listingType: null },
    },
    location !== '' && { key: 'location', label: location, without: { location: '' } },
    priceChip(state),
    bedrooms > 0 && {
      key: 'bedrooms',
      label: t('{bedrooms, plural, one {#+ bedroom} other {#+ bedrooms}}', { bedrooms }),
      without: { bedrooms: 0 },
    },
    bathrooms > 0 && {
      key: 'bathrooms',
      label: t('{bathrooms, plural, one {#+ bathroom} other {#+ bathrooms}}', { bathrooms }),
      without: { bathrooms: 0 },
    },
    bbox !== null && { key: 'bbox', label: t('Map area'), without: { bbox: null } },
  ];
  return chips.filter((chip) => chip !== false);
}

function categoryLabel(type: PropertyType): Message {
  return categories.find((category) => category.type === type)?.label ?? propertyTypeHeading[type];
}

function priceChip({ minPrice, maxPrice }: ListState): FilterChip | false {
  const hasMin = minPrice > MIN_PRICE;
  const hasMax = maxPrice < MAX_PRICE;
  if (!hasMin && !hasMax) return false;
  const from = formatShortPrice(minPrice);
  const to = formatShortPrice(maxPrice);
  return {
    key: 'price',
    label:
      hasMin && hasMax ? `${from} – ${to}` : hasMin ? t('From {from}', { from }) : t('Up to {to}', { to }),
    without: { minPrice: MIN_PRICE, maxPrice: MAX_PRICE },
  };
}
