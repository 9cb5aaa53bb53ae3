// @databases full

import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const defaults = {
  notifications: {
    email: true,
    push: true,
    priceAlerts: true,
    newProperties: true,
    messageNotifications: true,
  },
  privacy: { profileVisibility: 'public', showEmail: false, showPhone: false },
  search: {
    saveHistory: true,
    defaultLocation: 'Makati City',
    defaultPropertyType: 'all',
    maxBudget: 10_000_000,
  },
  language: { interface: null },
};

test('are at their defaults at first', async () => {
  const ana = await enter(server, { name: 'Ana Reyes', phone: '+63 917 555 0103' });
  expect((await ana.get('/api/settings')).body.data).toEqual({
    ...defaults,
    profile: {
      name: 'Ana Reyes',
      email: ana.user.email,
      phone: '+63 917 555 0103',
      bio: null,
      location: null,
    },
  });
});

test('keep what is sent, part by part', async () => {
  const ana = await enter(server);
  const bystander = await enter(server);
  await ana.put('/api/settings', { notifications: { email: false } });
  await ana.put('/api/settings', { notifications: { priceAlerts: false }, search: { maxBudget: null } });
  const answer = await ana.put('/api/settings', {
    privacy: { showEmail: true, profileVisibility: 'agents-only' },
    search: { defaultPropertyType: 'lot', defaultLocation: ' Quezon City ' },
  });
  const expected = {
    notifications: { ...defaults.notifications, email: false, priceAlerts: false },
    privacy: { profileVisibility: 'agents-only', showEmail: true, showPhone: false },
    search: {
      ...defaults.search,
      maxBudget: null,
      defaultPropertyType: 'lot',
      defaultLocation: 'Quezon City',
    },
  };
  expect(answer).toMatchObject({ status: 200, body: { data: expected } });
  expect((await ana.get('/api/settings')).body.data).toEqual(answer.body.data);
  expect((await bystander.get('/api/settings')).body.data).toMatchObject(defaults);
});

test('changes of different parts at once all hold', async () => {
  const ana = await enter(server);
  const parts = [
    { notifications: { email: false } },
    { notifications: { push: false } },
    { privacy: { showPhone: true } },
    { search: { saveHistory: false } },
    { profile: { name: 'Ana Cruz', bio: 'Looking for a loft.' } },
  ];
  const answers = await Promise.all(parts.map((part) => ana.put('/api/settings', part)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await ana.get('/api/settings')).body.data).toMatchObject({
    notifications: { email: false, push: false, priceAlerts: true },
    privacy: { showPhone: true },
    search: { saveHistory: false },
    profile: { name: 'Ana Cruz', bio: 'Looking for a loft.' },
  });
});

test('name and phone are the account’s, the e-mail stays', async () => {
  const ana = await enter(server);
  const { email } = ana.user;
  const answer = await ana.put('/api/settings', {
    profile: { name: ' Ana Santos ', phone: '', email: 'other@example.com', role: 'admin', bio: 'Hello' },
    role: 'admin',
  });
  expect(answer.body.data.profile).toEqual({
    name: 'Ana Santos',
    phone: null,
    email,
    bio: 'Hello',
    location: null,
  });
  expect((await ana.get('/api/auth/profile')).body.data).toMatchObject({
    name: 'Ana Santos',
    phone: null,
    email,
    role: 'user',
  });
});

test('an agent’s bio and location are those of the public profile', async () => {
  const agent = await enter(server, { role: 'agent' });
  await agent.put('/api/settings', { profile: { bio: 'Twenty years in Pasig.', location: 'Pasig City' } });
  expect((await server.request('GET', `/api/agents/${agent.id}`)).body.data).toMatchObject({
    bio: 'Twenty years in Pasig.',
    location: 'Pasig City',
  });
  await agent.put('/api/auth/profile', { bio: 'Changed there.' });
  expect((await agent.get('/api/settings')).body.data.profile.bio).toBe('Changed there.');
});

test.each([
  ['a blank name', { profile: { name: ' ' } }],
  ['a switch that is text', { notifications: { email: 'yes' } }],
  ['an unknown visibility', { privacy: { profileVisibility: 'friends' } }],
  ['a budget that is not offered', { search: { maxBudget: 1 } }],
  ['an unknown type', { search: { defaultPropertyType: 'castle' } }],
  ['a list', []],
  ['a part that is none', { search: 'Makati' }],
])('refuse %s, and keep nothing of it', async (_what, body) => {
  const ana = await enter(server);
  const sent = Array.isArray(body) ? body : { privacy: { showEmail: true }, ...body };
  expect(await ana.put('/api/settings', sent)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  });
  expect((await ana.get('/api/settings')).body.data).toMatchObject(defaults);
});

test('what is not known is not stored', async () => {
  const ana = await enter(server);
  await ana.put('/api/settings', { notifications: { email: false, fax: true }, theme: 'dark' });
  const row = await server.context.db.models.PersonalSettings.findByPk(ana.id);
  expect(JSON.stringify(row?.settings)).not.toMatch(/fax|dark/);
});
