import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { OwnProperty } from '../../shared/contracts/propertyWrites.ts';
import { blackPng } from '../support/hostileImages.ts';
import { PropertyForm } from './pages/propertyForm.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

// Real pictures are drawn and opened, which takes a core its time.
test.slow();

const MAX_BYTES = 5_242_880;
const PLACE = {
  IFD0: { Make: 'Silong Test Camera' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '14/1 33/1 36/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '121/1 1/1 24/1',
  },
};

interface Shot {
  width: number;
  height: number;
  /** The background of the whole; a red mark lies in its upper left corner. */
  background: string;
  grain?: number;
}

/** A view with the grain that every camera adds. */
function shoot({ width, height, background, grain = 24 }: Shot) {
  const noise = { type: 'gaussian', mean: 128, sigma: grain } as const;
  const mark = {
    create: {
      width: Math.round(width / 5),
      height: Math.round(height / 5),
      channels: 3,
      background: '#f00000',
    },
  } as const;
  return sharp({ create: { width, height, channels: 3, background, noise } })
    .composite([
      { input: { create: { width, height, channels: 4, background } }, blend: 'soft-light' },
      { input: mark, left: 0, top: 0 },
    ])
    .toColourspace('srgb');
}

const heic = () => ({
  name: 'IMG_0042.HEIC',
  // As Windows hands it over.
  mimeType: '',
  buffer: readFileSync(new URL('../support/files/house.heic', import.meta.url)),
});

async function openForm(page: Page, baseUrl: string) {
  await signIn(page, baseUrl, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  return form;
}

const choose = (form: PropertyForm, files: Parameters<Locator['setInputFiles']>[0]) =>
  form.dialog.getByLabel('Choose images').setInputFiles(files);

/** Each is opened, made smaller, sent and kept. */
const expectStored = (form: PropertyForm) =>
  expect(form.dialog.getByRole('progressbar')).toHaveCount(0, { timeout: 90_000 });

/** Saves, and reads the stored listing. */
async function save(form: PropertyForm, baseUrl: string, title: string) {
  await form.fill(title);
  await form.submit.click();
  await expect(form.dialog).toHaveCount(0);
  const { token } = await openSession(baseUrl, 'agent');
  const answer = await fetch(`${baseUrl}/api/properties/my/list?limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const listings: OwnProperty[] = (await answer.json()).data.properties;
  const { images = [] } = listings.find((listing) => listing.title === title) ?? {};
  return Promise.all(
    images.map(async (address) => Buffer.from(await (await fetch(`${baseUrl}${address}`)).arrayBuffer())),
  );
}

type Corner = 'top left' | 'top right' | 'bottom right' | 'bottom left';

/** Where the red mark lies in a stored picture. */
async function markOf(picture: Buffer): Promise<Corner[]> {
  const { data, info } = await sharp(picture)
    .resize(20, 20, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels);
    return red > 180 && green < 90 && blue < 90;
  };
  const corners: [Corner, number, number][] = [
    ['top left', 1, 1],
    ['top right', 18, 1],
    ['bottom right', 18, 18],
    ['bottom left', 1, 18],
  ];
  return corners.filter(([, x, y]) => isRed(x, y)).map(([corner]) => corner);
}

test('photos larger than the limit are made smaller: upright, and without where they were taken', async ({
  page,
  server,
}) => {
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/uploads')) sent.push(request.postDataBuffer()?.length ?? 0);
  });
  const still = await shoot({ width: 2_800, height: 2_100, background: '#5588aa', grain: 4 })
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .withExifMerge(PLACE)
    .toBuffer();
  // Phones put the seconds around the shot behind it, as a film.
  const photo = Buffer.concat([still, Buffer.alloc(MAX_BYTES)]);
  expect(photo.includes('Silong Test Camera')).toBe(true);
  expect((await sharp(photo).metadata()).orientation).toBe(6);
  const window = { create: { width: 1_400, height: 500, channels: 4, background: '#000' } } as const;
  const clear = await shoot({ width: 1_400, height: 1_000, background: '#5588aa', grain: 4 })
    .composite([{ input: window, blend: 'dest-out', gravity: 'south' }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(clear.length).toBeGreaterThan(MAX_BYTES);

  const form = await openForm(page, server.url);
  await choose(form, [
    { name: 'IMG_7001.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'cut-out.png', mimeType: 'image/png', buffer: clear },
  ]);
  await expect(form.images).toHaveCount(2);
  await expectStored(form);
  await expect(form.dialog.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
  expect(sent).toHaveLength(2);
  for (const bytes of sent) expect(bytes).toBeLessThan(MAX_BYTES);

  const [kept, cutOut] = await save(form, server.url, 'Large photos, made smaller');
  if (!kept || !cutOut) throw new Error('Both are kept.');
  const { width, height, exif, orientation } = await sharp(kept).metadata();
  // It lay on its side: its upper left corner is the upper right one now.
  expect([width, height, exif, orientation]).toEqual([1_920, 2_560, undefined, undefined]);
  expect(await markOf(kept)).toEqual(['top right']);
  expect(kept.includes('Silong Test Camera')).toBe(false);
  expect(await sharp(cutOut).metadata()).toMatchObject({ width: 1_400, height: 1_000, hasAlpha: true });
});

test('HEIC photos are opened, the decoder is fetched for them alone; the bytes tell what a picture is', { tag: '@engines' }, async ({
  page,
  server,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const isDecoder = (url: string) => /libheif-|decodeHeic-/.test(url);
  await page.setViewportSize({ width: 390, height: 844 });
  const form = await openForm(page, server.url);
  const plain = await shoot({ width: 900, height: 600, background: '#448844' }).jpeg().toBuffer();
  await choose(form, { name: 'plain.jpg', mimeType: 'image/jpeg', buffer: plain });
  await expectStored(form);
  await expect(form.images).toHaveCount(1);
  expect(fetched.filter(isDecoder)).toEqual([]);

  const other = await shoot({ width: 900, height: 600, background: '#5588aa' }).jpeg().toBuffer();
  await choose(form, [
    { ...heic(), name: 'IMG_0001.jpg', mimeType: 'image/jpeg' },
    { name: 'no-end.jpg', mimeType: 'image/jpeg', buffer: other.subarray(0, other.length - 2) },
  ]);
  await expect(form.images).toHaveCount(3);
  await expectStored(form);
  await expect(form.images.nth(1).getByRole('img')).toHaveJSProperty('naturalWidth', 960);
  // They fit a phone, with every button large enough.
  for (const button of await form.images.getByRole('button').all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
  await expectNoSidewaysScroll(page);

  const [, kept, cut] = await save(form, server.url, 'Taken with an iPhone');
  if (!kept || !cut) throw new Error('Both are kept.');
  const { width, height, exif } = await sharp(kept).metadata();
  expect([width, height, exif]).toEqual([960, 720, undefined]);
  expect(await markOf(kept)).toEqual(['top left']);
  for (const each of [kept, cut])
    expect((await sharp(each).metadata()).format, 'as the server keeps it').toBe('webp');
});

test('a file that cannot be opened says why, and the decoder may be asked for again', async ({
  page,
  server,
  consoleErrors,
}) => {
  const form = await openForm(page, server.url);
  const { buffer } = heic();
  const photo = await shoot({ width: 900, height: 600, background: '#448844' }).jpeg().toBuffer();
  const damaged = await sharp(randomBytes(600 * 400 * 3), { raw: { width: 600, height: 400, channels: 3 } })
    .jpeg()
    .toBuffer();
  randomBytes(400).copy(damaged, damaged.length >> 1);
  await choose(form, [
    { name: 'torn.heic', mimeType: 'image/heic', buffer: buffer.subarray(0, 900) },
    { name: 'torn.jpg', mimeType: 'image/jpeg', buffer: photo.subarray(0, 40) },
    { name: 'damaged.jpg', mimeType: 'image/jpeg', buffer: damaged },
    { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    { name: 'zeros.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(MAX_BYTES + 1) },
    // 1.6 gigapixels in some 200 KB.
    { name: 'huge.png', mimeType: 'image/png', buffer: blackPng(40_000, 40_000) },
  ]);
  for (const sentence of [
    'Failed to process "torn.heic"',
    'Failed to process "torn.jpg"',
    'Failed to process "damaged.jpg": the file is damaged.',
    'File "empty.jpg" is empty.',
    'File "zeros.jpg" is not supported. Please use PNG, JPG, GIF or WebP.',
    'Failed to process "huge.png"',
  ])
    await expect(form.dialog.getByText(sentence)).toBeVisible();
  await expect(form.images).toHaveCount(0);
  consoleErrors.splice(0);

  await page.route(/libheif-.*\.wasm$/, (route) => route.fulfill({ status: 503 }));
  await choose(form, heic());
  await expect(form.images).toContainText('This image could not be opened. Please try again.');
  await page.unroute(/libheif-.*\.wasm$/);
  await form.dialog.getByRole('button', { name: 'Try image 1 again' }).click();
  await expectStored(form);
  await expect(form.images.getByRole('img')).toHaveJSProperty('naturalWidth', 960);
  await expectStored(form);
  consoleErrors.splice(0);
});

test('a picture is turned before and after it was saved, and turned back', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  const form = await openForm(page, server.url);
  const photo = await shoot({ width: 1_200, height: 800, background: '#5588aa' }).jpeg().toBuffer();
  await choose(form, { name: 'sideways.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expectStored(form);
  await expect(form.images.getByRole('img')).toHaveJSProperty('naturalWidth', 960);
  const right = form.dialog.getByRole('button', { name: 'Rotate image 1 right' });
  await right.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Image 1 was rotated right.')).toBeVisible();
  await expectStored(form);
  await expect(form.images.getByRole('img')).toHaveJSProperty('naturalWidth', 640);
  await expect(right).toBeFocused();
  const [kept] = await save(form, server.url, 'Turned twice');
  if (!kept) throw new Error('It is kept.');
  expect(await sharp(kept).metadata()).toMatchObject({ width: 800, height: 1_200 });
  expect(await markOf(kept)).toEqual(['top right']);

  // Once more in another form, from the stored listing.
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/uploads')) uploads.push(request.method());
  });
  await page.getByRole('button', { name: 'Edit Turned twice' }).click();
  await expect(form.field('Title')).toHaveValue('Turned twice');
  const left = form.dialog.getByRole('button', { name: 'Rotate image 1 left' });
  await left.click();
  await expectStored(form);
  await expect(form.images.getByRole('img')).toHaveJSProperty('naturalWidth', 960);
  expect(uploads).toEqual(['POST']);
  // Each stored rotation is known from then on: no upload is made.
  const image = form.images.getByRole('img');
  await form.dialog.getByRole('button', { name: 'Rotate image 1 right' }).click();
  await expect(image).toHaveAttribute('src', /^\/media\//);
  await left.click();
  await expect(image).toHaveAttribute('src', /^blob:/);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(image).toHaveAttribute('src', /^\/media\//);
  await left.click();
  await expect(image).toHaveAttribute('src', /^blob:/);
  expect(uploads).toEqual(['POST']);
  await form.submit.click();
  await expect(form.dialog).toHaveCount(0);

  const { token } = await openSession(server.url, 'agent');
  const answer = await fetch(`${server.url}/api/properties/my/list?limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const listings: OwnProperty[] = (await answer.json()).data.properties;
  const { images = [] } = listings.find(({ title }) => title === 'Turned twice') ?? {};
  expect(images).toHaveLength(1);
  const stored = Buffer.from(await (await fetch(`${server.url}${images[0]}`)).arrayBuffer());
  expect(await sharp(stored).metadata()).toMatchObject({ width: 1_200, height: 800 });
  expect(await markOf(stored)).toEqual(['top left']);
});

test('a better cover is suggested with its reasons, and changes nothing by itself', async ({ page, server }) => {
  const form = await openForm(page, server.url);
  const files = await Promise.all(
    [
      { width: 900, height: 1_400, background: '#1a1a22', grain: 4 },
      { width: 1_600, height: 1_200, background: '#88aabb' },
    ].map(async (shot, at) => ({
      name: `${at}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await shoot(shot).jpeg().toBuffer(),
    })),
  );
  await choose(form, files);
  await expectStored(form);
  await expect(form.images).toHaveCount(2);
  const hint = form.dialog.getByRole('status').filter({ hasText: 'Suggested Cover: image 2' });
  await expect(hint).toContainText('It is wide, sharp and well lit.');
  await expect(form.images.first()).toContainText('Cover');
  const before = await form.images.first().getByRole('img').getAttribute('src');
  await expectAccessible(page, 'dialog:modal');
  await hint.getByRole('button', { name: 'Use as Cover' }).click();
  await expect(form.images.nth(1).getByRole('img')).toHaveAttribute('src', before ?? '');
  await expect(hint).toHaveCount(0);
  await expect(page.getByText('Image 2 is now the cover.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(form.images.first().getByRole('img')).toHaveAttribute('src', before ?? '');
  await hint.getByRole('button', { name: 'Dismiss' }).click();
  await expect(hint).toHaveCount(0);

  await form.dialog.getByRole('button', { name: 'Make image 2 the cover' }).press('Enter');
  await expect(form.images.nth(1).getByRole('img')).toHaveAttribute('src', before ?? '');
  const [cover] = await save(form, server.url, 'A cover chosen');
  expect(await sharp(cover).metadata()).toMatchObject({ width: 1_600, height: 1_200 });
});

test('twenty photos at once, one open at a time', async ({ page, server }) => {
  // A photo is open from its request to the worker's answer.
  await page.addInitScript(() => {
    const asked = { now: 0, most: 0, all: 0 };
    Object.assign(window, { asked });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(request: unknown) {
      asked.now += 1;
      asked.all += 1;
      asked.most = Math.max(asked.most, asked.now);
      const end = () => {
        asked.now -= 1;
      };
      // Before the page's own listener, which sends the next one.
      this.addEventListener('message', end, { once: true, capture: true });
      postMessage.call(this, request, {});
    };
  });
  const form = await openForm(page, server.url);
  const photos = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => ({
      name: `${at}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({
        create: { width: 480, height: 320, channels: 3, background: { r: at * 10, g: 90, b: 120 } },
      })
        .jpeg()
        .toBuffer(),
    })),
  );
  await choose(form, photos);
  await expect(form.images).toHaveCount(20);
  await expectStored(form);
  await expect(form.dialog.getByText('20 of 20 images.')).toBeVisible();
  await expect(form.images.getByRole('img')).toHaveCount(20);
  const asked = await page.evaluate(
    () => (window as unknown as { asked: { now: number; most: number; all: number } }).asked,
  );
  expect(asked).toMatchObject({ now: 0, all: 20 });
  // The next one may be sent in the moment of an answer.
  expect(asked.most).toBeLessThanOrEqual(2);
});
