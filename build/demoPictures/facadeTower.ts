import type { Rng } from '#server/demo/random.ts';
import type { Box, Stage } from './camera.ts';
import { glassPaint, type SeenWall, seenWalls } from './facadeKit.ts';
import type { Light } from './light.ts';
import { alpha, darken, lighten, mix } from './svg.ts';

export interface TowerLook {
  wall: string;
  accent: string;
  slab: string;
  style: 'grid' | 'bands' | 'curtain' | 'fins' | 'columns';
}

/** A wall of a tower while its windows are drawn. */
interface TowerWall {
  wall: SeenWall;
  floors: number;
  /** Metres from floor to floor. */
  rise: number;
  look: TowerLook;
  glass: string;
  light: Light;
  rng: Rng;
}

export const FLOOR = 3.2;

/** A many-storey block: its floors fill the box. */
export function drawBlock(stage: Stage, box: Box, look: TowerLook, light: Light, rng: Rng): void {
  drawParapet(stage, box, look, light);
  stage.box(box, light.solid(look.style === 'curtain' ? mix(look.wall, '#5b7c92', 0.5) : look.wall));
  const [, top] = stage.camera.project([box.x + box.w / 2, box.y + box.h, box.z]);
  const [, bottom] = stage.camera.project([box.x + box.w / 2, box.y, box.z]);
  for (const wall of seenWalls(stage, box, light)) {
    const glass = glassPaint(stage, light, wall.exposure, top, bottom);
    const floors = Math.max(1, Math.round(box.h / FLOOR));
    const rise = box.h / floors;
    const draw = {
      grid: drawGrid,
      bands: drawBands,
      curtain: drawCurtain,
      fins: drawFins,
      columns: drawColumns,
    }[look.style];
    draw({ wall, floors, rise, look, glass, light, rng });
    const shade = stage.drawing.vertical(
      alpha(light.shadowColour, 0),
      alpha(light.shadowColour, light.isDusk ? 0.1 : 0.2),
    );
    wall.face.rect(0, 0, wall.length, box.h, shade);
  }
}

function drawParapet(stage: Stage, { x, y, z, w, h, d }: Box, look: TowerLook, light: Light): void {
  stage.box({ x: x - 0.3, y: y + h, z: z - 0.3, w: w + 0.6, h: 1.1, d: d + 0.6 }, light.solid(look.slab));
}

/** Lamps behind windows, a few tones, each tone one path. */
class Lamps {
  private readonly tones: [string, string[]][] = ['#ffe3a6', '#ffcb78', '#ffb65c'].map((tone) => [tone, []]);

  constructor(
    private readonly light: Light,
    private readonly rng: Rng,
  ) {}

  maybe(shape: () => string): void {
    if (this.rng.chance(this.light.lamps * 0.75)) this.rng.pick(this.tones)[1].push(shape());
  }

  draw(stage: Stage): void {
    for (const [tone, shapes] of this.tones) {
      stage.drawing.path(shapes.join(''), alpha(tone, this.light.isDusk ? 0.95 : 0.6));
    }
  }
}

function drawGrid({ wall, floors, rise, look, glass, light, rng }: TowerWall): void {
  const { face, length, exposure } = wall;
  const bays = Math.max(2, Math.round(length / 3.6));
  const bay = length / bays;
  const panes: string[] = [];
  const shades: string[] = [];
  const sills: string[] = [];
  const lamps = new Lamps(light, rng);
  const accentBay = wall.isFront ? rng.int(0, bays - 1) : -1;
  if (accentBay >= 0)
    face.rect(accentBay * bay, 0, (accentBay + 1) * bay, floors * rise, light.tone(look.accent, exposure));
  for (let f = 0; f < floors; f++) {
    const v = f * rise + rise * 0.24;
    for (let b = 0; b < bays; b++) {
      const [u0, u1] = [b * bay + bay * 0.16, (b + 1) * bay - bay * 0.16];
      panes.push(face.quad(u0, v, u1, v + rise * 0.58));
      shades.push(face.quad(u0, v + rise * 0.48, u1, v + rise * 0.58));
      sills.push(face.quad(u0 - 0.15, v - 0.16, u1 + 0.15, v - 0.02));
      lamps.maybe(() => face.quad(u0, v, u1, v + rise * 0.52));
    }
  }
  const { drawing } = face.stage;
  drawing.path(panes.join(''), glass);
  lamps.draw(face.stage);
  drawing.path(shades.join(''), alpha(light.shadowColour, 0.35));
  drawing.path(sills.join(''), light.tone(lighten(look.slab, 0.1), exposure));
}

function drawBands({ wall, floors, rise, look, glass, light, rng }: TowerWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const lamps = new Lamps(light, rng);
  face.rect(0, 0, length, floors * rise, glass);
  const bays = Math.max(3, Math.round(length / 2.6));
  const mullions: string[] = [];
  const slabs: string[] = [];
  const rails: string[] = [];
  const shades: string[] = [];
  for (let f = 0; f < floors; f++) {
    const v = f * rise;
    for (let b = 0; b < bays; b++) {
      const [u0, u1] = [(b * length) / bays, ((b + 1) * length) / bays];
      lamps.maybe(() => face.quad(u0 + 0.1, v + rise * 0.2, u1 - 0.1, v + rise * 0.86));
      mullions.push(face.quad(u0 - 0.06, v, u0 + 0.06, v + rise));
    }
    rails.push(face.quad(-0.7, v + 0.2, length + 0.7, v + 1.1, 0.9));
    shades.push(face.quad(0, v + rise * 0.78, length, v + rise));
    slabs.push(face.quad(-0.9, v - 0.22, length + 0.9, v + 0.24, 1));
  }
  lamps.draw(face.stage);
  drawing.path(mullions.join(''), light.tone(look.slab, exposure * 0.7), { opacity: 0.75 });
  drawing.path(shades.join(''), alpha(light.shadowColour, 0.42));
  drawing.path(rails.join(''), alpha(light.tone('#d5e8ea', exposure), 0.34));
  drawing.path(slabs.join(''), light.tone(look.slab, exposure));
}

function drawCurtain({ wall, floors, rise, look, glass, light, rng }: TowerWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const height = floors * rise;
  face.rect(0, 0, length, height, glass);
  const lamps = new Lamps(light, rng);
  const bays = Math.max(4, Math.round(length / 1.9));
  for (let i = 0; i < 2; i++) {
    const start = rng.range(0.2, 0.7) * height;
    const wide = rng.range(0.1, 0.24) * height;
    drawing.path(
      face.stage.outline([
        face.at(0, start),
        face.at(length, start + height * 0.2),
        face.at(length, start + height * 0.2 + wide),
        face.at(0, start + wide),
      ]),
      '#ffffff',
      { opacity: light.isDusk ? 0.07 : 0.2 },
    );
  }
  const tints: string[] = [];
  const lines: string[] = [];
  const floorsLine: string[] = [];
  for (let f = 0; f < floors; f++) {
    for (let b = 0; b < bays; b++) {
      const quad = () =>
        face.quad((b * length) / bays, f * rise + 0.55, ((b + 1) * length) / bays, (f + 1) * rise);
      if (rng.chance(0.13)) tints.push(quad());
      lamps.maybe(quad);
    }
    floorsLine.push(face.quad(0, f * rise, length, f * rise + 0.5));
  }
  for (let b = 0; b <= bays; b++)
    lines.push(face.quad((b * length) / bays - 0.07, 0, (b * length) / bays + 0.07, height));
  drawing.path(tints.join(''), alpha(lighten(light.sky[2] ?? '#fff', 0.3), light.isDusk ? 0.1 : 0.28));
  lamps.draw(face.stage);
  drawing.path(floorsLine.join(''), alpha(light.tone(look.accent, exposure * 0.8), 0.75));
  drawing.path(lines.join(''), light.tone(look.slab, exposure), { opacity: 0.7 });
}

function drawFins({ wall, floors, rise, look, glass, light, rng }: TowerWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const height = floors * rise;
  const lamps = new Lamps(light, rng);
  face.rect(0, 0, length, height, glass);
  const bays = Math.max(3, Math.round(length / 3));
  const spandrels: string[] = [];
  for (let f = 0; f < floors; f++) {
    spandrels.push(face.quad(0, f * rise, length, f * rise + rise * 0.3));
    for (let b = 0; b < bays; b++)
      lamps.maybe(() =>
        face.quad((b * length) / bays, f * rise + rise * 0.3, ((b + 1) * length) / bays, (f + 1) * rise),
      );
  }
  lamps.draw(face.stage);
  drawing.path(spandrels.join(''), light.tone(look.accent, exposure * 0.8));
  const fins: string[] = [];
  const shades: string[] = [];
  for (let b = 0; b <= bays; b++) {
    const u = (b * length) / bays;
    fins.push(face.quad(u - 0.32, 0, u + 0.32, height + 0.8, 0.5));
    if (b < bays)
      shades.push(
        face.quad(
          light.side < 0 ? u + 0.3 : u + length / bays - 0.9,
          0,
          light.side < 0 ? u + 0.9 : u + length / bays - 0.3,
          height,
        ),
      );
  }
  drawing.path(shades.join(''), alpha(light.shadowColour, 0.3));
  drawing.path(fins.join(''), light.tone(look.wall, Math.min(1, exposure + 0.15)));
}

/** Punched windows with stacks of balconies between: the usual Manila condominium. */
function drawColumns({ wall, floors, rise, look, glass, light, rng }: TowerWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const lamps = new Lamps(light, rng);
  const bays = Math.max(2, Math.round(length / 4.2));
  const bay = length / bays;
  const offset = rng.int(0, 1);
  const windows: string[] = [];
  const recesses: string[] = [];
  const doors: string[] = [];
  const rails: string[] = [];
  const slabs: string[] = [];
  for (let b = 0; b < bays; b++) {
    const u = b * bay;
    const isBalcony = (b + offset) % 2 === 0;
    if (!isBalcony && rng.chance(0.5))
      face.rect(u, 0, u + bay, floors * rise, light.tone(look.accent, exposure));
    for (let f = 0; f < floors; f++) {
      const v = f * rise;
      if (isBalcony) {
        recesses.push(face.quad(u + 0.25, v, u + bay - 0.25, v + rise));
        doors.push(face.quad(u + 0.5, v + 0.2, u + bay - 0.5, v + rise * 0.8));
        lamps.maybe(() => face.quad(u + 0.5, v + 0.2, u + bay - 0.5, v + rise * 0.8));
        rails.push(face.quad(u + 0.1, v + 0.15, u + bay - 0.1, v + 1.15, 1.1));
        slabs.push(face.quad(u, v - 0.22, u + bay, v + 0.2, 1.2));
      } else {
        for (const side of [0.12, 0.56]) {
          const [u0, u1] = [u + bay * side, u + bay * (side + 0.32)];
          windows.push(face.quad(u0, v + rise * 0.26, u1, v + rise * 0.82));
          lamps.maybe(() => face.quad(u0, v + rise * 0.26, u1, v + rise * 0.82));
        }
      }
    }
  }
  drawing.path(recesses.join(''), light.tone(darken(look.wall, 0.35), exposure * 0.5));
  drawing.path(doors.join(''), glass);
  drawing.path(windows.join(''), glass);
  lamps.draw(face.stage);
  drawing.path(rails.join(''), alpha(light.tone('#d9ecec', exposure), 0.5));
  drawing.path(slabs.join(''), light.tone(look.slab, exposure));
}
