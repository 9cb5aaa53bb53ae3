import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApplicationChecks } from '#shared/contracts/agents.ts';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let owner: Person;
let moderator: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  owner = await enter(server, { role: 'admin', name: 'Olivia Owner' });
  moderator = await enter(server, { role: 'admin', adminRole: 'moderator' });
});

afterAll(() => server.close());

const checksOf = async (id: number, by = owner): Promise<ApplicationChecks> =>
  (await by.get(`/api/admin/agents/${id}/checks`)).body.data;
const inState = ({ checks }: ApplicationChecks, wanted: string) =>
  checks.filter(({ state }) => state === wanted).map(({ kind }) => kind);
const profileOf = async (id: number) => {
  const profile = await server.context.db.models.AgentProfile.findByPk(id);
  if (!profile) throw new Error('There is no profile');
  return profile;
};
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

test('of somebody new nothing is called checked that nobody checked', async () => {
  const person = await enter(server, { isEmailVerified: false, phone: '+63 917 555 0101' });
  await person.post('/api/agents/apply', { license_number: 'PRC 0012345' });
  const checks = await checksOf(person.id);
  expect(inState(checks, 'unchecked')).toEqual(['email', 'phone', 'license', 'license_expiry', 'second_factor']);
  expect(inState(checks, 'attention')).toEqual(['account_age']);
  expect(checks.facts).toMatchObject({
    email: person.user.email,
    email_confirmed_at: null,
    phone: '+63 917 555 0101',
    phone_confirmed_at: null,
    license_number: 'PRC 0012345',
    license_checked_by: null,
    account_age_days: 0,
    rejections: [],
  });
});

test('of somebody known each fact is told', async () => {
  const at = daysAgo(40);
  const agent = await enter(server, { application: 'pending', phone: '+63 917 555 0202' });
  // A model's update does not set the creation time.
  await server.context.db.models.User.update({ phone_verified_at: at, created_at: at } as never, {
    where: { id: agent.id },
  });
  const checked = { license_checked_at: at, license_checked_by: owner.id, license_expires_on: '2099-01-31' };
  await (await profileOf(agent.id)).update({ license_number: 'PRC 0067890', ...checked });
  await server.context.db.models.TotpFactor.create({
    user_id: agent.id,
    secret: 'SECRET',
    last_step: 0,
    created_at: at,
    confirmed_at: at,
  });
  const checks = await checksOf(agent.id);
  expect(inState(checks, 'unchecked')).toEqual([]);
  expect(checks.facts).toMatchObject({
    license_checked_by: 'Olivia Owner',
    license_expires_on: '2099-01-31',
  });
  const before = await checksOf(agent.id);
  expect(before.facts.has_second_factor).toBe(true);
  await (await profileOf(agent.id)).update({ license_expires_on: '2020-01-31' });
  expect(inState(await checksOf(agent.id), 'attention')).toContain('license_expiry');
});

test('what others share with the applicant is a reason to look, and named to those who read accounts', async () => {
  const twin = await buildUser(server.context, {
    name: 'Tina Twin',
    role: 'agent',
    phone: '0917-555 0303',
    status: 'suspended',
  });
  await (await profileOf(twin.id)).update({ license_number: 'PRC-REB No. 0033445' });
  const { id: listing } = await buildProperty(server.context, { agent_id: twin.id });
  const signal = {
    kind: 'low_price' as const,
    property_id: listing,
    first_seen_at: daysAgo(1),
    last_seen_at: daysAgo(1),
  };
  await server.context.db.models.FraudSignal.create({ ...signal, user_id: null, facts: {} });
  const applicant = await enter(server, { phone: '+63 917 555 0303' });
  await applicant.post('/api/agents/apply', { license_number: '33445' });
  const checks = await checksOf(applicant.id);
  expect(inState(checks, 'attention')).toEqual(expect.arrayContaining(['same_license', 'same_phone', 'signals']));
  const named = [{ id: twin.id, name: 'Tina Twin', role: 'agent', status: 'suspended' }];
  expect(checks.facts).toMatchObject({
    same_phone: { count: 1, accounts: named },
    same_license: { count: 1, accounts: named },
    signals: { open: 1, acted: 0, dismissed: 0 },
  });
  // Moderators decide on applications, and do not see the list of users.
  const told = await checksOf(applicant.id, moderator);
  expect(told.facts.same_phone).toEqual({ count: 1, accounts: [] });
  expect(JSON.stringify(told)).not.toContain('Tina');
});

test('a number of no usual form, reports and an earlier rejection are reasons to look', async () => {
  const person = await enter(server);
  await person.post('/api/agents/apply', { license_number: 'pending' });
  await owner.put(`/api/admin/agents/${person.id}/reject`, { reason: 'The number is not in the register' });
  await person.post('/api/agents/apply', { license_number: 'still pending' });
  const { id } = await buildProperty(server.context, { agent_id: person.id, moderation_status: 'active' });
  await (await enter(server)).post(`/api/properties/${id}/reports`, { reason: 'scam' });
  const checks = await checksOf(person.id);
  expect(inState(checks, 'attention')).toEqual(
    expect.arrayContaining(['license_number', 'reports', 'rejections']),
  );
  expect(checks.facts.reports).toEqual({ open: 1, accepted: 0, dismissed: 0 });
  expect(checks.facts.rejections).toEqual([
    { at: expect.any(String), reason: 'The number is not in the register' },
  ]);
});

test('an approval keeps what was not checked, and is refused when that has changed since it was shown', async () => {
  const person = await enter(server, { isEmailVerified: false, phone: '+63 917 555 0404' });
  await person.post('/api/agents/apply', { license_number: 'PRC 0054321' });
  const { checks } = await checksOf(person.id);
  await server.context.db.models.User.update({ email_verified_at: new Date() }, { where: { id: person.id } });
  const path = `/api/admin/agents/${person.id}/approve`;
  const refused = await moderator.put(path, { shown: checks });
  expect(refused).toMatchObject({ status: 409, body: { code: 'checks_changed' } });
  const { checks: now } = await checksOf(person.id);
  expect((await moderator.put(path, { shown: now })).status).toBe(200);
  expect(await newestAudit(server.context)).toMatchObject({
    action: 'agent.approve',
    before: { role: 'user', application_status: 'pending' },
    after: {
      role: 'agent',
      application_status: 'approved',
      unchecked: ['phone', 'license', 'license_expiry', 'second_factor'],
      attention: ['account_age'],
    },
  });
});

test('nobody of that id applied', async () => {
  const person = await buildUser(server.context, {});
  expect((await owner.get(`/api/admin/agents/${person.id}/checks`)).status).toBe(404);
  expect((await owner.put(`/api/admin/agents/${person.id}/approve`)).status).toBe(404);
});
