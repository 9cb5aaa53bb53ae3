import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import png2icons from 'png2icons';
import sharp from 'sharp';

const SOURCE = 'web/public/favicon.svg';
const FOLDER = 'dist/desktop/icons';
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const TRAY_SIZE = 32;

/** The console's icons at every size the systems ask for, all drawn from the site's own mark. */
async function drawIcons(): Promise<void> {
  const svg = readFileSync(SOURCE);
  const draw = (size: number) =>
    sharp(svg, { density: (72 * size) / 48 })
      .resize(size, size)
      .png()
      .toBuffer();
  const write = (name: string, bytes: Buffer) => writeFileSync(path.join(FOLDER, name), bytes);
  mkdirSync(FOLDER, { recursive: true });
  for (const size of SIZES) write(`${size}x${size}.png`, await draw(size));
  write('tray.png', await draw(TRAY_SIZE));
  write('tray@2x.png', await draw(TRAY_SIZE * 2));
  const largest = await draw(1024);
  write('icon.ico', required(png2icons.createICO(largest, png2icons.BICUBIC2, 0, true, true)));
  write('icon.icns', required(png2icons.createICNS(largest, png2icons.BICUBIC2, 0)));
}

function required(bytes: Buffer | null): Buffer {
  if (!bytes) throw new Error('The icons could not be drawn');
  return bytes;
}

await drawIcons();
