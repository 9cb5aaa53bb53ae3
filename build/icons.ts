import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import png2icons from 'png2icons';
import sharp from 'sharp';

const SOURCE = 'web/public/favicon.svg';
const FOLDER = 'dist/desktop/icons';
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const TRAY_SIZE = 32;
const TEMPLATE_SIZE = 18;
/** Overlay of the task bar's button on Windows while messages are unread. */
const OVERLAY =
  '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><circle cx="16" cy="16" r="13" fill="#d92d20"/></svg>';

/** The console's icons in every size that the systems need, drawn from the site's mark. */
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
  // macOS uses the opacity of a template image only: light areas of the mark become transparent.
  for (const [name, size] of [
    ['trayTemplate.png', TEMPLATE_SIZE],
    ['trayTemplate@2x.png', TEMPLATE_SIZE * 2],
  ] as const) {
    const dark = await sharp(await draw(size))
      .flatten({ background: '#fff' })
      .greyscale()
      .negate()
      .raw()
      .toBuffer();
    const black = sharp({ create: { width: size, height: size, channels: 3, background: '#000' } });
    write(
      name,
      await black
        .joinChannel(dark, { raw: { width: size, height: size, channels: 1 } })
        .png()
        .toBuffer(),
    );
  }
  write('overlay.png', await sharp(Buffer.from(OVERLAY)).png().toBuffer());
  const largest = await draw(1024);
  write('icon.ico', required(png2icons.createICO(largest, png2icons.BICUBIC2, 0, true, true)));
  write('icon.icns', required(png2icons.createICNS(largest, png2icons.BICUBIC2, 0)));
}

function required(bytes: Buffer | null): Buffer {
  if (!bytes) throw new Error('The icons could not be drawn');
  return bytes;
}

await drawIcons();
