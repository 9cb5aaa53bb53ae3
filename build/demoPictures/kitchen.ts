import type { RoomRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import { drawCalendar, drawHousePlant, drawPendant, drawVase, drawWaterDispenser } from './decor.ts';
import {
  drawDiningChair,
  drawFridge,
  drawGasTank,
  drawMonobloc,
  drawRiceCooker,
  drawSpines,
  drawStool,
  drawTable,
  plasticColours,
} from './furniture.ts';
import { type Place, Room, type Wall } from './room.ts';
import { drawDoor, drawOutlets, drawShell } from './roomShell.ts';
import { addWindow, drawOpenings, drawTrims, dressWindow } from './roomWindows.ts';
import { darken, lighten, mix, num } from './svg.ts';

const sizes = {
  plain: { w: 3.4, d: 3.1, h: 2.5 },
  middle: { w: 4.4, d: 3.6, h: 2.6 },
  fine: { w: 6, d: 4.3, h: 2.85 },
};

export function drawKitchen(rng: Rng, recipe: RoomRecipe): string {
  const room = new Room(rng, recipe, sizes[recipe.priceClass]);
  const wall: Wall =
    room.sunWall === 'back' || room.isFine || [0, 1, 4].includes(room.recipe.camera) || rng.chance(0.6)
      ? 'back'
      : room.shadeWall;
  const length = room.lengthOf(wall);
  if (room.sunWall === wall) addWindow(room, wall, 0.5, { widest: 1.5, lowest: 1.12 });
  else
    addWindow(room, room.sunWall, room.sunWall === 'left' ? 0.7 : 0.55, {
      widest: 1.9,
      lowest: room.isFine ? 0 : 0.95,
    });
  drawOpenings(room);
  drawShell(room);
  drawTrims(room);
  const run = room.isPlain ? (room.isBare ? 1.8 : 2) : room.isBare ? length - 1 : Math.min(length - 0.9, 4.4);
  const start = wall === 'right' ? 0.04 : wall === 'left' ? length - run - 0.04 : room.isPlain ? 0.06 : 0.05;
  if (!drawKitchenRun(room.at(wall, start), run)) room.fitIn(['back'], run, (place) => drawKitchenRun(place, run));
  if (room.isBare) {
    drawOutlets(room.at(wall, wall === 'right' ? run + 0.4 : Math.min(length - 0.6, start + run + 0.3)));
    drawDoor(room.at(wall === 'back' ? room.shadeWall : 'back', 0.5));
    return room.finish();
  }
  for (const opening of room.openings) if (room.isFurnished && opening.wall !== wall) dressWindow(room, opening);
  const beside = wall === 'left' ? start - 1 : start + run + 0.03;
  if (room.isFurnished) {
    if (room.isPlain) drawGasTank(room.at(wall, beside + 0.02, 0.1));
    drawFridge(room.at(wall, beside + (room.isPlain ? 0.42 : 0), 0.02));
  }
  if (room.isPlain) furnishPlain(room, wall, beside);
  else if (room.isFine) drawIsland(room, wall);
  else if (room.isFurnished) furnishMiddle(room, wall);
  return room.finish();
}

function furnishPlain(room: Room, wall: Wall, beside: number): void {
  if (!room.isFurnished) return;
  const { rng } = room;
  const other: Wall = wall === 'back' ? room.shadeWall : 'back';
  const length = room.lengthOf(other);
  drawWaterDispenser(room.at(wall, beside + 0.98, 0.04));
  drawWaterDispenser(room.at(other, other === 'right' ? 0.75 : length - 1.1, 0.04));
  const plastic = rng.pick(plasticColours);
  const [x, z] = [wall === 'right' ? -0.5 : wall === 'left' ? 0.5 : room.w * 0.2, room.d * 0.38];
  const table = room.standing('back', x, z, 0.85, 0.65);
  if (drawTable(table, 0.85, 0.65, rng.pick(['folding', 'plastic']))) {
    drawRiceCooker(table, 0.22, 0.745, 0.3);
    drawPlates(table, 0.6, 0.745, 0.3);
    drawMonobloc(room.standing('left', x - 0.7, z, 0.5, 0.5), plastic);
    drawMonobloc(room.standing('right', x + 0.7, z, 0.5, 0.5), plastic);
  }
  drawCalendar(room.at(other, other === 'right' ? 0.5 : length - 0.9), 1.35);
}

function furnishMiddle(room: Room, wall: Wall): void {
  const { rng } = room;
  const [x, z] = [wall === 'right' ? -0.6 : wall === 'left' ? 0.6 : rng.range(-0.2, 0.5), room.d * 0.4];
  const table = room.standing('back', x, z, 1, 0.75);
  if (drawTable(table, 1, 0.75, rng.pick(['wood', 'wood', 'glass']))) {
    drawVase(table, 0.5, 0.745, 0.38, 0.2);
    for (const side of [-1, 1]) {
      drawDiningChair(room.standing(side < 0 ? 'left' : 'right', x + side * 0.76, z, 0.44, 0.46));
      if (rng.chance(0.7))
        drawDiningChair(room.standing(side > 0 ? 'back' : 'front', x, z + side * 0.65, 0.44, 0.46));
    }
    if (rng.chance(0.5)) drawPendant(table, 0.5, 1.8, 0.38, 0.4, rng.int(0, 2));
  }
  if (rng.chance(0.5))
    drawWaterDispenser(room.at(room.shadeWall, room.shadeWall === 'right' ? 0.9 : room.d - 1.3, 0.04));
  else drawHousePlant(room.at(room.shadeWall, room.shadeWall === 'right' ? 0.9 : room.d - 1.5, 0.1), 1.1);
}

/** Cabinets, sink, stove and what hangs above them, along `w` metres of the wall. */
export function drawKitchenRun(place: Place, w: number): boolean {
  const { room } = place;
  const { look, rng, drawing } = room;
  const d = 0.6;
  if (!place.claim(w, d, 0.92)) return false;
  const cabinet = room.isPlain
    ? rng.pick(['#b98a5e', '#e9e2d2', '#8fae9c', '#d8b78a'])
    : rng.pick([look.accent, look.wood, mix(look.accent, '#ffffff', 0.45), '#f4f1ea', darken(look.accent, 0.25)]);
  const counter = room.isPlain
    ? rng.pick(['#e4ddd0', '#cfd4d2', '#d9b79a'])
    : rng.pick(['#f4f1ec', '#3b3d42', '#e6ddd0']);
  const isBase = !room.isBare || !room.isPlain;
  drawBacksplash(place, w);
  place.shadow(w, d, 0.26);
  if (isBase)
    place.block([0, 0.08, 0.02, w, 0.78, d - 0.04], cabinet, {
      front: (face) => {
        const count = Math.max(2, Math.round(w / 0.5));
        const step = w / count;
        let [seams, handles] = ['', ''];
        for (let i = 0; i < count; i++) {
          if (i > 0) seams += face.quad(i * step - 0.006, 0.02, i * step + 0.006, 0.77);
          const u = i % 2 ? i * step + 0.05 : (i + 1) * step - 0.07;
          handles += face.quad(u, 0.52, u + 0.02, 0.69);
        }
        drawing.path(seams, darken(cabinet, 0.5), { opacity: 0.5 });
        drawing.path(handles, look.metal);
        if (!room.isPlain && !room.isBare)
          drawOven(place, face, step * Math.floor(count * 0.66), Math.min(0.6, step * 1.3));
      },
    });
  else for (const u of [0, w / 2 - 0.05, w - 0.1]) place.block([u, 0, 0.03, 0.1, 0.86, d - 0.06], '#cbc5ba');
  if (isBase) place.block([0.02, 0, 0.06, w - 0.04, 0.08, d - 0.12], darken(cabinet, 0.6));
  const sinkAt = w * (room.isPlain ? 0.26 : 0.3);
  const stoveAt = w * (room.isPlain ? 0.72 : 0.7);
  place.block([-0.01, 0.86, 0, w + 0.02, 0.05, d + 0.02], counter, {
    front: (face) => {
      if (room.isPlain) {
        let joints = '';
        for (let u = 0.2; u < w; u += 0.2) joints += face.quad(u, 0, u + 0.008, 0.05);
        drawing.path(joints, darken(counter, 0.3), { opacity: 0.5 });
      }
    },
    top: () => {
      place.level(sinkAt - 0.27, 0.912, 0.12, 0.54, 0.38, '#c6cccf');
      place.level(sinkAt - 0.23, 0.913, 0.16, 0.46, 0.3, '#8d969a');
      if (!room.isBare && !room.isPlain) {
        place.level(stoveAt - 0.3, 0.912, 0.08, 0.6, 0.46, '#26282c');
        for (const [du, o] of [
          [-0.14, 0.2],
          [0.14, 0.2],
          [-0.14, 0.42],
          [0.14, 0.42],
        ] as const)
          place.disc(stoveAt + du, 0.913, o, 0.08, '#4a4d52');
      }
    },
  });
  drawTap(place, sinkAt);
  if (room.isBare) return true;
  if (room.isPlain) drawStove(place, stoveAt);
  drawUppers(place, w, cabinet, stoveAt, sinkAt);
  if (!room.isFurnished) return true;
  const middle = (sinkAt + stoveAt) / 2;
  if (room.isPlain) {
    drawDishRack(place, Math.max(0.25, w * 0.02 + 0.22) > sinkAt - 0.3 ? sinkAt + 0.42 : 0.22);
    if (w > 1.7) drawRiceCooker(place, w - 0.16, 0.91, 0.2);
  } else {
    drawRiceCooker(place, middle, 0.91, 0.24);
    drawVase(place, w - 0.18, 0.91, 0.22, 0.16);
    drawPot(place, stoveAt + 0.14, 0.915, 0.2);
    if (w > 2.4) drawPlates(place, 0.22, 0.91, 0.26);
  }
  return true;
}

function drawOven(place: Place, face: ReturnType<Place['face']>, u: number, w: number): void {
  face.rect(u + 0.01, 0.03, u + w, 0.74, '#3a3d43');
  face.rect(u + 0.06, 0.12, u + w - 0.05, 0.5, place.room.drawing.diagonal('#6f7680', '#2b2d32'));
  face.rect(u + 0.06, 0.57, u + w - 0.05, 0.6, '#c9ccd0');
}

/** Tiles or a slab behind the counter, around the window. */
function drawBacksplash(place: Place, w: number): void {
  const { room } = place;
  const { look, drawing, rng } = room;
  const [low, top] = [0.88, room.isPlain ? 1.36 : 1.52];
  const h = top - low;
  const tile = room.isPlain
    ? rng.pick(['#f4f2ec', '#cfe0dc', '#e9d9c0'])
    : rng.pick([lighten(look.accent, 0.55), '#fbfaf6', mix(look.accent, look.wall, 0.5)]);
  const paint = room.isFine ? drawing.diagonal('#efeae2', '#dcd5cb', '#f2eee8') : tile;
  const holes = room.openings
    .filter((opening) => opening.wall === place.wall && opening.v0 < top)
    .map(({ u0, u1, v0 }) => ({
      u0: Math.max(0, u0 - 0.07 - place.u),
      u1: Math.min(w, u1 + 0.07 - place.u),
      v: v0 - 0.07 - low,
    }))
    .filter(({ u0, u1 }) => u1 > u0);
  const [su, sv] = room.isPlain ? [0.2, 0.2] : [0.24, 0.115];
  place.flat(
    0,
    low,
    w,
    h,
    (face) => {
      const cut = holes.map((hole) => face.quad(hole.u0, hole.v, hole.u1, h)).join('');
      drawing.path(face.quad(0, 0, w, h) + cut, paint, { 'fill-rule': 'evenodd' });
      if (room.isFine) return;
      let joints = '';
      const joint = (u0: number, v0: number, u1: number, v1: number) => {
        if (!holes.some((hole) => u0 < hole.u1 && u1 > hole.u0 && v1 > hole.v))
          joints += face.quad(u0, v0, u1, v1);
      };
      for (let v = 0, row = 0; v < h - 0.02; v += sv, row++)
        for (let u = !room.isPlain && row % 2 ? su / 2 : su; u < w; u += su) {
          joint(u, v, u + 0.008, Math.min(v + sv, h));
          joint(u - su, v, u, v + 0.008);
        }
      drawing.path(joints, darken(tile, 0.3), { opacity: 0.38 });
    },
    0.008,
  );
}

function drawTap(place: Place, u: number): void {
  const { drawing, isPlain, look } = place.room;
  const colour = isPlain ? '#b4babd' : look.metal;
  place.sprite(u, 0.91, 0.08, 0.08, 0.34, (x, y, s) => {
    drawing.stroke(
      `M${num(x)} ${num(y)}v${num(-s * 0.24)}q0 ${num(-s * 0.08)} ${num(s * 0.07)} ${num(-s * 0.08)}t${num(s * 0.06)} ${num(s * 0.08)}v${num(s * 0.04)}`,
      colour,
      Math.max(2.4, s * 0.024),
    );
  });
}

/** A stove of two burners on the counter with its knobs. */
function drawStove(place: Place, u: number): void {
  const { room } = place;
  const w = 0.66;
  place.block([u - w / 2, 0.93, 0.08, w, 0.09, 0.38], '#b9bfc2', {
    soft: 1.6,
    front: (face) => {
      face.rect(0, 0, w, 0.09, '#8d9498');
      for (const k of [0.14, 0.52]) face.rect(k - 0.025, 0.02, k + 0.025, 0.07, '#2f3337');
    },
    top: () => {
      for (const du of [-0.17, 0.17]) {
        place.disc(u + du, 1.021, 0.27, 0.12, '#4a4f54');
        place.disc(u + du, 1.022, 0.27, 0.07, '#24272b');
      }
    },
  });
  if (room.isFurnished) drawPot(place, u - 0.17, 1.03, 0.27);
}

function drawPot(place: Place, u: number, v: number, o: number): void {
  const colour = place.room.isPlain ? '#c3c8ca' : place.room.rng.pick(['#d0604a', '#3b4046', '#c3c8ca']);
  place.oval([u, v, o, 0.12, 0.12, 0.13], colour);
  place.oval([u, v + 0.13, o, 0.025, 0.025, 0.025], '#33363a');
}

function drawPlates(place: Place, u: number, v: number, o: number): void {
  const { look } = place.room;
  for (let i = 0; i < 3; i++)
    place.oval([u, v + i * 0.018, o, 0.11, 0.11, 0.015], i % 2 ? '#f4f1ea' : lighten(look.accent, 0.3));
}

function drawDishRack(place: Place, u: number): void {
  const { drawing, look } = place.room;
  place.block([u - 0.2, 0.91, 0.12, 0.4, 0.03, 0.28], '#5f9fc0');
  place.sprite(u, 0.94, 0.26, 0.18, 0.24, (x, y, s) => {
    for (const [i, colour] of ['#f6f3ec', look.accent, '#f6f3ec', '#e8e1d2'].entries())
      drawing.ellipse(x - s * 0.12 + i * s * 0.08, y - s * 0.09, s * 0.045, s * 0.11, colour, {
        stroke: '#b9b2a4',
        'stroke-width': 1,
      });
    drawing.stroke(
      `M${num(x - s * 0.18)} ${num(y)}V${num(y - s * 0.12)}H${num(x + s * 0.18)}V${num(y)}`,
      '#8fa3ad',
      1.8,
    );
  });
}

/** Cabinets on the wall, boards, the hood above the stove; nothing before a window. */
function drawUppers(place: Place, w: number, colour: string, stoveAt: number, sinkAt: number): void {
  const { room } = place;
  const { look, rng, drawing, h } = room;
  const [low, high] = [1.54, Math.min(h - 0.18, room.isFine ? 2.5 : 2.3)];
  const cabinet = (u0: number, u1: number) => {
    if (u1 - u0 < 0.35 || !place.move(u0).claim(u1 - u0, 0.34, high - low, low)) return;
    place.block([u0, low, 0.01, u1 - u0, high - low, 0.33], colour, {
      front: (face) => {
        const count = Math.max(1, Math.round((u1 - u0) / 0.5));
        let seams = '';
        for (let i = 1; i < count; i++)
          seams += face.quad(
            ((u1 - u0) * i) / count - 0.006,
            0.02,
            ((u1 - u0) * i) / count + 0.006,
            high - low - 0.02,
          );
        drawing.path(seams, darken(colour, 0.5), { opacity: 0.5 });
      },
    });
  };
  if (room.isPlain) {
    cabinet(sinkAt - 0.45, sinkAt + 0.45);
    return;
  }
  cabinet(0, stoveAt - 0.36);
  const hood = place.move(stoveAt - 0.34);
  if (hood.claim(0.68, 0.4, h - 1.72, 1.72)) {
    hood.block([0, 1.72, 0.01, 0.68, 0.09, 0.44], '#c9ced1', { soft: 1.5 });
    hood.block([0.2, 1.81, 0.01, 0.28, h - 1.82, 0.26], '#d6dadc');
  }
  const u = stoveAt + 0.36;
  if (room.isFine && rng.chance(0.5) && w - u > 0.5) {
    if (!place.move(u).claim(w - u, 0.3, 0.8, 1.5)) return;
    const jars = rng.fork(4);
    for (const v of [1.56, 1.98]) {
      place.block([u + 0.05, v, 0.01, w - u - 0.1, 0.035, 0.25], look.wood);
      if (room.isFurnished)
        place.flat(
          u + 0.1,
          v + 0.035,
          w - u - 0.2,
          0.3,
          (face) => drawSpines(face, 0, 0, w - u - 0.2, jars, [...look.art, look.pot, '#ffffff'], 0.24),
          0.14,
        );
    }
  } else cabinet(u, w);
}

/** An island with stools and lamps above, before the run. */
function drawIsland(room: Room, wall: Wall): void {
  const { look, rng, drawing } = room;
  const length = room.lengthOf(wall);
  const w = Math.min(2.3, length * 0.5);
  const counter = rng.pick(['#f4f1ec', '#3b3d42', '#e6ddd0']);
  const colour = rng.pick([darken(look.accent, 0.1), look.wood, '#f1eee7']);
  const place = room.at(wall, length / 2 - w / 2 + (wall === 'back' ? 0 : wall === 'left' ? 0.2 : -0.2), 1.7);
  if (!place.claim(w, 0.85, 0.94)) return;
  place.shadow(w, 0.85, 0.34);
  const isSlatted = rng.chance(0.5);
  place.block([0.04, 0, 0.02, w - 0.08, 0.88, 0.62], colour, {
    front: (face) => {
      let lines = '';
      const step = isSlatted ? 0.1 : w / 3;
      for (let u = step; u < w - 0.12; u += step)
        lines += face.quad(u, 0.04, u + (isSlatted ? 0.022 : 0.012), 0.86);
      drawing.path(lines, darken(colour, 0.4), { opacity: 0.5 });
    },
  });
  place.block([0, 0.88, 0, w, 0.06, 0.9], counter, { soft: 2 });
  const isFurnished = room.isFurnished;
  if (isFurnished) {
    place.oval([w * 0.3, 0.94, 0.4, 0.17, 0.17, 0.09], look.pot, {
      foot: 0.5,
      inside: darken(look.pot, 0.3),
    });
    const fruit = ['#f0a23a', '#e9c94b', '#d9593d', '#8fb04a'];
    place.sprite(w * 0.3, 1.02, 0.4, 0.12, 0.14, (x, y, s) => {
      for (const [i, c] of fruit.entries())
        drawing.circle(x + (i - 1.5) * s * 0.075, y - s * (0.03 + (i % 2) * 0.03), s * 0.05, c);
    });
    drawVase(place, w * 0.72, 0.94, 0.4, 0.24);
    const stools = w > 1.9 ? 3 : 2;
    for (let i = 0; i < stools; i++) drawStool(place.move((w * (i + 0.5)) / stools - 0.2, 1.06), 0.68, look.sofa);
  }
  const kind = rng.int(0, 2);
  for (const share of w > 1.9 ? [0.2, 0.5, 0.8] : [0.3, 0.7]) drawPendant(place, w * share, 1.95, 0.45, 0.3, kind);
  if (isFurnished) drawHousePlant(room.at(room.sunWall === wall ? room.shadeWall : room.sunWall, 0.3, 0.1), 1.2);
}
