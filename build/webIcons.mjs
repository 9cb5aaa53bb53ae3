import { mkdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const FOLDER = 'dist/web/icons';
const ICON = 'dist/web/favicon.ico';
/** The viewBox of the mark, in pixels. */
const DRAWN = 48;
const GROUND = '#0b6b5b';

/** The site's mark as pictures, for the home screens of phones. */
export async function drawWebIcons() {
  const svg = await readFile('web/public/favicon.svg');
  await mkdir(FOLDER, { recursive: true });
  const draw = (size) => sharp(svg, { density: (72 * size) / DRAWN }).resize(size, size);
  for (const size of [192, 512]) await draw(size).png().toFile(`${FOLDER}/${size}.png`);
  // Systems cut the picture to a shape of their own: the mark stands in the inner four fifths.
  const inner = await draw(360).toBuffer();
  await draw(512)
    .flatten({ background: GROUND })
    .composite([
      { input: { create: { width: 512, height: 512, channels: 4, background: GROUND } } },
      { input: inner, gravity: 'centre' },
    ])
    .png()
    .toFile(`${FOLDER}/maskable.png`);
  // The status bar of a phone uses the opacity only: light areas of the mark become transparent.
  const dark = await draw(96).flatten({ background: '#fff' }).greyscale().negate().raw().toBuffer();
  await sharp({ create: { width: 96, height: 96, channels: 3, background: '#fff' } })
    .joinChannel(dark, { raw: { width: 96, height: 96, channels: 1 } })
    .png()
    .toFile(`${FOLDER}/badge.png`);
  // Browsers and readers of feeds ask for it without any link to it: an icon file that holds one PNG.
  const size = 48;
  const small = await draw(size).png().toBuffer();
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(small.length, 14);
  head.writeUInt32LE(head.length, 18);
  await writeFile(ICON, Buffer.concat([head, small]));
  // Apple rounds the corners itself.
  await draw(180).flatten({ background: GROUND }).png().toFile(`${FOLDER}/apple-touch-icon.png`);
}
