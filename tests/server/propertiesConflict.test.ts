// @databases both

import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

test('a change made for another status than the listing has by now is a conflict, and changes nothing', async () => {
  const agent = await enter(server, { role: 'agent' });
  const { id } = await buildProperty(server.context, { agent_id: agent.id, status: 'pending' });
  const mark = (body: object) => agent.put(`/api/properties/${id}`, body);
  expect(await mark({ status: 'sold', expected_status: 'available' })).toMatchObject({
    status: 409,
    body: {
      code: 'changed_meanwhile',
      error: 'This listing is now Pending; you changed it when it was Available.',
    },
  });
  expect((await server.context.db.models.Property.findByPk(id))?.status).toBe('pending');
  expect((await mark({ status: 'sold', expected_status: 'pending' })).body.data.status).toBe('sold');
  expect((await mark({ expected_status: 'nonsense' })).status).toBe(400);
});
