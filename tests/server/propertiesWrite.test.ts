// @databases full

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Notification } from '#shared/contracts/notifications.ts';
import { buildPicture } from '#tests/support/factories/pictures.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { settle } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const start = new Date('2026-03-18T04:00:00.000Z').getTime();

const DAY_MS = 86_400_000;

let server: TestServer;
let clock = start;
let agent: Person;
let other: Person;
let admin: Person;
let ana: Person;
let unapproved: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
  agent = await enter(server, { role: 'agent', name: 'Luz Agent' });
  other = await enter(server, { role: 'agent' });
  admin = await enter(server, { role: 'admin' });
  ana = await enter(server);
  unapproved = await enter(server, { role: 'agent', application: 'pending' });
});

afterAll(() => server.close());

const draft = (changes: object = {}) => ({
  title: 'Loft in Poblacion',
  description: 'Bright, with a balcony.',
  price: '8500000.50',
  location: { address: '12 Kalayaan Avenue', city: 'Makati', province: 'Metro Manila' },
  details: { area_sqm: 54.25 },
  ...changes,
});

const remove = (person: Person | null, id: number) =>
  server.request('DELETE', `/api/properties/${id}`, { token: person?.token });

async function post(changes: object = {}, person = agent) {
  const { status, body } = await person.post('/api/properties', draft(changes));
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data;
}

const change = (id: number, changes: object, person = agent) => person.put(`/api/properties/${id}`, changes);

const find = async (id: number) => server.context.db.models.Property.findByPk(id);
const hide = async (id: number) => {
  const { db } = server.context;
  await db.transaction((transaction) =>
    db.models.Property.update({ moderation_status: 'rejected' }, { where: { id }, transaction }),
  );
  server.context.bus.publish('listingChanged', { propertyId: id });
};

const historyOf = async (property_id: number) => {
  const rows = await server.context.db.models.PropertyStatusChange.findAll({
    where: { property_id },
    order: ['id'],
  });
  return rows.map(({ from_status, to_status }) => [from_status, to_status]);
};

const noticesOf = async (person: Person) => (await person.get('/api/notifications')).body.data as Notification[];

describe('a new listing', () => {
  test('is as the form has it, with the form’s defaults', async () => {
    const made = await post({ features: [' Pool ', 'Pool', '', 'Gym'] });
    expect(made).toEqual({
      id: made.id,
      draft: false,
      missing: [],
      reference: null,
      title: 'Loft in Poblacion',
      description: 'Bright, with a balcony.',
      type: 'apartment',
      listing_type: 'sale',
      status: 'available',
      moderation_status: 'active',
      moderation_reason: null,
      price: 8_500_000.5,
      images: [],
      image_descriptions: [],
      floor_plans: [],
      video_url: null,
      features: ['Pool', 'Gym'],
      location: {
        address: '12 Kalayaan Avenue',
        city: 'Makati',
        province: 'Metro Manila',
        coordinates: null,
      },
      details: {
        bedrooms: 1,
        bathrooms: 1,
        area_sqm: 54.25,
        parking_slots: 0,
        furnished: false,
        floor_level: 1,
        completion: null,
        year_built: null,
      },
      nearest_station: null,
      building: null,
      agent: expect.objectContaining({ id: agent.id, name: 'Luz Agent' }),
      views: 0,
      confirmed_at: null,
      fresh_at: new Date(start).toISOString(),
      created_at: new Date(start).toISOString(),
      updated_at: new Date(start).toISOString(),
    });
    const rows = await server.context.db.models.PropertyStatusChange.findAll({
      where: { property_id: made.id },
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      from_status: null,
      to_status: 'available',
      price: 8_500_000.5,
      changed_by: agent.id,
      changed_at: new Date(start),
    });
  });

  test('never takes what is not the agent’s to say', async () => {
    const made = await post({
      ...{ id: 9_999, agent_id: other.id, moderation_status: 'pending', view_count: 500, search_text: 'x' },
      ...{ created_at: '2020-01-01T00:00:00Z', city_slug: 'pasig' },
    });
    expect(made.id).not.toBe(9_999);
    const forged = { agent_id: other.id, moderation_status: 'rejected', view_count: 7, title: 'Renamed' };
    expect((await change(made.id, forged)).status).toBe(200);
    expect(await find(made.id)).toMatchObject({
      title: 'Renamed',
      agent_id: agent.id,
      moderation_status: 'active',
      view_count: 0,
      city_slug: 'makati',
      created_at: new Date(start),
    });
  });

  test('is told to the admins when they want it', async () => {
    const told = async () =>
      (await noticesOf(admin)).filter(({ message }) => message === 'Luz Agent posted Told Loft.');
    await post({ title: 'Told Loft' });
    await vi.waitFor(async () => expect(await told()).toHaveLength(1));
    const { db, systemSettings } = server.context;
    const write = (settings: Record<string, boolean>) =>
      db.transaction((transaction) =>
        db.models.SystemSetting.upsert({ category: 'notifications', settings }, { transaction }),
      );
    await write({ notifyNewProperties: false });
    await systemSettings.reload();
    await post({ title: 'Told Loft' });
    await settle();
    expect(await told()).toHaveLength(1);
    await write({});
    await systemSettings.reload();
  });
});

describe('what is wrong is named', () => {
  const place = { address: 'A', city: 'C', province: 'P' };
  const AT_SEA = 'The pin is at 0, 0, far out at sea. Set it where the property is, or leave it out';
  const OUTSIDE = 'The pin is outside the Philippines. Check latitude and longitude, or leave them out';
  test.each<[string, string | null, object]>([
    ['title', 'Title is required', { title: '  ' }],
    ['title', 'Title is required', { title: undefined }],
    ['title', 'Must be at most 200 characters', { title: 'x'.repeat(201) }],
    ['description', 'Description is required', { description: '' }],
    ['description', 'Must be at most 10000 characters', { description: 'x'.repeat(10_001) }],
    ['price', 'Valid price is required', { price: '' }],
    ['price', 'Valid price is required', { price: undefined }],
    ['price', 'Valid price is required', { price: 0 }],
    ['price', 'Valid price is required', { price: -1 }],
    ['price', 'Valid price is required', { price: '0.001' }],
    ['price', 'Valid price is required', { price: 'many' }],
    ['price', 'Valid price is required', { price: true }],
    ['price', 'Price is too high', { price: 1e15 }],
    ['location.address', 'Address is required', { location: { ...place, address: ' ' } }],
    ['location.city', 'City is required', { location: { ...place, city: '' } }],
    ['location.province', 'Province is required', { location: { ...place, province: null } }],
    ['location.coordinates.lat', null, { location: { ...place, coordinates: { lat: 91, lng: 0 } } }],
    ['location.coordinates.lng', null, { location: { ...place, coordinates: { lat: 14 } } }],
    ['location.coordinates', AT_SEA, { location: { ...place, coordinates: { lat: 0, lng: -0 } } }],
    ['location.coordinates', OUTSIDE, { location: { ...place, coordinates: { lat: 48.8566, lng: 2.3522 } } }],
    ['location.coordinates', OUTSIDE, { location: { ...place, coordinates: { lat: -14.5547, lng: 121.0244 } } }],
    ['details.area_sqm', 'Area must be greater than 0', { details: { area_sqm: 0 } }],
    ['details.area_sqm', 'Area must be greater than 0', { details: {} }],
    ['details.bedrooms', 'Bedrooms must be at least 0', { details: { area_sqm: 1, bedrooms: -1 } }],
    ['details.bathrooms', 'Bathrooms must be a whole number', { details: { area_sqm: 1, bathrooms: 1.5 } }],
    ['details.year_built', 'Year built must be 1800 or later', { details: { area_sqm: 1, year_built: 1799 } }],
    ['details.year_built', 'Year built is too far in the future', { details: { area_sqm: 1, year_built: 2100 } }],
    ['details.year_built', 'Year built must be a number', { details: { area_sqm: 1, year_built: '2020' } }],
    ['details.completion', null, { details: { area_sqm: 1, completion: 'soon' } }],
    ['details.parking_slots', 'Parking slots is too large', { details: { area_sqm: 1, parking_slots: 1e9 } }],
    ['type', null, { type: 'castle' }],
    ['status', null, { status: 'active' }],
    [
      'features',
      'A listing can have at most 50 features',
      { features: Array.from({ length: 51 }, (_, at) => `${at}`) },
    ],
    ['features.0', 'A feature can have at most 120 characters', { features: ['x'.repeat(121)] }],
  ])('%s: %s', async (path, message, changes) => {
    const count = await server.context.db.models.Property.count();
    const { status, body } = await agent.post('/api/properties', draft(changes));
    expect(status).toBe(400);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
    if (message) expect(body.error).toBe(message);
    expect(await server.context.db.models.Property.count()).toBe(count);
  });

  test('all of an empty form at once', async () => {
    const { body } = await agent.post('/api/properties', {});
    expect(body.issues.map((issue: { message: string }) => issue.message)).toEqual([
      'Title is required',
      'Description is required',
      'Valid price is required',
      'Address is required',
      'City is required',
      'Province is required',
      'Area must be greater than 0',
    ]);
  });

  test('in a change too, which then changes nothing', async () => {
    const { id } = await post();
    const { status, body } = await change(id, { title: 'New', price: 'free', location: { city: ' ' } });
    expect([status, body.issues.length]).toEqual([400, 2]);
    const abroad = await change(id, { title: 'New', location: { coordinates: { lat: 48.8566, lng: 2.3522 } } });
    expect([abroad.status, abroad.body.error]).toEqual([400, OUTSIDE]);
    expect(await find(id)).toMatchObject({ title: 'Loft in Poblacion', city: 'Makati' });
  });
});

describe('who may', () => {
  test('post', async () => {
    const statuses = [];
    for (const person of [ana, unapproved, admin])
      statuses.push((await person.post('/api/properties', draft())).body.code);
    statuses.push((await server.request('POST', '/api/properties', { body: draft() })).body.code);
    expect(statuses).toEqual(['agent_required', 'agent_required', 'agent_required', 'unauthorized']);
  });

  test('change and delete', async () => {
    const { id } = await post();
    const strangers = async () => {
      const codes = [];
      for (const person of [ana, unapproved, other])
        codes.push((await change(id, { title: 'Mine' }, person)).status, (await remove(person, id)).status);
      const body = { title: 'Mine' };
      codes.push((await server.request('PUT', `/api/properties/${id}`, { body })).status);
      return [...codes, (await remove(null, id)).status];
    };
    expect(await strangers()).toEqual([403, 403, 403, 403, 403, 403, 401, 401]);
    await hide(id);
    expect(await strangers()).toEqual([404, 404, 404, 404, 404, 404, 401, 401]);
    expect(await find(id)).toMatchObject({ title: 'Loft in Poblacion' });
    expect((await change(id, { title: 'By its agent' })).body.data.moderation_status).toBe('rejected');
    expect((await change(id, { title: 'By an admin' }, admin)).body.data.agent.id).toBe(agent.id);
    expect(await remove(admin, id)).toMatchObject({ status: 200, body: { data: { id } } });
    expect((await remove(agent, id)).status).toBe(404);
    expect((await change(id, { title: 'Gone' })).status).toBe(404);
  });

  test('no more once the approval is taken back', async () => {
    const former = await enter(server, { role: 'agent' });
    const { id } = await post({}, former);
    const { db } = server.context;
    await db.transaction((transaction) =>
      db.models.AgentProfile.update(
        { application_status: 'rejected' },
        { where: { user_id: former.id }, transaction },
      ),
    );
    expect((await change(id, { title: 'Still' }, former)).status).toBe(403);
    expect((await remove(former, id)).status).toBe(403);
  });

  test('list one’s own', async () => {
    const owner = await enter(server, { role: 'agent' });
    for (const person of [ana, unapproved, admin])
      expect((await person.get('/api/properties/my/list')).status).toBe(403);
    expect((await server.request('GET', '/api/properties/my/list')).status).toBe(401);
    const ids = [];
    for (let at = 0; at < 8; at += 1) {
      clock += 1_000;
      const made = await post({ title: `Own ${at}`, status: at < 2 ? 'sold' : 'available' }, owner);
      ids.unshift(made.id);
    }
    const hidden = ids[3];
    await hide(hidden);
    const list = async (query: string) => {
      const { data } = (await owner.get(`/api/properties/my/list${query}`)).body;
      return { ...data, ids: data.properties.map(({ id }: { id: number }) => id) };
    };
    const first = await list('');
    expect(first.ids).toEqual(ids.slice(0, 6));
    expect(first.pagination).toEqual({ page: 1, limit: 6, total: 8, pages: 2, totalPages: 2 });
    expect(first.properties[3].moderation_status).toBe('rejected');
    expect((await list('?page=2')).ids).toEqual(ids.slice(6));
    expect((await list('?status=sold')).ids).toEqual(ids.slice(6));
    expect((await list('?search=own%204')).ids).toEqual([hidden]);
    expect((await list(`?search=%23${hidden}`)).ids).toContain(hidden);
    expect((await list('?search=!!')).ids).toEqual([]);
    expect((await list('?search=own&status=sold&limit=1')).pagination).toMatchObject({ total: 2, pages: 2 });
    expect((await owner.get('/api/properties/my/list?status=all')).status).toBe(400);
    clock = start;
  });

  test('and see how they do', async () => {
    const owner = await enter(server, { role: 'agent' });
    const { db } = server.context;
    const first = await post({ title: 'beta', price: 5_000 }, owner);
    clock += DAY_MS;
    const second = await post({ title: 'Alpha', price: 9_000 }, owner);
    const views = (day: string, keys: string[]) =>
      keys.map((viewer_key) => ({
        property_id: first.id,
        viewer_key,
        viewed_on: day,
        viewed_at: new Date(clock),
      }));
    await db.transaction(() =>
      db.models.PropertyView.bulkCreate([
        ...views('2026-03-12', ['a']),
        ...views('2026-03-13', ['a', 'b']),
        ...views('2026-03-19', ['a']),
      ]),
    );
    await ana.post(`/api/favorites/${first.id}`);
    await ana.post(`/api/agents/${owner.id}/contact`, {
      name: 'Ana',
      email: 'ana@visitor.example',
      message: 'Is it free?',
      property_id: second.id,
    });
    // Rented and back: the listing is on the market anew.
    await change(second.id, { status: 'rented' }, owner);
    clock += 60_000;
    const relisted = new Date(clock).toISOString();
    await change(second.id, { status: 'available' }, owner);
    await change(second.id, { status: 'pending' }, owner);
    clock += 60_000;
    const taken = new Date(clock).toISOString();
    await change(first.id, { status: 'sold' }, owner);

    const rows = async (query = '') => {
      const { status, body } = await owner.get(`/api/properties/my/rows${query}`);
      expect([query, status]).toEqual([query, 200]);
      return body.data.properties as { id: number; title: string }[];
    };
    expect(await rows()).toMatchObject([
      {
        id: second.id,
        price: 9_000,
        views_7d: 0,
        saves: 0,
        inquiries: 1,
        listed_since: relisted,
        taken_at: null,
      },
      {
        id: first.id,
        status: 'sold',
        views_7d: 3,
        saves: 1,
        inquiries: 0,
        listed_since: new Date(start).toISOString(),
        taken_at: taken,
      },
    ]);
    const titles = async (query: string) => (await rows(query)).map(({ title }) => title);
    expect(await titles('?sort=title&order=asc')).toEqual(['Alpha', 'beta']);
    expect(await titles('?sort=views&order=desc')).toEqual(['beta', 'Alpha']);
    expect(await titles('?sort=price')).toEqual(['Alpha', 'beta']);
    for (const sort of ['status', 'saves', 'inquiries', 'listed_since', 'updated_at'])
      expect(await titles(`?sort=${sort}`)).toHaveLength(2);
    expect(await titles('?search=alpha')).toEqual(['Alpha']);
    expect(await titles('?status=sold&limit=1')).toEqual(['beta']);
    expect((await owner.get('/api/properties/my/rows?sort=agent_id')).status).toBe(400);
    const other = await enter(server, { role: 'agent' });
    expect((await other.get('/api/properties/my/rows')).body.data.properties).toEqual([]);
    clock = start;
  });
});

describe('the public sees at once', () => {
  const look = async (word: string) => {
    const list = (await ana.get(`/api/properties?search=${word}`)).body.data;
    const map = (await ana.get(`/api/properties/map?search=${word}`)).body.data;
    const all = (await ana.get('/api/properties')).body.data.pagination.total;
    return { found: list.pagination.total, shown: list.properties.length, points: map.total, all };
  };

  test('what was posted, changed and deleted', async () => {
    const { all } = await look('zephyrine');
    const coordinates = { lat: 14.55, lng: 121.02 };
    const location = { ...draft().location, coordinates };
    const { id } = await post({ title: 'Zephyrine Tower', location });
    expect(await look('zephyrine')).toEqual({ found: 1, shown: 1, points: 1, all: all + 1 });
    await change(id, { title: 'Quixotica Tower', location: { coordinates: null } });
    expect(await look('zephyrine')).toMatchObject({ found: 0, shown: 0 });
    expect(await look('quixotica')).toEqual({ found: 1, shown: 1, points: 0, all: all + 1 });
    await change(id, { location: { city: 'Pateros', address: 'M. Almeda Street' } });
    const found = (await ana.get('/api/properties?location=Pateros')).body.data.properties;
    expect(found.map((row: { id: number }) => row.id)).toEqual([id]);
    expect((await remove(agent, id)).status).toBe(200);
    expect(await look('quixotica')).toEqual({ found: 0, shown: 0, points: 0, all });
    expect((await ana.get(`/api/properties/${id}`)).status).toBe(404);
  });
});

describe('a change', () => {
  test('keeps what is not sent', async () => {
    const coordinates = { lat: 14.5, lng: 121 };
    const picture = await buildPicture(server.context, agent.id);
    const made = await post({
      ...{ type: 'condo', listing_type: 'rent', features: ['Pool'], images: [picture.url] },
      ...{ floor_plans: [picture.url], video_url: 'https://youtu.be/dQw4w9WgXcQ' },
      location: { ...draft().location, coordinates },
      details: {
        ...{ area_sqm: 30, bedrooms: 3, furnished: true, floor_level: 9 },
        ...{ completion: 'preselling', year_built: 2029 },
      },
    });
    expect((await change(made.id, {})).body.data).toEqual(made);
    const { body } = await change(made.id, { details: { bedrooms: 0, furnished: null, year_built: null } });
    expect(body.data).toEqual({
      ...made,
      details: { ...made.details, bedrooms: 0, furnished: null, year_built: null },
      updated_at: expect.any(String),
    });
    expect(body.data.updated_at).not.toBe(made.updated_at);
  });

  test('of its images leaves with each what was said of it', async () => {
    const drawn: string[] = [];
    while (drawn.length < 3) drawn.push((await buildPicture(server.context, agent.id)).url);
    const [living, kitchen, pool] = drawn;
    // A link to this site names the same image.
    const images = [living, `${server.context.env.publicUrl}${kitchen}`, kitchen, pool];
    const made = await post({ images, image_descriptions: ['Living room', 'Kitchen | oven', '', ' '] });
    expect(made).toMatchObject({ images: drawn, image_descriptions: ['Living room', 'Kitchen | oven', ''] });
    const moved = await change(made.id, { images: [pool, kitchen] });
    expect(moved.body.data).toMatchObject({ image_descriptions: ['', 'Kitchen | oven'] });
    const told = await change(made.id, { image_descriptions: ['Pool'] });
    expect(told.body.data).toMatchObject({ images: [pool, kitchen], image_descriptions: ['Pool', ''] });
    expect((await ana.get(`/api/properties/${made.id}`)).body.data).toMatchObject({
      image_descriptions: ['Pool', ''],
    });
    // A removed picture comes back without its words.
    const back = await change(made.id, { images: [living, pool] });
    expect(back.body.data).toMatchObject({ image_descriptions: ['', 'Pool'] });

    const refused = [
      await change(made.id, { image_descriptions: ['a', 'b', 'c'] }),
      await change(made.id, { image_descriptions: ['x'.repeat(251)] }),
      await agent.post('/api/properties', draft({ image_descriptions: ['Nothing'] })),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(refused.map(({ body }) => body.issues[0].path)).toEqual([
      ...['image_descriptions', 'image_descriptions.0', 'image_descriptions'],
    ]);
    expect((await agent.get(`/api/properties/${made.id}`)).body.data).toMatchObject({
      image_descriptions: ['', 'Pool'],
    });
  });

  test('of status is kept as history, whoever made it', async () => {
    const { id } = await post();
    await change(id, { status: 'pending' });
    await change(id, { status: 'pending', title: 'Same status' });
    await change(id, { status: 'sold', price: 8_000_000 }, admin);
    expect(await historyOf(id)).toEqual([
      [null, 'available'],
      ['available', 'pending'],
      ['pending', 'sold'],
    ]);
    const last = await server.context.db.models.PropertyStatusChange.findOne({
      where: { property_id: id, to_status: 'sold' },
    });
    expect(last).toMatchObject({ price: 8_000_000, changed_by: admin.id });
  });

  test('by many at once leaves a history without gaps', async () => {
    const { id } = await post();
    const statuses = ['pending', 'sold', 'available', 'rented', 'pending', 'sold', 'available', 'rented'];
    const answers = await Promise.all(
      statuses.map((status, at) => change(id, { status, price: 1_000 + at }, at % 2 ? admin : agent)),
    );
    expect(answers.map(({ status }) => status)).toEqual(statuses.map(() => 200));
    const history = await historyOf(id);
    history.slice(1).forEach(([from, to], at) => {
      expect(from).toBe(history[at]?.[1]);
      expect(to).not.toBe(from);
    });
    expect((await find(id))?.status).toBe(history.at(-1)?.[1]);
  });

  test('while it is deleted either happens or finds nothing', async () => {
    const { id } = await post();
    const [changed, deleted] = await Promise.all([change(id, { status: 'sold' }), remove(agent, id)]);
    expect([200, 404]).toContain(changed.status);
    expect(deleted.status).toBe(200);
    expect(await historyOf(id)).toEqual([]);
  });
});

describe('who has it among the favourites', () => {
  const favorite = async (id: number, priceAlerts = true) => {
    const person = await enter(server);
    const settings = (await person.get('/api/settings')).body.data;
    const notifications = { ...settings.notifications, priceAlerts };
    expect((await person.put('/api/settings', { ...settings, notifications })).status).toBe(200);
    expect((await person.post(`/api/favorites/${id}`)).status).toBeLessThan(300);
    return person;
  };
  const titlesOf = async (person: Person) => (await noticesOf(person)).map(({ title }) => title);

  test('is told once of a new price and of the sale, unless not wanted', async () => {
    const { id } = await post({ title: 'Favoured Loft', price: 8_500_000 });
    await server.context.jobs.flush();
    const [wants, declines] = [await favorite(id), await favorite(id, false)];
    await change(id, { price: 8_000_000 });
    await vi.waitFor(async () => expect(await titlesOf(wants)).toEqual(['Price Drop']));
    expect((await noticesOf(wants))[0]?.message).toBe('Favoured Loft dropped from ₱8,500,000 to ₱8,000,000.');
    clock += 1_000;
    await change(id, { price: '8000000.00', title: 'Favoured Loft' });
    await change(id, { status: 'pending' });
    await change(id, { status: 'sold' });
    await change(id, { status: 'sold' });
    await vi.waitFor(async () => expect(await titlesOf(wants)).toEqual(['Property Sold', 'Price Drop']));
    await settle();
    expect(await titlesOf(wants)).toEqual(['Property Sold', 'Price Drop']);
    expect(await titlesOf(declines)).toEqual([]);
    clock = start;
  });

  test('is not told of a price that was taken back, and once of one that was changed again', async () => {
    const { id } = await post({ title: 'Slip Loft', price: 8_500_000 });
    // Notifications about new listings are sent before the first recipient exists.
    clock += 30_000;
    await server.context.jobs.flush();
    const fan = await favorite(id);
    const edit = (price: number, expected_price: number) => change(id, { price, expected_price });
    expect((await edit(85_000_000, 8_500_000)).status).toBe(200);
    const late = await edit(1, 8_500_000);
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);
    expect(late.body.error).toBe(
      'The price of this listing is now ₱85,000,000; you changed it when it was ₱8,500,000.',
    );
    expect((await edit(8_500_000, 85_000_000)).status).toBe(200);
    clock += 30_000;
    await server.context.jobs.flush();
    expect(await titlesOf(fan)).toEqual([]);

    await edit(8_200_000, 8_500_000);
    await edit(8_000_000, 8_200_000);
    await server.context.jobs.flush();
    expect(await titlesOf(fan)).toEqual([]);
    clock += 30_000;
    await server.context.jobs.flush();
    expect((await noticesOf(fan)).map(({ message }) => message)).toEqual([
      'Slip Loft dropped from ₱8,500,000 to ₱8,000,000.',
    ]);
    clock = start;
  });

  test('hears nothing of a hidden listing, and loses it with the listing', async () => {
    const { id } = await post();
    const person = await favorite(id);
    await hide(id);
    await change(id, { price: 1, status: 'rented' });
    await settle();
    expect(await titlesOf(person)).toEqual([]);
    await remove(agent, id);
    expect(await server.context.db.models.Favorite.count({ where: { property_id: id } })).toBe(0);
  });
});

test('a deleted listing leaves its conversations', async () => {
  const { id } = await post();
  const started = await ana.post('/api/conversations', {
    ...{ agentId: agent.id, subject: 'About the loft', initialMessage: 'Hello', property_id: id },
  });
  expect(started.status).toBeLessThan(300);
  const view = await server.request('POST', `/api/properties/${id}/views`);
  expect(view.body.data.counted).toBe(true);
  expect((await remove(agent, id)).status).toBe(200);
  const conversationId = started.body.data.conversation.id;
  const kept = await server.context.db.models.Conversation.findByPk(conversationId);
  expect(kept).toMatchObject({ property_id: null });
  const views = await server.context.db.models.PropertyView.count({ where: { property_id: id } });
  expect(views).toBe(0);
});

test('a listing without an agent is an admin’s to change', async () => {
  const { id } = await buildProperty(server.context, { agent_id: null });
  expect((await change(id, { title: 'Taken' })).status).toBe(403);
  const { body } = await change(id, { title: 'Kept up', images: ['/media/cover'] }, admin);
  expect(body.data).toMatchObject({ title: 'Kept up', agent: null, images: ['/media/cover'] });
});

test('an office’s own number is shown to its agent alone, found by any part, and given once', async () => {
  const owner = await enter(server, { role: 'agent' });
  const { id } = await post({ reference: ' MKT_0039 ' }, owner);
  const plain = await post({ title: 'Another' }, owner);
  const lists = ['/api/properties/my/list', '/api/properties/my/rows'];
  const found = async (search: string) =>
    Promise.all(
      lists.map(async (path) => {
        const { body } = await owner.get(`${path}?search=${encodeURIComponent(search)}`);
        return body.data.properties.map((one: { id: number; reference: string }) => [one.id, one.reference]);
      }),
    );
  const only = [[id, 'MKT_0039']];
  for (const search of ['MKT_0039', 'mkt_', '0039']) expect(await found(search), search).toEqual([only, only]);
  // No wildcards.
  for (const search of ['MKT%39', 'MKT-0039']) expect(await found(search), search).toEqual([[], []]);
  expect((await ana.get(`/api/properties/${id}`)).body.data).not.toHaveProperty('reference');

  const taken = await change(plain.id, { reference: 'MKT_0039' }, owner);
  expect(taken).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'reference', message: 'Another of your listings has this reference' }] },
  });
  expect((await owner.post('/api/properties', draft({ reference: 'MKT_0039' }))).status).toBe(400);
  // Another agent counts on their own.
  await post({ reference: 'MKT_0039' }, other);
  expect((await change(id, { reference: '' }, owner)).body.data.reference).toBeNull();
  expect((await change(plain.id, { reference: 'MKT_0039' }, owner)).status).toBe(200);
});
