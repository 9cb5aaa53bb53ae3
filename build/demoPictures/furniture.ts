import type { Face } from './camera.ts';
import { drawBooks, drawCloth, drawSmallPlant, drawTableLamp, drawVase } from './decor.ts';
import { type Place, type Room, roundOnFace } from './room.ts';
import { alpha, darken, lighten, mix, num } from './svg.ts';

const legs = (place: Place, w: number, d: number, h: number, colour: string, thick = 0.05, inset = 0.04): void => {
  for (const u of [inset, w - inset - thick])
    for (const o of [inset, d - inset - thick]) place.block([u, 0, o, thick, h, thick], colour);
};

/** A cushion leaning on a back, its foot at (u, v, o). */
function drawCushion(place: Place, u: number, v: number, o: number, size: number, colour: string): void {
  const { drawing, rng } = place.room;
  const [tilt, isStriped] = [rng.range(-9, 9), rng.chance(0.4)];
  place.sprite(u, v, o, size * 0.42, size, (sx, sy, scale) => {
    const r = size * scale * 0.5;
    const k = r * 0.86;
    drawing.group({ transform: `translate(${num(sx)} ${num(sy - r)}) rotate(${num(tilt)})` }, () => {
      drawing.path(
        `M${num(-r)} ${num(-r)}Q0 ${num(-k)} ${num(r)} ${num(-r)}Q${num(k)} 0 ${num(r)} ${num(r)}Q0 ${num(k)} ${num(-r)} ${num(r)}Q${num(-k)} 0 ${num(-r)} ${num(-r)}Z`,
        drawing.diagonal(lighten(colour, 0.2), colour, darken(colour, 0.22)),
      );
      if (isStriped)
        drawing.stroke(
          `M${num(-r * 0.7)} ${num(-r * 0.3)}H${num(r * 0.7)}M${num(-r * 0.7)} ${num(r * 0.3)}H${num(r * 0.7)}`,
          lighten(colour, 0.45),
          r * 0.08,
          { opacity: 0.7 },
        );
    });
  });
}

/** A sofa with its back to the wall; `chaise` adds a long seat at one end. @returns whether there was room. */
export function drawSofa(place: Place, w: number, chaise: -1 | 0 | 1 = 0): boolean {
  const { room } = place;
  const { look, rng } = room;
  const depth = 0.9;
  if (!place.claim(w, depth, 0.82)) return false;
  const c = look.sofa;
  place.shadow(w, depth);
  for (const u of [0.08, w - 0.14]) place.block([u, 0, 0.8, 0.06, 0.13, 0.06], look.wood);
  place.block([0.05, 0.13, 0.04, w - 0.1, 0.2, 0.84], darken(c, 0.08), { soft: 6 });
  place.block([0.04, 0.3, 0.02, w - 0.08, 0.52, 0.18], c, { soft: 8 });
  const seats = w > 2 ? 3 : 2;
  const inner = w - 0.46;
  for (let i = 0; i < seats; i++) {
    const u = 0.23 + (inner * i) / seats;
    place.block([u + 0.02, 0.46, 0.2, inner / seats - 0.04, 0.34, 0.15], lighten(c, 0.05), { soft: 14 });
    place.block([u + 0.015, 0.33, 0.2, inner / seats - 0.03, 0.13, 0.68], lighten(c, 0.07), { soft: 10 });
  }
  const spots = [0.45, w - 0.45, 0.8];
  spots.slice(0, room.isPlain ? rng.int(1, 2) : rng.int(2, 3)).forEach((u, i) => {
    drawCushion(place, u, 0.46, 0.44, i > 1 ? 0.32 : 0.38, look.cushions[i % look.cushions.length] ?? c);
  });
  for (const u of [0, w - 0.23]) place.block([u, 0.13, 0.04, 0.23, 0.46, 0.84], darken(c, 0.04), { soft: 12 });
  if (chaise === 0) return true;
  const seat = place.move(chaise < 0 ? 0.02 : w - 0.92, depth - 0.02);
  if (!seat.claim(0.9, 0.75, 0.5)) return true;
  seat.shadow(0.9, 0.75);
  seat.block([0, 0.12, 0, 0.9, 0.21, 0.75], darken(c, 0.06), { soft: 6 });
  seat.block([0, 0.33, 0, 0.9, 0.12, 0.75], lighten(c, 0.06), { soft: 10 });
  return true;
}

/** A sofa of wood as in many sala sets: slatted back, loose cushions. */
export function drawWoodenSofa(place: Place, w: number): boolean {
  const { look } = place.room;
  if (!place.claim(w, 0.78, 0.85)) return false;
  const wood = '#8a5836';
  place.shadow(w, 0.74);
  legs(place, w, 0.74, 0.34, wood, 0.06, 0);
  place.block([0, 0.3, 0, w, 0.07, 0.74], wood, { soft: 2 });
  place.block([0, 0.37, 0, w, 0.46, 0.06], wood, {
    soft: 2,
    front: (face) => {
      let gaps = '';
      for (let u = 0.12; u < w - 0.1; u += 0.13) gaps += face.quad(u, 0.07, u + 0.05, 0.37);
      face.stage.drawing.path(gaps, darken(wood, 0.45), { opacity: 0.55 });
    },
  });
  for (const u of [0, w - 0.07]) {
    place.block([u, 0.37, 0.62, 0.07, 0.24, 0.07], wood);
    place.block([u, 0.6, 0.04, 0.07, 0.05, 0.68], lighten(wood, 0.06), { soft: 2 });
  }
  const seats = w > 1.5 ? 3 : w > 0.9 ? 2 : 1;
  const step = (w - 0.18) / seats;
  for (let i = 0; i < seats; i++)
    place.block(
      [0.09 + i * step + 0.01, 0.37, 0.07, step - 0.02, 0.1, 0.64],
      mix(look.cushions[0] ?? '#c96', '#e8dcc4', 0.15),
      { soft: 7 },
    );
  return true;
}

export function drawArmchair(place: Place, colour: string): void {
  if (place.wall === 'front' || !place.claim(0.84, 0.84, 0.86)) return;
  const { look } = place.room;
  place.shadow(0.84, 0.84);
  legs(place, 0.84, 0.84, 0.2, look.wood);
  place.block([0.02, 0.18, 0.02, 0.8, 0.1, 0.8], darken(colour, 0.06), { soft: 6 });
  place.block([0.04, 0.26, 0.02, 0.76, 0.58, 0.16], colour, { soft: 12 });
  place.block([0.16, 0.27, 0.18, 0.52, 0.17, 0.62], lighten(colour, 0.08), { soft: 10 });
  drawCushion(place, 0.42, 0.44, 0.32, 0.34, look.cushions[2] ?? colour);
  for (const u of [0, 0.68]) place.block([u, 0.18, 0.04, 0.16, 0.4, 0.78], darken(colour, 0.03), { soft: 10 });
}

/** A plastic chair, stackable, in one colour. */
export function drawMonobloc(place: Place, colour: string): boolean {
  if (!place.claim(0.5, 0.5, 0.82)) return false;
  place.shadow(0.48, 0.48, 0.22);
  legs(place, 0.5, 0.5, 0.42, darken(colour, 0.06), 0.045, 0.01);
  place.block([0, 0.4, 0, 0.5, 0.05, 0.5], colour, { soft: 3 });
  place.block([0.01, 0.45, 0.01, 0.48, 0.38, 0.04], colour, {
    soft: 3,
    front: (face) => {
      let slots = '';
      for (let i = 0; i < 4; i++) slots += face.quad(0.09 + i * 0.085, 0.08, 0.13 + i * 0.085, 0.31);
      face.stage.drawing.path(slots, darken(colour, 0.3), { opacity: 0.5 });
    },
  });
  for (const u of [0, 0.455]) {
    place.block([u, 0.45, 0.4, 0.045, 0.17, 0.045], colour);
    place.block([u, 0.6, 0.02, 0.045, 0.035, 0.44], lighten(colour, 0.06), { soft: 2 });
  }
  return true;
}

export const plasticColours = ['#f1f1ec', '#f1f1ec', '#c9483c', '#3f8f68', '#3f6fb0', '#8a5a3a'];

export function drawDiningChair(place: Place): void {
  if (!place.claim(0.44, 0.46, 0.86)) return;
  const { look, isFine } = place.room;
  place.shadow(0.42, 0.44, 0.22);
  legs(place, 0.44, 0.46, 0.44, look.wood, 0.04, 0.01);
  place.block([0, 0.43, 0, 0.44, isFine ? 0.08 : 0.045, 0.46], isFine ? look.sofa : look.wood, {
    soft: isFine ? 7 : 2,
  });
  for (const u of [0.01, 0.39]) place.block([u, 0.47, 0.01, 0.04, 0.4, 0.04], look.wood);
  place.block([0.02, isFine ? 0.56 : 0.66, 0.005, 0.4, isFine ? 0.3 : 0.2, 0.04], isFine ? look.sofa : look.wood, {
    soft: isFine ? 7 : 2,
  });
}

/** A dining or folding table; the chairs come separately. @returns whether there was room. */
export function drawTable(
  place: Place,
  w: number,
  d: number,
  kind: 'wood' | 'folding' | 'plastic' | 'glass',
): boolean {
  if ((w > 1 && place.room.nearest(place.box(0, 0, 0, w, 0.7, d)) < 2.6) || !place.claim(w, d, 0.76)) return false;
  const { look } = place.room;
  place.shadow(w, d, 0.26);
  const top =
    kind === 'plastic' ? '#f0efe9' : kind === 'folding' ? '#d8c7a6' : kind === 'glass' ? '#dbe8ea' : look.wood;
  const leg =
    kind === 'folding'
      ? '#6f7478'
      : kind === 'plastic'
        ? '#e2e1da'
        : kind === 'glass'
          ? look.metal
          : darken(look.wood, 0.12);
  legs(place, w, d, 0.7, leg, kind === 'folding' ? 0.03 : 0.06);
  place.block([0, 0.7, 0, w, 0.045, d], top, { soft: 2 });
  return true;
}

/** A low table, round or square, with a vase and books. */
export function drawCoffeeTable(place: Place, w = 1.1): void {
  const { room } = place;
  const { look, rng } = room;
  const d = w * 0.62;
  if (!place.claim(w, d, 0.42)) return;
  const top = rng.chance(0.5) ? look.wood : mix(look.wood, '#f4efe6', 0.75);
  const isRound = room.isFine && rng.chance(0.6);
  place.shadow(w, d, 0.28, isRound);
  if (isRound) {
    place.column(w / 2, 0, d / 2, 0.22, 0.34, look.wood);
    place.oval([w / 2, 0.34, d / 2, w * 0.46, d * 0.5, 0.05], top);
  } else {
    legs(place, w, d, 0.36, room.isPlain ? look.wood : look.metal);
    if (room.isPlain) place.block([0.06, 0.14, 0.06, w - 0.12, 0.03, d - 0.12], look.wood);
    place.block([0, 0.35, 0, w, 0.05, d], top, { soft: 3 });
  }
  drawBooks(place, w * 0.2, 0.4, d * 0.35);
  if (!room.isPlain) drawVase(place, w * 0.68, 0.4, d * 0.5, 0.18);
}

export function drawSideTable(place: Place): void {
  if (!place.claim(0.44, 0.44, 0.8)) return;
  const { look } = place.room;
  place.shadow(0.4, 0.4, 0.22, true);
  place.column(0.22, 0, 0.22, 0.03, 0.5, look.metal);
  place.column(0.22, 0.5, 0.22, 0.21, 0.03, look.wood);
  drawVase(place, 0.22, 0.53, 0.22, 0.16);
}

/** A low cabinet with a screen on it or above it. */
export function drawTelevision(place: Place, w: number): boolean {
  const { room } = place;
  const { look, rng, drawing } = room;
  if (!place.claim(w, 0.42, 1.45)) return false;
  place.shadow(w, 0.42);
  const colour = room.isPlain ? look.wood : rng.pick([look.wood, mix(look.wood, look.wall, 0.5)]);
  const [low, h] = room.isPlain ? [0, 0.55] : [0.12, 0.4];
  place.block([0, low, 0, w, h, 0.4], colour, {
    soft: 2,
    front: (face) => {
      let seams = '';
      const parts = Math.round(w / 0.5);
      for (let i = 1; i < parts; i++)
        seams += face.quad((w * i) / parts - 0.006, 0.03, (w * i) / parts + 0.006, h - 0.03);
      drawing.path(seams, darken(colour, 0.5), { opacity: 0.6 });
    },
  });
  const size = room.isPlain ? 0.86 : Math.min(w * 0.72, room.isFine ? 1.6 : 1.25);
  const v = low + h + (room.isPlain ? 0.06 : 0.28);
  place.block([(w - size) / 2, v, room.isPlain ? 0.16 : 0.02, size, size * 0.57, 0.04], '#1f2126', {
    front: (face) =>
      face.rect(0.02, 0.025, size - 0.02, size * 0.57 - 0.02, drawing.diagonal('#4a5460', '#2a2e36', '#1f2228')),
  });
  if (room.isPlain) place.block([w / 2 - 0.12, low + h, 0.14, 0.24, 0.06, 0.1], '#2a2c30');
  drawBooks(place, 0.06, low + h, 0.1);
  if (!room.isPlain) drawVase(place, w - 0.16, low + h, 0.2, 0.18);
  return true;
}

/** A bed with its head at the wall. @returns whether there was room. */
export function drawBed(place: Place, w: number): boolean {
  const { room } = place;
  const { look, rng } = room;
  const length = 2.05;
  if (!place.claim(w, length, room.isPlain ? 0.95 : 1.1)) return false;
  place.shadow(w, length, 0.36);
  const linen = room.isPlain
    ? mix(look.cushions[1] ?? '#eee', '#ffffff', 0.55)
    : mix(look.curtain, '#ffffff', 0.4);
  const frame = room.isPlain ? rng.pick(['#8a5a3a', '#6f4a34', '#9aa0a6']) : look.wood;
  drawHeadboard(place, w, frame);
  const low = room.isFine ? 0.1 : 0.16;
  if (!room.isFine) legs(place, w, length, low, frame, 0.07, 0.03);
  place.block([0, low, 0.08, w, 0.2, length - 0.08], frame, { soft: 3 });
  place.block([0.03, low + 0.2, 0.1, w - 0.06, 0.2, length - 0.14], linen, { soft: 9 });
  const top = low + 0.4;
  const duvet = rng.pick([
    lighten(linen, 0.1),
    mix(look.sofa, '#ffffff', 0.42),
    mix(look.rugAccent, '#ffffff', 0.5),
  ]);
  const pillows = w > 1.1 ? [w * 0.27, w * 0.73] : [w / 2];
  const wide = w > 1.1 ? w * 0.42 : w * 0.7;
  for (const u of pillows) {
    drawPillow(place, u, top, 0.24, wide, 0.34, linen);
    if (!room.isPlain) drawPillow(place, u, top, 0.42, wide * 0.92, 0.28, lighten(look.accent, 0.32));
  }
  if (room.isFine) drawCushion(place, w / 2, top, 0.56, 0.32, rng.pick(look.cushions));
  const fold = room.isPlain ? 0.75 : 0.68;
  place.block([0.01, low + 0.12, fold, w - 0.02, 0.31, length - fold], duvet, { soft: 10 });
  place.block([0.01, top + 0.02, fold, w - 0.02, 0.03, 0.28], lighten(duvet, 0.5), { soft: 6 });
  if (!room.isPlain || rng.chance(0.4))
    place.block([0, low + 0.1, length - 0.62, w, 0.345, 0.46], mix(rng.pick(look.cushions), linen, 0.2), {
      soft: 4,
    });
  return true;
}

function drawPillow(place: Place, u: number, v: number, o: number, w: number, h: number, colour: string): void {
  place.block([u - w / 2, v, o - 0.09, w, h * 0.9, 0.14], colour, { soft: 16 });
}

function drawHeadboard(place: Place, w: number, frame: string): void {
  const { room } = place;
  const { look, rng, drawing } = room;
  const kind = room.isPlain ? 0 : rng.int(0, 2);
  const colour = kind === 0 ? frame : rng.pick([look.sofa, look.accent]);
  const [x, wide, h] = room.isFine ? [-0.25, w + 0.5, 1.2] : [-0.02, w + 0.04, room.isPlain ? 0.9 : 1.05];
  place.block([x, 0.12, 0.01, wide, h - 0.12, 0.08], colour, {
    soft: kind === 0 ? 2 : 8,
    front: (face) => {
      let seams = '';
      const parts = kind === 0 ? 9 : 5;
      for (let i = 1; i < parts; i++)
        seams += face.quad((wide * i) / parts - 0.008, 0.04, (wide * i) / parts + 0.008, h - 0.16);
      drawing.path(seams, darken(colour, 0.4), { opacity: 0.5 });
    },
  });
}

/** Two bunks of steel with thin mattresses and a ladder. @returns whether there was room. */
export function drawDoubleDeck(place: Place): boolean {
  const { room } = place;
  const { look, rng } = room;
  const [w, d, h] = [1.95, 0.95, 1.72];
  if (!place.claim(w, d, h)) return false;
  const steel = rng.pick(['#5a6a7a', '#7a5a4a', '#8f9498']);
  place.shadow(w, d, 0.34);
  for (const u of [0, w - 0.06]) for (const o of [0.02, d - 0.06]) place.block([u, 0, o, 0.05, h, 0.05], steel);
  for (const [v, colour] of [
    [0.34, look.cushions[0] ?? '#c66'],
    [1.22, look.cushions[1] ?? '#69c'],
  ] as const) {
    place.block([0.03, v, 0.03, w - 0.06, 0.06, d - 0.06], steel);
    place.block([0.05, v + 0.06, 0.05, w - 0.1, 0.13, d - 0.1], mix(colour, '#ffffff', 0.5), { soft: 7 });
    place.block([0.08, v + 0.19, 0.16, 0.34, 0.1, d - 0.34], '#f5f0e6', { soft: 8 });
    place.block([0.5, v + 0.19, 0.1, w - 0.64, 0.035, d - 0.2], mix(colour, '#ffffff', 0.25), { soft: 5 });
  }
  place.block([0.05, 1.5, d - 0.05, w * 0.55, 0.03, 0.03], steel);
  for (const u of [w - 0.5, w - 0.16]) place.block([u, 0.02, d - 0.045, 0.035, 1.4, 0.035], lighten(steel, 0.1));
  for (const v of [0.32, 0.62, 0.92]) place.block([w - 0.47, v, d - 0.04, 0.32, 0.03, 0.03], lighten(steel, 0.1));
  return true;
}

export function drawNightstand(place: Place, hasLamp: boolean): void {
  const { room } = place;
  const { look } = room;
  if (!place.claim(0.46, 0.4, 0.95)) return;
  place.shadow(0.46, 0.4, 0.24);
  place.block([0, room.isFine ? 0.14 : 0, 0, 0.46, room.isFine ? 0.36 : 0.5, 0.4], look.wood, {
    soft: 2,
    front: (face) => {
      const h = room.isFine ? 0.36 : 0.5;
      face.rect(0.02, h / 2 - 0.008, 0.44, h / 2 + 0.008, darken(look.wood, 0.4));
      for (const v of [h * 0.25, h * 0.75]) face.rect(0.18, v - 0.012, 0.28, v + 0.012, look.metal);
    },
  });
  if (hasLamp) drawTableLamp(place, 0.23, 0.5, 0.2);
  else drawSmallPlant(place, 0.23, 0.5, 0.2, 0.26);
}

/** A wardrobe; built in up to the ceiling in homes of more than the plain class. */
export function drawWardrobe(place: Place, w: number): boolean {
  const { room } = place;
  const { look, drawing, rng } = room;
  const h = room.isPlain ? 1.85 : Math.min(2.4, room.h - 0.12);
  const d = 0.56;
  if (!place.claim(w, d, h)) return false;
  place.shadow(w, d, 0.3);
  const colour = room.isPlain
    ? rng.pick(['#a4744a', '#d8c4a4', '#7f5a40'])
    : mix(look.wood, look.wall, room.isFine ? 0.3 : 0.55);
  const doors = Math.max(2, Math.round(w / 0.52));
  const hasMirror = rng.chance(0.35);
  place.block([0, 0, 0, w, h, d], colour, {
    front: (face) => {
      let seams = '';
      let handles = '';
      const step = w / doors;
      for (let i = 0; i < doors; i++) {
        if (i > 0) seams += face.quad(i * step - 0.007, 0.08, i * step + 0.007, h - 0.03);
        const u = i % 2 ? i * step + 0.05 : (i + 1) * step - 0.075;
        handles += face.quad(u, 0.95, u + 0.025, 1.2);
      }
      face.rect(0, 0, w, 0.07, darken(colour, 0.35));
      drawing.path(seams, darken(colour, 0.5), { opacity: 0.65 });
      if (hasMirror)
        face.rect(step * 0.12, 0.25, step * 0.88, h - 0.2, drawing.diagonal('#dfe9ea', '#b9cbd0', '#e4eded'));
      drawing.path(handles, look.metal);
    },
  });
  return true;
}

/** Stacked drawers of coloured plastic. */
export function drawPlasticDrawers(place: Place): void {
  if (!place.claim(0.5, 0.4, 0.95)) return;
  const { look, rng } = place.room;
  const colour = rng.pick(['#5f9fc0', '#d98a9a', '#7fae7a', look.cushions[0] ?? '#c66']);
  place.shadow(0.5, 0.4, 0.24);
  place.block([0, 0, 0, 0.5, 0.92, 0.4], mix(colour, '#ffffff', 0.62), {
    soft: 2,
    front: (face) => {
      for (let i = 0; i < 4; i++) {
        face.rect(0.025, 0.03 + i * 0.22, 0.475, 0.22 + i * 0.22, i % 2 ? colour : mix(colour, '#ffffff', 0.25));
        face.rect(0.18, 0.15 + i * 0.22, 0.32, 0.18 + i * 0.22, '#ffffffc0');
      }
    },
  });
  drawSmallPlant(place, 0.25, 0.92, 0.2, 0.24);
}

export function drawBookcase(place: Place, w: number, h: number): boolean {
  const { room } = place;
  const { look, rng } = room;
  if (!place.claim(w, 0.32, h)) return false;
  place.shadow(w, 0.32, 0.24);
  const spines = rng.fork(3);
  place.block([0, 0, 0, w, h, 0.3], look.wood, {
    front: (face) => {
      face.rect(0.03, 0.06, w - 0.03, h - 0.03, darken(look.wood, 0.45));
      for (let v = 0.06; v < h - 0.3; v += 0.37) {
        if (room.isFurnished) drawSpines(face, 0.06, v, w - 0.1, spines, [...look.art, ...look.cushions]);
        face.rect(0.03, v + 0.34, w - 0.03, v + 0.37, lighten(look.wood, 0.06));
      }
    },
  });
  return true;
}

/** A row of books, jars or packs on a board at height v; packs have a label across. */
export function drawSpines(
  face: Face,
  u0: number,
  v: number,
  u1: number,
  rng: Room['rng'],
  colours: readonly string[],
  tallest = 0.28,
  isPack = false,
): void {
  for (let u = u0; u < u1 - 0.06; ) {
    const w = isPack ? rng.range(0.09, 0.2) : rng.range(0.05, 0.13);
    const right = Math.min(u1, u + w);
    if (isPack || rng.chance(0.82)) {
      const colour = rng.pick(colours);
      const h = tallest * (isPack ? rng.range(0.35, 1) : rng.range(0.55, 1));
      face.rect(u, v, right, v + h, colour);
      if (isPack) face.rect(u, v + h * 0.35, right, v + h * 0.62, mix(colour, '#ffffff', 0.55));
    }
    u += w + 0.008;
  }
}

/** A fridge of the home's class: small, tall, or wide with two wings. */
export function drawFridge(place: Place): boolean {
  const { room } = place;
  const { drawing } = room;
  const [w, h, d] = room.isPlain ? [0.52, 1.3, 0.55] : room.isFine ? [0.92, 1.82, 0.7] : [0.62, 1.68, 0.62];
  if (!place.claim(w + 0.03, d, h)) return false;
  const colour = room.isPlain
    ? room.rng.pick(['#eef0ee', '#c9ced1', '#a5453c'])
    : room.isFine
      ? '#b9bec1'
      : '#d3d7d9';
  place.shadow(w, d, 0.3);
  place.block([0, 0.03, 0, w, h - 0.03, d], colour, {
    soft: 2,
    front: (face) => {
      const steel = drawing.horizontal(lighten(colour, 0.35), colour, darken(colour, 0.12));
      face.rect(0.02, 0.03, w - 0.02, h - 0.05, steel);
      const seam = room.isFine
        ? face.quad(w / 2 - 0.006, 0.03, w / 2 + 0.006, h - 0.05)
        : face.quad(0.02, h * 0.66, w - 0.02, h * 0.66 + 0.014);
      drawing.path(seam, darken(colour, 0.45));
      const handles = room.isFine
        ? face.quad(w / 2 - 0.07, h * 0.35, w / 2 - 0.045, h * 0.75) +
          face.quad(w / 2 + 0.045, h * 0.35, w / 2 + 0.07, h * 0.75)
        : face.quad(0.06, h * 0.42, 0.085, h * 0.62) + face.quad(0.06, h * 0.7, 0.085, h * 0.84);
      drawing.path(handles, darken(colour, 0.4));
    },
  });
  return true;
}

/** A tank of cooking gas with its valve and hose. */
export function drawGasTank(place: Place): void {
  if (!place.claim(0.34, 0.34, 0.6)) return;
  const { drawing, rng } = place.room;
  const colour = rng.pick(['#2f6fb0', '#3f8f58', '#c9483c', '#8f9498']);
  place.shadow(0.32, 0.32, 0.24, true);
  place.sprite(0.17, 0, 0.17, 0.16, 0.6, (sx, sy, s) => {
    drawing.path(
      `M${num(sx - s * 0.15)} ${num(sy - s * 0.05)}V${num(sy - s * 0.34)}Q${num(sx - s * 0.15)} ${num(sy - s * 0.45)} ${num(sx - s * 0.06)} ${num(sy - s * 0.46)}H${num(sx + s * 0.06)}Q${num(sx + s * 0.15)} ${num(sy - s * 0.45)} ${num(sx + s * 0.15)} ${num(sy - s * 0.34)}V${num(sy - s * 0.05)}Q${num(sx)} ${num(sy + s * 0.03)} ${num(sx - s * 0.15)} ${num(sy - s * 0.05)}Z`,
      drawing.horizontal(lighten(colour, 0.25), colour, darken(colour, 0.25)),
    );
    drawing.rect(sx - s * 0.08, sy - s * 0.55, s * 0.16, s * 0.1, 'none', {
      stroke: darken(colour, 0.15),
      'stroke-width': s * 0.02,
    });
    drawing.rect(sx - s * 0.03, sy - s * 0.53, s * 0.06, s * 0.08, '#caa24a');
    drawing.rect(sx - s * 0.11, sy - s * 0.27, s * 0.22, s * 0.07, alpha('#ffffff', 0.55));
  });
}

export function drawRiceCooker(place: Place, u: number, v: number, o: number): void {
  const { drawing, rng } = place.room;
  const band = rng.pick(['#d98a9a', '#5f8fb8', '#c9483c', '#8f9498']);
  place.sprite(u, v, o, 0.13, 0.26, (sx, sy, s) => {
    drawing.path(
      `M${num(sx - s * 0.12)} ${num(sy - s * 0.16)}Q${num(sx - s * 0.12)} ${num(sy)} ${num(sx - s * 0.09)} ${num(sy)}H${num(sx + s * 0.09)}Q${num(sx + s * 0.12)} ${num(sy)} ${num(sx + s * 0.12)} ${num(sy - s * 0.16)}Z`,
      drawing.horizontal('#ffffff', '#efeee9', '#c9c6bf'),
    );
    drawing.path(
      `M${num(sx - s * 0.12)} ${num(sy - s * 0.16)}Q${num(sx)} ${num(sy - s * 0.27)} ${num(sx + s * 0.12)} ${num(sy - s * 0.16)}Z`,
      '#dfe6e8',
    );
    drawing.rect(sx - s * 0.02, sy - s * 0.24, s * 0.04, s * 0.03, '#3a3d40');
    drawing.rect(sx - s * 0.12, sy - s * 0.09, s * 0.24, s * 0.03, band);
    drawing.rect(sx - s * 0.035, sy - s * 0.055, s * 0.07, s * 0.035, '#3a3d40');
  });
}

export function drawRug(room: Room, x: number, z: number, w: number, d: number): void {
  const { stage, drawing, look, rng } = room;
  const kind = room.isPlain ? 2 : rng.int(0, 3);
  if (kind === 0) {
    stage.disc(x + w / 2, 0.004, z + d / 2, w * 0.46, darken(look.rug, 0.14), d * 0.56);
    stage.disc(x + w / 2, 0.008, z + d / 2, w * 0.45, look.rug, d * 0.54);
    for (const k of [0.36, 0.24])
      drawing.stroke(
        stage.outline(stage.ring(x + w / 2, 0.008, z + d / 2, w * k, d * k * 1.2)),
        look.rugAccent,
        3,
        { opacity: 0.7 },
      );
    return;
  }
  stage.level(0.003, x - 0.02, z - 0.03, x + w + 0.02, z + d, alpha('#1c1526', 0.22));
  stage.level(0.006, x, z, x + w, z + d, drawing.vertical(look.rug, darken(look.rug, 0.05)));
  let lines = '';
  const strip = (x0: number, z0: number, x1: number, z1: number) => {
    lines += stage.outline([
      [x0, 0.008, z0],
      [x1, 0.008, z0],
      [x1, 0.008, z1],
      [x0, 0.008, z1],
    ]);
  };
  if (kind === 1) for (let t = 0.08; t < 0.95; t += 0.14) strip(x, z + d * t, x + w, z + d * (t + 0.045));
  if (kind === 2) {
    const [a, b] = [Math.min(0.12, w * 0.1), Math.min(0.17, w * 0.14)];
    strip(x + a, z + a, x + w - a, z + b);
    strip(x + a, z + d - b, x + w - a, z + d - a);
    strip(x + a, z + a, x + b, z + d - a);
    strip(x + w - b, z + a, x + w - a, z + d - a);
  }
  if (kind === 3)
    for (let i = 0; i < 6; i++) {
      const [cx, half] = [x + (w * (i + 0.5)) / 6, w / 14];
      for (const cz of [z + d * 0.3, z + d * 0.7])
        lines += stage.outline([
          [cx - half, 0.008, cz],
          [cx, 0.008, cz - d * 0.16],
          [cx + half, 0.008, cz],
          [cx, 0.008, cz + d * 0.16],
        ]);
    }
  drawing.path(lines, look.rugAccent, { opacity: 0.75 });
}

export function drawStool(place: Place, h: number, colour: string): void {
  if (!place.claim(0.4, 0.4, h)) return;
  const { look } = place.room;
  place.shadow(0.36, 0.36, 0.2, true);
  legs(place, 0.4, 0.4, h - 0.06, h > 0.55 ? look.metal : colour, 0.03, 0.04);
  if (h > 0.55) place.block([0.05, 0.22, 0.3, 0.3, 0.025, 0.025], look.metal);
  place.column(0.2, h - 0.06, 0.2, 0.18, 0.07, colour);
}

/** A folding rack with washing on it. */
export function drawLaundryRack(place: Place): void {
  if (!place.claim(1.1, 0.5, 1.1)) return;
  const { look, rng } = place.room;
  const steel = '#c3c8ca';
  place.shadow(1.1, 0.5, 0.18);
  for (const u of [0, 1.07]) for (const o of [0.03, 0.44]) place.block([u, 0, o, 0.025, 1, 0.025], steel);
  const clothes = rng.fork(8);
  for (const o of [0.06, 0.42]) {
    place.block([0, 0.98, o, 1.1, 0.02, 0.02], steel);
    place.flat(
      0.03,
      0.3,
      1.04,
      0.7,
      (face) => {
        for (let u = 0; u < 0.95; ) {
          const [w, h] = [clothes.range(0.14, 0.28), clothes.range(0.34, 0.62)];
          drawCloth(
            face,
            u,
            0.7 - h,
            Math.min(w, 1.02 - u),
            h,
            clothes.pick([...look.cushions, '#ffffff', look.accent, '#7fa3c0', '#e8d8b8']),
          );
          u += w + 0.025;
        }
      },
      o + 0.01,
    );
  }
}

/** A round mirror or a tall one on the wall. */
export function drawMirror(place: Place, v: number, w: number, h: number, isRound = false): void {
  const { room } = place;
  const { drawing, look } = room;
  if (!place.claim(w, 0.05, h, v)) return;
  const frame = room.isPlain ? room.rng.pick(['#e9e6de', '#5f9fc0', '#d98a9a']) : look.metal;
  place.flat(0, v, w, h, (face) => {
    const shine = drawing.diagonal('#eef6f8', '#c3d6dc', '#e8f0f0', '#b4c9d0');
    if (isRound) {
      roundOnFace(face, w / 2, h / 2, w / 2, frame, h / 2);
      roundOnFace(face, w / 2, h / 2, w / 2 - 0.025, shine, h / 2 - 0.025);
    } else {
      face.rect(0, 0, w, h, frame);
      face.rect(0.025, 0.025, w - 0.025, h - 0.025, shine);
    }
  });
}
