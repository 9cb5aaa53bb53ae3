import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BULK_ROWS } from '#shared/limits.ts';
import { countAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const ID_NOBODY_HAS = 2_147_483_647;

interface Result {
  id: number;
  name: string | null;
  outcome: string;
  before: unknown;
  error: string | null;
  code: string | null;
}

let server: TestServer;
let owner: Person;
let support: Person;
let moderator: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  owner = await enter(server, { role: 'admin', name: 'Olivia Owner' });
  support = await enter(server, { role: 'admin', adminRole: 'support', name: 'Simon Support' });
  moderator = await enter(server, { role: 'admin', adminRole: 'moderator', name: 'Mona Moderator' });
});

afterAll(() => server.close());

const outcomes = ({ results }: { results: Result[] }) => results.map(({ outcome, code }) => code ?? outcome);
const entriesAbout = (entityType: string, ids: number[]) =>
  server.context.db.models.AuditEntry.count({ where: { entity_type: entityType, entity_id: ids } });

describe('the status of chosen accounts', () => {
  const path = '/api/admin/users/status';

  test('is set for each, and told of each by name', async () => {
    const one = await enter(server, { name: 'One Chosen' });
    const two = await enter(server, { name: 'Two Chosen' });
    const done = await buildUser(server.context, { name: 'Done Already', status: 'suspended' });
    const ids = [one.id, two.id, done.id, ID_NOBODY_HAS];
    const { status, body } = await support.put(path, { ids: [...ids, one.id], status: 'suspended' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      changed: 2,
      results: [
        expect.objectContaining({
          id: one.id,
          name: 'One Chosen',
          outcome: 'changed',
          before: { status: 'active' },
        }),
        expect.objectContaining({ id: two.id, name: 'Two Chosen', outcome: 'changed' }),
        expect.objectContaining({ id: done.id, name: 'Done Already', outcome: 'unchanged' }),
        {
          id: ID_NOBODY_HAS,
          name: null,
          outcome: 'refused',
          before: null,
          error: 'User not found',
          code: 'not_found',
        },
      ],
    });
    for (const person of [one, two]) expect((await person.get('/api/auth/profile')).status).toBe(401);
    expect(await entriesAbout('user', ids)).toBe(2);

    const back = await support.put(path, { ids: [one.id, two.id], status: 'active' });
    expect(back.body.data.changed).toBe(2);
    expect(await entriesAbout('user', ids)).toBe(4);
  });

  test('is never one’s own, and that of administrators for owners alone', async () => {
    const auditor = await buildUser(server.context, {
      role: 'admin',
      adminRole: 'auditor',
      name: 'Andy Auditor',
    });
    const person = await buildUser(server.context, {});
    const ids = [support.id, auditor.id, person.id];
    const refused = await support.put(path, { ids, status: 'suspended' });
    expect(outcomes(refused.body.data)).toEqual(['own_account', 'admin_role_required', 'changed']);
    expect(refused.body.data.results[1]).toMatchObject({
      name: 'Andy Auditor',
      error: expect.stringMatching(/owner/),
    });
    const own = await owner.put(path, { ids: [owner.id, auditor.id], status: 'inactive' });
    expect(outcomes(own.body.data)).toEqual(['own_account', 'changed']);
    expect((await owner.get('/api/auth/profile')).status).toBe(200);
  });

  test('approves no agent for somebody who does not decide on applications', async () => {
    const applicant = await buildUser(server.context, {
      role: 'agent',
      status: 'pending',
      application: 'pending',
    });
    const person = await buildUser(server.context, { status: 'inactive' });
    const { body } = await support.put(path, { ids: [applicant.id, person.id], status: 'active' });
    expect(outcomes(body.data)).toEqual(['admin_role_required', 'changed']);
    await applicant.reload();
    expect(applicant.status).toBe('pending');
  });

  test('is refused as a whole where the call itself is wrong', async () => {
    const { id } = await buildUser(server.context, {});
    const before = await countAudit(server.context);
    const many = Array.from({ length: MAX_BULK_ROWS + 1 }, (_, at) => at + 1);
    for (const [body, field] of [
      [{ ids: [], status: 'active' }, 'ids'],
      [{ ids: many, status: 'active' }, 'ids'],
      [{ ids: ['1'], status: 'active' }, 'ids.0'],
      [{ ids: [id], status: 'pending' }, 'status'],
    ] as const) {
      const answer = await owner.put(path, body);
      expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
    }
    expect((await moderator.put(path, { ids: [id], status: 'suspended' })).status).toBe(403);
    expect(await countAudit(server.context)).toBe(before);
  });
});

describe('chosen listings', () => {
  const path = '/api/admin/properties/status';
  const noticesOf = async (person: Person) =>
    ((await person.get('/api/notifications')).body.data as { type: string }[]).length;

  test('are rejected with one reason, each agent is told, and put back', async () => {
    const agent = await enter(server, { role: 'agent' });
    const other = await enter(server, { role: 'agent' });
    const one = await buildProperty(server.context, { agent_id: agent.id, title: 'First loft' });
    const two = await buildProperty(server.context, { agent_id: other.id, title: 'Second loft' });
    const ids = [one.id, two.id, ID_NOBODY_HAS];
    const { status, body } = await moderator.put(path, {
      ids,
      status: 'rejected',
      reason: 'Not your pictures',
    });
    expect(status).toBe(200);
    expect(outcomes(body.data)).toEqual(['changed', 'changed', 'not_found']);
    expect(body.data.results[0]).toMatchObject({
      name: 'First loft',
      before: { status: 'active', reason: null },
    });
    for (const { id } of [one, two])
      expect((await moderator.get(`/api/admin/properties/${id}`)).body.data).toMatchObject({
        status: 'rejected',
        moderation_reason: 'Not your pictures',
      });
    expect(await entriesAbout('property', ids)).toBe(2);
    for (const person of [agent, other]) await expect.poll(() => noticesOf(person)).toBe(1);

    const again = await moderator.put(path, { ids, status: 'active' });
    expect(again.body.data.changed).toBe(2);
    expect((await server.request('GET', `/api/properties/${one.id}`)).status).toBe(200);
  });

  test('are not shown while their agent is away, and not hidden without a reason', async () => {
    const agent = await buildUser(server.context, { role: 'agent', status: 'suspended' });
    const here = await buildUser(server.context, { role: 'agent' });
    const pending = { moderation_status: 'pending' as const };
    const away = await buildProperty(server.context, { agent_id: agent.id, ...pending });
    const good = await buildProperty(server.context, { agent_id: here.id, ...pending });
    const shown = await moderator.put(path, { ids: [away.id, good.id], status: 'active' });
    expect(outcomes(shown.body.data)).toEqual(['agent_away', 'changed']);
    for (const reason of [undefined, null, '  ']) {
      const hidden = await moderator.put(path, { ids: [good.id], status: 'inactive', reason });
      expect(hidden).toMatchObject({ status: 400, body: { issues: [{ path: 'reason' }] } });
    }
    expect((await support.put(path, { ids: [good.id], status: 'active' })).status).toBe(403);
  });
});
