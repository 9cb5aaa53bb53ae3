import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { type PushService, startPushService } from '#tests/support/pushService.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let receiver: PushService;
let server: TestServer;
/** The manager of the office, an agent in it, and an agent of none. */
let boss: Person;
let ben: Person;
let stranger: Person;

beforeAll(async () => {
  receiver = await startPushService();
  server = await startTestServer({ data: 'empty', outsideNetwork: receiver.network });
});

afterAll(async () => {
  await server.close();
  await receiver.close();
});

beforeEach(async () => {
  receiver.received.length = 0;
  boss = await enter(server, { role: 'agent', name: 'Bea Manager' });
  ben = await enter(server, { role: 'agent', name: 'Ben Agent' });
  stranger = await enter(server, { role: 'agent', name: 'Sam Stranger' });
  const { body } = await boss.post('/api/office', { name: 'Reyes Realty' });
  await join(ben, body.data.office.id);
});

const join = (person: Person, office_id: number) =>
  server.context.db.transaction(() =>
    server.context.db.models.OfficeMember.create({ user_id: person.id, office_id, joined_at: new Date() }),
  );

const flush = () => server.context.jobs.flush();
const makeToken = (person: Person, scopes: string[]) => person.post('/api/tokens', { name: 'Site', scopes });
const read = (path: string, token: string) => server.request('GET', path, { token });
const subscribe = (person: Person, scope: string) =>
  person.post('/api/webhooks', {
    url: 'https://push.example/silong',
    events: ['inquiry.created', 'viewing.requested', 'listing.created', 'listing.deleted'],
    scope,
  });

const draft = {
  title: 'Loft in Salcedo',
  description: 'Quiet.',
  price: 9_000_000,
  type: 'condo',
  location: { address: '1 Ayala Avenue', city: 'Makati', province: 'Metro Manila' },
  details: { area_sqm: 60 },
};

async function tokenOf(person: Person, scopes: string[]): Promise<string> {
  const { status, body } = await makeToken(person, scopes);
  expect(status).toBe(201);
  return body.data.token;
}

const told = () =>
  receiver.received.map(({ body }) => JSON.parse(body.toString()) as { type: string; data: { agent_id: number } });

describe('a feed of the office', () => {
  test('has the listings of all members, hidden ones too, and says whose each is', async () => {
    const { context } = server;
    const shown = await buildProperty(context, { agent_id: ben.id, title: 'Of Ben' });
    const hidden = await buildProperty(context, { agent_id: boss.id, moderation_status: 'rejected' });
    await buildProperty(context, { agent_id: stranger.id });
    const token = await tokenOf(boss, ['office:read']);
    const json = await read('/api/feeds/office/listings.json', token);
    expect(json.status).toBe(200);
    expect(
      (json.body as { id: number; agent_id: number; agent_name: string }[])
        .map(({ id, agent_id, agent_name }) => [id, agent_id, agent_name])
        .sort(),
    ).toEqual(
      [
        [shown.id, ben.id, 'Ben Agent'],
        [hidden.id, boss.id, 'Bea Manager'],
      ].sort(),
    );
    const xml = await read('/api/feeds/office/listings.xml', token);
    expect(xml.body).toContain(`<agent_id>${ben.id}</agent_id><agent_name>Ben Agent</agent_name>`);
    const { data } = Papa.parse<Record<string, string>>(
      String((await read('/api/feeds/office/listings.csv', token)).body).trim(),
      { header: true },
    );
    expect(data.map(({ agent_name }) => agent_name).sort()).toEqual(['Bea Manager', 'Ben Agent']);
    // One agent's own feed stays their own, without the agent's name.
    const own = (await ben.get('/api/feeds/listings.json')).body as object[];
    expect(own).toHaveLength(1);
    expect(own[0]).not.toHaveProperty('agent_id');
  });

  test('is read again by the import, and is another one once somebody joins', async () => {
    await boss.post('/api/properties', { ...draft, reference: 'B-1' });
    const first = await boss.get('/api/feeds/office/listings.json');
    const report = await boss.post('/api/properties/my/import', { json: first.body, dry_run: true });
    expect(report.body.data).toMatchObject({ columns: { unknown: [] }, actions: { unchanged: 1 } });
    const tag = String(first.headers.get('etag'));
    const again = (headers: Record<string, string>) =>
      server.request('GET', '/api/feeds/office/listings.json', { token: boss.token, headers });
    expect((await again({ 'if-none-match': tag })).status).toBe(304);
    const member = await server.context.db.models.OfficeMember.findByPk(boss.id);
    await join(stranger, member?.office_id ?? 0);
    expect((await again({ 'if-none-match': tag })).status).toBe(200);
  });

  test('is for who manages the office, by session and by a token of that scope', async () => {
    const path = '/api/feeds/office/listings.json';
    const answers = await Promise.all([boss, ben, stranger].map((person) => person.get(path)));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [403, 'managers_only'],
      [404, 'not_found'],
    ]);
    const narrow = await read(path, await tokenOf(boss, ['listings:read']));
    expect([narrow.status, narrow.body.code]).toEqual([403, 'token_scope']);
    const made = await Promise.all([ben, stranger].map((person) => makeToken(person, ['office:read'])));
    expect(made.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'managers_only'],
      [404, 'not_found'],
    ]);
  });
});

describe('a webhook of the office', () => {
  test('is told of all members, each once, and of nobody else', async () => {
    expect((await subscribe(boss, 'office')).body.data.scope).toBe('office');
    const listing = (await ben.post('/api/properties', draft)).body.data;
    await flush();
    await stranger.post('/api/properties', draft);
    await boss.post('/api/properties', draft);
    const ana = await enter(server);
    await ana.post(`/api/agents/${ben.id}/contact`, {
      ...{ name: 'Ana Cruz', email: 'ana@example.com', message: 'Is it still available?' },
    });
    await server.request('DELETE', `/api/properties/${listing.id}`, { token: ben.token });
    await flush();
    const news = told().map(({ type, data }) => [type, data.agent_id]);
    expect(news.map(String).toSorted()).toEqual(
      [
        ['inquiry.created', ben.id],
        ['listing.created', ben.id],
        ['listing.created', boss.id],
        ['listing.deleted', ben.id],
      ]
        .map(String)
        .toSorted(),
    );
    expect(told().find(({ type }) => type === 'listing.deleted')?.data).toEqual({
      listing: { id: listing.id, title: draft.title },
      agent_id: ben.id,
    });
  });

  test('beside one of its own tells an agent of the office both', async () => {
    await subscribe(boss, 'office');
    await subscribe(ben, 'own');
    await ben.post('/api/properties', draft);
    await flush();
    expect(told().map(({ data }) => data.agent_id ?? null)).toEqual(expect.arrayContaining([ben.id, null]));
    expect(told()).toHaveLength(2);
  });

  test('is for who manages the office', async () => {
    const refused = await Promise.all([ben, stranger].map((person) => subscribe(person, 'office')));
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'managers_only'],
      [404, 'not_found'],
    ]);
    const odd = await subscribe(boss, 'everybody');
    expect([odd.status, odd.body.issues?.[0]?.path]).toEqual([400, 'scope']);
  });

  test('sends nothing of who left the office meanwhile', async () => {
    await subscribe(boss, 'office');
    await ben.post('/api/properties', draft);
    const { OfficeMember } = server.context.db.models;
    await server.context.db.transaction(() => OfficeMember.destroy({ where: { user_id: ben.id } }));
    await flush();
    expect(told()).toEqual([]);
  });
});

describe('who manages an office no more', () => {
  const demote = async () => boss.put(`/api/office/members/${boss.id}`, { role: 'agent' });
  const leave = async () =>
    server.request('DELETE', `/api/office/members/${boss.id}`, { token: boss.token, body: {} });
  const removed = async () =>
    server.request('DELETE', `/api/office/members/${boss.id}`, { token: ben.token, body: {} });

  test.each([
    ['by being an agent of it', demote],
    ['by leaving', leave],
    ['by being removed', removed],
  ])('loses what was for the office, %s; what is their own stays', async (_way, end) => {
    const token = await tokenOf(boss, ['listings:read', 'office:read']);
    const officeToken = await tokenOf(boss, ['office:read']);
    const own = (await subscribe(boss, 'own')).body.data;
    await subscribe(boss, 'office');
    expect((await read('/api/feeds/office/listings.json', token)).status).toBe(200);
    await boss.put(`/api/office/members/${ben.id}`, { role: 'manager' });
    expect((await end()).status).toBe(200);

    const { body: hooks } = await boss.get('/api/webhooks');
    expect(hooks.data.webhooks).toMatchObject([{ id: own.id, scope: 'own' }]);
    const { body: tokens } = await boss.get('/api/tokens');
    expect(tokens.data.tokens).toMatchObject([{ scopes: ['listings:read'] }]);
    expect((await read('/api/feeds/listings.json', token)).status).toBe(200);
    expect((await read('/api/feeds/office/listings.json', token)).status).toBe(403);
    expect((await read('/api/feeds/office/listings.json', officeToken)).status).toBe(401);
    // And has nothing of it in an office of another time.
    await server.request('DELETE', `/api/office/members/${boss.id}`, { token: boss.token, body: {} });
    await boss.post('/api/office', { name: 'Another Office' });
    expect((await read('/api/feeds/office/listings.json', token)).status).toBe(403);
    expect((await boss.get('/api/feeds/office/listings.json')).status).toBe(200);
  });
});

test('an office’s own number of a listing is told on its page to its agent, the office and administrators', async () => {
  const listing = await buildProperty(server.context, { agent_id: ben.id, reference: 'B-42' });
  const plain = await buildProperty(server.context, { agent_id: ben.id });
  const admin = await enter(server, { role: 'admin' });
  const user = await enter(server);
  const path = `/api/properties/${listing.id}`;
  const seen = async (token?: string) =>
    (await server.request('GET', path, token ? { token } : {})).body.data.reference;
  for (const person of [ben, boss, admin]) expect(await seen(person.token), person.user.name).toBe('B-42');
  for (const token of [stranger.token, user.token, undefined]) expect(await seen(token)).toBeUndefined();
  const list = await ben.get(`/api/properties?search=%23${listing.id}`);
  expect(list.body.data.properties[0]).not.toHaveProperty('reference');
  expect((await ben.get(`/api/properties/${plain.id}`)).body.data).not.toHaveProperty('reference');

  // A program sees it where it may see the agent's listings, and is a stranger otherwise.
  expect(await seen(await tokenOf(ben, ['viewings:read']))).toBeUndefined();
  const hidden = { status: 'rejected', reason: 'The photos show another unit.' };
  expect((await admin.put(`/api/admin/properties/${listing.id}/status`, hidden)).status).toBe(200);
  expect((await boss.get(path)).status).toBe(404);
  expect(await seen(ben.token)).toBe('B-42');
});
