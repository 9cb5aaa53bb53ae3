import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { type Outside, startOutside } from '#tests/support/outside.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MEGABYTE = 1024 * 1024;

let outside: Outside;
let server: TestServer;
let agent: Person;

beforeAll(async () => {
  outside = await startOutside();
  server = await startTestServer({ data: 'empty', outsideNetwork: outside.network });
  agent = await enter(server, { role: 'agent' });
});

afterAll(async () => {
  await server.close();
  await outside.close();
});

const draft = (images: unknown) => ({
  title: 'House with a garden',
  description: 'Quiet street.',
  price: 9_000_000,
  location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
  details: { area_sqm: 120 },
  images,
});

/** Different each time: a hash names its bytes. */
let shade = 0;
function png(): Promise<Buffer> {
  shade += 1;
  const background = { r: shade, g: 40, b: 160 };
  return sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
}

const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const freshUrl = async () => dataUrl(await png());
/** A valid PNG with bytes after its end, which decoders leave alone. */
const ofLength = async (length: number) => {
  const bytes = await png();
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
};

async function stored(): Promise<number[]> {
  const { db, env } = server.context;
  const folder = path.join(env.dataDir, 'media');
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  return [files.length, await db.models.Media.count(), await db.models.Property.count()];
}

describe('the images', () => {
  test('of all three kinds are kept in order, each once', async () => {
    const inline = await freshUrl();
    const first = (await agent.post('/api/properties', draft([inline]))).body.data;
    expect(first.images).toEqual([expect.stringMatching(/^\/media\/[0-9a-f]{64}$/)]);
    const served = await fetch(server.url + first.images[0]);
    expect(served.headers.get('content-type')).toBe('image/webp');

    const web = 'http://example.com/house.jpg?w=800';
    const given = [web, inline, ` ${web} `, first.images[0], await freshUrl()];
    const { status, body } = await agent.post('/api/properties', draft(given));
    expect(status).toBe(201);
    const [fetched, , added] = body.data.images;
    const stored = expect.stringMatching(/^\/media\//);
    expect(body.data.images).toEqual([stored, first.images[0], stored]);
    expect(new Set(body.data.images).size).toBe(3);

    const changed = await agent.put(`/api/properties/${body.data.id}`, { images: [added, web] });
    expect(changed.body.data.images).toEqual([added, fetched]);
    const row = await server.context.db.models.Media.findByPk(first.images[0].slice(7));
    expect(row).toMatchObject({ uploaded_by: agent.id, width: 30, height: 20 });
  });

  test('may be 5 MB each, and more than 1 MB together', async () => {
    const big = dataUrl(await ofLength(MAX_IMAGE_BYTES));
    const made = await agent.post('/api/properties', draft([big, await freshUrl()]));
    expect([made.status, made.body.data.images.length]).toEqual([201, 2]);
    const again = await agent.put(`/api/properties/${made.body.data.id}`, {
      images: [dataUrl(await ofLength(2 * MEGABYTE))],
    });
    expect([again.status, again.body.data.images.length]).toEqual([200, 1]);
  });

  test('that several agents send at once are all kept', async () => {
    const images = [await freshUrl(), await freshUrl(), await freshUrl()];
    const others = await Promise.all([1, 2, 3].map(() => enter(server, { role: 'agent' })));
    const answers = await Promise.all(
      others.map((person, at) => person.post('/api/properties', draft(at % 2 ? images : [...images].reverse()))),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});

describe('refused, with nothing half-written', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  test.each<[string, () => unknown, number, string]>([
    [
      'an SVG',
      () => dataUrl(svg, 'image/svg+xml'),
      415,
      'File "Image 2" is not supported. Please use PNG, JPG, GIF or WebP.',
    ],
    [
      'an SVG that says PNG',
      () => dataUrl(svg),
      415,
      'File "Image 2" is not supported. Please use PNG, JPG, GIF or WebP.',
    ],
    ['text', () => dataUrl(Buffer.from('hello'), 'text/html'), 415, 'File "Image 2" is not an image file.'],
    [
      'half a picture',
      async () => dataUrl((await png()).subarray(0, 50)),
      422,
      'Failed to process "Image 2": the file is damaged.',
    ],
    [
      'blanks in place of plus signs',
      async () => dataUrl(await png()).replace(/^(.{60})./, '$1 '),
      422,
      'Failed to process "Image 2": the file is damaged.',
    ],
    ['no base64', () => 'data:image/png,abc', 422, 'Failed to process "Image 2"'],
    [
      '5 MB and a byte',
      async () => dataUrl(await ofLength(MAX_IMAGE_BYTES + 1)),
      413,
      'File "Image 2" is too large. Maximum size is 5MB.',
    ],
    ['an unknown picture', () => `/media/${'0'.repeat(64)}`, 400, 'This uploaded image does not exist'],
    ...[
      'javascript:alert(1)',
      '/media/../../etc/passwd',
      'file:///etc/passwd',
      'https://a:b@example.com/x',
      'x',
    ].map((address): [string, () => unknown, number, string] => [
      address,
      () => address,
      400,
      'An image must be an uploaded file or a web address',
    ]),
  ])('%s', async (_name, make, expected, message) => {
    const made = (await agent.post('/api/properties', draft(['http://example.com/1.jpg']))).body.data;
    const images = [await freshUrl(), await make(), await freshUrl()];
    const before = await stored();
    const answers = [
      await agent.post('/api/properties', draft(images)),
      await agent.put(`/api/properties/${made.id}`, { title: 'Changed', images }),
    ];
    for (const { status, body } of answers) expect([status, body.error]).toEqual([expected, message]);
    expect(await stored()).toEqual(before);
    expect((await agent.get(`/api/properties/${made.id}`)).body.data).toMatchObject({
      title: 'House with a garden',
      images: made.images,
    });
  });

  test('more than 20', async () => {
    const many = Array.from({ length: 21 }, (_, at) => `http://example.com/${at}.jpg`);
    const { status, body } = await agent.post('/api/properties', draft(many));
    expect([status, body.error]).toEqual([400, 'A listing can have at most 20 images']);
    const twice = [...many.slice(1), ...many.slice(1)];
    expect((await agent.post('/api/properties', draft(twice))).body.data.images).toHaveLength(20);
  });

  test('pictures of somebody who may not change the listing', async () => {
    const made = (await agent.post('/api/properties', draft([]))).body.data;
    const stranger = await enter(server, { role: 'agent' });
    const before = await stored();
    const answer = await stranger.put(`/api/properties/${made.id}`, { images: [await freshUrl()] });
    expect(answer.status).toBe(403);
    expect(await stored()).toEqual(before);
  });
});

describe('a body', () => {
  const large = (megabytes: number) => JSON.stringify({ ...draft([]), filler: 'x'.repeat(megabytes * MEGABYTE) });
  const send = (body: string | Uint8Array<ArrayBuffer>, token?: string, headers = {}) =>
    fetch(`${server.url}/api/properties`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body,
    });

  test('may be 30 MB here and is refused beyond, however it is packed', async () => {
    expect((await send(large(29), agent.token)).status).toBe(201);
    const refusals = [
      await send(large(31), agent.token),
      await send(new Uint8Array(gzipSync(large(31))), agent.token, { 'content-encoding': 'gzip' }),
    ];
    for (const refusal of refusals) {
      expect(refusal.status).toBe(413);
      expect((await refusal.json()).error).toBe(
        'A listing and its images can be at most 30 MB in total. Please upload the images one by one.',
      );
    }
    const elsewhere = await agent.put('/api/auth/profile', { name: 'x'.repeat(2 * MEGABYTE) });
    expect(elsewhere.status).toBe(413);
  });

  test('of a stranger is refused for the stranger', async () => {
    const visitor = await enter(server);
    expect((await send(large(5))).status).toBe(401);
    expect((await send(large(5), visitor.token)).status).toBe(403);
    const made = (await agent.post('/api/properties', draft([]))).body.data;
    const change = await visitor.put(`/api/properties/${made.id}`, { title: 'x'.repeat(5 * MEGABYTE) });
    expect([change.status, change.body.error]).toEqual([403, 'You can only change your own listings']);
  });

  test('that is large and broken is no server’s fault', async () => {
    expect((await send(`${large(2)}}`, agent.token)).status).toBe(400);
  });

  test('is taken two at a time from one person', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(large(8), agent.token)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(2);
    expect(statuses.every((status) => status === 201 || status === 429)).toBe(true);
    expect((await send(large(2), agent.token)).status).toBe(201);
  });
});
