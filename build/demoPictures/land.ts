import type { LotRecipe, PictureCamera } from '#server/demo/pictures.ts';
import { Rng } from '#server/demo/random.ts';
import type { P3 } from './camera.ts';
import { drawScene, frame, type Shot } from './facade.ts';
import { type Building, groundShadow, type Site } from './facadeKit.ts';
import { drawLeaves, drawShrubs, drawTree } from './plants.ts';
import { drawFence } from './street.ts';
import { alpha, darken, lighten, mix, num } from './svg.ts';

const shot = (yaw: number, focal: number, eye: number, foot: number, extra: Partial<Shot> = {}): Shot => ({
  yaw,
  focal: [focal, focal],
  eye: () => eye,
  aim: null,
  width: 0.82,
  height: 0.5,
  foot,
  room: 8,
  ...extra,
});

const shots: Record<PictureCamera, Shot> = {
  0: shot(0.45, 900, 4.2, 0.84),
  1: shot(0.02, 800, 2.6, 0.8, { room: 7 }),
  2: shot(-0.28, 1000, 2.4, 0.74, { width: 0.66, room: 15 }),
  3: shot(0.3, 720, 1.3, 0.86, { width: 0.94, room: 3 }),
  4: shot(-0.5, 1000, 17, 0.88, { aim: -1.5, width: 0.72, height: 0.62, room: 14 }),
};

/** A vacant lot in its street: grass, corner stakes with a string, the neighbours' walls, a second street at a corner. */
export function drawLand(rng: Rng, recipe: LotRecipe): string {
  const design = new Rng(Math.imul(recipe.seed + 1, 48271));
  const lot = planLot(recipe, design.fork(1));
  return drawScene(rng, design, lot, frame(lot, shots[recipe.camera]), recipe);
}

function planLot({ areaSqm, isCorner, priceClass }: LotRecipe, rng: Rng): Building {
  const w = Math.min(46, Math.max(8, Math.sqrt(areaSqm * rng.range(0.55, 0.85))));
  const d = Math.min(52, Math.max(9, areaSqm / w));
  const corner = rng.side();
  const setting = areaSqm > 900 && priceClass === 'fine' ? 'city' : priceClass === 'plain' ? 'street' : 'village';
  const soil = rng.pick(['#a4c565', '#b3b86a', '#97b75c', '#c9a579']);
  const seed = rng.int(0, 9999);
  const sideStreet = isCorner ? corner : undefined;
  return {
    bounds: { x: -w / 2, y: 0, z: 0, w, h: 1.6, d },
    lot: -0.4,
    setting,
    sideStreet,
    gap: 0.5,
    colour: soil,
    draw: (site) => drawLot(site, { w, d, soil, sideStreet, isPlain: priceClass === 'plain', seed }),
  };
}

interface Lot {
  w: number;
  d: number;
  soil: string;
  sideStreet?: -1 | 1;
  isPlain: boolean;
  seed: number;
}

function drawLot(site: Site, { w, d, soil, sideStreet, isPlain, seed }: Lot): void {
  const { stage, light } = site;
  const design = new Rng(seed);
  const paint = light.tone(soil, 0.95);
  const ground: P3[] = [
    [-w / 2, 0.02, 0],
    [w / 2, 0.02, 0],
    [w / 2, 0.02, d],
    [-w / 2, 0.02, d],
  ];
  const block = isPlain ? '#b9b3a6' : design.pick(['#e3d8c6', '#dcd6ca', '#cdbfa6']);
  const height = isPlain ? 1.9 : 1.5;
  // The walls of the neighbours close the lot behind and at its sides.
  drawFence(stage, d + 0.2, -w / 2, w / 2, height, block, light, false);
  stage.fill(ground, stage.drawing.vertical(mix(paint, light.haze, 0.18), paint));
  for (const side of [-1, 1] as const) {
    if (side === sideStreet) continue;
    const x = side < 0 ? -w / 2 - 0.2 : w / 2;
    stage.box({ x, y: 0, z: 0, w: 0.2, h: height, d }, light.solid(block));
  }
  drawPatches(site, w, d, soil, design);
  const things: [P3, () => void][] = [];
  const tree = design.chance(0.6)
    ? ([design.range(-w * 0.35, w * 0.35), design.range(d * 0.55, d * 0.9)] as const)
    : null;
  if (tree)
    things.push([
      [tree[0], 0, tree[1]],
      () => {
        const [sx, sy] = stage.camera.project([tree[0], 0, tree[1]]);
        drawTree(stage.drawing, sx, sy, stage.camera.scaleAt([tree[0], 0, tree[1]]) * 5, light, site.rng);
      },
    ]);
  for (let i = 0; i < 5; i++) {
    const place: P3 = [
      design.range(-w / 2 + 0.8, w / 2 - 0.8),
      0,
      design.chance(0.6) ? d - 0.6 : design.range(d * 0.3, d),
    ];
    const isShrub = design.chance(0.5);
    things.push([place, () => drawWeeds(site, place, isShrub)]);
  }
  things.sort((a, b) => stage.camera.view(b[0])[2] - stage.camera.view(a[0])[2]);
  for (const [, draw] of things) draw();
  drawTufts(site, w, d);
  drawStakes(site, w, d);
}

function drawWeeds({ stage, light, rng }: Site, place: P3, isShrub: boolean): void {
  const [sx, sy] = stage.camera.project(place);
  const s = stage.camera.scaleAt(place);
  if (isShrub) drawShrubs(stage.drawing, [sx - s * 0.7, sy], [sx + s * 0.7, sy], s * 0.7, light, rng);
  else drawLeaves(stage.drawing, sx, sy, s * 1.1, light.tone('#6f9a48', 0.7), rng, 7, 0.08);
}

/** Bare soil and taller grass. */
function drawPatches({ stage, light }: Site, w: number, d: number, soil: string, design: Rng): void {
  for (let i = 0; i < 7; i++) {
    const [x, z] = [design.range(-w * 0.4, w * 0.4), design.range(d * 0.12, d * 0.9)];
    const [rx, rz] = [design.range(0.06, 0.16) * w, design.range(0.04, 0.12) * d];
    const paint = design.pick([darken(soil, 0.2), '#c7a67a', lighten(soil, 0.25)]);
    const reach = Math.min(rx, w / 2 - Math.abs(x));
    stage.disc(x, 0.03, z, reach, alpha(light.tone(paint, 0.9), 0.45), rz);
  }
}

function drawTufts({ stage, light, rng }: Site, w: number, d: number): void {
  const blades: [string, string] = ['', ''];
  for (let i = 0; i < 150; i++) {
    const place: P3 = [rng.range(-w / 2 + 0.3, w / 2 - 0.3), 0, rng.next() ** 1.4 * d];
    if (stage.camera.view(place)[2] < 3) continue;
    const [x, y] = stage.camera.project(place);
    const s = stage.camera.scaleAt(place) * rng.range(0.16, 0.38);
    blades[i % 2 ? 0 : 1] +=
      `M${num(x - s * 0.5)} ${num(y)}L${num(x - s * 0.4)} ${num(y - s)}L${num(x - s * 0.1)} ${num(y - s * 0.2)}L${num(x)} ${num(y - s * 1.3)}L${num(x + s * 0.15)} ${num(y - s * 0.2)}L${num(x + s * 0.45)} ${num(y - s * 0.9)}L${num(x + s * 0.5)} ${num(y)}Z`;
  }
  stage.drawing.path(blades[0], light.tone('#6f9440', 0.6), { opacity: 0.8 });
  stage.drawing.path(blades[1], light.tone('#c3cf72', 0.95), { opacity: 0.8 });
}

/** Stakes around the lot with a string between them, a small flag on each corner. */
function drawStakes({ stage, light }: Site, w: number, d: number): void {
  const { drawing, camera } = stage;
  const [x0, x1, z0, z1] = [-w / 2 + 0.4, w / 2 - 0.4, 0.35, d - 0.5];
  const corners: P3[] = [
    [x0, 0, z0],
    [x1, 0, z0],
    [x1, 0, z1],
    [x0, 0, z1],
  ];
  const stakes: { place: P3; isCorner: boolean }[] = [];
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % 4] ?? a;
    const count = Math.max(2, Math.round(Math.hypot(b[0] - a[0], b[2] - a[2]) / 5));
    for (let k = 0; k < count; k++)
      stakes.push({
        place: [a[0] + ((b[0] - a[0]) * k) / count, 0, a[2] + ((b[2] - a[2]) * k) / count],
        isCorner: k === 0,
      });
  });
  let string = '';
  stakes.forEach(({ place }, i) => {
    const next = stakes[(i + 1) % stakes.length]?.place ?? place;
    const [[ax, ay], [bx, by]] = [
      camera.project([place[0], 0.8, place[2]]),
      camera.project([next[0], 0.8, next[2]]),
    ];
    string += `M${num(ax)} ${num(ay)}Q${num((ax + bx) / 2)} ${num((ay + by) / 2 + 4)} ${num(bx)} ${num(by)}`;
  });
  drawing.stroke(string, light.tone('#fff6e2', 0.9), 2, { opacity: 0.95 });
  stakes.sort((a, b) => camera.view(b.place)[2] - camera.view(a.place)[2]);
  for (const { place, isCorner } of stakes) {
    const [x, , z] = place;
    groundShadow(stage, { x, y: 0, z, w: 0.1, h: 1, d: 0.1 }, light);
    const post = { x: x - 0.05, y: 0, z: z - 0.05, w: 0.1, h: isCorner ? 1.5 : 0.95, d: 0.1 };
    stage.box(post, light.solid('#c79a6a'));
    if (!isCorner) continue;
    const [sx, sy] = camera.project([x, 1.5, z]);
    const s = camera.scaleAt([x, 1.5, z]);
    drawing.path(
      `M${num(sx)} ${num(sy)}l${num(s * 0.6)} ${num(s * 0.17)}L${num(sx)} ${num(sy + s * 0.36)}Z`,
      light.tone('#e9573f', 0.95),
    );
  }
}
