// @databases both

import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  createMediaCleanup,
  findUnused,
  lockPictures,
  type MediaCleanup,
  pictureColumns,
  removePictures,
} from '#server/media/cleanup.ts';
import type { WebpPicture } from '#server/media/pictures.ts';
import { hashBytes } from '#server/media/store.ts';
import { buildPicture, countFiles } from '../support/factories/pictures.ts';
import { buildProperty } from '../support/factories/properties.ts';
import { enter, type Person } from '../support/people.ts';
import { settle } from '../support/sockets.ts';
import { startTestServer, type TestServer } from '../support/testServer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
let agent: Person;
let cleanup: MediaCleanup;
/** Ahead of the files' own times, which are the real ones. */
let clock = Date.now();

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
  const { db, systemSettings } = server.context;
  // Sessions do not expire while days go by.
  const row = { category: 'security', settings: { sessionTimeout: 24 * 365 } };
  await db.transaction((transaction) => db.models.SystemSetting.upsert(row, { transaction }));
  await systemSettings.reload();
});

afterAll(() => server.close());

beforeEach(async () => {
  // A month after the last test, whose remains are gone; so is its session.
  clock += 30 * DAY;
  await createMediaCleanup(server.context).sweep();
  agent = await enter(server, { role: 'agent' });
  cleanup = createMediaCleanup(server.context);
});

const keep = (given?: WebpPicture) => buildPicture(server.context, agent.id, given);
const filesOf = (hash: string) => countFiles(server.context, hash);
const rowOf = (hash: string) => server.context.db.models.Media.findByPk(hash);
const isThere = async (hash: string) => [(await rowOf(hash)) !== null, (await filesOf(hash)) > 0];
const THERE = [true, true];
const GONE = [false, false];

const draft = (images: string[]) => ({
  title: 'House with a garden',
  description: 'Quiet street.',
  price: 9_000_000,
  location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
  details: { area_sqm: 120 },
  images,
});

describe('a picture nothing refers to', () => {
  test('is kept for a day, then goes with its variants', async () => {
    const { hash, url } = await keep();
    await fetch(`${server.url}${url}?w=320`);
    await fetch(`${server.url}${url}?w=640`);
    expect(await filesOf(hash)).toBe(3);
    clock += DAY;
    await cleanup.sweep();
    expect(await filesOf(hash)).toBe(3);
    clock += 1;
    expect(await cleanup.sweep()).toMatchObject({ unused: 1 });
    expect([await filesOf(hash), await rowOf(hash)]).toEqual([0, null]);
    expect((await fetch(server.url + url)).status).toBe(404);
  });

  test('has its day again when it is sent again', async () => {
    const { hash, bytes, width, height } = await keep();
    clock += 23 * HOUR;
    await keep({ bytes, width, height });
    clock += 2 * HOUR;
    await cleanup.sweep();
    expect(await isThere(hash)).toEqual(THERE);
    expect((await rowOf(hash))?.uploaded_by).toBe(agent.id);
    clock += DAY;
    await cleanup.sweep();
    expect(await isThere(hash)).toEqual(GONE);
  });

  test('goes when its listing does, and when its owner takes another one', async () => {
    const [image, first, second] = [await keep(), await keep(), await keep()];
    const listing = (await agent.post('/api/properties', draft([image.url]))).body.data;
    await agent.put('/api/auth/profile', { avatar_url: first.url });
    clock += 40 * DAY;
    const renewed = await keep({ bytes: second.bytes, width: 700, height: 20 });
    await agent.put('/api/auth/profile', { avatar_url: renewed.url });
    await cleanup.sweep();
    expect(await isThere(image.hash)).toEqual(THERE);
    expect(await isThere(first.hash)).toEqual(GONE);
    await server.request('DELETE', `/api/properties/${listing.id}`, { token: agent.token });
    await cleanup.sweep();
    expect(await isThere(image.hash)).toEqual(GONE);
    expect(await isThere(second.hash)).toEqual(THERE);
  });

  test('one of two thousand is found, and the rest waits for its turn', async () => {
    const rows = Array.from({ length: 2_100 }, (_, at) => ({
      hash: hashBytes(Buffer.from(`many ${at}`)),
      width: 1,
      height: 1,
      bytes: 1,
      uploaded_by: null,
      created_at: new Date(clock),
    }));
    await server.context.db.transaction((transaction) =>
      server.context.db.models.Media.bulkCreate(rows, { transaction }),
    );
    clock += 2 * DAY;
    expect(await cleanup.sweep()).toMatchObject({ unused: 2_000 });
    expect(await cleanup.sweep()).toMatchObject({ unused: 100 });
    expect(await cleanup.sweep()).toMatchObject({ unused: 0 });
  });
});

describe('a picture in use', () => {
  test('stays, wherever it is used and however it is addressed', async () => {
    const [cover, fifth, avatar, pasted] = [await keep(), await keep(), await keep(), await keep()];
    const plan = await keep();
    const elsewhere = 'https://example.com/a.jpg';
    await buildProperty(server.context, {
      moderation_status: 'rejected',
      images: [cover.url, elsewhere, elsewhere, elsewhere, fifth.url],
    });
    await buildProperty(server.context, { images: [`https://silong.example${pasted.url}?w=640`] });
    await buildProperty(server.context, { images: [], floor_plans: [plan.url] });
    await agent.put('/api/auth/profile', { avatar_url: avatar.url });
    clock += 40 * DAY;
    expect(await cleanup.sweep()).toMatchObject({ unused: 0 });
    for (const { hash } of [cover, fifth, avatar, pasted, plan]) expect(await isThere(hash)).toEqual(THERE);
  });

  test('is known by every column that may hold one', () => {
    // These columns say which listings' pictures look the same, and do not keep one that no listing shows.
    // `feed_images` holds the addresses in a file, to be compared with the next one; `image_descriptions` are
    // words about `images`.
    const tellOfListings =
      /^(?:(picture_fingerprints|listing_pictures|duplicate_pairs)\.|properties\.(?:feed_images|image_descriptions)$)/;
    const known: string[] = [...pictureColumns.lists, ...pictureColumns.single].map(
      ({ table, column }) => `${table}.${column}`,
    );
    const named = Object.values(server.context.db.sequelize.models).flatMap((model) =>
      Object.keys(model.getAttributes())
        .filter((name) => /image|avatar|photo|picture|logo|media(?!n)|floor_plan/i.test(name))
        .map((name) => `${String(model.getTableName())}.${name}`)
        .filter((column) => !tellOfListings.test(column)),
    );
    expect(named.sort()).toEqual(known.sort());
  });
});

describe('an old picture put to use', () => {
  test('before the sweep looks again is kept: its day begins anew', async () => {
    const [image, avatar] = [await keep(), await keep()];
    clock += 2 * DAY;
    expect((await agent.post('/api/properties', draft([image.url]))).status).toBe(201);
    await agent.put('/api/auth/profile', { avatar_url: avatar.url });
    for (const { hash } of [image, avatar]) expect((await rowOf(hash))?.created_at.getTime()).toBe(clock);
  });

  test('while the sweep runs is either kept, or refused to the listing', async () => {
    const pictures = await Promise.all(Array.from({ length: 30 }, () => keep()));
    clock += 2 * DAY;
    const [swept, ...answers] = await Promise.all([
      cleanup.sweep(),
      ...pictures.map(({ url }) => agent.post('/api/properties', draft([url]))),
    ]);
    const saved = answers.filter(({ status }) => status === 201).length;
    expect(swept).toMatchObject({ unused: pictures.length - saved });
    for (const [at, { status, body }] of answers.entries()) {
      const hash = pictures[at]?.hash ?? '';
      if (status === 201) expect(await isThere(hash)).toEqual(THERE);
      else {
        expect([status, body.error]).toEqual([400, 'This uploaded image does not exist']);
        expect(await isThere(hash)).toEqual(GONE);
      }
    }
  });

  test('after the sweep chose it is kept, whether that is saved already or still being saved', async () => {
    const { context } = server;
    const [saved, beingSaved, unused] = [await keep(), await keep(), await keep()];
    clock += 2 * DAY;
    const before = new Date(clock - DAY);
    const chosen = await findUnused(context.db, before, 100);
    expect(chosen.sort()).toEqual([saved.hash, beingSaved.hash, unused.hash].sort());

    await agent.post('/api/properties', draft([saved.url]));
    let removing: Promise<number> | undefined;
    // As the sweep runs: by itself, not as a part of a request.
    const byItself = AsyncLocalStorage.snapshot();
    await context.db.transaction(async () => {
      await lockPictures(context, [beingSaved.url]);
      removing = byItself(() => removePictures(context, chosen, before, new AbortController().signal));
      // Long enough for it to come upon the row that is held here.
      await settle();
    });
    expect(await removing).toBe(1);
    expect(await isThere(saved.hash)).toEqual(THERE);
    expect(await isThere(beingSaved.hash)).toEqual(THERE);
    expect(await isThere(unused.hash)).toEqual(GONE);
  });

  test('and sent again while the sweep takes it away is stored anew', async () => {
    const old = await Promise.all(Array.from({ length: 12 }, () => keep()));
    clock += 2 * DAY;
    await Promise.all([cleanup.sweep(), ...old.map(({ bytes, width, height }) => keep({ bytes, width, height }))]);
    for (const { hash } of old) expect(await isThere(hash)).toEqual(THERE);
  });
});

test('a store that fails loses no row, and the next sweep ends it', async () => {
  const { hash } = await keep();
  clock += 2 * DAY;
  const { store } = server.context.media;
  const { remove } = store;
  store.remove = () => Promise.reject(new Error('The storage is away'));
  await expect(cleanup.sweep()).rejects.toThrow('The storage is away');
  expect(await isThere(hash)).toEqual(THERE);
  store.remove = remove;
  expect(await cleanup.sweep()).toMatchObject({ unused: 1 });
  expect(await isThere(hash)).toEqual(GONE);
});

test.runIf(inject('postgresUrl'))('of two processes one sweeps', async () => {
  const kept = await Promise.all(Array.from({ length: 25 }, () => keep()));
  clock += 2 * DAY;
  const other = createMediaCleanup(server.context);
  const sweeps = await Promise.all([cleanup.sweep(), other.sweep()]);
  expect(sweeps.filter((sweep) => sweep === null)).toHaveLength(1);
  expect(sweeps.find((sweep) => sweep !== null)).toMatchObject({ unused: kept.length });
  expect(await other.sweep()).toMatchObject({ unused: 0 });
});

test('a server that stops does not begin another batch', async () => {
  await Promise.all(Array.from({ length: 15 }, () => keep()));
  clock += 2 * DAY;
  expect(await cleanup.sweep(AbortSignal.abort())).toMatchObject({ unused: 0 });
});
