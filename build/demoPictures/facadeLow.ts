import type { Rng } from '#server/demo/random.ts';
import { type P3, Stage } from './camera.ts';
import { drawShophouses, drawWalkUp } from './facadeBlocks.ts';
import { drawBungalow, drawMediterraneanHouse, drawModernHouse } from './facadeHouse.ts';
import {
  drawCladding,
  drawDoor,
  drawGable,
  drawRailing,
  drawRoof,
  drawSlab,
  drawWindow,
  groundShadow,
  type HouseLook,
  type HouseSite,
  orbitCamera,
  raise,
  type SeenWall,
  shadeBelow,
} from './facadeKit.ts';
import { type Light, pickLight } from './light.ts';
import { drawLeaves, drawPalm, drawShrubs, drawTree } from './plants.ts';
import { drawHills, drawSky, drawSkyline } from './sky.ts';
import { carColours, drawCar, drawFence, drawGround, drawLamp, drawStreet } from './street.ts';
import { alpha, Drawing, darken, HEIGHT, lighten, WIDTH } from './svg.ts';

/** Two homes under one roof, each the mirror of the other. */
function drawDuplexHouse(site: HouseSite, style: 'flat' | 'gabled'): void {
  const { stage, light, look } = site;
  groundShadow(stage, { x: -7.6, y: 0, z: -1, w: 15.2, h: 6.6, d: 9 }, light);
  if (style === 'flat') {
    for (const x of [-8, 0.1])
      drawSlab(stage, { x, y: 6.2, z: -1, w: 7.9, h: 0.34, d: 10 }, lighten(look.wall, 0.45), light);
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
    drawWindow(site, front, c0, 0.3, c1, 2.5, { panes: 3 });
    const [d0] = u(4.5, 5.75);
    const [w0, w1] = u(4, 6.3);
    drawCladding(front, w0, 0, w1, 3, look.wood, light);
    drawDoor(site, front, d0, 0.25, 1.25, 2.3);
    const [e0, e1] = u(0.8, 3.4);
    drawWindow(site, front, e0, 3.7, e1, 5.6, { panes: 2, hasSill: true });
    const [g0, g1] = u(4.3, 6.3);
    front.face.rect(g0 - 0.3, 3.3, g1 + 0.3, 6.2, light.tone(look.second, front.exposure));
    drawWindow(site, front, g0, 3.5, g1, 5.6, { panes: 2 });
  }
  if (body.side) {
    drawWindow(site, body.side, 2, 3.8, 4, 5.4, { hasSill: true });
    drawWindow(site, body.side, 4.6, 0.9, 6.4, 2.5, { hasSill: true });
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

/** After the old bahay na bato: stone below, a jutting timber floor with capiz windows above. */
function drawHeritageHouse(site: HouseSite): void {
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
    drawWindow(site, stone.front, u, 0.9, u + 1.6, 2.5, { panes: 4, hasSill: true, frame: '#e6dcc8' });
  }
  if (stone.side) drawWindow(site, stone.side, 3, 0.9, 4.7, 2.5, { panes: 4, frame: '#e6dcc8' });
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

const looks: HouseLook[] = [
  { wall: '#f4efe6', second: '#8d8478', wood: '#a9714b', roof: '#5d5a5c', frame: '#3b3f45', door: '#7c4a2d' },
  { wall: '#efe1cc', second: '#d9a77c', wood: '#8a5a3c', roof: '#b5573a', frame: '#f6efe2', door: '#3f6b66' },
  { wall: '#e9ecea', second: '#4c6670', wood: '#b98a5e', roof: '#48545c', frame: '#2f3a40', door: '#c97b4a' },
  { wall: '#f7e6c8', second: '#e0b271', wood: '#7d5238', roof: '#a84b32', frame: '#fff8ea', door: '#7a3b2e' },
  { wall: '#dfe5d6', second: '#8aa284', wood: '#96694a', roof: '#7c4f3f', frame: '#f9f7ee', door: '#4b5d45' },
  { wall: '#f3d9c9', second: '#c9785a', wood: '#85573f', roof: '#93402f', frame: '#fff3e6', door: '#38596b' },
  { wall: '#dbe7ec', second: '#7fa3b0', wood: '#a67c58', roof: '#3f5a6b', frame: '#ffffff', door: '#e0a13e' },
];

type LowKind = 'house' | 'duplex' | 'apartment' | 'commercial';

interface Setting {
  distance: number;
  eye: number;
  focal: number;
  horizon: number;
}

const settings: Record<LowKind, Setting> = {
  house: { distance: 23, eye: 2.3, focal: 1150, horizon: 545 },
  duplex: { distance: 24, eye: 2.3, focal: 1150, horizon: 545 },
  apartment: { distance: 33, eye: 2.6, focal: 1130, horizon: 625 },
  commercial: { distance: 27, eye: 2.3, focal: 1130, horizon: 600 },
};

/** Houses, pairs of houses, walk-up apartments and shophouses in their street. */
export function drawLowRise(rng: Rng, kind: LowKind): string {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 3, noon: 3, golden: 3, dusk: 2 });
  const { distance, eye, focal, horizon } = settings[kind];
  const yaw = rng.side() * rng.range(0.3, 0.5);
  const stage = new Stage(
    drawing,
    orbitCamera(yaw, distance, eye, focal, [WIDTH / 2 + Math.sign(yaw) * -20, horizon]),
  );
  const site: HouseSite = { stage, light, rng: rng.fork(1), look: rng.pick(looks) };
  drawSurroundings(stage, light, rng.fork(2), kind);
  if (kind === 'commercial') {
    drawStreet(stage, -1.2, 4, 8, light);
    drawShophouses(site);
    drawStreetLife(stage, light, rng.fork(3), -5.2);
  } else if (kind === 'apartment') {
    drawStreet(stage, -5.5, 2.4, 8, light);
    drawWalkUp(site);
    drawFrontGarden(site, rng.fork(4), -5.5, 9, [-2.6, 2.6]);
    drawStreetLife(stage, light, rng.fork(3), -7.9);
  } else {
    drawHome(site, rng, kind);
  }
  drawCorner(stage, light, rng.fork(5));
  return drawing.toString();
}

function drawSurroundings(stage: Stage, light: Light, rng: Rng, kind: LowKind): void {
  const { drawing } = stage;
  const area = { x: 0, y: 0, w: WIDTH, h: HEIGHT };
  const horizon = stage.camera.settings.centre[1];
  drawSky(drawing, { ...area, h: horizon }, light, rng);
  if (rng.chance(0.6)) drawHills(drawing, area, horizon, rng.range(70, 120), light.far('#6f8f8c', 0.62), rng);
  if (kind === 'commercial' || kind === 'apartment' || rng.chance(0.4)) {
    drawSkyline(drawing, area, horizon, light, rng, {
      height: rng.range(170, 250),
      distance: 0.66,
      breadth: 66,
      hasWindows: true,
      gaps: 0.25,
    });
  }
  drawGround(stage, '#8bab5c', light);
  drawShrubs(drawing, [-20, horizon + 16], [WIDTH + 20, horizon + 16], 74, light, rng);
  for (const x of [-24, -17, -11, 12, 18, 25]) {
    const place: P3 = [x + rng.range(-2, 2), 0, rng.range(10, 16)];
    const [sx, sy] = stage.camera.project(place);
    const scale = stage.camera.scaleAt(place);
    if (rng.chance(0.45)) drawPalm(drawing, sx, sy, scale * rng.range(7.5, 10.5), light, rng);
    else drawTree(drawing, sx, sy, scale * rng.range(6, 8.5), light, rng);
  }
}

function drawHome(site: HouseSite, rng: Rng, kind: 'house' | 'duplex'): void {
  const { stage, light } = site;
  const lot = -7;
  const drive: [number, number] = kind === 'duplex' ? [-2.4, 2.4] : [2.7, 6.9];
  drawStreet(stage, lot, 2, 8, light);
  const paving = light.tone('#cfc6b8', 0.85);
  stage.level(0.015, drive[0], lot, drive[1], 2, paving);
  if (kind === 'house') {
    const draw = rng.pick([
      drawModernHouse,
      drawModernHouse,
      drawMediterraneanHouse,
      drawBungalow,
      drawHeritageHouse,
    ]);
    if (draw !== drawModernHouse) stage.level(0.02, -0.9, lot, 0.6, -1.2, light.tone('#ded4c4', 0.9));
    draw(site);
  } else {
    drawDuplexHouse(site, rng.chance(0.5) ? 'flat' : 'gabled');
  }
  if (rng.chance(0.75))
    drawCar(
      stage,
      drive[0] + (kind === 'duplex' ? 1.4 : 1.2),
      0,
      rng.range(-5.6, -4.8),
      rng.pick(carColours),
      light,
      rng,
      true,
    );
  drawFrontGarden(site, rng.fork(4), lot, 8.6, drive);
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
  spots.forEach((spot, index) => {
    const [sx, sy] = stage.camera.project(spot);
    const scale = stage.camera.scaleAt(spot);
    const isEnd = index === 0 || index === spots.length - 1;
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

function drawStreetLife(stage: Stage, light: Light, rng: Rng, kerb: number): void {
  for (const x of [-7.5, 7.5]) drawLamp(stage, x + rng.range(-1, 1), kerb + 0.4, 5.2, light);
  const count = rng.int(1, 2);
  for (let i = 0; i < count; i++)
    drawCar(
      stage,
      i === 0 ? rng.range(-9, -4) : rng.range(2, 6),
      -0.2,
      kerb - 2.3,
      rng.pick(carColours),
      light,
      rng,
    );
}

/** Leaves close to the viewer in a lower corner give depth. */
function drawCorner(stage: Stage, light: Light, rng: Rng): void {
  const { drawing } = stage;
  const x = rng.chance(0.5) ? rng.range(-20, 60) : WIDTH - rng.range(-20, 60);
  const bloom = rng.pick(['#e0567f', '#f0a13c', '#ffffff', undefined]);
  drawing.glow(x, HEIGHT, 260, 60, light.shadowColour, 0.5);
  drawLeaves(drawing, x, HEIGHT + 40, rng.range(190, 260), light.tone('#4c8a4c', 0.5), rng, 11, 0.09);
  drawShrubs(drawing, [x - 190, HEIGHT + 30], [x + 190, HEIGHT + 30], 88, light, rng, bloom);
  drawing.rect(
    0,
    HEIGHT - 130,
    WIDTH,
    130,
    drawing.vertical(alpha(light.shadowColour, 0), alpha(darken(light.shadowColour, 0.2), 0.28)),
  );
}
