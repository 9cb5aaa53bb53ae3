// @databases both

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { PictureRecipe } from '#server/demo/pictures.ts';
import { compareChanged, compareListing } from '#server/features/duplicates/jobs.ts';
import { addressQuery, nearPrintsQuery, placeQuery, readHomes } from '#server/features/duplicates/reads.ts';
import { removePictures } from '#server/media/cleanup.ts';
import { readDemoPicture } from '#tests/support/demoPictures.ts';
import { buildPicture } from '#tests/support/factories/pictures.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;
let agent: Person;
let otherAgent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin' });
  agent = await enter(server, { role: 'agent', name: 'Andrea' });
  otherAgent = await enter(server, { role: 'agent', name: 'Benjie' });
});

afterAll(() => server.close());

const kinds: PictureRecipe['kind'][] = ['facade', 'living', 'kitchen', 'bedroom'];
let homes = -1;

/** Pictures of one home that no other home has. */
async function picturesOfHome(): Promise<Buffer[]> {
  homes += 1;
  const place = homes;
  return Promise.all(kinds.map((kind) => readDemoPicture(kind, place)));
}

async function upload(bytes: Buffer): Promise<string> {
  const { width, height } = await sharp(bytes).metadata();
  return (await buildPicture(server.context, agent.id, { bytes, width, height })).url;
}

const uploadAll = (pictures: readonly Buffer[]) => Promise.all(pictures.map(upload));

/** The same pictures as another person's telephone stores them. */
const copies = (pictures: readonly Buffer[]) =>
  Promise.all(
    pictures.map((picture) =>
      sharp(picture).resize(900).modulate({ brightness: 1.06 }).webp({ quality: 60 }).toBuffer(),
    ),
  );

let places = 0;
/** Each far from the others, and its price as well. */
function somewhere() {
  places += 1;
  return {
    latitude: 14 + places / 50,
    address: `${places} Somewhere Street`,
    price: 1_000_000 * 1.1 ** places,
  };
}

type Draft = Parameters<typeof buildProperty>[1];

const list = (draft: Draft) =>
  buildProperty(server.context, { agent_id: agent.id, images: [], ...somewhere(), ...draft });
const compare = (id: number) => compareListing(server.context, id);
const pairs = async (status = 'open') =>
  (await admin.get(`/api/admin/duplicates?status=${status}&limit=100`)).body.data.duplicates;
async function pairOf(id: number, status = 'all') {
  const all: { older: { id: number }; newer: { id: number } }[] = await pairs(status);
  return all.find(({ older, newer }) => older.id === id || newer.id === id);
}
const decide = (id: number, body: object, by = admin) => by.put(`/api/admin/duplicates/${id}`, body);

/** Two agents' listings with the same facts. @returns the pair, open. */
async function buildPair() {
  const facts = somewhere();
  const older = await list({ ...facts, created_at: new Date('2026-01-01') });
  const newer = await list({ ...facts, agent_id: otherAgent.id, created_at: new Date('2026-02-01') });
  expect(await compare(older.id)).toBe(1);
  const [pair] = (await pairs()).filter(({ older: { id } }: { older: { id: number } }) => id === older.id);
  return { older, newer, pair };
}

describe('what is found', () => {
  test('the same pictures, altered and in another order', async () => {
    const drawn = await picturesOfHome();
    const older = await list({ images: await uploadAll(drawn), created_at: new Date('2026-01-01') });
    const copied = await uploadAll((await copies(drawn)).toReversed());
    const newer = await list({ images: copied, agent_id: otherAgent.id, created_at: new Date('2026-02-01') });
    const stranger = await list({ images: await uploadAll(await picturesOfHome()), agent_id: otherAgent.id });
    expect(await compare(newer.id)).toBe(0);
    expect(await compare(stranger.id)).toBe(0);
    expect(await compare(older.id)).toBe(1);
    expect(await compare(newer.id)).toBe(0);
    expect(await pairOf(older.id)).toMatchObject({
      status: 'open',
      same_facts: false,
      older: { id: older.id, agent: { name: 'Andrea' }, status: 'active' },
      newer: { id: newer.id, agent: { name: 'Benjie' } },
      same_pictures: older.images.map((image, at) => ({ older: image, newer: copied.at(-1 - at) })),
    });
    expect(await pairOf(stranger.id)).toBeUndefined();
  });

  test('the same facts, by coordinates or by address', async () => {
    const { pair } = await buildPair();
    expect(pair).toMatchObject({ same_facts: true, same_pictures: [] });
    const facts = { ...somewhere(), latitude: null, longitude: null };
    const one = await list({ ...facts, address: 'Unit 5, 12 Mabini St.' });
    await list({
      ...facts,
      address: 'UNIT 5 12 MABINI ST',
      agent_id: otherAgent.id,
      latitude: 14.6,
      longitude: 121,
    });
    await list({ ...facts, address: 'Unit 6, 12 Mabini St.', agent_id: otherAgent.id });
    expect(await compare(one.id)).toBe(1);
  });

  test('pictures of a listing that was never looked at count as well', async () => {
    const drawn = await picturesOfHome();
    const facts = { ...somewhere(), images: await uploadAll(drawn) };
    const older = await list(facts);
    const images = await uploadAll(await copies(drawn));
    const newer = await list({ ...facts, images, agent_id: otherAgent.id });
    await compare(newer.id);
    expect(await pairOf(newer.id)).toMatchObject({
      same_facts: true,
      same_pictures: older.images.map((image, at) => ({ older: image, newer: images[at] })),
    });
    expect(await server.context.db.models.ComparedListing.count({ where: { property_id: older.id } })).toBe(0);
  });

  test('neither hidden listings nor those that are sold', async () => {
    const facts = somewhere();
    const one = await list(facts);
    await list({ ...facts, agent_id: otherAgent.id, moderation_status: 'inactive' });
    await list({ ...facts, agent_id: otherAgent.id, status: 'sold' });
    expect(await compare(one.id)).toBe(0);
  });

  test('pictures that many listings show say nothing about two of them', async () => {
    const brochure = await uploadAll(await picturesOfHome());
    const own = () => picturesOfHome().then((drawn) => uploadAll(drawn.slice(0, 2)));
    const users = [];
    for (let at = 0; at < 6; at += 1)
      users.push(
        await list({ images: [...brochure, ...(await own())], agent_id: at % 2 ? agent.id : otherAgent.id }),
      );
    for (const { id } of users) await compare(id);
    await server.context.db.transaction((transaction) =>
      server.context.db.models.DuplicatePair.destroy({ where: {}, transaction }),
    );
    for (const { id } of users) expect(await compare(id)).toBe(0);
  });
});

describe('what becomes of an open pair', () => {
  test('it goes when the listings are no longer alike, or one is taken off', async () => {
    const { older, newer, pair } = await buildPair();
    await agent.put(`/api/properties/${older.id}`, { price: 77_000_000 });
    await compare(older.id);
    expect(await pairOf(pair.older.id)).toBeUndefined();
    await agent.put(`/api/properties/${older.id}`, { price: newer.price });
    await compare(older.id);
    expect(await pairOf(older.id)).toBeDefined();
    await otherAgent.put(`/api/properties/${newer.id}`, { status: 'sold' });
    await compare(newer.id);
    expect(await pairOf(older.id)).toBeUndefined();
  });

  test('it goes with a listing that is deleted', async () => {
    const { older, newer } = await buildPair();
    expect(
      (await server.request('DELETE', `/api/properties/${newer.id}`, { token: otherAgent.token })).status,
    ).toBe(200);
    expect(await pairOf(older.id)).toBeUndefined();
  });
});

describe('decisions', () => {
  test('a dismissed pair stays dismissed', async () => {
    const { older, newer, pair } = await buildPair();
    const answer = await decide(pair.id, { decision: 'dismiss' });
    expect(answer.body.data).toMatchObject({ status: 'dismissed', decided_by: admin.user.name });
    expect(await compare(older.id)).toBe(0);
    expect(await compare(newer.id)).toBe(0);
    expect(await pairOf(older.id, 'open')).toBeUndefined();
    expect((await decide(pair.id, { decision: 'dismiss' })).body.code).toBe('already_decided');
    const { body } = await admin.get('/api/admin/audit-log?limit=1');
    expect(body.data.entries[0]).toMatchObject({ action: 'duplicate.dismiss', entity_id: pair.id });
  });

  test('a confirmed one takes the chosen listing off, and tells its agent why', async () => {
    const { older, newer, pair } = await buildPair();
    const body = { decision: 'confirm', take_off: newer.id };
    expect((await decide(pair.id, body)).body.error).toBe('Please give a reason. The agent will see it.');
    const third = await list({});
    expect((await decide(pair.id, { ...body, take_off: third.id, reason: 'Twice' })).status).toBe(400);
    const reason = 'It is listed twice';
    const { status, body: answer } = await decide(pair.id, { ...body, reason });
    expect(status).toBe(200);
    expect(answer.data).toMatchObject({
      status: 'confirmed',
      newer: { status: 'inactive' },
      older: { status: 'active' },
    });
    expect((await server.request('GET', `/api/properties/${newer.id}`)).status).toBe(404);
    expect((await server.request('GET', `/api/properties/${older.id}`)).status).toBe(200);
    await expect
      .poll(async () => (await otherAgent.get('/api/notifications')).body.data[0]?.message)
      .toContain(reason);
    await compare(newer.id);
    expect(await pairOf(older.id)).toMatchObject({ status: 'confirmed' });
    const { body: log } = await admin.get('/api/admin/audit-log?limit=2');
    expect(log.data.entries.map(({ action }: { action: string }) => action)).toEqual([
      'duplicate.confirm',
      'property.moderate',
    ]);
  });

  test('a listing that is taken off leaves its other open pairs', async () => {
    const { older, newer, pair } = await buildPair();
    const { address, price, latitude } = older;
    const third = await list({
      address,
      price,
      latitude,
      agent_id: (await enter(server, { role: 'agent' })).id,
    });
    expect(await compare(third.id)).toBe(2);
    await decide(pair.id, { decision: 'confirm', take_off: older.id, reason: 'Twice' });
    const open: { older: { id: number }; newer: { id: number } }[] = await pairs();
    const left = open.filter(({ older: { id } }) => id === newer.id);
    expect(left.map((one) => one.newer.id)).toEqual([third.id]);
    expect(open.some((one) => one.older.id === older.id)).toBe(false);
  });

  test('two admins at once: one decides', async () => {
    const { older, newer, pair } = await buildPair();
    const second = await enter(server, { role: 'admin' });
    const answers = await Promise.all([
      decide(pair.id, { decision: 'confirm', take_off: newer.id, reason: 'Twice' }),
      decide(pair.id, { decision: 'confirm', take_off: older.id, reason: 'Twice' }, second),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { Property } = server.context.db.models;
    expect(await Property.count({ where: { id: [older.id, newer.id], moderation_status: 'active' } })).toBe(1);
  });

  test('only admins see and decide', async () => {
    const { pair } = await buildPair();
    for (const person of [agent, await enter(server)]) {
      expect((await person.get('/api/admin/duplicates')).status).toBe(403);
      expect((await decide(pair.id, { decision: 'dismiss' }, person)).status).toBe(403);
    }
    expect(await pairOf(pair.older.id)).toMatchObject({ id: pair.id, status: 'open' });
    expect((await decide(999_999, { decision: 'dismiss' })).status).toBe(404);
  });

  test('the list counts what is open and turns its pages', async () => {
    await buildPair();
    const { body } = await admin.get('/api/admin/duplicates?status=dismissed&limit=1');
    const open = await server.context.db.models.DuplicatePair.count({ where: { status: 'open' } });
    expect(body.data.open).toBe(open);
    expect(body.data.duplicates).toHaveLength(1);
    expect(body.data.pagination.limit).toBe(1);
    expect((await admin.get('/api/admin/duplicates?status=perhaps')).status).toBe(400);
  });
});

describe('in the background', () => {
  test('a new listing is compared by itself, and admins are told once', async () => {
    const newcomer = await enter(server, { role: 'admin' });
    const home = await list({});
    const {
      title,
      description,
      type,
      listing_type,
      price,
      address,
      city,
      province,
      bedrooms,
      bathrooms,
      area_sqm,
    } = home;
    const draft = {
      ...{ title, description, type, listing_type, price },
      location: { address, city, province, coordinates: { lat: home.latitude, lng: home.longitude } },
      details: { bedrooms, bathrooms, area_sqm },
    };
    expect((await otherAgent.post('/api/properties', draft)).status).toBe(201);
    expect((await otherAgent.post('/api/properties', { ...draft, title: 'Once more' })).status).toBe(201);
    await server.context.jobs.flush();
    expect(await pairOf(home.id)).toBeDefined();
    const told = async () => {
      const notices: { title: string }[] = (await newcomer.get('/api/notifications')).body.data;
      return notices.filter(({ title }) => title === 'Possible Duplicates');
    };
    const open = await server.context.db.models.DuplicatePair.count({ where: { status: 'open' } });
    expect(await told()).toMatchObject([{ message: `${open} pairs of listings look like the same home.` }]);
  });

  test('what changed while nobody looked is caught up with, once', async () => {
    const { db } = server.context;
    const facts = somewhere();
    const [one, other] = [await list(facts), await list({ ...facts, agent_id: otherAgent.id })];
    await compareChanged(server.context, new AbortController().signal);
    expect(await pairOf(one.id)).toMatchObject({ newer: { id: other.id } });
    const { ComparedListing, Property } = db.models;
    expect(await ComparedListing.count()).toBe(await Property.count());
    await db.transaction(async (transaction) => {
      await db.models.DuplicatePair.destroy({ where: {}, transaction });
      await one.update({ price: one.price * 1.001 }, { transaction });
    });
    await compareChanged(server.context, new AbortController().signal);
    expect((await pairs()).map((pair: { older: { id: number } }) => pair.older.id)).toEqual([one.id]);
  });

  test('a picture that is cleaned away takes its fingerprint along', async () => {
    const { db } = server.context;
    const [url] = await uploadAll((await picturesOfHome()).slice(0, 1));
    const hash = url?.slice('/media/'.length) ?? '';
    const listing = await list({ images: [url ?? ''] });
    await compare(listing.id);
    expect(await db.models.PictureFingerprint.count({ where: { media_hash: hash } })).toBe(1);
    await removePictures(server.context, [hash], new Date(Date.now() + 1_000), new AbortController().signal);
    expect(await db.models.PictureFingerprint.count({ where: { media_hash: hash } })).toBe(0);
    expect(await compare(listing.id)).toBe(0);
  });
});

test.runIf(!inject('postgresUrl'))('candidates are found by indexes, not by reading every listing', async () => {
  const { db } = server.context;
  const listing = await list({});
  const [home] = await readHomes(db, [listing.id]);
  if (!home) throw new Error('it is not compared');
  const planOf = async (query: { text: string; parameters: unknown[] } | null) => {
    if (!query) throw new Error('there is no such query');
    const steps = await db.readRows<{ detail: string }>(`EXPLAIN QUERY PLAN ${query.text}`, query.parameters);
    return steps.map(({ detail }) => detail).join('\n');
  };
  const near = await planOf(nearPrintsQuery(db, ['9c3fa1d20b7e5846']));
  for (const band of [1, 2, 3, 4])
    expect(near).toContain(`USING COVERING INDEX picture_fingerprints_band_${band}`);
  expect(await planOf(placeQuery(db, home))).toContain('INDEX properties_public_place');
  expect(await planOf(addressQuery(db, home))).toContain('INDEX properties_public_city_price');
});
