// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const DAY_MS = 24 * 3_600_000;
let now = new Date('2026-06-01T02:00:00Z');
let server: TestServer;
let admin: Person;
let agent: Person;
let maria: Person;
let jose: Person;

beforeAll(async () => {
  server = await startTestServer({
    data: 'empty',
    now: () => now,
    // The clock goes on by hours; other tests cover repeated identity checks.
    env: { stepUpAfterLoginMinutes: 100_000 },
  });
  admin = await enter(server, { role: 'admin' });
});
afterAll(() => server.close());

beforeEach(async () => {
  agent = await enter(server, { role: 'agent', name: 'Andrea' });
  maria = await enter(server, { name: 'Maria' });
  jose = await enter(server, { name: 'Jose' });
});

const build = (overrides: Parameters<typeof buildProperty>[1] = {}) =>
  buildProperty(server.context, { agent_id: agent.id, ...overrides });
const report = (by: Person, id: number, body: object = { reason: 'scam' }) =>
  by.post(`/api/properties/${id}/reports`, body);
const decide = (id: number, body: object, by = admin) => by.put(`/api/admin/reports/${id}`, body);
const list = async (query = '') => (await admin.get(`/api/admin/reports${query}`)).body.data;
const noticesOf = async (person: Person) =>
  (await person.get('/api/notifications')).body.data as { title: string; message: string }[];
const titlesOf = async (person: Person) => (await noticesOf(person)).map(({ title }) => title);
const isPublic = async (id: number) => (await server.request('GET', `/api/properties/${id}`)).status === 200;

describe('reporting a listing', () => {
  test('is kept for the one who did it', async () => {
    const listing = await build();
    expect((await maria.get(`/api/properties/${listing.id}/reports/mine`)).body.data).toBeNull();
    const sent = await report(maria, listing.id, {
      reason: 'wrong_details',
      details: '  It has one bedroom ',
    });
    expect(sent).toMatchObject({
      status: 201,
      body: { data: { property_id: listing.id, reason: 'wrong_details', details: 'It has one bedroom' } },
    });
    expect(sent.body.data).toMatchObject({ status: 'open', created_at: now.toISOString(), decided_at: null });
    expect((await maria.get(`/api/properties/${listing.id}/reports/mine`)).body.data).toEqual(sent.body.data);
    expect((await jose.get(`/api/properties/${listing.id}/reports/mine`)).body.data).toBeNull();
  });

  test.each([
    [{}, 'Please choose a reason', 'reason'],
    [{ reason: 'ugly' }, 'Please choose a reason', 'reason'],
    [{ reason: 'other', details: '  ' }, 'Please tell us what is wrong', 'details'],
    [{ reason: 'scam', details: 'x'.repeat(1_001) }, 'Must be at most 1000 characters', 'details'],
  ])('of %j is refused with a sentence', async (body, error, path) => {
    const listing = await build();
    expect(await report(maria, listing.id, body)).toMatchObject({
      status: 400,
      body: { error, issues: [{ path }] },
    });
  });

  test('is possible once, also when sent several times at once', async () => {
    const listing = await build();
    const answers = await Promise.all([1, 2, 3].map(() => report(maria, listing.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { body } = await report(maria, listing.id, { reason: 'duplicate' });
    expect(body).toMatchObject({
      code: 'already_reported',
      error: 'You have already reported this listing',
    });
    expect(await server.context.db.models.ListingReport.count({ where: { property_id: listing.id } })).toBe(1);
    expect((await report(jose, listing.id)).status).toBe(201);
  });

  test('is for listings of others that are public', async () => {
    const listing = await build();
    expect(await report(agent, listing.id)).toMatchObject({
      status: 409,
      body: { code: 'own_listing', error: 'This is your own listing' },
    });
    const hidden = await build({ moderation_status: 'pending' });
    const missing = await report(maria, 2_000_000);
    for (const person of [maria, agent, admin]) {
      const answer = await report(person, hidden.id);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 404, body: missing.body });
    }
    const own = (id: number) => maria.get(`/api/properties/${id}/reports/mine`);
    expect(await own(hidden.id)).toMatchObject({ status: 404, body: (await own(2_000_000)).body });
  });

  test('has a limit for a day, which says when it is over', async () => {
    const listings = await Promise.all(Array.from({ length: 21 }, () => build()));
    const [last, ...others] = listings;
    if (!last) throw new Error('no listing');
    const statuses = await Promise.all(others.map(async ({ id }) => (await report(maria, id)).status));
    expect(new Set(statuses)).toEqual(new Set([201]));
    now = new Date(now.getTime() + DAY_MS - 60_000);
    const refused = await report(maria, last.id);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_reports' } });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await report(jose, last.id)).status).toBe(201);
    now = new Date(now.getTime() + 60_000);
    expect((await report(maria, last.id)).status).toBe(201);
  });

  test('tells the admins once while reports of a listing wait', async () => {
    const listing = await build({ title: 'Twice Told' });
    const others = await Promise.all([1, 2, 3].map(() => enter(server)));
    const sent = await Promise.all([maria, jose, ...others].map((person) => report(person, listing.id)));
    const told = async () =>
      (await noticesOf(admin)).filter(({ message }) => message.startsWith('Twice Told')).length;
    await expect.poll(told).toBe(1);
    for (const { body } of sent) await decide(body.data.id, { decision: 'dismiss' });
    await report(await enter(server), listing.id, { reason: 'offensive' });
    await expect.poll(told).toBe(2);
    expect((await noticesOf(admin))[0]).toMatchObject({
      title: 'Listing Reported',
      message: 'Twice Told: It is offensive or discriminates',
      action: { url: '/admin-dashboard?tab=trust&desk=reports' },
    });
  });
});

describe('the queue', () => {
  test('shows who says what about which listing, the one that waits longest first', async () => {
    const listing = await build({ title: 'Loft in Poblacion', images: ['/media/abc', '/media/def'] });
    const bare = await build({ images: [], agent_id: null });
    const first = (await report(maria, listing.id, { reason: 'scam', details: 'Asks for a deposit' })).body.data;
    await report(jose, listing.id);
    const third = (await report(maria, bare.id)).body.data;
    const { reports, open, pagination } = await list('?status=open&limit=100');
    expect(pagination.total).toBe(open);
    const ids = reports.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => one - other));
    expect(reports.find(({ id }: { id: number }) => id === first.id)).toEqual({
      ...first,
      reporter: { id: maria.id, name: 'Maria', email: maria.user.email },
      decided_by: null,
      property: {
        id: listing.id,
        title: 'Loft in Poblacion',
        image: '/media/abc',
        status: 'active',
        agent: { id: agent.id, name: 'Andrea' },
        open_reports: 2,
      },
    });
    expect(reports.find(({ id }: { id: number }) => id === third.id).property).toMatchObject({
      image: null,
      agent: null,
      open_reports: 1,
    });
    expect((await list('?page=2&limit=1')).reports).toHaveLength(1);
    for (const person of [maria, agent]) {
      expect((await person.get('/api/admin/reports')).status).toBe(403);
      expect((await decide(first.id, { decision: 'dismiss' }, person)).status).toBe(403);
    }
  });

  test('keeps what was decided, the latest first', async () => {
    const listing = await build();
    const one = (await report(maria, listing.id)).body.data.id;
    const other = (await report(jose, listing.id)).body.data.id;
    await decide(other, { decision: 'dismiss' });
    now = new Date(now.getTime() + 1_000);
    await decide(one, { decision: 'dismiss' });
    const { reports } = await list('?status=dismissed');
    expect(reports.slice(0, 2).map(({ id }: { id: number }) => id)).toEqual([one, other]);
    expect((await list()).reports[0].id).toBe(other);
    expect((await list('?status=all')).reports[0].id).toBe(other);
    expect((await admin.get('/api/admin/reports?status=new')).status).toBe(400);
  });
});

describe('accepting', () => {
  test('takes the listing off, settles all its open reports and tells everyone', async () => {
    const listing = await build({ title: 'Too Good To Be True' });
    const dismissed = (await report(await enter(server), listing.id)).body.data.id;
    await decide(dismissed, { decision: 'dismiss' });
    const { id } = (await report(maria, listing.id)).body.data;
    await report(jose, listing.id);
    const reason = 'The price is that of another flat';
    const answer = await decide(id, { decision: 'accept', reason });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'accepted',
          decided_at: now.toISOString(),
          decided_by: admin.user.name,
          property: { status: 'inactive', open_reports: 0 },
        },
      },
    });
    expect(await isPublic(listing.id)).toBe(false);
    const rows = await server.context.db.models.ListingReport.findAll({ where: { property_id: listing.id } });
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['accepted', 'accepted', 'dismissed']);
    for (const person of [maria, jose])
      await expect
        .poll(() => noticesOf(person))
        .toMatchObject([
          { title: 'Thank You for Your Report', message: expect.stringContaining('Too Good To Be True') },
        ]);
    await expect
      .poll(() => noticesOf(agent))
      .toMatchObject([{ title: 'Listing Taken Down', message: `Too Good To Be True was taken down: ${reason}` }]);
    const { body: log } = await admin.get('/api/admin/audit-log?limit=2');
    expect(log.data.entries).toMatchObject([
      { action: 'report.accept', entity_type: 'report', entity_id: id, reason, after: { reports: 2 } },
      { action: 'property.moderate', entity_id: listing.id, reason, before: { moderation_status: 'active' } },
    ]);
    expect((await maria.get(`/api/properties/${listing.id}/reports/mine`)).body.data.status).toBe('accepted');
  });

  test('needs a reason', async () => {
    const listing = await build();
    const { id } = (await report(maria, listing.id)).body.data;
    for (const reason of [undefined, '  '])
      expect(await decide(id, { decision: 'accept', reason })).toMatchObject({
        status: 400,
        body: { error: 'Please give a reason. The agent will see it.', issues: [{ path: 'reason' }] },
      });
    expect(await isPublic(listing.id)).toBe(true);
  });

  test('leaves a listing rejected that was rejected meanwhile', async () => {
    const listing = await build();
    const { id } = (await report(maria, listing.id)).body.data;
    await admin.put(`/api/admin/properties/${listing.id}/status`, {
      status: 'rejected',
      reason: 'Not yours',
    });
    await decide(id, { decision: 'accept', reason: 'As reported' });
    await listing.reload();
    expect(listing).toMatchObject({ moderation_status: 'rejected', moderation_reason: 'Not yours' });
  });
});

describe('dismissing', () => {
  test('is about one report, and leaves the listing where it is', async () => {
    const listing = await build({ title: 'All Is Well' });
    const { id } = (await report(maria, listing.id)).body.data;
    await report(jose, listing.id);
    const { body } = await decide(id, { decision: 'dismiss' });
    expect(body.data).toMatchObject({
      status: 'dismissed',
      property: { status: 'active', open_reports: 1 },
    });
    expect(await isPublic(listing.id)).toBe(true);
    expect(await newestAudit(server.context)).toMatchObject({ action: 'report.dismiss', entity_id: id });
    await expect.poll(() => titlesOf(maria)).toEqual(['Your Report Was Checked']);
    expect(await titlesOf(jose)).toEqual([]);
    expect(await titlesOf(agent)).toEqual([]);
    expect((await report(maria, listing.id)).body.code).toBe('already_reported');
  });
});

test('a report is decided once, whoever decides at the same time', async () => {
  const other = await enter(server, { role: 'admin' });
  const listing = await build();
  const { id } = (await report(maria, listing.id)).body.data;
  const answers = await Promise.all([
    decide(id, { decision: 'accept', reason: 'Fake' }),
    decide(id, { decision: 'dismiss' }, other),
    decide(id, { decision: 'accept', reason: 'Fake' }, other),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await decide(id, { decision: 'dismiss' })).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  });
  expect((await decide(2_000_000, { decision: 'dismiss' })).status).toBe(404);
});

test('nothing is reported of a listing that is being taken off', async () => {
  const listing = await build();
  const { id } = (await report(maria, listing.id)).body.data;
  const late = await Promise.all(Array.from({ length: 4 }, () => enter(server)));
  await Promise.all([
    decide(id, { decision: 'accept', reason: 'Fake' }),
    ...late.map((person) => report(person, listing.id)),
  ]);
  expect(
    await server.context.db.models.ListingReport.count({
      where: { property_id: listing.id, status: 'open' },
    }),
  ).toBe(0);
});

describe('what goes', () => {
  test('reports go with their listing', async () => {
    const listing = await build();
    await report(maria, listing.id);
    await server.request('DELETE', `/api/properties/${listing.id}`, { token: agent.token });
    expect(await server.context.db.models.ListingReport.count({ where: { property_id: listing.id } })).toBe(0);
    expect((await maria.get(`/api/properties/${listing.id}/reports/mine`)).status).toBe(404);
  });

  test('a report outlives its reporter without the name, its words only until it is decided', async () => {
    const [undecided, done] = [await build(), await build()];
    const { id } = (await report(maria, undecided.id, { reason: 'other', details: 'Not built yet' })).body.data;
    const old = (await report(maria, done.id, { reason: 'other', details: 'Not there' })).body.data;
    await decide(old.id, { decision: 'dismiss' });
    const data = await maria.get('/api/privacy/data');
    expect(data.body.reports_made.map((row: { details: string }) => row.details)).toEqual([
      'Not built yet',
      'Not there',
    ]);
    await server.request('DELETE', `/api/admin/users/${maria.id}`, { token: admin.token });
    const find = async (wanted: number) =>
      (await list('?limit=100')).reports.find((row: { id: number }) => row.id === wanted);
    expect(await find(id)).toMatchObject({ reporter: null, details: 'Not built yet', status: 'open' });
    expect(await find(old.id)).toMatchObject({ reporter: null, details: null });
    const decided = await decide(id, { decision: 'accept', reason: 'It is not built yet' });
    expect(decided.body.data).toMatchObject({ reporter: null, details: null, status: 'accepted' });
  });
});
