import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openDatabase } from '#server/db/connection.ts';
import { buildMigrator } from '#server/db/migrate.ts';
import { readEnv, StartRefusedError } from '#server/env.ts';
import type { FloodFeatures } from '#shared/contracts/floodHazard.ts';
import { type FloodLevel, floodLevels } from '#shared/floodHazard.ts';
import { replaceFloodMap } from './service.ts';

const USAGE =
  'Say it so: npm run layer:load -- --file=flood.geojson --name="Flood hazard, 100-year rain" --source="Project NOAH" --date=2021-05-01 (and --property=Var where the level is not told by "level"), or npm run layer:load -- --remove';

/** Ends the command with a sentence; nothing was changed. */
class Stop extends Error {}

const words = z.string().trim().min(1, 'must not be empty').max(200, 'is too long');
const wanted = z.object({
  file: z.string(),
  name: words,
  source: words,
  date: z.iso.date('must be a day, as 2026-11-25'),
  property: z.string().min(1).default('level'),
});

/** `npm run layer:load -- --file=…`, beside a running server: the map shows the layer at once. */
async function main(): Promise<void> {
  const given = readArguments();
  const env = readEnv(process.env);
  const draft = given && { ...given, features: await readFloodGeoJson(given.file, given.property) };
  const db = openDatabase(env);
  try {
    if ((await buildMigrator(db).pending()).length > 0)
      throw new Stop('The database is new or of an older version. Start the server first.');
    const context = { db, env, now: () => new Date() };
    await replaceFloodMap(context, { user: { id: null, name: 'layer:load' }, address: null }, draft);
  } finally {
    await db.close();
  }
  process.stdout.write(
    draft
      ? `${draft.name} (${draft.source}, ${draft.date}) is shown on the maps now: ${draft.features.features.length} shapes.\n`
      : 'The maps show no flood hazard any more.\n',
  );
}

/** @returns null: the layer is to be removed. */
function readArguments(): z.output<typeof wanted> | null {
  const text = { type: 'string' } as const;
  const options = { file: text, name: text, source: text, date: text, property: text };
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({ options: { ...options, remove: { type: 'boolean' } } }));
  } catch {
    // An unknown option, or one without a value.
    throw new Stop(USAGE);
  }
  if (values.remove && Object.keys(values).length === 1) return null;
  if (values.remove || !values.file || !values.name || !values.source || !values.date) throw new Stop(USAGE);
  const parsed = wanted.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new Stop(parsed.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n'));
}

/** Limit for drawing in a browser and fetching by phone. */
const MAX_LAYER_BYTES = 8_000_000;
const MAX_LAYER_POINTS = 60_000;
const MAX_LAYER_SHAPES = 5_000;
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
 * The shapes of a GeoJSON file, with their level only.
 * @param property names the level of each shape: low, medium, high, or 1, 2, 3
 * @throws {Stop} no such file, or it is too large.
 */
async function readFloodGeoJson(file: string, property: string): Promise<FloodFeatures> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Stop(`${file} cannot be read.`);
  });
  if (Buffer.byteLength(text) > MAX_LAYER_BYTES)
    throw new Stop(
      `The file has more than ${MAX_LAYER_BYTES / 1_000_000} MB. Simplify its shapes first, or take a smaller area.`,
    );
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Stop('The file is no JSON.');
  }
  const parsed = collection.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Stop(
      `The file is no GeoJSON FeatureCollection of polygons (${issue?.path.join('.') || 'file'}: ${issue?.message}).`,
    );
  }
  const { crs, features } = parsed.data;
  const system = crs?.properties.name ?? '';
  if (system && !/(CRS84|EPSG:+4326)$/i.test(system))
    throw new Stop(`The file is in ${system}. Convert it to WGS84 (EPSG:4326) first.`);
  if (features.length > MAX_LAYER_SHAPES)
    throw new Stop(`The file has ${features.length} shapes, more than ${MAX_LAYER_SHAPES}.`);

  let points = 0;
  const ringReader = (at: number) => (given: number[][]) => {
    points += given.length;
    const [first, last] = [given[0], given.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
      throw new Stop(`Shape ${at + 1} has an outline that does not end where it begins.`);
    return given.map(([lng = Number.NaN, lat = Number.NaN]) => {
      const isWithin = lng >= WITHIN.west && lng <= WITHIN.east && lat >= WITHIN.south && lat <= WITHIN.north;
      if (!isWithin)
        throw new Stop(
          `Shape ${at + 1} has the point ${lng},${lat}, which is not in the Philippines. Coordinates must be WGS84 degrees, longitude first.`,
        );
      return [Number(lng.toFixed(DECIMALS)), Number(lat.toFixed(DECIMALS))];
    });
  };
  const shapes = features.map(({ properties, geometry: given }, at): FloodFeatures['features'][number] => {
    const value = properties?.[property];
    const level = levelsByText.get(String(value).trim().toLowerCase());
    if (!level)
      throw new Stop(
        `Shape ${at + 1} has the ${property} "${value}". It must be low, medium or high (or 1, 2, 3). --property=… names the property that tells the level.`,
      );
    const readRing = ringReader(at);
    const geometry =
      given.type === 'Polygon'
        ? { type: given.type, coordinates: given.coordinates.map(readRing) }
        : { type: given.type, coordinates: given.coordinates.map((polygon) => polygon.map(readRing)) };
    return { type: 'Feature', properties: { level }, geometry };
  });
  if (points > MAX_LAYER_POINTS)
    throw new Stop(`The shapes have ${points} points, more than ${MAX_LAYER_POINTS}. Simplify them first.`);
  return { type: 'FeatureCollection', features: shapes };
}

main().catch((error: unknown) => {
  // Expected failures are printed as their message, without a stack.
  if (error instanceof Stop || error instanceof StartRefusedError) console.error(error.message);
  else if (/SQLITE_BUSY/.test(String(error)))
    console.error('The database is locked by another command. Nothing was changed.');
  else console.error(error);
  process.exitCode = 1;
});
