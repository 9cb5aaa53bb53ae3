import { z } from 'zod';
import { floodLevels } from '../floodHazard.ts';
import { defineCall, isoTime } from './common.ts';

/** The source and the date of the map, shown wherever it is. */
const floodMap = z.object({
  name: z.string(),
  source: z.string(),
  /** A day, as 2026-11-25. */
  date: z.string(),
  loaded_at: isoTime,
});
export type FloodMap = z.infer<typeof floodMap>;

const level = z.enum(floodLevels);
const position = z.array(z.number());
const rings = z.array(z.array(position));

/** GeoJSON: longitude before latitude. */
const floodFeatures = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      properties: z.object({ level }),
      geometry: z.union([
        z.object({ type: z.literal('Polygon'), coordinates: rings }),
        z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
      ]),
    }),
  ),
});
export type FloodFeatures = z.infer<typeof floodFeatures>;

const degrees = (name: string, most: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/, `${name} must be a number of degrees`)
    .transform(Number)
    .pipe(z.number().min(-most).max(most));

export const floodHazardCalls = {
  map: defineCall('anyone', 'GET /api/layers/flood', {
    summary:
      'The map of flood hazards that this installation shows, without its shapes; null where none was loaded',
    answer: z.object({ map: floodMap.nullable() }),
  }),
  shapes: defineCall('anyone', 'GET /api/layers/flood/shapes', {
    summary: 'The shapes of the map of flood hazards as GeoJSON, each with its level',
    answer: z.object({ map: floodMap.nullable(), shapes: floodFeatures.nullable() }),
    cache: 'revalidate',
  }),
  at: defineCall('anyone', 'GET /api/layers/flood/at', {
    summary:
      'The highest level that the map marks at a point; null: not covered by the map, which does not mean that it is safe there',
    query: z.object({ lat: degrees('lat', 90), lng: degrees('lng', 180) }),
    answer: z.object({ map: floodMap.nullable(), level: level.nullable() }),
  }),
};
