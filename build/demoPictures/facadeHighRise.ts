import type { Rng } from '#server/demo/random.ts';
import { type Box, Stage } from './camera.ts';
import { groundShadow, lampColour, orbitCamera, seenWalls } from './facadeKit.ts';
import { drawBlock, FLOOR, type TowerLook } from './facadeTower.ts';
import { type Light, pickLight } from './light.ts';
import { drawPalm, drawShrubs, drawTree } from './plants.ts';
import { drawHills, drawSky, drawSkyline } from './sky.ts';
import { carColours, drawCar, drawGround, drawLamp, drawStreet } from './street.ts';
import { alpha, Drawing, HEIGHT, lighten, mix, WIDTH } from './svg.ts';

interface PodiumLook {
  wall: string;
  trim: string;
}

/** Shops and a lobby at street level under a canopy. */
function drawPodium(stage: Stage, box: Box, look: PodiumLook, light: Light, rng: Rng): void {
  stage.box(box, light.solid(look.wall));
  for (const wall of seenWalls(stage, box, light)) {
    const { face, length, exposure } = wall;
    const bays = Math.max(3, Math.round(length / 5));
    const bay = length / bays;
    const shop = light.isDusk
      ? stage.drawing.vertical('#ffe2a3', '#f7b65e')
      : stage.drawing.vertical(
          light.tone('#8fb4bf', exposure),
          light.tone('#3f5f6c', exposure),
          light.tone('#c9a878', exposure * 0.7),
        );
    for (let b = 0; b < bays; b++) {
      const u = b * bay;
      face.rect(u + 0.4, 0, u + bay - 0.4, 4.2, shop);
      for (let i = 1; i < 3; i++)
        face.rect(
          u + (bay * i) / 3 - 0.07,
          0,
          u + (bay * i) / 3 + 0.07,
          4.2,
          light.tone('#3a4048', exposure),
        );
      face.rect(u + 0.4, 3.7, u + bay - 0.4, 4.2, alpha(light.shadowColour, 0.4));
      for (let level = 5.4; level + 1.6 < box.h; level += 3.1) {
        const isLit = rng.chance(light.lamps);
        face.rect(
          u + 0.7,
          level,
          u + bay - 0.7,
          level + 1.7,
          isLit ? lampColour(rng) : light.tone('#54707f', exposure),
        );
        face.rect(u + 0.7, level + 1.4, u + bay - 0.7, level + 1.7, alpha(light.shadowColour, 0.35));
      }
    }
  }
  stage.box(
    { x: box.x - 0.4, y: box.h, z: box.z - 0.4, w: box.w + 0.8, h: 0.9, d: box.d + 0.8 },
    light.solid(look.trim),
  );
  stage.box({ x: box.x - 1, y: 4.4, z: box.z - 2.6, w: box.w + 2, h: 0.5, d: 2.6 }, light.solid(look.trim));
}

const condoLooks: Omit<TowerLook, 'style'>[] = [
  { wall: '#f3efe6', accent: '#c98d63', slab: '#ffffff' },
  { wall: '#e8e2d8', accent: '#4f6b78', slab: '#fbf8f2' },
  { wall: '#d9cbb8', accent: '#7c5b46', slab: '#f5ede0' },
  { wall: '#f0e4d6', accent: '#d2694a', slab: '#fff7ec' },
  { wall: '#dfe6e6', accent: '#2f7f86', slab: '#ffffff' },
  { wall: '#cfd3cf', accent: '#6f8f6e', slab: '#f6f6f0' },
];

const officeLooks: Omit<TowerLook, 'style'>[] = [
  { wall: '#dfe5ea', accent: '#4a6478', slab: '#f4f7f9' },
  { wall: '#cbb79f', accent: '#5c4c40', slab: '#e8dccb' },
  { wall: '#b9c6cc', accent: '#2f4f66', slab: '#dfe8ec' },
  { wall: '#eceae4', accent: '#8a6f52', slab: '#ffffff' },
];

function drawBackdrop(drawing: Drawing, horizon: number, light: Light, rng: Rng): void {
  const area = { x: 0, y: 0, w: WIDTH, h: HEIGHT };
  drawSky(drawing, { ...area, h: horizon }, light, rng);
  if (rng.chance(0.5)) drawHills(drawing, area, horizon, 90, light.far('#7d93a3', 0.72), rng);
  drawSkyline(drawing, area, horizon, light, rng, { height: 210, distance: 0.75, breadth: 52 });
  drawSkyline(drawing, area, horizon + 6, light, rng, {
    height: 150,
    distance: 0.42,
    breadth: 78,
    hasWindows: true,
    gaps: 0.3,
  });
}

/** A tower in its street: residential with a podium, or offices. */
export function drawHighRise(rng: Rng, use: 'homes' | 'offices'): string {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 3, noon: 3, golden: 3, dusk: 3 });
  const horizon = rng.range(690, 715);
  const yaw = rng.side() * rng.range(0.4, 0.68);
  const stage = new Stage(
    drawing,
    orbitCamera(yaw, 112, 3.6, 1070, [WIDTH * rng.range(0.44, 0.56), horizon]),
  );
  drawBackdrop(drawing, horizon, light, rng.fork(1));
  drawGround(stage, '#8fa565', light);
  drawNeighbours(stage, light, rng.fork(3));
  const look: TowerLook = {
    ...rng.pick(use === 'homes' ? condoLooks : officeLooks),
    style:
      use === 'homes'
        ? rng.pick(['columns', 'bands', 'columns', 'grid', 'bands'])
        : rng.pick(['curtain', 'fins', 'curtain', 'bands']),
  };
  drawTowers(stage, look, light, rng, use);
  drawForeground(stage, yaw, light, rng.fork(2));
  return drawing.toString();
}

function drawTowers(stage: Stage, look: TowerLook, light: Light, rng: Rng, use: 'homes' | 'offices'): void {
  const near = stage.camera.settings.x < 0 ? -1 : 1;
  const podium: Box = { x: -24, y: 0, z: -11, w: 48, h: use === 'homes' ? 11.5 : 8.4, d: 26 };
  groundShadow(stage, { ...podium, h: 22 }, light);
  const floors = rng.int(14, 16);
  const block = (x: number, z: number, w: number, d: number, count: number): Box => ({
    x,
    y: podium.h,
    z,
    w,
    h: count * FLOOR,
    d,
  });
  const shape = rng.int(0, 2);
  const blocks =
    shape === 0
      ? [block(-near * 15 - 8, -2, 16, 15, floors - 4), block(near * 9 - 9, -8, 18, 17, floors)]
      : shape === 1
        ? [block(-13, -8, 26, 18, floors - 1)]
        : [block(-near * 13 - 7, -7, 14, 18, floors - 7), block(near * 3 - 9, -9, 18, 20, floors)];
  drawPodium(stage, podium, { wall: lighten(look.accent, 0.12), trim: look.slab }, light, rng);
  const twin: TowerLook = shape === 2 && look.style !== 'curtain' ? { ...look, style: 'grid' } : look;
  blocks.forEach((box, index) => {
    const isMain = index === blocks.length - 1;
    drawCrown(stage, box, look, light, rng, isMain);
    drawBlock(stage, box, isMain ? look : twin, light, rng);
  });
  drawRoofGarden(stage, podium, light, rng);
}

function drawCrown(
  stage: Stage,
  { x, y, z, w, h, d }: Box,
  look: TowerLook,
  light: Light,
  rng: Rng,
  isMain: boolean,
): void {
  const top = y + h + 1.1;
  stage.box(
    { x: x + w * 0.22, y: top, z: z + d * 0.25, w: w * 0.5, h: 4.2, d: d * 0.5 },
    light.solid(look.accent),
  );
  if (!isMain) return;
  const kind = rng.int(0, 2);
  if (kind === 0)
    stage.box(
      { x: x + w * 0.45, y: top + 4.2, z: z + d * 0.5, w: 0.5, h: 8, d: 0.5 },
      light.solid('#e9e4da'),
    );
  if (kind === 1) {
    stage.box(
      { x: x + w * 0.08, y: top + 4.6, z: z + d * 0.1, w: w * 0.84, h: 0.7, d: d * 0.8 },
      light.solid(look.slab),
    );
    for (const px of [0.1, 0.86])
      stage.box({ x: x + w * px, y: top, z: z + d * 0.12, w: 0.6, h: 4.6, d: 0.6 }, light.solid(look.slab));
  }
}

/** Trees along the front edge of the podium roof. */
function drawRoofGarden(stage: Stage, podium: Box, light: Light, rng: Rng): void {
  const y = podium.h + 0.9;
  for (let x = podium.x + 2; x < podium.x + podium.w - 1; x += rng.range(3, 5)) {
    const [sx, sy] = stage.camera.project([x, y, podium.z + 0.6]);
    const scale = stage.camera.scaleAt([x, y, podium.z]);
    drawShrubs(
      stage.drawing,
      [sx - scale, sy + scale * 0.6],
      [sx + scale, sy + scale * 0.6],
      scale * rng.range(1, 1.8),
      light,
      rng,
    );
  }
}

/** Lower blocks and trees around, so that the tower stands in a city. */
function drawNeighbours(stage: Stage, light: Light, rng: Rng): void {
  const plain: TowerLook = {
    wall: mix('#d6cfc4', light.haze, 0.35),
    accent: mix('#9fa8ab', light.haze, 0.35),
    slab: '#e9e4da',
    style: 'grid',
  };
  for (const side of [-1, 1]) {
    const w = rng.range(20, 30);
    const box = {
      x: side < 0 ? -34 - w : 34,
      y: 0,
      z: rng.range(24, 40),
      w,
      h: FLOOR * rng.int(4, 9),
      d: 20,
    };
    drawBlock(
      stage,
      box,
      { ...plain, wall: mix(rng.pick(['#d6cfc4', '#c7b3a0', '#cfd6d8']), light.haze, 0.3) },
      light,
      rng,
    );
  }
  const y = stage.camera.settings.centre[1] + 8;
  drawShrubs(stage.drawing, [-20, y + 8], [WIDTH + 20, y + 8], 42, light, rng);
}

function drawForeground(stage: Stage, yaw: number, light: Light, rng: Rng): void {
  const front = -17;
  drawStreet(stage, front, 5, 15, light);
  stage.level(0.03, -60, front, 60, front + 3, light.tone('#83a05a', 0.8));
  const ahead = Math.sign(yaw);
  const places: [number, number][] = [];
  for (let x = -42; x <= 42; x += 6.5) places.push([x + rng.range(-1, 1), front + 1.4]);
  places.sort((a, b) => stage.camera.view([b[0], 0, b[1]])[2] - stage.camera.view([a[0], 0, a[1]])[2]);
  for (const [x, z] of places) {
    const [sx, sy] = stage.camera.project([x, 0, z]);
    const scale = stage.camera.scaleAt([x, 0, z]);
    if (rng.chance(0.4)) drawPalm(stage.drawing, sx, sy, scale * rng.range(7.5, 10), light, rng);
    else if (rng.chance(0.6)) drawTree(stage.drawing, sx, sy, scale * rng.range(5, 7), light, rng);
    drawShrubs(
      stage.drawing,
      [sx - scale * 2.6, sy + 2],
      [sx + scale * 2.6, sy + 2],
      scale * 1,
      light,
      rng,
      rng.chance(0.4) ? '#d8527c' : undefined,
    );
  }
  drawLamp(stage, ahead * 10, front - 4, 8, light);
  drawLamp(stage, -ahead * 14, front - 4, 8, light);
  const lanes: [number, number][] = [
    [rng.range(-26, -6), front - 9],
    [rng.range(4, 20), front - 9],
    [rng.range(-14, 10), front - 16],
  ];
  for (const [x, z] of lanes.slice(0, rng.int(1, 3)))
    drawCar(stage, x, -0.2, z, rng.pick(carColours), light, rng);
  drawFrame(stage, light, rng);
}

/** Planting close to the viewer along the lower edge and in one corner. */
function drawFrame(stage: Stage, light: Light, rng: Rng): void {
  const { drawing } = stage;
  const side = rng.side();
  const x = side < 0 ? rng.range(20, 110) : WIDTH - rng.range(20, 110);
  if (rng.chance(0.6)) drawPalm(drawing, x, HEIGHT + 30, rng.range(420, 560), light, rng);
  else drawTree(drawing, x, HEIGHT + 20, rng.range(330, 430), light, rng);
  drawShrubs(
    drawing,
    [-30, HEIGHT + 14],
    [WIDTH + 30, HEIGHT + 14],
    58,
    light,
    rng,
    rng.pick(['#e0567f', '#f0a13c', '#ffffff', undefined]),
  );
}
