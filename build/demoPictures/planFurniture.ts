import type { Rng } from '#server/demo/random.ts';
import { circlePath, type Drawing, darken, lighten, num } from './svg.ts';

export type PlanRoomKind =
  | 'living'
  | 'dining'
  | 'kitchen'
  | 'bed'
  | 'bath'
  | 'hall'
  | 'balcony'
  | 'garage'
  | 'desks'
  | 'meeting'
  | 'lobby'
  | 'shop'
  | 'store';

/** Metres, from the upper left corner. */
export interface PlanRoom {
  kind: PlanRoomKind;
  x: number;
  y: number;
  w: number;
  h: number;
}

const room = (kind: PlanRoomKind, x: number, y: number, w: number, h: number): PlanRoom => ({
  kind,
  x,
  y,
  w,
  h,
});

const studio = [
  room('bath', 0, 0, 2.6, 2.6),
  room('kitchen', 2.6, 0, 2.9, 2.6),
  room('living', 0, 2.6, 5.5, 4.4),
  room('bed', 5.5, 0, 4, 5.2),
  room('balcony', 5.5, 5.2, 4, 1.8),
];
const twoBedrooms = [
  room('bed', 0, 0, 4, 4),
  room('bath', 4, 0, 2.4, 4),
  room('kitchen', 6.4, 0, 5.6, 3.4),
  room('bed', 0, 4, 4, 4),
  room('living', 4, 4, 8, 2.8),
  room('hall', 6.4, 3.4, 5.6, 0.6),
  room('balcony', 4, 6.8, 8, 1.2),
];
const threeBedrooms = [
  room('bed', 0, 0, 4, 4.2),
  room('bath', 4, 0, 2.4, 2.6),
  room('hall', 4, 2.6, 2.4, 1.6),
  room('bed', 6.4, 0, 3.8, 4.2),
  room('bed', 10.2, 0, 3.8, 4.2),
  room('kitchen', 0, 4.2, 4, 4.8),
  room('dining', 4, 4.2, 3.6, 4.8),
  room('living', 7.6, 4.2, 6.4, 3.4),
  room('balcony', 7.6, 7.6, 6.4, 1.4),
];
const oneBedroom = [
  room('bed', 0, 0, 4.2, 4.6),
  room('bath', 0, 4.6, 2.6, 2.6),
  room('hall', 2.6, 4.6, 1.6, 2.6),
  room('kitchen', 4.2, 4.4, 3, 2.8),
  room('living', 4.2, 0, 5.6, 4.4),
  room('dining', 7.2, 4.4, 2.6, 2.8),
];
const house = [
  room('garage', 0, 0, 4, 5.4),
  room('kitchen', 4, 0, 4, 3.6),
  room('dining', 8, 0, 5, 3.6),
  room('living', 4, 3.6, 5.4, 5.4),
  room('bed', 9.4, 3.6, 3.6, 5.4),
  room('bath', 0, 5.4, 4, 3.6),
];
const bigHouse = [
  room('bed', 0, 0, 4.2, 4),
  room('bath', 4.2, 0, 2.4, 4),
  room('bed', 6.6, 0, 3.8, 4),
  room('garage', 10.4, 0, 4, 5.4),
  room('living', 0, 4, 6.6, 5),
  room('dining', 6.6, 4, 3.8, 5),
  room('kitchen', 10.4, 5.4, 4, 3.6),
];
const half = (x: number, flip: boolean): PlanRoom[] => {
  const rooms = [
    room('kitchen', 0, 0, 3.4, 5.2),
    room('bath', 3.4, 0, 3.6, 2),
    room('bed', 3.4, 2, 3.6, 3.2),
    room('living', 0, 5.2, 7, 3.8),
  ];
  return rooms.map((r) => ({ ...r, x: x + (flip ? 7 - r.x - r.w : r.x) }));
};
const duplexPair = [...half(0, false), ...half(7, true)];
const officeFloor = [
  room('desks', 0, 0, 9, 5.8),
  room('meeting', 9, 0, 5, 4.2),
  room('lobby', 9, 4.2, 5, 4.6),
  room('kitchen', 0, 5.8, 4, 3),
  room('bath', 4, 5.8, 2.5, 3),
  room('bath', 6.5, 5.8, 2.5, 3),
];
const officeWing = [
  room('meeting', 0, 0, 4.4, 4),
  room('meeting', 0, 4, 4.4, 4.6),
  room('desks', 4.4, 0, 9.2, 5.6),
  room('lobby', 4.4, 5.6, 4.6, 3),
  room('bath', 9, 5.6, 2, 3),
  room('kitchen', 11, 5.6, 2.6, 3),
];
const shopUnit = [
  room('shop', 0, 0, 8.4, 8.6),
  room('store', 8.4, 0, 3.6, 3.8),
  room('bath', 8.4, 3.8, 3.6, 2.2),
  room('kitchen', 8.4, 6, 3.6, 2.6),
];
const shopCorner = [
  room('store', 0, 0, 3.4, 3.6),
  room('bath', 3.4, 0, 2.4, 3.6),
  room('kitchen', 5.8, 0, 6.4, 3.6),
  room('shop', 0, 3.6, 12.2, 5.2),
];

export const planLayouts = {
  condo: [studio, twoBedrooms, threeBedrooms, oneBedroom],
  apartment: [studio, twoBedrooms, oneBedroom, threeBedrooms],
  house: [house, bigHouse, threeBedrooms],
  duplex: [duplexPair],
  office: [officeFloor, officeWing],
  commercial: [shopUnit, shopCorner],
} as const satisfies Record<string, readonly PlanRoom[][]>;

export interface PlanInk {
  drawing: Drawing;
  rng: Rng;
  /** Pixels per metre. */
  k: number;
  wood: string;
  fabric: string;
  accent: string;
  line: string;
}

/** A piece seen from above with a small shadow; metres inside the room. */
function piece(ink: PlanInk, x: number, y: number, w: number, h: number, fill: string, radius = 0.06): void {
  const { drawing, k, line } = ink;
  drawing.rect(x * k + 3, y * k + 4, w * k, h * k, '#2a203022', { rx: radius * k });
  drawing.rect(x * k, y * k, w * k, h * k, fill, {
    rx: radius * k,
    stroke: line,
    'stroke-width': 1.4,
    'stroke-opacity': 0.55,
  });
}

function disc(ink: PlanInk, x: number, y: number, r: number, fill: string): void {
  const { drawing, k, line } = ink;
  drawing.circle(x * k + 3, y * k + 4, r * k, '#2a203022');
  drawing.circle(x * k, y * k, r * k, fill, { stroke: line, 'stroke-width': 1.4, 'stroke-opacity': 0.55 });
}

export function drawPlanPlant(ink: PlanInk, x: number, y: number, r: number): void {
  const { drawing, k, rng } = ink;
  const [cx, cy, s] = [x * k, y * k, r * k];
  drawing.circle(cx + 3, cy + 4, s, '#2a203022');
  const leaves = (scale: number, turn: number) =>
    Array.from({ length: 8 }, (_, i) => {
      const a = (i / 8) * Math.PI * 2 + turn;
      return circlePath(
        cx + Math.cos(a) * s * 0.55 * scale,
        cy + Math.sin(a) * s * 0.55 * scale,
        s * 0.42 * scale,
      );
    }).join('');
  const green = rng.pick(['#7fae6b', '#6fa070', '#8fb562']);
  drawing.path(leaves(1, 0), darken(green, 0.12));
  drawing.path(leaves(0.72, 0.4), green);
  drawing.path(leaves(0.4, 0.1), lighten(green, 0.25));
}

export function furnish(ink: PlanInk, room: PlanRoom): void {
  const draw = {
    living: furnishLiving,
    dining: furnishDining,
    kitchen: furnishKitchen,
    bed: furnishBed,
    bath: furnishBath,
    hall: () => {},
    balcony: furnishBalcony,
    garage: furnishGarage,
    desks: furnishDesks,
    meeting: furnishMeeting,
    lobby: furnishLobby,
    shop: furnishShop,
    store: furnishStore,
  }[room.kind];
  draw(ink, room);
}

function furnishLiving(ink: PlanInk, { w, h }: PlanRoom): void {
  const cx = w / 2;
  const rugW = Math.min(3, w - 1.6);
  piece(ink, cx - rugW / 2, h * 0.28, rugW, h * 0.44, lighten(ink.accent, 0.62), 0.04);
  const sofa = Math.min(2.4, w - 1.4);
  piece(ink, cx - sofa / 2, 0.22, sofa, 0.82, ink.fabric, 0.16);
  piece(ink, cx - sofa / 2 + 0.2, 0.46, sofa / 2 - 0.22, 0.52, lighten(ink.fabric, 0.25), 0.1);
  piece(ink, cx + 0.02, 0.46, sofa / 2 - 0.22, 0.52, lighten(ink.fabric, 0.25), 0.1);
  piece(ink, cx - 0.5, h * 0.42, 1, 0.5, ink.wood, 0.08);
  disc(ink, cx + 0.22, h * 0.42 + 0.25, 0.12, '#8fb562');
  piece(ink, cx - 0.9, h - 0.55, 1.8, 0.32, ink.wood);
  ink.drawing.rect((cx - 0.65) * ink.k, (h - 0.4) * ink.k, 1.3 * ink.k, 4, '#33363c');
  if (w > 4.6) {
    piece(ink, cx + sofa / 2 + 0.2, h * 0.36, 0.72, 0.76, lighten(ink.accent, 0.25), 0.2);
    drawPlanPlant(ink, 0.5, h - 0.6, 0.34);
  }
  if (w > 6) furnishTable(ink, w - 1.25, h / 2, 1.1, 0.8, 4);
}

function furnishTable(ink: PlanInk, x: number, y: number, w: number, h: number, seats: number): void {
  const rows = seats / 2;
  for (let i = 0; i < rows; i++) {
    const sx = x - w / 2 + ((i + 0.5) * w) / rows - 0.2;
    piece(ink, sx, y - h / 2 - 0.3, 0.4, 0.4, lighten(ink.fabric, 0.2), 0.12);
    piece(ink, sx, y + h / 2 - 0.1, 0.4, 0.4, lighten(ink.fabric, 0.2), 0.12);
  }
  piece(ink, x - w / 2, y - h / 2, w, h, ink.wood, 0.1);
  disc(ink, x, y, 0.13, '#8fb562');
}

const furnishDining = (ink: PlanInk, { w, h }: PlanRoom) => {
  furnishTable(ink, w / 2, h / 2, Math.min(1.9, w - 1), 0.95, 6);
  drawPlanPlant(ink, w - 0.5, 0.5, 0.3);
};

function furnishKitchen(ink: PlanInk, { w, h }: PlanRoom): void {
  const { drawing, k, line } = ink;
  const top = '#f2eee6';
  piece(ink, 0.12, 0.12, w - 0.24, 0.6, top, 0.02);
  piece(ink, 0.12, 0.72, 0.6, Math.max(0.4, h - 1.7), top, 0.02);
  piece(ink, w * 0.4, 0.2, 0.62, 0.44, '#d6dde0', 0.08);
  const [sx, sy] = [0.2 * k, Math.min(h - 1.4, 1.1) * k];
  drawing.rect(sx, sy, 0.46 * k, 0.56 * k, '#4a4d54', { rx: 4 });
  drawing.path(
    [0, 1]
      .flatMap((i) =>
        [0, 1].map((j) => circlePath(sx + (0.13 + i * 0.2) * k, sy + (0.16 + j * 0.24) * k, 0.07 * k)),
      )
      .join(''),
    'none',
    { stroke: '#d8dade', 'stroke-width': 1.6 },
  );
  piece(ink, w - 0.84, 0.12, 0.7, 0.7, '#e1e5e7', 0.04);
  drawing.stroke(`M${num((w - 0.84) * k)} ${num(0.5 * k)}H${num((w - 0.14) * k)}`, line, 1.2, {
    opacity: 0.4,
  });
  if (w > 3.4 && h > 2.5) piece(ink, w * 0.36, h * 0.56, w * 0.42, 0.7, ink.wood, 0.06);
}

function furnishBed(ink: PlanInk, { w, h }: PlanRoom): void {
  const bw = Math.min(1.8, w - 1.5);
  const bl = Math.min(2.05, h - 0.9);
  const x = (w - bw) / 2;
  piece(ink, x - 0.35, 0.9, bw + 0.7, bl - 0.2, lighten(ink.accent, 0.65), 0.05);
  piece(ink, x, 0.16, bw, bl, '#fbf8f1', 0.08);
  for (const px of [x + 0.1, x + bw / 2 + 0.05]) piece(ink, px, 0.26, bw / 2 - 0.15, 0.4, '#ffffff', 0.12);
  piece(ink, x, 0.82, bw, bl - 0.66, ink.fabric, 0.1);
  piece(ink, x, 0.82, bw, 0.26, lighten(ink.fabric, 0.35), 0.06);
  for (const px of [x - 0.56, x + bw + 0.1]) {
    piece(ink, px, 0.18, 0.46, 0.42, ink.wood);
    disc(ink, px + 0.23, 0.39, 0.13, '#fff0c9');
  }
  piece(ink, 0.14, h - 0.72, Math.min(2.2, w - 1.5), 0.58, lighten(ink.wood, 0.2), 0.03);
}

function furnishBath(ink: PlanInk, { w, h }: PlanRoom): void {
  const isWide = w >= h;
  const tub: [number, number, number, number] = isWide
    ? [w - 0.9, 0.16, 0.74, Math.min(1.6, h - 0.32)]
    : [0.16, h - 0.92, Math.min(1.6, w - 0.32), 0.76];
  piece(ink, ...tub, '#ffffff', 0.14);
  piece(ink, tub[0] + 0.1, tub[1] + 0.1, tub[2] - 0.2, tub[3] - 0.2, '#cfe6ea', 0.22);
  piece(ink, 0.16, 0.14, Math.min(1.1, w * 0.42), 0.5, ink.wood, 0.03);
  disc(ink, 0.16 + Math.min(1.1, w * 0.42) / 2, 0.4, 0.17, '#ffffff');
  const tx = isWide ? w * 0.56 : w - 0.62;
  const ty = isWide ? 0.14 : h * 0.36;
  piece(ink, tx, ty, 0.44, 0.2, '#ffffff', 0.04);
  disc(ink, tx + 0.22, ty + 0.42, 0.21, '#ffffff');
}

function furnishBalcony(ink: PlanInk, { w, h }: PlanRoom): void {
  for (let x = 0.5; x < w; x += 1.6) drawPlanPlant(ink, x, h - 0.4, 0.26);
  if (w < 3) return;
  disc(ink, w / 2, h * 0.42, 0.26, ink.wood);
  for (const dx of [-0.62, 0.62])
    piece(ink, w / 2 + dx - 0.22, h * 0.42 - 0.22, 0.44, 0.44, ink.fabric, 0.14);
}

function furnishGarage(ink: PlanInk, { w, h }: PlanRoom): void {
  const [x, y, cw, ch] = [w / 2 - 0.95, h / 2 - 2.2, 1.9, 4.4];
  const colour = ink.rng.pick(['#c9472f', '#5b7288', '#e6e2da', '#d8b04c']);
  piece(ink, x, y, cw, ch, colour, 0.5);
  piece(ink, x + 0.2, y + 1, cw - 0.4, 0.75, '#3d4f5c', 0.2);
  piece(ink, x + 0.22, y + 1.75, cw - 0.44, 1.35, lighten(colour, 0.2), 0.1);
  piece(ink, x + 0.24, y + 3.1, cw - 0.48, 0.5, '#3d4f5c', 0.16);
}

function furnishDesks(ink: PlanInk, { w, h }: PlanRoom): void {
  for (let y = 0.8; y < h - 1.6; y += 2.4) {
    for (let x = 0.8; x < w - 1.6; x += 1.6) {
      for (const side of [0, 1]) {
        disc(ink, x + 0.7, y + (side ? 1.65 : -0.12), 0.22, ink.fabric);
        piece(
          ink,
          x,
          y + side * 0.74,
          1.45,
          0.72,
          side ? lighten(ink.wood, 0.3) : lighten(ink.wood, 0.36),
          0.03,
        );
        ink.drawing.rect((x + 0.4) * ink.k, (y + (side ? 0.82 : 0.58)) * ink.k, 0.62 * ink.k, 4, '#33363c');
      }
    }
  }
  drawPlanPlant(ink, w - 0.5, h - 0.5, 0.34);
}

const furnishMeeting = (ink: PlanInk, { w, h }: PlanRoom) => {
  piece(ink, 0.7, 0.7, w - 1.4, h - 1.4, lighten(ink.accent, 0.62), 0.06);
  furnishTable(ink, w / 2, h / 2, Math.min(2.8, w - 1.4), 1.2, 8);
};

function furnishLobby(ink: PlanInk, { w, h }: PlanRoom): void {
  piece(ink, w * 0.25, h * 0.55, w * 0.5, 0.6, ink.wood, 0.2);
  disc(ink, w / 2, h * 0.55 + 0.95, 0.24, ink.fabric);
  piece(ink, 0.3, 0.4, 0.75, 1.6, ink.fabric, 0.16);
  disc(ink, 1.55, 1.2, 0.32, lighten(ink.wood, 0.2));
  drawPlanPlant(ink, w - 0.55, 0.6, 0.36);
  drawPlanPlant(ink, w - 0.55, h - 0.6, 0.3);
}

function furnishShop(ink: PlanInk, { w, h }: PlanRoom): void {
  piece(ink, 0.15, 0.15, w - 1.4, 0.5, ink.wood, 0.02);
  piece(ink, 0.15, 0.65, 0.5, h - 2.2, ink.wood, 0.02);
  for (let x = 1.6; x < w - 2; x += 2.3)
    for (let y = 1.7; y < h - 1.6; y += 1.9) {
      piece(ink, x, y, 1.5, 0.8, lighten(ink.wood, 0.3), 0.05);
      for (let i = 0; i < 3; i++)
        piece(
          ink,
          x + 0.12 + i * 0.44,
          y + 0.15,
          0.36,
          0.5,
          [ink.accent, ink.fabric, lighten(ink.accent, 0.4)][i] ?? ink.accent,
          0.04,
        );
    }
  piece(ink, w - 1.5, h - 2.4, 0.65, 1.7, ink.accent, 0.08);
  drawPlanPlant(ink, 0.5, h - 0.55, 0.34);
}

function furnishStore(ink: PlanInk, { w, h }: PlanRoom): void {
  piece(ink, 0.14, 0.14, w - 0.28, 0.5, ink.wood, 0.02);
  for (let i = 0; i < 5; i++)
    piece(ink, 0.3 + (i % 3) * 0.85, h - 0.85 - Math.floor(i / 3) * 0.7, 0.62, 0.55, '#d9b483', 0.02);
}
