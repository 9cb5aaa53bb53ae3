import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { register, upload } from '#tests/support/outsiders.ts';
import { openRaw, type RawConnection } from '#tests/support/rawConnection.ts';

let folder: string;
let server: ChildServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'silong-faults-'));
  server = await createChildServer({ DATA_DIR: folder });
  await server.start();
});

afterAll(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Begins a request and sends one byte of its body a second. */
async function drip(start: string): Promise<{ connection: RawConnection; stop(): void }> {
  const connection = await openRaw(server.url);
  connection.write(start);
  const timer = setInterval(() => connection.write('x'), 1_000);
  return {
    connection,
    stop() {
      clearInterval(timer);
      connection.destroy();
    },
  };
}

const head = (route: string, ...headers: string[]) =>
  [`${route} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const begun = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
const pictureBegun = (token: string) =>
  head(
    'POST /api/uploads',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 4000000',
  ) + begun;

test('bodies of one byte a second are cut off, and meanwhile others upload as usual', async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, (_, at) => register(server.url, `slow${at}`)));
  const other = await register(server.url, 'other');
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const slow = await Promise.all([
    ...tokens.flatMap((token) => Array.from({ length: 10 }, () => drip(pictureBegun(token)))),
    drip(`${head('POST /api/auth/login', 'Content-Type: application/json', 'Content-Length: 900')}{"email":"`),
    drip(`${head('POST /api/auth/login', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}1\r\n`),
    drip('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
  ]);
  const started = performance.now();
  try {
    for (let time = 0; time < 20; time += 1) {
      const before = performance.now();
      expect((await upload(server.url, other, picture)).status).toBe(201);
      expect(performance.now() - before).toBeLessThan(3_000);
    }
    const ends = await Promise.all(
      slow.map(({ connection }) => connection.answer(60_000).then(({ status }) => status)),
    );
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(new Set(ends)).toEqual(new Set([400, 408]));
    for (const { connection } of slow) expect(await connection.isClosed(15_000)).toBe(true);
    const token = tokens[0] ?? '';
    expect((await upload(server.url, token, picture)).status).toBe(201);
  } finally {
    for (const each of slow) each.stop();
  }
});
