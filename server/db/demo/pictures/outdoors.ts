import { Camera, type P3, Stage } from './camera.ts';
import { alpha, darken, lighten, mix } from './colour.ts';
import { drawBlock, FLOOR } from './facadeTower.ts';
import { pickLight, type Light } from './light.ts';
import { drawLeaves, drawPalm, drawPotted, drawShrubs, drawTree } from './plants.ts';
import type { Rng } from './rng.ts';
import { drawHills, drawSea, drawSky, drawSkyline } from './sky.ts';
import { circlePath, Drawing, HEIGHT, num, WIDTH } from './svg.ts';
import { drawView, type ViewKind } from './view.ts';

const whole = { x: 0, y: 0, w: WIDTH, h: HEIGHT };

/** The city from afar: over the bay, over a park, or from a high floor. */
export function drawCity(rng: Rng): string {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 3, noon: 2, golden: 4, dusk: 4 });
  const kind = rng.pick(['bay', 'park', 'high'] as const);
  const horizon = kind === 'high' ? 470 : 590;
  drawSky(drawing, { ...whole, h: horizon }, light, rng);
  if (rng.chance(0.7)) drawHills(drawing, whole, horizon, 110, light.far('#6f88a0', 0.68), rng);
  const tall = rng.range(250, 330);
  drawSkyline(drawing, whole, horizon + 2, light, rng, { height: tall * 0.8, distance: 0.78, breadth: 46 });
  drawSkyline(drawing, whole, horizon + 4, light, rng, { height: tall, distance: 0.5, breadth: 66, hasWindows: true, gaps: 0.2 });
  if (kind === 'high') {
    drawSkyline(drawing, whole, horizon + 150, light, rng, { height: tall * 0.95, distance: 0.3, breadth: 92, hasWindows: true, gaps: 0.3 });
    drawing.rect(0, horizon + 40, WIDTH, 300, drawing.vertical(alpha(light.haze, 0.5), alpha(light.haze, 0)));
    drawShrubs(drawing, [-20, horizon + 190], [WIDTH + 20, horizon + 190], 46, light, rng);
    drawSkyline(drawing, whole, HEIGHT + 10, light, rng, { height: tall, distance: 0.08, breadth: 135, hasWindows: true, gaps: 0.35 });
    return drawing.toString();
  }
  drawSkyline(drawing, whole, horizon + 8, light, rng, { height: tall * 0.7, distance: 0.2, breadth: 84, hasWindows: true, gaps: 0.4 });
  drawShrubs(drawing, [-20, horizon + 14], [WIDTH + 20, horizon + 14], 26, light, rng);
  if (kind === 'bay') {
    drawSea(drawing, whole, horizon + 12, light, rng);
    for (let i = 0; i < rng.int(1, 3); i++) drawBoat(drawing, rng.range(150, WIDTH - 150), rng.range(horizon + 60, horizon + 150), rng.range(0.6, 1.1), light);
  } else {
    const grass = light.tone('#86ac58', 0.85);
    drawing.rect(0, horizon + 10, WIDTH, HEIGHT, drawing.between([0, horizon], [0, HEIGHT], mix(grass, light.haze, 0.35), darken(grass, 0.08)));
    drawing.path(`M${WIDTH * 0.5} ${horizon + 12}C${WIDTH * 0.62} ${horizon + 90} ${WIDTH * 0.2} ${horizon + 130} ${WIDTH * 0.3} ${HEIGHT}H${WIDTH * 0.52}C${WIDTH * 0.36} ${horizon + 150} ${WIDTH * 0.7} ${horizon + 80} ${WIDTH * 0.506} ${horizon + 12}Z`, light.tone('#d9cdb8', 0.9));
    for (let i = 0; i < 9; i++) {
      const depth = (i + 1) / 9;
      const x = rng.range(0, WIDTH);
      if (Math.abs(x - WIDTH * 0.45) > 150) drawTree(drawing, x, horizon + 20 + depth * 120, 70 + depth * 130, light, rng);
    }
  }
  const side = rng.chance(0.5) ? 70 : WIDTH - 70;
  drawPalm(drawing, side, HEIGHT + 40, rng.range(480, 620), light, rng);
  drawShrubs(drawing, [side - 320, HEIGHT + 24], [side + 320, HEIGHT + 24], 80, light, rng, rng.pick(['#e0567f', '#f2b84b', undefined]));
  return drawing.toString();
}

function drawBoat(drawing: Drawing, x: number, y: number, k: number, light: Light): void {
  const hull = light.tone('#f4efe4', 0.8);
  drawing.ellipse(x, y + 8 * k, 70 * k, 5 * k, alpha(light.shadowColour, 0.3));
  drawing.path(`M${num(x - 46 * k)} ${num(y - 8 * k)}H${num(x + 52 * k)}L${num(x + 36 * k)} ${num(y + 8 * k)}H${num(x - 34 * k)}Z`, hull);
  drawing.path(`M${num(x)} ${num(y - 12 * k)}V${num(y - 92 * k)}Q${num(x + 46 * k)} ${num(y - 50 * k)} ${num(x + 44 * k)} ${num(y - 14 * k)}Z`, light.tone('#ffffff', 0.95));
  drawing.path(`M${num(x - 4 * k)} ${num(y - 12 * k)}V${num(y - 80 * k)}Q${num(x - 34 * k)} ${num(y - 40 * k)} ${num(x - 38 * k)} ${num(y - 14 * k)}Z`, light.tone('#e9705a', 0.85));
}

function deckCamera(rng: Rng, y: number, horizon: number): Camera {
  return new Camera({ x: rng.range(-1, 1), y, z: -6, yaw: rng.range(-0.12, 0.12), focal: 900, centre: [WIDTH / 2, horizon] });
}

/** A residents' pool with loungers, palms and the towers behind. */
export function drawPool(rng: Rng): string {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 3, noon: 4, golden: 3, dusk: 2 });
  const horizon = rng.range(360, 400);
  const stage = new Stage(drawing, deckCamera(rng, 3.1, horizon));
  drawSky(drawing, { ...whole, h: horizon }, light, rng);
  drawSkyline(drawing, whole, horizon + 20, light, rng, { height: 240, distance: 0.6, breadth: 70, hasWindows: true, gaps: 0.25 });
  const side = rng.side();
  drawBlock(stage, { x: side > 0 ? 9 : -23, y: 0, z: 20, w: 14, h: FLOOR * 9, d: 14 }, { wall: '#f1ebe0', accent: rng.pick(['#c98d63', '#4f7b86', '#8a9f7a']), slab: '#ffffff', style: rng.pick(['columns', 'bands']) }, light, rng);
  const deck = light.tone(rng.pick(['#d9c6a8', '#e3dacb', '#c99f74']), 0.9);
  drawing.rect(0, horizon, WIDTH, HEIGHT, drawing.between([0, horizon], [0, HEIGHT], mix(deck, light.haze, 0.25), deck));
  drawShrubs(drawing, [-20, horizon + 62], [WIDTH + 20, horizon + 62], 64, light, rng, '#dd4f86');
  for (const x of [-13, -8.5, -3, 3.5, 8, 13]) {
    const [sx, sy] = stage.camera.project([x + rng.range(-1, 1), 0, 15]);
    drawPalm(drawing, sx, sy, rng.range(250, 360), light, rng);
  }
  drawJoints(stage, deck);
  drawWater(stage, light, rng);
  const umbrella = rng.pick(['#f4efe4', '#e9705a', '#2f8f96', '#f2b84b']);
  for (const [x, z] of [[side * 5.6, 10.5], [side * 5.6, 7], [side * 5.4, 3.6]] as const) {
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
  for (let z = -4; z < 15; z += 0.9) joints += stage.outline([[-20, 0, z], [20, 0, z], [20, 0, z + 0.03], [-20, 0, z + 0.03]]);
  for (let x = -20; x < 20; x += 0.9) joints += stage.outline([[x, 0, -5], [x + 0.03, 0, -5], [x + 0.03, 0, 15], [x, 0, 15]]);
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
      : [[-3.4 - grow, y, -1 - grow], [3.4 + grow, y, -1 - grow], [3.4 + grow, y, 12 + grow], [-3.4 - grow, y, 12 + grow]];
  stage.fill(edge(0.5, 0.02), light.tone('#f6f1e6', 0.95));
  stage.fill(edge(0, 0.02), light.tone('#7fb7bd', 0.5));
  const glow = light.isDusk;
  const paint = drawing.vertical(light.tone(glow ? '#8ff0f0' : '#8fe0e0', 1), light.tone('#3fb9c9', 1), light.tone('#1f93b3', 1));
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
    drawing.poly([[420, 380], [560, 380], [420, HEIGHT], [160, HEIGHT]], '#ffffff', { opacity: 0.1 });
  });
}

function drawLounger(stage: Stage, x: number, z: number, light: Light): void {
  stage.level(0.02, x - 0.2, z - 0.2, x + 0.9, z + 2, alpha(light.shadowColour, light.shadow));
  const paint = light.solid('#fbf8f0');
  for (const [dx, dz] of [[0, 1.6], [0.6, 1.6], [0, 0.1], [0.6, 0.1]] as const) stage.box({ x: x + dx, y: 0, z: z + dz, w: 0.07, h: 0.28, d: 0.07 }, light.solid('#a87b52'));
  const back: P3[] = [[x, 0.32, z + 1.2], [x + 0.67, 0.32, z + 1.2], [x + 0.67, 0.85, z + 1.9], [x, 0.85, z + 1.9]];
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
    drawing.path(`M${num(sx)} ${num(top)}Q${num(a * 0.75 + sx * 0.25)} ${num(top + (rim - top) * 0.35)} ${num(a)} ${num(rim)}Q${num((a + b) / 2)} ${num(rim + s * 0.12)} ${num(b)} ${num(rim)}Q${num(b * 0.75 + sx * 0.25)} ${num(top + (rim - top) * 0.35)} ${num(sx)} ${num(top)}Z`, darken(tone, shade * 0.09));
  }
}

/** A balcony or terrace with a seat, plants and the view. */
export function drawBalcony(rng: Rng, view: ViewKind): string {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 3, noon: 2, golden: 4, dusk: 3 });
  const camera = new Camera({ x: rng.range(-0.4, 0.4), y: 1.5, z: -2.6, focal: 900, centre: [WIDTH / 2, 430] });
  const stage = new Stage(drawing, camera);
  const [w, d, h] = [5, 1.9, 2.75];
  drawView(drawing, { x: 0, y: 0, w: WIDTH, h: 640 }, view, light, rng);
  const wood = rng.pick(['#b98a5e', '#c7a27a', '#9a6f4c']);
  const floor = light.tone(rng.chance(0.5) ? wood : '#d9d2c6', 0.85);
  stage.level(0, -w / 2, -2.4, w / 2, d, drawing.between([0, HEIGHT], [0, 640], floor, lighten(floor, 0.15)));
  let seams = '';
  for (let x = -w / 2; x < w / 2; x += 0.16) seams += stage.outline([[x, 0, -2.4], [x + 0.015, 0, -2.4], [x + 0.015, 0, d], [x, 0, d]]);
  drawing.path(seams, darken(floor, 0.45), { opacity: 0.4 });
  drawRail(stage, w, d, light, rng.chance(0.6));
  const side = rng.side();
  const wall = rng.pick(['#f2e9dc', '#dcd6cc', '#c97f5c', '#8fa08f', '#6f7f8c']);
  drawBalconyFrame(stage, side, w, d, h, wall, light);
  drawLounge(stage, -side, light, rng);
  const pots = rng.pick(['#c9764c', '#f0ece2', '#5f6a70']);
  const place = (x: number, z: number, height: number, kind: 'areca' | 'fiddle' | 'snake' | 'monstera') => {
    const [sx, sy] = camera.project([x, 0, z]);
    drawPotted(drawing, sx, sy, height * camera.scaleAt([x, 0, z]), kind, light.tone(pots, 0.8), rng, light.tone('#4f8f52', 0.7));
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
    stage.drawing.path(stage.outline([face.at(0.6, 0.06), face.at(1.2, 0.06), face.at(2.1, 1.02), face.at(1.5, 1.02)]), '#ffffff', { opacity: 0.16 });
    for (let u = 0; u <= w; u += w / 4) face.rect(u - 0.02, 0, u + 0.02, 1.02, metal);
  } else {
    const bars: string[] = [];
    for (let u = 0.06; u < w; u += 0.13) bars.push(face.quad(u, 0.06, u + 0.022, 1));
    stage.drawing.path(bars.join(''), metal);
    face.rect(0, 0.05, w, 0.09, metal);
  }
  face.rect(0, 1, w, 1.06, light.tone('#8a6a4c', 0.85));
}

/** The wall beside, a pillar and the slab of the floor above. */
function drawBalconyFrame(stage: Stage, side: -1 | 1, w: number, d: number, h: number, colour: string, light: Light): void {
  const { drawing } = stage;
  const x = (side * w) / 2;
  const [near, far] = [light.tone(colour, 0.45), light.tone(colour, 0.85)];
  const quad = (z0: number, z1: number, y0: number, y1: number) => stage.outline([[x, y0, z0], [x, y0, z1], [x, y1, z1], [x, y1, z0]]);
  drawing.path(quad(-2.4, d + 0.15, 0, h), side < 0 ? drawing.horizontal(near, far) : drawing.horizontal(far, near));
  drawing.path(quad(-1.2, 0.9, 0, 2.3), light.tone('#3a3f46', 0.6));
  drawing.path(quad(-1.1, 0.8, 0.06, 2.22), light.isDusk ? drawing.vertical('#ffe6b4', '#f7be72') : drawing.diagonal(light.tone('#bcd4da', 0.9), light.tone('#5f7f8c', 0.7)));
  stage.level(h, -w / 2 - 1, -2.4, w / 2 + 1, d + 0.2, drawing.vertical(light.tone('#e9e2d6', 0.25), light.tone('#f4eee4', 0.5)));
  stage.fill([[-w / 2 - 1, h, d + 0.2], [w / 2 + 1, h, d + 0.2], [w / 2 + 1, h + 0.3, d + 0.2], [-w / 2 - 1, h + 0.3, d + 0.2]], light.tone('#f4eee4', 0.7));
  for (const z of [0, 1.2]) stage.disc(0, h - 0.01, z, 0.09, '#fff4d8');
}

function drawLounge(stage: Stage, side: -1 | 1, light: Light, rng: Rng): void {
  const colour = rng.pick(['#efe7d9', '#7f9a8a', '#c9785a', '#5b7288', '#d9b98a']);
  const accent = rng.pick(['#e2a84a', '#c9583c', '#2f7f86', '#f6efe2']);
  const frame = light.solid('#a87b52');
  const x = side < 0 ? -2.1 : 0.35;
  const [cx, cy] = stage.camera.project([x + 0.9, 0, 1.2]);
  stage.drawing.glow(cx, cy, 260, 50, light.shadowColour, 0.5);
  stage.box({ x, y: 0.2, z: 1.45, w: 1.8, h: 0.55, d: 0.12 }, frame, 3);
  stage.box({ x, y: 0.14, z: 0.85, w: 1.8, h: 0.12, d: 0.7 }, frame, 3);
  for (const dx of [0, 0.9]) {
    stage.box({ x: x + dx + 0.06, y: 0.36, z: 1.3, w: 0.8, h: 0.42, d: 0.14 }, light.solid(lighten(colour, 0.06)), 14);
    stage.box({ x: x + dx + 0.04, y: 0.27, z: 0.84, w: 0.84, h: 0.13, d: 0.6 }, light.solid(lighten(colour, 0.1)), 10);
  }
  for (const dx of [0.35, 1.4]) {
    const [sx, sy] = stage.camera.project([x + dx, 0.42, 1.2]);
    stage.drawing.rect(sx - 38, sy - 76, 76, 76, stage.drawing.diagonal(light.tone(lighten(accent, 0.2), 0.9), light.tone(darken(accent, 0.15), 0.8)), { rx: 14, transform: `rotate(${rng.int(-9, 9)} ${num(sx)} ${num(sy)})` });
  }
  for (const dx of [-0.08, 1.76]) stage.box({ x: x + dx, y: 0.14, z: 0.85, w: 0.12, h: 0.42, d: 0.72 }, frame, 3);
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
  const at = (t: number): [number, number] => [ax + (bx - ax) * t, ay + (by - ay) * t + Math.sin(t * Math.PI * 3) ** 2 * 46];
  let line = '';
  for (let i = 0; i <= 60; i++) line += `${i ? 'L' : 'M'}${at(i / 60).map(num).join(' ')}`;
  drawing.stroke(line, '#3a2f35', 2);
  for (let i = 1; i < 24; i++) {
    const [x, y] = at(i / 24);
    drawing.glow(x, y + 6, 22, 22, '#ffdc96', 0.8);
    bulbs.push(circlePath(x, y + 6, 4.4));
  }
  drawing.path(bulbs.join(''), '#fff3cf');
}
