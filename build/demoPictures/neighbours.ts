import type { Rng } from '#server/demo/random.ts';
import type { Box, Stage } from './camera.ts';
import {
  type Building,
  boxOutline,
  drawPrism,
  drawRoof,
  grown,
  outlineWalls,
  type Scene,
  type SeenWall,
  SIDE_STREET,
  underCover,
} from './facadeKit.ts';
import { drawBlock, FLOOR } from './facadeTower.ts';
import type { Light } from './light.ts';
import { drawPalm, drawShrubs, drawTree } from './plants.ts';
import { drawHills, drawSky, drawSkyline } from './sky.ts';
import { drawFence, drawGround } from './street.ts';
import { alpha, curvePath, darken, HEIGHT, mix, type P2, WIDTH } from './svg.ts';

const whole = { x: 0, y: 0, w: WIDTH, h: HEIGHT };

/** Sky, hills and the far city, and the bare ground. */
export function drawBackground({ stage, light, building, camera }: Scene, rng: Rng): void {
  const { drawing } = stage;
  const { horizon } = stage.camera;
  const { setting } = building;
  drawSky(drawing, { ...whole, h: Math.max(60, horizon) }, light, rng);
  if (setting === 'village' || rng.chance(0.4))
    drawHills(drawing, whole, horizon, rng.range(60, 110), light.far('#7290a0', 0.68), rng);
  const isLow = camera === 3;
  if (setting !== 'village' || rng.chance(0.4)) {
    drawSkyline(drawing, whole, horizon, light, rng, {
      height: (setting === 'city' ? 210 : 150) * (isLow ? 0.6 : 1),
      distance: 0.75,
      breadth: 52,
    });
  }
  if (setting === 'city')
    drawSkyline(drawing, whole, horizon + 6, light, rng, {
      height: isLow ? 90 : 150,
      distance: 0.42,
      breadth: 78,
      hasWindows: true,
      gaps: 0.3,
    });
  drawGround(stage, setting === 'village' ? '#8bab5c' : '#a8a595', light);
  const { z, d } = building.bounds;
  if (camera === 4) drawFarCity(stage, z + d + (setting === 'city' ? 250 : 80), setting, light, rng);
}

/** Seen from above, the city goes on from this depth to the horizon: rows of roofs and towers, nearer ones larger. */
export function drawFarCity(
  stage: Stage,
  depth: number,
  setting: Building['setting'],
  light: Light,
  rng: Rng,
): void {
  const { drawing, camera } = stage;
  const { yaw = 0, x, z } = camera.settings;
  const { horizon } = camera;
  const ahead = depth - z;
  const end = camera.project([x + Math.sin(yaw) * ahead, 0, z + Math.cos(yaw) * ahead])[1];
  if (end < horizon + 4) return;
  const rows = 5;
  for (let i = 0; i < rows; i++) {
    const share = ((i + 0.4) / rows) ** 1.6;
    const y = horizon + (end + 12 - horizon) * share;
    if (i % 2 === 1 || setting === 'village') {
      const crowns: P2[] = [[-20, y + 3]];
      for (let px = -20; px < WIDTH + 40; px += 26 + 30 * share)
        crowns.push([px, y - (5 + 14 * share) * rng.range(0.5, 1.1)]);
      drawing.path(curvePath([...crowns, [WIDTH + 20, y + 3]], true), light.far('#5f8f58', 0.6 - share * 0.4));
    }
    drawSkyline(drawing, whole, y, light, rng, {
      height: setting === 'city' ? 40 + share * 60 : 12 + share * 18,
      distance: 0.74 - share * 0.38,
      breadth: 30 + share * 50,
      gaps: setting === 'village' ? 0.45 : 0.15,
    });
    const veil = drawing.vertical(alpha(light.haze, 0.28 - share * 0.25), alpha(light.haze, 0));
    drawing.rect(0, horizon, WIDTH, y - horizon, veil);
  }
}

const paints = ['#e3d9c6', '#cfd6cf', '#d9c3a8', '#c3cdd3', '#e6d3c0', '#d8d5cc', '#cdb9a6', '#dfe0d2'];
const roofs = ['#a0604a', '#7f8a8c', '#8d5142', '#6f7f86', '#9a8f84', '#5f7a6b'];

/** The houses or blocks to both sides and behind: the same around the building in every picture. */
export function drawNeighbours(scene: Scene, design: Rng, rng: Rng): void {
  const { stage, light, building, camera } = scene;
  const { bounds, lot, setting, sideStreet } = building;
  const field = new Field(stage, light, setting, design, rng);
  const reach = setting === 'city' ? 130 : 60;
  const [left, right] = [bounds.x, bounds.x + bounds.w];
  const clear = [
    left - (sideStreet === -1 ? SIDE_STREET + 1 : (building.gap ?? 3.4)),
    right + (sideStreet === 1 ? SIDE_STREET + 1 : (building.gap ?? 3.4)),
  ] as const;
  field.row(lot + (setting === 'street' ? 1 : 4), left - reach, right + reach, clear, lot);
  const rows = camera === 4 ? (setting === 'city' ? 7 : 4) : setting === 'city' ? 2 : 1;
  const pitch = setting === 'city' ? 34 : 17;
  for (let i = 0; i < rows; i++) {
    const wide = (reach + i * pitch * 1.2) * (camera === 4 ? 1.6 : 1);
    const cross = sideStreet
      ? ([
          sideStreet < 0 ? left - SIDE_STREET - 1 : right,
          sideStreet < 0 ? left : right + SIDE_STREET + 1,
        ] as const)
      : null;
    field.row(bounds.z + bounds.d + 8 + i * pitch, camera === 4 ? -wide * 1.7 : -wide, wide, cross);
  }
  if (camera !== 4 || setting !== 'city') plantTrees(scene, field, design, rng);
  field.draw();
}

/** Houses and blocks in rows along x, drawn far ones first. */
export class Field {
  private readonly list: { box: Box; draw: () => void }[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly light: Light,
    private readonly setting: Building['setting'],
    private readonly design: Rng,
    private readonly rng: Rng,
    /** Metres of clear air: at this distance haze would hide all. */
    private readonly sight = setting === 'city' ? 400 : 150,
  ) {}

  /** A row whose fronts stand about `z`; `clear` stays free, a wall runs along `fence`. */
  row(z: number, from: number, to: number, clear: readonly [number, number] | null, fence?: number): void {
    const { setting, design, stage } = this;
    let x = from;
    while (x < to) {
      const spec = neighbourOf(setting, design);
      const box = { ...spec.box, x, z: z + spec.box.z };
      const gap = gaps[setting];
      const step = design.range(gap[0], gap[1]);
      if (clear && x + box.w > clear[0] && x < clear[1]) {
        x = clear[1];
        continue;
      }
      const near = Math.min(...boxOutline(box).map(([px, pz]) => stage.camera.view([px, 1, pz])[2]));
      if (near > 3 && isInPicture(stage, box)) this.add(box, () => this.drawHouse(box, spec, fence));
      x += box.w + step;
    }
  }

  add(box: Box, draw: () => void): void {
    this.list.push({ box, draw });
  }

  draw(): void {
    const eye = this.stage.camera.settings;
    this.list.sort((a, b) => distanceTo(b.box, eye) - distanceTo(a.box, eye));
    for (const { draw } of this.list) draw();
  }

  private drawHouse(box: Box, spec: NeighbourSpec, fence?: number): void {
    const { stage, light, setting } = this;
    const far = Math.min(0.6, distanceTo(box, stage.camera.settings) / this.sight);
    const wall = mix(spec.wall, light.haze, far);
    const scale = stage.camera.scaleAt([box.x + box.w / 2, box.h / 2, box.z]);
    if (spec.kind === 'block' && scale > 8) {
      const look = {
        wall,
        accent: mix(spec.roof, light.haze, far + 0.2),
        slab: mix('#e9e4da', light.haze, far * 0.6),
        style:
          spec.seed % 3 === 0
            ? ('punched' as const)
            : spec.seed % 3 === 1
              ? ('grid' as const)
              : ('bands' as const),
        seed: spec.seed,
      };
      drawBlock(stage, { outline: boxOutline(box), y: box.y, floors: spec.floors, look }, light, this.rng);
      return;
    }
    const roof = mix(spec.roof, light.haze, far);
    const cover = () => {
      if (spec.kind === 'hip') {
        const base = { x: box.x - 0.5, y: box.h, z: box.z - 0.5, w: box.w + 1, h: 1.9, d: box.d + 1 };
        drawRoof(stage, base, 0.3, roof, light, scale > 22);
        return;
      }
      drawPrism(stage, grown(boxOutline(box), 0.1), box.h, 0.6, mix(wall, '#8f8a80', 0.3), light);
      if (scale > 14) drawTank(stage, box.x + box.w * 0.6, box.h + 0.6, box.z + box.d * 0.5, light);
    };
    underCover(stage, box.h + 1, cover, () => {
      drawPrism(stage, boxOutline(box), 0, box.h, wall, light);
      for (const seen of outlineWalls(stage, boxOutline(box), 0, light))
        this.drawPanes(seen, box.h, spec.floors, far, scale);
    });
    if (fence !== undefined && setting === 'street') {
      const paint = mix(darken(spec.wall, 0.12), light.haze, far);
      drawFence(
        stage,
        fence + 0.1,
        box.x,
        box.x + box.w,
        spec.seed % 2 ? 1.7 : 1.3,
        paint,
        light,
        spec.seed % 3 === 0,
      );
    }
  }

  /** Windows one by one, or a band a floor where they would be specks. */
  private drawPanes(
    { face, length, exposure }: SeenWall,
    h: number,
    floors: number,
    far: number,
    scale: number,
  ): void {
    const { stage, light, rng } = this;
    const rise = h / floors;
    if (scale < 3.6) return;
    const isFar = scale < 13;
    const bays = isFar ? 1 : Math.max(1, Math.round(length / 3.2));
    let [frames, panes, lit, posts] = ['', '', '', ''];
    for (let f = 0; f < floors; f++) {
      for (let b = 0; b < bays; b++) {
        const u = ((b + (isFar ? 0.06 : 0.26)) * length) / bays;
        const wide = (length / bays) * (isFar ? 0.88 : 0.46);
        const v = f * rise + 0.95;
        if (!isFar) frames += face.quad(u - 0.09, v - 0.09, u + wide + 0.09, v + 1.39);
        if (scale > 20) posts += face.quad(u + wide / 2 - 0.04, v, u + wide / 2 + 0.04, v + 1.3);
        if (rng.chance(light.lamps * (isFar ? 0.4 : 1)))
          lit += face.quad(u, v, u + wide * (isFar ? 0.3 : 1), v + 1.3);
        else panes += face.quad(u, v, u + wide, v + 1.3);
      }
    }
    stage.drawing.path(frames, light.tone(mix('#f0ece2', light.haze, far), exposure));
    stage.drawing.path(
      panes,
      light.tone(mix('#5f7886', light.haze, far), exposure * 0.8),
      isFar ? { opacity: 0.35 } : {},
    );
    stage.drawing.path(lit, mix('#ffd68a', light.haze, far * 0.6));
    stage.drawing.path(posts, light.tone(mix('#e6e1d6', light.haze, far), exposure));
  }
}

const gaps = { city: [4, 9], street: [0.6, 2], village: [4, 6] } as const;

const distanceTo = ({ x, z, w, d }: Box, eye: { x: number; z: number }) =>
  Math.hypot(Math.max(x - eye.x, 0, eye.x - x - w), Math.max(z - eye.z, 0, eye.z - z - d));

function isInPicture(stage: Stage, { x, y, z, w, h, d }: Box): boolean {
  const seen = [x, x + w].flatMap((px) => [z, z + d].map((pz) => stage.camera.project([px, y, pz])[0]));
  const [, top] = stage.camera.project([x, y + h, z]);
  return Math.max(...seen) > -20 && Math.min(...seen) < WIDTH + 20 && top < HEIGHT;
}

interface NeighbourSpec {
  box: Box;
  wall: string;
  roof: string;
  floors: number;
  kind: 'flat' | 'hip' | 'block';
  seed: number;
}

function neighbourOf(setting: Building['setting'], rng: Rng): NeighbourSpec {
  const floors = setting === 'city' ? rng.int(3, 8) : setting === 'village' ? rng.int(1, 2) : rng.int(1, 3);
  const w = setting === 'city' ? rng.range(14, 26) : setting === 'village' ? rng.range(10, 14) : rng.range(6, 11);
  const isBlock = setting === 'city' && rng.chance(0.75);
  return {
    box: {
      x: 0,
      y: 0,
      z: rng.range(0, setting === 'village' ? 2 : 1),
      w,
      h: floors * (isBlock ? FLOOR : 2.9),
      d: isBlock ? 16 : setting === 'city' ? 12 : 9.5,
    },
    wall: rng.pick(paints),
    roof: rng.pick(roofs),
    floors,
    kind: isBlock ? 'block' : rng.chance(setting === 'village' ? 0.8 : 0.6) ? 'hip' : 'flat',
    seed: rng.int(0, 999),
  };
}

/** A steel or plastic water tank on the roof. */
export function drawTank(stage: Stage, x: number, y: number, z: number, light: Light, colour = '#6f9fbe'): void {
  for (const [dx, dz] of [
    [-0.4, -0.4],
    [0.3, -0.4],
  ] as const)
    stage.box({ x: x + dx, y, z: z + dz, w: 0.1, h: 0.7, d: 0.1 }, light.solid('#7d7a74'));
  const paint = stage.drawing.horizontal(light.tone(colour, 0.9), light.tone(colour, 0.35));
  stage.cylinder(x, y + 0.7, z, 0.6, 1.3, paint, light.tone(colour, 1));
}

/** Trees between and behind the neighbours. */
function plantTrees({ stage, light, building }: Scene, field: Field, design: Rng, rng: Rng): void {
  const { bounds, setting } = building;
  const { drawing } = stage;
  const y = stage.camera.horizon + (setting === 'city' ? 8 : 14);
  if (!stage.camera.settings.pitch)
    drawShrubs(drawing, [-20, y], [WIDTH + 20, y], setting === 'city' ? 40 : 60, light, design);
  const count = setting === 'village' ? 12 : 5;
  const reach = setting === 'city' ? 70 : 32;
  for (let i = 0; i < count; i++) {
    const [x, z] = [
      bounds.x - reach + (i * (bounds.w + 2 * reach)) / count + design.range(-2, 2),
      bounds.z + bounds.d + design.range(2, 6),
    ];
    const [isPalm, height] = [design.chance(0.4), design.range(6, 9)];
    if (stage.camera.view([x, 0, z])[2] < 3) continue;
    const draw = () => {
      const [sx, sy] = stage.camera.project([x, 0, z]);
      const s = stage.camera.scaleAt([x, 0, z]);
      if (isPalm) drawPalm(drawing, sx, sy, s * height * 1.15, light, rng);
      else drawTree(drawing, sx, sy, s * height, light, rng);
    };
    field.add({ x, y: 0, z, w: 0.1, h: height, d: 0.1 }, draw);
  }
}
