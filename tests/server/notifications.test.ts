// @databases both

import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Notice, notify, previewOf } from '#server/features/notifications/writes.ts';
import type { JobKind, JobPayloads } from '#server/jobs/payloads.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket, settle } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let server: TestServer;
let clock = start;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
});

afterEach(async () => {
  clock = start;
  await setSystem({});
});

afterAll(() => server.close());

const noticesOf = async (person: Person) => (await person.get('/api/notifications')).body.data as Notification[];

async function setSystem(settings: Record<string, boolean>): Promise<void> {
  const { db, systemSettings } = server.context;
  await db.transaction((transaction) =>
    db.models.SystemSetting.upsert({ category: 'notifications', settings }, { transaction }),
  );
  await systemSettings.reload();
}

const subjectsTo = async (person: Person) => {
  const mails = await server.context.db.models.OutgoingMail.findAll({
    where: { recipient: person.user.email },
    order: ['id'],
  });
  return mails.map(({ subject }) => subject);
};

async function chat(): Promise<{
  ana: Person;
  agent: Person;
  id: number;
  say(text: string): Promise<number>;
}> {
  const agent = await enter(server, { role: 'agent' });
  const ana = await enter(server);
  const started = await ana.post('/api/conversations', { agentId: agent.id, initialMessage: 'Hello' });
  const { id } = started.body.data.conversation;
  return {
    ana,
    agent,
    id,
    say: async (content) => (await ana.post(`/api/conversations/${id}/messages`, { content })).body.data.id,
  };
}

const tell = (userIds: number[], what: Notice) =>
  server.context.db.transaction(() => notify(server.context, userIds, what));

/** As the transaction of a change does. */
const add = <Kind extends JobKind>(kind: Kind, payload: JobPayloads[Kind]) =>
  server.context.db.transaction(() => server.context.jobs.add(kind, payload));

const notice = (title = 'Hello') => ({ type: 'info' as const, title, message: 'There.', action: null });

describe('the bell', () => {
  test('is the caller’s own, newest first, and read one by one', async () => {
    const ana = await enter(server);
    const ben = await enter(server);
    for (const title of ['One', 'Two', 'Three']) {
      await tell([ana.id], notice(title));
      clock += MINUTE;
    }
    const [third, second] = await noticesOf(ana);
    expect((await noticesOf(ana)).map(({ title, read }) => [title, read])).toEqual([
      ['Three', false],
      ['Two', false],
      ['One', false],
    ]);
    expect(third).toEqual({
      id: third?.id,
      type: 'info',
      title: 'Three',
      message: 'There.',
      concerns: null,
      timestamp: new Date(start + 2 * MINUTE).toISOString(),
      read: false,
      action: null,
    });
    expect(await noticesOf(ben)).toEqual([]);
    const answer = await ana.put(`/api/notifications/${second?.id}/read`);
    expect(answer).toMatchObject({ status: 200, body: { data: { id: second?.id, read: true } } });
    expect((await ana.put(`/api/notifications/${second?.id}/read`)).status).toBe(200);
    expect((await noticesOf(ana)).map(({ read }) => read)).toEqual([false, true, false]);
    expect(await ben.put(`/api/notifications/${third?.id}/read`)).toMatchObject({
      status: 404,
      body: { error: 'Notification not found' },
    });
    expect((await noticesOf(ana))[0]?.read).toBe(false);
  });

  test('gives at most a hundred', async () => {
    const ana = await enter(server);
    const rows = Array.from({ length: 105 }, (_, at) => ({
      ...{ user_id: ana.id, type: 'info' as const, title: `${at}`, message: '-' },
      ...{ action_label: null, action_url: null, created_at: new Date(start + at), read_at: null },
    }));
    const { db } = server.context;
    await db.transaction((transaction) => db.models.Notification.bulkCreate(rows, { transaction }));
    const titles = (await noticesOf(ana)).map(({ title }) => title);
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([100, '104', '5']);
  });

  test('hears of it in every window, and nobody else does', async () => {
    const ana = await enter(server);
    const ben = await enter(server);
    const [one, two, other] = await Promise.all([ana, ana, ben].map(({ token }) => openSocket(server.url, token)));
    await tell([ana.id], notice());
    const [stored] = await noticesOf(ana);
    for (const socket of [one, two])
      expect(await socket?.waitFor('notification')).toEqual([{ ...stored, push: true }]);
    await settle();
    expect(other?.heard('notification')).toEqual([]);
    for (const socket of [one, two, other]) socket?.close();
  });
});

describe('a new message', () => {
  test('is an unread notice of its own, and reading its conversation reads all of them', async () => {
    const { agent, ana, id, say } = await chat();
    await expect.poll(() => noticesOf(agent)).toHaveLength(1);
    const long = `${'x'.repeat(49)}🏠 and more`;
    await say(long);
    await expect
      .poll(async () => (await noticesOf(agent)).map(({ message }) => message))
      .toEqual([`${'x'.repeat(49)}🏠…`, 'Hello']);
    const expected = {
      title: 'New Message',
      read: false,
      action: { label: 'View Conversation', url: `/conversations/${id}` },
    };
    expect(await noticesOf(agent)).toMatchObject([expected, expected]);
    await agent.get(`/api/conversations/${id}/messages`);
    await expect.poll(async () => (await noticesOf(agent)).map(({ read }) => read)).toEqual([true, true]);
    await say('Another');
    await expect.poll(async () => (await noticesOf(agent)).map(({ read }) => read)).toEqual([false, true, true]);
    expect(await noticesOf(ana)).toEqual([]);
  });

  test('of many at once, too', async () => {
    const { agent, say } = await chat();
    await Promise.all(Array.from({ length: 6 }, (_, at) => say(`Message ${at}`)));
    await expect.poll(() => noticesOf(agent)).toHaveLength(7);
    expect(await subjectsTo(agent)).toHaveLength(1);
  });

  test('that was read before its notice was stored leaves none', async () => {
    const { agent, id } = await chat();
    await expect.poll(() => noticesOf(agent)).toHaveLength(1);
    const [message] = (await agent.get(`/api/conversations/${id}/messages`)).body.data;
    await expect.poll(async () => (await noticesOf(agent))[0]?.read).toBe(true);
    // As when the reader was faster than the notice.
    await add('messageNotices', { messageIds: [message.id] });
    await server.context.jobs.flush();
    expect((await noticesOf(agent)).map(({ read }) => read)).toEqual([true]);
  });

  test('of several conversations that one job tells of is told to each, in order and by one mail', async () => {
    const [one, other] = [await chat(), await chat()];
    const { Message, Notification } = server.context.db.models;
    await server.context.jobs.flush();
    // No unread or recent notification would hold mails back.
    const longAgo = { created_at: new Date(start - 60 * MINUTE), read_at: new Date(start), mailed_at: null };
    await server.context.db.transaction(() => Notification.update(longAgo, { where: {} }));
    const write = (to: typeof one, content: string) =>
      Message.create({
        ...{ conversation_id: to.id, sender_id: to.ana.id, sender_type: 'user', content },
        ...{ client_id: null, created_at: new Date(clock), read_at: null },
      });
    const rows = await server.context.db.transaction(async () => [
      await write(one, 'First'),
      await write(other, 'Elsewhere'),
      await write(one, 'Second'),
    ]);
    await add('messageNotices', { messageIds: [...rows.map(({ id }) => id), 999_999] });
    await server.context.jobs.flush();
    const heard = (await noticesOf(one.agent)).map(({ message }) => message);
    expect(heard).toEqual(['Second', 'First', 'Hello']);
    expect((await noticesOf(other.agent)).map(({ message }) => message)).toEqual(['Elsewhere', 'Hello']);
    for (const { agent } of [one, other]) expect(await subjectsTo(agent)).toHaveLength(2);
  });

  test('that somebody is reading holds up none of the others, and is told once that came to nothing', async ({
    skip,
  }) => {
    const { db, jobs } = server.context;
    skip(db.dialect === 'sqlite', 'it has one writer');
    const [one, other] = [await chat(), await chat()];
    await jobs.flush();
    const { Message } = db.models;
    const [read, free] = await Promise.all(
      [one, other].map(({ id }) => Message.findOne({ where: { conversation_id: id } })),
    );
    if (!read || !free) throw new Error('There are no messages');
    const outside = AsyncLocalStorage.snapshot();
    const takenBack = db.transaction(async () => {
      await Message.update({ read_at: new Date(clock) }, { where: { id: read.id } });
      await outside(() => add('messageNotices', { messageIds: [read.id, free.id] }));
      await expect.poll(() => noticesOf(other.agent)).toHaveLength(2);
      expect(await noticesOf(one.agent)).toHaveLength(1);
      throw new Error('Not read after all');
    });
    await expect(takenBack).rejects.toThrow('Not read after all');
    await expect.poll(() => noticesOf(one.agent)).toHaveLength(2);
  });

  test('is mailed once, and again only after a quiet half hour', async () => {
    const { agent, ana, id, say } = await chat();
    const subject = `New Message: ${ana.user.name} – Silong`;
    await expect.poll(() => subjectsTo(agent)).toEqual([subject]);
    for (const wait of [1, 10, 29]) {
      await agent.put(`/api/conversations/${id}/read`);
      await expect.poll(async () => (await noticesOf(agent)).every(({ read }) => read)).toBe(true);
      clock += wait * MINUTE;
      await say('Still there?');
      await expect.poll(async () => (await noticesOf(agent))[0]?.read).toBe(false);
    }
    expect(await subjectsTo(agent)).toEqual([subject]);
    await agent.put(`/api/conversations/${id}/read`);
    await expect.poll(async () => (await noticesOf(agent)).every(({ read }) => read)).toBe(true);
    clock += 31 * MINUTE;
    await say('Hello again');
    await expect.poll(() => subjectsTo(agent)).toEqual([subject, subject]);
  });
});

test('a preview is never half a character', () => {
  expect(previewOf('x'.repeat(50))).toBe('x'.repeat(50));
  expect(previewOf('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
  expect(previewOf('🏠'.repeat(51))).toBe(`${'🏠'.repeat(50)}…`);
});

describe('what somebody does not want', () => {
  test('messages: no notice, no mail, no event beyond the conversation itself', async () => {
    const { agent, id, say } = await chat();
    await expect.poll(() => noticesOf(agent)).toHaveLength(1);
    await agent.put('/api/settings', { notifications: { messageNotifications: false } });
    const socket = await openSocket(server.url, agent.token);
    await agent.put(`/api/conversations/${id}/read`);
    await say('Quietly');
    await socket.waitFor('new_message');
    await settle();
    expect(socket.heard('message_notification')).toEqual([]);
    expect(socket.heard('notification')).toEqual([]);
    expect(await noticesOf(agent)).toHaveLength(1);
    expect(await subjectsTo(agent)).toHaveLength(1);
    socket.close();
  });

  test('mails', async () => {
    const ana = await enter(server);
    await ana.put('/api/settings', { notifications: { email: false } });
    await tell([ana.id], notice());
    expect(await noticesOf(ana)).toHaveLength(1);
    expect(await subjectsTo(ana)).toEqual([]);
  });

  test('pushes: the bell still hears, and is told to be quiet', async () => {
    const ana = await enter(server);
    const socket = await openSocket(server.url, ana.token);
    await ana.put('/api/settings', { notifications: { push: false } });
    await tell([ana.id], notice('Quiet'));
    await ana.put('/api/settings', { notifications: { push: true } });
    await tell([ana.id], notice('Loud'));
    await setSystem({ pushNotifications: false });
    await tell([ana.id], notice('Off for all'));
    const heard = await socket.waitFor('notification', 3);
    expect(heard.map(({ title, push }) => [title, push])).toEqual([
      ['Quiet', false],
      ['Loud', true],
      ['Off for all', false],
    ]);
    socket.close();
  });

  test('the admin: mail in general, mail of messages, news of accounts', async () => {
    const admin = await enter(server, { role: 'admin' });
    const register = (email: string) =>
      server.request('POST', '/api/auth/register', {
        body: { name: 'Newcomer', email, password: 'secret of 1' },
      });
    await setSystem({ notifyNewMessages: false });
    const { agent } = await chat();
    await expect.poll(() => noticesOf(agent)).toHaveLength(1);
    expect(await subjectsTo(agent)).toEqual([]);

    await register('first@example.com');
    await expect.poll(async () => (await noticesOf(admin)).map(({ title }) => title)).toEqual(['New Account']);
    expect(await subjectsTo(admin)).toEqual(['New Account – Silong']);
    await setSystem({ emailNotifications: false });
    await register('second@example.com');
    await expect.poll(() => noticesOf(admin)).toHaveLength(2);
    await setSystem({ notifyNewUsers: false });
    await register('third@example.com');
    await settle();
    expect(await noticesOf(admin)).toHaveLength(2);
    expect(await subjectsTo(admin)).toHaveLength(1);
  });
});

describe('a favourite', () => {
  async function favored() {
    const agent = await enter(server, { role: 'agent' });
    const { id } = await buildProperty(server.context, { agent_id: agent.id, title: 'Loft in Poblacion' });
    const [fan, unwilling, stranger] = [await enter(server), await enter(server), await enter(server)];
    await unwilling.put('/api/settings', { notifications: { priceAlerts: false } });
    for (const person of [fan, unwilling, agent]) await person.post(`/api/favorites/${id}`);
    return { id, agent, fan, quiet: [unwilling, stranger, agent] };
  }

  test.each([
    [5_000_000, 4_500_000, 'Price Drop', 'Loft in Poblacion dropped from ₱5,000,000 to ₱4,500,000.'],
    [5_000_000, 5_250_000.5, 'Price Change', 'Loft in Poblacion rose from ₱5,000,000 to ₱5,250,001.'],
  ])('that was %s and is %s now is told of', async (from, to, title, message) => {
    const { id, fan, quiet } = await favored();
    const socket = await openSocket(server.url, fan.token);
    await add('priceNotice', { propertyId: id, from, to });
    expect(await socket.waitFor('notification')).toMatchObject([
      { title, message, action: { label: 'View Property', url: `/properties/${id}` } },
    ]);
    await expect.poll(() => subjectsTo(fan)).toEqual([`${title} – Silong`]);
    await settle();
    for (const person of quiet) expect(await noticesOf(person)).toEqual([]);
    socket.close();
  });

  test.each([
    ['sold', 'Property Sold'],
    ['rented', 'Property Rented'],
  ] as const)('that was %s is told of', async (status, title) => {
    const { id, fan, quiet } = await favored();
    await add('takenNotice', { propertyId: id, status });
    await expect
      .poll(() => noticesOf(fan))
      .toMatchObject([{ title, message: `Loft in Poblacion, one of your favorites, was ${status}.` }]);
    for (const person of quiet) expect(await noticesOf(person)).toEqual([]);
  });

  test('that is hidden is not', async () => {
    const { id, fan } = await favored();
    const { db } = server.context;
    await db.transaction((transaction) =>
      db.models.Property.update({ moderation_status: 'rejected' }, { where: { id }, transaction }),
    );
    await add('takenNotice', { propertyId: id, status: 'sold' });
    await add('priceNotice', { propertyId: id, from: 2, to: 1 });
    await server.context.jobs.flush();
    expect(await noticesOf(fan)).toEqual([]);
  });
});
