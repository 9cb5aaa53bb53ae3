// @databases full

import { afterAll, describe, expect, test } from 'vitest';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { startLicenseDesk } from '#tests/support/licenseDesk.ts';
import { enter } from '#tests/support/people.ts';

const desk = await startLicenseDesk();
const { server, admin, list, setClock, check, profileOf, stateOf, titlesOf } = desk;

afterAll(() => desk.close());

describe('the desk', () => {
  test('keeps number, last day, who checked and when, and says so in public', async () => {
    setClock('2026-03-02 10:00');
    const agent = await enter(server, { role: 'agent', name: 'Andres' });
    expect((await server.request('GET', `/api/agents/${agent.id}`)).body.data.license).toBeNull();
    const { status, body } = await check(agent, '2027-10-12', { note: 'Seen in the register' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      agent: { id: agent.id, name: agent.user.name, email: agent.user.email, avatar_url: null },
      license_number: 'PRC 0012345',
      state: 'valid',
      expires_on: '2027-10-12',
      checked_at: '2026-03-02T02:00:00.000Z',
      checked_by: 'Alma Admin',
      warned_at: null,
      lapsed_at: null,
      note: 'Seen in the register',
    });
    const license = {
      number: 'PRC 0012345',
      checked_at: '2026-03-02T02:00:00.000Z',
      expires_on: '2027-10-12',
    };
    expect((await server.request('GET', `/api/agents/${agent.id}`)).body.data.license).toEqual(license);
    const { agents } = (await server.request('GET', '/api/agents')).body.data;
    expect(agents.find(({ id }: { id: number }) => id === agent.id).license).toEqual(license);
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'license.check',
      entity_id: agent.id,
      actor_id: admin.id,
      reason: 'Seen in the register',
      after: { license_number: 'PRC 0012345', license_expires_on: '2027-10-12' },
    });
    expect((await agent.get('/api/auth/profile')).body.data.agent).toMatchObject({
      license_expires_on: '2027-10-12',
      license_checked_at: '2026-03-02T02:00:00.000Z',
      license_lapsed_at: null,
    });
  });

  test('a state changes with the day in Manila, at the borders of its months', async () => {
    const agent = await enter(server, { role: 'agent' });
    setClock('2026-01-31 10:00');
    expect(await stateOf(agent)).toBe('unchecked');
    await check(agent, '2026-03-31');
    const states: [string, string][] = [
      ['2026-02-28 23:59', 'valid'],
      ['2026-03-01 00:00', 'expiring'],
      ['2026-03-31 23:59', 'expiring'],
      ['2026-04-01 00:00', 'expired'],
    ];
    for (const [moment, state] of states) {
      setClock(moment);
      expect(await stateOf(agent), moment).toBe(state);
    }
    // Past its day the licence is not shown any more, though its agent is still listed.
    expect((await server.request('GET', `/api/agents/${agent.id}`)).body.data.license).toBeNull();
  });

  test('is searched and filtered, counts every state and shows first what needs somebody', async () => {
    setClock('2026-03-02 10:00');
    const [valid, ends] = [
      await enter(server, { role: 'agent', name: 'Zita Desk' }),
      await enter(server, { role: 'agent', name: 'Yago Desk' }),
    ];
    await enter(server, { role: 'agent', name: 'Xena Desk' });
    await enter(server, { role: 'user', application: 'pending', name: 'Wally Desk' });
    await check(valid, '2028-01-01');
    await check(ends, '2026-03-20');
    const named = ({ body }: Awaited<ReturnType<typeof list>>) =>
      body.data.licenses.map(({ agent }: { agent: { name: string } }) => agent.name);
    const all = await list({ search: 'desk' });
    expect(named(all)).toEqual(['Xena Desk', 'Yago Desk', 'Zita Desk']);
    expect(all.body.data.pagination.total).toBe(3);
    expect(named(await list({ search: 'desk', state: 'expiring' }))).toEqual(['Yago Desk']);
    expect(named(await list({ search: 'desk', state: 'all', page: '2', limit: '2' }))).toEqual(['Zita Desk']);
    // None of them has given a number.
    expect(named(await list({ search: '0917 000 9999' }))).toEqual([]);
    const { counts } = all.body.data;
    const everyone = (await list()).body.data.licenses;
    for (const [state, count] of Object.entries(counts))
      expect(everyone.filter((each: { state: string }) => each.state === state).length, state).toBe(count);
    expect((await list({ state: 'gone' })).status).toBe(400);
  });

  test('refuses what is no licence of an agent', async () => {
    const agent = await enter(server, { role: 'agent' });
    const applicant = await enter(server, { application: 'pending' });
    expect((await check(applicant, '2027-01-01')).status).toBe(404);
    expect((await check(agent, '2027-02-29')).status).toBe(400);
    expect((await check(agent, 'soon')).status).toBe(400);
    expect((await check(agent, '2027-02-28', { license_number: ' ' })).status).toBe(400);
    expect((await profileOf(agent)).license_checked_at).toBeNull();
  });
});

describe('another number', () => {
  test('takes the check back and tells the admins; anything else leaves it', async () => {
    setClock('2026-03-02 10:00');
    const agent = await enter(server, { role: 'agent', name: 'Nena' });
    await check(agent, '2027-10-12', { note: 'Fine' });
    await agent.put('/api/auth/profile', { license_number: 'PRC 0012345', bio: 'About me' });
    await agent.put('/api/auth/profile', { title: 'Broker' });
    expect(await stateOf(agent)).toBe('valid');
    await agent.put('/api/auth/profile', { license_number: 'PRC 0099999' });
    expect(await profileOf(agent)).toMatchObject({
      license_number: 'PRC 0099999',
      license_expires_on: '2027-10-12',
      license_checked_at: null,
      license_checked_by: null,
      license_note: null,
    });
    expect(await stateOf(agent)).toBe('unchecked');
    await expect.poll(() => titlesOf(admin)).toContain('License Number Changed');
  });

  test('so does one in a new application', async () => {
    const agent = await enter(server, { role: 'agent' });
    await check(agent, '2027-10-12');
    await admin.put(`/api/admin/users/${agent.id}`, {
      name: agent.user.name,
      email: agent.user.email,
      role: 'user',
      status: 'active',
    });
    const { status } = await agent.post('/api/agents/apply', { license_number: 'PRC 777' });
    expect(status).toBe(201);
    expect(await profileOf(agent)).toMatchObject({
      license_number: 'PRC 777',
      license_checked_at: null,
      license_expires_on: null,
    });
  });
});

describe('leaving', () => {
  test('the check stays when the admin who made it has gone', async () => {
    setClock('2026-03-02 10:00');
    const other = await enter(server, { role: 'admin', name: 'Gone Soon' });
    const agent = await enter(server, { role: 'agent' });
    const body = { license_number: 'PRC 1', expires_on: '2028-01-01' };
    expect((await other.put(`/api/admin/licenses/${agent.id}`, body)).body.data.checked_by).toBe('Gone Soon');
    await admin.put(`/api/admin/users/${other.id}`, {
      name: 'Gone Soon',
      email: other.user.email,
      role: 'user',
      status: 'active',
    });
    const { status } = await server.request('DELETE', `/api/admin/users/${other.id}`, { token: admin.token });
    expect(status).toBe(200);
    expect(await profileOf(agent)).toMatchObject({
      license_checked_by: null,
      license_expires_on: '2028-01-01',
    });
    expect(await stateOf(agent)).toBe('valid');
  });
});
