import { stations } from './gazetteer/stations.ts';
import rowsJson from './geography/nearbyPlaces.json' with { type: 'json' };
import { NEARBY_CATEGORIES, type NearbyCategory } from './labels.ts';
import type { GeoPoint } from './travelTime.ts';

export interface ListedPlace extends GeoPoint {
  category: NearbyCategory;
  name: string;
}

export interface NearbyPlace extends ListedPlace {
  /** Straight-line distance in whole metres. */
  distance_m: number;
}

/** Real, named places of Metro Manila: main buildings or entrances, good to about 150 m. */
const rows = rowsJson as unknown as Record<NearbyCategory, [name: string, lat: number, lng: number][]>;

/** In the order of the categories; stations before the other places of transport. */
export const nearbyPlaceList: readonly ListedPlace[] = NEARBY_CATEGORIES.flatMap(({ category }) => [
  ...(category === 'transport' ? stations : []).map(({ name, line, lat, lng }) => ({
    category,
    name: `${name} Station (${line})`,
    lat,
    lng,
  })),
  ...rows[category].map(([name, lat, lng]) => ({ category, name, lat, lng })),
]);

const EARTH_RADIUS_M = 6_371_000;

/** Great-circle distance in metres. */
export function distanceBetween(from: GeoPoint, to: GeoPoint): number {
  const radians = Math.PI / 180;
  const halfLat = Math.sin(((to.lat - from.lat) * radians) / 2);
  const halfLng = Math.sin(((to.lng - from.lng) * radians) / 2);
  const share = halfLat ** 2 + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * halfLng ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(share)));
}

/** The nearest places of each category within `maxKm`, nearest first inside a category. Empty far from Metro Manila. */
export function nearbyPlaces(
  center: GeoPoint,
  { perCategory = 3, maxKm = 5 }: { perCategory?: number; maxKm?: number } = {},
): NearbyPlace[] {
  const within = nearbyPlaceList
    .map((place) => ({ ...place, distance_m: Math.round(distanceBetween(center, place)) }))
    .filter((place) => place.distance_m <= maxKm * 1000)
    .sort((one, other) => one.distance_m - other.distance_m);
  return NEARBY_CATEGORIES.flatMap(({ category }) =>
    within.filter((place) => place.category === category).slice(0, perCategory),
  );
}

/** '50 m', '450 m', '1.2 km', '12 km'. */
export function formatDistance(metres: number): string {
  if (metres < 995) return `${Math.max(10, Math.round(metres / 10) * 10)} m`;
  return `${metres < 9_950 ? (metres / 1000).toFixed(1) : Math.round(metres / 1000)} km`;
}
