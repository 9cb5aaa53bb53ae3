import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { examineJpeg, JPEG_END } from '#shared/jpegData.ts';
import { pictureKindOf } from '#shared/pictureKinds.ts';

/** The same numbers in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state;
  };
}

const WIDTH = 333;
const HEIGHT = 247;

function drawHome() {
  const next = numbersFrom(3);
  const raw = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < raw.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)];
    raw[at] = 120 + 60 * Math.sin(x / 37 + (at % 3)) + 40 * Math.cos(y / 23) + (next() % 16);
  }
  return sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

const kinds = {
  'a photo': () => drawHome().jpeg(),
  'one with fixed codes': () => drawHome().jpeg({ optimiseCoding: false }),
  'one with all colours': () => drawHome().jpeg({ chromaSubsampling: '4:4:4', quality: 95 }),
  'a soft one': () => drawHome().blur(4).jpeg({ quality: 70 }),
  'one in grey': () => drawHome().greyscale().jpeg(),
  'one for print': () => drawHome().toColourspace('cmyk').jpeg(),
  'one with what a camera writes': () =>
    drawHome()
      .jpeg()
      .withExif({ IFD0: { Model: 'Telephone' } }),
  'one that comes in steps': () => drawHome().jpeg({ progressive: true }),
  'one from the web': () => drawHome().jpeg({ mozjpeg: true }),
  'a soft one from the web': () => drawHome().blur(4).jpeg({ mozjpeg: true }),
};

describe.each(Object.entries(kinds))('%s', (_kind, make) => {
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await make().toBuffer();
  });

  test('is whole, whatever stands behind its end', async () => {
    const whole = { hasEnd: true, isDamaged: false };
    expect(await examineJpeg(bytes)).toEqual(whole);
    expect(await examineJpeg(Buffer.concat([bytes, bytes]))).toEqual(whole);
    expect(await examineJpeg(Buffer.concat([bytes, Buffer.from('a film of the telephone')]))).toEqual(whole);
    // A browser has no Buffer.
    expect(await examineJpeg(new Uint8Array(bytes))).toEqual(whole);
  });

  test('without its last bytes shows as well', async () => {
    for (const missing of [1, 2, 3, 4, 7, 12, 20, 40]) {
      const cut = bytes.subarray(0, bytes.length - missing);
      expect(await examineJpeg(cut), `${missing}`).toEqual({ hasEnd: false, isDamaged: false });
      const { info } = await sharp(Buffer.concat([cut, JPEG_END]), { failOn: 'error' })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: WIDTH, height: HEIGHT });
    }
  });

  test('without its half is damaged', async () => {
    for (const share of [0.1, 0.3, 0.5, 0.6])
      expect((await examineJpeg(bytes.subarray(0, bytes.length * share)))?.isDamaged, `${share}`).not.toBe(false);
  });

  test('with other bytes within is damaged', async () => {
    const next = numbersFrom(11);
    let found = 0;
    for (let round = 0; round < 40; round += 1) {
      const damaged = Buffer.from(bytes);
      const at = Math.floor(bytes.length * (0.3 + 0.4 * (round / 40)));
      for (let each = 0; each < 400; each += 1) damaged[at + each] = next() & 255;
      found += (await examineJpeg(damaged))?.isDamaged === false ? 0 : 1;
    }
    expect(found).toBeGreaterThanOrEqual(36);
  });

  test('that lost bytes on its way is damaged', async () => {
    // As where a base64 text lost its plus signs.
    const garbled = Buffer.from(bytes.toString('base64').replaceAll('+', ' '), 'base64');
    expect((await examineJpeg(garbled))?.isDamaged).not.toBe(false);
    const shorter = Buffer.concat([
      bytes.subarray(0, bytes.length >> 1),
      bytes.subarray((bytes.length >> 1) + 300),
    ]);
    expect((await examineJpeg(shorter))?.isDamaged).not.toBe(false);
  });
});

describe('what cameras write otherwise', () => {
  let bytes: Buffer;
  let scan: number;
  beforeAll(async () => {
    bytes = await drawHome().jpeg().toBuffer();
    scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
  });
  const whole = { hasEnd: true, isDamaged: false };

  test('is no damage: odd numbers in the head of the scan', async () => {
    const odd = Buffer.from(bytes);
    // Coefficients from 0 to 63 there may be.
    const at = scan + 5 + (odd[scan + 4] ?? 0) * 2;
    odd.set([0, 0, 0], at);
    expect(await examineJpeg(odd)).toEqual(whole);
  });

  test('is no damage: bytes between the parts of the head, padding before the end', async () => {
    const junk = Buffer.concat([bytes.subarray(0, scan), Buffer.from([1, 2, 3]), bytes.subarray(scan)]);
    expect(await examineJpeg(junk)).toEqual(whole);
    const padded = Buffer.concat([bytes.subarray(0, -2), Buffer.alloc(400), JPEG_END]);
    expect(await examineJpeg(padded)).toEqual(whole);
    const filled = Buffer.concat([bytes.subarray(0, -2), Buffer.alloc(9, 0xff), JPEG_END]);
    expect(await examineJpeg(filled)).toEqual(whole);
  });

  test('is no damage: a film in place of the end', async () => {
    const film = Buffer.concat([bytes.subarray(0, -2), Buffer.from('\0\0\0\x18ftypmp42 and some more of it')]);
    expect(await examineJpeg(film)).toEqual({ hasEnd: false, isDamaged: false });
  });

  test('has no state where it is another kind', async () => {
    expect(await examineJpeg(Buffer.from('no picture at all'))).toBeNull();
    expect(await examineJpeg(new Uint8Array(0))).toBeNull();
    expect(await examineJpeg(bytes.subarray(0, 100))).toBeNull();
  });
});

test('damage of the head is none of a decoder that hangs', async () => {
  const bytes = await drawHome().jpeg({ mozjpeg: true }).toBuffer();
  const next = numbersFrom(5);
  for (let round = 0; round < 300; round += 1) {
    const damaged = Buffer.from(bytes);
    for (let each = 0; each < 6; each += 1) damaged[next() % 700] = next() & 255;
    await examineJpeg(damaged);
  }
});

test.each([
  ['jpeg', '\xff\xd8\xff\xe0'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
  ['heic', '\0\0\0\x1cftypmsf1\0\0\0\0msf1hevcmif1'],
  ['heic', '\0\0\0\x10ftypmif1\0\0\0\0'],
  ['avif', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'],
  ['avif', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'],
  [null, '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
  [null, 'BM6\0'],
  [null, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  [null, ''],
])('the kind by its bytes: %s', (kind, head) => {
  expect(pictureKindOf(Buffer.from(head, 'latin1'))).toBe(kind);
});
