import { drawPalm, drawShrubs, drawTree } from './plants.ts';
import type { Room } from './room.ts';
import { type Area, drawHills, drawSea, drawSky, drawSkyline } from './sky.ts';
import { circlePath, darken, HEIGHT, lighten, num, rectPath, WIDTH } from './svg.ts';

/** The outdoors within the outline `d` and the area around it; the horizon lies at the viewer's eyes. */
export function drawOutdoors(room: Room, d: string, area: Area): void {
  const { drawing, light, stage } = room;
  const horizon = stage.camera.settings.centre[1];
  drawing.clip(d, () => {
    const sky = { ...area, h: Math.max(40, horizon - area.y) };
    if (room.recipe.view !== 'lightWell') drawSky(drawing, sky, light, room.rng.fork(71));
    painters[room.recipe.view](room, area, horizon);
    if (light.time === 'rain') drawRain(room, area);
  });
}

type Painter = (room: Room, area: Area, horizon: number) => void;

const painters: Record<Room['recipe']['view'], Painter> = {
  street: drawStreetSide,
  garden: drawGarden,
  lowCity: drawRoofs,
  highCity: drawTowers,
  bay: drawBay,
  lightWell: drawNeighbourWall,
};

/** Houses across the street, wires before them; seen from a low floor. */
function drawStreetSide({ drawing, light, rng, isLit }: Room, area: Area, horizon: number): void {
  const k = 38;
  const ground = horizon + 3.4 * k;
  drawing.rect(area.x, ground - 4, area.w, HEIGHT, light.tone('#8d8a88', 0.7));
  drawing.rect(area.x, ground + 10, area.w, 16, light.tone('#c9c4ba', 0.8));
  let x = area.x - rng.range(0, 90);
  while (x < area.x + area.w) {
    const w = rng.range(3.6, 5.6) * k;
    const h = rng.pick([3.3, 5.4, 5.8, 6.6]) * k;
    const wall = light.tone(
      rng.pick(['#e9d6b4', '#dcb48f', '#a9cbbc', '#e6e1d6', '#dd9f86', '#aebdd6', '#f3dfae', '#d9b3b8']),
      0.8,
    );
    const top = ground - h;
    if (rng.chance(0.5)) drawTree(drawing, x + w, ground, k * rng.range(4.6, 6.4), light, rng);
    drawing.rect(x, top, w, h, drawing.vertical(wall, darken(wall, 0.1)));
    if (rng.chance(0.6)) {
      const roof = light.tone(rng.pick(['#a4503c', '#5f7f6a', '#8a8f94', '#b5694a']), 0.8);
      drawing.path(
        `M${num(x - 10)} ${num(top + 5)}L${num(x + w * 0.2)} ${num(top - k * 0.9)}H${num(x + w * 0.8)}L${num(x + w + 10)} ${num(top + 5)}Z`,
        drawing.vertical(lighten(roof, 0.1), roof),
      );
    } else {
      drawing.rect(x - 4, top - 8, w + 8, 12, darken(wall, 0.14));
      if (rng.chance(0.6)) drawing.rect(x + w * 0.62, top - 44, 32, 36, light.tone('#5f86a8', 0.8), { rx: 5 });
    }
    let [glass, lit, frames] = ['', '', ''];
    const columns = w > 3.9 * k ? 3 : 2;
    for (let v = top + 26; v < ground - 50; v += 2.6 * k)
      for (let c = 0; c < columns; c++) {
        const wx = x + (w * (c + 0.5)) / columns - 17;
        frames += rectPath(wx - 4, v - 4, 42, 48);
        if (isLit && rng.chance(0.5)) lit += rectPath(wx, v, 34, 40);
        else glass += rectPath(wx, v, 34, 40);
      }
    drawing.path(frames, lighten(wall, 0.35));
    drawing.path(glass, light.tone('#54707f', 0.5));
    drawing.path(lit, '#ffd98f');
    drawing.rect(x - 3, ground - 2.5 * k, w + 6, 7, darken(wall, 0.22));
    x += w + rng.pick([0, 10, 34]);
  }
  const pole = area.x + area.w * rng.pick([0.2, 0.28, 0.74, 0.82]);
  drawing.rect(pole, -40, 10, HEIGHT + 80, light.tone('#6f6660', 0.45));
  let wires = '';
  for (const y of [-150, -138, -120]) {
    const from = horizon + y;
    wires += `M${num(area.x - 20)} ${num(from)}Q${num((area.x + pole) / 2)} ${num(from + 30)} ${num(pole)} ${num(from + 6)}T${num(area.x + area.w + 30)} ${num(from + 14)}`;
  }
  drawing.stroke(wires, light.tone('#2c2a30', 0.4), 1.7, { opacity: 0.75 });
}

function drawGarden({ drawing, light, rng }: Room, area: Area, horizon: number): void {
  const grass = light.tone('#8bb05c', 0.9);
  const wall = light.tone(rng.pick(['#e3d8c6', '#d6c2a6', '#e8e4da']), 0.75);
  const base = horizon + 108;
  const trees = Math.max(2, Math.round(area.w / 230));
  for (let i = 0; i < trees; i++) {
    const x = area.x + (area.w * (i + rng.range(0.2, 0.8))) / trees;
    if (rng.chance(0.4)) drawPalm(drawing, x, base, rng.range(330, 420), light, rng);
    else drawTree(drawing, x, base, rng.range(250, 340), light, rng);
  }
  drawing.rect(area.x, horizon - 46, area.w, 150, drawing.vertical(wall, darken(wall, 0.12)));
  drawing.rect(area.x, horizon - 54, area.w, 10, darken(wall, 0.1));
  drawing.rect(area.x, base - 8, area.w, HEIGHT, drawing.vertical(darken(grass, 0.08), grass));
  const flower = rng.pick(['#e0567f', '#f2b84b', '#ffffff']);
  drawShrubs(drawing, [area.x, base + 16], [area.x + area.w, base + 16], 62, light, rng, flower);
  drawShrubs(drawing, [area.x, base + 200], [area.x + area.w, base + 200], 84, light, rng);
}

/** Roofs of houses up to the horizon, a few taller buildings among them. */
function drawRoofs({ drawing, light, rng }: Room, area: Area, horizon: number): void {
  drawSkyline(drawing, area, horizon + 4, light, rng, { height: 62, distance: 0.72, breadth: 34, gaps: 0.4 });
  drawing.rect(area.x, horizon, area.w, HEIGHT, drawing.vertical(light.haze, light.far('#7f8f76', 0.3)));
  const rows = 6;
  for (let row = 0; row < rows; row++) {
    const near = (row + 1) / rows;
    const y = horizon + 8 + near ** 1.7 * 300;
    const size = 26 + near ** 1.4 * 120;
    const distance = 0.62 * (1 - near) + 0.06;
    for (let x = area.x - rng.range(0, size); x < area.x + area.w; x += size * rng.range(0.8, 1.3)) {
      const w = size * rng.range(0.8, 1.2);
      if (rng.chance(0.14)) {
        const r = size * 0.34;
        drawing.path(
          circlePath(x + r, y, r) + circlePath(x + r * 2, y + r * 0.2, r * 0.8),
          light.far('#4f8a4a', distance),
        );
        drawing.path(
          circlePath(x + r + light.side * r * 0.2, y - r * 0.2, r * 0.6),
          light.far('#7fa85a', distance),
        );
        continue;
      }
      const roof = light.far(
        rng.pick(['#a4573f', '#b06a4a', '#7f8a8e', '#5f7f74', '#9a9a96', '#c2a27c', '#6f8fa0']),
        distance,
      );
      const wall = light.far(rng.pick(['#e6dcc8', '#d9c7b4', '#cfd6d4']), distance);
      const h = size * rng.range(0.26, 0.4);
      drawing.rect(x, y - 1, w, size * 0.7, wall);
      drawing.path(
        `M${num(x - w * 0.05)} ${num(y)}L${num(x + w * 0.16)} ${num(y - h)}H${num(x + w * 0.84)}L${num(x + w * 1.05)} ${num(y)}Z`,
        roof,
      );
      if (near > 0.4) {
        let panes = '';
        for (let c = 0; c < 3; c++)
          panes += rectPath(x + w * (0.14 + c * 0.28), y + size * 0.14, w * 0.15, size * 0.2);
        drawing.path(panes, light.isDusk && rng.chance(0.6) ? '#ffd98f' : light.far('#5f7480', distance));
      }
    }
    if (row === 1)
      drawSkyline(drawing, area, y + 10, light, rng, {
        height: 120,
        distance: 0.5,
        breadth: 62,
        hasWindows: true,
        gaps: 0.7,
      });
  }
}

function drawTowers({ drawing, light, rng }: Room, area: Area, horizon: number): void {
  drawHills(drawing, area, horizon + 2, 46, light.far('#6f88a0', 0.68), rng);
  drawing.rect(area.x, horizon, area.w, HEIGHT, drawing.vertical(light.haze, light.far('#7f8f86', 0.3)));
  const row = (
    drop: number,
    height: number,
    distance: number,
    breadth: number,
    gaps: number,
    hasWindows: boolean,
  ) => drawSkyline(drawing, area, horizon + drop, light, rng, { height, distance, breadth, gaps, hasWindows });
  row(14, 84, 0.7, 36, 0.15, false);
  row(56, 150, 0.4, 60, 0.25, true);
  row(180, 240, 0.22, 96, 0.35, true);
  row(460, 420, 0.1, 150, 0.45, true);
}

function drawBay({ drawing, light, rng }: Room, area: Area, horizon: number): void {
  drawHills(drawing, area, horizon + 2, 40, light.far('#6f8fa0', 0.66), rng);
  const bottom = Math.min(HEIGHT, area.y + area.h);
  drawSea(drawing, { ...area, y: horizon, h: Math.max(60, bottom - horizon) }, horizon, light, rng);
  const shore = horizon + 235;
  drawSkyline(drawing, area, shore, light, rng, {
    height: 90,
    distance: 0.3,
    breadth: 64,
    hasWindows: true,
    gaps: 0.55,
  });
  drawing.rect(area.x, shore - 2, area.w, HEIGHT, light.far('#7f9a76', 0.15));
  drawShrubs(drawing, [area.x, shore + 24], [area.x + area.w, shore + 24], 34, light, rng);
  for (let i = 0; i < Math.max(1, Math.round(area.w / 300)); i++)
    drawPalm(drawing, area.x + rng.next() * area.w, shore + 110, rng.range(170, 230), light, rng);
}

/** The wall of the next building an arm's length away: no sky, pipes and small windows. */
function drawNeighbourWall({ drawing, light, rng, isLit }: Room, area: Area): void {
  const wall = light.tone(rng.pick(['#c9c2b6', '#b9b4ac', '#d2c4ae', '#b4bcbc']), 0.35);
  const [x0, y0] = [area.x - 10, -60];
  drawing.rect(
    x0,
    y0,
    area.w + 20,
    HEIGHT + 120,
    drawing.between([0, 0], [0, 620], lighten(wall, 0.16), darken(wall, 0.22)),
  );
  let joints = '';
  for (let y = 40; y < HEIGHT; y += 46) joints += rectPath(x0, y, area.w + 20, 2);
  drawing.path(joints, darken(wall, 0.25), { opacity: 0.3 });
  for (let x = area.x + rng.range(30, 130); x < area.x + area.w; x += rng.range(240, 330)) {
    for (const y of [120, 470]) {
      drawing.rect(x - 6, y - 6, 132, 142, darken(wall, 0.22));
      drawing.rect(x, y, 120, 130, isLit ? '#e8c78a' : light.tone('#55666e', 0.4));
      let slats = '';
      for (let s = 0; s < 7; s++) slats += rectPath(x, y + 10 + s * 18, 120, 8);
      drawing.path(slats, isLit ? '#f6deb0' : light.tone('#93a4aa', 0.5), { opacity: 0.75 });
    }
    if (rng.chance(0.7)) {
      drawing.rect(x + 150, 300, 84, 60, light.tone('#e4e2dc', 0.4), { rx: 4 });
      drawing.circle(x + 192, 330, 23, light.tone('#8d9294', 0.3));
    }
    drawing.rect(x - 40, y0, 11, HEIGHT + 120, light.tone('#a5a9a8', 0.3));
  }
}

/** Slanting streaks over all that is outside. */
function drawRain({ drawing, rng }: Room, area: Area): void {
  let lines = '';
  const count = Math.min(90, Math.round((area.w * area.h) / 3800));
  for (let i = 0; i < count; i++) {
    const [x, y, length] = [area.x + rng.next() * area.w, area.y + rng.next() * area.h, rng.range(22, 60)];
    lines += `M${num(x)} ${num(y)}l${num(-length * 0.16)} ${num(length)}`;
  }
  drawing.stroke(lines, '#e6eef2', 1.3, { opacity: 0.42 });
}

/** The part of the picture the given points cover. */
export function areaAround(points: readonly (readonly [number, number])[]): Area {
  const clampX = (x: number) => Math.max(-40, Math.min(WIDTH + 40, x));
  const clampY = (y: number) => Math.max(-40, Math.min(HEIGHT + 40, y));
  const [xs, ys] = [points.map(([x]) => clampX(x)), points.map(([, y]) => clampY(y))];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(10, Math.max(...xs) - x), h: Math.max(10, Math.max(...ys) - y) };
}
