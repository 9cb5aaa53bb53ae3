import type { RoomRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import type { Face } from './camera.ts';
import { drawBrooms, drawCloth, drawHousePlant, drawPendant, drawSmallPlant, drawVase } from './decor.ts';
import { drawLaundryRack, drawMirror, drawSpines, drawStool, plasticColours } from './furniture.ts';
import { type Place, Room, roundOnFace, type Wall } from './room.ts';
import { drawDoor, drawOutlets, drawShell } from './roomShell.ts';
import { addWindow, drawOpenings, drawTrims, dressWindow } from './roomWindows.ts';
import { darken, lighten, mix, num } from './svg.ts';

const bathSizes = {
  plain: { w: 2.3, d: 2.1, h: 2.4 },
  middle: { w: 2.9, d: 2.4, h: 2.5 },
  fine: { w: 4.4, d: 3.2, h: 2.75 },
};

/** A bathroom: toilet, basin, and a shower with a pail, a shower behind glass, or a tub as well. */
export function drawBath(rng: Rng, recipe: RoomRecipe): string {
  const room = new Room(rng, recipe, bathSizes[recipe.priceClass]);
  if (room.isFine) addWindow(room, room.sunWall, room.sunWall === 'back' ? 0.74 : 0.5, { widest: 1.7, lowest: 1 });
  else addSmallWindow(room);
  drawOpenings(room);
  drawShell(room, { lamp: room.isPlain ? 'bulb' : 'downlights' });
  drawWallTiles(room, room.isPlain ? rng.pick([1.5, room.h - 0.3]) : rng.pick([1.3, room.h]));
  drawTrims(room);
  const { w } = room;
  const isTowelled = room.isFurnished;
  if (room.isPlain) {
    drawPlainShower(room);
    const isSwapped = rng.chance(0.5);
    drawToilet(room.at('back', isSwapped ? w - 0.56 : w * 0.5 - 0.22, 0.02));
    drawWallBasin(room, room.at('back', isSwapped ? w * 0.5 - 0.28 : w - 0.62, 0.01));
    if (isTowelled) drawTowels(room.at('right', room.sunWall === 'right' ? room.d - 0.6 : 0.5), 1.15);
    if (isTowelled && rng.chance(0.4)) drawBrooms(room.at('right', 0.9, 0.04));
    return room.finish();
  }
  const shower = room.isFine ? 1.3 : 1;
  drawGlassShower(room, shower);
  if (room.isFine) {
    drawVanity(room.at('back', shower + 0.12), 1.5);
    room.fitIn(['right', 'back'], 0.46, drawToilet);
    drawTub(room, rng.range(0, 0.14));
    if (!room.isBare) drawHousePlant(room.at('back', shower + 1.75, 0.06), rng.range(0.8, 1.1));
  } else {
    const isSwapped = rng.chance(0.5);
    drawToilet(room.at('back', isSwapped ? w - 0.54 : shower + 0.14, 0.02));
    drawVanity(room.at('back', shower + (isSwapped ? 0.1 : 0.72)), Math.min(1.05, w - shower - 0.76));
  }
  if (isTowelled) {
    drawTowels(room.at('right', room.sunWall === 'right' ? room.d - 0.75 : 0.62), 1.1);
    drawMat(room, room.isFine ? -w / 2 + shower + 0.7 : w * 0.28, room.d - (room.isFine ? 0.82 : 1.25));
  }
  return room.finish();
}

/** A small high window of frosted glass or glass slats. */
function addSmallWindow(room: Room): void {
  const length = room.lengthOf(room.sunWall);
  const w = room.isPlain ? 0.6 : 0.75;
  const u0 = room.sunWall === 'back' ? length * 0.5 - w / 2 : length * (room.sunWall === 'right' ? 0.35 : 0.55);
  room.openings.push({
    wall: room.sunWall,
    u0,
    v0: 1.66,
    u1: u0 + w,
    v1: 2.16,
    style: room.isPlain ? 'jalousie' : 'frosted',
  });
}

function drawWallTiles(room: Room, top: number): void {
  const { look, rng, w, d, h, drawing, sunWall } = room;
  const tile = room.isPlain
    ? rng.pick(['#dfeaf0', '#f1efe6', '#e6d3c0', '#cfe0d4', '#f0dfe2'])
    : rng.pick([lighten(look.accent, 0.4), '#f4f2ed', mix(look.accent, '#ffffff', 0.3), '#dfe6e4', '#cfc8bf']);
  const [su, sv] = room.isPlain
    ? [0.2, 0.2]
    : room.isFine
      ? rng.pick([
          [0.9, 0.6],
          [0.1, 0.4],
        ] as const)
      : rng.pick([
          [0.6, 0.3],
          [0.3, 0.15],
          [0.15, 0.3],
        ] as const);
  for (const wall of ['left', 'right', 'back'] as const) {
    const face = room.at(wall).face();
    const [from, to] = wall === 'back' ? [0, w] : wall === 'left' ? [-2, d] : [0, d + 2];
    const paint = darken(tile, wall === sunWall ? 0.12 : wall === 'back' ? 0.03 : 0.07);
    const holes = room.openings
      .filter((opening) => opening.wall === wall)
      .map(({ u0, v0, u1, v1 }) => (v0 < top ? face.quad(u0, v0, u1, Math.min(top, v1)) : ''));
    drawing.path(face.quad(from, 0, to, top) + holes.join(''), paint, { 'fill-rule': 'evenodd' });
    let joints = '';
    const line = (u0: number, v0: number, u1: number, v1: number) => {
      const isOpen = room.openings.some(
        (o) => o.wall === wall && u0 < o.u1 && u1 > o.u0 && v0 < o.v1 && v1 > o.v0,
      );
      if (!isOpen) joints += face.quad(u0, v0, u1, v1);
    };
    for (let v = sv; v < top; v += sv)
      for (let u = from; u < to; u += Math.max(su, 0.6))
        line(u, v, Math.min(to, u + Math.max(su, 0.6)), v + 0.008);
    for (let u = from; u < to; u += su)
      for (let v = 0; v < top; v += Math.max(sv, 0.5)) line(u, v, u + 0.008, Math.min(top, v + Math.max(sv, 0.5)));
    drawing.path(joints, darken(paint, 0.3), { opacity: 0.3 });
    if (top >= h - 0.1) continue;
    const border = room.isPlain ? darken(look.cushions[0] ?? tile, 0.05) : darken(look.accent, 0.05);
    let start = from;
    const crossed = room.openings.filter((o) => o.wall === wall && o.v0 < top + 0.1 && o.v1 > top);
    for (const opening of [...crossed, null]) {
      face.rect(start, top, opening ? opening.u0 - 0.07 : to, top + 0.05, border);
      start = opening ? opening.u1 + 0.07 : to;
    }
  }
  room.stage.level(0.003, -w / 2, d - 0.04, w / 2, d, darken(tile, 0.25));
}

function drawToilet(place: Place): boolean {
  if (!place.claim(0.46, 0.72, 0.8)) return false;
  const white = '#f5f4f0';
  place.shadow(0.4, 0.66, 0.22, true);
  place.oval([0.23, 0, 0.4, 0.17, 0.26, 0.38], white, { foot: 0.68 });
  place.oval([0.23, 0.38, 0.4, 0.19, 0.27, 0.035], '#fdfcf9');
  place.block([0.02, 0.36, 0, 0.42, 0.38, 0.17], white, {
    soft: 5,
    front: (face) => face.rect(0.05, 0.3, 0.12, 0.325, '#b4babd'),
  });
  place.block([0, 0.74, 0, 0.46, 0.03, 0.19], '#fdfcf9', { soft: 4 });
  return true;
}

/** A shower on the wall with a tap below; a pail and dipper in a furnished home. */
function drawPlainShower(room: Room): void {
  const { drawing, rng } = room;
  const wall: Wall = room.sunWall === 'left' ? 'back' : 'left';
  const place = room.at(wall, wall === 'back' ? 0.35 : room.d - 0.55);
  place.sprite(0, 0.5, 0.16, 0.12, 1.5, (x, y, s) => {
    drawing.stroke(
      `M${num(x - s * 0.02)} ${num(y)}V${num(y - s * 1.4)}q0 ${num(-s * 0.08)} ${num(s * 0.08)} ${num(-s * 0.08)}h${num(s * 0.04)}`,
      '#b4babd',
      Math.max(2.6, s * 0.022),
    );
    drawing.path(
      `M${num(x + s * 0.06)} ${num(y - s * 1.48)}l${num(s * 0.12)} ${num(s * 0.09)}h${num(-s * 0.18)}Z`,
      '#9aa2a6',
    );
    drawing.circle(x - s * 0.02, y - s * 0.5, s * 0.035, '#8d9498');
    drawing.stroke(
      `M${num(x - s * 0.02)} ${num(y)}h${num(s * 0.09)}v${num(s * 0.04)}`,
      '#b4babd',
      Math.max(2.6, s * 0.03),
    );
  });
  room.stage.disc(-room.w / 2 + 0.5, 0.003, room.d - 0.95, 0.07, '#8f9494');
  if (!room.isFurnished) return;
  const colour = rng.pick(['#3f7fc0', '#c9483c', '#3f9a6a', '#d98a3a']);
  const pail = room.standing('back', -room.w / 2 + 0.42, room.d - 0.5, 0.4, 0.4);
  if (pail.claim(0.4, 0.4, 0.5)) {
    pail.shadow(0.34, 0.34, 0.2, true);
    pail.oval([0.2, 0, 0.2, 0.18, 0.18, 0.34], colour, { foot: 0.78, inside: '#9fc4d4' });
    const dipper = rng.pick(['#e8c84a', '#d98ab0', '#f1efe8', '#5fb0c0']);
    pail.oval([0.24, 0.34, 0.24, 0.085, 0.085, 0.09], dipper, { foot: 0.8, inside: darken(dipper, 0.25) });
    pail.sprite(0.1, 0.4, 0.26, 0.06, 0.06, (x, y, s) =>
      drawing.rect(x - s * 0.12, y - s * 0.02, s * 0.16, s * 0.03, dipper, { rx: 2 }),
    );
  }
  const shelf = room.at('back', 0.1);
  if (!shelf.claim(0.4, 0.14, 0.3, 1.2)) return;
  shelf.block([0, 1.2, 0.01, 0.4, 0.02, 0.12], '#e4e8e8');
  const bottles = rng.fork(9);
  shelf.flat(
    0.03,
    1.22,
    0.34,
    0.22,
    (face) => drawSpines(face, 0, 0, 0.34, bottles, ['#5fa0c0', '#d98a9a', '#f1efe8', '#7fae6a'], 0.2, true),
    0.08,
  );
}

function drawWallBasin(room: Room, place: Place): void {
  if (!place.claim(0.46, 0.42, 0.95)) return;
  place.block([0.19, 0, 0.06, 0.08, 0.7, 0.1], '#e4e2dc');
  place.oval([0.23, 0.68, 0.2, 0.22, 0.19, 0.14], '#f6f5f1', { foot: 0.5, inside: '#d5d8d8' });
  drawSmallTap(place, 0.23, 0.82);
  drawMirror(place.move(0.02), 1.16, 0.42, 0.54);
  if (room.isBare) return;
  place.sprite(0.4, 0.82, 0.08, 0.04, 0.16, (x, y, s) =>
    room.drawing.rect(x - s * 0.03, y - s * 0.11, s * 0.06, s * 0.11, '#5fb0c0', { rx: 2 }),
  );
}

function drawSmallTap(place: Place, u: number, v: number): void {
  const { drawing, isPlain, look } = place.room;
  place.sprite(u, v, 0.07, 0.05, 0.18, (x, y, s) =>
    drawing.stroke(
      `M${num(x)} ${num(y)}v${num(-s * 0.14)}q0 ${num(-s * 0.04)} ${num(s * 0.08)} ${num(-s * 0.04)}v${num(s * 0.03)}`,
      isPlain ? '#b4babd' : look.metal,
      Math.max(2.4, s * 0.026),
    ),
  );
}

function drawVanity(place: Place, w: number): void {
  const { room } = place;
  const { look, drawing } = room;
  if (!place.claim(w, 0.5, 0.9)) return;
  const wood = room.isFine ? look.wood : mix(look.wood, '#ffffff', 0.2);
  place.shadow(w, 0.46, 0.22);
  place.block([0, room.isFine ? 0.36 : 0.1, 0, w, room.isFine ? 0.44 : 0.7, 0.46], wood, {
    soft: 2,
    front: (face) => {
      const h = room.isFine ? 0.44 : 0.7;
      const parts = w > 1.2 ? 3 : 2;
      let seams = '';
      for (let i = 1; i < parts; i++)
        seams += face.quad((w * i) / parts - 0.006, 0.02, (w * i) / parts + 0.006, h - 0.02);
      drawing.path(seams, darken(wood, 0.5), { opacity: 0.6 });
      for (let i = 0; i < parts; i++)
        face.rect((w * (i + 0.5)) / parts - 0.07, h - 0.1, (w * (i + 0.5)) / parts + 0.07, h - 0.08, look.metal);
    },
  });
  place.block([-0.015, 0.8, 0, w + 0.03, 0.045, 0.49], '#f4f1ec');
  const basins = w > 1.4 && room.isFine ? [w * 0.27, w * 0.73] : [w / 2];
  for (const u of basins) {
    place.oval([u, 0.845, 0.26, 0.2, 0.15, 0.11], '#fbfaf7', { foot: 0.66, inside: '#dcdad4' });
    drawSmallTap(place, u, 0.86);
  }
  if (room.isFine) drawMirror(place.move(0.05), 1.12, w - 0.1, 0.85);
  else drawMirror(place.move(w / 2 - 0.36), 1.1, 0.72, 0.72, room.rng.chance(0.5));
  const lamp = room.isLit ? '#fff0cf' : '#f6efe0';
  if (place.move(w / 2 - 0.3).claim(0.6, 0.1, 0.07, 2.02))
    place.flat(w / 2 - 0.3, 2.02, 0.6, 0.07, (face) => face.rect(0, 0, 0.6, 0.06, lamp), 0.06);
  if (!room.isFurnished) return;
  drawVase(place, 0.14, 0.845, 0.2, 0.15);
  place.block([w - 0.26, 0.845, 0.1, 0.2, 0.1, 0.2], '#ffffff', { soft: 5 });
  if (!room.isFine) return;
  for (const [i, u] of [0.12, w - 0.45].entries())
    place.block([u, 0.14, 0.08, 0.33, 0.13, 0.3], i ? '#f1ebe0' : (look.cushions[0] ?? '#fff'), { soft: 6 });
}

/** A corner at the left behind a pane of glass. */
function drawGlassShower(room: Room, w: number): void {
  const { drawing, look, d, isFine } = room;
  const depth = Math.min(d - 0.5, 1.5);
  const corner = room.at('back');
  room.reserve(corner.box(0, 0, 0, w + 0.02, 2.2, depth));
  room.stage.level(0.004, -room.w / 2, d - depth, -room.w / 2 + w, d, darken(look.floor, 0.14));
  room.stage.disc(-room.w / 2 + w / 2, 0.006, d - depth / 2, 0.06, '#8f9494');
  corner.sprite(w / 2, 0.95, 0.12, 0.2, 1.35, (x, y, s) => {
    drawing.stroke(
      `M${num(x)} ${num(y)}V${num(y - s * 1.15)}q0 ${num(-s * 0.06)} ${num(s * 0.1)} ${num(-s * 0.06)}`,
      look.metal,
      Math.max(2.6, s * 0.022),
    );
    drawing.ellipse(x + s * 0.12, y - s * 1.17, s * (isFine ? 0.16 : 0.1), s * 0.03, look.metal);
    drawing.rect(x - s * 0.05, y - s * 0.14, s * 0.1, s * 0.12, look.metal, { rx: 3 });
    drawing.stroke(
      `M${num(x - s * 0.05)} ${num(y - s * 0.04)}q${num(-s * 0.14)} ${num(s * 0.2)} ${num(-s * 0.06)} ${num(-s * 0.3)}`,
      look.metal,
      Math.max(1.6, s * 0.012),
    );
  });
  if (room.isFurnished) {
    corner.block([w - 0.34, 1.15, 0.01, 0.28, 0.02, 0.11], look.metal);
    const bottles = room.rng.fork(9);
    corner.flat(
      w - 0.32,
      1.17,
      0.24,
      0.2,
      (face) => drawSpines(face, 0, 0, 0.24, bottles, [...look.cushions, '#ffffff'], 0.19),
      0.07,
    );
  }
  const pane = room.at('left', d - depth, w);
  pane.glass(
    0,
    0.02,
    depth,
    isFine ? 2.15 : 1.95,
    0,
    look.metal === '#2d2f34' ? '#3a3c42' : mix(look.metal, '#c9ced1', 0.4),
  );
}

/** A free-standing tub with its tap. */
function drawTub(room: Room, share: number): void {
  const { drawing, look, w, d } = room;
  const place = [share, 0.14, 0.05, 0]
    .map((along) => room.standing('back', w * along, d * 0.5, 1.6, 0.76))
    .find((spot) => spot.claim(1.6, 0.76, 0.6));
  if (!place) return;
  place.shadow(1.5, 0.7, 0.32, true);
  place.oval([0.8, 0, 0.38, 0.8, 0.38, 0.56], '#f8f6f2', {
    foot: 0.74,
    inside: room.isFurnished ? '#b4d2d6' : '#e2dfd9',
  });
  place.sprite(0.04, 0, 0.1, 0.08, 0.95, (x, y, s) =>
    drawing.stroke(
      `M${num(x)} ${num(y)}V${num(y - s * 0.8)}q0 ${num(-s * 0.1)} ${num(s * 0.13)} ${num(-s * 0.1)}t${num(s * 0.1)} ${num(s * 0.1)}`,
      look.metal,
      Math.max(3, s * 0.028),
    ),
  );
  if (!room.isFurnished) return;
  place.block([1.05, 0.3, 0.7, 0.26, 0.28, 0.07], look.cushions[0] ?? look.accent, { soft: 4 });
  if (room.rng.chance(0.6)) drawPendant(place, 0.8, 1.95, 0.38, 0.4, room.rng.int(0, 2));
}

function drawTowels(place: Place, v: number): void {
  const { look } = place.room;
  if (!place.claim(0.55, 0.08, 0.7, v - 0.5)) return;
  place.flat(
    0,
    v - 0.55,
    0.55,
    0.6,
    (face) => {
      face.rect(0, 0.55, 0.55, 0.575, look.metal);
      drawCloth(face, 0.05, 0, 0.26, 0.57, lighten(look.sofa, 0.35));
      drawCloth(face, 0.35, 0.2, 0.16, 0.37, look.cushions[0] ?? look.accent);
    },
    0.05,
  );
}

function drawMat({ stage, look, drawing }: Room, x: number, z: number): void {
  stage.level(0.005, x - 0.35, z - 0.22, x + 0.35, z + 0.22, drawing.vertical(look.rug, darken(look.rug, 0.08)));
  for (const dz of [-0.17, 0.14]) stage.level(0.007, x - 0.32, z + dz, x + 0.32, z + dz + 0.03, look.rugAccent);
}

const laundrySizes = {
  plain: { w: 2.6, d: 2, h: 2.5 },
  middle: { w: 2.9, d: 2.2, h: 2.55 },
  fine: { w: 3.6, d: 2.6, h: 2.75 },
};

/** The place to wash and dry: a sink and basins, a machine on its own, or machines under a counter. */
export function drawLaundry(rng: Rng, recipe: RoomRecipe): string {
  const room = new Room(rng, recipe, laundrySizes[recipe.priceClass]);
  const window = addWindow(room, room.sunWall, room.sunWall === 'back' ? 0.7 : 0.5, {
    widest: 1.1,
    lowest: 1.05,
  });
  drawOpenings(room);
  drawShell(room, { lamp: room.isPlain ? 'bulb' : 'downlights' });
  drawWallTiles(room, room.isPlain ? 1.2 : 1.5);
  drawTrims(room);
  if (room.isFine && room.isFurnished) dressWindow(room, window);
  if (room.isFine) fitOutFine(room);
  else {
    drawWashSink(room.at('back', 0.1));
    if (room.isBare) drawCapped(room.at('back', 1.3));
    else drawWasher(room.at('back', 1.02, 0.03), room.isPlain ? 'twin' : 'top');
  }
  if (!room.isFurnished) {
    drawOutlets(room.at('back', 1.9));
    if (room.isBare && room.sunWall !== 'right') drawDoor(room.at('right', 0.4), 0.75);
    return room.finish();
  }
  drawLines(room);
  drawLaundryRack(room.standing('right', room.w / 2 - 0.35, room.d * 0.42, 1.1, 0.5));
  const plastic = rng.pick(['#3f7fc0', '#c9483c', '#3f9a6a', '#d98ab0']);
  const basin = room.standing('back', -room.w * 0.2, room.d - 1.15, 0.66, 0.66);
  if (basin.claim(0.66, 0.66, 0.3)) {
    basin.shadow(0.6, 0.6, 0.2, true);
    basin.oval([0.33, 0, 0.33, 0.31, 0.31, 0.17], plastic, { foot: 0.78, inside: '#dfe9ea' });
    basin.block([0.2, 0.12, 0.22, 0.26, 0.1, 0.2], room.look.cushions[0] ?? '#fff', { soft: 8 });
  }
  if (room.isPlain)
    drawStool(room.standing('back', room.w * 0.08, room.d - 1.2, 0.4, 0.4), 0.3, rng.pick(plasticColours));
  drawBrooms(room.at(room.shadeWall, room.shadeWall === 'right' ? 0.1 : room.d - 0.5, 0.04));
  return room.finish();
}

/** A concrete sink with its tap and a washboard side. */
function drawWashSink(place: Place): void {
  const { room } = place;
  if (!place.claim(0.9, 0.55, 0.9)) return;
  const colour = room.isPlain ? '#c4bfb5' : '#e8e4dc';
  place.shadow(0.9, 0.55, 0.24);
  for (const u of [0.02, 0.74]) place.block([u, 0, 0.04, 0.14, 0.62, 0.46], darken(colour, 0.06));
  place.block([0, 0.6, 0, 0.9, 0.24, 0.55], colour, {
    soft: 2,
    top: () => {
      place.level(0.06, 0.842, 0.1, 0.46, 0.38, darken(colour, 0.35));
      place.level(0.1, 0.843, 0.14, 0.38, 0.3, '#8fa7ac');
      for (let i = 0; i < 6; i++) place.level(0.57, 0.843, 0.12 + i * 0.06, 0.26, 0.025, darken(colour, 0.18));
    },
  });
  drawSmallTap(place, 0.3, 0.98);
  if (!room.isFurnished) return;
  const shelf = place.move(0.1);
  if (!shelf.claim(0.7, 0.2, 0.4, 1.4)) return;
  shelf.block([0, 1.4, 0.01, 0.7, 0.025, 0.18], room.look.wood);
  const packs = room.rng.fork(9);
  shelf.flat(
    0.04,
    1.425,
    0.62,
    0.3,
    (face) =>
      drawSpines(face, 0, 0, 0.62, packs, ['#5fa0c0', '#e8c84a', '#d0563f', '#7fae6a', '#f1efe8'], 0.27, true),
    0.1,
  );
}

function drawWasher(place: Place, kind: 'twin' | 'top' | 'front'): void {
  const { room } = place;
  const { drawing } = room;
  const [w, h] = kind === 'twin' ? [0.74, 0.86] : [0.6, kind === 'top' ? 0.92 : 0.84];
  if (!place.claim(w, 0.56, h + 0.1)) return;
  const body = kind === 'front' ? '#d5d9db' : '#f1f1ee';
  place.shadow(w, 0.54, 0.28);
  place.block([0, 0.03, 0, w, h - 0.03, 0.54], body, {
    soft: 3,
    front: (face: Face) => {
      if (kind === 'front') {
        roundOnFace(face, w / 2, 0.4, 0.22, '#9aa2a6');
        roundOnFace(face, w / 2, 0.4, 0.18, drawing.diagonal('#5f6e78', '#2c333a', '#4a5863'));
        face.rect(0.04, h - 0.15, w - 0.04, h - 0.05, '#f4f5f5');
        face.rect(w - 0.24, h - 0.13, w - 0.08, h - 0.07, '#33383d');
        return;
      }
      face.rect(0.03, 0.05, w - 0.03, 0.1, '#c9cccb');
      if (kind === 'twin') face.rect(w * 0.58, 0.1, w * 0.59, h - 0.06, '#b4b8b8');
      face.rect(0.06, h - 0.2, 0.3, h - 0.14, '#5f9fc0');
    },
    top: () => {
      if (kind === 'front') return;
      place.level(0.05, h + 0.002, 0.14, kind === 'twin' ? w * 0.5 : w - 0.1, 0.36, '#9fb8c4');
      if (kind === 'twin') place.level(w * 0.62, h + 0.002, 0.16, w * 0.32, 0.32, '#c9d3d6');
    },
  });
  if (kind !== 'front')
    place.block([0, h, 0, w, 0.1, 0.1], '#e2e3e0', {
      soft: 2,
      front: (face) => {
        for (let i = 0; i < 3; i++) roundOnFace(face, w * (0.2 + i * 0.3), 0.05, 0.03, '#6f7a80');
      },
    });
}

function fitOutFine(room: Room): void {
  const { look, rng, h } = room;
  const place = room.at('back', 0.1);
  const colour = rng.pick([look.accent, look.wood, '#f1eee7']);
  if (room.isBare) {
    drawWashSink(place);
    drawCapped(room.at('back', 1.5));
    return;
  }
  drawWasher(place.move(0.05, 0.02), 'front');
  drawWasher(place.move(0.7, 0.02), 'front');
  place.block([0, 0.86, 0, 2.3, 0.05, 0.62], '#f4f1ec');
  const sink = place.move(1.36);
  if (sink.claim(0.94, 0.6, 0.84))
    sink.block([0, 0.06, 0, 0.94, 0.8, 0.58], colour, {
      front: (face) => {
        face.rect(0.465, 0.03, 0.475, 0.77, darken(colour, 0.5));
        for (const u of [0.38, 0.53]) face.rect(u, 0.5, u + 0.025, 0.7, look.metal);
      },
    });
  sink.oval([0.47, 0.91, 0.32, 0.22, 0.17, 0.02], '#d5d9db', { inside: '#8f9a9e' });
  drawSmallTap(sink, 0.47, 0.92);
  if (place.claim(1.3, 0.34, 0.7, 1.5))
    place.block([0, 1.5, 0.01, 1.3, Math.min(0.75, h - 1.7), 0.33], colour, {
      front: (face) => {
        for (const u of [0.43, 0.87]) face.rect(u, 0.02, u + 0.01, Math.min(0.72, h - 1.73), darken(colour, 0.5));
      },
    });
  if (!room.isFurnished) return;
  drawSmallPlant(place, 1.15, 0.91, 0.25, 0.3);
  place.block([0.3, 0.91, 0.15, 0.4, 0.14, 0.3], '#ffffff', { soft: 6 });
  place.block([0.32, 1.05, 0.16, 0.36, 0.07, 0.28], look.cushions[0] ?? look.accent, { soft: 5 });
}

/** The taps and the drain a machine will be joined to. */
function drawCapped(place: Place): void {
  const { drawing } = place.room;
  place.flat(0, 0.3, 0.6, 0.8, (face) => {
    for (const [u, v] of [
      [0.1, 0.6],
      [0.34, 0.6],
    ] as const) {
      face.rect(u, v, u + 0.05, v + 0.09, '#aab0b2');
      face.rect(u - 0.02, v + 0.08, u + 0.07, v + 0.1, u < 0.2 ? '#c9483c' : '#3f7fc0');
    }
    roundOnFace(face, 0.5, 0.1, 0.06, '#d8d4cc');
    roundOnFace(face, 0.5, 0.1, 0.04, '#55504a');
    drawing.path(face.quad(0.12, 0.4, 0.14, 0.6), '#aab0b2');
  });
}

/** A line across the room with washing on it. */
function drawLines(room: Room): void {
  const { rng, look, w, d, h } = room;
  if (room.isFine) return;
  const [v, z] = [h - 0.42, d - 0.75];
  const place = room.standing('back', 0, z, w, 0);
  place.block([0, v, 0, w, 0.012, 0.012], '#e8e8e4');
  const clothes = rng.fork(8);
  place.flat(
    w * 0.42,
    v - 0.66,
    w * 0.5,
    0.66,
    (face) => {
      for (let u = 0; u < w * 0.48 - 0.2; ) {
        const [cw, ch] = [clothes.range(0.2, 0.34), clothes.range(0.34, 0.58)];
        const colour = clothes.pick([...look.cushions, '#ffffff', look.accent, '#7fa3c0', '#e8d8b8']);
        drawCloth(face, u, 0.66 - ch, cw, ch, colour);
        if (cw > 0.27) face.rect(u - 0.05, 0.66 - ch * 0.34, u + cw + 0.05, 0.66 - 0.03, colour);
        u += cw + 0.08;
      }
    },
    0.02,
  );
}
