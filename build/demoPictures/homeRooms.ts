import type { RoomRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import {
  drawAltar,
  drawArt,
  drawBrooms,
  drawCalendar,
  drawClock,
  drawClothesHooks,
  drawFan,
  drawFloorLamp,
  drawHousePlant,
  drawPendant,
  drawVase,
  drawWallShelf,
  drawWaterDispenser,
} from './decor.ts';
import {
  drawArmchair,
  drawBed,
  drawBookcase,
  drawCoffeeTable,
  drawDiningChair,
  drawDoubleDeck,
  drawFridge,
  drawMirror,
  drawMonobloc,
  drawNightstand,
  drawPlasticDrawers,
  drawRug,
  drawSideTable,
  drawSofa,
  drawStool,
  drawTable,
  drawTelevision,
  drawWardrobe,
  drawWoodenSofa,
  plasticColours,
} from './furniture.ts';
import { drawKitchenRun } from './kitchen.ts';
import { type Place, Room, type Wall } from './room.ts';
import { drawDoor, drawOutlets, drawShell } from './roomShell.ts';
import { addWindow, drawAircon, drawOpenings, drawTrims, dressWindow } from './roomWindows.ts';
import { lighten } from './svg.ts';

const sizes = {
  living: {
    plain: { w: 4.4, d: 3.9, h: 2.5 },
    middle: { w: 5.2, d: 4.3, h: 2.65 },
    fine: { w: 6.6, d: 4.9, h: 2.95 },
  },
  studio: {
    plain: { w: 4.3, d: 4.2, h: 2.5 },
    middle: { w: 5.2, d: 4.7, h: 2.6 },
    fine: { w: 6.2, d: 5, h: 2.8 },
  },
  bedroom: {
    plain: { w: 3.6, d: 3.6, h: 2.5 },
    middle: { w: 4.6, d: 4, h: 2.6 },
    fine: { w: 5.6, d: 4.5, h: 2.85 },
  },
};

/** The wall of the window where the camera and the furniture leave no free choice. */
function sunWallOf({ camera }: RoomRecipe, kind: keyof typeof sizes, rng: Rng): Wall | undefined {
  if (kind === 'bedroom' && (camera === 1 || camera === 2)) return rng.pick(['left', 'left', 'back']);
  if (kind === 'studio' && camera === 1) return 'left';
  if (kind === 'studio' && camera === 4) return 'right';
}

/** The walls, the window and what every room of a home has. */
function buildHomeRoom(rng: Rng, recipe: RoomRecipe, kind: keyof typeof sizes, accentChance: number): Room {
  const sunWall = sunWallOf(recipe, kind, rng);
  const room = new Room(rng, recipe, sizes[kind][recipe.priceClass], sunWall);
  // From the front and from the entrance only the far end of the left wall is seen.
  const isFar = room.sunWall === 'left' && (recipe.camera === 1 || recipe.camera === 2);
  addWindow(room, room.sunWall, isFar ? 0.76 : rng.range(0.44, 0.58));
  drawOpenings(room);
  const accentWall = room.sunWall === 'back' ? room.shadeWall : 'back';
  drawShell(room, { accent: !room.isBare && rng.chance(accentChance) ? accentWall : undefined });
  drawTrims(room);
  for (const opening of room.openings) dressWindow(room, opening);
  return room;
}

/** An empty room: the entrance, sockets, capped cables. */
function leaveBare(room: Room): string {
  const { rng } = room;
  const doorWall: Wall = room.sunWall === 'back' ? room.shadeWall : 'back';
  const length = room.lengthOf(doorWall);
  drawDoor(
    room.at(
      doorWall,
      doorWall === 'back' ? length * rng.pick([0.1, 0.68]) : length * (doorWall === 'right' ? 0.2 : 0.52),
    ),
  );
  drawOutlets(room.at('back', room.w * 0.46));
  drawOutlets(room.at(room.shadeWall, room.d * 0.35));
  return room.finish();
}

/** Where a sofa or a bed stands: not under a low window. */
function headWall(room: Room): Wall {
  if (room.sunWall !== 'back') return 'back';
  const isSofa = room.recipe.kind === 'living';
  if ([1, 2, 4].includes(room.recipe.camera)) {
    if (isSofa) return 'back';
    if (room.isPlain) return room.rng.chance(0.75) ? 'back' : room.shadeWall;
  }
  return (room.isPlain || isSofa) && room.rng.chance(0.4) ? 'back' : room.shadeWall;
}

const otherSide = (wall: Wall): Wall => (wall === 'left' ? 'right' : 'left');

export function drawLiving(rng: Rng, recipe: RoomRecipe): string {
  const room = buildHomeRoom(rng, recipe, 'living', recipe.priceClass === 'plain' ? 0.35 : 0.7);
  if (room.isBare) return leaveBare(room);
  const wall = headWall(room);
  const away: Wall =
    wall === 'back' ? room.shadeWall : otherSide(wall) === room.sunWall ? 'back' : otherSide(wall);
  if (!room.isFurnished) furnishHalfLiving(room, wall, away);
  else if (room.isPlain) furnishPlainLiving(room, wall, away);
  else furnishLiving(room, wall, away);
  return room.finish();
}

/** The large pieces alone: a sofa and its table, cabinets or a dining set; no television, no lamps and no pictures. */
function furnishHalfLiving(room: Room, wall: Wall, away: Wall): void {
  const { rng } = room;
  const wide = room.isFine ? 2.4 : room.isPlain ? 1.7 : 2;
  const sit = (place: Place): boolean => {
    const box = place.box(-0.2, 0, 0.7, wide + 0.4, 0.1, 1.6);
    if (!drawSofa(place, wide)) return false;
    if (!room.isPlain || rng.chance(0.5)) drawRug(room, box.x, box.z, box.w, box.d);
    drawCoffeeTable(place.move(wide / 2 - 0.5, 1.15), 1);
    drawHousePlant(place.move(-0.7, 0.08), rng.range(1, 1.5));
    return true;
  };
  const isBeforeGlass = wall === room.sunWall && room.isFine;
  if (!sit(room.at(wall, (room.lengthOf(wall) - wide) / 2, isBeforeGlass ? 0.56 : 0.06)))
    room.fitIn(['back', room.shadeWall, otherSide(room.shadeWall)], wide, sit);
  drawAircon(room, wall, room.lengthOf(wall) * 0.5 - 0.45);
  // From the corner a dining set would stand in the viewer's way.
  const isClear = room.recipe.camera !== 0;
  const hasCabinets = (!isClear || rng.chance(0.5)) && drawBuiltIns(room, away);
  if (isClear && !hasCabinets && !room.isPlain) drawDiningSet(room, away, wall, room.isFine ? 1.4 : 1);
  drawDoor(room.at('back', wall === 'back' ? 0.12 : room.w * 0.64));
  drawOutlets(room.at('back', room.w * 0.5));
}

/** Low cabinets along a wall, as a semi-furnished home is handed over. */
function drawBuiltIns(room: Room, wall: Wall): boolean {
  const length = room.lengthOf(wall);
  const w = Math.min(2.4, length * 0.5);
  const place = room.at(wall, wall === 'right' ? 0.3 : length - w - 0.3);
  if (room.isPlain) return drawWardrobe(place, 1.05);
  const isHigh = drawBookcase(place, 0.8, room.isFine ? 2.3 : 1.9);
  const low = place.move(0.82);
  if (!low.claim(w - 0.82, 0.4, 0.5)) return isHigh;
  low.shadow(w - 0.82, 0.4);
  low.block([0, 0, 0, w - 0.82, 0.48, 0.4], lighten(room.look.wood, 0.1), { soft: 2 });
  return true;
}

function furnishPlainLiving(room: Room, wall: Wall, away: Wall): void {
  const { rng } = room;
  const length = room.lengthOf(wall);
  const plastic = rng.pick(plasticColours);
  const centre = length / 2 + (wall === 'back' ? rng.range(-0.3, 0.2) : wall === 'right' ? -0.35 : 0.4);
  const seat = rng.int(0, 2);
  const sit = (place: Place): boolean => {
    if (seat === 0) return drawWoodenSofa(place, 1.8);
    if (seat === 1) return drawSofa(place, 1.7);
    return [0, 0.68, 1.36].map((u) => drawMonobloc(place.move(u, 0.05), plastic)).some(Boolean);
  };
  if (!sit(room.at(wall, centre - 0.9, 0.06)))
    room.fitIn(['back', room.shadeWall, otherSide(room.shadeWall)], 1.86, sit);
  if (seat === 0) drawWoodenSofa(room.at(wall, centre + 1, 0.06), 0.72);
  drawCoffeeTable(room.at(wall, centre - 0.45, 1.12), 0.85);
  const awayLength = room.lengthOf(away);
  drawTelevision(room.at(away, away === 'right' ? 0.75 : awayLength - 1.95, 0.02), 1.1);
  drawFan(room.at(wall, wall === 'right' ? centre + 1 : centre - 1.5, 0.25), rng.range(1.05, 1.25));
  drawAircon(room, wall, length * 0.5 + 0.6);
  if (rng.chance(0.7)) drawWaterDispenser(room.at(away, away === 'right' ? 0.25 : awayLength - 0.6, 0.03));
  const things = [
    () => drawCalendar(room.at(wall, centre - 0.55), 1.42),
    () => drawAltar(room.at(wall, centre - 0.25)),
    () => drawClock(room.at(wall, centre + 0.35), 1.7),
    () => drawArt(room.at(wall, centre - 0.4), 1.3, 0.7, 0.5),
  ];
  const first = rng.int(0, 3);
  things[first]?.();
  things[(first + 2) % 4]?.();
  drawPlasticDrawers(room.at(wall, wall === 'right' ? 0.05 : length - 0.6, 0.03));
  drawBrooms(room.at(wall, wall === 'back' ? 0.06 : length - 0.4, 0.04));
  drawPlainTableSet(room, plastic, away);
}

/** A folding or plastic table with plastic chairs, as far from the sofa as the room allows. */
function drawPlainTableSet(room: Room, plastic: string, away: Wall): void {
  const { rng } = room;
  const side = away === 'left' ? -1 : away === 'right' ? 1 : rng.side();
  const [x, z] = [side * (room.w / 2 - 0.75), room.d * 0.36];
  if (!drawTable(room.standing('back', x, z, 0.8, 0.7), 0.8, 0.7, rng.pick(['folding', 'plastic']))) return;
  drawMonobloc(room.standing('back', x, z + 0.64, 0.5, 0.5), plastic);
  drawMonobloc(room.standing(side > 0 ? 'left' : 'right', x - side * 0.72, z, 0.5, 0.5), plastic);
}

function furnishLiving(room: Room, wall: Wall, away: Wall): void {
  const { rng, look } = room;
  const length = room.lengthOf(wall);
  const wide = room.isFine ? rng.range(2.4, 2.8) : rng.range(1.9, 2.2);
  const centre = length / 2 + (wall === 'back' ? rng.range(-0.25, 0.25) : wall === 'right' ? -0.3 : 0.3);
  const isBeforeGlass = wall === room.sunWall && room.isFine;
  const before = room.at(wall, centre);
  if (room.isFine || rng.chance(0.6)) {
    const box = before.box(-wide / 2 - 0.15, 0, isBeforeGlass ? 1.2 : 0.75, wide + 0.3, 0.1, 1.75);
    drawRug(room, box.x, box.z, box.w, box.d);
  }
  const chaise = room.isFine ? rng.pick([-1, 1, 1] as const) : 0;
  const isSeated = drawSofa(room.at(wall, centre - wide / 2, isBeforeGlass ? 0.56 : 0.06), wide, chaise);
  if (!isSeated)
    room.fitIn(['back', room.shadeWall, otherSide(room.shadeWall)], 1.9, (place) => drawSofa(place, 1.9));
  drawCoffeeTable(
    room.at(wall, centre - 0.55 - chaise * 0.4, isBeforeGlass ? 1.7 : 1.25),
    room.isFine ? 1.15 : 0.95,
  );
  const awayLength = room.lengthOf(away);
  const screen = room.isFine ? 2.2 : 1.6;
  drawTelevision(room.at(away, away === 'right' ? 0.7 : awayLength - screen - 0.7, 0.02), screen);
  drawAircon(room, wall, centre + (rng.chance(0.5) ? -0.45 : 0.2));
  if (room.isFine || rng.chance(0.45)) drawFloorLamp(room.at(wall, centre + wide / 2 + 0.12, 0.12));
  drawHousePlant(room.at(wall, centre - wide / 2 - 0.72, 0.1), rng.range(1.2, 1.6));
  if (room.isFine) {
    drawSideTable(room.at(wall, centre + wide / 2 + 0.1, 0.3));
    const layout = rng.int(0, 2);
    if (layout === 0) drawArt(room.at(wall, centre - 0.75), 1.3, 1.5, 0.9);
    else
      for (const u of layout === 1 ? [-1.25, -0.4, 0.45] : [-0.95, 0.1])
        drawArt(room.at(wall, centre + u), 1.3, 0.78, 0.92);
    for (const side of [-1, 1])
      if (rng.chance(0.75))
        drawArmchair(
          room.at(otherFacing(wall, side), ...armchairSpot(room, wall, centre, side * (wide / 2 + 0.1))),
          rng.pick([look.accent, look.cushions[0] ?? look.sofa, lighten(look.sofa, 0.2)]),
        );
    drawDiningSet(room, away, wall, 1.7);
    drawHousePlant(room.at(away, away === 'right' ? 0.1 : awayLength - 0.65, 0.1), rng.range(1.3, 1.7));
  } else {
    if (rng.chance(0.75)) drawArt(room.at(wall, centre - 0.6), 1.35, rng.range(0.9, 1.2), 0.65);
    if (rng.chance(0.5)) drawDiningSet(room, away, wall, 1.1);
    else
      drawArmchair(
        room.at(otherFacing(wall, 1), ...armchairSpot(room, wall, centre, wide / 2 + 0.1)),
        look.accent,
      );
    if (rng.chance(0.35)) drawWaterDispenser(room.at(away, away === 'right' ? 0.2 : awayLength - 0.56, 0.03));
  }
}

/** The wall an armchair beside the rug turns its back to. */
function otherFacing(wall: Wall, side: number): Wall {
  if (wall === 'back') return side < 0 ? 'left' : 'right';
  if (wall === 'left') return side < 0 ? 'front' : 'back';
  return side < 0 ? 'back' : 'front';
}

function armchairSpot(room: Room, wall: Wall, centre: number, shift: number): [number, number] {
  const [x, , z] = room.at(wall).point(centre + shift, 0, 1.75);
  const place = room.standing(otherFacing(wall, shift), x, z, 0.84, 0.84);
  return [place.u, place.o];
}

/** A table with chairs near the wall opposite the sofa. */
function drawDiningSet(room: Room, away: Wall, wall: Wall, w: number): void {
  const { rng } = room;
  const side = away === 'left' ? -1 : away === 'right' ? 1 : wall === 'left' ? 1 : -1;
  const [x, z] = [side * (room.w / 2 - w / 2 - 0.5), room.d * (room.isFine ? 0.3 : 0.34)];
  const d = 0.8;
  const place = room.standing('back', x, z, w, d);
  if (!drawTable(place, w, d, room.isFine ? rng.pick(['wood', 'glass']) : 'wood')) return;
  if (room.isFurnished) drawVase(place, w / 2, 0.745, d / 2, 0.22);
  const seats = w > 1.4 ? [-0.45, 0.45] : [0];
  for (const dx of seats) {
    drawDiningChair(room.standing('back', x + dx, z + d / 2 + 0.22, 0.44, 0.46));
    drawDiningChair(room.standing('front', x + dx, z - d / 2 - 0.22, 0.44, 0.46));
  }
  for (const end of [-1, 1])
    drawDiningChair(room.standing(end < 0 ? 'left' : 'right', x + end * (w / 2 + 0.22), z, 0.44, 0.46));
  if (room.isFine) drawPendant(place, w / 2, 1.75, d / 2, 0.55, rng.int(0, 2));
}

export function drawBedroom(rng: Rng, recipe: RoomRecipe): string {
  const room = buildHomeRoom(rng, recipe, 'bedroom', recipe.priceClass === 'plain' ? 0.35 : 0.7);
  if (room.isBare) return leaveBare(room);
  const wall = headWall(room);
  const length = room.lengthOf(wall);
  const closet: Wall =
    wall === 'back' ? room.shadeWall : otherSide(wall) === room.sunWall ? 'back' : otherSide(wall);
  const closetLength = room.lengthOf(closet);
  const isRight = closet === 'right';
  const wardrobe = room.isPlain ? 1.05 : room.isFine ? 2.2 : 1.6;
  const placeWardrobe = () =>
    drawWardrobe(room.at(closet, isRight ? 0.04 : closetLength - wardrobe - 0.04), wardrobe);
  if (!room.isFurnished) {
    room.fitIn([wall, 'back', room.shadeWall], 1.2, (place) => drawBed(place, 1.2));
    placeWardrobe();
    drawAircon(room, wall, length * 0.5 - 0.45);
    drawOutlets(room.at(wall, length * 0.3));
    drawDoor(room.at(wall, wall === 'back' ? room.w * 0.66 : 0.2));
    return room.finish();
  }
  if (room.isPlain) furnishPlainBedroom(room, wall, closet, placeWardrobe);
  else {
    const width = room.isFine ? 1.95 : 1.55;
    const shift = wall === 'back' ? (closet === 'right' ? -0.25 : 0.25) : wall === 'right' ? -0.25 : 0.25;
    const centre = length / 2 + shift;
    const box = room.at(wall, centre).box(-width / 2 - 0.55, 0, 0.75, width + 1.1, 0.1, 1.65);
    if (room.isFine || rng.chance(0.55)) drawRug(room, box.x, box.z, box.w, box.d);
    const isPlaced = drawBed(room.at(wall, centre - width / 2), width);
    if (!isPlaced)
      room.fitIn(['back', room.shadeWall, otherSide(room.shadeWall)], width, (place) => drawBed(place, width));
    placeWardrobe();
    const hasLamps = rng.chance(0.8);
    drawNightstand(room.at(wall, centre - width / 2 - (room.isFine ? 0.78 : 0.52)), hasLamps);
    if (room.isFine || rng.chance(0.6))
      drawNightstand(room.at(wall, centre + width / 2 + (room.isFine ? 0.3 : 0.06)), hasLamps);
    if (room.isFine && rng.chance(0.5))
      for (const u of [-0.62, 0.08]) drawArt(room.at(wall, centre + u), 1.55, 0.54, 0.7);
    else if (rng.chance(0.75)) drawArt(room.at(wall, centre - 0.5), 1.5, 1, 0.62);
    drawAircon(room, closet, isRight ? wardrobe + 0.4 : closetLength - wardrobe - 1.4);
    if (room.isFine) {
      const [x, , z] = room.at(wall).point(centre, 0, 2.5);
      const bench = room.standing(wall, x, z, 1.3, 0.42);
      if (bench.claim(1.3, 0.42, 0.46)) {
        bench.shadow(1.3, 0.42);
        bench.block([0.02, 0.14, 0.02, 1.26, 0.3, 0.38], lighten(room.look.sofa, 0.1), { soft: 9 });
      }
      drawArmchair(
        room.at(
          otherFacing(wall, closet === 'right' ? -1 : 1),
          ...armchairSpot(room, wall, centre, (closet === 'right' ? -1 : 1) * (width / 2 + 0.65)),
        ),
        room.look.sofa,
      );
    }
    drawHousePlant(room.at(wall, wall === 'right' ? length - 0.8 : 0.12, 0.1), rng.range(1, 1.4));
    if (rng.chance(0.5)) drawDesk(room, closet, isRight ? wardrobe + 0.25 : closetLength - wardrobe - 1.4);
    else
      drawMirror(room.at(closet, isRight ? wardrobe + 0.3 : closetLength - wardrobe - 0.8), 0.35, 0.5, 1.5, false);
  }
  return room.finish();
}

function furnishPlainBedroom(room: Room, wall: Wall, closet: Wall, placeWardrobe: () => boolean): void {
  const { rng } = room;
  const length = room.lengthOf(wall);
  const isDouble = rng.chance(0.35);
  const start = closet === 'right' ? 0.35 : length - (isDouble ? 2.3 : 1.75);
  const width = isDouble ? 1.95 : rng.pick([0.95, 1.35]);
  const draw = (place: Place) => (isDouble ? drawDoubleDeck(place) : drawBed(place, width));
  if (!draw(room.at(wall, Math.max(0.08, start), 0.02)))
    room.fitIn(['back', room.shadeWall, otherSide(room.shadeWall)], width, draw);
  placeWardrobe();
  const closetLength = room.lengthOf(closet);
  drawFan(room.at(wall, closet === 'right' ? 2.15 : length - 2.35, 0.1), rng.range(0.9, 1.2));
  drawPlasticDrawers(room.at(closet, closet === 'right' ? 1.2 : closetLength - 1.7, 0.03));
  if (rng.chance(0.6)) drawCalendar(room.at(wall, closet === 'right' ? 2 : length - 2.3), 1.3);
  else drawMirror(room.at(wall, closet === 'right' ? 2 : length - 2.35), 1.1, 0.4, 0.6);
  drawAircon(room, closet, closet === 'right' ? 1.3 : closetLength - 2);
  drawClothesHooks(room.at('back', closet === 'right' ? 0.4 : room.w - 1.3));
  drawWallShelf(room.at(wall, closet === 'right' ? 0.6 : length - 1.6));
  drawClothesHooks(room.at(closet, closet === 'right' ? 1.35 : closetLength - 2.3));
  drawStool(
    room.standing('back', closet === 'right' ? -0.2 : 0.2, room.d * 0.42, 0.4, 0.4),
    0.44,
    rng.pick(plasticColours),
  );
}

function drawDesk(room: Room, wall: Wall, u: number): void {
  const place = room.at(wall, u, 0.03);
  if (!drawTable(place, 1.15, 0.52, 'wood')) return;
  place.block([0.36, 0.75, 0.16, 0.36, 0.24, 0.02], '#2a2d33', {
    front: (face) => face.rect(0.015, 0.015, 0.345, 0.225, room.drawing.diagonal('#8fb6cc', '#4f7f9c')),
  });
  place.block([0.34, 0.745, 0.19, 0.4, 0.012, 0.24], '#c3c7ca');
  const [x, , z] = place.point(0.55, 0, 0.82);
  const chair: Wall = wall === 'left' ? 'right' : wall === 'right' ? 'left' : 'front';
  drawDiningChair(room.standing(chair, x, z, 0.44, 0.46));
}

/** A room with double-deck beds that tenants share. */
export function drawBedspace(rng: Rng, recipe: RoomRecipe): string {
  const room = buildHomeRoom(rng, recipe, 'studio', 0);
  const walls: Wall[] = ['back', room.shadeWall, otherSide(room.shadeWall)];
  for (let deck = 0; deck < 4; deck++) room.fitIn(walls, 1.95, drawDoubleDeck);
  room.fitIn(walls, 1.05, (place) => drawWardrobe(place, 1.05));
  drawFan(room.at('back', room.w / 2 - 0.2, 0.5), rng.range(0.9, 1.2));
  drawClothesHooks(room.at(room.shadeWall, 0.5));
  drawStool(room.standing('back', rng.range(-0.3, 0.3), room.d * 0.4, 0.4, 0.4), 0.44, rng.pick(plasticColours));
  return room.finish();
}

/** One room to sleep, eat and cook in. */
export function drawStudio(rng: Rng, recipe: RoomRecipe): string {
  const room = buildHomeRoom(rng, recipe, 'studio', recipe.priceClass === 'plain' ? 0.15 : 0.35);
  const runWall: Wall = room.sunWall === 'back' ? room.shadeWall : 'back';
  const runLength = room.lengthOf(runWall);
  const run = room.isPlain ? 1.5 : room.isFine ? 2.6 : 2;
  const isRight = runWall === 'right';
  const start = isRight
    ? 0.08
    : runWall === 'back'
      ? room.shadeWall === 'right'
        ? runLength - run - 0.08
        : 0.08
      : runLength - run - 0.08;
  if (!drawKitchenRun(room.at(runWall, start), run))
    room.fitIn(['back', room.shadeWall], run, (place) => drawKitchenRun(place, run));
  if (room.isBare) {
    drawOutlets(room.at('back', room.w * 0.4));
    drawDoor(room.at(runWall, isRight ? runLength * 0.62 : runLength * 0.08));
    return room.finish();
  }
  const beyond =
    isRight || (runWall === 'back' && room.shadeWall !== 'right')
      ? start + run + 0.04
      : start - (room.isFine ? 0.96 : 0.66);
  if (room.isFurnished) drawFridge(room.at(runWall, beyond));
  const width = room.isPlain ? 0.95 : room.isFine ? 1.8 : 1.4;
  const sleepers = room.sunWall === 'back' && !room.isPlain ? otherSide(runWall) : 'back';
  const u =
    sleepers === 'right' || (sleepers === 'back' && room.shadeWall === 'right')
      ? 0.5
      : room.lengthOf(sleepers) - width - 0.5;
  if (!drawBed(room.at(sleepers, u, 0.02), width))
    room.fitIn(['back', 'left', 'right'], width, (place) => drawBed(place, width));
  if (room.isFurnished) {
    drawNightstand(room.at(sleepers, u + width + 0.05), !room.isPlain);
    if (!room.isPlain) drawArt(room.at(sleepers, u + width / 2 - 0.45), 1.5, 0.9, 0.6);
  }
  drawAircon(room, sleepers, u + width / 2 - 0.45);
  const plastic = rng.pick(plasticColours);
  const side = runWall === 'right' || room.shadeWall === 'right' ? 1 : -1;
  const spots = [
    [side * (room.w / 2 - 1.15), room.d * 0.42],
    [side * (room.w / 2 - 1.15), room.d * 0.56],
    [0, room.d * 0.5],
    [-side * room.w * 0.2, room.d * 0.55],
  ] as const;
  const spot = spots.find(([x, z]) =>
    drawTable(room.standing('back', x, z, 0.8, 0.7), 0.8, 0.7, room.isPlain ? 'plastic' : 'wood'),
  );
  if (spot) {
    const [x, z] = spot;
    const table = room.standing('back', x, z, 0.8, 0.7);
    if (!room.isPlain && room.isFurnished) drawVase(table, 0.4, 0.745, 0.35, 0.18);
    for (const [wall, dx, dz] of [
      ['left', -0.68, 0],
      ['back', 0, 0.62],
      ['right', 0.68, 0],
    ] as const) {
      const chair = room.standing(wall, x + dx, z + dz, 0.5, 0.5);
      if (room.isPlain) drawMonobloc(chair, plastic);
      else drawDiningChair(chair);
    }
  }
  if (!room.isFurnished) {
    drawWardrobe(room.at('back', room.shadeWall === 'right' ? 0.05 : room.w - 1.3), 1.2);
  } else if (room.isPlain) {
    drawFan(room.at('back', room.shadeWall === 'right' ? 1.7 : room.w - 2.2, 0.15));
    drawWaterDispenser(room.at(runWall, beyond + (isRight ? 0.6 : -0.42), 0.03));
    drawPlasticDrawers(room.at('back', room.shadeWall === 'right' ? 0.02 : room.w - 0.54, 0.02));
    drawCalendar(room.at('back', room.w * 0.46), 1.4);
    drawClothesHooks(room.at('back', room.shadeWall === 'right' ? 0.3 : room.w - 1.2));
  } else {
    const rug = room.standing('back', -side * room.w * 0.16, room.d * 0.42, 1.8, 1.2).box(0, 0, 0, 1.8, 0.1, 1.2);
    drawRug(room, rug.x, rug.z, rug.w, rug.d);
    if (room.isFine && recipe.camera !== 3)
      drawSofa(room.standing(side > 0 ? 'left' : 'right', -side * room.w * 0.3, room.d * 0.36, 1.7, 0.9), 1.7);
    drawHousePlant(room.at('back', room.shadeWall === 'right' ? 0.05 : room.w - 0.6, 0.05), rng.range(1, 1.4));
    drawWardrobe(room.at(otherSide(runWall === 'back' ? room.sunWall : runWall), 0.4), 1.2);
  }
  return room.finish();
}
