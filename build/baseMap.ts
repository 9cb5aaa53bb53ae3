/**
 * Cuts the bundled base map's land out of the world's lands: `npx tsx build/baseMap.ts`.
 *
 * The source (OpenStreetMap coastlines, 100 m, ODbL) is fine enough for Metro Manila; the rest of the country, which the map shows from afar
 * only, is thinned. Laguna de Bay, split along tile edges in the source, comes from areas.json, as do reservoirs and rivers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Position = [lng: number, lat: number];
type Ring = Position[];

const DETAILED = { west: 120.5, south: 14.0, east: 121.7, north: 15.0 };
/** Fishponds off Obando that the source cut along a tile edge: channels as straight as rulers. */
const ARTEFACT = { west: 120.884, south: 14.718, east: 120.95, north: 14.78 };
const COUNTRY = { west: 116.5, south: 4.5, east: 127, north: 21.3 };
const COARSE_TOLERANCE_DEG = 0.02;
const SMALLEST_ISLAND_DEG = 0.08;
const CORNER_CUT_DEG = 0.0009;
const LARGEST_BYTES = 60_000;

type Box = typeof DETAILED;

const require = createRequire(import.meta.url);
const target = fileURLToPath(new URL('../shared/geography/land.json', import.meta.url));

function isIn([lng, lat]: Position, box: Box): boolean {
  return lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north;
}

function extent(ring: Ring): number {
  const lngs = ring.map(([lng]) => lng);
  const lats = ring.map(([, lat]) => lat);
  return Math.max(Math.max(...lngs) - Math.min(...lngs), Math.max(...lats) - Math.min(...lats));
}

function distanceToLine([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/** Douglas–Peucker, but every point inside the detailed box stays. */
function thin(ring: Ring): Ring {
  const first = ring[0];
  const last = ring.at(-1);
  if (!first || !last || ring.length < 3) return ring;
  let farthest = 0;
  let distance = 0;
  for (let at = 1; at < ring.length - 1; at++) {
    const point = ring[at] as Position;
    const away = isIn(point, DETAILED) ? Number.POSITIVE_INFINITY : distanceToLine(point, first, last);
    if (away > distance) {
      distance = away;
      farthest = at;
    }
  }
  if (distance <= COARSE_TOLERANCE_DEG) return [first, last];
  return [...thin(ring.slice(0, farthest + 1)).slice(0, -1), ...thin(ring.slice(farthest))];
}

/** Rounds each corner by at most about 100 m, so that 100 m data does not look like broken glass close up. */
function roundCorners(ring: Ring): Ring {
  const open = ring.slice(0, -1);
  const rounded = open.flatMap((corner, at): Ring => {
    if (!isIn(corner, DETAILED)) return [corner];
    const before = open.at(at - 1) as Position;
    const after = open[(at + 1) % open.length] as Position;
    return [moveTowards(corner, before), moveTowards(corner, after)];
  });
  return [...rounded, rounded[0] as Position];
}

function moveTowards([x, y]: Position, [toX, toY]: Position): Position {
  const share = Math.min(0.25, CORNER_CUT_DEG / Math.hypot(toX - x, toY - y));
  return [x + (toX - x) * share, y + (toY - y) * share];
}

/** Leaflet's order, latitude first; about a metre near Manila, a hundred metres elsewhere. */
function toLatLngs(ring: Ring): [number, number][] {
  return ring.map((point) => {
    const digits = isIn(point, DETAILED) ? 4 : 3;
    return [Number(point[1].toFixed(digits)), Number(point[0].toFixed(digits))];
  });
}

const world = JSON.parse(readFileSync(require.resolve('@geo-maps/earth-lands-100m/map.geo.json'), 'utf8')) as {
  geometries: { coordinates: Ring[][] }[];
};

const land = world.geometries
  .flatMap((geometry) => geometry.coordinates)
  .map((polygon) => polygon[0] ?? [])
  .filter((shore) => shore.every((point) => isIn(point, COUNTRY)))
  // Talim Island and the lake's other fragments come from areas.json with the lake.
  .filter((shore) => extent(shore) >= SMALLEST_ISLAND_DEG)
  .map((shore) => shore.filter((point) => !isIn(point, ARTEFACT)))
  .map((shore) => toLatLngs(roundCorners(roundCorners(thin(shore)))))
  .filter((shore) => shore.length > 4)
  .sort((one, other) => other.length - one.length);

const text = `[\n${land.map((shore) => JSON.stringify(shore)).join(',\n')}\n]\n`;
if (text.length > LARGEST_BYTES) throw new Error(`land.json would be ${text.length} bytes`);
writeFileSync(target, text);
console.warn(`land.json: ${land.length} polygons, ${text.length} bytes`);
