import { drawBalcony } from './balcony.ts';
import { drawBath } from './bath.ts';
import { drawBedroom } from './bedroom.ts';
import { drawCity } from './city.ts';
import { drawHighRise } from './facadeHighRise.ts';
import { drawLowRise } from './facadeLow.ts';
import { drawKitchen } from './kitchen.ts';
import { drawLand } from './land.ts';
import { drawLiving } from './living.ts';
import { drawPlan } from './plan.ts';
import { drawPool } from './pool.ts';
import { Rng } from './rng.ts';
import type { ViewKind } from './view.ts';
import { drawOffice, drawShop } from './workRooms.ts';

export { type AvatarOptions, drawAvatar } from './avatar.ts';
export { renderWebp } from './render.ts';

export const pictureKinds = [
  'facade',
  'skyline',
  'living',
  'kitchen',
  'bedroom',
  'bath',
  'plan',
  'pool',
  'office',
  'shop',
  'land',
  'balcony',
] as const;
export const picturePropertyTypes = [
  'apartment',
  'house',
  'condo',
  'duplex',
  'office',
  'commercial',
  'land',
] as const;

export type PictureKind = (typeof pictureKinds)[number];
export type PicturePropertyType = (typeof picturePropertyTypes)[number];

export interface PictureRecipe {
  kind: PictureKind;
  seed: number;
  propertyType: PicturePropertyType;
}

/** A listing picture as SVG text, 1280 by 853; the same recipe always gives the same text. */
export function drawPicture({ kind, seed, propertyType }: PictureRecipe): string {
  const salt = pictureKinds.indexOf(kind) * 16 + picturePropertyTypes.indexOf(propertyType);
  const rng = new Rng(Math.imul(seed + 1, 2654435761) ^ (salt * 7919));
  switch (kind) {
    case 'facade':
      return drawFacade(rng, propertyType);
    case 'skyline':
      return drawCity(rng);
    case 'living':
      return drawLiving(rng, pickView(rng, propertyType));
    case 'kitchen':
      return drawKitchen(rng, pickView(rng, propertyType));
    case 'bedroom':
      return drawBedroom(rng, pickView(rng, propertyType));
    case 'bath':
      return drawBath(rng, pickView(rng, propertyType));
    case 'plan':
      return drawPlan(rng, propertyType);
    case 'pool':
      return drawPool(rng);
    case 'office':
      return drawOffice(rng, pickView(rng, propertyType));
    case 'shop':
      return drawShop(rng, pickView(rng, propertyType));
    case 'land':
      return drawLand(rng);
    case 'balcony':
      return drawBalcony(rng, pickView(rng, propertyType));
  }
}

function drawFacade(rng: Rng, propertyType: PicturePropertyType): string {
  switch (propertyType) {
    case 'condo':
      return drawHighRise(rng, 'homes');
    case 'office':
      return drawHighRise(rng, 'offices');
    case 'apartment':
      return rng.chance(0.3) ? drawHighRise(rng, 'homes') : drawLowRise(rng, 'apartment');
    case 'land':
      return drawLand(rng);
    default:
      return drawLowRise(rng, propertyType);
  }
}

/** Houses look onto gardens, towers over the city or the bay. */
function pickView(rng: Rng, propertyType: PicturePropertyType): ViewKind {
  switch (propertyType) {
    case 'house':
    case 'duplex':
    case 'land':
      return 'garden';
    case 'commercial':
      return rng.pick(['skyline', 'garden']);
    case 'apartment':
      return rng.pick(['skyline', 'garden', 'skyline']);
    default:
      return rng.pick(['skyline', 'skyline', 'skyline', 'sea']);
  }
}
