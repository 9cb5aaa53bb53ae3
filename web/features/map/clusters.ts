import Supercluster from 'supercluster';
import { type Message, msg } from '#shared/messages.ts';
import { MAX_ZOOM } from './mapDefaults.ts';

type PriceTier = 'affordable' | 'midRange' | 'premium';

/** Prices of homes for sale, and of those paid for by the month. */
export type PriceKind = 'sale' | 'monthly';

export const PRICE_KINDS: readonly PriceKind[] = ['sale', 'monthly'];

export const priceKind = ({ listing_type }: Pick<MapItem, 'listing_type'>): PriceKind =>
  listing_type === 'sale' ? 'sale' : 'monthly';

/**
 * Above which price in pesos a listing is mid-range, and above which premium. Of sales as the specification has it
 * (part 1 §9). Rents have bands of their own: in Metro Manila up to 25,000 a month rents a studio or a small flat, up to
 * 60,000 most units of one and two bedrooms in the business districts, and what is above is large or a prime address.
 */
const bounds: Record<PriceKind, { midRange: number; premium: number }> = {
  sale: { midRange: 5_000_000, premium: 10_000_000 },
  monthly: { midRange: 25_000, premium: 60_000 },
};

export function priceTier(item: Pick<MapItem, 'price' | 'listing_type'>): PriceTier {
  const { midRange, premium } = bounds[priceKind(item)];
  if (item.price > premium) return 'premium';
  if (item.price > midRange) return 'midRange';
  return 'affordable';
}

export const priceTierLabel: Record<PriceTier, Message> = {
  affordable: msg('Affordable'),
  midRange: msg('Mid-range'),
  premium: msg('Premium'),
};

export const priceKindLabel: Record<PriceKind, Message> = {
  sale: msg('For sale'),
  monthly: msg('Per month'),
};

export const priceTierRange: Record<PriceKind, Record<PriceTier, Message>> = {
  sale: { affordable: msg('up to ₱5M'), midRange: msg('₱5M – ₱10M'), premium: msg('over ₱10M') },
  monthly: { affordable: msg('up to ₱25K'), midRange: msg('₱25K – ₱60K'), premium: msg('over ₱60K') },
};

export const PRICE_TIERS: readonly PriceTier[] = ['affordable', 'midRange', 'premium'];

export interface MapItem {
  id: number;
  title: string;
  /** Pesos; a month's for rents and leases. */
  price: number;
  listing_type: 'sale' | 'rent' | 'lease';
  lat: number;
  lng: number;
}

export interface MapBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

type TierCounts = Record<PriceTier, number>;

export type MapMark<T extends MapItem> =
  | { kind: 'item'; key: string; lat: number; lng: number; item: T }
  | {
      kind: 'cluster';
      key: string;
      clusterId: number;
      lat: number;
      lng: number;
      count: number;
      tiers: TierCounts;
      /** The zoom at which it falls apart; above MAX_ZOOM when all its items share one spot. */
      opensAtZoom: number;
      /** The items, for a cluster that no zoom takes apart; otherwise empty. */
      items: T[];
    };

export type MarkIndex<T extends MapItem> = Supercluster<{ item: T }, TierCounts>;

/** Items of one building share a position, so the index clusters at every zoom. */
export function indexItems<T extends MapItem>(items: T[]): MarkIndex<T> {
  const index: MarkIndex<T> = new Supercluster<{ item: T }, TierCounts>({
    radius: 56,
    maxZoom: MAX_ZOOM,
    // Leaflet's tiles are half the size that supercluster counts in.
    extent: 256,
    map: ({ item }) => {
      const tier = priceTier(item);
      return {
        affordable: Number(tier === 'affordable'),
        midRange: Number(tier === 'midRange'),
        premium: Number(tier === 'premium'),
      };
    },
    reduce: (sum, more) => {
      for (const tier of PRICE_TIERS) sum[tier] += more[tier];
    },
  });
  return index.load(
    items.map((item) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [item.lng, item.lat] },
      properties: { item },
    })),
  );
}

export function marksIn<T extends MapItem>(
  index: MarkIndex<T>,
  bounds: MapBounds,
  zoom: number,
): MapMark<T>[] {
  const box: [number, number, number, number] = [bounds.west, bounds.south, bounds.east, bounds.north];
  return index.getClusters(box, Math.round(zoom)).map((feature): MapMark<T> => {
    const [lng = 0, lat = 0] = feature.geometry.coordinates;
    const { properties } = feature;
    if (!('cluster_id' in properties)) {
      return { kind: 'item', key: `item-${properties.item.id}`, lat, lng, item: properties.item };
    }
    const { cluster_id: id, point_count: count, affordable, midRange, premium } = properties;
    const opensAtZoom = index.getClusterExpansionZoom(id);
    const items =
      opensAtZoom > MAX_ZOOM
        ? index.getLeaves(id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.item)
        : [];
    return {
      kind: 'cluster',
      clusterId: id,
      key: `cluster-${id}-${count}`,
      lat,
      lng,
      count,
      tiers: { affordable, midRange, premium },
      opensAtZoom,
      items,
    };
  });
}

/** Whether the cluster stands for that item, among others. */
export function holds<T extends MapItem>(
  index: MarkIndex<T>,
  mark: Extract<MapMark<T>, { kind: 'cluster' }>,
  itemId: number,
): boolean {
  return index
    .getLeaves(mark.clusterId, Number.POSITIVE_INFINITY)
    .some((leaf) => leaf.properties.item.id === itemId);
}
