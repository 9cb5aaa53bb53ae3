import type { AmenityRecipe, WindowView } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import {
  drawArt,
  drawClock,
  drawFan,
  drawHousePlant,
  drawPendant,
  drawVase,
  drawWaterDispenser,
} from './decor.ts';
import { drawMonobloc, drawRug, drawSofa } from './furniture.ts';
import { type Place, Room, roundOnFace } from './room.ts';
import { drawShell } from './roomShell.ts';
import { addWindow, drawOpenings, drawSplitAircon, drawTrims } from './roomWindows.ts';
import { alpha, darken, lighten, mix } from './svg.ts';

const gymSizes = {
  plain: { w: 5.6, d: 4.6, h: 2.6 },
  middle: { w: 7.4, d: 5.6, h: 2.9 },
  fine: { w: 9, d: 6.4, h: 3.3 },
};
const lobbySizes = {
  plain: { w: 5, d: 4.8, h: 2.7 },
  middle: { w: 7.6, d: 5.8, h: 3.2 },
  fine: { w: 9, d: 6.6, h: 3.9 },
};
const views: Record<AmenityRecipe['priceClass'], WindowView> = {
  plain: 'street',
  middle: 'garden',
  fine: 'highCity',
};

/** A furnished room of the building; the rules of homes' rooms hold for its window, walls and light. */
function openRoom(
  rng: Rng,
  recipe: AmenityRecipe,
  view: WindowView,
  size: { w: number; d: number; h: number },
): Room {
  return new Room(rng, { ...recipe, kind: 'office', furnishing: 'fully', view, isMirrored: false }, size);
}

/** The residents' gym: treadmills before the window, a bench, weights before a mirror. */
export function drawGym(rng: Rng, recipe: AmenityRecipe): string {
  const room = openRoom(rng, recipe, views[recipe.priceClass], gymSizes[recipe.priceClass]);
  const { look, w, d, isPlain, isFine } = room;
  if (isPlain) [look.floorKind, look.floor] = ['tiles', '#a9a9a4'];
  else [look.floorKind, look.floor] = isFine ? ['planks', '#8f6a4c'] : ['carpet', '#5d6268'];
  const window = addWindow(room, room.sunWall, 0.5);
  const length = room.lengthOf(room.sunWall);
  if (!isPlain) [window.u0, window.u1, window.v0] = [0.4, length - 0.4, isFine ? 0.1 : 0.7];
  drawOpenings(room);
  drawShell(room, { lamp: isPlain ? 'tube' : 'panels', accent: isPlain ? undefined : room.shadeWall });
  drawTrims(room);
  drawMirrorWall(room);
  drawDumbbells(room.at(room.shadeWall, room.lengthOf(room.shadeWall) * 0.3, 0.12), isPlain ? 1.4 : 2);
  const mills = isPlain
    ? [-w * 0.26, w * 0.02]
    : isFine
      ? [-w * 0.32, -w * 0.17, -w * 0.02, w * 0.13]
      : [-w * 0.3, -w * 0.1, w * 0.1];
  for (const x of mills) drawTreadmill(room.standing('front', x, d - 1.35, 0.8, 1.7));
  if (!isPlain) drawCycle(room.standing('front', w * 0.28, d - 1.3, 0.5, 1.1));
  drawBench(room.standing('front', -w * 0.14, d * 0.36, 1.5, 1.3));
  for (const [index, x] of [w * 0.12, w * 0.26].entries())
    drawMat(room.standing('front', x, d * 0.34, 0.62, 1.6), index);
  if (!isPlain) drawBall(room.standing('front', w * 0.38, d * 0.4, 0.65, 0.65));
  if (isPlain) {
    drawFan(room.at('back', 0.3, 0.3));
    drawWaterDispenser(room.at(room.shadeWall, 0.5, 0.06));
    drawClock(room.at('back', w * 0.5), 1.9);
  } else {
    drawSplitAircon(room.at('back', w * 0.1));
    drawHousePlant(room.at('back', w - 0.7, 0.1), 1.3);
  }
  return room.finish();
}

function drawMirrorWall(room: Room): void {
  const wall = room.shadeWall;
  const length = room.lengthOf(wall) - 1.1;
  room.at(wall, 0.55).flat(0, 0.5, length, 1.6, (face) => {
    const shine = room.drawing.diagonal('#eaf3f5', '#b9cdd4', '#dfebee', '#a9c1ca');
    face.rect(0, 0, length, 1.6, shine);
    for (let u = 0; u < length - 0.2; u += length / 3) face.rect(u - 0.01, 0, u + 0.012, 1.6, '#8fa3ab');
  });
}

function drawTreadmill(place: Place): void {
  if (!place.claim(0.8, 1.7, 1.4)) return;
  const { look } = place.room;
  place.shadow(0.8, 1.7, 0.3);
  place.block([0.04, 0.05, 0, 0.72, 0.14, 1.6], '#3a3e44', {
    top: () => place.level(0.14, 0.192, 0.06, 0.52, 1.4, '#1f2226'),
  });
  for (const u of [0.06, 0.68]) {
    place.block([u, 0.18, 1.42, 0.06, 1.05, 0.08], '#c3c8ca');
    place.block([u, 0.86, 0.85, 0.05, 0.05, 0.6], '#2b2f34');
  }
  place.block([0.06, 1.12, 1.38, 0.68, 0.28, 0.1], '#2b2f34');
  place.flat(0.16, 1.18, 0.48, 0.17, (face) => face.rect(0, 0, 0.48, 0.17, lighten(look.accent, 0.2)), 1.36);
}

function drawCycle(place: Place): void {
  if (!place.claim(0.5, 1.1, 1.2)) return;
  place.shadow(0.5, 1.1, 0.25);
  for (const o of [0.04, 0.98]) place.block([0, 0, o, 0.5, 0.06, 0.1], '#3a3e44');
  place.block([0.19, 0.05, 0.08, 0.12, 0.14, 0.94], '#8d9499');
  place.block([0.14, 0.18, 0.56, 0.22, 0.5, 0.42], '#3a3e44', { soft: 8 });
  place.block([0.22, 0.2, 0.24, 0.06, 0.66, 0.07], '#c3c8ca');
  place.block([0.14, 0.86, 0.16, 0.22, 0.08, 0.28], '#26292d', { soft: 5 });
  place.block([0.22, 0.66, 0.86, 0.06, 0.5, 0.06], '#c3c8ca');
  place.block([0.03, 1.1, 0.8, 0.44, 0.05, 0.07], '#26292d');
}

/** A flat bench under a barbell. */
function drawBench(place: Place): void {
  if (!place.claim(1.5, 1.3, 1.1)) return;
  const { look } = place.room;
  place.shadow(1.5, 1.3, 0.2);
  for (const o of [0.12, 1.06]) place.block([0.64, 0, o, 0.22, 0.36, 0.07], '#3a3e44');
  place.block([0.6, 0.36, 0.02, 0.3, 0.09, 1.2], darken(look.cushions[0] ?? '#8a3b36', 0.1), { soft: 4 });
  for (const u of [0.36, 1.08]) place.block([u, 0, 1.02, 0.06, 1, 0.08], '#3a3e44');
  place.block([0.05, 0.98, 1.03, 1.4, 0.04, 0.04], '#c9cdcf');
  for (const u of [0.07, 0.14, 1.28, 1.36]) {
    const r = u > 0.1 && u < 1.3 ? 0.2 : 0.14;
    place.block([u, 1 - r, 1.05 - r, 0.055, r * 2, r * 2], '#2b2e33', { soft: 7 });
  }
}

/** A rack with three rows of dumbbells. */
function drawDumbbells(place: Place, w: number): void {
  if (!place.claim(w, 0.45, 1)) return;
  place.shadow(w, 0.45, 0.25);
  for (const u of [0, w - 0.06]) place.block([u, 0, 0, 0.06, 1, 0.4], '#3a3e44');
  for (const v of [0.16, 0.5, 0.84]) {
    place.block([0.06, v, 0.02, w - 0.12, 0.04, 0.38], '#6b7076');
    place.flat(
      0.08,
      v + 0.03,
      w - 0.16,
      0.16,
      (face) => {
        for (let u = 0.1; u < w - 0.3; u += 0.26) {
          face.rect(u - 0.02, 0.06, u + 0.14, 0.1, '#b9bec2');
          roundOnFace(face, u - 0.01, 0.08, 0.06, '#24272b', 0.075);
          roundOnFace(face, u + 0.13, 0.08, 0.06, '#33373c', 0.075);
        }
      },
      0.4,
    );
  }
}

function drawMat(place: Place, index: number): void {
  if (!place.claim(0.62, 1.6, 0.05)) return;
  const { look } = place.room;
  place.block([0, 0, 0, 0.62, 0.03, 1.6], look.cushions[index % look.cushions.length] ?? '#5f8a8f');
}

function drawBall(place: Place): void {
  if (!place.claim(0.65, 0.65, 0.65)) return;
  const { drawing, look } = place.room;
  const colour = look.cushions[1] ?? '#5f8a8f';
  place.shadow(0.6, 0.6, 0.25);
  place.sprite(0.32, 0, 0.32, 0.32, 0.65, (x, y, s) =>
    drawing.circle(x, y - s * 0.32, s * 0.32, drawing.radial(lighten(colour, 0.35), colour, darken(colour, 0.2))),
  );
}

/** The entrance hall: a desk, lifts or the way to the stair, seats, letter boxes. */
export function drawLobby(rng: Rng, recipe: AmenityRecipe): string {
  const view: WindowView = recipe.priceClass === 'plain' ? 'street' : 'garden';
  const room = openRoom(rng, recipe, view, lobbySizes[recipe.priceClass]);
  const { look, w, d, h, isPlain, isFine } = room;
  if (isPlain) [look.floorKind, look.floor] = ['smallTiles', '#d9d0c0'];
  else [look.floorKind, look.floor] = isFine ? ['marble', '#e6dfd5'] : ['tiles', '#d6cdbf'];
  const wall = room.sunWall === 'back' ? 'left' : room.sunWall;
  const entrance = addWindow(room, wall, 0.45);
  const span = isPlain ? 1.9 : Math.min(4, room.lengthOf(wall) - 1);
  const start = (room.lengthOf(wall) - span) / 2;
  [entrance.u0, entrance.u1, entrance.v0, entrance.v1] = [
    start,
    start + span,
    0.04,
    Math.min(h - 0.3, isPlain ? 2.2 : 2.7),
  ];
  entrance.style = 'picture';
  drawOpenings(room);
  drawShell(room, {
    lamp: isPlain ? 'tube' : isFine ? 'cove' : 'downlights',
    accent: isFine ? 'back' : undefined,
  });
  drawTrims(room);
  const facing = wall === 'left' ? 'right' : 'left';
  for (const [index, u] of (isPlain ? [w * 0.66] : [w * 0.6, w * 0.6 + 1.35]).entries())
    drawLift(room.at('back', u), index, isPlain);
  drawDesk(room.standing('back', -w * 0.16, d - 1.2, isPlain ? 1.3 : 2.3, 0.65), isPlain ? 1.3 : 2.3);
  drawLetterBoxes(room.at(facing, facing === 'right' ? 0.7 : room.lengthOf(facing) - 2.3), isPlain ? 1.2 : 1.6);
  if (isPlain) {
    drawClock(room.at('back', w * 0.34), 1.85);
    for (const z of [d * 0.42, d * 0.58])
      drawMonobloc(room.standing(facing, w * (facing === 'right' ? 0.36 : -0.36), z, 0.5, 0.5), '#f1f1ec');
    drawWaterDispenser(room.at('back', 0.25, 0.06));
    drawFan(room.at('back', w * 0.48, 0.2));
  } else {
    drawArt(room.at('back', w * 0.16), 1.35, isFine ? 1.9 : 1.4, isFine ? 1.2 : 0.9);
    drawRug(room, -w * 0.06, d * 0.22, w * 0.36, d * 0.3);
    drawSofa(room.standing(facing, w * (facing === 'right' ? 0.4 : -0.4), d * 0.42, 2, 0.9), 2);
    for (const x of [-w * 0.34, -w * 0.02])
      if (isFine) drawPendant(room.at('back', x + w / 2), 0, h - 1.1, 1.4, 0.6, 0);
    for (const u of [0.15, w * 0.52]) drawHousePlant(room.at('back', u, 0.12), 1.5);
  }
  return room.finish();
}

/** A lift of steel; in plain buildings the way to the stair. */
function drawLift(place: Place, index: number, isStair: boolean): void {
  const { room } = place;
  if (!place.claim(1.1, 0.05, 2.2)) return;
  place.flat(0, 0, 1.2, 2.35, (face) => {
    if (isStair) {
      face.rect(0, 0, 1.05, 2.15, '#8a6a4e');
      face.rect(0.08, 0, 0.97, 2.07, '#a9835f');
      face.rect(0.25, 1.2, 0.8, 1.85, '#c9dadd');
      face.rect(0.82, 0.95, 0.9, 1.1, '#d9c27a');
      return;
    }
    face.rect(0, 0, 1.14, 2.25, '#7d8388');
    face.rect(0.08, 0, 1.06, 2.15, room.drawing.diagonal('#e6eaec', '#b4bcc1', '#dde2e5', '#a6afb5'));
    face.rect(0.56, 0, 0.58, 2.15, '#6f767b');
    face.rect(0.4, 2.18, 0.74, 2.24, index ? '#3a4046' : '#ffb765');
    face.rect(1.2, 1, 1.26, 1.2, '#c9cdd0');
  });
}

/** The guard's or the receptionist's desk with a vase or a logbook. */
function drawDesk(place: Place, w: number): void {
  if (!place.claim(w, 0.65, 1.12)) return;
  const { room } = place;
  const { look, isPlain, isFine } = room;
  const front = isPlain ? look.wood : isFine ? mix(look.accent, '#3b3530', 0.35) : look.wood;
  place.shadow(w, 0.65, 0.3);
  place.block([0, 0, 0, w, 1.02, 0.6], front, {
    front: (face) => {
      for (let u = 0.12; u < w - 0.05; u += isPlain ? w / 3 : 0.16)
        face.rect(u, 0.1, u + 0.025, 0.94, darken(front, 0.22));
      if (!isPlain) face.rect(0, 0.03, w, 0.09, alpha('#ffdf9c', 0.85));
    },
  });
  place.block([-0.05, 1.02, -0.03, w + 0.1, 0.06, 0.7], isPlain ? darken(front, 0.2) : '#efe9df');
  place.block([w * 0.3, 1.08, 0.2, 0.42, 0.28, 0.04], '#2c3036');
  if (!isPlain) drawVase(place, w - 0.35, 1.08, 0.3, 0.4);
}

/** Rows of small steel lids. */
function drawLetterBoxes(place: Place, w: number): void {
  if (!place.claim(w, 0.12, 0.9, 0.9)) return;
  const { isPlain } = place.room;
  const steel = isPlain ? '#9fb0a6' : '#c9c2b4';
  place.block([0, 0.9, 0, w, 0.9, 0.1], steel, {
    front: (face) => {
      const columns = Math.round(w / 0.24);
      for (let row = 0; row < 4; row++)
        for (let i = 0; i < columns; i++) {
          const [u, v] = [(i * w) / columns + 0.02, row * 0.225 + 0.02];
          face.rect(u, v, u + w / columns - 0.03, v + 0.19, darken(steel, 0.12));
          face.rect(u + 0.05, v + 0.13, u + w / columns - 0.08, v + 0.15, darken(steel, 0.5));
        }
    },
  });
}
