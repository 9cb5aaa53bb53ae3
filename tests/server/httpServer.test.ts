import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer } from '#server/http/httpServer.ts';

const open: Socket[] = [];

afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

async function listen(handle: RequestListener) {
  const http = createHttpServer(handle);
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  return http;
}

/** A connection that asks once and stays open. */
async function ask(port: number) {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  let answer = '';
  let isClosed = false;
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  return { socket, answer: () => answer, isClosed: () => isClosed };
}

const portOf = ({ server }: Awaited<ReturnType<typeof listen>>) => (server.address() as AddressInfo).port;

test('connections are kept longer than by a load balancer, and nothing is waited for without end', async () => {
  const { server, drain } = await listen((_request, answer) => answer.end());
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
  expect(server.headersTimeout).toBeGreaterThan(0);
  expect(server.headersTimeout).toBeLessThan(55_000);
  expect(server.requestTimeout).toBeGreaterThan(server.headersTimeout);
  await drain();
});

test('a drain closes idle connections, and lets running answers end with a farewell', async () => {
  let isSecond = false;
  let running: ServerResponse | undefined;
  const http = await listen((_request, answer) => {
    if (isSecond) running = answer;
    else answer.end('first');
    isSecond = true;
  });
  const idle = await ask(portOf(http));
  await expect.poll(idle.answer).toContain('first');
  const busy = await ask(portOf(http));
  await expect.poll(() => running).toBeDefined();

  const drained = http.drain();
  await expect.poll(idle.isClosed).toBe(true);
  expect(busy.isClosed()).toBe(false);
  running?.end('second');
  await drained;
  await expect.poll(busy.isClosed).toBe(true);
  expect(busy.answer()).toContain('second');
  expect(busy.answer()).toMatch(/^connection: close/im);
});

test('an answer that had begun before the drain is sent whole, and its connection does not stay', async () => {
  let running: ServerResponse | undefined;
  const http = await listen((_request, answer) => {
    running = answer;
    answer.write('begun ');
  });
  const busy = await ask(portOf(http));
  await expect.poll(busy.answer).toContain('begun');
  const drained = http.drain();
  running?.end('and whole');
  await drained;
  await expect.poll(busy.isClosed).toBe(true);
  expect(busy.answer()).toContain('and whole');
});

test('what does not end by itself is cut off in the end', async () => {
  const http = await listen((_request, answer) => answer.write('for ever'));
  const busy = await ask(portOf(http));
  await expect.poll(busy.answer).toContain('for ever');
  await http.drain(200);
  await expect.poll(busy.isClosed).toBe(true);
});
