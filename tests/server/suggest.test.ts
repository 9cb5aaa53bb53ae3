// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PropertyModel } from '#server/db/models.ts';
import { type Suggestion, suggestCalls } from '#shared/contracts/search.ts';
import { streets as streetTable } from '#shared/gazetteer/streets.ts';
import { foldText } from '#shared/places.ts';
import { buildAgent } from '#tests/support/factories/agents.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

async function suggest(server: TestServer, q: string): Promise<Suggestion[]> {
  const answer = await server.request('GET', `/api/search/suggest?q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  return suggestCalls.suggest.answer.parse(answer.body.data).suggestions;
}

async function totalOf(server: TestServer, url: string): Promise<number> {
  const answer = await server.request('GET', `/api${url}`);
  expect(answer.status).toBe(200);
  return answer.body.data.pagination.total;
}

describe('in the demo marketplace', () => {
  let server: TestServer;
  let agent: { id: number; name: string };

  beforeAll(async () => {
    server = await startTestServer({ data: 'demo' });
    const [first] = (await server.request('GET', '/api/agents?sort=name&order=asc')).body.data.agents;
    agent = first;
  });

  afterAll(() => server.close());

  test.each([
    ['makti', 'area', 'Makati'],
    ['Mak', 'area', 'Makati'],
    ['city of makati', 'area', 'Makati'],
    ['bgc', 'area', 'Bonifacio Global City (BGC), Taguig'],
    ['the fort', 'area', 'Bonifacio Global City (BGC), Taguig'],
    ['bonifaco', 'area', 'Bonifacio Global City (BGC), Taguig'],
    ['BGC, Taguig', 'area', 'Bonifacio Global City (BGC), Taguig'],
    ['moa', 'area', 'Mall of Asia Complex, Pasay'],
    ['katip', 'area', 'Loyola Heights, Quezon City'],
    ['rockwel', 'area', 'Rockwell, Makati'],
    ['kyusi', 'area', 'Quezon City'],
    ['quezn city', 'area', 'Quezon City'],
    ['manda', 'area', 'Mandaluyong'],
    ['paranaque', 'area', 'Parañaque'],
    ['ortgas', 'area', 'Ortigas Center, Pasig'],
    ['alabng', 'area', 'Alabang, Muntinlupa'],
    ['antipolo', 'area', 'Antipolo, Rizal'],
    ['ncr', 'area', 'Metro Manila'],
    ['condo mak', 'search', 'Condominiums in Makati'],
    ['makati condo', 'search', 'Condominiums in Makati'],
    ['condomnium pasig', 'search', 'Condominiums in Pasig'],
    ['condos for rent in bgc', 'search', 'Condominiums for rent in BGC'],
    ['house and lot qc', 'search', 'Houses in Quezon City'],
    ['paupahan sa makati', 'search', 'Properties for rent in Makati'],
    ['condo', 'search', 'Condominiums'],
    ['ayala avenue', 'street', 'Ayala Avenue, Makati'],
    ['buendia', 'street', 'Gil Puyat Avenue, Makati'],
    ['espana', 'street', 'España Boulevard, Manila'],
    ['makati ave', 'street', 'Makati Avenue, Makati'],
    ['mrt ayala', 'station', 'Ayala Station (MRT-3)'],
    ['lrt-2 katipunan', 'station', 'Katipunan Station (LRT-2)'],
    ['cubao station', 'station', 'Araneta Center–Cubao Station (LRT-2)'],
    ['katipunan', 'area', 'Loyola Heights, Quezon City'],
    ['mrt-3', 'station', 'MRT-3'],
    ['ust', 'place', 'University of Santo Tomas'],
    ['dlsu', 'place', 'De La Salle University'],
    ['feu', 'place', 'Far Eastern University'],
    ['megamall', 'place', 'SM Megamall'],
    ['megamal', 'place', 'SM Megamall'],
    ['naia', 'place', 'Ninoy Aquino International Airport (NAIA)'],
    ['st lukes', 'place', "St. Luke's Medical Center Global City"],
    ['st. luke’s bgc', 'place', "St. Luke's Medical Center Global City"],
    ['heart center', 'place', 'Philippine Heart Center'],
    ['tindalo', 'building', 'Tindalo Place'],
    ['the salamanca', 'building', 'The Salamanca at Legazpi'],
    ['makati avenue park', 'building', 'Makati Avenue Park Suites'],
    ['herrera lofts', 'building', 'Herrera Lofts'],
  ])('%j means the %s %s first', async (q, kind, text) => {
    const [first] = await suggest(server, q);
    expect(first).toMatchObject({ kind, text });
  });

  test.each([
    ['bgc 2br', '2-bedroom properties in BGC', { location: 'BGC', beds_exact: '2' }],
    [
      '2br condo for rent bgc under 200k',
      '2-bedroom condos for rent in BGC up to ₱200K',
      { type: 'condo', location: 'BGC', listing_type: 'rent', beds_exact: '2', max_price: '200000' },
    ],
    // More figures of the price may follow.
    ['2br condo bgc under 1', '2-bedroom condos in BGC', { type: 'condo', location: 'BGC', beds_exact: '2' }],
    [
      'studio for rent below 100k',
      'Studios for rent up to ₱100K',
      { listing_type: 'rent', beds_exact: '0', max_price: '100000' },
    ],
    [
      '3br house qc with parking',
      '3-bedroom houses in Quezon City · 1+ parking slot',
      { type: 'house', location: 'Quezon City', beds_exact: '3', parking: '1' },
    ],
    ['2br condo mak', '2-bedroom condos in Makati', { type: 'condo', location: 'Makati', beds_exact: '2' }],
    ['3br up quezon c', '3+ bedroom properties in Quezon City', { location: 'Quezon City', bedrooms: '3' }],
    ['bgc furnished balc', 'Properties in BGC · Furnished', { location: 'BGC', furnished: 'true' }],
  ])('%j is offered first as the search it is read as', async (q, text, query) => {
    const suggestions = await suggest(server, q);
    const [first] = suggestions;
    if (!first) throw new Error('nothing is suggested');
    expect(first).toMatchObject({ kind: 'search', text });
    const url = new URL(first.url, 'http://list');
    expect(url.pathname).toBe('/properties');
    expect(Object.fromEntries(url.searchParams)).toEqual({ ...query, status: 'available' });
    expect(first.count).toBeGreaterThan(0);
    expect(first.count).toBe(await totalOf(server, first.url));
    expect(new Set(suggestions.map((one) => one.url)).size).toBe(suggestions.length);
  });

  test.each([
    '2br condo under 90m makati',
    'condo for rent near ust',
    'pet friendly pasig',
    'at least 3 bedrooms pool',
    'bgc 100 sqm up for sale',
  ])('%j: the search that is offered finds what the words find', async (q) => {
    const [first] = await suggest(server, q);
    const words = new URLSearchParams({ search: q, status: 'available' });
    expect(first).toMatchObject({ kind: 'search', count: await totalOf(server, `/properties?${words}`) });
    expect(first?.count).toBe(await totalOf(server, first?.url ?? ''));
  });

  test.each(['zzzzqq', 'studio under 1 peso makati'])('%j, that no list answers, is not offered', async (q) => {
    expect((await suggest(server, q)).filter(({ kind }) => kind === 'search')).toEqual([]);
  });

  test('an agent is found by name, also misspelt, with their public listings', async () => {
    const misspelt = agent.name.replace(/..$/, (ending) => ending.slice(1));
    const { Property } = server.context.db.models;
    const count = await Property.count({ where: { agent_id: agent.id, moderation_status: 'active' } });
    expect(count).toBeGreaterThan(0);
    for (const q of [agent.name, agent.name.toUpperCase(), misspelt])
      expect(await suggest(server, q), q).toContainEqual({
        kind: 'agent',
        text: agent.name,
        url: `/agents/${agent.id}`,
        count,
      });
  });

  test.each(['7', '#7', ' # 7 '])('%j is the listing of that number', async (q) => {
    const { title } = (await server.request('GET', '/api/properties/7')).body.data;
    const [first] = await suggest(server, q);
    expect(first).toEqual({ kind: 'listing', text: title, url: '/properties/7', count: 1 });
  });

  test('a street is suggested with the homes whose address names it, by any of its names', async () => {
    const suggestions = (
      await Promise.all(['quezon ave', 'makati avenue', 'jp rizal'].map((q) => suggest(server, q)))
    ).flat();
    const streets = suggestions.filter(({ kind }) => kind === 'street');
    expect(streets.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Quezon Avenue, Quezon City', 'Makati Avenue, Makati', 'J.P. Rizal Avenue, Makati']),
    );
    for (const { url, text, count } of streets) {
      const { properties } = (await server.request('GET', `/api${url}&limit=100`)).body.data;
      expect(properties).toHaveLength(count);
      const [name = ''] = text.split(',');
      const known = streetTable.find((street) => street.name === name);
      for (const { location } of properties) {
        const address = ` ${foldText(location.address)} `;
        const isNamed = [foldText(name), ...(known?.aliases ?? [])].some((one) => address.includes(` ${one} `));
        expect(isNamed, `${location.address} for ${name}`).toBe(true);
      }
    }
  });

  test('a known place leads to the list of the homes near it', async () => {
    const [first] = await suggest(server, 'ust');
    expect(first).toMatchObject({ kind: 'place', url: '/properties?near=ust&status=available' });
    const [line] = await suggest(server, 'lrt 2');
    expect(line).toMatchObject({ kind: 'station', url: '/properties?near=lrt-2&status=available' });
    expect(line?.count).toBe(await totalOf(server, line?.url ?? ''));
  });

  test('a listing is found by words of its title', async () => {
    const [{ id, title }] = (await server.request('GET', '/api/properties?search=parking&status=available')).body
      .data.properties;
    const found = await suggest(server, title);
    expect(found).toContainEqual({ kind: 'listing', text: title, url: `/properties/${id}`, count: 1 });
  });

  test('the database suggests the same while listings are not in memory', async () => {
    const withoutMemory = await startTestServer({ data: 'demo', env: { hasListingsInMemory: false } });
    const pool = (await server.request('GET', '/api/properties?status=available&limit=10')).body.data;
    const titles = pool.properties.map(({ title }: { title: string }) => title);
    for (const q of [...titles, 'parksuites', 'residences tower', 'legaspi', 'penthouse'])
      expect(await suggest(withoutMemory, q), q).toEqual(await suggest(server, q));
    await withoutMemory.close();
  });

  test.each(['zzzzqq', 'makqqtizz', '??', '#999999999', '99999999999'])('%j finds nothing', async (q) => {
    expect(await suggest(server, q)).toEqual([]);
  });

  test('nothing typed is an empty list, too much an input error', async () => {
    for (const path of ['/api/search/suggest', '/api/search/suggest?q=', '/api/search/suggest?q=%20'])
      expect((await server.request('GET', path)).body.data).toEqual({ suggestions: [] });
    const refused = await server.request('GET', `/api/search/suggest?q=${'x'.repeat(101)}`);
    expect(refused.status).toBe(400);
    expect(refused.body.issues[0].path).toBe('q');
  });

  // Letters, places, types, streets, stations, buildings and words, whole and begun.
  const typed =
    `a b c e l m s t ma mak makati bgc moa ortigas ayala katipunan cubao edsa taft c5 shaw roxas mrt lrt
    station condo house apartment office land rent sale lease studio parking balcony penthouse tower place residences
    malibay acacia san santa villa pasig manila alabang antipolo cainta`.split(/\s+/);
  const phrases = [
    'condo mak',
    'house for sale',
    'office bgc',
    'for rent makati',
    'lot in',
    'taft avenue',
    '2br',
    'studio mak',
    'condo with pool',
  ];

  test.each([...typed, ...phrases])('%j: each count is what its list has', async (q) => {
    const suggestions = await suggest(server, q);
    expect(suggestions.length).toBeLessThanOrEqual(10);
    expect(new Set(suggestions.map(({ url }) => url)).size).toBe(suggestions.length);
    const isAllEmpty = suggestions.every(({ count }) => count === 0);
    for (const { kind, url, count, text } of suggestions) {
      if (kind === 'agent') expect(url).toMatch(/^\/agents\/\d+$/);
      else if (kind === 'listing') expect(count).toBe(1);
      else expect(count, `${text} ${url}`).toBe(await totalOf(server, url));
      if (!isAllEmpty) expect(count, text).toBeGreaterThan(0);
    }
  });

  test('nothing tells how somebody is reached', async () => {
    const { body } = await server.request('GET', `/api/search/suggest?q=${encodeURIComponent(agent.name)}`);
    expect(JSON.stringify(body)).not.toMatch(/@|\+63/);
  });
});

describe('in a marketplace of its own', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ data: 'empty' });
  });

  afterAll(() => server.close());

  async function change(listing: PropertyModel, values: Partial<PropertyModel>) {
    await server.context.db.transaction(() => listing.update(values));
    server.context.bus.publish('listingChanged', { propertyId: listing.id });
  }

  test('hidden listings, applicants and suspended agents are never suggested', async () => {
    const agent = await buildAgent(server.context, { name: 'Public Quimbaya' });
    const shown = await buildProperty(server.context, { agent_id: agent.id, title: 'Loft, Quimbaya Tower' });
    await buildUser(server.context, { role: 'agent', name: 'Waiting Quimbaya', application: 'pending' });
    await buildUser(server.context, { role: 'agent', name: 'Suspended Quimbaya', status: 'suspended' });
    await buildUser(server.context, { name: 'Private Quimbaya' });
    for (const moderation_status of ['inactive', 'pending', 'rejected'] as const) {
      const title = `Den, Quimbaya ${moderation_status} Residences`;
      const hidden = await buildProperty(server.context, { agent_id: agent.id, title, moderation_status });
      expect(await suggest(server, `#${hidden.id}`)).toEqual([]);
    }
    const found = await suggest(server, 'quimbaya');
    expect(found.map(({ kind, text, count }) => ({ kind, text, count }))).toEqual([
      { kind: 'building', text: 'Quimbaya Tower', count: 1 },
      { kind: 'agent', text: 'Public Quimbaya', count: 1 },
      { kind: 'listing', text: 'Loft, Quimbaya Tower', count: 1 },
    ]);
    await change(shown, { moderation_status: 'inactive' });
    expect(await suggest(server, 'quimbaya')).toEqual([
      { kind: 'agent', text: 'Public Quimbaya', url: `/agents/${agent.id}`, count: 0 },
    ]);
  });

  test('a change counts at once, one that nobody told of within seconds', async () => {
    const countIn = async (q: string) => (await suggest(server, q)).find(({ kind }) => kind === 'area')?.count;
    const first = await buildProperty(server.context, { city: 'Navotas', address: '1 Naval Street' });
    server.context.bus.publish('listingChanged', { propertyId: first.id });
    expect(await countIn('navotas')).toBe(1);
    const second = await buildProperty(server.context, { city: 'Navotas', address: '2 Naval Street' });
    await expect.poll(() => countIn('navotas')).toBe(2);
    await change(second, { status: 'sold' });
    expect(await countIn('navotas')).toBe(1);
    await change(first, { moderation_status: 'inactive' });
    // No other candidate fits.
    expect(await countIn('navotas')).toBe(0);
  });
});
