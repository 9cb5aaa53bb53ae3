import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PICTURE_FOLDER, type PictureRecipe } from '#server/demo/pictures.ts';

/** A picture of a listing as WebP bytes: 1280 by 853, one of at least 22 of each kind. @param place among them, from 0. */
export function readDemoPicture(kind: PictureRecipe['kind'], place: number): Promise<Buffer> {
  const file = readdirSync(PICTURE_FOLDER)
    .filter((name) => name.startsWith(`${kind}-`))
    .sort()[place];
  if (!file) throw new RangeError(`There is no picture ${place} of ${kind}`);
  return readFile(path.join(PICTURE_FOLDER, file));
}
