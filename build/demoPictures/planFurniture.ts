import type { PlanRoom } from '#server/demo/planLayout.ts';
import type { Rng } from '#server/demo/random.ts';
import { circlePath, type Drawing, darken, lighten, num } from './svg.ts';

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

/** Fittings always, furniture where the home has it; metres from the corner of the room, the way in not on the upper wall. */
export function furnish(ink: PlanInk, room: PlanRoom, isFurnished: boolean, isDoorLeft: boolean): void {
  const fitting = {
    kitchen: furnishKitchen,
    bath: furnishBath,
    service: furnishService,
    stairs: furnishStairs,
    closet: furnishCloset,
  };
  const furniture = {
    living: furnishLiving,
    family: furnishLiving,
    studio: furnishStudio,
    dining: furnishDining,
    bed: (own: PlanInk, place: PlanRoom) => furnishBed(own, place, isDoorLeft),
    helper: furnishHelper,
    balcony: furnishBalcony,
    den: furnishDesk,
    office: furnishDesk,
    desks: furnishDesks,
    meeting: furnishMeeting,
    foyer: () => {},
    hall: () => {},
    shop: furnishShop,
    warehouse: furnishRacks,
    store: furnishStore,
  };
  const { kind } = room;
  if (kind in fitting) fitting[kind as keyof typeof fitting](ink, room);
  else if (isFurnished) furniture[kind as keyof typeof furniture](ink, room);
}

function furnishLiving(ink: PlanInk, { w, h }: PlanRoom): void {
  const cx = w / 2;
  const sofa = Math.min(2.4, w - 0.7);
  piece(ink, cx - sofa / 2, 0.18, sofa, 0.8, ink.fabric, 0.16);
  piece(ink, cx - sofa / 2 + 0.16, 0.38, sofa / 2 - 0.2, 0.54, lighten(ink.fabric, 0.25), 0.1);
  piece(ink, cx + 0.04, 0.38, sofa / 2 - 0.2, 0.54, lighten(ink.fabric, 0.25), 0.1);
  if (h > 3.4) piece(ink, cx - 0.9, h - 0.5, 1.8, 0.32, ink.wood);
  if (w > 4.4) {
    piece(ink, cx + sofa / 2 + 0.25, h * 0.34, 0.72, 0.76, lighten(ink.accent, 0.25), 0.2);
    drawPlanPlant(ink, 0.5, h - 0.6, 0.34);
  }
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

function furnishDining(ink: PlanInk, { w, h }: PlanRoom): void {
  const seats = Math.min(w, h) > 2.6 ? 6 : 4;
  furnishTable(ink, w / 2, h / 2, Math.min(seats === 6 ? 1.9 : 1.2, w - 0.5), 0.85, seats);
}

function furnishKitchen(ink: PlanInk, { w, h, name }: PlanRoom): void {
  const { drawing, k, line } = ink;
  const depth = Math.min(0.6, h * 0.35);
  piece(ink, 0.1, 0.1, w - 0.2, depth, '#f7f4ee', 0.02);
  piece(ink, w * 0.42, 0.16, Math.min(0.6, w * 0.25), depth - 0.14, '#d6dde0', 0.08);
  if (w > 2.2) {
    piece(ink, w - 0.76, 0.1, 0.66, Math.max(depth, 0.62), '#e1e5e7', 0.04);
    drawing.stroke(`M${num((w - 0.76) * k)} ${num(0.46 * k)}H${num((w - 0.1) * k)}`, line, 1.2, { opacity: 0.4 });
  }
  if (name === 'Pantry') return;
  const [sx, sy] = [0.2 * k, 0.18 * k];
  drawing.rect(sx, sy, 0.56 * k, (depth - 0.16) * k, '#4a4d54', { rx: 4 });
  drawing.path(
    [0, 1].map((i) => circlePath(sx + (0.15 + i * 0.26) * k, sy + ((depth - 0.16) / 2) * k, 0.09 * k)).join(''),
    'none',
    { stroke: '#d8dade', 'stroke-width': 1.6 },
  );
  if (w > 3.6 && h > 3.2) piece(ink, w * 0.28, h * 0.62, w * 0.44, 0.7, ink.wood, 0.06);
}

function furnishBed(ink: PlanInk, { w, h }: PlanRoom, isDoorLeft: boolean): void {
  const bw = Math.min(w > 3.2 ? 1.8 : 1.4, w - 0.8);
  const bl = Math.min(2, h - 0.5);
  const x = (w - bw) / 2;
  piece(ink, x, 0.14, bw, bl, '#fbf8f1', 0.08);
  for (const px of [x + 0.08, x + bw / 2 + 0.04]) piece(ink, px, 0.24, bw / 2 - 0.12, 0.36, '#ffffff', 0.12);
  piece(ink, x, 0.76, bw, bl - 0.62, ink.fabric, 0.1);
  piece(ink, x, 0.76, bw, 0.24, lighten(ink.fabric, 0.35), 0.06);
  if (x > 0.5) for (const px of [x - 0.48, x + bw + 0.06]) piece(ink, px, 0.18, 0.42, 0.38, ink.wood);
  if (h > 3.2) {
    const wardrobe = Math.min(2, w * 0.55);
    piece(ink, isDoorLeft ? w - 0.12 - wardrobe : 0.12, h - 0.66, wardrobe, 0.54, lighten(ink.wood, 0.2), 0.03);
  }
}

function furnishBath(ink: PlanInk, { w, h }: PlanRoom): void {
  const { drawing, k, line } = ink;
  const isWide = w >= h;
  const long = Math.max(w, h);
  // The shower takes one end, basin and bowl the wall.
  const shower = Math.min(1, long * 0.36);
  const [sx, sy, sw, sh] = isWide ? [w - shower, 0.08, shower - 0.08, h - 0.16] : [0.08, 0.08, w - 0.16, shower];
  drawing.rect(sx * k, sy * k, sw * k, sh * k, '#c4dfe6', {
    stroke: line,
    'stroke-width': 1.2,
    'stroke-opacity': 0.5,
  });
  drawing.stroke(
    `M${num(sx * k)} ${num(sy * k)}l${num(sw * k)} ${num(sh * k)}m0 ${num(-sh * k)}l${num(-sw * k)} ${num(sh * k)}`,
    line,
    1,
    { opacity: 0.25 },
  );
  const place = (at: number): [number, number] =>
    isWide ? [(w - shower) * at, 0.1] : [0.1, shower + (h - shower) * at];
  const [tx, ty] = place(0.56);
  piece(ink, tx, ty, isWide ? 0.42 : 0.18, isWide ? 0.18 : 0.42, '#ffffff', 0.04);
  disc(ink, isWide ? tx + 0.21 : tx + 0.36, isWide ? ty + 0.36 : ty + 0.21, 0.19, '#ffffff');
  const [bx, by] = place(0.1);
  piece(ink, bx, by, isWide ? 0.5 : 0.4, isWide ? 0.4 : 0.5, '#ffffff', 0.06);
  disc(ink, bx + (isWide ? 0.25 : 0.2), by + (isWide ? 0.2 : 0.25), 0.14, '#d6e6ea');
}

function furnishService(ink: PlanInk, { w, h }: PlanRoom): void {
  const size = Math.min(0.6, w * 0.4, h * 0.4);
  piece(ink, 0.1, 0.1, size, size, '#f2f4f5', 0.05);
  disc(ink, 0.1 + size / 2, 0.1 + size / 2, size * 0.32, '#b9ccd4');
  piece(ink, w - size - 0.1, 0.1, size, size * 0.8, '#d9dcdc', 0.03);
}

function furnishStairs({ drawing, k, line }: PlanInk, { w, h }: PlanRoom): void {
  const isWide = w >= h;
  const [long, short] = isWide ? [w, h] : [h, w];
  let treads = '';
  for (let at = 0.25; at < long - 0.3; at += 0.27)
    treads += isWide ? `M${num(at * k)} 0v${num(h * k)}` : `M0 ${num(at * k)}h${num(w * k)}`;
  drawing.stroke(treads, line, 1.2, { opacity: 0.5 });
  const [from, to, middle] = [0.2 * k, (long - 0.3) * k, (short / 2) * k];
  drawing.stroke(
    isWide
      ? `M${num(from)} ${num(middle)}H${num(to)}m-9 -7l9 7l-9 7`
      : `M${num(middle)} ${num(from)}V${num(to)}m-7 -9l7 9l7 -9`,
    line,
    1.8,
    { opacity: 0.7 },
  );
}

function furnishCloset(ink: PlanInk, { w, h }: PlanRoom): void {
  if (w >= h) piece(ink, 0.08, 0.08, w - 0.16, Math.min(0.5, h * 0.3), lighten(ink.wood, 0.3), 0.02);
  else piece(ink, 0.08, 0.08, Math.min(0.5, w * 0.3), h - 0.16, lighten(ink.wood, 0.3), 0.02);
}

function furnishStudio(ink: PlanInk, { w, h }: PlanRoom): void {
  const bed = Math.min(1.5, w * 0.5);
  piece(ink, w - bed - 0.15, 0.15, bed, 1.95, '#fbf8f1', 0.08);
  piece(ink, w - bed - 0.05, 0.25, bed - 0.2, 0.36, '#ffffff', 0.1);
  piece(ink, w - bed - 0.15, 0.8, bed, 1.3, ink.fabric, 0.1);
  piece(ink, 0.15, h * 0.4, 0.75, Math.min(1.6, h * 0.4), ink.fabric, 0.14);
  piece(ink, 0.15, 0.15, 0.34, Math.min(1.3, h * 0.3), ink.wood, 0.02);
  if (h > 4.4) furnishTable(ink, w * 0.7, h - 1, 0.7, 0.7, 2);
}

function furnishHelper(ink: PlanInk, { h }: PlanRoom): void {
  piece(ink, 0.12, 0.12, 0.8, Math.min(1.85, h - 0.24), '#fbf8f1', 0.06);
  piece(ink, 0.18, 0.18, 0.68, 0.3, '#ffffff', 0.08);
  piece(ink, 0.12, 0.62, 0.8, Math.min(1.3, h - 0.8), lighten(ink.fabric, 0.2), 0.06);
}

function furnishDesk(ink: PlanInk, { w }: PlanRoom): void {
  const desk = Math.min(1.6, w - 0.8);
  disc(ink, w / 2, 0.36, 0.24, ink.fabric);
  piece(ink, w / 2 - desk / 2, 0.62, desk, 0.66, ink.wood, 0.04);
}

function furnishRacks(ink: PlanInk, { w, h }: PlanRoom): void {
  for (let x = 1.4; x < w - 2.4; x += 4.2)
    for (let y = 1.4; y < h * 0.62; y += 3) {
      piece(ink, x, y, 2.8, 1.1, '#c9a06a', 0.03);
      for (let i = 0; i < 3; i++) piece(ink, x + 0.12 + i * 0.9, y + 0.14, 0.74, 0.8, '#e3c48f', 0.03);
    }
}

function furnishBalcony(ink: PlanInk, { w, h }: PlanRoom): void {
  for (let x = 0.5; x < w; x += 1.6) drawPlanPlant(ink, x, h - 0.4, 0.26);
  if (w < 3) return;
  disc(ink, w / 2, h * 0.42, 0.26, ink.wood);
  for (const dx of [-0.62, 0.62]) piece(ink, w / 2 + dx - 0.22, h * 0.42 - 0.22, 0.44, 0.44, ink.fabric, 0.14);
}

function furnishDesks(ink: PlanInk, { w, h }: PlanRoom): void {
  for (let y = 0.8; y < h - 1.6; y += 2.4) {
    for (let x = 0.8; x < w - 1.6; x += 1.6) {
      for (const side of [0, 1]) {
        disc(ink, x + 0.7, y + (side ? 1.65 : -0.12), 0.22, ink.fabric);
        piece(ink, x, y + side * 0.74, 1.45, 0.72, side ? lighten(ink.wood, 0.3) : lighten(ink.wood, 0.36), 0.03);
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
  piece(ink, 0.14, 0.14, w - 0.28, Math.min(0.5, h * 0.3), ink.wood, 0.02);
  for (let x = 0.2; x < Math.min(w - 0.7, 2.4); x += 0.75)
    if (h > 1.6) piece(ink, x, h - 0.75, 0.6, 0.55, '#d9b483', 0.02);
}
