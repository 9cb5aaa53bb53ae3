import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
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

/**
 * Draws what the folder does not hold yet; what it holds is taken as drawn.
 * @returns how many were drawn.
 */
export async function drawMissing(pictures: readonly DemoPicture[], folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const drawn = new Set(await readdir(folder));
  const missing = new Map(
    pictures.filter((picture) => !drawn.has(fileOf(picture))).map((picture) => [fileOf(picture), picture]),
  );
  const queue = missing.entries();
  const drawTheRest = async () => {
    for (const [file, picture] of queue) {
      const svg = 'kind' in picture ? drawPicture(picture) : drawAvatar(picture.seed, picture);
      const draft = path.join(folder, `${file}.${process.pid}.part`);
      await writeFile(draft, await renderWebp(svg));
      await rename(draft, path.join(folder, file));
    }
  };
  // Two at once: the next is put into words while the one before is rendered.
  await Promise.all([drawTheRest(), drawTheRest()]);
  return missing.size;
}

/** SVG text to WebP; the same text and sharp version give the same bytes. */
export async function renderWebp(
  svg: string,
  { width, quality = 76 }: { width?: number; quality?: number } = {},
): Promise<Buffer> {
  const image = sharp(Buffer.from(svg));
  return (width ? image.resize({ width }) : image).webp({ quality, effort: 1 }).toBuffer();
}

/** A listing picture as SVG text, 1280 by 853; the same recipe always gives the same text. */
export function drawPicture({ kind, seed, propertyType }: PictureRecipe): string {
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
