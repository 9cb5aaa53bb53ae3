import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { EnvironmentError, readEnv } from '#server/env.ts';
import {
  createFolderStore,
  createS3Store,
  hashBytes,
  type MediaStore,
  type StoredFile,
} from '#server/media/store.ts';
import { enter } from '#tests/support/people.ts';
import { type S3Server, startS3 } from '#tests/support/s3.ts';
import { startTestServer } from '#tests/support/testServer.ts';
import { buildServer } from '../../build/server.mjs';

let s3: S3Server;
let folder: string;

beforeAll(async () => {
  s3 = await startS3();
  folder = mkdtempSync(path.join(tmpdir(), 'silong-store-'));
});

afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listAll(store: MediaStore): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const page of store.list()) files.push(...page);
  return files;
}

/** A name as pictures have it; different for each text. */
const nameOf = (text: string) => `${hashBytes(Buffer.from(text))}.webp`;

describe.each<[string, () => Promise<MediaStore>]>([
  ['a folder', async () => createFolderStore(path.join(folder, 'contract'))],
  ['object storage', async () => createS3Store({ ...s3.storage, prefix: 'contract/' })],
])('the store in %s', (_where, open) => {
  let store: MediaStore;
  beforeAll(async () => {
    store = await open();
  });

  test('is empty at first', async () => {
    expect(await listAll(store)).toEqual([]);
  });

  test('gives back the bytes it was given, and the newer ones of two', async () => {
    const name = nameOf('bytes');
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
    await store.write(name, Buffer.from('older'));
    await store.write(name, bytes);
    expect((await store.read(name))?.equals(bytes)).toBe(true);
    expect(await store.has(name)).toBe(true);
  });

  test('knows what it has not', async () => {
    const name = nameOf('nothing');
    expect(await store.read(name)).toBeNull();
    expect(await store.has(name)).toBe(false);
    await expect(store.remove(name)).resolves.not.toThrow();
  });

  test('forgets what is removed, and that alone', async () => {
    const [gone, kept] = [nameOf('gone'), nameOf('kept')];
    await Promise.all([store.write(gone, Buffer.from('1')), store.write(kept, Buffer.from('2'))]);
    await store.remove(gone);
    expect([await store.has(gone), await store.read(gone)]).toEqual([false, null]);
    expect((await store.read(kept))?.toString()).toBe('2');
  });

  test('lists every name once, with its time', async () => {
    const names = Array.from({ length: 12 }, (_, at) => nameOf(`listed ${at}`));
    const started = Date.now();
    await Promise.all(names.map((name) => store.write(name, Buffer.from('x'))));
    const files = await listAll(store);
    for (const name of names) {
      const [file, ...more] = files.filter((each) => each.name === name);
      expect(more).toEqual([]);
      // Object storage keeps whole seconds.
      expect(Math.abs((file?.modifiedAt.getTime() ?? 0) - started)).toBeLessThan(20_000);
    }
  });

  test('takes the same name from many at once', async () => {
    const name = nameOf('many');
    await Promise.all(Array.from({ length: 8 }, () => store.write(name, Buffer.from('same'))));
    expect((await store.read(name))?.toString()).toBe('same');
  });
});

test('a folder’s files are the server’s alone', async () => {
  const own = path.join(folder, 'own');
  const name = nameOf('own');
  await createFolderStore(own).write(name, Buffer.from('mine'));
  const subfolder = path.join(own, name.slice(0, 2));
  for (const place of [subfolder, path.join(subfolder, name)]) expect(statSync(place).mode & 0o077).toBe(0);
});

describe('object storage', () => {
  test('keeps type and caching with the object, below the prefix', async () => {
    const name = nameOf('headers');
    await (await createS3Store(s3.storage)).write(name, Buffer.from('picture'));
    const { endpoint = '', region, credentials, bucket } = s3.storage;
    const client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      ...(credentials ? { credentials } : {}),
    });
    const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `pictures/${name}` }));
    await object.Body?.transformToByteArray();
    expect([object.ContentType, object.CacheControl]).toEqual([
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
  });

  test('is asked again when it stumbles, and not for ever', async () => {
    const store = await createS3Store(s3.storage);
    const name = nameOf('stumble');
    s3.fail(503, 2);
    await store.write(name, Buffer.from('third time'));
    expect((await store.read(name))?.toString()).toBe('third time');
    s3.requests.length = 0;
    s3.fail(503, 100);
    await expect(store.read(name)).rejects.toThrow();
    expect(s3.requests).toHaveLength(3);
    s3.fail(503, 0);
  });

  test('that never answers is given up', async () => {
    const store = await createS3Store(s3.storage, { requestMs: 150, operationMs: 5_000 });
    s3.fail('silence', 1);
    expect(await store.read(nameOf('slow'))).toBeNull();
    s3.fail('silence', 3);
    await expect(store.read(nameOf('slow'))).rejects.toThrow(/timed? ?out|exceeded/i);
  });

  test('with a wrong secret is a failure, not an empty store', async () => {
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' };
    const store = await createS3Store({ ...s3.storage, credentials });
    await expect(store.read(nameOf('headers'))).rejects.toThrow('The signature does not match');
    await expect(store.has(nameOf('headers'))).rejects.toThrow();
    await expect(listAll(store)).rejects.toThrow('The signature does not match');
  });

  test('serves a whole server: upload, picture, variant', async () => {
    const server = await startTestServer({
      data: 'empty',
      env: { objectStorage: { ...s3.storage, prefix: 'served/' } },
    });
    try {
      const ana = await enter(server);
      const png = await sharp({ create: { width: 800, height: 400, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png');
      const headers = { authorization: `Bearer ${ana.token}` };
      const sent = await fetch(`${server.url}/api/uploads`, { method: 'POST', headers, body: form });
      const { data } = await sent.json();
      for (const [query, width] of [
        ['', 800],
        ['?w=320', 320],
        ['?w=320', 320],
      ] as const) {
        const answer = await fetch(server.url + data.url + query);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(width);
      }
      const names = (await listAll(server.context.media.store)).map(({ name }) => name);
      const hash = data.url.slice('/media/'.length);
      expect(names.sort()).toEqual([`${hash}-320.webp`, `${hash}.webp`]);
    } finally {
      await server.close();
    }
  });
});

describe('a folder', () => {
  test('lists what a crash left half written, and is not confused by other things in it', async () => {
    const place = path.join(folder, 'crashed');
    const draft = `${nameOf('draft')}.1234.part`;
    mkdirSync(path.join(place, draft.slice(0, 2), 'a folder'), { recursive: true });
    writeFileSync(path.join(place, draft.slice(0, 2), draft), 'half');
    utimesSync(path.join(place, draft.slice(0, 2), draft), new Date(0), new Date(1_000_000));
    writeFileSync(path.join(place, 'notes.txt'), 'not a folder');
    const store = createFolderStore(place);
    expect(await listAll(store)).toEqual([{ name: draft, modifiedAt: new Date(1_000_000) }]);
    await store.remove(draft);
    expect(await listAll(store)).toEqual([]);
  });
});

describe('the environment', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const mistakesOf = (variables: Record<string, string>) => {
    try {
      readEnv(variables);
      return null;
    } catch (error) {
      return error instanceof EnvironmentError ? error.message : error;
    }
  };

  test('chooses the folder by default, and object storage with a bucket', () => {
    expect(readEnv({}).objectStorage).toBeUndefined();
    expect(readEnv({ S3_BUCKET: 'pictures' }).objectStorage).toEqual({
      bucket: 'pictures',
      endpoint: undefined,
      region: 'us-east-1',
      credentials: undefined,
      prefix: '',
    });
    const all = { S3_ENDPOINT: 'http://localhost:9000', S3_REGION: 'eu-west-1', S3_PREFIX: 'silong/a/' };
    expect(readEnv({ S3_BUCKET: 'pictures', ...keys, ...all }).objectStorage).toEqual({
      bucket: 'pictures',
      endpoint: 'http://localhost:9000',
      region: 'eu-west-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      prefix: 'silong/a/',
    });
  });

  test.each([
    [{ ...keys }, 'S3_BUCKET must be given, because S3_ACCESS_KEY_ID is.'],
    [{ S3_PREFIX: 'a' }, 'S3_BUCKET must be given, because S3_PREFIX is.'],
    [
      { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id' },
      'S3_SECRET_ACCESS_KEY must be given, because S3_ACCESS_KEY_ID is.',
    ],
    [
      { S3_BUCKET: 'pictures', S3_SECRET_ACCESS_KEY: 'x' },
      'S3_ACCESS_KEY_ID must be given, because S3_SECRET_ACCESS_KEY is.',
    ],
    [
      { S3_BUCKET: 'My Pictures' },
      'S3_BUCKET must be a bucket name of 3 to 63 small letters, digits, dots and hyphens.',
    ],
    [
      { S3_BUCKET: 'pictures', S3_ENDPOINT: 'localhost:9000' },
      'S3_ENDPOINT must be an address beginning with http:// or https://.',
    ],
    [{ S3_BUCKET: 'pictures', S3_REGION: 'Asia Pacific' }, 'S3_REGION must be a region such as ap-southeast-1.'],
    [
      { S3_BUCKET: 'pictures', S3_PREFIX: '/a' },
      'S3_PREFIX must be a path such as silong/pictures, without a slash before it.',
    ],
  ])('says what is wrong: %j', (variables, sentence) => {
    expect(mistakesOf(variables)).toBe(sentence);
  });
});

test('the SDK is not loaded by a server that keeps its pictures in a folder', async () => {
  // As it ships: its packages are loaded one by one.
  const programs = path.join(inject('programs'), 'shipped');
  await buildServer(programs, { mediaService: 'server/media/service.ts' });
  const script = `
    const { openMediaStore } = await import(${JSON.stringify(path.join(programs, 'mediaService.js'))});
    const { cache } = (await import('node:module')).createRequire(import.meta.url);
    const isLoaded = () => Object.keys(cache).some((file) => file.includes('@aws-sdk'));
    await openMediaStore({ dataDir: '/nowhere', objectStorage: undefined });
    const withFolder = isLoaded();
    await openMediaStore({ objectStorage: { bucket: 'pictures', region: 'eu-west-1', prefix: '' } });
    process.stdout.write(JSON.stringify({ withFolder, withBucket: isLoaded() }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(JSON.parse(output)).toEqual({ withFolder: false, withBucket: true });
});
