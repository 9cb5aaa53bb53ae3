import type { P3 } from './camera.ts';
import { type Place, type Room, roundOnFace, type Wall } from './room.ts';
import { alpha, darken, HEIGHT, lighten, mix, num, type P2 } from './svg.ts';

interface ShellOptions {
  accent?: Wall;
  ceiling?: string;
  lamp?: 'bulb' | 'tube' | 'downlights' | 'cove' | 'panels' | 'none';
  /** Without a back wall the room is open to the air. */
  isOpen?: boolean;
}

const sides: readonly ('left' | 'right')[] = ['left', 'right'];
const NEAR_END = -3.4;

/** Floor, walls with holes for the openings, ceiling and lamps. The outdoors are painted before it. */
export function drawShell(room: Room, options: ShellOptions = {}): void {
  const { stage, drawing, look, w, h, d, sunWall } = room;
  const ceiling = options.ceiling ?? (room.isPlain ? mix(look.wall, '#ffffff', 0.5) : lighten(look.wall, 0.72));
  const shade = (colour: string, share: number) => mix(colour, darken(look.accent, 0.3), share);
  const tone = (wall: Wall) => {
    const colour = options.accent === wall ? look.accent : look.wall;
    const isOpposite = (sunWall === 'left' && wall === 'right') || (sunWall === 'right' && wall === 'left');
    if (isOpposite) return { near: mix(colour, '#ffefcf', 0.3), far: shade(colour, 0.05) };
    if (wall === sunWall) return { near: shade(colour, 0.16), far: shade(colour, 0.28) };
    return { near: shade(colour, 0.05), far: shade(colour, 0.17) };
  };
  drawFloor(room);
  for (const wall of sides) {
    const { near, far } = tone(wall);
    const x = wall === 'left' ? -w / 2 : w / 2;
    const outline =
      stage.outline([
        [x, 0, NEAR_END],
        [x, 0, d],
        [x, h, d],
        [x, h, NEAR_END],
      ]) + holesIn(room, wall);
    const [from, to] = [
      [x, 1, 0.8],
      [x, 1, d],
    ].map((point) => stage.camera.project(point as unknown as P3));
    const paint = from && to ? drawing.between([from[0], 0], [to[0], 0], near, far) : near;
    drawing.path(outline, paint, { 'fill-rule': 'evenodd' });
  }
  if (!options.isOpen) {
    const { near, far } = tone('back');
    const face = room.at('back').face();
    const [from, to] = [stage.camera.project(face.at(0, 1)), stage.camera.project(face.at(w, 1))];
    const paint =
      sunWall === 'right'
        ? drawing.between([from[0], 0], [to[0], 0], far, lighten(near, 0.14))
        : sunWall === 'left'
          ? drawing.between([from[0], 0], [to[0], 0], lighten(near, 0.14), far)
          : drawing.between([from[0], 0], [to[0], 0], near, mix(near, far, 0.5), near);
    drawing.path(face.quad(0, 0, w, h) + holesIn(room, 'back'), paint, { 'fill-rule': 'evenodd' });
  }
  stage.level(
    h,
    -w / 2,
    NEAR_END,
    w / 2,
    d,
    drawing.between([0, 0], [0, 330], darken(ceiling, 0.08), darken(ceiling, 0.02)),
  );
  drawEdges(room, Boolean(options.isOpen));
  drawLamps(room, options.lamp ?? (room.isBare ? 'bulb' : lampOf(room)), ceiling);
}

const lampOf = (room: Room): NonNullable<ShellOptions['lamp']> =>
  room.isFine ? 'cove' : room.isPlain ? room.rng.pick(['bulb', 'tube', 'tube']) : 'downlights';

const holesIn = (room: Room, wall: Wall): string =>
  room.openings
    .filter((opening) => opening.wall === wall)
    .map(({ u0, v0, u1, v1 }) => room.at(wall).face().quad(u0, v0, u1, v1))
    .join('');

function drawFloor(room: Room): void {
  const { stage, drawing, look, w, d } = room;
  const [l, r] = [-w / 2, w / 2];
  stage.level(
    0,
    l,
    NEAR_END,
    r,
    d,
    drawing.between([0, HEIGHT], [0, 520], darken(look.floor, 0.06), mix(look.floor, look.wall, 0.16)),
  );
  switch (look.floorKind) {
    case 'planks':
      drawBoards(room, 0.22, 1.9);
      break;
    case 'laminate':
      drawBoards(room, 0.15, 1.1);
      break;
    case 'carpet':
      drawTiles(room, 0.6, 0.05, 0.012);
      break;
    case 'screed':
      drawStains(room);
      break;
    case 'vinyl':
      drawTiles(room, 0.4, 0, 0.006);
      break;
    case 'smallTiles':
      drawTiles(room, 0.3, 0.25, 0.014);
      break;
    case 'tiles':
      drawTiles(room, 0.6, 0.25, 0.012);
      break;
    case 'marble':
      drawTiles(room, 0.9, 0.3, 0.008);
      drawVeins(room);
  }
  const dark = alpha('#1c1526', 0.15);
  const clear = alpha('#1c1526', 0);
  for (const x of [l, r]) {
    const inner = x - Math.sign(x) * Math.min(0.9, w * 0.2);
    const [a, b] = [stage.camera.project([x, 0, d * 0.8]), stage.camera.project([inner, 0, d * 0.8])];
    stage.level(0.001, Math.min(x, inner), NEAR_END, Math.max(x, inner), d, drawing.between(a, b, dark, clear));
  }
}

/** The nearest floor the picture shows: nothing before it needs a seam. */
function floorStart({ stage, d }: Room): number {
  const { x, z } = stage.camera.settings;
  const [, , ahead] = stage.camera.view([x, 0, z + 1]);
  const lowest =
    (stage.camera.settings.y * stage.camera.settings.focal) / (HEIGHT - stage.camera.settings.centre[1]);
  return Math.min(d - 1, Math.max(NEAR_END, z + (lowest / Math.max(0.3, ahead)) * 0.55 - 0.6));
}

function drawBoards(room: Room, step: number, length: number): void {
  const { stage, drawing, look, rng, w, d } = room;
  const tones: string[][] = [[], []];
  const start = floorStart(room);
  let seams = '';
  for (let x = -w / 2; x < w / 2; x += step) {
    const right = Math.min(w / 2, x + step);
    seams += stage.outline(levelQuad(x, start, 0.01, d - start));
    for (let z = start + rng.next() * length; z < d; z += rng.range(0.8, 1.4) * length) {
      const end = Math.min(d, z + length);
      tones[rng.int(0, 3)]?.push(stage.outline(levelQuad(x, z, right - x, end - z)));
    }
  }
  const isLoud = look.floorKind === 'vinyl';
  drawing.path((tones[0] ?? []).join(''), alpha(darken(look.floor, 0.3), isLoud ? 0.1 : 0.17));
  drawing.path((tones[1] ?? []).join(''), alpha('#fff0d8', isLoud ? 0.1 : 0.17));
  drawing.path(seams, alpha(darken(look.floor, 0.5), isLoud ? 0.18 : 0.36));
}

function drawTiles(room: Room, step: number, share: number, joint: number): void {
  const { stage, drawing, look, rng, w, d } = room;
  const pale: string[] = [];
  const start = d - Math.ceil((d - floorStart(room)) / step) * step;
  let seams = '';
  for (let x = -w / 2; x < w / 2; x += step) {
    seams += stage.outline(levelQuad(x, start, joint, d - start));
    for (let z = start; z < d - 0.01; z += step)
      if (share > 0 ? rng.chance(share) : Math.round((x + w / 2 + z - start) / step) % 2 === 0)
        pale.push(stage.outline(levelQuad(x, z, Math.min(step, w / 2 - x), step)));
  }
  for (let z = start; z < d; z += step) seams += stage.outline(levelQuad(-w / 2, z, w, joint * 1.2));
  drawing.path(pale.join(''), alpha('#ffffff', look.floorKind === 'carpet' ? 0.08 : 0.18));
  drawing.path(seams, alpha(darken(look.floor, 0.45), look.floorKind === 'smallTiles' ? 0.4 : 0.3));
}

const levelQuad = (x: number, z: number, w: number, d: number): P3[] => [
  [x, 0, z],
  [x + w, 0, z],
  [x + w, 0, z + d],
  [x, 0, z + d],
];

function drawVeins(room: Room): void {
  const { stage, drawing, look, rng, w, d } = room;
  const start = floorStart(room) + 0.5;
  let lines = '';
  for (let i = 0; i < 12; i++) {
    let [x, z] = [rng.range(-w / 2, w / 2), rng.range(start, d)];
    const points: P2[] = [stage.camera.project([x, 0, z])];
    for (let j = 0; j < 4; j++) {
      x = Math.max(-w / 2, Math.min(w / 2, x + rng.range(-0.3, 0.5)));
      z = Math.min(d, z + rng.range(0.05, 0.4));
      points.push(stage.camera.project([x, 0, z]));
    }
    lines += `M${points.map(([px, py]) => `${num(px)} ${num(py)}`).join('L')}`;
  }
  drawing.stroke(lines, darken(look.floor, 0.3), 1.6, { opacity: 0.3 });
}

function drawStains(room: Room): void {
  const { stage, look, rng, w, d } = room;
  for (let i = 0; i < 9; i++) {
    const [x, z, r] = [rng.range(-w / 2 + 0.8, w / 2 - 0.8), rng.range(0.8, d - 0.5), rng.range(0.3, 0.8)];
    stage.disc(x, 0.001, z, r, alpha(i % 2 ? '#ffffff' : darken(look.floor, 0.4), 0.12), r * 0.5);
  }
}

/** Shade where walls meet floor and ceiling; skirting, and a moulding in all but plain homes. */
function drawEdges(room: Room, isOpen: boolean): void {
  const { drawing, look, h, d, w } = room;
  const dark = '#2a1c1a';
  const trim = lighten(look.wall, 0.45);
  const isTiled = room.recipe.kind === 'bath' || room.recipe.kind === 'laundry';
  for (const wall of isOpen ? sides : (['left', 'right', 'back'] as const)) {
    const length = wall === 'back' ? w : d + 3;
    const place = room.at(wall);
    const from = wall === 'left' ? -3 : 0;
    const to = wall === 'right' ? length : wall === 'left' ? d : w;
    const holes = room.openings.filter((opening) => opening.wall === wall && opening.v0 < 0.05);
    const face = place.face();
    if (wall === 'back') face.rect(0, h - 0.5, w, h, drawing.vertical(alpha(dark, 0.12), alpha(dark, 0)));
    if (isTiled) continue;
    let start = from;
    const skirting = wall === 'back' ? darken(trim, 0.04) : darken(trim, 0.09);
    for (const hole of [...holes.sort((a, b) => a.u0 - b.u0), null]) {
      const end = hole?.u0 ?? to;
      if (end > start) face.rect(start, 0, end, room.isPlain ? 0.07 : room.isFine ? 0.13 : 0.1, skirting, 0.012);
      start = hole?.u1 ?? to;
    }
    if (!room.isPlain && !room.isBare)
      face.rect(from, h - (room.isFine ? 0.11 : 0.07), to, h, darken(trim, wall === 'back' ? 0.03 : 0.07), 0.02);
  }
  const [ax, ay] = room.stage.camera.project([-w / 2, h, d]);
  const [, by] = room.stage.camera.project([-w / 2, 0, d]);
  const [bx, cy] = room.stage.camera.project([w / 2, h, d]);
  const [, dy] = room.stage.camera.project([w / 2, 0, d]);
  if (!isOpen)
    drawing.stroke(
      `M${num(ax)} ${num(ay)}V${num(by)}M${num(bx)} ${num(cy)}V${num(dy)}`,
      darken(look.wall, 0.3),
      1.6,
      {
        opacity: 0.35,
      },
    );
}

function drawLamps(room: Room, kind: NonNullable<ShellOptions['lamp']>, ceiling: string): void {
  const { stage, drawing, w, h, d } = room;
  const strength = room.isLit ? 0.85 : 0.4;
  if (kind === 'bulb') {
    const middle = room.standing('back', 0, d * 0.62, 0, 0);
    middle.sprite(0, h - 0.55, 0, 0.08, 0.55, (x, y, scale) => {
      drawing.rect(x - 1.3, y - scale * 0.55, 2.6, scale * 0.42, '#3a3634');
      drawing.rect(x - scale * 0.028, y - scale * 0.17, scale * 0.056, scale * 0.09, '#4a4644');
      if (room.isLit) drawing.glow(x, y, scale * 0.9, scale * 0.9, '#ffd695', 0.85);
      drawing.circle(x, y - scale * 0.04, scale * 0.052, room.isLit ? '#fff3cf' : '#f4f1e6', {
        stroke: '#cfc7b0',
        'stroke-width': 1,
      });
    });
  } else if (kind === 'tube') {
    const place = room.standing('back', 0, d * 0.6, 1.2, 0.1);
    if (room.isLit) {
      const [sx, sy] = stage.camera.project([0, h, d * 0.6]);
      const scale = stage.camera.scaleAt([0, h, d * 0.6]);
      drawing.glow(sx, sy, scale * 1.6, scale * 0.5, '#f4fbff', 0.7);
    }
    place.block([0, h - 0.09, 0, 1.24, 0.08, 0.09], room.isLit ? '#ffffff' : '#f6f6f2', { soft: 3 });
  } else if (kind === 'downlights' || kind === 'cove') {
    if (kind === 'cove') drawCove(room, ceiling);
    const inset = kind === 'cove' ? 0.38 : 0.27;
    for (const x of [-w * inset, w * inset]) {
      for (const z of [d * 0.25, d * 0.86]) {
        const [sx, sy] = stage.camera.project([x, h, z]);
        const scale = stage.camera.scaleAt([x, h, z]);
        if (scale > 500) continue;
        drawing.glow(sx, sy, scale * 0.42, scale * 0.12, '#ffe2ad', strength);
        stage.disc(x, h - 0.005, z, 0.07, '#fffaf0');
      }
    }
  } else if (kind === 'panels') {
    for (const x of [-w * 0.27, w * 0.27])
      for (const z of [d * 0.2, d * 0.5, d * 0.8]) {
        stage.level(h - 0.01, x - 0.62, z - 0.16, x + 0.62, z + 0.16, '#d8dada');
        stage.level(h - 0.012, x - 0.58, z - 0.13, x + 0.58, z + 0.13, room.isLit ? '#fff6dc' : '#ffffff');
      }
  }
}

/** A raised part of the ceiling with light behind its edge. */
function drawCove(room: Room, ceiling: string): void {
  const { stage, drawing, w, h, d } = room;
  const [x, z0, z1] = [w * 0.3, d * 0.12, d * 0.8];
  const rise = 0.14;
  const edge: readonly P3[] = [
    [-x, h, z0],
    [x, h, z0],
    [x, h, z1],
    [-x, h, z1],
  ];
  const glow = mix('#ffe3b0', ceiling, room.isLit ? 0.05 : 0.45);
  drawing.clip(stage.outline(edge), () => {
    stage.fill(edge, glow);
    stage.level(h + rise, -x - 0.3, z0 - 0.3, x + 0.3, z1 + 0.3, mix(glow, ceiling, 0.3));
    stage.level(h + rise, -x + 0.28, z0 + 0.28, x - 0.28, z1 - 0.28, mix(glow, ceiling, 0.75));
  });
}

/** An entrance in a wall with casing and handle. */
export function drawDoor(place: Place, width = 0.85, isOpen = false): void {
  const { room } = place;
  const { look } = room;
  const height = Math.min(2.1, room.h - 0.3);
  if (!place.claim(width + 0.16, 0.75, height)) return;
  const colour = room.isPlain
    ? room.rng.pick(['#a97b52', '#e8e2d6', '#8a6242'])
    : room.isFine
      ? darken(look.wood, 0.1)
      : room.rng.pick(['#f4f1ea', mix(look.wood, '#ffffff', 0.1)]);
  place.flat(0, 0, width + 0.16, height + 0.08, (face) => {
    face.rect(0, 0, width + 0.16, height + 0.08, darken(colour, 0.16));
    face.rect(0.08, 0, width + 0.08, height, isOpen ? '#4a423e' : colour);
    if (isOpen) return;
    const panel = (v0: number, v1: number) => {
      face.rect(0.2, v0, width - 0.04, v1, darken(colour, 0.14));
      face.rect(0.22, v0 + 0.02, width - 0.06, v1 - 0.025, room.drawing.vertical(lighten(colour, 0.1), colour));
    };
    if (room.isFine) face.rect(0.2, 0.15, 0.24, height - 0.15, darken(colour, 0.25));
    else {
      panel(0.2, 0.92);
      panel(1.06, height - 0.18);
    }
    roundOnFace(face, width - 0.02 + 0.02, 0.98, 0.035, look.metal);
  });
}

/** Sockets and switches, and in a bare unit the capped cables of what is to come. */
export function drawOutlets(place: Place): void {
  const { room } = place;
  const isOpen = room.openings.some(
    ({ wall, u0, u1 }) => wall === place.wall && place.u + 0.9 > u0 && place.u < u1,
  );
  if (isOpen) return;
  place.flat(0, 0.28, 0.13, 0.09, (face) => {
    face.rect(0, 0, 0.13, 0.085, '#f7f5f0');
    face.rect(0.03, 0.025, 0.05, 0.06, '#8d8a85');
    face.rect(0.08, 0.025, 0.1, 0.06, '#8d8a85');
  });
  if (!room.isBare) return;
  place.flat(0.5, room.h - 0.62, 0.34, 0.3, (face) => {
    roundOnFace(face, 0.08, 0.2, 0.05, '#d8d4cc');
    roundOnFace(face, 0.08, 0.2, 0.034, '#57524c');
    const [a, b, c] = [face.at(0.08, 0.2), face.at(0.1, 0.02), face.at(0.19, -0.08)].map((point) =>
      room.stage.camera.project(point),
    );
    if (a && b && c)
      room.drawing.stroke(
        `M${num(a[0])} ${num(a[1])}Q${num(b[0])} ${num(b[1])} ${num(c[0])} ${num(c[1])}`,
        '#2f3338',
        2.2,
      );
  });
}
