import type { AmenityRecipe, PictureCamera, PriceClass } from '#server/demo/pictures.ts';
import { Rng } from '#server/demo/random.ts';
import { Camera, type P3, Stage } from './camera.ts';
import { boxOutline } from './facadeKit.ts';
import { drawBlock, type TowerLook } from './facadeTower.ts';
import { type Light, lightOf } from './light.ts';
import { drawFarCity, Field } from './neighbours.ts';
import { drawPalm, drawShrubs } from './plants.ts';
import { drawSky, drawSkyline } from './sky.ts';
import { drawGround, drawRain } from './street.ts';
import { alpha, Drawing, darken, HEIGHT, lighten, mix, num, WIDTH } from './svg.ts';

const whole = { x: 0, y: 0, w: WIDTH, h: HEIGHT };

interface PoolDesign {
  /** On which side of the pool the loungers stand. */
  side: -1 | 1;
  isCurved: boolean;
  half: number;
  length: number;
  deck: string;
  umbrella: string;
  tower: TowerLook;
  floors: number;
}

function designPool(priceClass: PriceClass, rng: Rng): PoolDesign {
  const isPlain = priceClass === 'plain';
  return {
    side: rng.side(),
    isCurved: !isPlain && rng.chance(priceClass === 'fine' ? 0.5 : 0.4),
    half: isPlain ? 2.5 : rng.range(3.2, 3.9),
    length: isPlain ? 8 : 12,
    deck: rng.pick(
      isPlain
        ? ['#cfc8bb', '#c9bfae', '#bfc4c0']
        : priceClass === 'fine'
          ? ['#b98a62', '#e6dfd2', '#a87b56']
          : ['#d9c6a8', '#e3dacb', '#c99f74'],
    ),
    umbrella: rng.pick(['#f4efe4', '#e9705a', '#2f8f96', '#f2b84b']),
    tower: {
      wall: rng.pick(isPlain ? ['#dccfb2', '#c9c6bd', '#dcb99c'] : ['#f1ebe0', '#e8e2d8', '#dfe6e6', '#5b6068']),
      accent: rng.pick(['#c98d63', '#4f7b86', '#8a9f7a']),
      slab: '#ffffff',
      style: rng.pick(isPlain ? ['punched', 'grid'] : ['columns', 'bands', 'frames']),
      seed: rng.int(0, 99),
    },
    floors: isPlain ? 6 : 10,
  };
}

function poolCamera(camera: PictureCamera, side: -1 | 1): Camera {
  const look = (x: number, y: number, z: number, yaw: number, pitch: number, focal: number, centre: number) =>
    new Camera({ x: x * side, y, z, yaw: yaw * side, pitch, focal, centre: [WIDTH / 2, centre] });
  switch (camera) {
    case 0:
      return look(-7.4, 2.8, -6.5, 0.42, 0, 860, 350);
    case 1:
      return look(0, 2.2, -8, 0, 0, 900, 400);
    case 2:
      return look(7.6, 1.5, -3.5, -0.62, 0, 800, 430);
    case 3:
      return look(-3, 0.9, -5.5, 0.2, 0.16, 760, 520);
    case 4:
      return look(-9, 13, -15, 0.46, -0.42, 900, 470);
  }
}

/** A residents' pool on its deck, the building behind. */
export function drawPool(rng: Rng, { priceClass, camera, light: time, seed }: AmenityRecipe): string {
  const design = designPool(priceClass, new Rng(Math.imul(seed + 1, 69621)));
  const moment = rng.fork(camera * 11 + time.length);
  const light = lightOf(time, moment.fork(1));
  const drawing = new Drawing();
  const stage = new Stage(drawing, poolCamera(camera, design.side));
  const { horizon } = stage.camera;
  const { side, half, length } = design;
  const isPlain = priceClass === 'plain';
  const far = length + 3.4;
  drawSky(drawing, { ...whole, h: Math.max(80, horizon) }, light, moment.fork(2));
  drawSkyline(drawing, whole, horizon + 14, light, moment, {
    height: isPlain ? 120 : 210,
    distance: 0.6,
    breadth: 70,
    hasWindows: true,
    gaps: 0.25,
  });
  drawGround(stage, camera === 4 ? '#a8a595' : '#8fa56a', light);
  if (camera === 4) {
    drawFarCity(stage, 120, 'street', light, moment);
    const field = new Field(stage, light, 'street', moment.fork(6), moment.fork(7));
    for (let z = far + 10; z < 120; z *= 1.3) field.row(z, -z * 2.4, z * 2.4, null);
    field.draw();
  }
  const tower = { x: side > 0 ? half + 4 : -half - 22, y: 0, z: far + 4, w: 18, h: 0, d: 14 };
  drawBlock(stage, { outline: boxOutline(tower), y: 0, floors: design.floors, look: design.tower }, light, moment);
  const deck = light.tone(design.deck, 0.9);
  const places: P3[] = [];
  for (let x = -15; x <= 15; x += 2.6) places.push([x, 0, far + 0.6]);
  hedge(stage, [-26, 0, far + 1.2], [26, 0, far + 1.2], light, moment, isPlain ? undefined : '#dd4f86');
  stage.level(0, -24, -14, 24, far, stage.drawing.vertical(mix(deck, light.haze, 0.2), deck));
  if (!isPlain)
    for (const [index, place] of places.entries())
      if (index % 2 === design.tower.seed % 2)
        palm(stage, place, light, moment, priceClass === 'fine' ? 6.5 : 5.2);
  drawJoints(stage, deck, far);
  if (isPlain) drawPoolWall(stage, far, light);
  drawWater(stage, design, light, moment);
  if (isPlain) drawMonobloc(stage, side * (half + 1.6), light);
  else {
    for (const z of [length - 2.5, length - 6, length - 9.4]) {
      drawLounger(stage, side * (half + 1.9) - 0.4, z, light);
      drawLounger(stage, side * (half + 3.4) - 0.4, z, light);
      drawUmbrella(stage, side * (half + 2.6), z + 1, design.umbrella, light);
    }
    if (priceClass === 'fine') drawCabana(stage, -side * (half + 3.6), length - 4, light, design.umbrella);
  }
  if (light.time === 'rain') drawRain(drawing, moment.fork(5));
  return drawing.toString();
}

function hedge(stage: Stage, from: P3, to: P3, light: Light, rng: Rng, flower?: string): void {
  const steps = 8;
  const at = (t: number): P3 => [from[0] + (to[0] - from[0]) * t, 0, from[2]];
  for (let i = 0; i < steps; i++) {
    const [a, b] = [at(i / steps), at((i + 1) / steps)];
    if (stage.camera.view(a)[2] < 1 || stage.camera.view(b)[2] < 1) continue;
    drawShrubs(
      stage.drawing,
      stage.camera.project(a),
      stage.camera.project(b),
      stage.camera.scaleAt(a) * 1.2,
      light,
      rng,
      flower,
    );
  }
}

function palm(stage: Stage, place: P3, light: Light, rng: Rng, height: number): void {
  if (stage.camera.view(place)[2] < 2) return;
  const [sx, sy] = stage.camera.project(place);
  drawPalm(stage.drawing, sx, sy, stage.camera.scaleAt(place) * height * rng.range(0.85, 1.15), light, rng);
}

/** The painted wall that closes a plain pool. */
function drawPoolWall(stage: Stage, z: number, light: Light): void {
  stage.box({ x: -24, y: 0, z, w: 48, h: 1.7, d: 0.2 }, light.solid('#d9d0bd'));
  stage.box({ x: -24, y: 1.7, z: z - 0.06, w: 48, h: 0.12, d: 0.32 }, light.solid('#8fb0bb'));
}

/** Plastic chairs around a table. */
function drawMonobloc(stage: Stage, x: number, light: Light): void {
  for (const z of [2.4, 6]) {
    const chair = (cx: number, cz: number) => {
      stage.box({ x: cx, y: 0.4, z: cz, w: 0.46, h: 0.06, d: 0.46 }, light.solid('#f1efe9'));
      stage.box({ x: cx, y: 0.46, z: cz + 0.42, w: 0.46, h: 0.44, d: 0.05 }, light.solid('#f1efe9'));
      for (const [dx, dz] of [
        [0, 0.4],
        [0.4, 0.4],
        [0, 0],
        [0.4, 0],
      ] as const)
        stage.box({ x: cx + dx, y: 0, z: cz + dz, w: 0.06, h: 0.4, d: 0.06 }, light.solid('#e2dfd6'));
    };
    stage.disc(x, 0.01, z, 1.2, alpha(light.shadowColour, light.shadow * 0.7));
    chair(x - 0.2, z + 0.8);
    stage.cylinder(x, 0, z, 0.07, 0.7, light.tone('#d9d6cc', 0.6), light.tone('#ffffff', 1));
    stage.disc(x, 0.7, z, 0.55, light.tone('#f4f2ec', 0.95));
    for (const dx of [-1.1, 0.7]) chair(x + dx, z - 0.2);
  }
}

/** A day bed under a white roof on posts. */
function drawCabana(stage: Stage, x: number, z: number, light: Light, cushion: string): void {
  const [w, d] = [3, 2.6];
  const wood = light.solid('#8f6446');
  stage.level(0.01, x - w / 2, z, x + w / 2 + 0.4, z + d, alpha(light.shadowColour, light.shadow));
  const post = (px: number, pz: number) => stage.box({ x: px, y: 0, z: pz, w: 0.14, h: 2.4, d: 0.14 }, wood);
  for (const px of [x - w / 2, x + w / 2 - 0.14]) post(px, z + d - 0.14);
  stage.box({ x: x - 1.1, y: 0, z: z + 0.6, w: 2.2, h: 0.4, d: 1.6 }, light.solid('#f4efe4'));
  stage.box({ x: x - 1, y: 0.4, z: z + 1.7, w: 0.8, h: 0.25, d: 0.4 }, light.solid(cushion));
  for (const px of [x - w / 2, x + w / 2 - 0.14]) post(px, z);
  stage.box({ x: x - w / 2 - 0.2, y: 2.4, z: z - 0.2, w: w + 0.4, h: 0.18, d: d + 0.4 }, light.solid('#f7f3ea'));
}

function drawJoints(stage: Stage, deck: string, far: number): void {
  let joints = '';
  for (let z = -4; z < far; z += 0.9)
    joints += stage.outline([
      [-20, 0, z],
      [20, 0, z],
      [20, 0, z + 0.03],
      [-20, 0, z + 0.03],
    ]);
  for (let x = -20; x < 20; x += 0.9)
    joints += stage.outline([
      [x, 0, -5],
      [x + 0.03, 0, -5],
      [x + 0.03, 0, far],
      [x, 0, far],
    ]);
  stage.drawing.path(joints, darken(deck, 0.3), { opacity: 0.28 });
}

function drawWater(stage: Stage, { isCurved, half, length }: PoolDesign, light: Light, rng: Rng): void {
  const { drawing } = stage;
  const middle = length / 2;
  const edge = (grow: number, y: number): P3[] =>
    isCurved
      ? Array.from({ length: 40 }, (_, i): P3 => {
          const a = (i / 40) * Math.PI * 2;
          const x = Math.cos(a) * (half + grow) * (1 + 0.16 * Math.sin(2 * a));
          return [x, y, middle + Math.sin(a) * (middle + grow)];
        })
      : [
          [-half - grow, y, -grow],
          [half + grow, y, -grow],
          [half + grow, y, length + grow],
          [-half - grow, y, length + grow],
        ];
  stage.fill(edge(0.5, 0.02), light.tone('#f6f1e6', 0.95));
  stage.fill(edge(0, 0.02), light.tone('#7fb7bd', 0.5));
  const glow = light.isDusk;
  const paint = drawing.vertical(
    light.tone(glow ? '#8ff0f0' : '#8fe0e0', 1),
    light.tone('#3fb9c9', 1),
    light.tone('#1f93b3', 1),
  );
  const surface = stage.outline(edge(-0.08, -0.12));
  drawing.path(surface, paint);
  drawing.clip(surface, () => {
    const [gx, gy] = stage.camera.project([0, 0, middle * 0.7]);
    if (glow) drawing.glow(gx, gy, 460, 150, '#b6fff4', 0.5);
    const lines: string[] = [];
    for (let i = 0; i < 70; i++) {
      const place: P3 = [rng.range(-half * 1.2, half * 1.2), -0.12, rng.range(0, length)];
      if (stage.camera.view(place)[2] < 0.8) continue;
      const [sx, sy] = stage.camera.project(place);
      const w = stage.camera.scaleAt(place) * rng.range(0.14, 0.4);
      lines.push(`M${num(sx - w)} ${num(sy)}q${num(w * 0.5)} ${num(-w * 0.14)} ${num(w)} 0t${num(w)} 0`);
    }
    drawing.stroke(lines.join(''), '#ffffff', 2.2, { opacity: 0.42 });
  });
  // The ladder at the edge.
  const rail = (z: number) => {
    const points = [
      [-0.35, -0.1],
      [-0.35, 0.55],
      [0, 0.75],
      [0.4, 0.55],
      [0.4, 0],
    ].map(([x = 0, y = 0]): P3 => [half + x, y, z]);
    const seen = points.map((point) => stage.camera.project(point));
    return seen.map(([px, py], i) => `${i ? 'L' : 'M'}${num(px)} ${num(py)}`).join('');
  };
  const foot: P3 = [half, 0, length * 0.3];
  if (isCurved || stage.camera.view(foot)[2] < 1.5) return;
  const thick = Math.max(2, stage.camera.scaleAt(foot) * 0.04);
  drawing.stroke(rail(foot[2]) + rail(foot[2] + 0.55), light.tone('#dfe4e6', 0.9), thick);
}

function drawLounger(stage: Stage, x: number, z: number, light: Light): void {
  stage.level(0.02, x - 0.2, z - 0.2, x + 0.9, z + 2, alpha(light.shadowColour, light.shadow));
  const paint = light.solid('#fbf8f0');
  for (const [dx, dz] of [
    [0, 1.6],
    [0.6, 1.6],
    [0, 0.1],
    [0.6, 0.1],
  ] as const)
    stage.box({ x: x + dx, y: 0, z: z + dz, w: 0.07, h: 0.28, d: 0.07 }, light.solid('#a87b52'));
  const back: P3[] = [
    [x, 0.32, z + 1.2],
    [x + 0.67, 0.32, z + 1.2],
    [x + 0.67, 0.85, z + 1.9],
    [x, 0.85, z + 1.9],
  ];
  stage.fill(back, lighten(paint.top, 0.1));
  stage.box({ x, y: 0.26, z, w: 0.67, h: 0.1, d: 1.25 }, paint, 2);
  stage.level(0.37, x + 0.04, z + 0.1, x + 0.63, z + 0.5, light.tone('#6fb5bd', 0.95));
}

function drawUmbrella(stage: Stage, x: number, z: number, colour: string, light: Light): void {
  const { drawing, camera } = stage;
  stage.disc(x - light.side * 0.8, 0.02, z + 0.3, 1.5, alpha(light.shadowColour, light.shadow), 1.2);
  const [sx, sy] = camera.project([x, 0, z]);
  const s = camera.scaleAt([x, 0, z]);
  const [rim, top] = [sy - s * 2.2, sy - s * 2.85];
  drawing.rect(sx - s * 0.03, top, s * 0.06, sy - top, light.tone('#8a6a4c', 0.7));
  const r = s * 1.5;
  const tone = light.tone(colour, 0.95);
  const edge = [-1, -0.5, 0, 0.5, 1].map((k) => sx + k * r);
  for (let i = 0; i < 4; i++) {
    const [a = sx, b = sx] = [edge[i], edge[i + 1]];
    const shade = light.side < 0 ? i : 3 - i;
    drawing.path(
      `M${num(sx)} ${num(top)}Q${num(a * 0.75 + sx * 0.25)} ${num(top + (rim - top) * 0.35)} ${num(a)} ${num(rim)}Q${num((a + b) / 2)} ${num(rim + s * 0.12)} ${num(b)} ${num(rim)}Q${num(b * 0.75 + sx * 0.25)} ${num(top + (rim - top) * 0.35)} ${num(sx)} ${num(top)}Z`,
      darken(tone, shade * 0.09),
    );
  }
}
