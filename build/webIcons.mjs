import { mkdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';

const FOLDER = 'dist/web/icons';
/** The viewBox of the mark, in pixels. */
const DRAWN = 48;
const GROUND = '#0b6b5b';

/** The site's mark as pictures, for those who put the site on their phone's home screen. */
export async function drawWebIcons() {
  const svg = await readFile('web/public/favicon.svg');
  await mkdir(FOLDER, { recursive: true });
  const draw = (size) => sharp(svg, { density: (72 * size) / DRAWN }).resize(size, size);
  for (const size of [192, 512]) await draw(size).png().toFile(`${FOLDER}/${size}.png`);
  // Apple rounds the corners itself.
  await draw(180).flatten({ background: GROUND }).png().toFile(`${FOLDER}/apple-touch-icon.png`);
}
