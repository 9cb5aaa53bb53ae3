import { queryOptions } from '@tanstack/react-query';
import type { MapCluster } from '#shared/contracts/properties.ts';
import type { Bounds } from '#shared/mapTiles.ts';
import { type Message, msg } from '#shared/messages.ts';
import { PHILIPPINES } from '#shared/pins.ts';
import { PRICE_KINDS, type PriceKind, type PriceTier, priceKind } from '#shared/priceTiers.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { createStore } from '#web/lib/store.ts';

/** Specification, part 1 §9. */
export const DEFAULT_CENTER = { lat: 14.5995, lng: 120.9842 };
export const DEFAULT_ZOOM = 11;
export const SINGLE_PROPERTY_ZOOM = 15;
export const FIT_PADDING_PX = 20;

/** Pixels at the edges of a full-screen map that lie below the page's pills and the map's own controls. */
export const FULL_SCREEN_INSETS = { top: 56, right: 48, bottom: 80, left: 0 };

export const MIN_ZOOM = 6;
export const MAX_ZOOM = 18;

export const priceTierLabel: Record<PriceTier, Message> = {
  affordable: msg('Affordable'),
  mid_range: msg('Mid-range'),
  premium: msg('Premium'),
};

export const priceKindLabel: Record<PriceKind, Message> = {
  sale: msg('For sale'),
  monthly: msg('Per month'),
};

export const priceTierRange: Record<PriceKind, Record<PriceTier, Message>> = {
  sale: { affordable: msg('up to ₱5M'), mid_range: msg('₱5M – ₱10M'), premium: msg('over ₱10M') },
  monthly: { affordable: msg('up to ₱25K'), mid_range: msg('₱25K – ₱60K'), premium: msg('over ₱60K') },
};

export interface MapItem {
  id: number;
  title: string;
  /** Pesos; a month's for rents and leases. */
  price: number;
  listing_type: 'sale' | 'rent' | 'lease';
  lat: number;
  lng: number;
}

export type MapBounds = Bounds;

export const isInView = ({ west, south, east, north }: MapBounds, { lat, lng }: { lat: number; lng: number }) =>
  lat >= south && lat <= north && lng >= west && lng <= east;

/** The contents of a part of the map: number of properties and kinds of prices. */
export function countIn(
  view: MapBounds,
  { clusters, points }: { clusters: readonly MapCluster[]; points: readonly MapItem[] },
): { count: number; kinds: PriceKind[] } {
  const groups = clusters.filter((cluster) => isInView(view, cluster));
  const lone = points.filter((point) => isInView(view, point));
  const isThere: Record<PriceKind, boolean> = {
    sale: groups.some(({ count, monthly }) => monthly < count),
    monthly: groups.some(({ monthly }) => monthly > 0),
  };
  for (const { listing_type } of lone) isThere[priceKind(listing_type)] = true;
  return {
    count: groups.reduce((sum, { count }) => sum + count, lone.length),
    kinds: PRICE_KINDS.filter((kind) => isThere[kind]),
  };
}

/** The smallest bounds around several; undefined around none. */
export function boundsAround(all: readonly MapBounds[]): MapBounds | undefined {
  if (all.length === 0) return undefined;
  return {
    west: Math.min(...all.map(({ west }) => west)),
    south: Math.min(...all.map(({ south }) => south)),
    east: Math.max(...all.map(({ east }) => east)),
    north: Math.max(...all.map(({ north }) => north)),
  };
}

/** The same of homes: what lies outside the country is a slip, and shows no map of the ocean. */
export const boundsOfHomes = (all: readonly MapBounds[]): MapBounds | undefined =>
  boundsAround(
    all
      .map(({ west, south, east, north }) => ({
        west: Math.max(west, PHILIPPINES.west),
        south: Math.max(south, PHILIPPINES.south),
        east: Math.min(east, PHILIPPINES.east),
        north: Math.min(north, PHILIPPINES.north),
      }))
      .filter(({ west, south, east, north }) => west <= east && south <= north),
  );

/** Less than that on the screen at the closest zoom is one address. */
const ONE_SPOT_PX = 24;

/** Whether no zoom takes a cluster apart. @param zoom the map's present zoom */
export function isOneSpot({ bounds }: MapCluster, zoom: number): boolean {
  const pixels = ((bounds.east - bounds.west) / 360) * 256 * 2 ** MAX_ZOOM;
  const pixelsDown = ((bounds.north - bounds.south) / 360) * 256 * 2 ** MAX_ZOOM;
  return zoom >= MAX_ZOOM || Math.max(pixels, pixelsDown) < ONE_SPOT_PX;
}

const staleTime = 10 * 60_000;

/** The source of the map of flood hazards; null where no operator loaded one. */
export const floodMapQuery = () =>
  queryOptions({
    ...queryOf('floodHazard.map'),
    select: ({ map }) => map,
    staleTime,
  });

export const floodShapesQuery = () => queryOptions({ ...queryOf('floodHazard.shapes'), staleTime });

export const floodLevelQuery = ({ lat, lng }: { lat: number; lng: number }) =>
  queryOptions({
    ...queryOf('floodHazard.at', { query: { lat: lat.toFixed(6), lng: lng.toFixed(6) } }),
    staleTime,
  });

/** Whether it is shown, on all maps of this browser's page. */
export const showsFloods = createStore(false);
