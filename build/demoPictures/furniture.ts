import type { Box } from './camera.ts';
import { drawBooks, drawVase, upright } from './decor.ts';
import { type Room, solid } from './room.ts';
import { alpha, darken, lighten, mix, num } from './svg.ts';

/** A soft dark patch where furniture meets the floor. */
export function contactShadow(
  { stage, drawing }: Room,
  x: number,
  z: number,
  w: number,
  d: number,
  opacity = 0.4,
): void {
  const [sx, sy] = stage.camera.project([x + w / 2, 0, z + d / 2]);
  const scale = stage.camera.scaleAt([x, 0, z + d / 2]);
  const [, near] = stage.camera.project([x, 0, z - d * 0.3]);
  const [, far] = stage.camera.project([x, 0, z + d * 1.2]);
  drawing.glow(sx, sy, w * scale * 0.68, (near - far) * 0.62, '#1c1526', opacity);
}

/** A padded block: rounded corners, a light upper edge. */
export function padded(room: Room, box: Box, colour: string, soft = 10): void {
  const scale = room.stage.camera.scaleAt([box.x, box.y, box.z]) / 130;
  room.stage.box(box, solid(room, colour), soft * scale);
}

/** A cushion leaning at (x, y) on the plane z; size in metres. */
export function drawCushion(
  room: Room,
  x: number,
  y: number,
  z: number,
  size: number,
  colour: string,
  tilt: number,
): void {
  const { drawing } = room;
  const { sx, sy, scale } = upright(room, x, y, z);
  const r = size * scale * 0.5;
  drawing.group({ transform: `translate(${num(sx)} ${num(sy - r)}) rotate(${num(tilt)})` }, () => {
    const k = r * 0.86;
    const shape = `M${num(-r)} ${num(-r)}Q0 ${num(-k)} ${num(r)} ${num(-r)}Q${num(k)} 0 ${num(r)} ${num(r)}Q0 ${num(k)} ${num(-r)} ${num(r)}Q${num(-k)} 0 ${num(-r)} ${num(-r)}Z`;
    drawing.path(shape, drawing.diagonal(lighten(colour, 0.2), colour, darken(colour, 0.22)), {
      stroke: darken(colour, 0.1),
      'stroke-width': 2,
      'stroke-linejoin': 'round',
    });
    if (room.rng.chance(0.4))
      drawing.stroke(
        `M${num(-r * 0.7)} ${num(-r * 0.3)}H${num(r * 0.7)}M${num(-r * 0.7)} ${num(r * 0.3)}H${num(r * 0.7)}`,
        lighten(colour, 0.45),
        r * 0.08,
        { opacity: 0.7 },
      );
  });
}

/** A sofa facing the viewer; `chaise` adds a long seat at one end. */
export function drawSofa(room: Room, x: number, z: number, w: number, chaise: -1 | 0 | 1): void {
  const { look, rng } = room;
  const c = look.sofa;
  contactShadow(room, x, z, w, 0.95, 0.5);
  for (const lx of [x + 0.12, x + w - 0.18])
    room.stage.box({ x: lx, y: 0, z: z + 0.05, w: 0.06, h: 0.14, d: 0.06 }, solid(room, look.wood));
  padded(room, { x: x + 0.04, y: 0.16, z: z + 0.72, w: w - 0.08, h: 0.66, d: 0.2 }, c);
  padded(room, { x: x + 0.05, y: 0.14, z: z + 0.04, w: w - 0.1, h: 0.2, d: 0.86 }, darken(c, 0.08), 6);
  const seats = w > 2.2 ? 3 : 2;
  const inner = w - 0.5;
  for (let i = 0; i < seats; i++) {
    const sx = x + 0.25 + (inner * i) / seats;
    padded(
      room,
      { x: sx + 0.02, y: 0.44, z: z + 0.55, w: inner / seats - 0.04, h: 0.36, d: 0.16 },
      lighten(c, 0.05),
      16,
    );
    padded(
      room,
      { x: sx + 0.015, y: 0.33, z: z + 0.02, w: inner / seats - 0.03, h: 0.13, d: 0.6 },
      lighten(c, 0.07),
      12,
    );
  }
  const spots = [x + 0.46, x + w - 0.46, x + 0.82, x + w / 2];
  spots.slice(0, rng.int(2, 4)).forEach((px, i) => {
    drawCushion(
      room,
      px,
      0.46,
      z + 0.42,
      i > 1 ? 0.34 : 0.4,
      look.cushions[i % look.cushions.length] ?? c,
      rng.range(-9, 9),
    );
  });
  for (const ax of [x, x + w - 0.24])
    padded(room, { x: ax, y: 0.14, z: z + 0.02, w: 0.24, h: 0.46, d: 0.86 }, darken(c, 0.04), 14);
  if (chaise === 0) return;
  const cx = chaise < 0 ? x + 0.02 : x + w - 0.92;
  contactShadow(room, cx, z - 0.75, 0.9, 0.8, 0.4);
  padded(room, { x: cx, y: 0.12, z: z - 0.75, w: 0.9, h: 0.22, d: 0.85 }, darken(c, 0.06), 6);
  padded(room, { x: cx, y: 0.33, z: z - 0.76, w: 0.9, h: 0.12, d: 0.95 }, lighten(c, 0.06), 12);
  if (rng.chance(0.6)) {
    const throwColour = look.cushions[1] ?? c;
    padded(
      room,
      { x: cx + 0.18, y: 0.2, z: z - 0.775, w: 0.5, h: 0.265, d: 0.6 },
      lighten(throwColour, 0.15),
      3,
    );
  }
}

/** An armchair turned towards the middle of the room: `facing` 1 looks right. */
export function drawArmchair(room: Room, x: number, z: number, facing: -1 | 1, colour: string): void {
  contactShadow(room, x, z, 0.85, 0.85, 0.45);
  const { stage, look } = room;
  for (const [lx, lz] of [
    [x + 0.06, z + 0.74],
    [x + 0.73, z + 0.74],
    [x + 0.06, z + 0.06],
    [x + 0.73, z + 0.06],
  ] as const) {
    stage.box({ x: lx, y: 0, z: lz, w: 0.05, h: 0.2, d: 0.05 }, solid(room, look.wood));
  }
  const backX = facing > 0 ? x : x + 0.65;
  const seatX = facing > 0 ? x + 0.16 : x;
  padded(room, { x, y: 0.18, z: z + 0.66, w: 0.84, h: 0.38, d: 0.16 }, colour, 12);
  const parts = [
    () =>
      padded(room, { x: seatX, y: 0.2, z: z + 0.12, w: 0.68, h: 0.24, d: 0.58 }, lighten(colour, 0.08), 12),
    () => padded(room, { x: backX, y: 0.2, z: z + 0.08, w: 0.18, h: 0.66, d: 0.68 }, colour, 14),
  ];
  for (const draw of parts) draw();
  drawCushion(room, x + 0.42, 0.44, z + 0.42, 0.34, look.cushions[2] ?? colour, facing * 8);
  padded(room, { x, y: 0.18, z, w: 0.84, h: 0.36, d: 0.14 }, darken(colour, 0.03), 12);
}

export function drawRug(room: Room, x: number, z: number, w: number, d: number): void {
  const { stage, drawing, look, rng } = room;
  const kind = rng.int(0, 3);
  if (kind === 0) {
    stage.disc(x + w / 2, 0.006, z + d / 2, w * 0.46, darken(look.rug, 0.14), d * 0.6);
    stage.disc(x + w / 2, 0.012, z + d / 2, w * 0.45, look.rug, d * 0.58);
    for (const k of [0.36, 0.24])
      stage.drawing.stroke(
        stage.outline(stage.ring(x + w / 2, 0.012, z + d / 2, w * k, d * k * 1.28)),
        look.rugAccent,
        3,
        { opacity: 0.7 },
      );
    return;
  }
  stage.level(0.004, x - 0.02, z - 0.03, x + w + 0.02, z + d, alpha('#1c1526', 0.25));
  stage.level(0.01, x, z, x + w, z + d, drawing.vertical(look.rug, darken(look.rug, 0.05)));
  const lines: string[] = [];
  const strip = (x0: number, z0: number, x1: number, z1: number) =>
    lines.push(
      stage.outline([
        [x0, 0.012, z0],
        [x1, 0.012, z0],
        [x1, 0.012, z1],
        [x0, 0.012, z1],
      ]),
    );
  if (kind === 1) for (let t = 0.08; t < 0.95; t += 0.14) strip(x, z + d * t, x + w, z + d * (t + 0.045));
  if (kind === 2) {
    strip(x + 0.12, z + 0.1, x + w - 0.12, z + 0.15);
    strip(x + 0.12, z + d - 0.15, x + w - 0.12, z + d - 0.1);
    strip(x + 0.12, z + 0.1, x + 0.17, z + d - 0.1);
    strip(x + w - 0.17, z + 0.1, x + w - 0.12, z + d - 0.1);
  }
  if (kind === 3) {
    for (let i = 0; i < 6; i++) {
      const [cx, half] = [x + (w * (i + 0.5)) / 6, w / 14];
      for (const cz of [z + d * 0.3, z + d * 0.7])
        lines.push(
          stage.outline([
            [cx - half, 0.012, cz],
            [cx, 0.012, cz - d * 0.16],
            [cx + half, 0.012, cz],
            [cx, 0.012, cz + d * 0.16],
          ]),
        );
    }
  }
  drawing.path(lines.join(''), look.rugAccent, { opacity: 0.75 });
}

/** A low table, round or square, with a vase and books. */
export function drawCoffeeTable(room: Room, x: number, z: number): void {
  const { stage, look, rng } = room;
  const top = rng.chance(0.5) ? look.wood : mix(look.wood, '#f4efe6', 0.75);
  contactShadow(room, x - 0.55, z - 0.35, 1.1, 0.7, 0.45);
  if (rng.chance(0.5)) {
    stage.cylinder(
      x,
      0.02,
      z,
      0.2,
      0.34,
      stage.drawing.horizontal(lighten(look.wood, 0.1), darken(look.wood, 0.3)),
      look.wood,
    );
    stage.disc(x, 0.36, z, 0.56, darken(top, 0.3), 0.42);
    stage.disc(x, 0.4, z, 0.56, stage.drawing.horizontal(lighten(top, 0.22), top), 0.42);
  } else {
    for (const [dx, dz] of [
      [-0.5, 0.24],
      [0.45, 0.24],
      [-0.5, -0.28],
      [0.45, -0.28],
    ] as const)
      stage.box({ x: x + dx, y: 0, z: z + dz, w: 0.05, h: 0.36, d: 0.05 }, solid(room, look.metal));
    stage.box({ x: x - 0.56, y: 0.34, z: z - 0.34, w: 1.12, h: 0.055, d: 0.68 }, solid(room, top), 3);
  }
  drawBooks(room, x - 0.32, 0.4, z - 0.05);
  drawVase(room, x + 0.18, 0.4, z + 0.05, 0.2);
}
