import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WaitingCases } from '#shared/contracts/analytics.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket, settle } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  owner = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

const waiting = async (person = owner): Promise<WaitingCases> =>
  (await person.get('/api/admin/waiting')).body.data;

test('each desk counts what its own list says is open', async () => {
  expect(await waiting()).toEqual({
    applications: 0,
    listings: 0,
    reports: 0,
    duplicates: 0,
    licenses: 0,
    offices: 0,
    signals: 0,
    erasures: 0,
  });
  const agent = await enter(server, { role: 'agent' });
  const person = await enter(server);
  await enter(server, { application: 'pending' });
  // A user who became an administrator since.
  await enter(server, { role: 'admin', application: 'pending' });
  const pending = { agent_id: agent.id, moderation_status: 'pending' as const };
  await buildProperty(server.context, pending);
  await buildProperty(server.context, pending);
  const { id } = await buildProperty(server.context, { agent_id: agent.id });
  await person.post(`/api/properties/${id}/reports`, { reason: 'scam' });
  await person.post('/api/privacy/erasure', { password: 'correct horse' });
  expect(await waiting()).toEqual({
    applications: 1,
    listings: 2,
    reports: 1,
    duplicates: 0,
    // The agent's number has not been checked.
    licenses: 1,
    offices: 0,
    signals: 0,
    erasures: 1,
  });
  const { counts } = (await owner.get('/api/admin/licenses')).body.data;
  expect(counts.unchecked + counts.expired).toBe(1);
  const checked = { license_number: 'PRC 12345', expires_on: '2030-06-30' };
  await owner.put(`/api/admin/licenses/${agent.id}`, checked);
  expect((await waiting()).licenses).toBe(0);
  await owner.put(`/api/admin/licenses/${agent.id}`, { ...checked, expires_on: '2020-06-30' });
  expect((await waiting()).licenses).toBe(1);
});

test('of desks that are not part of a role nothing is told', async () => {
  const told = async (adminRole: 'moderator' | 'support' | 'auditor') => {
    const cases = await waiting(await enter(server, { role: 'admin', adminRole }));
    return Object.entries(cases).flatMap(([kind, count]) => (count === null ? [] : [kind]));
  };
  const trust = ['reports', 'duplicates', 'licenses', 'offices', 'signals'];
  expect(await told('support')).toEqual(['erasures']);
  expect(await told('moderator')).toEqual(['applications', 'listings', ...trust]);
  expect(await told('auditor')).toEqual(['applications', 'listings', ...trust, 'erasures']);
});

test('administrators’ open windows are told when it changes, and nobody else’s', async () => {
  const agent = await enter(server, { role: 'agent' });
  const { id } = await buildProperty(server.context, { agent_id: agent.id });
  const [admin, other] = [await openSocket(server.url, owner.token), await openSocket(server.url, agent.token)];
  const told = async (change: () => Promise<unknown>) => {
    const before = admin.heard('waiting_changed').length;
    await change();
    await admin.waitFor('waiting_changed', before + 1);
  };
  const setStatus = (status: string) => () =>
    owner.put(`/api/admin/properties/${id}/status`, { status, reason: 'Please explain' });
  await told(setStatus('pending'));
  await told(setStatus('active'));
  const applicant = await enter(server);
  await told(() => applicant.post('/api/agents/apply', { license_number: 'PRC 0012345' }));
  await told(() => owner.put(`/api/admin/agents/${applicant.id}/approve`));
  await settle();
  expect(other.heard('waiting_changed')).toEqual([]);
  admin.close();
  other.close();
});
