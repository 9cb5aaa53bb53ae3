import type { SkylineRecipe, WindowView } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import { Camera, type P3, Stage } from './camera.ts';
import { boxOutline, drawAircon, drawBlockwork, drawLaundry, seenWalls } from './facadeKit.ts';
import { drawBlock, type TowerLook } from './facadeTower.ts';
import { type Light, lightOf } from './light.ts';
import { drawFarCity, Field } from './neighbours.ts';
import { drawPalm, drawShrubs, drawTree } from './plants.ts';
import { drawHills, drawSea, drawSky, drawSkyline } from './sky.ts';
import {
  drawGround,
  drawJeepney,
  drawPerson,
  drawPoles,
  drawRain,
  drawSariSari,
  drawStreet,
  drawTricycle,
} from './street.ts';
import { alpha, Drawing, darken, HEIGHT, lighten, mix, num, rectPath, WIDTH } from './svg.ts';

const whole = { x: 0, y: 0, w: WIDTH, h: HEIGHT };

/** The view from a home, over the railing of its balcony: how far down the street lies follows from the floor. */
export function drawCity(rng: Rng, { view, floor, light: time }: SkylineRecipe): string {
  const drawing = new Drawing();
  const light = lightOf(time, rng.fork(1));
  const eye = 1.6 + (floor - 1) * 3.2;
  const isHigh = view === 'highCity' || view === 'bay';
  const camera = new Camera({
    x: 0,
    y: eye,
    z: 0,
    yaw: rng.range(-0.12, 0.12),
    pitch: isHigh ? -0.1 : 0,
    focal: 760,
    centre: [WIDTH / 2, isHigh ? 430 : 400 + rng.range(-15, 15)],
  });
  const stage = new Stage(drawing, camera);
  const { horizon } = camera;
  drawSky(drawing, { ...whole, h: horizon }, light, rng.fork(2));
  painters[view](stage, light, rng.fork(3), horizon);
  if (light.time === 'rain') drawRain(drawing, rng.fork(4));
  drawRail(stage, light, rng.fork(5), view === 'lightWell' || view === 'street');
  return drawing.toString();
}

type Painter = (stage: Stage, light: Light, rng: Rng, horizon: number) => void;

const painters: Record<WindowView, Painter> = {
  street: drawStreetView,
  garden: drawGardenView,
  lowCity: drawLowCity,
  highCity: drawHighCity,
  bay: drawBayView,
  lightWell: drawLightWell,
};

/** The houses across the street, wires at eye level, a jeepney below. */
function drawStreetView(stage: Stage, light: Light, rng: Rng, horizon: number): void {
  const { drawing } = stage;
  drawSkyline(drawing, whole, horizon, light, rng, { height: 130, distance: 0.7, breadth: 50, gaps: 0.3 });
  drawGround(stage, '#a8a595', light);
  drawFarCity(stage, 70, 'street', light, rng);
  const field = new Field(stage, light, 'street', rng.fork(1), rng.fork(2));
  for (const z of [58, 41, 24]) field.row(z, -z * 1.5, z * 1.5, null, z === 24 ? 23 : undefined);
  field.draw();
  drawStreet(stage, 23, 1.4, 7, light);
  const store = rng.range(-7, 2);
  drawSariSari(stage, store, 22.9, light, rng);
  drawTricycle(stage, { x: store + 6, z: 19.4 }, light, rng);
  drawJeepney(stage, { x: rng.range(-8, 4), z: 16.2, isReversed: true }, light, rng);
  for (let i = 0; i < 3; i++) drawPerson(stage, rng.range(-9, 9), 22, light, rng);
  drawPoles(stage, 13.6, [-34, -9 + rng.range(-2, 2), 16, 40], light, rng);
}

/** The garden of the estate: lawn, trees, a path, roofs behind. */
function drawGardenView(stage: Stage, light: Light, rng: Rng, horizon: number): void {
  const { drawing } = stage;
  drawHills(drawing, whole, horizon, 60, light.far('#7290a0', 0.65), rng);
  drawGround(stage, '#8bab5c', light);
  const field = new Field(stage, light, 'village', rng.fork(1), rng.fork(2));
  for (const z of [80, 62, 46]) field.row(z, -z * 1.4, z * 1.4, null);
  field.draw();
  stage.level(0.01, -60, 6, 60, 44, light.tone('#93b463', 0.95));
  const path: P3[] = Array.from({ length: 24 }, (_, i): P3 => {
    const t = i < 12 ? i / 11 : (23 - i) / 11;
    return [Math.sin(t * 4 + 1) * 5 + (i < 12 ? -0.9 : 0.9), 0.02, 8 + t * 33];
  });
  stage.fill(path, light.tone('#d9cdb8', 0.9));
  const spots = Array.from({ length: 17 }, (_, i): P3 => [rng.range(-26, 26), 0, 43 - i * 2]);
  for (const x of [-9.5, 10.5]) spots.push([x + rng.range(-1.5, 1.5), 0, 15]);
  for (const spot of spots) {
    const [sx, sy] = stage.camera.project(spot);
    const s = stage.camera.scaleAt(spot);
    const isNear = spot[2] < 20 && spot[2] !== 15;
    if (!isNear && rng.chance(0.4)) drawPalm(drawing, sx, sy, s * rng.range(6, 8), light, rng);
    else if (!isNear) drawTree(drawing, sx, sy, s * rng.range(4.5, 6.5), light, rng);
    else
      drawShrubs(
        drawing,
        [sx - s * 2, sy],
        [sx + s * 2, sy],
        s * 0.9,
        light,
        rng,
        rng.pick(['#e0567f', '#f2b84b']),
      );
  }
}

/** Roofs to the horizon. */
function drawLowCity(stage: Stage, light: Light, rng: Rng, horizon: number): void {
  const { drawing } = stage;
  if (rng.chance(0.5)) drawHills(drawing, whole, horizon, 50, light.far('#7290a0', 0.68), rng);
  drawSkyline(drawing, whole, horizon + 1, light, rng, { height: 120, distance: 0.72, breadth: 46, gaps: 0.3 });
  drawGround(stage, '#a8a595', light);
  drawFarCity(stage, 150, 'street', light, rng);
  const field = new Field(stage, light, 'street', rng.fork(1), rng.fork(2), 420);
  const trees = rng.fork(3);
  for (let z = 26; z < 190; z *= 1.24) {
    field.row(z, -z * 0.95 - 8, z * 0.95 + 8, null);
    for (let x = -z * 0.9; x < z * 0.9; x += trees.range(7, 22)) {
      const foot: P3 = [x, 0, z * 1.12 + trees.range(-1, 1)];
      const [sx, sy] = stage.camera.project(foot);
      const high = stage.camera.scaleAt(foot) * trees.range(6, 9);
      field.add({ x: x - 1, y: 0, z: foot[2], w: 2, h: 7, d: 2 }, () =>
        drawTree(drawing, sx, sy, high, light, trees),
      );
    }
  }
  field.draw();
}

/** Towers near and far over the low city. */
function drawHighCity(stage: Stage, light: Light, rng: Rng, horizon: number): void {
  const { drawing } = stage;
  if (rng.chance(0.6)) drawHills(drawing, whole, horizon, 70, light.far('#6f88a0', 0.7), rng);
  drawSkyline(drawing, whole, horizon + 2, light, rng, { height: 130, distance: 0.78, breadth: 36 });
  drawGround(stage, '#a8a595', light);
  drawFarCity(stage, 520, 'city', light, rng);
  const field = new Field(stage, light, 'city', rng.fork(1), rng.fork(2), 620);
  const eye = stage.camera.settings.y;
  for (let z = Math.max(60, eye * 0.9); z < 560; z *= 1.32) field.row(z, -z * 0.95 - 20, z * 0.95 + 20, null);
  const towers = rng.fork(3);
  for (const [z, count] of [
    [380, 5],
    [240, 3],
    [150, 2],
  ] as const)
    for (let i = 0; i < count; i++) {
      const share = (i + towers.range(0.15, 0.85)) / count;
      const w = towers.range(20, 30);
      const floors = Math.round((eye * towers.range(0.55, 1.45)) / 3.2) + 6;
      const box = {
        x: (share - 0.5) * z * 1.7,
        y: 0,
        z: z + towers.range(-20, 20),
        w,
        h: floors * 3.2,
        d: w * 0.8,
      };
      const far = Math.min(0.55, z / 620);
      const look: TowerLook = {
        wall: mix(towers.pick(['#e3d9c6', '#cfd6d8', '#d9c3a8', '#8fa3b0', '#f0ece2']), light.haze, far),
        accent: mix(towers.pick(['#8f6b4c', '#4f6b78', '#a8644a', '#6f8f6e']), light.haze, far),
        slab: mix('#f4f1ea', light.haze, far),
        style: towers.pick(['grid', 'bands', 'columns', 'curtain', 'fins']),
        seed: towers.int(0, 99),
      };
      field.add(box, () => drawBlock(stage, { outline: boxOutline(box), y: 0, floors, look }, light, rng));
    }
  field.draw();
}

/** The bay with ships, the shore below. */
function drawBayView(stage: Stage, light: Light, rng: Rng, horizon: number): void {
  const { drawing } = stage;
  drawHills(drawing, whole, horizon + 1, 46, light.far('#6f8fa8', 0.66), rng);
  drawSea(drawing, whole, horizon, light, rng);
  for (let i = 0; i < 4; i++) {
    const depth = rng.next();
    drawShip(drawing, rng.range(60, WIDTH - 60), horizon + 8 + depth * 60, 0.3 + depth * 0.5, light);
  }
  drawBoat(drawing, rng.range(200, WIDTH - 200), horizon + 110, 0.55, light);
  const shore = Math.max(150, stage.camera.settings.y * 3);
  stage.level(0, -900, 0, 900, shore, light.tone('#b5ae9c', 0.85));
  stage.level(0.01, -900, shore - 16, 900, shore - 4, light.tone('#93ad6a', 0.9));
  stage.level(0.02, -900, shore - 32, 900, shore - 18, light.tone('#7b7f88', 0.75));
  const palms: number[] = [];
  for (let x = -shore; x < shore; x += rng.range(0.06, 0.11) * shore) palms.push(x);
  for (const x of palms) {
    const [sx, sy] = stage.camera.project([x, 0, shore - 9]);
    drawPalm(drawing, sx, sy, stage.camera.scaleAt([x, 0, shore - 9]) * rng.range(10, 13), light, rng);
  }
  const field = new Field(stage, light, 'city', rng.fork(1), rng.fork(2));
  for (const share of [0.64, 0.44, 0.28]) field.row(shore * share, -shore, shore, null);
  field.draw();
}

/** The wall of the next house, a few metres away. */
function drawLightWell(stage: Stage, light: Light, rng: Rng): void {
  const wall = rng.pick(['#c9c2b6', '#b9b4ac', '#d2c4ae', '#b4bcbc']);
  const y = stage.camera.settings.y;
  const box = { x: -14, y: y - 12, z: 5.5, w: 28, h: 26, d: 1 };
  stage.box(box, light.solid(wall));
  const front = seenWalls(stage, box, light).find(({ isFront }) => isFront);
  if (!front) return;
  drawBlockwork(front, 26, light);
  const { face, exposure } = front;
  for (let u = 6.2; u < 22; u += 3.6)
    for (const v of [9.2, 12.3, 15.4]) {
      const isLit = rng.chance(0.15 + light.lamps);
      face.rect(u - 0.1, v - 0.1, u + 1.5, v + 1.3, light.tone('#e6e2d8', exposure));
      face.rect(u, v, u + 1.4, v + 1.2, isLit ? '#f2cf8c' : light.tone('#55666e', exposure * 0.6));
      let slats = '';
      for (let i = 0; i < 6; i++) slats += face.quad(u, v + 0.08 + i * 0.2, u + 1.4, v + 0.16 + i * 0.2, 0.02);
      stage.drawing.path(slats, light.tone('#b9c4c6', exposure), { opacity: 0.55 });
      if (rng.chance(0.5)) drawAircon(front, u + 1.9, v + 0.2, light);
    }
  for (const u of [5.2, 14.6]) face.rect(u, 0, u + 0.16, 26, light.tone('#a5a9a8', exposure * 0.8), 0.15);
  drawLaundry(stage, [-2.6, y + 0.9, 4.4], [1.4, y + 0.9, 4.4], light, 3);
  stage.drawing.rect(
    0,
    0,
    WIDTH,
    HEIGHT,
    stage.drawing.vertical(alpha(light.shadowColour, 0), alpha(light.shadowColour, 0.3)),
  );
}

/** The railing before the viewer: bars, or glass with a steel hand rail. */
function drawRail({ drawing }: Stage, light: Light, rng: Rng, isPlain: boolean): void {
  const top = 742;
  const steel = light.tone(isPlain ? rng.pick(['#8f5240', '#5f6a6e', '#e6e2d8']) : '#3b3f45', 0.6);
  if (isPlain || rng.chance(0.45)) {
    let bars = '';
    for (let x = 20; x < WIDTH; x += 62) bars += rectPath(x, top, 9, HEIGHT - top);
    drawing.path(bars, steel);
  } else {
    drawing.rect(0, top, WIDTH, HEIGHT - top, alpha(light.tone('#cfe6ea', 0.8), 0.3));
    drawing.path(
      `M180 ${HEIGHT}L300 ${top}H410L290 ${HEIGHT}ZM820 ${HEIGHT}L940 ${top}H985L865 ${HEIGHT}Z`,
      '#ffffff',
      { opacity: 0.14 },
    );
    for (const x of [420, 860]) drawing.rect(x, top, 5, HEIGHT - top, alpha('#ffffff', 0.4));
  }
  drawing.rect(0, top - 14, WIDTH, 22, drawing.vertical(lighten(steel, 0.2), darken(steel, 0.2)));
}

/** A cargo ship far out. */
function drawShip(drawing: Drawing, x: number, y: number, k: number, light: Light): void {
  const hull = mix(light.tone('#5f4a4a', 0.6), light.haze, 0.45);
  drawing.path(
    `M${num(x - 60 * k)} ${num(y - 12 * k)}H${num(x + 66 * k)}L${num(x + 56 * k)} ${num(y)}H${num(x - 54 * k)}Z`,
    hull,
  );
  drawing.rect(x - 52 * k, y - 34 * k, 20 * k, 23 * k, mix(light.tone('#e9e4da', 0.8), light.haze, 0.3));
  drawing.rect(x - 20 * k, y - 22 * k, 66 * k, 10 * k, mix(light.tone('#a8644a', 0.7), light.haze, 0.4));
}

function drawBoat(drawing: Drawing, x: number, y: number, k: number, light: Light): void {
  const hull = light.tone('#f4efe4', 0.8);
  drawing.ellipse(x, y + 8 * k, 70 * k, 5 * k, alpha(light.shadowColour, 0.3));
  drawing.path(
    `M${num(x - 46 * k)} ${num(y - 8 * k)}H${num(x + 52 * k)}L${num(x + 36 * k)} ${num(y + 8 * k)}H${num(x - 34 * k)}Z`,
    hull,
  );
  drawing.path(
    `M${num(x)} ${num(y - 12 * k)}V${num(y - 92 * k)}Q${num(x + 46 * k)} ${num(y - 50 * k)} ${num(x + 44 * k)} ${num(y - 14 * k)}Z`,
    light.tone('#ffffff', 0.95),
  );
  drawing.path(
    `M${num(x - 4 * k)} ${num(y - 12 * k)}V${num(y - 80 * k)}Q${num(x - 34 * k)} ${num(y - 40 * k)} ${num(x - 38 * k)} ${num(y - 14 * k)}Z`,
    light.tone('#e9705a', 0.85),
  );
}
