import type { Box, P3 } from './camera.ts';
import {
  drawDoor,
  drawRailing,
  drawRoof,
  drawSlab,
  drawWindow,
  groundShadow,
  type HouseSite,
  lampColour,
  raise,
  type SeenWall,
  shadeBelow,
} from './facadeKit.ts';
import { drawShrubs } from './plants.ts';
import { alpha, darken, lighten, mix } from './svg.ts';

/** Three or four storeys of flats with balconies. */
export function drawWalkUp(site: HouseSite): void {
  const { stage, light, rng, look } = site;
  const floors = rng.int(3, 4);
  const box: Box = { x: -8.6, y: 0, z: 0, w: 17.2, h: floors * 3.1, d: 10 };
  groundShadow(stage, box, light);
  const roofed = rng.chance(0.4);
  if (roofed) drawRoof(stage, { x: -9.5, y: box.h, z: -1, w: 19, h: 3, d: 12 }, 0.1, look.roof, light);
  if (!roofed)
    drawSlab(stage, { x: -9, y: box.h, z: -0.5, w: 18, h: 0.7, d: 11 }, lighten(look.wall, 0.4), light);
  const { front, side } = raise(site, box, look.wall);
  const accent = rng.pick([look.second, look.wood, look.second]);
  front.face.rect(7.2, 0, 10, box.h, light.tone(accent, front.exposure));
  for (let f = 0; f < floors; f++) {
    const v = f * 3.1;
    if (f > 0) drawWindow(site, front, 7.7, v + 0.5, 9.5, v + 2.4, { panes: 3 });
    for (const u of [1.1, 11.1]) {
      drawWindow(site, front, u, v + 0.25, u + 2.9, v + 2.5, { panes: 3 });
      drawWindow(site, front, u === 1.1 ? 5 : 15.2, v + 1, u === 1.1 ? 6.2 : 16.4, v + 2.4, {
        hasSill: true,
      });
    }
    if (side) {
      for (const u of [1.8, 6]) drawWindow(site, side, u, v + 0.9, u + 1.8, v + 2.4, { hasSill: true });
    }
  }
  drawDoor(site, front, 7.9, 0.1, 1.4, 2.4);
  for (let f = 1; f < floors; f++) {
    for (const x of [-8, 2])
      drawBalcony(site, front, { x, y: f * 3.1 - 0.1, z: -1.4, w: 4, h: 0.26, d: 1.4 });
  }
  drawSlab(stage, { x: -1.9, y: 2.85, z: -2, w: 3.8, h: 0.26, d: 2 }, lighten(look.wall, 0.3), light);
  shadeBelow(front, 0, box.w, box.h, 0.5, light);
}

function drawBalcony(site: HouseSite, wall: SeenWall, box: Box): void {
  const { stage, light, rng, look } = site;
  shadeBelow(wall, box.x + 8.6, box.x + 8.6 + box.w, box.y, 0.7, light);
  drawSlab(stage, box, lighten(look.wall, 0.35), light);
  if (rng.chance(0.55)) {
    const [a, b] = [
      stage.camera.project([box.x + 0.4, box.y + 0.9, box.z + 0.2]),
      stage.camera.project([box.x + 1.8, box.y + 0.9, box.z + 0.2]),
    ];
    drawShrubs(stage.drawing, a, b, 20, light, rng, rng.chance(0.5) ? '#e0567f' : undefined);
  }
  drawRailing(
    stage,
    box,
    light,
    look.frame === '#3b3f45' || look.frame === '#2f3a40' ? 'glass' : 'bars',
    look.frame,
  );
}

const shopColours = ['#c9573c', '#2f7a78', '#e0a13e', '#3f5f8a', '#8a4f6d', '#5f8a55', '#d97b5c'];
const shopWalls = ['#f3e7d3', '#e7d3bd', '#d8e2df', '#f0d9cc', '#e9e6df', '#d5c7ae', '#cbd8c4'];

/** A row of narrow shops with awnings and living rooms above. */
export function drawShophouses(site: HouseSite): void {
  const { stage, light, rng } = site;
  const unit = 5.6;
  const count = 4;
  const start = -(unit * count) / 2;
  groundShadow(stage, { x: start, y: 0, z: 0, w: unit * count, h: 8, d: 10 }, light);
  const eyeX = stage.camera.settings.x;
  const order = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => Math.abs(start + (b + 0.5) * unit - eyeX) - Math.abs(start + (a + 0.5) * unit - eyeX),
  );
  const plans = order.map((i) => ({
    i,
    storeys: rng.int(2, 3),
    wall: rng.pick(shopWalls),
    colour: rng.pick(shopColours),
  }));
  for (const { i, storeys, wall, colour } of plans) {
    const x = start + i * unit;
    const height = 3.8 + (storeys - 1) * 3.2 + (i % 2) * 0.3;
    drawSlab(
      stage,
      { x: x - 0.1, y: height, z: -0.35, w: unit + 0.2, h: 0.5, d: 9 },
      mix(wall, colour, 0.35),
      light,
    );
    const { front, side } = raise(site, { x, y: 0, z: 0, w: unit, h: height, d: 9 }, wall);
    if (side)
      for (let f = 1; f < storeys; f++)
        drawWindow(site, side, 3, 1 + f * 3.2, 4.6, 2.7 + f * 3.2, { hasSill: true });
    drawUpperFloors(site, front, storeys, colour, unit);
    drawShopFront(site, front, colour, unit);
    drawAwning(site, x + 0.25, unit - 0.5, colour, rng.chance(0.6));
  }
}

function drawUpperFloors(
  site: HouseSite,
  front: SeenWall,
  storeys: number,
  colour: string,
  unit: number,
): void {
  const { light, rng } = site;
  const isArched = rng.chance(0.35);
  const pilaster = light.tone(mix(colour, '#ffffff', 0.55), front.exposure);
  front.face.rect(0, 3.9, 0.32, 3.9 + (storeys - 1) * 3.2, pilaster);
  front.face.rect(unit - 0.32, 3.9, unit, 3.9 + (storeys - 1) * 3.2, pilaster);
  for (let f = 1; f < storeys; f++) {
    const v = 3.8 + (f - 1) * 3.2;
    front.face.rect(0, v + 0.1, unit, v + 0.32, pilaster, 0.08);
    const bays = rng.chance(0.5) ? 2 : 3;
    const w = (unit - 1.1) / bays;
    for (let b = 0; b < bays; b++) {
      const u = 0.55 + b * w + 0.2;
      drawWindow(site, front, u, v + 0.85, u + w - 0.4, v + 2.6, { isArched, hasSill: true, panes: 2 });
    }
  }
}

function drawShopFront(
  { stage, light, rng, look }: HouseSite,
  front: SeenWall,
  colour: string,
  unit: number,
): void {
  const { face, exposure } = front;
  const { drawing } = stage;
  const glow = light.isDusk || rng.chance(light.lamps);
  face.rect(0.2, 0, unit - 0.2, 3.7, light.tone(darken(colour, 0.35), exposure));
  const inside = glow
    ? drawing.vertical('#fff0c8', lampColour(rng))
    : drawing.vertical(
        light.tone('#6f93a0', exposure),
        light.tone('#3d5560', exposure),
        light.tone('#b99a74', exposure * 0.7),
      );
  face.rect(0.45, 0.55, unit - 1.75, 2.6, inside);
  face.rect(unit - 1.55, 0.05, unit - 0.45, 2.6, inside);
  const goods: string[] = [];
  for (let u = 0.7; u < unit - 2.1; u += 0.55)
    goods.push(face.quad(u, 0.6, u + 0.34, 0.8 + rng.range(0.1, 0.7)));
  drawing.path(goods.join(''), light.tone(darken(look.wood, 0.1), exposure * 0.7), { opacity: 0.6 });
  drawing.path(
    stage.outline([face.at(0.8, 0.55), face.at(1.6, 0.55), face.at(2.7, 2.6), face.at(1.9, 2.6)]),
    '#ffffff',
    { opacity: 0.15 },
  );
  face.rect(unit - 1.62, 1.1, unit - 1.55, 1.4, light.tone('#e5c77a', exposure));
  face.rect(0.35, 2.95, unit - 0.35, 3.62, light.tone(colour, Math.min(1, exposure + 0.1)), 0.12);
  const mark = face.at(unit / 2, 3.28, 0.14);
  const [sx, sy] = stage.camera.project(mark);
  const scale = stage.camera.scaleAt(mark);
  const pale = light.tone(lighten(colour, 0.75), 0.9);
  drawing.circle(sx, sy, scale * 0.2, pale);
  face.rect(unit / 2 - 1.3, 3.24, unit / 2 - 0.4, 3.32, pale, 0.14);
  face.rect(unit / 2 + 0.4, 3.24, unit / 2 + 1.3, 3.32, pale, 0.14);
}

function drawAwning(
  { stage, light }: HouseSite,
  x: number,
  width: number,
  colour: string,
  isStriped: boolean,
): void {
  const [low, high, out] = [2.35, 2.95, -1.35];
  const strip = (from: number, to: number): string =>
    stage.outline([
      [x + from, high, 0],
      [x + to, high, 0],
      [x + to, low, out],
      [x + from, low, out],
    ]);
  const valance = (from: number, to: number): P3[] => [
    [x + from, low, out],
    [x + to, low, out],
    [x + to, low - 0.26, out],
    [x + from, low - 0.26, out],
  ];
  const { drawing } = stage;
  stage.level(0.03, x, -1.35, x + width, -0.05, alpha(light.shadowColour, light.shadow));
  const eye = stage.camera.settings.x;
  const cheek = eye < x ? x : x + width;
  stage.fill(
    [
      [cheek, high, 0],
      [cheek, low, out],
      [cheek, low - 0.26, out],
      [cheek, low - 0.1, 0],
    ],
    light.tone(darken(colour, 0.3), 0.4),
  );
  const tone = light.tone(colour, 0.95);
  drawing.path(strip(0, width), drawing.vertical(tone, darken(tone, 0.08)));
  stage.fill(valance(0, width), darken(tone, 0.18));
  if (!isStriped) return;
  const stripes = 9;
  const step = width / stripes;
  for (let i = 0; i < stripes; i += 2) {
    drawing.path(strip(i * step, (i + 1) * step), light.tone('#fdf6ea', 0.95));
    stage.fill(valance(i * step, (i + 1) * step), light.tone('#e9dfd0', 0.75));
  }
}
