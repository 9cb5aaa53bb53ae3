import { msg } from './messages.ts';

/**
 * Minutes from a home to a named place: the straight-line distance, times the usual detour of roads, by the usual speed
 * of a mode. No timetable and no road is known here, so every screen calls it an estimate.
 */

export const travelModes = ['walk', 'bicycle', 'car', 'transit'] as const;
export type TravelMode = (typeof travelModes)[number];

export interface GeoPoint {
  lat: number;
  lng: number;
}

/** Within so many minutes of a place, at the busy hours. */
export interface Reach extends GeoPoint {
  mode: TravelMode;
  minutes: number;
}

interface Pace {
  /** The way travelled is so many times the straight line. */
  detour: number;
  /** Kilometers an hour. */
  speed: number;
  speedAtRushHour: number;
  /** Minutes that no distance shortens: walking to a stop and waiting there. */
  fixed: number;
}

// Walking and cycling: the speeds that planners commonly take, 1.3 m/s on foot and 14 km/h in a city.
// Car: TomTom Traffic Index 2023 for Metro Manila (published January 2024): 10 km take 25 min 30 s on average, which is
// 23.5 km/h, and 19 km/h at rush hour.
// Public transport: an assumption of ours that no one source measures. Buses and jeepneys go with the cars and stop, trains
// are faster; ten minutes are for walking to the stop and waiting.
// Detours: 1.3 on foot and 1.4 by vehicle are within what studies of street networks find.
export const paces: Record<TravelMode, Pace> = {
  walk: { detour: 1.3, speed: 4.7, speedAtRushHour: 4.7, fixed: 0 },
  bicycle: { detour: 1.3, speed: 14, speedAtRushHour: 14, fixed: 0 },
  car: { detour: 1.4, speed: 23.5, speedAtRushHour: 19, fixed: 0 },
  transit: { detour: 1.4, speed: 17, speedAtRushHour: 14, fixed: 10 },
};

/** The note beside every estimated time. */
export const TRAVEL_ESTIMATE = msg('Estimate from straight-line distance at usual speeds, no timetable.');
export const TRAVEL_SOURCES = msg(
  'Car: TomTom Traffic Index 2023 for Metro Manila (23.5 km/h on average, 19 km/h at rush hour). On foot 4.7 km/h, by bicycle 14 km/h. Public transport: our assumption of 17 km/h, 14 km/h at rush hour, and 10 minutes to walk to the stop and wait.',
);

const METERS_PER_DEGREE = (6_371_000 * Math.PI) / 180;

/** Square metres for each square degree, north and east of a point: small enough an area is flat. */
function scaleAt({ lat }: GeoPoint) {
  const east = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return { north: METERS_PER_DEGREE * METERS_PER_DEGREE, east: east * east };
}

/** In metres, good to a thousandth within the metropolis. */
export function straightDistance(place: GeoPoint, point: GeoPoint): number {
  const { north, east } = scaleAt(place);
  return Math.sqrt((point.lat - place.lat) ** 2 * north + (point.lng - place.lng) ** 2 * east);
}

/** Minutes, not rounded. */
export function travelMinutes(mode: TravelMode, meters: number, isRushHour: boolean): number {
  const { detour, speed, speedAtRushHour, fixed } = paces[mode];
  return fixed + ((meters / 1_000) * detour * 60) / (isRushHour ? speedAtRushHour : speed);
}

/** Whole minutes, above ten in steps of five; rounded up, so that no home looks nearer than the filter counts it. */
export const shownMinutes = (minutes: number): number =>
  minutes <= 10 ? Math.max(1, Math.ceil(minutes)) : Math.ceil(minutes / 5) * 5;

/** The area around a point, as a condition that a database can check without trigonometry. */
export interface Circle {
  center: GeoPoint;
  /** Metres. */
  radius: number;
  radiusSquared: number;
  /** Square metres for each square degree. */
  north: number;
  east: number;
  /** A little larger than the circle, in degrees. */
  bounds: { west: number; south: number; east: number; north: number };
}

const MARGIN_DEGREES = 1e-9;

/** @param radius metres */
export function circleAround({ lat, lng }: GeoPoint, radius: number): Circle {
  const { north, east } = scaleAt({ lat, lng });
  const height = radius / Math.sqrt(north) + MARGIN_DEGREES;
  const width = radius / Math.sqrt(east) + MARGIN_DEGREES;
  return {
    center: { lat, lng },
    radius,
    radiusSquared: radius * radius,
    north,
    east,
    bounds: { west: lng - width, south: lat - height, east: lng + width, north: lat + height },
  };
}

/** The same arithmetic as the list's SQL, word for word. */
export function isInCircle({ center, north, east, radiusSquared }: Circle, point: GeoPoint): boolean {
  const [up, aside] = [point.lat - center.lat, point.lng - center.lng];
  return up * up * north + aside * aside * east <= radiusSquared;
}

/** The area within reach at rush hour. Null: the minutes do not even reach to the stop and wait there. */
export function reachCircle({ mode, minutes, ...place }: Reach): Circle | null {
  const { detour, speedAtRushHour, fixed } = paces[mode];
  return minutes > fixed
    ? circleAround(place, (((minutes - fixed) / 60) * speedAtRushHour * 1_000) / detour)
    : null;
}

export function isInReach(reach: Reach, point: GeoPoint): boolean {
  const circle = reachCircle(reach);
  return circle !== null && isInCircle(circle, point);
}
