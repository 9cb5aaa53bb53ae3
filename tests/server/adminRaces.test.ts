// @databases both

import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAuditLog } from '#server/features/auditLog/chain.ts';
import { notify } from '#server/features/notifications/writes.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const DAY_MS = 24 * 3_600_000;

let server: TestServer;
let ada: Person;
let bea: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  ada = await enter(server, { role: 'admin' });
  bea = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

const remove = ({ token }: Person, path: string) => server.request('DELETE', path, { token });
const hidden = (status: string) => ({ status, reason: 'It is not for sale' });

/** Two admins, an agent and a visitor, all about the same few things at the same moment. */
async function everythingAtOnce(): Promise<number[]> {
  const agent = await enter(server, { role: 'agent' });
  const visitor = await enter(server);
  const build = () => buildProperty(server.context, { agent_id: agent.id });
  const [one, two, three] = [await build(), await build(), await build()];
  const later = new Date(Date.now() + DAY_MS).toISOString();
  const contact = { name: 'Ana', email: 'ana@example.com', message: 'May I see it?' };
  const start = { agentId: agent.id, subject: 'About it', initialMessage: 'Good day.' };
  const answers = await Promise.all([
    ada.put(`/api/admin/users/${agent.id}/status`, { status: 'suspended' }),
    bea.put(`/api/admin/users/${agent.id}/status`, { status: 'active' }),
    agent.put(`/api/properties/${one.id}`, { title: 'Another title' }),
    agent.put('/api/properties/my/status', { ids: [one.id, two.id, three.id], status: 'sold' }),
    ada.put(`/api/admin/properties/${two.id}/status`, hidden('rejected')),
    bea.put(`/api/admin/properties/${one.id}/status`, hidden('inactive')),
    remove(bea, `/api/admin/properties/${three.id}`),
    visitor.post('/api/viewings', { property_id: two.id, starts_at: later }),
    visitor.post(`/api/agents/${agent.id}/reviews`, { rating: 5, comment: 'Quick.' }),
    visitor.post(`/api/agents/${agent.id}/contact`, contact),
    visitor.post('/api/conversations', start),
    visitor.post(`/api/favorites/${one.id}`),
    remove(ada, `/api/admin/users/${visitor.id}`),
    remove(bea, `/api/admin/users/${agent.id}`),
  ]);
  return answers.map(({ status }) => status);
}

test('changes that meet are made or refused, and never get in each other’s way', async () => {
  for (let round = 1; round <= 6; round += 1) {
    const statuses = await everythingAtOnce();
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  }
  expect((await verifyAuditLog(server.context)).brokenId).toBeNull();
});

test('who was deleted while a notice was under way keeps nobody else from it', async () => {
  const [gone, present] = [await enter(server), await enter(server)];
  await remove(ada, `/api/admin/users/${gone.id}`);
  const notice = { type: 'info', title: 'News', message: 'There is something new', action: null } as const;
  await server.context.db.transaction(() => notify(server.context, [gone.id, present.id], notice));
  expect((await present.get('/api/notifications')).body.data).toMatchObject([{ title: 'News' }]);
});
