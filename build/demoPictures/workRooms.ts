import type { RoomRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import {
  drawArt,
  drawBooks,
  drawBrooms,
  drawCalendar,
  drawClock,
  drawFan,
  drawHousePlant,
  drawPendant,
  drawVase,
  drawWaterDispenser,
} from './decor.ts';
import {
  drawBookcase,
  drawMonobloc,
  drawRug,
  drawSofa,
  drawSpines,
  drawStool,
  drawTable,
  drawWardrobe,
} from './furniture.ts';
import { type Opening, type Place, Room, type Wall } from './room.ts';
import { drawDoor, drawOutlets, drawShell } from './roomShell.ts';
import {
  addWindow,
  drawOpenings,
  drawSplitAircon,
  drawTrims,
  drawWindowAircon,
  dressWindow,
} from './roomWindows.ts';
import { alpha, darken, lighten, mix, num } from './svg.ts';

const officeSizes = {
  plain: { w: 5, d: 4.6, h: 2.6 },
  middle: { w: 7, d: 5.4, h: 2.8 },
  fine: { w: 8, d: 6, h: 3 },
};

/** An office floor: an empty shell, a floor with ceiling and partitions, or desks under lights. */
export function drawOffice(rng: Rng, recipe: RoomRecipe): string {
  const room = new Room(rng, recipe, officeSizes[recipe.priceClass]);
  const { look, w, d } = room;
  if (room.isBare) [look.floorKind, look.floor] = ['screed', '#b9b5ae'];
  else if (room.isPlain) [look.floorKind, look.floor] = ['tiles', '#d9d4c8'];
  else
    [look.floorKind, look.floor] = rng.pick([
      ['carpet', '#8d939a'],
      ['carpet', '#7f8a92'],
      ['laminate', '#bda98f'],
      ['marble', '#d8d4ce'],
    ] as const);
  look.wall = room.isBare ? '#dcd9d3' : look.wall;
  const window = addWindow(room, room.sunWall, 0.5);
  if (!room.isPlain) {
    const length = room.lengthOf(room.sunWall);
    [window.u0, window.u1, window.v0] = [0.35, length - 0.35, room.isFine ? 0.1 : 0.75];
  }
  drawOpenings(room);
  drawShell(room, {
    ceiling: room.isBare ? '#bdbab4' : rng.pick(['#f4f3f1', '#ecebe8', room.isFine ? '#6f7478' : '#f4f3f1']),
    lamp: room.isBare ? 'none' : 'panels',
    accent: room.isFine && rng.chance(0.4) ? room.shadeWall : undefined,
  });
  drawTrims(room);
  if (room.isBare) {
    drawCeilingPipes(room);
    drawColumns(room);
    drawOutlets(room.at('back', w * 0.3));
    drawDoor(room.at(room.shadeWall, d * 0.4), 0.9);
    return room.finish();
  }
  if (room.isPlain) drawCeilingGrid(room);
  else drawCassettes(room);
  if (!room.isFurnished) {
    if (room.isPlain) drawWindowAircon(room.at(room.shadeWall, d * 0.3));
    else drawGlassRoom(room);
    for (const z of room.isPlain ? [d - 1.5] : [d - 1.4, d - 2.9])
      for (const x of [-w * 0.22, w * 0.14]) drawDesk(room.standing('front', x, z, 1.7, 0.72), false);
    drawColumns(room);
    for (const u of [0.15, w - 0.75]) drawHousePlant(room.at('back', u, 0.12), rng.range(1.1, 1.5));
    drawDoor(room.at(room.shadeWall, room.shadeWall === 'right' ? 0.5 : d - 1.5), 0.9);
    return room.finish();
  }
  if (room.isPlain) furnishPlainOffice(room);
  else if (rng.chance(0.35)) drawMeetingTable(room);
  else {
    drawGlassRoom(room);
    const seats = room.isFine ? [d - 1.4, d - 3.1] : [d - 1.4, d - 2.9];
    for (const z of seats)
      for (const x of room.isFine ? [-w * 0.25, w * 0.06] : [-w * 0.24, w * 0.1])
        drawDesk(room.standing('front', x, z, 1.7, 0.72));
  }
  for (const u of [0.15, w - 0.75]) drawHousePlant(room.at('back', u, 0.12), rng.range(1.1, 1.5));
  drawHousePlant(room.at(room.shadeWall, room.shadeWall === 'right' ? d - 1.8 : 1.2, 0.15), 1.3);
  if (room.isFine) drawSofa(room.at(room.shadeWall, room.shadeWall === 'right' ? 1 : d - 3, 0.1), 2);
  for (const opening of room.openings) if (!room.isFine) dressWindow(room, { ...opening });
  return room.finish();
}

function drawCeilingGrid({ stage, w, d, h, drawing, look }: Room): void {
  let lines = '';
  for (let x = -w / 2; x < w / 2; x += 0.6)
    lines += stage.outline([
      [x, h, 0],
      [x + 0.02, h, 0],
      [x + 0.02, h, d],
      [x, h, d],
    ]);
  for (let z = 0.2; z < d; z += 0.6)
    lines += stage.outline([
      [-w / 2, h, z],
      [w / 2, h, z],
      [w / 2, h, z + 0.02],
      [-w / 2, h, z + 0.02],
    ]);
  drawing.path(lines, darken(look.wall, 0.2), { opacity: 0.4 });
}

function drawCeilingPipes({ stage, w, d, h }: Room): void {
  for (const [x, r, colour] of [
    [-w * 0.3, 0.05, '#8d9296'],
    [w * 0.12, 0.16, '#c9cdcf'],
    [w * 0.34, 0.03, '#c0503f'],
  ] as const) {
    stage.box(
      { x: x - r, y: h - 0.1 - r * 2, z: 0, w: r * 2, h: r * 2, d },
      {
        front: colour,
        left: darken(colour, 0.2),
        right: darken(colour, 0.1),
        top: colour,
        bottom: darken(colour, 0.3),
      },
    );
  }
}

function drawCassettes({ stage, d, h }: Room): void {
  for (const z of [d * 0.36, d * 0.66]) {
    const r = 0.4;
    stage.level(h - 0.012, -r, z - r, r, z + r, '#eceeee');
    stage.level(h - 0.014, -r * 0.55, z - r * 0.55, r * 0.55, z + r * 0.55, '#cfd3d4');
  }
}

function drawColumns(room: Room): void {
  const { d, w, h, look } = room;
  if (room.isPlain) return;
  for (const x of room.isFine ? [-w * 0.2, w * 0.22] : [w * 0.14]) {
    const place = room.standing('back', x, d * 0.78, 0.42, 0.42);
    if (!place.claim(0.42, 0.42, h)) continue;
    place.shadow(0.42, 0.42, 0.24);
    place.block([0, 0, 0, 0.42, h, 0.42], room.isBare ? '#c9c5bd' : look.wall);
  }
}

/** A room behind glass along the wall away from the window. */
function drawGlassRoom(room: Room): void {
  const { look, d, h } = room;
  const wall: Wall = room.shadeWall;
  const length = Math.min(d - 0.8, 3.6);
  const start = wall === 'right' ? 0.05 : d - length - 0.05;
  const place = room.at(wall, start, 0);
  const top = Math.min(2.5, h - 0.1);
  if (!place.claim(length, 0.06, top)) return;
  place.flat(
    0,
    0,
    length,
    top,
    (face) => {
      face.rect(0, 0, length, top, mix(look.accent, '#ffffff', 0.5));
      face.rect(0, 0.05, length, 0.7, alpha(darken(look.accent, 0.2), 0.35));
      face.rect(0, 0.95, length, 1.35, alpha('#ffffff', 0.45));
      face.rect(
        0,
        0.02,
        length,
        top,
        face.stage.drawing.diagonal(alpha('#ffffff', 0.3), alpha('#ffffff', 0.02), alpha('#ffffff', 0.22)),
      );
      let bars = face.quad(0, top - 0.05, length, top) + face.quad(0, 0, length, 0.05);
      const parts = Math.max(2, Math.round(length / 1.1));
      for (let i = 0; i <= parts; i++)
        bars += face.quad((length * i) / parts - 0.025, 0, (length * i) / parts + 0.025, top);
      face.stage.drawing.path(bars, '#33373d');
    },
    0.05,
  );
}

function drawOfficeChair(place: Place, colour: string): void {
  if (!place.claim(0.58, 0.58, 1)) return;
  const { drawing } = place.room;
  place.shadow(0.5, 0.5, 0.24, true);
  place.sprite(0.29, 0, 0.29, 0.28, 0.42, (x, y, s) => {
    drawing.stroke(
      `M${num(x)} ${num(y - s * 0.42)}V${num(y - s * 0.08)}M${num(x - s * 0.24)} ${num(y)}L${num(x)} ${num(y - s * 0.09)}L${num(x + s * 0.24)} ${num(y)}M${num(x - s * 0.1)} ${num(y + s * 0.03)}L${num(x)} ${num(y - s * 0.09)}L${num(x + s * 0.1)} ${num(y + s * 0.03)}`,
      '#3b3f46',
      Math.max(2.4, s * 0.03),
    );
  });
  place.block([0.05, 0.42, 0.08, 0.48, 0.09, 0.46], colour, { soft: 6 });
  place.block([0.08, 0.54, 0.02, 0.42, 0.46, 0.07], colour, { soft: 8 });
}

/** A desk with a screen; the sitter's side is the place's wall side. */
function drawDesk(place: Place, hasScreen = true): void {
  const { room } = place;
  const { look, rng, drawing } = room;
  const [w, d] = [1.7, 0.72];
  if (!place.claim(w, d, 1.15)) return;
  const top = mix(look.wood, '#f4ead9', room.isFine ? 0.25 : 0.4);
  place.shadow(w, d, 0.26);
  const leg = room.isFine ? '#3b3f44' : '#dcdcd8';
  for (const u of [0.03, w - 0.08]) for (const o of [0.04, d - 0.09]) place.block([u, 0, o, 0.05, 0.7, 0.05], leg);
  place.block([0, 0.7, 0, w, 0.04, d], top, { soft: 2 });
  place.block([0.02, 0.36, d - 0.06, w - 0.04, 0.34, 0.03], mix(look.accent, '#ffffff', 0.2));
  if (hasScreen) {
    const screen = rng.pick(['#6fa8c9', '#88b7a2', '#c9d6de', '#7f8fc0']);
    for (const u of [0.2, 0.94]) {
      place.block([u + 0.23, 0.74, 0.44, 0.08, 0.14, 0.05], '#a9adb2');
      place.block([u, 0.86, 0.48, 0.54, 0.33, 0.03], '#26292f');
      const back = room.at(opposite(place.wall));
      const [x, y, z] = place.point(u + 0.54, 0.86, 0.47);
      const flat = room.standing(opposite(place.wall), x, z, 0, 0);
      if (back.wall === 'back')
        flat.flat(
          0.02,
          y + 0.02,
          0.5,
          0.29,
          (face) => face.rect(0, 0, 0.5, 0.29, drawing.diagonal(lighten(screen, 0.4), screen)),
          0.004,
        );
    }
  }
  if (hasScreen) {
    if (rng.chance(0.6)) drawVase(place, w - 0.12, 0.74, 0.16, 0.13);
    else drawBooks(place, 0.05, 0.74, 0.1);
  }
  const colour = look.cushions[0] ?? look.sofa;
  for (const u of [0.47, 1.22]) {
    const [x, , z] = place.point(u, 0, -0.36);
    drawOfficeChair(room.standing(opposite(place.wall), x, z, 0.58, 0.58), colour);
  }
}

const opposite = (wall: Wall): Wall =>
  ({ back: 'front', front: 'back', left: 'right', right: 'left' })[wall] as Wall;

function drawMeetingTable(room: Room): void {
  const { look, d, w } = room;
  const [tw, td, z] = [room.isFine ? 3.2 : 2.6, 1.2, d * 0.56];
  if (room.isFine) drawRug(room, -tw / 2 - 0.8, z - 1.5, tw + 1.6, 3);
  const place = room.standing('back', 0, z, tw, td);
  if (!place.claim(tw, td, 0.8)) return;
  place.shadow(tw, td, 0.34);
  for (const u of [0.5, tw - 0.6]) place.block([u, 0, 0.2, 0.1, 0.72, td - 0.4], darken(look.wood, 0.2));
  place.block([0, 0.72, 0, tw, 0.06, td], look.wood, { soft: 5 });
  drawVase(place, tw / 2, 0.78, td / 2, 0.24);
  drawBooks(place, 0.4, 0.78, 0.3);
  drawBooks(place, tw - 0.8, 0.78, 0.7);
  const seats = Math.floor(tw / 0.8);
  for (let i = 0; i < seats; i++) {
    const x = -tw / 2 + (tw * (i + 0.5)) / seats;
    drawOfficeChair(room.standing('back', x, z + td / 2 + 0.32, 0.58, 0.58), look.sofa);
    drawOfficeChair(room.standing('front', x, z - td / 2 - 0.32, 0.58, 0.58), look.sofa);
  }
  for (const side of [-1, 1])
    drawOfficeChair(room.standing(side < 0 ? 'left' : 'right', side * (tw / 2 + 0.32), z, 0.58, 0.58), look.sofa);
  for (const x of [-0.7, 0.7]) drawPendant(place, tw / 2 + x, 1.95, td / 2, 0.5, 1);
  const screenWall = room.shadeWall;
  const screen = room.at(screenWall, room.lengthOf(screenWall) / 2 - 0.9);
  if (screen.claim(1.8, 0.06, 1.1, 1))
    screen.block([0, 1, 0.01, 1.8, 1.02, 0.05], '#1f2126', {
      front: (face) => face.rect(0.03, 0.03, 1.77, 0.99, room.drawing.diagonal('#4a5460', '#2a2e36')),
    });
  if (w > 7) drawArt(room.at('back', 0.5), 1.2, 0.8, 1);
}

function furnishPlainOffice(room: Room): void {
  const { w, d, rng } = room;
  drawDesk(room.standing('front', -w * 0.18, d - 1.5, 1.7, 0.72));
  drawDesk(room.standing('front', w * 0.22, d - 2.9, 1.7, 0.72));
  drawWardrobe(room.at('back', w - 1.2), 1.05);
  const wall = room.shadeWall;
  drawBookcase(room.at(wall, wall === 'right' ? 1 : d - 2, 0.02), 0.9, 1.7);
  drawWaterDispenser(room.at(wall, wall === 'right' ? 2.1 : d - 2.6, 0.03));
  drawFan(room.at('back', 0.2, 0.1), 1.25);
  drawCalendar(room.at('back', w * 0.5), 1.4);
  drawClock(room.at('back', w * 0.66), 1.8);
  if (rng.chance(0.5)) drawWindowAircon(room.at(wall, wall === 'right' ? 2.6 : d - 3.4));
  else drawSplitAircon(room.at(wall, wall === 'right' ? 2.4 : d - 3.4));
}

const shopSizes = {
  plain: { w: 4.4, d: 4.2, h: 2.8 },
  middle: { w: 5.8, d: 4.8, h: 3 },
  fine: { w: 7, d: 5.4, h: 3.3 },
};

/** Shop space: an empty unit behind a shutter or glass, or as its tenant fits it out. */
export function drawShop(rng: Rng, recipe: RoomRecipe): string {
  const room = new Room(
    rng,
    recipe,
    shopSizes[recipe.priceClass],
    recipe.camera === 3 || recipe.camera === 1 ? 'left' : 'right',
  );
  const { look, w, h, d } = room;
  if (room.isBare)
    [look.floorKind, look.floor] = [room.isFine ? 'marble' : 'screed', room.isFine ? '#d8d4ce' : '#b9b5ae'];
  else if (room.isPlain) [look.floorKind, look.floor] = ['tiles', '#d6cdbd'];
  const length = room.lengthOf(room.sunWall);
  const front: Opening = {
    wall: room.sunWall,
    u0: 0.3,
    v0: 0.06,
    u1: length - 0.3,
    v1: room.isPlain ? 2.3 : h - 0.4,
    style: room.isPlain ? 'sliding' : 'picture',
  };
  room.openings.push(front);
  drawOpenings(room);
  drawShell(room, {
    ceiling: room.isBare ? '#c4c1bb' : rng.pick(['#f3efe8', '#e7dfd3', room.isFine ? '#4a4744' : '#f3efe8']),
    lamp: room.isBare || room.isPlain ? 'tube' : 'downlights',
    accent: !room.isBare && rng.chance(0.55) ? 'back' : undefined,
  });
  drawTrims(room);
  drawShutter(room, front);
  if (room.isBare) {
    if (!room.isFine) drawCeilingPipes(room);
    drawDoor(room.at('back', w * 0.62), 0.8);
    drawOutlets(room.at('back', w * 0.3));
    drawColumns(room);
    return room.finish();
  }
  if (!room.isFurnished) {
    drawCounter(room.standing('back', 0, d - 1.3, 2.2, 0.7), 2.2);
    drawSplitAircon(room.at('back', w * 0.62));
    drawDoor(room.at('back', w * 0.1), 0.8);
    return room.finish();
  }
  if (room.isPlain) fitOutCornerStore(room);
  else if (rng.chance(0.5)) fitOutCafe(room);
  else fitOutBoutique(room);
  return room.finish();
}

/** The rolled-up part of the steel shutter above the shop front. */
function drawShutter(room: Room, { wall, u0, u1, v1 }: Opening): void {
  if (room.isFine) return;
  const drop = room.isBare ? 0.55 : 0.18;
  room.at(wall).flat(
    u0 - 0.05,
    v1 - drop,
    u1 - u0 + 0.1,
    drop + 0.28,
    (face) => {
      const [w, top] = [u1 - u0 + 0.1, drop + 0.28];
      face.rect(0, drop, w, top, '#8d9296');
      face.rect(0, 0, w, drop, '#b4b9bc');
      let lines = '';
      for (let v = 0; v < drop; v += 0.07) lines += face.quad(0, v, w, v + 0.02);
      face.stage.drawing.path(lines, '#7f8689');
    },
    0.06,
  );
}

function drawShelving(place: Place, w: number, h: number, colours: readonly string[], tone: string): boolean {
  if (!place.claim(w, 0.4, h)) return false;
  const { room } = place;
  place.shadow(w, 0.36, 0.24);
  const goods = room.rng.fork(11);
  const boards: number[] = [];
  for (let v = 0.12; v < h - 0.25; v += 0.42) boards.push(v);
  place.block([0, 0, 0, w, h, 0.06], darken(tone, 0.25));
  for (const v of boards) {
    place.block([0, v, 0.06, w, 0.035, 0.3], tone);
    place.flat(
      0.04,
      v + 0.035,
      w - 0.08,
      0.36,
      (face) => drawSpines(face, 0, 0, w - 0.08, goods, colours, 0.32, true),
      0.24,
    );
  }
  for (const u of [0, w - 0.035]) place.block([u, 0, 0.06, 0.035, h, 0.3], tone);
  return true;
}

function drawCounter(place: Place, w: number): boolean {
  const { room } = place;
  const { drawing, look, rng } = room;
  if (!place.claim(w, 0.7, 1.05)) return false;
  const colour = room.isPlain ? '#c9b08a' : rng.pick([look.accent, look.wood]);
  place.shadow(w, 0.66, 0.32);
  place.block([0.03, 0, 0.04, w - 0.06, 0.98, 0.6], colour, {
    front: (face) => {
      let lines = '';
      const step = room.isPlain ? 0.5 : 0.1;
      for (let u = step; u < w - 0.1; u += step) lines += face.quad(u, 0.06, u + 0.02, 0.96);
      drawing.path(lines, darken(colour, 0.35), { opacity: 0.5 });
    },
  });
  place.block([0, 0.98, 0, w, 0.06, 0.72], room.isPlain ? '#e6e0d2' : '#f4f0e8', { soft: 2 });
  return true;
}

const goodsColours = ['#d0463a', '#e8b83a', '#3f7fc0', '#3f9a6a', '#f1efe8', '#d98a3a', '#8a5fa0', '#e8e1d0'];

/** A neighbourhood store: boards full of goods, a counter with sachets above, a fridge of drinks. */
function fitOutCornerStore(room: Room): void {
  const { w, d, drawing, rng, h } = room;
  for (const u of [0.1, 1.6, 3.1])
    drawShelving(room.at('back', u), Math.min(1.4, w - u - 0.1), 1.95, goodsColours, '#a9764a');
  const wall = room.shadeWall;
  drawShelving(room.at(wall, wall === 'right' ? 1.2 : d - 2.6), 1.4, 1.8, goodsColours, '#8f9498');
  const counter = room.standing('back', w * (wall === 'right' ? -0.1 : 0.1), d - 1.75, 2.1, 0.7);
  if (drawCounter(counter, 2.1)) {
    for (const [i, u] of [0.25, 0.5, 0.75].entries()) {
      const lid = ['#c9483c', '#3f8f68', '#e0a93c'][i] ?? '#c9483c';
      counter.oval([u, 1.04, 0.4, 0.09, 0.09, 0.19], mix(goodsColours[i + 3] ?? '#ddd', '#ffffff', 0.35));
      counter.oval([u, 1.23, 0.4, 0.095, 0.095, 0.035], lid);
    }
    counter.block([1.4, 1.04, 0.2, 0.36, 0.14, 0.3], '#5a6068', { soft: 2 });
    const sachets = rng.fork(12);
    counter.flat(
      0.1,
      1.78,
      1.9,
      0.42,
      (face) => {
        face.rect(0, 0.4, 1.9, 0.42, '#8a7a5a');
        for (let u = 0.03; u < 1.85; u += 0.115) {
          const colour = sachets.pick(goodsColours);
          for (let k = 0; k < 3; k++)
            face.rect(u, 0.28 - k * 0.12, u + 0.09, 0.385 - k * 0.12, k % 2 ? lighten(colour, 0.2) : colour);
        }
      },
      0.6,
    );
    for (const u of [0.1, 2]) counter.block([u, 2.2, 0.6, 0.01, h - 2.2, 0.01], '#8a7a5a');
  }
  const fridge = room.at(wall, wall === 'right' ? 0.35 : d - 0.98, 0.02);
  if (fridge.claim(0.62, 0.6, 1.85)) {
    fridge.shadow(0.62, 0.6);
    const bottles = rng.fork(13);
    fridge.block([0, 0, 0, 0.62, 1.85, 0.58], '#c9483c', {
      soft: 2,
      front: (face) => {
        face.rect(0.05, 0.2, 0.57, 1.55, '#26333a');
        for (const v of [0.24, 0.68, 1.12])
          drawSpines(face, 0.07, v, 0.56, bottles, ['#7a3a1c', '#d98a3a', '#3f9a6a', '#c9483c', '#e8e1d0'], 0.34);
        face.rect(
          0.05,
          0.2,
          0.57,
          1.55,
          drawing.diagonal(alpha('#ffffff', 0.26), alpha('#ffffff', 0.02), alpha('#ffffff', 0.14)),
        );
        face.rect(0.08, 1.62, 0.54, 1.78, '#f6efe2');
      },
    });
  }
  drawMonobloc(room.standing('back', w * 0.24, d * 0.36, 0.5, 0.5), '#f1f1ec');
  drawFan(room.at('back', w - 0.55, 0.45), 1.3);
  drawBrooms(room.at(wall, wall === 'right' ? 2.7 : d - 3.1, 0.04));
}

function fitOutCafe(room: Room): void {
  const { w, d, look, rng } = room;
  const side = room.shadeWall === 'right' ? 1 : -1;
  const start = w / 2 + (side > 0 ? -0.4 : -w * 0.5 + 0.3);
  for (const v of [1.5, 1.95]) {
    const shelf = room.at('back', start + 0.3);
    shelf.block([0, v, 0.01, 2.2, 0.04, 0.28], look.wood);
    const jars = rng.fork(14 + v);
    shelf.flat(
      0.05,
      v + 0.04,
      2.1,
      0.3,
      (face) => drawSpines(face, 0, 0, 2.1, jars, [...look.art, ...look.cushions, look.pot], 0.28),
      0.16,
    );
  }
  const counter = room.at('back', start, 0.95);
  if (drawCounter(counter, 2.8)) {
    counter.block([0.3, 1.04, 0.12, 0.62, 0.42, 0.4], '#b9bfc3', {
      soft: 4,
      front: (face) => {
        face.rect(0.04, 0.16, 0.58, 0.28, '#33373c');
        for (const u of [0.14, 0.38]) face.rect(u, 0.02, u + 0.1, 0.1, '#ffffff');
      },
    });
    counter.block([1.4, 1.04, 0.14, 1, 0.32, 0.42], '#dfe9ea', {
      front: (face) => {
        face.rect(0.03, 0.03, 0.97, 0.29, '#f4f7f6');
        for (let i = 0; i < 5; i++)
          face.rect(
            0.08 + i * 0.18,
            0.05,
            0.2 + i * 0.18,
            0.14,
            ['#d99a55', '#c4703f', '#f0cf8e', '#8c5236', '#e8a0a0'][i] ?? '#d99a55',
          );
      },
    });
  }
  drawArt(room.at('back', side > 0 ? 0.5 : w - 1.5), 1.4, 1, 0.8);
  for (const [x, z] of [
    [-side * w * 0.3, d - 1.5],
    [-side * w * 0.08, d - 2.7],
    [side * w * 0.26, d - 2.9],
  ] as const) {
    const table = room.standing('back', x, z, 0.7, 0.7);
    if (!table.claim(0.7, 0.7, 0.76)) continue;
    table.shadow(0.6, 0.6, 0.26, true);
    table.column(0.35, 0, 0.35, 0.2, 0.03, '#3f4247');
    table.column(0.35, 0.03, 0.35, 0.035, 0.68, '#3f4247');
    table.column(0.35, 0.71, 0.35, 0.34, 0.035, look.wood);
    drawVase(table, 0.35, 0.745, 0.35, 0.13);
    for (const k of [-1, 1]) drawCafeChair(room.standing(k < 0 ? 'left' : 'right', x + k * 0.62, z, 0.44, 0.44));
  }
  const kind = rng.int(0, 2);
  for (let i = 0; i < 3; i++) drawPendant(counter, 0.4 + i, 2.1, 0.4, 0.32, kind);
  drawHousePlant(room.at('back', side > 0 ? 0.15 : w - 0.75, 0.1), 1.5);
}

function drawCafeChair(place: Place): void {
  if (!place.claim(0.42, 0.42, 0.84)) return;
  const { look } = place.room;
  const wood = darken(look.wood, 0.2);
  place.shadow(0.4, 0.4, 0.2);
  for (const u of [0.02, 0.36]) for (const o of [0.02, 0.36]) place.block([u, 0, o, 0.035, 0.43, 0.035], wood);
  place.block([0, 0.43, 0, 0.42, 0.05, 0.42], look.sofa, { soft: 4 });
  for (const u of [0.02, 0.36]) place.block([u, 0.48, 0.01, 0.035, 0.36, 0.03], wood);
  place.block([0.02, 0.7, 0.005, 0.38, 0.14, 0.035], wood, { soft: 4 });
}

function fitOutBoutique(room: Room): void {
  const { w, d, look, rng, h } = room;
  const colours = [...look.art, ...look.cushions, look.pot];
  const wall = room.shadeWall;
  const side = wall === 'right' ? 1 : -1;
  drawShelving(room.at('back', side > 0 ? 0.2 : w - 2), 1.8, 2.1, colours, look.wood);
  if (room.isFine) drawShelving(room.at('back', side > 0 ? 2.3 : w - 4.1), 1.8, 2.1, colours, look.wood);
  else drawArt(room.at('back', side > 0 ? 2.4 : w - 3.4), 1.4, 1, 0.9);
  drawRack(room.at(wall, wall === 'right' ? 0.9 : d - 2.9, 0.3));
  drawCounter(room.standing('back', side * w * 0.22, d - 1, 1.6, 0.7), 1.6);
  const table = room.standing('back', -side * w * 0.1, d - 2.5, 1.5, 0.8);
  if (drawTable(table, 1.5, 0.8, 'wood'))
    for (let i = 0; i < 3; i++)
      for (let k = 0; k < 3; k++)
        table.block([0.12 + i * 0.46, 0.745 + k * 0.05, 0.2, 0.34, 0.045, 0.4], rng.pick(colours), {
          soft: 3,
        });
  drawStool(room.standing('back', side * w * 0.05, d - 3, 0.4, 0.4), 0.46, look.sofa);
  drawHousePlant(room.at('back', side > 0 ? w - 0.8 : 0.15, 0.12), 1.6);
  for (const u of [0.3, 1.2]) drawPendant(table, u, h - 0.9, 0.4, 0.4, 1);
}

/** A rail with clothes along a wall. */
function drawRack(place: Place): void {
  const { room } = place;
  const { look, rng } = room;
  const w = 2;
  if (!place.claim(w, 0.5, 1.6)) return;
  place.shadow(w, 0.4, 0.2);
  for (const u of [0, w - 0.03]) place.block([u, 0, 0.2, 0.03, 1.6, 0.03], '#3f4247');
  place.block([0, 1.57, 0.2, w, 0.03, 0.03], '#3f4247');
  for (let u = 0.1; u < w - 0.12; u += 0.13) {
    const colour = rng.pick([...look.art, ...look.cushions, look.sofa]);
    const drop = rng.range(0.6, 1.05);
    place.block([u, 1.54 - drop, 0.02, 0.07, drop, 0.4], colour, { soft: 4 });
  }
}
