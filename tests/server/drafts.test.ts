// @databases both

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { MAX_DRAFTS } from '#shared/limits.ts';
import { neededFields } from '#shared/listing/drafts.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;

let server: TestServer;
let clock = Date.parse('2026-03-18T02:00:00.000Z');
let agent: Person;
let stranger: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
  admin = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

beforeEach(async () => {
  clock += MINUTE;
  agent = await enter(server, { role: 'agent' });
  stranger = await enter(server, { role: 'agent' });
});

const whole = {
  title: 'Loft in Poblacion',
  description: 'Bright, with a balcony.',
  price: 8_500_000,
  type: 'condo',
  location: {
    ...{ address: '12 Kalayaan Avenue', city: 'Makati', province: 'Metro Manila' },
    coordinates: { lat: 14.5649, lng: 121.0297 },
  },
  details: { area_sqm: 54 },
};

async function begin(body: object = { title: 'Loft in Poblacion' }, person = agent): Promise<OwnProperty> {
  const answer = await person.post('/api/properties', { ...body, draft: true });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body.data;
}

const remove = (path: string, person = agent) => server.request('DELETE', path, { token: person.token });
const publish = (id: number, person = agent) => person.post(`/api/properties/${id}/publish`);
const own = async (query = '', person = agent) =>
  (await person.get(`/api/properties/my/list${query}`)).body.data as {
    properties: OwnProperty[];
    drafts: number;
    pagination: { total: number };
  };
const flush = () => server.context.jobs.flush();
const pathsOf = ({ body }: TestAnswer) => (body.issues ?? []).map(({ path }: { path: string }) => path).sort();

describe('a draft', () => {
  test('needs only a title; what is not given yet is told', async () => {
    expect(pathsOf(await agent.post('/api/properties', { draft: true }))).toEqual(['title']);
    const draft = await begin();
    expect(draft).toMatchObject({
      ...{ title: 'Loft in Poblacion', draft: true, missing: neededFields, moderation_status: 'inactive' },
      ...{ description: '', price: 0, images: [], building: null, nearest_station: null, moderation_reason: null },
      location: { address: '', city: '', province: '', coordinates: null },
    });
    expect(draft.details.area_sqm).toBe(0);
    const read = await agent.get(`/api/properties/${draft.id}`);
    expect([read.status, read.body.data.draft, read.body.data.price]).toEqual([200, true, 0]);
    expect((await own()).properties).toMatchObject([{ id: draft.id, draft: true, missing: neededFields }]);
    const rows = (await agent.get('/api/properties/my/rows')).body.data;
    expect(rows).toMatchObject({ drafts: 1, properties: [{ id: draft.id, draft: true, missing: neededFields }] });
  });

  test('is saved as often as its agent likes, and may lose all but its title', async () => {
    const { id } = await begin(whole);
    expect((await own()).properties).toMatchObject([{ missing: [], price: 8_500_000 }]);
    const emptied = {
      description: '',
      price: '',
      location: { address: null, city: '' },
      details: { area_sqm: null },
    };
    const saved = await agent.put(`/api/properties/${id}`, emptied);
    expect([saved.status, saved.body.data?.draft, saved.body.data?.missing]).toEqual([
      ...[200, true],
      ['description', 'price', 'location.address', 'location.city', 'details.area_sqm'],
    ]);
    expect(saved.body.data.location).toMatchObject({ address: '', city: '', province: 'Metro Manila' });
    expect(pathsOf(await agent.put(`/api/properties/${id}`, { title: ' ' }))).toEqual(['title']);
    expect((await agent.put(`/api/properties/${id}`, { draft: true, price: 9_000_000 })).status).toBe(200);
    const published = await agent.put(`/api/properties/${id}`, { draft: false });
    expect([published.status, pathsOf(published)]).toEqual([400, ['draft']]);
    // A draft has no history.
    const { PropertyEvent, PropertyStatusChange } = server.context.db.models;
    expect(await PropertyEvent.count({ where: { property_id: id } })).toBe(0);
    expect(await PropertyStatusChange.count({ where: { property_id: id } })).toBe(0);
  });

  test('keeps its pictures, and a building before its city is known', async () => {
    const building = (await agent.post('/api/buildings', { name: `Tower ${randomUUID()}`, city: 'Makati' })).body
      .data;
    const canvas = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c0392b' } });
    const images = [`data:image/png;base64,${(await canvas.png().toBuffer()).toString('base64')}`];
    const draft = await begin({
      title: 'Loft',
      images,
      image_descriptions: ['The view'],
      building_id: building.id,
    });
    expect(draft).toMatchObject({ building: { id: building.id }, image_descriptions: ['The view'] });
    expect(draft.images).toEqual([expect.stringMatching(/^\/media\//)]);
    const elsewhere = { ...whole, location: { ...whole.location, city: 'Pasig' } };
    expect(pathsOf(await agent.put(`/api/properties/${draft.id}`, elsewhere))).toEqual(['building_id']);
    expect((await agent.put(`/api/properties/${draft.id}`, whole)).body.data.missing).toEqual([]);
    expect((await publish(draft.id)).body.data).toMatchObject({
      building: { id: building.id },
      images: draft.images,
      image_descriptions: ['The view'],
    });
  });

  test('has no status to set, nothing to confirm, and no place in exports and feeds', async () => {
    const word = `Poblacion${randomUUID().slice(0, 8)}`;
    const { id } = await begin({ ...whole, title: `Loft ${word}`, reference: 'D-1' });
    const marked = await agent.put('/api/properties/my/status', { ids: [id], status: 'sold' });
    expect([marked.status, marked.body.code]).toEqual([409, 'is_draft']);
    const confirmed = await agent.post(`/api/properties/${id}/confirm`);
    expect([confirmed.status, confirmed.body.code]).toEqual([409, 'is_draft']);
    expect((await agent.put('/api/properties/my/confirmed', { ids: [id] })).body.code).toBe('is_draft');
    expect((await agent.get(`/api/properties/${id}/history`)).body.data.events).toEqual([]);
    expect((await agent.post(`/api/properties/${id}/views`)).body.data).toEqual({ counted: false, views: 0 });
    expect((await agent.get('/api/properties/my/export')).body).not.toContain(word);
    for (const format of ['json', 'xml', 'csv'])
      expect(JSON.stringify((await agent.get(`/api/feeds/listings.${format}`)).body)).not.toContain(word);
    expect((await agent.get('/api/agents/analytics')).body.data).toMatchObject({
      overview: { totalProperties: 0 },
    });
    const { listings } = (await agent.get(`/api/search?q=${word}`)).body.data;
    expect(listings.map((hit: { id: number }) => hit.id)).not.toContain(id);
  });

  test('is found among the own listings, or left out', async () => {
    const draft = await begin();
    const { id } = (await agent.post('/api/properties', whole)).body.data;
    const idsIn = async (query: string) => (await own(query)).properties.map((one) => one.id);
    expect(await idsIn('')).toEqual([id, draft.id]);
    expect(await idsIn('?draft=1')).toEqual([draft.id]);
    expect(await idsIn('?draft=0')).toEqual([id]);
    expect(await idsIn('?status=available')).toEqual([id]);
    expect(await own('?draft=0')).toMatchObject({ drafts: 1, pagination: { total: 1 } });
    const rows = (await agent.get('/api/properties/my/rows?draft=1&search=poblacion')).body.data;
    expect(rows.properties).toMatchObject([{ id: draft.id, draft: true }]);
  });

  test('is gone when its agent deletes it, without a word to anybody', async () => {
    const { id } = await begin(whole);
    const hook = await agent.post('/api/webhooks', { url: 'https://push.example/x', events: ['listing.deleted'] });
    expect(hook.status).toBe(201);
    expect((await remove(`/api/properties/${id}`, stranger)).status).toBe(404);
    expect((await remove(`/api/properties/${id}`)).status).toBe(200);
    expect((await agent.get(`/api/properties/${id}`)).status).toBe(404);
    const { deliveries } = (await agent.get(`/api/webhooks/${hook.body.data.id}/deliveries`)).body.data;
    expect(deliveries).toEqual([]);
  });

  test('sent twice under one key is one draft', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      server.request('POST', '/api/properties', {
        token: agent.token,
        headers,
        body: { draft: true, title: 'Loft' },
      });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await own()).drafts).toBe(1);
  });

  test('a person keeps only so many', async () => {
    const { db } = server.context;
    const { id } = await begin();
    const { id: _, ...more } = (await db.models.Property.findByPk(id, { rejectOnEmpty: true })).get();
    const rows = Array.from({ length: MAX_DRAFTS - 1 }, () => more);
    await db.transaction(() => db.models.Property.bulkCreate(rows as never[]));
    const refused = await agent.post('/api/properties', { draft: true, title: 'One more' });
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_drafts']);
    expect((await agent.post('/api/properties', whole)).status).toBe(201);
    expect((await own()).drafts).toBe(MAX_DRAFTS);
  });
});

describe('publishing', () => {
  test('checks all that a new listing is checked for', async () => {
    const { id } = await begin();
    const refused = await publish(id);
    expect([refused.status, refused.body.code, pathsOf(refused)]).toEqual([
      400,
      'invalid_input',
      [...neededFields].sort(),
    ]);
    const asNew = await agent.post('/api/properties', { title: 'Loft in Poblacion' });
    expect(refused.body.issues).toEqual(asNew.body.issues);
    expect((await own()).properties).toMatchObject([{ id, draft: true }]);
    expect((await server.request('GET', `/api/properties/${id}`)).status).toBe(404);
  });

  test('makes it a listing that is new from then on', async () => {
    const { id, created_at } = await begin();
    clock += MINUTE;
    const newer = (await agent.post('/api/properties', whole)).body.data;
    clock += MINUTE;
    expect((await agent.put(`/api/properties/${id}`, { ...whole, price: 7_000_000 })).status).toBe(200);
    const answer = await publish(id);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const at = new Date(clock).toISOString();
    expect(answer.body.data).toMatchObject({
      ...{ id, draft: false, missing: [], moderation_status: 'active', price: 7_000_000 },
      ...{ created_at: at, fresh_at: at, confirmed_at: null },
    });
    expect(created_at).not.toBe(at);
    expect((await server.request('GET', `/api/properties/${id}`)).body.data).not.toHaveProperty('draft');
    const list = (await server.request('GET', '/api/properties?sort=newest')).body.data.properties;
    expect(list.map((one: OwnProperty) => one.id).slice(0, 2)).toEqual([id, newer.id]);
    const { events } = (await server.request('GET', `/api/properties/${id}/history`)).body.data;
    expect(events).toEqual([{ at, kind: 'listed', price: 7_000_000, previous_price: null, status: 'available' }]);
    const again = await publish(id);
    expect([again.status, again.body.code]).toEqual([409, 'not_draft']);
    const back = await agent.put(`/api/properties/${id}`, { draft: true });
    expect([back.status, pathsOf(back)]).toEqual([400, ['draft']]);
    expect(pathsOf(await agent.put(`/api/properties/${id}`, { description: '', price: null }))).toEqual([
      'description',
      'price',
    ]);
  });

  test('tells those who wait for such a listing, once', async () => {
    const seeker = await enter(server);
    const price = 6_123_457;
    const search = { name: 'Lofts', query: `min_price=${price}&max_price=${price}`, frequency: 'instant' };
    const saved = (await seeker.post('/api/saved-searches', search)).body.data;
    const hook = await agent.post('/api/webhooks', {
      url: 'https://push.example/x',
      events: ['listing.created', 'listing.updated', 'listing.price_changed', 'listing.status_changed'],
    });
    const matches = async () =>
      (await seeker.get(`/api/saved-searches/${saved.id}/matches`)).body.data.properties.map(
        (one: OwnProperty) => one.id,
      );
    const events = async () =>
      (await agent.get(`/api/webhooks/${hook.body.data.id}/deliveries`)).body.data.deliveries.map(
        ({ event }: { event: string }) => event,
      );
    const told = async () =>
      (await seeker.get('/api/notifications')).body.data.filter(({ action }: { action: { url: string } | null }) =>
        action?.url.startsWith('/properties/'),
      );

    const { id } = await begin({ ...whole, price: 6_000_000 });
    await agent.put(`/api/properties/${id}`, { price, status: 'pending' });
    await agent.put(`/api/properties/${id}`, { status: 'available' });
    await flush();
    expect([await matches(), await events(), await told()]).toEqual([[], [], []]);
    expect((await publish(id)).status).toBe(200);
    await flush();
    expect([await matches(), await events()]).toEqual([[id], ['listing.created']]);
    expect(await told()).toMatchObject([{ action: { url: `/properties/${id}` } }]);
  });

  test('is for its agent alone, while an approved one', async () => {
    const { id } = await begin(whole);
    for (const other of [stranger, admin, await enter(server)])
      expect((await publish(id, other)).status).toBe(404);
    expect((await server.request('POST', `/api/properties/${id}/publish`)).status).toBe(401);
    const listing = (await stranger.post('/api/properties', whole)).body.data;
    expect((await publish(listing.id)).status).toBe(403);
    expect((await publish(listing.id, admin)).status).toBe(403);
    // A suspended agent's listings are hidden, and a draft of theirs stays one.
    const suspend = (status: string) => admin.put(`/api/admin/users/${agent.id}/status`, { status });
    await suspend('suspended');
    await suspend('active');
    const kept = await server.context.db.models.Property.findByPk(id);
    expect(kept).toMatchObject({ is_draft: true, moderation_status: 'inactive', hidden_by: null });
    const { token } = await enter(server, { role: 'agent' });
    expect((await server.request('POST', `/api/properties/${id}/publish`, { token })).status).toBe(404);
  });

  test('of two at once is one', async () => {
    const { id } = await begin(whole);
    const answers = await Promise.all([publish(id), publish(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { PropertyStatusChange } = server.context.db.models;
    expect(await PropertyStatusChange.count({ where: { property_id: id } })).toBe(1);
  });

  test('of several publishes those with nothing missing', async () => {
    const [one, two] = [await begin(whole), await begin({ ...whole, title: 'Another loft' })];
    const open = await begin({ ...whole, title: 'No price yet', price: 0 });
    const ids = [one.id, open.id, two.id];
    expect((await stranger.put('/api/properties/my/published', { ids })).status).toBe(404);
    const answer = await agent.put('/api/properties/my/published', { ids });
    expect(answer.body.data).toEqual({
      published: [one.id, two.id],
      refused: [
        { id: open.id, title: 'No price yet', issues: [{ path: 'price', message: 'Valid price is required' }] },
      ],
    });
    expect((await own()).drafts).toBe(1);
    const again = await agent.put('/api/properties/my/published', { ids: [open.id, one.id] });
    expect([again.status, again.body.code]).toEqual([409, 'not_draft']);
  });
});

/** An office of the manager, with the agent in it. */
async function foundOffice(manager: Person, member: Person): Promise<{ id: number }> {
  const { office } = (await manager.post('/api/office', { name: `Office ${randomUUID()}` })).body.data;
  const { OfficeMember } = server.context.db.models;
  const place = { office_id: office.id, user_id: member.id, joined_at: new Date() };
  await server.context.db.transaction(() => OfficeMember.create(place));
  return office;
}

/** Every call that reads something, about the draft, its building and its agent, by people of all kinds. */
test('nobody else ever reads a word of a draft', { timeout: 120_000 }, async () => {
  const word = `zanzibar${randomUUID().slice(0, 8)}`;
  const manager = await enter(server, { role: 'agent' });
  const office = await foundOffice(manager, agent);
  const building = (await agent.post('/api/buildings', { name: `Tower ${randomUUID()}`, city: 'Makati' })).body
    .data;
  const text = { title: `Loft ${word}`, description: `A ${word}.`, features: [word], reference: word };
  const draft = await begin({ ...whole, ...text, building_id: building.id });
  await flush();
  const people = { nobody: null, user: await enter(server), stranger, manager, admin };
  const ids = [draft.id, building.id, agent.id, office.id];
  const reads = server.routes.calls.filter(({ method }) => method === 'get');
  const readers: string[] = [];
  for (const { path } of reads) {
    const places = [...path.matchAll(/\{(\w+)\}/g)];
    const paths = places.length === 0 ? [path] : ids.map((id) => path.replaceAll(/\{\w+\}/g, String(id)));
    for (const [name, person] of Object.entries(people))
      for (const one of paths)
        for (const query of ['', `?search=${word}&ids=${draft.id}`, `?q=${word}`]) {
          const { body } = await server.request('GET', one + query, person ? { token: person.token } : {});
          const { error: _, ...said } = typeof body === 'object' && body !== null ? body : { text: body };
          if (JSON.stringify(said).includes(text.title)) readers.push(`${name}: ${one}${query}`);
        }
  }
  expect(readers).toEqual([]);

  const pages = ['/sitemap.xml', '/sitemaps/properties-1.xml', '/sitemaps/pages.xml', '/properties', '/agents'];
  for (const page of [...pages, `/properties/${draft.id}`, `/buildings/${building.id}`, `/agents/${agent.id}`]) {
    const { body } = await server.request('GET', page);
    expect.soft(JSON.stringify(body), page).not.toContain(word);
    if (page.startsWith('/sitemap'))
      expect.soft(JSON.stringify(body), page).not.toContain(`/properties/${draft.id}<`);
  }
  const stats = async () => (await admin.get('/api/admin/stats')).body.data.totalProperties;
  const before = await stats();
  expect((await admin.get(`/api/admin/properties?search=${draft.id}`)).body.data.properties).toEqual([]);
  const bulk = await admin.put('/api/admin/properties/status', { ids: [draft.id], status: 'active' });
  expect(JSON.stringify(bulk.body)).not.toContain(word);
  expect((await publish(draft.id)).status).toBe(200);
  expect(await stats()).toBe(before + 1);
  const found = (await server.request('GET', `/api/properties?search=${word}`)).body.data.properties;
  expect(found.map((one: OwnProperty) => one.id)).toContain(draft.id);
  expect((await server.request('GET', '/sitemaps/properties-1.xml')).body).toContain(`/properties/${draft.id}<`);
});

test('a draft goes to the colleague who gets the listings', async () => {
  const manager = await enter(server, { role: 'agent' });
  await foundOffice(manager, agent);
  const { id } = await begin({ ...whole, reference: 'D-1' });
  const path = `/api/office/members/${agent.id}`;
  const body = { heir_id: manager.id, with_listings: true };
  const answer = await server.request('DELETE', path, { token: manager.token, body });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  expect(await own('', agent)).toMatchObject({ drafts: 0 });
  expect(await own('', manager)).toMatchObject({ drafts: 1, properties: [{ id, draft: true, reference: 'D-1' }] });
  expect((await server.request('GET', `/api/properties/${id}`)).status).toBe(404);
  expect((await publish(id, manager)).status).toBe(200);
});

test('drafts end with the account; what was posted is unlisted', async () => {
  const { id } = await begin(whole);
  const posted = (await agent.post('/api/properties', whole)).body.data;
  const answer = await remove(`/api/admin/users/${agent.id}`, await enter(server, { role: 'admin' }));
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  const { Property } = server.context.db.models;
  expect(await Property.findByPk(id)).toBeNull();
  expect(await Property.findByPk(posted.id)).toMatchObject({ agent_id: null, hidden_by: 'agent_deleted' });
});

test('publishing counts towards what a new agent may post a day; beginning does not', async () => {
  const limited = await startTestServer({
    data: 'empty',
    env: { hasActionLimits: true },
    now: () => new Date(clock),
  });
  try {
    const owner = await enter(limited, { role: 'admin' });
    await saveSystemSettings(owner, 'security', { newAgentDays: 7, newAgentListings: 2 });
    const newcomer = await enter(limited, { role: 'agent' });
    const drafts = [await begin(whole, newcomer), await begin(whole, newcomer), await begin(whole, newcomer)];
    const [first = 0, second = 0, third = 0] = drafts.map(({ id }) => id);
    const all = await newcomer.put('/api/properties/my/published', { ids: [first, second, third] });
    expect([all.status, all.body.code]).toEqual([429, 'new_account_limit']);
    for (const id of [first, second]) expect((await publish(id, newcomer)).status).toBe(200);
    expect((await publish(third, newcomer)).body.code).toBe('new_account_limit');
  } finally {
    await limited.close();
  }
});
