import type { Rng } from '#server/demo/random.ts';
import type { Light } from './light.ts';
import {
  alpha,
  circlePath,
  curvePath,
  type Drawing,
  darken,
  lighten,
  mix,
  num,
  type P2,
  polygonPath,
} from './svg.ts';

const greens = ['#4f8a4a', '#3f7d55', '#6a9a45', '#5b8f5f', '#7aa24a', '#3b7350'];

type Puff = readonly [x: number, y: number, r: number];

const circles = (puffs: readonly Puff[]) => puffs.map(([x, y, r]) => circlePath(x, y, r)).join('');

/** Foliage as three tones of the same puffs, each moved a little to the sun. */
function drawFoliage(drawing: Drawing, puffs: readonly Puff[], colour: string, light: Light): void {
  const moved = (shift: number, scale: number) =>
    circles(puffs.map(([x, y, r]) => [x + light.side * r * shift, y - r * shift, r * scale]));
  drawing.path(circles(puffs), light.tone(darken(colour, 0.16), 0.05));
  drawing.path(moved(0.16, 0.84), light.tone(colour, 0.45));
  drawing.path(moved(0.36, 0.52), light.tone(mix(colour, '#d8dc6a', 0.22), 0.95));
}

/** A broad tree standing on (x, y); height in pixels. */
export function drawTree(
  drawing: Drawing,
  x: number,
  y: number,
  height: number,
  light: Light,
  rng: Rng,
  base?: string,
): void {
  const colour = base ?? rng.pick(greens);
  const spread = height * rng.range(0.3, 0.42);
  const trunk = light.tone('#7a5a44', 0.4);
  const w = height * 0.035;
  const crown = y - height * 0.62;
  drawing.glow(x, y, spread * 1.05, spread * 0.16, light.shadowColour, light.shadow * 1.3);
  drawing.poly(
    [
      [x - w, y],
      [x + w, y],
      [x + w * 0.6, crown],
      [x - w * 0.6, crown],
    ],
    trunk,
  );
  drawing.stroke(
    `M${num(x)} ${num(y - height * 0.36)}L${num(x + spread * 0.4)} ${num(crown - height * 0.04)}M${num(x)} ${num(y - height * 0.32)}L${num(x - spread * 0.42)} ${num(crown)}`,
    trunk,
    w * 0.9,
  );
  const puffs: Puff[] = [];
  for (let i = 0; i < 15; i++) {
    const angle = (i / 15) * Math.PI * 2 + rng.range(-0.2, 0.2);
    const reach = i % 3 === 0 ? 0.25 : rng.range(0.5, 0.75);
    puffs.push([
      x + Math.cos(angle) * spread * reach,
      crown + Math.sin(angle) * height * 0.24 * reach * 1.2 - height * 0.04,
      spread * rng.range(0.26, 0.44),
    ]);
  }
  drawFoliage(drawing, puffs, colour, light);
}

export function drawShrubs(
  drawing: Drawing,
  from: P2,
  to: P2,
  size: number,
  light: Light,
  rng: Rng,
  flower?: string,
): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const count = Math.max(3, Math.round(length / (size * 0.55)));
  const puffs: Puff[] = [];
  for (let i = 0; i <= count; i++) {
    const t = i / count;
    const r = size * rng.range(0.42, 0.62);
    puffs.push([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t - r * 0.7, r]);
  }
  drawFoliage(drawing, puffs, rng.pick(greens), light);
  if (!flower) return;
  const blooms = puffs.flatMap(([x, y, r]) =>
    Array.from(
      { length: 6 },
      (): Puff => [x + rng.range(-0.8, 0.8) * r, y + rng.range(-0.8, 0.5) * r, size * rng.range(0.05, 0.1)],
    ),
  );
  drawing.path(circles(blooms), light.tone(flower, 0.9));
  const highlights = blooms
    .filter(([, , r], i) => i % 3 === 0 && r > 1)
    .map(([x, y, r]): Puff => [x - r * 0.3, y - r * 0.4, r * 0.6]);
  drawing.path(circles(highlights), light.tone(lighten(flower, 0.4), 1));
}

/** A feathered leaf along a bent spine. */
function frondPath(x: number, y: number, tip: P2, bend: P2, width: number, teeth: number): string {
  const spine = (t: number): P2 => [
    (1 - t) ** 2 * x + 2 * (1 - t) * t * bend[0] + t * t * tip[0],
    (1 - t) ** 2 * y + 2 * (1 - t) * t * bend[1] + t * t * tip[1],
  ];
  const edge = (side: number): P2[] => {
    const points: P2[] = [];
    for (let i = 0; i < teeth; i++) {
      const [a, b] = [spine(i / teeth), spine(Math.min(1, (i + 1) / teeth))];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
      const reach = width * (0.35 + Math.sin(Math.PI * Math.min(1, (i + 1) / teeth) ** 0.8)) * 0.8;
      points.push(a, [
        b[0] - uy * side * reach + ux * reach * 0.7,
        b[1] + ux * side * reach + uy * reach * 0.7 + reach * 0.35,
      ]);
    }
    return points;
  };
  return polygonPath([...edge(1), tip, ...edge(-1).reverse()]);
}

/** A coconut palm standing on (x, y); height in pixels. */
export function drawPalm(drawing: Drawing, x: number, y: number, height: number, light: Light, rng: Rng): void {
  const lean = rng.range(-0.16, 0.16) * height;
  const [topX, topY] = [x + lean, y - height * 0.78];
  const w = height * 0.024;
  const trunk = light.tone('#a58a6e', 0.75);
  drawing.glow(x, y, height * 0.22, height * 0.03, light.shadowColour, light.shadow * 1.3);
  const knee = x + lean * 0.15;
  drawing.path(
    `M${num(x - w * 1.5)} ${num(y)}Q${num(knee - w)} ${num(y - height * 0.4)} ${num(topX - w * 0.7)} ${num(topY)}H${num(topX + w * 0.7)}Q${num(knee + w)} ${num(y - height * 0.4)} ${num(x + w * 1.5)} ${num(y)}Z`,
    drawing.horizontal(
      light.side < 0 ? trunk : light.tone('#7d6654', 0.1),
      light.side < 0 ? light.tone('#7d6654', 0.1) : trunk,
    ),
  );
  const colour = rng.pick(['#5f9a44', '#4d8f4f', '#78a548']);
  const fronds = 13;
  // A leaflet for every five pixels of a frond: finer ones are not told apart from afar.
  const teeth = Math.max(4, Math.min(12, Math.round(height * 0.06)));
  const order = Array.from({ length: fronds }, (_, i) => i).sort((a, b) => Math.abs(b - 6) - Math.abs(a - 6));
  for (const layer of [0, 1]) {
    for (const i of order) {
      const angle = Math.PI * (1.12 - (i / (fronds - 1)) * 1.24) + rng.range(-0.07, 0.07);
      const reach = height * rng.range(0.26, 0.35) * (layer === 0 ? 1 : 0.82);
      const droop = height * (layer === 0 ? 0.13 : 0.05) + Math.abs(Math.cos(angle)) * height * 0.08;
      const tip: P2 = [topX + Math.cos(angle) * reach, topY - Math.sin(angle) * reach * 0.6 + droop];
      const bend: P2 = [
        topX + Math.cos(angle) * reach * 0.55,
        topY - Math.sin(angle) * reach * 0.75 - height * 0.06,
      ];
      const exposure = layer === 0 ? 0.1 : 0.45 + 0.5 * Math.max(0, Math.cos(angle) * light.side);
      const tint = layer === 0 ? darken(colour, 0.12) : colour;
      drawing.path(frondPath(topX, topY, tip, bend, height * 0.028, teeth), light.tone(tint, exposure));
    }
  }
  const nuts = [-1, 0, 1].map((i): Puff => [topX + i * w * 1.3, topY + w * (1.2 - Math.abs(i) * 0.3), w * 0.85]);
  drawing.path(circles(nuts), light.tone('#8c7a3e', 0.5));
}

/** Long upright leaves from one point: areca, grass, bird of paradise. */
export function drawLeaves(
  drawing: Drawing,
  x: number,
  y: number,
  height: number,
  colour: string,
  rng: Rng,
  count = 9,
  width = 0.09,
): void {
  for (let i = 0; i < count; i++) {
    const t = count === 1 ? 0 : (i / (count - 1)) * 2 - 1;
    const turn = t * 1.05 + rng.range(-0.12, 0.12);
    const length = height * (1 - Math.abs(t) * 0.3) * rng.range(0.86, 1.05);
    const tip: P2 = [x + Math.sin(turn) * length * 0.85, y - Math.cos(turn) * length];
    const middle: P2 = [x + Math.sin(turn * 0.55) * length * 0.55, y - Math.cos(turn * 0.5) * length * 0.62];
    const w = height * width;
    const tint = i % 2 === 0 ? darken(colour, 0.14 + 0.1 * Math.abs(t)) : lighten(colour, 0.06);
    drawing.path(
      `M${num(x)} ${num(y)}Q${num(middle[0] - w)} ${num(middle[1])} ${num(tip[0])} ${num(tip[1])}Q${num(middle[0] + w)} ${num(middle[1] + w * 0.4)} ${num(x)} ${num(y)}Z`,
      tint,
    );
    drawing.stroke(
      curvePath([[x, y], middle, tip], false),
      alpha(lighten(colour, 0.4), 0.35),
      Math.max(0.8, height * 0.006),
    );
  }
}

export type PottedKind = 'areca' | 'fiddle' | 'snake' | 'monstera';

/** A plant in a pot standing on (x, y), for rooms, lobbies and balconies; colours are final. */
export function drawPotted(
  drawing: Drawing,
  x: number,
  y: number,
  height: number,
  kind: PottedKind,
  pot: string,
  rng: Rng,
  leaf = '#4f8756',
): void {
  const potH = height * (kind === 'snake' ? 0.36 : 0.27);
  const w = potH * 0.52;
  drawing.glow(x, y, w * 1.8, w * 0.42, '#1c1526', 0.34);
  const top = y - potH;
  if (kind === 'areca') {
    for (let i = 0; i < 9; i++) {
      const t = (i / 8) * 2 - 1;
      const reach = height * 0.72;
      const tip: P2 = [x + t * reach * 0.58, top - reach * (0.92 - Math.abs(t) ** 1.7 * 0.55)];
      const bend: P2 = [x + t * reach * 0.14, top - reach * 0.72];
      drawing.path(frondPath(x, top, tip, bend, height * 0.034, 11), i % 2 ? leaf : darken(leaf, 0.2));
    }
  } else if (kind === 'fiddle') {
    drawing.stroke(
      `M${num(x)} ${num(top)}Q${num(x + w * 0.2)} ${num(y - height * 0.6)} ${num(x)} ${num(y - height * 0.9)}`,
      '#7a5a44',
      height * 0.016,
    );
    for (let i = 0; i < 17; i++) {
      const t = i / 16;
      const side = i % 2 ? 1 : -1;
      const r = height * (0.1 - t * 0.03);
      const [lx, ly] = [x + side * r * rng.range(0.7, 1.15) * (1.15 - t * 0.8), top - height * (0.13 + t * 0.56)];
      const tint = i % 3 === 0 ? lighten(leaf, 0.12) : i % 3 === 1 ? leaf : darken(leaf, 0.18);
      drawing.ellipse(lx, ly, r * 0.95, r * 0.58, tint, {
        transform: `rotate(${num(side * (-32 + rng.range(-14, 14)))} ${num(lx)} ${num(ly)})`,
      });
    }
  } else if (kind === 'snake') {
    drawLeaves(drawing, x, top + 2, height * 0.66, leaf, rng, 7, 0.06);
  } else {
    for (let i = 0; i < 11; i++) {
      const angle = Math.PI * (0.08 + 0.84 * (i / 10)) + rng.range(-0.1, 0.1);
      const reach = height * rng.range(0.34, 0.62) * (0.55 + 0.45 * Math.sin(angle));
      const [lx, ly] = [x + Math.cos(angle) * reach, top - Math.sin(angle) * reach];
      const r = height * rng.range(0.085, 0.115);
      drawing.stroke(
        `M${num(x)} ${num(top)}Q${num((x + lx) / 2)} ${num(ly)} ${num(lx)} ${num(ly)}`,
        darken(leaf, 0.1),
        height * 0.01,
      );
      drawing.path(heartLeaf(lx, ly, r, angle), i % 2 ? leaf : i % 4 ? darken(leaf, 0.2) : lighten(leaf, 0.1));
    }
  }
  drawing.path(
    `M${num(x - w)} ${num(top)}H${num(x + w)}L${num(x + w * 0.76)} ${num(y)}Q${num(x)} ${num(y + w * 0.16)} ${num(x - w * 0.76)} ${num(y)}Z`,
    drawing.horizontal(lighten(pot, 0.1), pot, darken(pot, 0.28)),
  );
  drawing.ellipse(x, top, w, w * 0.13, darken(pot, 0.4));
}

function heartLeaf(x: number, y: number, r: number, angle: number): string {
  const at = (forward: number, across: number): string => {
    const [c, s] = [Math.cos(angle), -Math.sin(angle)];
    return `${num(x + c * forward * r - s * across * r)} ${num(y + s * forward * r + c * across * r)}`;
  };
  return `M${at(-0.4, 0)}C${at(-1.1, 0.9)} ${at(0.4, 1.3)} ${at(1.3, 0)}C${at(0.4, -1.3)} ${at(-1.1, -0.9)} ${at(-0.4, 0)}Z`;
}
