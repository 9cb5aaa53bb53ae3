import type { P3 } from './camera.ts';
import type { Room } from './room.ts';
import { drawView } from './scenery.ts';
import { alpha, type Drawing, darken, HEIGHT, lighten, mix, num, WIDTH } from './svg.ts';

/** Draws the outdoors inside an opening given by its four corners. */
function drawOpening(room: Room, corners: readonly P3[], salt: number): void {
  const { stage, drawing } = room;
  const points = corners.map((corner) => stage.camera.project(corner));
  const xs = points.map(([x]) => Math.max(-300, Math.min(WIDTH + 300, x)));
  const ys = points.map(([, y]) => Math.max(-200, Math.min(HEIGHT + 200, y)));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const area = { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
  drawing.clip(stage.outline(corners), () =>
    drawView(drawing, area, room.view, room.light, room.rng.fork(salt)),
  );
}

/** A window in the back wall with frame, sill and curtains. */
export function drawBackWindow(
  room: Room,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  panes: number,
  hasCurtains = true,
): void {
  const { stage, drawing, look, d } = room;
  const frame = mix(look.metal, '#ffffff', look.metal === '#2d2f34' ? 0.05 : 0.65);
  const face = stage.face([0, 0, d], [1, 0, 0]);
  drawOpening(
    room,
    [
      [x0, y0, d],
      [x1, y0, d],
      [x1, y1, d],
      [x0, y1, d],
    ],
    77,
  );
  drawing.path(
    stage.outline([
      [x0, y1, d],
      [x0 + (x1 - x0) * 0.35, y1, d],
      [x0 + (x1 - x0) * 0.15, y0, d],
      [x0, y0, d],
    ]),
    '#ffffff',
    { opacity: 0.1 },
  );
  let bars = '';
  for (let i = 0; i <= panes; i++) {
    const x = x0 + ((x1 - x0) * i) / panes;
    bars += face.quad(x - 0.035, y0, x + 0.035, y1);
  }
  bars +=
    face.quad(x0 - 0.06, y1 - 0.03, x1 + 0.06, y1 + 0.06) +
    face.quad(x0 - 0.06, y0 - 0.05, x1 + 0.06, y0 + 0.03);
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
  for (const x of [rail[0], end[0] - wide])
    drawFolds(drawing, x, rail[1], wide, bottom - rail[1], look.curtain);
  drawing.rect(rail[0] - 8, rail[1] - 3, end[0] - rail[0] + 16, 6, look.metal, { rx: 3 });
}

function drawFolds(drawing: Drawing, x: number, y: number, w: number, h: number, colour: string): void {
  const folds = 6;
  const step = w / folds;
  drawing.rect(x, y, w, h, drawing.vertical(colour, darken(colour, 0.1)));
  for (let i = 0; i < folds; i++) {
    drawing.rect(
      x + i * step,
      y,
      step,
      h,
      drawing.horizontal(
        alpha('#ffffff', 0.3),
        alpha(darken(colour, 0.3), 0.05),
        alpha(darken(colour, 0.45), 0.5),
      ),
    );
  }
}

/** A tall window in the bright side wall, its curtains and the sun it lets in. */
export function drawSideWindow(
  room: Room,
  z0: number,
  z1: number,
  y0: number,
  y1: number,
  hasCurtains = true,
): void {
  const { stage, drawing, look, w, bright } = room;
  const x = (bright * w) / 2;
  const frame = mix(look.metal, '#ffffff', look.metal === '#2d2f34' ? 0.05 : 0.65);
  drawOpening(
    room,
    [
      [x, y0, z0],
      [x, y0, z1],
      [x, y1, z1],
      [x, y1, z0],
    ],
    78,
  );
  const inner = x - bright * 0.1;
  stage.fill(
    [
      [x, y0, z0],
      [x, y0, z1],
      [inner, y0, z1],
      [inner, y0, z0],
    ],
    lighten(frame, 0.2),
  );
  const bar = (a: number, b: number, low: number, high: number) =>
    stage.outline([
      [inner, low, a],
      [inner, low, b],
      [inner, high, b],
      [inner, high, a],
    ]);
  const panes = Math.max(2, Math.round((z1 - z0) / 0.9));
  let bars = bar(z0, z1, y1 - 0.06, y1 + 0.04) + bar(z0, z1, y0 - 0.04, y0 + 0.06);
  for (let i = 0; i <= panes; i++) {
    const z = z0 + ((z1 - z0) * i) / panes;
    bars += bar(z - 0.035, z + 0.035, y0, y1);
  }
  drawing.path(bars, frame);
  drawSunPatch(room, z0, z1);
  if (!hasCurtains) return;
  for (const [from, to] of [
    [z0 - 0.35, z0 + 0.1],
    [z1 - 0.1, z1 + 0.4],
  ] as const) {
    const folds = 5;
    for (let i = 0; i < folds; i++) {
      const [a, b] = [from + ((to - from) * i) / folds, from + ((to - from) * (i + 1)) / folds];
      const cx = x - bright * 0.14;
      const quad = stage.outline([
        [cx, 0.03, a],
        [cx, 0.03, b],
        [cx, y1 + 0.22, b],
        [cx, y1 + 0.22, a],
      ]);
      drawing.path(
        quad,
        drawing.horizontal(lighten(look.curtain, 0.3), darken(look.curtain, 0.06), darken(look.curtain, 0.2)),
      );
    }
  }
  const rail = [
    stage.camera.project([x - bright * 0.14, y1 + 0.24, z0 - 0.5]),
    stage.camera.project([x - bright * 0.14, y1 + 0.24, z1 + 0.5]),
  ];
  drawing.stroke(`M${rail.map(([px, py]) => `${num(px)} ${num(py)}`).join('L')}`, look.metal, 5);
}

/** Sunlight on the floor, in panes; none after sunset. */
function drawSunPatch({ stage, drawing, w, bright, light }: Room, z0: number, z1: number): void {
  if (light.isDusk) return;
  const x = (bright * w) / 2;
  const colour = light.time === 'golden' ? '#ffcf8a' : '#fff4d6';
  const panes = 2;
  for (let i = 0; i < panes; i++) {
    const [a, b] = [z0 + ((z1 - z0) * i) / panes + 0.06, z0 + ((z1 - z0) * (i + 1)) / panes - 0.06];
    const [near, far] = [x - bright * 0.5, x - bright * 2.9];
    const points: P3[] = [
      [near, 0.004, a - 0.25],
      [near, 0.004, b - 0.25],
      [far, 0.004, b - 1],
      [far, 0.004, a - 1],
    ];
    stage.fill(
      points,
      bright < 0
        ? drawing.horizontal(alpha(colour, 0.55), alpha(colour, 0.12))
        : drawing.horizontal(alpha(colour, 0.12), alpha(colour, 0.55)),
    );
  }
}
