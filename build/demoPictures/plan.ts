import type { PlanRecipe } from '#server/demo/pictures.ts';
import {
  type PlanDoor,
  type PlanLevel,
  type PlanRoom,
  type PlanRoomKind,
  planLayout,
} from '#server/demo/planLayout.ts';
import type { Rng } from '#server/demo/random.ts';
import { furnish, type PlanInk } from './planFurniture.ts';
import { drawSitePlan } from './planSite.ts';
import { type Label, withLabels } from './planText.ts';
import { alpha, Drawing, darken, HEIGHT, lighten, mix, num, rectPath, WIDTH } from './svg.ts';

interface PlanLook {
  paper: string;
  wall: string;
  wood: string;
  fabric: string;
  accent: string;
  tints: Partial<Record<PlanRoomKind, string>>;
}

const wet = { kitchen: '#f6ead2', bath: '#d8e9ec', balcony: '#e2ebd3', service: '#e6e6e2', stairs: '#ece6da' };
const looks: readonly PlanLook[] = [
  {
    paper: '#f8f5ee',
    wall: '#3b3a40',
    wood: '#c39a6c',
    fabric: '#a9b8a4',
    accent: '#c98f5f',
    tints: { ...wet, living: '#f3e5cd', bed: '#efe2d2' },
  },
  {
    paper: '#f3f6f7',
    wall: '#2f4254',
    wood: '#c9a87c',
    fabric: '#8fb1c4',
    accent: '#5f8fa6',
    tints: { ...wet, living: '#f4eee0', bed: '#e2eaf0', kitchen: '#f0ece2' },
  },
  {
    paper: '#fbf6f2',
    wall: '#4a3530',
    wood: '#b98358',
    fabric: '#d99f86',
    accent: '#c4694a',
    tints: { ...wet, living: '#f5e2d0', bed: '#f7e9de' },
  },
  {
    paper: '#f5f7f1',
    wall: '#33423a',
    wood: '#b9966a',
    fabric: '#9fb58f',
    accent: '#7d9a6c',
    tints: { ...wet, living: '#f0e9d2', bed: '#e8eedd' },
  },
  {
    paper: '#ffffff',
    wall: '#26262a',
    wood: '#d8d4cc',
    fabric: '#d2d6da',
    accent: '#b9bdc4',
    tints: { kitchen: '#f4f2ee', bath: '#e8eff1', balcony: '#eef2e8', living: '#faf8f4', bed: '#f6f5f3' },
  },
];

const tiled: ReadonlySet<PlanRoomKind> = new Set(['bath', 'kitchen', 'balcony', 'service', 'warehouse']);
/** No wall stands between these. */
const openRooms: ReadonlySet<PlanRoomKind> = new Set([
  'living',
  'dining',
  'kitchen',
  'hall',
  'foyer',
  'family',
  'studio',
  'desks',
]);
const isOpenTo = (one: PlanRoom, other: PlanRoom) =>
  [one, other].every(({ kind, name }) => openRooms.has(kind) && name !== 'Pantry');

const TOP = 54;
const FOOT = 96;
const GAP = 1.4;
const MOST_PIXELS_A_METRE = 118;

/** A floor plan from above with names and sizes of the rooms; levels stand side by side. Land has a plan of its site. */
export async function drawPlan(rng: Rng, recipe: PlanRecipe): Promise<string> {
  if (recipe.type === 'land') return drawSitePlan(rng, recipe);
  const drawing = new Drawing();
  const look = rng.pick(looks);
  const levels = planLayout(recipe);
  const titles = levels.length > 1 ? 40 : 0;
  const total = (of: (level: PlanLevel) => number) => levels.reduce((sum, level) => sum + of(level), 0);
  const most = (of: (level: PlanLevel) => number) => Math.max(...levels.map(of));
  const gaps = GAP * (levels.length - 1);
  const [broad, high] = [WIDTH - 130, HEIGHT - TOP - FOOT];
  const beside = Math.min(
    broad / (total((level) => level.width) + gaps),
    (high - titles) / most((level) => level.depth),
    MOST_PIXELS_A_METRE,
  );
  const below = Math.min(
    (broad - 150) / most((level) => level.width),
    (high - 24 * levels.length) / total((level) => level.depth),
  );
  const isBelow = levels.length > 1 && below > beside * 1.12;
  const k = isBelow ? below : beside;
  const ink: PlanInk = {
    drawing,
    rng,
    k,
    wood: look.wood,
    fabric: look.fabric,
    accent: look.accent,
    line: look.wall,
  };
  const labels: Label[] = [];
  drawing.rect(0, 0, WIDTH, HEIGHT, look.paper);
  const hasStreet = recipe.type === 'house' || recipe.type === 'duplex' || recipe.type === 'commercial';
  const width = isBelow ? most((level) => level.width) : total((level) => level.width) + gaps;
  const depth = isBelow ? total((level) => level.depth) : most((level) => level.depth);
  let left = (WIDTH - width * k) / 2 + (isBelow ? 60 : 0);
  let upper = TOP + (isBelow ? 0 : titles) + (high - (isBelow ? 24 * levels.length : titles) - depth * k) / 2;
  for (const level of levels) {
    const [x, y] = [left, upper + (hasStreet && !isBelow ? (depth - level.depth) * k : 0)];
    drawing.group({ transform: `translate(${num(x)} ${num(y)})` }, () => drawLevel(ink, level, look, recipe));
    for (const room of level.rooms) labels.push(...roomLabels(drawing, room, { x, y, k, look }));
    const title = isBelow
      ? { x: 40, y: y + (level.depth * k) / 2 - 14, align: 'left' as const }
      : { x: x + (level.width * k) / 2, y: upper - 40 };
    if (level.name) labels.push({ ...title, size: 22, isStrong: true, words: level.name, colour: look.wall });
    const way = level.doors.find(({ to }) => to === null);
    if (way) drawWayIn(drawing, x + doorSpan(way).middle * k, y + way.at * k, look);
    if (isBelow) upper += level.depth * k + 40;
    else left += (level.width + GAP) * k;
  }
  drawFoot(drawing, labels, recipe, { k, look, rng });
  return withLabels(drawing.toString(), labels);
}

interface Place {
  x: number;
  y: number;
  k: number;
  look: PlanLook;
}

/** The name and, below it, the size of a room, as large as the room allows. */
function roomLabels(drawing: Drawing, room: PlanRoom, { x, y, k, look }: Place): Label[] {
  const [w, h] = [room.w * k, room.h * k];
  const [cx, cy] = [x + room.x * k + w / 2, y + room.y * k + h / 2];
  const size = `${room.w.toFixed(1)} × ${room.h.toFixed(1)}`;
  const words = room.name.split(' ');
  const cut = Math.ceil(words.length / 2);
  const fits = (lines: readonly string[], rows: number) =>
    Math.min(22, (w - 10) / (0.6 * Math.max(...lines.map(({ length }) => length))), (h - 8) / (rows * 1.22));
  const whole = [room.name];
  const broken = words.length > 1 ? [words.slice(0, cut).join(' '), words.slice(cut).join(' ')] : whole;
  const hasSize = room.kind !== 'stairs' && room.kind !== 'hall';
  const single = words.length > 2 ? words : broken;
  const options = [whole, broken, single].flatMap((lines) =>
    [hasSize ? [...lines, size] : [], lines].flatMap((all) =>
      all.length > 0 ? [{ all, isSized: all !== lines, type: fits(all, all.length) }] : [],
    ),
  );
  const readable = options.filter(({ type }) => type >= 12.5);
  const best = (
    readable.some(({ isSized }) => isSized) ? readable.filter(({ isSized }) => isSized) : readable
  ).sort((one, other) => other.type - one.type)[0];
  if (!best) return [];
  const { all, isSized, type } = best;
  const line = type * 1.22;
  const broad = Math.max(...all.map(({ length }) => length)) * type * 0.56 + 10;
  const high = line * all.length + 4;
  drawing.rect(cx - broad / 2, cy - high / 2, broad, high, alpha(lighten(tintOf(room, look), 0.35), 0.82), {
    rx: 6,
  });
  return all.map((text, at) => ({
    x: cx,
    y: cy - (line * all.length) / 2 + at * line,
    size: isSized && at === all.length - 1 ? type * 0.9 : type,
    isStrong: !(isSized && at === all.length - 1),
    words: text,
    colour: look.wall,
  }));
}

const tintOf = ({ kind }: PlanRoom, look: PlanLook) =>
  look.tints[kind] ?? mix(look.tints.living ?? '#eed8b6', look.paper, 0.35);

function drawLevel(ink: PlanInk, level: PlanLevel, look: PlanLook, recipe: PlanRecipe): void {
  const { drawing, k } = ink;
  const inside = level.rooms.filter(({ kind }) => kind !== 'balcony');
  const edge = Math.min(...inside.map(({ y }) => y));
  const reach = Math.max(...inside.map(({ y, h }) => y + h)) - edge;
  drawing.rect(7, edge * k + 11, level.width * k, reach * k, alpha('#2a2030', 0.1), { rx: 6 });
  for (const room of level.rooms) drawFloor(ink, room, look);
  for (const room of level.rooms) {
    const own = level.doors.filter(
      ({ from, to }) => level.rooms[from] === room || (to !== null && level.rooms[to] === room),
    );
    const hasDoorAt = (edge: number) => own.some(({ isUpright, at }) => !isUpright && Math.abs(at - edge) < 0.05);
    const middle = room.x + room.w / 2;
    const isDoorLeft = own.some((door) => (door.isUpright ? door.at : doorSpan(door).middle) < middle - 0.1);
    const isTurned = hasDoorAt(room.y) && !hasDoorAt(room.y + room.h);
    const [x, y] = [room.x * k, room.y * k];
    const turn = isTurned
      ? `translate(${num(x + room.w * k)} ${num(y + room.h * k)}) rotate(180)`
      : `translate(${num(x)} ${num(y)})`;
    drawing.group({ transform: turn }, () => furnish(ink, room, recipe.isFurnished, isDoorLeft !== isTurned));
  }
  drawWalls(ink, level.rooms, look);
  drawWindows(ink, level, look, recipe);
  for (const door of level.doors) drawDoor(ink, door, level.rooms, look);
}

function drawFloor({ drawing, k }: PlanInk, room: PlanRoom, look: PlanLook): void {
  const tint = tintOf(room, look);
  const [x, y, w, h] = [room.x * k, room.y * k, room.w * k, room.h * k];
  drawing.rect(x, y, w, h, tint);
  if (!tiled.has(room.kind)) return;
  const step = (room.kind === 'warehouse' ? 3 : 0.5) * k;
  let lines = '';
  for (let py = y + step; py < y + h - 2; py += step) lines += `M${num(x)} ${num(py)}h${num(w)}`;
  for (let px = x + step; px < x + w - 2; px += step) lines += `M${num(px)} ${num(y)}v${num(h)}`;
  drawing.stroke(lines, darken(tint, 0.3), 1, { opacity: 0.16 });
}

function drawWalls({ drawing, k }: PlanInk, rooms: readonly PlanRoom[], look: PlanLook): void {
  const outline = (r: PlanRoom) => rectPath(r.x * k, r.y * k, r.w * k, r.h * k);
  const isOutside = ({ kind }: PlanRoom) => kind === 'balcony';
  const square = { 'stroke-linejoin': 'miter' };
  drawing.stroke(rooms.filter(isOutside).map(outline).join(''), mix(look.wall, '#ffffff', 0.45), 0.07 * k, square);
  const inside = rooms.filter((room) => !isOutside(room));
  drawing.stroke(inside.map(outline).join(''), look.wall, 0.11 * k, square);
  const [x0, y0] = [Math.min(...inside.map(({ x }) => x)), Math.min(...inside.map(({ y }) => y))];
  const x1 = Math.max(...inside.map(({ x, w }) => x + w));
  const y1 = Math.max(...inside.map(({ y, h }) => y + h));
  drawing.stroke(rectPath(x0 * k, y0 * k, (x1 - x0) * k, (y1 - y0) * k), look.wall, 0.16 * k, square);
}

const WALL = 0.18;

function eraseWall(
  { drawing, k }: PlanInk,
  { isUpright, at }: PlanDoor,
  from: number,
  to: number,
  floor: string,
): void {
  if (isUpright) drawing.rect((at - WALL / 2) * k, from * k, WALL * k, (to - from) * k, floor);
  else drawing.rect(from * k, (at - WALL / 2) * k, (to - from) * k, WALL * k, floor);
}

/** The stretch of its wall that a leaf fills. */
function doorSpan({ low, high, to }: PlanDoor): { from: number; to: number; middle: number } {
  const width = Math.min(to === null ? 1 : 0.8, high - low - 0.1);
  const start =
    to === null
      ? low + Math.max(0.15, (high - low) * 0.14)
      : high - low > 2
        ? high - 0.25 - width
        : (low + high - width) / 2;
  return { from: start, to: start + width, middle: start + width / 2 };
}

function drawDoor(ink: PlanInk, door: PlanDoor, rooms: readonly PlanRoom[], look: PlanLook): void {
  const room = rooms[door.from];
  const other = door.to === null ? undefined : rooms[door.to];
  if (!room) return;
  if (other && isOpenTo(room, other)) {
    if (door.high - door.low > 0.5) eraseWall(ink, door, door.low + 0.1, door.high - 0.1, tintOf(room, look));
    return;
  }
  if (room.kind === 'balcony') drawSlidingDoor(ink, door, look);
  else drawSwingDoor(ink, door, room, look);
}

function drawSlidingDoor(ink: PlanInk, door: PlanDoor, look: PlanLook): void {
  const middle = (door.low + door.high) / 2;
  const reach = Math.min(1.2, (door.high - door.low) / 2 - 0.15);
  eraseWall(ink, door, middle - reach, middle + reach, '#ffffff');
  const { drawing, k } = ink;
  for (const [shift, a, b] of [
    [-0.04, middle - reach, middle + 0.1],
    [0.04, middle - 0.1, middle + reach],
  ] as const)
    drawing.stroke(
      `M${num(a * k)} ${num((door.at + shift) * k)}H${num(b * k)}`,
      mix('#6fb0c9', look.wall, 0.2),
      3,
    );
}

function drawSwingDoor(ink: PlanInk, door: PlanDoor, room: PlanRoom, look: PlanLook): void {
  const { drawing, k } = ink;
  const { from, to } = doorSpan(door);
  eraseWall(ink, door, from, to, tintOf(room, look));
  const r = (to - from) * k;
  const isFar = door.isUpright ? room.x + room.w / 2 > door.at : room.y + room.h / 2 > door.at;
  const into = isFar ? 1 : -1;
  const [hx, hy] = door.isUpright ? [door.at * k, to * k] : [to * k, door.at * k];
  const tip = door.isUpright ? [hx + into * r, hy] : [hx, hy + into * r];
  const latch = door.isUpright ? [hx, hy - r] : [hx - r, hy];
  const sweep = door.isUpright === isFar ? 0 : 1;
  const arc = `M${tip.map(num).join(' ')}A${num(r)} ${num(r)} 0 0 ${sweep} ${latch.map(num).join(' ')}`;
  drawing.path(`${arc}L${num(hx)} ${num(hy)}Z`, alpha('#ffffff', 0.45));
  drawing.stroke(arc, look.wall, 1.4, { opacity: 0.55 });
  drawing.stroke(`M${num(hx)} ${num(hy)}L${tip.map(num).join(' ')}`, look.wall, door.to === null ? 5 : 3.5);
}

function drawWindows({ drawing, k }: PlanInk, level: PlanLevel, look: PlanLook, recipe: PlanRecipe): void {
  const isFlat = recipe.type === 'condo' || recipe.type === 'apartment';
  // Flats stand between others; one at the corner has windows on its outer side.
  const [hasLeft, hasRight] = isFlat
    ? [recipe.isCorner && !recipe.isMirrored, recipe.isCorner && recipe.isMirrored]
    : [true, true];
  const inside = level.rooms.filter(({ kind }) => kind !== 'balcony');
  const top = Math.min(...inside.map(({ y }) => y));
  const bottom = Math.max(...inside.map(({ y, h }) => y + h));
  const put = (isUpright: boolean, at: number, middle: number, length: number) => {
    const t = WALL;
    const [x, y, w, h] = isUpright
      ? [at - t / 2, middle - length / 2, t, length]
      : [middle - length / 2, at - t / 2, length, t];
    drawing.rect(x * k, y * k, w * k, h * k, '#ffffff', { stroke: look.wall, 'stroke-width': 1.6 });
    const glass = isUpright ? [x + t / 2 - 0.03, y, 0.06, h] : [x, y + t / 2 - 0.03, w, 0.06];
    drawing.rect((glass[0] ?? 0) * k, (glass[1] ?? 0) * k, (glass[2] ?? 0) * k, (glass[3] ?? 0) * k, '#8fc4d6');
  };
  for (const room of inside) {
    if (room.kind === 'hall' || room.kind === 'store' || room.kind === 'closet' || room.kind === 'foyer') continue;
    const span = (length: number) => Math.min(room.kind === 'bath' ? 0.6 : 2.2, length * 0.5);
    if (hasLeft && room.x < 0.02 && room.h > 1) put(true, 0, room.y + room.h / 2, span(room.h));
    if (hasRight && room.x + room.w > level.width - 0.02 && room.h > 1)
      put(true, level.width, room.y + room.h / 2, span(room.h));
    if (room.y < top + 0.02 && room.w > 1) put(false, top, room.x + room.w / 2, span(room.w));
    if (!isFlat && room.y + room.h > bottom - 0.02 && room.w > 1)
      put(false, bottom, room.x + room.w / 2, span(room.w));
  }
}

function drawWayIn(drawing: Drawing, x: number, y: number, look: PlanLook): void {
  drawing.path(`M${num(x)} ${num(y + 9)}l-11 17h22Z`, look.accent, { stroke: look.wall, 'stroke-width': 1.2 });
}

/** Size, scale and north below the plan. */
function drawFoot(
  drawing: Drawing,
  labels: Label[],
  { areaSqm }: PlanRecipe,
  { k, look, rng }: { k: number; look: PlanLook; rng: Rng },
): void {
  const y = HEIGHT - 46;
  labels.push({
    x: 64,
    y: y - 12,
    size: 24,
    isStrong: true,
    words: `${areaSqm} sqm`,
    colour: look.wall,
    align: 'left',
  });
  labels.push({
    x: 64 + 15 * `${areaSqm} sqm`.length + 14,
    y: y - 7,
    size: 17,
    isStrong: false,
    words: 'sizes in meters, approximate',
    colour: look.wall,
    align: 'left',
  });
  const metres = k > 40 ? 2 : 5;
  const x = WIDTH - 150 - metres * k;
  for (let i = 0; i < metres; i++)
    drawing.rect(x + i * k, y, k, 9, i % 2 === 0 ? look.wall : '#ffffff', {
      stroke: look.wall,
      'stroke-width': 1.4,
    });
  labels.push({
    x: x + (metres * k) / 2,
    y: y - 24,
    size: 16,
    isStrong: false,
    words: `${metres} m`,
    colour: look.wall,
  });
  const [nx, ny] = [WIDTH - 78, y - 6];
  drawing.group(
    { transform: `rotate(${num(rng.pick([-60, -35, -15, 10, 25, 50, 75]))} ${nx} ${num(ny)})` },
    () => {
      drawing.circle(nx, ny, 25, 'none', { stroke: look.wall, 'stroke-width': 1.4 });
      drawing.path(`M${nx} ${num(ny - 30)}l9 34l-9 -6Z`, look.wall);
      drawing.path(`M${nx} ${num(ny - 30)}l-9 34l9 -6Z`, '#ffffff', { stroke: look.wall, 'stroke-width': 1.2 });
    },
  );
  labels.push({ x: nx + 42, y: ny - 11, size: 18, isStrong: true, words: 'N', colour: look.wall });
}
