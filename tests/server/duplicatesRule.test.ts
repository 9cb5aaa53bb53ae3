import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  bandsOf,
  compareHomes,
  fingerprintOf,
  type Home,
  type HomePicture,
  hammingDistance,
  isSimilar,
  nearBands,
  readFingerprint,
} from '#server/features/duplicates/policy.ts';
import { readDemoPicture } from '#tests/support/demoPictures.ts';

const rooms = ['facade', 'living', 'kitchen', 'bedroom', 'bath'] as const;

async function printOf(bytes: Buffer): Promise<string> {
  const fingerprint = await readFingerprint(bytes);
  if (!fingerprint) throw new Error('it shows too little');
  return fingerprint;
}

describe('fingerprints', () => {
  test.each<[string, (picture: Buffer) => Promise<Buffer>]>([
    ['as a poor JPEG', (picture) => sharp(picture).jpeg({ quality: 45 }).toBuffer()],
    ['at a third of its size', (picture) => sharp(picture).resize(420).webp().toBuffer()],
    ['brighter', (picture) => sharp(picture).modulate({ brightness: 1.12 }).webp().toBuffer()],
    [
      'darker and more colourful',
      (picture) => sharp(picture).modulate({ brightness: 0.85, saturation: 1.3 }).webp().toBuffer(),
    ],
    [
      'cut by a narrow margin',
      async (picture) => {
        const { width, height } = await sharp(picture).metadata();
        const margin = { left: Math.round(width * 0.01), top: Math.round(height * 0.01) };
        const size = { width: Math.round(width * 0.98), height: Math.round(height * 0.98) };
        return sharp(picture)
          .extract({ ...margin, ...size })
          .webp()
          .toBuffer();
      },
    ],
  ])('a picture %s looks the same', async (_, alter) => {
    const picture = await readDemoPicture('facade', 0);
    expect(isSimilar(await printOf(picture), await printOf(await alter(picture)))).toBe(true);
  });

  test('another picture does not', async () => {
    const prints = await Promise.all(rooms.map(async (kind) => printOf(await readDemoPicture(kind, 1))));
    for (const [at, one] of prints.entries())
      for (const other of prints.slice(at + 1)) expect(isSimilar(one, other)).toBe(false);
  });

  test('a picture of nearly one colour, or with one shade across it, has none', async () => {
    const plain = sharp({ create: { width: 640, height: 480, channels: 3, background: '#d8d4cc' } });
    expect(await readFingerprint(await plain.jpeg().toBuffer())).toBeNull();
    const shade = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="640" height="480" fill="url(#g)"/></svg>',
    );
    expect(await readFingerprint(await sharp(shade).webp().toBuffer())).toBeNull();
    expect(fingerprintOf(new Uint8Array(72).fill(90))).toBeNull();
  });

  test('bits are counted in both halves', () => {
    expect(hammingDistance('0000000000000000', '0000000000000000')).toBe(0);
    expect(hammingDistance('8000000000000001', '0000000000000000')).toBe(2);
    expect(hammingDistance('ffffffffffffffff', '0000000000000000')).toBe(64);
  });

  test('whatever seven bits differ, a band finds the other one', () => {
    const fingerprint = '9c3fa1d20b7e5846';
    const bands = bandsOf(fingerprint);
    for (let start = 0; start < 64; start += 1) {
      let value = BigInt(`0x${fingerprint}`);
      for (let bit = 0; bit < 7; bit += 1) value ^= 1n << BigInt((start + bit * 11) % 64);
      const other = value.toString(16).padStart(16, '0');
      expect(hammingDistance(fingerprint, other)).toBe(7);
      const near = bandsOf(other).some((band, at) => nearBands(bands[at] ?? 0).includes(band));
      expect(near, other).toBe(true);
    }
  });
});

/** Far apart from each other, all of them. */
const prints = [
  'ffff000000000000',
  '0000ffff00000000',
  '00000000ffff0000',
  '000000000000ffff',
  'f0f0f0f0f0f0f0f0',
];

function picture(at: number, more: Partial<HomePicture> = {}): HomePicture {
  const hash = String(at).padStart(64, '0');
  return { address: `/media/${hash}`, mediaHash: hash, fingerprint: prints[at] ?? '', ...more };
}

/** None of them like those. */
const others = ['aaaaaaaaaaaaaaaa', 'cccccccccccccccc', '00ff00ff00ff00ff'].map((fingerprint) =>
  picture(9, { fingerprint }),
);

const pictures = (...at: number[]) => at.map((one) => picture(one));

let homes = 0;
function home(facts: Partial<Home> = {}): Home {
  homes += 1;
  return {
    id: homes,
    agentId: homes,
    type: 'condo',
    listingType: 'sale',
    title: `Home ${homes}`,
    price: 5_000_000,
    area: 60,
    bedrooms: 2,
    address: `${homes} Ayala Avenue`,
    city: 'Makati',
    citySlug: 'makati',
    latitude: 14 + homes / 100,
    longitude: 121.02,
    floor: null,
    createdAt: new Date(0),
    pictures: [],
    ...facts,
  };
}

const isFlagged = (one: Partial<Home>, other: Partial<Home>) => compareHomes(home(one), home(other)) !== null;
const facts = { price: 5_000_000, area: 60, address: '1 Ayala Avenue', latitude: 14.55, longitude: 121.02 };

describe('two agents’ listings', () => {
  test.each<[string, Partial<Home>, Partial<Home>, boolean]>([
    ['two same pictures', { pictures: pictures(0, 1, 2) }, { pictures: pictures(1, 3, 2, 4) }, true],
    ['one same picture of several', { pictures: pictures(0, 1, 2) }, { pictures: pictures(0, 3, 4) }, false],
    ['the only picture', { pictures: pictures(0) }, { pictures: pictures(1, 0, 2) }, true],
    ['one of two pictures', { pictures: pictures(0, 1) }, { pictures: pictures(0, 2, 3) }, false],
    [
      'two of five pictures',
      { pictures: pictures(0, 1, 2, 3, 4) },
      { pictures: [...pictures(0, 1), ...others] },
      false,
    ],
    [
      'half of the pictures of a much larger home',
      { pictures: pictures(0, 1, 2) },
      { pictures: pictures(0, 1, 3), area: 90 },
      false,
    ],
    [
      'all pictures of a much larger home',
      { pictures: pictures(0, 1, 2) },
      { pictures: pictures(0, 1, 2), area: 90 },
      true,
    ],
    ['no pictures', {}, {}, false],
    [
      'two pictures that many listings show',
      { pictures: [picture(0, { isCommon: true }), picture(1, { isCommon: true }), ...pictures(2)] },
      { pictures: pictures(0, 1, 3) },
      false,
    ],
    [
      'all pictures, though many listings show them',
      { pictures: [0, 1, 2].map((at) => picture(at, { isCommon: true })) },
      { pictures: pictures(0, 1, 2) },
      true,
    ],
    [
      'the same pictures for sale and for rent',
      { pictures: pictures(0, 1) },
      { pictures: pictures(0, 1), listingType: 'rent' },
      true,
    ],
    ['the same facts', facts, facts, true],
    ['nearly the same facts', facts, { ...facts, price: 5_040_000, area: 61, latitude: 14.5504 }, true],
    ['another price', facts, { ...facts, price: 5_060_000 }, false],
    ['another size', facts, { ...facts, area: 62 }, false],
    ['another place', facts, { ...facts, latitude: 14.5508 }, false],
    ['another kind', facts, { ...facts, type: 'office' }, false],
    ['another kind of offer', facts, { ...facts, listingType: 'rent' }, false],
    ['another floor', { ...facts, floor: 12 }, { ...facts, floor: 14 }, false],
    ['a floor that one of them does not tell', { ...facts, floor: 12 }, facts, true],
    [
      'the same address without coordinates',
      facts,
      { ...facts, latitude: null, address: '1, AYALA Avenue' },
      true,
    ],
    ['the same address in another city', facts, { ...facts, latitude: null, citySlug: 'pasig' }, false],
  ])('%s', (_, one, other, expected) => {
    expect(isFlagged(one, other)).toBe(expected);
    expect(isFlagged({ ...other, pictures: other.pictures ?? [] }, one)).toBe(
      // Which pictures are common is known of the first alone.
      one.pictures?.some(({ isCommon }) => isCommon) ? true : expected,
    );
  });
});

describe('one home of two agents', () => {
  const unit = { ...facts, floor: 12, pictures: pictures(0, 1, 2) };
  test.each<[string, Partial<Home>, Partial<Home>, boolean]>([
    ['the same unit at another price', unit, { ...unit, price: 6_000_000 }, true],
    ['the same unit at a very different price', unit, { ...unit, price: 7_000_000 }, false],
    ['units of which one tells no floor', unit, { ...unit, floor: null }, false],
    ['units on two floors', unit, { ...unit, floor: 13 }, false],
    [
      'houses that tell no floor',
      { ...unit, type: 'house', floor: null },
      { ...unit, type: 'house', floor: null },
      true,
    ],
    ['another number of bedrooms', unit, { ...unit, bedrooms: 3 }, false],
    ['another size', unit, { ...unit, area: 66 }, false],
    ['another place', unit, { ...unit, latitude: 14.56 }, false],
    ['for sale and for rent', unit, { ...unit, listingType: 'rent' }, false],
    ['the same facts and one picture', unit, { ...unit, pictures: pictures(0, 3, 4) }, false],
    [
      'pictures that many listings show',
      { ...unit, pictures: [0, 1, 2].map((at) => picture(at, { isCommon: true })) },
      unit,
      false,
    ],
    ['one agent', { ...unit, agentId: 7, title: 'Loft' }, { ...unit, agentId: 7, title: 'Loft' }, false],
  ])('%s', (_, one, other, expected) => {
    expect(compareHomes(home(one), home(other))?.isOneHome ?? false).toBe(expected);
  });
});

describe('one agent’s listings', () => {
  const own = { ...facts, agentId: 7 };
  test.each<[string, Partial<Home>, Partial<Home>, boolean]>([
    ['the same facts alone: units of one tower', own, own, false],
    ['the same facts and title', { ...own, title: 'Corner unit' }, { ...own, title: 'CORNER unit!' }, true],
    [
      'the same facts and a picture',
      { ...own, pictures: pictures(0, 1, 2) },
      { ...own, pictures: pictures(0, 3, 4) },
      true,
    ],
    [
      'the same facts and title on another floor',
      { ...own, title: 'Corner unit', floor: 3 },
      { ...own, title: 'Corner unit', floor: 4 },
      false,
    ],
    [
      'the same pictures',
      { agentId: 7, pictures: pictures(0, 1) },
      { agentId: 7, pictures: pictures(0, 1) },
      true,
    ],
    [
      'one home for sale and for rent',
      { agentId: 7, pictures: pictures(0, 1) },
      { agentId: 7, pictures: pictures(0, 1), listingType: 'rent' },
      false,
    ],
  ])('%s', (_, one, other, expected) => {
    expect(isFlagged(one, other)).toBe(expected);
    expect(isFlagged(other, one)).toBe(expected);
  });
});

test('each picture is paired once', () => {
  const likeness = compareHomes(
    home({ pictures: pictures(0, 1) }),
    home({ pictures: [...pictures(0), picture(3, { fingerprint: prints[0] ?? '' }), ...pictures(1)] }),
  );
  expect(likeness?.pictures.map(({ one, other }) => [one.mediaHash.at(-1), other.mediaHash.at(-1)])).toEqual([
    ['0', '0'],
    ['1', '1'],
  ]);
});
