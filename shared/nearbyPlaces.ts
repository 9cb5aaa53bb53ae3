export type NearbyCategory = 'school' | 'hospital' | 'shopping' | 'transport';
export interface ListedPlace {
  category: NearbyCategory;
  name: string;
  lat: number;
  lng: number;
}
export interface NearbyPlace extends ListedPlace {
  distance_m: number;
}
export const nearbyPlaceList: ListedPlace[] = [
  { category: 'transport', name: 'Ayala (MRT-3)', lat: 14.5491, lng: 121.028 },
  { category: 'shopping', name: 'Glorietta', lat: 14.551, lng: 121.0252 },
];
export function nearbyPlaces(
  _at: { lat: number; lng: number },
  _o?: { perCategory?: number; maxKm?: number },
): NearbyPlace[] {
  return [];
}
export function formatDistance(m: number): string {
  return `${m} m`;
}
export const NEARBY_CATEGORIES: { category: NearbyCategory; name: string }[] = [
  { category: 'school', name: 'Education' },
];
