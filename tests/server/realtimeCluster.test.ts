// @databases both

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type App, createApp } from '#server/app.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { withPostgresClient } from '#tests/support/postgres.ts';
import { openSocket, settle, type TestSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

/** Two servers on one database, as behind a load balancer. SQLite belongs to one process. */
describe.runIf(inject('postgresUrl'))('two servers', () => {
  let here: TestServer;
  let there: App;
  let thereUrl: string;
  let folder: string;
  let agent: Person;
  let ana: Person;
  let id: number;
  const sockets: TestSocket[] = [];

  const databaseUrl = () => here.context.env.databaseUrl ?? '';
  const listeners = () =>
    withPostgresClient(databaseUrl(), async (client) => {
      const { rows } = await client.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'silong-sockets' AND query LIKE 'LISTEN%'`,
      );
      return rows.map(({ pid }) => pid as number);
    });

  /** @param gone connections that were ended, and may be seen for another moment. */
  async function untilBothListen(gone: number[] = []): Promise<void> {
    const deadline = Date.now() + 10_000;
    while ((await listeners()).filter((pid) => !gone.includes(pid)).length !== 2) {
      if (Date.now() > deadline) throw new Error('the servers do not hear each other');
      await settle(50);
    }
  }

  async function startThere(): Promise<void> {
    there = await createApp({ env: testEnv(folder, databaseUrl()), log: pino({ level: 'silent' }) });
    thereUrl = `http://127.0.0.1:${await there.listen(0, '127.0.0.1')}`;
    await untilBothListen();
  }

  beforeAll(async () => {
    here = await startTestServer({ data: 'empty' });
    folder = mkdtempSync(path.join(tmpdir(), 'silong-second-'));
    await startThere();
  });

  afterAll(async () => {
    await there.close();
    await here.close();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    agent = await enter(here, { role: 'agent' });
    ana = await enter(here);
    const started = await ana.post('/api/conversations', { agentId: agent.id, initialMessage: 'Hello' });
    id = started.body.data.conversation.id;
    await settle(250);
  });

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });

  async function open(url: string, person: Person): Promise<TestSocket> {
    const socket = await openSocket(url, person.token);
    sockets.push(socket);
    return socket;
  }

  test('a message posted on one reaches sockets on both, once', async () => {
    const [near, far] = [await open(here.url, agent), await open(thereUrl, agent)];
    for (const socket of [near, far]) await socket.ask('join_conversation', id);
    const { data } = (await ana.post(`/api/conversations/${id}/messages`, { content: 'Is it free?' })).body;
    for (const socket of [near, far]) {
      expect(await socket.waitFor('new_message')).toEqual([data]);
      await socket.waitFor('message_notification');
      await socket.waitFor('notification');
    }
    await settle(300);
    for (const socket of [near, far])
      for (const name of ['new_message', 'message_notification', 'notification'] as const)
        expect(socket.heard(name), name).toHaveLength(1);
  });

  test('a message too long for a NOTIFY arrives too', async () => {
    const far = await open(thereUrl, agent);
    const content = '🏠'.repeat(2_000);
    await ana.post(`/api/conversations/${id}/messages`, { content });
    expect(await far.waitFor('new_message')).toMatchObject([{ content }]);
  });

  test('typing and read marks cross over', async () => {
    const [near, far] = [await open(here.url, ana), await open(thereUrl, agent)];
    await near.ask('join_conversation', id);
    await far.ask('join_conversation', id);
    far.socket.emit('typing', { conversationId: id, isTyping: true });
    expect(await near.waitFor('user_typing')).toEqual([{ conversationId: id, userId: agent.id, isTyping: true }]);
    await agent.get(`/api/conversations/${id}/messages`);
    expect(await near.waitFor('messages_read')).toMatchObject([{ readerId: agent.id }]);
  });

  test('what is sent in one moment arrives in its order, the same thing as often as it was sent', async () => {
    const [near, far] = [await open(here.url, ana), await open(thereUrl, agent)];
    await near.ask('join_conversation', id);
    await far.ask('join_conversation', id);
    const typed = [true, false, true, true, false, true];
    for (const isTyping of typed) far.socket.emit('typing', { conversationId: id, isTyping });
    const heard = await near.waitFor('user_typing', typed.length);
    expect(heard.map(({ isTyping }) => isTyping)).toEqual(typed);
  });

  test('a session that ends on one loses its sockets on the other', async () => {
    const far = await open(thereUrl, agent);
    const gone = new Promise((resolve) => far.socket.once('disconnect', resolve));
    await agent.post('/api/auth/logout');
    expect(await gone).toBe('io server disconnect');
  });

  test('both write one conversation at once without loss or doubles', async () => {
    const contents = Array.from({ length: 24 }, (_, at) => `Message ${at}`);
    const windows = [await open(here.url, agent), await open(thereUrl, agent)];
    const answers = await Promise.all(
      contents.flatMap((content, at) =>
        // Each is tried on both servers: one stores it, the other finds it stored.
        [here.url, thereUrl].map((url) =>
          fetch(`${url}/api/conversations/${id}/messages`, {
            method: 'POST',
            headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ content, client_id: `client-id-${at}` }),
          }),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const { data } = (await ana.get(`/api/conversations/${id}/messages`)).body;
    const stored = data.map(({ content }: { content: string }) => content);
    expect(stored.toSorted()).toEqual(['Hello', ...contents].sort());
    for (const window of windows) {
      await window.waitFor('new_message', 24);
      await settle();
      expect(window.heard('new_message')).toHaveLength(24);
    }
  });

  test('stopping one leaves the sockets of the other alone', async () => {
    const [near, far] = [await open(here.url, agent), await open(thereUrl, agent)];
    const gone = new Promise((resolve) => far.socket.once('disconnect', resolve));
    await there.close();
    await gone;
    await settle();
    expect(near.socket.connected).toBe(true);
    await ana.post(`/api/conversations/${id}/messages`, { content: 'Still there?' });
    expect(await near.waitFor('new_message')).toMatchObject([{ content: 'Still there?' }]);
    await startThere();
  });

  test('a database that drops its connections ends no server, and they find each other again', async () => {
    const before = await listeners();
    await withPostgresClient(databaseUrl(), (client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'silong-sockets'`,
      ),
    );
    await untilBothListen(before);
    const far = await open(thereUrl, agent);
    await ana.post(`/api/conversations/${id}/messages`, { content: 'Back again?' });
    expect(await far.waitFor('new_message')).toMatchObject([{ content: 'Back again?' }]);
  });
});
