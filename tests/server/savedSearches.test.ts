// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertListings } from '#server/features/properties/writes.ts';
import { lastDigest, searchDigests } from '#server/features/savedSearches/jobs.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { propertyDraft } from '#shared/contracts/propertyWrites.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { type ReceivedMail, readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
/** A Wednesday, 10 AM in Manila. */
const start = new Date('2026-03-18T02:00:00.000Z').getTime();

let smtp: TestSmtp;
let server: TestServer;
let clock = start;
let agent: Person;
let admin: Person;
let ana: Person;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({
    data: 'empty',
    env: { smtpUrl: smtp.url, publicUrl: 'https://silong.example' },
    now: () => new Date(clock),
  });
  agent = await enter(server, { role: 'agent' });
  admin = await enter(server, { role: 'admin' });
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

beforeEach(async () => {
  smtp.mails.length = 0;
  const { db } = server.context;
  await db.transaction(() => db.models.SavedSearch.destroy({ where: {} }));
  ana = await enter(server);
});

const draft = {
  title: 'Two-Bedroom Condo',
  description: 'Near the park.',
  price: 9_000_000,
  type: 'condo',
  listing_type: 'sale',
  location: { address: '5 Rizal Drive, Bonifacio Global City', city: 'Taguig', province: 'Metro Manila' },
  details: { area_sqm: 60, bedrooms: 2 },
};
const inTaguig = '?type=condo&location=Taguig&max_price=10000000&page=3&sort=price_asc';

async function save(person: Person, changes: object = {}): Promise<number> {
  const body = { name: 'Condos in Taguig', query: inTaguig, frequency: 'instant', ...changes };
  const answer = await person.post('/api/saved-searches', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.id;
}

async function publish(changes: object = {}, by = agent): Promise<number> {
  const answer = await by.post('/api/properties', { ...draft, ...changes });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

async function told(person: Person): Promise<Notification[]> {
  const { jobs } = server.context;
  await jobs.flush();
  return (await person.get('/api/notifications')).body.data.reverse();
}
const titlesTo = async (person: Person) => (await told(person)).map(({ title }) => title);
const one = async (person: Person, id: number) =>
  (await person.get('/api/saved-searches')).body.data.saved_searches.find(
    (search: { id: number }) => search.id === id,
  );
const change = (id: number, changes: object) => agent.put(`/api/properties/${id}`, changes);

/** Sessions do not expire meanwhile. */
async function setClock(time: number): Promise<void> {
  clock = time;
  const { db } = server.context;
  const times = { created_at: new Date(clock), last_used_at: new Date(clock) };
  await db.transaction(() => db.models.Session.update(times, { where: {} }));
}
async function mailsTo({ user }: Person) {
  await setClock(clock + 4_000);
  await server.context.jobs.flush();
  return server.context.db.models.OutgoingMail.findAll({ where: { recipient: user.email }, order: ['id'] });
}

/** The first mail that came over the wire to this person. */
async function received(person: Person): Promise<ReceivedMail> {
  expect(await mailsTo(person)).not.toEqual([]);
  const to = () => smtp.mails.find((mail) => mail.to.includes(person.user.email));
  await expect.poll(to).toBeDefined();
  return to() as ReceivedMail;
}

describe('the calls', () => {
  test('keep a search as the list call understands it', async () => {
    const id = await save(ana, {
      name: '  Condos  ',
      query: '?type=condo&q=x&location=Quezon+City&min_price=&page=2',
    });
    expect(await one(ana, id)).toMatchObject({
      id,
      name: 'Condos',
      query: 'type=condo&location=Quezon+City',
      frequency: 'instant',
      new_count: 0,
      last_sent_at: null,
    });
    const changed = await ana.put(`/api/saved-searches/${id}`, { frequency: 'off' });
    expect(changed.body.data).toMatchObject({ name: 'Condos', frequency: 'off' });
    expect(
      (await ana.put(`/api/saved-searches/${id}`, { name: 'Mine', query: 'type=house' })).body.data,
    ).toMatchObject({
      name: 'Mine',
      query: 'type=house',
      frequency: 'off',
    });
    const gone = await server.request('DELETE', `/api/saved-searches/${id}`, { token: ana.token });
    expect(gone.body.data).toEqual({ id });
    expect((await ana.get('/api/saved-searches')).body.data).toEqual({ saved_searches: [] });
  });

  test('keep a sentence, and say what is read of it; an alert names the search', async () => {
    const sentence = 'LF: 2br condo in bgc or makati, below 10m po';
    const name = '2-bedroom condos for sale in BGC or Makati up to ₱10.0M';
    const id = await save(ana, { name, query: String(new URLSearchParams({ search: sentence, type: 'condo' })) });
    const kept = await one(ana, id);
    expect(new URLSearchParams(kept.query).get('search')).toBe(sentence);
    expect(kept.understood.filters).toMatchObject({
      beds_exact: 2,
      location: ['BGC', 'Makati'],
      max_price: 10_000_000,
      listing_type: 'sale',
    });
    // Asked for outright.
    expect(kept.understood.filters).not.toHaveProperty('type');
    await publish({ details: { area_sqm: 60, bedrooms: 3 } });
    expect(await told(ana)).toEqual([]);
    await publish();
    const [alert, ...others] = await told(ana);
    expect(others).toEqual([]);
    expect(alert?.message).toContain(name);
  });

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: undefined }],
    ['frequency', { frequency: 'hourly' }],
    ['query', { query: 'type=castle' }],
    ['query', { query: 'min_price=cheap' }],
    ['query', { query: 'page=0' }],
    ['query', { query: 'sort=best' }],
    ['query', { query: 'bedrooms=1&bedrooms=2' }],
    ['query', { query: 'near=nowhere' }],
    ['query', { query: 'bbox=1,2,3' }],
    ['query', { query: 'location=%00' }],
    ['query', { query: 7 }],
  ])('refuse a wrong %s: %j', async (field, changes) => {
    const body = { name: 'Condos', query: 'type=condo', frequency: 'daily', ...changes };
    const answer = await ana.post('/api/saved-searches', body);
    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path).toBe(field);
  });

  test.each([
    ['/properties?location=Malabon&sort=price_asc', 'location=Malabon&sort=price_asc'],
    ['/fil/properties?location=Malabon#list', 'location=Malabon'],
    ['https://silong.example/properties?type=condo&page=2', 'type=condo'],
  ])('take the address %s as %s', async (given, query) => {
    expect(await one(ana, await save(ana, { query: given }))).toMatchObject({ query });
  });

  test.each([
    ['/agents?location=Malabon', /address of a list of properties/],
    ['/properties/12', /address of a list of properties/],
    ['two bedrooms in Malabon', /address of a list of properties/],
    ['type=castle', /^type must be one of apartment, /],
  ])('refuse %s in plain words', async (query, words) => {
    const answer = await ana.post('/api/saved-searches', { name: 'Mine', query, frequency: 'daily' });
    expect(answer.status).toBe(400);
    expect(answer.body.issues[0]).toMatchObject({ path: 'query', message: expect.stringMatching(words) });
  });

  test('show the matches in the order that was saved', async () => {
    const own = { type: 'house', location: { ...draft.location, city: 'Pateros', address: '1 Morcilla Street' } };
    const ids: number[] = [];
    for (const price of [3_000_000, 1_000_000, 2_000_000]) ids.push(await publish({ ...own, price }));
    const orderOf = async (id: number) => {
      const { properties } = (await ana.get(`/api/saved-searches/${id}/matches`)).body.data;
      return properties.map((property: { id: number }) => ids.indexOf(property.id));
    };
    const id = await save(ana, { query: 'type=house&location=Pateros&sort=price_asc' });
    expect(await orderOf(id)).toEqual([1, 2, 0]);
    const query = 'type=house&location=Pateros&sort=price_desc';
    expect((await ana.put(`/api/saved-searches/${id}`, { query })).status).toBe(200);
    expect(await orderOf(id)).toEqual([0, 2, 1]);
  });

  test('are for their owner alone', async () => {
    const id = await save(ana);
    const ben = await enter(server);
    for (const [method, path, body] of [
      ['PUT', '', { name: 'Taken' }],
      ['DELETE', '', undefined],
      ['GET', '/matches', undefined],
    ] as const) {
      const call = { ...(body && { body }) };
      const address = `/api/saved-searches/${id}${path}`;
      expect((await server.request(method, address, { ...call, token: ben.token })).status).toBe(404);
      expect((await server.request(method, address, call)).status).toBe(401);
    }
    expect((await ben.get('/api/saved-searches')).body.data.saved_searches).toEqual([]);
    expect((await server.request('GET', '/api/saved-searches')).status).toBe(401);
    expect(await one(ana, id)).toMatchObject({ name: 'Condos in Taguig' });
  });

  test('keep fifty of a person, also where two come at once', async () => {
    for (let at = 0; at < 49; at += 1) await save(ana, { name: `Search ${at}` });
    const body = { name: 'Last', query: '', frequency: 'off' };
    const both = await Promise.all([1, 2].map(() => ana.post('/api/saved-searches', body)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('answer what the search finds, and mark what came', async () => {
    const before = await publish({ title: 'Before' });
    await setClock(clock + 1_000);
    const id = await save(ana);
    await setClock(clock + 1_000);
    const after = await publish({ title: 'After' });
    await publish({ title: 'A house', type: 'house' });
    await server.context.jobs.flush();
    expect(await one(ana, id)).toMatchObject({ new_count: 1 });
    const { data } = (await ana.get(`/api/saved-searches/${id}/matches?limit=1`)).body;
    expect(data.properties.map((listing: { id: number }) => listing.id)).toEqual([after]);
    expect(data.new_ids).toEqual([after]);
    expect(data.pagination).toMatchObject({ page: 1, limit: 1 });
    const all = (await ana.get(`/api/saved-searches/${id}/matches?limit=100`)).body.data;
    expect(all.properties.map((listing: { id: number }) => listing.id)).toContain(before);
    expect(all.new_ids).toEqual([after]);
    await setClock(clock + 1_000);
    const seen = await ana.put(`/api/saved-searches/${id}`, { seen: true });
    expect(seen.body.data).toMatchObject({ new_count: 0 });
  });
});

describe('at once', () => {
  test('the bell and a mail that one click ends, within five seconds', async () => {
    const id = await save(ana);
    const socket = await openSocket(server.url, ana.token);
    const posted = Date.now();
    const listing = await publish({ title: 'Loft' });
    const [notice] = await socket.waitFor('notification');
    expect(Date.now() - posted).toBeLessThan(5_000);
    expect(notice).toMatchObject({
      title: 'New Match',
      message: 'Loft, Taguig: ₱9.0M (your search “Condos in Taguig”)',
      action: { label: 'View Property', url: `/properties/${listing}` },
    });
    socket.close();
    const mail = await received(ana);
    const raw = mail.raw.replace(/\r\n[ \t]+/g, ' ');
    const url = /^List-Unsubscribe: <(.+)>/m.exec(raw)?.[1];
    expect(url).toMatch(
      new RegExp(`^https://silong.example/api/saved-searches/${id}/unsubscribe\\?signature=[\\w-]{43}$`),
    );
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    const text = readPart(mail, 'text/plain');
    expect(text).toContain('Loft, Taguig: ₱9.0M');
    expect(text).toContain(`https://silong.example/properties/${listing}`);
    expect(text).toContain(url);
    expect((await one(ana, id)).last_sent_at).not.toBeNull();
  });

  test('once for each listing, and again for a lower price, never for a higher one', async () => {
    await save(ana);
    const listing = await publish();
    await change(listing, { description: 'Near the park and the mall.' });
    await change(listing, { price: 9_500_000 });
    expect(await titlesTo(ana)).toEqual(['New Match']);
    for (const price of [8_500_000, 9_000_000, 8_500_000]) {
      await change(listing, { price });
      await server.context.jobs.flush();
    }
    const notices = await told(ana);
    expect(notices.map(({ title }) => title)).toEqual(['New Match', 'Price Drop']);
    expect(notices[1]?.message).toBe(
      'Two-Bedroom Condo, Taguig: ₱8,500,000, was ₱9,500,000 (your search “Condos in Taguig”)',
    );
    // Still too dear, then within the searched range.
    const dear = await publish({ price: 15_000_000 });
    await change(dear, { price: 12_000_000 });
    expect(await titlesTo(ana)).toHaveLength(2);
    await change(dear, { price: 9_900_000 });
    expect(await titlesTo(ana)).toEqual(['New Match', 'Price Drop', 'Price Drop']);
    // Out of the searched range, downwards.
    await save(ana, { name: 'Dear ones', query: 'min_price=9000000' });
    await change(dear, { price: 8_000_000 });
    const last = (await told(ana)).at(-1);
    expect(last?.message).toContain('Condos in Taguig');
  });

  test('when a correction brings it into the search, and not when it held it already', async () => {
    await save(ana, { name: 'In Malabon', query: 'location=Malabon' });
    const ben = await enter(server);
    await save(ben, { name: 'Two bedrooms', query: 'beds_exact=2' });
    const listing = await publish({ details: { area_sqm: 60, bedrooms: 1 } });
    expect(await titlesTo(ana)).toEqual([]);
    const malabon = { address: '5 Rizal Avenue', city: 'Malabon', province: 'Metro Manila' };
    await change(listing, { location: malabon });
    expect((await told(ana)).map(({ message }) => message)).toEqual([
      'Two-Bedroom Condo, Malabon: ₱9.0M (your search “In Malabon”)',
    ]);
    await change(listing, { details: { bedrooms: 2 } });
    expect((await told(ben)).map(({ message }) => message)).toEqual([
      'Two-Bedroom Condo, Malabon: ₱9.0M (your search “Two bedrooms”)',
    ]);
    // A search that held it before hears nothing, however often it is corrected.
    const cara = await enter(server);
    await save(cara, { name: 'Large ones', query: 'min_area=50' });
    await change(listing, { details: { area_sqm: 70 } });
    await change(listing, { title: 'Corner Condo' });
    expect(await titlesTo(cara)).toEqual([]);
    expect(await titlesTo(ana)).toEqual(['New Match']);
  });

  test('not of a price that was raised and put back, nor of a home that is posted again', async () => {
    await save(ana);
    const listing = await publish();
    for (const price of [9_900_000, 9_000_000]) {
      await change(listing, { price });
      await server.context.jobs.flush();
    }
    expect(await titlesTo(ana)).toEqual(['New Match']);
    const remove = (id: number) => server.request('DELETE', `/api/properties/${id}`, { token: agent.token });
    expect((await remove(listing)).status).toBe(200);
    const again = await publish({ title: 'Fresh on the market', description: 'Seen by none.' });
    // The notice of a deleted listing stays; no other comes.
    expect(await titlesTo(ana)).toEqual(['New Match']);
    // A later search has not seen it, and another home or price is new to all.
    await setClock(clock + 1_000);
    const ben = await enter(server);
    await save(ben);
    expect((await remove(again)).status).toBe(200);
    await setClock(clock + 1_000);
    const cara = await enter(server);
    await save(cara);
    await publish();
    expect(await titlesTo(cara)).toEqual(['New Match']);
    expect(await titlesTo(ben)).toEqual([]);
    await publish({ price: 8_500_000 });
    expect(await titlesTo(ben)).toEqual(['New Match']);
  });

  test('not to somebody who has deleted the account, in the days until it is erased', async () => {
    await save(ana);
    const { ErasureRequest } = server.context.db.models;
    const request = await ErasureRequest.create({
      user_id: ana.id,
      status: 'open',
      reason: null,
      answer: null,
      decided_at: null,
      requested_at: new Date(clock),
      erase_at: new Date(clock + 720 * HOUR),
    });
    await publish();
    expect(await titlesTo(ana)).toEqual([]);
    await request.update({ status: 'withdrawn' });
    await publish({ title: 'Corner Condo' });
    expect((await told(ana)).map(({ message }) => message)).toEqual([expect.stringContaining('Corner Condo')]);
  });

  test('when it is back on the market, once a day', async () => {
    await save(ana);
    const listing = await publish({ status: 'sold' });
    expect(await titlesTo(ana)).toEqual([]);
    for (const status of ['available', 'pending', 'available']) {
      await change(listing, { status });
      await server.context.jobs.flush();
    }
    expect(await titlesTo(ana)).toEqual(['Back on the Market']);
  });

  test('when an administrator shows it, and never while it is hidden', async () => {
    const listing = await publish();
    const moderate = (status: string) =>
      admin.put(`/api/admin/properties/${listing}/status`, { status, reason: 'Checked' });
    expect((await moderate('inactive')).status).toBe(200);
    await save(ana);
    await change(listing, { price: 8_000_000 });
    expect(await titlesTo(ana)).toEqual([]);
    expect((await moderate('active')).status).toBe(200);
    expect(await titlesTo(ana)).toEqual(['New Match']);
  });

  test('not one’s own, not while paused, and one notice where two searches fit', async () => {
    await save(agent);
    const paused = await save(ana, { frequency: 'off' });
    await publish();
    expect(await titlesTo(ana)).toEqual([]);
    expect((await titlesTo(agent)).filter((title) => title === 'New Match')).toEqual([]);
    await ana.put(`/api/saved-searches/${paused}`, { frequency: 'instant' });
    await save(ana, { name: 'Anything', query: '' });
    await publish();
    expect(await titlesTo(ana)).toEqual(['New Match']);
    expect(await mailsTo(ana)).toHaveLength(1);
  });

  test('no mail where mails are not wanted or the address is not confirmed', async () => {
    const unconfirmed = await enter(server, { isEmailVerified: false });
    await ana.put('/api/settings', { notifications: { email: false } });
    for (const person of [ana, unconfirmed]) await save(person);
    await publish();
    for (const person of [ana, unconfirmed]) {
      expect(await titlesTo(person)).toEqual(['New Match']);
      expect(await mailsTo(person)).toEqual([]);
    }
  });

  test('an import of 25 is ten notices, one that counts the others, and one mail', async () => {
    const id = await save(ana);
    await setClock(clock + 1_000);
    const { context } = server;
    const drafts = Array.from({ length: 25 }, (_, at) => ({
      ...propertyDraft.parse({
        ...draft,
        title: `Unit ${at + 1}`,
        status: 'available',
        images: [],
        features: [],
      }),
      image_descriptions: {},
    }));
    const caller = { ...agent.user.get(), adminRole: null, isApprovedAgent: true };
    await context.db.transaction(() => insertListings(context, caller as never, drafts));
    const notices = await told(ana);
    expect(notices.filter(({ title }) => title === 'New Match')).toHaveLength(10);
    expect(notices.filter(({ title }) => title === 'More Matches').map(({ message }) => message)).toEqual([
      '15 more listings for “Condos in Taguig”.',
    ]);
    const mails = await mailsTo(ana);
    expect(mails.map(({ subject }) => subject)).toEqual(['25 listings for “Condos in Taguig” – Silong']);
    expect(await one(ana, id)).toMatchObject({ new_count: 25 });
  });
});

describe('digests', () => {
  const sweep = async (servers = 1) => {
    const runs = Array.from({ length: servers }, () =>
      searchDigests(server.context).run(new AbortController().signal),
    );
    await Promise.all(runs);
    await server.context.jobs.flush();
  };

  test('are due at eight in Manila, the weekly ones on Mondays', () => {
    const at = (frequency: 'daily' | 'weekly', now: string) => lastDigest(frequency, new Date(now)).toISOString();
    expect(at('daily', '2026-03-18T00:00:00Z')).toBe('2026-03-18T00:00:00.000Z');
    expect(at('daily', '2026-03-17T23:59:59Z')).toBe('2026-03-17T00:00:00.000Z');
    expect(at('weekly', '2026-03-18T02:00:00Z')).toBe('2026-03-16T00:00:00.000Z');
    expect(at('weekly', '2026-03-15T23:59:59Z')).toBe('2026-03-09T00:00:00.000Z');
    expect(at('weekly', '2026-03-16T00:00:00Z')).toBe('2026-03-16T00:00:00.000Z');
  });

  test('name what came and is still there, once, on any number of servers', async () => {
    await setClock(start + 7 * 24 * HOUR);
    await save(ana, { name: 'Daily', frequency: 'daily' });
    await save(ana, { name: 'Weekly', frequency: 'weekly' });
    const gone = await publish({ title: 'Gone' });
    await publish({ title: 'Stays' });
    await server.context.jobs.flush();
    await change(gone, { status: 'sold' });
    await sweep();
    expect(await titlesTo(ana)).toEqual([]);

    await setClock(start + 8 * 24 * HOUR);
    await sweep(3);
    expect((await told(ana)).map(({ message }) => message)).toEqual(['1 new match for “Daily”.']);
    const [mail, ...others] = await mailsTo(ana);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('New Match: Stays – Silong');

    await setClock(start + 12 * 24 * HOUR);
    await sweep(2);
    await sweep();
    expect((await told(ana)).map(({ message }) => message)).toEqual([
      '1 new match for “Daily”.',
      '1 new match for “Weekly”.',
    ]);
    expect(await mailsTo(ana)).toHaveLength(2);
  });

  test('say nothing of what came before the rhythm was changed', async () => {
    const id = await save(ana, { frequency: 'daily' });
    await publish();
    await server.context.jobs.flush();
    await ana.put(`/api/saved-searches/${id}`, { frequency: 'off' });
    await ana.put(`/api/saved-searches/${id}`, { frequency: 'daily' });
    await setClock(clock + 24 * HOUR);
    await sweep();
    expect(await titlesTo(ana)).toEqual([]);
  });
});

describe('unsubscribing', () => {
  async function mailedAddress(): Promise<{ id: number; path: string }> {
    const id = await save(ana);
    await publish();
    await server.context.jobs.flush();
    const mail = await received(ana);
    const url = /^List-Unsubscribe: <(.+?)>/m.exec(mail.raw.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
    return { id, path: url.replace('https://silong.example', '') };
  }
  const click = (method: string, path: string) =>
    fetch(`${server.url}${path}`, {
      method,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
    });

  test('looking changes nothing, one click does it, and is done when it is done again', async () => {
    const { id, path } = await mailedAddress();
    const shown = await click('GET', path);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toContain('text/html');
    expect(await shown.text()).toContain('Stop alerts for “Condos in Taguig”?');
    expect((await click('HEAD', path)).status).toBe(200);
    expect(await one(ana, id)).toMatchObject({ frequency: 'instant' });
    for (let times = 0; times < 2; times += 1) {
      expect((await click('POST', path)).status).toBe(200);
      expect(await one(ana, id)).toMatchObject({ frequency: 'off' });
    }
    const before = await titlesTo(ana);
    await publish();
    expect(await titlesTo(ana)).toEqual(before);
  });

  test('nothing without its signature', async () => {
    const { path } = await mailedAddress();
    const other = await save(ana, { name: 'Another', query: 'type=land' });
    const signature = path.split('signature=')[1] ?? '';
    const altered = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
    for (const forged of [
      `/api/saved-searches/${other}/unsubscribe?signature=${signature}`,
      path.replace(signature, altered),
      path.replace(signature, ''),
      path.replace(/\?.*/, ''),
      `${path}&signature=${signature}`,
      path.replace(/searches\/\d+/, 'searches/x'),
      path.replace(/searches\/\d+/, 'searches/99999999999'),
    ])
      for (const method of ['GET', 'POST']) expect((await click(method, forged)).status, forged).toBe(404);
    const { saved_searches } = (await ana.get('/api/saved-searches')).body.data;
    for (const { frequency } of saved_searches) expect(frequency).toBe('instant');
  });
});
