import type { Rng } from '#server/demo/random.ts';
import {
  drawArt,
  drawBooks,
  drawFloorLamp,
  drawHousePlant,
  drawPendant,
  drawShade,
  drawVase,
  upright,
} from './decor.ts';
import {
  contactShadow,
  drawArmchair,
  drawCoffeeTable,
  drawCushion,
  drawRug,
  drawSofa,
  padded,
} from './furniture.ts';
import { buildRoom, drawShell, finishRoom, type Room, solid } from './room.ts';
import { drawBackWindow, drawSideWindow } from './roomWindows.ts';
import type { ViewKind } from './scenery.ts';
import { alpha, darken, lighten, mix, num } from './svg.ts';

/** A living room: a sofa under pictures, or before a wide window. */
export function drawLiving(rng: Rng, view: ViewKind): string {
  const room = buildRoom(rng, view, { w: 6.2, h: 2.75, d: 4.2 });
  const hasBackWindow = rng.chance(0.5);
  drawShell(room, { accentBack: !hasBackWindow && rng.chance(0.35) });
  if (hasBackWindow) drawBackWindow(room, -2.2, rng.chance(0.6) ? 0.12 : 0.8, 2.2, 2.45, 4);
  else {
    drawSideWindow(room, 0.9, 3.4, rng.chance(0.5) ? 0.1 : 0.7, 2.45);
    drawWallArt(room);
  }
  if (hasBackWindow) drawMediaWall(room);
  drawRug(room, -1.75, 0.75, 3.5, 2.1);
  const away = room.bright < 0 ? 1 : -1;
  const wide = rng.range(2.3, 2.7);
  drawFloorLamp(room, away * (wide / 2 + 0.4), 3.6);
  drawHousePlant(room, -away * (wide / 2 + 0.55), 3.6, rng.range(1.3, 1.7));
  const chaise = rng.pick([0, -1, 1] as const);
  drawSofa(room, -wide / 2, 2.75, wide, chaise);
  drawSideTable(room, -away * (wide / 2 + 0.3), 3.05);
  drawCoffeeTable(room, chaise === 0 ? 0 : -chaise * 0.45, 1.65);
  const side = chaise === 0 ? away : chaise > 0 ? -1 : 1;
  if (rng.chance(0.8))
    drawArmchair(
      room,
      side > 0 ? 1.75 : -2.6,
      1.15,
      side > 0 ? -1 : 1,
      rng.pick([room.look.accent, room.look.cushions[0] ?? '#c97', lighten(room.look.sofa, 0.2)]),
    );
  if (rng.chance(0.75)) drawPendant(room, 0, 2.05, 2, rng.range(0.5, 0.7), rng.int(0, 2));
  drawHousePlant(room, side > 0 ? -2.85 : 2.85, 0.75, rng.range(1.1, 1.4));
  return finishRoom(room);
}

function drawWallArt(room: Room): void {
  const layout = room.rng.int(0, 2);
  if (layout === 0) drawArt(room, -0.75, 1.25, 1.5, 0.95);
  else if (layout === 1) for (const x of [-1.3, -0.4, 0.5]) drawArt(room, x, 1.3, 0.8, 0.95);
  else {
    drawArt(room, -1.1, 1.25, 0.95, 1.15);
    drawArt(room, 0.05, 1.75, 0.65, 0.65);
    drawArt(room, 0.05, 1.2, 0.65, 0.45);
  }
}

function drawSideTable(room: Room, x: number, z: number): void {
  const { stage, look } = room;
  contactShadow(room, x - 0.2, z, 0.4, 0.4, 0.35);
  stage.cylinder(x, 0, z + 0.2, 0.03, 0.5, look.metal, look.metal);
  stage.disc(x, 0.5, z + 0.2, 0.22, darken(look.wood, 0.3), 0.18);
  stage.disc(x, 0.525, z + 0.2, 0.22, lighten(look.wood, 0.12), 0.18);
  drawVase(room, x, 0.53, z + 0.2, 0.16);
}

/** Low cabinets, a screen and boards along the wall away from the light. */
function drawMediaWall(room: Room): void {
  const { stage, look, bright, w, rng } = room;
  const x = -bright * (w / 2);
  const inner = x + bright * 0.4;
  const box = { x: Math.min(x, inner), y: 0.14, z: 0.9, w: 0.4, h: 0.42, d: 2.4 };
  contactShadow(room, box.x, box.z, 0.4, 2.4, 0.4);
  stage.box(box, solid(room, look.wood));
  const wallX = x + bright * 0.05;
  const screen = (inset: number) =>
    stage.outline([
      [wallX, 0.95 + inset, 1.2 + inset],
      [wallX, 0.95 + inset, 3 - inset],
      [wallX, 1.95 - inset, 3 - inset],
      [wallX, 1.95 - inset, 1.2 + inset],
    ]);
  stage.drawing.path(screen(0), '#1f2126');
  stage.drawing.path(screen(0.04), stage.drawing.diagonal('#4a5460', '#2a2e36', '#1f2228'));
  const { sx, sy, scale } = upright(room, inner, 0.35, 2.1);
  if (scale > 0) stage.drawing.rect(sx - 2, sy, 4, 2, look.metal);
  drawBooks(room, box.x + 0.06, 0.56, 1.1);
  drawVase(room, box.x + 0.2, 0.56, 3, rng.range(0.2, 0.28));
}

/** A bedroom with the bed's head at the back wall. */
export function drawBedroom(rng: Rng, view: ViewKind): string {
  const room = buildRoom(rng, view, { w: 5.6, h: 2.8, d: 4.2 });
  const away = room.bright < 0 ? 1 : -1;
  const bedX = rng.pick([0, away * 0.45]);
  const isTwinWindow = rng.chance(0.35);
  drawShell(room, { accentBack: rng.chance(0.5) });
  if (rng.chance(0.35)) drawPanelling(room);
  if (isTwinWindow) {
    drawBackWindow(room, bedX - 2.3, 0.8, bedX - 1.35, 2.3, 1, false);
    drawBackWindow(room, bedX + 1.35, 0.8, bedX + 2.3, 2.3, 1, false);
  } else drawSideWindow(room, 0.8, 3.2, 0.15, 2.4);
  drawWardrobe(room, away);
  drawRug(room, bedX - 1.6, 0.7, 3.2, 1.9);
  const width = rng.range(1.75, 2);
  if (rng.chance(0.75)) drawArt(room, bedX - 0.5, 1.55, 1, 0.7);
  for (const side of [-1, 1]) drawNightstand(room, bedX + side * (width / 2 + 0.34) - 0.24, rng.chance(0.75));
  drawBed(room, bedX - width / 2, width);
  if (rng.chance(0.55)) drawPendant(room, bedX, 2.1, 2.2, 0.6, rng.int(0, 2));
  if (rng.chance(0.6)) drawArmchair(room, -away * 2 - 0.45, 0.85, away > 0 ? 1 : -1, room.look.sofa);
  else drawHousePlant(room, -away * 2.3, 0.9, rng.range(1.1, 1.4));
  return finishRoom(room);
}

function drawPanelling({ stage, look, w, d }: Room): void {
  const face = stage.face([-w / 2, 0, d - 0.01], [1, 0, 0]);
  face.rect(0, 0.1, w, 1.35, alpha(look.wood, 0.92));
  let lines = '';
  for (let u = 0.14; u < w; u += 0.14) lines += face.quad(u, 0.1, u + 0.02, 1.35);
  stage.drawing.path(lines, darken(look.wood, 0.35), { opacity: 0.6 });
  face.rect(0, 1.35, w, 1.4, lighten(look.wood, 0.25));
}

function drawWardrobe({ stage, look, w, drawing }: Room, away: number): void {
  const x = (away * w) / 2;
  const inner = x - away * 0.5;
  const colour = mix(look.wood, look.wall, 0.45);
  const room = { bright: -away } as Room;
  stage.box({ x: Math.min(x, inner), y: 0, z: 1.7, w: 0.5, h: 2.4, d: 2.4 }, solid(room, colour));
  let seams = '';
  for (const z of [2.3, 2.9, 3.5])
    seams += stage.outline([
      [inner, 0.06, z],
      [inner, 0.06, z + 0.02],
      [inner, 2.36, z + 0.02],
      [inner, 2.36, z],
    ]);
  drawing.path(seams, darken(colour, 0.5), { opacity: 0.6 });
  let handles = '';
  for (const z of [2.2, 2.4, 3.4, 3.6])
    handles += stage.outline([
      [inner, 1, z],
      [inner, 1, z + 0.03],
      [inner, 1.3, z + 0.03],
      [inner, 1.3, z],
    ]);
  drawing.path(handles, look.metal);
}

function drawNightstand(room: Room, x: number, hasLamp: boolean): void {
  const { stage, look, drawing, d } = room;
  const z = d - 0.5;
  contactShadow(room, x, z, 0.48, 0.4, 0.4);
  for (const dx of [0.04, 0.4])
    stage.box({ x: x + dx, y: 0, z: z + 0.03, w: 0.04, h: 0.16, d: 0.04 }, solid(room, look.metal));
  stage.box({ x, y: 0.15, z, w: 0.48, h: 0.36, d: 0.4 }, solid(room, look.wood), 2);
  const face = stage.face([x, 0.15, z - 0.005], [1, 0, 0]);
  face.rect(0.02, 0.17, 0.46, 0.185, darken(look.wood, 0.4));
  face.rect(0.2, 0.24, 0.28, 0.26, look.metal);
  face.rect(0.2, 0.08, 0.28, 0.1, look.metal);
  if (!hasLamp) return;
  const { sx, sy, scale } = upright(room, x + 0.24, 0.51, z + 0.2);
  drawing.path(
    `M${num(sx - scale * 0.05)} ${num(sy)}Q${num(sx - scale * 0.11)} ${num(sy - scale * 0.12)} ${num(sx - scale * 0.015)} ${num(sy - scale * 0.2)}H${num(sx + scale * 0.015)}Q${num(sx + scale * 0.11)} ${num(sy - scale * 0.12)} ${num(sx + scale * 0.05)} ${num(sy)}Z`,
    look.pot,
  );
  drawShade(room, sx, sy - scale * 0.19, scale * 0.34, scale * 0.24);
}

function drawBed(room: Room, x: number, w: number): void {
  const { stage, look, rng, d } = room;
  const z = d - 2.2;
  const linen = mix(look.curtain, '#ffffff', 0.4);
  const throwColour = rng.pick(look.cushions);
  contactShadow(room, x - 0.1, z, w + 0.2, 2, 0.55);
  drawHeadboard(room, x, w);
  for (const lx of [x + 0.06, x + w - 0.14])
    stage.box({ x: lx, y: 0, z: z + 0.05, w: 0.08, h: 0.16, d: 0.08 }, solid(room, look.wood));
  stage.box({ x: x - 0.03, y: 0.14, z, w: w + 0.06, h: 0.2, d: 2.15 }, solid(room, look.wood), 3);
  padded(room, { x, y: 0.34, z: z + 0.04, w, h: 0.22, d: 2.08 }, linen, 10);
  for (const [i, px] of [x + w * 0.27, x + w * 0.73].entries()) {
    drawPillow(room, px, 0.6, d - 0.28, w * 0.43, 0.36, linen);
    drawPillow(
      room,
      px,
      0.57,
      d - 0.48,
      w * 0.4,
      0.3,
      i === 0 ? lighten(look.accent, 0.3) : lighten(look.accent, 0.36),
    );
  }
  drawCushion(room, x + w / 2, 0.57, d - 0.62, 0.34, throwColour, rng.range(-6, 6));
  const duvet = rng.pick([linen, mix(look.sofa, '#ffffff', 0.45), mix(look.rug, '#ffffff', 0.4)]);
  padded(room, { x: x - 0.04, y: 0.3, z: z - 0.02, w: w + 0.08, h: 0.3, d: 1.42 }, duvet, 14);
  stage.level(0.605, x - 0.03, z + 1.12, x + w + 0.03, z + 1.42, lighten(duvet, 0.5));
  drawDuvetFolds(room, x, w, z, duvet);
  padded(room, { x: x - 0.055, y: 0.27, z: z + 0.12, w: w + 0.11, h: 0.345, d: 0.5 }, throwColour, 5);
  const fringe = stage.face([x - 0.04, 0, z - 0.03], [1, 0, 0]);
  fringe.rect(0, 0.28, w + 0.08, 0.32, alpha(darken(duvet, 0.4), 0.25));
}

function drawDuvetFolds({ drawing, stage }: Room, x: number, w: number, z: number, colour: string): void {
  let folds = '';
  for (const [a, b, k] of [
    [0.2, 0.3, 0.9],
    [0.55, 0.45, 0.7],
    [0.8, 0.72, 1],
  ] as const) {
    const from = stage.camera.project([x + w * a, 0.61, z + 0.66]);
    const to = stage.camera.project([x + w * b, 0.61, z + 0.66 + 0.4 * k]);
    folds += `M${num(from[0])} ${num(from[1])}Q${num(from[0])} ${num(to[1])} ${num(to[0])} ${num(to[1])}`;
  }
  drawing.stroke(folds, darken(colour, 0.3), 2.4, { opacity: 0.22 });
}

function drawPillow(room: Room, x: number, y: number, z: number, w: number, h: number, colour: string): void {
  const { drawing } = room;
  const { sx, sy, scale } = upright(room, x, y, z);
  const [rw, rh] = [(w * scale) / 2, h * scale];
  drawing.path(
    `M${num(sx - rw)} ${num(sy)}Q${num(sx - rw * 1.06)} ${num(sy - rh * 0.5)} ${num(sx - rw * 0.94)} ${num(sy - rh)}Q${num(sx)} ${num(sy - rh * 1.14)} ${num(sx + rw * 0.94)} ${num(sy - rh)}Q${num(sx + rw * 1.06)} ${num(sy - rh * 0.5)} ${num(sx + rw)} ${num(sy)}Q${num(sx)} ${num(sy + rh * 0.12)} ${num(sx - rw)} ${num(sy)}Z`,
    drawing.vertical(lighten(colour, 0.35), colour, darken(colour, 0.18)),
    { stroke: darken(colour, 0.16), 'stroke-width': 1, 'stroke-opacity': 0.5 },
  );
}

function drawHeadboard(room: Room, x: number, w: number): void {
  const { stage, look, rng, d, drawing } = room;
  const kind = rng.int(0, 2);
  const colour = kind === 0 ? look.wood : rng.pick([look.sofa, look.accent]);
  const [x0, x1] = [x - 0.12, x + w + 0.12];
  if (kind === 2) {
    const { sx, sy, scale } = upright(room, x0, 0.3, d - 0.1);
    const wide = (x1 - x0) * scale;
    drawing.path(
      `M${num(sx)} ${num(sy)}V${num(sy - scale * 0.7)}Q${num(sx + wide / 2)} ${num(sy - scale * 1.45)} ${num(sx + wide)} ${num(sy - scale * 0.7)}V${num(sy)}Z`,
      drawing.vertical(lighten(colour, 0.1), darken(colour, 0.2)),
    );
    return;
  }
  const box = { x: x0, y: 0.2, z: d - 0.12, w: x1 - x0, h: 1.05, d: 0.1 };
  padded(room, box, colour, kind === 0 ? 2 : 8);
  const face = stage.face([x0, 0.2, d - 0.13], [1, 0, 0]);
  let seams = '';
  const parts = kind === 0 ? 12 : 5;
  for (let i = 1; i < parts; i++)
    seams += face.quad(((x1 - x0) * i) / parts - 0.008, 0.02, ((x1 - x0) * i) / parts + 0.008, 1.03);
  drawing.path(seams, darken(colour, 0.45), { opacity: 0.5 });
}
