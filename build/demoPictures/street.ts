import type { Rng } from '#server/demo/random.ts';
import type { P3, Stage } from './camera.ts';
import { seenWalls } from './facadeKit.ts';
import type { Light } from './light.ts';
import { alpha, darken, HEIGHT, lighten, mix, WIDTH } from './svg.ts';

/** Ground from the horizon down, in one colour that fades into the distance. */
export function drawGround(stage: Stage, colour: string, light: Light): void {
  const horizon = stage.camera.settings.centre[1];
  const near = light.tone(colour, 0.9);
  const far = mix(near, light.haze, 0.4);
  stage.drawing.rect(
    0,
    horizon,
    WIDTH,
    HEIGHT - horizon,
    stage.drawing.between([0, horizon], [0, HEIGHT], far, near, near),
  );
}

/** Kerb, pavement and carriageway along x; `z` is the edge of the lot. */
export function drawStreet(stage: Stage, z: number, pavement: number, road: number, light: Light): void {
  const reach = 160;
  const stone = light.tone('#d9d2c6', 0.85);
  stage.level(0.02, -reach, z - pavement, reach, z, stone);
  let joints = '';
  for (let x = -40; x < 40; x += 2)
    joints += stage.outline([
      [x, 0.02, z - pavement],
      [x + 0.06, 0.02, z - pavement],
      [x + 0.06, 0.02, z],
      [x, 0.02, z],
    ]);
  stage.drawing.path(joints, light.tone('#a89f92', 0.6), { opacity: 0.5 });
  const kerb = z - pavement;
  stage.fill(
    [
      [-reach, 0, kerb],
      [reach, 0, kerb],
      [reach, -0.2, kerb],
      [-reach, -0.2, kerb],
    ],
    light.tone('#bdb5a8', 0.4),
  );
  const asphalt = light.tone('#7b7f88', 0.75);
  stage.level(-0.2, -reach, kerb - road, reach, kerb, asphalt);
  let marks = '';
  for (let x = -60; x < 60; x += 5)
    marks += stage.outline([
      [x, -0.2, kerb - road / 2],
      [x + 2.4, -0.2, kerb - road / 2],
      [x + 2.4, -0.2, kerb - road / 2 - 0.14],
      [x, -0.2, kerb - road / 2 - 0.14],
    ]);
  stage.drawing.path(marks, light.tone('#f4ecd8', 0.9), { opacity: 0.8 });
}

export const carColours = ['#c9472f', '#f2f0ea', '#3d5a80', '#2f3640', '#d8b04c', '#6d8f83', '#a7b3bd'];

type Outline = readonly (readonly [number, number])[];

const sedan: Outline = [
  [0.05, 0.35],
  [0, 0.7],
  [0.15, 0.92],
  [1.0, 1.0],
  [1.65, 1.45],
  [3.0, 1.47],
  [3.75, 1.02],
  [4.35, 0.95],
  [4.45, 0.6],
  [4.4, 0.35],
];
const suv: Outline = [
  [0.05, 0.4],
  [0, 0.85],
  [0.15, 1.1],
  [0.95, 1.18],
  [1.45, 1.75],
  [3.8, 1.78],
  [4.3, 1.15],
  [4.4, 0.65],
  [4.35, 0.4],
];

/** A car along x (`turn` false) or along z (true), standing with its near corner at (x, z). */
export function drawCar(
  stage: Stage,
  x: number,
  y: number,
  z: number,
  colour: string,
  light: Light,
  rng: Rng,
  isAlongZ = false,
): void {
  const isSuv = rng.chance(0.5);
  const profile = isSuv ? suv : sedan;
  const width = 1.78;
  const eye = stage.camera.settings;
  const nearSide = isAlongZ ? (eye.x > x + width ? width : 0) : 0;
  const at = (u: number, v: number, across: number): P3 =>
    isAlongZ ? [x + across, y + v, z + u] : [x + u, y + v, z + across];
  const farSide = nearSide === 0 ? width : 0;
  stage.fill(
    [at(-0.2, 0.01, -0.15), at(4.6, 0.01, -0.15), at(4.6, 0.01, width + 0.15), at(-0.2, 0.01, width + 0.15)],
    alpha(light.shadowColour, 0.42),
  );
  const sideExposure = isAlongZ ? ((nearSide === 0) === light.side < 0 ? 0.95 : 0.3) : 0.75;
  const segments = profile.map((from, i) => ({ from, to: profile[(i + 1) % profile.length] ?? from }));
  const distance = ([u]: readonly [number, number]) => stage.camera.view(at(u, 1, width / 2))[2];
  segments.sort((a, b) => distance(b.from) + distance(b.to) - distance(a.from) - distance(a.to));
  for (const { from, to } of segments) {
    const slope = Math.abs(to[1] - from[1]) / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1);
    const isGlass = from[1] > 0.9 && to[1] > 0.9 && slope > 0.3;
    const exposure = slope > 0.8 ? 0.6 : 1;
    const paint = isGlass
      ? light.tone('#35505f', 0.7)
      : light.tone(slope < 0.3 && from[1] > 1.3 ? lighten(colour, 0.12) : colour, exposure);
    stage.fill(
      [
        at(from[0], from[1], nearSide),
        at(to[0], to[1], nearSide),
        at(to[0], to[1], farSide),
        at(from[0], from[1], farSide),
      ],
      paint,
      { stroke: paint, 'stroke-width': 0.8 },
    );
  }
  const side = (points: Outline) => stage.outline(points.map(([u, v]) => at(u, v, nearSide)));
  const body = light.tone(colour, sideExposure);
  stage.drawing.path(side(profile), stage.drawing.vertical(lighten(body, 0.16), body, darken(body, 0.25)), {
    stroke: body,
    'stroke-width': 1.2,
    'stroke-linejoin': 'round',
  });
  const glass: Outline = isSuv
    ? [
        [1.15, 1.2],
        [1.55, 1.65],
        [3.65, 1.67],
        [3.95, 1.2],
      ]
    : [
        [1.2, 1.04],
        [1.72, 1.37],
        [2.92, 1.39],
        [3.45, 1.05],
      ];
  stage.drawing.path(
    side(glass),
    stage.drawing.vertical(light.tone('#7fa3b5', 0.9), light.tone('#2c4350', 0.6)),
  );
  const bar = isSuv ? 1.2 : 1.04;
  stage.drawing.path(
    side([
      [2.35, bar],
      [2.35, bar + 0.5],
      [2.45, bar + 0.5],
      [2.45, bar],
    ]),
    body,
  );
  for (const u of [0.9, 3.55]) {
    const wheel = (r: number) =>
      stage.outline(
        Array.from({ length: 18 }, (_, i) =>
          at(u + Math.cos((i / 18) * 6.283) * r, 0.36 + Math.sin((i / 18) * 6.283) * r, nearSide),
        ),
      );
    stage.drawing.path(wheel(0.38), light.tone('#24242b', 0.6));
    stage.drawing.path(wheel(0.2), light.tone('#b9bec4', 0.8));
  }
  const lamp = (u0: number, u1: number, paint: string) =>
    stage.drawing.path(
      side([
        [u0, 0.72],
        [u1, 0.72],
        [u1, 0.86],
        [u0, 0.86],
      ]),
      paint,
    );
  lamp(0.05, 0.32, light.isDusk ? '#fff3c4' : light.tone('#f7efd5', 1));
  lamp(4.12, 4.4, light.isDusk ? '#ff5a4a' : light.tone('#c23b32', 0.9));
}

/** A lamp post, glowing at dusk. */
export function drawLamp(stage: Stage, x: number, z: number, height: number, light: Light): void {
  const [sx, sy] = stage.camera.project([x, 0, z]);
  const [, top] = stage.camera.project([x, height, z]);
  const scale = stage.camera.scaleAt([x, 0, z]);
  const post = light.tone('#3c424c', 0.5);
  stage.drawing.rect(sx - scale * 0.06, top, scale * 0.12, sy - top, post);
  stage.drawing.rect(sx - scale * 0.06, top, scale * 1.1, scale * 0.1, post);
  if (light.isDusk)
    stage.drawing.glow(sx + scale * 0.9, top + scale * 0.2, scale * 3, scale * 3, '#ffdf9c', 0.8);
  stage.drawing.rect(
    sx + scale * 0.6,
    top + scale * 0.08,
    scale * 0.45,
    scale * 0.1,
    light.isDusk ? '#fff1c9' : '#e8e4da',
  );
}

/** A wall or slatted fence along x with a gap for the gate. */
export function drawFence(
  stage: Stage,
  z: number,
  from: number,
  to: number,
  height: number,
  colour: string,
  light: Light,
  isSlatted: boolean,
): void {
  if (to <= from) return;
  const base = isSlatted ? height * 0.38 : height;
  const box = { x: from, y: 0, z, w: to - from, h: base, d: 0.2 };
  stage.box(box, light.solid(colour));
  stage.box(
    { x: from - 0.05, y: base, z: z - 0.05, w: to - from + 0.1, h: 0.1, d: 0.3 },
    light.solid(lighten(colour, 0.25)),
  );
  if (!isSlatted) return;
  for (const { face, length, exposure } of seenWalls(stage, { ...box, y: base + 0.1 }, light).filter(
    (wall) => wall.isFront,
  )) {
    const bars: string[] = [];
    for (let u = 0.08; u < length; u += 0.2) bars.push(face.quad(u, 0, u + 0.07, height - base));
    bars.push(face.quad(0, height - base - 0.08, length, height - base));
    stage.drawing.path(bars.join(''), light.tone(darken('#4a4038', 0.15), exposure));
  }
  for (
    let x = from;
    x <= to + 0.01;
    x += Math.max(2.4, (to - from) / Math.max(1, Math.round((to - from) / 3)))
  ) {
    stage.box(
      { x: x - 0.16, y: 0, z: z - 0.06, w: 0.36, h: height + 0.12, d: 0.34 },
      light.solid(lighten(colour, 0.1)),
    );
  }
}
