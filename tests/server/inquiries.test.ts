// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canMoveTo } from '#server/features/inquiries/policy.ts';
import { type Inquiry, inquiryStatuses } from '#shared/contracts/inquiries.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let smtp: TestSmtp;
let server: TestServer;
let agent: Person;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({ data: 'empty', env: { smtpUrl: smtp.url } });
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

beforeEach(async () => {
  agent = await enter(server, { role: 'agent', name: 'Marco Dela Peña' });
  // Mails about new inquiries are another test's matter.
  await agent.put('/api/settings', { notifications: { email: false } });
  smtp.mails.length = 0;
  smtp.answerWith(null);
});

const message = {
  name: 'Ana Reyes',
  email: ' Ana@Example.com ',
  phone: '+63 917 555 0102',
  message: 'Is the unit\nstill free?',
  property_interest: 'condo',
};

const contact = (body: unknown, token?: string) =>
  server.request('POST', `/api/agents/${agent.id}/contact`, { body, token });
const inbox = async () => (await agent.get(`/api/agents/${agent.id}/contacts`)).body.data as Inquiry[];
const move = (id: number, status: string) => agent.put(`/api/agents/${agent.id}/contacts/${id}`, { status });
const reply = (id: number, body: unknown) => agent.post(`/api/agents/${agent.id}/contacts/${id}/reply`, body);

async function ask(body: object = message): Promise<number> {
  return (await contact(body)).body.data.id;
}

async function setStatus(id: number, status: string): Promise<void> {
  const { db } = server.context;
  await db.transaction((transaction) =>
    db.models.Inquiry.update({ status: status as Inquiry['status'] }, { where: { id }, transaction }),
  );
}

describe('a message to an agent', () => {
  test('from a visitor without an account', async () => {
    const heard = await openSocket(server.url, agent.token);
    const answer = await contact({ ...message, status: 'closed', user_id: agent.id });
    expect(answer.status).toBe(201);
    expect(await inbox()).toMatchObject([
      {
        id: answer.body.data.id,
        name: 'Ana Reyes',
        email: 'ana@example.com',
        phone: '+63 917 555 0102',
        message: 'Is the unit\nstill free?',
        property_interest: 'condo',
        property: null,
        status: 'new',
        reply_message: null,
        reply_delivery: null,
      },
    ]);
    const [notice] = await heard.waitFor('notification');
    expect(notice).toMatchObject({
      title: 'New Inquiry',
      message: 'Is the unit\nstill free?',
      concerns: 'Ana Reyes',
    });
    heard.close();
  });

  test('from an account, and with a token that ended', async () => {
    const ana = await enter(server);
    const own = await contact(message, ana.token);
    const anonymous = await contact(message, 'A'.repeat(43));
    expect(anonymous.status).toBe(201);
    const { Inquiry } = server.context.db.models;
    expect((await Inquiry.findByPk(own.body.data.id))?.user_id).toBe(ana.id);
    expect((await Inquiry.findByPk(anonymous.body.data.id))?.user_id).toBeNull();
  });

  test('about one of their listings, and of nobody else’s', async () => {
    const listing = await buildProperty(server.context, { agent_id: agent.id, title: 'Loft in Poblacion' });
    const hidden = await buildProperty(server.context, { agent_id: agent.id, moderation_status: 'pending' });
    const foreign = await buildProperty(server.context);
    await ask({ ...message, property_id: listing.id });
    expect((await inbox())[0]?.property).toEqual({ id: listing.id, title: 'Loft in Poblacion' });
    for (const { id } of [hidden, foreign])
      expect(await contact({ ...message, property_id: id })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'property_id' }] },
      });
  });

  test('with an empty interest and no phone', async () => {
    await ask({ ...message, phone: ' ', property_interest: '' });
    expect(await inbox()).toMatchObject([{ phone: null, property_interest: null }]);
  });

  test.each([
    ['no name', { name: ' ' }, 'Name is required'],
    ['no e-mail', { email: undefined }, 'Please fill in all required fields'],
    ['an e-mail that is none', { email: 'ana@' }, 'Invalid email format'],
    ['two e-mails', { email: 'a@example.com, b@example.com' }, 'Invalid email format'],
    ['a header in the e-mail', { email: 'a@example.com\r\nBcc: b@example.com' }, 'Invalid email format'],
    ['no message', { message: '\n' }, 'Message is required'],
    ['an unknown interest', { property_interest: 'castle' }, undefined],
    ['a listing that is no number', { property_id: '1' }, undefined],
  ])('refuses %s', async (_what, change, sentence) => {
    const answer = await contact({ ...message, ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    if (sentence) expect(answer.body.error).toBe(sentence);
    expect(await inbox()).toEqual([]);
  });

  test('not to oneself, and not to somebody who is no agent', async () => {
    expect(await contact(message, agent.token)).toMatchObject({ status: 403, body: { code: 'own_account' } });
    const user = await enter(server);
    const answer = await server.request('POST', `/api/agents/${user.id}/contact`, { body: message });
    expect(answer).toMatchObject({ status: 404, body: { error: 'Agent not found' } });
  });
});

describe('the inbox', () => {
  test('belongs to that agent', async () => {
    const id = await ask();
    const other = await enter(server, { role: 'agent' });
    const paths = [`/api/agents/${agent.id}/contacts`, `/api/agents/${other.id}/contacts`];
    expect((await other.get(paths[0] ?? '')).status).toBe(403);
    expect((await other.put(`${paths[0]}/${id}`, { status: 'read' })).status).toBe(403);
    expect((await other.post(`${paths[0]}/${id}/reply`, { message: 'Hi' })).status).toBe(403);
    expect((await other.get(paths[1] ?? '')).body.data).toEqual([]);
    expect((await other.put(`${paths[1]}/${id}`, { status: 'read' })).status).toBe(404);
    expect((await other.post(`${paths[1]}/${id}/reply`, { message: 'Hi' })).status).toBe(404);
    expect((await inbox())[0]).toMatchObject({ status: 'new', reply_message: null });
  });

  test('shows the newest first', async () => {
    const ids = [await ask(), await ask(), await ask()];
    expect((await inbox()).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  const allowed = ['new → read', 'new → closed', 'read → closed', 'replied → closed', 'closed → new'];
  const moves = inquiryStatuses.flatMap((from) => inquiryStatuses.map((to) => ({ from, to })));

  test.each(moves)('$from → $to', async ({ from, to }) => {
    const isAllowed = allowed.includes(`${from} → ${to}`);
    expect(canMoveTo(from, to)).toBe(isAllowed);
    const id = await ask();
    await setStatus(id, from);
    const answer = await move(id, to);
    if (isAllowed) expect(answer).toMatchObject({ status: 200, body: { data: { id, status: to } } });
    else expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect((await inbox())[0]?.status).toBe(isAllowed ? to : from);
  });

  test('knows no other status', async () => {
    expect((await move(await ask(), 'archived')).status).toBe(400);
  });

  test('is changed only as it was expected to be, when that is said', async () => {
    const id = await ask();
    const path = `/api/agents/${agent.id}/contacts/${id}`;
    expect(await agent.put(path, { status: 'closed', expected_status: 'read' })).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        error: 'This inquiry is now new; you changed it when it was read.',
      },
    });
    expect((await inbox())[0]?.status).toBe('new');
    expect((await agent.put(path, { status: 'read', expected_status: 'new' })).status).toBe(200);
    expect((await agent.put(path, { status: 'closed', expected_status: 'unheard' })).status).toBe(400);
  });

  test('of two who move it at once one is late', async () => {
    const id = await ask();
    const answers = await Promise.all([move(id, 'closed'), move(id, 'closed')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a reply', () => {
  test('by e-mail arrives, and an answer to it goes to the agent', async () => {
    const id = await ask({ ...message, name: 'Ana <b>Reyes</b>' });
    const answer = await reply(id, { message: 'Yes, it is.\n\nShall we meet?', replyMethod: 'email' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'replied',
          reply_message: 'Yes, it is.\n\nShall we meet?',
          reply_method: 'email',
          reply_delivery: 'sent',
        },
      },
    });
    const [mail] = await smtp.waitFor(1);
    expect(mail?.to).toEqual(['ana@example.com']);
    if (!mail) throw new Error('no mail');
    expect(mail.raw).toContain(`Reply-To: ${agent.user.email}`);
    expect(readPart(mail, 'text/plain')).toContain('Shall we meet?');
    expect(readPart(mail, 'text/html')).not.toContain('<b>Reyes</b>');
    expect(await inbox()).toMatchObject([{ id, status: 'replied', reply_delivery: 'sent' }]);
  });

  test('goes by e-mail when nothing is said, and may be sent again', async () => {
    const id = await ask();
    await reply(id, { message: 'First' });
    const again = await reply(id, { message: 'Second' });
    expect(again.body.data).toMatchObject({
      status: 'replied',
      reply_message: 'Second',
      reply_method: 'email',
    });
    expect(await smtp.waitFor(2)).toHaveLength(2);
    const { InquiryReply } = server.context.db.models;
    expect(await InquiryReply.findAll({ where: { inquiry_id: id }, order: ['id'] })).toMatchObject([
      { message: 'First', method: 'email', delivery: 'sent', author_id: agent.id },
      { message: 'Second', method: 'email', delivery: 'sent', author_id: agent.id },
    ]);
  });

  test.each(['phone', 'sms'])('by %s is recorded as done, and nothing is sent', async (replyMethod) => {
    const id = await ask();
    const answer = await reply(id, { message: 'Called back', replyMethod });
    expect(answer.body.data).toMatchObject({
      status: 'replied',
      reply_method: replyMethod,
      reply_message: 'Called back',
      reply_delivery: null,
    });
    await server.context.jobs.flush();
    expect(smtp.mails).toEqual([]);
    const without = await ask({ ...message, phone: null });
    expect(await reply(without, { message: 'Called', replyMethod })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'replyMethod' }] },
    });
    expect((await inbox())[0]).toMatchObject({ id: without, status: 'new', reply_message: null });
  });

  test('a mail server that is busy keeps it queued, one that refuses it for good fails it', async () => {
    smtp.answerWith({ responseCode: 451, at: 'data' });
    const busy = await ask();
    expect((await reply(busy, { message: 'Hi' })).body.data.reply_delivery).toBe('queued');
    smtp.answerWith({ responseCode: 550, at: 'recipient' });
    const refused = await ask();
    expect((await reply(refused, { message: 'Hi' })).body.data.reply_delivery).toBe('failed');
    expect((await inbox())[0]).toMatchObject({ id: refused, status: 'replied', reply_message: 'Hi' });
  });

  test('is not for a closed one', async () => {
    const id = await ask();
    await move(id, 'closed');
    expect(await reply(id, { message: 'Hi' })).toMatchObject({
      status: 409,
      body: { code: 'inquiry_closed' },
    });
    await move(id, 'new');
    expect((await reply(id, { message: 'Hi' })).status).toBe(200);
  });

  test.each([
    ['blank', { message: ' \n' }, 'Please enter a reply message'],
    ['missing', {}, 'Please enter a reply message'],
    ['by pigeon', { message: 'Hi', replyMethod: 'pigeon' }, undefined],
  ])('is refused when %s', async (_what, body, sentence) => {
    const answer = await reply(await ask(), body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    if (sentence) expect(answer.body.error).toBe(sentence);
  });

  test('counts in the response rate', async () => {
    const rate = async () => (await server.request('GET', `/api/agents/${agent.id}`)).body.data.response_rate;
    expect(await rate()).toBeNull();
    const ids = [await ask(), await ask(), await ask()];
    expect(await rate()).toBe(0);
    await reply(ids[0] ?? 0, { message: 'Hi' });
    expect(await rate()).toBe(33);
  });
});

test('without a mail server a reply stays queued and is kept', async () => {
  const own = await startTestServer({ data: 'empty' });
  const marco = await enter(own, { role: 'agent' });
  const asked = await own.request('POST', `/api/agents/${marco.id}/contact`, { body: message });
  const answer = await marco.post(`/api/agents/${marco.id}/contacts/${asked.body.data.id}/reply`, {
    message: 'Hello',
  });
  expect(answer.body.data).toMatchObject({ reply_delivery: 'queued', reply_message: 'Hello' });
  await own.close();
});
