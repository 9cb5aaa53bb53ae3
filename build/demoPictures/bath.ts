import type { Rng } from '#server/demo/random.ts';
import { drawHousePlant, drawPendant, drawVase, upright } from './decor.ts';
import { contactShadow } from './furniture.ts';
import { buildRoom, drawShell, finishRoom, type Room, solid } from './room.ts';
import { drawBackWindow, drawSideWindow } from './roomWindows.ts';
import type { ViewKind } from './scenery.ts';
import { alpha, darken, lighten, mix, num } from './svg.ts';

/** A bathroom: tub, vanity with mirror, glass shower. */
export function drawBath(rng: Rng, view: ViewKind): string {
  const room = buildRoom(rng, view, { w: 4.8, h: 2.7, d: 3.6 });
  room.look = {
    ...room.look,
    floorKind: rng.pick(['tiles', 'marble']),
    floor: rng.pick(['#d9d2c7', '#b9b4ae', '#e3dcd2', '#8f989c', '#c9a98a']),
  };
  drawShell(room);
  drawTiles(room);
  const away = room.bright < 0 ? 1 : -1;
  if (rng.chance(0.55))
    drawBackWindow(
      room,
      Math.min(room.bright * 0.25, room.bright * 1.9),
      1,
      Math.max(room.bright * 0.25, room.bright * 1.9),
      2.2,
      2,
      false,
    );
  else drawSideWindow(room, 1, 2.8, 1, 2.2, false);
  drawVanity(room, away > 0 ? 0.35 : -1.95);
  drawShower(room, away);
  drawMat(room, room.bright * 1.1);
  drawTub(room, room.bright * 1.15, 2.35);
  drawHousePlant(room, room.bright * 2.1, 2.9, rng.range(0.9, 1.2));
  drawTowels(room, away);
  if (rng.chance(0.5)) drawPendant(room, room.bright * 0.9, 2.05, 2.2, 0.4, rng.int(0, 2));
  return finishRoom(room);
}

function drawTiles({ stage, look, rng, w, d, drawing }: Room): void {
  const isTall = rng.chance(0.45);
  const top = isTall ? 2.7 : 1.25;
  const tile = rng.pick([
    lighten(look.accent, 0.35),
    '#f6f4ef',
    mix(look.accent, '#ffffff', 0.15),
    '#dfe6e4',
  ]);
  const step = rng.pick([0.16, 0.24, 0.36]);
  const isUpright = rng.chance(0.4);
  const [su, sv] = isUpright ? [step * 0.5, step * 1.6] : [step * 1.4, step * 0.7];
  const walls = [
    { face: stage.face([-w / 2, 0, d - 0.01], [1, 0, 0]), length: w, paint: tile },
    { face: stage.face([w / 2 - 0.01, 0, d], [0, 0, -1]), length: d + 2, paint: darken(tile, 0.08) },
    { face: stage.face([-w / 2 + 0.01, 0, d], [0, 0, -1]), length: d + 2, paint: darken(tile, 0.05) },
  ];
  for (const { face, length, paint } of walls) {
    face.rect(0, 0.02, length, top, drawing.vertical(lighten(paint, 0.1), darken(paint, 0.06)));
    let joints = '';
    for (let v = 0; v < top; v += sv) joints += face.quad(0, v, length, v + 0.009);
    for (let u = 0; u < length; u += su) joints += face.quad(u, 0, u + 0.009, top);
    drawing.path(joints, darken(paint, 0.32), { opacity: 0.32 });
    if (!isTall) face.rect(0, top, length, top + 0.05, darken(look.accent, 0.1));
  }
}

function drawVanity(room: Room, x: number): void {
  const { stage, drawing, look, d, rng, light } = room;
  const w = 1.6;
  const z = d - 0.56;
  contactShadow(room, x, z, w, 0.5, 0.35);
  stage.box({ x, y: 0.34, z, w, h: 0.46, d: 0.54 }, solid(room, look.wood), 2);
  const face = stage.face([x, 0, z - 0.005], [1, 0, 0]);
  face.rect(0.79, 0.36, 0.805, 0.8, darken(look.wood, 0.5));
  for (const u of [0.3, 1.1]) face.rect(u, 0.7, u + 0.24, 0.725, look.metal);
  stage.box({ x: x - 0.03, y: 0.8, z: z - 0.03, w: w + 0.06, h: 0.05, d: 0.57 }, solid(room, '#f7f4ef'));
  const shelf = { x: x + 0.05, y: 0.14, z, w: w - 0.1, h: 0.03, d: 0.5 };
  stage.box(shelf, solid(room, look.wood));
  for (const [i, tx] of [x + 0.2, x + 0.62, x + 1.05].entries())
    stage.box(
      { x: tx, y: 0.17, z: z + 0.1, w: 0.32, h: 0.13, d: 0.3 },
      solid(room, ['#ffffff', look.cushions[0] ?? '#ccc', '#f1ebe0'][i] ?? '#fff'),
      6,
    );
  const basin = upright(room, x + w / 2, 0.85, z + 0.26);
  const s = basin.scale;
  drawing.path(
    `M${num(basin.sx - s * 0.3)} ${num(basin.sy - s * 0.14)}H${num(basin.sx + s * 0.3)}Q${num(basin.sx + s * 0.26)} ${num(basin.sy)} ${num(basin.sx + s * 0.14)} ${num(basin.sy)}H${num(basin.sx - s * 0.14)}Q${num(basin.sx - s * 0.26)} ${num(basin.sy)} ${num(basin.sx - s * 0.3)} ${num(basin.sy - s * 0.14)}Z`,
    drawing.horizontal('#ffffff', '#f3f1ee', '#cfcac4'),
  );
  drawing.ellipse(basin.sx, basin.sy - s * 0.14, s * 0.3, s * 0.045, '#dcd8d2');
  drawing.stroke(
    `M${num(basin.sx)} ${num(basin.sy - s * 0.1)}v${num(-s * 0.24)}q0 ${num(-s * 0.06)} ${num(s * 0.1)} ${num(-s * 0.06)}`,
    look.metal,
    s * 0.03,
  );
  const mirror = upright(room, x + w / 2, 1.62, d - 0.03);
  const r = mirror.scale * 0.46;
  const isRound = rng.chance(0.6);
  drawing.glow(mirror.sx, mirror.sy, r * 1.9, r * 1.9, '#ffe0a6', light.isDusk ? 0.75 : 0.42);
  const shine = drawing.diagonal('#eef6f8', '#c3d6dc', '#e8f0f0', '#b4c9d0');
  if (isRound) {
    drawing.circle(mirror.sx, mirror.sy, r * 1.06, look.metal);
    drawing.circle(mirror.sx, mirror.sy, r, shine);
  } else {
    drawing.rect(mirror.sx - r * 0.9, mirror.sy - r * 1.05, r * 1.8, r * 2.1, look.metal, { rx: r * 0.9 });
    drawing.rect(mirror.sx - r * 0.84, mirror.sy - r * 0.99, r * 1.68, r * 1.98, shine, { rx: r * 0.84 });
  }
  for (const side of [-1, 1]) {
    const lx = mirror.sx + side * r * 1.42;
    drawing.glow(lx, mirror.sy, r * 0.8, r * 0.8, '#ffd695', 0.6);
    drawing.rect(lx - r * 0.09, mirror.sy - r * 0.34, r * 0.18, r * 0.6, '#fff5dd', { rx: r * 0.09 });
    drawing.rect(lx - r * 0.1, mirror.sy + r * 0.22, r * 0.2, r * 0.08, look.metal);
  }
  drawVase(room, x + 0.22, 0.85, z + 0.3, 0.17);
  const soap = upright(room, x + w - 0.24, 0.85, z + 0.25);
  drawing.rect(soap.sx - s * 0.04, soap.sy - s * 0.16, s * 0.08, s * 0.16, look.cushions[1] ?? '#a86', {
    rx: 3,
  });
  drawing.rect(soap.sx - s * 0.012, soap.sy - s * 0.21, s * 0.024, s * 0.06, look.metal);
}

function drawTub(room: Room, x: number, z: number): void {
  const { drawing, look, stage } = room;
  const { sx, sy, scale } = upright(room, x, 0, z);
  const [hw, h] = [scale * 0.86, scale * 0.56];
  drawing.glow(sx, sy, hw * 1.05, scale * 0.16, '#1c1526', 0.5);
  const rim = upright(room, x, 0.56, z + 0.02);
  const depth = Math.max(
    10,
    (stage.camera.project([x, 0.56, z - 0.32])[1] - stage.camera.project([x, 0.56, z + 0.36])[1]) / 2,
  );
  drawing.path(
    `M${num(sx - hw)} ${num(rim.sy)}C${num(sx - hw * 0.98)} ${num(sy - h * 0.3)} ${num(sx - hw * 0.82)} ${num(sy)} ${num(sx - hw * 0.62)} ${num(sy + depth * 0.5)}H${num(sx + hw * 0.62)}C${num(sx + hw * 0.82)} ${num(sy)} ${num(sx + hw * 0.98)} ${num(sy - h * 0.3)} ${num(sx + hw)} ${num(rim.sy)}Z`,
    drawing.horizontal('#ffffff', '#faf8f5', '#e9e5df', '#c6c0b8'),
  );
  drawing.ellipse(sx, rim.sy, hw * 1.01, depth, '#ffffff');
  drawing.ellipse(sx, rim.sy + depth * 0.08, hw * 0.94, depth * 0.8, drawing.vertical('#c9d9dc', '#a9c9cf'));
  drawing.ellipse(sx - hw * 0.2, rim.sy + depth * 0.15, hw * 0.4, depth * 0.3, alpha('#ffffff', 0.45));
  const tap = sx + hw * 0.86 * -room.bright;
  drawing.stroke(
    `M${num(tap - room.bright * scale * 0.2)} ${num(sy + depth * 0.2)}V${num(rim.sy - scale * 0.3)}q0 ${num(-scale * 0.1)} ${num(room.bright * scale * 0.12)} ${num(-scale * 0.1)}t${num(room.bright * scale * 0.12)} ${num(scale * 0.12)}`,
    look.metal,
    scale * 0.03,
  );
  drawing.path(
    `M${num(sx + hw * 0.3)} ${num(rim.sy + depth * 0.72)}h${num(hw * 0.34)}l${num(-hw * 0.02)} ${num(h * 0.62)}h${num(-hw * 0.3)}Z`,
    drawing.vertical(lighten(look.cushions[0] ?? '#c86', 0.25), look.cushions[0] ?? '#c86'),
  );
}

function drawShower({ stage, drawing, look, w, d, h }: Room, away: -1 | 1): void {
  const x = away * (w / 2 - 0.02);
  const inner = away * (w / 2 - 0.95);
  const z = 0.95;
  const head = stage.camera.project([away * (w / 2 - 0.5), 2.15, 1.6]);
  const arm = stage.camera.project([x, 2.25, 1.6]);
  const scale = stage.camera.scaleAt([x, 2, 1.6]);
  drawing.stroke(`M${num(arm[0])} ${num(arm[1])}H${num(head[0])}V${num(head[1])}`, look.metal, scale * 0.025);
  drawing.ellipse(head[0], head[1], scale * 0.16, scale * 0.03, look.metal);
  const pane = stage.outline([
    [inner, 0.02, z],
    [inner, 0.02, d - 0.7],
    [inner, h - 0.55, d - 0.7],
    [inner, h - 0.55, z],
  ]);
  drawing.path(
    pane,
    drawing.diagonal(alpha('#ffffff', 0.3), alpha('#d7eaee', 0.12), alpha('#ffffff', 0.26)),
    { stroke: look.metal, 'stroke-width': 3 },
  );
}

function drawMat({ stage, look, drawing }: Room, x: number): void {
  stage.level(0.01, x - 0.6, 1.1, x + 0.6, 1.65, drawing.vertical(look.rug, darken(look.rug, 0.08)));
  for (const z of [1.18, 1.52]) stage.level(0.012, x - 0.55, z, x + 0.55, z + 0.05, look.rugAccent);
}

function drawTowels(room: Room, away: -1 | 1): void {
  const { stage, look, w } = room;
  const x = -away * (w / 2 - 0.05);
  for (const y of [0.5, 0.8, 1.1, 1.4])
    stage.fill(
      [
        [x, y, 0.75],
        [x, y, 1.25],
        [x, y + 0.03, 1.25],
        [x, y + 0.03, 0.75],
      ],
      look.metal,
    );
  stage.fill(
    [
      [x, 0.75, 0.82],
      [x, 0.75, 1.18],
      [x, 1.43, 1.18],
      [x, 1.43, 0.82],
    ],
    stage.drawing.horizontal(lighten(look.sofa, 0.4), lighten(look.sofa, 0.15)),
  );
}
