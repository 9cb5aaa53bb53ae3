import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Database } from '#server/db/connection.ts';
import type { MapLayerModel } from '#server/db/models.ts';
import { recordAudit } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ReadyAnswer } from '#server/http/answers.ts';
import type { Service } from '#server/http/routing.ts';
import type { FloodFeatures, FloodMap, floodHazardCalls } from '#shared/contracts/floodHazard.ts';
import { type FloodLevel, floodLevels } from '#shared/floodHazard.ts';

const KIND = 'flood';
type LayerContext = Pick<ServerContext, 'db' | 'env' | 'now'>;

interface Kept {
  /** Id of the row: each loading creates a new one. */
  id: number;
  map: FloodMap;
  answer: ReadyAnswer;
  shapes: Bounded[];
}

interface Bounded {
  feature: FloodFeatures['features'][number];
  bounds: { west: number; south: number; east: number; north: number };
}

const readMap = ({ models }: Database) =>
  models.MapLayer.findOne({ where: { kind: KIND }, attributes: { exclude: ['features'] } });

export function floodHazardService({ db }: ServerContext): Service<typeof floodHazardCalls> {
  let kept: Kept | undefined;
  const none = ReadyAnswer.of(JSON.stringify({ success: true, data: { map: null, shapes: null } }));

  /** Shapes are parsed once per process; which layer is current is read on each call. */
  async function readKept(): Promise<Kept | undefined> {
    const current = await readMap(db);
    if (!current) return undefined;
    if (kept?.id === current.id) return kept;
    const row = await db.models.MapLayer.findByPk(current.id);
    // Replaced between the two reads.
    if (!row) return readKept();
    const shapes = JSON.parse(row.features) as FloodFeatures;
    const map = presentMap(row);
    const answer = ReadyAnswer.of(JSON.stringify({ success: true, data: { map, shapes } }));
    kept = { id: row.id, map, answer, shapes: shapes.features.map(bounded) };
    return kept;
  }

  return {
    async map() {
      const row = await readMap(db);
      return { map: row && presentMap(row) };
    },
    shapes: async () => (await readKept())?.answer ?? none,
    async at({ query }) {
      const found = await readKept();
      return found ? { map: found.map, level: levelAt(found.shapes, query) } : { map: null, level: null };
    },
  };
}

function presentMap({ name, source, source_date: date, loaded_at }: MapLayerModel): FloodMap {
  return { name, source, date, loaded_at: loaded_at.toISOString() };
}

function bounded(feature: Bounded['feature']): Bounded {
  const { geometry } = feature;
  const points = (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()).flat();
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [lng = 0, lat = 0] of points) {
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  }
  return { feature, bounds };
}

/** The highest level of overlapping shapes; null outside of all. */
function levelAt(shapes: readonly Bounded[], { lat, lng }: { lat: number; lng: number }): FloodLevel | null {
  const marked = new Set<FloodLevel>();
  for (const { feature, bounds } of shapes) {
    const { level } = feature.properties;
    const isNear = lng >= bounds.west && lng <= bounds.east && lat >= bounds.south && lat <= bounds.north;
    if (isNear && !marked.has(level) && booleanPointInPolygon([lng, lat], feature)) marked.add(level);
  }
  return floodLevels.findLast((level) => marked.has(level)) ?? null;
}

/** Replaces the map of flood hazards as a whole; null removes it. */
export async function replaceFloodMap(
  context: LayerContext,
  actor: Parameters<typeof recordAudit>[1],
  draft: (Omit<FloodMap, 'loaded_at'> & { features: FloodFeatures }) | null,
): Promise<void> {
  const { db, now } = context;
  const { MapLayer } = db.models;
  await db.transaction(async () => {
    const before = await readMap(db);
    await MapLayer.destroy({ where: { kind: KIND } });
    const row =
      draft &&
      (await MapLayer.create({
        kind: KIND,
        name: draft.name,
        source: draft.source,
        source_date: draft.date,
        features: JSON.stringify(draft.features),
        loaded_at: now(),
      }));
    await recordAudit(context, actor, {
      action: draft ? 'layer.load' : 'layer.remove',
      entityType: 'layer',
      entityId: row?.id ?? before?.id ?? null,
      before: before && { name: before.name, source: before.source, date: before.source_date },
      after: draft && {
        name: draft.name,
        source: draft.source,
        date: draft.date,
        shapes: draft.features.features.length,
      },
    });
  });
}
