import { stations as railStations } from '#shared/gazetteer/stations.ts';
import {
  type AreaKind,
  areas,
  type Box,
  land,
  overlaps,
  type RoadKind,
  rails,
  roads,
  roundCorners,
  type Shape,
  toShape,
  toWorld,
  waterways,
  worldSize,
} from './geography.ts';
import { labelsAt } from './labels.ts';
import type { Palette } from './palette.ts';

const landShapes = land.map(toShape);
const shapesOf = <Kind>(named: { kind: Kind; points: number[][] }[], isClosed = false) =>
  named.map(({ kind, points }) => ({
    kind,
    shape: toShape(roundCorners(roundCorners(points, isClosed), isClosed)),
  }));
const areaShapes = shapesOf(areas, true);
const waterwayShapes = shapesOf(waterways);
const railShapes = shapesOf(rails);
const stations = railStations.map(({ lat, lng }) => toWorld(lat, lng));

/** Line widths in pixels at zoom 10, 12, 14, 16 and 18; zero hides. */
const ROAD_WIDTHS: Record<RoadKind, number[]> = {
  street: [0, 0, 1.2, 4.5, 12],
  secondary: [0, 0.9, 2.4, 6.5, 15],
  primary: [0.5, 1.6, 3.6, 8.5, 18],
  trunk: [1, 2.2, 4.8, 10.5, 22],
  motorway: [1.2, 2.4, 5, 11, 23],
};
const RIVER_WIDTHS = { river: [1, 2.6, 7, 24, 90], canal: [0.8, 2.2, 7, 24, 90], stream: [0, 0.8, 2, 6, 18] };
const ROAD_ORDER: RoadKind[] = ['street', 'secondary', 'primary', 'trunk', 'motorway'];
const AREA_ORDER: AreaKind[] = ['lake', 'island', 'green', 'airport', 'water'];

function widthAt(widths: number[], zoom: number): number {
  const step = Math.min(4, Math.max(0, (zoom - 10) / 2));
  const below = widths[Math.floor(step)] ?? 0;
  const above = widths[Math.ceil(step)] ?? 0;
  const width = below + (above - below) * (step - Math.floor(step));
  return zoom < 10 ? width * 0.75 ** (10 - zoom) : width;
}

/** Draws one map tile of the bundled base map; `size` in CSS pixels, `x` and `y` tile numbers at `zoom`. */
export function drawTile(
  context: CanvasRenderingContext2D,
  tile: { x: number; y: number; zoom: number; size: number },
  palette: Palette,
): void {
  const { zoom, size } = tile;
  const scale = worldSize(zoom);
  const left = tile.x * size;
  const top = tile.y * size;
  const view: Box = {
    minX: left / scale,
    minY: top / scale,
    maxX: (left + size) / scale,
    maxY: (top + size) / scale,
  };
  const margin = 60 / scale;

  function trace({ points }: Shape): void {
    for (let at = 0; at < points.length; at += 2) {
      const x = (points[at] ?? 0) * scale - left;
      const y = (points[at + 1] ?? 0) * scale - top;
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  }

  function fill(shape: Shape, color: string): void {
    if (!overlaps(shape, view)) return;
    context.beginPath();
    trace(shape);
    context.fillStyle = color;
    context.fill();
  }

  function stroke(shapes: Shape[], color: string, width: number, dash: number[] = []): void {
    if (width <= 0.05) return;
    const visible = shapes.filter((shape) => overlaps(shape, view, margin));
    if (visible.length === 0) return;
    context.beginPath();
    for (const shape of visible) trace(shape);
    context.lineJoin = 'round';
    context.lineCap = dash.length > 0 ? 'butt' : 'round';
    context.setLineDash(dash);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
    context.setLineDash([]);
  }

  context.fillStyle = palette.water;
  context.fillRect(0, 0, size, size);
  for (const shape of landShapes) fill(shape, palette.land);
  if (zoom >= 9) stroke(landShapes, palette.shore, 1);

  const areaColors: Record<AreaKind, string> = {
    lake: palette.water,
    water: palette.water,
    island: palette.land,
    green: palette.green,
    airport: palette.airport,
  };
  for (const kind of AREA_ORDER) {
    if (zoom < 11 && kind !== 'lake' && kind !== 'island') continue;
    for (const area of areaShapes) if (area.kind === kind) fill(area.shape, areaColors[kind]);
  }
  const lakes = areaShapes.filter(({ kind }) => kind === 'lake' || kind === 'island');
  const lakeShapes = lakes.map(({ shape }) => shape);
  if (zoom >= 9) stroke(lakeShapes, palette.shore, 1);
  for (const { kind, shape } of waterwayShapes) stroke([shape], palette.water, widthAt(RIVER_WIDTHS[kind], zoom));

  const roadsOf = new Map(ROAD_ORDER.map((kind) => [kind, roadShapes.filter((road) => road.kind === kind)]));
  const [fillOf, casingOf] = roadColors(palette);
  for (const isCasing of [true, false]) {
    for (const kind of ROAD_ORDER) {
      const width = widthAt(ROAD_WIDTHS[kind], zoom);
      const shapes = (roadsOf.get(kind) ?? []).map((road) => road.shape);
      if (width === 0 || (isCasing && width < 1.4)) continue;
      // Without an outline a road needs a colour that stands out by itself.
      const isThin = width < 1.4 && kind !== 'motorway';
      const color = isCasing ? casingOf[kind] : isThin ? palette.thinRoad : fillOf[kind];
      stroke(shapes, color, isCasing ? width + 1.6 : width);
    }
  }

  const metro = railShapes.filter((rail) => rail.kind === 'metro').map((rail) => rail.shape);
  const planned = railShapes.filter((rail) => rail.kind === 'planned').map((rail) => rail.shape);
  if (zoom >= 11) {
    stroke(metro, palette.rail, zoom >= 14 ? 2.4 : 1.5);
    if (zoom >= 14) stroke(metro, palette.land, 1.1, [7, 7]);
    stroke(planned, palette.rail, 1.1, [4, 4]);
  }
  if (zoom >= 13) drawStations(context, view, { left, top, scale }, zoom, palette);
  drawLabels(context, { left, top, size, zoom }, palette);
}

const roadShapes = shapesOf(roads);

function roadColors(palette: Palette): [Record<RoadKind, string>, Record<RoadKind, string>] {
  const { street, road, trunk, motorway, casing, trunkCasing, motorwayCasing } = palette;
  return [
    { street, secondary: road, primary: road, trunk, motorway },
    { street: casing, secondary: casing, primary: casing, trunk: trunkCasing, motorway: motorwayCasing },
  ];
}

function drawStations(
  context: CanvasRenderingContext2D,
  view: Box,
  frame: { left: number; top: number; scale: number },
  zoom: number,
  palette: Palette,
): void {
  const margin = 10 / frame.scale;
  for (const { x, y } of stations) {
    if (!overlaps({ minX: x, maxX: x, minY: y, maxY: y }, view, margin)) continue;
    context.beginPath();
    context.arc(x * frame.scale - frame.left, y * frame.scale - frame.top, zoom >= 15 ? 4 : 2.6, 0, 7);
    context.fillStyle = palette.land;
    context.fill();
    context.lineWidth = 1.8;
    context.strokeStyle = palette.station;
    context.stroke();
  }
}

function drawLabels(
  context: CanvasRenderingContext2D,
  frame: { left: number; top: number; size: number; zoom: number },
  palette: Palette,
): void {
  const { left, top, size } = frame;
  const view: Box = { minX: left, minY: top, maxX: left + size, maxY: top + size };
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const label of labelsAt(frame.zoom)) {
    if (!overlaps(label, view, 4)) continue;
    context.save();
    context.translate(label.x - left, label.y - top);
    context.rotate(label.angle);
    context.font = label.font;
    context.letterSpacing = `${label.spacing}px`;
    context.strokeStyle = palette.halo;
    context.lineWidth = 3.2;
    context.strokeText(label.text, 0, 0);
    context.fillStyle = palette[label.color];
    context.fillText(label.text, 0, 0);
    if (label.dotX !== null) {
      context.beginPath();
      context.arc(label.dotX - label.x, 0, 2.4, 0, 7);
      context.fill();
    }
    context.restore();
  }
}
