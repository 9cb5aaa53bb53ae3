import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWebp } from '#server/media/pictures.ts';
import { hashBytes } from '#server/media/store.ts';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { settle } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let ana: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  ana = await enter(server);
});

afterAll(() => server.close());

interface Upload {
  name?: string;
  type?: string;
  token?: string | null;
}

async function send(form: FormData | string, token: string | null = ana.token, headers = {}) {
  const answer = await fetch(`${server.url}/api/uploads`, {
    method: 'POST',
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

function upload(bytes: Buffer, { name = 'photo.png', type = 'image/png', token }: Upload = {}) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return send(form, token);
}

/** Different each time: a hash names its bytes. */
let shade = 0;
function picture(width = 40, height = 20) {
  shade += 1;
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 200 } } });
}

const filesOf = () => {
  const folder = path.join(server.context.env.dataDir, 'media');
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
};

async function expectNothingStored(work: () => Promise<unknown>): Promise<void> {
  const before = [filesOf().length, await server.context.db.models.Media.count()];
  await work();
  expect([filesOf().length, await server.context.db.models.Media.count()]).toEqual(before);
}

describe('a picture', () => {
  test.each([
    ['PNG', () => picture().png()],
    ['JPEG', () => picture().jpeg()],
    ['GIF', () => picture().gif()],
    ['WebP', () => picture().webp()],
  ])('as %s is stored as WebP under its hash, whatever it claims to be', async (_kind, make) => {
    const bytes = await make().toBuffer();
    const { status, body } = await upload(bytes, { name: 'anything.txt', type: 'text/plain' });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      url: expect.stringMatching(/^\/media\/[0-9a-f]{64}$/),
      width: 40,
      height: 20,
    });
    const stored = await fetch(server.url + body.data.url);
    expect(stored.headers.get('content-type')).toBe('image/webp');
    const metadata = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 40, height: 20 });
    const row = await server.context.db.models.Media.findByPk(body.data.url.slice(7));
    expect(row).toMatchObject({ uploaded_by: ana.id, width: 40, height: 20, bytes: metadata.size });
  });

  test('becomes an avatar', async () => {
    const { body } = await upload(await picture().png().toBuffer());
    const profile = await ana.put('/api/auth/profile', { avatar_url: body.data.url });
    expect(profile.body.data.avatar_url).toBe(body.data.url);
  });

  test('is turned upright and loses what its camera wrote', async () => {
    const bytes = await picture(40, 20)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret owner' }, IFD3: { GPSLatitude: '14/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    const { body } = await upload(bytes);
    expect(body.data).toMatchObject({ width: 20, height: 40 });
    const stored = Buffer.from(await (await fetch(server.url + body.data.url)).arrayBuffer());
    const metadata = await sharp(stored).metadata();
    expect(metadata).toMatchObject({ width: 20, height: 40 });
    expect([metadata.exif, metadata.orientation, metadata.xmp]).toEqual([undefined, undefined, undefined]);
    expect(stored.includes('Secret owner')).toBe(false);
  });

  test('of two people is stored once and stays the first one’s', async () => {
    const bytes = await picture().png().toBuffer();
    const ben = await enter(server);
    const files = filesOf().length;
    const answers = await Promise.all([upload(bytes), upload(bytes), upload(bytes, { token: ben.token })]);
    expect(new Set(answers.map(({ body }) => body.data.url)).size).toBe(1);
    expect(filesOf()).toHaveLength(files + 1);
  });

  test('in any field, with a name in any script', async () => {
    const form = new FormData();
    form.append('note', 'before the file');
    form.append('picture', new Blob([new Uint8Array(await picture().png().toBuffer())]), 'señorita 🏠.png');
    form.append('after', 'the file');
    expect((await send(form)).status).toBe(201);
  });

  test('from a client that writes its body by hand', async () => {
    const png = (await picture().png().toBuffer()).toString('latin1');
    const body = Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n${png}\r\n--b--\r\n`,
      'latin1',
    );
    const answer = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'multipart/form-data; boundary=b' },
      body,
    });
    expect(answer.status).toBe(201);
  });
});

describe('the size', () => {
  /** A valid PNG filled up to a length with bytes after its end, which decoders leave alone. */
  const ofLength = async (length: number) => {
    const png = await picture().png().toBuffer();
    return Buffer.concat([png, Buffer.alloc(length - png.length)]);
  };

  test('may be 5 MB exactly', async () => {
    expect((await upload(await ofLength(MAX_IMAGE_BYTES))).status).toBe(201);
  });

  test.each([
    ['one byte more', MAX_IMAGE_BYTES + 1],
    ['much more', 24 * 1024 * 1024],
  ])('may not be %s', async (_what, length) => {
    const bytes = await ofLength(length);
    await expectNothingStored(async () => {
      expect(await upload(bytes, { name: 'huge "one".png' })).toMatchObject({
        status: 413,
        body: {
          error: expect.stringMatching(/^File "huge .*one.*\.png" is too large\. Maximum size is 5MB\.$/),
          code: 'payload_too_large',
        },
      });
    });
  });

  test('in pixels is bounded too', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(MAX_IMAGE_BYTES);
    await expectNothingStored(async () => {
      expect(await upload(bomb, { name: 'bomb.png' })).toMatchObject({
        status: 422,
        body: { error: 'File "bomb.png" has too many pixels. Maximum is 50 megapixels.' },
      });
    });
  });
});

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  test.each([
    [
      'an SVG',
      svg,
      'logo.svg',
      'image/svg+xml',
      'File "logo.svg" is not supported. Please use PNG, JPG, GIF or WebP.',
    ],
    ['an SVG that says it is a PNG', svg, 'logo.png', 'image/png', undefined],
    ['a page', '<!doctype html><script>1</script>', 'a.html', 'text/html', 'File "a.html" is not an image file.'],
    ['an empty file', '', 'a.png', 'application/octet-stream', 'File "a.png" is empty.'],
    [
      'a HEIC photo, whatever it is called',
      '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
      'a.jpg',
      'image/jpeg',
      'File "a.jpg" is a HEIC photo, which is not supported here. Please use PNG, JPG, GIF or WebP.',
    ],
    [
      'an AVIF image',
      '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf',
      'a.png',
      'image/png',
      'File "a.png" is an AVIF image, which is not supported here. Please use PNG, JPG, GIF or WebP.',
    ],
    ['a bitmap', `BM${'\0'.repeat(60)}`, 'a.bmp', 'image/bmp', undefined],
  ])('is refused: %s', async (_what, content, name, type, sentence) => {
    await expectNothingStored(async () => {
      const answer = await upload(Buffer.from(content), { name, type });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
      if (sentence) expect(answer.body.error).toBe(sentence);
    });
  });

  test('is refused: one that breaks off', async () => {
    const jpeg = await picture(400, 400).jpeg().toBuffer();
    await expectNothingStored(async () => {
      for (const part of [
        jpeg.subarray(0, 200),
        jpeg.subarray(0, Math.floor(jpeg.length / 2)),
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      ])
        expect(await upload(part, { name: 'half.jpg' })).toMatchObject({
          status: 422,
          body: { error: 'Failed to process "half.jpg": the file is damaged.', code: 'unprocessable' },
        });
    });
  });

  test('is refused: one that is damaged within, while one without its last bytes is taken', async () => {
    const noise = randomBytes(300 * 200 * 3);
    const drawn = sharp(noise, { raw: { width: 300, height: 200, channels: 3 } });
    const kinds = {
      jpeg: drawn.clone().jpeg(),
      progressive: drawn.clone().jpeg({ mozjpeg: true }),
      png: drawn.clone().png(),
      webp: drawn.clone().webp(),
    };
    for (const [kind, made] of Object.entries(kinds)) {
      const bytes = await made.toBuffer();
      const damaged = Buffer.from(bytes);
      Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 37 + 248) & 255)).copy(damaged, bytes.length >> 1);
      expect((await upload(damaged)).status, kind).toBe(422);
      if (kind === 'webp') continue;
      const whole = await upload(bytes.subarray(0, bytes.length - 2));
      expect([whole.status, whole.body.data.height], kind).toEqual([201, 200]);
    }
  });
});

describe('the request', () => {
  test('needs somebody', async () => {
    const bytes = await picture().png().toBuffer();
    expect(await upload(bytes, { token: null })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
    expect(await upload(bytes, { token: 'A'.repeat(43) })).toMatchObject({
      status: 401,
      body: { code: 'session_expired' },
    });
  });

  test.each([
    ['JSON', '{}', 'application/json', 415],
    ['no boundary', 'x', 'multipart/form-data', 400],
    [
      'no end',
      '--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nabc',
      'multipart/form-data; boundary=b',
      400,
    ],
    ['no parts', 'nothing', 'multipart/form-data; boundary=b', 400],
  ])('is refused with %s', async (_what, body, type, status) => {
    const answer = await send(body, ana.token, { 'content-type': type });
    expect(answer).toMatchObject({ status, body: { success: false } });
  });

  test('holds one file', async () => {
    expect((await send(new FormData())).status).toBe(400);
    const bytes = new Uint8Array(await picture().png().toBuffer());
    const form = new FormData();
    form.append('one', new Blob([bytes]), 'one.png');
    form.append('two', new Blob([bytes]), 'two.png');
    await expectNothingStored(async () => {
      expect(await send(form)).toMatchObject({
        status: 400,
        body: { error: 'Upload one image at a time' },
      });
    });
  });

  test('that is broken off leaves nothing and frees its turn', async () => {
    await expectNothingStored(async () => {
      for (let time = 0; time < 12; time += 1)
        await new Promise<void>((resolve) => {
          const request = httpRequest(`${server.url}/api/uploads`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${ana.token}`,
              'content-type': 'multipart/form-data; boundary=b',
              'content-length': '100000',
            },
          });
          request.on('error', () => undefined);
          request.on('close', resolve);
          request.write('--b\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n\x89PNG');
          setTimeout(() => request.destroy(), 20);
        });
      await settle();
    });
    expect((await upload(await picture().png().toBuffer())).status).toBe(201);
  });

  test('many at once are served in turn, too many of one person are not', async () => {
    const bytes = await Promise.all(Array.from({ length: 16 }, () => picture(300, 300).png().toBuffer()));
    const answers = await Promise.all(bytes.map((each) => upload(each)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(10);
    expect(statuses.every((status) => status === 201 || status === 429)).toBe(true);
    expect((await upload(bytes[0] ?? Buffer.alloc(0))).status).toBe(201);
  });
});

test('when the file cannot be written, no row stays', async () => {
  const { Media } = server.context.db.models;
  const media = path.join(server.context.env.dataDir, 'media');
  const bytes = await picture().png().toBuffer();
  const file = { name: 'a.png', claimedType: 'image/png', bytes };
  const webp = await toWebp(file, server.context.pixels.ofListings(null));
  const hash = hashBytes(webp.bytes);
  // A file lies where the folder of its first two digits would be made.
  const obstacle = path.join(media, hash.slice(0, 2));
  rmSync(obstacle, { recursive: true, force: true });
  writeFileSync(obstacle, '');
  expect(await upload(bytes)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await Media.findByPk(hash)).toBeNull();
  rmSync(obstacle);
  expect((await upload(bytes)).status).toBe(201);
});

test('is described as a file in the API document', async () => {
  const { body } = await server.request('GET', '/api/openapi.json');
  expect(body.paths['/api/uploads'].post.requestBody.content).toEqual({
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary' } },
        required: ['file'],
      },
    },
  });
});
