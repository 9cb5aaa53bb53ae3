// @databases both
// @run full

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/connection.ts';
import type { Message } from '#shared/contracts/conversations.ts';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket, type TestSocket } from '#tests/support/sockets.ts';
import {
  createPostgresDatabase,
  dropPostgresDatabase,
  startTestServer,
  type TestServer,
} from '#tests/support/testServer.ts';

describe('a server that is killed between sends', () => {
  const SENDERS = 3;
  const EACH = 20;
  /** After so many acknowledged messages, with others underway. */
  const KILLS = [12, 33];

  const postgresUrl = inject('postgresUrl');
  let folder: string;
  let databaseUrl: string | undefined;
  let child: ChildServer;
  let tokens: { agent: string; senders: string[] };
  let agentId: number;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'silong-loss-'));
    databaseUrl = postgresUrl ? await createPostgresDatabase(postgresUrl) : undefined;
    const app = await createApp({ env: testEnv(folder, databaseUrl), log: pino({ level: 'silent' }) });
    const agent = await buildUser(app.context, { role: 'agent' });
    agentId = agent.id;
    const people = await Promise.all(Array.from({ length: SENDERS }, () => buildUser(app.context)));
    tokens = {
      agent: await signIn(app.context, agent),
      senders: await Promise.all(people.map((person) => signIn(app.context, person))),
    };
    await app.close();
    child = await createChildServer({
      DATA_DIR: folder,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    });
    await child.start();
  }, 90_000);

  afterAll(async () => {
    await child.kill();
    rmSync(folder, { recursive: true, force: true });
    if (postgresUrl && databaseUrl) await dropPostgresDatabase(postgresUrl, databaseUrl);
  });

  async function call(method: string, address: string, token: string, body?: object) {
    const answer = await fetch(child.url + address, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(10_000),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data, error } = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status} ${error}`);
    return data;
  }

  test('what was acknowledged is what is stored, none twice, and the other side has it all', async () => {
    const acknowledged = new Map<string, number>();
    let retries = 0;
    let reached = () => undefined as undefined;
    const untilAcknowledged = (count: number) =>
      new Promise<void>((resolve) => {
        reached = () => {
          if (acknowledged.size >= count) resolve();
          return undefined;
        };
        reached();
      });

    /** As a client does it: the same client id again until there is an answer. */
    async function insist(send: (client_id: string) => Promise<Message>): Promise<Message> {
      const client_id = randomUUID();
      for (;;) {
        try {
          const message = await send(client_id);
          acknowledged.set(client_id, message.id);
          reached();
          return message;
        } catch {
          retries += 1;
          await wait(50);
        }
      }
    }

    const agentSocket = await openSocket(child.url, tokens.agent, { reconnection: true });
    const seen = new Map<number, Message>();
    const told: number[] = [];
    agentSocket.socket.on('new_message', (message: Message) => {
      told.push(message.id);
      seen.set(message.id, message);
    });

    const sending = Promise.all(
      tokens.senders.map(async (token, sender) => {
        const first = await insist(
          async (client_id) =>
            (
              await call('POST', '/api/conversations', token, {
                agentId,
                initialMessage: `${sender}: 0`,
                client_id,
              })
            ).message,
        );
        for (let at = 1; at < EACH; at += 1)
          await insist((client_id) =>
            call('POST', `/api/conversations/${first.conversationId}/messages`, token, {
              content: `${sender}: ${at}`,
              client_id,
            }),
          );
      }),
    );
    for (const count of KILLS) {
      await untilAcknowledged(count);
      await child.kill();
      await child.start();
    }
    await sending;
    expect(retries, 'sends were underway when the server died').toBeGreaterThan(0);

    // The agent comes back and catches up from the last seen message.
    if (!agentSocket.socket.connected)
      await new Promise<void>((resolve) => agentSocket.socket.once('connect', resolve));
    const conversations: { id: number }[] = await call('GET', '/api/conversations', tokens.agent);
    expect(conversations).toHaveLength(SENDERS);
    const beforeCatchUp = seen.size;
    for (const { id } of conversations) {
      const messages = await call('GET', `/api/conversations/${id}/messages?after=0&limit=200`, tokens.agent);
      for (const message of messages as Message[]) seen.set(message.id, message);
    }
    agentSocket.close();
    await child.kill();

    const db = openDatabase({ databaseUrl, dataDir: folder });
    const stored = await db.models.Message.findAll({ order: ['id'] });
    await db.close();
    expect(new Map(stored.map((message) => [message.client_id, message.id]))).toEqual(acknowledged);
    expect(stored).toHaveLength(SENDERS * EACH);
    for (let sender = 0; sender < SENDERS; sender += 1)
      expect(
        stored.map(({ content }) => content).filter((content) => content.startsWith(`${sender}:`)),
        'in the order they were sent',
      ).toEqual(Array.from({ length: EACH }, (_, at) => `${sender}: ${at}`));
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual(stored.map(({ id }) => id));
    expect(new Set(told).size, 'nothing was told twice').toBe(told.length);
    expect(beforeCatchUp).toBeGreaterThan(0);
  }, 180_000);
});

describe('a connection that breaks', () => {
  let server: TestServer;
  let agent: Person;
  let ana: Person;
  let id: number;

  beforeAll(async () => {
    server = await startTestServer({ data: 'empty' });
    agent = await enter(server, { role: 'agent' });
    ana = await enter(server);
    const started = await ana.post('/api/conversations', { agentId: agent.id, initialMessage: 'Hello' });
    id = started.body.data.conversation.id;
  });

  afterAll(() => server.close());

  /** Sends a message and cuts the connection after so many milliseconds, before or after the server acted. */
  function sendAndCut(content: string, client_id: string, afterMs: number): Promise<void> {
    return new Promise((resolve) => {
      const request = httpRequest(`${server.url}/api/conversations/${id}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      });
      request.on('error', () => undefined);
      request.on('close', resolve);
      request.end(JSON.stringify({ content, client_id }));
      setTimeout(() => request.destroy(), afterMs);
    });
  }

  test('in the middle of a send: the retry is stored once', async () => {
    for (const afterMs of [0, 1, 2, 3, 5, 8, 12, 20]) {
      const client_id = `cut-after-${afterMs}`;
      await sendAndCut(`Cut after ${afterMs}`, client_id, afterMs);
      const retry = await ana.post(`/api/conversations/${id}/messages`, {
        content: `Cut after ${afterMs}`,
        client_id,
      });
      expect(retry.status).toBe(201);
    }
    const contents = (await ana.get(`/api/conversations/${id}/messages`)).body.data.map(
      (message: Message) => message.content,
    );
    expect(contents).toEqual(['Hello', ...[0, 1, 2, 3, 5, 8, 12, 20].map((ms) => `Cut after ${ms}`)]);
  });

  test('of the one who listens: after it is back nothing is missing and nothing is double', async () => {
    const listener: TestSocket = await openSocket(server.url, agent.token, { reconnection: true });
    const history: Message[] = (await agent.get(`/api/conversations/${id}/messages`)).body.data;
    const seen = new Map(history.map((message) => [message.id, message]));
    const told: number[] = [];
    listener.socket.on('new_message', (message: Message) => {
      told.push(message.id);
      seen.set(message.id, message);
    });
    const say = (content: string) => ana.post(`/api/conversations/${id}/messages`, { content });
    for (let round = 0; round < 3; round += 1) {
      const live = await say(`Round ${round}, connected`);
      await expect.poll(() => told).toContain(live.body.data.id);
      const newest = Math.max(...seen.keys());
      const back = new Promise<void>((resolve) => listener.socket.once('connect', resolve));
      // The line goes dead; the client notices and dials again by itself.
      listener.socket.io.engine.close();
      await say(`Round ${round}, away 1`);
      await say(`Round ${round}, away 2`);
      await back;
      const missed = await agent.get(`/api/conversations/${id}/messages?after=${newest}`);
      for (const message of missed.body.data as Message[]) seen.set(message.id, message);
    }
    const stored: Message[] = (await ana.get(`/api/conversations/${id}/messages`)).body.data;
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual(stored.map((message) => message.id));
    expect(new Set(told).size).toBe(told.length);
    listener.close();
  });
});
