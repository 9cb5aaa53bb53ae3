// @databases both

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserModel } from '#server/db/models.ts';
import { IdempotencyKeyUsedError, runWithIdempotencyKey } from '#server/db/transactions.ts';
import { MessageQueue } from '#server/features/conversations/writes/messageQueue.ts';
import { ConflictError, NotFoundError } from '#server/http/errors.ts';
import type { Message } from '#shared/contracts/conversations.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let post: MessageQueue['add'];
let person: UserModel;
let agent: UserModel;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  const queue = new MessageQueue(server.context);
  post = (message) => queue.add(message);
  person = await buildUser(server.context);
  agent = await buildUser(server.context, { role: 'agent' });
});

afterAll(() => server.close());

async function startConversation(status: 'active' | 'closed' = 'active'): Promise<number> {
  const { transaction, models } = server.context.db;
  const { id } = await transaction(() =>
    models.Conversation.create({
      subject: 'Property Inquiry',
      status,
      user_id: person.id,
      agent_id: agent.id,
      property_id: null,
      last_message_at: null,
    }),
  );
  return id;
}

const contentsOf = async (conversationId: number) =>
  (
    await server.context.db.readRows<{ content: string }>(
      'SELECT content FROM messages WHERE conversation_id = $1 ORDER BY id',
      [conversationId],
    )
  ).map(({ content }) => content);

const say = (
  conversationId: number,
  content: string,
  sender: { id: number; name: string } = person,
  clientId?: string,
) => post({ sender, conversationId, content, clientId: clientId ?? null, attachmentIds: [] });

/** As the request of a client that sent this key. */
const withKey = (key: string, work: () => Promise<Message>) =>
  runWithIdempotencyKey(
    { userId: person.id, key, requestHash: key, at: new Date(), isStored: false, isAnswered: false },
    work,
  );

/** @returns how many transactions the work began. */
async function countTransactions(work: () => Promise<unknown>): Promise<number> {
  const { db } = server.context;
  const { transaction } = db;
  let count = 0;
  db.transaction = (...asked) => {
    count += 1;
    return transaction(...asked);
  };
  try {
    await work();
  } finally {
    db.transaction = transaction;
  }
  return count;
}

describe('messages that are posted at once', () => {
  test('share transactions, and stand in the order in which they came', async () => {
    const conversations = await Promise.all(Array.from({ length: 8 }, () => startConversation()));
    const contents = Array.from({ length: 10 }, (_, nth) => `Message ${nth}`);
    const count = await countTransactions(() =>
      Promise.all(contents.flatMap((content) => conversations.map((id) => say(id, content)))),
    );
    expect(count).toBeLessThan(40);
    for (const id of conversations) expect(await contentsOf(id)).toEqual(contents);
  });

  test('are told once they are stored, and answered after that, each with what it said', async () => {
    const conversationId = await startConversation();
    const told: string[] = [];
    const stored: Promise<boolean>[] = [];
    server.context.bus.subscribe('messageSent', ({ message }) => {
      if (message.conversationId !== conversationId) return;
      told.push(message.content);
      stored.push(contentsOf(conversationId).then((contents) => contents.includes(message.content)));
    });
    const contents = Array.from({ length: 30 }, (_, nth) => `Question ${nth}`);
    const answers = await Promise.all(contents.map((content) => say(conversationId, content)));
    expect(answers.map(({ content }) => content)).toEqual(contents);
    await expect.poll(() => told).toEqual(contents);
    expect(await Promise.all(stored)).toEqual(contents.map(() => true));
  });

  test('each have a notice, and the conversation the time of its newest', async () => {
    const { db } = server.context;
    const conversationId = await startConversation();
    const answers = await Promise.all(['One', 'Two', 'Three'].map((content) => say(conversationId, content)));
    await server.context.jobs.flush('messageNotices');
    const notices = await db.models.Notification.count({
      where: { user_id: agent.id, action_url: `/conversations/${conversationId}` },
    });
    expect(notices).toBe(3);
    const conversation = await db.models.Conversation.findByPk(conversationId);
    expect(conversation?.last_message_at?.toISOString()).toBe(answers.at(-1)?.created_at);
  });

  test('are what is told, answered and stored, also where ids that clients made are the same', async () => {
    const conversations = await Promise.all(Array.from({ length: 6 }, () => startConversation()));
    const [first = 0, ...others] = conversations;
    await say(first, 'Hello', agent, 'the-same-id');
    const told: [number, number, string][] = [];
    server.context.bus.subscribe('messageSent', ({ message }) => {
      if (conversations.includes(message.conversationId))
        told.push([message.id, message.conversationId, message.content]);
    });
    const outcomes = await Promise.allSettled([
      ...others.map((id) => say(id, `Before ${id}`, agent)),
      say(first, 'Pay to another number', agent, 'the-same-id'),
      ...others.map((id) => say(id, `Under one id in ${id}`, agent, 'the-same-id')),
      say(first, 'Hello', agent, 'the-same-id'),
      say(first, 'As the client', person, 'the-same-id'),
    ]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []));
    expect(refused).toMatchObject([{ status: 422, code: 'client_id_reused' }]);
    const rows = await server.context.db.models.Message.findAll({
      where: { conversation_id: conversations },
      order: ['id'],
    });
    const stored = rows.map(({ id, conversation_id, content }) => [id, conversation_id, content]);
    const answered = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled'
        ? [[outcome.value.id, outcome.value.conversationId, outcome.value.content]]
        : [],
    );
    expect(stored).toHaveLength(2 + 2 * others.length);
    expect(stored).toEqual(expect.arrayContaining(answered));
    // The first was published before.
    await expect.poll(() => told.length).toBe(stored.length - 1);
    expect(stored).toEqual(expect.arrayContaining(told));
  });

  test('have times that go up, within a conversation, and after those that are there', async () => {
    const { db } = server.context;
    const conversationId = await startConversation();
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 20 }, (_, nth) => say(conversationId, `${round} ${nth}`)));
    const rows = await db.models.Message.findAll({
      where: { conversation_id: conversationId },
      order: ['id'],
    });
    const times = rows.map(({ created_at }) => created_at.getTime());
    expect(new Set(times).size).toBe(60);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const conversation = await db.models.Conversation.findByPk(conversationId);
    expect(conversation?.last_message_at).toEqual(rows.at(-1)?.created_at);
  });

  test('fail alone: in a closed conversation, in one that is not there, and by somebody else', async () => {
    const [open, closed] = [await startConversation(), await startConversation('closed')];
    const stranger = await buildUser(server.context);
    const outcomes = await Promise.allSettled([
      say(open, 'First'),
      say(closed, 'Too late'),
      say(999_999, 'Nowhere'),
      say(open, 'Not mine', stranger),
      say(open, 'Second'),
    ]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      false,
      expect.any(ConflictError),
      expect.any(NotFoundError),
      expect.any(NotFoundError),
      false,
    ]);
    expect(await contentsOf(open)).toEqual(['First', 'Second']);
    expect(await contentsOf(closed)).toEqual([]);
  });

  test('fail alone where the database refuses one of them', async () => {
    const [one, other] = [await startConversation(), await startConversation()];
    await withKey('key-of-before', () => say(one, 'Before'));
    const used = withKey('key-of-before', () => say(one, 'Again'));
    const outcomes = await Promise.allSettled([
      say(one, 'First'),
      used,
      say(one, 'Second'),
      ...Array.from({ length: 20 }, (_, nth) => say(other, `Message ${nth}`)),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.any(IdempotencyKeyUsedError) },
    ]);
    // It was sent first.
    expect(await contentsOf(one)).toEqual(['Before', 'First', 'Second']);
    expect(await contentsOf(other)).toEqual(Array.from({ length: 20 }, (_, nth) => `Message ${nth}`));
  });

  test('under one idempotency key are stored once', async () => {
    const [one, other] = [await startConversation(), await startConversation()];
    const outcomes = await Promise.allSettled([
      ...['Once', 'Once'].map((content) => withKey('key-of-both', () => say(one, content))),
      ...['key-of-this', 'key-of-that'].map((key) => withKey(key, () => say(other, key))),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await contentsOf(one)).toEqual(['Once']);
    const keys = ['key-of-both', 'key-of-this', 'key-of-that'];
    expect(await server.context.db.models.IdempotencyKey.count({ where: { key: keys } })).toBe(3);
  });

  test('that are refused leave their key free', async () => {
    const closed = await startConversation('closed');
    const refused = withKey('key-of-refused', () => say(closed, 'Too late'));
    await expect(refused).rejects.toThrow(ConflictError);
    await withKey('key-of-refused', async () => say(await startConversation(), 'Then here'));
  });

  test('with one client-made id are one message, also once the conversation is closed', async () => {
    const { transaction, models } = server.context.db;
    const id = await startConversation();
    const ids = new Set(
      (await Promise.all(['a', 'a', 'a'].map((content) => say(id, content, person, 'client-id-1')))).map(
        (message) => message.id,
      ),
    );
    expect(ids.size).toBe(1);
    expect(await contentsOf(id)).toEqual(['a']);
    await transaction(() => models.Conversation.update({ status: 'closed' }, { where: { id } }));
    const [again, late] = await Promise.allSettled([
      say(id, 'a', person, 'client-id-1'),
      say(id, 'd', person, 'client-id-2'),
    ]);
    expect(again).toMatchObject({ status: 'fulfilled', value: { id: [...ids][0], content: 'a' } });
    expect(late).toMatchObject({ status: 'rejected', reason: expect.any(ConflictError) });
  });

  test('do not wait for a conversation that another transaction holds', async (task) => {
    const { db } = server.context;
    if (db.dialect === 'sqlite') return task.skip();
    const [held, free] = [await startConversation(), await startConversation()];
    let waiting: Promise<Message> | undefined;
    let isStored = false;
    await db.transaction(async (transaction) => {
      await db.models.Conversation.findByPk(held, { lock: transaction.LOCK.UPDATE });
      // A single message waits for its conversation; messages that come meanwhile are sent before it.
      const first = say(free, 'One');
      waiting = say(held, 'Late').finally(() => {
        isStored = true;
      });
      await Promise.all([first, say(free, 'Two'), say(free, 'Three')]);
      expect(isStored).toBe(false);
    });
    await waiting;
    expect(await contentsOf(free)).toEqual(['One', 'Two', 'Three']);
    expect(await contentsOf(held)).toEqual(['Late']);
  });
});
