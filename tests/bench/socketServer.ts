import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Server } from 'socket.io';
import { createApp } from '#server/app.ts';
import { readEnv } from '#server/env.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';

/** Two people and their conversation; on the bare server the tokens name only the room. */
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
  /** Bytes that are really held: what is resident beyond that is free heap, and says more about the start than about sockets. */
  held: number;
}

/** The child of the socket benchmark: Silong itself, or Socket.IO with nothing behind it. */
async function main(): Promise<void> {
  const [, , kind, count] = process.argv;
  const ready = kind === 'bare' ? await startBare(Number(count)) : await startSilong(Number(count));
  process.on('message', () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ held: heapUsed + external } satisfies MemoryNote);
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.(ready);
}

async function startBare(pairCount: number): Promise<ReadyNote> {
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
  return { port: (http.address() as AddressInfo).port, pairs };
}

async function startSilong(pairCount: number): Promise<ReadyNote> {
  const app = await createApp({ env: readEnv(process.env), log: pino({ level: 'silent' }) });
  const { context } = app;
  const people = await Promise.all(Array.from({ length: pairCount }, () => buildUser(context)));
  const agents = await Promise.all(
    Array.from({ length: pairCount }, () => buildUser(context, { role: 'agent' })),
  );
  const conversations = await context.db.transaction((transaction) =>
    context.db.models.Conversation.bulkCreate(
      people.map((person, at) => ({
        subject: 'Property Inquiry',
        user_id: person.id,
        agent_id: agents[at]?.id ?? null,
        property_id: null,
        last_message_at: null,
      })),
      { transaction, returning: true },
    ),
  );
  const pairs = await Promise.all(
    conversations.map(async ({ id }, at) => ({
      conversationId: id,
      speaker: await tokenOf(people[at]),
      listener: await tokenOf(agents[at]),
    })),
  );
  return { port: await app.listen(0, '127.0.0.1'), pairs };

  async function tokenOf(user: (typeof people)[number] | undefined): Promise<string> {
    return user ? signIn(context, user) : '';
  }
}

await main();
