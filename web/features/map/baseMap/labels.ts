import { nearbyPlaceList } from '#shared/nearbyPlaces.ts';
import { METRO_MANILA_CITIES, PLACES } from '#shared/places.ts';
import {
  areas,
  type Box,
  overlaps,
  type RoadKind,
  roads,
  SEAS,
  toShape,
  toWorld,
  worldSize,
} from './geography.ts';
import type { Palette } from './palette.ts';

interface Label extends Box {
  text: string;
  font: string;
  color: keyof Palette;
  /** Centre, in pixels of the whole world at the label's zoom, as are the box's sides. */
  x: number;
  y: number;
  /** Radians, clockwise. */
  angle: number;
  /** Space between letters, in pixels. */
  spacing: number;
  /** Where the dot of a point of interest is, in the same pixels; its name stands to the right of it. */
  dotX: number | null;
}

/** @param look style and weight, as in CSS. */
const fontOf = (look: string, size: number) =>
  `${look} ${size}px 'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif`;

const metroSlugs = new Set(METRO_MANILA_CITIES.map((city) => city.slug));
/** 'Shaw Boulevard' is a district too, but one such label is enough. */
const roadNames = new Set(roads.map((road) => road.name));
const LARGE_CITIES = new Set(['manila', 'quezon-city', 'makati', 'pasig', 'taguig', 'paranaque', 'antipolo']);

/** @param zooms the first and the last zoom at which it is shown */
const wish = (
  { name, lat, lng }: { name: string; lat: number; lng: number },
  [minZoom, maxZoom]: [first: number, last: number],
  size: (zoom: number) => number,
  weight: number,
  color: keyof Palette,
  style?: 'italic' | 'caps' | 'dot',
) => ({ name, lat, lng, minZoom, maxZoom, size, weight, color, style });

type Wish = ReturnType<typeof wish>;

function cityWish({ slug, name, center }: (typeof PLACES)[number]) {
  const isLarge = LARGE_CITIES.has(slug);
  const isMetro = metroSlugs.has(slug);
  const size = (zoom: number) => Math.min(17, (isLarge ? 12.5 : 11.5) + (zoom - 11) * 1.2);
  const zooms: [number, number] = [isLarge ? 9 : 11, isMetro ? 15 : 14];
  return wish({ name, ...center }, zooms, size, isMetro ? 650 : 550, 'cityText');
}

const metro = { name: 'Metro Manila', lat: 14.58, lng: 121.03 };

const wishes: Wish[] = [
  ...SEAS.map((sea) => wish(sea, [9, 14], (zoom) => 11 + (zoom - 9), 500, 'waterText', 'italic')),
  wish(metro, [6, 8], () => 14, 650, 'cityText'),
  ...PLACES.filter((place) => place.kind === 'city')
    .toSorted((one, other) => Number(LARGE_CITIES.has(other.slug)) - Number(LARGE_CITIES.has(one.slug)))
    .map(cityWish),
  ...PLACES.filter((place) => place.kind === 'district' && !roadNames.has(place.name)).map(
    ({ name, center, isCommonName, parent }) => {
      const zooms: [number, number] = [isCommonName || parent ? 14 : 13, 17];
      return wish({ name, ...center }, zooms, (zoom) => 11 + (zoom - 13) * 0.7, 500, 'districtText', 'caps');
    },
  ),
  ...areas.flatMap(({ name, kind, points }) => {
    if (kind !== 'green' && kind !== 'water' && kind !== 'airport') return [];
    const sum = points.reduce(([a = 0, b = 0], [lat = 0, lng = 0]) => [a + lat, b + lng], [0, 0]);
    const place = { name, lat: (sum[0] ?? 0) / points.length, lng: (sum[1] ?? 0) / points.length };
    const color = ({ green: 'greenText', water: 'waterText', airport: 'poiText' } as const)[kind];
    const style = kind === 'water' ? 'italic' : undefined;
    return [wish(place, [name.startsWith('La Mesa') ? 13 : 14, 18], () => 11, 500, color, style)];
  }),
  ...nearbyPlaceList
    .toSorted((one, other) => Number(other.category === 'transport') - Number(one.category === 'transport'))
    .map((place) =>
      wish(place, [place.category === 'transport' ? 14 : 15, 19], () => 10.5, 450, 'poiText', 'dot'),
    ),
];

const ROAD_LABELS: Record<RoadKind, { minZoom: number; every: number }> = {
  motorway: { minZoom: 13, every: 620 },
  trunk: { minZoom: 13, every: 620 },
  primary: { minZoom: 14, every: 560 },
  secondary: { minZoom: 15, every: 520 },
  street: { minZoom: 15, every: 480 },
};

/** From a point of interest to its name: room for a marker on the point. */
const DOT_GAP = 14;

let ruler: CanvasRenderingContext2D | null | undefined;

function textWidth(text: string, font: string, spacing: number): number {
  if (ruler === undefined) ruler = document.createElement('canvas').getContext('2d');
  if (!ruler) return text.length * 6;
  ruler.font = font;
  return ruler.measureText(text).width + spacing * text.length;
}

function pointLabel(wish: Wish, zoom: number): Label {
  const size = wish.size(zoom);
  const isCaps = wish.style === 'caps';
  const font = fontOf(`${wish.style === 'italic' ? 'italic ' : ''}${wish.weight}`, size);
  const text = isCaps ? wish.name.toUpperCase() : wish.name;
  const scaled = isCaps ? font.replace(`${size}px`, `${size * 0.88}px`) : font;
  const spacing = isCaps ? 0.7 : wish.style === 'italic' ? 0.6 : 0;
  const world = toWorld(wish.lat, wish.lng);
  const width = textWidth(text, scaled, spacing);
  const dot = wish.style === 'dot';
  // A point of interest keeps its dot on the spot and its name to the right of it.
  const x = world.x * worldSize(zoom) + (dot ? width / 2 + DOT_GAP : 0);
  const y = world.y * worldSize(zoom);
  return {
    text,
    font: scaled,
    color: wish.color,
    x,
    y,
    angle: 0,
    spacing,
    dotX: dot ? world.x * worldSize(zoom) : null,
    minX: x - width / 2 - (dot ? DOT_GAP + 4 : 2),
    maxX: x + width / 2 + 2,
    minY: y - size * 0.7,
    maxY: y + size * 0.7,
  };
}

/** Names along a road wherever a stretch as long as the name is nearly straight. */
function roadLabels(zoom: number): Label[] {
  const size = worldSize(zoom);
  const font = fontOf('500', 10.5);
  return roads.flatMap((road) => {
    const { minZoom, every } = ROAD_LABELS[road.kind];
    if (zoom < minZoom) return [];
    const name = road.name.replace(/ \(.*\)$/, '');
    const width = textWidth(name, font, 0);
    const { points } = toShape(road.points);
    const labels: Label[] = [];
    let sinceLast = every * 0.6;
    for (let at = 2; at < points.length; at += 2) {
      const [ax, ay] = [(points[at - 2] ?? 0) * size, (points[at - 1] ?? 0) * size];
      const [bx, by] = [(points[at] ?? 0) * size, (points[at + 1] ?? 0) * size];
      const length = Math.hypot(bx - ax, by - ay);
      sinceLast += length;
      if (length < width + 12 || sinceLast < every) continue;
      // A long stretch carries the name several times.
      const copies = Math.max(1, Math.floor(length / every));
      for (let copy = 0; copy < copies; copy++) {
        const share = (copy + 0.5) / copies;
        labels.push(alongLine(name, font, width, [ax, ay], [bx, by], share));
      }
      sinceLast = 0;
    }
    return labels;
  });
}

type Pixel = [x: number, y: number];

function alongLine(text: string, font: string, width: number, from: Pixel, to: Pixel, share: number): Label {
  const [ax, ay] = from;
  const [bx, by] = to;
  let angle = Math.atan2(by - ay, bx - ax);
  if (angle > Math.PI / 2) angle -= Math.PI;
  if (angle < -Math.PI / 2) angle += Math.PI;
  const x = ax + (bx - ax) * share;
  const y = ay + (by - ay) * share;
  const reachX = (Math.abs(Math.cos(angle)) * width) / 2 + 6;
  const reachY = (Math.abs(Math.sin(angle)) * width) / 2 + 6;
  return {
    text,
    font,
    color: 'roadText',
    x,
    y,
    angle,
    spacing: 0,
    dotX: null,
    minX: x - reachX,
    maxX: x + reachX,
    minY: y - reachY,
    maxY: y + reachY,
  };
}

const layouts = new Map<number, Label[]>();

/** The labels of a zoom level, most important first; none touches another. The same for every tile, so no seams. */
export function labelsAt(zoom: number): Label[] {
  const known = layouts.get(zoom);
  if (known) return known;
  const candidates = [
    ...wishes.filter((wish) => zoom >= wish.minZoom && zoom <= wish.maxZoom).map((wish) => pointLabel(wish, zoom)),
    ...roadLabels(zoom),
  ];
  const placed: Label[] = [];
  for (const label of candidates) {
    if (!placed.some((other) => overlaps(label, other, 3))) placed.push(label);
  }
  layouts.set(zoom, placed);
  return placed;
}
