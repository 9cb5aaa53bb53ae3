import { drawPotted, type PottedKind } from './plants.ts';
import { type Room, solid } from './room.ts';
import { alpha, circlePath, darken, lighten, mix, num, rectPath } from './svg.ts';

/** A flat upright patch facing the viewer at depth z: gives pixels per metre and the place of (x, y). */
export function upright(
  { stage }: Room,
  x: number,
  y: number,
  z: number,
): { sx: number; sy: number; scale: number } {
  const [sx, sy] = stage.camera.project([x, y, z]);
  return { sx, sy, scale: stage.camera.scaleAt([x, y, z]) };
}

export function drawBooks(room: Room, x: number, y: number, z: number): void {
  const { stage, look } = room;
  look.art.slice(0, 2).forEach((colour, i) => {
    stage.box(
      { x: x + i * 0.02, y: y + i * 0.035, z, w: 0.26 - i * 0.04, h: 0.035, d: 0.18 },
      solid(room, colour),
    );
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
    leaves.push(
      circlePath(tx, ty, h * 0.15, h * 0.22),
      circlePath(sx + i * h * 0.16, sy - h * 1.45, h * 0.1, h * 0.16),
    );
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
export function drawShade(
  { drawing, light }: Room,
  x: number,
  y: number,
  w: number,
  h: number,
  colour = '#fff1d6',
): void {
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
    drawing.path(
      `M${num(sx - w * 0.5)} ${num(sy)}A${num(w * 0.5)} ${num(w * 0.46)} 0 0 1 ${num(sx + w * 0.5)} ${num(sy)}Z`,
      drawing.horizontal(lighten(look.metal, 0.3), look.metal, darken(look.metal, 0.3)),
    );
  } else {
    drawing.glow(sx, sy - w * 0.3, w * 1.8, w * 1.6, '#ffd695', strength);
    const weave = '#d9b07a';
    drawing.path(
      `M${num(sx - w * 0.16)} ${num(sy - w * 0.62)}H${num(sx + w * 0.16)}C${num(sx + w * 0.62)} ${num(sy - w * 0.45)} ${num(sx + w * 0.6)} ${num(sy - w * 0.1)} ${num(sx + w * 0.36)} ${num(sy)}H${num(sx - w * 0.36)}C${num(sx - w * 0.6)} ${num(sy - w * 0.1)} ${num(sx - w * 0.62)} ${num(sy - w * 0.45)} ${num(sx - w * 0.16)} ${num(sy - w * 0.62)}Z`,
      drawing.radial('#ffe6b0', weave, darken(weave, 0.25)),
    );
    let ribs = '';
    for (let i = -3; i <= 3; i++)
      ribs += `M${num(sx + i * w * 0.05)} ${num(sy - w * 0.62)}Q${num(sx + i * w * 0.26)} ${num(sy - w * 0.3)} ${num(sx + i * w * 0.11)} ${num(sy)}`;
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
      drawing.path(
        `M${num(px)} ${num(cy + r * 0.2)}Q${num(cx - r * 0.3)} ${num(cy - r * 0.3)} ${num(cx + r * 0.2)} ${num(cy + r * 0.25)}T${num(px + pw)} ${num(cy)}V${num(py + ph)}H${num(px)}Z`,
        a,
      );
      drawing.path(
        `M${num(px)} ${num(cy + r * 0.6)}Q${num(cx)} ${num(cy + r * 0.1)} ${num(px + pw)} ${num(cy + r * 0.65)}V${num(py + ph)}H${num(px)}Z`,
        c,
      );
    } else if (kind === 1) {
      for (const [k, colour] of [
        [0.75, a],
        [0.52, b],
        [0.28, c],
      ] as const) {
        drawing.path(
          `M${num(cx - r * k)} ${num(py + ph)}V${num(cy)}A${num(r * k)} ${num(r * k)} 0 0 1 ${num(cx + r * k)} ${num(cy)}V${num(py + ph)}Z`,
          colour,
        );
      }
    } else if (kind === 2) {
      drawing.stroke(
        `M${num(cx)} ${num(py + ph)}Q${num(cx - r * 0.1)} ${num(cy)} ${num(cx + r * 0.1)} ${num(cy - r * 0.7)}`,
        c,
        r * 0.05,
      );
      for (let i = 0; i < 7; i++) {
        const [ly, s] = [cy + r * (0.6 - i * 0.2), i % 2 ? 1 : -1];
        drawing.ellipse(cx + s * r * 0.28, ly, r * 0.28, r * 0.1, i % 3 ? a : b, {
          transform: `rotate(${s * -30} ${num(cx + s * r * 0.28)} ${num(ly)})`,
        });
      }
    } else {
      drawing.rect(px, py, pw * 0.55, ph * 0.6, b);
      drawing.circle(cx + r * 0.25, cy + r * 0.2, r * 0.5, a);
      drawing.path(
        `M${num(cx - r * 0.8)} ${num(cy + r * 0.6)}L${num(cx + r * 0.1)} ${num(cy - r * 0.3)}`,
        'none',
        { stroke: c, 'stroke-width': r * 0.08 },
      );
      drawing.circle(cx - r * 0.35, cy + r * 0.45, r * 0.2, c);
    }
  });
}

const pottedKinds: PottedKind[] = ['areca', 'fiddle', 'monstera', 'areca', 'snake'];

export function drawHousePlant(room: Room, x: number, z: number, height: number): void {
  const { sx, sy, scale } = upright(room, x, 0, z);
  drawPotted(room.drawing, sx, sy, height * scale, room.rng.pick(pottedKinds), room.look.pot, room.rng);
}
