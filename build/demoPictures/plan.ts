import type { Rng } from '#server/demo/random.ts';
import {
  drawPlanPlant,
  furnish,
  type PlanInk,
  type PlanRoom,
  type PlanRoomKind,
  planLayouts,
} from './planFurniture.ts';
import { drawSitePlan } from './planSite.ts';
import { alpha, Drawing, darken, HEIGHT, lighten, mix, num, rectPath, WIDTH } from './svg.ts';

interface PlanLook {
  paper: string;
  wall: string;
  wood: string;
  fabric: string;
  accent: string;
  tints: Partial<Record<PlanRoomKind, string>>;
}

const base = {
  kitchen: '#f3e2c4',
  bath: '#d3e7ea',
  balcony: '#dfe8cf',
  garage: '#dddbd7',
  hall: '#efe3d0',
  store: '#e3ddd2',
};
const looks: PlanLook[] = [
  {
    paper: '#f6f1e8',
    wall: '#3b3a40',
    wood: '#c39a6c',
    fabric: '#a9b8a4',
    accent: '#c98f5f',
    tints: { ...base, living: '#eed8b6', dining: '#eed8b6', bed: '#e6d3bd' },
  },
  {
    paper: '#eef3f5',
    wall: '#2f4254',
    wood: '#c9a87c',
    fabric: '#8fb1c4',
    accent: '#5f8fa6',
    tints: { ...base, living: '#f0e6d2', dining: '#f0e6d2', bed: '#d9e4ec', kitchen: '#ece6da' },
  },
  {
    paper: '#f7efe9',
    wall: '#4a3530',
    wood: '#b98358',
    fabric: '#d99f86',
    accent: '#c4694a',
    tints: { ...base, living: '#f0d5bb', dining: '#f0d5bb', bed: '#f3e0d2' },
  },
  {
    paper: '#eff2ea',
    wall: '#33423a',
    wood: '#b9966a',
    fabric: '#9fb58f',
    accent: '#7d9a6c',
    tints: { ...base, living: '#e9dfc0', dining: '#e9dfc0', bed: '#e0e7d3' },
  },
];

const hubs: ReadonlySet<PlanRoomKind> = new Set([
  'living',
  'dining',
  'kitchen',
  'hall',
  'desks',
  'shop',
  'lobby',
]);

/** A furnished floor plan from above, or a site plan for land. */
export function drawPlan(rng: Rng, use: keyof typeof planLayouts | 'land'): string {
  if (use === 'land') return drawSitePlan(rng);
  const drawing = new Drawing();
  const look = rng.pick(looks);
  const layout: readonly PlanRoom[] = rng.pick<readonly PlanRoom[]>(planLayouts[use]);
  const size = { w: Math.max(...layout.map((r) => r.x + r.w)), h: Math.max(...layout.map((r) => r.y + r.h)) };
  const [flipX, flipY] = [rng.chance(0.5), rng.chance(0.5)];
  const rooms = layout.map((r) => ({
    ...r,
    x: flipX ? size.w - r.x - r.w : r.x,
    y: flipY ? size.h - r.y - r.h : r.y,
  }));
  const k = Math.min((WIDTH - 240) / size.w, (HEIGHT - 150) / size.h);
  const ink: PlanInk = {
    drawing,
    rng,
    k,
    wood: look.wood,
    fabric: look.fabric,
    accent: look.accent,
    line: look.wall,
  };
  drawing.rect(0, 0, WIDTH, HEIGHT, drawing.diagonal(lighten(look.paper, 0.4), darken(look.paper, 0.06)));
  const [left, top] = [(WIDTH - size.w * k) / 2, (HEIGHT - size.h * k) / 2];
  drawing.group({ transform: `translate(${num(left)} ${num(top)})` }, () => {
    for (const grow of [26, 18, 10])
      drawing.rect(
        -grow * 0.4 + 8,
        -grow * 0.4 + 14,
        size.w * k + grow * 0.8,
        size.h * k + grow * 0.8,
        alpha('#2a2030', 0.05),
        { rx: 16 },
      );
    if (use === 'house' || use === 'duplex') drawGarden(ink, size.w, size.h);
    for (const room of rooms) drawFloor(ink, room, look);
    for (const room of rooms)
      drawing.group({ transform: `translate(${num(room.x * k)} ${num(room.y * k)})` }, () =>
        furnish(ink, room),
      );
    drawWalls(ink, rooms, look);
    drawOpenings(ink, rooms, look);
    drawWindows(ink, rooms, size, look);
  });
  return drawing.toString();
}

function drawGarden(ink: PlanInk, w: number, h: number): void {
  const { drawing, k, rng } = ink;
  drawing.rect(-0.9 * k, -0.7 * k, (w + 1.8) * k, (h + 1.4) * k, '#cfe0b4', { rx: 22 });
  for (let i = 0; i < 26; i++) {
    const onSide = rng.chance(0.5);
    const x = onSide ? (rng.chance(0.5) ? -0.45 : w + 0.45) : rng.range(0, w);
    const y = onSide ? rng.range(0, h) : rng.chance(0.5) ? -0.36 : h + 0.36;
    drawPlanPlant(ink, x, y, rng.range(0.18, 0.32));
  }
}

const tintOf = (room: PlanRoom, look: PlanLook) =>
  look.tints[room.kind] ?? mix(look.tints.living ?? '#eed8b6', '#ffffff', 0.2);

function drawFloor({ drawing, k }: PlanInk, room: PlanRoom, look: PlanLook): void {
  const tint = tintOf(room, look);
  const [x, y, w, h] = [room.x * k, room.y * k, room.w * k, room.h * k];
  drawing.rect(x, y, w, h, drawing.diagonal(lighten(tint, 0.16), tint));
  let lines = '';
  const isTiled =
    room.kind === 'bath' || room.kind === 'kitchen' || room.kind === 'balcony' || room.kind === 'garage';
  const step = (isTiled ? (room.kind === 'bath' ? 0.3 : 0.5) : 0.22) * k;
  for (let py = y + step; py < y + h; py += step) lines += `M${num(x)} ${num(py)}h${num(w)}`;
  if (isTiled) for (let px = x + step; px < x + w; px += step) lines += `M${num(px)} ${num(y)}v${num(h)}`;
  drawing.stroke(lines, darken(tint, 0.35), 1, { opacity: 0.28 });
  drawing.rect(x, y, w, 0.22 * k, drawing.vertical(alpha('#2a2030', 0.14), alpha('#2a2030', 0)));
  drawing.rect(x, y, 0.22 * k, h, drawing.horizontal(alpha('#2a2030', 0.12), alpha('#2a2030', 0)));
}

function drawWalls({ drawing, k }: PlanInk, rooms: readonly PlanRoom[], look: PlanLook): void {
  const outline = (r: PlanRoom) => rectPath(r.x * k, r.y * k, r.w * k, r.h * k);
  const inside = rooms.filter((r) => r.kind !== 'balcony');
  const balconies = rooms.filter((r) => r.kind === 'balcony');
  drawing.stroke(balconies.map(outline).join(''), mix(look.wall, '#ffffff', 0.45), 0.09 * k, {
    'stroke-linejoin': 'miter',
  });
  drawing.stroke(inside.map(outline).join(''), look.wall, 0.19 * k, { 'stroke-linejoin': 'miter' });
}

interface Shared {
  isUpright: boolean;
  at: number;
  from: number;
  to: number;
}

/** The stretch of wall that two rooms share, if it is long enough for an opening. */
function sharedWall(a: PlanRoom, b: PlanRoom): Shared | undefined {
  const near = (p: number, q: number) => Math.abs(p - q) < 0.01;
  const overlap = (p: number, pl: number, q: number, ql: number): [number, number] => [
    Math.max(p, q),
    Math.min(p + pl, q + ql),
  ];
  const upright = near(a.x + a.w, b.x) ? b.x : near(b.x + b.w, a.x) ? a.x : undefined;
  const level = near(a.y + a.h, b.y) ? b.y : near(b.y + b.h, a.y) ? a.y : undefined;
  for (const [at, isUpright] of [
    [upright, true],
    [level, false],
  ] as const) {
    if (at === undefined) continue;
    const [from, to] = isUpright ? overlap(a.y, a.h, b.y, b.h) : overlap(a.x, a.w, b.x, b.w);
    if (to - from >= 1.1) return { isUpright, at, from, to };
  }
  return undefined;
}

function drawOpenings(ink: PlanInk, rooms: readonly PlanRoom[], look: PlanLook): void {
  const joined = new Set<PlanRoom>();
  rooms.forEach((room, index) => {
    if (hubs.has(room.kind)) {
      for (const other of rooms.slice(index + 1).filter((r) => hubs.has(r.kind))) {
        const wall = sharedWall(room, other);
        if (wall)
          eraseWall(ink, { ...wall, from: wall.from + 0.35, to: wall.to - 0.35 }, tintOf(other, look));
      }
      return;
    }
    const partner = rooms.find((r) => hubs.has(r.kind) && sharedWall(room, r));
    const wall = partner && sharedWall(room, partner);
    if (!partner || !wall || joined.has(room)) return;
    joined.add(room);
    if (room.kind === 'balcony') drawSlidingDoor(ink, wall, look);
    else drawSwingDoor(ink, wall, room, look);
  });
}

function eraseWall({ drawing, k }: PlanInk, { isUpright, at, from, to }: Shared, floor: string): void {
  const t = 0.21;
  if (isUpright) drawing.rect((at - t / 2) * k, from * k, t * k, (to - from) * k, floor);
  else drawing.rect(from * k, (at - t / 2) * k, (to - from) * k, t * k, floor);
}

function drawSlidingDoor(ink: PlanInk, wall: Shared, look: PlanLook): void {
  const middle = (wall.from + wall.to) / 2;
  const reach = Math.min(1.6, (wall.to - wall.from) / 2 - 0.2);
  const gap = { ...wall, from: middle - reach, to: middle + reach };
  eraseWall(ink, gap, '#ffffff');
  const { drawing, k } = ink;
  for (const [shift, a, b] of [
    [-0.04, gap.from, middle + 0.1],
    [0.04, middle - 0.1, gap.to],
  ] as const) {
    drawing.stroke(
      wall.isUpright
        ? `M${num((wall.at + shift) * k)} ${num(a * k)}V${num(b * k)}`
        : `M${num(a * k)} ${num((wall.at + shift) * k)}H${num(b * k)}`,
      mix('#6fb0c9', look.wall, 0.15),
      3,
    );
  }
}

function drawSwingDoor(ink: PlanInk, wall: Shared, room: PlanRoom, look: PlanLook): void {
  const { drawing, k } = ink;
  const size = 0.85;
  const from = wall.to - 0.22 - size;
  eraseWall(ink, { ...wall, from, to: from + size }, tintOf(room, look));
  const r = size * k;
  const into = wall.isUpright
    ? room.x + room.w / 2 > wall.at
      ? 1
      : -1
    : room.y + room.h / 2 > wall.at
      ? 1
      : -1;
  const [hx, hy] = wall.isUpright ? [wall.at * k, (from + size) * k] : [(from + size) * k, wall.at * k];
  const tip = wall.isUpright ? [hx + into * r, hy] : [hx, hy + into * r];
  const latch = wall.isUpright ? [hx, hy - r] : [hx - r, hy];
  const sweep = wall.isUpright ? (into > 0 ? 0 : 1) : into > 0 ? 1 : 0;
  const arc = `M${tip.map(num).join(' ')}A${num(r)} ${num(r)} 0 0 ${sweep} ${latch.map(num).join(' ')}`;
  drawing.path(`${arc}L${num(hx)} ${num(hy)}Z`, alpha('#ffffff', 0.4));
  drawing.stroke(arc, look.wall, 1.6, { opacity: 0.55 });
  drawing.stroke(`M${num(hx)} ${num(hy)}L${tip.map(num).join(' ')}`, look.wall, 4.5);
}

function drawWindows(
  { drawing, k }: PlanInk,
  rooms: readonly PlanRoom[],
  size: { w: number; h: number },
  look: PlanLook,
): void {
  const t = 0.2;
  const glass = '#bfe0ea';
  for (const room of rooms.filter((r) => r.kind !== 'balcony' && r.kind !== 'hall' && r.kind !== 'store')) {
    const span = (length: number) => Math.min(room.kind === 'bath' ? 0.8 : 2.4, length * 0.5);
    const put = (isUpright: boolean, at: number, middle: number, length: number) => {
      const [x, y, w, h] = isUpright
        ? [at - t / 2, middle - length / 2, t, length]
        : [middle - length / 2, at - t / 2, length, t];
      drawing.rect(x * k, y * k, w * k, h * k, '#ffffff', { stroke: look.wall, 'stroke-width': 2 });
      drawing.rect(
        (isUpright ? x + 0.06 : x) * k,
        (isUpright ? y : y + 0.06) * k,
        (isUpright ? 0.08 : w) * k,
        (isUpright ? h : 0.08) * k,
        glass,
      );
    };
    if (room.x < 0.01) put(true, 0, room.y + room.h / 2, span(room.h));
    if (room.x + room.w > size.w - 0.01) put(true, size.w, room.y + room.h / 2, span(room.h));
    if (room.y < 0.01) put(false, 0, room.x + room.w / 2, span(room.w));
    if (room.y + room.h > size.h - 0.01) put(false, size.h, room.x + room.w / 2, span(room.w));
  }
}
