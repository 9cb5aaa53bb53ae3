import {
  findPlace,
  type LatLng,
  METRO_MANILA_CITIES,
  PLACES,
  type Place,
  PROVINCES,
} from '#shared/places.ts';

/** Cities and known districts as people write them, the metropolis first. */
export const CITY_SUGGESTIONS: string[] = [
  ...METRO_MANILA_CITIES.map(({ name }) => name),
  ...PLACES.filter(({ kind, province }) => kind === 'city' && province !== PROVINCES[0]).map(
    ({ name }) => name,
  ),
].sort((one, other) => one.localeCompare(other, 'en'));

export const PROVINCE_SUGGESTIONS: readonly string[] = PROVINCES;

/** A district's outline is a rough square, and a city without one is a point. */
const DISTRICT_SLACK_KM = 2;
const CITY_SLACK_KM = 1;
const CITY_REACH_KM = 15;
const KM_PER_DEGREE = 111.2;

/** The city or district that the typed words name. */
export function namedPlace(city: string): Place | undefined {
  const place = city.trim() === '' ? undefined : findPlace(city);
  return place?.kind === 'region' ? undefined : place;
}

/**
 * Fields that a newly typed city changes: a known city sets its province, unless the user typed another one. Done
 * with the typing itself, for later it would come in between the typing of the province.
 */
export function cityChange(city: string, before: { city: string; province: string }) {
  const isOurs = before.province.trim() === '' || before.province === provinceOf(before.city);
  const province = isOurs ? provinceOf(city) : undefined;
  return province ? { city, province } : { city };
}

function provinceOf(city: string): string | undefined {
  const place = namedPlace(city);
  return place?.kind === 'city' ? place.province : undefined;
}

/** Whether a pin stands clearly outside the named place: worth a question, never an error. */
export function isOutside(pin: LatLng, { kind, bounds, center }: Place): boolean {
  if (!bounds) return distanceKm(pin, center) > CITY_REACH_KM;
  const nearest = {
    lat: Math.min(bounds.north, Math.max(bounds.south, pin.lat)),
    lng: Math.min(bounds.east, Math.max(bounds.west, pin.lng)),
  };
  return distanceKm(pin, nearest) > (kind === 'district' ? DISTRICT_SLACK_KM : CITY_SLACK_KM);
}

/** On a plane, which is exact enough within a province. */
function distanceKm(one: LatLng, other: LatLng): number {
  const north = (one.lat - other.lat) * KM_PER_DEGREE;
  const east = (one.lng - other.lng) * KM_PER_DEGREE * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** As it is written into the fields: some ten centimetres. */
export function pinText({ lat, lng }: LatLng): { lat: string; lng: string } {
  return { lat: String(Number(lat.toFixed(6))), lng: String(Number(lng.toFixed(6))) };
}
