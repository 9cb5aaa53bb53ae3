import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSessionFinder } from '#server/features/auth/writes/sessions.ts';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { attachSockets, type Sockets, userRoom } from '#server/realtime/io.ts';
import { readCatalogue } from '#shared/catalogues.ts';
import { buildUser, signIn, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const DAY = 24 * 3_600_000;
const filipino = readCatalogue('fil', readFileSync('locales/fil.po', 'utf8')).translations;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let server: TestServer;
/** Attached a second time, beside the server's own, to send from. */
let http: HttpServer;
let attached: Sockets;
let clock = start;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
  http = createServer();
  attached = attachSockets(http, server.context, createSessionFinder(server.context));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  clock = start;
  for (const socket of sockets.splice(0)) socket.disconnect();
});

afterAll(async () => {
  await attached.close();
  http.close();
  await server.close();
});

interface Refusal extends Error {
  data?: { code?: string };
}

function open(auth: object, transports = ['websocket']): Socket {
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const socket = connect(url, { auth, transports, reconnection: false, forceNew: true });
  sockets.push(socket);
  return socket;
}

function refusalOf(socket: Socket): Promise<Refusal> {
  return new Promise((resolve, reject) => {
    socket.once('connect_error', resolve);
    socket.once('connect', () => reject(new Error('the socket was let in')));
  });
}

async function openAs(token: string, transports?: string[]): Promise<Socket> {
  const socket = open({ token }, transports);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

const disconnection = (socket: Socket) =>
  new Promise<string>((resolve) => {
    if (!socket.connected) resolve('already');
    socket.once('disconnect', resolve);
  });

describe('the handshake', () => {
  test.each([['websocket'], ['polling']])('lets a session in over %s', async (transport) => {
    const token = await signIn(server.context, await buildUser(server.context));
    expect((await openAs(token, [transport])).connected).toBe(true);
  });

  test.each([
    ['nothing', {}, 'unauthorized'],
    ['an empty token', { token: '' }, 'unauthorized'],
    ['a number', { token: 5 }, 'unauthorized'],
    ['an object', { token: { $ne: null } }, 'unauthorized'],
    ['a made-up token', { token: 'A'.repeat(43) }, 'session_expired'],
  ])('refuses %s', async (_what, auth, code) => {
    const refusal = await refusalOf(open(auth));
    expect(refusal.data?.code).toBe(code);
    expect(refusal.message).toMatch(/log in/);
  });

  test('says why in the language that the connection asks for', async () => {
    const { port } = http.address() as AddressInfo;
    const socket = connect(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { 'Accept-Language': 'fil-PH,en;q=0.5' },
    });
    sockets.push(socket);
    expect((await refusalOf(socket)).message).toBe(filipino['Please log in to continue']);
  });

  test('refuses a session that expired or whose account is suspended', async () => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user);
    clock = start + DAY + 1_000;
    expect((await refusalOf(open({ token }))).data?.code).toBe('session_expired');
    clock = start;
    await server.context.db.transaction((transaction) => user.update({ status: 'suspended' }, { transaction }));
    expect((await refusalOf(open({ token }))).data?.code).toBe('session_expired');
  });
});

describe('rooms', () => {
  const join = (socket: Socket, id: unknown) => socket.timeout(2_000).emitWithAck('join', id);

  test('a socket is in its own room and may ask for it', async () => {
    const user = await buildUser(server.context);
    const socket = await openAs(await signIn(server.context, user));
    expect(await join(socket, user.id)).toEqual({ success: true });
    expect(await join(socket, String(user.id))).toEqual({ success: true });
  });

  test.each([
    ['another’s id', (id: number) => id + 1],
    ['a room’s name', (id: number) => `user:${id}`],
    ['an object', (id: number) => ({ id })],
    ['a list', (id: number) => [id]],
    ['nothing', () => null],
  ])('refuses %s', async (_what, make) => {
    const user = await buildUser(server.context);
    const other = await buildUser(server.context);
    const socket = await openAs(await signIn(server.context, user));
    expect(await join(socket, make(user.id))).toMatchObject({ success: false, code: 'forbidden' });
    expect(await join(socket, other.id)).toMatchObject({ success: false, code: 'forbidden' });
  });

  test('what is sent to one person reaches their sockets and nobody else’s', async () => {
    const one = await buildUser(server.context);
    const two = await buildUser(server.context);
    const heard: string[] = [];
    const listen = async (name: string, token: string) => {
      const socket = await openAs(token);
      socket.onAny((event) => heard.push(`${name} ${event}`));
      return socket;
    };
    await listen('one', await signIn(server.context, one));
    await listen('one again', await signIn(server.context, one));
    const stranger = await listen('two', await signIn(server.context, two));
    await join(stranger, one.id);
    const change = { conversationId: 1, status: 'closed' } as const;
    attached.io.in(userRoom(one.id)).emit('conversation_changed', change);
    attached.io.in(userRoom(two.id)).emit('viewing_changed', { viewingId: 1, status: 'confirmed' });
    await expect
      .poll(() => [...heard].sort())
      .toEqual(['one again conversation_changed', 'one conversation_changed', 'two viewing_changed']);
  });

  test('unknown events and missing acknowledgements do no harm', async () => {
    const user = await buildUser(server.context);
    const socket = await openAs(await signIn(server.context, user));
    socket.emit('join', user.id);
    socket.emit('join', user.id, 'no function');
    socket.emit('__proto__', { isAdmin: true });
    socket.emit('no such event', { deep: [[[[]]]] }, () => undefined);
    expect(await join(socket, user.id)).toEqual({ success: true });
  });

  test('a message that is too large ends the connection, not the server', async () => {
    const socket = await openAs(await signIn(server.context, await buildUser(server.context)));
    const gone = disconnection(socket);
    socket.emit('join', 'x'.repeat(200_000));
    await gone;
    expect((await server.request('GET', '/api/health')).status).toBe(200);
  });
});

describe('a session that ends takes its sockets along', () => {
  test('at logout: those of that session only', async () => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user);
    const here = await openAs(token);
    const elsewhere = await openAs(await signIn(server.context, user));
    const gone = disconnection(here);
    await server.request('POST', '/api/auth/logout', { token });
    expect(await gone).toBe('io server disconnect');
    expect(await elsewhere.timeout(2_000).emitWithAck('join', user.id)).toEqual({ success: true });
  });

  test('at a password change: all of them, and nobody else’s', async () => {
    const user = await buildUser(server.context);
    const bystander = await buildUser(server.context);
    const token = await signIn(server.context, user);
    const own = [await openAs(token), await openAs(await signIn(server.context, user))];
    const others = await openAs(await signIn(server.context, bystander));
    const gone = Promise.all(own.map(disconnection));
    await server.request('PUT', '/api/auth/password', {
      token,
      body: { currentPassword: TEST_PASSWORD, newPassword: 'another one' },
    });
    await gone;
    expect(await others.timeout(2_000).emitWithAck('join', bystander.id)).toEqual({ success: true });
  });

  test('when it went unused too long', async () => {
    const socket = await openAs(await signIn(server.context, await buildUser(server.context)));
    const gone = disconnection(socket);
    clock = start + DAY + 1_000;
    await deleteOldData(server.context);
    expect(await gone).toBe('io server disconnect');
  });

  test('when it ends between the check and the welcome', async () => {
    const { context } = server;
    const user = await buildUser(context);
    const token = await signIn(context, user);
    const original = context.db.readRows;
    context.db.readRows = async (sql, parameters) => {
      const rows = await original(sql, parameters);
      context.db.readRows = original;
      await server.request('POST', '/api/auth/logout', { token });
      return rows as never;
    };
    const socket = await openAs(token);
    expect(await disconnection(socket)).toMatch(/io server disconnect|already/);
    expect(await attached.io.in(userRoom(user.id)).fetchSockets()).toHaveLength(0);
  });
});

test('closing the server ends its sockets', async () => {
  const own = await startTestServer({ data: 'empty' });
  const token = await signIn(own.context, await buildUser(own.context));
  const socket = connect(own.url, { auth: { token }, transports: ['websocket'], reconnection: false });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const gone = disconnection(socket);
  await own.close();
  await gone;
});
