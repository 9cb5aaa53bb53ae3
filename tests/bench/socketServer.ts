import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Server } from 'socket.io';
import { WebSocket } from 'ws';
import { createApp } from '#server/app.ts';
import { readEnv } from '#server/env.ts';
import { createToken, hashToken } from '#server/features/auth/writes/sessions.ts';
import type { ServerContext } from '#server/features/context.ts';

/** Two accounts and their conversation; on the bare server the tokens name the room only. */
export interface Pair {
  conversationId: number;
  speaker: string;
  listener: string;
}

export interface ReadyNote {
  port: number;
  pairs: Pair[];
}

export interface MemoryNote {
  /** Bytes in use; resident memory beyond is free heap, which depends on the start rather than on sockets. */
  held: number;
}

/** Rows of `messages` in the database; nothing is stored by the bare server. */
export interface StoredNote {
  stored: number;
}

/** Tokens of the clients: each opens one socket. */
export interface ClientsNote {
  port: number;
  tokens: string[];
}

/**
 * A child process of the socket benchmark: `silong` or `bare` (Socket.IO alone) with a number of pairs of accounts, or `clients`, which hold
 * idle sockets.
 */
async function main(): Promise<void> {
  const [, , kind, count] = process.argv;
  process.on('disconnect', () => process.exit(0));
  if (kind === 'clients') return holdSockets();
  const server = kind === 'bare' ? await startBare(Number(count)) : await startSilong(Number(count));
  process.on('message', async (asked) => {
    if (asked === 'stored') process.send?.({ stored: await server.countStored() } satisfies StoredNote);
    else {
      globalThis.gc?.();
      const { heapUsed, external } = process.memoryUsage();
      process.send?.({ held: heapUsed + external } satisfies MemoryNote);
    }
  });
  process.send?.(server.ready);
}

interface MeasuredServer {
  ready: ReadyNote;
  countStored(): Promise<number>;
}

async function startBare(pairCount: number): Promise<MeasuredServer> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      io.to(request.url ?? '').emit('new_message', body);
      response.setHeader('content-type', 'application/json').end('{"success":true}');
    });
  });
  const io = new Server(http, { serveClient: false });
  io.on('connection', (socket) => {
    socket.on('join_conversation', (id, acknowledge) => {
      socket.join(`/api/conversations/${id}/messages`);
      acknowledge();
    });
    socket.on('typing', (payload) => {
      socket.to(`/api/conversations/${payload.conversationId}/messages`).emit('user_typing', payload);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const pairs = Array.from({ length: pairCount }, (_, at) => ({
    conversationId: at + 1,
    speaker: '',
    listener: '',
  }));
  return { ready: { port: (http.address() as AddressInfo).port, pairs }, countStored: async () => 0 };
}

async function startSilong(pairCount: number): Promise<MeasuredServer> {
  const app = await createApp({ env: readEnv(process.env), log: pino({ level: 'silent' }) });
  const { context } = app;
  const speakers = await addPeople(context, pairCount, 'user');
  const listeners = await addPeople(context, pairCount, 'agent');
  const conversations = await context.db.transaction(() =>
    context.db.models.Conversation.bulkCreate(
      speakers.map((speaker, at) => ({
        subject: 'Property Inquiry',
        user_id: speaker.id,
        agent_id: listeners[at]?.id ?? null,
        property_id: null,
        last_message_at: null,
      })),
      { returning: true },
    ),
  );
  const pairs = conversations.map(({ id }, at) => ({
    conversationId: id,
    speaker: speakers[at]?.token ?? '',
    listener: listeners[at]?.token ?? '',
  }));
  return {
    ready: { port: await app.listen(0, '127.0.0.1'), pairs },
    countStored: () => context.db.models.Message.count(),
  };
}

/** @returns signed-in people, each with an account. */
async function addPeople(
  { db, now }: ServerContext,
  count: number,
  role: 'user' | 'agent',
): Promise<{ id: number; token: string }[]> {
  const { User, Session } = db.models;
  const at = now();
  return db.transaction(async () => {
    const users = await User.bulkCreate(
      Array.from({ length: count }, (_, nth) => ({
        name: `Person ${nth}`,
        email: `${role}${nth}@example.com`,
        password_hash: '',
        email_verified_at: at,
        role,
        created_at: new Date(0),
      })),
      { returning: true },
    );
    const people = users.map(({ id }) => ({ id, token: createToken() }));
    await Session.bulkCreate(
      people.map(({ id, token }) => ({
        user_id: id,
        token_hash: hashToken(token),
        remember: false,
        address: '127.0.0.1',
        user_agent: null,
        created_at: at,
        last_used_at: at,
        confirmed_at: null,
      })),
    );
    return people;
  });
}

/** Concurrent handshakes. */
const CONNECTING_AT_ONCE = 50;

/** Opens the sockets, answers heartbeats, and notifies its parent once all are connected. */
async function holdSockets(): Promise<void> {
  const [{ port, tokens }] = (await once(process, 'message')) as [ClientsNote];
  const left = tokens.values();
  await Promise.all(
    Array.from({ length: CONNECTING_AT_ONCE }, async () => {
      for (const token of left) await holdSocket(port, token);
    }),
  );
  process.send?.('connected');
}

/** Engine.IO and Socket.IO by their protocol: the client library would cost more than the measured server. */
function holdSocket(port: number, token: string): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const packet = data.toString();
      if (packet.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (packet === '2') socket.send('3');
      else if (packet.startsWith('40')) resolve();
      else if (packet.startsWith('44')) reject(new Error(packet));
    });
  });
}

await main();
