import { readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { type DemoPicture, fileOf, type PictureRecipe, pictureKinds } from '#server/demo/pictures.ts';
import { Rng } from '#server/demo/random.ts';
import { type PropertyType, propertyTypes } from '#shared/listing/vocabulary.ts';
import { drawAvatar } from './avatar.ts';
import { drawBalcony } from './balcony.ts';
import { drawBath } from './bath.ts';
import { drawHighRise } from './facadeHighRise.ts';
import { drawLowRise } from './facadeLow.ts';
import { drawKitchen } from './kitchen.ts';
import { drawLand } from './land.ts';
import { drawBedroom, drawLiving } from './livingAndBedroom.ts';
import { drawPlan } from './plan.ts';
import { drawPool } from './pool.ts';
import { drawCity, type ViewKind } from './scenery.ts';
import { drawOffice, drawShop } from './workRooms.ts';

/** Draws the pictures without a file in the folder. @returns the number of pictures drawn. */
export async function drawMissing(pictures: readonly DemoPicture[], folder: string): Promise<number> {
  const drawn = new Set(await readdir(folder));
  const missing = pictures.filter((picture) => !drawn.has(fileOf(picture)));
  const queue = missing.values();
  const drawTheRest = async () => {
    for (const picture of queue) {
      const svg = 'kind' in picture ? drawPicture(picture) : drawAvatar(picture.seed, picture);
      await writeFile(path.join(folder, fileOf(picture)), await renderWebp(svg));
    }
  };
  sharp.concurrency(1);
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, drawTheRest));
  return missing.length;
}

/** SVG text to WebP; the same text and sharp version give the same bytes. */
const renderWebp = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).webp({ quality: 63, effort: 4 }).toBuffer();

/** A listing picture as SVG text, 1280 by 853; the same recipe always gives the same text. */
function drawPicture({ kind, seed, propertyType }: PictureRecipe): string {
  const salt = pictureKinds.indexOf(kind) * 16 + propertyTypes.indexOf(propertyType);
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

function drawFacade(rng: Rng, propertyType: PropertyType): string {
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
function pickView(rng: Rng, propertyType: PropertyType): ViewKind {
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
