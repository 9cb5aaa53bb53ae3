import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { io, type Socket } from 'socket.io-client';
import { startPostgres } from '#tests/support/postgres.ts';
import { print, tableOfSockets } from './report.ts';
import { startProgram } from './servers.ts';
import type { ClientsNote, MemoryNote, Pair, ReadyNote, StoredNote } from './socketServer.ts';

/** Typing signals, which pass through the sockets alone. */
const signals = { count: 1_000, perSecond: 200 };
/** Posted messages: each is on the disk before it is published. */
const messages = { count: 300, perSecond: 30 };
const SETTLE_MS = 3_000;
/** Later arrivals count as lost. */
const ARRIVAL_LIMIT_MS = 20_000;
const CLIENTS_PER_PROCESS = 5_000;

interface SocketBenchOptions {
  /** Clients in turns: one writes, the next reads. */
  clients?: number | undefined;
  /** Idle sockets in one process, each of an account of its own. */
  idleClients?: number | undefined;
  /** Connections that post one message after the other. */
  senders?: number | undefined;
  /** Seconds of posting. */
  seconds?: number | undefined;
}

/** Milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
}

export interface Pairwise<Figure> {
  bare: Figure;
  silong: Figure;
}

export interface SocketFigures {
  /** From a client's signal to the other client. */
  signal: Pairwise<Latency>;
  /** From the POST of a message to the other client. */
  post: Pairwise<Latency>;
  /** KB of heap and buffers that an idle socket holds. */
  idleKb: Pairwise<number>;
  /** Acknowledged and stored messages a second; bare: answered and not stored. */
  durable: Record<'sqlite' | 'postgres' | 'bare', number>;
}

/**
 * The cost of Silong's sockets and messages beside those of a bare Socket.IO in the same run, which takes about two minutes. Machines differ:
 * read the ratios. @throws {Error} for a sent message that did not arrive, or an acknowledged one that is not stored.
 */
export async function measureSockets({
  clients = 500,
  idleClients = 10_000,
  senders = 64,
  seconds = 5,
}: SocketBenchOptions = {}): Promise<SocketFigures> {
  const both = async <Figure>(measure: (kind: Kind) => Promise<Figure>): Promise<Pairwise<Figure>> => ({
    bare: await measure('bare'),
    silong: await measure('silong'),
  });
  const times = await both((kind) => withServer(kind, clients / 2, {}, timeBoth));
  const idleKb = await both((kind) => withServer(kind, idleClients / 2, {}, measureIdle));
  const post = (child: ChildProcess, ready: ReadyNote) => measureDurable(child, ready, seconds);
  const postgres = await startPostgres({ fsync: 'on', full_page_writes: 'on' });
  try {
    return {
      signal: { bare: times.bare.signal, silong: times.silong.signal },
      post: { bare: times.bare.post, silong: times.silong.post },
      idleKb,
      durable: {
        bare: await withServer('bare', senders, {}, post),
        sqlite: await withServer('silong', senders, {}, post),
        postgres: await withServer('silong', senders, { DATABASE_URL: postgres.url }, post),
      },
    };
  } finally {
    await postgres.stop();
  }
}

type Kind = 'bare' | 'silong';

const startChild = (kind: Kind | 'clients', count: number, environment: Record<string, string>) =>
  startProgram('socketServer', [kind, count], {
    execArgv: ['--expose-gc'],
    env: {
      SEED_DEMO: 'off',
      RATE_LIMIT_PER_MINUTE: '0',
      ACTION_LIMITS: 'off',
      SOCKETS_PER_ADDRESS: '100000',
      TILE_URL: '',
      ...environment,
    },
  });

/** @param pairs of people. */
async function withServer<Result>(
  kind: Kind,
  pairs: number,
  environment: Record<string, string>,
  measure: (child: ChildProcess, ready: ReadyNote) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-bench-'));
  const child = await startChild(kind, pairs, { DATA_DIR: folder, ...environment });
  try {
    const [ready] = (await once(child, 'message')) as [ReadyNote];
    return await measure(child, ready);
  } finally {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function heldBy(child: ChildProcess): Promise<number> {
  child.send('memory');
  const [{ held }] = (await once(child, 'message')) as [MemoryNote];
  return held;
}

/** @returns KB a socket. */
async function measureIdle(child: ChildProcess, { port, pairs }: ReadyNote): Promise<number> {
  const tokens = pairs.flatMap(({ speaker, listener }) => [speaker, listener]);
  const before = await heldBy(child);
  const holders: ChildProcess[] = [];
  try {
    for (let start = 0; start < tokens.length; start += CLIENTS_PER_PROCESS) {
      const holder = await startChild('clients', 0, {});
      holders.push(holder);
      holder.send({ port, tokens: tokens.slice(start, start + CLIENTS_PER_PROCESS) } satisfies ClientsNote);
      await once(holder, 'message');
    }
    await wait(SETTLE_MS);
    return ((await heldBy(child)) - before) / tokens.length / 1_024;
  } finally {
    for (const holder of holders) holder.kill();
  }
}

/** @returns messages a second. */
async function measureDurable(child: ChildProcess, { port, pairs }: ReadyNote, seconds: number): Promise<number> {
  let nth = 0;
  const run = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: pairs.length,
    duration: seconds,
    setupClient(client) {
      const pair = pairs[nth++ % pairs.length];
      client.setRequests([
        {
          method: 'POST',
          path: `/api/conversations/${pair?.conversationId}/messages`,
          headers: { authorization: `Bearer ${pair?.speaker}`, 'content-type': 'application/json' },
          body: JSON.stringify({ content: 'Is the home still there, and may I see it?' }),
        },
      ]);
    },
  });
  if (run.non2xx > 0) throw new Error(`${run.non2xx} messages were refused`);
  child.send('stored');
  const [{ stored }] = (await once(child, 'message')) as [StoredNote];
  if (stored > 0 && stored < run['2xx']) throw new Error(`${stored} of ${run['2xx']} messages are stored`);
  return run['2xx'] / run.duration;
}

interface Line {
  pair: Pair;
  speaker: Socket;
  listener: Socket;
}

async function timeBoth(_child: ChildProcess, { port, pairs }: ReadyNote) {
  const lines = await connectAll(port, pairs);
  for (const { pair, speaker, listener } of lines)
    await Promise.all(
      [speaker, listener].map((socket) => socket.emitWithAck('join_conversation', pair.conversationId)),
    );
  const signal = await timeEach(lines, signals, 'user_typing', ({ pair, speaker }) => {
    speaker.emit('typing', { conversationId: pair.conversationId, userId: 0, isTyping: true });
  });
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 8, scheduling: 'fifo' });
  const posted = await timeEach(lines, messages, 'new_message', ({ pair }, nth) =>
    post(port, keepAlive, pair, nth),
  );
  keepAlive.destroy();
  for (const { speaker, listener } of lines) for (const socket of [speaker, listener]) socket.disconnect();
  return { signal, post: posted };
}

async function connectAll(port: number, pairs: Pair[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const pair of pairs) {
    const [speaker, listener] = await Promise.all([connect(port, pair.speaker), connect(port, pair.listener)]);
    lines.push({ pair, speaker, listener });
  }
  return lines;
}

function connect(port: number, token: string): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/** Times from each act to its event at the listener. */
async function timeEach(
  lines: Line[],
  { count, perSecond }: { count: number; perSecond: number },
  event: string,
  act: (line: Line, nth: number) => void,
): Promise<Latency> {
  const times: number[] = [];
  const started = new Map<Line, number>();
  for (const line of lines)
    line.listener.on(event, () => times.push(performance.now() - (started.get(line) ?? Number.NaN)));
  for (let nth = 0; nth < count; nth += 1) {
    const line = lines[nth % lines.length];
    if (!line) break;
    started.set(line, performance.now());
    act(line, nth);
    await wait(1_000 / perSecond);
  }
  for (let waitedMs = 0; times.length < count && waitedMs < ARRIVAL_LIMIT_MS; waitedMs += 50) await wait(50);
  for (const line of lines) line.listener.off(event);
  if (times.length !== count) throw new Error(`${times.length} of ${count} ${event} arrived`);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((count - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function post(port: number, agent: Agent, { conversationId, speaker }: Pair, nth: number): void {
  const call = request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/conversations/${conversationId}/messages`,
    headers: { authorization: `Bearer ${speaker}`, 'content-type': 'application/json' },
  });
  call.on('response', (answer) => answer.resume());
  // The other side reports the missing message.
  call.on('error', () => undefined);
  call.end(JSON.stringify({ content: `Message ${nth}`, client_id: `bench-client-${nth}` }));
}

/** `npm run bench:sockets [-- --clients=500 --idle=10000 --senders=64 --seconds=5]` */
async function main(): Promise<void> {
  const given = (name: string) => {
    const [, value] = new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' ')) ?? [];
    return value ? Number(value) : undefined;
  };
  const options = {
    clients: given('clients'),
    idleClients: given('idle'),
    senders: given('senders'),
    seconds: given('seconds'),
  };
  print(tableOfSockets(await measureSockets(options)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
