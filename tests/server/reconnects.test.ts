// @databases both

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { createPostgresDatabase, dropPostgresDatabase } from '#tests/support/testServer.ts';

const CLIENTS = 1_000;
const ACCOUNTS = 20;
/** As the web's client has it (specification, part 1 §9). */
const backOff = { reconnectionDelay: 1_000, reconnectionDelayMax: 5_000, randomizationFactor: 0.5 };

const postgresUrl = inject('postgresUrl');
const sockets: Socket[] = [];
let folder: string;
let databaseUrl: string | undefined;
let child: ChildServer;
let tokens: string[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-reconnects-'));
  databaseUrl = postgresUrl ? await createPostgresDatabase(postgresUrl) : undefined;
  const app = await createApp({ env: testEnv(folder, databaseUrl), log: pino({ level: 'silent' }) });
  tokens = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => signIn(app.context, await buildUser(app.context))),
  );
  await app.close();
  child = await createChildServer({
    DATA_DIR: folder,
    SOCKETS_PER_ADDRESS: String(2 * CLIENTS),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  await child.start();
}, 90_000);

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await child.kill();
  rmSync(folder, { recursive: true, force: true });
  if (postgresUrl && databaseUrl) await dropPostgresDatabase(postgresUrl, databaseUrl);
});

const tokenOf = (nth: number) => tokens[nth % ACCOUNTS] ?? '';

const untilAllStand = () =>
  expect
    .poll(() => sockets.filter(({ connected }) => connected).length, { timeout: 30_000, interval: 50 })
    .toBe(CLIENTS);

test('a thousand clients come back after a restart, and nobody’s calls are refused meanwhile', async () => {
  const refusals: string[] = [];
  for (let nth = 0; nth < CLIENTS; nth += 1) {
    const socket = connect(child.url, {
      auth: { token: tokenOf(nth) },
      transports: ['websocket'],
      forceNew: true,
      ...backOff,
    });
    // The connection was refused, and not only unreachable.
    socket.on('connect_error', (error) => {
      if ('data' in error) refusals.push(error.message);
    });
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect')
        setTimeout(() => socket.connect(), backOff.reconnectionDelay * (1 + 4 * Math.random()));
    });
    sockets.push(socket);
    if (nth % 50 === 0) await wait(20);
  }
  await untilAllStand();

  await child.kill();
  await expect.poll(() => sockets.some(({ connected }) => connected), { timeout: 10_000 }).toBe(false);
  await child.start();
  const statuses = new Set<number>();
  let isOver = false;
  const calling = (async () => {
    for (let nth = 0; !isOver; nth += 1) {
      const { status } = await fetch(`${child.url}/api/auth/profile`, {
        headers: { authorization: `Bearer ${tokenOf(nth)}` },
        signal: AbortSignal.timeout(10_000),
      });
      statuses.add(status);
      await wait(20);
    }
  })();
  await untilAllStand();
  isOver = true;
  await calling;
  expect([...statuses]).toEqual([200]);
  expect(refusals).toEqual([]);
}, 90_000);
