import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { openSocket } from '#tests/support/sockets.ts';

const STATEMENT_TIMEOUT_MS = 1_500;
/** A longer call counts as hanging. */
const HANG_MS = 20_000;
const WRITERS = 3;
/** Long, so that the files have to grow. */
const FILLING = 'x'.repeat(1_500);

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Answer {
  status: number;
  retryAfter: number;
  code?: string;
  // biome-ignore lint/suspicious/noExplicitAny: an untrusted answer under test
  data: any;
}

async function call(url: string, method: string, token?: string, body?: object): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    signal: AbortSignal.timeout(HANG_MS),
    ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
  });
  const { data, code } = (await answer.json()) as Pick<Answer, 'data' | 'code'>;
  const retryAfter = Number(answer.headers.get('retry-after'));
  return { status: answer.status, retryAfter, data, ...(code ? { code } : {}) };
}

/** Processes of the server on one database, with a conversation that writers fill. */
async function startScene(dataDir: string, databaseUrl: string | undefined, processes: number) {
  const app = await createApp({ env: testEnv(dataDir, databaseUrl), log: pino({ level: 'silent' }) });
  const agent = await buildUser(app.context, { role: 'agent' });
  const people = await Promise.all(Array.from({ length: WRITERS }, () => buildUser(app.context)));
  const agentToken = await signIn(app.context, agent);
  const tokens = await Promise.all(people.map((person) => signIn(app.context, person)));
  await app.close();

  const servers: ChildServer[] = [];
  for (let at = 0; at < processes; at += 1) {
    const server = await createChildServer({
      DATA_DIR: dataDir,
      DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    });
    cleanUps.push(() => server.kill());
    servers.push(server);
  }
  await Promise.all(servers.map((server) => server.start()));
  const [first] = servers;
  if (!first) throw new Error('The scene needs a server.');
  const { url } = first;
  const conversations: number[] = [];
  for (const token of tokens) {
    const body = { agentId: agent.id, initialMessage: 'Hello' };
    conversations.push((await call(`${url}/api/conversations`, 'POST', token, body)).data.conversation.id);
  }

  const post = (at: number, content: string, client_id: string = randomUUID()) =>
    call(`${url}/api/conversations/${conversations[at]}/messages`, 'POST', tokens[at], {
      content,
      client_id,
    });
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#308060' } })
    .png()
    .toBuffer();
  const acknowledged = new Set<number>();
  const wrong: unknown[] = [];
  const refused = tokens.map(() => 0);
  let isWriting = true;
  const writing = Promise.all(
    tokens.map(async (_token, at) => {
      while (isWriting) {
        const { status, retryAfter, data, code } = await post(at, FILLING);
        if (status === 201) acknowledged.add(data.id);
        else if (status === 503 && code === 'unavailable' && retryAfter > 0) refused[at] = (refused[at] ?? 0) + 1;
        else wrong.push({ status, code, retryAfter });
        await pause(20);
      }
    }),
  );
  writing.catch((error: unknown) => wrong.push(error));

  return {
    servers,
    url,
    agentToken,
    post,
    acknowledged,
    refused,
    ready: async () => (await call(`${url}/api/ready`, 'GET')).status,
    upload() {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'home.png');
      return call(`${url}/api/uploads`, 'POST', agentToken, form);
    },
    list: async () => (await call(`${url}/api/properties`, 'GET')).status,
    messages: (at: number) =>
      call(`${url}/api/conversations/${conversations[at]}/messages?limit=100`, 'GET', tokens[at]),
    /** Nothing hung, all answers were 201 and 503; each record answered with 201 is there, once. */
    async settle() {
      isWriting = false;
      await writing;
      expect(wrong).toEqual([]);
      const stored: number[] = [];
      for (const [at, id] of conversations.entries()) {
        let last = 0;
        for (;;) {
          const address = `${url}/api/conversations/${id}/messages?after=${last}&limit=100`;
          const { data } = await call(address, 'GET', tokens[at]);
          if (data.length === 0) break;
          stored.push(...data.map((message: { id: number }) => message.id));
          last = stored.at(-1) ?? 0;
        }
      }
      expect(new Set(stored).size).toBe(stored.length);
      expect(stored).toEqual(expect.arrayContaining([...acknowledged]));
    },
  };
}

type Scene = Awaited<ReturnType<typeof startScene>>;

const within = { timeout: HANG_MS, interval: 200 };

/** Changes are refused, probes report it, and the process is alive. */
async function expectAway({ ready, url, post, refused }: Scene): Promise<void> {
  const before = [...refused];
  await expect.poll(ready, within).toBe(503);
  expect(await post(0, 'meanwhile')).toMatchObject({
    status: 503,
    code: 'unavailable',
    retryAfter: expect.any(Number),
  });
  // Also the callers being served when it began.
  await expect.poll(() => refused.every((count, at) => count > (before[at] ?? 0)), within).toBe(true);
  expect((await call(`${url}/api/health`, 'GET')).status).toBe(200);
}

async function expectBack({ ready, post, acknowledged }: Scene): Promise<void> {
  await expect.poll(ready, within).toBe(200);
  await expect.poll(async () => (await post(0, 'after')).status, within).toBe(201);
  const before = acknowledged.size;
  await expect.poll(() => acknowledged.size, within).toBeGreaterThan(before + WRITERS);
}

async function expectCleanEnd({ servers }: Scene): Promise<void> {
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual(servers.map(() => 0));
}

test('PostgreSQL that is frozen, and then killed, is answered with 503; both servers come back by themselves', async () => {
  const postgres: TestPostgres = await startPostgres();
  cleanUps.push(() => postgres.stop());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'silong-fault-'));
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const scene = await startScene(dataDir, postgres.url, 2);
  const listener = await openSocket(scene.servers[1]?.url ?? '', scene.agentToken, { reconnection: true });
  cleanUps.push(() => listener.close());
  const heard: string[] = [];
  listener.socket.on('new_message', ({ content }: { content: string }) => heard.push(content));
  /** A message sent to one process reaches the sockets of the other. */
  const expectHeard = (content: string) =>
    expect
      .poll(async () => {
        await scene.post(0, content);
        return heard;
      }, within)
      .toContain(content);
  await expectHeard('before');

  postgres.freeze();
  try {
    await expectAway(scene);
  } finally {
    postgres.thaw();
  }
  await expectBack(scene);
  await expectHeard('after the frost');

  await postgres.kill();
  await expectAway(scene);
  await postgres.restart();
  await expectBack(scene);
  await expectHeard('after the crash');
  await scene.settle();
  await expectCleanEnd(scene);
});

/** @returns whether it worked, which needs root. */
const mount = (...options: string[]): boolean => spawnSync('mount', options, { stdio: 'ignore' }).status === 0;

/** A folder on a disk of its own, of so many megabytes; null, with the reason printed, where nothing may be mounted. */
function mountDisk(megabytes: number): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-disk-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)) {
    console.warn('Skipped: mounting a small disk is not permitted here.');
    return null;
  }
  cleanUps.push(() => spawnSync('umount', ['--lazy', folder]));
  return folder;
}

/**
 * Lays the folder over itself, only to be read: a disk with open files cannot be made so itself.
 * @returns takes that away again.
 */
function coverReadOnly(folder: string): () => void {
  const view = mkdtempSync(path.join(tmpdir(), 'silong-view-'));
  // Made read-only elsewhere, before any process can open a file in it to write.
  expect(mount('--bind', folder, view) && mount('-o', 'remount,bind,ro', view)).toBe(true);
  expect(mount('--bind', view, folder)).toBe(true);
  spawnSync('umount', [view]);
  rmdirSync(view);
  let isCovered = true;
  const uncover = () => {
    if (isCovered) spawnSync('umount', ['--lazy', folder]);
    isCovered = false;
  };
  cleanUps.push(uncover);
  return uncover;
}

/** Takes all the room there is. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (const size of [1024 * 1024, 4096])
      try {
        for (;;) writeSync(handle, Buffer.alloc(size, 1));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
  } finally {
    closeSync(handle);
  }
}

test('SQLite on a disk that is full, and then read-only, is read; it is written again once it can be', async ({
  skip,
}) => {
  const dataDir = mountDisk(24);
  if (!dataDir) return skip('mounting is not permitted');
  const scene = await startScene(dataDir, undefined, 1);
  const expectReadable = async () => {
    expect(await scene.list()).toBe(200);
    expect(await scene.messages(0)).toMatchObject({ status: 200 });
  };
  await expect.poll(() => scene.acknowledged.size, within).toBeGreaterThan(WRITERS);

  const filler = path.join(dataDir, 'filler');
  fill(filler);
  await expectAway(scene);
  await expectReadable();
  expect(await scene.upload()).toMatchObject({
    status: 503,
    code: 'unavailable',
    retryAfter: expect.any(Number),
  });
  rmSync(filler);
  await expectBack(scene);

  const makeWritable = coverReadOnly(dataDir);
  await expectAway(scene);
  await expectReadable();
  makeWritable();
  await expectBack(scene);
  await scene.settle();
  await expectCleanEnd(scene);
});
