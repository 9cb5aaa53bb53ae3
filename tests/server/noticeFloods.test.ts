// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { enter } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: TestServer;
let clock = Date.now();

beforeAll(async () => {
  const env = { hasActionLimits: true, trustProxy: 1 };
  server = await startTestServer({ data: 'empty', env, now: () => new Date(clock) });
});

afterAll(() => server.close());

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  await server.context.jobs.flush();
  return server.context.db.models.OutgoingMail.findAll({ where: { recipient: email }, order: ['id'] });
}

describe('inquiries that come in great number', () => {
  let sent = 0;

  async function inquire(agentId: number, times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) {
      sent += 1;
      const answer = await server.request('POST', `/api/agents/${agentId}/contact`, {
        body: { name: `Sender ${sent}.`, email: `sender${sent}@example.com`, message: `Question ${sent}?` },
        headers: { 'x-forwarded-for': `10.2.0.${sent}` },
      });
      expect(answer.status).toBe(201);
      await server.context.jobs.flush();
    }
  }

  test('are ten mails, then one that names each of the others', async () => {
    const agent = await buildUser(server.context, { role: 'agent' });
    await inquire(agent.id, 14);
    expect((await mailsTo(agent.email)).map(({ subject }) => subject)).toEqual(
      Array.from({ length: 10 }, (_, at) => `New Inquiry: Sender ${at + 1}. – Silong`),
    );
    const bell = await server.context.db.models.Notification.count({ where: { user_id: agent.id } });
    expect(bell).toBe(14);

    clock += 3 * MINUTE - 1_000;
    expect(await mailsTo(agent.email)).toHaveLength(10);
    clock += 1_000;
    const mails = await mailsTo(agent.email);
    expect(mails).toHaveLength(11);
    const digest = mails.at(-1);
    expect(digest?.subject).toBe('4 more new inquiries – Silong');
    for (let at = sent - 3; at <= sent; at += 1)
      expect(digest?.text).toContain(`Sender ${at}. (sender${at}@example.com): Question ${at}?`);
    expect(digest?.text).not.toContain(`Sender ${sent - 4}.`);

    await inquire(agent.id, 1);
    expect((await mailsTo(agent.email)).at(-1)?.subject).toBe(`New Inquiry: Sender ${sent}. – Silong`);
    clock += HOUR;
    expect(await mailsTo(agent.email)).toHaveLength(12);
  });

  test('are no mail at all for who wants none', async () => {
    const agent = await enter(server, { role: 'agent' });
    await agent.put('/api/settings', { notifications: { email: false } });
    await inquire(agent.id, 12);
    clock += 3 * MINUTE;
    expect(await mailsTo(agent.user.email)).toEqual([]);
  });

  test('are a mail each with ACTION_LIMITS=off', async () => {
    const free = await startTestServer({ data: 'empty' });
    try {
      const agent = await buildUser(free.context, { role: 'agent' });
      const body = { name: 'Ana', email: 'ana@example.com', message: 'Hello' };
      for (let at = 0; at < 12; at += 1) await free.request('POST', `/api/agents/${agent.id}/contact`, { body });
      await free.context.jobs.flush();
      const where = { recipient: agent.email };
      expect(await free.context.db.models.OutgoingMail.count({ where })).toBe(12);
    } finally {
      await free.close();
    }
  });
});

describe('a price that goes up and down', () => {
  async function favored(): Promise<{ change(price: number): Promise<string[]> }> {
    const agent = await enter(server, { role: 'agent' });
    const { id } = await buildProperty(server.context, { agent_id: agent.id, price: 5_000_000 });
    const fan = await enter(server);
    await fan.post(`/api/favorites/${id}`);
    return {
      async change(price) {
        const { status } = await agent.put(`/api/properties/${id}`, { price });
        expect(status).toBe(200);
        await server.context.jobs.flush();
        const { data } = (await fan.get('/api/notifications')).body;
        return data.map(({ message }: { message: string }) => message.replace(/^.* (dropped|rose)/, '$1'));
      },
    };
  }

  test('is told once, and again when it is lower than ever', async () => {
    const { change } = await favored();
    const first = 'dropped from ₱5,000,000 to ₱4,500,000.';
    expect(await change(4_500_000)).toEqual([first]);
    expect(await change(5_000_000)).toEqual([first]);
    expect(await change(4_500_000)).toEqual([first]);
    expect(await change(4_900_000)).toEqual([first]);
    const second = 'dropped from ₱4,900,000 to ₱4,400,000.';
    expect(await change(4_400_000)).toEqual([second, first]);
    expect(await change(4_450_000)).toEqual([second, first]);
    clock += 24 * HOUR;
    expect(await change(4_600_000)).toEqual(['rose from ₱4,450,000 to ₱4,600,000.', second, first]);
  });

  test('is told once where it rises first: the way back is no news', async () => {
    const { change } = await favored();
    const rise = 'rose from ₱5,000,000 to ₱5,500,000.';
    expect(await change(5_500_000)).toEqual([rise]);
    expect(await change(5_000_000)).toEqual([rise]);
    expect(await change(4_999_000)).toEqual(['dropped from ₱5,000,000 to ₱4,999,000.', rise]);
  });
});

test('who types without end is heard no more, and joins no more rooms', async () => {
  const agent = await enter(server, { role: 'agent' });
  const ana = await enter(server);
  const started = await ana.post('/api/conversations', { agentId: agent.id, initialMessage: 'Hello' });
  const { id } = started.body.data.conversation;
  const [writer, reader] = [await openSocket(server.url, ana.token), await openSocket(server.url, agent.token)];
  try {
    for (const socket of [writer, reader]) await socket.ask('join_conversation', id);
    for (let at = 0; at < 80; at += 1)
      writer.socket.emit('typing', { conversationId: id, userId: ana.id, isTyping: true });
    const asked: { code?: string }[] = [];
    for (let at = 0; at < 125; at += 1) asked.push(await writer.ask('join_conversation', id));
    expect(asked.at(-1)).toMatchObject({ success: false, code: 'too_many_requests' });
    expect(await reader.ask('join_conversation', id)).toEqual({ success: true });
    expect(reader.heard('user_typing')).toHaveLength(60);
  } finally {
    writer.close();
    reader.close();
  }
});
