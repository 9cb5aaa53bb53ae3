import type { Rng } from '#server/demo/random.ts';
import { Camera, Stage } from './camera.ts';
import { type Light, pickLight } from './light.ts';
import { drawPotted } from './plants.ts';
import { drawView, type ViewKind } from './scenery.ts';
import { alpha, circlePath, Drawing, darken, HEIGHT, lighten, num, WIDTH } from './svg.ts';

/** A balcony or terrace with a seat, plants and the view. */
export function drawBalcony(rng: Rng, view: ViewKind): string {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 3, noon: 2, golden: 4, dusk: 3 });
  const camera = new Camera({
    x: rng.range(-0.4, 0.4),
    y: 1.5,
    z: -2.6,
    focal: 900,
    centre: [WIDTH / 2, 430],
  });
  const stage = new Stage(drawing, camera);
  const [w, d, h] = [5, 1.9, 2.75];
  drawView(drawing, { x: 0, y: 0, w: WIDTH, h: 745 }, view, light, rng, 432 / 745);
  const wood = rng.pick(['#b98a5e', '#c7a27a', '#9a6f4c']);
  const floor = light.tone(rng.chance(0.5) ? wood : '#d9d2c6', 0.85);
  stage.level(0, -8, -2.4, 8, d, drawing.between([0, HEIGHT], [0, 640], floor, lighten(floor, 0.15)));
  let seams = '';
  for (let x = -8; x < 8; x += 0.16)
    seams += stage.outline([
      [x, 0, -2.4],
      [x + 0.015, 0, -2.4],
      [x + 0.015, 0, d],
      [x, 0, d],
    ]);
  drawing.path(seams, darken(floor, 0.45), { opacity: 0.4 });
  drawRail(stage, 16, d, light, rng.chance(0.6));
  const side = rng.side();
  const wall = rng.pick(['#f2e9dc', '#dcd6cc', '#c97f5c', '#8fa08f', '#6f7f8c']);
  drawBalconyFrame(stage, side, w, d, h, wall, light);
  drawLounge(stage, -side, light, rng);
  const pots = rng.pick(['#c9764c', '#f0ece2', '#5f6a70']);
  const place = (x: number, z: number, height: number, kind: 'areca' | 'fiddle' | 'snake' | 'monstera') => {
    const [sx, sy] = camera.project([x, 0, z]);
    drawPotted(
      drawing,
      sx,
      sy,
      height * camera.scaleAt([x, 0, z]),
      kind,
      light.tone(pots, 0.8),
      rng,
      light.tone('#4f8f52', 0.7),
    );
  };
  place(side * 2.05, 1.6, 1.5, 'areca');
  place(side * 1.55, 1.2, 0.8, 'snake');
  place(-side * 2.2, 1.65, 1.2, rng.pick(['fiddle', 'monstera']));
  place(side * 1.9, 0.35, 1, rng.pick(['monstera', 'areca']));
  if (light.isDusk || light.time === 'golden') drawStringLights(stage, w, d, h);
  return drawing.toString();
}

function drawRail(stage: Stage, w: number, d: number, light: Light, isGlass: boolean): void {
  const face = stage.face([-w / 2, 0, d], [1, 0, 0]);
  const metal = light.tone('#4a4f57', 0.7);
  if (isGlass) {
    face.rect(0, 0.06, w, 1.02, alpha(light.tone('#dff0f2', 0.9), 0.28));
    stage.drawing.path(
      stage.outline([face.at(6.6, 0.06), face.at(7.2, 0.06), face.at(8.1, 1.02), face.at(7.5, 1.02)]),
      '#ffffff',
      { opacity: 0.16 },
    );
    for (let u = 0; u <= w; u += 1.25) face.rect(u - 0.02, 0, u + 0.02, 1.02, metal);
  } else {
    const bars: string[] = [];
    for (let u = 0.06; u < w; u += 0.13) bars.push(face.quad(u, 0.06, u + 0.022, 1));
    stage.drawing.path(bars.join(''), metal);
    face.rect(0, 0.05, w, 0.09, metal);
  }
  face.rect(0, 1, w, 1.06, light.tone('#8a6a4c', 0.85));
}

/** The wall beside, a pillar and the slab of the floor above. */
function drawBalconyFrame(
  stage: Stage,
  side: -1 | 1,
  w: number,
  d: number,
  h: number,
  colour: string,
  light: Light,
): void {
  const { drawing } = stage;
  const x = (side * w) / 2;
  const [near, far] = [light.tone(colour, 0.45), light.tone(colour, 0.85)];
  const quad = (z0: number, z1: number, y0: number, y1: number) =>
    stage.outline([
      [x, y0, z0],
      [x, y0, z1],
      [x, y1, z1],
      [x, y1, z0],
    ]);
  drawing.path(
    quad(-2.4, d + 0.15, 0, h),
    side < 0 ? drawing.horizontal(near, far) : drawing.horizontal(far, near),
  );
  drawing.path(quad(-1.2, 0.9, 0, 2.3), light.tone('#3a3f46', 0.6));
  drawing.path(
    quad(-1.1, 0.8, 0.06, 2.22),
    light.isDusk
      ? drawing.vertical('#ffe6b4', '#f7be72')
      : drawing.diagonal(light.tone('#bcd4da', 0.9), light.tone('#5f7f8c', 0.7)),
  );
  stage.level(
    h,
    -8,
    -2.4,
    8,
    d + 0.2,
    drawing.vertical(light.tone('#e9e2d6', 0.25), light.tone('#f4eee4', 0.5)),
  );
  stage.fill(
    [
      [-8, h, d + 0.2],
      [8, h, d + 0.2],
      [8, h + 0.3, d + 0.2],
      [-8, h + 0.3, d + 0.2],
    ],
    light.tone('#f4eee4', 0.7),
  );
  for (const z of [0, 1.2]) stage.disc(0, h - 0.01, z, 0.09, '#fff4d8');
}

function drawLounge(stage: Stage, side: number, light: Light, rng: Rng): void {
  const colour = rng.pick(['#efe7d9', '#7f9a8a', '#c9785a', '#5b7288', '#d9b98a']);
  const accent = rng.pick(['#e2a84a', '#c9583c', '#2f7f86', '#f6efe2']);
  const frame = light.solid('#a87b52');
  const x = side < 0 ? -2.1 : 0.35;
  const [cx, cy] = stage.camera.project([x + 0.9, 0, 1.2]);
  stage.drawing.glow(cx, cy, 260, 50, light.shadowColour, 0.5);
  stage.box({ x, y: 0.2, z: 1.45, w: 1.8, h: 0.55, d: 0.12 }, frame, 3);
  stage.box({ x, y: 0.14, z: 0.85, w: 1.8, h: 0.12, d: 0.7 }, frame, 3);
  for (const dx of [0, 0.9]) {
    stage.box(
      { x: x + dx + 0.06, y: 0.36, z: 1.3, w: 0.8, h: 0.42, d: 0.14 },
      light.solid(lighten(colour, 0.06)),
      14,
    );
    stage.box(
      { x: x + dx + 0.04, y: 0.27, z: 0.84, w: 0.84, h: 0.13, d: 0.6 },
      light.solid(lighten(colour, 0.1)),
      10,
    );
  }
  for (const dx of [0.35, 1.4]) {
    const [sx, sy] = stage.camera.project([x + dx, 0.42, 1.2]);
    stage.drawing.rect(
      sx - 38,
      sy - 76,
      76,
      76,
      stage.drawing.diagonal(light.tone(lighten(accent, 0.2), 0.9), light.tone(darken(accent, 0.15), 0.8)),
      { rx: 14, transform: `rotate(${rng.int(-9, 9)} ${num(sx)} ${num(sy)})` },
    );
  }
  for (const dx of [-0.08, 1.76])
    stage.box({ x: x + dx, y: 0.14, z: 0.85, w: 0.12, h: 0.42, d: 0.72 }, frame, 3);
  const tx = side < 0 ? 0.35 : -0.35;
  const [px, py] = stage.camera.project([tx, 0, 0.6]);
  stage.drawing.glow(px, py, 120, 26, light.shadowColour, 0.5);
  stage.cylinder(tx, 0, 0.6, 0.13, 0.4, light.tone('#8a6a4c', 0.6), '#a87b52');
  stage.disc(tx, 0.4, 0.6, 0.36, light.tone('#8a6a4c', 0.4), 0.3);
  stage.disc(tx, 0.43, 0.6, 0.36, light.tone('#d9b98a', 0.95), 0.3);
  const [gx, gy] = stage.camera.project([tx, 0.43, 0.6]);
  stage.drawing.rect(gx - 44, gy - 36, 26, 36, light.tone('#f7e3b4', 0.9), { rx: 6, opacity: 0.85 });
  stage.drawing.rect(gx + 14, gy - 26, 30, 26, light.tone('#e9705a', 0.9), { rx: 7 });
}

function drawStringLights({ drawing, camera }: Stage, w: number, d: number, h: number): void {
  const [ax, ay] = camera.project([-w / 2, h - 0.2, d]);
  const [bx, by] = camera.project([w / 2, h - 0.2, d]);
  const bulbs: string[] = [];
  const at = (t: number): [number, number] => [
    ax + (bx - ax) * t,
    ay + (by - ay) * t + Math.abs(Math.sin(t * Math.PI * 3)) * 46,
  ];
  let line = '';
  for (let i = 0; i <= 60; i++)
    line += `${i ? 'L' : 'M'}${at(i / 60)
      .map(num)
      .join(' ')}`;
  drawing.stroke(line, '#3a2f35', 2);
  for (let i = 1; i < 24; i++) {
    const [x, y] = at(i / 24);
    drawing.glow(x, y + 6, 22, 22, '#ffdc96', 0.8);
    bulbs.push(circlePath(x, y + 6, 4.4));
  }
  drawing.path(bulbs.join(''), '#fff3cf');
}
