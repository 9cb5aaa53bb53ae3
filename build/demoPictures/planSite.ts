import type { PlanRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import { drawPlanPlant, type PlanInk } from './planFurniture.ts';
import { type Label, withLabels } from './planText.ts';
import {
  alpha,
  circlePath,
  Drawing,
  darken,
  HEIGHT,
  lighten,
  num,
  type P2,
  polygonPath,
  rectPath,
  WIDTH,
} from './svg.ts';

/** Metres. */
const ROAD = 8;
const SETBACK = 3;

/** A lot with its frontage and depth, its roads and neighbours from above; the road in front lies below. */
export async function drawSitePlan(rng: Rng, { areaSqm, isCorner, isMirrored }: PlanRecipe): Promise<string> {
  const drawing = new Drawing();
  const ground = rng.pick(['#e3ead0', '#ece8d5', '#dde7d2']);
  const mark = rng.pick(['#d9583a', '#2f7f86', '#c98a1f']);
  const ink = '#3b3a40';
  const front = Math.round(Math.sqrt(areaSqm / rng.range(1.3, 2.1)) * 2) / 2;
  const deep = Math.round((areaSqm / front) * 10) / 10;
  const k = Math.min(520 / deep, 520 / front);
  const [w, h] = [front * k, deep * k];
  const left = WIDTH / 2 - w / 2 + (isCorner ? (isMirrored ? 60 : -60) : 0);
  const top = 64;
  const bottom = top + h;
  const road = ROAD * k;
  drawing.rect(0, 0, WIDTH, HEIGHT, ground);
  const plants: PlanInk = {
    drawing,
    rng,
    k: 60,
    wood: '#b98a5e',
    fabric: '#9fb58f',
    accent: mark,
    line: '#4a4640',
  };
  // Neighbours of much the same size, on both sides and behind.
  const side = isMirrored ? -1 : 1;
  for (let at = -5; at <= 5; at++) {
    const isOwn = at === 0;
    const isRoadSide = isCorner && at * side > 0;
    const x = left + at * w + (isRoadSide ? side * road : 0);
    if (x > WIDTH || x + w < 0) continue;
    if (!isOwn) drawNeighbour(plants, x, top, w, h, rng);
    drawNeighbour(plants, x, top - h - 6, w, h, rng);
    drawNeighbour(plants, x, bottom + road + 6, w, h, rng);
  }
  drawRoad(drawing, 0, bottom, WIDTH, road, false);
  if (isCorner) drawRoad(drawing, side > 0 ? left + w : left - road, -20, road, bottom + 22, true);
  drawing.rect(left, top, w, h, lighten(ground, 0.6));
  let hatch = '';
  for (let d = 22; d < w + h; d += 30) {
    const [x0, y0] = d < h ? [left, top + d] : [left + d - h, bottom];
    const [x1, y1] = d < w ? [left + d, top] : [left + w, top + d - w];
    hatch += `M${num(x0)} ${num(y0)}L${num(x1)} ${num(y1)}`;
  }
  drawing.stroke(hatch, mark, 1.6, { opacity: 0.22 });
  drawing.rect(left, top, w, h, 'none', { stroke: mark, 'stroke-width': 5 });
  const inset = Math.min(SETBACK * k, w * 0.22, h * 0.22);
  drawing.path(rectPath(left + inset * 0.66, top + inset * 0.66, w - inset * 1.33, h - inset * 1.66), 'none', {
    stroke: ink,
    'stroke-width': 1.6,
    'stroke-dasharray': '10 8',
    opacity: 0.6,
  });
  for (const [x, y] of [
    [left, top],
    [left + w, top],
    [left, bottom],
    [left + w, bottom],
  ] as const)
    drawing.path(circlePath(x, y, 8), '#ffffff', { stroke: mark, 'stroke-width': 4 });
  const [cx, cy] = [left + w / 2, top + h / 2];
  drawing.rect(cx - 92, cy - 44, 184, 90, alpha('#ffffff', 0.9), { rx: 10 });
  const label = (x: number, y: number, size: number, isStrong: boolean, words: string): Label => ({
    x,
    y,
    size,
    isStrong,
    words,
    colour: ink,
  });
  const chip = (x: number, y: number, words: string) => {
    drawing.rect(x - words.length * 6 - 8, y - 4, words.length * 12 + 16, 30, alpha('#ffffff', 0.9), { rx: 8 });
    return label(x, y, 19, true, words);
  };
  const labels = [
    label(cx, cy - 38, 30, true, `${areaSqm} sqm`),
    label(cx, cy + 6, 17, false, isCorner ? 'corner lot' : 'lot'),
    chip(cx, bottom - 34, `${front.toFixed(1)} m`),
    chip(side > 0 ? left + 2 : left + w - 2, cy + 70, `${deep.toFixed(1)} m`),
    { ...label(WIDTH * 0.2, bottom + road / 2 - 13, 22, true, `Road, ${ROAD} m wide`), colour: '#ffffff' },
  ];
  drawing.rect(WIDTH - 196, HEIGHT - 92, 172, 68, alpha('#ffffff', 0.85), { rx: 12 });
  const metres = k > 16 ? 5 : 10;
  drawing.rect(WIDTH - 180, HEIGHT - 48, metres * k, 8, ink);
  labels.push(label(WIDTH - 180 + (metres * k) / 2, HEIGHT - 78, 16, false, `${metres} m`));
  const [nx, ny] = [WIDTH - 56, HEIGHT - 58];
  drawing.group({ transform: `rotate(${num(rng.pick([-50, -25, 15, 40, 70]))} ${nx} ${ny})` }, () => {
    drawing.path(`M${nx} ${ny - 24}l9 36l-9 -7Z`, ink);
    drawing.path(`M${nx} ${ny - 24}l-9 36l9 -7Z`, '#ffffff', { stroke: ink, 'stroke-width': 1.4 });
  });
  labels.push(label(nx + 20, ny - 10, 17, true, 'N'));
  return withLabels(drawing.toString(), labels);
}

function drawRoad(drawing: Drawing, x: number, y: number, w: number, h: number, isUpright: boolean): void {
  drawing.rect(x, y, w, h, '#e4ddd0');
  const edge = Math.min(w, h) * 0.14;
  if (isUpright) drawing.rect(x + edge, y, w - 2 * edge, h, '#9a9ca2');
  else drawing.rect(x, y + edge, w, h - 2 * edge, '#9a9ca2');
  const middle = isUpright
    ? `M${num(x + w / 2)} ${num(y)}V${num(y + h)}`
    : `M${num(x)} ${num(y + h / 2)}H${num(x + w)}`;
  drawing.stroke(middle, '#f6eed8', 3, { 'stroke-dasharray': '30 24', 'stroke-linecap': 'butt' });
}

function drawNeighbour(ink: PlanInk, x: number, y: number, w: number, h: number, rng: Rng): void {
  const { drawing, k } = ink;
  drawing.rect(x + 3, y + 3, w - 6, h - 6, alpha(rng.pick(['#c9dba8', '#d6dfb6', '#bfd4aa']), 0.8), {
    stroke: '#ffffff',
    'stroke-width': 3,
  });
  if (rng.chance(0.72)) drawRoof(drawing, x + w * 0.18, y + h * rng.range(0.18, 0.34), w * 0.62, h * 0.44, rng);
  for (let i = 0; i < 3; i++)
    drawPlanPlant(
      ink,
      (x + rng.range(0.12, 0.88) * w) / k,
      (y + rng.pick([0.08, 0.88]) * h) / k,
      rng.range(0.22, 0.42),
    );
}

function drawRoof(drawing: Drawing, x: number, y: number, w: number, h: number, rng: Rng): void {
  const colour = rng.pick(['#b9583c', '#8a8f96', '#a9714f', '#6f8796', '#c98a5c']);
  drawing.rect(x + 6, y + 9, w, h, alpha('#2a2030', 0.18));
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
  for (const [points, share] of sides)
    drawing.path(polygonPath(points), share > 0 ? lighten(colour, share) : darken(colour, -share));
}
