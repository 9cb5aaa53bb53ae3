import type { PlanRecipe } from './pictures.ts';
import { type Rng, streamOf } from './random.ts';

export type PlanRoomKind =
  | 'living'
  | 'studio'
  | 'dining'
  | 'kitchen'
  | 'bed'
  | 'bath'
  | 'hall'
  | 'foyer'
  | 'balcony'
  | 'helper'
  | 'service'
  | 'closet'
  | 'family'
  | 'den'
  | 'store'
  | 'stairs'
  | 'desks'
  | 'meeting'
  | 'office'
  | 'shop'
  | 'warehouse';

/** Metres, from the upper left corner of its level. */
export interface PlanRoom {
  kind: PlanRoomKind;
  name: string;
  x: number;
  y: number;
  w: number;
  h: number;
  /** The name of the bedroom that a private bath or closet belongs to. */
  of?: string;
}

/** A stretch of wall between two rooms, by their places; `to` is null for the way out. */
export interface PlanDoor {
  from: number;
  to: number | null;
  isUpright: boolean;
  at: number;
  low: number;
  high: number;
}

export interface PlanLevel {
  /** Empty for a home on one level. */
  name: string;
  width: number;
  depth: number;
  rooms: PlanRoom[];
  doors: PlanDoor[];
}

/** A room that looks for its place: square metres, wanted and at most. */
interface Wish {
  kind: PlanRoomKind;
  name: string;
  area: number;
  most: number;
  of?: string;
}

/** Least width in metres, longest side by shortest, and how far the size may be from the wanted one. */
const shapes: Record<PlanRoomKind, readonly [least: number, ratio: number]> = {
  living: [2.5, 1.7],
  studio: [2.6, 1.7],
  dining: [1.8, 1.9],
  kitchen: [1.5, 2.1],
  bed: [2.3, 1.5],
  bath: [1.2, 2],
  hall: [0.95, 14],
  foyer: [1.1, 2.2],
  balcony: [0.9, 6],
  helper: [1.5, 1.9],
  service: [1.1, 2.4],
  closet: [1.1, 2.2],
  family: [2.4, 2],
  den: [2, 1.7],
  store: [1.2, 2.4],
  stairs: [1, 3],
  desks: [3, 2],
  meeting: [2.4, 1.8],
  office: [2.3, 1.7],
  shop: [3, 2.4],
  warehouse: [6, 2.4],
};

/** Rooms that lead on to others, the best ones first. */
const hubs: readonly PlanRoomKind[] = [
  'hall',
  'living',
  'foyer',
  'dining',
  'studio',
  'family',
  'desks',
  'shop',
  'warehouse',
  'kitchen',
];
const isHub = ({ kind }: { kind: PlanRoomKind }) => hubs.includes(kind);
const needsWindow: ReadonlySet<PlanRoomKind> = new Set(['bed', 'living', 'studio', 'family']);

const HALL = 1.1;
const DOOR = 0.75;
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
const sum = (wishes: readonly Wish[]) => wishes.reduce((total, { area }) => total + area, 0);
const areaOf = (rooms: readonly PlanRoom[]) => rooms.reduce((total, { w, h }) => total + w * h, 0);

const wish = (kind: PlanRoomKind, name: string, area: number, most = area * 1.6, of?: string): Wish => ({
  kind,
  name,
  area,
  most,
  ...(of === undefined ? {} : { of }),
});

/** A room, or several rooms behind each other. */
type Stack = Wish | readonly Wish[];
const isStack = (stack: Stack): stack is readonly Wish[] => Array.isArray(stack);
const roomsOf = (stacks: readonly Stack[]) => stacks.flat() as Wish[];

/** Rooms beside each other, as wide as their size asks for. */
function rowOf(stacks: readonly Stack[], x: number, y: number, w: number, h: number): PlanRoom[] {
  const total = sum(roomsOf(stacks));
  let left = x;
  return stacks.flatMap((stack) => {
    const own = isStack(stack) ? stack : [stack];
    const size = sum(own);
    const width = (w * size) / total;
    let top = y;
    const rooms = own.map(({ kind, name, area, of }) => {
      const depth = (h * area) / size;
      const room = { kind, name, x: left, y: top, w: width, h: depth, ...(of === undefined ? {} : { of }) };
      top += depth;
      return room;
    });
    left += width;
    return rooms;
  });
}

/** Rows behind each other, as deep as the size of their rooms asks for. */
function rowsOf(rows: readonly (readonly Stack[])[], x: number, y: number, w: number, h: number): PlanRoom[] {
  const filled = rows.filter((row) => row.length > 0);
  const total = sum(filled.flatMap(roomsOf));
  let top = y;
  return filled.flatMap((row) => {
    const depth = (h * sum(roomsOf(row))) / total;
    const rooms = rowOf(row, x, top, w, depth);
    top += depth;
    return rooms;
  });
}

/** A front row and a back row with a hall between them. */
function hallOf(
  front: readonly Stack[],
  back: readonly Stack[],
  x: number,
  y: number,
  w: number,
  h: number,
): PlanRoom[] {
  const [before, behind] = [sum(roomsOf(front)), sum(roomsOf(back))];
  const depth = ((h - HALL) * before) / (before + behind);
  return [
    ...rowOf(front, x, y, w, depth),
    { kind: 'hall', name: 'Hall', x, y: y + depth, w, h: HALL },
    ...rowOf(back, x, y + depth + HALL, w, h - HALL - depth),
  ];
}

/** Makes the sizes add up: rooms grow and shrink alike, none above its most while another can grow. */
function fitted(wishes: readonly Wish[], total: number): Wish[] {
  const full = new Set<Wish>();
  for (;;) {
    const free = wishes.filter((each) => !full.has(each));
    const rest = total - [...full].reduce((used, { most }) => used + most, 0);
    const scale = rest / sum(free);
    const over = free.filter(({ area, most }) => area * scale > most);
    if (over.length === 0 || over.length === free.length)
      return wishes.map((each) => ({ ...each, area: full.has(each) ? each.most : each.area * scale }));
    for (const each of over) full.add(each);
  }
}

/** The stretch of wall that two rooms share. */
function sharedWall(a: PlanRoom, b: PlanRoom): Omit<PlanDoor, 'from' | 'to'> | null {
  const near = (one: number, other: number) => Math.abs(one - other) < 0.02;
  const upright = near(a.x + a.w, b.x) ? b.x : near(b.x + b.w, a.x) ? a.x : null;
  if (upright !== null) {
    const [low, high] = [Math.max(a.y, b.y), Math.min(a.y + a.h, b.y + b.h)];
    if (high - low >= DOOR) return { isUpright: true, at: upright, low, high };
  }
  const level = near(a.y + a.h, b.y) ? b.y : near(b.y + b.h, a.y) ? a.y : null;
  if (level !== null) {
    const [low, high] = [Math.max(a.x, b.x), Math.min(a.x + a.w, b.x + b.w)];
    if (high - low >= DOOR) return { isUpright: false, at: level, low, high };
  }
  return null;
}

/** One way in for each room that leads nowhere else, openings between the others. */
function doorsOf(rooms: readonly PlanRoom[]): { doors: PlanDoor[]; closed: number } {
  const doors: PlanDoor[] = [];
  let closed = 0;
  rooms.forEach((room, from) => {
    const partners = rooms
      .map((other, to) => ({ other, to, wall: sharedWall(room, other) }))
      .filter(({ to, wall }) => wall !== null && to !== from);
    if (isHub(room)) {
      for (const { other, to, wall } of partners)
        if (isHub(other) && to > from && wall) doors.push({ from, to, ...wall });
      return;
    }
    const rank = ({ other }: { other: PlanRoom }) =>
      other.name === room.of ? -1 : isHub(other) ? hubs.indexOf(other.kind) : 99;
    const isOutside = room.kind === 'balcony';
    const best = partners
      .filter((each) => rank(each) < 99 || (isOutside && each.other.kind === 'bed'))
      .sort((one, other) => rank(one) - rank(other))[0];
    if (best?.wall) doors.push({ from, to: best.to, ...best.wall });
    else closed += 1;
  });
  return { doors, closed };
}

interface Windows {
  front: boolean;
  left: boolean;
  right: boolean;
  back: boolean;
}
const everywhere: Windows = { front: true, left: true, right: true, back: true };

/** How little a plan convinces; the plan with the lowest figure is drawn. Not counted to the end above the limit. */
function faultsOf(
  rooms: readonly PlanRoom[],
  wishes: ReadonlyMap<string, number>,
  { w, h }: Size,
  open: Windows,
  limit: number,
): number {
  let faults = 0;
  for (const room of rooms) {
    if (faults > limit) return faults;
    const [least, ratio] = shapes[room.kind];
    const [short, long] = [Math.min(room.w, room.h), Math.max(room.w, room.h)];
    faults += Math.max(0, least - short) * 18 + Math.max(0, long / short - ratio) * 5;
    const size = wishes.get(room.name);
    if (size !== undefined) faults += Math.abs(Math.log((room.w * room.h) / size)) * 3;
    if (!needsWindow.has(room.kind)) continue;
    const isLit =
      (open.front && room.y < 0.01) ||
      (open.back && room.y + room.h > h - 0.01) ||
      (open.left && room.x < 0.01) ||
      (open.right && room.x + room.w > w - 0.01);
    if (!isLit) faults += 12;
  }
  const { doors, closed } = doorsOf(rooms);
  const reached = new Set(doors.flatMap(({ from, to }) => (to === null ? [] : [from, to])));
  const unreached = rooms.filter((room, index) => isHub(room) && !reached.has(index)).length;
  const wrong = doors.filter(({ from, to }) => {
    const { of } = rooms[from] ?? {};
    return of !== undefined && to !== null && rooms[to]?.name !== of;
  });
  return faults + closed * 40 + (rooms.length > 1 ? unreached * 40 : 0) + wrong.length * 5;
}

interface Size {
  w: number;
  h: number;
}

interface Draft {
  w: number;
  h: number;
  rooms: PlanRoom[];
  faults: number;
}

/** Keeps the most convincing of many drafts. */
class Choice {
  private best: Draft | null = null;
  private readonly sizes: ReadonlyMap<string, number>;

  constructor(
    wishes: readonly Wish[],
    private readonly open: Windows = everywhere,
  ) {
    this.sizes = new Map(wishes.map(({ name, area }) => [name, area]));
  }

  offer(rooms: PlanRoom[], { w, h }: Size, handicap = 0): void {
    const limit = (this.best?.faults ?? Number.POSITIVE_INFINITY) - handicap;
    const faults = faultsOf(rooms, this.sizes, { w, h }, this.open, limit) + handicap;
    if (this.best === null || faults < this.best.faults) this.best = { w, h, rooms, faults };
  }

  get draft(): Draft {
    if (!this.best) throw new RangeError('a plan needs a shape');
    return this.best;
  }
}

/** Width by depth. */
const steps = (low: number, high: number, count = 12) =>
  Array.from({ length: count }, (_, at) => low * (high / low) ** (at / (count - 1)));

/** 'Master’s bedroom' first. */
const bedNames = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) =>
    from + at > 0 ? `Bedroom ${from + at + 1}` : count + from === 1 ? 'Bedroom' : 'Master’s bedroom',
  );

function bedWishes(names: readonly string[], area: number): Wish[] {
  return names.map((name) => {
    const isFirst = !/\d/.test(name);
    return wish('bed', name, clamp(6.5 + area * 0.045, 7, 16) * (isFirst ? 1.35 : 1), isFirst ? 34 : 22);
  });
}

/** The first bath is the first bedroom's, the second one everybody's, the next ones other bedrooms'. */
function bathWishes(count: number, beds: readonly string[], area: number): Wish[] {
  const size = clamp(2.6 + area * 0.012, 2.8, 6.5);
  const most = clamp(3.2 + area * 0.025, 3.8, 10);
  if (count === 1) return [wish('bath', 'T&B', size, most)];
  return Array.from({ length: count }, (_, at) => {
    if (at === 0 && beds[0]) return wish('bath', 'Master’s T&B', size * 1.15, most * 1.2, beds[0]);
    if (at === 1) return wish('bath', 'T&B', size, most);
    const own = beds[at - 1];
    if (own) return wish('bath', `T&B ${at}`, size, most, own);
    return at === count - 1
      ? wish('bath', 'Powder room', size * 0.6, 4)
      : wish('bath', `T&B ${at}`, size * 0.8, 5);
  });
}

/** Rooms that take up what large homes have to spare. */
function spareWishes(area: number, wishes: readonly Wish[]): Wish[] {
  const spare: Wish[] = [];
  const candidates = [
    wish('family', 'Family room', clamp(area * 0.1, 12, 40), 60),
    wish('den', 'Study', clamp(area * 0.05, 7, 16), 24),
    wish('store', 'Storage', clamp(area * 0.025, 3, 8), 12),
    wish('family', 'Media room', clamp(area * 0.08, 14, 30), 44),
    wish('den', 'Home gym', clamp(area * 0.05, 10, 20), 30),
  ];
  for (const candidate of candidates) {
    const most = [...wishes, ...spare].reduce((total, each) => total + each.most, 0);
    if (most < area * 1.04) spare.push(candidate);
  }
  return spare;
}

function publicWishes(area: number): Wish[] {
  const share = (part: number, low: number, high: number) => clamp(area * part, low, high);
  if (area < 42)
    return [
      wish('living', 'Living and dining', area * 0.36, area * 0.5),
      wish('kitchen', 'Kitchen', share(0.14, 4, 8), 9),
    ];
  return [
    wish('living', 'Living', share(0.2, 8, 42), 62),
    wish('dining', 'Dining', share(0.11, 5, 24), 34),
    wish('kitchen', 'Kitchen', share(0.09, 5, 18), 24),
    ...(area >= 85 ? [wish('foyer', 'Foyer', share(0.025, 2.4, 8), 12)] : []),
  ];
}

/** A home on one level: the living rooms in the middle, bedrooms in front on one side or both, baths behind them. */
function flatDraft(recipe: PlanRecipe, area: number, rng: Rng): Draft {
  const { bedrooms, bathrooms, type } = recipe;
  if (bedrooms === 0) return studioDraft(bathrooms, area);
  const names = bedNames(bedrooms);
  const base = [
    ...publicWishes(area),
    ...bedWishes(names, area),
    ...bathWishes(bathrooms, names, area),
    ...(recipe.hasHelper ? [wish('helper', 'Helper’s room', clamp(area * 0.045, 4, 8), 10)] : []),
    ...(area >= 30
      ? [wish('service', area < 60 ? 'Laundry' : 'Service area', clamp(area * 0.035, 1.6, 8), 12)]
      : []),
    ...(area >= 70 ? [wish('closet', 'Walk-in closet', clamp(area * 0.03, 2.6, 10), 13, names[0])] : []),
  ];
  const wishes = fitted([...base, ...spareWishes(area, base)], area);
  const pick = (...kinds: PlanRoomKind[]) => wishes.filter(({ kind }) => kinds.includes(kind));
  const beds = pick('bed');
  const total = sum(wishes);
  const choice = new Choice(
    wishes,
    type === 'house' || type === 'duplex'
      ? everywhere
      : { front: true, left: recipe.isCorner, right: false, back: false },
  );
  const lounge = pick('living', 'family');
  const [dining, kitchen, foyer] = [pick('dining'), pick('kitchen'), pick('foyer')];
  for (const ratio of steps(0.62, bedrooms >= 2 ? 2.1 : 1.5, 8)) {
    const w = Math.sqrt(area * ratio);
    const h = area / w;
    for (const grid of gridsOf(wishes)) choice.offer(rowsOf(grid, 0, 0, w, h), { w, h }, rng.range(0, 0.8));
    for (const [onLeft, onRight] of splitsOf(bedrooms))
      for (let variant = 0; variant < 8; variant++) {
        // Without a right wing or a helper's room two variants are alike.
        if ((variant & 1 && onRight === 0) || (variant & 4 && !recipe.hasHelper)) continue;
        const left = beds.slice(0, onLeft);
        const right = beds.slice(onLeft, onLeft + onRight);
        const inLeft = new Set(left.map(({ name }) => name));
        const backs: { left: Wish[]; right: Wish[]; middle: Wish[] } = { left: [], right: [], middle: [] };
        const commonSide = right.length > 0 && variant & 1 ? 'right' : 'left';
        const serviceSide = variant & 2 ? 'middle' : right.length > 0 && !(variant & 1) ? 'right' : 'left';
        const helperSide =
          variant & 4 ? 'middle' : right.length > 1 ? 'right' : left.length > 1 ? 'left' : 'middle';
        for (const each of pick('bath', 'closet', 'service', 'helper', 'store', 'den')) {
          const { kind, name, of } = each;
          if (kind === 'service') backs[serviceSide].push(each);
          else if (kind === 'helper') backs[helperSide].push(each);
          else if (kind === 'store' || kind === 'den') backs[right.length > 1 ? 'right' : 'left'].push(each);
          else if (name === 'Powder room') backs.middle.push(each);
          else backs[of === undefined ? commonSide : inLeft.has(of) ? 'left' : 'right'].push(each);
        }
        // Rooms for everybody lie at the side of the living rooms.
        const inner = (own: readonly Wish[], isLeft: boolean) => {
          const order = own.toSorted((a, b) => Number(a.of === undefined) - Number(b.of === undefined));
          return isLeft ? order : order.toReversed();
        };
        const widthOf = (own: readonly Wish[]) => (w * sum(own)) / total;
        const leftWidth = widthOf([...left, ...backs.left]);
        const rightWidth = widthOf([...right, ...backs.right]);
        const wing = (
          front: readonly Wish[],
          behind: readonly Wish[],
          x: number,
          width: number,
          isLeft: boolean,
        ) => {
          if (front.length === 0) return [];
          const ordered = inner(behind, isLeft);
          return front.length > 1 && behind.length > 0
            ? hallOf(isLeft ? front : front.toReversed(), ordered, x, 0, width, h)
            : rowsOf([front, ordered], x, 0, width, h);
        };
        const wings = [
          ...wing(left, backs.left, 0, leftWidth, true),
          ...wing(right, backs.right, w - rightWidth, rightWidth, false),
        ];
        const behind = [...foyer, ...backs.middle];
        for (const rows of [
          [lounge, dining, [...kitchen, ...behind]],
          [
            [...lounge, ...dining],
            [...kitchen, ...behind],
          ],
          [lounge, [...dining, ...kitchen, ...behind]],
          ...(behind.length > 1 ? [[lounge, [...dining, ...kitchen, behind]]] : []),
        ]) {
          const middle = rowsOf(rows, leftWidth, 0, w - leftWidth - rightWidth, h);
          choice.offer([...middle, ...wings], { w, h }, rng.range(0, 0.8));
        }
      }
  }
  return choice.draft;
}

/** Small homes: bedrooms and living room in front, everything else in a row behind them. */
function gridsOf(wishes: readonly Wish[]): Stack[][][] {
  const pick = (...kinds: PlanRoomKind[]) => wishes.filter(({ kind }) => kinds.includes(kind));
  const beds = pick('bed');
  if (beds.length > 2 || pick('helper', 'den', 'family').length > 0) return [];
  const [first, second = []] = [beds.slice(0, 1), beds.slice(1)];
  const own = pick('bath', 'closet').filter(({ of }) => of !== undefined);
  const shared = pick('bath').filter(({ of }) => of === undefined);
  const [living, dining, kitchen] = [pick('living'), pick('dining'), pick('kitchen')];
  const service = pick('service', 'store');
  const foyer = pick('foyer');
  const back: Stack[] = [...own, ...shared, ...service, ...foyer, ...dining, ...kitchen];
  return [
    [[...first, ...living, ...second], back],
    [[...first, ...second, ...living], back],
    [
      [...first, ...living, ...second],
      [...own, ...shared, ...foyer, ...dining, ...kitchen, ...service],
    ],
    [
      [...first, ...living, ...second],
      [...own, ...foyer, ...dining, ...kitchen, [...shared, ...service]],
    ],
    [
      [...first, ...living, ...second],
      [[...own, ...shared], ...service, ...foyer, ...dining, ...kitchen],
    ],
    [
      [...first, ...living, ...dining, ...second],
      [...own, ...shared, ...service, ...foyer, ...kitchen],
    ],
  ];
}

/** Bedrooms on the left and on the right. */
function splitsOf(bedrooms: number): (readonly [left: number, right: number])[] {
  return Array.from({ length: Math.min(3, bedrooms) }, (_, at) => [at + 1, bedrooms - at - 1] as const).filter(
    ([, right]) => right <= 3,
  );
}

function studioDraft(bathrooms: number, area: number): Draft {
  const wishes = fitted(
    [
      wish('studio', 'Living and sleeping', area * 0.66, area * 0.75),
      ...bathWishes(bathrooms, [], area),
      wish('kitchen', 'Kitchen', clamp(area * 0.17, 3.4, 9), 10),
    ],
    area,
  );
  const choice = new Choice(wishes);
  const [room, ...back] = wishes;
  for (const ratio of steps(0.5, 1.1)) {
    const w = Math.sqrt(area * ratio);
    const h = area / w;
    for (const order of [back, back.toReversed()])
      choice.offer(rowsOf([room ? [room] : [], order], 0, 0, w, h), { w, h });
  }
  return choice.draft;
}

/** Two or three levels: living rooms below, bedrooms above. */
function houseDrafts(recipe: PlanRecipe, area: number, levels: number, rng: Rng): Draft[] {
  const { bedrooms, bathrooms, hasHelper, type } = recipe;
  const floor = area / levels;
  const below = bedrooms >= 4 ? 1 : 0;
  const names = bedNames(bedrooms);
  const above = names.slice(0, bedrooms - below);
  const perLevel = Math.ceil(above.length / (levels - 1));
  const bathsBelow = bathrooms > 1 ? 1 : 0;
  const upper = bathWishes(bathrooms - bathsBelow, above, floor);
  const ground = [
    ...publicWishes(Math.max(43, floor)).filter(({ kind }) => kind !== 'foyer'),
    wish('stairs', 'Stairs', clamp(floor * 0.07, 3.2, 8), 9),
    ...(bathsBelow ? [wish('bath', below ? 'Guest T&B' : 'Powder room', below ? 3.6 : 2, below ? 6 : 4)] : []),
    ...(below ? bedWishes(names.slice(-1), floor) : []),
    ...(hasHelper ? [wish('helper', 'Helper’s room', clamp(floor * 0.06, 4, 9), 11)] : []),
    wish('service', floor > 90 ? 'Dirty kitchen' : 'Service area', clamp(floor * 0.05, 2, 9), 14),
  ];
  const hall = HALL * Math.sqrt(floor);
  const plans = [fitted([...ground, ...spareWishes(floor * 0.95, ground)], floor)];
  for (let level = 1; level < levels; level++) {
    const own = above.slice((level - 1) * perLevel, level * perLevel);
    const isLast = level === levels - 1;
    const baths = upper.filter(({ of, name }) =>
      of ? own.includes(of) : name === 'T&B' ? own.includes(above[1] ?? above[0] ?? '') : isLast,
    );
    const rooms = [
      ...bedWishes(own, floor),
      ...baths,
      wish('stairs', 'Stairs', clamp(floor * 0.07, 3.2, 8), 9),
      ...(level === 1 && floor >= 55
        ? [wish('closet', 'Walk-in closet', clamp(floor * 0.04, 2.6, 12), 15, own[0])]
        : []),
    ];
    plans.push(fitted([...rooms, ...spareWishes(floor - hall, rooms)], floor - hall));
  }
  let best: Draft[] = [];
  let least = Number.POSITIVE_INFINITY;
  const isGrand = floor > 180;
  for (const ratio of type === 'duplex' ? steps(0.4, 0.9, 6) : isGrand ? steps(1, 2.4, 5) : steps(0.55, 1.5, 7)) {
    const w = Math.sqrt(floor * ratio);
    const h = floor / w;
    const drafts = plans.map((wishes, level) =>
      level === 0 ? groundDraft(wishes, w, h) : alongHall(wishes, w, h),
    );
    // Broad levels leave little room for each on the picture.
    const faults =
      drafts.reduce((total, draft) => total + draft.faults, 0) +
      rng.range(0, 1) +
      (isGrand ? 0 : Math.max(0, ratio * levels - 2));
    if (faults < least) [best, least] = [drafts, faults];
  }
  return best;
}

function groundDraft(wishes: readonly Wish[], w: number, h: number): Draft {
  const pick = (...kinds: PlanRoomKind[]) => wishes.filter(({ kind }) => kinds.includes(kind));
  const choice = new Choice(wishes);
  const wing = pick('bed', 'den', 'family');
  const [living, dining, kitchen, service] = [pick('living'), pick('dining'), pick('kitchen'), pick('service')];
  const core = pick('bath', 'stairs');
  const rest = pick('helper', 'store');
  const size = { w, h };
  // Narrow: one room behind the other, a passage beside the stairs.
  const passage = wish('hall', 'Hall', Math.max(2, sum(core) * 0.4));
  for (const middle of [
    [passage, ...core],
    [...core, passage],
    [passage, core],
    [passage, ...core, ...rest],
  ]) {
    const behind = roomsOf(middle).some(({ kind }) => kind === 'helper') ? service : [...service, ...rest];
    const front = [...living, ...wing];
    choice.offer(rowsOf([front, middle, [...dining, ...kitchen, behind]], 0, 0, w, h), size);
    choice.offer(rowsOf([front, middle, dining, [...kitchen, ...behind]], 0, 0, w, h), size);
  }
  // Wider: the living rooms on one side, everything else behind each other on the other side.
  const side = [...wing, ...core, ...rest];
  for (const column of [
    [...side, ...service],
    [...core, ...wing, ...rest, ...service],
    [...wing, ...core.toReversed(), ...rest, ...service],
  ]) {
    const width = (w * sum(column)) / sum(wishes);
    for (const main of [
      [living, dining, kitchen],
      [living, [...dining, ...kitchen]],
    ])
      choice.offer(
        [
          ...rowsOf(main, 0, 0, w - width, h),
          ...rowsOf(
            column.map((each) => [each]),
            w - width,
            0,
            width,
            h,
          ),
        ],
        size,
      );
  }
  if (w * h > 70) {
    const along = alongHall(wishes, w, h, (front) => front.some(({ kind }) => kind === 'living'));
    choice.offer(along.rooms, size);
  }
  return choice.draft;
}

/** Everything along a hall; baths and closets lie between their bedrooms. */
function alongHall(
  wishes: readonly Wish[],
  w: number,
  h: number,
  isFront = (front: readonly Wish[]) => front.some(({ kind }) => kind === 'bed' || kind === 'family'),
): Draft {
  const heads = wishes.filter(({ of }) => of === undefined || !wishes.some(({ name }) => name === of));
  const ownOf = (head: Wish) => wishes.filter(({ of }) => of === head.name);
  const choice = new Choice(wishes);
  // Of many arrangements every fifth or thirteenth is tried.
  const step = heads.length > 9 ? 13 : heads.length > 7 ? 5 : 1;
  for (let places = 1; places < 2 ** heads.length - 1; places += step) {
    const front = heads.filter((_, at) => places & (1 << at));
    const back = heads.filter((_, at) => !(places & (1 << at)));
    if (!isFront(front)) continue;
    for (const isShared of [false, true])
      choice.offer(
        hallOf(columnsOf(front, ownOf, isShared, true), columnsOf(back, ownOf, isShared, false), 0, 0, w, h),
        {
          w,
          h,
        },
      );
  }
  return choice.draft;
}

/** A row along a hall: what belongs to a bedroom stands in one stack beside it, or between two bedrooms. */
function columnsOf(
  heads: readonly Wish[],
  ownOf: (head: Wish) => Wish[],
  isShared: boolean,
  isInFront: boolean,
): Stack[] {
  const columns: Stack[] = [];
  const suites = heads.filter((head) => ownOf(head).length > 0);
  const singles = heads.filter((head) => ownOf(head).length === 0);
  for (let at = 0; at < suites.length; at++) {
    const [one, other] = [suites[at], suites[at + 1]];
    if (!one) continue;
    if (isShared && other) {
      columns.push(one, [...ownOf(one), ...ownOf(other)], other);
      at += 1;
      continue;
    }
    // A small room for everybody shares the stack, at the side of the hall.
    const small = isShared ? singles.findIndex(({ kind }) => kind === 'bath' || kind === 'store') : -1;
    const shared = small < 0 ? [] : singles.splice(small, 1);
    columns.push(one, isInFront ? [...ownOf(one), ...shared] : [...shared, ...ownOf(one)]);
  }
  if (!isShared) return [...columns, ...singles];
  // Small rooms stand behind each other beside the kitchen, from which the farther one is entered.
  const small = singles.filter(({ kind }) => ['bath', 'store', 'helper', 'service'].includes(kind));
  const large = singles.filter((single) => !small.includes(single));
  const pairs = Array.from({ length: Math.ceil(small.length / 2) }, (_, at) => {
    const pair = small.slice(at * 2, at * 2 + 2);
    return isInFront ? pair.toReversed() : pair;
  });
  const kitchen = large.filter(({ kind }) => kind === 'kitchen');
  const others = large.filter(({ kind }) => kind !== 'kitchen');
  return [...columns, ...others, ...pairs.slice(0, 1), ...kitchen, ...pairs.slice(1)];
}

function officeDraft({ bathrooms }: PlanRecipe, area: number): Draft {
  const toilets = Array.from({ length: bathrooms }, (_, at) =>
    wish('bath', bathrooms === 1 ? 'Toilet' : `Toilet ${at + 1}`, clamp(area * 0.025, 2.4, 7), 9),
  );
  const many = (count: number, kind: PlanRoomKind, name: string, size: number) =>
    Array.from({ length: count }, (_, at) => wish(kind, count > 1 ? `${name} ${at + 1}` : name, size, size * 1.5));
  const wishes = fitted(
    [
      wish('desks', 'Open workspace', area * 0.5, area * 0.7),
      wish('foyer', 'Reception', clamp(area * 0.09, 5, 24), 32),
      ...many(area > 250 ? 2 : 1, 'meeting', 'Meeting room', clamp(area * 0.09, 8, 24)),
      ...many(area > 300 ? 3 : area > 140 ? 2 : area > 70 ? 1 : 0, 'office', 'Office', clamp(area * 0.07, 8, 16)),
      wish('kitchen', 'Pantry', clamp(area * 0.05, 3.4, 14), 18),
      ...toilets,
      ...(area > 100 ? [wish('store', 'Storage', clamp(area * 0.03, 3, 10), 12)] : []),
    ],
    area,
  );
  const pick = (...kinds: PlanRoomKind[]) => wishes.filter(({ kind }) => kinds.includes(kind));
  const choice = new Choice(wishes);
  const halves = [toiletsOf(pick('bath'), 0), toiletsOf(pick('bath'), 1)];
  const [foyer, pantry, store] = [pick('foyer'), pick('kitchen'), pick('store')];
  const side = [...pick('meeting'), ...pick('office')];
  for (const ratio of steps(0.8, 2.1, 16)) {
    const w = Math.sqrt(area * ratio);
    const h = area / w;
    for (const back of [
      [...pantry, ...pick('bath'), ...foyer, ...store],
      [...pantry, pick('bath'), ...foyer, ...store],
      [...pantry, ...halves.slice(0, 1), ...foyer, ...halves.slice(1), ...store],
      [...pantry, pick('bath'), ...foyer, store],
    ] as Stack[][]) {
      const row = back.filter((stack) => !isStack(stack) || stack.length > 0);
      const depth = (h * sum(roomsOf(row))) / area;
      const width = (w * sum(side)) / (area - sum(roomsOf(row)));
      choice.offer(
        [
          ...rowsOf([pick('desks')], 0, 0, w - width, h - depth),
          ...rowsOf(
            side.map((each) => [each]),
            w - width,
            0,
            width,
            h - depth,
          ),
          ...rowsOf([row], 0, h - depth, w, depth),
        ],
        { w, h },
      );
      choice.offer(rowsOf([side, pick('desks'), row], 0, 0, w, h), { w, h });
    }
  }
  return choice.draft;
}

const toiletsOf = (toilets: readonly Wish[], half: 0 | 1) => toilets.filter((_, at) => at % 2 === half);

const WAREHOUSE_SQM = 400;

/** A shop, a warehouse, or a whole building: a shop below, offices above. */
function shopDrafts({ bathrooms, storeys, areaSqm }: PlanRecipe, area: number): Draft[] {
  const floor = area / storeys;
  const isWarehouse = storeys === 1 && areaSqm >= WAREHOUSE_SQM;
  const plans = Array.from({ length: storeys }, (_, level) => {
    const here = Math.floor(bathrooms / storeys) + (level < bathrooms % storeys ? 1 : 0);
    const main = isWarehouse
      ? wish('warehouse', 'Warehouse floor', floor * 0.85, floor)
      : level === 0
        ? wish('shop', 'Shop floor', floor * 0.75, floor)
        : wish('desks', 'Open floor', floor * 0.8, floor);
    return fitted(
      [
        main,
        ...(isWarehouse ? [wish('office', 'Office', clamp(floor * 0.05, 12, 40), 60)] : []),
        ...(level === 0 && !isWarehouse ? [wish('store', 'Storage', clamp(floor * 0.1, 4, 24), 32)] : []),
        wish('kitchen', 'Pantry', clamp(floor * 0.05, 3, 10), 14),
        ...Array.from({ length: here }, (_, at) =>
          wish('bath', here > 1 ? `Toilet ${at + 1}` : 'Toilet', clamp(floor * 0.03, 2.4, 8), 10),
        ),
        ...(storeys > 1 ? [wish('stairs', 'Stairs', clamp(floor * 0.06, 5, 14), 18)] : []),
      ],
      floor,
    );
  });
  let best: Draft[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const ratio of steps(0.5, storeys > 1 ? 0.9 : 1.6)) {
    const w = Math.sqrt(floor * ratio);
    const h = floor / w;
    const drafts = plans.map(([main, ...back]) => {
      const choice = new Choice([]);
      const front = main ? [main] : [];
      choice.offer(rowsOf([front, back], 0, 0, w, h), { w, h });
      const width = (w * sum(back)) / floor;
      const column = back.map((each) => [each]);
      choice.offer([...rowsOf([front], 0, 0, w - width, h), ...rowsOf(column, w - width, 0, width, h)], { w, h });
      return choice.draft;
    });
    const faults = drafts.reduce((total, draft) => total + draft.faults, 0);
    if (faults < least) [best, least] = [drafts, faults];
  }
  return best;
}

/** The balcony lies before the living room, upstairs before the first bedroom. */
function withBalcony({ w, h, rooms, faults }: Draft, area: number): Draft {
  const host =
    rooms.find(({ kind }) => kind === 'living' || kind === 'studio') ??
    rooms.find(({ kind, y }) => kind === 'bed' && y < 0.01);
  if (!host) return { w, h, rooms, faults };
  const width = clamp(host.w, 1.4, Math.max(1.6, area / 0.95));
  const depth = area / width;
  const balcony = {
    kind: 'balcony',
    name: 'Balcony',
    x: host.x + (host.w - width) / 2,
    y: 0,
    w: width,
    h: depth,
  } as const;
  return { w, h: h + depth, rooms: [balcony, ...rooms.map((room) => ({ ...room, y: room.y + depth }))], faults };
}

const levelNames = ['Ground floor', 'Second floor', 'Third floor', 'Fourth floor'];
const entrances: readonly PlanRoomKind[] = [
  'foyer',
  'shop',
  'warehouse',
  'living',
  'kitchen',
  'dining',
  'studio',
  'hall',
  'desks',
];

/** The way in: flats from the corridor at the back, houses and shops from the street in front. */
function entranceOf(rooms: readonly PlanRoom[], edge: number): PlanDoor | null {
  const along = (room: PlanRoom) => Math.abs((edge === 0 ? room.y : room.y + room.h) - edge) < 0.02;
  const [kind] = entrances.filter((each) =>
    rooms.some((room) => room.kind === each && along(room) && room.w > 0.95),
  );
  const from = rooms.findIndex((room) => room.kind === kind && along(room) && room.w > 0.95);
  const room = rooms[from];
  return room ? { from, to: null, isUpright: false, at: edge, low: room.x, high: room.x + room.w } : null;
}

/**
 * The rooms of a plan, level by level, in metres: bedrooms, baths, balcony and helper's room as the recipe says, their sizes together the
 * home's. Houses and shops face the street at the lower edge, flats have their windows at the upper one.
 */
export function planLayout(recipe: PlanRecipe): PlanLevel[] {
  const { type, areaSqm, storeys, hasBalcony } = recipe;
  if (type === 'land') return [];
  const rng = streamOf(`plan ${type} ${recipe.bedrooms} ${areaSqm} ${recipe.seed}`);
  const balcony = hasBalcony ? clamp(areaSqm * 0.06, 1.6, 12) : 0;
  const area = areaSqm - balcony;
  const drafts =
    type === 'office'
      ? [officeDraft(recipe, area)]
      : type === 'commercial'
        ? shopDrafts(recipe, area)
        : storeys > 1
          ? houseDrafts(recipe, area, storeys, rng)
          : [flatDraft(recipe, area, rng)];
  const hasStreet = type === 'house' || type === 'duplex' || type === 'commercial';
  const balconyLevel = Math.min(1, drafts.length - 1);
  return drafts.map((draft, level) => {
    const whole = hasBalcony && level === balconyLevel ? withBalcony(draft, balcony) : draft;
    const turned = whole.rooms.map((room) => ({
      ...room,
      x: recipe.isMirrored ? whole.w - room.x - room.w : room.x,
      y: hasStreet ? whole.h - room.y - room.h : room.y,
    }));
    const entrance = level === 0 ? entranceOf(turned, whole.h) : null;
    return {
      name: drafts.length > 1 ? (levelNames[level] ?? '') : '',
      width: whole.w,
      depth: whole.h,
      rooms: turned,
      doors: [...doorsOf(turned).doors, ...(entrance ? [entrance] : [])],
    };
  });
}

/** Square metres of all rooms. */
export const planArea = (levels: readonly PlanLevel[]) => areaOf(levels.flatMap(({ rooms }) => rooms));
