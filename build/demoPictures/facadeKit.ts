import type { Rng } from '#server/demo/random.ts';
import { type Box, Camera, Face, type P3, type Stage } from './camera.ts';
import type { Light } from './light.ts';
import { alpha, darken, lighten, mix } from './svg.ts';

/** A wall the viewer sees, with its length and how much sun it gets. */
export interface SeenWall {
  face: Face;
  length: number;
  exposure: number;
  isFront: boolean;
}

/** A camera that looks at the world's origin from `distance` metres, turned by `yaw`. */
export function orbitCamera(
  yaw: number,
  distance: number,
  height: number,
  focal: number,
  centre: readonly [number, number],
): Camera {
  return new Camera({
    x: -Math.sin(yaw) * distance,
    y: height,
    z: -Math.cos(yaw) * distance,
    yaw,
    focal,
    centre,
  });
}

export function seenWalls(stage: Stage, box: Box, light: Light): SeenWall[] {
  const eye = stage.camera.settings;
  const walls: SeenWall[] = [];
  const { x, y, z, w, d } = box;
  if (eye.x < x) {
    walls.push({
      face: new Face(stage, [x, y, z + d], [0, 0, -1]),
      length: d,
      exposure: light.side < 0 ? 1 : 0.12,
      isFront: false,
    });
  }
  if (eye.x > x + w) {
    walls.push({
      face: new Face(stage, [x + w, y, z], [0, 0, 1]),
      length: d,
      exposure: light.side > 0 ? 1 : 0.12,
      isFront: false,
    });
  }
  walls.push({ face: new Face(stage, [x, y, z], [1, 0, 0]), length: w, exposure: 0.74, isFront: true });
  return walls;
}

/** The reflection in glass: the sky upside down, dulled. */
export function glassPaint(
  stage: Stage,
  light: Light,
  exposure: number,
  top: number,
  bottom: number,
): string {
  const [zenith = '#8ab', , low = '#cde'] = light.sky;
  const dull = light.isDusk ? '#171b3d' : '#1f4058';
  return stage.drawing.between(
    [0, top],
    [0, bottom],
    mix(mix(low, '#ffffff', 0.1), dull, 0.3 - exposure * 0.12),
    mix(zenith, dull, 0.42 - exposure * 0.2),
    mix(zenith, dull, 0.72 - exposure * 0.15),
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
    drawing.path(
      face.quad(u0, v0, u0 + (u1 - u0) * 0.2, v1 - (look.isArched ? (u1 - u0) / 2 : 0)),
      '#fff3d0',
      { opacity: 0.5 },
    );
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
export function drawRailing(
  stage: Stage,
  box: Box,
  light: Light,
  kind: 'glass' | 'bars',
  colour: string,
): void {
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
export function drawRoof(stage: Stage, base: Box, ridge: number, colour: string, light: Light): void {
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
  const side = (points: P3[], exposure: number) => {
    const paint = light.tone(colour, exposure);
    stage.fill(points, stage.drawing.vertical(lighten(paint, 0.08), darken(paint, 0.1)), {});
  };
  if (eye.x < x + inset) side([corner.a, corner.e, r0], light.side < 0 ? 1 : 0.25);
  if (eye.x > x + w - inset) side([corner.b, corner.c, r1], light.side > 0 ? 1 : 0.25);
  side([corner.a, corner.b, r1, r0], 0.82);
  drawTiles(stage, corner.a, corner.b, r0, r1, light.tone(darken(colour, 0.35), 0.6));
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

export interface HouseSite {
  stage: Stage;
  light: Light;
  rng: Rng;
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
  const horizon = stage.camera.settings.centre[1];
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
  wall.face.rect(u - 0.3, 0, u + width + 0.3, Math.max(0.06, v), tone('#cfc5b6'), 0.35);
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
  if (eye.x < x + w / 2) slope(x, light.side < 0 ? 1 : 0.3);
  if (eye.x >= x + w / 2) slope(x + w, light.side > 0 ? 1 : 0.3);
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
