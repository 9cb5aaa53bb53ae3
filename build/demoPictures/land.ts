import type { Rng } from '#server/demo/random.ts';
import { type P3, Stage } from './camera.ts';
import { groundShadow, orbitCamera } from './facadeKit.ts';
import { type Light, pickLight } from './light.ts';
import { drawLeaves, drawPalm, drawShrubs, drawTree } from './plants.ts';
import { drawHills, drawSky, drawSkyline } from './sky.ts';
import { drawFence, drawGround, drawStreet } from './street.ts';
import { alpha, Drawing, darken, HEIGHT, lighten, mix, num, WIDTH } from './svg.ts';

const whole = { x: 0, y: 0, w: WIDTH, h: HEIGHT };

/** A vacant lot: grass, corner stakes, a fence or a road, hills or the city behind. */
export function drawLand(rng: Rng): string {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 4, noon: 3, golden: 4, dusk: 1 });
  const horizon = rng.range(330, 410);
  const yaw = rng.side() * rng.range(0.15, 0.5);
  const stage = new Stage(drawing, orbitCamera(yaw, 30, rng.range(5.5, 8), 900, [WIDTH / 2, horizon]));
  drawSky(drawing, { ...whole, h: horizon }, light, rng);
  drawHills(drawing, whole, horizon + 4, rng.range(110, 190), light.far('#6f8fa8', 0.68), rng);
  drawHills(drawing, whole, horizon + 6, rng.range(50, 100), light.far('#6f9a72', 0.45), rng);
  if (rng.chance(0.5))
    drawSkyline(drawing, whole, horizon + 6, light, rng, {
      height: 130,
      distance: 0.66,
      breadth: 44,
      hasWindows: true,
      gaps: 0.35,
    });
  drawGround(stage, rng.pick(['#9db860', '#8fb056', '#b3b565']), light);
  drawFields(stage, light, rng);
  drawShrubs(drawing, [-20, horizon + 26], [WIDTH + 20, horizon + 26], 46, light, rng);
  drawTrees(stage, light, rng, 22, 34);
  drawLot(stage, light, rng);
  drawTufts(stage, light, rng);
  const setting = rng.int(0, 2);
  if (setting === 0) drawStreet(stage, -12, 1.8, 7, light);
  else drawTrack(stage, light, rng);
  if (setting !== 2) {
    const [wall, isSlatted] = [rng.pick(['#e3d8c6', '#cdbfa6']), rng.chance(0.6)];
    drawFence(stage, -11.4, -34, -2.6, 0.9, wall, light, isSlatted);
    drawFence(stage, -11.4, 2.6, 34, 0.9, wall, light, isSlatted);
  }
  const corner = rng.chance(0.5) ? 50 : WIDTH - 50;
  drawLeaves(drawing, corner, HEIGHT + 30, 220, light.tone('#5c9a4a', 0.6), rng, 13, 0.07);
  drawShrubs(
    drawing,
    [corner - 180, HEIGHT + 26],
    [corner + 180, HEIGHT + 26],
    76,
    light,
    rng,
    rng.pick(['#f2d04b', '#e0567f', '#ffffff']),
  );
  return drawing.toString();
}

function drawFields(stage: Stage, light: Light, rng: Rng): void {
  const tones = ['#a9bf63', '#86a94f', '#c2bf6c', '#7fa85a'];
  for (let i = 0; i < 12; i++) {
    const [x, z] = [rng.range(-70, 60), rng.range(16, 100)];
    stage.level(
      0,
      x,
      z,
      x + rng.range(14, 34),
      z + rng.range(6, 22),
      alpha(mix(light.tone(rng.pick(tones), 0.9), light.haze, Math.min(0.6, z / 160)), 0.55),
    );
  }
}

function drawTrees(stage: Stage, light: Light, rng: Rng, near: number, far: number): void {
  const spots: P3[] = Array.from({ length: 11 }, (_, i) => [
    -38 + i * 7.5 + rng.range(-2, 2),
    0,
    rng.range(near, far),
  ]);
  spots.sort((a, b) => stage.camera.view(b)[2] - stage.camera.view(a)[2]);
  for (const spot of spots) {
    const [sx, sy] = stage.camera.project(spot);
    const s = stage.camera.scaleAt(spot);
    if (rng.chance(0.5)) drawPalm(stage.drawing, sx, sy, s * rng.range(8, 11), light, rng);
    else drawTree(stage.drawing, sx, sy, s * rng.range(6, 9), light, rng);
  }
}

/** The lot itself: mown grass, a taped line and corner stakes. */
function drawLot(stage: Stage, light: Light, rng: Rng): void {
  const { drawing } = stage;
  const [w, d] = [rng.range(9, 12), rng.range(8, 10)];
  const corners: P3[] = [
    [-w, 0.02, d],
    [w, 0.02, d],
    [w, 0.02, -d],
    [-w, 0.02, -d],
  ];
  const bare = rng.chance(0.35);
  const soil = light.tone(bare ? '#c9a579' : '#a4c565', 0.95);
  stage.fill(corners, drawing.vertical(mix(soil, light.haze, 0.15), soil), {
    stroke: lighten(soil, 0.25),
    'stroke-width': 3,
    'stroke-dasharray': '2 0',
  });
  for (let i = 0; i < 7; i++) {
    const x = -w + (i * 2 * w) / 7;
    if (i % 2 === 0) stage.level(0.03, x, -d, x + (2 * w) / 7, d, alpha(darken(soil, 0.25), 0.13));
  }
  const posts: P3[] = [];
  for (let i = 0; i < 4; i++) {
    const [a, b] = [corners[i] ?? [0, 0, 0], corners[(i + 1) % 4] ?? [0, 0, 0]];
    for (let k = 0; k < 4; k++)
      posts.push([a[0] + ((b[0] - a[0]) * k) / 4, 0, a[2] + ((b[2] - a[2]) * k) / 4]);
  }
  const colour = light.tone('#e9573f', 0.95);
  let tape = '';
  posts.forEach((post, i) => {
    const next = posts[(i + 1) % posts.length] ?? post;
    const [[ax, ay], [bx, by]] = [
      stage.camera.project([post[0], 0.85, post[2]]),
      stage.camera.project([next[0], 0.85, next[2]]),
    ];
    tape += `M${num(ax)} ${num(ay)}Q${num((ax + bx) / 2)} ${num((ay + by) / 2 + 5)} ${num(bx)} ${num(by)}`;
  });
  drawing.stroke(tape, '#fff6e2', 2.6, { opacity: 0.95 });
  posts.sort((a, b) => stage.camera.view(b)[2] - stage.camera.view(a)[2]);
  for (const [x, , z] of posts) {
    const isCorner = Math.abs(x) === w && Math.abs(z) === d;
    groundShadow(stage, { x, y: 0, z, w: 0.16, h: 1.1, d: 0.16 }, light);
    stage.box(
      { x: x - 0.08, y: 0, z: z - 0.08, w: 0.16, h: isCorner ? 1.5 : 1, d: 0.16 },
      light.solid('#c79a6a'),
    );
    if (!isCorner) continue;
    const [sx, sy] = stage.camera.project([x, 1.5, z]);
    const s = stage.camera.scaleAt([x, 1.5, z]);
    drawing.path(
      `M${num(sx)} ${num(sy)}l${num(s * 0.95)} ${num(s * 0.26)}L${num(sx)} ${num(sy + s * 0.55)}Z`,
      colour,
    );
    drawing.rect(sx - s * 0.03, sy - s * 0.1, s * 0.06, s * 0.7, light.tone('#8a6a4c', 0.6));
  }
}

function drawTufts(stage: Stage, light: Light, rng: Rng): void {
  const blades: [string, string] = ['', ''];
  for (let i = 0; i < 170; i++) {
    const place: P3 = [rng.range(-26, 26), 0, rng.range(-24, 14)];
    if (stage.camera.view(place)[2] < 5) continue;
    const [x, y] = stage.camera.project(place);
    const s = stage.camera.scaleAt(place) * rng.range(0.18, 0.4);
    blades[i % 2 ? 0 : 1] +=
      `M${num(x - s * 0.5)} ${num(y)}L${num(x - s * 0.4)} ${num(y - s)}L${num(x - s * 0.1)} ${num(y - s * 0.2)}L${num(x)} ${num(y - s * 1.3)}L${num(x + s * 0.15)} ${num(y - s * 0.2)}L${num(x + s * 0.45)} ${num(y - s * 0.9)}L${num(x + s * 0.5)} ${num(y)}Z`;
  }
  stage.drawing.path(blades[0], light.tone('#6f9440', 0.6), { opacity: 0.8 });
  stage.drawing.path(blades[1], light.tone('#c3cf72', 0.95), { opacity: 0.8 });
}

function drawTrack(stage: Stage, light: Light, rng: Rng): void {
  const soil = light.tone('#d3b58a', 0.9);
  stage.level(0.03, -120, -19, 120, -13.4, soil);
  for (const z of [-17.6, -15.2]) stage.level(0.04, -120, z, 120, z + 0.7, darken(soil, 0.12));
  stage.level(0.035, -2.4, -14, 2.4, -10, soil);
  for (let i = 0; i < 16; i++) {
    const [x, y] = stage.camera.project([rng.range(-20, 20), 0, rng.chance(0.5) ? -13.2 : -19.2]);
    drawShrubs(stage.drawing, [x - 16, y + 4], [x + 16, y + 4], 18, light, rng);
  }
}
