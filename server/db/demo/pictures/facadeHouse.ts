import type { Box, P3, Stage } from './camera.ts';
import { darken, lighten } from './colour.ts';
import {
  drawCladding,
  drawRailing,
  drawRoof,
  drawSlab,
  drawWindow,
  glassPaint,
  groundShadow,
  type SeenWall,
  seenWalls,
  shadeBelow,
  type WindowLook,
} from './facadeKit.ts';
import type { Light } from './light.ts';
import type { Rng } from './rng.ts';

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
export function glazing(site: HouseSite, extra: Partial<WindowLook> = {}): WindowLook {
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

/** Two shifted storeys, deep flat eaves, timber and glass. */
export function drawModernHouse(site: HouseSite): void {
  const { stage, light, rng, look } = site;
  const upperAt = rng.range(-1.6, -0.6);
  groundShadow(stage, { x: -7, y: 0, z: -1, w: 14.2, h: 6.6, d: 9 }, light);
  // From the top down: seen from below, each storey hides the underside of the roof above it.
  drawSlab(
    stage,
    { x: -2.5, y: 6.3, z: upperAt - 1, w: 10.6, h: 0.32, d: 10.4 },
    lighten(look.wall, 0.45),
    light,
  );
  const upper = raise(site, { x: -1.6, y: 3.3, z: upperAt, w: 8.8, h: 3, d: 8.6 }, look.second);
  drawWindow(upper.front, 0.8, 0.55, 3.6, 2.5, light, rng, glazing(site, { panes: 2 }));
  drawCladding(upper.front, 4.1, 0.02, 5.5, 3, look.wood, light);
  drawWindow(upper.front, 6, 0.2, 8.2, 2.6, light, rng, glazing(site, { panes: 3 }));
  if (upper.side) drawWindow(upper.side, 3, 0.9, 5.4, 2.4, light, rng, glazing(site, { hasSill: true }));
  shadeBelow(upper.front, 0, 8.8, 3, 0.55, light);
  drawSlab(stage, { x: -7.1, y: 3.1, z: -1.1, w: 9.6, h: 0.28, d: 9.4 }, lighten(look.wall, 0.4), light);
  const carport: Box = { x: 2.6, y: 0, z: 1.4, w: 4.4, h: 2.9, d: 6.6 };
  const back = raise(site, { ...carport, z: 3.6, d: 4.4 }, darken(look.wall, 0.25));
  drawCladding(back.front, 0.2, 0, 4.2, 2.7, look.wood, light, false);
  const lower = raise(site, { x: -6.6, y: 0, z: 0, w: 9.2, h: 3.1, d: 8 }, look.wall);
  drawCladding(lower.front, 6.2, 0, 9.2, 3.1, look.wood, light);
  drawDoor(site, lower.front, 7, 0.25, 1.25, 2.35);
  drawWindow(lower.front, 0.7, 0.25, 5.6, 2.65, light, rng, glazing(site, { panes: 4 }));
  shadeBelow(lower.front, 0, 9.2, 3.1, 0.5, light);
  if (lower.side) drawWindow(lower.side, 2.4, 1, 5.6, 2.5, light, rng, glazing(site, { hasSill: true }));
  for (const x of [6.6, 2.75])
    stage.box({ x, y: 0, z: upperAt + 0.15, w: 0.3, h: 3.1, d: 0.3 }, light.solid(look.frame));
  drawRailing(
    stage,
    { x: -6.9, y: 3.1, z: -0.95, w: 5.2, h: 0.28, d: 6 },
    light,
    rng.chance(0.6) ? 'glass' : 'bars',
    look.frame,
  );
}

/** Stucco, arches and clay tiles. */
export function drawMediterraneanHouse(site: HouseSite): void {
  const { stage, light, rng, look } = site;
  groundShadow(stage, { x: -6.2, y: 0, z: -0.4, w: 13, h: 6.4, d: 8.4 }, light);
  drawRoof(stage, { x: -6.8, y: 6, z: -0.2, w: 10.2, h: 2.3, d: 9.6 }, 0, look.roof, light);
  const main = raise(site, { x: -6, y: 0, z: 0.6, w: 8.6, h: 6, d: 8 }, look.wall);
  for (const u of [1, 3.55, 6.1]) {
    drawWindow(
      main.front,
      u,
      3.75,
      u + 1.4,
      5.5,
      light,
      rng,
      glazing(site, { isArched: true, hasSill: true }),
    );
  }
  drawShutters(site, main.front, [1, 3.55, 6.1], 3.75, 5);
  if (main.side) {
    drawWindow(main.side, 2, 3.75, 3.5, 5.4, light, rng, glazing(site, { isArched: true, hasSill: true }));
    drawWindow(main.side, 4.6, 1, 6.2, 2.5, light, rng, glazing(site, { hasSill: true }));
  }
  shadeBelow(main.front, 0, 8.6, 6, 0.6, light);
  drawRoof(stage, { x: 2, y: 4.4, z: -1.1, w: 5.4, h: 1.6, d: 8.8 }, 0, look.roof, light);
  const tower = raise(site, { x: 2.6, y: 0, z: -0.4, w: 4.2, h: 4.4, d: 7.4 }, look.second);
  drawWindow(tower.front, 1, 0.25, 3.2, 3.3, light, rng, glazing(site, { isArched: true, panes: 2 }));
  if (tower.side)
    drawWindow(tower.side, 2, 1, 3.6, 2.7, light, rng, glazing(site, { isArched: true, hasSill: true }));
  shadeBelow(tower.front, 0, 4.2, 4.4, 0.5, light);
  drawDoor(site, main.front, 6, 0.25, 1.3, 2.4);
  drawArcade(site, { x: -6, y: 0, z: -1.4, w: 8.2, h: 3.1, d: 2 }, 3);
}

function drawShutters(
  site: HouseSite,
  wall: SeenWall,
  places: readonly number[],
  v0: number,
  v1: number,
): void {
  const paint = site.light.tone(site.look.door, wall.exposure);
  for (const u of places) {
    wall.face.rect(u - 0.55, v0, u - 0.12, v1, paint);
    wall.face.rect(u + 1.52, v0, u + 1.95, v1, paint);
  }
}

/** A porch of round arches with a tiled lean-to roof. */
function drawArcade({ stage, light, look }: HouseSite, box: Box, count: number): void {
  const paint = light.solid(look.wall);
  const bay = box.w / count;
  const front = stage.face([box.x, 0, box.z], [1, 0, 0]);
  const holes = Array.from({ length: count }, (_, i) =>
    front.arch(i * bay + 0.28, 0, (i + 1) * bay - 0.28, 2.75),
  );
  stage.drawing.path(front.quad(0, 0, box.w, box.h) + holes.join(''), paint.front, {
    'fill-rule': 'evenodd',
  });
  const eye = stage.camera.settings;
  const sideX = eye.x < box.x ? box.x : eye.x > box.x + box.w ? box.x + box.w : undefined;
  if (sideX !== undefined) {
    stage.fill(
      [
        [sideX, 0, box.z],
        [sideX, box.h, box.z],
        [sideX, box.h, box.z + box.d],
        [sideX, 2.6, box.z + box.d],
        [sideX, 2.6, box.z + 0.5],
        [sideX, 0, box.z + 0.5],
      ],
      eye.x < box.x ? paint.left : paint.right,
    );
  }
  const roof = light.tone(look.roof, 0.85);
  const [x0, x1] = [box.x - 0.35, box.x + box.w + 0.2];
  const [lowZ, highZ] = [box.z - 0.4, box.z + box.d];
  const slope: P3[] = [
    [x0, box.h, lowZ],
    [x1, box.h, lowZ],
    [x1, box.h + 0.75, highZ],
    [x0, box.h + 0.75, highZ],
  ];
  stage.fill(slope, stage.drawing.vertical(lighten(roof, 0.1), darken(roof, 0.1)));
  stage.fill(
    [
      [x0, box.h, lowZ],
      [x1, box.h, lowZ],
      [x1, box.h - 0.16, lowZ],
      [x0, box.h - 0.16, lowZ],
    ],
    light.tone(darken(look.roof, 0.25), 0.7),
  );
}

/** One wide storey under a big roof, with a porch on posts. */
export function drawBungalow(site: HouseSite): void {
  const { stage, light, rng, look } = site;
  groundShadow(stage, { x: -7, y: 0, z: -1.6, w: 14, h: 4, d: 9 }, light);
  drawRoof(stage, { x: -7.5, y: 3.2, z: -0.8, w: 15, h: 2.9, d: 10.4 }, 0.1, look.roof, light);
  const body = raise(site, { x: -6.4, y: 0, z: 0.4, w: 12.8, h: 3.2, d: 8 }, look.wall);
  body.front.face.rect(0, 0, 12.8, 0.75, light.tone(look.second, body.front.exposure));
  drawWindow(body.front, 0.9, 0.95, 3.7, 2.5, light, rng, glazing(site, { panes: 3, hasSill: true }));
  drawDoor(site, body.front, 5.9, 0.3, 1.25, 2.3);
  drawWindow(body.front, 4.7, 0.3, 5.6, 2.6, light, rng, glazing(site, { panes: 1 }));
  drawWindow(body.front, 8.7, 0.95, 11.8, 2.5, light, rng, glazing(site, { panes: 3, hasSill: true }));
  if (body.side) drawWindow(body.side, 2.6, 1, 5.2, 2.5, light, rng, glazing(site, { hasSill: true }));
  shadeBelow(body.front, 0, 12.8, 3.2, 0.65, light);
  const porch: Box = { x: -2.6, y: 0, z: -2.2, w: 5, h: 2.7, d: 2.6 };
  drawGable(site, { x: porch.x - 0.6, y: 2.7, z: porch.z - 0.5, w: porch.w + 1.2, h: 1.7, d: 3.4 });
  stage.box({ ...porch, h: 0.3 }, light.solid('#d8cbb9'));
  stage.box({ ...porch, x: porch.x + 1.2, w: 2.6, z: -2.7, d: 0.5, h: 0.15 }, light.solid('#d8cbb9'));
  for (const x of [porch.x + 0.1, porch.x + porch.w - 0.5]) {
    stage.box({ x, y: 0.3, z: porch.z + 0.1, w: 0.4, h: 0.9, d: 0.4 }, light.solid(look.second));
    stage.box(
      { x: x + 0.08, y: 1.2, z: porch.z + 0.18, w: 0.24, h: 1.5, d: 0.24 },
      light.solid(lighten(look.frame, 0.1)),
    );
  }
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

/** After the old bahay na bato: stone below, a jutting timber floor with capiz windows above. */
export function drawHeritageHouse(site: HouseSite): void {
  const { stage, light, rng, look } = site;
  groundShadow(stage, { x: -6, y: 0, z: -0.6, w: 12.4, h: 6.6, d: 9 }, light);
  drawRoof(stage, { x: -7.2, y: 6.6, z: -1.5, w: 14.4, h: 3.4, d: 11.2 }, 0.05, look.roof, light);
  const upper = raise(site, { x: -6.1, y: 3.3, z: -0.4, w: 12.2, h: 3.3, d: 9 }, look.wood);
  for (const wall of [upper.front, upper.side]) if (wall) drawCapiz(site, wall);
  shadeBelow(upper.front, 0, 12.2, 3.3, 0.5, light);
  const stone = raise(site, { x: -5.6, y: 0, z: 0.4, w: 11.2, h: 3.3, d: 8 }, '#cdbfa6');
  drawStones(stone.front, 11.2, 3.3, light, rng);
  if (stone.side) drawStones(stone.side, stone.side.length, 3.3, light, rng);
  const { face, exposure } = stone.front;
  stage.drawing.path(face.arch(4.3, 0, 6.9, 2.95), light.tone('#e6dcc8', exposure));
  stage.drawing.path(face.arch(4.5, 0, 6.7, 2.75), light.tone(look.wood, exposure));
  face.rect(5.55, 0, 5.65, 2.6, light.tone(darken(look.wood, 0.4), exposure));
  for (const u of [1.3, 8.3]) {
    drawWindow(
      stone.front,
      u,
      0.9,
      u + 1.6,
      2.5,
      light,
      rng,
      glazing(site, { panes: 4, hasSill: true, frame: '#e6dcc8' }),
    );
  }
  if (stone.side)
    drawWindow(stone.side, 3, 0.9, 4.7, 2.5, light, rng, glazing(site, { panes: 4, frame: '#e6dcc8' }));
  shadeBelow(stone.front, 0, 11.2, 3.3, 0.7, light);
}

function drawStones(
  { face, exposure }: SeenWall,
  length: number,
  height: number,
  light: Light,
  rng: Rng,
): void {
  const stones: string[] = [];
  for (let row = 0; row < 7; row++) {
    for (let u = row % 2 ? 0 : -0.5; u < length; u += 1) {
      if (rng.chance(0.45))
        stones.push(
          face.quad(
            Math.max(0, u + 0.04),
            (row * height) / 7 + 0.03,
            Math.min(length, u + 0.96),
            ((row + 1) * height) / 7 - 0.03,
          ),
        );
    }
  }
  face.stage.drawing.path(stones.join(''), light.tone('#a8997f', exposure), { opacity: 0.38 });
}

/** Sliding capiz screens between timber posts, small shutters beneath. */
function drawCapiz({ look, light, rng }: HouseSite, wall: SeenWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const bays = Math.round(length / 2.4);
  const bay = length / bays;
  const pale = light.isDusk ? '#ffdca0' : light.tone('#f3ead6', exposure);
  let lattice = '';
  for (let b = 0; b < bays; b++) {
    const [u0, u1] = [b * bay + 0.2, (b + 1) * bay - 0.2];
    const opening = rng.chance(0.4) ? 0.5 : 1;
    face.rect(u0, 1.15, u1, 2.75, light.isDusk ? '#ffc874' : light.tone('#4a3a30', exposure * 0.6));
    face.rect(u0, 1.15, u0 + (u1 - u0) * opening, 2.75, drawing.vertical(pale, darken(pale, 0.08)));
    for (let i = 1; i < 7 * opening; i++)
      lattice += face.quad(u0 + ((u1 - u0) * i) / 7, 1.15, u0 + ((u1 - u0) * i) / 7 + 0.035, 2.75);
    for (let j = 1; j < 6; j++)
      lattice += face.quad(u0, 1.15 + 0.27 * j, u0 + (u1 - u0) * opening, 1.18 + 0.27 * j);
    face.rect(u0, 0.25, u1, 0.95, light.tone(darken(look.wood, 0.25), exposure));
    let balusters = '';
    for (let u = u0 + 0.08; u < u1; u += 0.2) balusters += face.quad(u, 0.25, u + 0.08, 0.95);
    drawing.path(balusters, light.tone(lighten(look.wood, 0.28), exposure));
  }
  drawing.path(lattice, light.tone(look.wood, exposure), { opacity: 0.7 });
  face.rect(0, 1, length, 1.12, light.tone(lighten(look.wood, 0.2), exposure), 0.12);
  face.rect(0, -0.06, length, 0.14, light.tone(lighten(look.wood, 0.12), exposure), 0.12);
}

/** Two homes under one roof, each the mirror of the other. */
export function drawDuplexHouse(site: HouseSite, style: 'flat' | 'gabled'): void {
  const { stage, light, rng, look } = site;
  groundShadow(stage, { x: -7.6, y: 0, z: -1, w: 15.2, h: 6.6, d: 9 }, light);
  if (style === 'flat') {
    for (const x of [-8, 0.1]) drawSlab(stage, { x, y: 6.2, z: -1, w: 7.9, h: 0.34, d: 10 }, lighten(look.wall, 0.45), light);
  } else {
    drawRoof(stage, { x: -7.9, y: 6.2, z: -0.8, w: 15.8, h: 2.6, d: 10 }, 0.15, look.roof, light);
    for (const x of [-7, 2.6]) drawGable(site, { x, y: 6.2, z: -1.1, w: 4.4, h: 1.8, d: 4 });
  }
  const body = raise(site, { x: -7.2, y: 0, z: 0, w: 14.4, h: 6.2, d: 8.4 }, look.wall);
  const { front } = body;
  for (const home of [0, 1]) {
    const u = (from: number, to: number): [number, number] =>
      home === 0 ? [from, to] : [14.4 - to, 14.4 - from];
    const [c0, c1] = u(0.6, 3.6);
    drawWindow(front, c0, 0.3, c1, 2.5, light, rng, glazing(site, { panes: 3 }));
    const [d0] = u(4.5, 5.75);
    const [w0, w1] = u(4, 6.3);
    drawCladding(front, w0, 0, w1, 3, look.wood, light);
    drawDoor(site, front, d0, 0.25, 1.25, 2.3);
    const [e0, e1] = u(0.8, 3.4);
    drawWindow(front, e0, 3.7, e1, 5.6, light, rng, glazing(site, { panes: 2, hasSill: true }));
    const [g0, g1] = u(4.3, 6.3);
    front.face.rect(g0 - 0.3, 3.3, g1 + 0.3, 6.2, light.tone(look.second, front.exposure));
    drawWindow(front, g0, 3.5, g1, 5.6, light, rng, glazing(site, { panes: 2 }));
  }
  if (body.side) {
    drawWindow(body.side, 2, 3.8, 4, 5.4, light, rng, glazing(site, { hasSill: true }));
    drawWindow(body.side, 4.6, 0.9, 6.4, 2.5, light, rng, glazing(site, { hasSill: true }));
  }
  front.face.rect(7.05, 0, 7.35, 6.2, light.tone(darken(look.second, 0.15), 0.7), 0.15);
  shadeBelow(front, 0, 14.4, 6.2, 0.5, light);
  for (const x of [-3.4, 0.7]) {
    shadeBelow(front, x + 7.2, x + 9.9, 3, 0.5, light);
    drawSlab(stage, { x, y: 3, z: -1.3, w: 2.7, h: 0.24, d: 1.3 }, lighten(look.wall, 0.4), light);
    drawRailing(
      stage,
      { x, y: 3, z: -1.3, w: 2.7, h: 0.24, d: 1.3 },
      light,
      style === 'flat' ? 'glass' : 'bars',
      look.frame,
    );
  }
}
