// @databases both

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { verifyReviews } from '#server/features/reviews/jobs.ts';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { openApp } from '#tests/support/backups.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;
const start = new Date('2026-03-18T04:00:00.000Z');
let clock = start;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => clock });
  admin = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

const reviewsOf = (agent: Person) => `/api/agents/${agent.id}/reviews`;
const write = async (person: Person, agent: Person, rating = 5) => {
  const { status, body } = await person.post(reviewsOf(agent), { rating, comment: `Gives ${rating}` });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
};
const firstOf = async (agent: Person) => (await agent.get(reviewsOf(agent))).body.data[0];
const remove = (person: Person, id: number, body: object = { reason: 'It names a private person' }) =>
  server.request('DELETE', `/api/admin/reviews/${id}`, { token: person.token, body });
const noticesOf = async (person: Person) =>
  ((await person.get('/api/notifications')).body.data as { title: string; message: string }[]).filter(
    ({ title }) => title.includes('Review'),
  );

/** A conversation of the two with one message of the person. @returns its id. */
async function converse(person: Person, agent: Person): Promise<number> {
  const { body } = await person.post('/api/conversations', {
    agentId: agent.id,
    subject: 'A viewing',
    initialMessage: 'May I see it?',
  });
  return body.data.conversation.id;
}

describe('a verified client', () => {
  test('is somebody whose conversation the agent answered, before the review or after it', async () => {
    const agent = await enter(server, { role: 'agent' });
    const [before, after] = [await enter(server), await enter(server)];
    const id = await converse(before, agent);
    expect(await write(before, agent)).toMatchObject({ verified: false, counted: true });
    await agent.post(`/api/conversations/${id}/messages`, { content: 'Tomorrow at ten?' });
    await expect.poll(async () => (await firstOf(agent)).verified).toBe(true);
    const other = await converse(after, agent);
    await agent.post(`/api/conversations/${other}/messages`, { content: 'Of course.' });
    expect(await write(after, agent)).toMatchObject({ verified: true, counted: true });
    // It stays so when the conversation is gone.
    await server.context.db.models.Conversation.destroy({ where: { id: [id, other] } });
    expect((await agent.get(reviewsOf(agent))).body.data).toMatchObject([{ verified: true }, { verified: true }]);
  });

  test('is not made by one’s own messages, another agent’s answer, or an inquiry nobody answered', async () => {
    const [agent, other] = [await enter(server, { role: 'agent' }), await enter(server, { role: 'agent' })];
    const ana = await enter(server);
    await converse(ana, agent);
    const id = await converse(ana, other);
    await other.post(`/api/conversations/${id}/messages`, { content: 'Hello.' });
    const inquiry = { name: 'Ana', email: 'ana@example.com', message: 'Is it free?' };
    await ana.post(`/api/agents/${agent.id}/contact`, inquiry);
    expect(await write(ana, agent)).toMatchObject({ verified: false });
    expect(await write(ana, other)).toMatchObject({ verified: true });
  });

  test('is somebody whose inquiry the agent replied to', async () => {
    const agent = await enter(server, { role: 'agent' });
    const ana = await enter(server);
    const inquiry = { name: 'Ana', email: 'ana@example.com', phone: '0917 555 0101', message: 'Is it free?' };
    const { body } = await ana.post(`/api/agents/${agent.id}/contact`, inquiry);
    await write(ana, agent);
    const reply = { message: 'It is.', replyMethod: 'phone' };
    const answer = await agent.post(`/api/agents/${agent.id}/contacts/${body.data.id}/reply`, reply);
    expect(answer.status).toBe(200);
    await expect.poll(async () => (await firstOf(agent)).verified).toBe(true);
  });

  test('is somebody whose confirmed viewing is over', async () => {
    const agent = await enter(server, { role: 'agent' });
    const ana = await enter(server);
    const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id });
    const starts_at = new Date(start.getTime() + 3_600_000).toISOString();
    const viewing = await ana.post('/api/viewings', { property_id, starts_at });
    await agent.put(`/api/viewings/${viewing.body.data.id}`, { status: 'confirmed' });
    expect(await write(ana, agent)).toMatchObject({ verified: false });
    await verifyReviews(server.context);
    expect(await firstOf(agent)).toMatchObject({ verified: false });
    clock = new Date(start.getTime() + 3 * 3_600_000);
    await verifyReviews(server.context);
    const review = await firstOf(agent);
    expect(review).toMatchObject({ verified: true });
    // The review has not been edited.
    expect(review.updated_at).toBe(review.created_at);
    clock = start;
  });
});

describe('only verified reviews count', () => {
  const only = (onlyVerifiedReviewsCount: boolean) =>
    saveSystemSettings(admin, 'application', { onlyVerifiedReviewsCount });

  test('in the rating and the number, wherever an agent is shown; the others stay listed', async () => {
    const agent = await enter(server, { role: 'agent', name: 'Vera Verified' });
    const [client, stranger] = [await enter(server), await enter(server)];
    const id = await converse(client, agent);
    await agent.post(`/api/conversations/${id}/messages`, { content: 'Hello.' });
    await write(client, agent, 2);
    await write(stranger, agent, 5);
    const figures = async () => {
      const card = (await server.request('GET', '/api/agents?search=Vera')).body.data.agents[0];
      const profile = (await server.request('GET', `/api/agents/${agent.id}`)).body.data;
      const statistics = (await server.request('GET', `/api/agents/${agent.id}/statistics`)).body.data;
      return [card, profile, statistics].map(({ rating, review_count }) => [rating, review_count]);
    };
    const all = [3.5, 2];
    const verified = [2, 1];
    expect(await figures()).toEqual([all, all, all]);
    await only(true);
    try {
      expect(await figures()).toEqual([verified, verified, verified]);
      expect((await server.request('GET', `/api/agents/${agent.id}/statistics`)).body.data.rating_counts).toEqual([
        0, 1, 0, 0, 0,
      ]);
      const { body } = await server.request('GET', reviewsOf(agent));
      expect(body.data).toMatchObject([
        { rating: 5, verified: false, counted: false },
        { rating: 2, verified: true, counted: true },
      ]);
      // Written while it is on.
      expect(await write(stranger, agent, 1)).toMatchObject({ counted: false });
      expect(await figures()).toEqual([verified, verified, verified]);
    } finally {
      await only(false);
    }
    expect(await figures()).toEqual([
      [1.5, 2],
      [1.5, 2],
      [1.5, 2],
    ]);
  });

  test('and the order of the directory follows', async () => {
    const [one, two] = [
      await enter(server, { role: 'agent', name: 'Order One' }),
      await enter(server, { role: 'agent', name: 'Order Two' }),
    ];
    const client = await enter(server);
    const id = await converse(client, two);
    await two.post(`/api/conversations/${id}/messages`, { content: 'Hello.' });
    await write(client, one, 5);
    await write(client, two, 4);
    const names = async () =>
      (await server.request('GET', '/api/agents?search=Order&sort=rating')).body.data.agents.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names()).toEqual(['Order One', 'Order Two']);
    await only(true);
    expect(await names()).toEqual(['Order Two', 'Order One']);
    await only(false);
    expect(await names()).toEqual(['Order One', 'Order Two']);
  });

  test.runIf(inject('postgresUrl'))('also on another server at once, where the list was kept', async () => {
    const { app, url } = await openApp(testEnv(server.context.env.dataDir, server.context.env.databaseUrl));
    try {
      const agent = await enter(server, { role: 'agent', name: 'Cora Cluster' });
      await write(await enter(server), agent, 4);
      const there = async () =>
        (await (await fetch(`${url}/api/agents?search=Cora`)).json()).data.agents[0]?.review_count;
      await expect.poll(there).toBe(1);
      await only(true);
      await expect.poll(there, { timeout: 900, interval: 10 }).toBe(0);
      await only(false);
      await expect.poll(there, { timeout: 900, interval: 10 }).toBe(1);
    } finally {
      await app.close();
    }
  });
});

describe('an agent’s answer', () => {
  const answerPath = (agent: Person, id: number) => `${reviewsOf(agent)}/${id}/answer`;

  test('is public with its date, can be changed and taken away; the reviewer is told once', async () => {
    const agent = await enter(server, { role: 'agent', name: 'Ben Cruz' });
    const ana = await enter(server);
    const { id, updated_at } = await write(ana, agent, 3);
    const answer = await agent.put(answerPath(agent, id), { answer: '  Thank you, Ana. ' });
    expect(answer).toMatchObject({ status: 200, body: { data: { answer: 'Thank you, Ana.', updated_at } } });
    const { body } = await server.request('GET', reviewsOf(agent));
    expect(body.data).toMatchObject([{ answer: 'Thank you, Ana.', answered_at: start.toISOString() }]);
    await agent.put(answerPath(agent, id), { answer: 'Thank you.' });
    expect((await agent.put(answerPath(agent, id), { answer: '' })).body.data).toMatchObject({
      answer: null,
      answered_at: null,
    });
    await agent.put(answerPath(agent, id), { answer: 'Thanks again.' });
    const removed = await server.request('DELETE', answerPath(agent, id), { token: agent.token });
    expect(removed).toMatchObject({ status: 200, body: { data: { answer: null } } });
    await server.context.jobs.flush('reviewAnswerNotice');
    expect(await noticesOf(ana)).toEqual([
      expect.objectContaining({
        title: 'Your Review Was Answered',
        message: 'Ben Cruz answered your review.',
      }),
    ]);
  });

  test('is given to the words that the agent read, and is marked when they are rewritten', async () => {
    const agent = await enter(server, { role: 'agent' });
    const ana = await enter(server);
    const rewrite = (comment: string) => ana.post(reviewsOf(agent), { rating: 1, comment });
    const { id, version } = await write(ana, agent, 5);
    expect(version).toBe(1);
    await rewrite('They kept the deposit.');
    const late = await agent.put(answerPath(agent, id), { answer: 'Thank you!', expected_version: version });
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', values: { rating: 1 } } });
    expect(late.body.error).toContain('They kept the deposit.');
    const answer = await agent.put(answerPath(agent, id), { answer: 'It was paid back.', expected_version: 2 });
    expect(answer.body.data).toMatchObject({ version: 2, answered_version: 2 });
    // The same words again are no other ones.
    await rewrite('They kept the deposit.');
    await rewrite('They kept half of the deposit.');
    const { body } = await server.request('GET', reviewsOf(agent));
    expect(body.data).toMatchObject([{ version: 3, answered_version: 2, answer: 'It was paid back.' }]);
    // It may fit the new words as well, and is given to them then.
    const same = await agent.put(answerPath(agent, id), { answer: 'It was paid back.', expected_version: 3 });
    expect(same.body.data).toMatchObject({ version: 3, answered_version: 3 });
    const gone = await agent.put(answerPath(agent, id), { answer: '' });
    expect(gone.body.data).toMatchObject({ answer: null, answered_version: null });
  });

  test('and a rewriting at the same moment end in one order', async () => {
    const agent = await enter(server, { role: 'agent' });
    const ana = await enter(server);
    const { id } = await write(ana, agent, 5);
    const [answer] = await Promise.all([
      agent.put(answerPath(agent, id), { answer: 'Thank you!', expected_version: 1 }),
      ana.post(reviewsOf(agent), { rating: 1, comment: 'Never again.' }),
    ]);
    const [review] = (await server.request('GET', reviewsOf(agent))).body.data;
    expect(review).toMatchObject({ version: 2, answered_version: answer.status === 200 ? 1 : null });
  });

  test('is for reviews of oneself alone', async () => {
    const [agent, other] = [await enter(server, { role: 'agent' }), await enter(server, { role: 'agent' })];
    const ana = await enter(server);
    const { id } = await write(ana, agent);
    const body = { answer: 'No!' };
    expect((await other.put(answerPath(agent, id), body)).status).toBe(403);
    expect((await other.put(answerPath(other, id), body)).status).toBe(404);
    expect((await ana.put(answerPath(agent, id), body)).status).toBe(403);
    expect((await agent.put(answerPath(agent, 2_000_000_000), body)).status).toBe(404);
    for (const wrong of [{}, { answer: null }, { answer: 7 }, { answer: 'x'.repeat(2_001) }])
      expect((await agent.put(answerPath(agent, id), wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect(await firstOf(agent)).toMatchObject({ answer: null });
  });

  test('and an edit of the review at once keep both', async () => {
    const agent = await enter(server, { role: 'agent' });
    const ana = await enter(server);
    const { id } = await write(ana, agent, 3);
    const answers = await Promise.all([
      agent.put(answerPath(agent, id), { answer: 'Thank you.' }),
      ana.post(reviewsOf(agent), { rating: 1, comment: 'On second thought' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
    expect(await firstOf(agent)).toMatchObject({ rating: 1, answer: 'Thank you.' });
  });
});

describe('an admin', () => {
  test('removes a review with a reason, which both are told and the audit log keeps', async () => {
    const agent = await enter(server, { role: 'agent', name: 'Ben Cruz' });
    const ana = await enter(server);
    await write(await enter(server), agent, 4);
    const { id } = await write(ana, agent, 1);
    expect(await remove(admin, id)).toMatchObject({ status: 200, body: { data: { id } } });
    expect((await agent.get(reviewsOf(agent))).body.data).toHaveLength(1);
    expect((await agent.get(`/api/agents/${agent.id}`)).body.data).toMatchObject({
      rating: 4,
      review_count: 1,
    });
    await server.context.jobs.flush('reviewRemovedNotice');
    expect(await noticesOf(ana)).toMatchObject([
      { message: 'An administrator removed your review of Ben Cruz: It names a private person' },
    ]);
    expect((await noticesOf(agent)).map(({ message }) => message)).toContain(
      'An administrator removed a review about you: It names a private person',
    );
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'review.delete',
      entity_id: id,
      reason: 'It names a private person',
      before: { agent_id: agent.id, reviewer_id: ana.id, rating: 1, is_verified: false },
    });
    expect((await remove(admin, id)).status).toBe(404);
  });

  test.each([[{}], [{ reason: '' }], [{ reason: '   ' }], [{ reason: 5 }], [{ reason: 'x'.repeat(1_001) }]])(
    'needs a reason: %j',
    async (body) => {
      const agent = await enter(server, { role: 'agent' });
      const { id } = await write(await enter(server), agent);
      const answer = await remove(admin, id, body);
      expect(answer.status).toBe(400);
      expect(answer.body.issues[0].path).toBe('reason');
      expect((await agent.get(reviewsOf(agent))).body.data).toHaveLength(1);
    },
  );

  test('twice at once, while it is edited and answered, leaves the exact figures', async () => {
    const agent = await enter(server, { role: 'agent' });
    const [ana, ben] = [await enter(server), await enter(server)];
    const { id } = await write(ana, agent, 1);
    const answers = await Promise.all([
      remove(admin, id),
      remove(await enter(server, { role: 'admin' }), id),
      write(ben, agent, 4),
      agent.put(`${reviewsOf(agent)}/${id}/answer`, { answer: 'Sorry.' }),
    ]);
    expect([answers[0].status, answers[1].status].toSorted()).toEqual([200, 404]);
    expect((await agent.get(`/api/agents/${agent.id}`)).body.data).toMatchObject({
      rating: 4,
      review_count: 1,
    });
  });

  test('finds reviews by their words, their writer and the agent', async () => {
    const agent = await enter(server, { role: 'agent', name: 'Zenaida Magsaysay' });
    const ana = await enter(server, { name: 'Quirina Salonga' });
    await ana.post(reviewsOf(agent), { rating: 2, comment: 'Never came to the parking garage' });
    const find = async (query: string) =>
      (await admin.get(`/api/admin/reviews?${query}`)).body.data.reviews.map(
        ({ agent: of, reviewer }: { agent: { name: string }; reviewer: { name: string } }) => [
          of.name,
          reviewer.name,
        ],
      );
    const found = [['Zenaida Magsaysay', 'Quirina Salonga']];
    for (const search of ['parking garage', 'quirina', 'ZENAIDA'])
      expect(await find(`search=${search}`)).toEqual(found);
    expect(await find('search=quirina&status=verified')).toEqual([]);
    expect(await find('search=quirina&status=unverified')).toEqual(found);
    expect((await ana.get('/api/admin/reviews')).status).toBe(403);
  });
});
