import type { PictureCamera, PriceClass } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import { type Box, Face, type P3, type Stage } from './camera.ts';
import type { Light } from './light.ts';
import { drawLeaves } from './plants.ts';
import { alpha, darken, lighten, mix, num } from './svg.ts';

/** A wall the viewer sees, with its length and how much sun it gets. */
export interface SeenWall {
  face: Face;
  length: number;
  exposure: number;
  isFront: boolean;
  /** Which wall of the outline it is. */
  index: number;
  /** How far a ledge of one metre reaches past the start and the end to meet that of the next wall. */
  mitres: readonly [number, number];
}

/** The corners of a building seen from above, the front from left to right first. */
export type Outline = readonly (readonly [x: number, z: number])[];

export const boxOutline = ({ x, z, w, d }: Box): Outline => [
  [x, z],
  [x + w, z],
  [x + w, z + d],
  [x, z + d],
];

/** A box whose front corners are round. */
export function roundedOutline({ x, z, w, d }: Box, left: number, right: number): Outline {
  const arc = (cx: number, cz: number, radius: number, from: number) =>
    Array.from({ length: 7 }, (_, i): [number, number] => {
      const angle = from + (i / 6) * (Math.PI / 2);
      return [cx + Math.cos(angle) * radius, cz + Math.sin(angle) * radius];
    });
  return [
    ...(left > 0 ? arc(x + left, z + left, left, Math.PI) : [[x, z] as const]),
    ...(right > 0 ? arc(x + w - right, z + right, right, -Math.PI / 2) : [[x + w, z] as const]),
    [x + w, z + d],
    [x, z + d],
  ];
}

/** The walls over an outline that the viewer sees. */
export function outlineWalls(stage: Stage, outline: Outline, y: number, light: Light): SeenWall[] {
  const eye = stage.camera.settings;
  const corner = (index: number) => outline[(index + outline.length) % outline.length] ?? [0, 0];
  const direction = (index: number): [x: number, z: number, length: number] => {
    const [from, to] = [corner(index), corner(index + 1)];
    const [dx, dz] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dz);
    return [dx / length, dz / length, length];
  };
  const mitre = (index: number) => {
    const [a, b] = [direction(index - 1), direction(index)];
    return Math.tan(Math.asin(Math.max(-1, Math.min(1, a[0] * b[1] - a[1] * b[0]))) / 2);
  };
  return outline.flatMap(([x, z], index) => {
    const [ax, az, length] = direction(index);
    if ((eye.x - x) * az - (eye.z - z) * ax <= 0) return [];
    const toSun = az * light.side;
    return {
      face: new Face(stage, [x, y, z], [ax, 0, az]),
      length,
      exposure: az ** 2 * (toSun > 0 ? 1 : 0.12) + ax ** 2 * 0.74,
      isFront: ax > 0.9,
      index,
      mitres: [mitre(index), mitre(index + 1)],
    };
  });
}

export const seenWalls = (stage: Stage, box: Box, light: Light): SeenWall[] =>
  outlineWalls(stage, boxOutline(box), box.y, light);

/** A plain solid over an outline; its top shows from above. */
export function drawPrism(
  stage: Stage,
  outline: Outline,
  y: number,
  h: number,
  colour: string,
  light: Light,
): void {
  if (stage.camera.settings.y > y + h)
    stage.fill(
      outline.map(([x, z]): P3 => [x, y + h, z]),
      light.tone(colour, 0.95),
    );
  else if (stage.camera.settings.y < y)
    stage.fill(
      outline.map(([x, z]): P3 => [x, y, z]),
      light.tone(colour, 0.02),
    );
  for (const { face, length, exposure } of outlineWalls(stage, outline, y, light)) {
    const paint = light.tone(colour, exposure);
    stage.drawing.path(face.quad(0, 0, length, h), paint, { stroke: paint, 'stroke-width': 0.6 });
  }
}

/** An outline moved outwards by `by` metres along x and z. */
export function grown(outline: Outline, by: number): Outline {
  const xs = outline.map(([x]) => x);
  const zs = outline.map(([, z]) => z);
  const [cx, cz] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...zs) + Math.max(...zs)) / 2];
  const [kx, kz] = [1 + by / (Math.max(...xs) - cx), 1 + by / (Math.max(...zs) - cz)];
  return outline.map(([x, z]) => [cx + (x - cx) * kx, cz + (z - cz) * kz] as const);
}

/** The reflection in glass: the sky upside down, dulled. */
export function glassPaint(stage: Stage, light: Light, exposure: number, top: number, bottom: number): string {
  const [zenith = '#8ab', , low = '#cde'] = light.sky;
  const dull = light.isDusk ? '#171b3d' : '#1f4058';
  return stage.drawing.between(
    [0, top],
    [0, bottom],
    mix(mix(low, '#ffffff', 0.1), dull, 0.32 - exposure * 0.12),
    mix(mix(zenith, light.haze, 0.28), dull, 0.46 - exposure * 0.2),
    mix(zenith, dull, 0.78 - exposure * 0.15),
  );
}

export const lampColour = (rng: Rng) => rng.pick(['#ffd98e', '#ffc873', '#ffe6b0', '#ffbf6b']);

/** The shadow a box throws on the ground, away from the sun. */
export function groundShadow(stage: Stage, { x, z, w, h, d }: Box, light: Light, y = 0.01): void {
  const [sx, sz] = [-light.side * h * 0.55, h * 0.28];
  const corners: [number, number][] = [
    [x, z],
    [x + w, z],
    [x + w, z + d],
    [x, z + d],
  ];
  const all = [...corners, ...corners.map(([cx, cz]): [number, number] => [cx + sx, cz + sz])];
  stage.fill(
    hull(all).map(([hx, hz]): P3 => [hx, y, hz]),
    alpha(light.shadowColour, light.shadow),
  );
}

function hull(points: [number, number][]): [number, number][] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list: [number, number][]) => {
    const kept: [number, number][] = [];
    for (const point of list) {
      for (;;) {
        const [a, b] = [kept.at(-2), kept.at(-1)];
        if (!a || !b || (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

interface WindowLook {
  frame: string;
  glass: string;
  /** A lamp is on inside. */
  isLit: boolean;
  panes?: number;
  hasSill?: boolean;
  isArched?: boolean;
}

/** A framed window with a reflection, a sill and the shadow of its reveal. */
export function drawWindow(
  site: HouseSite,
  wall: SeenWall,
  u0: number,
  v0: number,
  u1: number,
  v1: number,
  extra: Partial<WindowLook> = {},
): void {
  const { light, rng } = site;
  const look = glazing(site, extra);
  const { face, exposure } = wall;
  const { drawing } = face.stage;
  const frame = light.tone(look.frame, exposure * 0.95);
  const edge = 0.09;
  const shape = (inset: number) =>
    look.isArched
      ? face.arch(u0 + inset, v0 + inset, u1 - inset, v1 - inset)
      : face.quad(u0 + inset, v0 + inset, u1 - inset, v1 - inset);
  drawing.path(shape(-edge), frame);
  drawing.path(shape(0), look.glass);
  if (look.isLit) {
    drawing.path(shape(0), drawing.vertical('#ffe9b8', lampColour(rng)), {
      opacity: light.isDusk ? 0.95 : 0.55,
    });
    drawing.path(face.quad(u0, v0, u0 + (u1 - u0) * 0.2, v1 - (look.isArched ? (u1 - u0) / 2 : 0)), '#fff3d0', {
      opacity: 0.5,
    });
  } else {
    const w = u1 - u0;
    const h = v1 - v0 - (look.isArched ? w / 2 : 0);
    const slant = face.stage.outline([
      face.at(u0 + w * 0.1, v0),
      face.at(u0 + w * 0.45, v0),
      face.at(u0 + w * 0.85, v0 + h),
      face.at(u0 + w * 0.5, v0 + h),
    ]);
    drawing.path(slant, '#ffffff', { opacity: light.isDusk ? 0.08 : 0.17 });
  }
  if (!look.isArched) face.rect(u0, v1 - 0.16, u1, v1, alpha(light.shadowColour, 0.34));
  const panes = look.panes ?? 2;
  for (let i = 1; i < panes; i++) {
    const u = u0 + ((u1 - u0) * i) / panes;
    face.rect(u - 0.035, v0, u + 0.035, v1 - (look.isArched ? 0.1 : 0), frame);
  }
  if (look.hasSill) {
    face.rect(u0 - 0.18, v0 - 0.2, u1 + 0.18, v0 - 0.06, light.tone(lighten(look.frame, 0.15), exposure));
    face.rect(u0 - 0.14, v0 - 0.34, u1 + 0.14, v0 - 0.2, alpha(light.shadowColour, 0.22));
  }
}

/** Boards or battens across a stretch of wall. */
export function drawCladding(
  wall: SeenWall,
  u0: number,
  v0: number,
  u1: number,
  v1: number,
  colour: string,
  light: Light,
  isUpright = true,
): void {
  const { face, exposure } = wall;
  face.rect(u0, v0, u1, v1, light.tone(colour, exposure));
  const step = 0.22;
  const lines: string[] = [];
  if (isUpright) for (let u = u0 + step; u < u1; u += step) lines.push(face.quad(u, v0, u + 0.05, v1));
  else for (let v = v0 + step; v < v1; v += step) lines.push(face.quad(u0, v, u1, v + 0.05));
  face.stage.drawing.path(lines.join(''), light.tone(darken(colour, 0.35), exposure), { opacity: 0.65 });
}

/** A level slab with its shadow on the wall below; box sizes in metres. */
export function drawSlab(stage: Stage, box: Box, colour: string, light: Light): void {
  stage.box(box, light.solid(colour));
}

/** A strip of shadow under an overhang. */
export function shadeBelow(
  wall: SeenWall,
  u0: number,
  u1: number,
  top: number,
  depth: number,
  light: Light,
): void {
  wall.face.rect(u0, top - depth, u1, top, alpha(light.shadowColour, 0.36));
}

/** Glass or bars on a balcony edge: `box` is its floor slab. */
export function drawRailing(stage: Stage, box: Box, light: Light, kind: 'glass' | 'bars', colour: string): void {
  for (const { face, length, exposure } of seenWalls(stage, { ...box, y: box.y + box.h }, light)) {
    const height = 1.02;
    if (kind === 'glass') {
      face.rect(0, 0, length, height, alpha(light.tone('#cfe6ea', exposure), 0.5));
    } else {
      const bars: string[] = [];
      for (let u = 0.05; u < length; u += 0.24) bars.push(face.quad(u, 0, u + 0.06, height));
      stage.drawing.path(bars.join(''), light.tone(colour, exposure));
    }
    face.rect(0, height - 0.06, length, height + 0.03, light.tone(colour, exposure));
  }
}

/** A hipped or gabled roof above a rectangle; `ridge` 0 gives a pyramid, 1 a full gable along x. */
export function drawRoof(
  stage: Stage,
  base: Box,
  ridge: number,
  colour: string,
  light: Light,
  hasTiles = true,
): void {
  const { x, y, z, w, h, d } = base;
  const eye = stage.camera.settings;
  const inset = Math.min(w / 2, (d / 2) * (1 - ridge));
  const [r0, r1]: P3[] = [
    [x + inset, y + h, z + d / 2],
    [x + w - inset, y + h, z + d / 2],
  ];
  if (!r0 || !r1) return;
  const corner = {
    a: [x, y, z] as P3,
    b: [x + w, y, z] as P3,
    c: [x + w, y, z + d] as P3,
    e: [x, y, z + d] as P3,
  };
  stage.fill([corner.a, corner.b, corner.c, corner.e], light.tone(darken(colour, 0.5), 0.05));
  if (eye.y > y + h + ((z + d / 2 - eye.z) * h) / (d / 2))
    stage.fill([corner.e, corner.c, r1, r0], light.tone(colour, 0.9));
  const side = (points: P3[], exposure: number) => {
    const paint = light.tone(colour, exposure);
    stage.fill(points, stage.drawing.vertical(lighten(paint, 0.08), darken(paint, 0.1)), {});
  };
  const isSeen = (out: number) => (inset < 0.05 ? out > 0 : eye.y > y - (out * h) / inset);
  if (isSeen(x - eye.x)) side([corner.a, corner.e, r0], light.side < 0 ? 1 : 0.25);
  if (isSeen(eye.x - x - w)) side([corner.b, corner.c, r1], light.side > 0 ? 1 : 0.25);
  side([corner.a, corner.b, r1, r0], 0.82);
  if (hasTiles) drawTiles(stage, corner.a, corner.b, r0, r1, light.tone(darken(colour, 0.35), 0.6));
  const trim = light.tone(lighten(colour, 0.25), 0.85);
  stage.drawing.stroke(
    stage.outline([corner.a, corner.b]),
    light.tone(darken(colour, 0.3), 0.6),
    stage.camera.scaleAt(corner.a) * 0.14,
  );
  stage.drawing.stroke(stage.outline([r0, r1]), trim, stage.camera.scaleAt(r0) * 0.13);
  stage.drawing.stroke(
    stage.outline([corner.a, r0]) + stage.outline([corner.b, r1]),
    trim,
    stage.camera.scaleAt(r0) * 0.09,
  );
}

function drawTiles(stage: Stage, a: P3, b: P3, top0: P3, top1: P3, colour: string): void {
  const between = (p: P3, q: P3, t: number): P3 => [
    p[0] + (q[0] - p[0]) * t,
    p[1] + (q[1] - p[1]) * t,
    p[2] + (q[2] - p[2]) * t,
  ];
  const rows = Math.max(5, Math.round((top0[1] - a[1]) * 4));
  let rowLines = '';
  for (let i = 1; i < rows; i++)
    rowLines += stage.outline([between(a, top0, i / rows), between(b, top1, i / rows)]);
  stage.drawing.stroke(rowLines, colour, 1, { opacity: 0.4 });
}

export interface HouseLook {
  wall: string;
  second: string;
  wood: string;
  roof: string;
  frame: string;
  door: string;
}

/** A picture of a building while it is drawn. */
export interface Site {
  stage: Stage;
  light: Light;
  /** Of the moment: lamps and people. The building itself must not depend on it. */
  rng: Rng;
}

/** A building as its recipe decides it, before light and camera. */
export interface Building {
  /** The camera frames this box. */
  bounds: Box;
  /** The edge of the lot at the pavement (z). */
  lot: number;
  setting: 'city' | 'street' | 'village';
  /** On which side a second street runs along it. */
  sideStreet?: -1 | 1;
  /** Metres to the neighbours. */
  gap?: number;
  /** The colour its reflection has. */
  colour: string;
  draw(site: Site): void;
}

/** Metres between the fronts of a street that runs away from the viewer. */
export const SIDE_STREET = 8;

/** A building with its surroundings in one picture. */
export interface Scene {
  stage: Stage;
  light: Light;
  building: Building;
  camera: PictureCamera;
  priceClass: PriceClass;
}

export interface HouseSite extends Site {
  look: HouseLook;
}

interface Walls {
  front: SeenWall;
  side?: SeenWall;
}

/** Draws a plain volume and hands back its visible walls. */
export function raise(site: HouseSite, box: Box, colour: string): Walls {
  const { stage, light } = site;
  stage.box(box, light.solid(colour));
  const walls = seenWalls(stage, box, light);
  const front = walls.find((wall) => wall.isFront);
  if (!front) throw new Error('A box always shows its front');
  front.face.rect(0, 0, front.length, 0.35, light.tone(darken(colour, 0.2), 0.6));
  return { front, side: walls.find((wall) => !wall.isFront) };
}

/** A window look for this site; lamps are on in some rooms after sunset. */
function glazing(site: HouseSite, extra: Partial<WindowLook>): WindowLook {
  const { stage, light, rng, look } = site;
  const { horizon } = stage.camera;
  return {
    frame: look.frame,
    glass: glassPaint(stage, light, 0.6, horizon - 320, horizon + 60),
    isLit: rng.chance(light.isDusk ? 0.8 : light.lamps),
    ...extra,
  };
}

export function drawDoor(
  site: HouseSite,
  wall: SeenWall,
  u: number,
  v: number,
  width: number,
  height: number,
): void {
  const { light, look } = site;
  const tone = (colour: string, k = 1) => light.tone(colour, wall.exposure * k);
  wall.face.rect(u - 0.12, v, u + width + 0.12, v + height + 0.12, tone(look.frame));
  wall.face.rect(u, v, u + width, v + height, tone(look.door));
  for (const [from, to] of [
    [0.12, 0.45],
    [0.53, 0.88],
  ] as const) {
    wall.face.rect(
      u + width * 0.16,
      v + height * from,
      u + width * 0.84,
      v + height * to,
      tone(darken(look.door, 0.22)),
    );
  }
  wall.face.rect(u + width * 0.82, v + height * 0.46, u + width * 0.88, v + height * 0.54, tone('#e5c77a'));
  const step = Math.max(0, v - 0.25);
  wall.face.rect(u - 0.3, step, u + width + 0.3, Math.max(0.06, v), tone('#cfc5b6'), 0.3);
}

/** A roof whose triangle faces the viewer. */
export function drawGable({ stage, light, look }: HouseSite, { x, y, z, w, h, d }: Box): void {
  const ridge: P3 = [x + w / 2, y + h, z];
  const ridgeBack: P3 = [x + w / 2, y + h, z + d];
  const eye = stage.camera.settings;
  stage.level(y, x, z, x + w, z + d, light.tone(darken(look.wood, 0.4), 0.1));
  const slope = (edge: number, exposure: number) => {
    const paint = light.tone(look.roof, exposure);
    stage.fill(
      [[edge, y, z], ridge, ridgeBack, [edge, y, z + d]],
      stage.drawing.vertical(lighten(paint, 0.1), paint),
    );
  };
  const reach = (h * Math.abs(eye.x - x - w / 2)) / (w / 2);
  const isOverRidge = eye.y > y + h + reach;
  if (eye.x < x + w / 2 || isOverRidge) slope(x, light.side < 0 ? 1 : 0.3);
  if (eye.x >= x + w / 2 || isOverRidge) slope(x + w, light.side > 0 ? 1 : 0.3);
  stage.fill([[x, y, z], [x + w, y, z], ridge], light.tone(look.wall, 0.74));
  const slats = [0.25, 0.45].map((t) =>
    stage.outline([
      [x + w * (0.5 - 0.3 * (1 - t)), y + h * t, z - 0.02],
      [x + w * (0.5 + 0.3 * (1 - t)), y + h * t, z - 0.02],
    ]),
  );
  const scale = stage.camera.scaleAt([x, y, z]);
  stage.drawing.stroke(slats.join(''), light.tone(look.wood, 0.7), scale * 0.1);
  stage.drawing.stroke(
    `${stage.outline([[x, y, z], ridge])}${stage.outline([ridge, [x + w, y, z]])}`,
    light.tone(darken(look.roof, 0.12), 0.9),
    scale * 0.2,
  );
  stage.drawing.stroke(
    stage.outline([
      [x, y, z],
      [x + w, y, z],
    ]),
    light.tone(look.frame, 0.8),
    scale * 0.16,
  );
}

/** The cover of a wall is painted before it when seen from below, after it when seen from above. */
export function underCover(stage: Stage, height: number, cover: () => void, body: () => void): void {
  const isBelow = stage.camera.settings.y < height;
  if (isBelow) cover();
  body();
  if (!isBelow) cover();
}

/** Mortar lines of unplastered blocks, and the stains of the rainy season. */
export function drawBlockwork(wall: SeenWall, height: number, light: Light): void {
  const { face, length, exposure } = wall;
  let lines = '';
  for (let v = 0.4; v < height; v += 0.4) lines += face.quad(0, v, length, v + 0.035);
  for (let u = 0.8; u < length; u += 0.8) lines += face.quad(u, 0, u + 0.03, height);
  face.stage.drawing.path(lines, light.tone('#8f897d', exposure), { opacity: 0.28 });
  let stains = '';
  for (let u = 0.9; u < length - 0.5; u += 2.3) stains += face.quad(u, height * 0.55, u + 0.35, height);
  face.stage.drawing.path(stains, alpha('#4f463c', 0.1));
}

/** A window aircon or the outdoor unit of a split one. */
export function drawAircon(wall: SeenWall, u: number, v: number, light: Light): void {
  const { face, exposure } = wall;
  face.rect(u + 0.12, v - 0.9, u + 0.5, v, alpha('#4f463c', 0.13));
  face.rect(u, v, u + 0.78, v + 0.55, light.tone('#e2e0d9', exposure), 0.3);
  face.rect(u + 0.1, v + 0.1, u + 0.52, v + 0.45, light.tone('#8f9290', exposure * 0.8), 0.31);
}

/** Steel bars before a window. */
export function drawGrille(wall: SeenWall, u0: number, v0: number, u1: number, v1: number, light: Light): void {
  const { face, exposure } = wall;
  let bars = '';
  for (let u = u0; u <= u1 + 0.01; u += (u1 - u0) / Math.max(3, Math.round((u1 - u0) / 0.26)))
    bars += face.quad(u - 0.02, v0, u + 0.02, v1, 0.12);
  for (const v of [v0 + 0.1, (v0 + v1) / 2, v1 - 0.1]) bars += face.quad(u0, v, u1, v + 0.04, 0.12);
  face.stage.drawing.path(bars, light.tone('#f0ece0', exposure), { opacity: 0.85 });
}

const washing = ['#e9e4d8', '#c9573c', '#3f6f9a', '#e0c26a', '#8fb7a4', '#5a5f6d', '#d99fb0'];

/** Clothes on a line between two points. */
export function drawLaundry(stage: Stage, from: P3, to: P3, light: Light, seed: number): void {
  const { drawing } = stage;
  const length = Math.hypot(to[0] - from[0], to[2] - from[2]);
  const at = (t: number, down: number): P3 => [
    from[0] + (to[0] - from[0]) * t,
    from[1] - 0.12 * Math.sin(Math.PI * t) - down,
    from[2] + (to[2] - from[2]) * t,
  ];
  const [[ax, ay], [bx, by]] = [stage.camera.project(from), stage.camera.project(to)];
  drawing.stroke(
    `M${num(ax)} ${num(ay)}L${num(bx)} ${num(by)}`,
    light.tone('#4a4a4a', 0.4),
    Math.max(0.8, stage.camera.scaleAt(from) * 0.02),
  );
  const count = Math.max(2, Math.floor(length / 0.62));
  for (let i = 0; i < count; i++) {
    const [wide, long] = [0.3 + ((seed * 7 + i * 5) % 4) * 0.07, 0.45 + ((seed + i * 3) % 5) * 0.09];
    const [t0, t1] = [(i + 0.12) / count, (i + 0.12) / count + wide / length];
    const colour = washing[(seed * 3 + i * 5) % washing.length] ?? '#e9e4d8';
    stage.fill([at(t0, 0), at(t1, 0), at(t1, long), at(t0, long)], light.tone(colour, 0.8));
  }
}

/** Plants in old cans and pots in a row along x. */
export function drawCans(site: Site, x0: number, x1: number, z: number, y = 0): void {
  const { stage, light, rng } = site;
  const colours = ['#b9573f', '#8f979c', '#d9c27a', '#6f8f7a', '#c9c3b6'];
  let index = 0;
  for (let x = x0; x < x1; x += 0.62) {
    const box = { x, y, z, w: 0.3, h: 0.3, d: 0.3 };
    const [sx, sy] = stage.camera.project([x + 0.15, y + 0.3, z]);
    const s = stage.camera.scaleAt([x, y, z]);
    stage.box(box, light.solid(colours[index % colours.length] ?? '#8f979c'));
    drawLeaves(stage.drawing, sx, sy, s * (0.45 + (index % 3) * 0.14), light.tone('#5f9a4a', 0.7), rng, 5, 0.12);
    index += 1;
  }
}

const looks: Record<PriceClass, readonly HouseLook[]> = {
  plain: [
    { wall: '#c4bfb3', second: '#a9a397', wood: '#8a6a50', roof: '#9c6049', frame: '#e2ddd0', door: '#6f5240' },
    { wall: '#bfd2bd', second: '#8fae93', wood: '#8a6a50', roof: '#8b9496', frame: '#ece6d6', door: '#5d6f5a' },
    { wall: '#e5c6b3', second: '#c98f78', wood: '#7f5f48', roof: '#8f5746', frame: '#efe6d8', door: '#7a4a3a' },
    { wall: '#ead9a6', second: '#cdb272', wood: '#86664c', roof: '#7d8688', frame: '#f2ead8', door: '#4f6f7a' },
    { wall: '#b9cfd9', second: '#86a6b5', wood: '#7f654f', roof: '#96604c', frame: '#e8e6de', door: '#6d5040' },
    { wall: '#d3c9d6', second: '#a390ab', wood: '#7d624f', roof: '#878d8f', frame: '#ece6e2', door: '#5c4a63' },
  ],
  middle: [
    { wall: '#efe1cc', second: '#d9a77c', wood: '#8a5a3c', roof: '#b5573a', frame: '#f6efe2', door: '#3f6b66' },
    { wall: '#f7e6c8', second: '#e0b271', wood: '#7d5238', roof: '#a84b32', frame: '#fff8ea', door: '#7a3b2e' },
    { wall: '#dfe5d6', second: '#8aa284', wood: '#96694a', roof: '#7c4f3f', frame: '#f9f7ee', door: '#4b5d45' },
    { wall: '#f3d9c9', second: '#c9785a', wood: '#85573f', roof: '#93402f', frame: '#fff3e6', door: '#38596b' },
    { wall: '#dbe7ec', second: '#7fa3b0', wood: '#a67c58', roof: '#3f5a6b', frame: '#ffffff', door: '#c98a3e' },
    { wall: '#ece8df', second: '#a89a86', wood: '#94684a', roof: '#6a5f5c', frame: '#4a4f55', door: '#7c4a2d' },
  ],
  fine: [
    { wall: '#f6f3ec', second: '#7d746a', wood: '#a9714b', roof: '#55555a', frame: '#33373c', door: '#7c4a2d' },
    { wall: '#eceeec', second: '#4c6670', wood: '#b98a5e', roof: '#48545c', frame: '#2f3a40', door: '#a9673c' },
    { wall: '#f3ecdf', second: '#b5a48c', wood: '#8d5c3e', roof: '#9c4a34', frame: '#3d3833', door: '#5f3d2a' },
    { wall: '#5d5f62', second: '#e9e6df', wood: '#b88556', roof: '#3a3d42', frame: '#26292d', door: '#a9714b' },
    { wall: '#e6ddd0', second: '#5f5246', wood: '#9c6b46', roof: '#4a4340', frame: '#2f2b28', door: '#7a4f35' },
  ],
};

export const pickLook = (priceClass: PriceClass, rng: Rng): HouseLook => rng.pick(looks[priceClass]);
