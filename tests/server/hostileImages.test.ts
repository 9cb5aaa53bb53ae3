// @databases sqlite
// @run full

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { imageMessages, MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { english, type Message } from '#shared/messages.ts';
import { createChildServer } from '#tests/support/childServer.ts';
import {
  blackPng,
  gifOfFrames,
  jpegWithComment,
  PAYLOAD,
  photo,
  pngWithText,
  zipOf,
} from '#tests/support/hostileImages.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let agent: Person;
let temporaryFolder: string;
const ownTemporaryFolder = process.env.TMPDIR;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  agent = await enter(server, { role: 'agent' });
  // Temporary files of anything in this process would be seen here.
  temporaryFolder = await mkdtemp(path.join(tmpdir(), 'silong-hostile-'));
  process.env.TMPDIR = temporaryFolder;
});

afterAll(async () => {
  if (ownTemporaryFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = ownTemporaryFolder;
  await rm(temporaryFolder, { recursive: true, force: true });
  await server.close();
});

async function upload(url: string, token: string, bytes: Buffer, name: string, type: string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/uploads`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

const draft = (image: string) => ({
  title: 'House with a garden',
  description: 'Quiet street.',
  price: 9_000_000,
  location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
  details: { area_sqm: 120 },
  images: [image],
});

const dataUrl = (bytes: Buffer, type: string) => `data:${type};base64,${bytes.toString('base64')}`;

/** All possible leftovers: files of the store and the temporary folder, rows. */
async function leftovers() {
  const { db, env } = server.context;
  const media = path.join(env.dataDir, 'media');
  return {
    files: existsSync(media)
      ? readdirSync(media, { recursive: true }).filter((name) => /\./.test(String(name)))
      : [],
    temporary: readdirSync(temporaryFolder),
    pictures: await db.models.Media.count(),
    listings: await db.models.Property.count(),
  };
}

const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><text>${PAYLOAD}</text></svg>`);
const part = async (bytes: Promise<Buffer>, share: number) => {
  const whole = await bytes;
  return whole.subarray(0, Math.floor(whole.length * share));
};

type Sentence = (name: string) => Message;
interface Refusal {
  what: string;
  name: string;
  type: string;
  make: () => Buffer | Promise<Buffer>;
  status: number;
  sentence: Sentence;
}

const { damaged, empty, heic, notAnImage, otherKind, tooLarge, tooManyPixels } = imageMessages;
const otherKinds: [string, string, string, () => Buffer][] = [
  ['a text named as a PNG', 'notes.png', 'image/png', () => Buffer.from('just words')],
  ['a page', 'page.jpg', 'image/jpeg', () => Buffer.from(`<!doctype html>${PAYLOAD}`)],
  ['a PDF', 'plan.png', 'image/png', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['a ZIP', 'photos.webp', 'image/webp', () => zipOf('a.html', PAYLOAD)],
  ['an SVG', 'logo.svg', 'image/svg+xml', () => svg],
  ['an SVG named as a PNG', 'logo.png', 'image/png', () => svg],
  [
    'an SVG with an XML head',
    'logo.jpg',
    'image/jpeg',
    () => Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg]),
  ],
];
const broken: [string, string, string, () => Buffer | Promise<Buffer>][] = [
  ['half a JPEG', 'half.jpg', 'image/jpeg', () => part(photo().jpeg().toBuffer(), 0.5)],
  ['nearly a JPEG', 'nearly.jpg', 'image/jpeg', () => part(photo().jpeg().toBuffer(), 0.9)],
  [
    'half a progressive JPEG',
    'half.jpg',
    'image/jpeg',
    () => part(photo().jpeg({ progressive: true }).toBuffer(), 0.5),
  ],
  ['half a PNG', 'half.png', 'image/png', () => part(photo().png().toBuffer(), 0.5)],
  ['half a WebP', 'half.webp', 'image/webp', () => part(photo().webp().toBuffer(), 0.5)],
  ['half a GIF', 'half.gif', 'image/gif', () => part(photo().gif().toBuffer(), 0.5)],
  [
    'a PNG’s first bytes and a page',
    'head.png',
    'image/png',
    () => Buffer.from(`\x89PNG\r\n\x1a\n${PAYLOAD}`, 'latin1'),
  ],
  ['a GIF’s first bytes and a script', 'head.gif', 'image/gif', () => Buffer.from(`GIF89a=1;${PAYLOAD}`)],
];
const tooMany: typeof broken = [
  ['30,000 × 30,000 pixels', 'bomb.png', 'image/png', () => blackPng(30_000, 30_000)],
  ['a thin line of many pixels', 'line.png', 'image/png', () => blackPng(60_000_000, 1)],
  ['a GIF with a huge screen', 'bomb.gif', 'image/gif', () => gifOfFrames(60_000, 60_000, 1)],
];
const refusals: Refusal[] = [
  ...otherKinds.map(([what, name, type, make]) => ({
    what,
    name,
    type,
    make,
    status: 415,
    sentence: otherKind,
  })),
  {
    what: 'a page that says so',
    name: 'page.html',
    type: 'text/html',
    make: () => Buffer.from(PAYLOAD),
    status: 415,
    sentence: notAnImage,
  },
  ...broken.map(([what, name, type, make]) => ({
    what,
    name,
    type,
    make,
    status: 422,
    sentence: damaged,
  })),
  ...tooMany.map(([what, name, type, make]) => ({
    what,
    name,
    type,
    make,
    status: 422,
    sentence: tooManyPixels,
  })),
  {
    what: 'a HEIC photo, whatever it is called',
    name: 'photo.jpg',
    type: 'image/jpeg',
    make: () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    status: 415,
    sentence: heic,
  },
  {
    what: 'nothing',
    name: 'empty.png',
    type: 'image/png',
    make: () => Buffer.alloc(0),
    status: 415,
    sentence: empty,
  },
  {
    what: '5 MB and a byte',
    name: 'large.jpg',
    type: 'image/jpeg',
    make: async () =>
      Buffer.concat([await photo().jpeg().toBuffer(), Buffer.alloc(MAX_IMAGE_BYTES)]).subarray(
        0,
        MAX_IMAGE_BYTES + 1,
      ),
    status: 413,
    sentence: tooLarge,
  },
];

describe.each(refusals)('refused: $what', ({ name, type, make, status, sentence }) => {
  test('as an upload', async () => {
    const before = await leftovers();
    const answer = await upload(server.url, agent.token, await make(), name, type);
    expect([answer.status, answer.body.error]).toEqual([status, english(sentence(name))]);
    expect(await leftovers()).toEqual(before);
  });

  test('within a listing', async () => {
    const before = await leftovers();
    const answer = await agent.post('/api/properties', draft(dataUrl(await make(), type)));
    expect([answer.status, answer.body.error]).toEqual([status, english(sentence('Image 1'))]);
    expect(await leftovers()).toEqual(before);
  });
});

describe('made anew, so that nothing else in it survives', () => {
  test.each<[string, () => Promise<Buffer>]>([
    [
      'a JPEG with a page behind it',
      async () => Buffer.concat([await photo().jpeg().toBuffer(), Buffer.from(PAYLOAD)]),
    ],
    [
      'a JPEG with a ZIP behind it',
      async () => Buffer.concat([await photo().jpeg().toBuffer(), zipOf('a.html', PAYLOAD)]),
    ],
    [
      'a GIF that is a JAR too',
      async () => Buffer.concat([await photo().gif().toBuffer(), zipOf('A.class', PAYLOAD)]),
    ],
    [
      'a PNG with a page behind it',
      async () => Buffer.concat([await photo().png().toBuffer(), Buffer.from(PAYLOAD)]),
    ],
    [
      'a WebP with a page behind it',
      async () => Buffer.concat([await photo().webp().toBuffer(), Buffer.from(PAYLOAD)]),
    ],
    ['a JPEG with a page as its comment', () => jpegWithComment(PAYLOAD)],
    ['a PNG with a page as its text', () => pngWithText(PAYLOAD)],
    [
      'a JPEG whose camera is a page',
      () =>
        photo()
          .jpeg()
          .withExif({ IFD0: { Model: PAYLOAD } })
          .toBuffer(),
    ],
    [
      'a WebP with XMP',
      () => photo().webp().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PAYLOAD}</x:xmpmeta>`).toBuffer(),
    ],
  ])('%s', async (_what, make) => {
    const bytes = await make();
    expect(bytes.includes('payload')).toBe(true);
    const { status, body } = await upload(server.url, agent.token, bytes, 'photo.jpg', 'image/jpeg');
    expect(status).toBe(201);
    const answer = await fetch(server.url + body.data.url);
    expect([answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      'image/webp',
      'nosniff',
    ]);
    const stored = Buffer.from(await answer.arrayBuffer());
    const metadata = await sharp(stored).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 320, height: 240 });
    expect([metadata.exif, metadata.xmp, metadata.icc]).toEqual([undefined, undefined, undefined]);
    for (const trace of ['payload', '<script', 'PK\x03\x04']) expect(stored.includes(trace)).toBe(false);
    // RIFF states its length; no bytes follow it.
    expect(stored.readUInt32LE(4) + 8).toBe(stored.length);
  });

  test('a GIF of 20,000 frames is its first one', async () => {
    const bomb = gifOfFrames(3_000, 3_000, 20_000);
    const { status, body } = await upload(server.url, agent.token, bomb, 'bomb.gif', 'image/gif');
    expect(status).toBe(201);
    const stored = await (await fetch(server.url + body.data.url)).arrayBuffer();
    expect((await sharp(Buffer.from(stored)).metadata()).pages ?? 1).toBe(1);
  });
});

/** Megabytes at the highest so far, as Linux counts them. */
function peakMemory(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

// Once: the process is the same with both databases.
const canMeasure = process.platform === 'linux' && !inject('postgresUrl');

test.runIf(canMeasure)('memory stays bounded while many of them come at once', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'silong-hostile-child-'));
  const child = await createChildServer({ DATA_DIR: dataDir });
  try {
    await child.start();
    const tokens = await Promise.all(Array.from({ length: 3 }, (_, at) => register(child.url, at)));
    const calm = peakMemory(child.pid());
    // As many pixels as are allowed, and as many more as a small file can claim.
    const background = {
      create: { width: 8_000, height: 6_000, channels: 3, background: 'teal' },
    } as const;
    const largest = await sharp(background).jpeg().toBuffer();
    const bomb = blackPng(30_000, 30_000);
    const files = [largest, bomb, gifOfFrames(8_000, 6_000, 3_000), bomb];
    const answers = await Promise.all(
      tokens.flatMap((token) => files.map((file) => upload(child.url, token, file, 'a.png', 'image/png'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(tokens.flatMap(() => [201, 422, 201, 422]));
    // Two at a time take 700; all at once took twice as much.
    expect(peakMemory(child.pid()) - calm).toBeLessThan(950);
    expect((await fetch(`${child.url}/api/ready`)).status).toBe(200);
  } finally {
    await child.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function register(url: string, at: number): Promise<string> {
  const body = JSON.stringify({
    name: `Sender ${at}`,
    email: `sender${at}@example.com`,
    password: 'long-enough-1',
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body });
  return (await answer.json()).data.token;
}
