import type { FacadeRecipe, PriceClass } from '#server/demo/pictures.ts';
import { Rng } from '#server/demo/random.ts';
import type { Box, P3 } from './camera.ts';
import {
  type Building,
  drawAircon,
  drawBlockwork,
  drawCans,
  drawCladding,
  drawDoor,
  drawGable,
  drawGrille,
  drawLaundry,
  drawRailing,
  drawRoof,
  drawSlab,
  drawWindow,
  groundShadow,
  type HouseSite,
  pickLook,
  raise,
  type SeenWall,
  shadeBelow,
  underCover,
} from './facadeKit.ts';
import type { Light } from './light.ts';
import { drawTank } from './neighbours.ts';
import { drawLeaves, drawPalm, drawShrubs } from './plants.ts';
import { carColours, drawCar, drawFence, drawGate } from './street.ts';
import { alpha, darken, lighten, mix } from './svg.ts';

const RISE = 3;

interface HousePlan {
  bounds: Box;
  /** Where the drive lies (x). */
  drive: readonly [number, number];
  draw(site: HouseSite): void;
}

/** A house on its own lot: drive, garden and fence follow from its class. */
function onLot(recipe: FacadeRecipe, rng: Rng, plan: HousePlan, look: HouseSite['look']): Building {
  const { priceClass } = recipe;
  const lot = priceClass === 'plain' ? -4.5 : priceClass === 'fine' ? -8 : -6.5;
  const half = Math.max(8.6, plan.bounds.w / 2 + 1.6);
  const [hasCar, colour, seed] = [
    rng.chance(priceClass === 'plain' ? 0.35 : 0.75),
    rng.pick(carColours),
    rng.int(0, 9999),
  ];
  return {
    bounds: plan.bounds,
    lot,
    setting: priceClass === 'plain' ? 'street' : 'village',
    colour: look.wall,
    draw(base) {
      const site: HouseSite = { ...base, look };
      const { stage, light } = site;
      const [from, to] = plan.drive;
      if (priceClass !== 'plain') stage.level(0.005, -half, lot, half, 10, light.tone('#93b062', 0.9));
      else stage.level(0.005, -half, lot, half, 10, light.tone('#b9b09f', 0.85));
      stage.level(0.015, from, lot, to, 2, light.tone('#cfc6b8', 0.85));
      plan.draw(site);
      if (hasCar)
        drawCar(
          stage,
          { x: from + (to - from - 1.8) / 2, y: 0, z: lot + 0.9, isAlongZ: true },
          colour,
          light,
          site.rng,
        );
      if (priceClass === 'plain') drawPlainYard(site, lot, half, plan.drive, seed);
      else drawFrontGarden(site, new Rng(seed), lot, half, plan.drive);
    },
  };
}

/** Hollow blocks, a rusty gate, cans with plants, washing. */
function drawPlainYard(
  site: HouseSite,
  lot: number,
  half: number,
  [from, to]: readonly [number, number],
  seed: number,
): void {
  const { stage, light, look } = site;
  const side = from > 0 ? -half + 1.2 : half - 5;
  drawLaundry(stage, [side, 1.9, lot + 2.4], [side + 3.2, 1.9, lot + 2.4], light, seed % 17);
  drawCans(site, from > 0 ? -3.4 : to + 0.6, from > 0 ? 0.4 : to + 4, lot + 1.4);
  const block = mix(look.wall, '#aba698', 0.65);
  for (const [a, b] of [
    [-half, from],
    [to, half],
  ] as const) {
    if (b - a < 0.5) continue;
    drawFence(stage, lot, a, b, 1.1, block, light, false);
    const face = stage.face([a, 0, lot], [1, 0, 0]);
    let lines = '';
    for (let v = 0.35; v < 1.1; v += 0.35) lines += face.quad(0, v, b - a, v + 0.03);
    for (let u = 0.7; u < b - a; u += 0.7) lines += face.quad(u, 0, u + 0.025, 1.1);
    stage.drawing.path(lines, light.tone('#8a8478', 0.7), { opacity: 0.35 });
  }
  for (const x of [from - 0.15, to - 0.15])
    stage.box({ x, y: 0, z: lot - 0.05, w: 0.3, h: 1.75, d: 0.3 }, light.solid(block));
  drawGate(stage, from + 0.15, to - 0.15, lot, '#8f5240', light, 1.5);
  drawCans(site, to > half - 2 ? from - 3.4 : to + 0.5, to > half - 2 ? from - 0.6 : to + 3, lot - 0.5);
}

/** One wide storey under a big roof, with a porch on posts. */
export function planBungalow(recipe: FacadeRecipe, rng: Rng): Building {
  const look = pickLook(recipe.priceClass, rng);
  const isPlain = recipe.priceClass === 'plain';
  const seed = rng.int(0, 99);
  const side = rng.side();
  const [w, ridge] = isPlain ? [9.6, 1.8] : [12.8, rng.range(2.4, 3.1)];
  const gable = rng.chance(0.5);
  const plan: HousePlan = {
    bounds: { x: -w / 2 - 0.8, y: 0, z: -1.4, w: w + 1.6, h: 3.2 + ridge, d: 10 },
    drive: side > 0 ? [w / 2 - 3.2, w / 2 + 0.4] : [-w / 2 - 0.4, -w / 2 + 3.2],
    draw: (site) => drawBungalow(site, w, ridge, side, seed, isPlain, gable),
  };
  return onLot(recipe, rng, plan, look);
}

function drawBungalow(
  site: HouseSite,
  w: number,
  ridge: number,
  side: number,
  seed: number,
  isPlain: boolean,
  gable: boolean,
): void {
  const { stage, light, look } = site;
  const box: Box = { x: -w / 2, y: 0, z: 0.4, w, h: 3.2, d: 8 };
  groundShadow(stage, { ...box, h: 4 }, light);
  const u = (from: number, to: number): [number, number] => (side > 0 ? [from, to] : [w - to, w - from]);
  const cover = () =>
    drawRoof(
      stage,
      { x: box.x - 0.9, y: 3.2, z: -0.7, w: w + 1.8, h: ridge, d: 10.2 },
      gable ? 0.85 : 0.1,
      look.roof,
      light,
    );
  underCover(stage, 3.2, cover, () => {
    const { front, side: end } = raise(site, box, look.wall);
    if (isPlain) drawBlockwork(front, 3.2, light);
    front.face.rect(0, 0, w, 0.75, light.tone(look.second, front.exposure));
    for (const [from, to] of [u(0.8, 3.2), u(w - 3.9, w - 1)] as const) {
      drawWindow(site, front, from, 0.95, to, 2.45, { panes: 3, hasSill: true });
      if (isPlain) drawGrille(front, from, 0.95, to, 2.45, light);
    }
    const [door] = u(w / 2 - 1.3, w / 2 - 0.1);
    drawDoor(site, front, door, 0.25, 1.2, 2.2);
    if (isPlain || seed % 2) drawAircon(front, u(3.5, 4.3)[0], 1.7, light);
    if (end) {
      drawWindow(site, end, 2.6, 1, 5.2, 2.4, { hasSill: true });
      if (isPlain) drawGrille(end, 2.6, 1, 5.2, 2.4, light);
    }
    shadeBelow(front, 0, w, 3.2, 0.65, light);
  });
  const middle = -side * 0.7;
  const porch: Box = { x: middle - 2.1, y: 0, z: -2, w: 4.2, h: 2.6, d: 2.4 };
  stage.box({ ...porch, h: 0.25 }, light.solid('#d8cbb9'));
  const posts = () => {
    for (const x of [porch.x + 0.1, porch.x + porch.w - 0.4])
      stage.box(
        { x, y: 0.25, z: porch.z + 0.1, w: 0.28, h: 2.4, d: 0.28 },
        light.solid(isPlain ? look.frame : look.second),
      );
  };
  underCover(
    stage,
    2.7,
    () =>
      isPlain
        ? drawSlab(stage, { ...porch, x: porch.x - 0.2, y: 2.62, h: 0.12, w: porch.w + 0.4 }, look.roof, light)
        : drawGable(site, { x: porch.x - 0.5, y: 2.65, z: porch.z - 0.4, w: porch.w + 1, h: 1.6, d: 3.2 }),
    posts,
  );
}

/** Two homes under one roof, each the mirror of the other. */
export function planDuplex(recipe: FacadeRecipe, rng: Rng): Building {
  const look = pickLook(recipe.priceClass, rng);
  const isPlain = recipe.priceClass === 'plain';
  const isFlat = !isPlain && rng.chance(0.5);
  const seed = rng.int(0, 99);
  const h = recipe.storeys * RISE + 0.1;
  const plan: HousePlan = {
    bounds: { x: -8, y: 0, z: -1.3, w: 16, h: h + (isFlat ? 0.6 : 2.4), d: 9.7 },
    drive: [-2.4, 2.4],
    draw: (site) => drawDuplex(site, recipe.storeys, h, isFlat, isPlain, seed),
  };
  return onLot(recipe, rng, plan, look);
}

function drawDuplex(
  site: HouseSite,
  storeys: number,
  h: number,
  isFlat: boolean,
  isPlain: boolean,
  seed: number,
): void {
  const { stage, light, look } = site;
  groundShadow(stage, { x: -7.6, y: 0, z: -1, w: 15.2, h, d: 9 }, light);
  const cover = () => {
    if (isFlat) {
      for (const x of [-7.9, 0.05])
        drawSlab(stage, { x, y: h, z: -1, w: 7.85, h: 0.34, d: 10 }, lighten(look.wall, 0.45), light);
      return;
    }
    drawRoof(stage, { x: -7.9, y: h, z: -0.8, w: 15.8, h: 2.3, d: 10 }, isPlain ? 0.8 : 0.15, look.roof, light);
    if (!isPlain) for (const x of [-7, 2.6]) drawGable(site, { x, y: h, z: -1.1, w: 4.4, h: 1.7, d: 4 });
  };
  underCover(stage, h, cover, () => {
    const { front, side } = raise(site, { x: -7.2, y: 0, z: 0, w: 14.4, h, d: 8.4 }, look.wall);
    if (isPlain) drawBlockwork(front, h, light);
    // Each home has its own colour above the ground floor.
    for (const home of [0, 1]) drawHalf(site, front, home, storeys, isPlain, seed);
    if (side)
      for (let f = 0; f < storeys; f++) {
        drawWindow(site, side, 2, f * RISE + 0.9, 4, f * RISE + 2.4, { hasSill: true });
        drawWindow(site, side, 5.4, f * RISE + 0.9, 6.8, f * RISE + 2.4, { hasSill: true });
      }
    front.face.rect(7.05, 0, 7.35, h, light.tone(darken(look.second, 0.15), 0.7), 0.15);
    shadeBelow(front, 0, 14.4, h, 0.5, light);
    for (let f = 1; f < storeys; f++)
      for (const x of [-3.4, 0.7]) {
        const slab = { x, y: f * RISE, z: -1.3, w: 2.7, h: 0.24, d: 1.3 };
        shadeBelow(front, x + 7.2, x + 9.9, slab.y, 0.5, light);
        drawSlab(stage, slab, lighten(look.wall, 0.4), light);
        drawRailing(stage, slab, light, isFlat ? 'glass' : 'bars', look.frame);
      }
  });
}

function drawHalf(
  site: HouseSite,
  front: SeenWall,
  home: number,
  storeys: number,
  isPlain: boolean,
  seed: number,
): void {
  const { light, look } = site;
  const u = (from: number, to: number): [number, number] => (home === 0 ? [from, to] : [14.4 - to, 14.4 - from]);
  if (home === 1 && seed % 2)
    front.face.rect(7.2, 0.35, 14.4, storeys * RISE + 0.1, alpha(light.tone(look.second, front.exposure), 0.4));
  const [c0, c1] = u(0.6, 3.6);
  drawWindow(site, front, c0, 0.4, c1, 2.4, { panes: 3 });
  if (isPlain) drawGrille(front, c0, 0.4, c1, 2.4, light);
  const [w0, w1] = u(4, 6.3);
  if (!isPlain) drawCladding(front, w0, 0, w1, 2.9, look.wood, light);
  drawDoor(site, front, u(4.5, 5.75)[0], 0.2, 1.25, 2.2);
  for (let f = 1; f < storeys; f++) {
    const v = f * RISE;
    front.face.rect(
      u(0, 7.2)[0],
      v - 0.05,
      u(0, 7.2)[1],
      v + 0.12,
      light.tone(lighten(look.wall, 0.35), front.exposure),
      0.05,
    );
    const [e0, e1] = u(0.8, 3.4);
    drawWindow(site, front, e0, v + 0.75, e1, v + 2.4, { panes: 2, hasSill: true });
    if (isPlain) drawGrille(front, e0, v + 0.75, e1, v + 2.4, light);
    if ((seed + home) % 2 === 0) drawAircon(front, u(3.5, 4)[0] - 0.2, v + 0.4, light);
    const [g0, g1] = u(4.3, 6.3);
    front.face.rect(g0 - 0.3, v + 0.3, g1 + 0.3, v + 2.9, light.tone(look.second, front.exposure));
    drawWindow(site, front, g0, v + 0.35, g1, v + 2.4, { panes: 2 });
  }
}

type Style = 'stack' | 'contemporary' | 'modern' | 'mediterranean' | 'heritage';

const styles: Record<PriceClass, readonly Style[]> = {
  plain: ['stack'],
  middle: ['mediterranean', 'contemporary', 'stack', 'modern'],
  fine: ['modern', 'contemporary', 'heritage', 'mediterranean', 'contemporary'],
};

/** A house in a village; its style follows from its class and its storeys. */
export function planVillageHouse(recipe: FacadeRecipe, rng: Rng): Building {
  const { storeys, priceClass } = recipe;
  if (storeys === 1) return planBungalow(recipe, rng);
  const look = pickLook(priceClass, rng);
  const picked = rng.pick(styles[priceClass]);
  const seed = rng.int(0, 999);
  const style = storeys > 2 && picked !== 'stack' ? 'contemporary' : picked;
  return onLot(recipe, rng, houses[style](storeys, priceClass, seed), look);
}

const houses: Record<Style, (storeys: number, priceClass: PriceClass, seed: number) => HousePlan> = {
  stack: (storeys, priceClass, seed) => ({
    bounds: { x: -5.4, y: 0, z: -1.2, w: 10.8, h: storeys * RISE + 2, d: 9.6 },
    drive: seed % 2 ? [2.2, 5] : [-5, -2.2],
    draw: (site) => drawStack(site, storeys, seed, priceClass === 'plain'),
  }),
  contemporary: (storeys, _, seed) => ({
    bounds: { x: -7.2, y: 0, z: -1.4, w: 14.4, h: storeys * 3.2 + 0.4, d: 10 },
    drive: seed % 2 ? [2.6, 6.8] : [-6.8, -2.6],
    draw: (site) => drawContemporary(site, storeys, seed),
  }),
  modern: (_, __, seed) => ({
    bounds: { x: -7.1, y: 0, z: -2, w: 15.2, h: 6.7, d: 11 },
    drive: [2.7, 6.9],
    draw: (site) => drawModernHouse(site, seed),
  }),
  mediterranean: () => ({
    bounds: { x: -6.8, y: 0, z: -1.4, w: 14.2, h: 8.2, d: 10.4 },
    drive: [2.7, 6.9],
    draw: drawMediterraneanHouse,
  }),
  heritage: () => ({
    bounds: { x: -7.2, y: 0, z: -1.5, w: 14.4, h: 9.8, d: 11 },
    drive: [5.9, 8.4],
    draw: drawHeritageHouse,
  }),
};

/** A narrow house, each storey like the one below, a balcony above the gate. */
export function drawStack(site: HouseSite, storeys: number, seed: number, isPlain: boolean): void {
  const { stage, light, look } = site;
  const h = storeys * RISE;
  const box: Box = { x: -4.6, y: 0, z: 0, w: 9.2, h, d: 8.4 };
  groundShadow(stage, box, light);
  const isDeck = isPlain && seed % 3 === 0;
  const cover = () => {
    if (isDeck) {
      const top = { x: -4.8, y: h, z: -0.3, w: 9.6, h: 0.9, d: 9 };
      underCover(
        stage,
        h + 0.9,
        () => drawTank(stage, 2, h + 0.9, 4, light),
        () => drawSlab(stage, top, lighten(look.wall, 0.2), light),
      );
    } else {
      drawRoof(
        stage,
        { x: -5.3, y: h, z: -0.9, w: 10.6, h: isPlain ? 1.6 : 2.2, d: 10.2 },
        seed % 2 ? 0.9 : 0.1,
        look.roof,
        light,
      );
    }
  };
  underCover(stage, h, cover, () => {
    const { front, side } = raise(site, box, look.wall);
    // The uppermost storey of a plain house is often still bare blocks.
    if (isPlain) drawBlockwork(front, h, light);
    if (isPlain && side) drawBlockwork(side, h, light);
    const flip = seed % 2 === 0;
    const u = (from: number, to: number): [number, number] => (flip ? [9.2 - to, 9.2 - from] : [from, to]);
    for (let f = 0; f < storeys; f++) {
      const v = f * RISE;
      if (f > 0)
        front.face.rect(0, v - 0.1, 9.2, v + 0.1, light.tone(lighten(look.second, 0.2), front.exposure), 0.06);
      const [a, b] = u(0.8, 3.4);
      drawWindow(site, front, a, v + 0.95, b, v + 2.35, { panes: 3, hasSill: true });
      if (isPlain) drawGrille(front, a, v + 0.95, b, v + 2.35, light);
      const [c, e] = u(6.2, 8.4);
      if (f > 0) drawWindow(site, front, c, v + 0.25, e, v + 2.35, { panes: 2 });
      if (isPlain && f > 0) drawGrille(front, c, v + 0.25, e, v + 2.35, light);
      if ((seed + f) % 2 === 0) drawAircon(front, u(4.4, 5.2)[0], v + 1.3, light);
      if (side) {
        drawWindow(site, side, 3, v + 1, 4.8, v + 2.3, { hasSill: true });
        if (isPlain) drawGrille(side, 3, v + 1, 4.8, v + 2.3, light);
      }
    }
    drawDoor(site, front, u(4.3, 5.4)[0], 0.12, 1, 2.15);
    const [g0, g1] = u(6, 8.8);
    front.face.rect(g0, 0, g1, 2.4, light.tone('#554d45', front.exposure * 0.6));
    for (let f = 1; f < storeys; f++) {
      const slab = { x: -4.6 + g0 - 0.3, y: f * RISE - 0.1, z: -1.1, w: g1 - g0 + 0.5, h: 0.2, d: 1.1 };
      shadeBelow(front, g0, g1, slab.y, 0.6, light);
      drawSlab(stage, slab, lighten(look.wall, 0.25), light);
      drawRailing(stage, slab, light, 'bars', isPlain ? look.second : look.frame);
    }
    shadeBelow(front, 0, 9.2, h, 0.45, light);
  });
}

/** Boxes of plaster, stone and glass shifted against each other. */
function drawContemporary(site: HouseSite, storeys: number, seed: number): void {
  const { stage, light, look } = site;
  const rise = 3.2;
  const mirror = seed % 2 ? 1 : -1;
  const at = (x: number, w: number) => (mirror > 0 ? x : -x - w);
  groundShadow(stage, { x: -7, y: 0, z: -1, w: 14, h: storeys * rise, d: 9 }, light);
  const levels = Array.from({ length: storeys }, (_, f): Box => {
    if (f === 0) return { x: at(-6.6, 9), y: 0, z: 0, w: 9, h: rise, d: 8.6 };
    if (f === 1) return { x: at(-4.6, 11.4), y: rise, z: -1.3, w: 11.4, h: rise, d: 9.4 };
    return { x: at(-3.4, 7.4), y: f * rise, z: 0.6, w: 7.4, h: rise - 0.2, d: 7 };
  });
  const colours = [look.second, look.wall, mix(look.second, look.wood, 0.4)];
  const drawLevel = (box: Box, f: number) => {
    const slab = () =>
      drawSlab(
        stage,
        {
          ...box,
          x: box.x - 0.35,
          y: box.y + box.h - 0.02,
          z: box.z - 0.4,
          w: box.w + 0.7,
          h: 0.3,
          d: box.d + 0.7,
        },
        lighten(look.wall, 0.35),
        light,
      );
    underCover(stage, box.y + box.h, slab, () => {
      const { front, side } = raise(site, box, colours[f] ?? look.wall);
      const u = (from: number, to: number): [number, number] =>
        mirror > 0 ? [from, to] : [box.w - to, box.w - from];
      const [a, b] = u(0.6, box.w * 0.46);
      const [c, e] = u(box.w * 0.56, box.w * 0.72);
      const [g, i] = u(box.w * 0.76, box.w - 0.5);
      drawWindow(site, front, a, f === 0 ? 0.2 : 0.4, b, 2.7, { panes: 3 });
      if (f === 0) {
        drawCladding(front, c - 0.5, 0, e + 0.5, rise - 0.1, look.wood, light);
        drawDoor(site, front, c, 0.15, 1.2, 2.3);
      } else {
        drawCladding(front, c, 0.1, e, rise - 0.1, look.wood, light, seed % 3 !== 0);
        drawWindow(site, front, g, 0.9, i, 2.6, { panes: 2 });
      }
      if (side) {
        drawWindow(site, side, 2.2, 0.9, 4.6, 2.5, { panes: 2 });
        drawCladding(side, 5.6, 0.3, 6.6, rise - 0.3, look.wood, light);
      }
      shadeBelow(front, 0, box.w, box.h, 0.4, light);
    });
    if (f >= 1 && f < storeys - 1) {
      const deck = { x: box.x, y: box.y + box.h, z: box.z, w: box.w, h: 0.28, d: 1.8 };
      drawRailing(stage, deck, light, 'glass', look.frame);
    }
  };
  const carport = () => {
    const back: Box = { x: at(2.4, 4.3), y: 0, z: 4, w: 4.3, h: rise, d: 4.4 };
    const { front } = raise(site, back, darken(look.wall, 0.25));
    drawCladding(front, 0.2, 0, 4.1, 2.8, look.wood, light, false);
  };
  const posts = () => {
    for (const x of [at(6.3, 0.3), at(2.8, 0.3)])
      stage.box({ x, y: 0, z: -1.1, w: 0.3, h: rise, d: 0.3 }, light.solid(look.frame));
  };
  const isAbove = stage.camera.settings.y > rise;
  if (isAbove) {
    carport();
    for (const [f, box] of levels.entries()) drawLevel(box, f);
    posts();
  } else {
    for (const [f, box] of [...levels.entries()].reverse()) {
      if (f === 0) carport();
      drawLevel(box, f);
    }
    posts();
  }
  const deck = { x: at(-6.9, 2.2), y: rise, z: -0.3, w: 2.2, h: 0.28, d: 6 };
  drawRailing(stage, deck, light, 'glass', look.frame);
}

/** Two shifted storeys, deep flat eaves, timber and glass. */
function drawModernHouse(site: HouseSite, seed: number): void {
  const { stage, light, look } = site;
  const upperAt = -0.6 - (seed % 10) / 10;
  groundShadow(stage, { x: -7, y: 0, z: -1, w: 14.2, h: 6.6, d: 9 }, light);
  const slab = (box: Box) => drawSlab(stage, box, lighten(look.wall, 0.42), light);
  const lower = () => {
    const back = raise(site, { x: 2.6, y: 0, z: 3.6, w: 4.4, h: 2.9, d: 4.4 }, darken(look.wall, 0.25));
    drawCladding(back.front, 0.2, 0, 4.2, 2.7, look.wood, light, false);
    const { front, side } = raise(site, { x: -6.6, y: 0, z: 0, w: 9.2, h: 3.1, d: 8 }, look.wall);
    drawCladding(front, 6.2, 0, 9.2, 3.1, look.wood, light);
    drawDoor(site, front, 7, 0.25, 1.25, 2.35);
    drawWindow(site, front, 0.7, 0.25, 5.6, 2.65, { panes: 4 });
    shadeBelow(front, 0, 9.2, 3.1, 0.5, light);
    if (side) drawWindow(site, side, 2.4, 1, 5.6, 2.5, { hasSill: true });
  };
  const posts = () => {
    for (const x of [6.6, 2.75])
      stage.box({ x, y: 0, z: upperAt + 0.15, w: 0.3, h: 3.1, d: 0.3 }, light.solid(look.frame));
  };
  const upper = () => {
    const { front, side } = raise(site, { x: -1.6, y: 3.3, z: upperAt, w: 8.8, h: 3, d: 8.6 }, look.second);
    drawWindow(site, front, 0.8, 0.55, 3.6, 2.5, { panes: 2 });
    drawCladding(front, 4.1, 0.02, 5.5, 3, look.wood, light);
    drawWindow(site, front, 6, 0.2, 8.2, 2.6, { panes: 3 });
    if (side) drawWindow(site, side, 3, 0.9, 5.4, 2.4, { hasSill: true });
    shadeBelow(front, 0, 8.8, 3, 0.55, light);
  };
  // The terrace over the ground floor belongs to the cover of the ground floor.
  const terrace = () => {
    slab({ x: -7.1, y: 3.1, z: -1.1, w: 9.6, h: 0.28, d: 9.4 });
    const deck = { x: -6.9, y: 3.1, z: -0.95, w: 5.2, h: 0.28, d: 6 };
    drawRailing(stage, deck, light, seed % 3 ? 'glass' : 'bars', look.frame);
  };
  const top = () =>
    underCover(stage, 6.3, () => slab({ x: -2.5, y: 6.3, z: upperAt - 1, w: 10.6, h: 0.32, d: 10.4 }), upper);
  underCover(
    stage,
    3.3,
    () => {
      for (const draw of stage.camera.settings.y < 3.3 ? [top, terrace] : [posts, terrace, top]) draw();
    },
    lower,
  );
  if (stage.camera.settings.y < 3.3) posts();
}

/** Stucco, arches and clay tiles. */
function drawMediterraneanHouse(site: HouseSite): void {
  const { stage, light, look } = site;
  groundShadow(stage, { x: -6.2, y: 0, z: -0.4, w: 13, h: 6.4, d: 8.4 }, light);
  const mainRoof = { x: -6.8, y: 6, z: -0.2, w: 10.2, h: 2.3, d: 9.6 };
  underCover(
    stage,
    6,
    () => drawRoof(stage, mainRoof, 0, look.roof, light),
    () => {
      const { front, side } = raise(site, { x: -6, y: 0, z: 0.6, w: 8.6, h: 6, d: 8 }, look.wall);
      for (const u of [1, 3.55, 6.1])
        drawWindow(site, front, u, 3.75, u + 1.4, 5.5, { isArched: true, hasSill: true });
      drawShutters(site, front, [1, 3.55, 6.1], 3.75, 5);
      if (side) {
        drawWindow(site, side, 2, 3.75, 3.5, 5.4, { isArched: true, hasSill: true });
        drawWindow(site, side, 4.6, 1, 6.2, 2.5, { hasSill: true });
      }
      shadeBelow(front, 0, 8.6, 6, 0.6, light);
      for (const u of [0.75, 3.3]) drawWindow(site, front, u, 0.5, u + 1.5, 2.4);
      drawDoor(site, front, 6, 0.25, 1.3, 2.4);
      front.face.rect(0, 0.02, 8.6, 3.2, alpha(light.shadowColour, light.isDusk ? 0.2 : 0.34));
    },
  );
  const towerRoof = { x: 2, y: 4.4, z: -1.1, w: 5.4, h: 1.6, d: 8.8 };
  underCover(
    stage,
    4.4,
    () => drawRoof(stage, towerRoof, 0, look.roof, light),
    () => {
      const { front, side } = raise(site, { x: 2.6, y: 0, z: -0.4, w: 4.2, h: 4.4, d: 7.4 }, look.second);
      drawWindow(site, front, 1, 0.25, 3.2, 3.3, { isArched: true, panes: 2 });
      if (side) drawWindow(site, side, 2, 1, 3.6, 2.7, { isArched: true, hasSill: true });
      shadeBelow(front, 0, 4.2, 4.4, 0.5, light);
    },
  );
  drawArcade(site, { x: -6, y: 0, z: -1.4, w: 8.2, h: 3.1, d: 2 }, 3);
}

function drawShutters(site: HouseSite, wall: SeenWall, places: readonly number[], v0: number, v1: number): void {
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
  const holes = Array.from({ length: count }, (_, i) => front.arch(i * bay + 0.28, 0, (i + 1) * bay - 0.28, 2.75));
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

/** After the old bahay na bato: stone below, a jutting timber floor with capiz windows above. */
function drawHeritageHouse(site: HouseSite): void {
  const { stage, light, look } = site;
  groundShadow(stage, { x: -6, y: 0, z: -0.6, w: 12.4, h: 6.6, d: 9 }, light);
  const upper = () => {
    const { front, side } = raise(site, { x: -6.1, y: 3.3, z: -0.4, w: 12.2, h: 3.3, d: 9 }, look.wood);
    for (const wall of [front, side]) if (wall) drawCapiz(site, wall);
    shadeBelow(front, 0, 12.2, 3.3, 0.5, light);
  };
  const roof = () =>
    drawRoof(stage, { x: -7.2, y: 6.6, z: -1.5, w: 14.4, h: 3.4, d: 11.2 }, 0.05, look.roof, light);
  const lower = () => {
    const { front, side } = raise(site, { x: -5.6, y: 0, z: 0.4, w: 11.2, h: 3.3, d: 8 }, '#cdbfa6');
    drawStones(front, 11.2, 3.3, light, new Rng(1));
    if (side) drawStones(side, side.length, 3.3, light, new Rng(2));
    const { face, exposure } = front;
    stage.drawing.path(face.arch(4.3, 0, 6.9, 2.95), light.tone('#e6dcc8', exposure));
    stage.drawing.path(face.arch(4.5, 0, 6.7, 2.75), light.tone(look.wood, exposure));
    face.rect(5.55, 0, 5.65, 2.6, light.tone(darken(look.wood, 0.4), exposure));
    for (const u of [1.3, 8.3])
      drawWindow(site, front, u, 0.9, u + 1.6, 2.5, { panes: 4, hasSill: true, frame: '#e6dcc8' });
    if (side) drawWindow(site, side, 3, 0.9, 4.7, 2.5, { panes: 4, frame: '#e6dcc8' });
    shadeBelow(front, 0, 11.2, 3.3, 0.7, light);
  };
  underCover(stage, 3.4, () => underCover(stage, 6.6, roof, upper), lower);
}

function drawStones({ face, exposure }: SeenWall, length: number, height: number, light: Light, rng: Rng): void {
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
function drawCapiz({ look, light }: HouseSite, wall: SeenWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const bays = Math.round(length / 2.4);
  const bay = length / bays;
  const pale = light.isDusk ? '#ffdca0' : light.tone('#f3ead6', exposure);
  let lattice = '';
  for (let b = 0; b < bays; b++) {
    const [u0, u1] = [b * bay + 0.2, (b + 1) * bay - 0.2];
    const opening = b % 3 === 1 ? 0.5 : 1;
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

/** Lawn planting, then the fence with a gap for the drive. */
function drawFrontGarden(
  { stage, light, look }: HouseSite,
  rng: Rng,
  lot: number,
  half: number,
  gap: readonly [number, number],
): void {
  const bloom = rng.pick(['#dd4f86', '#f08a3c', '#f6d04d', '#ffffff', '#b8489a']);
  const spots: P3[] = [];
  for (const x of [-half, -half + 3.2, gap[0] - 1, gap[1] + 1, half - 1]) {
    if (x < gap[0] - 0.4 || x > gap[1] + 0.4) spots.push([x, 0, lot + rng.range(1.4, 3.2)]);
  }
  spots.sort((a, b) => stage.camera.view(b)[2] - stage.camera.view(a)[2]);
  spots.forEach((spot) => {
    const [sx, sy] = stage.camera.project(spot);
    const scale = stage.camera.scaleAt(spot);
    const isEnd = Math.abs(spot[0]) > half - 1.5;
    drawShrubs(
      stage.drawing,
      [sx - scale * 1.1, sy],
      [sx + scale * 1.1, sy],
      scale * 0.8,
      light,
      rng,
      rng.chance(0.6) ? bloom : undefined,
    );
    if (isEnd && rng.chance(0.7)) drawPalm(stage.drawing, sx, sy, scale * rng.range(4.6, 6.4), light, rng);
    else if (rng.chance(0.5))
      drawLeaves(
        stage.drawing,
        sx,
        sy - scale * 0.2,
        scale * rng.range(1, 1.5),
        light.tone('#5f9a4a', 0.7),
        rng,
        9,
        0.1,
      );
  });
  const kind = rng.int(0, 2);
  const height = kind === 1 ? 0.8 : 1.1;
  if (kind === 2) {
    for (const [from, to] of [
      [-half, gap[0] - 0.3],
      [gap[1] + 0.3, half],
    ] as const) {
      const [a, b] = [stage.camera.project([from, 0, lot + 0.3]), stage.camera.project([to, 0, lot + 0.3])];
      drawShrubs(
        stage.drawing,
        a,
        b,
        stage.camera.scaleAt([(from + to) / 2, 0, lot]) * 0.85,
        light,
        rng,
        rng.chance(0.5) ? bloom : undefined,
      );
    }
    return;
  }
  drawFence(stage, lot, -half, gap[0], height, look.wall, light, kind === 0);
  drawFence(stage, lot, gap[1], half, height, look.wall, light, kind === 0);
  for (const x of [gap[0] - 0.35, gap[1] - 0.15]) {
    stage.box({ x, y: 0, z: lot - 0.1, w: 0.5, h: 1.6, d: 0.5 }, light.solid(look.second));
    stage.box(
      { x: x - 0.08, y: 1.6, z: lot - 0.18, w: 0.66, h: 0.14, d: 0.66 },
      light.solid(lighten(look.wall, 0.3)),
    );
    if (!light.isDusk) continue;
    const [sx, sy] = stage.camera.project([x + 0.25, 1.9, lot]);
    stage.drawing.glow(sx, sy, 70, 70, '#ffdf9c', 0.8);
    stage.drawing.circle(sx, sy, 8, '#fff4d4');
  }
}
