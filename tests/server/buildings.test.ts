// @databases full

import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refreshBuildingKeys } from '#server/features/buildings/jobs.ts';
import { KEY_VERSION } from '#server/features/properties/writes/buildings.ts';
import { LEAST_PRICED_LISTINGS } from '#shared/contracts/buildings.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let agent: Person;
let stranger: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  agent = await enter(server, { role: 'agent' });
  stranger = await enter(server, { role: 'agent' });
  admin = await enter(server, { role: 'admin' });
});
afterAll(() => server.close());

let made = 0;
let name = '';
beforeEach(() => {
  made += 1;
  name = `Molave Tower ${made}`;
});

const add = async (body: object = {}, by = agent) =>
  (await by.post('/api/buildings', { name, city: 'Makati', ...body })).body.data;
const listingIn = (building_id: number | null, rest: Parameters<typeof buildProperty>[1] = {}) =>
  buildProperty(server.context, { agent_id: agent.id, building_id, ...rest });
const deleteAs = ({ token }: Person, id: number) =>
  server.request('DELETE', `/api/admin/buildings/${id}`, { token });
const page = async (id: number, by: { get: Person['get'] } = agent) =>
  (await by.get(`/api/buildings/${id}`)).body.data;

const draft = (building_id: number | null, city = 'Makati') => ({
  title: 'Loft',
  description: 'Bright.',
  price: 8_500_000,
  location: { address: '12 Kalayaan Avenue', city, province: 'Metro Manila' },
  details: { area_sqm: 54 },
  building_id,
});

describe('a building', () => {
  test('is one for each name and city, however it is written', async () => {
    const { id } = await add({ name: `The ${name}` });
    const again = await stranger.post('/api/buildings', { name: name.toUpperCase(), city: 'Makati City' });
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('building_exists');
    const elsewhere = await stranger.post('/api/buildings', { name, city: 'Pasig' });
    expect(elsewhere.status).toBe(201);
    const { body } = await stranger.get(`/api/buildings?q=${encodeURIComponent(name)}&city=Makati%20City`);
    expect(body.data.buildings.map((building: { id: number }) => building.id)).toEqual([id]);
  });

  test.each([
    ['Sta. Rosa Suites', 'Santa Rosa Suites', 'STA ROSA SUITES'],
    ['Test Tower', 'Test Tower Bldg.', 'The Test Tower Building'],
    ["Peñaflor's Place", 'Penaflors Place', 'Peñaflor’s Place'],
    ['Gen. Luna Residences', 'General Luna Residences', 'GEN LUNA RESIDENCES'],
    ['Saint Jude Tower II', 'St. Jude Tower 2', 'St Jude Tower Two'],
    ['Ayala Hi-way Center', 'Ayala Highway Centre', 'Ayala Hiway Ctr.'],
  ])('%s is %s', async (first, ...others) => {
    const { id } = await add({ name: first });
    for (const other of others) {
      const again = await stranger.post('/api/buildings', { name: other, city: 'Makati City' });
      expect([other, again.status, again.body.code]).toEqual([other, 409, 'building_exists']);
      const { body } = await stranger.get(`/api/buildings?q=${encodeURIComponent(other)}&city=Makati`);
      expect(body.data.buildings.map((building: { id: number }) => building.id)).toContain(id);
    }
  });

  test('keeps a page of its own where an earlier rule made two of one name, and admins merge them', async () => {
    const { Building } = server.context.db.models;
    const earlier = async (own: string, folded_name: string) => {
      const { id } = await add({ name: own });
      await Building.update({ folded_name, key_version: 0 }, { where: { id } });
      return id;
    };
    const first = await earlier('Sto. Cristo Lofts', 'sto cristo lofts');
    const second = await earlier('Santo Cristo Lofts', 'santo cristo lofts');
    const third = await earlier('Blvd. Homes', 'blvd homes');
    await refreshBuildingKeys(server.context);
    const rows = await Building.findAll({ where: { id: [first, second, third] }, order: ['id'] });
    expect(rows.map(({ folded_name, key_version }) => [folded_name, key_version])).toEqual([
      ['sto cristo lofts', KEY_VERSION],
      ['santo cristo lofts', KEY_VERSION],
      ['boulevard homes', KEY_VERSION],
    ]);
    await refreshBuildingKeys(server.context);
    expect((await page(first)).name).toBe('Sto. Cristo Lofts');
    const merged = await admin.post(`/api/admin/buildings/${first}/merge`, { into: second });
    expect(merged.status).toBe(200);
  });

  test('is found by the beginnings of words, and by nothing else that stands in a pattern', async () => {
    const { id } = await add();
    const idsOf = async (q: string) =>
      (await agent.get(`/api/buildings?q=${encodeURIComponent(q)}`)).body.data.buildings.map(
        (building: { id: number }) => building.id,
      );
    expect(await idsOf(`tow mol ${made}`)).toContain(id);
    expect(await idsOf('olave')).toEqual([]);
    expect(await idsOf('%')).toEqual([]);
  });

  test('refuses what cannot be, with the field named', async () => {
    for (const [field, body] of Object.entries({
      name: { name: '–!–' },
      city: { city: '' },
      floors: { floors: 0 },
      year_built: { year_built: 1_492 },
      'rules.pets': { rules: { pets: 'maybe' } },
      'floor_plans.0': { floor_plans: [`/media/${'a'.repeat(64)}`] },
    })) {
      const answer = await agent.post('/api/buildings', { name, city: 'Makati', ...body });
      expect(answer.status, field).toBe(400);
      expect(answer.body.issues[0].path, field).toBe(field);
    }
  });

  test('keeps floor plans as pictures of the store', async () => {
    const canvas = sharp({ create: { width: 40, height: 30, channels: 3, background: '#224466' } });
    const plan = `data:image/png;base64,${(await canvas.png().toBuffer()).toString('base64')}`;
    const { id } = await add({ floor_plans: [plan] });
    const { floor_plans } = await page(id);
    expect(floor_plans).toEqual([expect.stringMatching(/^\/media\/[0-9a-f]{64}$/)]);
    expect((await fetch(server.url + floor_plans[0])).status).toBe(200);
  });
});

describe('the facts', () => {
  test('an agent with a listing in it fills in what is empty, and changes nothing else', async () => {
    const { id } = await add({ developer: 'Narra Homes' });
    const facts = { floors: 41, rules: { pets: 'limited' }, amenities: ['Gym', 'Gym', ' Pool '] };
    expect((await agent.put(`/api/buildings/${id}`, facts)).status).toBe(403);
    await listingIn(id);
    expect((await page(id)).may_edit).toBe('empty');
    expect((await page(id, stranger)).may_edit).toBeNull();
    expect((await stranger.put(`/api/buildings/${id}`, facts)).status).toBe(403);
    const filled = await agent.put(`/api/buildings/${id}`, facts);
    expect(filled.body.data).toMatchObject({
      floors: 41,
      amenities: ['Gym', 'Pool'],
      developer: 'Narra Homes',
    });
    expect(filled.body.data.rules).toMatchObject({ pets: 'limited', smoking: null });
    for (const change of [{ floors: 40 }, { developer: 'Other' }, { name: 'Other' }, { rules: { pets: null } }])
      expect((await agent.put(`/api/buildings/${id}`, change)).status).toBe(403);
    // The same again changes nothing.
    expect((await agent.put(`/api/buildings/${id}`, { floors: 41 })).status).toBe(200);
  });

  test('an administrator changes any, and the log says what', async () => {
    const { id } = await add({ floors: 10 });
    const changed = await admin.put(`/api/buildings/${id}`, { floors: 12, name: `${name} East` });
    expect(changed.body.data).toMatchObject({ floors: 12, name: `${name} East` });
    const { body } = await admin.get('/api/admin/audit-log?entity_type=building');
    const [entry] = body.data.entries.filter(
      ({ action, entity_id }: { action: string; entity_id: number }) =>
        action === 'building.update' && entity_id === id,
    );
    expect(entry.before).toEqual({ name, floors: 10 });
    expect(entry.after).toEqual({ name: `${name} East`, floors: 12 });
  });
});

describe('a listing', () => {
  test('is put into a building of its city', async () => {
    const { id } = await add();
    const posted = await agent.post('/api/properties', draft(id));
    expect(posted.body.data.building).toEqual({ id, name });
    const wrong = await agent.post('/api/properties', draft(id, 'Pasig'));
    expect(wrong.status).toBe(400);
    expect(wrong.body.issues[0].path).toBe('building_id');
    expect((await agent.post('/api/properties', draft(2_147_483_647))).status).toBe(400);
    const path = `/api/properties/${posted.body.data.id}`;
    // After a move elsewhere it cannot stay in the building; nothing is changed then.
    const moved = await agent.put(path, { location: { city: 'Pasig' } });
    expect(moved.body.issues[0].path).toBe('building_id');
    expect((await agent.put(path, { building_id: null })).body.data.building).toBeNull();
  });

  test('is found by the building in the list, on the map and in the counts, and hidden ones are not', async () => {
    const { id } = await add();
    const sale = await listingIn(id, { title: 'Loft by the garden', price: 4_000_000 });
    const rent = await listingIn(id, { listing_type: 'rent', price: 30_000 });
    await listingIn(id, { moderation_status: 'inactive' });
    await listingIn(null, { price: 9_500_000 });
    const list = async (query: string) =>
      (await agent.get(`/api/properties?building=${id}${query}`)).body.data.properties.map(
        (property: { id: number }) => property.id,
      );
    expect(await list('')).toEqual([rent.id, sale.id]);
    expect(await list('&sort=price_asc')).toEqual([rent.id, sale.id]);
    expect(await list('&listing_type=sale&status=available')).toEqual([sale.id]);
    expect(await list(`&search=${encodeURIComponent(sale.title)}`)).toContain(sale.id);
    expect((await agent.get(`/api/properties/map?building=${id}`)).body.data.total).toBe(2);
    const facets = (await agent.get(`/api/properties/facets?building=${id}`)).body.data;
    expect(facets.total).toBe(2);
    expect(facets.counts.listing_type).toMatchObject({ sale: 1, rent: 1, lease: 0 });
    expect((await page(id)).listings).toMatchObject({ sale: 1, rent: 1, lease: 0 });
    expect((await agent.get('/api/properties?building=0')).status).toBe(400);
    const empty = (await agent.get(`/api/properties?building=${id}&min_price=9000000`)).body.data;
    expect(empty.relaxations.map(({ filters }: { filters: string[] }) => filters)).toContainEqual(['building']);
  });

  test('whose address names the building is put into it afterwards, and no other', async () => {
    const named = await listingIn(null, { address: `Unit 5, ${name}, 12 Valero Street` });
    const near = await listingIn(null, { address: `Beside ${name}, Valero Street` });
    const titled = await listingIn(null, { title: `2BR across ${name}` });
    const elsewhere = await listingIn(null, { address: name, city: 'Pasig', city_slug: 'pasig' });
    const before = named.updated_at;
    const { id } = await add();
    await server.context.jobs.flush('linkListings');
    for (const [listing, expected] of [
      [named, id],
      [near, null],
      [titled, null],
      [elsewhere, null],
    ] as const) {
      await listing.reload();
      expect(listing.building_id, listing.address).toBe(expected);
    }
    expect(named.updated_at).toEqual(before);
  });

  test('comes to who saved the search of its building', async () => {
    const { id } = await add();
    const seeker = await enter(server);
    const saved = await seeker.post('/api/saved-searches', {
      name: 'Molave',
      query: `building=${id}&status=available`,
      frequency: 'daily',
    });
    expect(saved.status).toBe(201);
    const other = await add({ name: `${name} West` });
    const posted = await agent.post('/api/properties', draft(id));
    await agent.post('/api/properties', draft(other.id));
    await server.context.jobs.flush('matchListings');
    const rows = await server.context.db.models.SavedSearchMatch.findAll({
      where: { search_id: saved.body.data.id },
    });
    expect(rows.map(({ property_id }) => property_id)).toEqual([posted.body.data.id]);
  });

  test('is imported and exported with the name of its building', async () => {
    const { id } = await add();
    const importer = await enter(server, { role: 'agent' });
    const head = 'title,description,price,address,city,province,area_sqm,building';
    const row = (building: string) =>
      `Loft,Bright.,4500000,1 Ayala Avenue,Makati City,Metro Manila,60,${building}`;
    const send = (csv: string, mode: string) =>
      importer.post('/api/properties/my/import', { csv: `${head}\r\n${csv}`, mode, drafts: false });
    const unknown = await send(row('Nowhere Tower'), 'check');
    expect(unknown.body.data.rows[0].issues[0]).toMatchObject({ column: 'building' });
    const taken = await send(row(name.toLowerCase()), 'all');
    expect(taken.body.data.imported).toBe(1);
    expect((await page(id)).listings.sale).toBe(1);
    const file = await fetch(`${server.url}/api/properties/my/export`, {
      headers: { authorization: `Bearer ${importer.token}` },
    });
    expect(await file.text()).toContain(`,${name},`);
  });
});

describe('administrators', () => {
  test('merge two into one: listings, facts, saved searches and old links go with it', async () => {
    const from = await add({ floors: 33, developer: 'First' });
    const into = await add({ name: `${name} Residences`, developer: 'Second' });
    const listing = await listingIn(from.id);
    const seeker = await enter(server);
    const saved = await seeker.post('/api/saved-searches', {
      name: 'Old',
      query: `building=${from.id}`,
      frequency: 'daily',
    });
    expect((await admin.post(`/api/admin/buildings/${from.id}/merge`, { into: from.id })).status).toBe(400);
    expect((await admin.post(`/api/admin/buildings/${from.id}/merge`, { into: 2_000_000_000 })).status).toBe(400);
    const merged = await admin.post(`/api/admin/buildings/${from.id}/merge`, { into: into.id });
    expect(merged.body.data).toMatchObject({
      id: into.id,
      floors: 33,
      developer: 'Second',
      listings: 1,
      other_names: [name],
    });
    expect((await listing.reload()).building_id).toBe(into.id);
    expect((await page(from.id)).id).toBe(into.id);
    const old = (await agent.get(`/api/properties?building=${from.id}`)).body.data;
    expect(old.properties.map(({ id }: { id: number }) => id)).toEqual([listing.id]);
    const posted = await agent.post('/api/properties', draft(from.id));
    expect(posted.body.data.building.id).toBe(into.id);
    await server.context.jobs.flush('matchListings');
    const where = { search_id: saved.body.data.id, property_id: posted.body.data.id };
    expect(await server.context.db.models.SavedSearchMatch.count({ where })).toBe(1);
    // The old name is taken still, and finds the one that is left.
    expect((await agent.post('/api/buildings', { name, city: 'Makati' })).status).toBe(409);
    const { body } = await agent.get(`/api/buildings?q=${encodeURIComponent(name)}&city=Makati`);
    expect(body.data.buildings.map(({ id }: { id: number }) => id)).toEqual([into.id]);
    expect((await admin.post(`/api/admin/buildings/${from.id}/merge`, { into: into.id })).status).toBe(404);
    const lookedInto = async () =>
      (await seeker.get('/api/saved-searches')).body.data.saved_searches.map(
        ({ building }: { building: string | null }) => building,
      );
    expect(saved.body.data.building).toBe(name);
    expect(await lookedInto()).toEqual([`${name} Residences`]);
    // Its names go with it.
    await server.context.db.models.Property.update({ building_id: null }, { where: { building_id: into.id } });
    expect((await deleteAs(admin, into.id)).status).toBe(200);
    expect((await agent.get(`/api/buildings/${from.id}`)).status).toBe(404);
    expect(await lookedInto()).toEqual([null]);
    expect((await agent.post('/api/buildings', { name, city: 'Makati' })).status).toBe(201);
  });

  test('delete an unused one, and none that a listing is in', async () => {
    const { id } = await add();
    const listing = await listingIn(id);
    const refused = await deleteAs(admin, id);
    expect(refused.body.code).toBe('building_in_use');
    await listing.update({ building_id: null });
    expect((await deleteAs(admin, id)).status).toBe(200);
    expect((await agent.get(`/api/buildings/${id}`)).status).toBe(404);
  });

  test('find buildings by any of their words', async () => {
    const { id } = await add({ developer: `Ipil Land ${made}` });
    const idsOf = async (search: string) =>
      (await admin.get(`/api/admin/buildings?search=${encodeURIComponent(search)}`)).body.data.buildings.map(
        (building: { id: number }) => building.id,
      );
    expect(await idsOf(`ipil land ${made}`)).toEqual([id]);
    expect(await idsOf(`molave makati ${made}`)).toContain(id);
  });
});

describe('the prices', () => {
  const at = (day: string) => new Date(`${day}T04:00:00Z`);
  /** A public listing with its first day, and its later events. */
  async function history(
    building_id: number,
    rest: Parameters<typeof buildProperty>[1],
    price: number,
    events: { day: string; price?: number; status?: 'available' | 'sold' | 'rented' }[],
  ) {
    const { PropertyStatusChange, PropertyEvent } = server.context.db.models;
    const [listed, ...later] = events;
    const created_at = at(listed?.day ?? '2026-01-05');
    const listing = await listingIn(building_id, { ...rest, price, created_at });
    const own = { property_id: listing.id, changed_by: null };
    let asked = price;
    await PropertyStatusChange.create({
      ...own,
      from_status: null,
      to_status: 'available',
      price,
      changed_at: created_at,
    });
    for (const { day, price: next, status } of later) {
      if (next !== undefined)
        await PropertyEvent.create({
          ...own,
          kind: 'price',
          price: next,
          previous_price: asked,
          status: 'available',
          changed_at: at(day),
        });
      asked = next ?? asked;
      if (status)
        await PropertyStatusChange.create({
          ...own,
          from_status: 'available',
          to_status: status,
          price: asked,
          changed_at: at(day),
        });
    }
  }

  test('are medians of what was asked while on offer, with how many listings they rest on', async () => {
    const { id } = await add();
    const now = server.context.now();
    const year = now.getUTCFullYear() - 1;
    const area_sqm = 50;
    await history(id, { area_sqm }, 5_000_000, [{ day: `${year}-01-10` }]);
    await history(id, { area_sqm }, 6_000_000, [
      { day: `${year}-01-12` },
      { day: `${year}-05-02`, price: 5_500_000 },
    ]);
    // On the market in the first two quarters alone.
    await history(id, { area_sqm }, 9_000_000, [
      { day: `${year}-02-01` },
      { day: `${year}-04-03`, status: 'sold' },
    ]);
    await history(id, { listing_type: 'rent' }, 20_000, [{ day: `${year}-01-02` }]);
    const { prices } = await page(id);
    // Three: 100,000, 120,000 and 180,000; then 100,000, 110,000 and 180,000; then only two are left.
    expect(prices.sale).toEqual([
      { quarter: `${year}-Q1`, median: 120_000, listings: 3 },
      { quarter: `${year}-Q2`, median: 110_000, listings: 3 },
    ]);
    expect(LEAST_PRICED_LISTINGS).toBe(3);
    expect(prices.rent).toEqual([]);
  });
});

test('a building that is typed is suggested, with the total of the list it opens', async () => {
  const { id } = await add({ name: `Kalumpit Residences ${made}` });
  await listingIn(id);
  await listingIn(id, { status: 'sold' });
  const { body } = await agent.get('/api/search/suggest?q=kalumpit');
  const found = body.data.suggestions.find(({ kind }: { kind: string }) => kind === 'building');
  expect(found).toMatchObject({ text: `Kalumpit Residences ${made}`, count: 1 });
  const list = await agent.get(`/api${found.url}`);
  expect(list.body.data.pagination.total).toBe(1);
});
