import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const inquiry = { name: 'Ana Reyes', email: 'ana@example.com', message: 'Is it still available?' };

test('is for those who are signed in', async () => {
  const answer = await server.request('GET', '/api/auth/activity');
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});

test('counts the inquiries the caller has sent, and nobody else’s', async () => {
  const agent = await enter(server, { role: 'agent' });
  const ana = await enter(server);
  const ben = await enter(server);
  const figuresOf = async ({ get }: typeof ana) => (await get('/api/auth/activity')).body;
  expect(await figuresOf(ana)).toEqual({ success: true, data: { inquiries: 0 } });

  const contact = `/api/agents/${agent.id}/contact`;
  for (const sender of [ana, ana, ben]) expect((await sender.post(contact, inquiry)).status).toBe(201);
  // A caller who is not signed in belongs to no account, also under Ana's own address.
  const anonymous = await server.request('POST', contact, { body: { ...inquiry, email: ana.user.email } });
  expect(anonymous.status).toBe(201);

  expect(await figuresOf(ana)).toEqual({ success: true, data: { inquiries: 2 } });
  expect(await figuresOf(ben)).toEqual({ success: true, data: { inquiries: 1 } });
  expect(await figuresOf(agent)).toEqual({ success: true, data: { inquiries: 0 } });
});
