import Supercluster from 'supercluster';
import { type Message, msg } from '#shared/messages.ts';
import { MAX_ZOOM } from './mapDefaults.ts';

type PriceTier = 'affordable' | 'midRange' | 'premium';

/** Marker colour by price in pesos (specification, part 1 §9): above 10 million red, above 5 million amber, else blue. */
export function priceTier(pesos: number): PriceTier {
  if (pesos > 10_000_000) return 'premium';
  if (pesos > 5_000_000) return 'midRange';
  return 'affordable';
}

export const priceTierLabel: Record<PriceTier, Message> = {
  affordable: msg('Affordable'),
  midRange: msg('Mid-range'),
  premium: msg('Premium'),
};

export const priceTierRange: Record<PriceTier, Message> = {
  affordable: msg('up to ₱5M'),
  midRange: msg('₱5M – ₱10M'),
  premium: msg('over ₱10M'),
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
      const tier = priceTier(item.price);
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
