import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import type { MemoryNote, Pair, ReadyNote } from './socketServer.ts';

/**
 * `npm run bench:sockets [-- --clients=500]`: what a socket of Silong costs beside one of a bare Socket.IO in the same
 * run: time from a client's act to the other client, and memory a connection. Machines differ: read the ratios.
 */
const CLIENTS = Number(/--clients=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 500);
/** Typing signals, which pass through the sockets alone. */
const signals = { count: 1_000, perSecond: 200 };
/** Posted messages: each is on the disk before it is told. */
const messages = { count: 300, perSecond: 30 };
const SETTLE_MS = 3_000;

interface Measured {
  idleKb: number;
  signal: number[];
  message: number[];
}

interface Line {
  pair: Pair;
  speaker: Socket;
  listener: Socket;
}

async function measure(kind: 'bare' | 'silong'): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-bench-'));
  const child = fork(
    fileURLToPath(new URL('./socketServer.ts', import.meta.url)),
    [kind, String(CLIENTS / 2)],
    {
      execArgv: ['--expose-gc', '--import', 'tsx'],
      env: {
        ...process.env,
        DATA_DIR: folder,
        SEED_DEMO: 'off',
        RATE_LIMIT_PER_MINUTE: '0',
        ACTION_LIMITS: 'off',
        TILE_URL: '',
      },
    },
  );
  try {
    const [{ port, pairs }] = (await once(child, 'message')) as [ReadyNote];
    const before = await heldBy(child);
    const lines = await connectAll(port, pairs);
    await wait(SETTLE_MS);
    const idleKb = ((await heldBy(child)) - before) / CLIENTS / 1_024;
    for (const { pair, speaker, listener } of lines)
      await Promise.all(
        [speaker, listener].map((socket) => socket.emitWithAck('join_conversation', pair.conversationId)),
      );
    const signal = await timeEach(lines, signals, 'user_typing', ({ pair, speaker }) => {
      speaker.emit('typing', { conversationId: pair.conversationId, userId: 0, isTyping: true });
    });
    const keepAlive = new Agent({ keepAlive: true, maxSockets: 8, scheduling: 'fifo' });
    const message = await timeEach(lines, messages, 'new_message', ({ pair }, nth) =>
      post(port, keepAlive, pair, nth),
    );
    keepAlive.destroy();
    for (const { speaker, listener } of lines) for (const socket of [speaker, listener]) socket.disconnect();
    return { idleKb, signal, message };
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

async function connectAll(port: number, pairs: Pair[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const pair of pairs) {
    const [speaker, listener] = await Promise.all([
      connect(port, pair.speaker),
      connect(port, pair.listener),
    ]);
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

/** @returns milliseconds from each act to its event at the listener, in order. */
async function timeEach(
  lines: Line[],
  { count, perSecond }: { count: number; perSecond: number },
  event: string,
  act: (line: Line, nth: number) => void,
): Promise<number[]> {
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
  await wait(1_000);
  for (const line of lines) line.listener.off(event);
  if (times.length !== count) throw new Error(`${times.length} of ${count} ${event} arrived`);
  return times.sort((a, b) => a - b);
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
  call.end(JSON.stringify({ content: `Message ${nth}`, client_id: `bench-client-${nth}` }));
}

const at = (times: number[], share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
const millis = (times: number[]) => `${at(times, 0.5).toFixed(1)} / ${at(times, 0.99).toFixed(1)}`;

const bare = await measure('bare');
const silong = await measure('silong');
const rows: [string, string, string][] = [
  ['', 'bare Socket.IO', 'Silong'],
  ['memory a connection, KB', bare.idleKb.toFixed(1), silong.idleKb.toFixed(1)],
  ['socket → socket, ms p50 / p99', millis(bare.signal), millis(silong.signal)],
  ['POST → socket, ms p50 / p99', millis(bare.message), millis(silong.message)],
];
process.stdout.write(
  `${CLIENTS} clients, ${signals.perSecond} signals and ${messages.perSecond} messages a second\n`,
);
for (const [name, one, other] of rows)
  process.stdout.write(`${name.padEnd(32)}${one.padStart(18)}${other.padStart(18)}\n`);
