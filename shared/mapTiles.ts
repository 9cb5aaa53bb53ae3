import { readUrl } from './writtenText.ts';

/** Web-Mercator tiles: at zoom z the world is 2^z × 2^z tiles of 256 pixels, counted from the north-west. */
export interface TileRange {
  zoom: number;
  /** The first and the last column and row, both included. */
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The latitude at which tiles end: points further north or south count as lying on the edge. */
export const MAX_LATITUDE = 85.05;

/** For positions in whole units, the world is 2^30 of them wide and high: a few centimetres each. */
export const UNIT_BITS = 30;
export const UNITS = 2 ** UNIT_BITS;

/** From 0 at 180° west to 1 at 180° east. */
export const mercatorX = (lng: number) => Math.min(Math.max((lng + 180) / 360, 0), 1);

/** From 0 at the northern edge to 1 at the southern. */
export function mercatorY(lat: number): number {
  const clamped = Math.min(Math.max(lat, -MAX_LATITUDE), MAX_LATITUDE);
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) / (2 * Math.PI);
}

export const longitudeAt = (x: number) => x * 360 - 180;

export const latitudeAt = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** Edges that miss a tile's own by less, in tiles, are meant to be it: addresses round. */
const ROUNDING = 0.002;

/** The tiles that a view touches; all tiles without a view. */
export function tilesOf(view: Bounds | undefined, zoom: number): TileRange {
  const count = 2 ** zoom;
  if (!view) return { zoom, west: 0, north: 0, east: count - 1, south: count - 1 };
  const first = (part: number) => Math.min(Math.max(Math.floor(part * count + ROUNDING), 0), count - 1);
  const last = (part: number, least: number) =>
    Math.min(Math.max(Math.ceil(part * count - ROUNDING) - 1, least), count - 1);
  const west = first(mercatorX(view.west));
  const north = first(mercatorY(view.north));
  return {
    zoom,
    west,
    north,
    east: last(mercatorX(view.east), west),
    south: last(mercatorY(view.south), north),
  };
}

export const countTiles = ({ west, north, east, south }: TileRange) => (east - west + 1) * (south - north + 1);

export function boundsOfTiles({ zoom, west, north, east, south }: TileRange): Bounds {
  const count = 2 ** zoom;
  return {
    west: longitudeAt(west / count),
    south: latitudeAt((south + 1) / count),
    east: longitudeAt((east + 1) / count),
    north: latitudeAt(north / count),
  };
}

/**
 * The source of map tiles for a content security policy: 'https://*.tile.example'. Null without tiles.
 * @param tileUrl with {x}, {y} and {z}, and {s} for one of several hosts; or empty.
 */
export function tileSource(tileUrl: string): string | null {
  const url = readUrl(tileUrl) && new URL(tileUrl.replace(/\/\/[^/.]*\{s\}[^/.]*\./, '//*.'));
  return url && `${url.protocol}//${url.host}`;
}
