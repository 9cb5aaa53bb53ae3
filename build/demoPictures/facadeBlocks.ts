import type { FacadeRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import type { Box, P3 } from './camera.ts';
import { drawStack } from './facadeHouse.ts';
import {
  type Building,
  boxOutline,
  drawAircon,
  drawBlockwork,
  drawCans,
  drawCladding,
  drawDoor,
  drawGable,
  drawGrille,
  drawLaundry,
  drawPrism,
  drawRailing,
  drawRoof,
  drawSlab,
  drawWindow,
  groundShadow,
  grown,
  type HouseSite,
  lampColour,
  pickLook,
  raise,
  type SeenWall,
  shadeBelow,
  underCover,
} from './facadeKit.ts';
import { drawTank } from './neighbours.ts';
import { drawShrubs } from './plants.ts';
import { carColours, drawCar, drawFence, drawGate, drawVan } from './street.ts';
import { alpha, darken, lighten, mix } from './svg.ts';

const RISE = 3;

type WalkUp = 'galleries' | 'stair' | 'narrow';

/** Two to five storeys of flats without a lift: along open galleries, around a stair, or one narrow flat a floor. */
export function planWalkUp(recipe: FacadeRecipe, rng: Rng): Building {
  const { storeys, priceClass } = recipe;
  const isPlain = priceClass === 'plain';
  const look = pickLook(priceClass, rng);
  const kind: WalkUp = rng.pick(
    isPlain ? ['galleries', 'galleries', 'stair', 'narrow'] : ['stair', 'stair', 'galleries', 'narrow', 'stair'],
  );
  const units = rng.int(3, 4);
  const w = kind === 'galleries' ? units * 3.9 + 2.9 : kind === 'stair' ? 17.2 : 9.2;
  const box: Box = { x: -w / 2, y: 0, z: 0, w, h: storeys * RISE, d: kind === 'narrow' ? 8.4 : 9.4 };
  const isRoofed = rng.chance(isPlain ? 0.35 : 0.4);
  const isStairLeft = rng.chance(0.5);
  const seed = rng.int(0, 999);
  const lot = kind === 'stair' ? -5 : -4;
  return {
    bounds: { ...box, z: -1.4, d: box.d + 1.4, h: box.h + (isRoofed ? 2.4 : 1.4) },
    lot,
    setting: 'street',
    colour: look.wall,
    draw(base) {
      const site: HouseSite = { ...base, look };
      const { stage, light } = site;
      stage.level(0.01, -w / 2 - 2, lot, w / 2 + 2, 0, light.tone('#c2baab', 0.85));
      if (kind === 'narrow') drawStack(site, storeys, seed, isPlain);
      else {
        groundShadow(stage, box, light);
        const body = () =>
          kind === 'galleries'
            ? drawGalleries(site, box, storeys, units, isStairLeft, seed)
            : drawStairHouse(site, box, storeys, seed, isPlain);
        underCover(stage, box.h, () => drawTop(site, box, isRoofed, seed), body);
      }
      drawFrontWall(site, lot, -w / 2 - 1.6, w / 2 + 1.6, isPlain);
    },
  };
}

/** A tin or tiled roof, or a deck with tanks and washing. */
function drawTop({ stage, light, look }: HouseSite, box: Box, isRoofed: boolean, seed: number): void {
  const { x, z, w, h, d } = box;
  if (isRoofed) {
    drawRoof(stage, { x: x - 0.8, y: h, z: z - 1.6, w: w + 1.6, h: 2.4, d: d + 2.6 }, 0.1, look.roof, light);
    return;
  }
  const parapet = { x: x - 0.2, y: h, z: z - 1.5, w: w + 0.4, h: 0.9, d: d + 1.7 };
  const things = () => {
    const base = stage.camera.settings.y > h + 0.9 ? h + 0.92 : h;
    drawTank(stage, x + w * (seed % 2 ? 0.22 : 0.74), base, z + d * 0.4, light);
    drawTank(stage, x + w * (seed % 2 ? 0.22 : 0.74) + 1.5, base, z + d * 0.45, light, '#b9bec2');
    drawLaundry(
      stage,
      [x + w * 0.38, base + 1.8, z + d * 0.3],
      [x + w * 0.62, base + 1.8, z + d * 0.3],
      light,
      seed,
    );
    for (const u of [0.38, 0.62])
      stage.box({ x: x + w * u, y: base, z: z + d * 0.3, w: 0.07, h: 1.85, d: 0.07 }, light.solid('#7d7a74'));
  };
  underCover(stage, h + 0.9, things, () => {
    drawPrism(stage, boxOutline(parapet), h, 0.9, lighten(look.wall, 0.3), light);
    if (stage.camera.settings.y > h + 0.9)
      drawPrism(stage, grown(boxOutline(parapet), -0.3), h + 0.86, 0.06, '#b0aa9e', light);
  });
}

function drawGalleries(
  site: HouseSite,
  box: Box,
  storeys: number,
  units: number,
  isStairLeft: boolean,
  seed: number,
): void {
  const { stage, light, look } = site;
  const { x, w } = box;
  const { front, side } = raise(site, box, look.wall);
  drawBlockwork(front, box.h, light);
  if (side) {
    drawBlockwork(side, box.h, light);
    for (let f = 0; f < storeys; f++)
      for (const u of [1.8, 5.8]) {
        const v = f * RISE;
        drawWindow(site, side, u, v + 1.1, u + 1.5, v + 2.3, { hasSill: true });
        if ((seed + f + u) % 2 < 1) drawAircon(side, u + 0.3, v + 0.5, light);
      }
  }
  const stair = isStairLeft ? 0 : w - 2.9;
  const first = isStairLeft ? 2.9 : 0;
  for (let f = 0; f < storeys; f++) {
    const v = f * RISE;
    for (let i = 0; i < units; i++) {
      const u = first + i * 3.9;
      drawDoor(site, front, u + 0.4, v + 0.08, 0.9, 2.1);
      drawWindow(site, front, u + 1.75, v + 1, u + 3.35, v + 2.25, { panes: 3 });
      drawGrille(front, u + 1.75, v + 1, u + 3.35, v + 2.25, light);
      if ((seed + f * 3 + i) % 3 === 0) drawAircon(front, u + 2.3, v + 2.35, light);
    }
    drawStairFlight(site, front, stair, v, f === storeys - 1);
  }
  drawBreezeBlocks(site, front, stair, storeys);
  for (let f = storeys - 1; f >= 1; f--) {
    const slab = { x: x + first, y: f * RISE - 0.12, z: -1.4, w: w - 2.9, h: 0.22, d: 1.4 };
    shadeBelow(front, first, first + slab.w, slab.y, 0.9, light);
    if ((seed + f) % 2 === 0) {
      const a = x + first + ((seed + f * 2) % units) * 3.9 + 0.4;
      drawLaundry(stage, [a, f * RISE + 2.1, -1.25], [a + 3, f * RISE + 2.1, -1.25], light, seed + f);
    }
    drawSlab(stage, slab, lighten(look.wall, 0.25), light);
    if ((seed + f) % 3 === 0) drawCans(site, slab.x + 0.5, slab.x + 3, -1.3, slab.y + slab.h);
    drawRailing(stage, slab, light, 'bars', look.second);
  }
  for (let i = 0; i <= units; i++) {
    const post = { x: x + first + i * ((w - 2.9 - 0.22) / units), y: 0, z: -1.4, w: 0.22, h: box.h, d: 0.22 };
    stage.box(post, light.solid(lighten(look.wall, 0.15)));
  }
}

function drawStairFlight(
  { stage, light }: HouseSite,
  { face, exposure }: SeenWall,
  u: number,
  v: number,
  isLast: boolean,
): void {
  face.rect(u + 0.2, v + 0.05, u + 2.7, v + RISE - 0.1, light.tone('#6f675c', exposure * 0.5));
  if (isLast) return;
  const flight = (from: number, to: number, low: number, high: number) =>
    stage.outline([face.at(from, low), face.at(to, high), face.at(to, high - 0.4), face.at(from, low - 0.4)]);
  const half = v + RISE / 2;
  stage.drawing.path(
    flight(u + 0.3, u + 2.5, v + 0.45, half + 0.2) + flight(u + 2.6, u + 0.4, half + 0.2, v + RISE),
    light.tone('#c9c3b6', exposure * 0.9),
  );
}

/** A pierced screen before the stair, floor by floor. */
function drawBreezeBlocks(
  { light, look, stage }: HouseSite,
  { face, exposure }: SeenWall,
  u: number,
  storeys: number,
): void {
  let ribs = '';
  for (let f = 1; f < storeys; f++) {
    const v = f * RISE;
    for (let i = 0; i <= 6; i++)
      ribs += face.quad(u + 0.2 + i * 0.41, v - 0.15, u + 0.3 + i * 0.41, v + 1.15, 0.1);
    for (let i = 0; i <= 3; i++)
      ribs += face.quad(u + 0.2, v - 0.15 + i * 0.42, u + 2.7, v - 0.06 + i * 0.42, 0.1);
  }
  for (const edge of [0, 2.66]) ribs += face.quad(u + edge, 0, u + edge + 0.24, storeys * RISE, 0.12);
  stage.drawing.path(ribs, light.tone(lighten(look.second, 0.1), exposure));
}

/** Flats left and right of a stair, with balconies. */
function drawStairHouse(site: HouseSite, box: Box, storeys: number, seed: number, isPlain: boolean): void {
  const { stage, light, look } = site;
  const { front, side } = raise(site, box, look.wall);
  front.face.rect(7.2, 0, 10, box.h, light.tone(seed % 2 ? look.second : look.wood, front.exposure));
  for (let f = 0; f < storeys; f++) {
    const v = f * RISE;
    if (f > 0) {
      drawWindow(site, front, 7.7, v + 0.5, 9.5, v + 2.3, { panes: 3 });
      front.face.rect(0, v - 0.08, box.w, v + 0.1, light.tone(lighten(look.wall, 0.3), front.exposure), 0.05);
    }
    for (const u of [1.1, 11.1]) {
      drawWindow(site, front, u, v + 0.2, u + 2.9, v + 2.4, { panes: 3 });
      drawWindow(site, front, u === 1.1 ? 5 : 15.2, v + 1, u === 1.1 ? 6.2 : 16.4, v + 2.3, { hasSill: true });
      if ((seed + f) % 2 === 0) drawAircon(front, u === 1.1 ? 5.2 : 15.4, v + 0.2, light);
      if (isPlain) drawGrille(front, u === 1.1 ? 5 : 15.2, v + 1, u === 1.1 ? 6.2 : 16.4, v + 2.3, light);
    }
    if (side) for (const u of [1.8, 6]) drawWindow(site, side, u, v + 0.9, u + 1.8, v + 2.3, { hasSill: true });
  }
  drawDoor(site, front, 7.9, 0.1, 1.4, 2.3);
  for (let f = 1; f < storeys; f++) {
    for (const x of [-8, 2]) {
      const slab = { x, y: f * RISE - 0.1, z: -1.4, w: 4, h: 0.26, d: 1.4 };
      shadeBelow(front, x + 8.6, x + 12.6, slab.y, 0.7, light);
      drawSlab(stage, slab, lighten(look.wall, 0.35), light);
      if ((seed + f * 3 + (x > 0 ? 1 : 0)) % 3 !== 0) drawBalconyPlants(site, slab);
      drawRailing(stage, slab, light, look.frame < '#60' ? 'glass' : 'bars', look.frame);
    }
  }
  drawSlab(stage, { x: -1.9, y: 2.75, z: -2, w: 3.8, h: 0.26, d: 2 }, lighten(look.wall, 0.3), light);
  shadeBelow(front, 0, box.w, box.h, 0.5, light);
}

function drawBalconyPlants({ stage, light, rng }: HouseSite, { x, y, z }: Box): void {
  const [a, b] = [
    stage.camera.project([x + 0.4, y + 0.6, z + 0.2]),
    stage.camera.project([x + 1.8, y + 0.6, z + 0.2]),
  ];
  drawShrubs(stage.drawing, a, b, stage.camera.scaleAt([x, y, z]) * 0.5, light, rng, '#e0567f');
}

/** The wall along the street with a steel gate in the middle. */
function drawFrontWall(site: HouseSite, lot: number, from: number, to: number, isPlain: boolean): void {
  const { stage, light, look } = site;
  const height = isPlain ? 1.2 : 1;
  const wall = isPlain ? mix(look.wall, '#b5b0a4', 0.5) : look.wall;
  drawFence(stage, lot, from, -1.9, height, wall, light, !isPlain);
  drawFence(stage, lot, 1.9, to, height, wall, light, !isPlain);
  for (const x of [-2.1, 1.8])
    stage.box({ x, y: 0, z: lot - 0.1, w: 0.36, h: 1.9, d: 0.4 }, light.solid(look.second));
  drawGate(stage, -1.7, 1.8, lot, isPlain ? '#8f4f3c' : '#3b3f45', light, isPlain ? 1.6 : 1.4);
  if (isPlain) drawCans(site, from + 0.6, from + 4, lot - 0.45);
}

type Front = 'frames' | 'gables' | 'boxes';

/** A row of narrow houses of one developer, each with a carport and a gate. */
export function planTownhouses(recipe: FacadeRecipe, rng: Rng): Building {
  const { storeys, priceClass } = recipe;
  const look = pickLook(priceClass, rng);
  const unit = rng.range(4.6, 5.6);
  const count = storeys > 3 ? 3 : rng.int(3, 4);
  const kind: Front = rng.pick(
    priceClass === 'plain' ? ['boxes', 'gables'] : ['frames', 'gables', 'boxes', 'frames'],
  );
  const seed = rng.int(0, 999);
  const start = (-unit * count) / 2;
  const height = storeys * RISE;
  const lot = -4.6;
  return {
    bounds: { x: start, y: 0, z: -0.8, w: unit * count, h: height + 1.2, d: 10.8 },
    lot,
    setting: 'street',
    colour: look.wall,
    draw(base) {
      const site: HouseSite = { ...base, look };
      const { stage, light } = site;
      groundShadow(stage, { x: start, y: 0, z: 0, w: unit * count, h: height, d: 10 }, light);
      stage.level(0.01, start, lot, start + unit * count, 0, light.tone('#cbc3b5', 0.85));
      const eyeX = stage.camera.settings.x;
      const order = Array.from({ length: count }, (_, i) => i).sort(
        (a, b) => Math.abs(start + (b + 0.5) * unit - eyeX) - Math.abs(start + (a + 0.5) * unit - eyeX),
      );
      for (const i of order)
        drawTownhouse(site, start + i * unit, unit, storeys, kind, seed + i, priceClass === 'plain');
      const lastWall = { x: start + unit * count - 0.07, y: 0, z: lot, w: 0.14, h: 1.7, d: -lot };
      if (eyeX < lastWall.x) stage.box(lastWall, light.solid(look.wall));
      for (const i of order) drawForecourt(site, start + i * unit, unit, lot, seed + i, priceClass === 'plain');
      if (eyeX >= lastWall.x) stage.box(lastWall, light.solid(look.wall));
    },
  };
}

function drawTownhouse(
  site: HouseSite,
  x: number,
  w: number,
  storeys: number,
  kind: Front,
  seed: number,
  isPlain: boolean,
): void {
  const { stage, light, look } = site;
  const h = storeys * RISE;
  const box: Box = { x, y: 0, z: 0, w, h, d: 10 };
  const wall = seed % 2 && kind !== 'frames' ? mix(look.wall, look.second, 0.35) : look.wall;
  const cover = () => {
    if (kind === 'gables') {
      drawRoof(stage, { x: x - 0.1, y: h, z: -0.4, w: w + 0.2, h: 1.5, d: 10.6 }, 1, look.roof, light);
      drawGable(site, { x: x + 0.2, y: h - 0.05, z: -0.5, w: w - 0.4, h: 1.6, d: 3 });
    } else {
      drawSlab(stage, { x: x - 0.02, y: h, z: -0.35, w: w + 0.04, h: 0.6, d: 10.4 }, lighten(wall, 0.35), light);
      if (seed % 2) drawTank(stage, x + w * 0.6, h + 0.6, 6, light);
    }
  };
  underCover(stage, h, cover, () => {
    const { front, side } = raise(site, box, wall);
    if (side)
      for (let f = 0; f < storeys; f++)
        drawWindow(site, side, 3.6, f * RISE + 1, 5.2, f * RISE + 2.3, { hasSill: true });
    drawTownhouseFront(site, front, w, storeys, kind, seed, isPlain);
  });
  if (kind === 'frames') return;
  for (let f = 1; f < storeys; f++) {
    if ((f + seed) % 2) continue;
    const slab = { x: x + 0.5, y: f * RISE - 0.1, z: -0.9, w: w * 0.5, h: 0.2, d: 0.9 };
    drawSlab(stage, slab, lighten(wall, 0.3), light);
    drawRailing(stage, slab, light, isPlain ? 'bars' : 'glass', look.frame);
  }
}

function drawTownhouseFront(
  site: HouseSite,
  front: SeenWall,
  w: number,
  storeys: number,
  kind: Front,
  seed: number,
  isPlain: boolean,
): void {
  const { light, look } = site;
  const { face, exposure } = front;
  // Ground floor: the open carport and the entrance beside it.
  face.rect(0.3, 0, w * 0.6, 2.5, light.tone('#4d4842', exposure * 0.6));
  face.rect(0.3, 0, w * 0.6, 2.5, alpha(light.shadowColour, 0.2));
  drawDoor(site, front, w * 0.68, 0.15, 0.95, 2.15);
  if (kind === 'frames') drawCladding(front, w * 0.62, 2.4, w - 0.2, RISE, look.wood, light);
  for (let f = 1; f < storeys; f++) {
    const v = f * RISE;
    face.rect(0, v - 0.09, w, v + 0.1, light.tone(lighten(look.wall, 0.35), exposure), 0.06);
    if (kind === 'frames') {
      const isWide = (seed + f) % 2 === 0;
      const [a, b] = isWide ? [0.4, w * 0.66] : [w * 0.34, w - 0.4];
      face.rect(a - 0.2, v + 0.2, b + 0.2, v + 2.75, light.tone(look.second, exposure), 0.35);
      drawWindow(site, front, a, v + 0.4, b, v + 2.55, { panes: 3 });
      if (isWide) drawCladding(front, w * 0.74, v + 0.15, w - 0.15, v + 2.9, look.wood, light);
    } else {
      drawWindow(site, front, 0.7, v + 0.25, w * 0.5, v + 2.35, { panes: 2 });
      drawWindow(site, front, w * 0.6, v + 0.95, w - 0.6, v + 2.35, { panes: 2, hasSill: true });
      if (isPlain) drawGrille(front, w * 0.6, v + 0.95, w - 0.6, v + 2.35, light);
      if ((seed + f) % 2 === 0) drawAircon(front, w * 0.66, v + 0.25, light);
    }
  }
  face.rect(0, 0, 0.14, storeys * RISE + 0.3, light.tone(lighten(look.wall, 0.4), exposure), 0.14);
  shadeBelow(front, 0, w, storeys * RISE, 0.4, light);
}

/** Before each townhouse: a wall to the neighbour, often a car, the gate. */
function drawForecourt(site: HouseSite, x: number, w: number, lot: number, seed: number, isPlain: boolean): void {
  const { stage, light, look, rng } = site;
  const wall = () =>
    stage.box({ x: x - 0.07, y: 0, z: lot, w: 0.14, h: 1.7, d: -lot - 0.1 }, light.solid(look.wall));
  const isWallFar = stage.camera.settings.x > x;
  if (isWallFar) wall();
  if (seed % 3 !== 1)
    drawCar(
      stage,
      { x: x + 0.75, z: lot + 0.7, y: 0, isAlongZ: true },
      carColours[seed % carColours.length] ?? '#a7b3bd',
      light,
      rng,
    );
  if (!isWallFar) wall();
  stage.box({ x: x - 0.16, y: 0, z: lot - 0.1, w: 0.34, h: 2, d: 0.36 }, light.solid(look.second));
  stage.box({ x: x + w * 0.62, y: 0, z: lot - 0.1, w: 0.3, h: 2, d: 0.36 }, light.solid(look.second));
  const colour = isPlain ? '#8a5644' : look.frame < '#60' ? look.frame : '#4f5a5e';
  drawGate(stage, x + 0.2, x + w * 0.62, lot, colour, light, 1.55);
  drawGate(stage, x + w * 0.62 + 0.3, x + w - 0.18, lot, colour, light, 1.55);
}

/** A shed of painted sheets with roller shutters, and an office at its side. */
export function planWarehouse(recipe: FacadeRecipe, rng: Rng): Building {
  const { storeys, priceClass } = recipe;
  const sheets = rng.pick(
    priceClass === 'plain' ? ['#a9b0b0', '#b0a893', '#8fa5a0'] : ['#dfe3e3', '#c9d4da', '#e3dccb', '#b9c8c0'],
  );
  const look = { ...pickLook(priceClass, rng), roof: rng.pick(['#7f8a8c', '#6f8590', '#94604c', '#5f7a70']) };
  const [w, h, d] = [rng.range(22, 28), Math.max(7.5, storeys * 3.6 + 2), 24];
  const doors = rng.int(2, 3);
  const seed = rng.int(0, 99);
  const isOfficeLeft = rng.chance(0.5);
  const lot = -13;
  const officeX = isOfficeLeft ? -w / 2 - 8 : w / 2;
  const office: Box = { x: officeX, y: 0, z: 2, w: 8, h: storeys * 3.2, d: 10 };
  const x0 = Math.min(-w / 2, officeX);
  return {
    bounds: { x: x0, y: 0, z: 0, w: w + 8, h: h + 2.6, d },
    lot,
    setting: 'street',
    colour: sheets,
    draw(base) {
      const site: HouseSite = { ...base, look };
      const { stage, light } = site;
      const shed: Box = { x: -w / 2, y: 0, z: 0, w, h, d };
      groundShadow(stage, shed, light);
      stage.level(0.01, x0 - 3, lot, x0 + w + 11, 0, light.tone('#b9b3a8', 0.9));
      const parts: [number, () => void][] = [
        [0, () => drawShed(site, shed, sheets, doors, seed)],
        [officeX + 4, () => drawSiteOffice(site, office, storeys)],
      ];
      parts.sort((a, b) => Math.abs(b[0] - stage.camera.settings.x) - Math.abs(a[0] - stage.camera.settings.x));
      for (const [, draw] of parts) draw();
      const truck = isOfficeLeft ? w / 2 - 5 : -w / 2 + 1.5;
      drawVan(stage, { x: truck, z: -7.5, y: 0, isAlongZ: true }, light);
      drawFence(stage, lot, x0 - 2, -3.2, 1.5, mix(look.wall, '#b5b0a4', 0.5), light, true);
      drawFence(stage, lot, 3.2, x0 + w + 10, 1.5, mix(look.wall, '#b5b0a4', 0.5), light, true);
    },
  };
}

function drawShed(site: HouseSite, box: Box, sheets: string, doors: number, seed: number): void {
  const { stage, light, look, rng } = site;
  const { w, h } = box;
  const gableSite = { ...site, look: { ...look, wall: sheets, frame: darken(sheets, 0.2), wood: '#8a8f92' } };
  underCover(
    stage,
    h,
    () => drawGable(gableSite, { ...box, x: box.x - 0.4, y: h, z: -0.5, w: w + 0.8, h: 2.6, d: box.d + 1 }),
    () => {
      const { front, side } = raise(site, box, sheets);
      for (const wall of [front, side]) {
        if (!wall) continue;
        let ribs = '';
        for (let u = 0.4; u < wall.length; u += 0.5) ribs += wall.face.quad(u, 0.8, u + 0.1, h);
        stage.drawing.path(ribs, light.tone(darken(sheets, 0.25), wall.exposure), { opacity: 0.35 });
        wall.face.rect(0, 0, wall.length, 0.9, light.tone('#a8a296', wall.exposure));
        const lights: string[] = [];
        for (let u = 1.5; u < wall.length - 2; u += 4) lights.push(wall.face.quad(u, h - 1.5, u + 2.4, h - 0.8));
        stage.drawing.path(
          lights.join(''),
          light.lamps > 0.3 ? lampColour(rng) : light.tone('#8fb0bb', wall.exposure),
        );
      }
      front.face.rect(0, h - 2.6, w, h - 1.9, light.tone(look.second, front.exposure), 0.05);
      const bay = w / doors;
      for (let i = 0; i < doors; i++) {
        const [u0, u1] = [i * bay + bay * 0.22, i * bay + bay * 0.78];
        const isOpen = (seed + i) % 3 === 0;
        front.face.rect(u0 - 0.2, 0, u1 + 0.2, 4.6, light.tone(darken(sheets, 0.3), front.exposure));
        front.face.rect(
          u0,
          0,
          u1,
          4.4,
          light.tone(isOpen ? '#3f3b38' : '#b9bdbd', front.exposure * (isOpen ? 0.5 : 1)),
        );
        let slats = '';
        for (let v = isOpen ? 3.2 : 0.2; v < 4.3; v += 0.32) slats += front.face.quad(u0, v, u1, v + 0.09);
        if (isOpen) front.face.rect(u0, 3.1, u1, 4.4, light.tone('#b9bdbd', front.exposure));
        stage.drawing.path(slats, light.tone('#82888a', front.exposure));
      }
      shadeBelow(front, 0, w, h, 0.5, light);
    },
  );
  stage.box({ x: box.x + 1, y: 4.9, z: -2.2, w: w - 2, h: 0.24, d: 2.2 }, light.solid(look.roof));
}

function drawSiteOffice(site: HouseSite, box: Box, storeys: number): void {
  const { stage, light, look } = site;
  const slab = () =>
    drawSlab(
      stage,
      { ...box, x: box.x - 0.3, y: box.h, z: box.z - 0.6, w: box.w + 0.6, h: 0.5, d: box.d + 1 },
      lighten(look.wall, 0.3),
      light,
    );
  underCover(stage, box.h, slab, () => {
    const { front, side } = raise(site, box, look.wall);
    for (let f = 0; f < storeys; f++) {
      drawWindow(site, front, f === 0 ? 2.6 : 0.8, f * 3.2 + 0.9, 7.2, f * 3.2 + 2.4, { panes: 4, hasSill: true });
      if (side) drawWindow(site, side, 2.5, f * 3.2 + 0.9, 6.5, f * 3.2 + 2.4, { panes: 3, hasSill: true });
      drawAircon(front, 1.2, f * 3.2 + 0.2, light);
    }
    drawDoor(site, front, 0.9, 0.1, 1.1, 2.2);
  });
}

const shopColours = ['#c9573c', '#2f7a78', '#e0a13e', '#3f5f8a', '#8a4f6d', '#5f8a55', '#d97b5c'];
const shopWalls = {
  plain: ['#d9d0bd', '#c9c6bd', '#d6b9a2', '#bdcbbd', '#e0d3a8', '#c3cdd6'],
  middle: ['#f3e7d3', '#e7d3bd', '#d8e2df', '#f0d9cc', '#e9e6df', '#d5c7ae'],
  fine: ['#f6f3ec', '#e9e6df', '#5f6468', '#d9cbb8', '#8a7663'],
} as const;

/** A row of narrow shops under awnings, with flats above. */
export function planShopRow(recipe: FacadeRecipe, rng: Rng): Building {
  const { storeys, priceClass } = recipe;
  const unit = rng.range(5, 6.2);
  const count = storeys > 3 ? 3 : rng.int(3, 4);
  const start = -(unit * count) / 2;
  const height = 3.8 + (storeys - 1) * 3.2;
  const isOneOwner = rng.chance(0.4);
  const first = { wall: rng.pick(shopWalls[priceClass]), colour: rng.pick(shopColours) };
  const shops = Array.from({ length: count }, (_, i) => ({
    x: start + i * unit,
    wall: isOneOwner ? first.wall : rng.pick(shopWalls[priceClass]),
    colour: rng.pick(shopColours),
    seed: rng.int(0, 99),
    lift: isOneOwner ? 0 : (i % 2) * 0.4,
  }));
  const look = pickLook(priceClass, rng);
  return {
    bounds: { x: start, y: 0, z: -1.2, w: unit * count, h: height + 1, d: 10 },
    lot: -1.6,
    setting: 'street',
    colour: first.wall,
    draw(base) {
      const site: HouseSite = { ...base, look };
      const { stage, light } = site;
      groundShadow(stage, { x: start, y: 0, z: 0, w: unit * count, h: height, d: 9 }, light);
      stage.level(0.01, start - 1, -1.6, start + unit * count + 1, 0, light.tone('#cfc8bb', 0.85));
      const distance = (x: number) => Math.abs(x + unit / 2 - stage.camera.settings.x);
      for (const shop of [...shops].sort((a, b) => distance(b.x) - distance(a.x)))
        drawShophouse(site, shop, unit, storeys, height + shop.lift, priceClass === 'plain');
    },
  };
}

interface Shop {
  x: number;
  wall: string;
  colour: string;
  seed: number;
}

function drawShophouse(
  site: HouseSite,
  { x, wall, colour, seed }: Shop,
  unit: number,
  storeys: number,
  height: number,
  isPlain: boolean,
): void {
  const { stage, light } = site;
  const tank = () => {
    if (isPlain || seed % 3 === 0) drawTank(stage, x + unit * 0.6, height + 0.5, 5, light);
  };
  const slab = { x: x - 0.05, y: height, z: -0.35, w: unit + 0.1, h: 0.5, d: 9.4 };
  const top = () =>
    underCover(stage, height + 0.5, tank, () => drawSlab(stage, slab, mix(wall, colour, 0.3), light));
  underCover(stage, height, top, () => {
    const { front, side } = raise(site, { x, y: 0, z: 0, w: unit, h: height, d: 9 }, wall);
    if (side)
      for (let f = 1; f < storeys; f++)
        drawWindow(site, side, 3, 1 + f * 3.2, 4.6, 2.7 + f * 3.2, { hasSill: true });
    drawUpperFloors(site, front, storeys, colour, unit, seed, isPlain);
    drawShopFront(site, front, colour, unit);
  });
  drawAwning(site, x + 0.25, unit - 0.5, colour, seed % 5 < 3);
}

function drawUpperFloors(
  site: HouseSite,
  front: SeenWall,
  storeys: number,
  colour: string,
  unit: number,
  seed: number,
  isPlain: boolean,
): void {
  const { light } = site;
  const isArched = seed % 3 === 0;
  const pilaster = light.tone(mix(colour, '#ffffff', 0.55), front.exposure);
  front.face.rect(0, 3.9, 0.32, 3.9 + (storeys - 1) * 3.2, pilaster);
  front.face.rect(unit - 0.32, 3.9, unit, 3.9 + (storeys - 1) * 3.2, pilaster);
  for (let f = 1; f < storeys; f++) {
    const v = 3.8 + (f - 1) * 3.2;
    front.face.rect(0, v + 0.1, unit, v + 0.32, pilaster, 0.08);
    const bays = 2 + ((seed + f) % 2);
    const w = (unit - 1.1) / bays;
    for (let b = 0; b < bays; b++) {
      const u = 0.55 + b * w + 0.2;
      drawWindow(site, front, u, v + 0.85, u + w - 0.4, v + 2.6, { isArched, hasSill: true, panes: 2 });
      if (isPlain && (seed + f + b) % 2 === 0) drawGrille(front, u, v + 0.85, u + w - 0.4, v + 2.6, light);
      if ((seed + f * 2 + b) % (isPlain ? 2 : 4) === 0) drawAircon(front, u + 0.1, v + 0.38, light);
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
  for (let u = 0.7; u < unit - 2.1; u += 0.55) goods.push(face.quad(u, 0.6, u + 0.34, 0.8 + rng.range(0.1, 0.7)));
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
