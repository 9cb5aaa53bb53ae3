import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { register, upload } from '#tests/support/outsiders.ts';
import { type SilentBucket, startSilentBucket } from '#tests/support/silentBucket.ts';

let bucket: SilentBucket;
let folder: string;
let server: ChildServer;

beforeAll(async () => {
  bucket = await startSilentBucket();
  folder = await mkdtemp(path.join(tmpdir(), 'silong-faults-'));
  const { endpoint = '', bucket: name, credentials } = bucket.storage;
  server = await createChildServer({
    DATA_DIR: folder,
    S3_BUCKET: name,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  });
  await server.start();
});

afterAll(async () => {
  await server?.kill();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

test('object storage that never answers holds up nobody but its own requests', async () => {
  const tokens = await Promise.all(Array.from({ length: 4 }, (_, at) => register(server.url, `sender${at}`)));
  const picture = await sharp({ create: { width: 50, height: 50, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const started = performance.now();
  const stuck = [
    ...tokens.map((token) => upload(server.url, token, picture)),
    ...Array.from({ length: 8 }, (_, at) => fetch(`${server.url}/media/${String(at).repeat(64)}?w=320`)),
  ];
  let isOver = false;
  const outcome = Promise.all(stuck).finally(() => {
    isOver = true;
  });
  await bucket.isAsked;
  let served = 0;
  let slowest = 0;
  while (!isOver) {
    const before = performance.now();
    await register(server.url, `newcomer${served}`);
    for (const address of ['/api/properties', '/api/ready', '/sitemap.xml'])
      expect((await fetch(server.url + address)).status).toBe(200);
    served += 1;
    slowest = Math.max(slowest, performance.now() - before);
  }
  const answers = await outcome;
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  for (const { headers } of answers) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(served).toBeGreaterThan(10);
  expect(slowest).toBeLessThan(4_000);
});
