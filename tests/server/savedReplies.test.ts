// @databases full

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SavedReply } from '#shared/contracts/savedReplies.ts';
import { MAX_SAVED_REPLIES } from '#shared/limits.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const PATH = '/api/agents/saved-replies';

let server: TestServer;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
});

const hello = { title: 'Hello', text: 'Hello {name},\nthank you for asking about {property}. {agent}' };
const add = async (title: string, person = agent) =>
  (await person.post(PATH, { ...hello, title })).body.data as SavedReply;
const titles = async (person = agent) =>
  ((await person.get(PATH)).body.data as SavedReply[]).map(({ title }) => title);
const remove = (id: number, person = agent) => server.request('DELETE', `${PATH}/${id}`, { token: person.token });

test('are kept with their lines, listed by title, changed and deleted', async () => {
  const answer = await agent.post(PATH, { title: '  Hello ', text: hello.text });
  expect(answer).toMatchObject({ status: 201, body: { data: hello } });
  for (const title of ['Viewing 10', 'viewing 2', 'Área']) await add(title);
  expect(await titles()).toEqual(['Área', 'Hello', 'viewing 2', 'Viewing 10']);

  const { id } = answer.body.data;
  const changed = await agent.put(`${PATH}/${id}`, { title: 'HELLO', text: 'Good day {name}' });
  expect(changed.body.data).toMatchObject({ id, title: 'HELLO', text: 'Good day {name}' });
  expect((await remove(id)).status).toBe(200);
  expect(await titles()).toEqual(['Área', 'viewing 2', 'Viewing 10']);
  expect((await remove(id)).status).toBe(404);
});

test('have one title each, whatever its case, per agent', async () => {
  const first = await add('Price');
  const second = await add('Parking');
  const taken = { status: 400, body: { issues: [{ path: 'title' }] } };
  expect(await agent.post(PATH, { title: 'PRICE', text: 'x' })).toMatchObject(taken);
  expect(await agent.put(`${PATH}/${second.id}`, { title: 'price', text: 'x' })).toMatchObject(taken);
  expect((await agent.put(`${PATH}/${first.id}`, { title: 'Price', text: 'new words' })).status).toBe(200);
  const other = await enter(server, { role: 'agent' });
  await add('Price', other);
  expect(await titles(other)).toEqual(['Price']);
});

test('two with one title at the same moment: one is kept', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => agent.post(PATH, hello)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  expect(await titles()).toEqual(['Hello']);
});

test('are within their limits', async () => {
  const long = { title: 'x'.repeat(80), text: 'y'.repeat(4_000) };
  expect((await agent.post(PATH, long)).status).toBe(201);
  for (const body of [
    { ...hello, title: 'x'.repeat(81) },
    { ...hello, text: 'y'.repeat(4_001) },
    { ...hello, title: ' ' },
    { ...hello, text: '\n ' },
    {},
  ])
    expect((await agent.post(PATH, body)).status).toBe(400);
});

test('are at most a hundred, also when the last two are saved at once', async () => {
  const { db } = server.context;
  await db.transaction((transaction) =>
    db.models.SavedReply.bulkCreate(
      Array.from({ length: MAX_SAVED_REPLIES - 1 }, (_, at) => ({
        agent_id: agent.id,
        title: `Reply ${at}`,
        text: 'words',
      })),
      { transaction },
    ),
  );
  const answers = await Promise.all(['One', 'Two'].map((title) => agent.post(PATH, { ...hello, title })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await titles()).toHaveLength(MAX_SAVED_REPLIES);
});

test('are the agent’s own', async () => {
  const { id } = await add('Mine');
  const other = await enter(server, { role: 'agent' });
  expect(await titles(other)).toEqual([]);
  expect((await other.put(`${PATH}/${id}`, hello)).status).toBe(404);
  expect((await remove(id, other)).status).toBe(404);
  const visitor = await enter(server);
  expect((await visitor.get(PATH)).status).toBe(403);
  expect((await server.request('GET', PATH)).status).toBe(401);
  expect(await titles()).toEqual(['Mine']);
});

test('go with the account', async () => {
  await add('Mine');
  const { db } = server.context;
  await db.transaction((transaction) => agent.user.destroy({ transaction }));
  expect(await db.models.SavedReply.count({ where: { agent_id: agent.id } })).toBe(0);
});
