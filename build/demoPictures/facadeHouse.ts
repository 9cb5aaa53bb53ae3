import type { Box, P3 } from './camera.ts';
import {
  drawCladding,
  drawDoor,
  drawGable,
  drawRailing,
  drawRoof,
  drawSlab,
  drawWindow,
  groundShadow,
  type HouseSite,
  raise,
  type SeenWall,
  shadeBelow,
} from './facadeKit.ts';
import { alpha, darken, lighten } from './svg.ts';

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
  drawWindow(site, upper.front, 0.8, 0.55, 3.6, 2.5, { panes: 2 });
  drawCladding(upper.front, 4.1, 0.02, 5.5, 3, look.wood, light);
  drawWindow(site, upper.front, 6, 0.2, 8.2, 2.6, { panes: 3 });
  if (upper.side) drawWindow(site, upper.side, 3, 0.9, 5.4, 2.4, { hasSill: true });
  shadeBelow(upper.front, 0, 8.8, 3, 0.55, light);
  drawSlab(stage, { x: -7.1, y: 3.1, z: -1.1, w: 9.6, h: 0.28, d: 9.4 }, lighten(look.wall, 0.4), light);
  const carport: Box = { x: 2.6, y: 0, z: 1.4, w: 4.4, h: 2.9, d: 6.6 };
  const back = raise(site, { ...carport, z: 3.6, d: 4.4 }, darken(look.wall, 0.25));
  drawCladding(back.front, 0.2, 0, 4.2, 2.7, look.wood, light, false);
  const lower = raise(site, { x: -6.6, y: 0, z: 0, w: 9.2, h: 3.1, d: 8 }, look.wall);
  drawCladding(lower.front, 6.2, 0, 9.2, 3.1, look.wood, light);
  drawDoor(site, lower.front, 7, 0.25, 1.25, 2.35);
  drawWindow(site, lower.front, 0.7, 0.25, 5.6, 2.65, { panes: 4 });
  shadeBelow(lower.front, 0, 9.2, 3.1, 0.5, light);
  if (lower.side) drawWindow(site, lower.side, 2.4, 1, 5.6, 2.5, { hasSill: true });
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
  const { stage, light, look } = site;
  groundShadow(stage, { x: -6.2, y: 0, z: -0.4, w: 13, h: 6.4, d: 8.4 }, light);
  drawRoof(stage, { x: -6.8, y: 6, z: -0.2, w: 10.2, h: 2.3, d: 9.6 }, 0, look.roof, light);
  const main = raise(site, { x: -6, y: 0, z: 0.6, w: 8.6, h: 6, d: 8 }, look.wall);
  for (const u of [1, 3.55, 6.1]) {
    drawWindow(site, main.front, u, 3.75, u + 1.4, 5.5, { isArched: true, hasSill: true });
  }
  drawShutters(site, main.front, [1, 3.55, 6.1], 3.75, 5);
  if (main.side) {
    drawWindow(site, main.side, 2, 3.75, 3.5, 5.4, { isArched: true, hasSill: true });
    drawWindow(site, main.side, 4.6, 1, 6.2, 2.5, { hasSill: true });
  }
  shadeBelow(main.front, 0, 8.6, 6, 0.6, light);
  drawRoof(stage, { x: 2, y: 4.4, z: -1.1, w: 5.4, h: 1.6, d: 8.8 }, 0, look.roof, light);
  const tower = raise(site, { x: 2.6, y: 0, z: -0.4, w: 4.2, h: 4.4, d: 7.4 }, look.second);
  drawWindow(site, tower.front, 1, 0.25, 3.2, 3.3, { isArched: true, panes: 2 });
  if (tower.side) drawWindow(site, tower.side, 2, 1, 3.6, 2.7, { isArched: true, hasSill: true });
  shadeBelow(tower.front, 0, 4.2, 4.4, 0.5, light);
  for (const u of [0.75, 3.3]) drawWindow(site, main.front, u, 0.5, u + 1.5, 2.4);
  drawDoor(site, main.front, 6, 0.25, 1.3, 2.4);
  main.front.face.rect(0, 0.02, 8.6, 3.2, alpha(light.shadowColour, light.isDusk ? 0.2 : 0.34));
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
  const { stage, light, look } = site;
  groundShadow(stage, { x: -7, y: 0, z: -1.6, w: 14, h: 4, d: 9 }, light);
  drawRoof(stage, { x: -7.5, y: 3.2, z: -0.8, w: 15, h: 2.9, d: 10.4 }, 0.1, look.roof, light);
  const body = raise(site, { x: -6.4, y: 0, z: 0.4, w: 12.8, h: 3.2, d: 8 }, look.wall);
  body.front.face.rect(0, 0, 12.8, 0.75, light.tone(look.second, body.front.exposure));
  drawWindow(site, body.front, 0.9, 0.95, 3.7, 2.5, { panes: 3, hasSill: true });
  drawDoor(site, body.front, 5.9, 0.3, 1.25, 2.3);
  drawWindow(site, body.front, 4.7, 0.3, 5.6, 2.6, { panes: 1 });
  drawWindow(site, body.front, 8.7, 0.95, 11.8, 2.5, { panes: 3, hasSill: true });
  if (body.side) drawWindow(site, body.side, 2.6, 1, 5.2, 2.5, { hasSill: true });
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
