import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const profile = (token?: string) => server.request('GET', '/api/auth/profile', { token });
const update = (token: string, body: unknown) => server.request('PUT', '/api/auth/profile', { token, body });

test('needs someone', async () => {
  const { status, body } = await profile();
  expect(status).toBe(401);
  expect(body).toEqual({ success: false, error: 'Please log in to continue', code: 'unauthorized' });
});

test('changes name and phone, and only what is sent', async () => {
  const user = await buildUser(server.context, { name: 'Old Name', phone: '1' });
  const token = await signIn(server.context, user);
  expect((await update(token, { name: '  New Name ' })).body.data).toMatchObject({
    name: 'New Name',
    phone: '1',
  });
  expect((await update(token, { phone: '  ' })).body.data).toMatchObject({ name: 'New Name', phone: null });
  expect((await update(token, {})).body.data).toMatchObject({ name: 'New Name', phone: null });
  expect((await profile(token)).body.data.name).toBe('New Name');
});

test('stores no field that is not its own', async () => {
  const user = await buildUser(server.context);
  const token = await signIn(server.context, user);
  const { status, body } = await update(token, {
    role: 'admin',
    admin_role: 'owner',
    status: 'suspended',
    email: 'taken-over@example.com',
    id: 99,
    password_hash: 'x',
    application_status: 'approved',
    rating: 5,
    title: 'Broker',
    license_number: 'L-1',
  });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    id: user.id,
    role: 'user',
    admin_role: null,
    status: 'active',
    email: user.email,
    agent: null,
  });
  expect(await server.context.db.models.AgentProfile.count({ where: { user_id: user.id } })).toBe(0);
});

test.each([
  ['agent', 'approved'],
  ['user', 'pending'],
] as const)('changes the agent fields of an agent or applicant (%s, %s)', async (role, application) => {
  const user = await buildUser(server.context, { role, application });
  const token = await signIn(server.context, user);
  const fields = {
    title: 'Senior Broker',
    bio: 'Twelve years in Makati.',
    specialization: 'Condominiums',
    location: 'Makati City',
    languages: ['English', 'Filipino'],
    certifications: ['PRC'],
    achievements: [],
    working_hours: { Monday: '9:00 AM - 6:00 PM', Sunday: 'By appointment' },
    experience_years: 12,
    viber: '+63 917 555 0102',
    whatsapp: null,
    messenger: 'juan.delacruz',
    license_number: 'PRC-0012345',
  };
  // Set by an admin, in spite of the values sent.
  const stored = {
    ...fields,
    application_status: application,
    license_expires_on: null,
    license_checked_at: null,
    license_lapsed_at: null,
  };
  const forged = { license_expires_on: '2099-12-31', license_checked_at: '2026-01-01T00:00:00.000Z' };
  const { body } = await update(token, { ...fields, ...forged, application_status: 'rejected', rating: 5 });
  expect(body.data.agent).toEqual(stored);
  expect((await profile(token)).body.data.agent).toEqual(stored);
});

test.each([
  { name: '' },
  { name: null },
  { phone: 'x'.repeat(41) },
  { experience_years: -1 },
  { experience_years: '12' },
  { languages: 'English' },
  { languages: Array(31).fill('English') },
  { working_hours: ['9-5'] },
  { working_hours: Object.fromEntries(Array.from({ length: 15 }, (_, day) => [`Day ${day}`, '9-5'])) },
  { bio: 'x'.repeat(4_001) },
  { avatar_url: 'https://evil.example/tracker.png' },
  { avatar_url: `/media/${'0'.repeat(64)}` },
])('refuses %j', async (draft) => {
  const user = await buildUser(server.context, { role: 'agent' });
  const token = await signIn(server.context, user);
  const { status, body } = await update(token, draft);
  expect(status).toBe(400);
  expect(body.issues[0].path.split('.')[0]).toBe(Object.keys(draft)[0]);
});

test('takes an uploaded picture', async () => {
  const { db } = server.context;
  const user = await buildUser(server.context);
  const picture = {
    hash: 'a1'.repeat(32),
    width: 1,
    height: 1,
    bytes: 1,
    uploaded_by: user.id,
    created_at: new Date(),
  };
  await db.transaction((transaction) => db.models.Media.create(picture, { transaction }));
  const token = await signIn(server.context, user);
  const url = `/media/${picture.hash}`;
  expect((await update(token, { avatar_url: url })).body.data.avatar_url).toBe(url);
  expect((await update(token, { avatar_url: null })).body.data.avatar_url).toBeNull();
});

test('a key of the language itself does no harm', async () => {
  const user = await buildUser(server.context, { role: 'agent' });
  const token = await signIn(server.context, user);
  const { status } = await update(token, '{"__proto__":{"role":"admin"},"working_hours":{"__proto__":"9-5"}}');
  expect(status).toBeLessThan(500);
  expect((await profile(token)).body.data.role).toBe('agent');
});
