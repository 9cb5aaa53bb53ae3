import type { Face } from './camera.ts';
import { drawPotted, type PottedKind } from './plants.ts';
import { onFace, type Place, type Room, roundOnFace } from './room.ts';
import { alpha, circlePath, darken, lighten, mix, num, type P2 } from './svg.ts';

export function drawBooks(place: Place, u: number, v: number, o: number): void {
  place.room.look.art.slice(0, 2).forEach((colour, i) => {
    place.block([u + i * 0.02, v + i * 0.035, o, 0.25 - i * 0.04, 0.035, 0.18], colour);
  });
}

/** A vase with a few stems; height of the vase in metres. */
export function drawVase(place: Place, u: number, v: number, o: number, height: number): void {
  const { drawing, look, rng } = place.room;
  const colour = rng.pick([look.pot, ...look.cushions]);
  const leaf = rng.pick(['#7f9c62', '#5f8a5a', '#e4b77b', '#d98b86', '#f3ead8']);
  place.sprite(u, v, o, height * 0.36, height * 2.2, (sx, sy, scale) => {
    const h = height * scale;
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
    drawing.path(leaves.join(''), leaf);
    drawing.path(
      `M${num(sx - h * 0.14)} ${num(sy - h)}C${num(sx - h * 0.1)} ${num(sy - h * 0.75)} ${num(sx - h * 0.42)} ${num(sy - h * 0.6)} ${num(sx - h * 0.36)} ${num(sy - h * 0.3)}Q${num(sx - h * 0.3)} ${num(sy)} ${num(sx)} ${num(sy)}Q${num(sx + h * 0.3)} ${num(sy)} ${num(sx + h * 0.36)} ${num(sy - h * 0.3)}C${num(sx + h * 0.42)} ${num(sy - h * 0.6)} ${num(sx + h * 0.1)} ${num(sy - h * 0.75)} ${num(sx + h * 0.14)} ${num(sy - h)}Z`,
      drawing.horizontal(lighten(colour, 0.25), colour, darken(colour, 0.28)),
    );
  });
}

export function drawFloorLamp(place: Place): void {
  const { room } = place;
  const { drawing, look } = room;
  if (!place.claim(0.4, 0.4, 1.75)) return;
  place.shadow(0.36, 0.36, 0.2, true);
  place.sprite(0.2, 0, 0.2, 0.2, 1.76, (sx, sy, scale) => {
    drawing.ellipse(sx, sy, scale * 0.14, scale * 0.035, darken(look.metal, 0.2));
    drawing.rect(sx - scale * 0.014, sy - scale * 1.5, scale * 0.028, scale * 1.5, look.metal);
    drawShade(room, sx, sy - scale * 1.42, scale * 0.42, scale * 0.34);
  });
}

/** A lampshade with its lower edge at y, in pixels. */
function drawShade(
  { drawing, isLit }: Room,
  x: number,
  y: number,
  w: number,
  h: number,
  colour = '#fff1d6',
): void {
  if (isLit) drawing.glow(x, y, w * 2.6, w * 2.4, '#ffd695', 0.8);
  drawing.path(
    `M${num(x - w * 0.34)} ${num(y - h)}H${num(x + w * 0.34)}L${num(x + w * 0.5)} ${num(y)}Q${num(x)} ${num(y + h * 0.1)} ${num(x - w * 0.5)} ${num(y)}Z`,
    drawing.vertical(lighten(colour, 0.3), mix(colour, '#ffd08a', isLit ? 0.6 : 0.2)),
  );
}

export function drawTableLamp(place: Place, u: number, v: number, o: number): void {
  const { room } = place;
  const { drawing, look } = room;
  place.sprite(u, v, o, 0.13, 0.46, (sx, sy, scale) => {
    drawing.path(
      `M${num(sx - scale * 0.05)} ${num(sy)}Q${num(sx - scale * 0.11)} ${num(sy - scale * 0.12)} ${num(sx - scale * 0.015)} ${num(sy - scale * 0.2)}H${num(sx + scale * 0.015)}Q${num(sx + scale * 0.11)} ${num(sy - scale * 0.12)} ${num(sx + scale * 0.05)} ${num(sy)}Z`,
      look.pot,
    );
    drawShade(room, sx, sy - scale * 0.19, scale * 0.34, scale * 0.24);
  });
}

/** A lamp on a cable from the ceiling above (u, o), its lower edge at height v. */
export function drawPendant(place: Place, u: number, v: number, o: number, size: number, kind: number): void {
  const { room } = place;
  const { drawing, look, isLit } = room;
  place.sprite(u, v, o, size / 2, room.h - v, (sx, sy, scale) => {
    const w = size * scale;
    const top = sy - (room.h - v) * scale;
    drawing.rect(sx - 1.2, top, 2.4, sy - top - w * 0.4, darken(look.metal, 0.3));
    const strength = isLit ? 0.75 : 0.2;
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
    }
  });
}

/** A framed picture on the wall; its lower left corner at (u, v). */
export function drawArt(place: Place, v: number, w: number, h: number): void {
  const { room } = place;
  const { drawing, look, rng } = room;
  if (!place.claim(w, 0.05, h, v)) return;
  const frame = rng.pick([look.wood, look.metal, '#fdfbf6', '#3b3a3c']);
  const [a = '#c66', b = '#ec8', c = '#654', paper = '#fff'] = look.art;
  const kind = rng.int(0, 3);
  place.flat(0, v, w, h, (face) => {
    face.rect(0.02, -0.03, w + 0.03, h - 0.01, alpha('#1c1526', 0.18), -0.01);
    face.rect(0, 0, w, h, frame);
    const m = Math.min(w, h) * 0.06;
    face.rect(m, m, w - m, h - m, paper);
    const [cx, cy, r] = [w / 2, h / 2, Math.min(w, h) / 2 - m];
    drawing.clip(face.quad(m, m, w - m, h - m), () => {
      if (kind === 0) {
        roundOnFace(face, cx + r * 0.2, cy + r * 0.3, r * 0.42, b);
        onFace(face, hill(w, cy - r * 0.1, r * 0.3), a);
        onFace(face, hill(w, cy - r * 0.5, -r * 0.25), c);
      } else if (kind === 1) {
        for (const [k, colour] of [
          [0.8, a],
          [0.54, b],
          [0.28, c],
        ] as const)
          roundOnFace(face, cx, m, r * k * 1.5, colour);
      } else if (kind === 2) {
        roundOnFace(face, cx - r * 0.25, cy + r * 0.1, r * 0.5, a);
        face.rect(cx, m, w - m, cy, b);
        onFace(
          face,
          [
            [cx - r * 0.1, m],
            [cx + r * 0.06, m],
            [cx + r * 0.5, h - m],
            [cx + r * 0.38, h - m],
          ],
          c,
        );
      } else {
        for (let i = 0; i < 4; i++)
          face.rect(
            m,
            m + (i * (h - 2 * m)) / 4,
            w - m,
            m + ((i + 1) * (h - 2 * m)) / 4,
            [a, b, c, paper][i] ?? a,
          );
        roundOnFace(face, cx, cy + r * 0.2, r * 0.34, lighten(b, 0.3));
      }
    });
  });
}

const hill = (w: number, y: number, swell: number): P2[] => [
  [0, 0],
  ...Array.from({ length: 13 }, (_, i): P2 => [(w * i) / 12, y + Math.sin((i / 12) * Math.PI * 1.6) * swell]),
  [w, 0],
];

/** A plant in a pot on the floor, `height` in metres. */
export function drawHousePlant(place: Place, height: number, only?: PottedKind): void {
  const { room } = place;
  const { look, rng, drawing } = room;
  const size = Math.min(0.6, height * 0.4);
  if (place.depth < 2.6 || !place.claim(size, size, height)) return;
  const kind = only ?? rng.pick(['areca', 'fiddle', 'snake', 'monstera'] as const);
  const ownRng = rng.fork(5);
  place.sprite(size / 2, 0, size / 2, size / 2, height, (sx, sy, scale) =>
    drawPotted(
      drawing,
      sx,
      sy,
      height * scale,
      kind,
      look.pot,
      ownRng,
      rng.pick(['#4f8756', '#5f9a5a', '#47805f']),
    ),
  );
}

export function drawSmallPlant(place: Place, u: number, v: number, o: number, height = 0.3): void {
  const { look, rng, drawing } = place.room;
  const ownRng = rng.fork(6);
  const kind = rng.pick(['snake', 'monstera'] as const);
  place.sprite(u, v, o, height * 0.35, height, (sx, sy, scale) =>
    drawPotted(drawing, sx, sy, height * scale, kind, look.pot, ownRng, '#5a9158'),
  );
}

/** A wall calendar as hardware stores give away: a picture, the red name of the month, rows of days. */
export function drawCalendar(place: Place, v: number): void {
  if (!place.claim(0.36, 0.05, 0.52, v)) return;
  const { look, drawing } = place.room;
  place.flat(0, v, 0.36, 0.52, (face) => {
    face.rect(0, 0, 0.36, 0.52, '#fbf9f2');
    face.rect(0.02, 0.3, 0.34, 0.5, look.art[0] ?? '#7aa');
    face.rect(0.02, 0.255, 0.34, 0.285, '#c8402f');
    let days = '';
    for (let row = 0; row < 4; row++)
      for (let column = 0; column < 7; column++)
        days += face.quad(0.03 + column * 0.044, 0.04 + row * 0.05, 0.055 + column * 0.044, 0.065 + row * 0.05);
    drawing.path(days, '#5f5a55');
  });
}

/** A small board on the wall with a framed image, flowers and a light. */
export function drawAltar(place: Place): void {
  const v = 1.5;
  if (!place.claim(0.5, 0.22, 0.5, v)) return;
  const { look, isLit, drawing } = place.room;
  place.block([0, v, 0, 0.5, 0.035, 0.2], look.wood);
  place.block([0.14, v + 0.035, 0.03, 0.2, 0.28, 0.03], '#b98b3f', {
    front: (face) => {
      face.rect(0.025, 0.025, 0.175, 0.255, '#f3e4c0');
      roundOnFace(face, 0.1, 0.18, 0.035, '#b5793f');
      onFace(
        face,
        [
          [0.05, 0.03],
          [0.15, 0.03],
          [0.12, 0.15],
          [0.08, 0.15],
        ],
        '#3f6fa8',
      );
    },
  });
  drawVase(place, 0.07, v + 0.035, 0.12, 0.09);
  place.sprite(0.43, v + 0.035, 0.12, 0.03, 0.14, (sx, sy, scale) => {
    drawing.rect(sx - scale * 0.02, sy - scale * 0.08, scale * 0.04, scale * 0.08, '#f2ede0');
    drawing.ellipse(sx, sy - scale * 0.11, scale * 0.014, scale * 0.03, isLit ? '#ffc04d' : '#e8a94a');
  });
}

/** A board of hooks with a bag, a shirt and a cap. */
export function drawClothesHooks(place: Place): void {
  const [v, w] = [1.05, 0.8];
  if (!place.claim(w, 0.1, 0.7, v)) return;
  const { look, rng } = place.room;
  const colours = [...look.cushions, '#5f7fa8', '#f1efe8'];
  const pieces = [0.1, 0.32, 0.56].map((u) => ({
    u,
    h: rng.range(0.28, 0.56),
    w: rng.range(0.14, 0.2),
    colour: rng.pick(colours),
  }));
  place.flat(
    0,
    v,
    w,
    0.7,
    (face) => {
      face.rect(0, 0.62, w, 0.68, '#8a6242');
      for (const { u, h, w: wide, colour } of pieces) {
        onFace(
          face,
          [
            [u + wide * 0.3, 0.62],
            [u + wide * 0.7, 0.62],
            [u + wide, 0.5],
            [u + wide * 0.94, 0.62 - h],
            [u + wide * 0.06, 0.62 - h],
            [u, 0.5],
          ],
          colour,
        );
        onFace(
          face,
          [
            [u + wide * 0.55, 0.62],
            [u + wide * 0.7, 0.62],
            [u + wide, 0.5],
            [u + wide * 0.94, 0.62 - h],
            [u + wide * 0.66, 0.62 - h],
          ],
          darken(colour, 0.12),
        );
      }
    },
    0.06,
  );
}

/** A board on the wall with a few books and a small plant. */
export function drawWallShelf(place: Place): void {
  const v = 1.5;
  if (!place.claim(0.8, 0.22, 0.4, v)) return;
  place.block([0, v, 0.01, 0.8, 0.03, 0.2], place.room.look.wood);
  drawBooks(place, 0.08, v + 0.03, 0.02);
  drawSmallPlant(place, 0.62, v + 0.03, 0.11, 0.24);
}

export function drawClock(place: Place, v: number): void {
  if (!place.claim(0.32, 0.05, 0.32, v)) return;
  const { look } = place.room;
  place.flat(0, v, 0.32, 0.32, (face) => {
    roundOnFace(face, 0.16, 0.16, 0.16, look.cushions[0] ?? look.wood);
    roundOnFace(face, 0.16, 0.16, 0.135, '#fbf9f3');
    face.rect(0.153, 0.16, 0.167, 0.26, '#333');
    face.rect(0.16, 0.153, 0.23, 0.167, '#333');
  });
}

/** A stick broom and a soft broom leaning in a corner. */
export function drawBrooms(place: Place): void {
  if (!place.claim(0.36, 0.2, 1.1)) return;
  const { drawing } = place.room;
  place.sprite(0.18, 0, 0.1, 0.18, 1.1, (sx, sy, s) => {
    drawing.stroke(
      `M${num(sx - s * 0.07)} ${num(sy - s * 0.36)}L${num(sx - s * 0.02)} ${num(sy - s * 1.08)}`,
      '#c99a5b',
      s * 0.03,
    );
    drawing.path(
      `M${num(sx - s * 0.1)} ${num(sy - s * 0.42)}h${num(s * 0.07)}L${num(sx + s * 0.02)} ${num(sy)}H${num(sx - s * 0.22)}Z`,
      drawing.vertical('#b5803f', '#d9b06a'),
    );
    drawing.path(
      `M${num(sx + s * 0.09)} ${num(sy - s * 1.02)}l${num(s * 0.05)} 0L${num(sx + s * 0.19)} ${num(sy)}H${num(sx + s * 0.06)}Z`,
      drawing.vertical('#7a5a35', '#a8834f'),
    );
    drawing.rect(sx + s * 0.085, sy - s * 0.84, s * 0.06, s * 0.05, '#d04a3a');
  });
}

/** An electric fan on a stand. */
export function drawFan(place: Place, height = 1.2): void {
  if (!place.claim(0.46, 0.4, height)) return;
  const { drawing, look, rng } = place.room;
  const colour = rng.pick(['#5f8fb8', '#6f9a86', look.cushions[0] ?? '#5f8fb8', '#e4e2dc']);
  place.shadow(0.42, 0.36, 0.22, true);
  place.sprite(0.23, 0, 0.2, 0.23, height, (sx, sy, s) => {
    const hub = sy - s * (height - 0.23);
    drawing.ellipse(sx, sy - s * 0.015, s * 0.19, s * 0.05, darken('#d8d8d4', 0.2));
    drawing.ellipse(sx, sy - s * 0.03, s * 0.19, s * 0.05, '#efeeea');
    drawing.rect(sx - s * 0.02, hub, s * 0.04, s * (height - 0.26), '#c9ccca');
    drawing.circle(sx, hub, s * 0.23, alpha('#f4f6f6', 0.35), {
      stroke: '#aeb4b6',
      'stroke-width': Math.max(1.4, s * 0.012),
    });
    const blades = [0, 1, 2].map((i) => {
      const turn = (i * 2 * Math.PI) / 3 + 0.4;
      const [c, w] = [Math.cos(turn), Math.sin(turn)];
      return `M${num(sx)} ${num(hub)}Q${num(sx + (c - w * 0.6) * s * 0.18)} ${num(hub + (w + c * 0.6) * s * 0.18)} ${num(sx + c * s * 0.2)} ${num(hub + w * s * 0.2)}Q${num(sx + (c + w * 0.35) * s * 0.13)} ${num(hub + (w - c * 0.35) * s * 0.13)} ${num(sx)} ${num(hub)}Z`;
    });
    drawing.path(blades.join(''), colour, { opacity: 0.9 });
    let rings = circlePath(sx, hub, s * 0.15);
    for (let i = 0; i < 12; i++)
      rings += `M${num(sx + Math.cos(i * 0.524) * s * 0.05)} ${num(hub + Math.sin(i * 0.524) * s * 0.05)}L${num(sx + Math.cos(i * 0.524) * s * 0.225)} ${num(hub + Math.sin(i * 0.524) * s * 0.225)}`;
    drawing.stroke(rings, '#9aa2a5', 1, { opacity: 0.75 });
    drawing.circle(sx, hub, s * 0.05, lighten(colour, 0.1));
  });
}

/** A dispenser with a blue gallon of water on top. */
export function drawWaterDispenser(place: Place): void {
  if (!place.claim(0.36, 0.36, 1.4)) return;
  place.shadow(0.36, 0.36);
  const { drawing } = place.room;
  place.block([0.02, 0, 0.02, 0.32, 0.95, 0.32], '#f0f1ef', {
    soft: 3,
    front: (face) => {
      face.rect(0.05, 0.5, 0.27, 0.78, '#c9ced0');
      for (const [u, colour] of [
        [0.1, '#3f7fc0'],
        [0.19, '#d0463a'],
      ] as const)
        face.rect(u, 0.68, u + 0.035, 0.74, colour);
      face.rect(0.06, 0.52, 0.26, 0.55, '#8e9496');
    },
  });
  drawGallon(place, 0.18, 0.95, 0.18, drawing);
}

/** A round gallon of drinking water standing at (u, v, o). */
function drawGallon(place: Place, u: number, v: number, o: number, drawing = place.room.drawing): void {
  place.sprite(u, v, o, 0.14, 0.46, (sx, sy, s) => {
    const water = '#5fa8dc';
    drawing.path(
      `M${num(sx - s * 0.13)} ${num(sy)}V${num(sy - s * 0.3)}Q${num(sx - s * 0.13)} ${num(sy - s * 0.38)} ${num(sx - s * 0.04)} ${num(sy - s * 0.4)}V${num(sy - s * 0.45)}H${num(sx + s * 0.04)}V${num(sy - s * 0.4)}Q${num(sx + s * 0.13)} ${num(sy - s * 0.38)} ${num(sx + s * 0.13)} ${num(sy - s * 0.3)}V${num(sy)}Z`,
      drawing.horizontal(lighten(water, 0.35), water, darken(water, 0.2)),
      { opacity: 0.88 },
    );
    for (const y of [0.1, 0.2])
      drawing.rect(sx - s * 0.13, sy - s * y, s * 0.26, s * 0.015, alpha('#ffffff', 0.45));
    drawing.rect(sx - s * 0.045, sy - s * 0.47, s * 0.09, s * 0.035, '#2f6fae');
  });
}

/** A patch of colour on a face with lines across, for towels and cloths. */
export function drawCloth(face: Face, u: number, v: number, w: number, h: number, colour: string): void {
  face.rect(u, v, u + w, v + h, face.stage.drawing.vertical(lighten(colour, 0.16), darken(colour, 0.08)));
  face.rect(u, v + h * 0.12, u + w, v + h * 0.18, lighten(colour, 0.4));
}
