import { LineUtil, point } from 'leaflet';
import type { LatLng } from '#shared/places.ts';
import { boundsAround, type MapBounds } from './mapBasics.ts';

/** The corners of an area drawn on the map, the last joined to the first. */
export type DrawnArea = LatLng[];

/** Fewer than the calls take: addresses with five areas stay short enough to be sent on. */
export const MAX_DRAWN_POINTS = 60;
export const MIN_CORNERS = 3;
/** As many as the calls take. */
export const MAX_AREAS = 5;
/** Drawn areas are exact to a metre. */
const DECIMALS = 5;

/** As the address and the calls have it: `lat,lng;lat,lng;…` */
export function writeArea(area: DrawnArea): string {
  return area.map(({ lat, lng }) => `${inShort(lat)},${inShort(lng)}`).join(';');
}

export function readArea(text: string): DrawnArea {
  return text.split(';').map((corner) => {
    const [lat, lng] = corner.split(',').map(Number);
    return { lat: Number(lat), lng: Number(lng) };
  });
}

const inShort = (degrees: number) => String(Number(degrees.toFixed(DECIMALS)));

const FIRST_TOLERANCE_PX = 2;

/** The places of the corners that matter (Douglas–Peucker). @param line drawn by hand, in pixels of the screen */
export function simplified(line: readonly { x: number; y: number }[]): number[] {
  const points = line.map(({ x, y }, index) => Object.assign(point(x, y), { index }));
  let tolerance = FIRST_TOLERANCE_PX;
  let kept = LineUtil.simplify(points, tolerance);
  while (kept.length > MAX_DRAWN_POINTS) {
    tolerance *= 1.5;
    kept = LineUtil.simplify(points, tolerance);
  }
  // Leaflet hands the points themselves back, and says less of them than they are.
  return kept.map((corner) => points.indexOf(corner as (typeof points)[number]));
}

export const boundsOf = (areas: readonly DrawnArea[]): MapBounds | undefined =>
  boundsAround(areas.flat().map(({ lat, lng }) => ({ west: lng, south: lat, east: lng, north: lat })));

const METRES_PER_DEGREE = 111_320;
const CIRCLE_CORNERS = 24;

export function circleAround({ lat, lng }: LatLng, metres: number): DrawnArea {
  const height = metres / METRES_PER_DEGREE;
  const width = height / Math.cos((lat * Math.PI) / 180);
  return Array.from({ length: CIRCLE_CORNERS }, (_, corner) => {
    const angle = (corner / CIRCLE_CORNERS) * 2 * Math.PI;
    return { lat: lat + height * Math.cos(angle), lng: lng + width * Math.sin(angle) };
  });
}

export function middleOf(area: DrawnArea): LatLng {
  const bounds = boundsOf([area]) ?? { west: 0, south: 0, east: 0, north: 0 };
  return { lat: (bounds.south + bounds.north) / 2, lng: (bounds.west + bounds.east) / 2 };
}

export function movedTo(area: DrawnArea, target: LatLng): DrawnArea {
  const from = middleOf(area);
  return area.map(({ lat, lng }) => ({ lat: lat + target.lat - from.lat, lng: lng + target.lng - from.lng }));
}

export function scaled(area: DrawnArea, factor: number): DrawnArea {
  const middle = middleOf(area);
  return area.map(({ lat, lng }) => ({
    lat: middle.lat + (lat - middle.lat) * factor,
    lng: middle.lng + (lng - middle.lng) * factor,
  }));
}
