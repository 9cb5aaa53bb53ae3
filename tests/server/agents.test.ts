// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#shared/contracts/agents.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

describe('with the demo marketplace', () => {
  let server: TestServer;
  let agents: Agent[];

  beforeAll(async () => {
    server = await startTestServer({ data: 'demo' });
    agents = (await server.request('GET', '/api/agents')).body.data.agents;
  });

  afterAll(() => server.close());

  test('the figures are those of the data', async () => {
    const { Property, Review, Inquiry } = server.context.db.models;
    const [listings, reviews, inquiries] = await Promise.all([
      Property.findAll(),
      Review.findAll(),
      Inquiry.findAll(),
    ]);
    expect(agents.length).toBeGreaterThan(5);
    for (const agent of agents) {
      const own = listings.filter(({ agent_id }) => agent_id === agent.id);
      const ratings = reviews.filter(({ agent_id }) => agent_id === agent.id).map(({ rating }) => rating);
      const asked = inquiries.filter(({ agent_id }) => agent_id === agent.id);
      const answered = asked.filter(({ reply_at }) => reply_at !== null).length;
      const mean = ratings.reduce((sum, rating) => sum + rating, 0) / (ratings.length || 1);
      const figures = {
        properties_sold: own.filter(({ status }) => status === 'sold').length,
        active_listings: own.filter(
          ({ status, moderation_status }) => status === 'available' && moderation_status === 'active',
        ).length,
        review_count: ratings.length,
        response_rate: asked.length === 0 ? null : Math.round((answered * 100) / asked.length),
      };
      expect(agent, agent.name).toMatchObject(figures);
      expect(agent.rating, agent.name).toBeCloseTo(mean, 2);
      const statistics = await server.request('GET', `/api/agents/${agent.id}/statistics`);
      expect(statistics.body.data).toEqual({
        ...figures,
        rating: agent.rating,
        rating_counts: [1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length),
      });
    }
  });

  test('one is told as in the directory', async () => {
    for (const agent of agents.slice(0, 3))
      expect((await server.request('GET', `/api/agents/${agent.id}`)).body.data).toEqual(agent);
  });

  test('best rated first, with the pagination of every list', async () => {
    const { body } = await server.request('GET', '/api/agents?page=2&limit=3');
    expect(body.data.agents).toEqual(agents.slice(3, 6));
    expect(body.data.pagination).toEqual({
      page: 2,
      limit: 3,
      total: agents.length,
      pages: Math.ceil(agents.length / 3),
      totalPages: Math.ceil(agents.length / 3),
    });
    const ratings = agents.map(({ rating }) => rating);
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
    expect((await server.request('GET', '/api/agents?page=0')).status).toBe(400);
  });

  test('the filters offer what there is, and each finds its agents', async () => {
    const specializations = (await server.request('GET', '/api/agents/specializations')).body.data;
    const locations = (await server.request('GET', '/api/agents/locations')).body.data;
    expect(specializations).toEqual([...new Set(agents.map((agent) => agent.specialization))].sort());
    expect(locations).toEqual(
      [...new Set(agents.map((agent) => agent.location ?? ''))].sort((a, b) => a.localeCompare(b)),
    );
    const find = async (query: string) =>
      (await server.request('GET', `/api/agents?${query}`)).body.data.agents as Agent[];
    for (const location of locations)
      expect(await find(`location=${encodeURIComponent(location)}`)).toEqual(
        agents.filter((agent) => agent.location === location),
      );
    expect(await find('location=makati')).toEqual(await find('location=Makati%20City'));
    expect((await find('location=makati')).length).toBeGreaterThan(0);
    expect(await find('location=Para%C3%B1aque')).toEqual(await find('location=paranaque+city'));
    expect(await find(`specialization=${encodeURIComponent(specializations[0].toLowerCase())}`)).toEqual(
      agents.filter((agent) => agent.specialization === specializations[0]),
    );
    const someone = agents[4];
    const [first = '', ...rest] = someone?.name.toLowerCase().split(' ') ?? [];
    expect(await find(`search=${rest.at(-1)}+${first.slice(0, 3)}`)).toContainEqual(someone);
    expect(await find('search=nobody+is+called+so')).toEqual([]);
    expect(await find('specialization=&location=&search=')).toEqual(agents);
  });

  test('public listings of one, newest first', async () => {
    const agent = agents.find(({ active_listings }) => active_listings > 2);
    const { body } = await server.request('GET', `/api/agents/${agent?.id}/properties`);
    const listings = await server.context.db.models.Property.findAll({
      where: { agent_id: agent?.id ?? 0, moderation_status: 'active' },
      order: [
        ['created_at', 'DESC'],
        ['id', 'DESC'],
      ],
    });
    expect(body.data.map((listing: { id: number }) => listing.id)).toEqual(listings.map(({ id }) => id));
    expect(body.data[0]).toMatchObject({ agent: { id: agent?.id }, location: { city: listings[0]?.city } });
  });
});

describe('who is in the directory', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ data: 'empty' });
  });

  afterAll(() => server.close());

  test.each([
    ['a user', { role: 'user' }],
    ['an applicant', { role: 'user', application: 'pending' }],
    ['a rejected applicant', { role: 'user', application: 'rejected' }],
    ['somebody who is no agent any more', { role: 'user', application: 'approved' }],
    ['a suspended agent', { role: 'agent', status: 'suspended' }],
    ['an agent who waits for approval', { role: 'agent', status: 'pending', application: 'pending' }],
    ['an admin', { role: 'admin' }],
  ] as const)('not %s', async (_who, draft) => {
    const { id } = await enter(server, { ...draft, name: 'Nobody Visible' });
    for (const path of ['', '/statistics', '/properties', '/reviews'])
      expect(await server.request('GET', `/api/agents/${id}${path}`)).toMatchObject({
        status: 404,
        body: { error: 'Agent not found', code: 'not_found' },
      });
    expect((await server.request('GET', '/api/agents?search=Nobody')).body.data.agents).toEqual([]);
  });

  test('hidden and sold listings are counted where they belong', async () => {
    const { context } = server;
    const agent = await enter(server, { role: 'agent' });
    await buildProperty(context, { agent_id: agent.id });
    await buildProperty(context, { agent_id: agent.id, status: 'pending' });
    await buildProperty(context, { agent_id: agent.id, status: 'sold' });
    await buildProperty(context, { agent_id: agent.id, status: 'rented' });
    await buildProperty(context, { agent_id: agent.id, moderation_status: 'rejected' });
    const { body } = await server.request('GET', `/api/agents/${agent.id}`);
    expect(body.data).toMatchObject({
      active_listings: 1,
      properties_sold: 1,
      response_rate: null,
      rating: 0,
    });
    const listed = await server.request('GET', `/api/agents/${agent.id}/properties`);
    expect(listed.body.data).toHaveLength(4);
  });
});

describe('an application', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ data: 'empty' });
  });

  afterAll(() => server.close());

  const application = {
    license_number: ' PRC-12345 ',
    title: 'Broker',
    specialization: 'Village Houses',
    location: 'Pasig City',
    languages: ['English', 'Filipino'],
    experience_years: 7,
    phone: '+63 917 555 0101',
    role: 'admin',
    application_status: 'approved',
  };

  test('is opened, kept from the directory, and told to the admins', async () => {
    const admin = await enter(server, { role: 'admin' });
    const heard = await openSocket(server.url, admin.token);
    const person = await enter(server, { name: 'Lia Ramos' });
    const answer = await person.post('/api/agents/apply', application);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ license_number: 'PRC-12345', application_status: 'pending' });
    const profile = (await person.get('/api/auth/profile')).body.data;
    expect(profile).toMatchObject({
      role: 'user',
      phone: '+63 917 555 0101',
      agent: { application_status: 'pending' },
    });
    expect((await server.request('GET', `/api/agents/${person.id}`)).status).toBe(404);
    const [notice] = await heard.waitFor('notification');
    expect(notice).toMatchObject({
      title: 'New Agent Application',
      message: 'Lia Ramos applied to become an agent.',
    });
    heard.close();
  });

  test.each([
    ['no licence number', { title: 'Broker' }, 'License number is required'],
    ['a blank one', { license_number: '  ' }, 'License number is required'],
  ])('needs a licence number: %s', async (_what, body, sentence) => {
    const answer = await (await enter(server)).post('/api/agents/apply', body);
    expect(answer).toMatchObject({ status: 400, body: { error: sentence } });
  });

  test.each([
    ['years below 0', { experience_years: -1 }],
    ['years as text', { experience_years: '7' }],
    ['a list that is none', { languages: 'English' }],
    ['a title too long', { title: 'x'.repeat(121) }],
  ])('refuses %s', async (_what, change) => {
    const answer = await (await enter(server)).post('/api/agents/apply', { ...application, ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('is not opened twice, also when sent twice at once', async () => {
    const person = await enter(server);
    const answers = await Promise.all([1, 2, 3].map(() => person.post('/api/agents/apply', application)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await person.post('/api/agents/apply', application)).body.code).toBe('application_pending');
  });

  test('is opened anew after a rejection, and by somebody who was an agent once', async () => {
    for (const draft of [{ application: 'rejected' }, { role: 'user', application: 'approved' }] as const) {
      const person = await enter(server, draft);
      const answer = await person.post('/api/agents/apply', application);
      expect(answer).toMatchObject({ status: 201, body: { data: { application_status: 'pending' } } });
    }
  });

  test('is not for agents and admins', async () => {
    const agent = await (await enter(server, { role: 'agent' })).post('/api/agents/apply', application);
    expect(agent).toMatchObject({ status: 409, body: { code: 'already_agent' } });
    const admin = await (await enter(server, { role: 'admin' })).post('/api/agents/apply', application);
    expect(admin).toMatchObject({ status: 409, body: { code: 'admin_cannot_apply' } });
  });
});
