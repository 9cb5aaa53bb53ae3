import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { listPictures } from '#server/demo/dealing.ts';
import { fileOf, PICTURE_FOLDER, writeFingerprints } from '#server/demo/pictures.ts';
import { drawMissing } from './index.ts';
import { writeSheets } from './sheets.ts';

/**
 * `npm run demo:pictures`: removes files without a recipe, draws the missing ones, notes their fingerprints and lays out the two sheets of docs/screenshots; `--all`
 * draws every picture again.
 */
const pictures = listPictures();
const wanted = new Set(pictures.map(fileOf));
const isAll = process.argv.includes('--all');
mkdirSync(PICTURE_FOLDER, { recursive: true });
for (const file of readdirSync(PICTURE_FOLDER))
  if (isAll || !wanted.has(file)) rmSync(path.join(PICTURE_FOLDER, file));
console.warn(`${await drawMissing(pictures, PICTURE_FOLDER)} pictures were drawn.`);
await writeFingerprints(PICTURE_FOLDER);
await writeSheets(PICTURE_FOLDER, path.resolve('docs/screenshots'));
