// @databases both

import { afterAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { sweepLicenses } from '#server/features/licenses/jobs.ts';
import { JobQueue } from '#server/jobs/queue.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { startLicenseDesk } from '#tests/support/licenseDesk.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { buildListedAgent, findPublicly, HIDDEN, THERE } from '#tests/support/publicPaths.ts';
import { readPart } from '#tests/support/smtp.ts';

const desk = await startLicenseDesk();
const { server, admin, sweep, setClock, check, profileOf, stateOf, titlesOf, mailsTo } = desk;

afterAll(() => desk.close());

/** Warned in its time and unlisted on the day after its last. */
async function lapse(agent: Person): Promise<void> {
  const lastDay = '2026-05-31';
  setClock('2026-05-20 10:00');
  await check(agent, lastDay);
  await sweep();
  setClock('2026-06-01 00:10');
  await sweep();
}

describe('the end of a licence', () => {
  test('is warned of 30 and 7 days before, once each', async () => {
    setClock('2026-03-02 10:00');
    const agent = await enter(server, { role: 'agent', name: 'Bea' });
    await check(agent, '2026-04-30');
    setClock('2026-03-30 23:59');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(0);
    setClock('2026-03-31 00:00');
    await sweep();
    await sweep();
    setClock('2026-04-22 23:59');
    await sweep();
    const [first, ...others] = await mailsTo(agent);
    if (!first) throw new Error('no mail');
    expect(others).toHaveLength(0);
    const text = readPart(first, 'text/plain').replace(/\s+/g, ' ');
    expect(text).toContain('PRC 0012345');
    expect(text).toContain('valid until April 30, 2026');
    expect(text).toContain('on May 1, 2026');
    await expect.poll(() => titlesOf(agent)).toEqual(['License Renewal Due']);
    setClock('2026-04-23 00:00');
    await sweep();
    await sweep();
    setClock('2026-04-30 23:59');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(2);
  });

  test('hides the agent and the listings everywhere on the day after, and a new check brings all back', async () => {
    setClock('2026-03-02 10:00');
    const scene = await buildListedAgent(server);
    const { agent, listing } = scene;
    const taken = await buildProperty(server.context, {
      agent_id: agent.id,
      moderation_status: 'inactive',
      moderation_reason: 'The photos show another building',
    });
    await check(agent, '2026-04-30');
    setClock('2026-04-23 10:00');
    await sweep();
    setClock('2026-04-30 23:59');
    await sweep();
    expect(await findPublicly(server, scene)).toEqual(THERE);
    setClock('2026-05-01 00:00');
    await sweep();
    expect(await findPublicly(server, scene)).toEqual(HIDDEN);
    expect(await stateOf(agent)).toBe('lapsed');
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'license.lapse',
      entity_id: agent.id,
      actor_id: null,
      actor_name: 'System',
    });
    expect((await mailsTo(agent)).at(-1)?.raw).toContain('You are not listed');
    await expect.poll(() => titlesOf(agent)).toContain('Unlisted');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(2);

    // Still at work, only not in public: new posts are not public either.
    const changed = await agent.put(`/api/properties/${listing.id}`, { title: `${listing.title} again` });
    expect(changed.status).toBe(200);
    const posted = await agent.post('/api/properties', {
      title: 'Posted meanwhile',
      description: 'Quiet street.',
      price: 9_000_000,
      location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
      details: { area_sqm: 120 },
      images: [],
    });
    expect(posted.status).toBe(201);
    const newId = posted.body.data.id;
    expect((await server.request('GET', `/api/properties/${newId}`)).status).toBe(404);
    const shown = await admin.put(`/api/admin/properties/${newId}/status`, { status: 'active' });
    expect(shown).toMatchObject({ status: 409, body: { code: 'agent_away' } });

    // Neither another number nor an old licence is a way back.
    await agent.put('/api/auth/profile', { license_number: 'PRC 0055555' });
    await check(agent, '2026-04-30');
    expect(await findPublicly(server, scene)).toEqual(HIDDEN);

    await check(agent, '2029-04-30');
    expect(await findPublicly(server, scene)).toEqual(THERE);
    expect((await server.request('GET', `/api/properties/${newId}`)).status).toBe(200);
    expect((await server.request('GET', `/api/properties/${taken.id}`)).status).toBe(404);
    expect((await mailsTo(agent)).at(-1)?.raw).toContain('You are listed');
    await expect.poll(() => titlesOf(agent)).toContain('Listed Again');
  });

  test('is not escaped by another number', async () => {
    setClock('2026-03-02 10:00');
    const scene = await buildListedAgent(server);
    await check(scene.agent, '2026-04-30');
    await scene.agent.put('/api/auth/profile', { license_number: 'PRC 0055555' });
    expect(await stateOf(scene.agent)).toBe('unchecked');
    setClock('2026-04-23 10:00');
    await sweep();
    const [mail] = await mailsTo(scene.agent);
    expect(mail && readPart(mail, 'text/plain')).not.toContain('PRC 0055555');
    setClock('2026-05-01 00:00');
    await sweep();
    expect(await findPublicly(server, scene)).toEqual(HIDDEN);
  });

  test('unlists nobody sooner than a week after the warning, and nobody who was never checked', async () => {
    setClock('2026-03-02 10:00');
    const scene = await buildListedAgent(server);
    const unchecked = await enter(server, { role: 'agent' });
    await check(scene.agent, '2026-04-30');
    // The server was down all the while.
    setClock('2026-05-10 09:00');
    await sweep();
    const [mail] = await mailsTo(scene.agent);
    if (!mail) throw new Error('no mail');
    const text = readPart(mail, 'text/plain').replace(/\s+/g, ' ');
    expect(text).toContain('was valid until April 30, 2026');
    expect(text).toContain('on May 17, 2026');
    expect(await stateOf(scene.agent)).toBe('expired');
    setClock('2026-05-17 08:59');
    await sweep();
    expect(await findPublicly(server, scene)).toEqual(THERE);
    setClock('2026-05-17 09:00');
    await sweep();
    expect(await findPublicly(server, scene)).toEqual(HIDDEN);
    expect(await mailsTo(unchecked)).toHaveLength(0);
    expect((await server.request('GET', `/api/agents/${unchecked.id}`)).status).toBe(200);
  });

  test('a renewal that is checked in time starts anew', async () => {
    setClock('2026-04-10 10:00');
    const agent = await enter(server, { role: 'agent' });
    await check(agent, '2026-04-30');
    await sweep();
    await check(agent, '2026-04-30');
    expect((await profileOf(agent)).license_warned_at).not.toBeNull();
    await check(agent, '2029-04-30');
    expect((await profileOf(agent)).license_warned_at).toBeNull();
    setClock('2026-05-10 10:00');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(1);
    expect(await stateOf(agent)).toBe('valid');
  });

  test('suspension and a licence that ran out hide each for itself', async () => {
    const setStatus = (agent: Person, status: string) =>
      admin.put(`/api/admin/users/${agent.id}/status`, { status });
    setClock('2026-05-20 10:00');
    const first = await buildListedAgent(server);
    await lapse(first.agent);
    await setStatus(first.agent, 'suspended');
    await setStatus(first.agent, 'active');
    expect(await findPublicly(server, first)).toEqual(HIDDEN);
    await check(first.agent, '2029-05-31');
    expect(await findPublicly(server, first)).toEqual(THERE);

    const other = await buildListedAgent(server);
    await lapse(other.agent);
    await setStatus(other.agent, 'suspended');
    await check(other.agent, '2029-05-31');
    expect(await findPublicly(server, other)).toEqual(HIDDEN);
    await setStatus(other.agent, 'active');
    expect(await findPublicly(server, other)).toEqual(THERE);
  });

  test('who is suspended is neither warned nor unlisted until back', async () => {
    setClock('2026-03-02 10:00');
    const agent = await enter(server, { role: 'agent' });
    await check(agent, '2026-04-30');
    await admin.put(`/api/admin/users/${agent.id}/status`, { status: 'suspended' });
    setClock('2026-05-10 10:00');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(0);
    await admin.put(`/api/admin/users/${agent.id}/status`, { status: 'active' });
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(1);
    expect(await stateOf(agent)).toBe('expired');
  });

  test('sweeps at the same moment warn once', async () => {
    setClock('2026-04-10 10:00');
    const agents = await Promise.all([1, 2, 3].map(() => enter(server, { role: 'agent' })));
    for (const agent of agents) await check(agent, '2026-04-30');
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    for (const agent of agents) expect(await mailsTo(agent)).toHaveLength(1);
  });
});

/** SQLite belongs to one process. */
describe.runIf(inject('postgresUrl'))('two processes', () => {
  test('warn once', async () => {
    setClock('2026-04-10 10:00');
    const { env } = server.context;
    const secondDb = openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
    try {
      const agents = await Promise.all([1, 2, 3, 4].map(() => enter(server, { role: 'agent' })));
      for (const agent of agents) await check(agent, '2026-04-30');
      const second = { ...server.context, db: secondDb };
      const jobs = new JobQueue(second);
      const mail = createMailer({ ...second, jobs });
      const swept = await Promise.all([sweep(), sweepLicenses({ ...second, jobs, mail })]);
      expect(swept.reduce((sum, each) => sum + each.warned, 0)).toBe(4);
      for (const agent of agents) expect(await mailsTo(agent)).toHaveLength(1);
    } finally {
      await secondDb.close();
    }
  });
});
