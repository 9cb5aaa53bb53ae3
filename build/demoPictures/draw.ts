import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { fileOf, listPictures } from '#server/demo/pictures.ts';
import { drawMissing } from './index.ts';

/** Draws one share of the demo pictures: `node draw.js <folder> <which share, from 0> <number of shares>`. */
const [folder = '', share, shares] = process.argv.slice(2);
const wanted = listPictures();
// One thread for each picture: the other shares use the other processors.
sharp.concurrency(1);
if (share === '0') {
  const files = new Set(wanted.map(fileOf));
  for (const file of readdirSync(folder))
    if (/^[a-z].*\.webp$/.test(file) && !files.has(file)) rmSync(path.join(folder, file));
}
await drawMissing(
  wanted.filter((_, index) => index % Number(shares) === Number(share)),
  folder,
);
