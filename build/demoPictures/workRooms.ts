import type { Rng } from '#server/demo/random.ts';
import { drawArt, drawBooks, drawHousePlant, drawPendant, drawVase, upright } from './decor.ts';
import { contactShadow, drawRug, padded } from './furniture.ts';
import { buildRoom, drawShell, finishRoom, type Room, solid } from './room.ts';
import { drawBackWindow, drawSideWindow } from './roomWindows.ts';
import type { ViewKind } from './scenery.ts';
import { alpha, darken, lighten, mix, num } from './svg.ts';

/** An office floor: rows of desks, a glazed wall, plants and linear lights. */
export function drawOffice(rng: Rng, view: ViewKind): string {
  const room = buildRoom(rng, view, { w: 7, h: 2.9, d: 5.4 });
  drawShell(room, { ceiling: rng.pick(['#f4f3f1', '#d9d7d4', '#5f6368']) });
  drawBackWindow(room, -2.9, 0.35, 2.9, 2.55, 6, false);
  drawCeilingLights(room);
  const away = room.bright < 0 ? 1 : -1;
  drawMeetingGlass(room, away);
  const isBoardroom = rng.chance(0.35);
  drawHousePlant(room, -2.95, 4.9, 1.4);
  drawHousePlant(room, 2.95, 4.9, 1.2);
  if (isBoardroom) drawMeetingTable(room);
  else {
    for (const z of [3.6, 2.1, 0.75]) for (const x of [-2.15, 0.35]) drawDesk(room, x, z);
  }
  drawHousePlant(room, room.bright * 2.95, 0.8, rng.range(1.2, 1.5));
  return finishRoom(room);
}

function drawCeilingLights({ stage, h, light, drawing }: Room): void {
  for (const x of [-1.9, 0, 1.9]) {
    stage.level(h - 0.06, x - 0.09, -1, x + 0.09, 5, light.isDusk ? '#fff2cf' : '#ffffff');
    const [sx, sy] = stage.camera.project([x, h, 3]);
    drawing.glow(sx, sy, 120, 40, '#fff2cf', 0.35);
  }
}

function drawMeetingGlass({ stage, drawing, look, w, h }: Room, away: -1 | 1): void {
  const x = away * (w / 2 - 0.04);
  const wall = (z0: number, z1: number, y0: number, y1: number) =>
    stage.outline([
      [x, y0, z0],
      [x, y0, z1],
      [x, y1, z1],
      [x, y1, z0],
    ]);
  drawing.path(
    wall(0.6, 5, 0.1, h - 0.2),
    drawing.horizontal(mix(look.accent, '#ffffff', 0.35), mix(look.accent, '#ffffff', 0.6)),
  );
  drawing.path(wall(0.6, 5, 0.95, 1.35), alpha('#ffffff', 0.35));
  let bars = '';
  for (const z of [0.6, 1.7, 2.8, 3.9, 5]) bars += wall(z - 0.03, z + 0.03, 0, h - 0.15);
  bars += wall(0.6, 5, h - 0.22, h - 0.14);
  drawing.path(bars, '#33373d');
}

function drawChair(room: Room, x: number, z: number, colour: string): void {
  const { drawing } = room;
  const { sx, sy, scale } = upright(room, x, 0, z);
  drawing.glow(sx, sy, scale * 0.34, scale * 0.08, '#1c1526', 0.4);
  drawing.stroke(
    `M${num(sx)} ${num(sy - scale * 0.42)}V${num(sy - scale * 0.08)}M${num(sx - scale * 0.24)} ${num(sy - scale * 0.02)}L${num(sx)} ${num(sy - scale * 0.1)}L${num(sx + scale * 0.24)} ${num(sy - scale * 0.02)}`,
    '#3b3f46',
    scale * 0.035,
  );
  drawing.rect(sx - scale * 0.25, sy - scale * 0.5, scale * 0.5, scale * 0.1, darken(colour, 0.15), {
    rx: scale * 0.05,
  });
  drawing.rect(
    sx - scale * 0.22,
    sy - scale * 1,
    scale * 0.44,
    scale * 0.5,
    drawing.horizontal(lighten(colour, 0.14), colour, darken(colour, 0.2)),
    { rx: scale * 0.09 },
  );
}

function drawDesk(room: Room, x: number, z: number): void {
  const { stage, drawing, look, rng } = room;
  const w = 1.75;
  contactShadow(room, x, z, w, 0.7, 0.4);
  for (const dx of [0.05, w - 0.1])
    for (const dz of [0.62, 0.04])
      stage.box({ x: x + dx, y: 0, z: z + dz, w: 0.05, h: 0.7, d: 0.05 }, solid(room, '#eeeeec'));
  stage.box({ x: x + 0.05, y: 0.74, z: z + 0.66, w: w - 0.1, h: 0.36, d: 0.03 }, solid(room, look.accent), 4);
  stage.box({ x, y: 0.7, z, w, h: 0.045, d: 0.7 }, solid(room, mix(look.wood, '#f4ead9', 0.35)), 2);
  for (const dx of [0.22, 0.98]) {
    const base = upright(room, x + dx + 0.28, 0.745, z + 0.45);
    const s = base.scale;
    drawing.rect(base.sx - s * 0.1, base.sy - s * 0.015, s * 0.2, s * 0.02, '#a9adb2');
    drawing.rect(base.sx - s * 0.015, base.sy - s * 0.14, s * 0.03, s * 0.14, '#a9adb2');
    drawing.rect(base.sx - s * 0.28, base.sy - s * 0.45, s * 0.56, s * 0.34, '#26292f', { rx: s * 0.015 });
    const screen = rng.pick(['#6fa8c9', '#88b7a2', '#c9d6de', '#7f8fc0']);
    drawing.rect(
      base.sx - s * 0.265,
      base.sy - s * 0.435,
      s * 0.53,
      s * 0.3,
      drawing.diagonal(lighten(screen, 0.4), screen),
    );
    const bars = [0.2, 0.34, 0.27, 0.4].map((v, i) => ({
      x: base.sx - s * 0.2 + i * s * 0.07,
      h: s * v * 0.5,
    }));
    for (const bar of bars)
      drawing.rect(bar.x, base.sy - s * 0.17 - bar.h, s * 0.045, bar.h, alpha('#ffffff', 0.6));
    drawing.rect(base.sx + s * 0.08, base.sy - s * 0.4, s * 0.14, s * 0.03, alpha('#ffffff', 0.6));
  }
  if (rng.chance(0.6)) drawVase(room, x + 0.12, 0.745, z + 0.35, 0.13);
  else drawBooks(room, x + 0.02, 0.745, z + 0.3);
  for (const dx of [0.5, 1.26])
    if (rng.chance(0.85)) drawChair(room, x + dx, z - 0.2, look.cushions[0] ?? look.sofa);
}

function drawMeetingTable(room: Room): void {
  const { stage, look } = room;
  drawRug(room, -2.2, 0.6, 4.4, 3.6);
  contactShadow(room, -1.2, 1.2, 2.4, 2.4, 0.5);
  for (const x of [-0.9, 0, 0.9]) drawChair(room, x, 3.95, look.sofa);
  for (const x of [-0.7, 0.62])
    stage.box({ x, y: 0, z: 1.6, w: 0.1, h: 0.72, d: 1.6 }, solid(room, darken(look.wood, 0.2)));
  stage.box({ x: -1.35, y: 0.72, z: 1.25, w: 2.7, h: 0.06, d: 2.3 }, solid(room, look.wood), 6);
  drawVase(room, 0, 0.78, 2.5, 0.24);
  drawBooks(room, -0.9, 0.78, 1.7);
  drawBooks(room, 0.6, 0.78, 2.1);
  for (const z of [3, 1.9]) for (const x of [-1.75, 1.75]) drawChair(room, x, z, look.sofa);
  for (const x of [-0.85, 0, 0.85]) drawChair(room, x, 0.75, look.sofa);
  for (const x of [-0.7, 0.7]) drawPendant(room, x, 1.95, 2.3, 0.5, 1);
}

/** A shop or café as its tenant would fit it out. */
export function drawShop(rng: Rng, view: ViewKind): string {
  const room = buildRoom(rng, view, { w: 6, h: 3, d: 4.2 });
  const isCafe = rng.chance(0.5);
  drawShell(room, { ceiling: rng.pick(['#f3efe8', '#e7dfd3', '#4a4744']), accentBack: rng.chance(0.6) });
  drawSideWindow(room, 0.4, 3.4, 0.35, 2.5, false);
  const away = room.bright < 0 ? 1 : -1;
  drawShelves(room, isCafe);
  if (isCafe) drawCafe(room, away);
  else drawBoutique(room, away);
  const kind = rng.int(0, 2);
  for (const x of [-1.5, -0.5, 0.5, 1.5]) drawPendant(room, x, 2.15, 2.4, 0.34, kind);
  drawHousePlant(room, room.bright * 2.6, 3.6, 1.5);
  return finishRoom(room);
}

function drawShelves(room: Room, isCafe: boolean): void {
  const { stage, look, rng, d, drawing } = room;
  for (const [x0, x1] of [
    [-2.5, -0.7],
    [0.7, 2.5],
  ] as const) {
    stage
      .face([x0, 0, d - 0.02], [1, 0, 0])
      .rect(-0.06, isCafe ? 1.2 : 0.2, x1 - x0 + 0.06, 2.55, alpha(darken(look.wood, 0.35), 0.85));
    for (const y of isCafe ? [1.25, 1.65, 2.05] : [0.3, 0.8, 1.3, 1.75, 2.15]) {
      const face = stage.face([x0, y + 0.04, d - 0.2], [1, 0, 0]);
      for (let u = 0.08; u < x1 - x0 - 0.15; ) {
        const w = rng.range(0.09, 0.22);
        const h = rng.range(0.12, 0.31);
        const colour = rng.pick([...look.art, ...look.cushions, look.pot]);
        face.rect(u, 0, u + w, h, drawing.horizontal(lighten(colour, 0.16), darken(colour, 0.14)));
        if (rng.chance(0.4)) face.rect(u, h * 0.35, u + w, h * 0.6, alpha('#ffffff', 0.55));
        u += w + rng.range(0.02, 0.1);
      }
      stage.box({ x: x0, y, z: d - 0.34, w: x1 - x0, h: 0.04, d: 0.32 }, solid(room, look.wood));
      stage
        .face([x0, y, d - 0.21], [1, 0, 0])
        .rect(0, 0.26, x1 - x0, 0.4, drawing.vertical(alpha('#ffe2a8', 0.4), alpha('#ffe2a8', 0)));
    }
  }
  drawArt(room, -0.5, 1.45, 1, 0.9);
}

function drawCounter(room: Room, x: number, z: number, w: number): void {
  const { stage, drawing, look, rng } = room;
  contactShadow(room, x, z - 0.1, w, 0.7, 0.5);
  const colour = rng.pick([look.accent, look.wood]);
  stage.box({ x, y: 0, z, w, h: 0.98, d: 0.7 }, solid(room, colour));
  const face = stage.face([x, 0, z - 0.005], [1, 0, 0]);
  let lines = '';
  for (let u = 0.1; u < w; u += 0.1) lines += face.quad(u, 0.1, u + 0.02, 0.96);
  drawing.path(lines, darken(colour, 0.35), { opacity: 0.5 });
  stage.box({ x: x - 0.05, y: 0.98, z: z - 0.08, w: w + 0.1, h: 0.06, d: 0.82 }, solid(room, '#f4f0e8'), 2);
}

function drawCafe(room: Room, away: -1 | 1): void {
  const { drawing, look, stage, rng } = room;
  drawCounter(room, -1.6, 2.7, 3.2);
  const { sx, sy, scale: s } = upright(room, 0.7, 1.04, 2.95);
  drawing.rect(
    sx - s * 0.34,
    sy - s * 0.46,
    s * 0.68,
    s * 0.46,
    drawing.vertical('#f3f4f4', '#b9bfc3', '#8d9499'),
    { rx: s * 0.05 },
  );
  drawing.rect(sx - s * 0.28, sy - s * 0.2, s * 0.56, s * 0.14, '#33373c', { rx: 2 });
  for (const dx of [-0.18, 0.06])
    drawing.rect(sx + dx * s, sy - s * 0.08, s * 0.1, s * 0.08, '#ffffff', { rx: 2 });
  stage.box(
    { x: -1.2, y: 1.04, z: 2.8, w: 0.95, h: 0.32, d: 0.4 },
    { ...solid(room, '#e4eef0'), front: alpha('#e4f2f4', 0.6), top: alpha('#ffffff', 0.7) },
  );
  for (let i = 0; i < 5; i++) {
    const cake = upright(room, -1.1 + i * 0.18, 1.06, 2.9);
    drawing.ellipse(
      cake.sx,
      cake.sy - 6,
      cake.scale * 0.07,
      cake.scale * 0.05,
      rng.pick(['#d99a55', '#c4703f', '#f0cf8e', '#8c5236', '#e8a0a0']),
    );
  }
  for (const [x, z] of [
    [away * 1.9, 1.7],
    [-away * 1.3, 1.2],
    [away * 0.9, 0.65],
  ] as const) {
    contactShadow(room, x - 0.4, z - 0.3, 0.8, 0.6, 0.45);
    drawCafeChair(room, x - 0.55, z + 0.1);
    drawCafeChair(room, x + 0.55, z + 0.1);
    stage.cylinder(x, 0, z, 0.04, 0.7, look.metal, look.metal);
    stage.disc(x, 0.7, z, 0.4, darken(look.wood, 0.3), 0.32);
    stage.disc(x, 0.73, z, 0.4, drawing.horizontal(lighten(look.wood, 0.25), look.wood), 0.32);
    drawVase(room, x, 0.74, z, 0.13);
    const cup = upright(room, x - 0.18, 0.74, z - 0.1);
    drawing.rect(
      cup.sx - cup.scale * 0.04,
      cup.sy - cup.scale * 0.07,
      cup.scale * 0.08,
      cup.scale * 0.07,
      '#ffffff',
      { rx: 3 },
    );
  }
}

function drawCafeChair(room: Room, x: number, z: number): void {
  const { drawing, look } = room;
  const { sx, sy, scale: s } = upright(room, x, 0, z);
  drawing.glow(sx, sy, s * 0.28, s * 0.06, '#1c1526', 0.35);
  drawing.stroke(
    `M${num(sx - s * 0.17)} ${num(sy)}L${num(sx - s * 0.14)} ${num(sy - s * 0.45)}M${num(sx + s * 0.17)} ${num(sy)}L${num(sx + s * 0.14)} ${num(sy - s * 0.45)}M${num(sx - s * 0.17)} ${num(sy - s * 0.45)}Q${num(sx - s * 0.2)} ${num(sy - s * 0.9)} ${num(sx)} ${num(sy - s * 0.9)}T${num(sx + s * 0.17)} ${num(sy - s * 0.45)}`,
    darken(look.wood, 0.25),
    s * 0.035,
  );
  drawing.ellipse(sx, sy - s * 0.45, s * 0.2, s * 0.06, look.sofa);
}

function drawBoutique(room: Room, away: -1 | 1): void {
  const { stage, drawing, look, rng, w } = room;
  drawCounter(room, -1, 2.9, 2);
  drawVase(room, -0.7, 1.04, 3.1, 0.26);
  const x = away * (w / 2 - 0.3);
  const rail = [0.7, 3.4].map((z) => stage.camera.project([x, 1.75, z]));
  drawing.stroke(`M${rail.map(([px, py]) => `${num(px)} ${num(py)}`).join('L')}`, look.metal, 6);
  for (let z = 3.3; z > 0.75; z -= 0.16) {
    const colour = rng.pick([...look.art, ...look.cushions, look.sofa]);
    const [cx, cy] = stage.camera.project([x, 1.72, z]);
    const s = stage.camera.scaleAt([x, 1.7, z]);
    const drop = rng.range(0.65, 1.05) * s;
    drawing.path(
      `M${num(cx)} ${num(cy)}L${num(cx - s * 0.2)} ${num(cy + s * 0.14)}L${num(cx - s * 0.17)} ${num(cy + drop)}H${num(cx + s * 0.17)}L${num(cx + s * 0.2)} ${num(cy + s * 0.14)}Z`,
      drawing.horizontal(lighten(colour, 0.12), colour, darken(colour, 0.22)),
    );
  }
  contactShadow(room, -0.9, 1, 1.8, 0.8, 0.5);
  padded(room, { x: -0.9, y: 0, z: 1.1, w: 1.8, h: 0.6, d: 0.8 }, look.wood, 3);
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 3; j++)
      padded(
        room,
        { x: -0.78 + i * 0.42, y: 0.6 + j * 0.05, z: 1.3, w: 0.32, h: 0.045, d: 0.4 },
        rng.pick([...look.cushions, ...look.art]),
        3,
      );
  }
}
