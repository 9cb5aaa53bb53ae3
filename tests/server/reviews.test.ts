// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket, settle } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const good = { rating: 5, comment: 'Answered within the hour.' };
const reviewsOf = (agent: Person) => `/api/agents/${agent.id}/reviews`;
const figuresOf = async (agent: Person) => {
  const { rating, review_count } = (await server.request('GET', `/api/agents/${agent.id}`)).body.data;
  return { rating, review_count };
};

describe('writing', () => {
  test('is stored, counted, shown to everyone and told to the agent', async () => {
    const agent = await enter(server, { role: 'agent' });
    const heard = await openSocket(server.url, agent.token);
    const ana = await enter(server, { name: 'Ana Reyes' });
    const answer = await ana.post(reviewsOf(agent), {
      ...good,
      comment: '  Kind & quick <3  ',
      is_own: false,
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      reviewer_name: 'Ana Reyes',
      rating: 5,
      comment: 'Kind & quick <3',
      is_own: true,
    });
    const anonymous = await server.request('GET', reviewsOf(agent));
    expect(anonymous.body.data).toEqual([{ ...answer.body.data, is_own: false }]);
    expect((await ana.get(reviewsOf(agent))).body.data).toEqual([answer.body.data]);
    expect(await figuresOf(agent)).toEqual({ rating: 5, review_count: 1 });
    const [notice] = await heard.waitFor('notification');
    expect(notice).toMatchObject({
      title: 'New Review',
      message: 'Ana Reyes gave you 5 stars.',
      action: { url: `/agents/${agent.id}?tab=reviews` },
    });
    heard.close();
  });

  test('again edits the one that is there', async () => {
    const agent = await enter(server, { role: 'agent' });
    const ana = await enter(server);
    const first = await ana.post(reviewsOf(agent), good);
    const second = await ana.post(reviewsOf(agent), { rating: 2, comment: 'It changed.' });
    expect(second.body.data).toMatchObject({ id: first.body.data.id, rating: 2, comment: 'It changed.' });
    expect((await ana.get(reviewsOf(agent))).body.data).toHaveLength(1);
    expect(await figuresOf(agent)).toEqual({ rating: 2, review_count: 1 });
  });

  test('the same again tells nobody anything; changes share one unread notice', async () => {
    const agent = await enter(server, { role: 'agent' });
    const ana = await enter(server);
    const notices = async () =>
      ((await agent.get('/api/notifications')).body.data as { title: string }[]).map(({ title }) => title);
    for (let time = 0; time < 3; time += 1) await ana.post(reviewsOf(agent), good);
    await expect.poll(notices).toEqual(['New Review']);
    for (const rating of [1, 2, 3]) await ana.post(reviewsOf(agent), { ...good, rating });
    await expect.poll(notices).toEqual(['Review Changed', 'New Review']);
    await settle();
    expect(await notices()).toEqual(['Review Changed', 'New Review']);
  });

  test('by many at once leaves the exact mean and count', async () => {
    const agent = await enter(server, { role: 'agent' });
    const people = await Promise.all(Array.from({ length: 11 }, () => enter(server)));
    const ratings = people.map((_, at) => 1 + ((at * 7) % 5));
    await Promise.all(
      people.flatMap((person, at) => [
        person.post(reviewsOf(agent), { rating: 6 - (ratings[at] ?? 1), comment: 'At first' }),
        // The agent's own profile is written at the same time: neither may lock the other out.
        agent.put('/api/auth/profile', { bio: `Bio ${at}` }),
      ]),
    );
    const answers = await Promise.all(
      people.map((person, at) => person.post(reviewsOf(agent), { rating: ratings[at], comment: 'Later' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
    expect(await figuresOf(agent)).toEqual({ rating: Math.round(mean * 100) / 100, review_count: 11 });
  });

  test('by one person many times at once is one review', async () => {
    const agent = await enter(server, { role: 'agent' });
    const ana = await enter(server);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((rating) => ana.post(reviewsOf(agent), { rating, comment: `Try ${rating}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const [review, ...others] = (await ana.get(reviewsOf(agent))).body.data;
    expect(others).toEqual([]);
    expect(await figuresOf(agent)).toEqual({ rating: review.rating, review_count: 1 });
  });

  test('agents and admins may, oneself may not be reviewed', async () => {
    const agent = await enter(server, { role: 'agent' });
    for (const role of ['agent', 'admin'] as const)
      expect((await (await enter(server, { role })).post(reviewsOf(agent), good)).status).toBe(201);
    expect(await agent.post(reviewsOf(agent), good)).toMatchObject({
      status: 403,
      body: { code: 'own_review' },
    });
    expect(await figuresOf(agent)).toEqual({ rating: 5, review_count: 2 });
  });

  test('only agents of the directory are reviewed', async () => {
    const ana = await enter(server);
    for (const draft of [{}, { role: 'agent', status: 'suspended' }, { application: 'pending' }] as const) {
      const person = await enter(server, draft);
      expect((await ana.post(reviewsOf(person), good)).status).toBe(404);
    }
  });

  test.each([
    ['no stars', { comment: 'Nice' }, 'Rating must be from 1 to 5'],
    ['six stars', { rating: 6, comment: 'Nice' }, 'Rating must be from 1 to 5'],
    ['half a star', { rating: 4.5, comment: 'Nice' }, 'Rating must be from 1 to 5'],
    ['text', { rating: '5', comment: 'Nice' }, 'Rating must be from 1 to 5'],
    ['no comment', { rating: 5 }, 'Please write a comment'],
    ['a blank comment', { rating: 5, comment: ' \n ' }, 'Please write a comment'],
    ['a book', { rating: 5, comment: 'x'.repeat(2_001) }, 'Must be at most 2000 characters'],
  ])('refuses %s', async (_what, body, sentence) => {
    const agent = await enter(server, { role: 'agent' });
    const answer = await (await enter(server)).post(reviewsOf(agent), body);
    expect(answer).toMatchObject({ status: 400, body: { error: sentence } });
    expect(await figuresOf(agent)).toEqual({ rating: 0, review_count: 0 });
  });
});

test('a review outlives its writer’s account', async () => {
  const agent = await enter(server, { role: 'agent' });
  const ana = await enter(server);
  await ana.post(reviewsOf(agent), good);
  await server.context.db.transaction((transaction) => ana.user.destroy({ transaction }));
  const { body } = await server.request('GET', reviewsOf(agent));
  expect(body.data).toMatchObject([{ reviewer_name: 'Deleted user', rating: 5, is_own: false }]);
});

describe('who wrote it', () => {
  const privately = (privacy: object) => ({ privacy });

  test('is told as the reviewer’s own settings allow', async () => {
    const agent = await enter(server, { role: 'agent' });
    const other = await enter(server, { role: 'agent' });
    const ana = await enter(server, { name: 'Ana Reyes' });
    await ana.post(reviewsOf(agent), good);
    const nameSeenBy = async (reader: Person | null) => {
      const path = reviewsOf(agent);
      const answer = reader ? await reader.get(path) : await server.request('GET', path);
      return answer.body.data[0].reviewer_name;
    };
    expect(await nameSeenBy(null)).toBe('Ana Reyes');

    await ana.put('/api/settings', privately({ profileVisibility: 'agents-only' }));
    expect(await nameSeenBy(null)).toBe('Private reviewer');
    expect(await nameSeenBy(other)).toBe('Ana Reyes');

    await ana.put('/api/settings', privately({ profileVisibility: 'private' }));
    expect(await nameSeenBy(other)).toBe('Private reviewer');
    expect(await nameSeenBy(agent)).toBe('Private reviewer');
    expect(await nameSeenBy(ana)).toBe('Ana Reyes');
  });

  test('with a way to answer for the reviewed agent alone, once it is switched on', async () => {
    const agent = await enter(server, { role: 'agent' });
    const other = await enter(server, { role: 'agent' });
    const ana = await enter(server, { name: 'Ana Reyes' });
    await ana.post(reviewsOf(agent), good);
    const first = async (reader: Person) => (await reader.get(reviewsOf(agent))).body.data[0];
    expect((await first(agent)).reviewer_email).toBeNull();
    await ana.put('/api/settings', privately({ showEmail: true }));
    expect((await first(agent)).reviewer_email).toContain('@');
    expect((await first(agent)).reviewer_phone).toBeNull();
    expect((await first(other)).reviewer_email).toBeNull();
    await ana.put('/api/settings', privately({ profileVisibility: 'private' }));
    expect((await first(agent)).reviewer_email).toBeNull();
  });
});
