import type { Box } from './camera.ts';
import { alpha, darken, lighten, mix } from './colour.ts';
import { drawPotted, type PottedKind } from './plants.ts';
import { type Room, solid } from './room.ts';
import { circlePath, num, rectPath } from './svg.ts';

/** A flat upright patch facing the viewer at depth z: gives pixels per metre and the place of (x, y). */
export function upright({ stage }: Room, x: number, y: number, z: number): { sx: number; sy: number; scale: number } {
  const [sx, sy] = stage.camera.project([x, y, z]);
  return { sx, sy, scale: stage.camera.scaleAt([x, y, z]) };
}

/** A soft dark patch where furniture meets the floor. */
export function contactShadow({ stage, drawing }: Room, x: number, z: number, w: number, d: number, opacity = 0.4): void {
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
export function drawCushion(room: Room, x: number, y: number, z: number, size: number, colour: string, tilt: number): void {
  const { drawing } = room;
  const { sx, sy, scale } = upright(room, x, y, z);
  const r = size * scale * 0.5;
  drawing.group({ transform: `translate(${num(sx)} ${num(sy - r)}) rotate(${num(tilt)})` }, () => {
    const k = r * 0.86;
    const shape = `M${num(-r)} ${num(-r)}Q0 ${num(-k)} ${num(r)} ${num(-r)}Q${num(k)} 0 ${num(r)} ${num(r)}Q0 ${num(k)} ${num(-r)} ${num(r)}Q${num(-k)} 0 ${num(-r)} ${num(-r)}Z`;
    drawing.path(shape, drawing.diagonal(lighten(colour, 0.2), colour, darken(colour, 0.22)), { stroke: darken(colour, 0.1), 'stroke-width': 2, 'stroke-linejoin': 'round' });
    if (room.rng.chance(0.4)) drawing.stroke(`M${num(-r * 0.7)} ${num(-r * 0.3)}H${num(r * 0.7)}M${num(-r * 0.7)} ${num(r * 0.3)}H${num(r * 0.7)}`, lighten(colour, 0.45), r * 0.08, { opacity: 0.7 });
  });
}

/** A sofa facing the viewer; `chaise` adds a long seat at one end. */
export function drawSofa(room: Room, x: number, z: number, w: number, chaise: -1 | 0 | 1): void {
  const { look, rng } = room;
  const c = look.sofa;
  contactShadow(room, x, z, w, 0.95, 0.5);
  for (const lx of [x + 0.12, x + w - 0.18]) room.stage.box({ x: lx, y: 0, z: z + 0.05, w: 0.06, h: 0.14, d: 0.06 }, solid(room, look.wood));
  padded(room, { x: x + 0.04, y: 0.16, z: z + 0.72, w: w - 0.08, h: 0.66, d: 0.2 }, c);
  padded(room, { x: x + 0.05, y: 0.14, z: z + 0.04, w: w - 0.1, h: 0.2, d: 0.86 }, darken(c, 0.08), 6);
  const seats = w > 2.2 ? 3 : 2;
  const inner = w - 0.5;
  for (let i = 0; i < seats; i++) {
    const sx = x + 0.25 + (inner * i) / seats;
    padded(room, { x: sx + 0.02, y: 0.44, z: z + 0.55, w: inner / seats - 0.04, h: 0.36, d: 0.16 }, lighten(c, 0.05), 16);
    padded(room, { x: sx + 0.015, y: 0.33, z: z + 0.02, w: inner / seats - 0.03, h: 0.13, d: 0.6 }, lighten(c, 0.07), 12);
  }
  const spots = [x + 0.46, x + w - 0.46, x + 0.82, x + w / 2];
  spots.slice(0, rng.int(2, 4)).forEach((px, i) => {
    drawCushion(room, px, 0.46, z + 0.42, i > 1 ? 0.34 : 0.4, look.cushions[i % look.cushions.length] ?? c, rng.range(-9, 9));
  });
  for (const ax of [x, x + w - 0.24]) padded(room, { x: ax, y: 0.14, z: z + 0.02, w: 0.24, h: 0.46, d: 0.86 }, darken(c, 0.04), 14);
  if (chaise === 0) return;
  const cx = chaise < 0 ? x + 0.02 : x + w - 0.92;
  contactShadow(room, cx, z - 0.75, 0.9, 0.8, 0.4);
  padded(room, { x: cx, y: 0.12, z: z - 0.75, w: 0.9, h: 0.22, d: 0.85 }, darken(c, 0.06), 6);
  padded(room, { x: cx, y: 0.33, z: z - 0.76, w: 0.9, h: 0.12, d: 0.95 }, lighten(c, 0.06), 12);
  if (rng.chance(0.6)) {
    const throwColour = look.cushions[1] ?? c;
    padded(room, { x: cx + 0.18, y: 0.2, z: z - 0.775, w: 0.5, h: 0.265, d: 0.6 }, lighten(throwColour, 0.15), 3);
  }
}

/** An armchair turned towards the middle of the room: `facing` 1 looks right. */
export function drawArmchair(room: Room, x: number, z: number, facing: -1 | 1, colour: string): void {
  contactShadow(room, x, z, 0.85, 0.85, 0.45);
  const { stage, look } = room;
  for (const [lx, lz] of [[x + 0.06, z + 0.74], [x + 0.73, z + 0.74], [x + 0.06, z + 0.06], [x + 0.73, z + 0.06]] as const) {
    stage.box({ x: lx, y: 0, z: lz, w: 0.05, h: 0.2, d: 0.05 }, solid(room, look.wood));
  }
  const backX = facing > 0 ? x : x + 0.65;
  const seatX = facing > 0 ? x + 0.16 : x;
  padded(room, { x, y: 0.18, z: z + 0.66, w: 0.84, h: 0.38, d: 0.16 }, colour, 12);
  const parts = [
    () => padded(room, { x: seatX, y: 0.2, z: z + 0.12, w: 0.68, h: 0.24, d: 0.58 }, lighten(colour, 0.08), 12),
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
    for (const k of [0.36, 0.24]) stage.drawing.stroke(stage.outline(stage.ring(x + w / 2, 0.012, z + d / 2, w * k, d * k * 1.28)), look.rugAccent, 3, { opacity: 0.7 });
    return;
  }
  stage.level(0.004, x - 0.02, z - 0.03, x + w + 0.02, z + d, alpha('#1c1526', 0.25));
  stage.level(0.01, x, z, x + w, z + d, drawing.vertical(look.rug, darken(look.rug, 0.05)));
  const lines: string[] = [];
  const strip = (x0: number, z0: number, x1: number, z1: number) => lines.push(stage.outline([[x0, 0.012, z0], [x1, 0.012, z0], [x1, 0.012, z1], [x0, 0.012, z1]]));
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
      for (const cz of [z + d * 0.3, z + d * 0.7]) lines.push(stage.outline([[cx - half, 0.012, cz], [cx, 0.012, cz - d * 0.16], [cx + half, 0.012, cz], [cx, 0.012, cz + d * 0.16]]));
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
    stage.cylinder(x, 0.02, z, 0.2, 0.34, stage.drawing.horizontal(lighten(look.wood, 0.1), darken(look.wood, 0.3)), look.wood);
    stage.disc(x, 0.36, z, 0.56, darken(top, 0.3), 0.42);
    stage.disc(x, 0.4, z, 0.56, stage.drawing.horizontal(lighten(top, 0.22), top), 0.42);
  } else {
    for (const [dx, dz] of [[-0.5, 0.24], [0.45, 0.24], [-0.5, -0.28], [0.45, -0.28]] as const) stage.box({ x: x + dx, y: 0, z: z + dz, w: 0.05, h: 0.36, d: 0.05 }, solid(room, look.metal));
    stage.box({ x: x - 0.56, y: 0.34, z: z - 0.34, w: 1.12, h: 0.055, d: 0.68 }, solid(room, top), 3);
  }
  drawBooks(room, x - 0.32, 0.4, z - 0.05);
  drawVase(room, x + 0.18, 0.4, z + 0.05, 0.2);
}

export function drawBooks(room: Room, x: number, y: number, z: number): void {
  const { stage, look } = room;
  look.art.slice(0, 2).forEach((colour, i) => {
    stage.box({ x: x + i * 0.02, y: y + i * 0.035, z, w: 0.26 - i * 0.04, h: 0.035, d: 0.18 }, solid(room, colour));
  });
}

/** A vase with a few stems; height of the vase in metres. */
export function drawVase(room: Room, x: number, y: number, z: number, height: number): void {
  const { drawing, look, rng } = room;
  const { sx, sy, scale } = upright(room, x, y, z);
  const h = height * scale;
  const colour = rng.pick([look.pot, ...look.cushions]);
  let stems = '';
  const leaves: string[] = [];
  for (let i = -2; i <= 2; i++) {
    const [tx, ty] = [sx + i * h * 0.32, sy - h * (2 - Math.abs(i) * 0.22)];
    stems += `M${num(sx)} ${num(sy - h * 0.9)}Q${num(sx + i * h * 0.08)} ${num(sy - h * 1.5)} ${num(tx)} ${num(ty)}`;
    leaves.push(circlePath(tx, ty, h * 0.15, h * 0.22), circlePath(sx + i * h * 0.16, sy - h * 1.45, h * 0.1, h * 0.16));
  }
  drawing.stroke(stems, '#6b7f4e', Math.max(1.4, h * 0.035));
  drawing.path(leaves.join(''), rng.pick(['#7f9c62', '#5f8a5a', '#e4b77b', '#d98b86', '#f3ead8']));
  drawing.path(
    `M${num(sx - h * 0.14)} ${num(sy - h)}C${num(sx - h * 0.1)} ${num(sy - h * 0.75)} ${num(sx - h * 0.42)} ${num(sy - h * 0.6)} ${num(sx - h * 0.36)} ${num(sy - h * 0.3)}Q${num(sx - h * 0.3)} ${num(sy)} ${num(sx)} ${num(sy)}Q${num(sx + h * 0.3)} ${num(sy)} ${num(sx + h * 0.36)} ${num(sy - h * 0.3)}C${num(sx + h * 0.42)} ${num(sy - h * 0.6)} ${num(sx + h * 0.1)} ${num(sy - h * 0.75)} ${num(sx + h * 0.14)} ${num(sy - h)}Z`,
    drawing.horizontal(lighten(colour, 0.25), colour, darken(colour, 0.28)),
  );
}

export function drawFloorLamp(room: Room, x: number, z: number): void {
  const { drawing, look } = room;
  const { sx, sy, scale } = upright(room, x, 0, z);
  drawing.glow(sx, sy, scale * 0.3, scale * 0.07, '#1c1526', 0.4);
  drawing.ellipse(sx, sy, scale * 0.14, scale * 0.035, darken(look.metal, 0.2));
  drawing.rect(sx - scale * 0.014, sy - scale * 1.5, scale * 0.028, scale * 1.5, look.metal);
  drawShade(room, sx, sy - scale * 1.42, scale * 0.42, scale * 0.34);
}

/** A lampshade hung or standing with its lower edge at y, in pixels. */
export function drawShade({ drawing, light }: Room, x: number, y: number, w: number, h: number, colour = '#fff1d6'): void {
  const strength = light.isDusk ? 0.8 : 0.38;
  drawing.glow(x, y, w * 2.6, w * 2.4, '#ffd695', strength);
  drawing.path(
    `M${num(x - w * 0.34)} ${num(y - h)}H${num(x + w * 0.34)}L${num(x + w * 0.5)} ${num(y)}Q${num(x)} ${num(y + h * 0.1)} ${num(x - w * 0.5)} ${num(y)}Z`,
    drawing.vertical(lighten(colour, 0.3), mix(colour, '#ffd08a', light.isDusk ? 0.6 : 0.3)),
  );
}

/** A lamp on a cable from the ceiling, its lower edge at height y. */
export function drawPendant(room: Room, x: number, y: number, z: number, size: number, kind: number): void {
  const { drawing, stage, look } = room;
  const { sx, sy, scale } = upright(room, x, y, z);
  const top = stage.camera.project([x, room.h, z])[1];
  const w = size * scale;
  drawing.rect(sx - 1.2, top, 2.4, sy - top - w * 0.4, darken(look.metal, 0.3));
  const strength = room.light.isDusk ? 0.75 : 0.35;
  if (kind === 0) {
    drawing.glow(sx, sy - w * 0.35, w * 1.9, w * 1.9, '#ffd695', strength);
    drawing.circle(sx, sy - w * 0.4, w * 0.42, drawing.radial('#fffaf0', '#ffe9bd'));
  } else if (kind === 1) {
    drawing.glow(sx, sy, w * 1.7, w * 1.5, '#ffd695', strength);
    drawing.ellipse(sx, sy, w * 0.5, w * 0.07, '#fff3d3');
    drawing.path(`M${num(sx - w * 0.5)} ${num(sy)}A${num(w * 0.5)} ${num(w * 0.46)} 0 0 1 ${num(sx + w * 0.5)} ${num(sy)}Z`, drawing.horizontal(lighten(look.metal, 0.3), look.metal, darken(look.metal, 0.3)));
  } else {
    drawing.glow(sx, sy - w * 0.3, w * 1.8, w * 1.6, '#ffd695', strength);
    const weave = '#d9b07a';
    drawing.path(`M${num(sx - w * 0.16)} ${num(sy - w * 0.62)}H${num(sx + w * 0.16)}C${num(sx + w * 0.62)} ${num(sy - w * 0.45)} ${num(sx + w * 0.6)} ${num(sy - w * 0.1)} ${num(sx + w * 0.36)} ${num(sy)}H${num(sx - w * 0.36)}C${num(sx - w * 0.6)} ${num(sy - w * 0.1)} ${num(sx - w * 0.62)} ${num(sy - w * 0.45)} ${num(sx - w * 0.16)} ${num(sy - w * 0.62)}Z`, drawing.radial('#ffe6b0', weave, darken(weave, 0.25)));
    let ribs = '';
    for (let i = -3; i <= 3; i++) ribs += `M${num(sx + i * w * 0.05)} ${num(sy - w * 0.62)}Q${num(sx + i * w * 0.26)} ${num(sy - w * 0.3)} ${num(sx + i * w * 0.11)} ${num(sy)}`;
    drawing.stroke(ribs, darken(weave, 0.4), 1.2, { opacity: 0.5 });
  }
}

/** A framed picture on the back wall; its lower left corner at (x, y). */
export function drawArt(room: Room, x: number, y: number, w: number, h: number): void {
  const { drawing, look, rng, d } = room;
  const { sx, sy, scale } = upright(room, x, y, d - 0.03);
  const [pw, ph] = [w * scale, h * scale];
  const [px, py] = [sx, sy - ph];
  drawing.rect(px + 4, py + 6, pw, ph, alpha('#1c1526', 0.2), { rx: 1 });
  drawing.rect(px, py, pw, ph, rng.pick([look.wood, look.metal, '#fdfbf6']));
  const m = Math.min(pw, ph) * 0.07;
  const [a = '#c66', b = '#ec8', c = '#654', paper = '#fff'] = look.art;
  drawing.clip(rectPath(px + m, py + m, pw - 2 * m, ph - 2 * m), () => {
    drawing.rect(px, py, pw, ph, paper);
    const [cx, cy, r] = [px + pw / 2, py + ph / 2, Math.min(pw, ph) / 2];
    const kind = rng.int(0, 3);
    if (kind === 0) {
      drawing.circle(cx + r * 0.2, cy - r * 0.25, r * 0.42, b);
      drawing.path(`M${num(px)} ${num(cy + r * 0.2)}Q${num(cx - r * 0.3)} ${num(cy - r * 0.3)} ${num(cx + r * 0.2)} ${num(cy + r * 0.25)}T${num(px + pw)} ${num(cy)}V${num(py + ph)}H${num(px)}Z`, a);
      drawing.path(`M${num(px)} ${num(cy + r * 0.6)}Q${num(cx)} ${num(cy + r * 0.1)} ${num(px + pw)} ${num(cy + r * 0.65)}V${num(py + ph)}H${num(px)}Z`, c);
    } else if (kind === 1) {
      for (const [k, colour] of [[0.75, a], [0.52, b], [0.28, c]] as const) {
        drawing.path(`M${num(cx - r * k)} ${num(py + ph)}V${num(cy)}A${num(r * k)} ${num(r * k)} 0 0 1 ${num(cx + r * k)} ${num(cy)}V${num(py + ph)}Z`, colour);
      }
    } else if (kind === 2) {
      drawing.stroke(`M${num(cx)} ${num(py + ph)}Q${num(cx - r * 0.1)} ${num(cy)} ${num(cx + r * 0.1)} ${num(cy - r * 0.7)}`, c, r * 0.05);
      for (let i = 0; i < 7; i++) {
        const [ly, s] = [cy + r * (0.6 - i * 0.2), i % 2 ? 1 : -1];
        drawing.ellipse(cx + s * r * 0.28, ly, r * 0.28, r * 0.1, i % 3 ? a : b, { transform: `rotate(${s * -30} ${num(cx + s * r * 0.28)} ${num(ly)})` });
      }
    } else {
      drawing.rect(px, py, pw * 0.55, ph * 0.6, b);
      drawing.circle(cx + r * 0.25, cy + r * 0.2, r * 0.5, a);
      drawing.path(`M${num(cx - r * 0.8)} ${num(cy + r * 0.6)}L${num(cx + r * 0.1)} ${num(cy - r * 0.3)}`, 'none', { stroke: c, 'stroke-width': r * 0.08 });
      drawing.circle(cx - r * 0.35, cy + r * 0.45, r * 0.2, c);
    }
  });
}

const pottedKinds: PottedKind[] = ['areca', 'fiddle', 'monstera', 'areca', 'snake'];

export function drawHousePlant(room: Room, x: number, z: number, height: number): void {
  const { sx, sy, scale } = upright(room, x, 0, z);
  drawPotted(room.drawing, sx, sy, height * scale, room.rng.pick(pottedKinds), room.look.pot, room.rng);
}
