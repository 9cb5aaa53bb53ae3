import { z } from 'zod';
import type { FloodFeatures } from '#shared/contracts/floodHazard.ts';
import { type FloodLevel, floodLevels } from '#shared/floodHazard.ts';

/** What a file of shapes may not be; the sentence says what to do. */
export class LayerRefusedError extends Error {}

/** As a browser can still draw it, and a phone fetch it. */
export const MAX_LAYER_BYTES = 8_000_000;
export const MAX_LAYER_POINTS = 60_000;
export const MAX_LAYER_SHAPES = 5_000;
/** About a metre. */
const DECIMALS = 5;

/** The Philippines with their seas. */
const WITHIN = { west: 114, south: 4, east: 128, north: 22 };

const position = z.array(z.number()).min(2).max(4);
const ring = z.array(position).min(4);
const rings = z.array(ring).min(1);
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).min(1) }),
]);
const collection = z.object({
  type: z.literal('FeatureCollection'),
  crs: z.object({ properties: z.object({ name: z.string() }) }).nullish(),
  features: z
    .array(
      z.object({
        type: z.literal('Feature'),
        properties: z.record(z.string(), z.unknown()).nullish(),
        geometry,
      }),
    )
    .min(1),
});

/** Published maps number their levels, or name them. */
const levelsByText = new Map<string, FloodLevel>(
  floodLevels.flatMap((level, at) => [
    [level, level],
    [String(at + 1), level],
  ]),
);

/**
 * The shapes of a GeoJSON file with nothing but their level, rounded to a metre.
 * @param property names the level of each shape: low, medium, high, or 1, 2, 3
 * @throws {LayerRefusedError} it is none, or is too large.
 */
export function readFloodGeoJson(text: string, property: string): FloodFeatures {
  if (Buffer.byteLength(text) > MAX_LAYER_BYTES)
    throw new LayerRefusedError(
      `The file has more than ${MAX_LAYER_BYTES / 1_000_000} MB. Simplify its shapes first, or take a smaller area.`,
    );
  const parsed = collection.safeParse(parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new LayerRefusedError(
      `The file is no GeoJSON FeatureCollection of polygons (${issue?.path.join('.') || 'file'}: ${issue?.message}).`,
    );
  }
  const { crs, features } = parsed.data;
  const system = crs?.properties.name ?? '';
  if (system && !/(CRS84|EPSG:+4326)$/i.test(system))
    throw new LayerRefusedError(`The file is in ${system}. Convert it to WGS84 (EPSG:4326) first.`);
  if (features.length > MAX_LAYER_SHAPES)
    throw new LayerRefusedError(`The file has ${features.length} shapes, more than ${MAX_LAYER_SHAPES}.`);

  let points = 0;
  const readRing = (given: number[][], at: number) => {
    points += given.length;
    const [first, last] = [given[0], given.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
      throw new LayerRefusedError(`Shape ${at + 1} has an outline that does not end where it begins.`);
    return given.map(([lng = Number.NaN, lat = Number.NaN]) => {
      const isWithin = lng >= WITHIN.west && lng <= WITHIN.east && lat >= WITHIN.south && lat <= WITHIN.north;
      if (!isWithin)
        throw new LayerRefusedError(
          `Shape ${at + 1} has the point ${lng},${lat}, which is not in the Philippines. Coordinates must be WGS84 degrees, longitude first.`,
        );
      return [Number(lng.toFixed(DECIMALS)), Number(lat.toFixed(DECIMALS))];
    });
  };
  const shapes = features.map(({ properties, geometry: given }, at): FloodFeatures['features'][number] => {
    const value = properties?.[property];
    const level = levelsByText.get(String(value).trim().toLowerCase());
    if (!level)
      throw new LayerRefusedError(
        `Shape ${at + 1} has the ${property} "${value}". It must be low, medium or high (or 1, 2, 3). --property=… names the property that tells the level.`,
      );
    return {
      type: 'Feature',
      properties: { level },
      geometry:
        given.type === 'Polygon'
          ? { type: 'Polygon', coordinates: given.coordinates.map((one) => readRing(one, at)) }
          : {
              type: 'MultiPolygon',
              coordinates: given.coordinates.map((polygon) => polygon.map((one) => readRing(one, at))),
            },
    };
  });
  if (points > MAX_LAYER_POINTS)
    throw new LayerRefusedError(
      `The shapes have ${points} points, more than ${MAX_LAYER_POINTS}. Simplify them first.`,
    );
  return { type: 'FeatureCollection', features: shapes };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LayerRefusedError('The file is no JSON.');
  }
}
