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
  rectPath,
} from './svg.ts';

export interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Cut at whole pixels: any other cut is rendered through a mask. */
function wholeRectPath({ x, y, w, h }: Area): string {
  const [left, top, right, bottom] = [x, y, x + w, y + h].map(Math.round) as [number, number, number, number];
  return rectPath(left, top, right - left, bottom - top);
}

/** Sky from the top of the area to its bottom, which is the horizon. */
export function drawSky(drawing: Drawing, area: Area, light: Light, rng: Rng): void {
  const { x, y, w, h } = area;
  drawing.rect(x, y, w, h + 2, drawing.between([0, y], [0, y + h], ...light.sky));
  if (light.isGrey) {
    drawCloudCover(drawing, area, light, rng);
    return;
  }
  const low = light.time === 'golden' || light.isDusk;
  const sunX = x + w * (light.side < 0 ? rng.range(0.08, 0.28) : rng.range(0.72, 0.92));
  const sunY = y + h * (low ? rng.range(0.72, 0.86) : rng.range(0.12, 0.26));
  const reach = Math.max(w, h);
  // The part below the horizon is painted over; a round glow is the most expensive thing to render.
  drawing.clip(wholeRectPath(area), () =>
    drawing.glow(sunX, sunY, reach * 0.5, reach * 0.4, light.isDusk ? '#ffb27d' : light.disc, low ? 0.75 : 0.6),
  );
  if (light.isDusk) {
    const stars = Array.from({ length: 46 }, () =>
      circlePath(x + rng.next() * w, y + rng.next() ** 1.6 * h * 0.5, rng.range(0.7, 1.7) * (w / 1280) ** 0.5),
    );
    drawing.path(stars.join(''), '#ffffffb0');
    if (rng.chance(0.6)) drawMoon(drawing, x + w * (light.side < 0 ? 0.78 : 0.2), y + h * 0.18, w * 0.018);
  } else {
    drawing.circle(sunX, sunY, reach * (low ? 0.034 : 0.026), light.disc);
  }
  drawClouds(drawing, area, light, rng);
}

/** Rows of broad clouds, closer together towards the horizon. */
function drawCloudCover(drawing: Drawing, area: Area, light: Light, rng: Rng): void {
  const { x, y, w, h } = area;
  drawing.clip(wholeRectPath(area), () => {
    for (let row = 0; row < 5; row++) {
      const base = y + h * (0.16 + 0.17 * row);
      const size = h * (0.2 - row * 0.032);
      const points: P2[] = [[x - 80, base - size]];
      const lower: P2[] = [];
      const steps = 7 + row * 2;
      for (let i = 0; i <= steps; i++) {
        const px = x - 60 + ((w + 120) * i) / steps;
        points.push([px, base - size * rng.range(0.35, 1)]);
        lower.unshift([px + rng.range(-20, 20), base + size * rng.range(-0.1, 0.4)]);
      }
      const top = mix(light.cloud, light.cloudShade, 0.25 + rng.range(0, 0.3));
      drawing.path(
        curvePath([...points, ...lower], true),
        drawing.vertical(alpha(top, 0.7), alpha(light.cloudShade, 0.55 - row * 0.07)),
      );
    }
  });
}

function drawMoon(drawing: Drawing, x: number, y: number, r: number): void {
  drawing.glow(x, y, r * 5, r * 5, '#fff2d5', 0.35);
  drawing.path(
    `M${num(x - r * 0.2)} ${num(y - r)}a${num(r)} ${num(r)} 0 1 1 0 ${num(2 * r)}a${num(r * 1.25)} ${num(r * 1.25)} 0 0 0 0 ${num(-2 * r)}Z`,
    '#fff6e0',
  );
}

function drawClouds(drawing: Drawing, { x, y, w, h }: Area, light: Light, rng: Rng): void {
  const style = rng.int(0, 2);
  if (style > 0) {
    for (let i = 0; i < 4; i++) {
      drawStreak(drawing, x + rng.next() * w, y + h * rng.range(0.25, 0.85), w * rng.range(0.15, 0.38), light);
    }
  }
  if (style === 1) return;
  const count = rng.int(2, 4);
  for (let i = 0; i < count; i++) {
    const place = (i + rng.range(0.15, 0.85)) / count;
    drawCumulus(drawing, x + place * w, y + h * rng.range(0.16, 0.62), w * rng.range(0.09, 0.19), light, rng);
  }
}

function drawStreak(drawing: Drawing, x: number, y: number, length: number, light: Light): void {
  const thick = length * 0.035;
  drawing.path(
    curvePath(
      [
        [x - length / 2, y],
        [x, y - thick],
        [x + length / 2, y - thick * 0.4],
        [x, y + thick * 0.5],
      ],
      true,
    ),
    alpha(light.cloud, 0.42),
  );
}

function drawCumulus(drawing: Drawing, x: number, y: number, length: number, light: Light, rng: Rng): void {
  const puffs: [number, number, number][] = [];
  const count = rng.int(5, 7);
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1);
    const r = length * (0.09 + 0.13 * Math.sin(Math.PI * (0.12 + 0.76 * t))) * rng.range(0.8, 1.25);
    puffs.push([x + (t - 0.5) * length, y - r * 0.55, r]);
  }
  const top = y - length * 0.45;
  const base = wholeRectPath({ x: x - length * 2, y: top - length, w: length * 4, h: length + (y - top) });
  drawing.clip(base, () => {
    const fill = drawing.between(
      [0, top],
      [0, y + length * 0.04],
      alpha(light.cloud, 0.95),
      alpha(light.cloudShade, 0.75),
    );
    drawing.path(puffs.map(([px, py, r]) => circlePath(px, py, r)).join(''), fill);
    drawing.path(
      puffs.map(([px, py, r]) => circlePath(px + light.side * r * 0.18, py - r * 0.2, r * 0.66)).join(''),
      alpha(light.cloud, 0.55),
    );
  });
}

/** Low hills along the horizon line `y`. */
export function drawHills(
  drawing: Drawing,
  area: Area,
  y: number,
  height: number,
  colour: string,
  rng: Rng,
): void {
  const points: P2[] = [[area.x - 60, y + 4]];
  const steps = rng.int(6, 9);
  for (let i = 0; i <= steps; i++) {
    points.push([area.x - 40 + ((area.w + 80) * i) / steps, y - height * rng.range(0.25, 1)]);
  }
  points.push([area.x + area.w + 60, y + 4]);
  drawing.path(curvePath(points, true), drawing.vertical(colour, lighten(colour, 0.25)));
}

interface SkylineOptions {
  /** Average tower height in pixels. */
  height: number;
  /** 0 near to 1 lost in haze. */
  distance: number;
  /** Average tower width in pixels. */
  breadth: number;
  hasWindows?: boolean;
  /** Share of the strip left open. */
  gaps?: number;
}

const concrete = ['#b9c3cf', '#d8d3c8', '#8fa3b8', '#c9b8a8', '#7f93a8', '#e3dfd6', '#a9b7b4'];

/** A row of towers standing on the line `y`. */
export function drawSkyline(
  drawing: Drawing,
  area: Area,
  y: number,
  light: Light,
  rng: Rng,
  options: SkylineOptions,
): void {
  const { height, distance, breadth, hasWindows, gaps = 0.1 } = options;
  const dark: string[] = [];
  const lit: string[] = [];
  const phase = rng.range(0, 6);
  let x = area.x - breadth;
  while (x < area.x + area.w) {
    const w = breadth * rng.range(0.55, 1.3);
    const swell = 0.72 + 0.38 * Math.sin((x / area.w) * 5 + phase);
    const h = height * rng.range(0.45, 1.15) * swell;
    if (!rng.chance(gaps)) {
      const colour = light.far(rng.pick(concrete), distance);
      const base = mix(colour, light.haze, 0.45);
      const sunny = lighten(colour, light.isDusk ? 0.08 : 0.22);
      drawing.path(towerOutline(x, y, w, h, rng), drawing.between([0, y - height], [0, y], colour, base));
      const faceW = w * rng.range(0.25, 0.42);
      drawing.rect(
        light.side < 0 ? x : x + w - faceW,
        y - h,
        faceW,
        h,
        drawing.vertical(alpha(sunny, 0.8), alpha(sunny, 0)),
      );
      if (hasWindows) addWindows(x, y, w, h, breadth, light, rng, dark, lit);
    }
    x += w + (rng.chance(gaps) ? breadth * rng.range(0.2, 0.9) : -breadth * 0.04);
  }
  drawing.path(
    dark.join(''),
    alpha(light.isDusk ? '#1a1c45' : darken(light.sky[0] ?? '#345', 0.3), 0.26 * (1 - distance * 0.6)),
  );
  drawing.path(lit.join(''), alpha('#ffd98a', light.isDusk ? 0.9 - distance * 0.4 : 0.7));
}

function towerOutline(x: number, y: number, w: number, h: number, rng: Rng): string {
  const top = y - h;
  switch (rng.int(0, 5)) {
    case 0:
      return `M${num(x)} ${num(y)}V${num(top)}h${num(w * 0.6)}v${num(h * 0.12)}h${num(w * 0.4)}V${num(y)}Z`;
    case 1:
      return `M${num(x)} ${num(y)}V${num(top + w * 0.3)}L${num(x + w)} ${num(top)}V${num(y)}Z`;
    case 2:
      return `${rectPath(x, top, w, h)}${rectPath(x + w * 0.25, top - w * 0.16, w * 0.5, w * 0.17)}${rectPath(x + w * 0.48, top - w * 0.6, Math.max(1, w * 0.05), w * 0.5)}`;
    case 3:
      return `M${num(x)} ${num(y)}V${num(top + w * 0.2)}Q${num(x)} ${num(top)} ${num(x + w * 0.3)} ${num(top)}H${num(x + w)}V${num(y)}Z`;
    default:
      return `${rectPath(x, top, w, h)}${rectPath(x + w * 0.2, top - w * 0.09, w * 0.4, w * 0.1)}`;
  }
}

function addWindows(
  x: number,
  y: number,
  w: number,
  h: number,
  breadth: number,
  light: Light,
  rng: Rng,
  dark: string[],
  lit: string[],
): void {
  const step = Math.max(5, breadth * 0.13);
  const columns = Math.max(2, Math.floor((w * 0.86) / step));
  const pitch = (w * 0.86) / columns;
  const isRibbon = rng.chance(0.4);
  for (let top = y - h * 0.9; top < y - step; top += step) {
    if (isRibbon && !light.isDusk) dark.push(rectPath(x + w * 0.07, top, w * 0.86, step * 0.45));
    for (let column = 0; column < columns; column++) {
      const shape = () => rectPath(x + w * 0.07 + column * pitch + pitch * 0.18, top, pitch * 0.6, step * 0.5);
      if (rng.chance(light.lamps * 0.5)) lit.push(shape());
      else if (!isRibbon && rng.chance(0.8)) dark.push(shape());
    }
  }
}

/** Open water from the line `y` down. */
export function drawSea(drawing: Drawing, area: Area, y: number, light: Light, rng: Rng): void {
  const bottom = area.y + area.h;
  const deep = light.time === 'golden' ? '#7d7196' : light.tone(light.isDusk ? '#41588f' : '#2f86a8', 0.6);
  const horizon = mix(light.sky.at(-1) ?? light.haze, deep, 0.25);
  drawing.rect(
    area.x,
    y,
    area.w,
    bottom - y,
    drawing.between([0, y], [0, bottom], horizon, mix(horizon, deep, 0.6), deep),
  );
  const sparkles: string[] = [];
  const shades: string[] = [];
  const sunX = area.x + area.w * (light.side < 0 ? 0.2 : 0.8);
  for (let i = 0; i < 110; i++) {
    const depth = rng.next() ** 1.5;
    const py = y + 2 + depth * (bottom - y);
    const length = area.w * (0.006 + depth * 0.035) * rng.range(0.5, 1.5);
    const thick = Math.max(0.8, (bottom - y) * 0.008 * (0.3 + depth));
    const isSparkle = i % 2 === 0;
    const px = isSparkle
      ? sunX + (rng.next() - 0.5) * area.w * (0.12 + depth * 0.3)
      : area.x + rng.next() * area.w;
    (isSparkle ? sparkles : shades).push(circlePath(px, py, length, thick));
  }
  drawing.path(shades.join(''), alpha(darken(deep, 0.2), 0.25));
  drawing.path(sparkles.join(''), alpha(lighten(light.disc, 0.1), light.isDusk ? 0.3 : 0.5));
}
