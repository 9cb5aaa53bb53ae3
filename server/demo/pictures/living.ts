import { darken, lighten } from './colour.ts';
import {
  drawArt,
  drawBooks,
  drawFloorLamp,
  drawHousePlant,
  drawPendant,
  drawVase,
  upright,
} from './decor.ts';
import { contactShadow, drawArmchair, drawCoffeeTable, drawRug, drawSofa } from './furniture.ts';
import type { Rng } from './rng.ts';
import { buildRoom, drawShell, finishRoom, solid } from './room.ts';
import type { Room } from './roomSpace.ts';
import { drawBackWindow, drawSideWindow } from './roomWindows.ts';
import type { ViewKind } from './view.ts';

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

/** Low cabinets, a screen and shelves along the wall away from the light. */
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
