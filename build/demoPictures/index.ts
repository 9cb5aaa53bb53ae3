import { readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { type DemoPicture, fileOf, type PictureRecipe } from '#server/demo/pictures.ts';
import { streamOf } from '#server/demo/random.ts';
import { drawGym, drawLobby } from './amenities.ts';
import { drawAvatar } from './avatar.ts';
import { drawFacade } from './facade.ts';
import { drawLand } from './land.ts';
import { drawPlan } from './plan.ts';
import { drawPool } from './pool.ts';
import { drawRoom } from './rooms.ts';
import { drawCity } from './scenery.ts';
import { WIDTH } from './svg.ts';

/** Draws the pictures without a file in the folder. @returns the number of pictures drawn. */
export async function drawMissing(pictures: readonly DemoPicture[], folder: string): Promise<number> {
  const drawn = new Set(await readdir(folder));
  const missing = pictures.filter((picture) => !drawn.has(fileOf(picture)));
  const queue = missing.values();
  const drawTheRest = async () => {
    for (const picture of queue) {
      const bytes =
        'presentation' in picture
          ? await renderWebp(drawAvatar(picture.seed, picture))
          : await renderWebp(await drawPicture(picture), picture.kind);
      await writeFile(path.join(folder, fileOf(picture)), bytes);
    }
  };
  sharp.concurrency(1);
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, drawTheRest));
  return missing.length;
}

/** Lines and plain areas of plans bear more compression than streets, these more than rooms. */
const qualities: Partial<Record<PictureRecipe['kind'], number>> = {
  plan: 18,
  facade: 28,
  lot: 30,
  skyline: 32,
  pool: 36,
};
const ROOM_QUALITY = 37;
const AVATAR_QUALITY = 42;

/** Kinds that are drawn in their final colours: the walls of rooms gain depth when the drawing becomes a picture. */
const isOutside = (kind: PictureRecipe['kind']) =>
  kind === 'plan' || kind === 'facade' || kind === 'lot' || kind === 'skyline' || kind === 'pool';

/** SVG text to WebP; the same text and sharp version give the same bytes. */
function renderWebp(svg: string, kind?: PictureRecipe['kind']): Promise<Buffer> {
  const drawing = sharp(Buffer.from(svg));
  const isRoom = kind !== undefined && !isOutside(kind);
  const quality = kind === undefined ? AVATAR_QUALITY : (qualities[kind] ?? ROOM_QUALITY);
  return (isRoom ? drawing.modulate({ saturation: 1.12 }).linear(1.06, -8) : drawing)
    .webp({ quality, effort: 5, preset: 'picture' })
    .toBuffer();
}

/** A listing's picture as SVG text, 1280 by 853; the same recipe always gives the same text. */
export async function drawPicture(recipe: PictureRecipe): Promise<string> {
  // Another camera or light shows the same house or room.
  const rng = streamOf(`${recipe.kind} ${'form' in recipe ? recipe.form : ''} ${recipe.seed}`);
  switch (recipe.kind) {
    case 'facade':
      return drawFacade(rng, recipe);
    case 'plan':
      return drawPlan(rng, recipe);
    case 'lot':
      return drawLand(rng, recipe);
    case 'skyline':
      return drawCity(rng, recipe);
    case 'pool':
      return drawPool(rng, recipe);
    case 'gym':
      return drawGym(rng, recipe);
    case 'lobby':
      return drawLobby(rng, recipe);
    default:
      return recipe.isMirrored ? mirrored(drawRoom(rng, recipe)) : drawRoom(rng, recipe);
  }
}

const mirrored = (svg: string): string =>
  svg
    .replace(/<\/defs>/, `</defs><g transform="translate(${WIDTH} 0) scale(-1 1)">`)
    .replace(/<\/svg>$/, '</g></svg>');
