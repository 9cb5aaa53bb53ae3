import type { Rng } from '#server/demo/random.ts';
import { Camera, type P3, Stage } from './camera.ts';
import { drawBlock, FLOOR } from './facadeTower.ts';
import { type Light, pickLight } from './light.ts';
import { drawLeaves, drawPalm, drawShrubs } from './plants.ts';
import { drawSky, drawSkyline } from './sky.ts';
import { alpha, Drawing, darken, HEIGHT, lighten, mix, num, WIDTH } from './svg.ts';

const whole = { x: 0, y: 0, w: WIDTH, h: HEIGHT };

function deckCamera(rng: Rng, y: number, horizon: number): Camera {
  return new Camera({
    x: rng.range(-1, 1),
    y,
    z: -6,
    yaw: rng.range(-0.12, 0.12),
    focal: 900,
    centre: [WIDTH / 2, horizon],
  });
}

/** A residents' pool with loungers, palms and the towers behind. */
export function drawPool(rng: Rng): string {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 3, noon: 4, golden: 3, dusk: 2 });
  const horizon = rng.range(360, 400);
  const stage = new Stage(drawing, deckCamera(rng, 3.1, horizon));
  drawSky(drawing, { ...whole, h: horizon }, light, rng);
  drawSkyline(drawing, whole, horizon + 20, light, rng, {
    height: 240,
    distance: 0.6,
    breadth: 70,
    hasWindows: true,
    gaps: 0.25,
  });
  const side = rng.side();
  drawBlock(
    stage,
    { x: side > 0 ? 9 : -23, y: 0, z: 20, w: 14, h: FLOOR * 9, d: 14 },
    {
      wall: '#f1ebe0',
      accent: rng.pick(['#c98d63', '#4f7b86', '#8a9f7a']),
      slab: '#ffffff',
      style: rng.pick(['columns', 'bands']),
    },
    light,
    rng,
  );
  const deck = light.tone(rng.pick(['#d9c6a8', '#e3dacb', '#c99f74']), 0.9);
  drawing.rect(
    0,
    horizon,
    WIDTH,
    HEIGHT,
    drawing.between([0, horizon], [0, HEIGHT], mix(deck, light.haze, 0.25), deck),
  );
  drawShrubs(drawing, [-20, horizon + 62], [WIDTH + 20, horizon + 62], 64, light, rng, '#dd4f86');
  for (const x of [-13, -8.5, -3, 3.5, 8, 13]) {
    const [sx, sy] = stage.camera.project([x + rng.range(-1, 1), 0, 15]);
    drawPalm(drawing, sx, sy, rng.range(250, 360), light, rng);
  }
  drawJoints(stage, deck);
  drawWater(stage, light, rng);
  const umbrella = rng.pick(['#f4efe4', '#e9705a', '#2f8f96', '#f2b84b']);
  for (const [x, z] of [
    [side * 5.6, 10.5],
    [side * 5.6, 7],
    [side * 5.4, 3.6],
  ] as const) {
    drawLounger(stage, x - 0.4, z, light);
    drawLounger(stage, x + 1.1 * side - 0.4, z, light);
    drawUmbrella(stage, x + side * 0.6, z + 1, umbrella, light);
  }
  const corner = side > 0 ? 40 : WIDTH - 40;
  drawLeaves(drawing, corner, HEIGHT + 30, 260, light.tone('#4d8f4c', 0.6), rng, 11);
  drawShrubs(drawing, [corner - 200, HEIGHT + 30], [corner + 200, HEIGHT + 30], 90, light, rng, '#f2b84b');
  return drawing.toString();
}

function drawJoints(stage: Stage, deck: string): void {
  let joints = '';
  for (let z = -4; z < 15; z += 0.9)
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
      [x + 0.03, 0, 15],
      [x, 0, 15],
    ]);
  stage.drawing.path(joints, darken(deck, 0.3), { opacity: 0.28 });
}

function drawWater(stage: Stage, light: Light, rng: Rng): void {
  const { drawing } = stage;
  const isCurved = rng.chance(0.45);
  const edge = (grow: number, y: number): P3[] =>
    isCurved
      ? Array.from({ length: 40 }, (_, i): P3 => {
          const a = (i / 40) * Math.PI * 2;
          return [Math.cos(a) * (3.5 + grow) * (1 + 0.16 * Math.sin(2 * a)), y, 6 + Math.sin(a) * (6 + grow)];
        })
      : [
          [-3.4 - grow, y, -1 - grow],
          [3.4 + grow, y, -1 - grow],
          [3.4 + grow, y, 12 + grow],
          [-3.4 - grow, y, 12 + grow],
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
    if (glow) drawing.glow(WIDTH / 2, 640, 460, 150, '#b6fff4', 0.5);
    const lines: string[] = [];
    for (let i = 0; i < 70; i++) {
      const [sx, sy] = stage.camera.project([rng.range(-4.5, 4.5), -0.12, rng.range(-1, 12)]);
      const k = Math.max(0.3, (sy - 400) / 260);
      const w = rng.range(12, 34) * k;
      lines.push(`M${num(sx - w)} ${num(sy)}q${num(w * 0.5)} ${num(-5 * k)} ${num(w)} 0t${num(w)} 0`);
    }
    drawing.stroke(lines.join(''), '#ffffff', 2.4, { opacity: 0.42 });
    drawing.poly(
      [
        [420, 380],
        [560, 380],
        [420, HEIGHT],
        [160, HEIGHT],
      ],
      '#ffffff',
      { opacity: 0.1 },
    );
  });
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
