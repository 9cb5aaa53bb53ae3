import type { RoomRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import { drawHousePlant, drawSmallPlant, drawVase } from './decor.ts';
import {
  drawArmchair,
  drawLaundryRack,
  drawMonobloc,
  drawSofa,
  drawStool,
  drawTable,
  plasticColours,
} from './furniture.ts';
import { type Place, Room, roundOnFace } from './room.ts';
import { drawShell } from './roomShell.ts';
import { drawOutdoors } from './roomViews.ts';
import { alpha, circlePath, darken, HEIGHT, mix, num, rectPath, WIDTH } from './svg.ts';

const sizes = {
  plain: { w: 3, d: 1.7, h: 2.5 },
  middle: { w: 4, d: 2, h: 2.6 },
  fine: { w: 5.4, d: 2.6, h: 2.8 },
};

/** A balcony open to the view: bare, with washing and plants, with chairs, or with a lounge. */
export function drawBalcony(rng: Rng, recipe: RoomRecipe): string {
  const room = new Room(rng, recipe, sizes[recipe.priceClass], 'back');
  const { w, d, h, look, stage } = room;
  if (room.isPlain) look.floorKind = 'smallTiles';
  else if (recipe.priceClass === 'middle')
    [look.floorKind, look.floor] = ['tiles', rng.pick(['#c9bfae', '#b8b3ab', '#c08a66'])];
  else
    [look.floorKind, look.floor] = rng.pick([
      ['laminate', '#a9744a'],
      ['laminate', '#b98a5e'],
      ['tiles', '#cfc8bd'],
    ] as const);
  drawOutdoors(room, rectPath(0, 0, WIDTH, HEIGHT), { x: 0, y: 0, w: WIDTH, h: HEIGHT });
  drawShell(room, { isOpen: true, lamp: room.isPlain ? 'none' : 'downlights' });
  stage.fill(
    [
      [-w / 2, h, d],
      [w / 2, h, d],
      [w / 2, h - 0.24, d],
      [-w / 2, h - 0.24, d],
    ],
    darken(look.wall, 0.1),
  );
  stage.fill(
    [
      [-w / 2, 0, d],
      [w / 2, 0, d],
      [w / 2, 0.1, d],
      [-w / 2, 0.1, d],
    ],
    darken(look.wall, 0.12),
  );
  drawRailing(room);
  drawGlassDoor(room);
  if (room.isBare || (room.isPlain && rng.chance(0.5)))
    drawCondenser(doorWall(room) === 'left' ? room.at('right', 0.15, 0.05) : room.at('back', 0.2, 0.16));
  if (room.isBare) return room.finish();
  const plants = room.isFurnished ? 3 : 1;
  const corners: (() => void)[] = [
    () => drawHousePlant(room.at('back', w - 0.72, 0.08), rng.range(0.9, 1.4)),
    () => drawHousePlant(room.at('back', 0.12, 0.08), rng.range(0.7, 1.2)),
    () => drawHousePlant(room.at('back', w - 1.2, 0.08), rng.range(0.5, 0.7), 'snake'),
  ];
  if (room.isFurnished) furnish(room);
  for (const draw of corners.slice(0, plants)) draw();
  return room.finish(() => {
    if (room.isFine && room.isLit && room.isFurnished) drawStringLights(room);
  });
}

function furnish(room: Room): void {
  const { rng, w, d, look } = room;
  if (room.isPlain) {
    if (rng.chance(0.65)) drawLaundryRack(room.at('back', 0.75, 0.14));
    else drawMonobloc(room.standing('left', -w * 0.1, d * 0.7, 0.5, 0.5), rng.pick(plasticColours));
    drawStool(room.standing('back', w * 0.24, d * 0.66, 0.4, 0.4), 0.42, rng.pick(plasticColours));
    return;
  }
  if (room.isFine) {
    const sofa = doorWall(room) === 'left' ? room.at('right', 0.3, 0.08) : room.at('back', 0.5, 0.16);
    if (!drawSofa(sofa, 2)) drawSofa(room.at('back', 0.6, 0.1), 2);
    const table = room.standing('back', -w * 0.1, d * 0.52, 0.8, 0.8);
    if (table.claim(0.8, 0.8, 0.45)) {
      table.shadow(0.76, 0.76, 0.26, true);
      table.column(0.4, 0, 0.4, 0.16, 0.36, look.wood);
      table.column(0.4, 0.36, 0.4, 0.38, 0.05, mix(look.wood, '#f4efe6', 0.5));
      drawVase(table, 0.4, 0.41, 0.4, 0.18);
    }
    drawArmchair(room.standing('right', w * 0.16, d * 0.58, 0.84, 0.84), look.cushions[0] ?? look.sofa);
    return;
  }
  const [x, z] = [-w * 0.08, d * 0.62];
  const table = room.standing('back', x, z, 0.6, 0.6);
  if (drawTable(table, 0.6, 0.6, rng.pick(['wood', 'glass']))) drawSmallPlant(table, 0.3, 0.745, 0.3, 0.24);
  for (const [wall, side] of [
    ['left', -1],
    ['right', 1],
  ] as const)
    drawWickerChair(room.standing(wall, x + side * 0.72, z, 0.62, 0.62));
}

function drawWickerChair(place: Place): void {
  if (!place.claim(0.62, 0.62, 0.85)) return;
  const { look, rng } = place.room;
  const wicker = rng.pick(['#8a6244', '#c9a273', '#5f5a56']);
  place.shadow(0.58, 0.58, 0.22);
  for (const u of [0.03, 0.54])
    for (const o of [0.03, 0.54]) place.block([u, 0, o, 0.05, 0.3, 0.05], darken(wicker, 0.2));
  place.block([0, 0.28, 0, 0.62, 0.08, 0.62], wicker, { soft: 4 });
  place.block([0.02, 0.36, 0.01, 0.58, 0.48, 0.08], wicker, { soft: 10 });
  place.block([0.09, 0.36, 0.1, 0.44, 0.1, 0.46], look.cushions[0] ?? '#fff', { soft: 8 });
  for (const u of [0, 0.54]) place.block([u, 0.36, 0.09, 0.08, 0.24, 0.5], darken(wicker, 0.06), { soft: 5 });
}

/** Bars of iron, bars with a plate below, or glass. */
function drawRailing(room: Room): void {
  const { w, drawing, light, look } = room;
  const place = room.at('back');
  const top = 1.05;
  const metal = room.isPlain ? room.rng.pick(['#5a4a40', '#e8e6df', '#4a4f57']) : '#4a4f57';
  place.flat(
    0,
    0.1,
    w,
    top,
    (face) => {
      if (room.isFine) {
        face.rect(0, 0, w, top - 0.08, alpha(light.tone('#dff0f2', 0.9), 0.26));
        for (let u = 0; u <= w + 0.01; u += w / 4) face.rect(u - 0.02, 0, u + 0.02, top - 0.06, metal);
      } else {
        let bars = '';
        const step = room.isPlain ? 0.12 : 0.14;
        for (let u = step; u < w; u += step) bars += face.quad(u - 0.01, 0, u + 0.01, top - 0.06);
        if (room.isPlain) bars += face.quad(0, top * 0.72, w, top * 0.75);
        drawing.path(bars + face.quad(0, 0.02, w, 0.05), metal);
      }
      face.rect(0, top - 0.07, w, top - 0.02, room.isFine ? mix(look.wood, '#4a3a30', 0.3) : metal);
    },
    0.04,
  );
}

const doorWall = ({ recipe }: Room): 'left' | 'right' =>
  recipe.camera === 0 || recipe.camera === 4 ? 'right' : 'left';

/** Sliding panes between home and balcony. */
function drawGlassDoor(room: Room): void {
  const { drawing, d, isLit, light } = room;
  const wall = doorWall(room);
  const wide = Math.min(1.5, d - 0.3);
  const place = room.at(wall, wall === 'right' ? 0.28 : Math.max(0, d - wide - 0.28));
  const height = 2.08;
  const face = place.face();
  const frame = room.isFine ? '#33363b' : '#e9e9e5';
  face.rect(-0.06, 0, wide + 0.06, height + 0.06, frame);
  face.rect(
    0,
    0.05,
    wide,
    height,
    isLit
      ? drawing.vertical('#ffe6b4', '#f7c57e')
      : drawing.diagonal(light.tone('#c4d8dc', 0.9), light.tone('#6f8f9a', 0.7)),
  );
  face.rect(wide * 0.12, 0.05, wide * 0.4, height, alpha('#ffffff', 0.14));
  drawing.path(face.quad(wide / 2 - 0.03, 0, wide / 2 + 0.03, height), frame);
}

/** The outdoor unit of an air conditioner on the floor. */
function drawCondenser(place: Place): void {
  if (!place.claim(0.75, 0.34, 0.65)) return;
  place.shadow(0.75, 0.3, 0.24);
  place.block([0, 0.06, 0, 0.75, 0.55, 0.3], '#e9e8e2', {
    soft: 3,
    front: (face) => {
      roundOnFace(face, 0.3, 0.27, 0.22, '#b9bcb8');
      roundOnFace(face, 0.3, 0.27, 0.19, '#6f7678');
      roundOnFace(face, 0.3, 0.27, 0.05, '#b9bcb8');
      for (let i = 0; i < 5; i++) face.rect(0.58, 0.1 + i * 0.08, 0.7, 0.13 + i * 0.08, '#c4c6c1');
    },
  });
}

function drawStringLights({ drawing, stage: { camera }, w, d, h }: Room): void {
  const [ax, ay] = camera.project([-w / 2, h - 0.3, d]);
  const [bx, by] = camera.project([w / 2, h - 0.3, d]);
  const at = (t: number): [number, number] => [
    ax + (bx - ax) * t,
    ay + (by - ay) * t + Math.abs(Math.sin(t * Math.PI * 3)) * 40,
  ];
  let line = '';
  for (let i = 0; i <= 60; i++)
    line += `${i ? 'L' : 'M'}${at(i / 60)
      .map(num)
      .join(' ')}`;
  drawing.stroke(line, '#3a2f35', 2);
  let bulbs = '';
  for (let i = 1; i < 20; i++) {
    const [x, y] = at(i / 20);
    drawing.glow(x, y + 6, 20, 20, '#ffdc96', 0.8);
    bulbs += circlePath(x, y + 6, 4.2);
  }
  drawing.path(bulbs, '#fff3cf');
}
