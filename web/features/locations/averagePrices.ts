import type { ListingType, MapPoint, PropertyType } from '#shared/contracts/properties.ts';

/** An average of fewer says more about one seller than about the area. */
const FEWEST_FOR_AN_AVERAGE = 2;

export interface PriceRow {
  type: PropertyType;
  /** Listings of this type, whatever the offer. */
  count: number;
  /** Mean asking price in pesos (a month for rent and lease); null where too few are offered so. */
  averages: Record<ListingType, number | null>;
}

type PricedListing = Pick<MapPoint, 'type' | 'listing_type' | 'price'>;

/** Mean asking prices by type, the most offered type first. Types without any average are left out. */
export function averagePrices(listings: readonly PricedListing[]): PriceRow[] {
  const byType = new Map<PropertyType, PricedListing[]>();
  for (const listing of listings) {
    const group = byType.get(listing.type) ?? [];
    group.push(listing);
    byType.set(listing.type, group);
  }
  return [...byType]
    .map(([type, group]) => ({
      type,
      count: group.length,
      averages: {
        sale: meanPrice(group, 'sale'),
        rent: meanPrice(group, 'rent'),
        lease: meanPrice(group, 'lease'),
      },
    }))
    .filter(({ averages }) => Object.values(averages).some((average) => average !== null))
    .sort((one, other) => other.count - one.count);
}

function meanPrice(group: readonly PricedListing[], listingType: ListingType): number | null {
  const prices = group.filter((listing) => listing.listing_type === listingType).map(({ price }) => price);
  if (prices.length < FEWEST_FOR_AN_AVERAGE) return null;
  return prices.reduce((sum, price) => sum + price, 0) / prices.length;
}
