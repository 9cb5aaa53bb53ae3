import type { Face, P3 } from './camera.ts';
import { type Opening, onFace, type Place, type Room, type Wall } from './room.ts';
import { areaAround, drawOutdoors } from './roomViews.ts';
import { alpha, darken, lighten, mix, num } from './svg.ts';

const WALL_THICKNESS = 0.14;

/** Puts a window of the home's class into a wall; `share` is its middle along the wall, from the left or the front. */
export function addWindow(room: Room, wall: Wall, share = 0.5, { widest = 9, lowest = 0 } = {}): Opening {
  const { rng, h, recipe } = room;
  const length = room.lengthOf(wall);
  const low = recipe.camera === 4 && recipe.kind !== 'living' ? 0.1 : 0;
  let [width, sill, head]: [number, number, number] = room.isPlain
    ? [rng.range(1.15, 1.5), 0.98, 2.08]
    : room.isFine
      ? [Math.min(4.2, length * 0.66), rng.pick([0.08, 0.08, 0.42]), h - 0.24]
      : [rng.range(1.9, 2.4), 0.78 - low, 2.24];
  width = Math.min(width, widest, length - 0.7);
  if (recipe.view === 'lightWell')
    [width, sill, head] = [Math.min(width, 1.4), Math.max(sill, 0.95), Math.min(head, 2.1)];
  sill = Math.max(sill, lowest);
  const start = wall === 'right' ? length * (1 - share) : length * share;
  const u0 = Math.max(0.3, Math.min(length - 0.3 - width, start - width / 2));
  const style = room.isPlain
    ? rng.pick(['jalousie', 'grilles', 'grilles'] as const)
    : room.isFine
      ? 'picture'
      : 'sliding';
  const opening: Opening = { wall, u0, v0: sill, u1: u0 + width, v1: head, style };
  room.openings.push(opening);
  return opening;
}

/** The outdoors, the frames and the glass of every opening: before the walls are painted around them. */
export function drawOpenings(room: Room): void {
  const { stage, drawing, openings } = room;
  if (openings.length === 0) return;
  const faces = openings.map((opening) => ({ opening, face: room.at(opening.wall).face() }));
  const corners = faces.flatMap(({ opening: { u0, v0, u1, v1 }, face }) =>
    [face.at(u0, v0), face.at(u1, v0), face.at(u1, v1), face.at(u0, v1)].filter(
      (point) => stage.camera.view(point)[2] > 0.15,
    ),
  );
  const outline = faces.map(({ opening: { u0, v0, u1, v1 }, face }) => face.quad(u0, v0, u1, v1)).join('');
  const projected = corners.map((corner) => stage.camera.project(corner));
  drawOutdoors(
    room,
    outline,
    areaAround(
      projected.length > 1
        ? projected
        : [
            [0, 0],
            [1280, 853],
          ],
    ),
  );
  drawing.clip(outline, () => {
    for (const { opening, face } of faces) {
      drawReveal(room, opening, face);
      drawGlazing(room, opening, face);
    }
  });
}

function drawReveal(room: Room, { u0, v0, u1, v1 }: Opening, face: Face): void {
  const { look } = room;
  const t = -WALL_THICKNESS;
  const quad = (points: readonly P3[], share: number) =>
    room.stage.fill(points, darken(mix(look.wall, '#ffffff', 0.3), share));
  quad([face.at(u0, v0), face.at(u0, v0, t), face.at(u0, v1, t), face.at(u0, v1)], 0.1);
  quad([face.at(u1, v0), face.at(u1, v0, t), face.at(u1, v1, t), face.at(u1, v1)], 0.1);
  quad([face.at(u0, v1), face.at(u0, v1, t), face.at(u1, v1, t), face.at(u1, v1)], 0.18);
  quad([face.at(u0, v0), face.at(u0, v0, t), face.at(u1, v0, t), face.at(u1, v0)], 0.02);
}

function frameColour({ isPlain, isFine, look, recipe }: Room): string {
  if (isFine) return recipe.seed % 3 === 0 ? mix(look.metal, '#3a3d42', 0.7) : '#33363b';
  return isPlain ? '#c6c9c8' : recipe.seed % 2 === 0 ? '#f0f0ec' : '#8c9196';
}

function drawGlazing(room: Room, opening: Opening, face: Face): void {
  const { drawing } = room;
  const { u0, v0, u1, v1, style } = opening;
  const [w, h] = [u1 - u0, v1 - v0];
  const out = -0.09;
  const frame = frameColour(room);
  if (style === 'frosted') {
    face.rect(
      u0,
      v0,
      u1,
      v1,
      drawing.vertical(
        alpha(room.light.isDusk ? '#56507a' : '#eef5f5', 0.82),
        alpha(room.light.isDusk ? '#453f66' : '#d5e4e4', 0.88),
      ),
      out,
    );
  } else {
    onFace(
      face,
      [
        [u0, v0 + h * 0.3],
        [u0 + w * 0.25, v1],
        [u0 + w * 0.5, v1],
        [u0, v0],
      ],
      alpha('#ffffff', 0.1),
      out,
    );
  }
  let bars = '';
  const bar = (a: number, b: number, low = v0, high = v1, depth = out) => {
    bars += face.quad(a, low, b, high, depth);
  };
  const edge = style === 'picture' ? 0.045 : 0.055;
  if (style === 'jalousie') {
    const columns = w > 1.2 ? 2 : 1;
    let [slats, lines] = ['', ''];
    for (let v = v0 + 0.06; v < v1 - 0.05; v += 0.115) {
      slats += face.quad(u0 + 0.04, v, u1 - 0.04, v + 0.095, out);
      lines += face.quad(u0 + 0.04, v, u1 - 0.04, v + 0.014, out);
    }
    drawing.path(slats, alpha(room.light.isDusk ? '#8f88a8' : '#e6f0f0', 0.5));
    drawing.path(lines, alpha('#56666c', 0.6));
    for (let i = 1; i < columns; i++) bar(u0 + (w * i) / columns - 0.04, u0 + (w * i) / columns + 0.04);
  } else {
    const panes =
      style === 'picture' ? Math.max(2, Math.round(w / 1.35)) : style === 'frosted' ? 1 : w > 1.9 ? 3 : 2;
    for (let i = 1; i < panes; i++) bar(u0 + (w * i) / panes - edge / 2, u0 + (w * i) / panes + edge / 2);
    if (style === 'picture' && v0 > 0.3 && h > 1.6) bar(u0, u1, v0 + 0.5, v0 + 0.53);
  }
  bar(u0, u0 + edge);
  bar(u1 - edge, u1);
  bar(u0, u1, v0, v0 + edge);
  bar(u0, u1, v1 - edge, v1);
  drawing.path(bars, frame);
  if (style === 'grilles' || (style === 'jalousie' && room.recipe.seed % 2 === 0)) {
    let grille = '';
    const rods = Math.round(w / 0.16);
    for (let i = 1; i < rods; i++)
      grille += face.quad(u0 + (w * i) / rods - 0.008, v0, u0 + (w * i) / rods + 0.008, v1, -0.03);
    for (const v of [0.22, 0.5, 0.78]) grille += face.quad(u0, v0 + h * v - 0.01, u1, v0 + h * v + 0.01, -0.03);
    drawing.path(grille, room.recipe.seed % 3 === 0 ? '#5a4a40' : '#eceae4');
  }
}

/** Casing, sill and the sun on the floor: after the walls. */
export function drawTrims(room: Room): void {
  const { look, drawing } = room;
  for (const opening of room.openings) {
    const { wall, u0, v0, u1, v1, style } = opening;
    const face = room.at(wall).face();
    const trim = room.isPlain ? lighten(look.wall, 0.4) : room.isFine ? '' : lighten(look.wall, 0.55);
    if (trim) {
      const c = 0.07;
      const ring =
        face.quad(u0 - c, v1, u1 + c, v1 + c, 0.01) +
        face.quad(u0 - c, v0, u0, v1, 0.01) +
        face.quad(u1, v0, u1 + c, v1, 0.01) +
        (v0 > 0.1 ? face.quad(u0 - c, v0 - c, u1 + c, v0, 0.01) : '');
      drawing.path(ring, darken(trim, room.sunWall === wall ? 0.1 : 0.05));
    }
    if (v0 > 0.3) {
      const place = room.at(wall);
      place.block([u0 - 0.08, v0 - 0.05, 0, u1 - u0 + 0.16, 0.05, 0.06], lighten(look.wall, 0.5));
    }
    if (style !== 'frosted') drawSunPatch(room, opening);
  }
}

/** Sunlight on the floor, in panes; none after sunset or under clouds, none in a light well. */
function drawSunPatch(room: Room, { wall, u0, v0, u1, v1 }: Opening): void {
  const { light, stage, drawing, recipe } = room;
  if (light.isDusk || light.isGrey || recipe.view === 'lightWell') return;
  const isGolden = light.time === 'golden';
  const colour = isGolden ? '#ffc27a' : '#fff4d6';
  const reach = isGolden ? 1.5 : 0.75;
  const slant = light.side * (isGolden ? 0.5 : 0.3);
  const [near, far] = [0.12 + v0 * reach, Math.min(v1 * reach, 3)];
  const panes = Math.max(2, Math.round((u1 - u0) / 1.1));
  const place = room.at(wall);
  const limit = wall === 'back' ? room.d + 1 : room.w;
  const [from, to] = [place.point(0, 0, near), place.point(0, 0, far)].map((point) => stage.camera.project(point));
  const paint =
    from && to
      ? drawing.between(from, to, alpha(colour, isGolden ? 0.6 : 0.5), alpha(colour, 0.14))
      : alpha(colour, 0.3);
  let patches = '';
  for (let i = 0; i < panes; i++) {
    const [a, b] = [u0 + ((u1 - u0) * i) / panes + 0.05, u0 + ((u1 - u0) * (i + 1)) / panes - 0.05];
    const at = (u: number, o: number): P3 =>
      place.point(
        Math.max(0.02, Math.min(place.room.lengthOf(wall) - 0.02, u + slant * o)),
        0.003,
        Math.min(o, limit),
      );
    patches += stage.outline([at(a, near), at(b, near), at(b, far), at(a, far)]);
  }
  drawing.path(patches, paint);
}

/** Curtains or a roller shade; a bare home has none. */
export function dressWindow(room: Room, { wall, u0, u1, v0, v1 }: Opening): void {
  if (room.isBare) return;
  const { rng, look } = room;
  const place = room.at(wall);
  if (rng.chance(room.isFurnished ? (room.isPlain ? 0 : 0.2) : 0.6)) {
    const drop = rng.range(0.1, 0.24) * (v1 - v0);
    place.block([u0 - 0.06, v1 + 0.02, 0.01, u1 - u0 + 0.12, 0.08, 0.07], '#f4f2ec', { soft: 2 });
    place.flat(
      u0 - 0.02,
      v1 - drop,
      u1 - u0 + 0.04,
      drop + 0.04,
      (face) => {
        face.rect(0, 0, u1 - u0 + 0.04, drop + 0.04, alpha(mix(look.curtain, '#ffffff', 0.3), 0.94));
        face.rect(0, 0, u1 - u0 + 0.04, 0.025, darken(look.curtain, 0.18));
      },
      0.05,
    );
    return;
  }
  const top = Math.min(room.h - 0.12, v1 + 0.16);
  const bottom = room.isPlain ? Math.max(0.3, v0 - 0.18) : 0.04;
  const length = room.lengthOf(wall);
  const wide = Math.min(0.55, (u1 - u0) * 0.24);
  const colour = look.curtain;
  const spans: [number, number][] = [
    [Math.max(0.02, u0 - 0.26), u0 - 0.26 + wide],
    [u1 + 0.26 - wide, Math.min(length - 0.02, u1 + 0.26)],
  ];
  const folds = 5;
  for (const [a, b] of spans) {
    if (b - a < 0.12) continue;
    place.flat(
      a,
      bottom,
      b - a,
      top - bottom,
      (face) => {
        const step = (b - a) / folds;
        for (let i = 0; i < folds; i++) {
          face.rect(
            i * step,
            0,
            (i + 1) * step,
            top - bottom,
            room.drawing.horizontal(lighten(colour, 0.25), darken(colour, 0.04), darken(colour, 0.18)),
          );
        }
      },
      0.1,
    );
  }
  const rail = room.isPlain ? '#a5a19a' : look.metal;
  place.flat(
    Math.max(0.02, u0 - 0.36),
    top - 0.02,
    Math.min(length - 0.04, u1 + 0.36) - Math.max(0.02, u0 - 0.36),
    0.05,
    (face) => {
      face.rect(0, 0.01, Math.min(length - 0.04, u1 + 0.36) - Math.max(0.02, u0 - 0.36), 0.045, rail);
    },
    0.13,
  );
}

/** A split-type unit high on a wall. */
export function drawSplitAircon(place: Place): void {
  const { room } = place;
  const v = room.h - 0.52;
  if (!place.claim(0.92, 0.22, 0.3, v)) return;
  place.block([0, v, 0, 0.9, 0.28, 0.2], '#f6f7f6', {
    soft: 4,
    front: (face) => {
      face.rect(0.04, 0.03, 0.86, 0.085, '#c4c9cb');
      face.rect(0.04, 0.05, 0.86, 0.056, '#8f9699');
      face.rect(0.7, 0.15, 0.82, 0.17, '#cfd4d5');
    },
  });
}

/** A window-type unit in its hole in the wall. */
export function drawWindowAircon(place: Place): void {
  const { room } = place;
  const v = Math.min(1.72, room.h - 0.75);
  if (!place.claim(0.66, 0.2, 0.46, v)) return;
  place.flat(-0.04, v - 0.04, 0.74, 0.52, (face) => face.rect(0, 0, 0.74, 0.52, darken(room.look.wall, 0.18)));
  place.block([0, v, 0, 0.66, 0.44, 0.16], '#eceae3', {
    soft: 2,
    front: (face) => {
      let lines = '';
      for (let i = 0; i < 6; i++) lines += face.quad(0.05, 0.08 + i * 0.05, 0.44, 0.1 + i * 0.05);
      room.drawing.path(lines, '#a9aba6');
      face.rect(0.48, 0.06, 0.62, 0.38, '#d6d5ce');
      for (const y of [0.14, 0.28]) face.rect(0.52, y, 0.58, y + 0.06, '#5a5e60');
    },
  });
  const [x, y] = room.stage.camera.project(place.point(0.62, v, 0.02));
  const floor = room.stage.camera.project(place.point(0.72, 0.34, 0.02));
  room.drawing.stroke(
    `M${num(x)} ${num(y)}Q${num(x)} ${num((y + floor[1]) / 2)} ${num(floor[0])} ${num(floor[1])}`,
    '#d5d0c6',
    2,
  );
}

/** The cooling of a home's class: none, a window type, a split type, or a cassette in the ceiling. */
export function drawAircon(room: Room, wall: Wall, u: number): void {
  if (room.isBare) return;
  if (room.isPlain) {
    if (room.rng.chance(0.4)) drawWindowAircon(room.at(wall, u));
  } else if (room.isFine && room.rng.chance(0.5)) {
    const { stage, h, d } = room;
    const [x, z, r] = [room.rng.side() * room.w * 0.05, d * 0.46, 0.42];
    stage.level(h - 0.02, x - r, z - r, x + r, z + r, '#eef0f0');
    stage.level(h - 0.022, x - r * 0.55, z - r * 0.55, x + r * 0.55, z + r * 0.55, '#d5d9da');
    for (const k of [-1, 1]) {
      stage.level(
        h - 0.023,
        x - r * 0.7,
        z + k * r * 0.78 - 0.03,
        x + r * 0.7,
        z + k * r * 0.78 + 0.03,
        '#a9afb1',
      );
      stage.level(
        h - 0.023,
        x + k * r * 0.78 - 0.03,
        z - r * 0.7,
        x + k * r * 0.78 + 0.03,
        z + r * 0.7,
        '#a9afb1',
      );
    }
  } else drawSplitAircon(room.at(wall, u));
}
