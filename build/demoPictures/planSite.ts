import type { Rng } from '#server/demo/random.ts';
import { drawPlanPlant, type PlanInk } from './planFurniture.ts';
import {
  alpha,
  circlePath,
  curvePath,
  Drawing,
  darken,
  HEIGHT,
  lighten,
  num,
  type P2,
  polygonPath,
  WIDTH,
} from './svg.ts';

/** Lots from above, one marked out, with roads, roofs, trees and contour lines. */
export function drawSitePlan(rng: Rng): string {
  const drawing = new Drawing();
  const ground = rng.pick(['#dfe6c8', '#e8e4cf', '#d9e3cd']);
  const mark = rng.pick(['#e2663f', '#2f7f86', '#d99a2b']);
  drawing.rect(0, 0, WIDTH, HEIGHT, drawing.diagonal(lighten(ground, 0.25), ground));
  drawContours(drawing, ground, rng);
  const tilt = rng.range(-5, 5);
  const ink: PlanInk = {
    drawing,
    rng,
    k: 60,
    wood: '#b98a5e',
    fabric: '#9fb58f',
    accent: mark,
    line: '#4a4640',
  };
  drawing.group({ transform: `rotate(${num(tilt)} ${WIDTH / 2} ${HEIGHT / 2})` }, () => {
    const roadY = rng.range(560, 620);
    drawRoad(drawing, roadY);
    const chosen = rng.int(1, 3);
    const columns = 5;
    const width = (WIDTH + 80) / columns;
    for (let i = -1; i <= columns; i++) {
      drawParcel(ink, -40 + i * width, roadY - 340, width, 320, i === chosen ? mark : undefined);
      drawParcel(ink, -40 + i * width, roadY + 110, width, 300, undefined);
      drawParcel(ink, -40 + i * width, roadY - 660, width, 310, undefined);
    }
  });
  return drawing.toString();
}

function drawContours(drawing: Drawing, ground: string, rng: Rng): void {
  for (let i = 0; i < 9; i++) {
    const points: P2[] = Array.from({ length: 8 }, (_, j) => [
      -60 + j * 200,
      60 + i * 100 + Math.sin(j * 0.9 + i * 0.4) * 46 + rng.range(-10, 10),
    ]);
    drawing.stroke(curvePath(points, false), darken(ground, 0.22), 1.6, { opacity: 0.4 });
  }
}

function drawRoad(drawing: Drawing, y: number): void {
  drawing.rect(-200, y - 12, WIDTH + 400, 114, '#e4ddd0');
  drawing.rect(-200, y, WIDTH + 400, 90, '#8d9097');
  drawing.stroke(`M-200 ${num(y + 45)}H${WIDTH + 200}`, '#f6eed8', 4, {
    'stroke-dasharray': '34 26',
    'stroke-linecap': 'butt',
  });
}

function drawParcel(
  ink: PlanInk,
  x: number,
  y: number,
  w: number,
  h: number,
  mark: string | undefined,
): void {
  const { drawing, rng, k } = ink;
  const [px, py, pw, ph] = [x + 8, y + 8, w - 16, h - 16];
  if (mark) {
    drawing.rect(px, py, pw, ph, alpha(mark, 0.24));
    let hatch = '';
    for (let d = 20; d < pw + ph; d += 26) {
      const [x0, y0] = d < ph ? [px, py + d] : [px + d - ph, py + ph];
      const [x1, y1] = d < pw ? [px + d, py] : [px + pw, py + d - pw];
      hatch += `M${num(x0)} ${num(y0)}L${num(x1)} ${num(y1)}`;
    }
    drawing.stroke(hatch, mark, 2, { opacity: 0.3 });
    drawing.rect(px, py, pw, ph, 'none', { stroke: mark, 'stroke-width': 6, 'stroke-dasharray': '22 10' });
    for (const [cx, cy] of [
      [px, py],
      [px + pw, py],
      [px, py + ph],
      [px + pw, py + ph],
    ] as const)
      drawing.path(circlePath(cx, cy, 11), '#ffffff', { stroke: mark, 'stroke-width': 5 });
    drawPin(drawing, px + pw / 2, py + ph / 2, mark);
    return;
  }
  drawing.rect(px, py, pw, ph, alpha(rng.pick(['#c3d6a0', '#d3dcb0', '#b9d0a2']), 0.8), {
    stroke: '#ffffff',
    'stroke-width': 3,
  });
  if (rng.chance(0.75))
    drawRoof(
      drawing,
      px + pw * rng.range(0.16, 0.28),
      py + ph * rng.range(0.16, 0.3),
      pw * 0.52,
      ph * 0.46,
      rng,
    );
  for (let i = 0; i < 4; i++)
    drawPlanPlant(
      ink,
      (px + rng.range(0.08, 0.92) * pw) / k,
      (py + rng.pick([0.1, 0.86, 0.92]) * ph) / k,
      rng.range(0.24, 0.5),
    );
}

function drawRoof(drawing: Drawing, x: number, y: number, w: number, h: number, rng: Rng): void {
  const colour = rng.pick(['#b9583c', '#8a8f96', '#a9714f', '#6f8796', '#c98a5c']);
  drawing.rect(x + 8, y + 12, w, h, alpha('#2a2030', 0.2));
  const inset = Math.min(w, h) / 2;
  const isWide = w >= h;
  const [a, b]: [P2, P2] = isWide
    ? [
        [x + inset, y + h / 2],
        [x + w - inset, y + h / 2],
      ]
    : [
        [x + w / 2, y + inset],
        [x + w / 2, y + h - inset],
      ];
  const [tl, tr, br, bl]: [P2, P2, P2, P2] = [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ];
  const sides: [P2[], number][] = isWide
    ? [
        [[tl, tr, b, a], 0.16],
        [[bl, br, b, a], -0.14],
        [[tl, a, bl], 0.06],
        [[tr, b, br], -0.06],
      ]
    : [
        [[tl, tr, a], 0.16],
        [[bl, br, b], -0.14],
        [[tl, a, b, bl], 0.06],
        [[tr, a, b, br], -0.08],
      ];
  for (const [points, k] of sides)
    drawing.path(polygonPath(points), k > 0 ? lighten(colour, k) : darken(colour, -k));
}

function drawPin(drawing: Drawing, x: number, y: number, colour: string): void {
  drawing.ellipse(x, y + 52, 26, 8, alpha('#2a2030', 0.28));
  drawing.path(
    `M${num(x)} ${num(y + 52)}C${num(x - 12)} ${num(y + 22)} ${num(x - 42)} ${num(y + 8)} ${num(x - 42)} ${num(y - 22)}A42 42 0 0 1 ${num(x + 42)} ${num(y - 22)}C${num(x + 42)} ${num(y + 8)} ${num(x + 12)} ${num(y + 22)} ${num(x)} ${num(y + 52)}Z`,
    drawing.horizontal(lighten(colour, 0.15), darken(colour, 0.12)),
  );
  drawing.circle(x, y - 22, 17, '#ffffff');
}
