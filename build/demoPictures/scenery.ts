import type { Rng } from '#server/demo/random.ts';
import { type Light, pickLight } from './light.ts';
import { drawPalm, drawShrubs, drawTree } from './plants.ts';
import { type Area, drawHills, drawSea, drawSky, drawSkyline } from './sky.ts';
import { alpha, Drawing, darken, HEIGHT, mix, num, WIDTH } from './svg.ts';

export type ViewKind = 'skyline' | 'sea' | 'garden';

/** The view through a window or past a railing; the caller clips it. */
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
  drawSkyline(drawing, whole, horizon + 4, light, rng, {
    height: tall,
    distance: 0.5,
    breadth: 66,
    hasWindows: true,
    gaps: 0.2,
  });
  if (kind === 'high') {
    drawing.rect(
      0,
      horizon + 4,
      WIDTH,
      HEIGHT,
      drawing.vertical(mix(light.haze, '#ffffff', 0.05), light.tone('#7f9a66', 0.5)),
    );
    drawSkyline(drawing, whole, horizon + 150, light, rng, {
      height: tall * 0.95,
      distance: 0.3,
      breadth: 92,
      hasWindows: true,
      gaps: 0.3,
    });
    drawing.rect(0, horizon - 40, WIDTH, 200, drawing.vertical(alpha(light.haze, 0), alpha(light.haze, 0.5)));
    drawShrubs(drawing, [-20, horizon + 190], [WIDTH + 20, horizon + 190], 46, light, rng);
    drawSkyline(drawing, whole, HEIGHT + 10, light, rng, {
      height: tall,
      distance: 0.08,
      breadth: 135,
      hasWindows: true,
      gaps: 0.35,
    });
    return drawing.toString();
  }
  drawSkyline(drawing, whole, horizon + 8, light, rng, {
    height: tall * 0.7,
    distance: 0.2,
    breadth: 84,
    hasWindows: true,
    gaps: 0.4,
  });
  drawShrubs(drawing, [-20, horizon + 14], [WIDTH + 20, horizon + 14], 26, light, rng);
  if (kind === 'bay') {
    drawSea(drawing, whole, horizon + 12, light, rng);
    for (let i = 0; i < rng.int(1, 3); i++)
      drawBoat(
        drawing,
        rng.range(150, WIDTH - 150),
        rng.range(horizon + 60, horizon + 150),
        rng.range(0.6, 1.1),
        light,
      );
  } else {
    const grass = light.tone('#86ac58', 0.85);
    drawing.rect(
      0,
      horizon + 10,
      WIDTH,
      HEIGHT,
      drawing.between([0, horizon], [0, HEIGHT], mix(grass, light.haze, 0.35), darken(grass, 0.08)),
    );
    drawing.path(
      `M${WIDTH * 0.5} ${horizon + 12}C${WIDTH * 0.62} ${horizon + 90} ${WIDTH * 0.2} ${horizon + 130} ${WIDTH * 0.3} ${HEIGHT}H${WIDTH * 0.52}C${WIDTH * 0.36} ${horizon + 150} ${WIDTH * 0.7} ${horizon + 80} ${WIDTH * 0.506} ${horizon + 12}Z`,
      light.tone('#d9cdb8', 0.9),
    );
    for (let i = 0; i < 9; i++) {
      const depth = (i + 1) / 9;
      const x = rng.range(0, WIDTH);
      if (Math.abs(x - WIDTH * 0.45) > 150)
        drawTree(drawing, x, horizon + 20 + depth * 120, 70 + depth * 130, light, rng);
    }
  }
  const side = rng.chance(0.5) ? 70 : WIDTH - 70;
  drawPalm(drawing, side, HEIGHT + 40, rng.range(480, 620), light, rng);
  drawShrubs(
    drawing,
    [side - 320, HEIGHT + 24],
    [side + 320, HEIGHT + 24],
    80,
    light,
    rng,
    rng.pick(['#e0567f', '#f2b84b', undefined]),
  );
  return drawing.toString();
}

function drawBoat(drawing: Drawing, x: number, y: number, k: number, light: Light): void {
  const hull = light.tone('#f4efe4', 0.8);
  drawing.ellipse(x, y + 8 * k, 70 * k, 5 * k, alpha(light.shadowColour, 0.3));
  drawing.path(
    `M${num(x - 46 * k)} ${num(y - 8 * k)}H${num(x + 52 * k)}L${num(x + 36 * k)} ${num(y + 8 * k)}H${num(x - 34 * k)}Z`,
    hull,
  );
  drawing.path(
    `M${num(x)} ${num(y - 12 * k)}V${num(y - 92 * k)}Q${num(x + 46 * k)} ${num(y - 50 * k)} ${num(x + 44 * k)} ${num(y - 14 * k)}Z`,
    light.tone('#ffffff', 0.95),
  );
  drawing.path(
    `M${num(x - 4 * k)} ${num(y - 12 * k)}V${num(y - 80 * k)}Q${num(x - 34 * k)} ${num(y - 40 * k)} ${num(x - 38 * k)} ${num(y - 14 * k)}Z`,
    light.tone('#e9705a', 0.85),
  );
}
