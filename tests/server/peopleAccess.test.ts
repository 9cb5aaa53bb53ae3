import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentsCalls } from '#shared/contracts/agents.ts';
import type { Call } from '#shared/contracts/common.ts';
import { conversationsCalls } from '#shared/contracts/conversations.ts';
import { inquiriesCalls } from '#shared/contracts/inquiries.ts';
import { notificationsCalls } from '#shared/contracts/notifications.ts';
import { reviewsCalls } from '#shared/contracts/reviews.ts';
import { settingsCalls } from '#shared/contracts/settings.ts';
import { viewingsCalls } from '#shared/contracts/viewings.ts';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const calls: Call[] = [
  agentsCalls,
  reviewsCalls,
  inquiriesCalls,
  conversationsCalls,
  notificationsCalls,
  viewingsCalls,
  settingsCalls,
].flatMap((group) => Object.values(group) as Call[]);

const named = (list: Call[]) =>
  list.map((call) => [`${call.method.toUpperCase()} ${call.path}`, call] as const);
const closed = named(calls.filter(({ access }) => access !== 'anyone'));
const agentsOnly = named(calls.filter(({ access }) => access === 'agent'));
const withId = named(calls.filter(({ path }) => path.includes('{')));

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const send = ({ method, path }: Call, id: string | number, token?: string) =>
  server.request(method.toUpperCase(), path.replace(/\{\w+\}/g, String(id)), {
    token,
    ...(method === 'get' ? {} : { body: {} }),
  });

test('all of them are there', () => {
  const mounted = new Set(server.routes.calls);
  expect(calls.filter((call) => !mounted.has(call))).toEqual([]);
});

test.each(closed)('%s needs somebody', async (_name, call) => {
  expect(await send(call, 1)).toMatchObject({ status: 401, body: { success: false, code: 'unauthorized' } });
  const ended = await send(call, 1, 'A'.repeat(43));
  expect(ended).toMatchObject({ status: 401, body: { code: 'session_expired' } });
});

describe.each(agentsOnly)('%s', (_name, call) => {
  test.each([
    ['a user', { role: 'user' }],
    ['an applicant', { role: 'user', application: 'pending' }],
    ['an agent who is not approved', { role: 'agent', application: 'rejected' }],
    ['an admin', { role: 'admin' }],
  ] as const)('is not for %s', async (_who, draft) => {
    const person = await enter(server, draft);
    const answer = await send(call, person.id, person.token);
    expect(answer).toMatchObject({ status: 403, body: { code: 'agent_required' } });
  });
});

test.each(withId)('%s refuses what is no id', async (_name, call) => {
  const agent = await enter(server, { role: 'agent' });
  for (const id of ['abc', '0', '-1', '1.5', '2147483648', '%00', "1'--"]) {
    const answer = await send(call, id, agent.token);
    expect(answer, id).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } });
  }
});

test.each(closed.filter(([, call]) => call.method !== 'get' && call.path !== '/api/settings'))(
  '%s does nothing for an id that nobody has',
  async (_name, call) => {
    const agent = await enter(server, { role: 'agent' });
    const answer = await send(call, 2_147_483_647, agent.token);
    expect([400, 403, 404]).toContain(answer.status);
  },
);
