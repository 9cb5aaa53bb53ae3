import type { FacadeForm, FacadeRecipe, LotRecipe, PictureCamera } from '#server/demo/pictures.ts';
import { Rng } from '#server/demo/random.ts';
import { Camera, Stage } from './camera.ts';
import { planShopRow, planTownhouses, planWalkUp, planWarehouse } from './facadeBlocks.ts';
import { planBungalow, planDuplex, planVillageHouse } from './facadeHouse.ts';
import type { Building, Site } from './facadeKit.ts';
import { planTower } from './facadeTower.ts';
import { lightOf } from './light.ts';
import { drawBackground, drawNeighbours } from './neighbours.ts';
import { drawForeground, drawRain, drawStreetLife, drawStreets, drawWetGround } from './street.ts';
import { alpha, Drawing, darken, HEIGHT, WIDTH } from './svg.ts';

const forms: Record<FacadeForm, (recipe: FacadeRecipe, design: Rng) => Building> = {
  walkUp: planWalkUp,
  midRise: (recipe, design) => planTower(recipe, 'midRise', design),
  tower: (recipe, design) => planTower(recipe, 'tower', design),
  officeTower: (recipe, design) => planTower(recipe, 'officeTower', design),
  townhouse: planTownhouses,
  bungalow: planBungalow,
  duplex: planDuplex,
  villageHouse: planVillageHouse,
  shopRow: planShopRow,
  warehouse: planWarehouse,
};

export interface Shot {
  yaw: number;
  /** Of the lens, for low and for tall buildings. */
  focal: readonly [low: number, tall: number];
  /** Height of the eye over the ground, from the height of the building. */
  eye: (height: number) => number;
  /** Which part of the building's height the camera is turned to; null keeps verticals upright. */
  aim: number | null;
  /** The most the building may take of the picture. */
  width: number;
  height: number;
  /** Where the building's foot comes to stand, as a share of the picture's height. */
  foot: number;
  /** Metres from the lot to the camera at least. */
  room: number;
}

const TALL = 26;

const shots: Record<PictureCamera, Shot> = {
  0: {
    yaw: 0.5,
    focal: [1080, 760],
    eye: (h) => 2.2 + h * 0.02,
    aim: null,
    width: 0.68,
    height: 0.78,
    foot: 0.84,
    room: 9,
  },
  1: { yaw: 0.03, focal: [950, 760], eye: () => 1.6, aim: null, width: 0.74, height: 0.8, foot: 0.86, room: 7.5 },
  2: {
    yaw: -0.27,
    focal: [1120, 640],
    eye: () => 1.65,
    aim: null,
    width: 0.56,
    height: 0.76,
    foot: 0.84,
    room: 15,
  },
  3: { yaw: 0.36, focal: [700, 600], eye: () => 1.4, aim: 0.6, width: 0.84, height: 0.9, foot: 0.94, room: 5 },
  4: {
    yaw: -0.58,
    focal: [1150, 900],
    eye: (h) => (h > TALL ? 8 + h * 0.66 : 6.5 + h * 1.05),
    aim: 0.4,
    width: 0.62,
    height: 0.74,
    foot: 0.86,
    room: 16,
  },
};

/** Moves the camera as close as the shot allows, then shifts the picture so that the building stands in its place. */
export function frame({ bounds, lot }: Building, shot: Shot): Camera {
  const { x, y, z, w, h, d } = bounds;
  const [cx, cz] = [x + w / 2, z + d / 2];
  const eye = shot.eye(h);
  // Before a tall building the ground is a long way of nothing.
  const lift = h > TALL && shot.aim === null ? 0.07 : 0;
  const place = (distance: number, centre: readonly [number, number]) =>
    new Camera({
      x: cx - Math.sin(shot.yaw) * distance,
      y: eye,
      z: cz - Math.cos(shot.yaw) * distance,
      yaw: shot.yaw,
      pitch: shot.aim === null ? 0 : Math.atan((h * shot.aim - eye) / distance) * 0.85,
      focal: shot.focal[h > TALL ? 1 : 0],
      centre,
    });
  const extent = (camera: Camera) => {
    const seen = [x, x + w].flatMap((px) =>
      [y, y + h].flatMap((py) => [z, z + d].map((pz) => camera.project([px, py, pz]))),
    );
    const [xs, ys] = [seen.map(([sx]) => sx), seen.map(([, sy]) => sy)];
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  };
  const fits = (distance: number) => {
    const { left, right, top, bottom } = extent(place(distance, [0, 0]));
    return right - left <= shot.width * WIDTH && bottom - top <= (shot.height + lift) * HEIGHT;
  };
  const nearest = (cz - lot + shot.room) / Math.cos(shot.yaw);
  let distance = 1200;
  while (distance * 0.97 > nearest && fits(distance * 0.97)) distance *= 0.97;
  const { left, right, bottom } = extent(place(distance, [0, 0]));
  return place(distance, [WIDTH / 2 - (left + right) / 2, HEIGHT * (shot.foot + lift) - bottom]);
}

/** The street front of a building. The building follows from the recipe's seed; camera and light only show it. */
export function drawFacade(rng: Rng, recipe: FacadeRecipe): string {
  const design = new Rng(Math.imul(recipe.seed + 1, 40503) + recipe.form.length * 7919 + recipe.storeys);
  const building = forms[recipe.form](recipe, design.fork(1));
  return drawScene(rng, design, building, frame(building, shots[recipe.camera]), recipe);
}

/** A building or a lot in its surroundings. */
export function drawScene(
  rng: Rng,
  design: Rng,
  building: Building,
  eye: Camera,
  recipe: FacadeRecipe | LotRecipe,
): string {
  const { camera, priceClass } = recipe;
  const moment = rng.fork(camera * 11 + recipe.light.length);
  const light = lightOf(recipe.light, moment.fork(1));
  const drawing = new Drawing();
  const stage = new Stage(drawing, eye);
  const site: Site = { stage, light, rng: moment.fork(2) };
  const scene = { stage, light, building, camera, priceClass };
  drawBackground(scene, design.fork(2));
  drawNeighbours(scene, design.fork(3), moment.fork(3));
  drawStreets(scene);
  building.draw(site);
  if (light.time === 'rain') drawWetGround(scene);
  drawStreetLife(scene, design.fork(4), moment.fork(4));
  drawForeground(scene, moment.fork(6));
  const shade = darken(light.shadowColour, 0.2);
  drawing.rect(0, HEIGHT - 130, WIDTH, 130, drawing.vertical(alpha(shade, 0), alpha(shade, 0.24)));
  if (light.time === 'rain') drawRain(drawing, moment.fork(5));
  return drawing.toString();
}
