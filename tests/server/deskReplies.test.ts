// @databases full

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeskRow, TimelineEntry } from '#shared/contracts/desk.ts';
import type { OwnInquiry } from '#shared/contracts/inquiries.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { type DeskActs, deskActs } from '#tests/support/deskScene.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let acts: DeskActs;
let agent: Person;
let ana: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  acts = deskActs(server);
});

afterAll(() => server.close());

beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
  ana = await enter(server, { name: 'Ana Reyes' });
});

async function rowOf(person: Person | string): Promise<DeskRow> {
  const { rows } = await acts.queue(agent);
  const row = rows.find(({ name, user_id }) =>
    typeof person === 'string' ? name === person : user_id === person.id,
  );
  if (!row) throw new Error('They are not in the queue');
  return row;
}

const draft = (change: object = {}) => ({
  channel: 'chat',
  content: 'It is free.',
  client_id: randomUUID(),
  ...change,
});

type Answered = { entry: TimelineEntry; row: DeskRow };

async function send(clientId: number, change: object = {}, by = agent) {
  const { status, body } = await by.post(`/api/desk/clients/${clientId}/replies`, draft(change));
  return { status, code: body.code as string | undefined, data: body.data as Answered, issues: body.issues };
}

const messagesOf = (conversation_id: number) =>
  server.context.db.models.Message.findAll({ where: { conversation_id }, order: ['id'] });
const conversationsOf = (person: Person) =>
  server.context.db.models.Conversation.findAll({ where: { user_id: person.id }, order: ['id'] });
const inquiryOf = async (id: number) => (await server.context.db.models.Inquiry.findByPk(id))?.get();

describe('in the chat', () => {
  test('an agent begins with whoever asked by the form, about what they asked', async () => {
    const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id });
    const first = await acts.ask(agent, ana);
    const second = await acts.ask(agent, ana, { property_id });
    const { id } = await rowOf(ana);
    const answer = await send(id);
    expect(answer).toMatchObject({
      status: 201,
      data: {
        entry: { kind: 'message', by: 'agent', message: { content: 'It is free.' } },
        row: { id, waiting_for: null, stage: 'talking', last: { kind: 'message', by: 'agent' } },
      },
    });
    const [conversation, ...others] = await conversationsOf(ana);
    expect(others).toEqual([]);
    expect(conversation).toMatchObject({ agent_id: agent.id, property_id, status: 'active' });
    // Both are answered, though not by mail; that about the same listing is in one thread with the chat.
    const replied = { status: 'replied', reply_method: null, reply_at: null };
    expect(await inquiryOf(first)).toMatchObject({ ...replied, conversation_id: null });
    expect(await inquiryOf(second)).toMatchObject({ ...replied, conversation_id: conversation?.id });
    const answeredAt = (await inquiryOf(second))?.first_reply_at;
    expect(answeredAt).toBeInstanceOf(Date);
    // Ana is notified, and may answer.
    await server.context.jobs.flush();
    const { body } = await ana.get('/api/notifications');
    expect(JSON.stringify(body.data)).toContain('It is free.');
    await acts.say(ana, conversation?.id ?? 0, 'When?');
    expect(await rowOf(ana)).toMatchObject({ waiting_for: 'message' });
    await send(id, { content: 'Today' });
    expect(await messagesOf(conversation?.id ?? 0)).toHaveLength(3);
    expect((await inquiryOf(second))?.first_reply_at).toEqual(answeredAt);
    expect((await agent.get(`/api/agents/${agent.id}`)).body.data.response_rate).toBe(100);
  });

  test('goes on in the conversation about the listing that is named, else in the latest', async () => {
    const [one, two, third] = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => buildProperty(server.context, { agent_id: agent.id, title })),
    );
    const about = await acts.chat(agent, ana, 'One?', one?.id);
    const other = await acts.chat(agent, ana, 'Two?', two?.id);
    const { id } = await rowOf(ana);
    await send(id, { content: 'About one', property_id: one?.id });
    await send(id, { content: 'The latest' });
    expect((await messagesOf(about)).map(({ content }) => content)).toEqual(['One?', 'About one', 'The latest']);
    expect(await messagesOf(other)).toHaveLength(1);
    await send(id, { content: 'Another one', property_id: third?.id });
    expect((await conversationsOf(ana)).map(({ property_id }) => property_id)).toEqual([
      one?.id,
      two?.id,
      third?.id,
    ]);
    const foreign = await buildProperty(server.context, { moderation_status: 'inactive' });
    expect(await send(id, { property_id: foreign.id })).toMatchObject({
      status: 400,
      issues: [{ path: 'property_id' }],
    });
  });

  test('is stored once, however often and with whatever else it is sent', async () => {
    await acts.ask(agent, ana);
    const { id } = await rowOf(ana);
    const client_id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(id, { client_id })));
    answers.push(await send(id, { client_id }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ data }) => data.entry.id)).size).toBe(1);
    const conversations = await conversationsOf(ana);
    expect(conversations).toHaveLength(1);
    expect(await messagesOf(conversations[0]?.id ?? 0)).toHaveLength(1);
    // Also where it would go elsewhere by now; and later inquiries have no answer by it.
    const { Conversation } = server.context.db.models;
    await server.context.db.transaction(() =>
      Conversation.update({ status: 'closed' }, { where: { user_id: ana.id } }),
    );
    const later = await acts.ask(agent, ana);
    const again = await send(id, { client_id });
    expect(again).toMatchObject({ status: 201, data: { entry: { id: answers[0]?.data.entry.id } } });
    expect(await conversationsOf(ana)).toHaveLength(1);
    expect(await inquiryOf(later)).toMatchObject({ status: 'new' });
  });

  test('leaves what an administrator suspended, and what is closed, as it is', async () => {
    const chat = await acts.chat(agent, ana);
    const { id } = await rowOf(ana);
    const { Conversation } = server.context.db.models;
    const move = (status: 'suspended' | 'closed') =>
      server.context.db.transaction(() => Conversation.update({ status }, { where: { id: chat } }));
    await move('suspended');
    expect(await send(id)).toMatchObject({ status: 409, code: 'conversation_suspended' });
    expect(await conversationsOf(ana)).toHaveLength(1);
    await move('closed');
    expect((await send(id)).status).toBe(201);
    expect((await conversationsOf(ana)).map(({ status }) => status)).toEqual(['closed', 'active']);
    expect(await messagesOf(chat)).toHaveLength(1);
  });

  test('is for those with an account who turned to the agent, as long as both are there', async () => {
    const email = 'nobody.yet@mail.example';
    await acts.ask(agent, email, { name: 'No Account' });
    const noAccount = { status: 400, issues: [{ path: 'channel' }] };
    expect(await send((await rowOf('No Account')).id)).toMatchObject(noAccount);
    // A review is written in public; its writer has not turned to the agent.
    const ben = await enter(server, { name: 'Ben Cruz' });
    await acts.review(agent, ben);
    expect(await send((await rowOf('Ben Cruz')).id)).toMatchObject(noAccount);
    expect(await conversationsOf(ben)).toEqual([]);
    await acts.ask(agent, ana);
    const { id } = await rowOf(ana);
    const other = await enter(server, { role: 'agent' });
    expect((await send(id, {}, other)).status).toBe(404);
    expect((await send(id, {}, ana)).status).toBe(403);
    await server.context.db.transaction(() => ana.user.update({ status: 'suspended' }));
    expect(await send(id)).toMatchObject({ status: 409, code: 'account_inactive' });
    await server.context.db.transaction(() => ana.user.update({ status: 'active' }));
    const { AgentProfile } = server.context.db.models;
    await server.context.db.transaction(() =>
      AgentProfile.update({ application_status: 'pending' }, { where: { user_id: agent.id } }),
    );
    expect((await send(id)).status).toBe(403);
    expect(await conversationsOf(ana)).toEqual([]);
  });

  test('refuses what is too long or empty', async () => {
    await acts.ask(agent, ana);
    const { id } = await rowOf(ana);
    for (const content of ['x'.repeat(MAX_MESSAGE_LENGTH + 1), ' \n'])
      expect(await send(id, { content })).toMatchObject({ status: 400, issues: [{ path: 'content' }] });
    for (const change of [{ client_id: undefined }, { channel: 'pigeon' }, { property_id: 0 }])
      expect((await send(id, change)).status).toBe(400);
  });
});

describe('by email, telephone or text message', () => {
  test('answers the newest inquiry without an answer, else the newest that is open', async () => {
    const email = 'carla@mail.example';
    const [old, newer] = [await acts.ask(agent, email), await acts.ask(agent, email, { message: 'And now?' })];
    const { id } = await rowOf('Ana Reyes');
    const first = await send(id, { channel: 'email', content: 'First' });
    expect(first).toMatchObject({
      status: 201,
      data: { entry: { kind: 'reply', reply: { message: 'First' }, inquiry: { id: newer } }, row: { id } },
    });
    expect(await inquiryOf(old)).toMatchObject({ status: 'new' });
    expect((await send(id, { channel: 'email', content: 'Second' })).data.entry).toMatchObject({
      inquiry: { id: old },
    });
    expect((await send(id, { channel: 'email', content: 'Third' })).data.entry).toMatchObject({
      inquiry: { id: newer },
    });
    expect(await inquiryOf(newer)).toMatchObject({ status: 'replied', reply_message: 'Third' });
    const { entries } = await acts.timeline(agent, id);
    expect(entries.flatMap((entry) => (entry.kind === 'reply' ? entry.reply.message : []))).toEqual([
      'Third',
      'Second',
      'First',
    ]);
    // There is no number to have called.
    expect(await send(id, { channel: 'phone' })).toMatchObject({ status: 400 });
    await server.context.db.transaction(() =>
      server.context.db.models.Inquiry.update({ status: 'closed' }, { where: { id: [old, newer] } }),
    );
    expect(await send(id, { channel: 'email' })).toMatchObject({ status: 409, code: 'nothing_to_answer' });
    expect(await send(id, { channel: 'email', inquiry_id: old })).toMatchObject({
      status: 409,
      code: 'inquiry_closed',
    });
  });

  test('is stored and mailed once; of another client or agent nothing is answered', async () => {
    const asked = await acts.ask(agent, ana);
    const { id } = await rowOf(ana);
    const client_id = randomUUID();
    const answers = await Promise.all(
      [1, 2].map(() => send(id, { channel: 'email', client_id, inquiry_id: asked })),
    );
    expect(new Set(answers.map(({ data }) => data.entry.id)).size).toBe(1);
    const { InquiryReply, OutgoingMail } = server.context.db.models;
    expect(await InquiryReply.count({ where: { inquiry_id: asked } })).toBe(1);
    expect(await OutgoingMail.count({ where: { inquiry_id: asked } })).toBe(1);
    const ben = await enter(server, { name: 'Ben Cruz' });
    const bens = await acts.ask(agent, ben);
    const other = await enter(server, { role: 'agent' });
    const foreign = await acts.ask(other, ana);
    for (const inquiry_id of [bens, foreign])
      expect(await send(id, { channel: 'email', inquiry_id })).toMatchObject({ status: 404 });
    expect(await inquiryOf(bens)).toMatchObject({ status: 'new' });
    expect(await inquiryOf(foreign)).toMatchObject({ status: 'new' });
  });
});

describe('who asked by the form', () => {
  const own = async (person: Person, query = '') => {
    const { status, body } = await person.get(`/api/inquiries${query}`);
    expect(status).toBe(200);
    return body.data as OwnInquiry[];
  };

  test('has what they asked with the answers by email, and nothing of what the agent noted', async () => {
    const { id: property_id, title } = await buildProperty(server.context, { agent_id: agent.id });
    const phoned = { name: 'Ana', email: ana.user.email, phone: '0917 555 0101', message: 'Is it free?' };
    const asked = await ana.post(`/api/agents/${agent.id}/contact`, { ...phoned, property_id });
    const { id } = await rowOf(ana);
    await send(id, { channel: 'email', content: 'It is.' });
    await send(id, { channel: 'phone', content: 'She haggles.' });
    await send(id, { channel: 'email', content: 'Come and see it.' });
    const [inquiry, ...others] = await own(ana);
    expect(others).toEqual([]);
    expect(inquiry).toEqual({
      id: asked.body.data.id,
      agent: { id: agent.id, name: agent.user.name, avatar_url: null },
      property: { id: property_id, title, image: expect.anything() },
      message: 'Is it free?',
      attachments: [],
      by_mail: null,
      conversation_id: null,
      created_at: expect.any(String),
      replies: [
        { id: expect.any(Number), message: 'It is.', attachments: [], created_at: expect.any(String) },
        { id: expect.any(Number), message: 'Come and see it.', attachments: [], created_at: expect.any(String) },
      ],
    });
    await send(id, { content: 'In the chat', property_id });
    const [conversation] = await conversationsOf(ana);
    expect(await own(ana)).toMatchObject([{ conversation_id: conversation?.id }]);
  });

  test('has none of anybody else’s, nor of a visitor who typed their address', async () => {
    const ben = await enter(server);
    await acts.ask(agent, ana);
    await acts.ask(agent, ben.user.email);
    expect(await own(ben)).toEqual([]);
    expect(await own(agent)).toEqual([]);
    expect((await server.request('GET', '/api/inquiries')).status).toBe(401);
  });

  test('gets them in parts, newest first', async () => {
    const ids = [await acts.ask(agent, ana), await acts.ask(agent, ana), await acts.ask(agent, ana)];
    const [last] = await own(ana, '?limit=1');
    expect(last?.id).toBe(ids[2]);
    const rest = await own(ana, `?before=${last?.created_at},${last?.id}`);
    expect(rest.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect((await ana.get('/api/inquiries?before=now')).status).toBe(400);
  });
});

test('an inquiry joins the conversation about the same listing, whichever came first', async () => {
  const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id });
  const before = await acts.ask(agent, ana, { property_id });
  const elsewhere = await acts.ask(agent, ana);
  const chat = await acts.chat(agent, ana, 'Hello?', property_id);
  const after = await acts.ask(agent, ana, { property_id });
  const ben = await enter(server);
  const bens = await acts.ask(agent, ben, { property_id });
  const unsigned = await acts.ask(agent, 'ana.by.form@mail.example', { property_id });
  const joined = await Promise.all(
    [before, elsewhere, after, bens, unsigned].map(async (id) => (await inquiryOf(id))?.conversation_id),
  );
  expect(joined).toEqual([chat, null, chat, null, null]);
  // Each stands once in the agent's timeline.
  const { entries } = await acts.timeline(agent, (await rowOf(ana)).id);
  expect(entries.map(({ kind }) => kind).sort()).toEqual(['inquiry', 'inquiry', 'inquiry', 'message']);
});
