import areasJson from '#shared/geography/areas.json' with { type: 'json' };
import landJson from '#shared/geography/land.json' with { type: 'json' };
import railsJson from '#shared/geography/rails.json' with { type: 'json' };
import roadsJson from '#shared/geography/roads.json' with { type: 'json' };
import waterwaysJson from '#shared/geography/waterways.json' with { type: 'json' };

/** Latitude, longitude pairs, in Leaflet's order. */
type Points = number[][];

export type RoadKind = 'motorway' | 'trunk' | 'primary' | 'secondary' | 'street';
export type AreaKind = 'lake' | 'island' | 'green' | 'water' | 'airport';

interface Named<Kind> {
  name: string;
  kind: Kind;
  points: Points;
}

/** Shores, clipped from OpenStreetMap by build/baseMap.ts. */
export const land: Points[] = landJson;
/** Our own drawing, like all that follows: good to about 150 m in Metro Manila, coarser around it. */
export const areas = areasJson as Named<AreaKind>[];
export const waterways = waterwaysJson as Named<'river' | 'canal' | 'stream'>[];
export const roads = roadsJson as Named<RoadKind>[];
export const rails = railsJson as Named<'metro' | 'planned'>[];

export const SEAS = [
  { name: 'Manila Bay', lat: 14.54, lng: 120.86 },
  { name: 'Laguna de Bay', lat: 14.4, lng: 121.13 },
];

const TILE = 256;

/** Web Mercator in units of the whole world (0…1), the same as Leaflet's tiles. */
export function toWorld(lat: number, lng: number): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180);
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** Pixels across the whole world at a zoom. */
export function worldSize(zoom: number): number {
  return TILE * 2 ** zoom;
}

export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** A polyline in world units (x, y, x, y …) with its extent, so that tiles can skip invisible ones. */
export interface Shape extends Box {
  points: Float64Array;
}

export function toShape(latLngs: number[][]): Shape {
  const points = new Float64Array(latLngs.length * 2);
  const shape: Shape = { points, minX: 1, minY: 1, maxX: 0, maxY: 0 };
  latLngs.forEach(([lat = 0, lng = 0], at) => {
    const { x, y } = toWorld(lat, lng);
    points[at * 2] = x;
    points[at * 2 + 1] = y;
    shape.minX = Math.min(shape.minX, x);
    shape.maxX = Math.max(shape.maxX, x);
    shape.minY = Math.min(shape.minY, y);
    shape.maxY = Math.max(shape.maxY, y);
  });
  return shape;
}

/** How far from a corner rounding may begin: about 90 m. */
const CORNER_CUT_DEG = 0.0008;

/** Rounds the corners of a line drawn by hand, without moving it off its streets. */
export function roundCorners(line: number[][], isClosed: boolean): number[][] {
  if (line.length < 3) return line;
  const rounded = line.flatMap((corner, at) => {
    const before = line[at - 1] ?? (isClosed ? line.at(-1) : undefined);
    const after = line[at + 1] ?? (isClosed ? line[0] : undefined);
    return before && after ? [moveTowards(corner, before), moveTowards(corner, after)] : [corner];
  });
  return isClosed ? [...rounded, rounded[0] ?? []] : rounded;
}

function moveTowards([lat = 0, lng = 0]: number[], [toLat = 0, toLng = 0]: number[]): number[] {
  const share = Math.min(0.25, CORNER_CUT_DEG / Math.hypot(toLat - lat, toLng - lng));
  return [lat + (toLat - lat) * share, lng + (toLng - lng) * share];
}

export function overlaps(one: Box, other: Box, margin = 0): boolean {
  return (
    one.minX - margin <= other.maxX &&
    one.maxX + margin >= other.minX &&
    one.minY - margin <= other.maxY &&
    one.maxY + margin >= other.minY
  );
}
