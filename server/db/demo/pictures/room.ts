import { Camera, type P3, type SolidPaint, Stage } from './camera.ts';
import { alpha, darken, lighten, mix } from './colour.ts';
import { type Light, pickLight } from './light.ts';
import type { Rng } from './rng.ts';
import { type RoomLook, roomLooks } from './roomLook.ts';
import { Drawing, HEIGHT, num, type P2, WIDTH } from './svg.ts';
import { drawView, type ViewKind } from './view.ts';

/** A room seen from its open side: x across, z to the back wall, metres. */
export interface Room {
  stage: Stage;
  drawing: Drawing;
  rng: Rng;
  look: RoomLook;
  light: Light;
  view: ViewKind;
  w: number;
  h: number;
  d: number;
  /** The side the daylight comes from. */
  bright: -1 | 1;
}

export interface RoomSize {
  w: number;
  h: number;
  d: number;
}

export function buildRoom(rng: Rng, view: ViewKind, { w, h, d }: RoomSize): Room {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 4, noon: 3, golden: 3, dusk: 2 });
  const look = rng.pick(roomLooks);
  const shift = rng.range(-0.55, 0.55);
  const camera = new Camera({ x: shift, y: 1.38, z: -2.3, focal: 985, centre: [WIDTH / 2 + shift * 40, 432] });
  return { stage: new Stage(drawing, camera), drawing, rng, look, light, view, w, h, d, bright: rng.side() };
}

/** Faces of a piece of furniture in this room's light. */
export function solid(room: Room, colour: string): SolidPaint {
  const [lit, dark] = [mix(colour, '#fff3da', 0.14), darken(colour, 0.26)];
  return {
    front: darken(colour, 0.09),
    left: room.bright < 0 ? lit : dark,
    right: room.bright > 0 ? lit : dark,
    top: mix(colour, '#fff6e6', 0.26),
    bottom: darken(colour, 0.45),
  };
}

export function drawShell(room: Room, options: { ceiling?: string; wall?: string; accentBack?: boolean } = {}): void {
  const { stage, drawing, look, w, h, d } = room;
  const [l, r] = [-w / 2, w / 2];
  const wall = options.wall ?? look.wall;
  const back = options.accentBack ? look.accent : wall;
  const ceiling = options.ceiling ?? lighten(look.wall, 0.55);
  stage.level(h, l, -4, r, d, drawing.vertical(darken(ceiling, 0.06), darken(ceiling, 0.02)));
  drawFloor(room);
  const lit = mix(wall, '#fff2d8', 0.18);
  const shaded = darken(wall, 0.15);
  const side = (x: number, isBright: boolean) => {
    const [near, far] = isBright ? [darken(wall, 0.06), shaded] : [lit, darken(wall, 0.05)];
    stage.fill([[x, 0, -4], [x, 0, d], [x, h, d], [x, h, -4]], x < 0 ? drawing.horizontal(near, far) : drawing.horizontal(far, near));
  };
  side(l, room.bright < 0);
  side(r, room.bright > 0);
  const [from, to] = [mix(back, '#fff2d8', 0.1), darken(back, 0.13)];
  stage.fill([[l, 0, d], [r, 0, d], [r, h, d], [l, h, d]], room.bright < 0 ? drawing.horizontal(from, to) : drawing.horizontal(to, from));
  drawEdges(room);
}

function drawEdges({ stage, drawing, look, w, h, d }: Room): void {
  const [l, r] = [-w / 2, w / 2];
  const dark = '#2a1c1a';
  stage.fill([[l, h, d], [r, h, d], [r, h - 0.45, d], [l, h - 0.45, d]], drawing.vertical(alpha(dark, 0.13), alpha(dark, 0)));
  stage.fill([[l, 0.5, d], [r, 0.5, d], [r, 0, d], [l, 0, d]], drawing.vertical(alpha(dark, 0), alpha(dark, 0.13)));
  const trim = lighten(look.wall, 0.45);
  stage.fill([[l, 0, d - 0.02], [r, 0, d - 0.02], [r, 0.11, d - 0.02], [l, 0.11, d - 0.02]], darken(trim, 0.04));
  for (const x of [l, r]) stage.fill([[x, 0, -4], [x, 0, d], [x, 0.11, d], [x, 0.11, -4]], darken(trim, 0.1));
  for (const x of [l, r]) stage.fill([[x, h, -4], [x, h, d], [x, h - 0.09, d], [x, h - 0.09, -4]], darken(trim, 0.06));
  stage.fill([[l, h, d - 0.02], [r, h, d - 0.02], [r, h - 0.09, d - 0.02], [l, h - 0.09, d - 0.02]], darken(trim, 0.02));
}

function drawFloor(room: Room): void {
  const { stage, drawing, look, rng, w, d } = room;
  const [l, r] = [-w / 2, w / 2];
  stage.level(0, l, -2.1, r, d, drawing.between([0, HEIGHT], [0, 560], look.floor, mix(look.floor, look.wall, 0.3)));
  if (look.floorKind === 'planks') {
    const step = 0.19;
    const tones: string[][] = [[], []];
    let seams = '';
    for (let x = l; x < r; x += step) {
      seams += stage.outline([[x, 0, -2.1], [x + 0.012, 0, -2.1], [x + 0.012, 0, d], [x, 0, d]]);
      for (let z = -2 + rng.next() * 1.2; z < d; z += rng.range(1.2, 1.9)) {
        const end = Math.min(d, z + 1.2);
        tones[rng.int(0, 3)]?.push(stage.outline([[x, 0, z], [x + step, 0, z], [x + step, 0, end], [x, 0, end]]));
      }
    }
    drawing.path((tones[0] ?? []).join(''), alpha(darken(look.floor, 0.3), 0.16));
    drawing.path((tones[1] ?? []).join(''), alpha('#fff0d8', 0.16));
    drawing.path(seams, alpha(darken(look.floor, 0.5), 0.4));
  } else {
    const step = look.floorKind === 'tiles' ? 0.5 : 0.9;
    let seams = '';
    const pale: string[] = [];
    for (let x = Math.floor(l / step) * step; x < r; x += step) {
      seams += stage.outline([[x, 0, -2.1], [x + 0.014, 0, -2.1], [x + 0.014, 0, d], [x, 0, d]]);
      for (let z = -2; z < d; z += step) if (rng.chance(0.3)) pale.push(stage.outline(quadLevel(x, z, Math.min(step, r - x), Math.min(step, d - z))));
    }
    for (let z = -2; z < d; z += step) seams += stage.outline([[l, 0, z], [r, 0, z], [r, 0, z + 0.016], [l, 0, z + 0.016]]);
    drawing.path(pale.join(''), alpha('#ffffff', 0.17));
    drawing.path(seams, alpha(darken(look.floor, 0.45), 0.32));
    if (look.floorKind === 'marble') drawVeins(room);
  }
  stage.level(0.001, l, -2.1, l + w * 0.25, d, drawing.horizontal(alpha('#1c1526', 0.16), alpha('#1c1526', 0)));
  stage.level(0.001, r - w * 0.25, -2.1, r, d, drawing.horizontal(alpha('#1c1526', 0), alpha('#1c1526', 0.16)));
}

const quadLevel = (x: number, z: number, w: number, d: number): P3[] => [[x, 0, z], [x + w, 0, z], [x + w, 0, z + d], [x, 0, z + d]];

function drawVeins({ stage, drawing, look, rng, w, d }: Room): void {
  let lines = '';
  for (let i = 0; i < 14; i++) {
    let [x, z] = [rng.range(-w / 2, w / 2), rng.range(-1.5, d)];
    const points: P2[] = [stage.camera.project([x, 0, z])];
    for (let j = 0; j < 4; j++) {
      [x, z] = [Math.max(-w / 2, Math.min(w / 2, x + rng.range(-0.3, 0.5))), Math.min(d, z + rng.range(0.05, 0.4))];
      points.push(stage.camera.project([x, 0, z]));
    }
    lines += `M${points.map(([px, py]) => `${num(px)} ${num(py)}`).join('L')}`;
  }
  drawing.stroke(lines, darken(look.floor, 0.3), 1.6, { opacity: 0.3 });
}

/** Draws the outdoors inside an opening given by its four corners. */
function drawOpening(room: Room, corners: readonly P3[], salt: number): void {
  const { stage, drawing } = room;
  const points = corners.map((corner) => stage.camera.project(corner));
  const xs = points.map(([x]) => Math.max(-300, Math.min(WIDTH + 300, x)));
  const ys = points.map(([, y]) => Math.max(-200, Math.min(HEIGHT + 200, y)));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const area = { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
  drawing.clip(stage.outline(corners), () => drawView(drawing, area, room.view, room.light, room.rng.fork(salt)));
}

/** A window in the back wall with frame, sill and curtains. */
export function drawBackWindow(room: Room, x0: number, y0: number, x1: number, y1: number, panes: number, hasCurtains = true): void {
  const { stage, drawing, look, d } = room;
  const frame = mix(look.metal, '#ffffff', look.metal === '#2d2f34' ? 0.05 : 0.65);
  const face = stage.face([0, 0, d], [1, 0, 0]);
  drawOpening(room, [[x0, y0, d], [x1, y0, d], [x1, y1, d], [x0, y1, d]], 77);
  drawing.path(stage.outline([[x0, y1, d], [x0 + (x1 - x0) * 0.35, y1, d], [x0 + (x1 - x0) * 0.15, y0, d], [x0, y0, d]]), '#ffffff', { opacity: 0.1 });
  let bars = '';
  for (let i = 0; i <= panes; i++) {
    const x = x0 + ((x1 - x0) * i) / panes;
    bars += face.quad(x - 0.035, y0, x + 0.035, y1);
  }
  bars += face.quad(x0 - 0.06, y1 - 0.03, x1 + 0.06, y1 + 0.06) + face.quad(x0 - 0.06, y0 - 0.05, x1 + 0.06, y0 + 0.03);
  drawing.path(bars, frame);
  if (y0 > 0.3) face.rect(x0 - 0.1, y0 - 0.1, x1 + 0.1, y0 - 0.03, lighten(frame, 0.3));
  if (hasCurtains) drawBackCurtains(room, x0, x1, y1 + 0.25);
}

function drawBackCurtains({ stage, drawing, look, d, rng }: Room, x0: number, x1: number, top: number): void {
  const rail = stage.camera.project([x0 - 0.4, top, d - 0.1]);
  const end = stage.camera.project([x1 + 0.4, top, d - 0.1]);
  const scale = stage.camera.scaleAt([0, top, d - 0.1]);
  const bottom = stage.camera.project([0, 0.04, d - 0.1])[1];
  const wide = rng.range(0.45, 0.65) * scale;
  for (const x of [rail[0], end[0] - wide]) drawFolds(drawing, x, rail[1], wide, bottom - rail[1], look.curtain);
  drawing.rect(rail[0] - 8, rail[1] - 3, end[0] - rail[0] + 16, 6, look.metal, { rx: 3 });
}

function drawFolds(drawing: Drawing, x: number, y: number, w: number, h: number, colour: string): void {
  const folds = 6;
  const step = w / folds;
  drawing.rect(x, y, w, h, drawing.vertical(colour, darken(colour, 0.1)));
  for (let i = 0; i < folds; i++) {
    drawing.rect(x + i * step, y, step, h, drawing.horizontal(alpha('#ffffff', 0.3), alpha(darken(colour, 0.3), 0.05), alpha(darken(colour, 0.45), 0.5)));
  }
}

/** A tall window in the bright side wall, its curtains and the sun it lets in. */
export function drawSideWindow(room: Room, z0: number, z1: number, y0: number, y1: number, hasCurtains = true): void {
  const { stage, drawing, look, w, bright } = room;
  const x = (bright * w) / 2;
  const frame = mix(look.metal, '#ffffff', look.metal === '#2d2f34' ? 0.05 : 0.65);
  drawOpening(room, [[x, y0, z0], [x, y0, z1], [x, y1, z1], [x, y1, z0]], 78);
  const inner = x - bright * 0.1;
  stage.fill([[x, y0, z0], [x, y0, z1], [inner, y0, z1], [inner, y0, z0]], lighten(frame, 0.2));
  const bar = (a: number, b: number, low: number, high: number) => stage.outline([[inner, low, a], [inner, low, b], [inner, high, b], [inner, high, a]]);
  const panes = Math.max(2, Math.round((z1 - z0) / 0.9));
  let bars = bar(z0, z1, y1 - 0.06, y1 + 0.04) + bar(z0, z1, y0 - 0.04, y0 + 0.06);
  for (let i = 0; i <= panes; i++) {
    const z = z0 + ((z1 - z0) * i) / panes;
    bars += bar(z - 0.035, z + 0.035, y0, y1);
  }
  drawing.path(bars, frame);
  drawSunPatch(room, z0, z1);
  if (!hasCurtains) return;
  for (const [from, to] of [[z0 - 0.35, z0 + 0.1], [z1 - 0.1, z1 + 0.4]] as const) {
    const folds = 5;
    for (let i = 0; i < folds; i++) {
      const [a, b] = [from + ((to - from) * i) / folds, from + ((to - from) * (i + 1)) / folds];
      const cx = x - bright * 0.14;
      const quad = stage.outline([[cx, 0.03, a], [cx, 0.03, b], [cx, y1 + 0.22, b], [cx, y1 + 0.22, a]]);
      drawing.path(quad, drawing.horizontal(lighten(look.curtain, 0.3), darken(look.curtain, 0.06), darken(look.curtain, 0.2)));
    }
  }
  const rail = [stage.camera.project([x - bright * 0.14, y1 + 0.24, z0 - 0.5]), stage.camera.project([x - bright * 0.14, y1 + 0.24, z1 + 0.5])];
  drawing.stroke(`M${rail.map(([px, py]) => `${num(px)} ${num(py)}`).join('L')}`, look.metal, 5);
}

/** Sunlight on the floor, in panes; none after sunset. */
export function drawSunPatch({ stage, drawing, w, bright, light }: Room, z0: number, z1: number): void {
  if (light.isDusk) return;
  const x = (bright * w) / 2;
  const colour = light.time === 'golden' ? '#ffcf8a' : '#fff4d6';
  const panes = 2;
  for (let i = 0; i < panes; i++) {
    const [a, b] = [z0 + ((z1 - z0) * i) / panes + 0.06, z0 + ((z1 - z0) * (i + 1)) / panes - 0.06];
    const [near, far] = [x - bright * 0.5, x - bright * 2.9];
    const points: P3[] = [[near, 0.004, a - 0.25], [near, 0.004, b - 0.25], [far, 0.004, b - 1], [far, 0.004, a - 1]];
    stage.fill(points, bright < 0 ? drawing.horizontal(alpha(colour, 0.55), alpha(colour, 0.12)) : drawing.horizontal(alpha(colour, 0.12), alpha(colour, 0.55)));
  }
}

/** Evening warmth or daylight over the whole finished room. */
export function finishRoom(room: Room): string {
  const { drawing, light, bright } = room;
  if (light.isDusk) {
    drawing.rect(0, 0, WIDTH, HEIGHT, alpha('#3a2350', 0.16));
    drawing.glow(WIDTH / 2, 330, 760, 430, '#ffc67e', 0.2);
  } else {
    const x = bright < 0 ? 0 : WIDTH;
    drawing.glow(x, 330, 900, 600, light.time === 'golden' ? '#ffb765' : '#fff6dc', light.time === 'golden' ? 0.3 : 0.2);
  }
  drawing.rect(0, HEIGHT - 200, WIDTH, 200, drawing.vertical(alpha('#1c1526', 0), alpha('#1c1526', 0.16)));
  return drawing.toString();
}
