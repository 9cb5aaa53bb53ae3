import type { FacadeRecipe, PriceClass } from '#server/demo/pictures.ts';
import { Rng } from '#server/demo/random.ts';
import type { Box, Stage } from './camera.ts';
import {
  type Building,
  boxOutline,
  drawPrism,
  glassPaint,
  groundShadow,
  grown,
  lampColour,
  type Outline,
  outlineWalls,
  roundedOutline,
  type SeenWall,
  type Site,
} from './facadeKit.ts';
import type { Light } from './light.ts';
import { drawShrubs } from './plants.ts';
import { alpha, darken, lighten, mix } from './svg.ts';

type Style = 'punched' | 'grid' | 'bands' | 'curtain' | 'fins' | 'columns' | 'frames';

export interface TowerLook {
  wall: string;
  accent: string;
  slab: string;
  style: Style;
  /** Decides the rhythm of the windows. */
  seed: number;
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
  /** Of the moment: lamps. */
  rng: Rng;
  /** Of the building: the same in every picture of it. */
  design: Rng;
}

export interface TowerBlock {
  outline: Outline;
  y: number;
  floors: number;
  look: TowerLook;
}

export const FLOOR = 3.2;

/** A many-storey block with its windows. */
export function drawBlock(stage: Stage, block: TowerBlock, light: Light, rng: Rng): void {
  const { outline, y, floors, look } = block;
  const h = floors * FLOOR;
  const isSeenFromAbove = stage.camera.settings.y > y + h;
  const parapet = () => drawPrism(stage, grown(outline, 0.3), y + h, 1.1, look.slab, light);
  if (!isSeenFromAbove) parapet();
  drawPrism(stage, outline, y, h, look.style === 'curtain' ? mix(look.wall, '#5b7c92', 0.5) : look.wall, light);
  const [x, z] = outline[0] ?? [0, 0];
  const [, top] = stage.camera.project([x, y + h, z]);
  const [, bottom] = stage.camera.project([x, y, z]);
  for (const wall of outlineWalls(stage, outline, y, light)) {
    const glass = glassPaint(stage, light, wall.exposure, top, bottom);
    const design = new Rng(look.seed * 37 + wall.index);
    styles[look.style]({ wall, floors, rise: FLOOR, look, glass, light, rng, design });
    const shade = stage.drawing.vertical(
      alpha(light.shadowColour, 0),
      alpha(light.shadowColour, light.isDusk ? 0.1 : 0.2),
    );
    wall.face.rect(0, 0, wall.length, h, shade);
  }
  if (isSeenFromAbove) {
    parapet();
    drawPrism(stage, grown(outline, -0.5), y + h + 1, 0.12, mix(look.wall, '#9a9a94', 0.6), light);
  }
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

/** Small windows one by one, each with its aircon box and the streak below it. */
function drawPunched({ wall, floors, rise, look, glass, light, rng, design }: TowerWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const bays = Math.max(1, Math.round(length / 3.4));
  const bay = length / bays;
  const layers = { band: '', frame: '', pane: '', shade: '', box: '', grill: '', streak: '' };
  const lamps = new Lamps(light, rng);
  const stair = wall.isFront && bays > 4 ? design.int(1, bays - 2) : -1;
  if (stair >= 0) face.rect(stair * bay, 0, (stair + 1) * bay, floors * rise, light.tone(look.accent, exposure));
  for (let f = 0; f < floors; f++) {
    const v = f * rise;
    layers.band += face.quad(0, v - 0.12, length, v + 0.1, 0.08);
    for (let b = 0; b < bays; b++) {
      const u = b * bay + bay * 0.24;
      if (b === stair) {
        for (let i = 0; i < 4; i++)
          layers.shade += face.quad(b * bay + 0.5, v + 0.5 + i * 0.6, (b + 1) * bay - 0.5, v + 0.75 + i * 0.6);
        continue;
      }
      const wide = bay * 0.52;
      layers.frame += face.quad(u - 0.1, v + 0.95, u + wide + 0.1, v + 2.55);
      layers.pane += face.quad(u, v + 1.05, u + wide, v + 2.45);
      lamps.maybe(() => face.quad(u, v + 1.05, u + wide, v + 2.45));
      layers.shade += face.quad(u, v + 2.15, u + wide, v + 2.45);
      if (!design.chance(0.55)) continue;
      const a = u + (design.chance(0.5) ? 0.1 : wide - 0.85);
      layers.streak += face.quad(a + 0.1, v - 0.9, a + 0.6, v + 0.35);
      layers.box += face.quad(a, v + 0.3, a + 0.75, v + 0.85, 0.4);
      layers.grill += face.quad(a + 0.08, v + 0.4, a + 0.67, v + 0.75, 0.42);
    }
  }
  drawing.path(layers.band, light.tone(look.slab, exposure), { opacity: 0.75 });
  drawing.path(layers.streak, alpha('#5b4a3c', 0.16));
  drawing.path(layers.frame, light.tone(lighten(look.slab, 0.2), exposure));
  drawing.path(layers.pane, glass);
  lamps.draw(face.stage);
  drawing.path(layers.shade, alpha(light.shadowColour, 0.34));
  drawing.path(layers.box, light.tone('#d9d7d0', exposure));
  drawing.path(layers.grill, light.tone('#8f9290', exposure * 0.8));
}

/** Glass in white frames two storeys high, each floor with its slab. */
function drawFrames({ wall, floors, rise, look, glass, light, rng, design }: TowerWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const bays = Math.max(1, Math.round(length / 4));
  const bay = length / bays;
  const lamps = new Lamps(light, rng);
  const layers = { glass: '', wood: '', slab: '', shade: '', frame: '' };
  const shift = design.int(0, 1);
  for (let f = 0; f < floors; f++) {
    const v = f * rise;
    layers.slab += face.quad(0.3, v - 0.1, length - 0.3, v + 0.16, 0.1);
    for (let b = 0; b < bays; b++) {
      const u = b * bay;
      const isBlind = (Math.floor(f / 2) + b + shift) % 3 === 0;
      const edge = u + bay * (isBlind ? 0.55 : 0.92);
      layers.glass += face.quad(u + bay * 0.08, v + 0.15, edge, v + rise);
      if (isBlind) layers.wood += face.quad(edge, v + 0.15, u + bay * 0.92, v + rise);
      layers.shade += face.quad(u + bay * 0.08, v + rise * 0.8, u + bay * 0.92, v + rise);
      lamps.maybe(() => face.quad(u + bay * 0.1, v + 0.3, edge, v + rise * 0.84));
      if (f % 2 === 0) layers.frame += face.quad(u, v - 0.2, u + bay, v + 0.25, 0.5);
      layers.frame += face.quad(u - 0.16, v, u + 0.16, v + rise, 0.5);
    }
  }
  layers.frame += face.quad(length - 0.16, 0, length + 0.16, floors * rise, 0.5);
  drawing.path(layers.glass, glass);
  lamps.draw(face.stage);
  drawing.path(layers.wood, light.tone(look.accent, exposure));
  drawing.path(layers.shade, alpha(light.shadowColour, 0.3));
  drawing.path(layers.slab, light.tone(darken(look.slab, 0.12), exposure));
  drawing.path(layers.frame, light.tone(look.slab, exposure));
}

function drawGrid({ wall, floors, rise, look, glass, light, rng, design }: TowerWall): void {
  const { face, length, exposure } = wall;
  const bays = Math.max(1, Math.round(length / 3.6));
  const bay = length / bays;
  const panes: string[] = [];
  const shades: string[] = [];
  const sills: string[] = [];
  const lamps = new Lamps(light, rng);
  const accentBay = wall.isFront ? design.int(0, bays - 1) : -1;
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
  const [start, end] = wall.mitres;
  const { drawing } = face.stage;
  const lamps = new Lamps(light, rng);
  face.rect(0, 0, length, floors * rise, glass);
  const bays = Math.max(1, Math.round(length / 2.6));
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
    rails.push(face.quad(-start, v + 0.2, length + end, v + 1.1, 0.9));
    shades.push(face.quad(0, v + rise * 0.78, length, v + rise));
    slabs.push(face.quad(-start, v - 0.22, length + end, v + 0.24, 1));
  }
  lamps.draw(face.stage);
  drawing.path(mullions.join(''), light.tone(look.slab, exposure * 0.7), { opacity: 0.75 });
  drawing.path(shades.join(''), alpha(light.shadowColour, 0.42));
  drawing.path(rails.join(''), alpha(light.tone('#d5e8ea', exposure), 0.34));
  drawing.path(slabs.join(''), light.tone(look.slab, exposure));
}

function drawCurtain({ wall, floors, rise, look, glass, light, rng, design }: TowerWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const height = floors * rise;
  face.rect(0, 0, length, height, glass);
  const lamps = new Lamps(light, rng);
  const bays = Math.max(1, Math.round(length / 1.9));
  for (let i = 0; i < 2; i++) {
    const start = design.range(0.2, 0.7) * height;
    const wide = design.range(0.1, 0.24) * height;
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
      if (design.chance(0.13)) tints.push(quad());
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
  const bays = Math.max(1, Math.round(length / 3));
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
function drawColumns({ wall, floors, rise, look, glass, light, rng, design }: TowerWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const lamps = new Lamps(light, rng);
  const bays = Math.max(1, Math.round(length / 4.2));
  const bay = length / bays;
  const offset = design.int(0, 1);
  const windows: string[] = [];
  const recesses: string[] = [];
  const doors: string[] = [];
  const rails: string[] = [];
  const slabs: string[] = [];
  for (let b = 0; b < bays; b++) {
    const u = b * bay;
    const isBalcony = (b + offset) % 2 === 0;
    if (!isBalcony && design.chance(0.5))
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

const styles: Record<Style, (wall: TowerWall) => void> = {
  punched: drawPunched,
  grid: drawGrid,
  bands: drawBands,
  curtain: drawCurtain,
  fins: drawFins,
  columns: drawColumns,
  frames: drawFrames,
};

type Palette = Omit<TowerLook, 'style' | 'seed'>;

const homes: Record<PriceClass, { palettes: Palette[]; styles: Style[] }> = {
  plain: {
    palettes: [
      { wall: '#dccfb2', accent: '#a8644a', slab: '#efe7d6' },
      { wall: '#c9c6bd', accent: '#6d8c88', slab: '#e2e0d8' },
      { wall: '#dcb99c', accent: '#8d5a48', slab: '#efdcc8' },
      { wall: '#bdcbbd', accent: '#b98a4e', slab: '#e2e9df' },
      { wall: '#e3d6a6', accent: '#77879c', slab: '#f0e9cf' },
      { wall: '#c3cdd6', accent: '#b5674f', slab: '#e4e9ec' },
    ],
    styles: ['punched', 'punched', 'grid', 'columns', 'grid'],
  },
  middle: {
    palettes: [
      { wall: '#f3efe6', accent: '#c98d63', slab: '#ffffff' },
      { wall: '#e8e2d8', accent: '#4f6b78', slab: '#fbf8f2' },
      { wall: '#d9cbb8', accent: '#7c5b46', slab: '#f5ede0' },
      { wall: '#f0e4d6', accent: '#d2694a', slab: '#fff7ec' },
      { wall: '#dfe6e6', accent: '#2f7f86', slab: '#ffffff' },
      { wall: '#cfd3cf', accent: '#6f8f6e', slab: '#f6f6f0' },
      { wall: '#e9d9c2', accent: '#a34f3c', slab: '#fdf5e8' },
    ],
    styles: ['columns', 'bands', 'columns', 'grid', 'frames'],
  },
  fine: {
    palettes: [
      { wall: '#4a5058', accent: '#b98a5e', slab: '#eceae4' },
      { wall: '#f7f5f0', accent: '#8f6b4c', slab: '#ffffff' },
      { wall: '#6e5f54', accent: '#c9a06e', slab: '#e9dfd0' },
      { wall: '#dfe4e4', accent: '#365a63', slab: '#fbfbf8' },
      { wall: '#39424c', accent: '#7d97a3', slab: '#d9dfe2' },
    ],
    styles: ['bands', 'frames', 'bands', 'curtain', 'fins'],
  },
};

const offices: Record<PriceClass, { palettes: Palette[]; styles: Style[] }> = {
  plain: {
    palettes: [
      { wall: '#cbb79f', accent: '#5c4c40', slab: '#e8dccb' },
      { wall: '#c4c6c2', accent: '#6b7076', slab: '#e6e6e0' },
      { wall: '#d8cfbd', accent: '#7d6a55', slab: '#efe9dc' },
    ],
    styles: ['grid', 'bands', 'fins'],
  },
  middle: {
    palettes: [
      { wall: '#dfe5ea', accent: '#4a6478', slab: '#f4f7f9' },
      { wall: '#b9c6cc', accent: '#2f4f66', slab: '#dfe8ec' },
      { wall: '#e3ddd2', accent: '#8a6f52', slab: '#fbf8f1' },
    ],
    styles: ['curtain', 'fins', 'bands'],
  },
  fine: {
    palettes: [
      { wall: '#8fb3c4', accent: '#274a5e', slab: '#e6f0f3' },
      { wall: '#7f9aa0', accent: '#27383f', slab: '#cfdcde' },
      { wall: '#b39c7c', accent: '#4b3b2d', slab: '#efe4d0' },
    ],
    styles: ['curtain', 'curtain', 'fins'],
  },
};

type Shape = 'slab' | 'twin' | 'stepped' | 'setback' | 'rounded' | 'wings' | 'bent';

const shapesOf: Record<'midRise' | 'tower' | 'officeTower', Shape[]> = {
  midRise: ['slab', 'wings', 'rounded', 'stepped'],
  tower: ['slab', 'twin', 'stepped', 'setback', 'rounded', 'wings'],
  officeTower: ['slab', 'stepped', 'rounded', 'setback', 'bent'],
};

const levelHeight = (levels: number) => 4.8 + (levels - 1) * FLOOR;

/** Mid-rises, residential towers and office towers on their podium. */
export function planTower(recipe: FacadeRecipe, form: 'midRise' | 'tower' | 'officeTower', rng: Rng): Building {
  const { storeys, priceClass } = recipe;
  const { palettes, styles: choice } = (form === 'officeTower' ? offices : homes)[priceClass];
  const isPlain = priceClass === 'plain';
  const shape = rng.pick(shapesOf[form].filter((one) => !(isPlain && one === 'rounded')));
  const palette = rng.pick(palettes);
  const levels = form === 'midRise' ? 1 : form === 'officeTower' ? 2 : storeys < 20 ? 2 : rng.int(3, 5);
  const floors = storeys - levels;
  const style = shape === 'rounded' && form !== 'officeTower' ? 'bands' : rng.pick(choice);
  const look: TowerLook = { ...palette, style, seed: rng.int(0, 9999) };
  const width = form === 'midRise' ? rng.range(22, 30) : 20 + storeys * rng.range(0.36, 0.46);
  const depth = Math.min(22, width * rng.range(0.55, 0.72));
  const base = levelHeight(levels);
  const blocks = towerBlocks(
    shape,
    { x: -width / 2, y: base, z: 0, w: width, h: floors * FLOOR, d: depth },
    floors,
    look,
    rng,
  );
  const margin = form === 'midRise' ? 0 : rng.range(2.5, 5);
  const podium: Box = {
    x: -width / 2 - margin,
    y: 0,
    z: -margin,
    w: width + 2 * margin,
    h: base,
    d: depth + 2 * margin,
  };
  const topOf = ({ y, floors: count }: TowerBlock) => y + count * FLOOR;
  const highest = blocks.reduce((best, block) => (topOf(block) > topOf(best) ? block : best));
  const crown = rng.int(0, 3);
  const hasGarden = form === 'tower' && !isPlain;
  return {
    bounds: { ...podium, h: base + floors * FLOOR + 4 },
    lot: podium.z - (form === 'midRise' ? 3 : 5),
    setting: 'city',
    colour: look.wall,
    draw(site) {
      const { stage, light } = site;
      const isAbove = stage.camera.settings.y > base;
      groundShadow(stage, { ...podium, h: Math.min(40, base + floors * FLOOR * 0.4) }, light);
      const foot = () => drawPodium(site, podium, levels, look, form, priceClass);
      const garden = () => hasGarden && drawRoofGarden(site, podium);
      const rise = () => {
        for (const block of inDepthOrder(stage, blocks)) {
          const top = topOf(block) + 1.1;
          const draw = () => drawCrown(site, block, crown, block === highest);
          if (stage.camera.settings.y < top) draw();
          drawBlock(stage, block, light, site.rng);
          if (stage.camera.settings.y >= top) draw();
        }
      };
      if (isAbove) {
        foot();
        garden();
        rise();
      } else {
        rise();
        garden();
        foot();
      }
    },
  };
}

function towerBlocks(shape: Shape, box: Box, floors: number, look: TowerLook, rng: Rng): TowerBlock[] {
  const { x, y, z, w, d } = box;
  const side = rng.side();
  const second: TowerLook = {
    ...look,
    wall: mix(look.wall, look.accent, 0.55),
    style: look.style === 'curtain' ? 'fins' : look.style,
  };
  const part = (from: number, to: number, z0: number, z1: number, count: number, paint = look): TowerBlock => {
    const [a, b] = side > 0 ? [from, to] : [1 - to, 1 - from];
    return {
      outline: boxOutline({ x: x + w * a, y, z: z + d * z0, w: w * (b - a), h: 0, d: d * (z1 - z0) }),
      y,
      floors: Math.max(1, Math.round(count)),
      look: paint,
    };
  };
  switch (shape) {
    case 'slab':
      return [part(0, 1, 0, 1, floors)];
    case 'twin':
      return [part(0, 0.42, 0, 1, floors), part(0.58, 1, 0.08, 1, floors)];
    case 'stepped':
      return [
        part(0, 0.3, 0, 1, floors * 0.66, second),
        part(0.3, 0.68, 0, 1, floors),
        part(0.68, 1, 0.06, 1, floors * 0.84, second),
      ];
    case 'setback': {
      const low = Math.round(floors * 0.62);
      const upper = part(0.16, 0.84, 0.15, 0.9, floors - low);
      return [part(0, 1, 0, 1, low), { ...upper, y: y + low * FLOOR }];
    }
    case 'rounded': {
      const radius = Math.min(w, d) * 0.42;
      const outline = roundedOutline({ ...box, d }, radius, rng.chance(0.5) ? radius : 0);
      return [{ outline, y, floors, look }];
    }
    case 'wings':
      return [
        part(0.28, 0.72, 0.22, 1, floors, second),
        part(0, 0.3, 0, 0.92, floors),
        part(0.7, 1, 0, 0.92, floors),
      ];
    case 'bent':
      return [
        {
          outline: [
            [x, z + d * 0.35],
            [x + w * 0.5, z],
            [x + w, z + d * 0.35],
            [x + w, z + d],
            [x, z + d],
          ],
          y,
          floors,
          look,
        },
      ];
  }
}

/** Far blocks first; of stacked blocks the one the viewer looks past first. */
function inDepthOrder(stage: Stage, blocks: readonly TowerBlock[]): TowerBlock[] {
  const eye = stage.camera.settings;
  const key = ({ outline, y }: TowerBlock) => {
    const near = Math.min(...outline.map(([x, z]) => stage.camera.view([x, eye.y, z])[2]));
    return near + (y > (blocks[0]?.y ?? 0) ? (eye.y > y ? -1e4 : 1e4) : 0);
  };
  return [...blocks].sort((a, b) => key(b) - key(a));
}

/** On the roof: the machine room, a water tank or a mast. */
function drawCrown(
  { stage, light }: Site,
  { outline, y, floors, look }: TowerBlock,
  kind: number,
  isHighest: boolean,
): void {
  const top = y + floors * FLOOR + 1.1;
  const xs = outline.map(([x]) => x);
  const zs = outline.map(([, z]) => z);
  const [x, z] = [Math.min(...xs), Math.min(...zs)];
  const [w, d] = [Math.max(...xs) - x, Math.max(...zs) - z];
  const box = (fx: number, fz: number, fw: number, fd: number, h: number, colour: string, up = 0) =>
    stage.box({ x: x + w * fx, y: top + up, z: z + d * fz, w: w * fw, h, d: d * fd }, light.solid(colour));
  box(0.28, 0.35, 0.4, 0.4, isHighest ? 3.6 : 2.4, mix(look.wall, look.accent, 0.5));
  if (!isHighest) return;
  if (kind === 0) {
    box(0.45, 0.5, 0.02, 0.03, 9, '#d9d4ca', 3.6);
    box(0.55, 0.5, 0.015, 0.02, 5, '#b9573f', 3.6);
  } else if (kind === 1) {
    for (const fx of [0.2, 0.76]) box(fx, 0.2, 0.03, 0.05, 3.4, look.slab);
    box(0.16, 0.18, 0.68, 0.6, 0.5, look.slab, 3.6);
  } else if (kind === 2) {
    stage.cylinder(x + w * 0.78, top, z + d * 0.4, 1.5, 2.8, light.tone('#9fb2bb', 0.7), light.tone('#c5d2d8', 1));
  } else {
    box(0.06, 0.08, 0.88, 0.1, 2.6, look.accent);
  }
}

/** Shops or a lobby at street level, above it levels of parking. */
function drawPodium(
  site: Site,
  box: Box,
  levels: number,
  look: TowerLook,
  form: string,
  priceClass: PriceClass,
): void {
  const { stage, light, rng } = site;
  const { drawing } = stage;
  const wallColour = priceClass === 'fine' ? darken(look.accent, 0.1) : mix(look.wall, look.accent, 0.35);
  const isAbove = stage.camera.settings.y > box.h;
  const trim = () => drawPrism(stage, grown(boxOutline(box), 0.4), box.h, 0.8, look.slab, light);
  if (!isAbove && form !== 'midRise') trim();
  drawPrism(stage, boxOutline(box), 0, box.h, wallColour, light);
  for (const { face, length, exposure, isFront } of outlineWalls(stage, boxOutline(box), 0, light)) {
    const bays = Math.max(2, Math.round(length / 5));
    const bay = length / bays;
    const isGlowing = light.lamps > 0.3;
    const lobby = isGlowing
      ? drawing.vertical('#ffe7b4', '#f7bf6d')
      : drawing.vertical(
          light.tone('#9dbcc4', exposure),
          light.tone('#3f5f6c', exposure),
          light.tone('#b99a74', exposure * 0.7),
        );
    const middle = Math.floor(bays / 2);
    for (let b = 0; b < bays; b++) {
      const u = b * bay;
      const isShutter = priceClass === 'plain' && (b * 7 + look.seed) % 3 === 0 && b !== middle;
      if (isShutter) {
        face.rect(u + 0.4, 0, u + bay - 0.4, 3.6, light.tone('#a9aeb0', exposure));
        let ribs = '';
        for (let v = 0.3; v < 3.5; v += 0.4) ribs += face.quad(u + 0.4, v, u + bay - 0.4, v + 0.08);
        drawing.path(ribs, light.tone('#7f8588', exposure), { opacity: 0.7 });
      } else {
        face.rect(u + 0.4, 0, u + bay - 0.4, 3.6, lobby);
        let mullions = '';
        for (let i = 1; i < 3; i++)
          mullions += face.quad(u + (bay * i) / 3 - 0.07, 0, u + (bay * i) / 3 + 0.07, 3.6);
        drawing.path(mullions, light.tone('#3a4048', exposure));
      }
      face.rect(u + 0.4, 3.2, u + bay - 0.4, 3.6, alpha(light.shadowColour, 0.4));
      // Blank signs above the shops.
      if (form !== 'officeTower' && priceClass !== 'fine' && isFront && b !== middle)
        face.rect(
          u + 0.6,
          3.75,
          u + bay - 0.6,
          4.45,
          light.tone(signs[(b + look.seed) % signs.length] ?? '#c9573c', exposure + 0.1),
          0.15,
        );
      for (let level = 1; level < levels; level++) {
        const v = 4.8 + (level - 1) * FLOOR;
        if (form === 'officeTower') {
          face.rect(u + 0.2, v + 0.4, u + bay - 0.2, v + 2.9, rng.chance(light.lamps) ? lampColour(rng) : lobby);
        } else {
          face.rect(
            u + 0.4,
            v + 0.9,
            u + bay - 0.4,
            v + 2.5,
            light.tone(darken(wallColour, 0.62), exposure * 0.7),
          );
          let bars = '';
          for (let i = 0; i < 3; i++)
            bars += face.quad(u + 0.4, v + 1.1 + i * 0.48, u + bay - 0.4, v + 1.26 + i * 0.48, 0.1);
          drawing.path(bars, light.tone(lighten(wallColour, 0.12), exposure));
        }
        face.rect(u, v - 0.1, u + bay, v + 0.22, light.tone(look.slab, exposure), 0.12);
      }
    }
  }
  if (isAbove && form !== 'midRise') {
    trim();
    drawPrism(stage, grown(boxOutline(box), -0.4), box.h + 0.7, 0.12, '#b9b3a6', light);
  }
  const canopy = Math.min(box.w * 0.4, 14);
  const lift = 3.9;
  stage.box({ x: -canopy / 2, y: lift, z: box.z - 3, w: canopy, h: 0.4, d: 3 }, light.solid(look.slab));
  for (const x of [-canopy / 2 + 0.4, canopy / 2 - 0.7])
    stage.box({ x, y: 0, z: box.z - 2.7, w: 0.3, h: lift, d: 0.3 }, light.solid(look.accent));
}

const signs = ['#c9573c', '#2f7a78', '#e0a13e', '#3f5f8a', '#8a4f6d', '#5f8a55', '#f0ede4'];

/** Shrubs along the front edge of the podium roof. */
function drawRoofGarden({ stage, light, rng }: Site, podium: Box): void {
  const y = podium.h + 0.8;
  for (let x = podium.x + 2; x < podium.x + podium.w - 1; x += rng.range(3, 5)) {
    const [sx, sy] = stage.camera.project([x, y, podium.z + 0.6]);
    const scale = stage.camera.scaleAt([x, y, podium.z]);
    const size = scale * rng.range(1, 1.8);
    drawShrubs(stage.drawing, [sx - scale, sy + scale * 0.6], [sx + scale, sy + scale * 0.6], size, light, rng);
  }
}
