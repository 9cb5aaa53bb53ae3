import type { Rng } from '#server/demo/random.ts';
import type { P3, Stage } from './camera.ts';
import { boxOutline, outlineWalls, type Scene, SIDE_STREET, seenWalls } from './facadeKit.ts';
import type { Light } from './light.ts';
import { drawLeaves, drawPalm, drawShrubs, drawTree } from './plants.ts';
import { alpha, type Drawing, darken, HEIGHT, lighten, mix, num, WIDTH } from './svg.ts';

/** Ground from the horizon down, in one colour that fades into the distance. */
export function drawGround(stage: Stage, colour: string, light: Light): void {
  const horizon = stage.camera.horizon;
  const near = light.tone(colour, 0.9);
  const far = mix(near, light.haze, 0.4);
  stage.drawing.rect(
    0,
    horizon,
    WIDTH,
    HEIGHT - horizon,
    stage.drawing.between([0, horizon], [0, HEIGHT], far, near, near),
  );
}

/** Kerb, pavement and carriageway along x; `z` is the edge of the lot. */
export function drawStreet(stage: Stage, z: number, pavement: number, road: number, light: Light): void {
  const reach = 160;
  const stone = light.tone('#d9d2c6', 0.85);
  stage.level(0.02, -reach, z - pavement, reach, z, stone);
  let joints = '';
  for (let x = -40; x < 40; x += 2)
    joints += stage.outline([
      [x, 0.02, z - pavement],
      [x + 0.06, 0.02, z - pavement],
      [x + 0.06, 0.02, z],
      [x, 0.02, z],
    ]);
  stage.drawing.path(joints, light.tone('#a89f92', 0.6), { opacity: 0.5 });
  const kerb = z - pavement;
  stage.fill(
    [
      [-reach, 0, kerb],
      [reach, 0, kerb],
      [reach, -0.2, kerb],
      [-reach, -0.2, kerb],
    ],
    light.tone('#bdb5a8', 0.4),
  );
  const asphalt = light.tone('#7b7f88', 0.75);
  stage.level(-0.2, -reach, kerb - road, reach, kerb, asphalt);
  let marks = '';
  for (let x = -60; x < 60; x += 5)
    marks += stage.outline([
      [x, -0.2, kerb - road / 2],
      [x + 2.4, -0.2, kerb - road / 2],
      [x + 2.4, -0.2, kerb - road / 2 - 0.14],
      [x, -0.2, kerb - road / 2 - 0.14],
    ]);
  stage.drawing.path(marks, light.tone('#f4ecd8', 0.9), { opacity: 0.8 });
}

/** Metres of pavement and carriageway before a building. */
const widths = { city: [4, 16], street: [1.4, 6.5], village: [1.6, 7] } as const;

/** A second street at the viewer's feet where the building stands far away. */
function nearStreet({ stage, building }: Scene): number | null {
  const { z } = stage.camera.settings;
  return z < building.lot - 48 ? z + 21 : null;
}

/** Every street of the picture, from the building to the viewer. */
export function drawStreets(scene: Scene): void {
  const { stage, light, building } = scene;
  const [pavement, road] = widths[building.setting];
  drawStreet(stage, building.lot, pavement, road, light);
  const near = building.lot - pavement - road;
  stage.level(-0.1, -160, near - 3, 160, near, light.tone('#cfc8bb', 0.8));
  if (building.sideStreet) drawSideStreet(scene, building.sideStreet);
  const second = nearStreet(scene);
  if (second === null) return;
  const lawn = light.tone('#93aa6a', 0.9);
  stage.level(0, -400, second, 400, near - 3, stage.drawing.vertical(mix(lawn, light.haze, 0.3), lawn));
  drawStreet(stage, second, 2, 10, light);
  stage.level(-0.1, -160, second - 40, 160, second - 12, light.tone('#cfc8bb', 0.8));
}

/** A street that runs away from the viewer along one side of the lot. */
function drawSideStreet({ stage, light, building }: Scene, side: -1 | 1): void {
  const { bounds, lot, setting } = building;
  const edge = side > 0 ? bounds.x + bounds.w : bounds.x;
  const [pavement, road] = [1.2, SIDE_STREET - 2.4];
  const strip = (from: number, to: number, y: number, paint: string) =>
    stage.level(y, edge + side * from, lot - widths[setting][0], edge + side * to, lot + 150, paint);
  strip(0, SIDE_STREET, 0.015, light.tone('#d9d2c6', 0.85));
  strip(pavement, pavement + road, 0.03, light.tone('#7b7f88', 0.75));
}

/** Wet ground mirrors the building and the sky. */
export function drawWetGround({ stage, light, building }: Scene): void {
  const { drawing, camera } = stage;
  const { bounds, lot, colour } = building;
  const ground = stage.outline([
    [-150, 0, lot],
    [150, 0, lot],
    [150, 0, camera.settings.z],
    [-150, 0, camera.settings.z],
  ]);
  drawing.clip(ground, () => {
    drawing.path(ground, alpha(light.haze, 0.16));
    for (const { face, length, exposure } of outlineWalls(stage, boxOutline(bounds), 0, light)) {
      const paint = light.tone(colour, exposure * 0.7);
      drawing.path(
        face.quad(0, -Math.min(bounds.h, 26), length, 0),
        drawing.vertical(alpha(paint, 0.5), alpha(paint, 0)),
      );
      let lit = '';
      for (let u = 1.5; u < length - 1; u += 2.7 + (u % 1.7)) lit += face.quad(u, -2.6 - (u % 1.3), u + 0.5, -0.2);
      drawing.path(lit, drawing.vertical(alpha('#ffdf9c', 0.28), alpha('#ffdf9c', 0)));
    }
  });
}

/** Poles, lamps, trees, vehicles and people between the building and the viewer, far ones first. */
export function drawStreetLife(scene: Scene, design: Rng, rng: Rng): void {
  const { stage, light, building, camera, priceClass } = scene;
  const { bounds, lot, setting } = building;
  const { drawing } = stage;
  const [pavement, road] = widths[setting];
  const kerb = lot - pavement;
  const [left, right] = [bounds.x, bounds.x + bounds.w];
  const things: { x: number; z: number; draw: () => void }[] = [];
  const add = (x: number, z: number, draw: () => void) => things.push({ x, z, draw });
  const hasWires = setting !== 'village';
  const tree = (x: number, z: number, height: number) =>
    add(x, z, () => {
      const [sx, sy] = stage.camera.project([x, 0, z]);
      const s = stage.camera.scaleAt([x, 0, z]);
      if (rng.chance(setting === 'street' ? 0.15 : 0.4)) drawPalm(drawing, sx, sy, s * height * 1.25, light, rng);
      else drawTree(drawing, sx, sy, s * height, light, rng);
    });
  if (setting === 'city') {
    for (let x = left - 40; x < right + 40; x += design.range(7, 10)) {
      if (x > left + bounds.w * 0.2 && x < right - bounds.w * 0.2) continue;
      tree(x, kerb + 1, design.range(4.5, 6.5));
    }
    for (const x of [left - 9, left + bounds.w * 0.3, right - bounds.w * 0.3, right + 9])
      add(x, kerb + 0.6, () => drawLamp(stage, x, kerb + 0.6, 7, light));
  } else if (setting === 'village') {
    for (const x of [left - 5, right + 5]) add(x, kerb + 0.5, () => drawLamp(stage, x, kerb + 0.5, 4.6, light));
    tree(left - 7.5, kerb + 0.8, design.range(5, 6.5));
    tree(right + 8.5, kerb + 0.8, design.range(5, 6.5));
  } else if (camera !== 2) {
    add(right + 3, kerb + 0.5, () => drawLamp(stage, right + 3, kerb + 0.5, 5.6, light));
  }
  const poleX = camera === 2 ? left - 2.4 : left - 4;
  const poles = [-3, -2, -1, 0, 1, 2].map((i) => poleX + i * -26).reverse();
  if (hasWires && camera !== 3) add(poleX, kerb + 0.35, () => drawPoles(stage, kerb + 0.35, poles, light, rng));

  const lanes = [kerb - road * 0.25 - 0.9, kerb - road * 0.75 - 0.9] as const;
  const vehicle = (share: number, kind: 'car' | 'jeepney' | 'tricycle' | 'van', lane: 0 | 1 = 0) => {
    const z = kind === 'tricycle' ? kerb - 1.4 : lanes[lane];
    const x = acrossAt(stage, share, z);
    // Close to the viewer it would hide the building.
    if (stage.camera.scaleAt([x, 0, z]) > 58) return;
    const place = { x, z, isReversed: lane === 1 };
    add(x, z, () => {
      if (kind === 'car') drawCar(stage, place, rng.pick(carColours), light, rng);
      else if (kind === 'jeepney') drawJeepney(stage, place, light, rng);
      else if (kind === 'tricycle') drawTricycle(stage, place, light, rng);
      else drawVan(stage, place, light);
    });
  };
  if (camera === 2) {
    if (setting === 'village') vehicle(0.04, 'car');
    else vehicle(0.68, setting === 'city' || rng.chance(0.65) ? 'jeepney' : 'van');
    if (setting === 'street') vehicle(0.24, 'tricycle');
  } else if (camera === 0) {
    vehicle(rng.range(0.72, 0.82), hasWires && rng.chance(0.35) ? 'jeepney' : 'car');
  } else if (camera === 1) {
    vehicle(rng.pick([0.02, 0.8]), hasWires && rng.chance(0.4) ? 'tricycle' : 'car');
  } else if (camera === 4) {
    vehicle(rng.range(0.1, 0.2), hasWires && rng.chance(0.5) ? 'jeepney' : 'car');
    if (setting === 'city')
      for (const share of [0.3, 0.55, 0.7, 0.85])
        vehicle(share + rng.range(-0.05, 0.05), 'car', rng.chance(0.5) ? 1 : 0);
  }
  if (hasWires && camera === 2 && (setting === 'street' || priceClass !== 'fine')) {
    const x = Math.min(left - 6.4, Math.max(left - 9.5, acrossAt(stage, 0.03, lot)));
    add(x, lot, () => drawSariSari(stage, x, lot + 0.1, light, rng));
  }
  for (let i = 0; i < (setting === 'village' ? 1 : 3); i++) {
    const x = rng.range(left - 8, right + 8);
    const z = kerb + rng.range(0.4, pavement - 0.4);
    if (stage.camera.scaleAt([x, 0, z]) < 62) add(x, z, () => drawPerson(stage, x, z, light, rng));
  }
  const second = nearStreet(scene);
  if (second !== null) drawNearLife(scene, second, add, rng);
  things.sort((a, b) => stage.camera.view([b.x, 0, b.z])[2] - stage.camera.view([a.x, 0, a.z])[2]);
  for (const { draw } of things) draw();
}

/** Leaves close to the viewer in a corner: planting below, in villages and cities also a branch above. */
export function drawForeground({ stage, light, building, camera }: Scene, rng: Rng): void {
  if (camera > 2) return;
  const { drawing } = stage;
  const isLeft = rng.chance(0.5);
  const x = isLeft ? rng.range(-30, 30) : WIDTH - rng.range(-30, 30);
  if (camera === 2 || building.setting !== 'street') {
    const bloom = rng.pick(['#e0567f', '#f0a13c', undefined]);
    drawing.glow(x, HEIGHT, 240, 50, light.shadowColour, 0.4);
    drawShrubs(drawing, [x - 150, HEIGHT + 34], [x + 150, HEIGHT + 34], 78, light, rng, bloom);
    drawLeaves(drawing, x, HEIGHT + 36, rng.range(140, 200), light.tone('#4c8a4c', 0.5), rng, 9, 0.09);
  }
  if (camera !== 2 || !rng.chance(0.6)) return;
  const top = isLeft ? WIDTH + 40 : -40;
  const side = isLeft ? -1 : 1;
  for (const [dx, dy, size] of [
    [-40, -10, 120],
    [60, 24, 92],
    [130, -14, 80],
    [20, 74, 74],
  ] as const) {
    const at = top + side * dx;
    drawShrubs(drawing, [at - 50, dy + size * 0.4], [at + 50, dy + size * 0.4], size * 0.8, light, rng);
  }
}

/** Where at this depth a share of the picture's width lies (x). */
function acrossAt(stage: Stage, share: number, z: number): number {
  const { x, z: eyeZ, yaw = 0, centre, focal } = stage.camera.settings;
  return x + Math.tan(Math.atan((share * WIDTH - centre[0]) / focal) + yaw) * (z - eyeZ);
}

type Add = (x: number, z: number, draw: () => void) => void;

/** Trees between the two streets, where they hide nothing. */
function park({ stage, light, camera, building }: Scene, second: number, add: Add, rng: Rng): void {
  const { lot, bounds } = building;
  const plant = (x: number, z: number, height: number) => {
    const isPalm = rng.chance(0.3);
    if (stage.camera.view([x, 0, z])[2] < 5) return;
    add(x, z, () => {
      const [sx, sy] = stage.camera.project([x, 0, z]);
      const s = stage.camera.scaleAt([x, 0, z]);
      if (isPalm) drawPalm(stage.drawing, sx, sy, s * height * 1.3, light, rng);
      else drawTree(stage.drawing, sx, sy, s * height, light, rng);
    });
  };
  const edge = lot - widths.city[0] - widths.city[1] - 6;
  if (camera === 4) {
    for (let x = bounds.x - 90; x < bounds.x + bounds.w + 60; x += rng.range(7, 11))
      for (const z of [edge, edge - 12]) plant(x + rng.range(-2, 2), z + rng.range(-2, 2), rng.range(5, 7));
    return;
  }
  for (const share of [0.02, 0.09, 0.17, 0.24, 0.77, 0.85, 0.92, 0.98]) {
    const z = edge - rng.next() ** 2 * Math.max(0, edge - second - 8);
    plant(acrossAt(stage, share + rng.range(-0.03, 0.03), z), z, rng.range(4.5, 6.5));
  }
}

/** Traffic and planting on the street at the viewer's feet. */
function drawNearLife(scene: Scene, second: number, add: Add, rng: Rng): void {
  const { stage, light, camera, building } = scene;
  park(scene, second, add, rng);
  if (camera > 2) return;
  for (const share of [-0.05, 0.1, 0.88, 1.03]) {
    const x = acrossAt(stage, share, second + 3);
    add(x, second + 3, () => {
      const [sx, sy] = stage.camera.project([x, 0, second + 3]);
      const s = stage.camera.scaleAt([x, 0, second + 3]);
      drawShrubs(stage.drawing, [sx - s * 3, sy], [sx + s * 3, sy], s * 0.9, light, rng);
      if (share < 0 || share > 1) drawTree(stage.drawing, sx, sy, s * rng.range(5, 6.5), light, rng);
    });
  }
  const lane = second - 5.4;
  const share = camera === 2 ? 0.62 : rng.pick([0.04, 0.66]);
  const x = acrossAt(stage, share, lane);
  const isInPicture = stage.camera.project([x + 2, 0, lane])[1] < HEIGHT - 14;
  const isJeepney = camera === 2 || rng.chance(0.4);
  if (isInPicture)
    add(x, lane, () =>
      isJeepney
        ? drawJeepney(stage, { x, z: lane }, light, rng)
        : drawCar(stage, { x, z: lane }, rng.pick(carColours), light, rng),
    );
  if (camera !== 2 || building.setting === 'village') return;
  const pole = acrossAt(stage, 0.13, second - 1.6);
  const poles = [-2, -1, 0, 1, 2].map((i) => pole + i * 27);
  add(pole, second - 1.6, () => drawPoles(stage, second - 1.6, poles, light, rng));
}

export const carColours = ['#c9472f', '#f2f0ea', '#3d5a80', '#2f3640', '#d8b04c', '#6d8f83', '#a7b3bd'];

type Points = readonly (readonly [number, number])[];

interface Vehicle {
  /** From the side, front at 0. */
  profile: Points;
  width: number;
  glass: Points;
  /** Posts in the glass. */
  posts: readonly number[];
  wheels: readonly number[];
  radius: number;
}

const sedan: Vehicle = {
  profile: [
    [0.05, 0.35],
    [0, 0.7],
    [0.15, 0.92],
    [1.0, 1.0],
    [1.65, 1.45],
    [3.0, 1.47],
    [3.75, 1.02],
    [4.35, 0.95],
    [4.45, 0.6],
    [4.4, 0.35],
  ],
  width: 1.78,
  glass: [
    [1.2, 1.04],
    [1.72, 1.37],
    [2.92, 1.39],
    [3.45, 1.05],
  ],
  posts: [2.35],
  wheels: [0.9, 3.55],
  radius: 0.38,
};

const suv: Vehicle = {
  ...sedan,
  profile: [
    [0.05, 0.4],
    [0, 0.85],
    [0.15, 1.1],
    [0.95, 1.18],
    [1.45, 1.75],
    [3.8, 1.78],
    [4.3, 1.15],
    [4.4, 0.65],
    [4.35, 0.4],
  ],
  glass: [
    [1.15, 1.2],
    [1.55, 1.65],
    [3.65, 1.67],
    [3.95, 1.2],
  ],
};

const jeepney: Vehicle = {
  profile: [
    [0.1, 0.45],
    [0.02, 0.9],
    [0.12, 1.2],
    [1.25, 1.34],
    [1.5, 1.4],
    [1.72, 2.2],
    [1.95, 2.32],
    [6.1, 2.32],
    [6.3, 2.2],
    [6.3, 0.55],
    [6.2, 0.45],
  ],
  width: 1.95,
  glass: [
    [2.0, 1.42],
    [2.0, 2.02],
    [6.1, 2.02],
    [6.1, 1.42],
  ],
  posts: [2.7, 3.5, 4.3, 5.1],
  wheels: [1.0, 4.9],
  radius: 0.4,
};

const sidecar: Vehicle = {
  profile: [
    [0.15, 0.32],
    [0, 0.8],
    [0.2, 1.0],
    [0.45, 1.5],
    [0.75, 1.64],
    [1.85, 1.62],
    [1.95, 1.45],
    [1.95, 0.35],
  ],
  width: 1.0,
  glass: [
    [0.62, 0.98],
    [0.72, 1.46],
    [1.72, 1.46],
    [1.72, 0.98],
  ],
  posts: [],
  wheels: [1.2],
  radius: 0.3,
};

const van: Vehicle = {
  profile: [
    [0.1, 0.45],
    [0.0, 1.0],
    [0.5, 1.9],
    [1.5, 2.1],
    [1.55, 2.75],
    [6.0, 2.75],
    [6.05, 0.6],
    [5.9, 0.45],
  ],
  width: 2.1,
  glass: [
    [0.45, 1.25],
    [0.72, 1.85],
    [1.35, 1.9],
    [1.35, 1.25],
  ],
  posts: [],
  wheels: [1.0, 4.8],
  radius: 0.42,
};

interface Place {
  x: number;
  z: number;
  y?: number;
  /** Along z, its front to the viewer; otherwise along x. */
  isAlongZ?: boolean;
  /** Its front to the right instead of the left. */
  isReversed?: boolean;
}

/** @returns a function from points of the side to their outline on the picture. */
function drawVehicle(
  stage: Stage,
  { profile, width, glass, posts, wheels, radius }: Vehicle,
  { x, z, y = -0.2, isAlongZ = false, isReversed = false }: Place,
  colour: string,
  light: Light,
): (points: Points) => string {
  const eye = stage.camera.settings;
  const length = Math.max(...profile.map(([u]) => u));
  const nearSide = isAlongZ && eye.x > x + width ? width : 0;
  const farSide = width - nearSide;
  const at = (u: number, v: number, across: number): P3 => {
    const along = isReversed ? length - u : u;
    return isAlongZ ? [x + across, y + v, z + along] : [x + along, y + v, z + across];
  };
  stage.fill(
    [
      at(-0.2, 0.01, -0.15),
      at(length + 0.2, 0.01, -0.15),
      at(length + 0.2, 0.01, width + 0.15),
      at(-0.2, 0.01, width + 0.15),
    ],
    alpha(light.shadowColour, 0.42),
  );
  const sideExposure = isAlongZ ? ((nearSide === 0) === light.side < 0 ? 0.95 : 0.3) : 0.75;
  const segments = profile.map((from, i) => ({ from, to: profile[(i + 1) % profile.length] ?? from }));
  const distance = ([u]: readonly [number, number]) => stage.camera.view(at(u, 1, width / 2))[2];
  segments.sort((a, b) => distance(b.from) + distance(b.to) - distance(a.from) - distance(a.to));
  for (const { from, to } of segments) {
    const slope = Math.abs(to[1] - from[1]) / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1);
    const isGlass = from[1] > 0.9 && to[1] > 0.9 && slope > 0.3;
    const paint = isGlass
      ? light.tone('#35505f', 0.7)
      : light.tone(slope < 0.3 && from[1] > 1.3 ? lighten(colour, 0.12) : colour, slope > 0.8 ? 0.6 : 1);
    stage.fill(
      [
        at(from[0], from[1], nearSide),
        at(to[0], to[1], nearSide),
        at(to[0], to[1], farSide),
        at(from[0], from[1], farSide),
      ],
      paint,
      { stroke: paint, 'stroke-width': 0.8 },
    );
  }
  const side = (points: Points) => stage.outline(points.map(([u, v]) => at(u, v, nearSide)));
  const body = light.tone(colour, sideExposure);
  const { drawing } = stage;
  drawing.path(side(profile), drawing.vertical(lighten(body, 0.16), body, darken(body, 0.25)), {
    stroke: body,
    'stroke-width': 1.2,
    'stroke-linejoin': 'round',
  });
  drawing.path(side(glass), drawing.vertical(light.tone('#7fa3b5', 0.9), light.tone('#2c4350', 0.6)));
  const [low, high] = [Math.min(...glass.map(([, v]) => v)), Math.max(...glass.map(([, v]) => v))];
  drawing.path(posts.map((u) => side(rectangle(u, low, u + 0.1, high + 0.1))).join(''), body);
  for (const u of wheels) {
    const wheel = (r: number) =>
      side(
        Array.from({ length: 18 }, (_, i) => [
          u + Math.cos((i / 18) * 6.283) * r,
          radius + Math.sin((i / 18) * 6.283) * r,
        ]),
      );
    drawing.path(wheel(radius), light.tone('#24242b', 0.6));
    drawing.path(wheel(radius * 0.52), light.tone('#b9bec4', 0.8));
  }
  const isLit = light.isDusk || light.time === 'rain';
  const lamp = isLit ? '#fff3c4' : light.tone('#f7efd5', 1);
  drawing.path(side(rectangle(0.05, 0.72, 0.32, 0.86)), lamp);
  drawing.path(
    side(rectangle(length - 0.33, 0.72, length - 0.05, 0.86)),
    isLit ? '#ff5a4a' : light.tone('#c23b32', 0.9),
  );
  const [nose, ahead] = [at(0, 0, width / 2), at(-1, 0, width / 2)];
  if ((eye.x - nose[0]) * (ahead[0] - nose[0]) + (eye.z - nose[2]) * (ahead[2] - nose[2]) <= 0) return side;
  // Lamps, grille and a blank plate on the front.
  const front = (a0: number, v0: number, a1: number, v1: number, paint: string) =>
    stage.fill([at(-0.01, v0, a0), at(-0.01, v0, a1), at(-0.01, v1, a1), at(-0.01, v1, a0)], paint);
  front(0.1, 0.4, width - 0.1, 0.58, light.tone('#2b2e33', 0.5));
  front(width / 2 - 0.2, 0.44, width / 2 + 0.2, 0.54, light.tone('#f2f0ea', 0.8));
  front(width * 0.3, 0.64, width * 0.7, 0.78, light.tone('#8f979c', 0.7));
  for (const a of [0.08, width - 0.42]) front(a, 0.64, a + 0.34, 0.78, lamp);
  return side;
}

const rectangle = (u0: number, v0: number, u1: number, v1: number): Points => [
  [u0, v0],
  [u1, v0],
  [u1, v1],
  [u0, v1],
];

/** A car standing with its near corner at the place. */
export function drawCar(stage: Stage, place: Place, colour: string, light: Light, rng: Rng): void {
  drawVehicle(stage, rng.chance(0.5) ? suv : sedan, place, colour, light);
}

export function drawVan(stage: Stage, place: Place, light: Light): void {
  const side = drawVehicle(stage, van, place, '#ece8de', light);
  stage.drawing.path(side(rectangle(1.9, 1.1, 5.7, 1.35)), light.tone('#3f7a86', 0.75));
}

/** A jeepney: bright bonnet, open sides, bands of colour and a blank board over the windscreen. */
export function drawJeepney(stage: Stage, place: Place, light: Light, rng: Rng): void {
  const [body, band, stripe] = rng.pick([
    ['#d9d6cc', '#c23b3b', '#e8b93c'],
    ['#2f6f8f', '#e8b93c', '#e6e2d6'],
    ['#b8433a', '#e6e2d6', '#3f6f9a'],
    ['#e0ddd2', '#2f7a5f', '#d97b3c'],
  ] as const);
  const side = drawVehicle(stage, jeepney, place, body, light);
  const { drawing } = stage;
  const tone = (colour: string) => light.tone(colour, 0.8);
  drawing.path(side(rectangle(1.75, 0.98, 6.22, 1.14)), tone(band));
  drawing.path(side(rectangle(1.75, 0.78, 6.22, 0.88)), tone(stripe));
  for (const u of [2.3, 3.2, 4.1])
    drawing.path(
      side([
        [u, 0.7],
        [u + 0.3, 0.9],
        [u, 1.12],
        [u - 0.3, 0.9],
      ]),
      tone(u === 3.2 ? band : stripe),
    );
  drawing.path(side(rectangle(0.2, 0.72, 1.3, 1.16)), tone('#c9ced2'));
  drawing.path(side(rectangle(0.2, 0.9, 1.3, 0.98)), tone('#8f979c'));
  drawing.path(side(rectangle(2.0, 1.36, 6.15, 1.44)), tone(lighten(body, 0.2)));
  drawing.path(side(rectangle(1.8, 2.06, 6.25, 2.2)), tone(band));
  drawing.path(side(rectangle(2.4, 2.34, 5.9, 2.4)) + side(rectangle(2.4, 2.5, 5.9, 2.54)), tone('#8f979c'));
  drawing.path(side(rectangle(1.72, 2.22, 2.1, 2.5)), tone('#efe3b8'));
}

/** A motorcycle with a sidecar, its front to the right. */
export function drawTricycle(stage: Stage, { x, z, y = -0.2 }: Place, light: Light, rng: Rng): void {
  const colour = rng.pick(['#c9472f', '#2f6f8f', '#3f8a5f', '#d8a83c']);
  const { drawing } = stage;
  const at = (u: number, v: number): P3 => [x + u, y + v, z + 1.15];
  const wheels = [-0.1, 2.35].map((u) => stage.camera.project(at(u, 0.3)));
  const scale = stage.camera.scaleAt(at(1, 0));
  for (const [wx, wy] of wheels) {
    drawing.circle(wx, wy, scale * 0.32, light.tone('#24242b', 0.6));
    drawing.circle(wx, wy, scale * 0.17, light.tone('#b9bec4', 0.8));
  }
  const frame = [at(2.35, 0.3), at(2.1, 1.05), at(1.9, 1.12)].map((point) => stage.camera.project(point));
  drawing.stroke(
    frame.map(([px, py], i) => `${i ? 'L' : 'M'}${num(px)} ${num(py)}`).join(''),
    light.tone('#3a3f46', 0.6),
    scale * 0.09,
  );
  stage.fill([at(0, 0.55), at(1.6, 0.55), at(1.95, 0.95), at(0.1, 0.85)], light.tone('#2c3138', 0.5));
  const side = drawVehicle(stage, sidecar, { x, z, y, isReversed: true }, colour, light);
  drawing.path(side(rectangle(0.12, 0.62, 1.92, 0.76)), light.tone('#f0e6cf', 0.8));
  drawing.path(side(rectangle(0.4, 1.52, 1.95, 1.62)), light.tone('#f0e6cf', 0.8));
}

/** Electricity poles along x with their wires; a transformer hangs on one of them. */
export function drawPoles(stage: Stage, z: number, places: readonly number[], light: Light, rng: Rng): void {
  const { drawing, camera } = stage;
  // From afar wires are a smear.
  if (Math.max(...places.map((x) => camera.scaleAt([x, 6, z]) * (camera.view([x, 6, z])[2] > 1 ? 1 : 0))) < 7)
    return;
  const wood = light.tone('#8c8174', 0.5);
  const wire = light.tone('#2c2c33', 0.2);
  const levels = [8.2, 7.8, 6.6, 6.2];
  places.forEach((x, index) => {
    const next = places[index + 1];
    if (next === undefined) return;
    const path = levels.map((level, i) => {
      const [sag, dz] = i < 2 ? [0.5, i * 1.4 - 0.7] : [0.8 + rng.range(0, 0.5), 0];
      const points = Array.from({ length: 9 }, (_, k) => {
        const t = k / 8;
        return [x + (next - x) * t, level - sag * 4 * t * (1 - t), z + dz] as P3;
      });
      const seen = points.filter((point) => camera.view(point)[2] > 0.5).map((point) => camera.project(point));
      return seen.map(([px, py], k) => `${k ? 'L' : 'M'}${num(px)} ${num(py)}`).join('');
    });
    const near = Math.min(60, camera.scaleAt([(x + next) / 2, 6, z]));
    drawing.stroke(path.slice(0, 2).join(''), wire, Math.max(0.9, near * 0.028), { opacity: 0.85 });
    drawing.stroke(path.slice(2).join(''), wire, Math.max(1.1, near * 0.05), { opacity: 0.85 });
  });
  for (const [index, x] of places.entries()) {
    if (camera.view([x, 0, z])[2] < 1) continue;
    stage.cylinder(x, 0, z, 0.16, 8.6, wood, wood, 0.11);
    stage.box({ x: x - 0.06, y: 7.8, z: z - 0.9, w: 0.12, h: 0.12, d: 1.8 }, light.solid('#6f665b'));
    const scale = camera.scaleAt([x, 6, z]);
    const [cx, cy] = camera.project([x, 6.1, z]);
    drawing.stroke(
      `M${num(cx)} ${num(cy)}a${num(scale * 0.16)} ${num(scale * 0.22)} 0 1 1 0.1 0`,
      wire,
      Math.max(0.9, scale * 0.035),
    );
    if (index % 3 === 1)
      stage.cylinder(x + 0.42, 6.3, z, 0.28, 0.85, light.tone('#8d979c', 0.6), light.tone('#b9c2c6', 1));
  }
}

/** A neighbourhood store: a grilled counter under a tin awning, sachets hanging in strips, a blank sign. */
export function drawSariSari(stage: Stage, x: number, z: number, light: Light, rng: Rng): void {
  const { drawing } = stage;
  const paint = rng.pick(['#8fb7a4', '#d9a86c', '#b9c7d4', '#d98f7c']);
  const box = { x, y: 0, z, w: 4.4, h: 2.9, d: 2.2 };
  stage.box(box, light.solid(paint));
  const face = stage.face([x, 0, z], [1, 0, 0]);
  const isLit = light.lamps > 0.3;
  face.rect(0.4, 1.05, 3.1, 2.35, isLit ? '#ffdf9c' : light.tone('#4a3d34', 0.5));
  const tones = ['#c9573c', '#e8b93c', '#3f7a5f', '#3f6f9a', '#f0ede4', '#b85f8a'];
  const strips = tones.map(() => '');
  for (let u = 0.5; u < 2.95; u += 0.2) {
    const pick = rng.int(0, tones.length - 1);
    for (let i = 0; i < rng.int(2, 5); i++)
      strips[pick] = `${strips[pick] ?? ''}${face.quad(u, 2.14 - i * 0.19, u + 0.14, 2.3 - i * 0.19)}`;
  }
  tones.forEach((tone, i) => {
    drawing.path(strips[i] ?? '', light.tone(tone, isLit ? 0.95 : 0.7));
  });
  let jars = '';
  for (let u = 0.6; u < 2.9; u += 0.42) jars += face.quad(u, 1.08, u + 0.28, 1.08 + rng.range(0.24, 0.4));
  drawing.path(jars, light.tone('#d9c7a0', 0.7), { opacity: 0.9 });
  let bars = '';
  for (let u = 0.4; u <= 3.1; u += 0.18) bars += face.quad(u - 0.012, 1.05, u + 0.012, 2.35);
  for (let v = 1.05; v <= 2.35; v += 0.26) bars += face.quad(0.4, v, 3.1, v + 0.02);
  drawing.path(bars, light.tone('#e6e2d8', 0.6), { opacity: 0.7 });
  face.rect(0.25, 0.92, 3.25, 1.06, light.tone('#9a7350', 0.9), 0.25);
  face.rect(3.35, 0, 4.2, 2.2, light.tone('#6f4f3a', 0.6));
  face.rect(0.3, 0.1, 3.0, 0.85, light.tone(darken(paint, 0.18), 0.7));
  const awning: P3[] = [
    [x - 0.2, 2.95, z],
    [x + 4.6, 2.95, z],
    [x + 4.6, 2.5, z - 1.3],
    [x - 0.2, 2.5, z - 1.3],
  ];
  stage.fill(awning, light.tone('#a6aaa8', 0.8));
  let ribs = '';
  for (let i = 0; i < 16; i++) {
    const u = x - 0.2 + i * 0.3;
    ribs += stage.outline([
      [u, 2.95, z],
      [u + 0.08, 2.95, z],
      [u + 0.08, 2.5, z - 1.3],
      [u, 2.5, z - 1.3],
    ]);
  }
  drawing.path(ribs, light.tone('#7d6a5a', 0.6), { opacity: 0.5 });
  const sign = stage.face([x, 2.95, z], [1, 0, 0]);
  sign.rect(0.3, 0.05, 4.1, 0.75, light.tone('#f2eee2', 0.9), 0.1);
  sign.rect(0.3, 0.05, 4.1, 0.2, light.tone(rng.pick(['#c23b3b', '#2f6f9a', '#e0a13e']), 0.9), 0.12);
  stage.box({ x: x + 0.5, y: 0.38, z: z - 0.95, w: 2.2, h: 0.08, d: 0.35 }, light.solid('#9a7350'));
  for (const u of [0.6, 2.5])
    stage.box({ x: x + u, y: 0, z: z - 0.85, w: 0.1, h: 0.4, d: 0.15 }, light.solid('#7d5c40'));
}

const clothes = ['#c9573c', '#3f6f9a', '#e0c26a', '#5f8a6a', '#d9d6cc', '#8a5f7d', '#3b4350'];

/** A person on the pavement, under an umbrella when it rains. */
export function drawPerson(stage: Stage, x: number, z: number, light: Light, rng: Rng, y = 0): void {
  const { drawing } = stage;
  const [sx, sy] = stage.camera.project([x, y, z]);
  const s = stage.camera.scaleAt([x, y, z]);
  const [shirt, legs] = [
    light.tone(rng.pick(clothes), 0.75),
    light.tone(rng.pick(['#3b4350', '#6b6f78', '#8a7a63']), 0.6),
  ];
  const skin = light.tone(rng.pick(['#a8744f', '#c08a62', '#8f6142']), 0.75);
  drawing.ellipse(sx, sy, s * 0.32, s * 0.06, alpha(light.shadowColour, 0.3));
  const stride = rng.range(0.02, 0.14) * s;
  drawing.stroke(
    `M${num(sx)} ${num(sy - s * 0.8)}L${num(sx - stride)} ${num(sy)}M${num(sx)} ${num(sy - s * 0.8)}L${num(sx + stride)} ${num(sy)}`,
    legs,
    s * 0.13,
  );
  drawing.stroke(`M${num(sx)} ${num(sy - s * 1.28)}V${num(sy - s * 0.82)}`, shirt, s * 0.3);
  drawing.stroke(
    `M${num(sx - s * 0.17)} ${num(sy - s * 1.26)}L${num(sx - s * 0.22)} ${num(sy - s * 0.85)}`,
    skin,
    s * 0.08,
  );
  drawing.circle(sx, sy - s * 1.56, s * 0.125, skin);
  drawing.path(
    `M${num(sx - s * 0.135)} ${num(sy - s * 1.56)}a${num(s * 0.135)} ${num(s * 0.14)} 0 0 1 ${num(s * 0.27)} 0Z`,
    light.tone('#2a211d', 0.4),
  );
  if (light.time !== 'rain') return;
  const [top, r] = [sy - s * 2.05, s * 0.55];
  drawing.stroke(`M${num(sx + s * 0.1)} ${num(top)}V${num(sy - s * 1.1)}`, light.tone('#3b4350', 0.5), s * 0.04);
  drawing.path(
    `M${num(sx - r)} ${num(top + r * 0.5)}Q${num(sx - r * 0.8)} ${num(top - r * 0.2)} ${num(sx + s * 0.1)} ${num(top - r * 0.25)}Q${num(sx + r)} ${num(top - r * 0.2)} ${num(sx + r * 1.2)} ${num(top + r * 0.5)}Z`,
    light.tone(rng.pick(clothes), 0.9),
  );
}

/** Falling rain over the whole picture. */
export function drawRain(drawing: Drawing, rng: Rng): void {
  let [near, far] = ['', ''];
  for (let i = 0; i < 120; i++) {
    const [x, y, length] = [rng.range(-60, WIDTH), rng.range(-40, HEIGHT), rng.range(14, 44)];
    const drop = `M${Math.round(x)} ${Math.round(y)}l${num(-length * 0.16)} ${num(length)}`;
    if (length > 32) near += drop;
    else far += drop;
  }
  drawing.stroke(far, '#e6eef0', 1.1, { opacity: 0.3 });
  drawing.stroke(near, '#f2f7f8', 1.7, { opacity: 0.34 });
}

/** A lamp post, glowing at dusk. */
export function drawLamp(stage: Stage, x: number, z: number, height: number, light: Light): void {
  const [sx, sy] = stage.camera.project([x, 0, z]);
  const [, top] = stage.camera.project([x, height, z]);
  const scale = stage.camera.scaleAt([x, 0, z]);
  if (scale > 90 || stage.camera.view([x, 0, z])[2] < 2) return;
  const post = light.tone('#3c424c', 0.5);
  stage.drawing.rect(sx - scale * 0.06, top, scale * 0.12, sy - top, post);
  stage.drawing.rect(sx - scale * 0.06, top, scale * 1.1, scale * 0.1, post);
  if (light.lamps > 0.3)
    stage.drawing.glow(
      sx + scale * 0.9,
      top + scale * 0.2,
      Math.min(90, scale * 3),
      Math.min(90, scale * 3),
      '#ffdf9c',
      0.7,
    );
  stage.drawing.rect(
    sx + scale * 0.6,
    top + scale * 0.08,
    scale * 0.45,
    scale * 0.1,
    light.lamps > 0.3 ? '#fff1c9' : '#e8e4da',
  );
}

/** A wall or slatted fence along x with a gap for the gate. */
export function drawFence(
  stage: Stage,
  z: number,
  from: number,
  to: number,
  height: number,
  colour: string,
  light: Light,
  isSlatted: boolean,
): void {
  if (to <= from) return;
  const base = isSlatted ? height * 0.38 : height;
  const box = { x: from, y: 0, z, w: to - from, h: base, d: 0.2 };
  stage.box(box, light.solid(colour));
  stage.box(
    { x: from - 0.05, y: base, z: z - 0.05, w: to - from + 0.1, h: 0.1, d: 0.3 },
    light.solid(lighten(colour, 0.25)),
  );
  if (!isSlatted) return;
  for (const { face, length, exposure } of seenWalls(stage, { ...box, y: base + 0.1 }, light).filter(
    (wall) => wall.isFront,
  )) {
    const bars: string[] = [];
    for (let u = 0.08; u < length; u += 0.2) bars.push(face.quad(u, 0, u + 0.07, height - base));
    bars.push(face.quad(0, height - base - 0.08, length, height - base));
    stage.drawing.path(bars.join(''), light.tone(darken('#4a4038', 0.15), exposure));
  }
  for (let x = from; x <= to + 0.01; x += Math.max(2.4, (to - from) / Math.max(1, Math.round((to - from) / 3)))) {
    stage.box(
      { x: x - 0.16, y: 0, z: z - 0.06, w: 0.36, h: height + 0.12, d: 0.34 },
      light.solid(lighten(colour, 0.1)),
    );
  }
}

/** A steel gate: sheet below, bars above. */
export function drawGate(
  stage: Stage,
  from: number,
  to: number,
  z: number,
  colour: string,
  light: Light,
  height = 1.8,
): void {
  const face = stage.face([from, 0, z], [1, 0, 0]);
  const w = to - from;
  face.rect(0, 0.08, w, height * 0.55, light.tone(colour, 0.7));
  let bars = '';
  for (let u = 0; u <= w; u += 0.17) bars += face.quad(u, height * 0.5, u + 0.05, height);
  bars += face.quad(0, height - 0.08, w, height) + face.quad(w / 2 - 0.05, 0.08, w / 2 + 0.05, height);
  stage.drawing.path(bars, light.tone(darken(colour, 0.25), 0.7));
}
