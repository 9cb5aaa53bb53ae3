import type { Rng } from '#server/demo/random.ts';
import { drawHousePlant, drawPendant, drawVase, upright } from './decor.ts';
import { contactShadow } from './furniture.ts';
import { buildRoom, drawShell, finishRoom, type Room, solid } from './room.ts';
import { drawBackWindow, drawSideWindow } from './roomWindows.ts';
import type { ViewKind } from './scenery.ts';
import { alpha, circlePath, darken, lighten, mix } from './svg.ts';

/** A fitted kitchen with an island or a table in front. */
export function drawKitchen(rng: Rng, view: ViewKind): string {
  const room = buildRoom(rng, view, { w: 5.6, h: 2.75, d: 4 });
  drawShell(room);
  const { look } = room;
  const cabinets = rng.pick([
    look.accent,
    look.wood,
    mix(look.accent, '#ffffff', 0.4),
    '#f4f1ea',
    darken(look.accent, 0.25),
  ]);
  const counter = rng.pick(['#f4f1ec', '#3b3d42', '#e6ddd0']);
  const hasWindow = rng.chance(0.55);
  drawBacksplash(room);
  if (hasWindow) drawBackWindow(room, -0.95, 1.12, 0.95, 2.2, 2, false);
  else drawSideWindow(room, 0.7, 2.9, 0.9, 2.3, false);
  drawUppers(room, cabinets, hasWindow);
  drawBaseRun(room, cabinets, counter);
  drawTallUnit(room, cabinets, room.bright < 0 ? 1 : -1);
  drawIsland(room, darken(cabinets, 0.06), counter);
  const kind = rng.int(0, 2);
  for (const x of rng.chance(0.5) ? [-0.8, 0, 0.8] : [-0.5, 0.5])
    drawPendant(room, x, 1.95, 1.55, 0.34, kind);
  drawHousePlant(room, room.bright * 2.35, 1.2, rng.range(1, 1.3));
  return finishRoom(room);
}

function drawBacksplash({ stage, look, rng, w, d, drawing }: Room): void {
  const face = stage.face([-w / 2, 0, d - 0.01], [1, 0, 0]);
  const tile = rng.pick([lighten(look.accent, 0.55), '#fbfaf6', mix(look.accent, look.wall, 0.5)]);
  face.rect(0, 0.9, w, 1.55, tile);
  let joints = '';
  const isBrick = rng.chance(0.6);
  for (let row = 0; row < 6; row++) {
    const v = 0.9 + row * 0.11;
    joints += face.quad(0, v, w, v + 0.008);
    for (let u = isBrick && row % 2 ? 0.11 : 0; u < w; u += 0.22)
      joints += face.quad(u, v, u + 0.008, v + 0.11);
  }
  drawing.path(joints, darken(tile, 0.3), { opacity: 0.35 });
}

function drawUppers(room: Room, colour: string, hasWindow: boolean): void {
  const { stage, look, rng, w, d, drawing } = room;
  const away = room.bright < 0 ? 1 : -1;
  const runs: [number, number][] = hasWindow
    ? [
        [-w / 2, -1.15],
        [1.15, w / 2],
      ]
    : [
        [-w / 2, -0.5],
        [0.5, w / 2],
      ];
  for (const [x0, x1] of runs) {
    const isShelf = x0 < 0 === away > 0;
    if (isShelf) {
      for (const y of [1.6, 2]) {
        stage.box(
          { x: x0 + 0.1, y, z: d - 0.28, w: x1 - x0 - 0.2, h: 0.04, d: 0.26 },
          solid(room, look.wood),
        );
        for (let x = x0 + 0.25; x < x1 - 0.3; x += rng.range(0.2, 0.34))
          drawCrockery(room, x, y + 0.04, d - 0.16);
      }
      continue;
    }
    stage.box({ x: x0, y: 1.55, z: d - 0.36, w: x1 - x0, h: 0.8, d: 0.34 }, solid(room, colour));
    drawDoors(room, x0, x1, 1.55, 2.35, d - 0.37, colour);
    stage
      .face([x0, 0, d - 0.02], [1, 0, 0])
      .rect(0, 1.35, x1 - x0, 1.55, drawing.vertical(alpha('#ffe2a8', 0.55), alpha('#ffe2a8', 0)));
  }
  if (!hasWindow) {
    stage.box({ x: -0.4, y: 1.75, z: d - 0.45, w: 0.8, h: 0.1, d: 0.44 }, solid(room, look.metal), 2);
    stage.box({ x: -0.16, y: 1.85, z: d - 0.3, w: 0.32, h: room.h - 1.85, d: 0.28 }, solid(room, look.metal));
  }
}

function drawCrockery(room: Room, x: number, y: number, z: number): void {
  const { drawing, look, rng } = room;
  const { sx, sy, scale } = upright(room, x, y, z);
  const colour = rng.pick([...look.art, '#ffffff', look.pot]);
  const s = scale * rng.range(0.07, 0.1);
  const paint = drawing.horizontal(lighten(colour, 0.2), darken(colour, 0.2));
  if (rng.chance(0.35))
    drawing.path(
      `M${sx - s} ${sy - s}H${sx + s}Q${sx + s * 0.8} ${sy} ${sx} ${sy}Q${sx - s * 0.8} ${sy} ${sx - s} ${sy - s}Z`.replace(
        /\d+\.\d+/g,
        (v) => Number(v).toFixed(1),
      ),
      paint,
    );
  else if (rng.chance(0.5))
    drawing.rect(sx - s * 0.6, sy - s * 1.9, s * 1.2, s * 1.9, paint, { rx: s * 0.3 });
  else drawVase(room, x, y, z, 0.14);
}

function drawDoors(
  { stage, look, drawing }: Room,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  z: number,
  colour: string,
): void {
  const face = stage.face([x0, 0, z], [1, 0, 0]);
  const count = Math.max(1, Math.round((x1 - x0) / 0.55));
  const step = (x1 - x0) / count;
  let seams = '';
  let panels = '';
  let handles = '';
  for (let i = 0; i < count; i++) {
    const [a, b] = [i * step + 0.03, (i + 1) * step - 0.03];
    seams += face.quad(i * step - 0.006, y0, i * step + 0.006, y1);
    panels += face.quad(a, y0 + 0.04, b, y1 - 0.04);
    const u = i % 2 ? a + 0.05 : b - 0.07;
    handles +=
      y0 > 1 ? face.quad(u, y0 + 0.07, u + 0.02, y0 + 0.24) : face.quad(u, y1 - 0.26, u + 0.02, y1 - 0.09);
  }
  drawing.path(panels, drawing.vertical(lighten(colour, 0.05), darken(colour, 0.07)));
  drawing.path(seams, darken(colour, 0.5), { opacity: 0.5 });
  drawing.path(handles, look.metal);
}

function drawBaseRun(room: Room, colour: string, counter: string): void {
  const { stage, drawing, w, d, rng } = room;
  const z = d - 0.64;
  contactShadow(room, -w / 2, z - 0.1, w, 0.5, 0.3);
  stage.box({ x: -w / 2, y: 0.1, z, w, h: 0.78, d: 0.64 }, solid(room, colour));
  stage.face([-w / 2, 0, z + 0.05], [1, 0, 0]).rect(0, 0, w, 0.1, darken(colour, 0.6));
  drawDoors(room, -w / 2, w / 2, 0.14, 0.86, z - 0.005, colour);
  const oven = stage.face([0.5, 0, z - 0.01], [1, 0, 0]);
  oven.rect(0, 0.14, 0.66, 0.86, '#3a3d43');
  oven.rect(0.08, 0.22, 0.58, 0.6, drawing.diagonal('#6f7680', '#2b2d32'));
  oven.rect(0.08, 0.66, 0.58, 0.69, '#c9ccd0');
  stage.box({ x: -w / 2, y: 0.88, z: z - 0.04, w, h: 0.05, d: 0.68 }, solid(room, counter));
  const sink = upright(room, -0.3, 0.93, d - 0.2);
  drawing.stroke(
    `M${sink.sx} ${sink.sy}v${-sink.scale * 0.26}q0 ${-sink.scale * 0.08} ${sink.scale * 0.08} ${-sink.scale * 0.08}t${sink.scale * 0.07} ${sink.scale * 0.08}v${sink.scale * 0.05}`.replace(
      /-?\d+\.\d+/g,
      (v) => Number(v).toFixed(1),
    ),
    room.look.metal,
    sink.scale * 0.025,
  );
  for (const x of [-1.5, -1.15, 1.6]) drawCrockery(room, x + rng.range(-0.1, 0.1), 0.93, d - 0.35);
  drawVase(room, 1.35, 0.93, d - 0.3, 0.18);
  const pan = upright(room, 0.83, 0.93, d - 0.35);
  drawing.rect(
    pan.sx - pan.scale * 0.15,
    pan.sy - pan.scale * 0.12,
    pan.scale * 0.3,
    pan.scale * 0.12,
    drawing.horizontal('#e0705a', '#a93f35'),
    { rx: 3 },
  );
  drawing.rect(
    pan.sx - pan.scale * 0.16,
    pan.sy - pan.scale * 0.14,
    pan.scale * 0.32,
    pan.scale * 0.03,
    '#7e2d28',
    { rx: 2 },
  );
}

function drawTallUnit(room: Room, colour: string, side: -1 | 1): void {
  const { stage, w, d, look, drawing } = room;
  const x = side > 0 ? w / 2 - 0.78 : -w / 2;
  stage.box({ x, y: 0.05, z: d - 0.74, w: 0.78, h: 2.3, d: 0.74 }, solid(room, mix(colour, '#e8e8e8', 0.1)));
  const face = stage.face([x, 0, d - 0.75], [1, 0, 0]);
  const steel = drawing.horizontal('#eef0f1', '#c3c8cb', '#9fa6aa');
  face.rect(0.04, 0.1, 0.74, 0.78, steel);
  face.rect(0.04, 0.81, 0.74, 1.85, steel);
  const u = side > 0 ? 0.1 : 0.66;
  face.rect(u, 0.5, u + 0.025, 0.74, look.metal === '#2d2f34' ? '#3b3e44' : '#7d848a');
  face.rect(u, 0.86, u + 0.025, 1.2, look.metal === '#2d2f34' ? '#3b3e44' : '#7d848a');
}

function drawIsland(room: Room, colour: string, counter: string): void {
  const { stage, drawing, look, rng } = room;
  const half = rng.range(1.05, 1.35);
  contactShadow(room, -half, 1.1, half * 2, 0.9, 0.55);
  stage.box({ x: -half, y: 0, z: 1.25, w: half * 2, h: 0.88, d: 0.75 }, solid(room, colour));
  const face = stage.face([-half, 0, 1.24], [1, 0, 0]);
  const isSlatted = rng.chance(0.5);
  let lines = '';
  const step = isSlatted ? 0.09 : half / 1.5;
  for (let u = step; u < half * 2; u += step)
    lines += face.quad(u, 0.08, u + (isSlatted ? 0.02 : 0.012), 0.86);
  drawing.path(lines, darken(colour, 0.4), { opacity: 0.5 });
  face.rect(0, 0.6, half * 2, 0.88, drawing.vertical(alpha('#1c1526', 0.35), alpha('#1c1526', 0)));
  stage.box(
    { x: -half - 0.06, y: 0.88, z: 1.05, w: half * 2 + 0.12, h: 0.06, d: 1 },
    solid(room, counter),
    3,
  );
  const bowl = upright(room, -half * 0.4, 0.94, 1.5);
  const r = bowl.scale * 0.17;
  const fruit = ['#f0a23a', '#e9c94b', '#d9593d', '#8fb04a'];
  fruit.forEach((c, i) => {
    drawing.circle(
      bowl.sx + (i - 1.5) * r * 0.5,
      bowl.sy - r * (0.75 + (i % 2) * 0.2),
      r * 0.36,
      drawing.radial(lighten(c, 0.3), c, darken(c, 0.1)),
    );
  });
  drawing.path(
    `M${Math.round(bowl.sx - r)} ${Math.round(bowl.sy - r * 0.66)}h${Math.round(2 * r)}q${Math.round(-r * 0.2)} ${Math.round(r * 0.68)} ${Math.round(-r)} ${Math.round(r * 0.68)}t${Math.round(-r)} ${Math.round(-r * 0.68)}Z`,
    drawing.horizontal(lighten(look.pot, 0.2), darken(look.pot, 0.2)),
  );
  drawVase(room, half * 0.5, 0.94, 1.5, 0.24);
  for (const x of [-0.72, 0, 0.72]) drawStool(room, x * (half / 1.15), 0.78);
}

function drawStool(room: Room, x: number, z: number): void {
  const { stage, drawing, look } = room;
  contactShadow(room, x - 0.2, z - 0.2, 0.4, 0.4, 0.4);
  const { sx, sy, scale } = upright(room, x, 0, z);
  const seat = upright(room, x, 0.66, z);
  const legs = [-0.17, 0.17]
    .map(
      (dx) =>
        `M${(seat.sx + dx * 0.6 * scale).toFixed(1)} ${seat.sy.toFixed(1)}L${(sx + dx * scale).toFixed(1)} ${sy.toFixed(1)}`,
    )
    .join('');
  drawing.stroke(legs, look.metal, scale * 0.026);
  drawing.stroke(
    `M${(sx - 0.15 * scale).toFixed(1)} ${(sy - 0.22 * scale).toFixed(1)}h${(0.3 * scale).toFixed(1)}`,
    look.metal,
    scale * 0.02,
  );
  stage.cylinder(
    x,
    0.63,
    z,
    0.19,
    0.07,
    drawing.horizontal(lighten(look.sofa, 0.1), darken(look.sofa, 0.2)),
    lighten(look.sofa, 0.2),
  );
  drawing.path(
    circlePath(seat.sx, seat.sy - scale * 0.06, scale * 0.185, scale * 0.05),
    lighten(look.sofa, 0.22),
  );
}
