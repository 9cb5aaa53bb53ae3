import { mix } from './colour.ts';
import type { Light } from './light.ts';
import { drawPalm, drawShrubs, drawTree } from './plants.ts';
import type { Rng } from './rng.ts';
import { type Area, drawHills, drawSea, drawSky, drawSkyline } from './sky.ts';
import type { Drawing } from './svg.ts';

export type ViewKind = 'skyline' | 'sea' | 'garden';

/** What is seen through a window or past a railing; the caller clips it. */
export function drawView(
  drawing: Drawing,
  area: Area,
  kind: ViewKind,
  light: Light,
  rng: Rng,
  eyeLevel = kind === 'garden' ? 0.66 : 0.72,
): void {
  const horizon = area.y + area.h * eyeLevel;
  drawSky(drawing, { ...area, h: horizon - area.y }, light, rng);
  if (kind === 'skyline') {
    const bottom = area.y + area.h + 4;
    drawing.rect(
      area.x,
      horizon,
      area.w,
      bottom - horizon,
      drawing.vertical(light.haze, light.far('#7f8f86', 0.35)),
    );
    drawSkyline(drawing, area, horizon + area.h * 0.04, light, rng, {
      height: area.h * 0.32,
      distance: 0.7,
      breadth: area.h * 0.09,
    });
    drawSkyline(drawing, area, bottom, light, rng, {
      height: area.h * 0.55,
      distance: 0.4,
      breadth: area.h * 0.14,
      hasWindows: true,
      gaps: 0.2,
    });
    drawSkyline(drawing, area, bottom, light, rng, {
      height: area.h * 0.32,
      distance: 0.12,
      breadth: area.h * 0.2,
      hasWindows: true,
      gaps: 0.4,
    });
    return;
  }
  if (kind === 'sea') {
    drawHills(drawing, area, horizon, area.h * 0.07, light.far('#6f8fa0', 0.6), rng);
    drawSea(drawing, area, horizon, light, rng);
    const x = area.x + area.w * rng.range(0.2, 0.8);
    drawPalm(drawing, x, area.y + area.h * 1.25, area.h * rng.range(0.75, 0.95), light, rng);
    return;
  }
  const grass = light.tone('#8bb05c', 0.9);
  drawing.rect(
    area.x,
    horizon,
    area.w,
    area.y + area.h - horizon,
    drawing.vertical(mix(grass, light.haze, 0.3), grass),
  );
  const size = area.h * 0.12;
  drawShrubs(
    drawing,
    [area.x, horizon + size * 0.3],
    [area.x + area.w, horizon + size * 0.3],
    size,
    light,
    rng,
  );
  for (let x = area.x + area.w * 0.08; x < area.x + area.w; x += area.h * rng.range(0.3, 0.55)) {
    if (rng.chance(0.4))
      drawPalm(drawing, x, horizon + area.h * 0.14, area.h * rng.range(0.55, 0.75), light, rng);
    else drawTree(drawing, x, horizon + area.h * 0.1, area.h * rng.range(0.4, 0.6), light, rng);
  }
  drawShrubs(
    drawing,
    [area.x, area.y + area.h + 4],
    [area.x + area.w, area.y + area.h + 4],
    size * 1.3,
    light,
    rng,
    rng.pick(['#e0567f', '#f2b84b', '#ffffff']),
  );
}
